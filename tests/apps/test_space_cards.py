"""The Spaces without a browser: cards that the Hub accepts, and apps that say what they need."""

import re
import runpy
import sys

import pytest
from huggingface_hub import SpaceCard

from places import ROOT
from temporal_qa.apps.metric_app import _KINDS, _read_card
from temporal_qa.apps.metric_page import summary_html, table_html

SPACES = sorted(path.parent for path in [*ROOT.glob("metrics/*/app.py"), *ROOT.glob("spaces/*/app.py")])

# https://huggingface.co/docs/hub/spaces-config-reference; `description` is what evaluate's own Spaces have.
KEYS = {"title", "emoji", "colorFrom", "colorTo", "sdk", "sdk_version", "python_version", "app_file", "pinned",
        "license", "short_description", "tags", "description"}  # fmt: skip
COLOURS = {"red", "yellow", "green", "blue", "indigo", "purple", "pink", "gray"}


@pytest.fixture(params=SPACES, ids=lambda folder: folder.name)
def space(request):
    return request.param


def test_an_app_shows_the_title_the_description_and_the_text_without_its_heading(tmp_path):
    card = tmp_path / "README.md"
    card.write_bytes(
        b"---\r\ntitle: 'A --- B'\r\ndescription: >-\r\n  Two\r\n  lines.\r\n---\r\n\r\n# Card\r\n\r\nText\r\n"
    )
    assert _read_card(card) == ("A --- B", "Two lines.", "\r\nText")
    card.write_text("---\ntitle: A\ndescription: B\n---\n# Card\n\na table\n---\nand more\n")
    assert _read_card(card) == ("A", "B", "\na table\n---\nand more")


def test_there_is_an_app_for_each_metric():
    names = sorted(metric for kind in _KINDS for metric in kind.metrics)
    assert names == sorted(path.parent.name for path in ROOT.glob("metrics/*/app.py"))


def test_the_spaces_are_found():
    assert {"explorer", "set_accuracy", "temporal_mase"} <= {space.name for space in SPACES}


def test_the_card_is_one_of_a_space(space):
    data = SpaceCard.load(space / "README.md").data
    card = data.to_dict()
    assert card.keys() <= KEYS
    assert {card["colorFrom"], card["colorTo"]} <= COLOURS
    assert (data.sdk, data.license) == ("gradio", "apache-2.0")
    assert (space / data.app_file).is_file()
    assert len(card["short_description"]) <= 60  # the Hub refuses longer ones
    assert isinstance(data.python_version, str)  # 3.10 as a number would be 3.1
    assert data.python_version >= "3.11"
    assert len(data.title) <= 60


def test_all_run_on_the_version_of_gradio_that_the_extra_asks_for(space):
    wanted = re.search(r'"gradio>=([0-9.]+),<([0-9]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    version = SpaceCard.load(space / "README.md").data.sdk_version
    assert version.startswith(wanted[1])
    assert int(version.partition(".")[0]) < int(wanted[2])


def test_a_metric_s_card_has_all_parts_of_a_metric_card():
    for space in SPACES:
        if space.parent.name == "metrics":
            heads = re.findall(r"^##+ (.+)$", (space / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
            assert [head for head in heads if not head.startswith(("`", "How names"))] == [
                "Description", "An example by hand", "How to use", "Inputs", "Outputs", "Undefined cases",
                "Limits and biases", "Citation", "Further reading",
            ]  # fmt: skip


def test_without_gradio_one_line_says_what_to_install(space, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "gradio", None)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(space / "app.py"))
    assert ended.value.code == 2
    assert capsys.readouterr().err == "apps need gradio: pip install 'temporal-qa[spaces]'\n"


def test_figures_and_tables_escape_what_they_show():
    html = table_html(["<b>"], [["<img src=x>"], [None], [3.5], ["x" * 1000]])
    assert "<img" not in html
    assert "<b>" not in html
    assert "x" * 301 not in html
    shown = summary_html({"f1": 12.34567, "f1_interval": [1.0, 20.0], "n": 1234, "mase": None, "by_unit": {}})
    assert re.findall(r'data-score="(\w+)">([^<]+)', shown) == [("f1", "12.35 "), ("n", "1,234"), ("mase", "undefined")]
    assert "[1, 20]" in shown

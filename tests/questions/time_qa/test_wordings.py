"""A user's copy of the released relations.json gives wordings; another file is told in one line."""

import json
import re

import pytest

from temporal_qa.io import yaml_tables
from temporal_qa.io.errors import InputError
from temporal_qa.questions.time_qa.wordings import our_wordings, released_wordings


def read(tmp_path, table):
    path = tmp_path / "relations.json"
    path.write_text(json.dumps(table))
    return released_wordings(path)


def test_slots_are_named_and_relations_without_a_template_have_none(tmp_path):
    wordings = read(tmp_path, {
        "P1": {"template": ["What did {$1} do $2?", "Who was $1 $2?"], "mode": "pointwise"},
        "P2": {"template": ["Where was $1 $3?"], "mode": "spanwise"},
        "P3": {"template": []},
        "P4": {},
        "P5": {"template": None},
    })  # fmt: skip
    assert wordings.templates == {
        "P1": ("What did {subject} do {when}?", "Who was {subject} {when}?"),
        "P2": ("Where was {subject} {when}?",),
    }
    assert wordings.pointwise == {"P1"}


NOT_BLOCKS = [
    "Who was $1 $2?", ["Who was $1 $2?"], {"template": "Who was $1 $2?"}, {"template": ["Who was he $2?"]},
    {"template": ["Who was $1 $2?", 5]}, {"template": ["Who was $1?"]}, {"template": ["Was $1 $1 $2?"]},
]  # fmt: skip


@pytest.mark.parametrize("block", NOT_BLOCKS, ids=str)
def test_another_file_is_refused(tmp_path, block):
    with pytest.raises(InputError, match="P1: expected a 'template', a list of texts with the slot \\$1"):
        read(tmp_path, {"P1": block})


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ('"Who was {subject} {when}?"', "Expected `array`, got `str`"),
        ('["Who was {subject}?"]', "P1: 'Who was {subject}?' has slots"),
        ('["Who was {when}?"]', "P1: 'Who was {when}?' has slots"),
    ],
)
def test_a_wording_of_ours_without_a_slot_is_refused(monkeypatch, tmp_path, texts, message):
    (tmp_path / "time_qa.yaml").write_text(f"pointwise: []\ntemplates: {{P1: {texts}}}")
    monkeypatch.setattr(yaml_tables, "files", lambda _: tmp_path)
    with pytest.raises(InputError, match=re.escape(message)):
        our_wordings.__wrapped__()


@pytest.mark.parametrize("table", [{}, {"P1": {}}, {"P1": {"template": []}}], ids=str)
def test_a_file_without_a_template_is_refused(tmp_path, table):
    with pytest.raises(InputError, match=r"relations.json: no relation has a 'template', expected the released"):
        read(tmp_path, table)

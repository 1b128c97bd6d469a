"""The card and the build record of Complex-TR: what they say, and that it is true."""

import hashlib
import importlib
import json
import re
import shlex
import shutil

import pytest
from datasets import load_dataset
from huggingface_hub import DatasetCard
from typer.testing import CliRunner

from figures_of_rows import dataset_statistics
from temporal_qa.command_line import app
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.questions.complex_tr.queries import kind_in_words
from temporal_qa.report.question_counts import COMPLEX_TR, table_beside_complex_tr
from temporal_qa.timeline.dates import CalendarDate

complex_tr = importlib.import_module("temporal_qa.dataset_scripts.complex_tr")


def load(folder, cache):
    return load_dataset(str(folder), "reason_qa", cache_dir=str(cache), verification_mode="all_checks")


def test_the_card_is_valid_and_counts_what_was_left_out(made):
    folder, _ = made
    card = DatasetCard.load(folder / "README.md")
    assert card.data.license == "cc0-1.0"
    assert [config["config_name"] for config in card.data.configs] == ["reason_qa"]
    assert [split["num_examples"] for split in card.data.dataset_info["splits"]]
    record = json.loads((folder / "build.json").read_text())
    for reason, number in record["drops"].items():
        assert f"| {reason}" in card.text
        assert f"{number:,} |" in card.text
    assert record["drops"]["fact of a relation that has no wordings"] == 1
    assert record["drops"]["group of a single fact"] == 1
    assert record["drops"]["fact stated again"] == 1
    assert record["seed"] == 1
    assert "{{" not in card.text


def built(facts, tmp_path, **how):
    """The card and the record of a build."""
    complex_tr.build(facts, tmp_path / "made", **how)
    record = json.loads((tmp_path / "made" / "build.json").read_text())
    return DatasetCard.load(tmp_path / "made" / "README.md"), record


@pytest.fixture(scope="module")
def open_facts(lives, tmp_path_factory):
    """The short lives, one of them without its end, and two lines that are no facts."""
    first, *others = lives.read_text().splitlines(keepends=True)
    path = tmp_path_factory.mktemp("open") / "open facts.jsonl"
    lines = [json.dumps({**json.loads(first), "end": None}) + "\n", *others, "nonsense\n", '{"subject": "Ann"}\n']
    path.write_text("".join(lines))
    return path


def test_bad_lines_are_counted_in_the_record_and_the_card(open_facts, tmp_path):
    skipping = DropLog(skip_bad_rows=True)
    card, record = built(open_facts, tmp_path, as_of=CalendarDate(2023, 3), drops=skipping)
    assert record["drops"]["a bad row"] == skipping.bad_rows == 2
    assert re.search(r"\| a bad row +\| +2 \|", card.text)
    with pytest.raises(InputError, match=r"open facts\.jsonl:52: not valid JSON"):
        complex_tr.build(open_facts, tmp_path / "strict", as_of=CalendarDate(2023, 3))


def test_the_record_and_the_card_name_the_facts_and_the_options(open_facts, tmp_path):
    card, record = built(open_facts, tmp_path, seed=5, as_of=CalendarDate(2023, 3), drops=DropLog(skip_bad_rows=True))
    digest = hashlib.sha256(open_facts.read_bytes()).hexdigest()
    assert (record["seed"], record["as_of"]) == (5, "2023-03")
    assert record["inputs"] == {"facts": {"file": "open facts.jsonl", "sha256": digest}}
    assert f"`open facts.jsonl` (SHA-256 `{digest}`)" in card.text


def test_the_command_in_the_card_makes_the_same_bytes(lives, open_facts, tmp_path, monkeypatch):
    for number, (path, how, options) in enumerate([
        (lives, {}, set()),
        (open_facts, {"as_of": CalendarDate(2023, 3), "drops": DropLog(skip_bad_rows=True)}, {"--as-of", "--skip-bad"}),
    ]):  # fmt: skip
        plain = tmp_path / f"{number}.jsonl"  # a name that needs no quotes
        shutil.copy(path, plain)
        complex_tr.build(plain, tmp_path / f"made {number}", seed=5, **how)
        text = (tmp_path / f"made {number}" / "README.md").read_text()
        program, *arguments = shlex.split(re.search(r"byte for byte: `(.+?)`", text)[1])
        assert program == "temporal-qa"
        assert options == {"--as-of", "--skip-bad"} & set(arguments)
        monkeypatch.chdir(tmp_path)
        result = CliRunner().invoke(app, [f"again {number}" if word == "DIR" else word for word in arguments])
        assert result.exit_code == 0, result.output
        for file in (tmp_path / f"made {number}").rglob("*.*"):
            again = tmp_path / f"again {number}" / file.relative_to(tmp_path / f"made {number}")
            assert again.read_bytes() == file.read_bytes(), file


def test_the_card_declares_the_default_config_and_the_sizes(made):
    folder, _ = made
    data = DatasetCard.load(folder / "README.md").data
    assert data.configs[0]["default"] is True
    assert data.dataset_info["download_size"] == sum(file.stat().st_size for file in folder.rglob("*.parquet"))
    sizes = {split["name"]: split["num_bytes"] for split in data.dataset_info["splits"]}
    assert data.dataset_info["dataset_size"] == sum(sizes.values())
    assert sizes["train"] > sizes["dev"] > 0


def test_the_card_counts_what_was_made(made, tmp_path):
    folder, report = made
    text = (folder / "README.md").read_text()
    rows = {split: [*data] for split, data in load(folder, tmp_path).items()}
    every = [row for split in rows.values() for row in split]
    share = 100 * sum(len(row["answers"]) > 1 for row in every) / len(every)
    assert 0 < share < 100
    assert f"more than one answer: {share:.1f} %" in text

    def counted(name):
        found = re.search(rf"\|{re.escape(name)} *\|([\d, |]+)\|\n", text.replace("| ", "|"))
        return found and [int(number.replace(",", "")) for number in found[1].split("|")]

    for first in range(1940, 2020, 20):
        span = {str(year) for year in range(first, first + 20)}
        numbers = [sum(row["reference_date"][:4] in span for row in split) for split in rows.values()]
        assert counted(f"{first}-{first + 19}") == (numbers if any(numbers) else None)
    for kind in {row["kind"] for row in every}:
        assert counted(kind_in_words(kind)) == [sum(row["kind"] == kind for row in rows[s]) for s in rows]
    assert counted("all") == [*report["counts"].values()]


def test_the_build_tells_the_papers_table_3_beside_its_own_figures(made, lives, tmp_path, monkeypatch):
    folder, report = made
    rows = {split: dataset_statistics(data) for split, data in load(folder, tmp_path).items()}
    assert report["statistics"] == rows
    assert report["groups"] == {"train": 6, "dev": 3, "test": 3}
    table = table_beside_complex_tr(rows, complex_tr.PAPER_COLUMNS)
    card = (folder / "README.md").read_text()
    assert table in card
    assert "Splits are disjoint by subject: 6 train, 3 dev, 3 test." in card
    monkeypatch.chdir(tmp_path)
    arguments = ["build", "complex-tr", "--facts", str(lives), "--seed", "1", "--out"]
    assert table in CliRunner().invoke(app, [*arguments, "printed"]).output
    printed = json.loads(CliRunner().invoke(app, [*arguments, "json", "--json"]).stdout)
    assert printed["groups"] == report["groups"]
    for split, figures in rows.items():
        assert printed["table_3"][split]["ours"] == figures
        assert printed["table_3"][split]["complex_tr"] == COMPLEX_TR[complex_tr.PAPER_COLUMNS[split]]

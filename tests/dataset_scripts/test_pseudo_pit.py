"""The dataset pseudo-PIT, from a seed or a file of facts to what load_dataset returns."""

import hashlib
import importlib
import json
import re
import shlex
import shutil
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from huggingface_hub import DatasetCard
from typer.testing import CliRunner

from figures_of_rows import dataset_statistics
from temporal_qa import __version__
from temporal_qa.command_line import app
from temporal_qa.fiction import group_statistics
from temporal_qa.fiction.groups import PseudoWorld, WorldLimits
from temporal_qa.fiction.names import FictionalNames
from temporal_qa.fiction.options import PseudoOptions, make_recipe
from temporal_qa.fiction.pseudo_questions import block_questions, class_counts
from temporal_qa.fiction.pseudo_tables import pseudo_features, question_table
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.questions.complex_tr.queries import kind_in_words
from temporal_qa.questions.complex_tr.solver import solve_row
from temporal_qa.questions.periods import PERIODS, period
from temporal_qa.report.question_counts import table_beside_complex_tr
from temporal_qa.timeline.dates import CalendarDate, parse_month

from .conftest import by_class, load, record_of, rows_of, tree

pseudo_pit = importlib.import_module("temporal_qa.dataset_scripts.pseudo_pit")
pytestmark = pytest.mark.usefixtures("fewer_groups")

SHARD = "reason_qa/train-00000-of-00001.parquet"
N = 1_234


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder, reported = tmp_path_factory.mktemp("made") / "pseudo-pit", []
    report = pseudo_pit.build(folder, PseudoOptions(N, 1, invent=True), on_progress=reported.append)
    assert sum(reported) == N
    return folder, report


PLOTS = ["plots/questions_by_period.svg", "plots/questions_by_relation.svg"]


# --- What is made -----------------------------------------------------------------------------------------------------


def test_load_dataset_returns_the_declared_features_and_the_questions_of_the_blocks(made, tmp_path):
    rows = load(made[0], tmp_path)
    assert rows.features == pseudo_features()
    assert len(rows) == N
    recipe = make_recipe(PseudoOptions(N, 1, invent=True))
    blocks = [*block_questions(recipe, 0), *block_questions(recipe, 1, N - 1_000)]
    assert list(rows) == question_table(blocks, pseudo_features().arrow_schema).to_pylist() == rows_of(made[0])


def test_every_label_is_what_the_solver_says_from_facts_and_from_text(made):
    for row in rows_of(made[0])[::3]:
        text_only = {key: row[key] for key in ("question", "fact_context")}
        assert row["answers"] == solve_row(row).answers == solve_row(text_only).answers
        assert len(row["fact_context"].splitlines()) == len(row["facts"])
        assert row["question"] in row["instruction"]
        assert row["fact_context"] in row["instruction"]
        assert row["target"] in (" $and ".join(row["answers"]), " $and ".join(row["answers"][::-1]))


def test_the_mix_and_the_context_are_those_of_the_paper(made):
    rows = rows_of(made[0])
    assert by_class(rows) == class_counts(0, N)
    assert 9 < sum(len(row["facts"]) for row in rows) / N < 12.5  # 10.8 in Table 3
    assert len({row["id"] for row in rows}) == N
    years = [int(row["reference_date"][:4]) for row in rows]
    assert min(years) < 1600
    assert max(years) > 2021


def test_the_report_is_that_of_the_rows(made):
    folder, report = made
    figures, expected = dict(report["statistics"]), dataset_statistics(rows_of(folder))
    assert figures.pop("time_coverage") == expected.pop("time_coverage")
    assert figures == pytest.approx(expected)
    assert report["counts"] == {"train": N}
    assert report["config"] == "reason_qa"
    assert report["drops"] == record_of(folder)["drops"]


def test_the_record_tells_how_it_was_made(made):
    record = record_of(made[0])
    assert record.items() >= {
        "dataset": "pseudo_pit", "temporal_qa": __version__, "seed": 1, "questions": N, "invent": True, "inputs": {},
        "counts": {"reason_qa": {"train": N}},
    }.items()  # fmt: skip
    assert record["resample"] is record["fiction"] is True
    assert record["as_of"] is record["training"] is record["real_labels"] is None
    assert record["keep"] == make_recipe(PseudoOptions(N, 1, invent=True)).keep
    assert list(record["keep"]) == list(PERIODS)
    assert record["names_withheld"] == {}
    assert record["drops"]
    assert all(number > 0 for number in record["drops"].values())


def test_the_folder_holds_nothing_else(made):
    folder, _ = made
    assert sorted(tree(folder)) == sorted(["README.md", "build.json", SHARD, *PLOTS])
    assert [path.name for path in folder.parent.iterdir()] == ["pseudo-pit"]


def test_the_builder_gives_the_rows_of_the_folder(made, tmp_path):
    builder = pseudo_pit.PseudoPIT(options=PseudoOptions(N, 1, invent=True), cache_dir=str(tmp_path))
    builder.download_and_prepare()
    dataset = builder.as_dataset(split="train")
    assert dataset.features == pseudo_features()
    assert dataset.to_list() == rows_of(made[0])
    other = pseudo_pit.PseudoPIT(options=PseudoOptions(N, 2, invent=True), cache_dir=str(tmp_path))
    assert other.cache_dir != builder.cache_dir


def test_a_changed_file_is_noticed_when_loading(made, tmp_path):
    folder = shutil.copytree(made[0], tmp_path / "changed")
    pq.write_table(pq.read_table(folder / SHARD).slice(1), folder / SHARD)
    with pytest.raises(Exception, match="train"):
        load(folder, tmp_path / "cache")


def test_seeds_differ_in_what_hangs_on_the_seed_and_in_nothing_else(made, tmp_path):
    folder, other = made[0], tmp_path / "other"
    pseudo_pit.build(other, PseudoOptions(N, 2, invent=True))
    assert sorted(tree(other)) == sorted(tree(folder))
    one, two = pq.read_table(folder / SHARD), pq.read_table(other / SHARD)
    assert one.schema.equals(two.schema, check_metadata=False)
    rows, others = rows_of(folder), rows_of(other)
    assert by_class(rows) == by_class(others)
    for column in ("id", "question", "fact_context", "instruction"):
        assert not {row[column] for row in rows} & {row[column] for row in others}
    records = [record_of(each) for each in (folder, other)]
    differing = {key for key in records[0].keys() | records[1].keys() if records[0].get(key) != records[1].get(key)}
    assert {"seed"} <= differing <= {"seed", "keep", "drops"}
    heads = [DatasetCard.load(each / "README.md").data.to_dict() for each in (folder, other)]
    for head in heads:
        sizes = head["dataset_info"]
        for key in ("download_size", "dataset_size"):
            assert sizes.pop(key)
        assert sizes["splits"][0].pop("num_bytes")
    assert heads[0] == heads[1]


# --- The card ---------------------------------------------------------------------------------------------------------


def table_rows(text):
    """The cells of every table line of a card, spaces and the commas of thousands left out, by the first cell."""
    lines = re.findall(r"^\|(.+)\|$", text, re.MULTILINE)
    return {cells[0]: cells[1:] for line in lines if (cells := [cell.strip() for cell in line.split("|")])}


def test_the_card_is_valid_and_declares_the_sizes(made):
    folder, _ = made
    card = DatasetCard.load(folder / "README.md")
    data = card.data
    assert (data.license, data.language, data.pretty_name) == ("cc0-1.0", ["en"], "Pseudo-PIT")
    assert data.size_categories == ["1K<n<10K"]
    assert data.configs == [
        {"config_name": "reason_qa", "data_files": [{"split": "train", "path": "reason_qa/train-*"}], "default": True}
    ]
    (split,) = data.dataset_info["splits"]
    assert (split["name"], split["num_examples"]) == ("train", N)
    assert data.dataset_info["dataset_size"] == split["num_bytes"] > data.dataset_info["download_size"]
    assert data.dataset_info["download_size"] == (folder / SHARD).stat().st_size
    assert not re.search(r"{{|{%|}}|\bNone\b|\n\n\n", card.text)


def test_the_card_counts_what_was_made_and_what_was_left_out(made):
    folder, report = made
    text, rows = (folder / "README.md").read_text(), rows_of(folder)
    assert table_beside_complex_tr({"this": report["statistics"]}, {"this": "Pseudo"}) in text
    assert json.loads(re.search(r"```json\n(.+?)\n```", text, re.DOTALL)[1]) == rows[0]
    share = 100 * sum(len(row["answers"]) > 1 for row in rows) / N
    assert f"more than one answer: {share:.1f} %" in text
    cells = table_rows(text)
    for kind in {row["kind"] for row in rows}:
        assert cells[kind_in_words(kind)] == [str(sum(row["kind"] == kind for row in rows))]
    for relation, number in Counter(row["relation"] for row in rows).items():
        (found,) = [cells[name] for name in cells if name.split()[0] == relation]
        assert found == [str(number)]
    record = record_of(folder)
    periods = Counter(period(parse_month(row["reference_date"])) for row in rows)
    for name in PERIODS:
        assert cells[name] == [f"{record['keep'][name]:.3f}", str(periods[name])]
    for reason, number in record["drops"].items():
        assert cells[reason] == [f"{number:,}"]


def test_the_card_holds_the_groups_against_real_ones(made):
    world = PseudoWorld(1)
    groups = [world.group(n, f"G{n}").group for n in range(group_statistics.MEASURED_GROUPS)]
    ours = group_statistics.group_statistics(groups)
    cells = table_rows((made[0] / "README.md").read_text())
    for name, real in group_statistics.WIKIDATA_SAMPLE.items():
        assert cells[name] == [ours[name], real]


def flags(text):
    program, *arguments = shlex.split(re.search(r"byte for byte: `(.+?)`", text)[1])
    assert program == "temporal-qa"
    return arguments


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({"invent": True}, set()),
        ({"invent": True, "real_labels": "real labels.txt"}, {"--real-labels"}),
        ({"invent": True, "as_published": True}, {"--as-published"}),
        ({"facts": "open facts.jsonl", "fiction": False, "as_of": CalendarDate(2023, 3), "training": "t.jsonl"},
         {"--no-fiction", "--as-of", "--training", "--skip-bad"}),
        ({"facts": "open facts.jsonl", "resample": False, "as_of": CalendarDate(2023)},
         {"--no-resample", "--as-of", "--skip-bad"}),
    ],
)  # fmt: skip
def test_the_command_in_the_card_makes_the_same_bytes(facts, tmp_path, monkeypatch, how, expected):
    monkeypatch.chdir(tmp_path)
    first, *others = facts.read_text().splitlines(keepends=True)
    open_line = json.dumps(json.loads(first) | {"end": None}) + "\n"
    Path("open facts.jsonl").write_text("".join([open_line, *others, "nonsense\n"]))
    Path("real labels.txt").write_text(f"{FictionalNames(5).nth('town', 1)}\nAnn Onymous\n")
    Path("t.jsonl").write_text('{"reference_date": "1950-01"}\n' * 2 + '{"reference_date": "1990-01"}\n')
    how = {key: Path(value) if isinstance(value, str) else value for key, value in how.items()}
    pseudo_pit.build(Path("made"), PseudoOptions(150, 5, **how), drops=DropLog(skip_bad_rows=True))
    text = Path("made/README.md").read_text()
    arguments = flags(text)
    assert expected == set(arguments) & {"--no-resample", "--no-fiction", "--skip-bad", "--training", "--real-labels",
                                         "--as-of", "--as-published"}  # fmt: skip
    result = CliRunner().invoke(app, ["again" if word == "DIR" else word for word in arguments])
    assert result.exit_code == 0, result.output
    assert tree(tmp_path / "again") == tree(tmp_path / "made")
    for name in filter(None, (how.get("facts"), how.get("real_labels"), how.get("training"))):
        digest = hashlib.sha256(name.read_bytes()).hexdigest()
        assert {"file": name.name, "sha256": digest} in record_of(tmp_path / "made")["inputs"].values()
        assert re.search(rf"`{name.name}`\s+\(SHA-256\s+`{digest}`\)", text)
    assert str(tmp_path) not in text + json.dumps(record_of(tmp_path / "made"))
    if "real_labels" in how:
        assert record_of(tmp_path / "made")["names_withheld"]["town"] == 1
        assert "1 fictional names are labels in `real labels.txt`" in text
    assert not re.search(r"{{|{%|}}|\bNone\b", text)


@pytest.mark.parametrize(
    "limits", [WorldLimits(max_facts_per_group=2), WorldLimits(names_per_type=20), WorldLimits(relations=("P54",))]
)
def test_what_the_command_could_not_make_again_is_refused(tmp_path, limits):
    """Small worlds are for training; the card of a dataset says how to make it again."""
    with pytest.raises(InputError, match=r"^a small world is for questions made while training"):
        pseudo_pit.build(tmp_path / "out", PseudoOptions(20, 1, invent=True, resample=False, limits=limits))
    assert list(tmp_path.iterdir()) == []

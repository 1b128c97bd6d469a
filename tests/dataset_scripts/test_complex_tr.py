"""The published dataset: from a file of facts to what load_dataset returns."""

import hashlib
import importlib
import json
import re
import shlex
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from datasets import load_dataset
from huggingface_hub import DatasetCard
from typer.testing import CliRunner

from temporal_qa.command_line import app
from temporal_qa.fiction.invented_world import invent_groups
from temporal_qa.fiction.resampling import period as period_of
from temporal_qa.files import InputError
from temporal_qa.passages.paragraphs import Passage
from temporal_qa.questions.records import FUTURE_START, question_features
from temporal_qa.questions.solver import solve_row
from temporal_qa.questions.splits import RELATION_CEILING, SPLIT_SIZES
from temporal_qa.questions.synthesis import all_questions
from temporal_qa.report.dataset_statistics import COMPLEX_TR, dataset_statistics, table_beside_complex_tr
from temporal_qa.timeline.dates import CalendarDate, parse_month
from temporal_qa.timeline.fact_files import write_facts
from temporal_qa.timeline.facts import Fact

complex_tr = importlib.import_module("temporal_qa.dataset_scripts.complex_tr")

REAL_FACTS = Path(__file__).parents[3] / "shared" / "data" / "wikidata" / "quintuples.jsonl"


@pytest.fixture(scope="module")
def facts(tmp_path_factory):
    """Twelve short lives, one fact of an unknown relation, one subject with a single fact, one fact stated twice."""
    lives = [
        Fact(f"Person {n}", relation, name, CalendarDate(1950 + 4 * n + start), CalendarDate(1950 + 4 * n + end))
        for n in range(12)
        for relation, name, start, end in [("P54", "Ice Warriors", 0, 5), ("P54", "Polar Bears", 5, 9),
                                           ("P551", "Jadebrook", 2, 7), ("P551", "Iolitetown", 20, 30)]
    ]  # fmt: skip
    lives += [lives[0], Fact("Person 1", "P40", "Child", CalendarDate(1980), CalendarDate(1981)),
              Fact("Loner", "P54", "Ice Warriors", CalendarDate(1980), CalendarDate(1981))]  # fmt: skip
    path = tmp_path_factory.mktemp("facts") / "facts.jsonl"
    write_facts(path, lives)
    return path


@pytest.fixture(scope="module")
def made(facts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "complex-tr"
    return folder, complex_tr.build(facts, folder, seed=1)


def load(folder, cache):
    return load_dataset(str(folder), "reason_qa", cache_dir=str(cache), verification_mode="all_checks")


def test_load_dataset_returns_the_declared_features_and_rows(made, tmp_path):
    folder, report = made
    dataset = load(folder, tmp_path)
    assert {split: len(rows) for split, rows in dataset.items()} == report["counts"]
    for rows in dataset.values():
        assert rows.features == question_features()
        for row in rows:
            assert row["answers"] == solve_row(row).answers
            assert len(row["fact_context"].splitlines()) == len(row["facts"])


def test_splits_share_no_subject_and_no_id_and_training_has_no_future(made, tmp_path):
    dataset = load(made[0], tmp_path)
    subjects = {split: set(rows["subject"]) for split, rows in dataset.items()}
    assert not subjects["train"] & subjects["test"]
    assert not subjects["train"] & subjects["dev"]
    assert not subjects["dev"] & subjects["test"]
    assert not any(dataset["train"]["future"])
    ids = Counter(id_ for rows in dataset.values() for id_ in rows["id"])
    assert max(ids.values()) == 1


def test_a_changed_file_is_noticed_when_loading(made, tmp_path):
    """The card declares the split sizes, and loading checks them."""
    folder = tmp_path / "changed"
    shutil.copytree(made[0], folder)
    shutil.copy(folder / "reason_qa/dev-00000-of-00001.parquet", folder / "reason_qa/train-00000-of-00001.parquet")
    with pytest.raises(Exception, match="train"):
        load(folder, tmp_path / "cache")


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


def test_same_seed_same_bytes_and_another_seed_other_questions(made, facts, tmp_path):
    folder, _ = made
    complex_tr.build(facts, tmp_path / "again", seed=1)
    complex_tr.build(facts, tmp_path / "other", seed=2)
    files = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
    assert len(files) == 7
    for file in files:
        assert (tmp_path / "again" / file).read_bytes() == (folder / file).read_bytes(), file
    test = "reason_qa/test-00000-of-00001.parquet"
    assert (tmp_path / "other" / test).read_bytes() != (folder / test).read_bytes()


def test_too_few_facts_are_told_in_one_line_and_leave_nothing(tmp_path):
    path = tmp_path / "facts.jsonl"
    write_facts(path, [Fact("Ann", "P54", "A", CalendarDate(1990), CalendarDate(1991))])
    with pytest.raises(InputError, match=r"^.*facts\.jsonl: 0 subjects with two facts or more .*P54.* at least 4"):
        complex_tr.build(path, tmp_path / "out")
    assert [file.name for file in tmp_path.iterdir()] == ["facts.jsonl"]


def built(facts, tmp_path, **how):
    """The rows by split, the card and the record of a build."""
    complex_tr.build(facts, tmp_path / "made", **how)
    record = json.loads((tmp_path / "made" / "build.json").read_text())
    return load(tmp_path / "made", tmp_path / "cache"), DatasetCard.load(tmp_path / "made" / "README.md"), record


def months(name, *stations):
    """Facts of one subject: relation, object, start and end as text."""
    return [Fact(name, relation, object_, *map(CalendarDate.parse, span)) for relation, object_, *span in stations]


def test_training_ends_with_december_2019_though_its_subjects_go_on(tmp_path):
    path = tmp_path / "facts.jsonl"
    write_facts(path, [fact for n in range(12) for fact in months(
        f"Person {n}", ("P54", "A", "2012-01", "2016-01"), ("P54", "B", "2020-01", "2020-01"),
        ("P54", "C", "2021-01", "2024-01"), ("P551", "D", "2019-12", "2020-03"), ("P551", "E", "2022-03", "2023-03"),
    )])  # fmt: skip
    made = complex_tr.make_questions(path, 0)
    january, in_training = 2020 * 12, ": reference time in 2020 or later, in training"
    possible = [c.query for group in made.groups["train"] for c in all_questions(group, 0)]
    late = Counter(query.kind for query in possible if query.reference_month >= january)
    assert january in {query.reference_month for query in possible}
    counted = {r.removesuffix(in_training): n for r, n in made.drops.items() if r.endswith(in_training)}
    assert late.keys() == counted.keys()
    # Free months are drawn anew; an event's start is what it is.
    assert {kind: n for kind, n in late.items() if kind[:2] == "l3"} == {
        kind: n for kind, n in counted.items() if kind[:2] == "l3"
    }
    assert max(question.reference_month for question in made.splits["train"]) < january
    for split in ("dev", "test"):
        references = {question.reference_month for question in made.splits[split]}
        assert min(references) < january <= max(references)
        assert all(question.future == (question.reference_month >= january) for question in made.splits[split])
    assert january in {question.reference_month for split in ("dev", "test") for question in made.splits[split]}


@pytest.fixture(scope="module")
def open_facts(facts, tmp_path_factory):
    """The short lives, one of them without its end, and two lines that are no facts."""
    first, *others = facts.read_text().splitlines(keepends=True)
    path = tmp_path_factory.mktemp("open") / "open facts.jsonl"
    lines = [json.dumps({**json.loads(first), "end": None}) + "\n", *others, "nonsense\n", '{"subject": "Ann"}\n']
    path.write_text("".join(lines))
    return path


def test_bad_lines_are_counted_in_the_record_and_the_card(open_facts, tmp_path):
    bad = []
    _, card, record = built(open_facts, tmp_path, as_of=CalendarDate(2023, 3), on_bad_row=bad.append)
    assert record["drops"]["line that is no fact, skipped"] == len(bad) == 2
    assert re.search(r"\| line that is no fact, skipped +\| +2 \|", card.text)
    with pytest.raises(InputError, match=r"open facts\.jsonl:52: not valid JSON"):
        complex_tr.build(open_facts, tmp_path / "strict", as_of=CalendarDate(2023, 3))


def test_the_record_and_the_card_name_the_facts_and_the_options(open_facts, tmp_path):
    _, card, record = built(open_facts, tmp_path, seed=5, as_of=CalendarDate(2023, 3), on_bad_row=lambda error: None)
    digest = hashlib.sha256(open_facts.read_bytes()).hexdigest()
    assert (record["seed"], record["as_of"]) == (5, "2023-03")
    assert record["inputs"] == {"facts": {"file": "open facts.jsonl", "sha256": digest}}
    assert f"`open facts.jsonl` (SHA-256 `{digest}`)" in card.text


def test_the_command_in_the_card_makes_the_same_bytes(facts, open_facts, tmp_path, monkeypatch):
    for number, (path, how, options) in enumerate([
        (facts, {}, set()),
        (open_facts, {"as_of": CalendarDate(2023, 3), "on_bad_row": lambda error: None}, {"--as-of", "--skip-bad"}),
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


def test_without_a_name_the_default_config_is_loaded(made, tmp_path):
    assert load_dataset(str(made[0]), split="test", cache_dir=str(tmp_path)).config_name == "reason_qa"


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
        (level, hops) = next((row["level"], row["hops"]) for row in every if row["kind"] == kind)
        assert counted(f"{level} {hops} {kind}") == [sum(row["kind"] == kind for row in rows[s]) for s in rows]
    assert counted("all") == [*report["counts"].values()]


@pytest.mark.parametrize(
    ("month", "period"),
    [("-0043-03", "before 1900"), ("1899-12", "before 1900"), ("1900-01", "1900-1919"), ("1919-12", "1900-1919"),
     ("1920-01", "1920-1939"), ("2019-12", "2000-2019"), ("2023-03", "2020 and later")],
)  # fmt: skip
def test_periods_are_the_bins_of_complex_tr(month, period):
    assert period_of(parse_month(month)) == period


def test_a_subject_with_two_names_is_one_subject_under_the_more_frequent(tmp_path):
    path = tmp_path / "facts.jsonl"
    stations = (("P54", "A", "1990", "1994"), ("P54", "B", "1994", "1999"), ("P54", "C", "1999", "2003"))
    lives = [replace(fact, subject_id=f"Q{n}") for n in range(6) for fact in months(f"Person {n}", *stations)]
    write_facts(path, [replace(lives[0], subject="Old name"), *lives[1:]])
    dataset, _, record = built(path, tmp_path)
    assert record["drops"]["fact under another name of its subject, renamed"] == 1
    rows = [row for split in dataset.values() for row in split if "_Q0_" in row["id"]]
    assert rows
    assert all("Old name" not in row["fact_context"] and len(row["facts"]) == 3 for row in rows)
    assert {row["subject"] for row in rows} == {"Person 0"}


def test_a_subject_may_have_hundreds_of_facts(tmp_path):
    path = tmp_path / "facts.jsonl"
    many = [("P54", f"Team {n}", f"{1600 + n}-01", f"{1601 + n}-06") for n in range(300)]
    few = [fact for n in range(5) for fact in months(f"Person {n}", *many[::60])]
    write_facts(path, [*months("Methuselah", *many), *few])
    dataset, _, _ = built(path, tmp_path)
    contexts = [row["fact_context"] for split in dataset.values() for row in split if row["subject"] == "Methuselah"]
    assert contexts
    assert {len(context.split("\n")) for context in contexts} == {300}


def test_the_build_tells_the_papers_table_3_beside_its_own_figures(made, facts, tmp_path, monkeypatch):
    folder, report = made
    rows = {split: dataset_statistics(data) for split, data in load(folder, tmp_path).items()}
    assert report["statistics"] == rows
    assert report["groups"] == {"train": 6, "dev": 3, "test": 3}
    table = table_beside_complex_tr(rows, complex_tr.PAPER_COLUMNS)
    card = (folder / "README.md").read_text()
    assert table in card
    assert "Splits are disjoint by subject: 6 train, 3 dev, 3 test." in card
    monkeypatch.chdir(tmp_path)
    arguments = ["build", "complex-tr", "--facts", str(facts), "--seed", "1", "--out"]
    assert table in CliRunner().invoke(app, [*arguments, "printed"]).output
    printed = json.loads(CliRunner().invoke(app, [*arguments, "json", "--json"]).output)
    assert printed["groups"] == report["groups"]
    for split, figures in rows.items():
        assert printed["table_3"][split]["ours"] == figures.to_dict()
        assert printed["table_3"][split]["complex_tr"] == COMPLEX_TR[complex_tr.PAPER_COLUMNS[split]].to_dict()


def test_a_world_large_enough_gives_the_groups_and_the_numbers_of_the_paper(tmp_path):
    path = tmp_path / "facts.jsonl"
    write_facts(path, [fact for group in invent_groups(4_500, seed=3) for fact in group.facts])
    made = complex_tr.make_questions(path, 0)
    assert {split: len(groups) for split, groups in made.groups.items()} == SPLIT_SIZES
    assert sum(SPLIT_SIZES.values()) == 2_000
    every = [group for groups in made.groups.values() for group in groups]
    assert len({group.subject for group in every}) == 2_000
    assert max(Counter(group.representative_relation for group in every).values()) <= RELATION_CEILING
    assert sum(len({fact.relation for fact in group.facts}) > 1 for group in every) > 1_800  # several relations
    statistics = made.statistics()
    assert statistics["train"].by_class == COMPLEX_TR["Training"].by_class
    assert statistics["train"].last_year == COMPLEX_TR["Training"].last_year == FUTURE_START // 12 - 1
    assert statistics["dev"].by_class == statistics["test"].by_class == COMPLEX_TR["Dev"].by_class
    for figures in statistics.values():
        assert abs(figures.average_facts - 9.2) < 2
        assert abs(figures.multi_answer_percent - 23.5) < 4


@pytest.mark.skipif(not REAL_FACTS.exists(), reason="the shared real data is not beside the checkout")
def test_real_facts_give_a_dataset_whose_every_label_the_solver_confirms(tmp_path):
    report = complex_tr.build(REAL_FACTS, tmp_path / "real")
    dataset = load(tmp_path / "real", tmp_path / "cache")
    assert sum(report["counts"].values()) > 900
    for rows in dataset.values():
        for row in rows:
            text_only = {key: row[key] for key in ("question", "fact_context")}
            assert row["answers"] == solve_row(row).answers == solve_row(text_only).answers


@pytest.mark.parametrize(
    ("urls", "licence"),
    [
        ([], "cc0-1.0"),
        (["https://en.wikipedia.org/wiki/Ann", "https://de.wikipedia.org/wiki/Ann"], ["cc0-1.0", "cc-by-sa-4.0"]),
        (["https://en.wikipedia.org/wiki/Ann", ""], "other"),
        (["https://en.wikipedia.org.example.com/wiki/Ann"], "other"),
        (["https://example.com/en.wikipedia.org"], "other"),
    ],
)
def test_the_licence_is_that_of_the_passages_too(urls, licence):
    made = complex_tr.Made(passages={str(n): [Passage("Ann", "Ann.", url)] for n, url in enumerate(urls)})
    fields = complex_tr.licence(made)
    assert fields["license"] == licence
    assert ("license_name" in fields) == ("license_link" in fields) == (licence == "other")

"""The options of a dataset: which fit together, how files are identified, and what is read from them."""

import importlib
import json
from collections import Counter
from dataclasses import replace

import pytest

from temporal_qa.fiction import options as options_module
from temporal_qa.fiction.groups import PseudoWorld, WorldLimits
from temporal_qa.fiction.names import FictionalNames
from temporal_qa.fiction.options import DEFAULT_QUESTIONS, PseudoOptions, make_recipe
from temporal_qa.fiction.resampling import KEEP_ALL, MIN_KEPT, keep_probabilities
from temporal_qa.fiction.world import invent_groups
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.questions.complex_tr.splits import choose_questions
from temporal_qa.questions.periods import FUTURE_START, PERIODS
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import write_facts

complex_tr = importlib.import_module("temporal_qa.dataset_scripts.complex_tr")


@pytest.fixture(scope="module")
def facts(tmp_path_factory):
    path = tmp_path_factory.mktemp("facts") / "facts.jsonl"
    write_facts(path, [fact for group in invent_groups(40, seed=3) for fact in group.facts])
    return path


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({}, "expected either --facts FILE or --invent"),
        ({"invent": True, "facts": "facts.jsonl"}, "expected either --facts FILE or --invent"),
        ({"invent": True, "fiction": False}, "--no-fiction keeps the names of real facts, expected --facts FILE"),
        ({"facts": "f", "fiction": False, "real_labels": "l"}, "--real-labels is for fictional names"),
        ({"invent": True, "resample": False, "training": "t"}, "--training is what resampling counts"),
    ],
)
def test_options_that_do_not_fit_together_are_refused(how, message):
    with pytest.raises(InputError, match=message):
        PseudoOptions(**how)


def test_the_default_is_the_size_of_the_paper():
    assert PseudoOptions(invent=True).questions == DEFAULT_QUESTIONS == 51_451


# --- The plan ---------------------------------------------------------------------------------------------------------


def test_everything_that_decides_the_bytes_is_in_the_plan(facts, tmp_path):
    labels, other = tmp_path / "labels.txt", tmp_path / "other.jsonl"
    labels.write_text("Ann\n")
    other.write_text(facts.read_text() + "\n")
    plain = PseudoOptions(facts=facts)
    changed = [
        plain, PseudoOptions(invent=True), replace(plain, questions=7), replace(plain, seed=1),
        replace(plain, resample=False), replace(plain, fiction=False), replace(plain, training=facts),
        replace(plain, as_published=True),
        replace(plain, training=other), replace(plain, real_labels=labels), replace(plain, facts=other),
        replace(plain, as_of=CalendarDate(2023, 3)), replace(plain, as_of=CalendarDate(2023)),
        replace(plain, limits=WorldLimits(3)), replace(plain, limits=WorldLimits(names_per_type=60)),
        replace(plain, limits=WorldLimits(relations=("P54",))), replace(plain, limits=WorldLimits(kinds=("l2_at",))),
        replace(plain, limits=WorldLimits(max_relations_per_group=2)),
        replace(plain, limits=WorldLimits(distractors=1)),
    ]  # fmt: skip
    assert len({options.digest() for options in changed}) == len(changed)


def test_files_are_identified_by_their_bytes_and_not_by_their_names(facts, tmp_path):
    (tmp_path / "copy.jsonl").write_bytes(facts.read_bytes())
    same, named = PseudoOptions(facts=tmp_path / "copy.jsonl"), PseudoOptions(facts=facts)
    assert same.digest() == named.digest()
    assert str(tmp_path) not in json.dumps(same.plan())


def test_a_version_that_decides_is_in_the_plan(monkeypatch):
    before = PseudoOptions(invent=True).digest()
    monkeypatch.setattr("temporal_qa.hub.cards.version", lambda name: f"{name} 0")
    assert PseudoOptions(invent=True).digest() != before
    assert PseudoOptions(invent=True).plan()["versions"].keys() == {"datasets", "Faker", "pyarrow"}


@pytest.mark.parametrize("option", ["facts", "training", "real_labels"])
def test_a_file_that_is_not_there_is_named(facts, tmp_path, option):
    options = PseudoOptions(**{"facts": facts, option: tmp_path / "nowhere"})
    with pytest.raises(InputError, match="nowhere: cannot be read: No such file"):
        options.plan()
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        replace(options, **{option: tmp_path}).plan()


# --- Recipes ----------------------------------------------------------------------------------------------------------


def test_real_groups_are_those_that_complex_tr_trains_on(facts):
    made, drops = complex_tr.make_questions(facts, 6), DropLog()
    recipe = make_recipe(PseudoOptions(facts=facts, seed=6), drops)
    assert list(recipe.world.groups) == made.groups["train"]
    assert recipe.world == PseudoWorld(6, tuple(made.groups["train"]))
    # Of its training questions a few may be left out that can be read in two ways.
    left_out = sum(number for reason, number in made.drops.items() if "more than one way" in reason)
    assert left_out == 0
    assert recipe.keep == keep_probabilities(question.reference_month for question in made.splits["train"])
    assert MIN_KEPT in recipe.keep.values()


def test_the_bad_and_the_unused_are_counted(facts, tmp_path):
    path, drops = tmp_path / "facts.jsonl", DropLog(skip_bad_rows=True)
    path.write_text(facts.read_text() + 'nonsense\n{"subject": "Ann"}\n')
    make_recipe(PseudoOptions(facts=path, resample=False), drops)
    assert drops["a bad row"] == drops.bad_rows == 2
    with pytest.raises(InputError, match=r"facts\.jsonl:\d+: not valid JSON"):
        make_recipe(PseudoOptions(facts=path))


def test_a_fact_without_an_end_lasts_to_the_date_of_the_source(tmp_path):
    lines = [{"subject": f"S{n}", "relation": "P54", "object": "A", "start": "1990", "end": "1992"} for n in range(9)]
    lines += [line | {"object": "B", "end": None} for line in lines]
    (tmp_path / "facts.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    options = PseudoOptions(facts=tmp_path / "facts.jsonl", as_of=CalendarDate(2001, 5))
    groups = make_recipe(options).world.groups
    assert {str(fact.end) for group in groups for fact in group.facts if fact.object == "B"} == {"May 2001"}
    with pytest.raises(InputError, match=r"facts\.jsonl:10: no end"):
        make_recipe(replace(options, as_of=None))


def test_facts_of_which_none_can_be_used_are_refused(tmp_path):
    (tmp_path / "facts.jsonl").write_text(
        '{"subject": "A", "relation": "P40", "object": "B", "start": "1990", "end": "1991"}\n'
    )
    with pytest.raises(InputError, match=r"facts\.jsonl: no subject with two facts or more of a known relation \(P54"):
        make_recipe(PseudoOptions(facts=tmp_path / "facts.jsonl"))


def test_without_resampling_nothing_is_counted_and_all_is_kept(facts):
    for options in (PseudoOptions(invent=True, resample=False), PseudoOptions(facts=facts, resample=False)):
        assert make_recipe(options).keep == KEEP_ALL


def test_invented_worlds_count_the_training_questions_of_groups_of_their_own(monkeypatch):
    monkeypatch.setattr(options_module, "TRAINING_GROUPS", 60)  # a thousand take three seconds
    recipe = make_recipe(PseudoOptions(invent=True, seed=2))
    chosen = choose_questions(list(invent_groups(60, 2)), 2, Counter(), before=FUTURE_START)
    assert recipe.keep == keep_probabilities(candidate.query.reference_month for _, candidate in chosen)
    assert recipe.world == PseudoWorld(2)


@pytest.mark.parametrize("name", ["training.jsonl", "training.jsonl.gz", "training.parquet"])
def test_the_periods_of_given_training_questions_are_counted(tmp_path, name):
    from datasets import Dataset

    from temporal_qa.io.atomic import write_json_lines

    dates = ["1910-03", "1911-12", "1950-01", "1899-12", "2020-01", "2023-05", "1912"]
    rows = [{"reference_date": date} for date in dates]
    path = tmp_path / name
    Dataset.from_list(rows).to_parquet(path) if path.suffix == ".parquet" else write_json_lines(path, rows)
    recipe = make_recipe(PseudoOptions(invent=True, training=path))
    assert recipe.keep == dict.fromkeys(PERIODS, 1.0) | {
        "before 1900": 1 - 1 / 3, "1900-1919": MIN_KEPT, "1940-1959": 1 - 1 / 3
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '{"reference_date": "1990-01"}\n{"reference_date": "soon"}\n',
            r"t\.jsonl:2: reference_date is 'soon', expected",
        ),
        ('{"date": "1990-01"}\n', r"t\.jsonl:1: reference_date is None, expected a month such as 2007-06"),
        ('{"reference_date": 1990}\n', r"t\.jsonl:1: reference_date is 1990"),
        ('{"reference_date": null}\n', r"t\.jsonl:1: reference_date is None"),
        ("nonsense\n", r"t\.jsonl:1: not valid JSON"),
        ('{"reference_date": "2021-01"}\n', r"t\.jsonl: no training question before 2020"),
        ("", r"t\.jsonl: no training question before 2020, expected .* or --no-resample"),
    ],
)
def test_training_questions_that_cannot_be_counted_are_named_in_one_line(tmp_path, text, message):
    (tmp_path / "t.jsonl").write_text(text)
    with pytest.raises(InputError, match=message):
        make_recipe(PseudoOptions(invent=True, training=tmp_path / "t.jsonl"))


def test_labels_are_withheld_from_the_world(tmp_path):
    town = FictionalNames(4).nth("town", 0)
    (tmp_path / "labels.txt").write_text(f"Ann\n{town.upper()}\n")
    recipe = make_recipe(PseudoOptions(invent=True, seed=4, resample=False, real_labels=tmp_path / "labels.txt"))
    assert FictionalNames(4, withheld=recipe.world.withheld).nth("town", 0) != town

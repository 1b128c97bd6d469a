"""Splits disjoint by subject, the relation ceiling, the mix of Complex-TR and the 2020-01 rule."""

from collections import Counter
from dataclasses import replace

import pytest

from figures_of_rows import counted
from temporal_qa.fiction.world import invent_groups
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.splits import (
    MAX_OF_KIND_PER_GROUP,
    MIX,
    RELATION_CEILING,
    SPLIT_SIZES,
    choose_questions,
    make_questions,
    split_groups,
)
from temporal_qa.questions.complex_tr.synthesis import all_questions
from temporal_qa.questions.periods import FUTURE_START
from temporal_qa.report.question_counts import CLASSES, COMPLEX_TR
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import write_facts
from temporal_qa.timeline.facts import Fact, group_facts


def a_life(number):
    """Two studies, four employers and two homes, over thirty years that end after 2020 for every third subject."""
    year = (1960, 1980, 1992)[number % 3]
    stations = [
        ("P69", "Yam University", year, year + 3), ("P69", "Quartz College", year + 3, year + 6),
        ("P108", "BrightBoost", year + 6, year + 12), ("P108", "NightOwl", year + 10, year + 20),
        ("P108", "AzureAlly", year + 20, year + 25), ("P108", "VitalVisionary", year + 26, year + 30),
        ("P551", "Iolitetown", year, year + 11), ("P551", "Jadebrook", year + 11, year + 30),
    ]  # fmt: skip
    return [
        Fact(f"Person {number:03}", relation, name, CalendarDate(start), CalendarDate(end))
        for relation, name, start, end in stations
    ]


@pytest.fixture(scope="module")
def groups():
    return group_facts(fact for number in range(120) for fact in a_life(number))


def test_splits_are_disjoint_and_of_the_sizes_asked_for(groups, monkeypatch):
    monkeypatch.setattr("temporal_qa.questions.complex_tr.splits.SPLIT_SIZES", {"train": 50, "dev": 25, "test": 25})
    drops = Counter()
    splits = split_groups(groups, 0, drops)
    subjects = [group.subject for members in splits.values() for group in members]
    assert {name: len(members) for name, members in splits.items()} == {"train": 50, "dev": 25, "test": 25}
    assert len(set(subjects)) == 100
    assert drops == {"group beyond the split sizes": 20}


def test_subjects_of_one_name_are_in_one_split(monkeypatch):
    monkeypatch.setattr("temporal_qa.questions.complex_tr.splits.SPLIT_SIZES", {"train": 60, "dev": 30, "test": 30})
    facts = [
        replace(fact, subject=f"{'The ' * (number % 2)}Person {number % 40}", subject_id=f"Q{number}")
        for number in range(120) for fact in a_life(number)
    ]  # fmt: skip
    splits = split_groups(group_facts(facts), 0, Counter())
    names = [{group.subject.removeprefix("The ") for group in members} for members in splits.values()]
    assert sum(map(len, names)) == len(set().union(*names)) == 40
    assert sum(map(len, splits.values())) == 120


@pytest.mark.parametrize(
    ("number", "expected"), [(120, (60, 30, 30)), (7, (3, 2, 2)), (4, (2, 1, 1)), (2, (2, 0, 0)), (0, (0, 0, 0))]
)
def test_few_groups_are_shared_out_in_proportion(groups, number, expected):
    drops = Counter()
    splits = split_groups(groups[:number], 0, drops)
    assert tuple(len(members) for members in splits.values()) == expected
    assert not drops


def test_no_relation_represents_more_groups_than_the_ceiling(groups, monkeypatch):
    monkeypatch.setattr("temporal_qa.questions.complex_tr.splits.RELATION_CEILING", 11)
    drops = Counter()
    splits = split_groups(groups, 0, drops)
    kept = [group for members in splits.values() for group in members]
    assert Counter(group.representative_relation for group in kept) == {"P108": 11}
    assert drops == {"group over the relation ceiling": 109}


def test_what_a_ceiling_leaves_of_a_common_relation_is_spread_over_the_splits(monkeypatch):
    """A common relation reaches its ceiling early in the draw; cut as drawn, it would fill the first split alone."""
    monkeypatch.setattr("temporal_qa.questions.complex_tr.splits.SPLIT_SIZES", {"train": 50, "dev": 50})
    monkeypatch.setattr("temporal_qa.questions.complex_tr.splits.RELATION_CEILING", 50)
    commons = [Fact(f"C{n:03}", "P54", "A", CalendarDate(1990), CalendarDate(1991)) for n in range(300)]
    rares = [Fact(f"R{n:03}", "P26", "B", CalendarDate(1990), CalendarDate(1991)) for n in range(100)]
    splits = split_groups(group_facts(commons + rares), 0, Counter())
    for members in splits.values():
        assert 15 <= Counter(group.representative_relation for group in members)["P54"] <= 35


def test_the_seed_decides_who_goes_where(groups):
    assert split_groups(groups, 1, Counter()) == split_groups(groups, 1, Counter())
    assert split_groups(groups, 1, Counter()) != split_groups(groups, 2, Counter())


@pytest.mark.parametrize(("split", "of_groups"), [("train", 1000), ("dev", 500)])
def test_the_mix_is_that_of_complex_tr(groups, split, of_groups):
    chosen = choose_questions(groups, 0, Counter(), split=split)
    classes = Counter((KINDS[candidate.query.kind].level, KINDS[candidate.query.kind].hops) for _, candidate in chosen)
    assert classes == {key: round(mix[split] * len(groups) / of_groups) for key, mix in MIX.items()}
    kinds = Counter(candidate.query.kind for _, candidate in chosen)
    assert set(kinds) == set(KINDS)
    assert abs(kinds["l2_between"] - kinds["l2_offset"]) <= len(groups)  # kinds of a class take turns in each group


def test_no_groups_give_no_questions():
    assert choose_questions([], 0, Counter()) == []


def test_no_subject_gives_many_more_questions_than_another(groups):
    per_subject = Counter(group.subject for group, _ in choose_questions(groups, 0, Counter()))
    assert len(per_subject) == len(groups)
    assert max(per_subject.values()) - min(per_subject.values()) <= len(MIX)


def test_training_ends_with_2019(groups):
    not_asked = Counter()
    chosen = choose_questions(groups, 0, not_asked, before=FUTURE_START)
    assert max(candidate.query.reference_month for _, candidate in chosen) < 2020 * 12
    assert any("2020" in reason for reason in not_asked)
    later = choose_questions(groups, 0, Counter())
    assert max(candidate.query.reference_month for _, candidate in later) >= 2020 * 12


def test_what_is_asked_and_what_is_not_add_up(groups):
    not_asked = Counter()
    chosen = choose_questions(groups, 0, not_asked)
    left_out = sum(n for reason, n in not_asked.items() if "beyond" in reason)
    assert len(chosen) + left_out == sum(len(all_questions(group, 0)) for group in groups)
    assert MAX_OF_KIND_PER_GROUP * len(KINDS) * len(groups) >= len(chosen)


def work(name, employers):
    """Facts from an employer's name and the numbers of its first and last month."""
    dates = {month: CalendarDate(month // 12, month % 12 + 1) for _, span in employers for month in span}
    return [Fact(name, "P108", employer, *map(dates.get, span)) for employer, span in employers]


def test_a_long_time_is_asked_about_more_often_than_a_month():
    (group,) = group_facts(work("Ann", [("Long", (24000, 24299)), ("Short", (24300, 24300))]))
    first = Counter()
    for seed in range(200):
        chosen = choose_questions([group], seed, Counter())
        first += Counter(candidate.answers for _, candidate in chosen if candidate.query.kind == "l2_at")
    assert first.total() == 200  # one l2_at for one subject
    assert first["Long",] > 190  # 300 of 301, not one of two


def test_one_subject_gives_at_most_ten_questions_of_a_kind():
    rich = work("Rich", [(f"Employer {n}", (24000 + 10 * n, 24005 + 10 * n)) for n in range(15)])
    poor = [work(f"Poor {n}", [("A", (24000, 24001)), ("B", (24000, 24001))]) for n in range(100)]
    not_asked = Counter()
    chosen = choose_questions(group_facts([*rich, *(fact for facts in poor for fact in facts)]), 0, not_asked)
    of_rich = Counter(candidate.query.kind for group, candidate in chosen if group.subject == "Rich")
    assert max(of_rich.values()) == 10
    assert not_asked["l2_at: beyond what one subject may give"] == 5


def test_what_the_sample_leaves_out_is_counted_by_kind_and_reason():
    (group,) = group_facts(work("Ann", [("A", (24000, 24000)), ("A", (24005, 24006)), ("B", (24008, 24008))]))
    not_asked = Counter()
    chosen = choose_questions([group], 0, not_asked)
    assert Counter(candidate.query.kind for _, candidate in chosen) == {
        "l2_at": 1, "l2_between": 1, "l2_offset": 1, "l3_neighbour": 1, "l3_offset": 2
    }  # fmt: skip
    impossible = Counter()
    all_questions(group, 0, impossible)
    assert not_asked - impossible == {
        "l2_at: beyond its share of the mix": 2,
        "l2_between: beyond what one subject may give": 1,
        "l2_between: beyond its share of the mix": 9,
        "l2_offset: beyond its share of the mix": 3,
    }
    assert impossible
    assert impossible <= not_asked


def test_a_world_large_enough_gives_the_groups_and_the_numbers_of_the_paper(tmp_path):
    path = tmp_path / "facts.jsonl"
    write_facts(path, [fact for group in invent_groups(3_500, seed=3) for fact in group.facts])
    made = make_questions(path, 0)
    assert {split: len(groups) for split, groups in made.groups.items()} == SPLIT_SIZES
    assert sum(SPLIT_SIZES.values()) == 2_000
    every = [group for groups in made.groups.values() for group in groups]
    assert len({group.subject for group in every}) == 2_000
    assert max(Counter(group.representative_relation for group in every).values()) <= RELATION_CEILING
    assert sum(len({fact.relation for fact in group.facts}) > 1 for group in every) > 1_800  # several relations
    statistics = {split: counted(questions).statistics() for split, questions in made.splits.items()}
    for split, column in {"train": "Training", "dev": "Dev", "test": "Dev"}.items():
        assert [statistics[split][name] for name in CLASSES.values()] == [
            COMPLEX_TR[column][name] for name in CLASSES.values()
        ]
    (_, last), (_, of_paper) = (figures["time_coverage"] for figures in (statistics["train"], COMPLEX_TR["Training"]))
    assert last == of_paper == FUTURE_START // 12 - 1
    for figures in statistics.values():
        assert abs(figures["average_facts"] - 9.2) < 2
        assert abs(figures["multi_answer_percent"] - 23.5) < 4


def test_what_the_facts_do_not_give_of_the_mix_is_told_by_split_and_class(tmp_path):
    """Two owners of each house, one after the other: no event has another owner, and none is within fifteen years."""
    path = tmp_path / "facts.jsonl"
    spans = [("Ann", 1900, 1950), ("Bob", 1970, 1990)]
    write_facts(path, [
        Fact(f"House {n}", "P127", name, CalendarDate(start), CalendarDate(end))
        for n in range(4) for name, start, end in spans
    ])  # fmt: skip
    made = make_questions(path, 0)
    assert made.missing == {"train": {"L3 multi-hop": 4}, "dev": {"L3 multi-hop": 2}, "test": {"L3 multi-hop": 2}}

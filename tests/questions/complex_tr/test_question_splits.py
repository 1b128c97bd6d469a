"""The questions of the splits, from as many facts as in the paper."""

from collections import Counter

from figures_of_rows import counted
from temporal_qa.fiction.world import invent_groups
from temporal_qa.questions.complex_tr.question_splits import make_questions
from temporal_qa.questions.complex_tr.splits import RELATION_CEILING, SPLIT_SIZES
from temporal_qa.questions.periods import FUTURE_START
from temporal_qa.report.dataset_statistics import CLASSES, COMPLEX_TR
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import write_facts
from temporal_qa.timeline.facts import Fact


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

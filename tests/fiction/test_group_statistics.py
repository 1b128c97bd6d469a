"""Statistics of groups: small cases counted by hand, and the real facts that the invented ones are compared with."""

import re
from dataclasses import replace

import pytest

from places import SHARED_DATA
from temporal_qa.fiction import world
from temporal_qa.fiction.group_statistics import ROWS, WIKIDATA_SAMPLE, GroupStatistics, group_statistics
from temporal_qa.fiction.world import invent_groups
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import read_facts
from temporal_qa.timeline.facts import Fact, group_facts

REAL_FACTS = SHARED_DATA / "wikidata" / "quintuples.jsonl"


def groups(*stations):
    """Groups of facts from (subject, relation, first month, last month)."""
    return group_facts(
        Fact(subject, relation, f"{relation} {n}", *(CalendarDate(1990 + m // 12, m % 12 + 1) for m in (first, last)))
        for n, (subject, relation, first, last) in enumerate(stations)
    )


@pytest.mark.parametrize(
    ("second", "begins"),
    [((0, 3), "overlap"), ((4, 9), "overlap"), ((5, 9), "touch"), ((6, 9), "next"), ((7, 9), "gap"), ((99, 99), "gap")],
)
def test_how_a_fact_begins_is_seen_from_the_latest_end_before_it(second, begins):
    def shares(*stations):
        figures = group_statistics(groups(*stations))
        return {"overlap": figures.overlap, "touch": figures.touch, "gap": figures.gap}

    first, within = ("Ann", "P54", 0, 5), ("Ann", "P54", 0, 1)
    of_one = {name: 100 * (name == begins) for name in ("overlap", "touch", "gap")}
    assert shares(first, ("Ann", "P54", *second)) == of_one
    # The fact within the first overlaps it, and ends too early to be looked back at.
    of_two = {name: (share + 100 * (name == "overlap")) / 2 for name, share in of_one.items()}
    assert shares(within, first, ("Ann", "P54", *second)) == of_two


def test_relations_are_followed_apart():
    figures = group_statistics(groups(("Ann", "P54", 0, 5), ("Ann", "P108", 2, 3), ("Ann", "P54", 5, 5)))
    assert (figures.overlap, figures.touch, figures.gap) == (0, 100, 0)
    assert (figures.groups, figures.facts, figures.relations) == (1, 3, 2)
    assert figures.single_month == pytest.approx(100 / 3)
    assert figures.months == pytest.approx((0.5, 1, 3))  # of 0, 1 and 5


def test_means_are_over_groups():
    figures = group_statistics(groups(("A", "P54", 0, 5), ("A", "P108", 0, 5), ("B", "P54", 0, 5), ("B", "P54", 9, 12),
                                      ("B", "P54", 20, 20), ("B", "P54", 20, 30)))  # fmt: skip
    assert (figures.groups, figures.facts, figures.relations) == (2, 3, 1.5)
    assert (figures.touch, figures.gap) == pytest.approx((100 / 3, 200 / 3))


def test_without_groups_there_are_no_figures():
    with pytest.raises(ValueError, match="no group, expected at least one"):
        group_statistics([])


def test_a_table_has_a_cell_for_every_row():
    figures = GroupStatistics(1234, 9.96, 3.25, (18.4, 40, 83.6), 5.5, 18.6, 41.4, 22.7, 22.1)
    cells = dict(zip(ROWS, figures.cells(), strict=True))
    assert list(cells.values()) == ["1,234", "10.0", "3.2", "18 40 84", "6", "19", "41", "23", "22"]


@pytest.mark.skipif(not REAL_FACTS.exists(), reason="the shared real data is not beside the checkout")
def test_the_figures_of_the_real_sample_are_those_that_stand_beside_the_invented_ones():
    measured = group_statistics(group_facts(read_facts(REAL_FACTS)))
    assert measured.cells() == WIKIDATA_SAMPLE.cells()
    whole = ("single_month", "overlap", "touch", "gap", "multi_answer")
    rounded = replace(
        measured, facts=round(measured.facts, 1), relations=round(measured.relations, 1),
        **{name: round(getattr(measured, name)) for name in whole},
    )  # fmt: skip
    assert rounded == WIKIDATA_SAMPLE


TABLE = {
    cells[0]: cells[1:]
    for line in world.__doc__.splitlines()
    if len(cells := re.split(r"  +", line.strip().replace(" %", ""))) > 2
}
"""The rows of the table in the docstring: name, invented, sample, Complex-TR."""

AS_IN_THE_DOCSTRING = {
    "facts a group": "facts a group",
    "relations a group": "relations a group",
    "months from start to end, quartiles": "months from start to end, quartiles",
    "facts of a single month": "% facts of one month",
    "before the earlier ones have ended": "% beginning before the earlier ones end",
    "in the month in which these end": "% beginning in the month in which these end",
    "after a gap": "% beginning after a gap",
}


@pytest.fixture(scope="module")
def measured():
    """The groups of the docstring, without their questions, which take three quarters of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("temporal_qa.fiction.group_statistics.choose_questions", lambda *of: [])
        return dict(zip(ROWS, group_statistics(invent_groups(3_000, seed=1)).cells(), strict=True))


@pytest.mark.parametrize("name", AS_IN_THE_DOCSTRING)
def test_the_docstring_of_the_invented_world_tells_what_is_measured(measured, name):
    assert TABLE[name][0] == measured[AS_IN_THE_DOCSTRING[name]]


@pytest.mark.parametrize("name", AS_IN_THE_DOCSTRING)
def test_the_docstring_of_the_invented_world_tells_of_the_sample(name):
    sample = dict(zip(ROWS, WIKIDATA_SAMPLE.cells(), strict=True))[AS_IN_THE_DOCSTRING[name]]
    assert TABLE[name][1].split(",")[0] in (sample, sample.removesuffix(".0"))


def test_the_docstring_and_the_card_agree_on_how_many_questions_of_the_sample_have_several_answers():
    assert TABLE["questions with several answers"][1] == f"{WIKIDATA_SAMPLE.multi_answer:.0f}"


def test_the_docstring_tells_how_many_invented_facts_begin_in_this_century():
    starts = [fact.span.start for group in invent_groups(3_000, seed=1) for fact in group.facts]
    share = sum(start >= 2000 * 12 for start in starts) / len(starts)
    assert TABLE["facts that begin in this century"][0] == f"{100 * share:.0f}"

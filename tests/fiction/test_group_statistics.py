"""Statistics of groups: small cases counted by hand, and the real facts that the invented ones are compared with."""

import re

import pytest

from places import SHARED_DATA
from temporal_qa.fiction import world
from temporal_qa.fiction.group_statistics import WIKIDATA_SAMPLE, group_statistics
from temporal_qa.fiction.world import invent_groups
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import read_facts
from temporal_qa.timeline.facts import Fact, group_facts

REAL_FACTS = SHARED_DATA / "wikidata" / "quintuples.jsonl"
OVERLAP, TOUCH, GAP, SEVERAL = list(WIKIDATA_SAMPLE)[5:]


def groups(*stations):
    """Groups of facts from (subject, relation, first month, last month)."""
    return group_facts(
        Fact(subject, relation, f"{relation} {n}", *(CalendarDate(1990 + m // 12, m % 12 + 1) for m in (first, last)))
        for n, (subject, relation, first, last) in enumerate(stations)
    )


@pytest.mark.parametrize(
    ("second", "begins"),
    [((0, 3), OVERLAP), ((4, 9), OVERLAP), ((5, 9), TOUCH), ((6, 9), "next"), ((7, 9), GAP), ((99, 99), GAP)],
)
def test_how_a_fact_begins_is_seen_from_the_latest_end_before_it(second, begins):
    def shares(*stations):
        figures = group_statistics(groups(*stations))
        return {name: int(figures[name]) for name in (OVERLAP, TOUCH, GAP)}

    first, within = ("Ann", "P54", 0, 5), ("Ann", "P54", 0, 1)
    of_one = {name: 100 * (name == begins) for name in (OVERLAP, TOUCH, GAP)}
    assert shares(first, ("Ann", "P54", *second)) == of_one
    # The fact within the first overlaps it, and ends too early to be looked back at.
    of_two = {name: (share + 100 * (name == OVERLAP)) / 2 for name, share in of_one.items()}
    assert shares(within, first, ("Ann", "P54", *second)) == of_two


def test_relations_are_followed_apart():
    figures = group_statistics(groups(("Ann", "P54", 0, 5), ("Ann", "P108", 2, 3), ("Ann", "P54", 5, 5)))
    months = "0 1 3"  # the quartiles of 0, 1 and 5: 0.5, 1, 3
    assert list(figures.values())[:8] == ["1", "3.0", "2.0", months, "33", "0", "100", "0"]


def test_means_are_over_groups():
    figures = group_statistics(groups(("A", "P54", 0, 5), ("A", "P108", 0, 5), ("B", "P54", 0, 5), ("B", "P54", 9, 12),
                                      ("B", "P54", 20, 20), ("B", "P54", 20, 30)))  # fmt: skip
    assert list(figures.values())[:3] == ["2", "3.0", "1.5"]
    assert (figures[TOUCH], figures[GAP]) == ("33", "67")


def test_the_number_of_groups_is_written_as_in_every_table():
    assert group_statistics(groups(*((f"Ann {n}", "P54", 0, 5) for n in range(1_234))))["groups"] == "1,234"


@pytest.mark.skipif(not REAL_FACTS.exists(), reason="the shared real data is not beside the checkout")
def test_the_figures_of_the_real_sample_are_those_that_stand_beside_the_invented_ones():
    assert group_statistics(group_facts(read_facts(REAL_FACTS))) == WIKIDATA_SAMPLE


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
        return group_statistics(invent_groups(3_000, seed=1))


@pytest.mark.parametrize("name", AS_IN_THE_DOCSTRING)
def test_the_docstring_of_the_invented_world_tells_what_is_measured(measured, name):
    assert TABLE[name][0] == measured[AS_IN_THE_DOCSTRING[name]]


@pytest.mark.parametrize("name", AS_IN_THE_DOCSTRING)
def test_the_docstring_of_the_invented_world_tells_of_the_sample(name):
    sample = WIKIDATA_SAMPLE[AS_IN_THE_DOCSTRING[name]]
    assert TABLE[name][1].split(",")[0] in (sample, sample.removesuffix(".0"))


def test_the_docstring_and_the_card_agree_on_how_many_questions_of_the_sample_have_several_answers():
    assert TABLE["questions with several answers"][1] == WIKIDATA_SAMPLE[SEVERAL]


def test_the_docstring_tells_how_many_invented_facts_begin_in_this_century():
    starts = [fact.span.start for group in invent_groups(3_000, seed=1) for fact in group.facts]
    share = sum(start >= 2000 * 12 for start in starts) / len(starts)
    assert TABLE["facts that begin in this century"][0] == f"{100 * share:.0f}"

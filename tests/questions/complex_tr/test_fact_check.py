"""What is doubtful in facts, and that a build does with it what the check says."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.io.drops import BAD_ROW, DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.questions.complex_tr.fact_check import check_facts
from temporal_qa.questions.complex_tr.fact_groups import NO_WORDINGS, SINGLE_FACT, read_groups
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import RENAMED, STATED_AGAIN

HEADER = "subject,relation,object,start,end,subject_id\n"


def check(tmp_path, lines, as_of=None):
    path = tmp_path / "facts.csv"
    path.write_text(HEADER + "".join(f"{line}\n" for line in lines))
    found = check_facts(path, as_of=as_of)
    return [(finding.kind, finding.lines, finding.message) for finding in found.findings], found


GOOD = "Ann,educated at,MIT,1990-09,1994,"
TWO = [GOOD, "Ann,P108,Acme,1995,1999,"]
CASES = [
    ([*TWO], []),
    ([*TWO, "Ann,employer,Acme"], [("not_a_fact", (4,), "3 cells, expected 6 as in the header")]),
    ([*TWO, "Ann,employer,,1990,1991,"], [("not_a_fact", (4,), "column 'object' holds nothing, expected text")]),
    ([*TWO, "Ann,P108,B,1994,1990-02,"],
     [("reversed", (4,), "the end, February 1990, lies before the start, 1994 (a year stands for its January)")]),
    ([*TWO, "Ann,P108,B,1994,,"],
     [("no_end", (4,), "no end, expected a date, or --as-of")]),
    ([*TWO, "Ann,educated in,B,1994,1995,"], [("unknown_relation", (4,),
     "'educated in' is not in generation/relations.yaml; did you mean 'educated at' (P69)?")]),
    ([*TWO, "Ann,eats,B,1994,1995,"], [("unknown_relation", (4,), "'eats' is not in generation/relations.yaml")]),
    ([*TWO, "Ann,P69,MIT,1990-09-30,1994-01,"],
     [("duplicate", (2, 4), "Ann, educated at: MIT, 1990-09-30 to 1994-01")]),
    (["A,P54,X,1990,1991,Q1", "A,P54,Y,1990,1991,Q1", "B,P54,Z,1990,1991,Q1"],
     [("renamed", (4,), "'B', elsewhere 'A' (Q1)")]),
    (["A,P54,X,1990,1991,Q1", "A,P54,Y,1990,1991,", "A,P54,Z,1992,1993,Q1", "A,P54,V,1990,1991,"],
     [("partly_identified", (2, 3), "'A': Q1 here, and 2 facts without an id")]),
    (["A,P54,X,1990,1991,Q1", "A,P54,Y,1990,1991,Q2", "A,P54,Z,1992,1993,Q2", "A,P54,V,1990,1991,Q1"],
     [("same_name", (2, 3), "'A': Q1 and Q2")]),
    (["A,P54,Cafe\u0301,1990,1991,", "A,P54,Caf\u00e9,1992,1993,", "A,P54,ACME,1990,1991,",
      "A,P54,The Acme,1995,1999,"],
     [("look_alike", (2, 3), "A: 'Cafe\u0301' and 'Caf\u00e9'"), ("look_alike", (4, 5), "A: 'ACME' and 'The Acme'")]),
    (["Ann,P69,MIT,1990-09,1995,", *TWO],
     [("contradiction", (3, 2), "Ann, educated at: MIT, 1990-09 to 1994; 1990-09 to 1995")]),
    (["U,P35,A,1990,1994,", "U,P35,B,1993-05,1999,"],
     [("two_holders", (2, 3), "U, head of state: A, 1990 to 1994; B, 1993-05 to 1999")]),
    ([*TWO, "Ann,P551,Ur,1900,1999-12,"], []),
    ([*TWO, "Ann,P551,Ur,1900,2000,"], [("long_span", (4,), "Ann, residence: Ur, 1900 to 2000")]),
    (["A,P39,X,2001-05-03,2001-06,", "A,P39,Y,2001-05-04,2003,", "A,P69,Z,2001-05-09,2003,", "A,P39,V,2001-05,2002,"],
     [("same_month", (2, 3), "A, position held: X, 2001-05-03 to 2001-06; Y, 2001-05-04 to 2003")]),
    ([GOOD], [("single_fact", (2,), "Ann, educated at: MIT, 1990-09 to 1994")]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "findings"), CASES)
def test_each_kind_of_doubt(tmp_path, lines, findings):
    told, found = check(tmp_path, lines)
    assert told == findings
    assert found.rows == len(lines)


def test_the_date_of_the_source_ends_open_facts(tmp_path):
    told, found = check(tmp_path, [*TWO, "Ann,P551,Ur,2020,,"], as_of=CalendarDate(2023))
    assert (told, found.open_ends) == ([], 1)


def test_a_line_that_is_not_json_is_a_finding(tmp_path):
    row = {"subject": "A", "relation": "P54", "object": "X", "start": 1990, "end": 1991}
    lines = [json.dumps(row), "{", "", json.dumps(row | {"object": "Y"})]
    (tmp_path / "facts.jsonl").write_text("\n".join(lines))
    found = check_facts(tmp_path / "facts.jsonl")
    assert [(finding.kind, finding.lines) for finding in found.findings] == [("not_a_fact", (2,))]
    assert (found.rows, found.facts, found.subjects) == (3, 2, 1)


REASONS = {
    "unknown_relation": NO_WORDINGS, "duplicate": STATED_AGAIN, "renamed": RENAMED, "single_fact": SINGLE_FACT,
}  # fmt: skip
rows = st.fixed_dictionaries(
    {
        "subject": st.sampled_from("AB"), "relation": st.sampled_from(["P54", "head of state", "eats"]),
        "object": st.sampled_from("XY "), "start": st.integers(1, 4), "end": st.none() | st.integers(1, 6),
        "subject_id": st.sampled_from(["Q1", None]),
    }
)  # fmt: skip


@given(st.lists(rows, max_size=12))
def test_a_build_does_what_the_check_says(tmp_path_factory, facts):
    path = tmp_path_factory.mktemp("facts") / "facts.jsonl"
    path.write_text("\n".join(map(json.dumps, facts)))
    found, drops = check_facts(path), DropLog(skip_bad_rows=True)
    bad = sum(len(found.of_kind(kind)) for kind in ("not_a_fact", "reversed", "no_end"))
    if facts and bad == len(facts):
        with pytest.raises(InputError, match="no good one"):
            read_groups(path, drops)
        return
    groups = read_groups(path, drops)
    expected = {reason: len(found.of_kind(kind)) for kind, reason in REASONS.items()}
    expected[BAD_ROW] = bad
    assert {reason: drops[reason] for reason in expected} == expected
    assert (found.subjects, found.facts) == (len(groups), sum(len(group.facts) for group in groups))
    assert drops.kept_conflicts == {
        kind: number for kind in ("contradiction", "two_holders") if (number := len(found.of_kind(kind)))
    }

"""The baselines ignore time, but not the relation asked for."""

import json
import os
import subprocess
import sys
from collections import Counter

import pytest

from temporal_qa.questions.complex_tr.baselines import most_recent_fact, random_object


def fact(relation, name, start, end):
    return {"subject": "Ann", "relation": relation, "object": name, "start": start, "end": end}


ROW = {
    "id": "a",
    "relation": "P108",
    "facts": [
        fact("P108", "NightOwl", "1994-06", "1999-01"),
        fact("P108", "BrightBoost", "0990-02", "0994-06"),
        fact("P108", "BrightBoost", "0996-02", "0996-06"),
        fact("P69", "Yam University", "2001-09", "2004-06"),
    ],
}


def test_the_most_recent_fact_is_the_one_that_starts_last():
    assert most_recent_fact(ROW) == ["NightOwl"]


def test_facts_may_name_their_relation_by_its_label():
    labelled = [
        fact | {"relation": {"P108": "employer", "P69": "educated at"}[fact["relation"]]} for fact in ROW["facts"]
    ]
    assert most_recent_fact(ROW | {"facts": labelled}) == ["NightOwl"]


def test_facts_before_year_0_lie_before_all_others():
    ancient = {
        "relation": "P39",
        "facts": [fact("P39", "consul", "-0043-03", "-0042-01"), fact("P39", "quaestor", "-0068-01", "-0067-01")],
    }
    assert most_recent_fact(ancient) == ["consul"]


def test_the_random_object_is_drawn_evenly_by_seed_and_id():
    drawn = Counter(random_object(ROW | {"id": str(number)}, seed=0)[0] for number in range(400))
    assert set(drawn) == {"NightOwl", "BrightBoost"}  # an employer with two facts counts once
    assert 150 < drawn["NightOwl"] < 250
    assert random_object(ROW, seed=5) == random_object(ROW, seed=5)


@pytest.mark.parametrize("name", ["most_recent_fact(row)", "random_object(row, 0)"])
def test_the_order_of_hashes_plays_no_part(name):
    facts = [fact("P108", f"Employer {number}", "1994-06", "1999-01") for number in range(9)]
    code = (
        "import json, sys; from temporal_qa.questions.complex_tr.baselines import *\n"
        f"print([{name} for row in json.load(sys.stdin)])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], input=json.dumps([ROW | {"id": f"q{n}", "facts": facts} for n in range(20)]),
            env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(outputs) == 1

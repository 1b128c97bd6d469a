"""Invented lives: plausible, named once, and the same for a seed whoever makes which block."""

import os
import subprocess
import sys
from statistics import mean, median

import pytest

from temporal_qa.fiction.lives import invent_lives
from temporal_qa.fiction.world import WORLD_END, WORLD_START
from temporal_qa.timeline.ages import age_between
from temporal_qa.timeline.days import last_day


@pytest.fixture(scope="module")
def lives():
    return list(invent_lives(4_000, seed=1))


def ages(lives, kind):
    return [age_between(life.start, life.end).years for life in lives if life.type == kind]


def test_seeds_differ_and_none_are_none(lives):
    assert {life.name for life in invent_lives(100, seed=2)}.isdisjoint(life.name for life in lives[:100])
    assert list(invent_lives(0, seed=1)) == []


def test_processes_agree_whatever_their_hash_seed():
    code = "from temporal_qa.fiction.lives import invent_lives; print(ascii(list(invent_lives(50, 3))))"
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": hash_seed}, capture_output=True, text=True, check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }  # fmt: skip
    assert runs == {ascii(list(invent_lives(50, 3))) + "\n"}


def test_ids_and_names_are_unique(lives):
    assert [life.id for life in lives] == [f"L{number:07d}" for number in range(len(lives))]
    assert len({life.name for life in lives}) == len(lives)


def test_every_date_is_a_day_of_the_world(lives):
    for life in lives:
        assert life.start.precision == life.end.precision == "day"
        assert life.start < life.end <= last_day(WORLD_END)
        assert life.end >= WORLD_START


def test_persons_live_as_persons_do(lives):
    years = ages(lives, "person")
    assert 0.8 < len(years) / len(lives) < 0.9
    assert 16 <= min(years) < 30
    assert 72 < median(years) < 80
    assert 95 < max(years) < 115
    assert 0.01 < mean(age >= 95 for age in years) < 0.05


def test_organisations_last_from_a_year_to_centuries(lives):
    years = ages(lives, "organisation")
    assert min(years) < 8 < 25 < median(years) < 40 < 150 < max(years) <= 400


def test_ends_lie_in_all_centuries_and_all_months(lives):
    assert {life.end.year // 100 for life in lives} > set(range(13, 21))
    assert {life.end.month for life in lives} == {life.start.month for life in lives} == set(range(1, 13))
    assert {life.end.day for life in lives} == {life.start.day for life in lives} == set(range(1, 32))

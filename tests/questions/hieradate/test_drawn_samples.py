"""Samples drawn by number: as many of each kind as asked, no pair twice, the deciding part in equal shares."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from temporal_qa.fiction.lives import invent_lives
from temporal_qa.io.errors import InputError
from temporal_qa.questions.hieradate import paragraphs
from temporal_qa.questions.hieradate.deciding import TIE, TOO_COARSE
from temporal_qa.questions.hieradate.drawn_samples import DrawnSamples
from temporal_qa.questions.hieradate.paragraphs import Distractors
from temporal_qa.questions.hieradate.sample_files import wrong_label
from temporal_qa.questions.hieradate.synthesis import DrawOptions
from temporal_qa.questions.hieradate.usable import usable_lives
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.lives import life_from_row

LIVES = usable_lives(invent_lives(1500, seed=5), "all", Counter())


def drawn(size, combined=0, lives=LIVES, **options):
    samples = DrawnSamples("train", lives, size, combined, DrawOptions(**options))
    return [samples[number] for number in range(size)]


def test_the_paper_s_numbers_of_samples_have_the_paper_s_numbers_of_questions():
    made = drawn(8745, 1925)
    tasks = Counter(probe.task for sample in made for probe in sample.probes)
    assert tasks == {"main": 8745, "extraction": 21_340, "reasoning": 19_415, "robustness": 8745}
    assert Counter(sample.kind for sample in made)["combined"] == 1925
    relations = Counter(sample.relation for sample in made)
    assert relations["birth"] == relations["death"] == 3410
    pairs = Counter((sample.relation, frozenset(life.id for life in sample.lives)) for sample in made)
    assert max(pairs.values()) == 1
    assert len({sample.id for sample in made}) == 8745
    by_year = sum(sample.decided_by == "year" for sample in made) / 8745
    assert by_year > 0.97


def test_lives_whose_dates_give_no_age_are_counted():
    dates = [("1900-05-01", "1970-02-03")] * 2 + [("1900", "1970"), ("1900-05-01", "1970")] + [("1900-05-01", None)] * 3
    lives = [
        life_from_row({"id": f"{place}", "name": f"Ann L{place}", "start": start, "end": end})
        for place, (start, end) in enumerate(dates)
    ]
    undecided = DrawnSamples("train", lives, 0, 0, DrawOptions()).undecided()
    assert undecided[f"life: {TOO_COARSE} an age"] == 2
    assert undecided[f"pair: birth: {TIE}"] == 15


@pytest.mark.parametrize("setting", ["normal", "distractor"])
def test_year_month_and_day_decide_in_equal_shares(setting):
    made = drawn(61, 20, decided_by="equal", setting=setting, seed=2)
    shares = Counter((sample.kind, sample.decided_by) for sample in made)
    assert shares == {
        ("comparison", "year"): 14, ("comparison", "month"): 14, ("comparison", "day"): 13,
        ("combined", "year"): 7, ("combined", "month"): 7, ("combined", "day"): 6,
    }  # fmt: skip
    assert [wrong_label(sample) for sample in made] == [None] * 61


@pytest.mark.parametrize("version", ["full_date", "year_only"])
@pytest.mark.parametrize("choice", ["published", "all"])
def test_the_solver_answers_all(version, choice):
    made = drawn(150, 60, version=version, wordings=choice, seed=3)
    assert [wrong_label(sample) for sample in made if wrong_label(sample)] == []
    first = Counter(sample.probes[0].answer == sample.lives[0].name for sample in made)
    assert min(first.values()) > 50  # neither the first name nor the second is a good guess


def test_both_settings_ask_the_same_and_distractors_have_other_names():
    normal, distractor = (drawn(40, 10, setting=setting, seed=4) for setting in ("normal", "distractor"))
    places = Counter()
    for two, ten in zip(normal, distractor, strict=True):
        assert (two.probes, two.lives) == (ten.probes, ten.lives)
        assert set(two.paragraphs) < set(ten.paragraphs)
        assert (len(two.paragraphs), len({normalize_answer(each.title) for each in ten.paragraphs})) == (2, 10)
        gold = {life.name for life in ten.lives}
        places.update(place for place, each in enumerate(ten.paragraphs) if each.title in gold)
    assert len(places) == 10  # shuffled, the gold ones too


def test_distractors_share_words_of_the_name_first():
    by_name = {}
    for life in LIVES:
        for word in normalize_answer(life.name).split():
            by_name.setdefault(word, set()).add(life.name)
    for sample in drawn(30, setting="distractor", seed=6):
        words = {word for life in sample.lives for word in normalize_answer(life.name).split()}
        gold = {life.name for life in sample.lives}
        sharing = set().union(*(by_name[word] for word in words)) - gold
        found = {each.title for each in sample.paragraphs} - gold
        assert len(found & sharing) == min(8, len(sharing))


def test_of_many_lives_those_most_like_are_looked_for_among_some(monkeypatch):
    pairs = list(pairwise(LIVES[:60]))
    monkeypatch.setattr(paragraphs, "_MAX_SEARCHED", 30)
    of_few = Distractors(LIVES, DrawOptions(seed=7))
    found = [{each.title for each in of_few.choose(pair, Random(1))} for pair in pairs]
    assert {len(of_pair) for of_pair in found} == {8}
    assert len(set().union(*found) - _sharing_a_word(pairs)) <= 30
    monkeypatch.setattr(paragraphs, "_MAX_SEARCHED", len(LIVES))
    of_all = Distractors(LIVES, DrawOptions(seed=7))
    others = [{each.title for each in of_all.choose(pair, Random(1))} for pair in pairs]
    assert len(set().union(*others) - _sharing_a_word(pairs)) > 30


def _sharing_a_word(pairs):
    words = {word for pair in pairs for life in pair for word in normalize_answer(life.name).split()}
    return {life.name for life in LIVES if words.intersection(normalize_answer(life.name).split())}


def test_a_sample_depends_on_the_seed_and_its_number_and_not_on_the_order_of_the_lives():
    shuffled = usable_lives(reversed(LIVES), "all", Counter())
    assert drawn(50, 10, lives=shuffled) == drawn(50, 10)
    assert drawn(50, 10, seed=1) != drawn(50, 10)


def test_lives_that_give_too_few_are_refused_with_what_they_give():
    few = [life for life in LIVES if life.type == "person"][:3]
    with pytest.raises(
        InputError, match=r"5 comparisons and 5 combined samples of the split 'train': its lives give at "
    ):
        drawn(10, 5, lives=few)
    with pytest.raises(InputError, match=r"deciding in equal shares: its lives give at most 0 and 0; ask for fewer"):
        drawn(6, 3, lives=few, decided_by="equal")
    with pytest.raises(InputError, match="1 comparison and 1 combined sample of the split"):
        drawn(2, 1, lives=[replace(life, end=None) for life in few])
    living = [replace(life, end=None) for life in few]
    with pytest.raises(InputError, match=r"at most 3 and 0; ask for fewer$"):
        drawn(3, 1, lives=living)
    with pytest.raises(InputError, match=r"3 \(pair: birth: dates too coarse to decide\), 3 \(pair: death: tie\)"):
        drawn(1, 0, lives=[replace(life, start=CalendarDate(1950), end=CalendarDate(1990, 5, 1)) for life in few])
    with pytest.raises(
        InputError, match="the split 'dev' has 9 lives, expected at least 10 for the distractor setting"
    ):
        DrawnSamples("dev", LIVES[:9], 1, 0, DrawOptions(setting="distractor"))


def test_births_stand_in_where_there_are_no_deaths():
    living = [type(life)(life.id, life.name, life.type, life.start, None) for life in LIVES]
    assert Counter(sample.relation for sample in drawn(30, lives=living)) == {"birth": 30}


def test_neighbouring_numbers_have_nothing_in_common():
    made = drawn(200, 50)
    assert sum(bool({*a.lives} & {*b.lives}) for a, b in pairwise(made)) < 5

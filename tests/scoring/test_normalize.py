"""The comparison of names: pairs of one name and of two, properties, and rows whose right answers fall together."""

import unicodedata
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from temporal_qa.scoring.answer_scores import answer_scores
from temporal_qa.scoring.normalize import (
    fall_together,
    is_blank,
    normalize_answer,
    normalize_plain,
    row_form,
    split_answers,
    squad_normalize,
)

ONE_NAME = [
    ("Tesla", "Tesla."), ("Tesla", "tesla"), ("Tesla", "The Tesla"), ("Tesla", " the  Tesla ! "), ("Tesla", "“Tesla”"),
    ("Tesla", "'Tesla'"), ("Tesla", "«Tesla»"), ("Tesla", "`Tesla`"), ("Tesla", "**Tesla**"), ("Tesla", "(Tesla)"),
    ("Tesla, Inc.", "Tesla Inc"), ("U.S.", "US"), ("U.S. Senate", "the US Senate"), ("O'Brien", "O\u2019Brien"),
    ("O'Brien", "OBrien"), ("Hawai\u02bbi", "Hawai'i"), ("Saint-Denis", "Saint Denis"), ("a\u2013b", "a\u2014b"),
    ("Saint-Denis", "Saint\u2013Denis"), ("Saint-Denis", "Saint \u2212 Denis"), ("North_Stafford", "North Stafford"),
    ("1914-1918", "1914\u20131918"), ("2010-05-06", "2010/05/06"), ("1. FC Köln", "1 FC KÖLN"), ("Straße", "STRASSE"),
    ("ΟΔΟΣ", "οδος"), ("é", "e\u0301"), ("ﬁsh", "fish"), ("Ｔｅｓｌａ", "Tesla"), ("New\u00a0York", "New York"),
    ("Jo\u202en", "Jon"), ("Te\u00adsla", "Tesla"), ("Te\u200bsla", "Tesla"), ("\ufeffTesla", "Tesla"),
    ("Te\x00sla", "Tesla"), ("House of the Dragon", "House of Dragon"), ("An Post", "Post"), ("The The", "the the."),
    ("The", "THE!"), ("A", "a."), ("AC/DC", "ACDC"), ("AT&T", "at&t"), ("C++", "c++."), ("Ke$ha", "KE$HA"),
    ("ジョン・スミス", "ジョンスミス"), ("東京。", "東京"), ("¿Qué?", "Qué"), ("(-44)", "\u221244"), ("3.5", "3,5"),
    ("M*A*S*H", "MASH"), ("e.\u0301t", "ét"),
    ("1,000", "1000"), ("12,345,678.5", "12345678.5"), ("1,\u200b000 km", "1000 KM"),
    ("Panic! at the Disco", "Panic at the Disco"), ("Yahoo!", "Yahoo"),
]  # fmt: skip
TWO_NAMES = [
    ("Tesla", "SpaceX"), ("C++", "C"), ("São Paulo", "Sao Paulo"), ("3.5", "35"), ("1,5", "15"),
    ("0,123", "0123"), ("1,0000", "10000"), ("1,000,00", "100000"), ("3.1,000", "3.1000"), ("-44", "44"),
    ("!!!", "???"), ("The", "A"), ("The The", "The"), ("Tesla", "Tesla Motors"), ("$", "€"), ("Ke$ha", "Kesha"),
    ("½", "12"), ("1/2", "12"), ("SaintDenis", "Saint Denis"), ("Theodore", "odore"), ("Anna", "na"), ("A1", "1"),
    ("Ōsaka", "Osaka"), ("Wan", "W"), ("+5", "5"), ("東京", "京都"), ("Area 51", "Area 5.1"), ("Louis IX", "Louis X"),
]  # fmt: skip

nfkc = partial(unicodedata.normalize, "NFKC")
PIECES = ["The", "a", "an", " ", "-", "\u2013", "\u2212", ".", ",", "'", "\u2019", "\u02bb", "`", "_", "$", "+", "3"]
PIECES += ["5", "Tesla", "\u202e", "\u200b", "\x00", "e", "\u0301", "\u0345", "İ", "ß", "ς", "ﬁ", "½", "…", "\n", "ᾳ"]
text = st.lists(st.sampled_from(PIECES), max_size=7).map("".join) | st.text(max_size=7)
letters = st.text(st.characters(categories=["Lu", "Ll", "Nd"], max_codepoint=0x24F), min_size=1, max_size=8)
# Compatibility forms such as U+2017 are a space and an accent by NFKC, and accents stay.
punctuation = st.characters(categories=["P"]).filter(lambda mark: not any(map(unicodedata.combining, nfkc(mark))))


@pytest.mark.parametrize(("one", "other"), ONE_NAME)
def test_one_name(one, other):
    assert normalize_answer(one) == normalize_answer(other)


@pytest.mark.parametrize(("one", "other"), TWO_NAMES)
def test_two_names(one, other):
    assert normalize_answer(one) != normalize_answer(other)


@given(text)
@example(":\u115f")  # a mark, and a letter that cannot be seen
@example("the \u115f")
@example("\u115f: the")
def test_normalizing_twice_changes_nothing(name):
    for form in (normalize_answer, normalize_plain, squad_normalize):
        assert form(form(name)) == form(name) or form is squad_normalize
    assert normalize_answer(normalize_plain(name)) == normalize_answer(name)
    assert bool(normalize_answer(name)) == bool(normalize_plain(name)), "no name is left without a form"


@given(letters, punctuation, punctuation, st.sampled_from(["", "the ", "An "]))
def test_any_punctuation_and_an_article_around_a_name_do_not_count(name, before, after, article):
    word = name + " United"
    assert normalize_answer(f"{before}{article}{word}{after}") == normalize_answer(word)


@given(st.lists(text, min_size=1, max_size=4), st.lists(text, max_size=4))
def test_different_right_answers_never_fall_together(right, predicted):
    form = row_form(right)
    assert len(set(map(form, right))) == len(set(map(normalize_plain, right)))
    scores = answer_scores([predicted], [right])
    assert (scores["set_accuracy"][0] == 100) == ({*map(form, predicted)} - {""} == {*map(form, right)} - {""})


@pytest.mark.parametrize(
    "blank", ["", " ", "\u200b", "\u202e \u2066", "\x00", "\u3164", "\uffa0", "\ufe0f", "\U000e0020"]
)
def test_a_blank_name_is_no_answer(blank):
    assert is_blank(blank)
    assert split_answers([blank]) == []
    assert normalize_plain(blank) == normalize_answer(blank) == ""
    for normalization in ("names", "plain"):
        scores = answer_scores([[blank], [blank, "A"], [blank]], [[], ["A"], ["A"]], normalization=normalization)
        assert [values.tolist() for values in scores.values()] == [[100, 100, 0]] * 4


def test_rows_that_fall_together_are_compared_plainly_and_others_are_not():
    right = [["Times", "The Times"], ["Times"], ["Times", "times"]]
    assert [fall_together(row) for row in right] == [True, False, False]
    assert answer_scores([["Times"]] * 3, right)["set_accuracy"].tolist() == [0, 100, 100]
    assert answer_scores([["The Times."]] * 3, right)["set_accuracy"].tolist() == [0, 100, 100]
    assert answer_scores([["the times", "times"]] * 3, right)["set_accuracy"].tolist() == [100, 100, 100]
    assert answer_scores([["The Times."]] * 3, right, normalization="plain")["set_accuracy"].tolist() == [0, 0, 0]


def test_the_table_of_marks_is_that_of_unicode():
    """Every character of the Basic Multilingual Plane: punctuation goes, symbols and letters stay."""
    stable = (chr(c) for c in range(0x21, 0xFFFF) if unicodedata.is_normalized("NFKC", chr(c)))
    categories = {letter: unicodedata.category(letter)[0] for letter in stable}
    gone = {letter for letter in categories if normalize_answer(f"x{letter}y") in ("xy", "x y")}
    assert {letter for letter in gone if categories[letter] in "LMNS"} == {"`", "\u2212", *"ʹʺʻʼʽʾʿ"}
    assert {letter for letter, category in categories.items() if category == "P"} <= gone

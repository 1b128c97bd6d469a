"""Words as tokens: numbers have their own, common words too, and the others are told apart within a text."""

import pytest

from temporal_qa.models.extractive.words import FIRST, MONTHS, NUM_UNKNOWN, Vocabulary


@pytest.fixture
def vocabulary():
    return Vocabulary.of_texts(["Was Ada born in May?", "born in June", "In 1815?"], 3)


def test_the_most_common_words_have_tokens(vocabulary):
    assert vocabulary.common == ("in", "?", "born")


def test_where_each_word_stands(vocabulary):
    text = "Ada O\u2019Neil was born on 04 May 1815."
    found = vocabulary.words(text)
    assert " ".join(text[start:end] for start, end in found.spans[1:]) == "Ada O\u2019Neil was born on 04 May 1815 ."
    assert found.ids[0] == FIRST


def test_an_unknown_word_is_the_same_one_all_over_a_text_and_in_any_case(vocabulary):
    ids = vocabulary.words("Ada or Byron? BYRON, ada")
    assert ids.ids.tolist() == vocabulary.words("Turing or Hopper? Hopper, turing").ids.tolist()
    assert ids.ids[1] == ids.ids[7] != ids.ids[3] == ids.ids[5]


def test_numbers_are_equal_however_they_are_written_and_far_ones_are_words(vocabulary):
    four, other_four, year, far = vocabulary.words("04 4 1815 18150").ids[1:].tolist()
    assert four == other_four != year
    assert far == 2


def test_every_number_is_a_row_of_the_table(vocabulary):
    many = vocabulary.words(" ".join(f"w{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(200)) + " 2100 in")
    assert many.ids.max() < len(vocabulary)
    assert len(set(many.ids[1:201].tolist())) == NUM_UNKNOWN


def test_months_have_tokens_in_their_order_by_name_and_by_three_letters(vocabulary):
    written = "January feb MARCH Apr may June jul August Sep October nov December"
    assert vocabulary.words(written).ids[1:].tolist() == list(MONTHS)
    assert not {"may", "june"} & set(vocabulary.common)


def test_a_year_compares_with_the_month_before_it(vocabulary):
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from temporal_qa.models.extractive.model import _RELATIONS, _relations

    words = vocabulary.words("May 1990, June 1990, April 1991 and 1990")
    years = [place for place, token in enumerate(words.ids) if token in vocabulary.words("1990 1991").ids[1:]]
    found = _relations(torch.tensor(words.ids[None].astype("int64")), torch.tensor(words.lines[None].astype("int64")))
    greater, smaller = (
        found[0, _RELATIONS.index(f"{size} number")][years][:, years] for size in ("greater", "smaller")
    )
    assert greater.int().tolist() == [[0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 0], [1, 1, 1, 0]]
    assert smaller.int().tolist() == greater.int().T.tolist()

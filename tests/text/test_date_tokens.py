"""A date in tokens: which parts are in one token, and which tokens reach across parts."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.text.date_forms import DATE_FORMS, write_date
from temporal_qa.text.date_tokens import Token, cut_date
from temporal_qa.text.dates import WrittenDate, find_dates
from temporal_qa.timeline.dates import CalendarDate

# The date in its tokens, the parts that are whole, the parts that are not apart, tokens across.
CASES = [
    ("4· July· 2001", "year month day", "", 0),
    ("4· Ju·ly· 200·1", "day", "", 0),
    ("4 July· 2001", "year", "month day", 1),
    ("4 July 2001", "", "year month day", 1),
    ("07/·04/·2001", "year month day", "", 0),
    ("07/0·4/2·001", "", "year month day", 2),
    ("2001-·07·-04", "year month day", "", 0),
    ("4th· of· July,· 2001", "year month day", "", 0),
    ("July· 2001", "year month", "", 0),
    ("7 March· 44· BC", "year", "month day", 1),
    ("7· March· 4·4 BC", "month day", "", 0),
    ("3· May· 3· AD", "year month day", "", 0),
    ("May· 05·, 5· AD", "year month day", "", 0),
    ("May· 0·8·, 9· BC", "year month", "", 0),
    ("1990-·May·-20", "year month day", "", 0),
    ("05·/05·/2005", "year month day", "", 0),
    ("20·01", "", "", 0),
]


def in_tokens(cut: str) -> tuple[str, list[Token]]:
    text, tokens = "on ", [Token(0, 2)]
    for piece in cut.split("·"):
        tokens.append(Token(len(text), len(text) + len(piece)))
        text += piece
    return text, tokens


@pytest.mark.parametrize(("cut", "whole", "mixed", "across"), CASES)
def test_parts_are_whole_or_apart(cut, whole, mixed, across):
    text, tokens = in_tokens(cut)
    (date,) = find_dates(text)
    found = cut_date(text, tokens, date)
    assert found.cut == cut
    assert " ".join(part for part, kept in found.whole.items() if kept) == whole
    assert " ".join(part for part, kept in found.apart.items() if not kept) == mixed
    assert (found.tokens, found.across) == (cut.count("·") + 1, across)


def test_a_token_that_stands_for_anything_keeps_nothing_whole():
    found = cut_date("4 July 2001", [Token(0, 1), Token(2, 6, known=False), Token(7, 11)], find_dates("4 July 2001")[0])
    assert found.whole == {"year": True, "month": False, "day": True}


def test_letters_that_no_token_has_keep_nothing_whole():
    found = cut_date("4 July 2001", [Token(0, 1), Token(7, 10)], find_dates("4 July 2001")[0])
    assert found.whole == {"year": False, "month": False, "day": True}


def test_tokens_beside_the_date_do_not_count():
    text = "born 4 July 2001, died"
    tokens = [Token(*found.span()) for found in re.finditer(r"\S+", text)]
    assert cut_date(text, tokens, find_dates(text)[0]).cut == "4·July·2001"


@given(
    form=st.sampled_from(DATE_FORMS), year=st.integers(-500, 3000), month=st.integers(1, 12), day=st.integers(1, 28),
    cuts=st.sets(st.integers(0, 40)),
)  # fmt: skip
def test_every_form_cut_anywhere(form, year, month, day, cuts):
    date = CalendarDate(year, month if form.precision != "year" else None, day if form.precision == "day" else None)
    if not form.can_write(date):
        return
    text = write_date(date, form)
    ends = sorted({cut for cut in cuts if 0 < cut < len(text)} | {len(text)})
    tokens = [Token(start, end) for start, end in zip([0, *ends], ends, strict=False)]
    found = cut_date(text, tokens, WrittenDate(year, date.month, date.day, 0, len(text)))
    assert found.cut == "·".join(text[start:end] for start, end, _ in tokens)
    parts = {"year", "month", "day"} if form.precision == "day" else {"year", "month"} & {"year", form.precision}
    assert found.whole.keys() == found.apart.keys() == parts
    assert all(found.apart[part] for part in parts if found.whole[part])
    assert bool(found.across) == (not all(found.apart.values()))
    # A number is whole where a token has all of its digits, and no other number or name of a month.
    written = str(year if form.four_digits else year if year > 0 else 1 - year)
    runs = re.compile(r"\d+|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec")
    others = len(runs.findall(text)) > 1
    if len(tokens) == 1:
        assert found.whole["year"] == (not others)
    if all(len(piece) == 1 for piece in found.cut.split("·")):
        assert found.whole["year"] == (len(written) == 1 and not form.four_digits)


PIECES = ["May", "Sept. ", "DEC", " of ", "3rd", "21st ", "1", "05", "31", "2001", "0044", "-", "/", ".", ", ", " BC",
          "AD ", "\n", "١٢", "٢٠٠١", "é", " "]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_every_date_that_is_found_has_its_parts(text):
    for date in find_dates(text):
        found = cut_date(text, [Token(place, place + 1) for place in range(len(text))], date)
        stated = zip(("year", "month", "day"), date[:3], strict=True)
        assert found.whole.keys() == {part for part, value in stated if value or (part == "year" and value == 0)}
        assert found.tokens == date.end - date.start

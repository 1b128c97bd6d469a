"""Which paragraph a name means."""

import pytest

from temporal_qa.questions.hieradate.naming import find_paragraph, find_title, which_name
from temporal_qa.questions.unsolved import Unanswerable, Unparsable

TITLES = ("Ann Lee", "Ann Lee Roe", "Pamela Harris (judge)", "Pamela Harris", "S. Shankar", "Bob (actor)", "Bob (poet)")


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Ann Lee", "Ann Lee"),
        ("ann lee roe", "Ann Lee Roe"),
        ("Pamela Harris", "Pamela Harris"),
        ("Pamela Harris (Judge)", "Pamela Harris (judge)"),
        ("Indian director S. Shankar", "S. Shankar"),
        ("Lee Roe", "Ann Lee Roe"),
    ],
)
def test_exact_titles_come_first(name: str, title: str) -> None:
    assert TITLES[find_title(name, TITLES)] == title


def test_a_name_that_fits_several_or_none() -> None:
    with pytest.raises(Unparsable, match="2 paragraphs are about 'Bob'"):
        find_title("Bob", TITLES)
    with pytest.raises(Unanswerable, match="no paragraph is about 'Carl'"):
        find_title("Carl", TITLES)
    with pytest.raises(Unanswerable):
        find_title("Indian director S. Shankar", TITLES, loosely=False)


@pytest.mark.parametrize("context", ["", "Ann Lee was born in 1950. Bob was born in 1960."])
def test_a_context_without_paragraphs_is_not_read(context: str) -> None:
    with pytest.raises(Unparsable, match="the context has no paragraph: a line with a name, a colon and the text"):
        find_paragraph("Ann Lee", context)


def test_a_title_may_hold_a_colon() -> None:
    context = "Henry IV: Part 2: A play.\nHenry: A king."
    assert find_paragraph("Henry IV: Part 2", context) == ("Henry IV: Part 2", "A play.")


@pytest.mark.parametrize(
    ("answer", "names", "place"),
    [
        ('Robert Lane "Bob" Saget', ("Bob Saget", "S. Shankar"), 0),
        ("ibn\N{MODIFIER LETTER LEFT HALF RING}Arabī", ("Mahbub ul Haq", "Ibn Arabi"), 1),
        ("Raymond Wilson", ("Billy Idol", "Ray Wilson"), 1),
        ("Lee", ("Ann Lee", "Bob Lee"), None),
        ("", ("Ann Lee", "Bob Roe"), None),
    ],
)
def test_a_long_or_short_form_means_one_of_two(answer: str, names: tuple[str, str], place: int | None) -> None:
    assert which_name(answer, names) == place

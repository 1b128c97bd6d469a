"""What a model may write: any text has a value or a reason, in a time that grows no faster than the text."""

import datetime
import signal
from collections.abc import Iterator

import pytest

from temporal_qa.scoring.responses.temporal_values import parse_response
from temporal_qa.scoring.value_types import AnswerFormat

ITEMS = [
    AnswerFormat("tot", "days", "<num_days>", "q"),
    AnswerFormat("tot", "seconds", "H", "q"),
    AnswerFormat("ttqa", "years", "<num_years>", "How old was he in 1990?"),
    AnswerFormat("ttqa", "date", "%B %d, %Y", "When?"),
    AnswerFormat("ttqa", "date_years", "yyyy", "When?"),
]

# What the patterns of the parsers begin with, so that a repetition makes them begin again and again.
REPEATED = [
    '{"explanation":', '"answer": ', '"answer": [', "\"answer\": '", "1 ", "1, ", "12,345", "twenty-", "twenty ",
    "one and ", "Final Answer: ", "Final Answer:\n", "Final Answer: 5 or ", "final answer is ", "not ",
    "not provided ", "5 years ", "from 5 to ", "1990, ", "1990 and ", "January ", "before January ", "12/", "\\",
    "{", "[", '"', "1/2 ",
    "a half ", "\u00bd", "Therefore ", " ", "\n", "\n\n \n", "1-", "$", "\\text{", "a", ". ", "but ", "9",
    "5 years and ",
    "**", "=", "the year ", "AD ", "BC", "< ", "'", "x = {", "#", "Step 1: ", "Final ",
    '"H": 1 ', "1 am ", "2020 ", ":",
]  # fmt: skip
AROUND = [("", ""), ("Final Answer: ", " 5 years."), ('"x", "answer": "', '"}')]

# Seconds of work; a second is plenty where time grows with the length, and some minutes where it grows with its square.
ENOUGH = 20


@pytest.fixture(autouse=True)
def _stopped_when_it_hangs() -> Iterator[None]:
    def hangs(*_: object) -> None:
        raise TimeoutError("the time grows faster than the text")

    before = signal.signal(signal.SIGVTALRM, hangs)
    signal.setitimer(signal.ITIMER_VIRTUAL, ENOUGH)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


def has_value_or_reason(text: str, item: AnswerFormat, parser: str) -> None:
    found = parse_response(text, item, parser=parser, fill_date=datetime.date(2025, 3, 15))  # type: ignore[arg-type]
    assert (found.value is None) == bool(found.reason)


@pytest.mark.parametrize("parser", ["lenient", "published"])
@pytest.mark.parametrize("item", ITEMS, ids=lambda item: f"{item.source}-{item.unit}")
def test_time_grows_with_the_length_of_an_answer(item: AnswerFormat, parser: str) -> None:
    for repeated in REPEATED:
        for before, after in AROUND:
            has_value_or_reason(before + repeated * (30_000 // len(repeated)) + after, item, parser)


@pytest.mark.parametrize("parser", ["lenient", "published"])
@pytest.mark.parametrize("repeated", ["Final Answer: twenty-one\n", '{"explanation": ', " \n"])
def test_an_answer_of_half_a_megabyte(repeated: str, parser: str) -> None:
    for item in ITEMS[::2]:
        has_value_or_reason(repeated * (500_000 // len(repeated)), item, parser)


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: f"{item.source}-{item.unit}")
def test_an_answer_is_read_where_hidden_letters_stand_around_it(item: AnswerFormat) -> None:
    for text in (
        "\u202eFinal Answer: 5 years\u202c",
        "Final\u200b Answer: 5",
        '\ufeff"x", "answer": 5}',
        "\x00",
        "\ud800",
    ):
        has_value_or_reason(text, item, "lenient")

"""A row of the config ``samples`` that is not one is told in a line."""

import re

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.row import Row
from temporal_qa.questions.hieradate.sample import questions_of, sample_from_row

ROW = {"relation": "birth", "extreme": "first"}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"relation": None}, "column 'relation' holds None, expected birth, death or lifespan"),
        ({"relation": "age"}, "column 'relation' holds 'age', expected birth, death or lifespan"),
        ({"extreme": None}, "column 'extreme' holds None, expected first, later, longer or shorter"),
        ({"relation": []}, "not a sample of HieraDate: unhashable type: 'list'"),
        ({}, "not a sample of HieraDate: 'lives'"),
    ],
)
def test_a_row_that_is_no_sample_says_what_is_wrong(changed, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        sample_from_row(ROW | changed)


def test_the_file_and_the_line_of_such_a_row_are_told():
    row = Row(3, ROW | {"probes": [], "extreme": "best"}, "samples.jsonl")
    with pytest.raises(InputError, match=r"^samples\.jsonl:3: column 'extreme' holds 'best', expected first, later"):
        list(questions_of(row))

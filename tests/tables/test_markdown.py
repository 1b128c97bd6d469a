"""Tables line up, and no cell breaks out of its table."""

import pytest

from temporal_qa.tables.markdown import markdown_table, visible


def test_numbers_stand_right_and_words_left():
    assert markdown_table(["system", "n", "score"], [["solver", 1234, 100.0], ["a", 7, 33.333]]).splitlines() == [
        "| system |     n | score |",
        "| :----- | ----: | ----: |",
        "| solver | 1,234 | 100.0 |",
        "| a      |     7 |  33.3 |",
    ]


def test_a_bar_in_a_name_is_no_border():
    assert markdown_table(["name"], [["a|b"]]).splitlines()[2] == "| a\\|b |"
    assert markdown_table(["name"], [["a\r\n\u2028b"]]).splitlines()[2] == "| a b  |"


def test_a_table_without_rows_is_its_head():
    assert markdown_table(["a", "b"], []).splitlines() == ["| a   | b   |", "| :-- | :-- |"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Jo\u202en", "Jo\\u202en"),
        ("\x1b[31m", "\\u001b[31m"),
        ("a\u200bb\u2066", "a\\u200bb\\u2066"),
        ("a\u200db\n", "a\u200db\n"),
    ],
)
def test_controls_are_written_out(text, shown):
    assert visible(text) == shown

"""Marks in a text: what is marked, and which parts of a long text are shown first."""

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.apps.marked_text import Mark, marked_text


def marked(page, style):
    return [
        unescape(text) for styles, text in re.findall(r"<mark style='([^']*)'>(.*?)</mark>", page) if style in styles
    ]


@given(st.text("ab<&' ", max_size=40), st.lists(st.tuples(st.integers(-2, 42), st.integers(-2, 42)), max_size=4))
def test_each_mark_marks_its_characters_and_no_text_changes(text, places):
    page = marked_text(text, [Mark(start, end, f"n{number}n") for number, (start, end) in enumerate(places)])
    assert unescape(re.sub("<[^>]*>", "", page)) == text
    for number, (start, end) in enumerate(places):
        expected = text[start:end] if 0 <= start < end <= len(text) else ""
        assert "".join(marked(page, f"n{number}n")) == expected


def test_of_a_long_text_the_parts_around_the_marks_come_first():
    words = [f"w{number}" for number in range(2000)]
    text = " ".join(words)
    marks = [Mark(text.index(word), text.index(word) + 5, "m") for word in ("w1000", "w1010", "w1900")]
    page = marked_text(text, marks)
    before, _, whole = page.partition("<details><summary>The whole text, 2,000 words</summary>")
    first, second = re.findall("<p>(.*?)</p>", before)
    assert (marked(first, "m"), marked(second, "m")) == (["w1000", "w1010"], ["w1900"])
    assert len(before) < 3000
    assert unescape(re.sub("<[^>]*>", "", whole)) == text
    assert marked(whole, "m") == ["w1000", "w1010", "w1900"]

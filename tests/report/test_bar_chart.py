"""Bar charts: the lengths of bars, escaped text, the same bytes each time."""

import xml.etree.ElementTree as ET

import pytest

from temporal_qa.report.bar_chart import bar_chart_svg

COUNTS = {"train": {"1900-1919": 30, "1920-1939": 0}, "test": {"1900-1919": 10, "1920-1939": 20}}


def elements(svg, tag):
    return [element for element in ET.fromstring(svg).iter() if element.tag.endswith(f"}}{tag}")]


def bars(svg):
    """Row by row: where each bar begins, and how long it is."""
    rows = {}
    for element in elements(svg, "rect"):
        if element.get("height") == "16":
            rows.setdefault(element.get("y"), []).append((float(element.get("x")), float(element.get("width"))))
    return list(rows.values())


def test_bars_follow_one_another_and_have_the_lengths_of_the_counts():
    (first, second) = bars(bar_chart_svg("Questions", COUNTS))
    (train, test), (alone,) = first, second
    assert test[0] == pytest.approx(train[0] + train[1], abs=0.2)
    assert train[1] == pytest.approx(3 * test[1], abs=0.5)
    assert alone == (train[0], pytest.approx(2 * test[1], abs=0.3))  # no bar of nothing before it


def test_rows_series_and_sums_are_written():
    texts = [element.text for element in elements(bar_chart_svg("Questions", COUNTS), "text")]
    assert texts == ["Questions", "train", "test", "1900-1919", "40", "1920-1939", "20"]
    one = [element.text for element in elements(bar_chart_svg("Questions", {"train": {"a": 1234}}), "text")]
    assert one == ["Questions", "a", "1,234"]  # a legend of one says nothing


def test_rows_keep_their_order_or_begin_with_the_longest():
    counts = {"train": {"a": 1, "b": 0, "c": 2}, "test": {"a": 1, "b": 4, "c": 0}}
    for by_size, expected in ((False, ["a", "b", "c"]), (True, ["b", "a", "c"])):
        texts = [element.text for element in elements(bar_chart_svg("Questions", counts, by_size=by_size), "text")]
        assert [text for text in texts if text in counts["train"]] == expected


@pytest.mark.parametrize("letters", [40, 90])
def test_everything_stays_within_the_picture(letters):
    counts = {"a": {"x" * letters: 10**9, "y": 0}}
    svg = bar_chart_svg("Questions", counts)
    width = float(ET.fromstring(svg).get("width"))
    assert all(length > 0 and x + length < width - 60 for row in bars(svg) for x, length in row)


def test_text_is_escaped():
    svg = bar_chart_svg("A & B", {"<b>": {"</text><script>": 1}, "c": {"</text><script>": 1}})
    assert elements(svg, "script") == []
    assert "</text><script>" in [element.text for element in elements(svg, "text")]


def test_zeros_have_no_bars():
    assert bars(bar_chart_svg("Questions", {"train": {"a": 0}})) == []


@pytest.mark.parametrize("counts", [{}, {"train": {}}, {"train": {"a": 1}, "test": {"b": 1}}])
def test_series_must_have_the_same_rows(counts):
    with pytest.raises(ValueError, match="same rows"):
        bar_chart_svg("Questions", counts)

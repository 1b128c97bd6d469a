"""Passages: ours lose nothing, those of the release are what its code cuts."""

from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.questions.time_qa.passages import cut_passages, released_passages

LONG = " ".join(f"w{number}" for number in range(230))


@given(st.lists(st.lists(st.sampled_from(["A", "bc", "The", ".", "x" * 20]), max_size=130).map(" ".join), min_size=1))
def test_ours_hold_every_word_once_in_order(paragraphs):
    passages = cut_passages(paragraphs)
    assert " ".join(passage["text"] for passage in passages).split() == " ".join(paragraphs).split()
    assert all(0 < len(passage["text"].split()) <= 100 for passage in passages)


def test_ours_run_on_over_headings_and_cut_long_paragraphs_only():
    passages = cut_passages(["Ann .", "She sang here .", "Later life .", LONG, "She slept ."])
    assert [len(passage["text"].split()) for passage in passages] == [9, 100, 100, 33]
    assert {passage["title"] for passage in passages} == {"Ann ."}
    assert passages[0]["text"] == "Ann . She sang here . Later life ."


def test_the_release_loses_short_passages_but_not_the_last():
    short, last = "a short one of eight words it is", "it ends so"
    passages = released_passages(["Ann", short, "Career .", LONG, "Later .", last])
    assert [(passage["title"], len(passage["text"].split())) for passage in passages] == [
        ("Career", 100), ("Career", 100), ("Career", 30), ("Later", 3)
    ]  # fmt: skip
    assert passages[0]["text"].startswith("w0 ")
    assert len(released_passages(["Ann", LONG * 60])) == 100

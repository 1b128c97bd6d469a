"""Windows hold the whole context, each with the whole question, and tell where their tokens stand."""

from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from hypothesis import given
from hypothesis import strategies as st
from tiny_encoders import new_tokenizer

from temporal_qa.io.errors import InputError
from temporal_qa.models.extractive.encoders import EncoderReader
from temporal_qa.models.extractive.windows import WindowCutter, padded_width

TEXT = Path(__file__).read_text() + (Path(__file__).parent / "test_reader.py").read_text()
WORDS = TEXT.split()


@pytest.fixture(scope="module", params=["words", "spaces"])
def tokenizer(request):
    return new_tokenizer(TEXT.splitlines(), request.param)


@given(st.lists(st.sampled_from(WORDS), max_size=60), st.integers(20, 60), st.integers(1, 40))
def test_every_token_of_the_context_is_in_a_window_after_the_question(tokenizer, words, max_tokens, step):
    context, question = "  ".join(words), "Who was where?"
    windows = WindowCutter(tokenizer, max_tokens, step).cut(question, context)
    whole = tokenizer(question, context, verbose=False)
    before = whole["input_ids"][: whole["input_ids"].index(3) + 1]
    tokens = whole["input_ids"][len(before) : -1]
    room, held = max_tokens - len(before) - 1, []
    for number, window in enumerate(windows):
        ids = window.inputs["input_ids"].tolist()
        start = number * min(step, room)
        assert ids == [*before, *tokens[start : start + room], 3]
        assert window.first == len(before)
        assert len(window.spans) == len(ids) - len(before) - 1
        held += range(start, start + len(window.spans))
        for first, last in window.spans:
            assert context[first:last] == context[first:last].lstrip()
    assert set(held) == set(range(len(tokens)))
    assert len(windows) == 1 or len(held) - len(windows[-1].spans) < len(windows) * room


def test_a_place_is_marked_where_the_window_holds_it(tokenizer):
    context = "Ada Byron was born in 1815 and Alan Turing in 1912 ."
    (window,) = WindowCutter(tokenizer, 100, 50).cut("Who?", context)
    for text in ("Ada Byron", "1815", "Alan Turing"):
        place = (context.index(text), context.index(text) + len(text))
        assert window.characters_of(*window.tokens_of(*place)) == place
    assert window.tokens_of(0, len(context) + 5) is None
    assert window.tokens_of(len(context) + 1, len(context) + 5) is None
    windows = WindowCutter(tokenizer, 14, 3).cut("Who?", context)
    place = (0, len("Ada"))
    inside = [window for window in windows if window.tokens_of(*place)]
    assert 0 < len(inside) < len(windows)
    assert all(window.characters_of(*window.tokens_of(*place)) == place for window in inside)


def test_an_empty_context_is_one_window_without_tokens_of_it(tokenizer):
    (window,) = WindowCutter(tokenizer, 100, 50).cut("Who?", "")
    assert len(window.spans) == 0
    assert window.tokens_of(0, 1) is None


def test_a_question_that_leaves_no_room_is_one_line(tokenizer):
    with pytest.raises(InputError, match=r"max_input_tokens is 8, expected more than .* the length of 'Who was"):
        WindowCutter(tokenizer, 8, 4).cut("Who was where when and why and with whom?", "Ada.")


def test_inputs_are_padded_to_a_multiple_of_64(tokenizer):
    windows = WindowCutter(tokenizer, 200, 100).cut("Who?", TEXT[:1500])
    calls = []

    class Lengths(EncoderReader):
        def score(self, model, windows):
            calls.append({padded_width(len(window), 200) for window in windows})
            return map(len, windows)

        def answer_by(self, example, scores):
            return scores

    reader = Lengths(tokenizer, SimpleNamespace(config=None), SimpleNamespace(max_input_tokens=200))
    examples = [SimpleNamespace(windows=windows[:1]), SimpleNamespace(windows=windows[1:])]
    assert reader.answer(None, examples) == [[len(window) for window in each.windows] for each in examples]
    assert calls == [{length} for length in sorted(set.union(*calls), reverse=True)]  # one length each, longest first
    assert calls[0] == {200}
    batch = reader.collated(windows[-1:], "cpu")
    length = len(windows[-1])
    assert batch["input_ids"].shape == (1, min(200, (length + 63) // 64 * 64))
    assert batch["attention_mask"].sum() == length
    assert (batch["input_ids"][0, length:] == 0).all()

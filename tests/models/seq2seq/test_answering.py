"""Answers in batches that fit, with the probability that the model gives them."""

from collections import Counter

import pytest

torch = pytest.importorskip("torch", reason="models need torch")

from temporal_qa.engine import evaluation  # noqa: E402
from temporal_qa.engine.batches import Size  # noqa: E402
from temporal_qa.engine.evaluation import answer_questions  # noqa: E402
from temporal_qa.io.errors import InputError  # noqa: E402
from temporal_qa.models.seq2seq.reader import T5Reader  # noqa: E402


def load(tiny_t5, **settings):
    given = {"context": "facts", "max_input_tokens": 300, "max_target_tokens": 6}
    return T5Reader.load(str(tiny_t5), given | settings)


@pytest.fixture(scope="module")
def reader(tiny_t5):
    return load(tiny_t5)


@pytest.fixture(scope="module")
def examples(rows, reader):
    return reader.read(rows[:24], Counter(), training=False)


def answers(reader, examples, tokens_per_batch, model=None, **options):
    places = range(len(examples))
    batches = list(
        answer_questions(reader, model or reader.model, examples, places, tokens_per_batch=tokens_per_batch, **options)
    )
    found = {place: answer for batch in batches for place, answer in batch.items()}
    assert sorted(found) == list(places)
    return [found[place] for place in places], [len(batch) for batch in batches]


@pytest.mark.parametrize("beams", [1, 3])
def test_answers_do_not_depend_on_the_size_of_batches(tiny_t5, examples, beams):
    reader = load(tiny_t5, beams=beams)
    together, few = answers(reader, examples, 100_000)
    apart, many = answers(reader, examples, 1)
    assert (few, many) == ([24], [1] * 24)
    assert [answer.text for answer in together] == [answer.text for answer in apart]
    assert [answer.score for answer in together] == pytest.approx([answer.score for answer in apart], abs=1e-3)


def test_the_score_is_the_logarithm_of_the_probability(reader, examples):
    found, _ = answers(reader, examples[:4], 100_000)
    for example, answer in zip(examples, found, strict=False):
        inputs = reader.collate([example], "cpu")
        made = reader.model.generate(**inputs, max_new_tokens=6, do_sample=False, output_logits=True,
                                     return_dict_in_generate=True)  # fmt: skip
        steps = torch.cat(made.logits).log_softmax(-1)
        expected = sum(step[token] for step, token in zip(steps, made.sequences[0, 1:], strict=True))
        assert answer.score == pytest.approx(float(expected), abs=1e-3)
        assert answer.score <= 0


class SmallMemory:
    """The model on a machine whose memory holds so many questions at once."""

    def __init__(self, model, room):
        self.model, self.room, self.asked = model, room, []

    def generate(self, input_ids, **options):
        self.asked.append(len(input_ids))
        if len(input_ids) > self.room:
            raise torch.OutOfMemoryError("out of memory")
        return self.model.generate(input_ids=input_ids, **options)

    def __call__(self, **inputs):
        return self.model(**inputs)

    @property
    def device(self):
        return self.model.device


def test_batches_are_halved_until_they_fit(reader, examples):
    small = SmallMemory(reader.model, 5)
    found, sizes = answers(reader, examples, 100_000, small)
    expected, _ = answers(reader, examples, 100_000)
    assert [answer.text for answer in found] == [answer.text for answer in expected]
    assert max(sizes) <= 5
    assert small.asked[0] == 24
    fitted = [size <= 5 for size in small.asked]
    assert fitted == sorted(fitted)  # what fitted once is kept to
    with pytest.raises(InputError, match="a single question does not fit in memory"):
        answers(reader, examples, 100_000, SmallMemory(reader.model, 0))


def test_a_log_has_a_line_for_every_hundred_answers(monkeypatch):
    class Silent:
        def size(self, example):
            return Size((1,), 0)

        def answer(self, model, examples):
            return [None] * len(examples)

    numbers = iter([99, 2, 149, 1_000])
    monkeypatch.setattr(evaluation, "first_batch", lambda sizes, tokens: next(numbers))
    lines = []
    options = {"tokens_per_batch": 1, "write": lines.append}
    batches = list(answer_questions(Silent(), None, [None] * 1_250, range(1_250), **options))
    assert [len(batch) for batch in batches] == [99, 2, 149, 1_000]
    assert lines == ["answered 101 of 1,250", "answered 250 of 1,250", "answered 1,250 of 1,250"]

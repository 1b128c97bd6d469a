"""The extractive reader: what it learns from, what it answers, and that it learns by heart."""

from collections import Counter

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from temporal_qa.engine.recipes import convert  # noqa: E402
from temporal_qa.io.errors import InputError  # noqa: E402
from temporal_qa.models.extractive.model import SpanScores, span_loss  # noqa: E402
from temporal_qa.models.extractive.reader import SpanReader, SpanSettings  # noqa: E402

CONTEXT = (
    "Ada: Ada Byron was born on 10 December 1815 and died on 27 November 1852.\nAlan: Alan Turing was born in 1912."
)
ROWS = [
    {
        "id": "1",
        "question": "Who was born first, Ada Byron or Alan Turing?",
        "answers": ["Ada Byron"],
        "context": CONTEXT,
    },
    {
        "id": "2",
        "question": "Who was born later, Ada Byron or Alan Turing?",
        "answers": ["Alan Turing"],
        "context": CONTEXT,
    },
    {"id": "3", "question": "When was Ada Byron born?", "answers": ["10 December 1815"], "context": CONTEXT},
    {"id": "4", "question": "Does 1815 come before 1912?", "answers": ["yes"], "context": CONTEXT},
    {"id": "5", "question": "Does 1815 come after 1912?", "answers": ["no"], "context": CONTEXT},
    {"id": "6", "question": "When did Ada Byron die?", "answers": [], "context": CONTEXT},
    {
        "id": "7",
        "question": "How long after Ada Byron was Alan Turing born?",
        "answers": ["97"],
        "answer_type": "age",
        "context": CONTEXT,
    },
    {
        "id": "8",
        "question": "How old was Ada Byron?",
        "answers": ["36 years, 11 months and 17 days"],
        "answer_type": "age",
        "context": CONTEXT,
    },
]


class Recipe:
    init, context, max_input_words, dropout, seed = "tiny", "text", 64, 0.0, 3


@pytest.fixture
def reader(tmp_path):
    SpanReader.create(Recipe, ROWS, tmp_path / "start")
    return SpanReader.load(str(tmp_path / "start"), {"context": "text", "max_input_words": 64})


def marked(example):
    spans = example.words.spans
    return [example.text[spans[first, 0] : spans[last, 1]] for first, last in example.places]


def words_of(example):
    return [example.text[start:end] for start, end in example.words.spans]


def test_every_place_of_the_answer_in_the_context_is_a_target_or_else_in_the_question(reader):
    examples = reader.read(ROWS, Counter(), training=True)
    assert [marked(example) for example in examples[:6]] == [
        ["Ada Byron"], ["Alan Turing"], ["10 December 1815"], [], [], [],
    ]  # fmt: skip
    (of_question,) = reader.read([ROWS[0] | {"context": "Nothing."}], Counter(), training=True)
    assert marked(of_question) == ["Ada Byron"]
    assert [example.kind for example in examples] == [0, 0, 0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("answers", "answer_type"),
    [
        (["90 years"], "text"),
        (["Ada", "Alan"], "entity"),
        (["Byro"], "entity"),
        (["10 December 181"], "date"),
        (["36 years, 11 months and 16 days"], "age"),
        (["-1"], "age"),
        (["old"], "age"),
    ],
    ids=["absent", "several", "cut", "cut year", "a day off", "before birth", "no number"],
)
def test_what_cannot_be_answered_is_counted_and_not_learned(reader, answers, answer_type):
    row, counts = ROWS[0] | {"answers": answers, "answer_type": answer_type}, Counter()
    assert reader.read([row], counts, training=True) == []
    assert counts["answers not in the text, not trained on"] == 1
    assert len(reader.answer(reader.model, reader.read([row], Counter(), training=False))) == 1


def test_long_contexts_lose_their_last_lines(reader):
    counts = Counter()
    reader.settings = SpanSettings("text", 36)
    (example,) = reader.read(ROWS[:1], counts, training=False)
    assert words_of(example)[-2:] == ["1852", "."]
    assert counts["inputs cut"] == 1
    reader.settings = SpanSettings("text", 5)
    with pytest.raises(InputError, match="expected at least"):
        reader.read(ROWS[:1], counts, training=False)


def test_the_dates_of_an_age_are_targets(reader):
    examples = reader.read(ROWS[6:], Counter(), training=True)
    spans = [example.words.spans for example in examples]
    found = [
        [tuple(example.text[span[place, 0] : span[place, 1]] for place in places) for places in example.places]
        for example, span in zip(examples, spans, strict=True)
    ]
    assert found == [[("10", "1912")], [("10", "27")]]  # the first words of the dates


def test_sentences_without_a_digit_can_be_left_out_and_others_keep_their_places(reader):
    context = "Ada: She was born in 1815. Friends liked her.\nAlan: He ran (fast). Dr. Turing died in 1954."
    row = ROWS[0] | {"context": context, "answers": ["Turing"]}
    for lines, expected in (("paragraphs", [1, 2]), ("sentences", [1, 2])):
        reader.settings = SpanSettings("text", 64, sentences="numbered", lines=lines)
        (example,) = reader.read([row], Counter(), training=True)
        assert " ".join(words_of(example)[12:]) == "Ada : She was born in 1815 . Turing died in 1954 ."
        assert marked(example) == ["Turing"]
        assert sorted(set(example.words.lines[12:].tolist())) == expected


def test_each_sentence_can_be_a_line(reader):
    context = "She was born. Her son died in 1815.\nHe ran."
    reader.settings = SpanSettings("text", 64, lines="sentences")
    (example,) = reader.read([ROWS[0] | {"context": context}], Counter(), training=False)
    found = [
        [word for word, line in zip(words_of(example), example.words.lines, strict=True) if line == number]
        for number in (1, 2, 3)
    ]
    assert [" ".join(words) for words in found] == ["She was born .", "Her son died in 1815 .", "He ran ."]


def test_a_row_without_a_context_is_one_line(reader):
    with pytest.raises(InputError, match="question '1' has no text in 'context', only 'id', 'question'"):
        reader.read([{"id": "1", "question": "Who?"}], Counter(), training=False)


def test_it_learns_by_heart_and_is_the_same_after_saving(reader, tmp_path):
    examples = reader.read(ROWS, Counter(), training=True)
    optimizer = torch.optim.AdamW(reader.model.parameters(), lr=3e-3)
    reader.model.train()
    for _ in range(150):
        loss = reader.loss(reader.model, reader.collate(examples, "cpu"))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    reader.model.eval()
    expected = [row["answers"] for row in ROWS]
    found = reader.answer(reader.model, reader.read(ROWS, Counter(), training=False))
    assert [answer.answers for answer in found] == expected
    for answer in found:  # those in the context have a place there
        assert answer.start is None or CONTEXT[answer.start : answer.end] == answer.text
    assert found[2].start == CONTEXT.index("10 December 1815")
    assert {answer.start for answer in found[3:]} == {None}
    reader.save(reader.model, tmp_path / "saved")
    again = SpanReader.load(str(tmp_path / "saved"), {"context": "text", "max_input_words": 64})
    assert again.answer(again.model, again.read(ROWS, Counter(), training=False)) == found


def test_padding_changes_nothing(reader):
    short, long = reader.read([ROWS[3] | {"context": "Ada."}, ROWS[0]], Counter(), training=False)
    alone, together = reader.answer(reader.model, [short])[0], reader.answer(reader.model, [short, long])[0]
    assert alone.answers == together.answers
    assert alone.score == pytest.approx(together.score, abs=1e-5)


def test_the_loss_is_that_of_any_place_of_the_answer():
    torch.manual_seed(0)
    scores = SpanScores(*(torch.randn(3, width) for width in (5, 5, 5, 5, 6)))
    spans, classes = torch.tensor([[0, 1, 2], [0, 3, 3]]), torch.tensor([0, 4, 5])
    dates = torch.tensor([[1, 1, 4], [2, 0, 2], [2, 3, 2]])
    starts, ends, first_dates, last_dates, kinds = (score.softmax(-1) for score in scores)
    right = [
        kinds[0, 0] * (starts[0, 1] * ends[0, 2] + starts[0, 3] * ends[0, 3]),
        kinds[1, 4] * first_dates[1, 1] * last_dates[1, 4],
        kinds[2, 5] * last_dates[2, 2] * (first_dates[2, 0] + first_dates[2, 3]),
    ]
    assert span_loss(scores, spans, dates, classes) == pytest.approx(-sum(p.log() for p in right).item() / 3)


def test_settings_are_checked():
    with pytest.raises(InputError, match="context"):
        convert({"context": "passages", "max_input_words": 64}, SpanSettings, None)

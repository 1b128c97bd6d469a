"""What a model reads of a row, and what is cut when it is too much."""

from collections import Counter
from dataclasses import replace

import pytest

from temporal_qa.engine.batches import truncation_rates
from temporal_qa.io.errors import InputError
from temporal_qa.models.seq2seq.inputs import InputFormat, read_examples, worked_examples
from temporal_qa.timeline.facts import ANSWER_SEPARATOR


def plain(tokenizer, tokens):
    return tokenizer.decode(tokens, skip_special_tokens=True).strip()


def read(rows, tokenizer, reading, *, targets=True):
    counts = Counter()
    return read_examples(rows, tokenizer, reading, counts, targets=targets), counts


PASSAGES = [
    {"title": "Ada", "text": "Ada was born in 1815. She wrote notes. They were read in 1843.", "url": ""},
    {"title": "Engine", "text": "The engine was never built.", "url": ""},
    {"title": "Byron", "text": "A poet. He travelled.", "url": ""},
]
ASKED = {"id": "q1", "question": "When?", "answers": ["1815", "1843"], "passages": PASSAGES, "fact_context": "A.\nB.",
         "context": "Ada: born 1815.\nByron: born 1788."}  # fmt: skip


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        (InputFormat("facts", 100, 100), ["question: When? context: A. B."]),
        (InputFormat("text", 100, 100), ["question: When? context: Ada: born 1815. Byron: born 1788."]),
        (
            InputFormat("passages", 200, 100, passages=2),
            [
                "question: When? title: Ada context: Ada was born in 1815. She wrote notes. They were read in 1843. "
                "title: Engine context: The engine was never built."
            ],
        ),
        (
            InputFormat("passages", 200, 100, passages=2, separately=True),
            [
                "question: When? title: Ada context: Ada was born in 1815. She wrote notes. They were read in 1843.",
                "question: When? title: Engine context: The engine was never built.",
            ],
        ),
    ],
)
def test_what_is_read(tokenizer, reading, expected):
    (example,), _ = read([ASKED], tokenizer, reading)
    assert [plain(tokenizer, tokens) for tokens in example.inputs] == expected
    assert plain(tokenizer, example.target) == "1815 $and 1843"
    assert all(tokens[-1] == tokenizer.eos_token_id for tokens in (*example.inputs, example.target))
    assert (example.id, example.answers) == ("q1", ("1815", "1843"))


def test_pseudo_rows_are_read_as_they_instruct(tokenizer, rows):
    examples, _ = read(rows[:20], tokenizer, InputFormat("instruction", 2000, 300))
    for row, example in zip(rows, examples, strict=False):
        assert plain(tokenizer, example.inputs[0]) == " ".join(row["instruction"].split())
        assert plain(tokenizer, example.target) == row["target"]


def test_reason_qa_rows_are_put_in_the_same_wordings(tokenizer, rows):
    bare = [{key: row[key] for key in ("id", "question", "answers", "fact_context")} for row in rows[:20]]
    examples, _ = read(bare, tokenizer, InputFormat("instruction", 2000, 300))
    again, _ = read(bare[::-1], tokenizer, InputFormat("instruction", 2000, 300))
    for row, example, same in zip(bare, examples, reversed(again), strict=True):
        text = plain(tokenizer, example.inputs[0])
        assert row["question"] in text
        assert " ".join(row["fact_context"].split()) in text
        assert sorted(plain(tokenizer, example.target).split(ANSWER_SEPARATOR)) == sorted(row["answers"])
        assert example.inputs[0].tolist() == same.inputs[0].tolist()  # whatever was read before


def test_both_orders_make_two_examples_of_several_answers(tokenizer):
    one = ASKED | {"id": "q2", "answers": ["1815"]}
    examples, _ = read([ASKED, one], tokenizer, InputFormat("facts", 100, 100, answer_orders="both"))
    found = [(example.id, plain(tokenizer, example.target)) for example in examples]
    assert found == [("q1", "1815 $and 1843"), ("q1", "1843 $and 1815"), ("q2", "1815")]
    asked, _ = read([ASKED], tokenizer, InputFormat("facts", 100, 100, answer_orders="both"), targets=False)
    assert len(asked) == 1
    assert asked[0].target.size == 0


def test_each_answer_alone_is_a_target_where_any_one_is_right(tokenizer):
    rows = [ASKED, ASKED | {"id": "none", "answers": []}]
    examples, _ = read(rows, tokenizer, InputFormat("facts", 100, 100, answer_orders="each"))
    found = [(example.id, plain(tokenizer, example.target)) for example in examples]
    assert found == [("q1", "1815"), ("q1", "1843"), ("none", "")]


def test_paragraphs_are_read_as_passages_are(tokenizer):
    row = ASKED | {"paragraphs": PASSAGES, "passages": None}
    (expected,), _ = read([ASKED], tokenizer, InputFormat("passages", 200, 100, separately=True))
    (example,), _ = read([row], tokenizer, InputFormat("paragraphs", 200, 100, separately=True))
    assert [tokens.tolist() for tokens in example.inputs] == [tokens.tolist() for tokens in expected.inputs]
    with pytest.raises(InputError, match="question 'q1' has no 'paragraphs'"):
        read([ASKED], tokenizer, InputFormat("paragraphs", 200, 100))


def test_without_a_context_the_question_stands_alone(tokenizer):
    (example,), _ = read([ASKED | {"fact_context": None}], tokenizer, InputFormat("none", 100, 100))
    assert plain(tokenizer, example.inputs[0]) == f"question: {ASKED['question']}"


@pytest.mark.parametrize("context", ["facts", "instruction"])
@pytest.mark.parametrize("limit", [100, 150, 250])
def test_whole_facts_are_cut_from_the_end(tokenizer, rows, context, limit):
    examples, counts = read(rows, tokenizer, InputFormat(context, limit, 300))
    cut = 0
    for row, example in zip(rows, examples, strict=True):
        (tokens,) = example.inputs
        assert len(tokens) <= limit
        text, facts = plain(tokenizer, tokens), row["fact_context"].split("\n")
        assert row["question"] in text
        kept = sum(fact in text for fact in facts)
        assert " ".join(facts[:kept]) in text
        rest = text.replace(" ".join(facts[:kept]), "") if kept else text
        whole = row["instruction"] if context == "instruction" else f"question: {row['question']} context: {{}}"
        frame = " ".join(whole.replace(row["fact_context"], "").replace("{}", "").split())
        assert " ".join(rest.split()) == frame  # no part of a fact
        cut += len(facts) - kept
        if kept < len(facts):  # one more would have been too long
            more = tokenizer(text.replace(" ".join(facts[:kept]), " ".join(facts[: kept + 1])))["input_ids"]
            assert len(more) > limit or not kept
    assert counts["sentences"] == sum(len(row["fact_context"].split("\n")) for row in rows)
    assert counts["sentences cut"] == cut > 0
    assert truncation_rates(counts)["sentences_cut"] == cut / counts["sentences"]


def test_whole_passages_are_cut_and_then_sentences_of_the_first(tokenizer):
    reading = InputFormat("passages", 200, 100)
    whole = len(read([ASKED], tokenizer, reading)[0][0].inputs[0])
    (example,), counts = read([ASKED], tokenizer, InputFormat("passages", whole - 1, 100))
    assert "Engine" in plain(tokenizer, example.inputs[0])
    assert "Byron" not in plain(tokenizer, example.inputs[0])
    assert (counts["passages"], counts["passages cut"], counts["inputs cut"]) == (3, 1, 1)
    first = "question: When? title: Ada context: Ada was born in 1815. She wrote notes."
    limit = len(tokenizer(first)["input_ids"])
    (example,), counts = read([ASKED], tokenizer, InputFormat("passages", limit, 100))
    assert plain(tokenizer, example.inputs[0]) == first
    assert (counts["passages cut"], counts["sentences"], counts["sentences cut"]) == (3, 3, 1)


def test_a_passage_of_its_own_is_cut_by_sentences(tokenizer):
    limit = len(tokenizer("question: When? title: Ada context: Ada was born in 1815. She wrote notes.")["input_ids"])
    (example,), counts = read([ASKED], tokenizer, InputFormat("passages", limit, 100, passages=2, separately=True))
    assert plain(tokenizer, example.inputs[0]).endswith("She wrote notes.")
    assert (counts["sentences"], counts["sentences cut"], counts["inputs"], counts["inputs cut"]) == (4, 1, 2, 1)
    assert (counts["passages"], counts["passages cut"]) == (3, 1)


@pytest.mark.parametrize("separately", [False, True])
@pytest.mark.parametrize(
    "text", ["Ada was born in 1815 and wrote notes", "Ada was born in 1815 and wrote notes. Later."]
)
def test_of_a_first_sentence_that_does_not_fit_the_first_words_stay(tokenizer, separately, text):
    kept = "question: When? title: Ada context: Ada was born in 1815"
    reading = InputFormat("passages", len(tokenizer(kept)["input_ids"]), 100, separately=separately)
    (example,), counts = read([ASKED | {"passages": [{"title": "Ada", "text": text}]}], tokenizer, reading)
    assert [plain(tokenizer, tokens) for tokens in example.inputs] == [kept]
    assert (counts["sentences"], counts["sentences cut"]) == (text.count(". ") + 1,) * 2


def test_a_fact_that_does_not_fit_is_not_cut_in_two(tokenizer):
    limit = len(tokenizer("question: When? context: Ada was born in")["input_ids"])
    (example,), _ = read(
        [ASKED | {"fact_context": "Ada was born in 1815."}], tokenizer, InputFormat("facts", limit, 100)
    )
    assert plain(tokenizer, example.inputs[0]) == "question: When? context:"


def test_without_passages_the_question_is_read_alone(tokenizer):
    (example,), _ = read([ASKED | {"passages": []}], tokenizer, InputFormat("passages", 50, 50, separately=True))
    assert [plain(tokenizer, tokens) for tokens in example.inputs] == ["question: When?"]


def test_many_rows_are_read_as_each_alone(tokenizer, rows):
    many = [row | {"question": f"{row['question']} {number}"} for number, row in enumerate(rows[:7] * 200)]
    together, _ = read(many, tokenizer, InputFormat("facts", 300, 100))
    for row, example in zip(many[::97], together[::97], strict=True):
        ((alone,), _) = read([row], tokenizer, InputFormat("facts", 300, 100))
        assert (example.id, example.answers) == (alone.id, alone.answers)
        assert [tokens.tolist() for tokens in example.inputs] == [tokens.tolist() for tokens in alone.inputs]
        assert example.target.tolist() == alone.target.tolist()


def test_a_target_that_is_too_long_is_not_trained_on(tokenizer):
    examples, counts = read([ASKED], tokenizer, InputFormat("facts", 100, 3))
    assert examples == []
    assert counts["targets too long, not trained on"] == 1


BOTH_ENDS = "A fact holds in every month from its start to its end, both ends included."


def test_worked_examples_stand_before_every_question_and_are_never_cut(tokenizer, rows):
    reading = InputFormat("facts", 100, 100)
    shown = worked_examples([ASKED], tokenizer, reading, 1, 0, Counter())
    assert shown == f"{BOTH_ENDS}\n\nquestion: When? context: A. B. answer: 1815 $and 1843\n\n"
    (example,), counts = read([ASKED | {"fact_context": "X.\nY."}], tokenizer, replace(reading, worked_examples=shown))
    assert plain(tokenizer, example.inputs[0]) == (
        f"{BOTH_ENDS} question: When? context: A. B. answer: 1815 $and 1843 question: When? context: X. Y. answer:"
    )
    (short,), counts = read(
        [ASKED | {"fact_context": "X.\nY."}],
        tokenizer,
        replace(reading, worked_examples=shown, max_input_tokens=len(example.inputs[0]) - 1),
    )
    assert plain(tokenizer, short.inputs[0]).startswith(" ".join(shown.split()))
    assert counts["sentences cut"] == 1
    long = replace(reading, max_input_tokens=2000)
    drawn = {worked_examples(rows, tokenizer, long, 2, seed, Counter()) for seed in (0, 0, 1)}
    assert len(drawn) == 2
    with pytest.raises(InputError, match="1 question left to draw examples from, expected at least 2"):
        worked_examples([ASKED], tokenizer, reading, 2, 0, Counter())


def test_a_worked_example_leaves_half_the_room_to_the_question(tokenizer):
    passages = [{"title": "T", "text": f"Passage {n}."} for n in range(20)]
    reading = InputFormat("passages", 140, 100)
    cut = Counter()
    shown = worked_examples([ASKED | {"passages": passages}], tokenizer, reading, 1, 0, cut)
    assert 0 < cut["passages cut"] < 20
    assert shown.startswith(f"{BOTH_ENDS}\n\nquestion: When? title: T context: Passage 0. title: T context: Passage 1.")
    assert "Passage 19" not in shown
    assert shown.endswith(" answer: 1815 $and 1843\n\n")
    before, room = len(tokenizer(BOTH_ENDS)["input_ids"]), len(tokenizer(shown)["input_ids"])
    assert room - before <= (140 - before) / 2
    (example,), counts = read([ASKED | {"passages": passages}], tokenizer, replace(reading, worked_examples=shown))
    assert len(example.inputs[0]) <= 140
    assert 0 < counts["passages cut"] < 20


def test_a_question_that_fits_is_shown_rather_than_one_that_must_be_cut(tokenizer):
    long = ASKED | {"fact_context": "\n".join(f"Fact number {n}." for n in range(40))}
    short = ASKED | {"question": "Who?"}
    for seed in range(5):
        cut = Counter()
        shown = worked_examples([long] * 9 + [short], tokenizer, InputFormat("facts", 120, 50), 1, seed, cut)
        assert shown.startswith(f"{BOTH_ENDS}\n\nquestion: Who?")
        assert not cut


@pytest.mark.parametrize(
    ("row", "reading", "message"),
    [
        (ASKED, InputFormat("facts", 3, 50), "max_input_tokens is 3, expected at least"),
        ({"id": "q", "question": "?"}, InputFormat("facts", 50, 50), "has no 'fact_context'"),
        ({"id": "q", "question": "?", "fact_context": "A."}, InputFormat("passages", 50, 50), "has no 'passages'"),
    ],
)
def test_what_cannot_be_read(tokenizer, row, reading, message):
    with pytest.raises(InputError, match=message):
        read([row], tokenizer, reading)

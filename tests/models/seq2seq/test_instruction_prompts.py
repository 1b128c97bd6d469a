"""Rows of ReasonQA without an instruction get one, drawn by their id."""

from collections import Counter

from temporal_qa.models.seq2seq.inputs import InputFormat, read_examples

ROWS = [
    {
        "id": f"L2_{number}",
        "question": f"Which teams did Ann play for in {1990 + number}?",
        "fact_context": "Ann played for Ice Warriors from 1980 to 2001.\nAnn played for Polar Bears from 1989 to 2003.",
        "answers": ["Ice Warriors", "Polar Bears"],
    }
    for number in range(12)
]


def letters(texts, **_):
    """A tokenizer whose tokens are characters."""
    return {"input_ids": [[ord(letter) for letter in text] for text in texts]}


def read(rows):
    """The prompt and the target of each row."""
    reading = InputFormat("instruction", max_input_tokens=10_000, max_target_tokens=1_000)
    examples = read_examples(rows, letters, reading, Counter(), targets=True)
    return [("".join(map(chr, example.inputs[0])), "".join(map(chr, example.target))) for example in examples]


def test_the_wording_depends_on_the_row_and_on_nothing_else():
    prompts = read(ROWS)
    assert prompts == [read([row])[0] for row in reversed(ROWS)][::-1]
    wordings = {prompt.replace(row["question"], "Q") for (prompt, _), row in zip(prompts, ROWS, strict=True)}
    assert len(wordings) > 4
    assert {target for _, target in prompts} == {"Ice Warriors $and Polar Bears", "Polar Bears $and Ice Warriors"}


def test_the_prompt_has_facts_and_question():
    for row, (prompt, _) in zip(ROWS, read(ROWS), strict=True):
        assert all(part in prompt for part in (row["question"], row["fact_context"], "$and"))

"""Files of questions as models are asked them: rows of ReasonQA, on dates, of TimeQA, or of TempAnswerQA, checked."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from temporal_qa.io import InputError, Row, read_rows
from temporal_qa.prompting.chat_prompts import contract, is_temp_answer_qa, right_response
from temporal_qa.questions.solving import over_graph
from temporal_qa.scoring.labelled_rows import labelled_answers, row_id


def question_rows(path: Path, limit: int | None = None, *, labelled: bool = False) -> Iterator[dict[str, Any]]:
    """The rows as :func:`~.chat_prompts.chat_prompt` takes them, all of TempAnswerQA or none.

    A row of TempAnswerQA without a column ``split`` gets it from the name of the file.

    Args:
        path: a file or split, see :func:`~temporal_qa.io.read.read_rows`.
        limit: read only the first rows.
        labelled: with the right answers and the facts, as :func:`~.chat_prompts.right_response` takes them.

    Raises:
        InputError: no rows, one that lacks something, an id that occurs twice, or rows of TempAnswerQA among others,
            whose responses have other columns.
    """
    split = path.name.split(".")[0].split("-")[0]  # head-00000-of-00001.parquet
    seen: set[str] = set()
    first: dict[str, Any] = {}
    for read in read_rows(path, without=("instruction", "target", *(() if labelled else ("facts",)))):
        row = _checked(read, split)
        if row["id"] in seen:
            raise read.error(f"id {row['id']!r} occurs twice")
        seen.add(row["id"])
        first = first or row
        if is_temp_answer_qa(row) != is_temp_answer_qa(first):
            expected = "TempAnswerQA alone" if is_temp_answer_qa(first) else "none of TempAnswerQA"
            raise read.error(f"is not of the same dataset as the rows before it, expected {expected}")
        yield row | _labels(read, row) if labelled else row
        if len(seen) == limit:
            break
    if not seen:
        raise InputError("no questions", path)


def _checked(read: Row, split: str) -> dict[str, Any]:
    row = {**read.values, "id": row_id(read), "question": read.text("question")}
    if is_temp_answer_qa(row):
        row |= {"split": read.text("split", split), "context": read.text("context", "")}
        if row["source"] == "ttqa" and not row["context"]:
            raise read.error("context is empty, expected the table that the question is about")
        return row
    if row.get("passages") is not None:
        raise read.error("has passages (config open_domain), expected a row of config reason_qa: facts in fact_context")
    if row.get("fact_context") is not None:
        read.text("fact_context")
    elif over_graph(row):
        raise read.error("a question over a graph, without its facts: build with --contexts 20, and take reason_qa")
    elif row.get("answer_type") is None:
        raise read.error(
            "expected 'fact_context' (ReasonQA), 'answer_type' (questions on dates), or 'source' ttqa or tot "
            "(TempAnswerQA); found none"
        )
    else:
        row["context"] = read.text("context", "")
        if contract(row) == "article" and not row["context"].strip():
            raise read.error("context is empty, expected the article that the question is about")
    return row


def _labels(read: Row, row: dict[str, Any]) -> dict[str, Any]:
    if not is_temp_answer_qa(row):
        return {"answers": labelled_answers(read)}
    label = read.text("answer")
    try:
        right_response(row)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise read.error(f"answer is {label!r:.80}, expected fields, such as {{'answer': 4}}") from None
    return {"answer": label}

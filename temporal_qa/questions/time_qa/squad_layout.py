"""Rows in the layout of SQuAD 2.0: articles with their questions, and ``is_impossible``, which many tools read."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import orjson

from temporal_qa.io import writing_beside


def squad_articles(rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """One entry of ``data`` for each run of rows with one context.

    SQuAD's answers stand in the text: those without offsets are left out, and questions that have no others, too.
    """
    for context, members in groupby(rows, key=lambda row: row["context"]):
        of_article = list(members)
        questions = [
            {
                "id": row["id"],
                "question": row["question"],
                "is_impossible": not row["answers"],
                "answers": [
                    {"text": text, "answer_start": start}
                    for text, start in zip(row["answers"], row["answer_starts"], strict=True)
                    if start is not None
                ],
            }
            for row in of_article
            if not row["answers"] or any(start is not None for start in row["answer_starts"])
        ]
        yield {"title": of_article[0]["subject"], "paragraphs": [{"context": context, "qas": questions}]}


def write_squad_layout(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Writes rows as one JSON file, an article at a time."""
    with writing_beside(path) as beside, beside.open("wb") as file:
        file.write(b'{"version": "v2.0", "data": [')
        for number, article in enumerate(squad_articles(rows)):
            file.write((b",\n" if number else b"\n") + orjson.dumps(article))
        file.write(b"\n]}\n")

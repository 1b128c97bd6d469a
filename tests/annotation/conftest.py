"""Rows of questions, and the tools' part: a task comes back with the annotator's choice."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def question_row(number: int, **columns: Any) -> dict[str, Any]:
    return {
        "id": f"L2_{number}",
        "question": f"Which team did Ann Bo play for in May {1990 + number}?",
        "answers": [f"Team {number}"],
        "subject": "Ann Bo",
        "fact_context": f"Ann Bo played for Team {number} from May {1990 + number} to June {1990 + number}.",
    } | columns


@pytest.fixture
def row() -> Callable[..., dict[str, Any]]:
    return question_row


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """Thirty questions."""
    return write_rows(tmp_path / "questions.jsonl", [question_row(number) for number in range(30)])


def write_rows(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path

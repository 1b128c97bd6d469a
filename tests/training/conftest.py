"""A tiny world of questions, and a place to train on them."""

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for the file beside this one

from workplace import Workplace

from temporal_qa.fiction.options import PseudoOptions, make_recipe
from temporal_qa.fiction.pseudo_questions import block_questions


@pytest.fixture(scope="session")
def rows() -> list[dict[str, Any]]:
    """Sixty-four ReasonQA questions with short contexts, three a subject at most."""
    recipe = make_recipe(PseudoOptions(seed=5, invent=True, resample=False))
    questions = [pseudo.question for block in range(2) for pseudo in block_questions(recipe, block)]
    chosen: list[dict[str, Any]] = []
    asked = Counter[str]()
    for question in sorted(questions, key=lambda question: (len(question.fact_context), question.id)):
        asked[question.subject] += 1
        if asked[question.subject] <= 3 and len(chosen) < 64:
            chosen.append(question.to_row())
    return chosen


@pytest.fixture(scope="session")
def passage_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same as open-domain questions: two facts a passage, so that their numbers are ragged."""
    made = []
    for row in rows:
        sentences = row["fact_context"].split("\n")
        texts = [" ".join(sentences[start : start + 2]) for start in range(0, len(sentences), 2)]
        made.append(row | {"passages": [{"title": row["subject"], "text": text, "url": ""} for text in texts]})
    return made


@pytest.fixture(scope="session", autouse=True)
def _training_packages() -> None:
    for package in ("torch", "transformers", "accelerate"):
        pytest.importorskip(package, reason=f"training needs {package}")


@pytest.fixture
def workplace(tmp_path: Path, rows: list[dict[str, Any]]) -> Workplace:
    return Workplace(tmp_path, rows)

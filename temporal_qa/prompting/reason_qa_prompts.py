"""Questions of Complex-TR on facts (ReasonQA) as instructions for a model that was not tuned on them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from temporal_qa.questions.instructions import instruction_and_target


def reason_qa_prompt(row: Mapping[str, Any]) -> tuple[str, str]:
    """The prompt for a model, and the right response: the answers joined by ``" $and "``.

    The prompt has facts and question in one of the wordings of ``generation/instructions.yaml``. The row's id decides
    which, as in ``training/predict.py`` with ``context: instruction``.

    Args:
        row: ``id``, ``question``, ``fact_context`` and ``answers``.
    """
    rng = random.Random(f"instruction/{row['id']}")
    return instruction_and_target(row["question"], row["fact_context"], tuple(row["answers"]), rng)

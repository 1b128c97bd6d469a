"""Questions as rows for the training of chat models."""

from pathlib import Path
from typing import Literal

from temporal_qa.commands import options
from temporal_qa.io import counted, write_rows


def chat_rows(
    questions: Path,
    *,
    out: Path,
    prompting: Literal["few-shot", "zero-shot"] = "zero-shot",
    overwrite: options.OverwriteFile = False,
) -> options.Output:
    """Turn questions into prompt and completion messages, as TRL's trainers read them.

    The prompts are those of `predict`; `answers`, `facts` and the other columns stay, for rewards.

    Example: temporal-qa chat-rows complex-tr/reason_qa/train --out chat/train.parquet

    Args:
        questions: A split or file of ReasonQA, TimeQA, on dates, or of TempAnswerQA.
        out: Rows to write: .parquet or .jsonl[.gz].
        prompting: With or without examples.
    """
    from temporal_qa.prompting.chat_rows import chat_row
    from temporal_qa.prompting.question_rows import question_rows

    options.check_out_file(out, questions, overwrite=overwrite)
    count = write_rows(out, (chat_row(row, prompting) for row in question_rows(questions, labelled=True)))
    yield {"out": str(out), "rows": count}
    yield f"wrote {out}: {counted(count, 'row')}"

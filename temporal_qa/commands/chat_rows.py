"""Questions as rows for the training of chat models."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from temporal_qa.commands.options import Json, check_suffix, print_json, refuse_same_file


def chat_rows(
    questions: Annotated[Path, typer.Argument(help="A split or file of ReasonQA or TempAnswerQA.")],
    out: Annotated[Path, typer.Option(help="Rows to write: .parquet or .jsonl.")],
    prompting: Annotated[
        Literal["few-shot", "zero-shot"], typer.Option(help="With or without examples.")
    ] = "zero-shot",
    json: Json = False,
) -> None:
    """Turn questions into prompt and completion messages, as TRL's trainers read them.

    The prompts are those of `predict`; `answers`, `facts` and the other columns stay, for rewards.

    Example: temporal-qa chat-rows complex-tr/reason_qa/train --out chat/train.parquet
    """
    from temporal_qa.io.atomic import write_json_lines, writing_beside
    from temporal_qa.prompting.chat_rows import chat_row
    from temporal_qa.prompting.question_rows import question_rows

    refuse_same_file(questions, out)
    check_suffix(out, ".parquet", ".jsonl", ".jsonl.gz")
    rows = (chat_row(row, prompting) for row in question_rows(questions, labelled=True))
    if out.suffix == ".parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        with writing_beside(out) as beside:
            table = pa.Table.from_pylist(list(rows))
            pq.write_table(table, beside)
        count = len(table)
    else:
        count = write_json_lines(out, rows)
    if json:
        return print_json({"out": str(out), "rows": count})
    typer.echo(f"wrote {out}: {count:,} rows")

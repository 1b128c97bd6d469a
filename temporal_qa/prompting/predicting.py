"""From a file of questions to a file of a model's responses: the command ``temporal-qa predict``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tqdm import tqdm

from temporal_qa import __version__
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.prompting.chat_prompts import ChatPrompt, Prompting, chat_prompt
from temporal_qa.prompting.endpoint import Endpoint
from temporal_qa.prompting.local_model import LocalModel
from temporal_qa.prompting.response_file import Record, resumed_responses


def predict(
    questions: Path | str,
    out: Path | str,
    model: str,
    *,
    endpoint: str | None = None,
    prompting: Prompting = "few-shot",
    prefill: bool = True,
    max_new_tokens: int = 512,
    batch_size: int = 8,
    concurrency: int = 8,
    timeout: float = 300,
    limit: int | None = None,
) -> int:
    """Asks a model the questions of a file, with greedy decoding, and writes one JSON line per response.

    The same call resumes a run that was killed or failed. So does a higher ``limit``, or none.

    Args:
        questions: rows of TempAnswerQA, ``.jsonl``, ``.jsonl.gz`` or ``.parquet``.
        out: a ``.jsonl`` file. A line holds ``id, dataset, split, model, prompting, prefill, settings, prompt_hash,
            version, response``. The model wrote ``response``; its whole turn is ``prefill + response``.
        model: a name on the Hub or a folder; with an endpoint, the server's name for the model.
        endpoint: base URL of an OpenAI-compatible server; without it the model runs here.
        prompting: with worked examples (few-shot) or without.
        prefill: begin JSON answers for the model; not every server can continue a turn.
        max_new_tokens: the longest response, in tokens.
        batch_size: the number of questions that a local model answers together.
        concurrency: the number of questions that an endpoint is asked at once.
        timeout: seconds to wait for one response of an endpoint, before a new attempt.
        limit: ask only the first questions.

    Returns:
        The number of questions that this run asked.

    Raises:
        InputError: bad questions, an unusable model or endpoint, or a file of another run at ``out``.
    """
    through = "endpoint" if endpoint else "transformers"
    run = {
        "model": model,
        "prompting": prompting,
        "settings": {"through": through, "decoding": "greedy", "max_new_tokens": max_new_tokens},
        "version": __version__,
    }
    prompts: list[ChatPrompt] = []
    records: dict[str, Record] = {}
    for row in _question_rows(Path(questions), limit):
        prompt = chat_prompt(row, prompting, prefill=prefill)
        prompts.append(prompt)
        about = {"id": prompt.id, "dataset": row["source"], "split": row["split"]}
        records[prompt.id] = about | run | {"prefill": prompt.prefill, "prompt_hash": prompt.sha256}

    with resumed_responses(Path(out), records) as responses:
        waiting = [prompt for prompt in prompts if prompt.id not in responses.finished]
        if waiting:
            asked: Endpoint | LocalModel
            if endpoint:
                asked = Endpoint(
                    endpoint, model, max_new_tokens=max_new_tokens, concurrency=concurrency, timeout=timeout
                )
            else:
                asked = LocalModel(model, max_new_tokens=max_new_tokens, batch_size=batch_size)
            try:
                with tqdm(total=len(prompts), initial=len(responses.finished), desc="asking", disable=None) as bar:
                    for question_id, response in asked.ask(waiting):
                        responses.add(question_id, response)
                        bar.update()
            except InputError as error:
                kept = f"{len(responses.finished):,} of {len(prompts):,} responses are kept; the same command resumes"
                raise InputError(f"{error} ({kept})") from None
    return len(waiting)


def _question_rows(path: Path, limit: int | None) -> list[dict[str, Any]]:
    """The checked rows of questions. A row without a column ``split`` gets it from the name of the file."""
    split = path.name.split(".")[0].split("-")[0]  # head-00000-of-00001.parquet
    rows: dict[str, dict[str, Any]] = {}
    for read in read_rows(path):
        row = {"split": split, "context": "", **read.values}
        for column in ("id", "question", "source"):
            if not isinstance(row.get(column), str) or not row[column]:
                raise read.error(f"{column} is {row.get(column)!r}, expected a string")
        for column in ("split", "context"):
            if not isinstance(row[column], str | None):
                raise read.error(f"{column} is {row[column]!r}, expected a string")
        if row["source"] not in ("ttqa", "tot"):
            raise read.error(f"source is {row['source']!r}, expected ttqa or tot")
        if row["source"] == "ttqa" and not row["context"]:
            raise read.error("context is empty, expected the table that the question is about")
        if row["id"] in rows:
            raise read.error(f"id {row['id']!r} occurs twice")
        rows[row["id"]] = row
        if limit is not None and len(rows) >= limit:
            break
    if not rows:
        raise InputError("no questions", path)
    return list(rows.values())

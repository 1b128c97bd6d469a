"""A file of questions becomes a file of a model's responses: the command ``temporal-qa predict``."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from tqdm import tqdm

from temporal_qa import __version__
from temporal_qa.io import InputError
from temporal_qa.prompting.chat_prompts import ChatPrompt, Prompting, chat_prompt, is_temp_answer_qa
from temporal_qa.prompting.endpoint import Endpoint
from temporal_qa.prompting.local_model import LocalModel
from temporal_qa.prompting.question_rows import question_rows
from temporal_qa.prompting.response_file import Record, resumed_responses

AskFirst: TypeAlias = Callable[[Sequence[ChatPrompt], Container[str]], Iterator[tuple[str, str]]]
"""Asks prompts but those of some ids, and gives ids with responses; it may leave some out."""


def predict(
    questions: Path | str,
    out: Path | str,
    model: str,
    *,
    endpoint: str | None = None,
    prompting: Prompting = "few-shot",
    prefill: bool = True,
    max_new_tokens: int = 4096,
    batch_size: int = 8,
    concurrency: int = 8,
    timeout: float = 300,
    limit: int | None = None,
    ask_first: AskFirst | None = None,
) -> int:
    """Asks a model the questions of a file, with greedy decoding, and writes one row per response.

    The same call resumes a run that was killed or failed. So does a higher ``limit``, or none.

    Args:
        questions: rows of ReasonQA, TimeQA, on dates, or of TempAnswerQA, ``.jsonl``, ``.jsonl.gz`` or ``.parquet``.
        out: a ``.jsonl``, ``.jsonl.gz`` or ``.parquet`` file. A row holds ``id, model, prompting, settings, version,
            prompt_hash`` and the response: in ``text``; for TempAnswerQA in ``response``, beside ``dataset, split,
            prefill``. The model wrote the response; its whole turn is ``prefill + response``.
        model: a name on the Hub or a folder; with an endpoint, the server's name for the model.
        endpoint: base URL of an OpenAI-compatible server; without it the model runs here.
        prompting: with worked examples (few-shot) or without.
        prefill: begin JSON answers for the model; not every server can continue a turn.
        max_new_tokens: the longest response, in tokens, with the thoughts of a model that thinks first.
        batch_size: the number of questions that a local model answers together.
        concurrency: the number of questions that an endpoint is asked at once.
        timeout: seconds to wait for one response of an endpoint, before a new attempt.
        limit: ask only the first questions.
        ask_first: asks as many as it can, before those without a response are asked here: the tasks of a cluster.

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
    rows = list(question_rows(Path(questions), limit))
    prompts = [chat_prompt(row, prompting, prefill=prefill) for row in rows]
    records = {prompt.id: _record(row, prompt, run) for row, prompt in zip(rows, prompts, strict=True)}
    response_column = "response" if is_temp_answer_qa(rows[0]) else "text"
    with resumed_responses(Path(out), records, response_column) as responses:
        number = len(prompts) - len(responses.finished)
        if number and ask_first is not None:
            for question_id, response in ask_first(prompts, responses.finished):
                if question_id not in responses.finished:
                    responses.add(question_id, response)
        if waiting := [prompt for prompt in prompts if prompt.id not in responses.finished]:
            asked: Endpoint | LocalModel = (
                Endpoint(endpoint, model, max_new_tokens=max_new_tokens, concurrency=concurrency, timeout=timeout)
                if endpoint
                else LocalModel(model, max_new_tokens=max_new_tokens, batch_size=batch_size)
            )
            try:
                with tqdm(total=len(prompts), initial=len(responses.finished), desc="asking", disable=None) as bar:
                    for question_id, response in asked.ask(waiting):
                        responses.add(question_id, response)
                        bar.update()
            except InputError as error:
                kept = f"{len(responses.finished):,} of {len(prompts):,} responses are kept; the same command resumes"
                raise InputError(f"{error} ({kept})") from None
    return number


def _record(row: Mapping[str, Any], prompt: ChatPrompt, run: Record) -> Record:
    """The line of a response, without the response."""
    about = {"id": prompt.id}
    if is_temp_answer_qa(row):
        about |= {"dataset": row["source"], "split": row["split"], "prefill": prompt.prefill}
    return about | run | {"prompt_hash": prompt.sha256}

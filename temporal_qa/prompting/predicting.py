"""A file of questions becomes a file of a model's responses: the command ``temporal-qa predict``.

Each response is saved at once, and none is asked for twice. During a run, each is a row of a journal in the hidden
folder ``.NAME.unfinished``, from which the next run resumes. In the end all responses are written to the file ``NAME``
in the order of the questions, and the folder is removed.
"""

import contextlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

from temporal_qa import __version__
from temporal_qa.io import InputError, Row, read_rows, write_rows
from temporal_qa.io.atomic import ROW_SUFFIXES, check_suffix, check_writable
from temporal_qa.io.errors import explain_full_disk
from temporal_qa.io.resumable import Journal, unfinished_folder
from temporal_qa.prompting.chat_prompts import ChatPrompt, Prompting, chat_prompt, is_temp_answer_qa
from temporal_qa.prompting.models import Endpoint, LocalModel
from temporal_qa.prompting.question_rows import question_rows

Record = dict[str, Any]


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
    ask_first: Callable[[Sequence[ChatPrompt], Container[str]], Iterator[tuple[str, str]]] | None = None,
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
        ask_first: the tasks of a cluster: asks prompts but those of some ids, and gives ids with responses; may leave
            some out, which are then asked here.

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


class Responses:
    """The responses to some questions.

    Attributes:
        finished: question id -> the line of its response, earlier runs included.
    """

    def __init__(self, final: Path, records: Mapping[str, Record], column: str, journal: Journal) -> None:
        self.finished: dict[str, Record] = {}
        self._final, self._records, self._column, self._journal = final, records, column, journal

    def add(self, question_id: str, response: str) -> None:
        """Appends one response to the journal on the disk."""
        record = {**self._records[question_id], self._column: response}
        with explain_full_disk(self._final):
            self._journal.add([record])
        self.finished[question_id] = record

    def take(self, rows: Iterable[Row]) -> None:
        """Adds responses of earlier runs. Raises ``InputError`` if one was asked for in another way."""
        for row in rows:
            found, expected = row.values, self._records.get(str(row.values.get("id")))
            if expected is None:
                raise row.error(
                    f"holds a response to {found.get('id')!r}, which is not among the questions; "
                    "ask the same questions or more, or choose another --out"
                )
            for key, value in expected.items():
                if key != "version" and found.get(key) != value:
                    raise row.error(
                        f"was asked for with {key} {found.get(key)!r:.80}, this run has {value!r:.80}; "
                        "choose another --out, or remove the file to ask again"
                    )
            row.text(self._column, "")
            self.finished[expected["id"]] = found


@contextlib.contextmanager
def resumed_responses(final: Path, records: Mapping[str, Record], column: str = "response") -> Iterator[Responses]:
    """The responses of earlier runs, to which the block adds the missing ones; then ``final`` is written.

    Args:
        final: a file for the responses, ``.jsonl``, ``.jsonl.gz`` or ``.parquet``.
        records: question id -> all fields of its line except the response, in the order of the questions. A response on
            disk must have the same fields; only its ``version`` may differ.
        column: the field of the response.

    Raises:
        InputError: ``final`` cannot be written, another process writes it, or a response was asked for in another way.
    """
    check_suffix(final, *ROW_SUFFIXES)
    check_writable(final)
    with (
        unfinished_folder(final, {"rows": "responses"}, discard=False) as folder,
        Journal(folder / "responses.jsonl") as journal,
    ):
        responses = Responses(final, records, column, journal)
        responses.take(read_rows(final) if final.exists() else [])
        responses.take(journal.rows)
        yield responses
        write_rows(final, (responses.finished[question_id] for question_id in records))

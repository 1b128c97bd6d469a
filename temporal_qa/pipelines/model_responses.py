"""Responses of a model behind an endpoint to many prompts, through datatrove's inference step.

datatrove keeps each finished prompt in a checkpoint and each response in a cache, so that a killed run resumes. What it
does with failures is replaced here: by itself it gives up the whole task at the first status 500 of a local server,
drops a document that it cannot save, sends no key to a local server, and sleeps for minutes at a lost connection.
"""

from __future__ import annotations

import asyncio
import heapq
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from temporal_qa.io.errors import InputError

os.environ.setdefault("LOGURU_DIAGNOSE", "NO")  # or tracebacks in the log show the values of variables, keys among them

import orjson
from datatrove.data import Document
from datatrove.pipeline.inference.run_inference import InferenceConfig, InferenceRunner
from datatrove.pipeline.inference.servers.base import InferenceServer
from datatrove.pipeline.inference.types import InferenceError, InferenceResult, ServerError
from datatrove.pipeline.writers.jsonl import JsonlWriter
from tqdm import tqdm

from temporal_qa.pipelines.cluster import Cluster
from temporal_qa.prompting.endpoint import KEY_VARIABLE

RECORDS_PER_CHUNK = 1000
_RETRIES = 4
_MAX_FAILURES_IN_A_ROW = 20
"""Beside those under way at once: a server that fails so often is down, and the run stops and can resume."""

Prompts = Callable[[], Iterator[tuple[int, Sequence[Mapping[str, Any]]]]]
"""Gives numbers, each once, and the turns of a chat; several processes may call it."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which model is asked, and how; decoding is greedy.

    Attributes:
        model: the server's name for the model.
        endpoint: the base URL, up to and including ``/v1``.
        max_new_tokens: the longest response, in tokens.
        concurrency: the number of prompts under way at once, in each task.
        timeout: seconds to wait for a response, before a new attempt.
    """

    model: str
    endpoint: str
    max_new_tokens: int
    concurrency: int
    timeout: float


def ask_all(prompts: Prompts, settings: ModelSettings, folder: Path, cluster: Cluster) -> None:
    """Asks the model every prompt that has no response in the folder yet.

    Args:
        prompts: what is asked, in the same order at each call.
        settings: the model and how it is asked.
        folder: for responses, checkpoints and logs. It must be of the same prompts, settings and number of tasks.
        cluster: where the tasks run that share the prompts.

    Raises:
        InputError: the endpoint refuses every request alike, or is down.
        ChildProcessError: tasks failed or were killed; their responses so far are kept.
    """
    runner = _Runner(
        rollout_fn=_respond,
        config=InferenceConfig(
            server_type="endpoint",
            model_name_or_path=settings.model,
            endpoint_url=settings.endpoint,
            max_concurrent_generations=settings.concurrency,
            request_timeout=settings.timeout,
        ),
        output_writer=JsonlWriter(
            str(folder / "responses"),
            output_filename="${rank}_${chunk_index}.jsonl",
            compression=None,
            adapter=_response_row,
        ),
        shared_context={"max_new_tokens": settings.max_new_tokens},
        checkpoints_local_dir=str(folder / "checkpoints"),
        records_per_chunk=RECORDS_PER_CHUNK,
    )
    read = dict[Path, int]()
    with tqdm(desc="asking", unit=" questions", disable=None) as bar:

        def look() -> None:
            for path in (folder / "responses").glob("*.jsonl"):
                with path.open("rb") as file:
                    file.seek(read.get(path, 0))
                    bar.update(file.read().count(b"\n"))
                    read[path] = file.tell()

        cluster.run([_Documents(prompts), _Asking(runner)], folder / "logs", range(cluster.tasks), look)


def responses(folder: Path, tasks: int = 1) -> Iterator[tuple[int, dict[str, Any]]]:
    """The numbers of the prompts and what came of them, in the order of the numbers.

    Each is ``{"text": ..., "finish_reason": ...}``, or ``{"failed": why}``. One chunk of each task is in memory.
    """
    return heapq.merge(*(_of_task(folder / "responses", rank) for rank in range(tasks)), key=lambda item: item[0])


def _of_task(folder: Path, rank: int) -> Iterator[tuple[int, dict[str, Any]]]:
    files = sorted(folder.glob(f"{rank:05}_*.jsonl"), key=lambda file: int(file.stem.split("_")[1]))
    for file in files:
        rows = [orjson.loads(line) for line in file.read_bytes().splitlines()]
        yield from sorted({row["number"]: row["response"] for row in rows}.items())


@dataclass(frozen=True, slots=True)
class _Documents:
    """The first step: a task's share of the prompts."""

    prompts: Prompts

    def __call__(self, _: Any, rank: int, world_size: int) -> Iterator[Document]:
        for at, (number, messages) in enumerate(self.prompts()):
            if at % world_size == rank:
                yield Document(text=str(messages[-1]["content"]), id=str(number), metadata={"messages": messages})


@dataclass(frozen=True, slots=True)
class _Asking:
    """The second step, datatrove's, with errors that can be sent to another process."""

    runner: _Runner

    def __call__(self, data: Any, rank: int, world_size: int) -> Iterator[Document]:
        try:
            yield from self.runner(data, rank, world_size) or ()
        except ServerError as error:
            said = str(error).removeprefix("Server encountered unrecoverable error: ")
            raise InputError(f"{self.runner.config.endpoint_url}: {said}") from None
        except InferenceError as error:  # pickle cannot carry it
            raise RuntimeError(f"{type(error.error).__name__}: {error.error}") from error


async def _respond(document: Document, generate: Any, max_new_tokens: int) -> dict[str, Any]:
    messages = document.metadata["messages"]
    payload = {"messages": messages, "temperature": 0, "max_tokens": max_new_tokens}
    if messages[-1]["role"] == "assistant":  # vLLM and SGLang take these fields, OpenAI does not
        payload["extra_body"] = {"continue_final_message": True, "add_generation_prompt": False}
    try:
        result: InferenceResult = await generate(payload)
    except InferenceError as error:
        return {"failed": str(error.error)}
    # Half a surrogate pair cannot be written to a file; U+FFFD takes its place.
    text = result.text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return {"text": text, "finish_reason": result.finish_reason}


def _response_row(_: Any, document: Document) -> dict[str, Any]:
    return {"number": int(document.id), "response": document.metadata["rollout_results"][0]}


class _Runner(InferenceRunner):  # type: ignore[misc]
    def _init_server(self, rank: int) -> InferenceServer:
        return _Endpoint(self.config, rank)

    async def _save_document(
        self,
        document: Document,
        output_writer_context: Any,
        rank: int,
        chunk_index: int,
        count_processed_stat: bool = True,
    ) -> None:
        # datatrove's own logs an error, such as a full disk, and goes on without the document.
        await self.checkpoint_manager.write_document(document, rank, chunk_index, output_writer_context)


class _Endpoint(InferenceServer):  # type: ignore[misc]
    """An OpenAI-compatible server, asked through the ``openai`` client, which tries again after passing errors."""

    def __init__(self, config: InferenceConfig, rank: int) -> None:
        super().__init__(config, rank)
        import openai

        # The configuration is written to executor.json, so the key is not in it.
        self._key = os.environ.get(KEY_VARIABLE) or "no-key"
        limits = openai.Timeout(config.request_timeout, connect=10)
        self._client = openai.AsyncOpenAI(
            base_url=config.endpoint_url, api_key=self._key, timeout=limits, max_retries=_RETRIES
        )
        self._failures_in_a_row = 0
        self._gave_up = False

    async def start_server(self) -> None:
        """Starts nothing."""

    async def monitor_health(self) -> None:
        """Waits: the requests show whether the server is well."""
        await asyncio.Future()

    async def _wait_until_ready(self, max_attempts: int = 1, delay_sec: float = 1.0) -> None:
        """Does not ask for ``/v1/v1/models`` without a key, as datatrove does."""

    async def _make_request(self, payload: dict[str, Any]) -> dict[str, Any]:
        import openai

        allowed = self.config.request_timeout * (_RETRIES + 1) + 60  # a server may send a byte now and then
        try:
            async with asyncio.timeout(allowed):
                completion = await self._client.chat.completions.create(**payload)
            choice = completion.choices[0]
            answer = {"message": {"content": choice.message.content or ""}, "finish_reason": choice.finish_reason}
        except (openai.AuthenticationError, openai.PermissionDeniedError, openai.NotFoundError) as error:
            await self._give_up(f"status {error.status_code}, {error.message}")
        except openai.APIStatusError as error:
            await self._fail(f"status {error.status_code}, {error.message}")
        except (openai.APITimeoutError, TimeoutError):
            await self._fail("no answer in time")
        except openai.APIConnectionError as error:
            await self._fail(f"no connection ({error.__cause__ or error.message})")
        except (openai.OpenAIError, ValueError, AttributeError, LookupError, TypeError):
            await self._fail("the answer is not a chat completion")
        self._failures_in_a_row = 0
        return {"choices": [answer]}

    async def _fail(self, what: str) -> NoReturn:
        self._failures_in_a_row += 1
        if self._failures_in_a_row >= _MAX_FAILURES_IN_A_ROW + self.config.max_concurrent_generations:
            await self._give_up(f"{self._failures_in_a_row} requests failed one after another; the last: {what}")
        raise InferenceError(None, self._told(what)) from None

    async def _give_up(self, what: str) -> NoReturn:
        if self._gave_up:  # the run is ending, and cancels this request
            await asyncio.Future()
        self._gave_up = True
        raise ServerError(self._told(what)) from None

    def _told(self, what: str) -> str:
        return " ".join(what.replace(self._key, "***").split())[:300]  # a server may repeat the key

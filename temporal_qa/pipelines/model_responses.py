"""Responses of a model behind an endpoint to many prompts, through datatrove's inference step.

datatrove keeps requests under way and shares them out; what it does with responses and failures is replaced here. Each
response is in a journal at once, so that a killed run resumes. By itself datatrove gives up the whole task at the first
status 500 of a local server, drops a document that it cannot save, sends no key to a local server, and sleeps for
minutes at a lost connection.
"""

import asyncio
import os
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from temporal_qa import __version__
from temporal_qa.io import InputError
from temporal_qa.io.resumable import Journal, unfinished_folder

os.environ.setdefault("LOGURU_DIAGNOSE", "NO")  # or tracebacks in the log show the values of variables, keys among them

import orjson
from datatrove.data import Document
from datatrove.pipeline.inference.run_inference import InferenceConfig, InferenceRunner
from datatrove.pipeline.inference.servers.base import InferenceServer
from datatrove.pipeline.inference.types import InferenceError, InferenceResult, ServerError
from tqdm import tqdm

from temporal_qa.pipelines.cluster import Cluster, Step
from temporal_qa.prompting.chat_prompts import ChatPrompt
from temporal_qa.prompting.models import Endpoint, chat_request, endpoint_key, failure_in_words, response_of

_RETRIES = 4
_MAX_FAILURES_IN_A_ROW = 20
"""Beside those under way at once: a server that fails so often is down, and the run stops and can resume."""

Prompts = Callable[[], Iterator[tuple[int, Sequence[Mapping[str, Any]]]]]
"""Gives numbers, each once, and the turns of a chat; several processes may call it."""


@contextmanager
def all_responses(
    prompts: Prompts, endpoint: Endpoint, asked: Mapping[str, Any], out: Path, cluster: Cluster, *,
    discard: bool = True,
) -> Iterator[dict[int, dict[str, Any]]]:  # fmt: skip
    """What the model answers, by the numbers of the prompts: ``{"text": ..., "finish_reason": ...}``.

    A prompt whose request failed has none. Responses are kept in a hidden folder beside ``out`` until the block ends;
    the same call resumes, perhaps with other tasks.

    Args:
        prompts: what is asked. A number stands for the same prompt at each call.
        endpoint: the model and how it is asked.
        asked: what decides the prompts, as JSON.
        out: the file that is made of the responses.
        cluster: where the tasks run that share the prompts.
        discard: whether to throw away the responses to other prompts or of another model.

    Raises:
        InputError: the endpoint refuses every request alike, or is down (all failed, or many in a row); there are other
            responses, unless ``discard``.
        ChildProcessError: tasks failed or were killed; their responses so far are kept.
    """
    plan = {
        **asked, "model": endpoint.model, "endpoint": endpoint.url, "max_new_tokens": endpoint.max_new_tokens,
        "version": __version__,
    }  # fmt: skip
    with unfinished_folder(out, plan, discard=discard) as folder:
        _ask(prompts, endpoint, folder, cluster)
        responses = dict(sorted((row["number"], row["response"]) for row in _rows(folder / "responses")))
        if not responses and next(prompts(), None):  # too few for a task to see that the server is down
            raise InputError("every request failed; the same command asks again", endpoint.url)
        yield responses


def ask_in_tasks(
    prompts: Sequence[ChatPrompt], finished: Container[str], *, endpoint: Endpoint, cluster: Cluster, out: Path
) -> Iterator[tuple[str, str]]:
    """The ids of prompts and the responses, for ``temporal-qa predict``; without those of requests that failed.

    Args:
        prompts: all of the run.
        finished: the ids of those that are not to be asked.
        endpoint, cluster, out: as of :func:`all_responses`.
    """
    chats = [(number, prompt.messages) for number, prompt in enumerate(prompts) if prompt.id not in finished]
    asked = {"prompts": [prompt.sha256 for prompt in prompts]}
    with all_responses(lambda: iter(chats), endpoint, asked, out.with_name(f"{out.name}.tasks"), cluster) as responses:
        for number, response in responses.items():
            yield prompts[number].id, response["text"]


def _ask(prompts: Prompts, endpoint: Endpoint, folder: Path, cluster: Cluster) -> None:
    """Asks the model every prompt that has no response in the folder yet."""
    runner = _Runner(
        rollout_fn=_respond,
        config=InferenceConfig(
            server_type="endpoint",
            model_name_or_path=endpoint.model,
            endpoint_url=endpoint.url,
            max_concurrent_generations=endpoint.concurrency,
            request_timeout=endpoint.timeout,
        ),
        output_writer=nullcontext(),
        shared_context={"max_new_tokens": endpoint.max_new_tokens},
    )
    runner.folder = folder / "responses"
    runner.folder.mkdir(exist_ok=True)
    read = dict[Path, int]()
    with tqdm(desc="asking", unit=" questions", disable=None) as bar:

        def look() -> None:
            for path in runner.folder.glob("*.jsonl"):
                with path.open("rb") as file:
                    file.seek(read.get(path, 0))
                    bar.update(file.read().count(b"\n"))
                    read[path] = file.tell()

        steps: list[Step] = [partial(_documents, prompts, runner.folder), runner]
        cluster.run(steps, folder / "logs", range(cluster.tasks), look)


def _rows(folder: Path) -> Iterator[dict[str, Any]]:
    """All responses in the journals of tasks. The last line of one may not be whole: its task writes, or was killed."""
    for path in sorted(folder.glob("*.jsonl")):
        with path.open("rb") as lines:
            yield from (orjson.loads(line) for line in lines if line.endswith(b"\n"))


def _documents(prompts: Prompts, folder: Path, _: Any, rank: int, world_size: int) -> Iterator[Document]:
    """The first step: a task's share of the prompts that have no response."""
    answered = {row["number"] for row in _rows(folder)}
    for number, messages in prompts():
        if number % world_size == rank and number not in answered:
            yield Document(text=str(messages[-1]["content"]), id=str(number), metadata={"messages": messages})


async def _respond(document: Document, generate: Any, max_new_tokens: int) -> dict[str, Any]:
    try:
        result: InferenceResult = await generate(chat_request(document.metadata["messages"], max_new_tokens))
    except InferenceError as error:
        return {"failed": str(error.error)}
    return {"text": result.text, "finish_reason": result.finish_reason}


class _Runner(InferenceRunner):  # type: ignore[misc]
    """The second step, datatrove's."""

    folder: Path
    journal: Journal

    def _init_server(self, rank: int) -> InferenceServer:
        return _Endpoint(self.config, rank)

    def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """Runs as datatrove does, with the journal of the task, and errors that say what was wrong."""
        with Journal(self.folder / f"{rank:05d}.jsonl") as self.journal:
            try:
                yield from super().run(data, rank, world_size) or ()
            except ServerError as error:
                said = str(error).removeprefix("Server encountered unrecoverable error: ")
                raise InputError(f"{self.config.endpoint_url}: {said}") from None
            except InferenceError as error:
                raise RuntimeError(f"{type(error.error).__name__}: {error.error}") from error

    async def _save_document(self, document: Document, *_: Any, **__: Any) -> None:
        """Keeps a response in the journal of the task. datatrove's own checkpoints lose documents where a kill comes
        between two of their steps, keep failures for good, and go on without a document that cannot be written."""
        response = document.metadata["rollout_results"][0]
        if "failed" not in response:
            self.journal.add([{"number": int(document.id), "response": response}])


class _Endpoint(InferenceServer):  # type: ignore[misc]
    """An OpenAI-compatible server, asked through the ``openai`` client, which tries again after passing errors."""

    def __init__(self, config: InferenceConfig, rank: int) -> None:
        super().__init__(config, rank)
        import openai

        limits = openai.Timeout(config.request_timeout, connect=10)
        # datatrove writes the configuration to executor.json on Slurm, so the key is not in it.
        self._client = openai.AsyncOpenAI(
            base_url=config.endpoint_url, api_key=endpoint_key(), timeout=limits, max_retries=_RETRIES
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
            answer = {"message": {"content": response_of(choice)}, "finish_reason": choice.finish_reason}
        except (openai.OpenAIError, TimeoutError, ValueError, AttributeError, LookupError, TypeError) as error:
            what = failure_in_words(error)
            if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError | openai.NotFoundError):
                await self._give_up(what)
            self._failures_in_a_row += 1
            if self._failures_in_a_row >= _MAX_FAILURES_IN_A_ROW + self.config.max_concurrent_generations:
                await self._give_up(f"{self._failures_in_a_row} requests failed one after another; the last: {what}")
            raise InferenceError(None, what) from None
        self._failures_in_a_row = 0
        return {"choices": [answer]}

    async def _give_up(self, what: str) -> NoReturn:
        if self._gave_up:  # the run is ending, and cancels this request
            await asyncio.Future()
        self._gave_up = True
        raise ServerError(what) from None

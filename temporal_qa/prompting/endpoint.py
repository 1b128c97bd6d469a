"""Responses of a model behind an OpenAI-compatible endpoint, through the ``openai`` client."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing.pool import ThreadPool
from typing import Any
from urllib.parse import urlsplit

from temporal_qa.io import InputError, explain_missing
from temporal_qa.prompting.chat_prompts import ChatPrompt

KEY_VARIABLE = "OPENAI_API_KEY"


def check_endpoint(url: str) -> None:
    """Raises ``InputError`` where this is not the plain URL of an endpoint."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query:
        raise InputError(f"--endpoint: expected a plain URL like http://localhost:8000/v1, a key in {KEY_VARIABLE}")


def chat_request(messages: Sequence[Mapping[str, Any]], max_new_tokens: int) -> dict[str, Any]:
    """What is asked of an endpoint, but for the model. A last turn of the assistant is continued."""
    request = {"messages": messages, "temperature": 0, "max_tokens": max_new_tokens}
    if messages[-1]["role"] == "assistant":  # vLLM and SGLang take these fields, OpenAI does not
        request["extra_body"] = {"continue_final_message": True, "add_generation_prompt": False}
    return request


def writable(text: str) -> str:
    """The text with U+FFFD for half a surrogate pair, which cannot be written to a file."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def failure_in_words(error: Exception, key: str) -> str:
    """Why a request has failed, in one line, without the key, which a server may repeat."""
    import openai

    match error:
        case openai.APIStatusError():
            what = f"status {error.status_code}, {error.response.text}"
        case openai.APITimeoutError() | TimeoutError():
            what = "no answer in time"
        case openai.APIConnectionError():
            what = f"no connection ({error.__cause__ or error.message})"
        case _:
            what = "the answer is not a chat completion"
    return " ".join(what.replace(key, "***").split())[:300]


class Endpoint:
    """Asks several questions at once. The client tries again, with growing pauses, after a lost connection, a timeout,
    and the statuses 408, 409, 429 and 5xx.

    Args:
        url: the base URL, up to and including ``/v1``. The key comes from the environment variable ``OPENAI_API_KEY``;
            many private servers need none.
        model: the server's name for the model.
        max_new_tokens: the longest response, in tokens.
        concurrency: the number of questions asked at once.
        timeout: seconds to wait for a response to begin, and again for it to end.
        retries: the number of new attempts at a question.

    Raises:
        InputError: the ``openai`` client is not installed, or ``url`` is not a URL.
    """

    def __init__(
        self, url: str, model: str, *,
        max_new_tokens: int = 512, concurrency: int = 8, timeout: float = 300, retries: int = 4,
    ) -> None:  # fmt: skip
        with explain_missing("an endpoint needs openai", "endpoint"):
            import openai
        check_endpoint(url)
        self.url = url
        self.model = model
        self.max_new_tokens = max_new_tokens
        self.concurrency = concurrency
        self.key = os.environ.get(KEY_VARIABLE) or "no-key"  # the client insists on one
        limits = openai.Timeout(timeout, connect=10)
        self.client = openai.OpenAI(
            base_url=url, api_key=self.key, timeout=limits, max_retries=retries,
            http_client=_bounded_client(url, limits, timeout),
        )  # fmt: skip

    def ask(self, prompts: Sequence[ChatPrompt]) -> Iterator[tuple[str, str]]:
        """The prompts' ids and responses, in the order of their arrival.

        After a failure no new question is asked. Responses under way are yielded before the error is raised.

        Raises:
            InputError: the endpoint refuses a question, or keeps failing.
        """
        failures: list[Exception] = []

        def work(prompt: ChatPrompt) -> tuple[str, str] | None:
            try:
                return None if failures else (prompt.id, self._ask_one(prompt))
            except Exception as error:  # passed on to the main thread
                failures.append(error)
                return None

        pool = ThreadPool(self.concurrency)  # of daemon threads, for which an interrupted program does not wait
        try:
            yield from filter(None, pool.imap_unordered(work, prompts))
        finally:
            pool.terminate()
        if failures:
            raise failures[0]

    def _ask_one(self, prompt: ChatPrompt) -> str:
        import openai

        try:
            completion = self.client.chat.completions.create(
                model=self.model, **chat_request(prompt.messages, self.max_new_tokens)
            )
            return writable(completion.choices[0].message.content or "")
        except (openai.OpenAIError, ValueError, AttributeError, LookupError, TypeError) as error:
            unknown = prompt.prefill and getattr(error, "status_code", None) in (400, 422)
            hint = "; a server that cannot continue a turn needs --no-prefill" if unknown else ""
            what = failure_in_words(error, self.key)
            raise InputError(f"{self.url}: question {prompt.id}: {what}{hint}") from None


def _bounded_client(url: str, limits: Any, seconds: float) -> Any:
    """The client's HTTP client with a limit on the whole answer; the client's own timeout is for each part."""
    import httpx2
    import openai

    class Bounded(httpx2.SyncByteStream):
        def __init__(self, stream: Any) -> None:
            self.stream, self.end = stream, time.monotonic() + seconds

        def __iter__(self) -> Iterator[bytes]:
            for part in self.stream:
                if time.monotonic() > self.end:
                    raise httpx2.ReadTimeout("the answer takes too long")
                yield part

        def close(self) -> None:
            self.stream.close()

    def bound(response: Any) -> None:
        response.stream = Bounded(response.stream)

    return openai.DefaultHttpxClient(base_url=url, timeout=limits, event_hooks={"response": [bound]})

"""Responses of a chat model: behind an OpenAI-compatible endpoint, through the ``openai`` client; or on this machine,
through transformers."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from temporal_qa.hub.hub_errors import hide_bars_in_logs, load_or_explain, load_whole
from temporal_qa.io import InputError, batched, explain_errors, explain_missing
from temporal_qa.prompting.chat_prompts import ChatPrompt

_KEY = "OPENAI_API_KEY"

_GREEDY = {"do_sample": False, "temperature": None, "top_p": None, "top_k": None}
"""Turns off the model's own defaults."""

# torch, transformers and openai belong to extras and take seconds to import: imported where they are used.


def endpoint_key() -> str:
    """The key of the endpoint; the client insists on one."""
    return os.environ.get(_KEY) or "no-key"


def chat_request(messages: Sequence[Mapping[str, Any]], max_new_tokens: int) -> dict[str, Any]:
    """What is asked of an endpoint, but for the model. A last turn of the assistant is continued."""
    request = {"messages": messages, "temperature": 0, "max_tokens": max_new_tokens}
    if messages[-1]["role"] == "assistant":  # vLLM and SGLang take these fields, OpenAI does not
        request["extra_body"] = {"continue_final_message": True, "add_generation_prompt": False}
    return request


def response_of(choice: Any) -> str:
    """The text of a response, as it can be written; where there is none, the refusal, which servers give apart.

    Without both, a thought that never ends stands for a model that was cut off, filtered or gave no content: an empty
    text would say that no answer is right.
    """
    message = choice.message
    thought = getattr(message, "reasoning_content", None) or getattr(message, "reasoning", None)
    is_cut = thought or message.content is None or choice.finish_reason in ("length", "content_filter")
    refusal = getattr(message, "refusal", None)
    said = message.content or (refusal if isinstance(refusal, str) else "")
    text = said or (f"<think>{thought or ''}" if is_cut else "")
    # With U+FFFD for half a surrogate pair, which cannot be written to a file.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def failure_in_words(error: Exception) -> str:
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
    return " ".join(what.replace(endpoint_key(), "***").split())[:300]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model behind an endpoint. It is asked several questions at once; decoding is greedy.

    The client tries again, with growing pauses, after a lost connection, a timeout, and the statuses 408, 409, 429 and
    5xx.

    Attributes:
        url: the base URL, up to and including ``/v1``. The key comes from the environment variable ``OPENAI_API_KEY``;
            many private servers need none.
        model: the server's name for the model.
        max_new_tokens: the longest response, in tokens.
        concurrency: the number of questions asked at once; in tasks, by each.
        timeout: seconds to wait for a response to begin, and again for it to end.
        retries: the number of new attempts at a question.

    Raises:
        InputError: the ``openai`` client is not installed, or ``url`` is not a plain URL.
    """

    url: str
    model: str
    max_new_tokens: int = 512
    concurrency: int = 8
    timeout: float = 300
    retries: int = 4

    def __post_init__(self) -> None:
        with explain_missing("an endpoint needs openai", "endpoint"):
            import openai  # noqa: F401
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query:
            raise InputError(f"--endpoint: expected a plain URL like http://localhost:8000/v1 (a key goes into {_KEY})")

    def ask(self, prompts: Sequence[ChatPrompt]) -> Iterator[tuple[str, str]]:
        """The prompts' ids and responses, in the order of their arrival.

        After a failure no new question is asked. Responses under way are yielded before the error is raised.

        Raises:
            InputError: the endpoint refuses a question, or keeps failing.
        """
        client, failures = _client(self), list[Exception]()

        def work(prompt: ChatPrompt) -> tuple[str, str] | None:
            try:
                return None if failures else (prompt.id, self._ask_one(client, prompt))
            except Exception as error:  # passed on to the main thread
                failures.append(error)
                return None

        with ThreadPool(self.concurrency) as pool:  # daemon threads, for which an interrupted program does not wait
            yield from filter(None, pool.imap_unordered(work, prompts))
        if failures:
            raise failures[0]

    def _ask_one(self, client: Any, prompt: ChatPrompt) -> str:
        import openai

        request = chat_request(prompt.messages, self.max_new_tokens)
        try:
            return response_of(client.chat.completions.create(model=self.model, **request).choices[0])
        except (openai.OpenAIError, ValueError, AttributeError, LookupError, TypeError) as error:
            unknown = prompt.prefill and getattr(error, "status_code", None) in (400, 422)
            hint = "; a server that cannot continue a turn needs --no-prefill" if unknown else ""
            raise InputError(f"{self.url}: question {prompt.id}: {failure_in_words(error)}{hint}") from None


def _client(endpoint: Endpoint) -> Any:
    """The client of openai, with a limit on the whole answer; its own timeout is for each part."""
    import httpx2
    import openai

    def read_in_time(response: Any) -> None:
        end, parts = time.monotonic() + endpoint.timeout, list[bytes]()
        for part in response.stream:
            if time.monotonic() > end:
                raise httpx2.ReadTimeout("the answer takes too long")
            parts.append(part)
        response.stream.close()
        response.stream = httpx2.ByteStream(b"".join(parts))

    limits = openai.Timeout(endpoint.timeout, connect=10)
    bounded = openai.DefaultHttpxClient(base_url=endpoint.url, timeout=limits, event_hooks={"response": [read_in_time]})
    return openai.OpenAI(
        base_url=endpoint.url, api_key=endpoint_key(), timeout=limits, max_retries=endpoint.retries,
        http_client=bounded,
    )  # fmt: skip


class LocalModel:
    """A chat model from the Hub or a folder, on the available devices, that decodes greedily.

    Args:
        name_or_path: as ``from_pretrained`` takes it. Weights keep their saved type.
        max_new_tokens: the longest response, in tokens.
        batch_size: the number of prompts answered together.

    Raises:
        InputError: torch or transformers is not installed, the model does not exist, or it has no chat template.
    """

    def __init__(self, name_or_path: str, *, max_new_tokens: int = 512, batch_size: int = 8) -> None:
        with explain_missing("a local model needs {}", "train"):
            import accelerate  # noqa: F401  (device_map needs it)
            import torch  # noqa: F401
            from transformers import AutoModelForCausalLM, AutoTokenizer
        hide_bars_in_logs()
        failure = f"--model {name_or_path} cannot be loaded as a chat model"
        if Path(name_or_path).is_dir() and not (Path(name_or_path) / "config.json").exists():
            raise InputError(f"{failure}: the folder has no config.json")
        self.tokenizer: Any = load_or_explain(AutoTokenizer.from_pretrained, name_or_path, failure, padding_side="left")
        if self.tokenizer.chat_template is None:
            raise InputError(f"--model {name_or_path} has no chat template, expected an instruction-tuned model")
        load = AutoModelForCausalLM.from_pretrained
        self.model: Any = load_whole(load, name_or_path, failure, dtype="auto", device_map="auto")
        if self.tokenizer.pad_token is None:
            self.tokenizer.pad_token = self.tokenizer.eos_token
        self.max_new_tokens, self.batch_size = max_new_tokens, batch_size

    def ask(self, prompts: Sequence[ChatPrompt]) -> Iterator[tuple[str, str]]:
        """The prompts' ids and responses, the longest prompts first: prompts of a batch have similar length, and a lack
        of memory shows at once."""
        rendered = sorted(((prompt.id, self.render(prompt)) for prompt in prompts), key=lambda pair: -len(pair[1]))
        for batch in batched(rendered, self.batch_size):
            for (question_id, text), response in zip(batch, self._continue([text for _, text in batch]), strict=True):
                yield question_id, thought_begun(text) + response

    def render(self, prompt: ChatPrompt) -> str:
        """The text for the model: the chat in the model's own template.

        Raises:
            InputError: the template refuses the chat.
        """
        import jinja2

        end = {"add_generation_prompt": not prompt.prefill, "continue_final_message": bool(prompt.prefill)}
        # Some templates have no system turn.
        with explain_errors("the model's chat template refuses the prompt", jinja2.TemplateError):
            return str(self.tokenizer.apply_chat_template(list(prompt.messages), tokenize=False, **end))

    def _continue(self, texts: list[str]) -> list[str]:
        import torch

        # The template has added the special tokens.
        inputs = self.tokenizer(texts, add_special_tokens=False, padding=True, return_tensors="pt")
        inputs = inputs.to(self.model.device)
        options = {"max_new_tokens": self.max_new_tokens, "pad_token_id": self.tokenizer.pad_token_id, **_GREEDY}
        try:
            with torch.inference_mode():
                tokens = self.model.generate(**inputs, **options)
        except torch.OutOfMemoryError:
            raise InputError(f"out of memory with --batch-size {self.batch_size}; try a smaller one") from None
        new = tokens[:, inputs["input_ids"].shape[1] :]
        return [str(text) for text in self.tokenizer.batch_decode(new, skip_special_tokens=True)]


def thought_begun(prompt: str) -> str:
    """The mark with which a prompt begins the thought of the model. Its response has to begin so, too, to be read: a
    thought that was cut off tells no answer.

    >>> thought_begun("<|im_start|>assistant\\n<think>\\n"), thought_begun("<think>\\n\\n</think>\\n\\n")
    ('<think>\\n', '')
    """
    begun = prompt.rstrip()  # templates of models that think often begin the thought themselves
    return prompt[len(begun) - len("<think>") :] if begun.endswith("<think>") else ""

"""Polite HTTP with every answer kept on disk, so that nothing is asked for twice and a build can be made again."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import orjson

from temporal_qa import __version__
from temporal_qa.io.atomic import writing_beside
from temporal_qa.io.errors import InputError
from temporal_qa.passages.page_text import MAX_PAGE_BYTES

USER_AGENT = f"temporal-qa/{__version__} (research; question answering)"
_RETRIED = (429, 500, 502, 503, 504)
_MAX_PAUSE = 60  # seconds, whatever a server asks for


class HttpError(Exception):
    """An answer that did not come: no connection, no answer in time, too large, or a status tried again in vain."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said. ``url`` is where the request ended after redirects."""

    url: str
    status: int
    content_type: str
    body: bytes


class HttpCache:
    """GET requests, each answered from ``folder`` where it was answered before.

    Statuses 429 and 5xx, and lost connections, are tried again with growing pauses (``Retry-After`` is heeded, up to a
    minute), and their answers are not kept.

    Args:
        folder: one file per answer, named by the SHA-256 of URL and parameters. Secrets go into headers, which are
            in no name and no file.
        pause: seconds between two requests to one host, at least.
        retries: how many times a request is tried again.
        backoff: seconds before the second retry; each further pause is twice as long.
        timeout: seconds to wait for a connection, and between two parts of an answer.

    Raises:
        InputError: requests is not installed.
    """

    def __init__(
        self, folder: Path, *, pause: float = 1.0, retries: int = 4, backoff: float = 1.0, timeout: float = 20
    ) -> None:
        try:
            import requests
            from requests.adapters import HTTPAdapter
            from urllib3.util import Retry
        except ImportError:
            raise InputError("web search needs requests: pip install 'temporal-qa[retrieve]'") from None
        self.folder = folder
        self.pause = pause
        self.timeout = timeout
        self._last_request: dict[str, float] = {}
        self._session = requests.Session()
        self._session.headers["User-Agent"] = USER_AGENT
        retry = Retry(
            total=retries,
            status_forcelist=_RETRIED,
            backoff_factor=backoff,
            backoff_max=_MAX_PAUSE,
            retry_after_max=_MAX_PAUSE,
            raise_on_status=False,
        )
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, HTTPAdapter(max_retries=retry))

    def get(
        self,
        url: str,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        follow_redirects: bool = True,
        worth_keeping: Callable[[Answer], bool] = lambda _: True,
    ) -> Answer:
        """The answer to a GET request, from disk if it is there; else it is kept there, if it is ``worth_keeping``.

        Args:
            url: http or https, without parameters.
            parameters: of the query; part of the name that the answer is kept under.
            headers: sent, and in no name and no file.
            follow_redirects: whether a redirect is followed, or is the answer.
            worth_keeping: whether an answer is kept on disk.

        Raises:
            HttpError: see there; the message has no header in it.
            InputError: the file of an earlier answer is damaged.
        """
        try:
            if urlsplit(url).scheme not in ("http", "https"):
                raise HttpError("no http or https URL")
        except ValueError:
            raise HttpError("no URL") from None
        request = orjson.dumps([url, sorted((parameters or {}).items())])
        path = self.folder / f"{hashlib.sha256(request).hexdigest()}.http"
        if path.exists():
            return _read_answer(path)
        answer = self._ask(url, parameters, headers, follow_redirects)
        if answer.status in _RETRIED:
            raise HttpError(f"status {answer.status}, also when tried again")
        if worth_keeping(answer):
            head = {"request": request.decode(), "url": answer.url, "status": answer.status}
            head["type"] = answer.content_type
            with writing_beside(path) as beside:
                beside.write_bytes(orjson.dumps(head) + b"\n" + answer.body)
        return answer

    def _ask(
        self, url: str, parameters: Mapping[str, str] | None, headers: Mapping[str, str] | None, follow_redirects: bool
    ) -> Answer:
        import requests

        host = urlsplit(url).netloc
        if host in self._last_request:
            time.sleep(max(0.0, self._last_request[host] + self.pause - time.monotonic()))
        deadline = time.monotonic() + 10 * self.timeout
        try:
            with self._session.get(
                url, params=parameters, headers=headers, allow_redirects=follow_redirects,
                timeout=self.timeout, stream=True,
            ) as response:  # fmt: skip
                body = bytearray()
                for block in response.iter_content(1 << 16):
                    body += block
                    if len(body) > MAX_PAGE_BYTES:
                        raise HttpError(f"more than {MAX_PAGE_BYTES // 10**6} MB")
                    if time.monotonic() > deadline:
                        raise HttpError("no whole answer in time")
                return Answer(response.url, response.status_code, response.headers.get("Content-Type", ""), bytes(body))
        except requests.Timeout:
            raise HttpError("no answer in time") from None
        except requests.ConnectionError:
            raise HttpError("no connection") from None
        except (requests.RequestException, ValueError) as error:  # a URL that is none, too many redirects, bad encoding
            raise HttpError(f"no answer ({type(error).__name__})") from None
        finally:
            self._last_request[host] = time.monotonic()


def _read_answer(path: Path) -> Answer:
    head, _, body = path.read_bytes().partition(b"\n")
    try:
        values = orjson.loads(head)
        return Answer(str(values["url"]), int(values["status"]), str(values["type"]), body)
    except (ValueError, LookupError, TypeError):
        raise InputError("is no answer kept by this cache; remove it to ask anew", path) from None

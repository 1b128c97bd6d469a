"""A server on loopback with the MediaWiki API: full-text search, and the wikitext of pages."""

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest

CONTACT = "ann@example.org"


@dataclass
class Reply:
    status: int = 200
    body: bytes = b""
    type: str = "application/json; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)


class LoopbackWiki(ThreadingHTTPServer):
    """``pages``: title and wikitext by id. A search finds those that hold all its words. ``replies`` go out first, one
    a request, whatever it is. An answer holds the wikitext of at most ``pages_an_answer``. After ``answers`` requests
    the server fails."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages: dict[int, tuple[str, str | None]] = {}
        self.replies: list[Reply] = []
        self.queries: list[dict[str, str]] = []
        self.agents: set[str | None] = set()
        self.pages_an_answer = 100
        self.answers: int | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def api(self) -> str:
        return f"{self.url}/w/api.php"

    @property
    def searches(self) -> list[str]:
        return [query["srsearch"] for query in self.queries if "srsearch" in query]

    def add_page(self, title: str, wikitext: str | None) -> str:
        self.pages[100 + len(self.pages)] = (title, wikitext)
        return self.page_url(title)

    def page_url(self, title: str) -> str:
        return f"https://en.wikipedia.org/wiki/{quote(title.replace(' ', '_'))}"


class _Handler(BaseHTTPRequestHandler):
    server: LoopbackWiki

    def do_GET(self) -> None:
        self.server.agents.add(self.headers.get("User-Agent"))
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.server.queries.append(query)
        if self.server.replies:
            reply = self.server.replies.pop(0)
        elif self.server.answers is not None and len(self.server.queries) > self.server.answers:
            reply = Reply(500)
        elif parts.path != "/w/api.php":
            reply = Reply(404, b"<html><body>Not found</body></html>", "text/html")
        else:
            reply = Reply(body=json.dumps(self.answer(query)).encode())
        self.send_response(reply.status)
        # As Wikipedia sends them: the second request has a cookie that the first one had not.
        cookies = {"Vary": "Accept-Encoding,Cookie,Authorization", "Set-Cookie": "WMF-Last-Access=22-Nov-2026;Path=/"}
        head = {"Content-Type": reply.type, "Content-Length": str(len(reply.body))} | cookies | reply.headers
        for name, value in head.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(reply.body)

    def answer(self, query: dict[str, str]) -> dict[str, Any]:
        assert [query[name] for name in ("action", "format", "formatversion", "maxlag")] == ["query", "json", "2", "5"]
        if "srsearch" in query:
            words = set(re.findall(r"\w+", query["srsearch"].lower()))
            hits = [
                {"ns": 0, "title": title, "pageid": number}
                for number, (title, text) in self.server.pages.items()
                if words <= set(re.findall(r"\w+", f"{title} {text}".lower()))
            ]
            return {"batchcomplete": True, "query": {"search": hits[: int(query["srlimit"])]}}
        ids = [int(number) for number in query["pageids"].split("|")]
        return {
            "query": {"pages": [self.page(number, n < self.server.pages_an_answer) for n, number in enumerate(ids)]}
        }

    def page(self, number: int, with_text: bool) -> dict[str, Any]:
        title, text = self.server.pages.get(number, ("", None))
        if not title:
            return {"pageid": number, "missing": True}
        page: dict[str, Any] = {"pageid": number, "ns": 0, "title": title, "fullurl": self.server.page_url(title)}
        if with_text:
            main = {"contentmodel": "wikitext"} | ({"texthidden": True} if text is None else {"content": text})
            page["revisions"] = [{"slots": {"main": main}}]
        return page

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def wiki() -> Iterator[LoopbackWiki]:
    server = LoopbackWiki()
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()

"""An OpenAI-compatible endpoint on this machine."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class LoopbackEndpoint(ThreadingHTTPServer):
    """Answers chat completions after ``delay`` seconds, and keeps every request body.

    ``statuses`` are given out first, one a request; ``reply`` replaces the whole answer. Of the ``faults``, too, each
    is of one request: "stall" (no answer), "trickle" (a byte now and then), "hang up" (in the middle of the body).
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[dict[str, Any]] = []
        self.keys: set[str | None] = set()
        self.statuses: list[int] = []
        self.faults: list[str] = []
        self.delay = 0.0
        self.reply: bytes | None = None
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def questions(self) -> list[str]:
        """The last user turn of every request, in the order of arrival."""
        return [[m["content"] for m in body["messages"] if m["role"] == "user"][-1] for body in self.asked]


class _Handler(BaseHTTPRequestHandler):
    server: LoopbackEndpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.asked.append(body)
            self.server.keys.add(self.headers["Authorization"])
            fault = self.server.faults.pop(0) if self.server.faults else None
            status = self.server.statuses.pop(0) if self.server.statuses and not fault else 200
        if fault == "stall":
            threading.Event().wait(60)
        time.sleep(self.server.delay)
        question = [m["content"] for m in body["messages"] if m["role"] == "user"][-1]
        answer: dict[str, Any] = {
            "choices": [{"index": 0, "message": {"role": "assistant", "content": question[::-1]}}]
        }
        if status != 200:
            answer = {"error": {"message": f"refused\nkey {self.headers['Authorization']}"}}
        content = self.server.reply or json.dumps(answer).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("retry-after-ms", "10")  # the clients wait for seconds otherwise
            self.end_headers()
            if fault == "trickle":
                for at in range(len(content)):
                    self.wfile.write(content[at : at + 1])
                    time.sleep(0.1)
            elif fault == "hang up":
                self.wfile.write(content[: len(content) // 2])
                self.close_connection = True
            else:
                self.wfile.write(content)
        except OSError:  # the client was killed, or has given up
            pass

    def log_message(self, *_: Any) -> None:
        """Keeps the output of the tests clean."""

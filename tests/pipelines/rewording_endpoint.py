"""An OpenAI-compatible endpoint that rewords questions: some requests fail, some replies mean something else.

What it does with a question depends on the question alone, so two runs get the same replies. By hand:
python tests/pipelines/rewording_endpoint.py prints its URL.
"""

import hashlib
import json
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class RewordingEndpoint(ThreadingHTTPServer):
    """Of 100 questions 5 fail at every attempt, 5 at the first; 5 get another meaning, 5 no question."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, delay: float = 0.0) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.delay = delay
        self.attempts: dict[str, int] = {}
        self.keys: set[str | None] = set()
        self.lock = threading.Lock()
        self.refuse = 0
        self.changed: dict[str, str] = {}

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing where a client was killed."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def start(self) -> "RewordingEndpoint":
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self


def lot(question: str) -> int:
    return int(hashlib.sha256(question.encode()).hexdigest(), 16) % 100


def faithful(question: str) -> str:
    return f"Could you tell me {question[0].lower()}{question[1:]}"


def changed(question: str) -> str:
    """The question with "before" for "after", or the next year, or another name."""
    if " before " in question or " after " in question:
        swapped = {"before": "after", "after": "before"}
        return faithful(re.sub(r"\b(before|after)\b", lambda found: swapped[found[0]], question))
    if year := re.search(r"\d{3,4}", question):
        return faithful(question.replace(year[0], str(int(year[0]) + 1), 1))
    return faithful(re.sub(r"([A-Z]\w+) ([A-Z]\w+)", r"\1 Nobody", question, count=1))


GARBAGE = ["", "I cannot do that.", "{}", "Sure! Here is the rewording:", "Who was it?\nOr who was it not?"]


class _Handler(BaseHTTPRequestHandler):
    server: RewordingEndpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        question = body["messages"][-1]["content"]
        drawn = lot(question)
        with self.server.lock:
            self.server.keys.add(self.headers["Authorization"])
            attempt = self.server.attempts[question] = self.server.attempts.get(question, 0) + 1
        time.sleep(self.server.delay)
        if self.server.refuse:
            return self._reply(self.server.refuse, {"error": {"message": f"no: {self.headers['Authorization']}"}})
        if drawn < 5 or (drawn < 10 and attempt == 1):
            if drawn % 2 and attempt == 1:
                self.close_connection = True
                return None
            return self._reply(500, {"error": {"message": "out of order"}})
        text = faithful(question)
        if 10 <= drawn < 15:
            text = self.server.changed[question] = changed(question)
        elif 15 <= drawn < 20:
            text = GARBAGE[drawn - 15]
        elif drawn < 40:
            text = [f'"{text}"', f"Sure! Here is it:\n\n{text}", json.dumps({"question": text}), f"Reworded: {text}"][
                drawn % 4
            ]
        message = {"role": "assistant", "content": text}
        return self._reply(200, {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})

    def _reply(self, status: int, answer: dict[str, Any]) -> None:
        content = json.dumps(answer).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("retry-after-ms", "10")  # the clients wait for seconds otherwise
            self.end_headers()
            self.wfile.write(content)
        except OSError:  # the client was killed, or has given up
            pass

    def log_message(self, *_: Any) -> None:
        """Keeps the output of the tests clean."""


if __name__ == "__main__":
    endpoint = RewordingEndpoint().start()
    print(endpoint.url, flush=True)
    threading.Event().wait()

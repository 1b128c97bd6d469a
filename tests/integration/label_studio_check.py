"""Human verification with a real Label Studio: its project, its import, its annotations, its exports, and back.

    make test-label-studio

or, with a Label Studio that is installed already:

    python tests/integration/label_studio_check.py LABEL_STUDIO_COMMAND

Starts the server on loopback with a database in a temporary folder, signs up three annotators, and goes the whole way:
``annotate export``, a project for each share with our interface, tasks imported and then annotated, skipped, drafted or
left, the JSON, JSON-MIN and snapshot exports, ``annotate import`` and ``agreement``, the third annotator, the gold
split. Stops the server and removes all it made. Exits with status 1 where something is not as expected. No part of the
default tests.
"""

import contextlib
import http.cookiejar
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TIMEOUT = 300  # seconds; the first start makes the database
TEMPORAL_QA = Path(sys.executable).parent / "temporal-qa"

# The paper's contexts have 94,000 words on average; that of the first question is as long.
PARAGRAPH = "Team 0 😀 played. " + "It was a long season for everybody, and it did not end well. " * 7 + "\n"
QUESTIONS = [
    {
        "id": f"L2_{number} é/\"'<&>",
        "question": f"Which teams did <b>Ann & Bo</b> play for in May {1990 + number}?",
        "answers": ["</mark><script>alert(1)</script> FC", f"Team {number}"],
        "subject": "<b>Ann & Bo</b>",
        "fact_context": f"<b>Ann & Bo</b> played for Team {number} from May {1990 + number} to May {1990 + number}.",
        "passages": [{"title": "A <i>team", "text": PARAGRAPH * (1 if number else 940), "url": "https://a.org?b&c"}],
    }
    for number in range(12)
]


class Annotator:
    """One user of the server, who signs up and works with an access token.

    A fresh Label Studio refuses the fixed tokens of earlier versions. The personal access token that a user makes is a
    refresh token: it is exchanged for an access token, which lives some minutes.
    """

    def __init__(self, server: str, email: str) -> None:
        self.server = server
        cookies = http.cookiejar.CookieJar()
        direct = urllib.request.ProxyHandler({})  # the server is on this machine, whatever proxy there is
        self.opener = urllib.request.build_opener(direct, urllib.request.HTTPCookieProcessor(cookies))
        page = self.opener.open(f"{server}/user/signup/", timeout=TIMEOUT).read().decode()
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        expect(found is not None, "a form to sign up")
        form = {"csrfmiddlewaretoken": found[1] if found else "", "email": email, "password": "for-loopback-only"}
        request = urllib.request.Request(f"{server}/user/signup/", urllib.parse.urlencode(form).encode())
        self.opener.open(request, timeout=TIMEOUT).read()
        self.headers = {"X-CSRFToken": next(cookie.value or "" for cookie in cookies if cookie.name == "csrftoken")}
        personal = self.call("POST", "/api/token/", {})["token"]
        access = self.call("POST", "/api/token/refresh/", {"refresh": personal})["access"]
        self.opener = urllib.request.build_opener(direct)  # without cookies: from here on the token alone
        self.headers = {"Authorization": f"Bearer {access}"}

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """The parsed answer of the API."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **self.headers}
        request = urllib.request.Request(self.server + path, data, headers, method=method)
        try:
            return json.loads(self.opener.open(request, timeout=TIMEOUT).read())
        except urllib.error.HTTPError as error:
            sys.exit(f"failed: {method} {path}: {error.code} {error.read()[:500]!r}")

    def make_project(self, folder: Path, share: str) -> dict[str, int]:
        """A project of the share; sets ``self.project`` and returns the number of each question's task."""
        interface = (folder / "labelling_interface.xml").read_text(encoding="utf-8")
        project = self.call("POST", "/api/projects/", {"title": share, "label_config": interface})
        self.project: int = project["id"]
        sent = json.loads((folder / f"{share}.json").read_bytes())
        self.call("POST", f"/api/projects/{self.project}/import", sent)
        listed = self.call("GET", f"/api/tasks?project={self.project}&fields=all&page_size=100")["tasks"]
        expect([task["data"] for task in listed] == [task["data"] for task in sent], f"{share}: tasks arrive unchanged")
        return {task["data"]["question_id"]: task["id"] for task in listed}

    def annotate(self, task: int, verdict: str | None, comment: str = "", what: str = "annotations/") -> None:
        """Submits a verdict, or skips the task without one; ``what="drafts"`` only saves it."""
        result = [_region("verdict", "choices", {"choices": [verdict]})] if verdict else []
        result += [_region("comment", "textarea", {"text": [comment]})] if comment else []
        body = {"result": result, "was_cancelled": verdict is None, "lead_time": 1.0}
        self.call("POST", f"/api/tasks/{task}/{what}", body)

    def export(self, folder: Path, kind: str) -> Path:
        """Writes the project's export of all tasks, as the server gives it."""
        path = folder / f"project-{self.project}-{kind}.json"
        if kind == "snapshot":
            # Users as objects with their address, which the other exports give as numbers.
            options = {"serialization_options": {"annotations__completed_by": {"only_id": False}}}
            made = self.call("POST", f"/api/projects/{self.project}/exports/", options)
            address = f"/api/projects/{self.project}/exports/{made['id']}"
            while self.call("GET", address)["status"] in ("created", "in_progress"):
                time.sleep(0.5)
            content = self.call("GET", f"{address}/download?exportType=JSON")
        else:
            query = f"exportType={kind}&download_all_tasks=true"
            content = self.call("GET", f"/api/projects/{self.project}/export?{query}")
        path.write_text(json.dumps(content), encoding="utf-8")
        return path


def _region(name: str, kind: str, value: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "from_name": name, "to_name": "context", "type": kind, "origin": "manual", "value": value}


def main(label_studio: str) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        lines = "".join(json.dumps(question) + "\n" for question in QUESTIONS)
        (folder / "questions.jsonl").write_text(lines, encoding="utf-8")
        run("export", "questions.jsonl", "--out", "tasks", "--sample", 12, "--double", 6, cwd=folder)
        with serving(label_studio, folder / "server") as server:
            check(server, folder)


def check(server: str, folder: Path) -> None:
    first, second, third = (Annotator(server, f"annotator-{n}@example.org") for n in (1, 2, 3))
    version = first.call("GET", "/api/version")["release"]
    tasks = first.make_project(folder / "tasks", "annotator_1"), second.make_project(folder / "tasks", "annotator_2")
    both = sorted(tasks[0].keys() & tasks[1].keys())
    one, other = (sorted(mine.keys() - set(both)) for mine in tasks)
    expect((len(both), len(one), len(other)) == (6, 3, 3), "6 questions of two annotators, 3 of each alone")

    for question, verdicts in zip(both, [("True", "False")] * 2 + [("False",) * 2] + [("True",) * 2] * 3, strict=True):
        for annotator, mine, verdict in zip((first, second), tasks, verdicts, strict=True):
            annotator.annotate(mine[question], verdict, f"<b>{verdict}</b>\nas I read it")
    first.annotate(tasks[0][one[0]], "True")
    first.annotate(tasks[0][one[1]], None)  # skipped; the third is left
    second.annotate(tasks[1][other[0]], "False")
    second.annotate(tasks[1][other[1]], "True", what="drafts")
    second.annotate(tasks[1][other[2]], "True")
    second.annotate(tasks[1][other[2]], "True")  # submitted twice

    exports = [annotator.export(folder, "JSON") for annotator in (first, second)]
    counts = run("import", *exports, "--out", "annotations.jsonl", cwd=folder)
    expect((counts["verdicts"], counts["questions"]) == (15, 9), "15 verdicts on 9 questions")
    expect(sorted(counts["drops"].values()) == [1, 1, 1, 1], f"one left out by each of four reasons: {counts['drops']}")
    for kind in ("JSON_MIN", "snapshot"):
        exports_again = [annotator.export(folder, kind) for annotator in (first, second)]
        run("import", *exports_again, "--out", f"{kind}.jsonl", cwd=folder)
        same = (folder / f"{kind}.jsonl").read_bytes() == (folder / "annotations.jsonl").read_bytes()
        expect(same, f"the {kind} export has the same verdicts")

    options = ("--questions", "questions.jsonl", "--disagreements", "open.jsonl")
    measured = run("agreement", "annotations.jsonl", *options, cwd=folder)
    # Of 6 questions 4 agree; 8 of 12 verdicts are True: (4/6 - 5/9) / (1 - 5/9).
    expect(abs(measured["agreement"]["kappa"] - 0.25) < 1e-12, "Fleiss' kappa as computed by hand")
    expect([row["id"] for row in measured["disagreements"]] == both[:2], "two disagreements")

    run("export", "open.jsonl", "--out", "third", "--adjudication", cwd=folder)
    adjudicated = third.make_project(folder / "third", "adjudicator")
    third.annotate(adjudicated[both[0]], "True")
    third.annotate(adjudicated[both[1]], "False")
    run("import", *exports, third.export(folder, "JSON"), "--out", "all.jsonl", cwd=folder)
    final = run("agreement", "all.jsonl", "--questions", "questions.jsonl", "--gold", "gold.jsonl", cwd=folder)
    expect(final["agreement"] == measured["agreement"], "the third annotator does not change the agreement")
    gold = [json.loads(line) for line in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    confirmed = {both[0], *both[3:], one[0], other[2]}
    expect(gold == [question for question in QUESTIONS if question["id"] in confirmed], "the gold rows")
    print(f"Label Studio {version}: all as expected; {len(gold)} of {len(QUESTIONS)} questions confirmed")


def expect(holds: bool, what: str) -> None:
    if not holds:
        sys.exit(f"failed: {what}")
    print(f"ok: {what}", flush=True)


def run(*arguments: object, cwd: Path) -> dict[str, Any]:
    """A command of ``temporal-qa annotate``, and its JSON."""
    command = [str(TEMPORAL_QA), "annotate", *map(str, arguments), "--json"]
    finished = subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8")
    if finished.returncode:
        sys.exit(f"failed: {' '.join(command)}\n{finished.stderr}")
    result: dict[str, Any] = json.loads(finished.stdout)
    return result


@contextlib.contextmanager
def serving(label_studio: str, folder: Path) -> Iterator[str]:
    """The address of a new server, stopped at the end."""
    folder.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = f"http://127.0.0.1:{port}"
    command = [label_studio, "start", "--no-browser", "--internal-host", "127.0.0.1", "--port", str(port)]
    # Nothing is sent anywhere: no statistics, error reports or checks for new versions.
    quiet = {"COLLECT_ANALYTICS": "False", "LATEST_VERSION_CHECK": "False", "SENTRY_DSN": "", "FRONTEND_SENTRY_DSN": ""}
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("LABEL_STUDIO", "DJANGO"))}
    environment |= quiet | {"LABEL_STUDIO_BASE_DATA_DIR": str(folder), "HOME": str(folder)}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [*command, "--data-dir", str(folder)], env=environment, stdout=log, stderr=log, start_new_session=True
        )
        try:
            _wait(server, process, folder / "log")
            yield server
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _wait(server: str, process: subprocess.Popen[bytes], log: Path) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(TIMEOUT):
        if process.poll() is not None:
            break
        try:
            opener.open(f"{server}/health", timeout=5).read()
            return
        except OSError:
            time.sleep(1)
    sys.exit(f"failed: Label Studio does not start\n{log.read_text()[-2000:]}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

"""A Hub on loopback: an HTTP server with the part of the protocol that huggingface_hub 2, datasets 5 and evaluate 0.4
need to publish and load: rights, commits, large files, tags, ranges, refusals, broken connections."""

import base64
import hashlib
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import yaml
from loopback_repositories import LARGE, Commit, Repository, entry_of, sibling_of

TOKENS = {"hf_dummy": "write", "hf_reader": "read"}
ANY_REPO = r"(?P<repo>(?:datasets/|spaces/|models/|)[^/]+/[^/]+)"
REFUSAL = "the Hub refuses"
NOT_FOUND = {"X_Error_Code": "RepoNotFound", "X_Error_Message": "Repository not found"}


class LoopbackHub(ThreadingHTTPServer):
    """The server. Repositories are named as in the site's addresses: ``org/a``, ``datasets/org/b``, ``spaces/org/c``.

    ``taken`` are names that a repository of another kind has; ``log`` are the requests so far, such as
    ``PUT /large/<hash>``.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.repositories: dict[str, Repository] = {}
        self.large: dict[str, bytes] = {}
        self.taken: dict[str, str] = {}
        self.log: list[str] = []
        self.troubles: list[tuple[str, int | str, float]] = []
        self.hung = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def trouble(self, request: str, answer: int | str, times: float = float("inf")) -> None:
        """The next requests that match (such as ``POST .*/commit/main``) are answered with a status; or the server
        hangs up in the middle of the body ("hang up"), or never answers ("hang"). Of a file it may send half ("cut"),
        or as many other bytes ("wrong")."""
        self.troubles.append((request, answer, times))

    def next_trouble(self, request: str) -> int | str | None:
        for number, (pattern, answer, times) in enumerate(self.troubles):
            if re.fullmatch(pattern, request) and times:
                self.troubles[number] = (pattern, answer, times - 1)
                return answer
        return None

    def environment(self, home: Path, token: str = "hf_dummy") -> dict[str, str]:
        """The environment in which a new process uses this Hub, and no cache of the user."""
        return {
            "HF_ENDPOINT": self.url, "HF_HOME": str(home), "HF_TOKEN": token, "HF_HUB_DISABLE_XET": "1",
            "HF_HUB_DISABLE_TELEMETRY": "1", "HF_HUB_OFFLINE": "0", "HF_EVALUATE_OFFLINE": "0",
            "HF_UPDATE_DOWNLOAD_COUNTS": "0", "NO_PROXY": "127.0.0.1",
        }  # fmt: skip

    def handle_error(self, *_: object) -> None:
        """Ignores errors of clients that were killed."""


class _Handler(BaseHTTPRequestHandler):
    server: LoopbackHub
    protocol_version = "HTTP/1.1"
    _trouble: int | str | None = None
    disable_nagle_algorithm = True  # answers are small, and each would wait for 40 milliseconds

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _answer(self, status: int, content: object = b"", **headers: str) -> None:
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        kind = "application/octet-stream" if isinstance(content, bytes) else "application/json"
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command == "HEAD":
            return
        if self._trouble == "cut":
            body, self.close_connection = body[: len(body) // 2], True
        if self._trouble == "wrong":
            body = bytes(255 - byte for byte in body)
        self.wfile.write(body)

    @property
    def _role(self) -> str | None:
        return TOKENS.get(self.headers.get("Authorization", "").removeprefix("Bearer "))

    def _handle(self) -> None:
        path = unquote(urlsplit(self.path).path)
        request = f"{self.command} {path}"
        self.server.log.append(request)
        answer = self._trouble = self.server.next_trouble(request)
        if answer == "hang":
            self.server.hung.set()
            threading.Event().wait(60)
        if answer == "hang up":
            if self.command in ("POST", "PUT"):
                self.rfile.read1(10)
            self.close_connection = True
            return
        body = self._body()
        if isinstance(answer, int):
            return self._answer(answer, {"error": REFUSAL})
        for methods, pattern, route in _ROUTES:
            if self.command in methods.split() and (found := re.fullmatch(pattern, path)):
                return self._route(route, body, found.groupdict())
        self._answer(404, {"error": f"no route {request}"})

    def _route(self, route, body: bytes, found: dict[str, str]) -> None:
        """Checks rights and finds the repository of the address."""
        if "repo" in found:
            repository = self.server.repositories.get(found["repo"].removeprefix("models/"))
            if repository is None or (repository.private and self._role is None):
                return self._answer(404 if self._role else 401, {"error": "Repository not found"}, **NOT_FOUND)
            found["repo"] = repository
            if "revision" in found:
                found["revision"] = repository.at(found["revision"] or "main")
                if found["revision"] is None:
                    return self._answer(404, {"error": "Invalid rev id"}, X_Error_Code="RevisionNotFound")
        if route in _WRITING and self._role != "write":
            return self._answer(403 if self._role else 401, {"error": "your token has no write access"})
        route(self, body, **found)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = _handle

    def log_message(self, *_: object) -> None:
        """Keeps the output of the tests clean."""

    def _who(self, body: bytes) -> None:
        if self._role is None:
            return self._answer(401, {"error": "Invalid credentials in Authorization header"})
        self._answer(200, {"name": "tester", "type": "user", "orgs": [{"name": "org"}],
                           "auth": {"type": "access_token", "accessToken": {"role": self._role}}})  # fmt: skip

    def _valid(self, body: bytes) -> None:
        card = json.loads(body)["content"]
        try:
            yaml.safe_load(card.split("---\n")[1] if card.startswith("---") else "")
            self._answer(200, {"errors": [], "warnings": []})
        except yaml.YAMLError as error:
            self._answer(400, {"errors": [{"message": str(error)}], "warnings": []})

    def _create(self, body: bytes) -> None:
        asked = json.loads(body)
        name = f"{asked.get('organization') or 'tester'}/{asked['name']}"
        kind = asked.get("type") or "model"
        address = name if kind == "model" else f"{kind}s/{name}"
        if name.split("/")[0] not in ("tester", "org"):
            return self._answer(403, {"error": "You don't have the rights to create a repository in this namespace"})
        known = address in self.server.repositories or name in self.server.taken
        if not known:
            made = Repository(address, private=asked.get("visibility") == "private", sdk=asked.get("sdk"))
            card = {"README.md": b"---\nsdk: gradio\n---\n"} if kind == "space" else {}
            made.commit("initial commit", {".gitattributes": b"*.parquet filter=lfs\n", **card})
            self.server.repositories[address] = made
        url = f"{self.server.url}/{self.server.taken.get(name, address)}"
        self._answer(409 if known else 200, {"url": url, "name": name, **({"error": "exists"} if known else {})})

    def _preupload(self, body: bytes, repo: Repository, revision: Commit) -> None:
        files = [
            {"path": f["path"], "uploadMode": "lfs" if f["path"].endswith(LARGE) else "regular", "shouldIgnore": False}
            for f in json.loads(body)["files"]
        ]
        self._answer(200, {"files": files})

    def _large_batch(self, body: bytes, repo: Repository) -> None:
        objects = [
            asked if asked["oid"] in self.server.large
            else asked | {"actions": {"upload": {"href": f"{self.server.url}/large/{asked['oid']}"}}}
            for asked in json.loads(body)["objects"]
        ]  # fmt: skip
        self._answer(200, {"transfer": "basic", "objects": objects})

    def _large_upload(self, body: bytes, oid: str) -> None:
        if hashlib.sha256(body).hexdigest() != oid:
            return self._answer(400, {"error": "SHA-256 mismatch"})
        self.server.large[oid] = body
        self._answer(200, {})

    def _commit(self, body: bytes, repo: Repository, revision: Commit) -> None:
        title, changes = "", {}
        for line in map(json.loads, body.splitlines()):
            value = line["value"]
            if line["key"] == "header":
                title = value["summary"]
                if value.get("parentCommit") not in (None, repo.commits[-1].oid):
                    return self._answer(412, {"error": "A commit has happened since"})
            elif line["key"] == "file":
                changes[value["path"]] = base64.b64decode(value["content"])
            elif line["key"] == "lfsFile":
                changes[value["path"]] = self.server.large[value["oid"]]
            elif line["key"] == "deletedFile":
                changes[value["path"]] = None
        repo.commit(title, changes)
        oid = repo.commits[-1].oid
        if self.server.next_trouble("answer to commit") is not None:
            return self._answer(504, {"error": "the commit is made, but the answer is lost"})
        self._answer(
            200, {"success": True, "commitOid": oid, "commitUrl": f"{self.server.url}/{repo.address}/commit/{oid}"}
        )

    def _commits(self, body: bytes, repo: Repository, revision: Commit) -> None:
        date = "2026-01-01T00:00:00.000Z"
        self._answer(200, [{"id": commit.oid, "title": commit.title, "message": "", "date": date, "authors": []}
                           for commit in reversed(repo.commits)])  # fmt: skip

    def _make_tag(self, body: bytes, repo: Repository, revision: Commit) -> None:
        tag = json.loads(body)["tag"]
        known = tag in repo.tags
        repo.tags.setdefault(tag, revision.oid)
        self._answer(409 if known else 201, {"error": "Tag reference exists already"} if known else {})

    def _about(self, body: bytes, repo: Repository, revision: Commit) -> None:
        siblings = [sibling_of(name, revision) for name in sorted(revision.files)]
        self._answer(200, {"_id": "0", "id": "a/b", "sha": revision.oid, "siblings": siblings, "tags": [],
                           "private": repo.private, "gated": False, "disabled": False, "downloads": 0, "likes": 0,
                           "createdAt": "2026-01-01T00:00:00.000Z", "sdk": repo.sdk})  # fmt: skip

    def _tree(self, body: bytes, repo: Repository, revision: Commit, folder: str | None) -> None:
        under = f"{folder}/" if folder else ""
        inside = [path for path in revision.files if path.startswith(under)]
        if folder and not inside:
            return self._answer(404, {"error": "no such folder"}, X_Error_Code="EntryNotFound")
        deep = parse_qs(urlsplit(self.path).query).get("recursive", ["false"])[0].lower() == "true"
        parents = {str(parent) for path in inside for parent in list(Path(path).parents)[:-1]}
        shown = [path for path in [*parents, *inside] if path.startswith(under) and (deep or "/" not in path[len(under):])]  # fmt: skip  # noqa: E501
        self._answer(200, [entry_of(path, revision) for path in sorted(shown)])

    def _paths(self, body: bytes, repo: Repository, revision: Commit) -> None:
        as_json = "json" in self.headers.get("Content-Type", "")
        asked = (json.loads(body) if as_json else parse_qs(body.decode()))["paths"]
        there = [path for path in asked if any(file == path or file.startswith(f"{path}/") for file in revision.files)]
        self._answer(200, [entry_of(path, revision) for path in there])

    def _resolve(self, body: bytes, repo: Repository, revision: Commit, file: str) -> None:
        if file not in revision.files:
            return self._answer(404, b"", X_Error_Code="EntryNotFound", X_Repo_Commit=revision.oid)
        content, entry = revision.files[file], entry_of(file, revision)
        etag = entry["lfs"]["oid"] if "lfs" in entry else entry["oid"]
        headers = {"X_Repo_Commit": revision.oid, "ETag": f'"{etag}"', "Accept_Ranges": "bytes"}
        if span := re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", "")):
            first, last = int(span[1]), min(int(span[2] or len(content)), len(content) - 1)
            headers["Content_Range"] = f"bytes {first}-{last}/{len(content)}"
            return self._answer(206, content[first : last + 1], **headers)
        self._answer(200, content, **headers)


_REVISION = r"/(?P<revision>[^/]+)"
_ROUTES = [
    ("GET", "/api/whoami-v2", _Handler._who),
    ("POST", "/api/validate-yaml", _Handler._valid),
    ("POST", "/api/repos/create", _Handler._create),
    ("POST", f"/api/{ANY_REPO}/preupload{_REVISION}", _Handler._preupload),
    ("POST", f"/api/{ANY_REPO}/commit{_REVISION}", _Handler._commit),
    ("POST", f"/api/{ANY_REPO}/tag{_REVISION}", _Handler._make_tag),
    ("POST", f"/api/{ANY_REPO}/paths-info{_REVISION}", _Handler._paths),
    ("GET", f"/api/{ANY_REPO}/commits{_REVISION}", _Handler._commits),
    ("GET", f"/api/{ANY_REPO}/tree{_REVISION}(?:/(?P<folder>.+))?", _Handler._tree),
    ("GET", f"/api/{ANY_REPO}(?:/revision{_REVISION})?", _Handler._about),
    ("POST", rf"/{ANY_REPO}\.git/info/lfs/objects/batch", _Handler._large_batch),
    ("PUT", r"/large/(?P<oid>[0-9a-f]{64})", _Handler._large_upload),
    ("GET HEAD", f"/{ANY_REPO}/resolve{_REVISION}/(?P<file>.+)", _Handler._resolve),
]
_WRITING = {_Handler._create, _Handler._preupload, _Handler._commit, _Handler._make_tag, _Handler._large_batch}

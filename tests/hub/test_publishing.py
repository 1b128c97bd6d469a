"""Publishing to a Hub on loopback: what arrives, what stays, and interruptions."""

import hashlib

import loopback_hub
import pytest
from huggingface_hub import HfApi
from publications import FILES, REPO

from temporal_qa.hub.repo_changes import MANIFEST
from temporal_qa.io.errors import InputError


def test_one_commit_with_all_files_and_the_tag(hub, put):
    made = put()
    there = hub.repositories[REPO]
    assert there.titles == ["initial commit", "A title"]
    assert FILES.items() <= there.files.items()
    assert there.files.keys() == {*FILES, MANIFEST, ".gitattributes"}
    assert there.tags == {"0.1.0": made.commit} == {"0.1.0": made.tagged}
    assert made.commit == there.commits[-1].oid
    assert made.url == f"{hub.url}/datasets/org/a"
    assert made.new_repo
    assert not there.private


def test_private_and_space_arrive(hub, put):
    put(private=True)
    assert hub.repositories[REPO].private
    put({"app.py": b"1", "README.md": b"the card, in place of the one that the Hub makes"}, repo_type="space", tag=None)
    space = hub.repositories["spaces/org/a"]
    assert (space.sdk, space.private, space.tags) == ("gradio", False, {})
    assert space.files["README.md"].startswith(b"the card")


def test_nothing_changed_no_commit(hub, put):
    first = put()
    hub.log.clear()
    made = put()
    assert (made.commit, bool(made.changes), made.tagged) == (None, False, first.commit)
    assert not made.new_repo
    assert {request.split()[0] for request in hub.log} == {"GET"}


def test_only_changes_are_sent_and_files_no_longer_published_are_removed(hub, put):
    put()
    hub.log.clear()
    made = put(
        {"README.md": b"# Card", "reason_qa/train.parquet": b"more rows", "build.json": b'{"a": 1}'}, tag="0.2.0"
    )
    assert made.changes.added == {"reason_qa/train.parquet": 9}
    assert made.changes.changed.keys() == {"build.json", MANIFEST}
    assert made.changes.removed == {"reason_qa/test.parquet": 4}
    there = hub.repositories[REPO]
    assert len(there.commits) == 3
    assert there.files.keys() == {"README.md", "reason_qa/train.parquet", "build.json", MANIFEST, ".gitattributes"}
    assert there.tags.keys() == {"0.1.0", "0.2.0"}
    assert [r for r in hub.log if r.startswith("PUT")] == [f"PUT /large/{hashlib.sha256(b'more rows').hexdigest()}"]


def test_files_of_others_stay(hub, put):
    put()
    there = hub.repositories[REPO]
    there.commit("Notes", {"NOTES.md": b"mine", "data/extra.parquet": b"mine, too"})
    there.commit("Edited", {"build.json": b"edited"})
    made = put({"README.md": b"new"})  # build.json and the Parquet file are no longer published
    assert made.changes.kept == ("build.json",)
    assert there.files.keys() == {
        "README.md",
        "build.json",
        "NOTES.md",
        "data/extra.parquet",
        MANIFEST,
        ".gitattributes",
    }
    put({"README.md": b"newer"})
    assert there.files["build.json"] == b"edited"


@pytest.mark.parametrize("first", [True, False])
def test_files_of_others_are_replaced_only_when_asked(hub, put, first):
    if not first:
        put()
    else:
        HfApi(endpoint=hub.url, token="hf_dummy").create_repo("org/a", repo_type="dataset")
    hub.repositories[REPO].commit("My card", {"README.md": b"my card"})
    for dry_run in (True, False):
        with pytest.raises(InputError, match=r"did not write, .*: README\.md; .* --overwrite"):
            put({"README.md": b"another"}, dry_run=dry_run)
    assert hub.repositories[REPO].files["README.md"] == b"my card"
    put({"README.md": b"another"}, overwrite=True)
    assert hub.repositories[REPO].files["README.md"] == b"another"


def test_a_file_of_others_with_the_same_content_is_adopted(hub, put):
    HfApi(endpoint=hub.url, token="hf_dummy").create_repo("org/a", repo_type="dataset")
    hub.repositories[REPO].commit("By hand", {"README.md": b"# Card"})
    put({"README.md": b"# Card"})
    put({})
    assert "README.md" not in hub.repositories[REPO].files


def test_a_dry_run_changes_nothing(hub, put):
    made = put(dry_run=True, private=True)
    assert (made.new_repo, made.commit, made.tagged) == (True, None, None)
    assert made.changes.added.keys() == {*FILES, MANIFEST}
    put()
    before = list(hub.repositories[REPO].commits)
    made = put({"README.md": b"new"}, dry_run=True, tag="0.2.0")
    assert (made.new_repo, made.commit, made.tagged) == (False, None, None)
    assert made.changes.removed.keys() == {"build.json", "reason_qa/test.parquet"}
    assert hub.repositories[REPO].commits == before
    assert hub.repositories[REPO].tags.keys() == {"0.1.0"}


def test_a_tag_stays_where_it_is_and_one_that_is_missing_is_made(hub, put):
    first = put()
    second = put({"README.md": b"new"})
    assert second.tagged == first.commit != second.commit
    del hub.repositories[REPO].tags["0.1.0"]
    third = put({"README.md": b"new"})
    assert (third.commit, third.tagged) == (None, second.commit)


# Interruptions


LARGE = {f"{split}.parquet": split.encode() * 1000 for split in ("train", "dev", "test")}


def test_an_interrupted_upload_resumes(hub, put):
    oids = {name: hashlib.sha256(content).hexdigest() for name, content in LARGE.items()}
    hub.trouble(f"PUT /large/{oids['test.parquet']}", "hang up")
    with pytest.raises(InputError, match="the same command resumes"):
        put(LARGE)
    assert hub.repositories[REPO].titles == ["initial commit"]  # a half publication is not visible
    missing = set(oids.values()) - hub.large.keys()  # the other files are sent meanwhile, or not any more
    assert oids["test.parquet"] in missing
    hub.troubles.clear()
    hub.log.clear()
    put(LARGE)
    sent = sorted(request for request in hub.log if request.startswith("PUT"))
    assert sent == sorted(f"PUT /large/{oid}" for oid in missing)
    assert LARGE.items() <= hub.repositories[REPO].files.items()


@pytest.mark.parametrize("request_", ["POST .*/create", "POST .*/commit/main", "POST .*/tag/.*",
                                      "POST .*/preupload/.*", "PUT .*", "GET /api/datasets/org/a"])  # fmt: skip
@pytest.mark.parametrize("answer", [429, 500, 503, "hang up"])
def test_temporary_trouble_is_waited_out(hub, put, request_, answer):
    hub.trouble(request_, answer, times=2)
    put()
    assert hub.repositories[REPO].titles == ["initial commit", "A title"]
    assert hub.repositories[REPO].tags.keys() == {"0.1.0"}


@pytest.mark.parametrize("answer", [429, 500, 503, "hang up"])
def test_temporary_trouble_with_the_manifest_is_waited_out(hub, put, answer, monkeypatch, tmp_path):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    put()
    hub.trouble(f"(GET|HEAD) .*/resolve/.*{MANIFEST}", answer, times=3)
    assert not put().changes
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize(
    ("answer", "headers", "message"),
    [(429, {"RateLimit": '"api";r=0;t=300'}, "answers 429; trying again in 301 seconds"),
     (429, {"Retry-After": "8"}, "answers 429; trying again in 8 seconds"),
     (503, {}, "answers 503; trying again in 1 second"), ("hang up", {}, "is unreachable; trying again in 1 second")],
)  # fmt: skip
def test_a_wait_is_announced_in_one_line(hub, put, monkeypatch, capsys, answer, headers, message):
    send = loopback_hub._Handler._answer

    def send_with_headers(self, status, *content, **more):
        send(self, status, *content, **(more | {k.replace("-", "_"): v for k, v in headers.items() if status == 429}))

    monkeypatch.setattr(loopback_hub._Handler, "_answer", send_with_headers)
    waited = []
    monkeypatch.setattr("time.sleep", waited.append)
    hub.trouble("GET /api/datasets/org/a", answer, times=1)
    put()
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if line.startswith("the Hub ")] == [line for line in lines if line.endswith(message)]
    assert len([line for line in lines if message in line]) == 1
    assert sum(waited) >= int(message.split(" in ")[1].split()[0])


@pytest.mark.parametrize("request_", ["POST .*/create", "POST .*/commit/main", "PUT .*", "GET /api/datasets/org/a"])
@pytest.mark.parametrize(("answer", "message"), [(429, "answers 429"), (503, "answers 503"), ("hang up", "be reached")])
def test_lasting_trouble_is_reported(hub, put, request_, answer, message):
    hub.trouble(request_, answer)
    with pytest.raises(InputError) as caught:
        put()
    assert message in str(caught.value)
    assert "the same command resumes" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_lost_answer_makes_no_second_commit(hub, put):
    hub.trouble("answer to commit", 504, times=1)
    made = put()
    assert hub.repositories[REPO].titles == ["initial commit", "A title"]
    assert made.commit == made.tagged == hub.repositories[REPO].commits[-1].oid
    assert made.changes.added.keys() == {*FILES, MANIFEST}


@pytest.fixture
def while_uploading(monkeypatch):
    """Changes the repository once, between the look at it and the commit."""

    def while_uploading(do):
        waiting, upload = [do], HfApi.preupload_lfs_files

        def upload_meanwhile(*args, **kwargs):
            if waiting:
                waiting.pop()()
            return upload(*args, **kwargs)

        monkeypatch.setattr(HfApi, "preupload_lfs_files", upload_meanwhile)

    return while_uploading


def test_another_file_is_committed_at_the_same_time(hub, put, while_uploading):
    put()
    there = hub.repositories[REPO]
    while_uploading(lambda: there.commit("Notes", {"NOTES.md": b"mine"}))
    with pytest.raises(InputError, match="another commit was made there at the same time; the same command tries"):
        put({"README.md": b"new"})
    put({"README.md": b"new"})
    assert there.titles == ["initial commit", "A title", "Notes", "A title"]
    assert (there.files["NOTES.md"], there.files["README.md"]) == (b"mine", b"new")


def test_the_same_file_is_edited_at_the_same_time(hub, put, while_uploading):
    put()
    there = hub.repositories[REPO]
    while_uploading(lambda: there.commit("Edited", {"README.md": b"edited"}))
    with pytest.raises(InputError, match=r"edited there since: README\.md"):
        put({"README.md": b"new"})
    assert there.files["README.md"] == b"edited"

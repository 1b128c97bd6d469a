"""Publishing on the Hub: one commit with what has changed, and a tag.

A publication that was interrupted goes on with the same call: large files (LFS) that arrived are not sent again, since
the Hub knows those by their hash, and nobody sees half of it, since the commit comes last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tqdm import tqdm

from temporal_qa.hub.hub_errors import one_line_message, with_retries
from temporal_qa.hub.repo_changes import (
    MANIFEST,
    Changes,
    Content,
    FileHash,
    HubFile,
    changes_between,
    hash_content,
    make_manifest,
    read_manifest,
)
from temporal_qa.io.errors import InputError

if TYPE_CHECKING:  # heavy, and used in annotations only
    from huggingface_hub import HfApi


@dataclass(frozen=True, slots=True)
class Publication:
    """What is to be in a repository, and how it is called there.

    ``repo`` is ``ORG/NAME``; ``name`` is that of the dataset or metric, such as ``complex_tr``; ``files`` are contents
    by path; ``message`` is that of the commit; ``tag`` is its tag; ``left_out`` are paths here that are not sent.
    """

    repo_type: Literal["dataset", "space"]
    repo: str
    name: str
    files: Mapping[str, Content]
    message: str
    tag: str | None = None
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Upload:
    """What came of it; in a dry run, what would.

    ``commit`` is None where nothing had to be committed, ``tagged`` is the commit that the tag is at.
    """

    url: str
    new_repo: bool
    changes: Changes
    commit: str | None
    tagged: str | None


@dataclass(frozen=True, slots=True)
class _Repository:
    head: str
    private: bool
    files: dict[str, HubFile]
    name: str | None  # of what was published there
    written: dict[str, FileHash]


def publish(
    hub: HfApi, publication: Publication, *, private: bool = False, overwrite: bool = False, dry_run: bool = False
) -> Upload:
    """Makes the repository where there is none, commits what differs, and sets the tag where there is none yet.

    Files that earlier publications did not write stay. A tag stays where it is: others may have pinned it.

    Args:
        hub: where, and with which token.
        publication: what.
        private: make a new repository private.
        overwrite: replace files, too, that are there under the same path and were not published by this function, and
            another dataset or metric.
        dry_run: change nothing.

    Raises:
        InputError: the name is none, no token, no rights, the Hub cannot be reached; a file that somebody else wrote
            is in the way, or another dataset or metric, and is not to be overwritten; the repository is public and was
            to be private.
    """
    check_name(publication.repo)
    if not hub.token:
        raise InputError(
            f"no token, expected one that may write to {publication.repo}: run `hf auth login`, or set HF_TOKEN "
            f"(make one at {hub.endpoint}/settings/tokens)"
        )
    hashes = {
        path: hash_content(content)
        for path, content in tqdm(publication.files.items(), desc="hashing", unit=" files", delay=1, disable=None)
    }
    files = {**publication.files, MANIFEST: make_manifest(publication.name, hashes)}
    hashes[MANIFEST] = hash_content(files[MANIFEST])
    with one_line_message(hub, publication.repo_type, publication.repo):
        before = _look(hub, publication)
        repository = before
        if repository is None and not dry_run:
            repository = _create(hub, publication, private)
        if private and repository is not None and not repository.private:  # somebody else may just have made it
            raise InputError(
                f"{publication.repo} is there and is public; make it private in its settings, or leave out --private"
            )
        changes, commit = _changes(hub, publication, repository, hashes, overwrite), None
        if repository is not None and changes and not dry_run:
            commit, changes = _commit(hub, publication, files, hashes, repository, changes, overwrite)
        tagged = None
        if repository is not None and publication.tag is not None:
            tagged = _tag(hub, publication, None if dry_run else commit or repository.head)
    return Upload(_url(hub, publication), before is None, changes, commit, tagged)


def check_name(repo: str) -> None:
    """Raises ``InputError`` where this is not ``ORG/NAME`` as the Hub has them."""
    from huggingface_hub.errors import HFValidationError
    from huggingface_hub.utils import validate_repo_id

    try:
        validate_repo_id(repo)
        if repo.count("/") != 1:
            raise HFValidationError("it needs one slash")
    except HFValidationError as error:
        raise InputError(f"{repo!r} is no name of a repository, expected ORG/NAME: {error}") from None


def _url(hub: HfApi, publication: Publication) -> str:
    return f"{hub.endpoint}/{publication.repo_type}s/{publication.repo}"


def _look(hub: HfApi, publication: Publication) -> _Repository | None:
    """The repository as it is now; None where there is none."""
    from huggingface_hub.errors import EntryNotFoundError, RepositoryNotFoundError
    from huggingface_hub.hf_api import RepoFile

    repo, kind = publication.repo, publication.repo_type
    try:
        info = with_retries(lambda: hub.repo_info(repo, repo_type=kind))
    except RepositoryNotFoundError:
        return None
    head = str(info.sha)
    try:
        found = with_retries(lambda: list(hub.list_repo_tree(repo, recursive=True, revision=head, repo_type=kind)))
    except EntryNotFoundError:  # a repository without files
        found = []
    files = {
        file.path: HubFile(file.size, file.lfs.sha256 if file.lfs else file.blob_id, file.lfs is not None)
        for file in found
        if isinstance(file, RepoFile)
    }
    name, written = read_manifest(_download(hub, publication, head)) if MANIFEST in files else (None, {})
    return _Repository(head, bool(info.private), files, name, written)


def _download(hub: HfApi, publication: Publication, revision: str) -> bytes:
    from huggingface_hub import hf_hub_url
    from huggingface_hub.utils import build_hf_headers, get_session, hf_raise_for_status

    url = hf_hub_url(
        publication.repo, MANIFEST, repo_type=publication.repo_type, revision=revision, endpoint=hub.endpoint
    )

    def get() -> bytes:
        response = get_session().get(url, headers=build_hf_headers(token=hub.token))
        hf_raise_for_status(response)
        return bytes(response.content)

    return with_retries(get)


def _create(hub: HfApi, publication: Publication, private: bool) -> _Repository:
    url = with_retries(
        lambda: hub.create_repo(
            publication.repo,
            repo_type=publication.repo_type,
            private=private or None,  # else as the organisation prefers
            space_sdk="gradio" if publication.repo_type == "space" else None,
            exist_ok=True,
        )
    )
    repository = _look(hub, publication)
    if repository is None:
        raise InputError(f"the name {publication.repo} is taken by a {url.repo_type} ({url}); choose another")
    return repository


def _changes(
    hub: HfApi,
    publication: Publication,
    repository: _Repository | None,
    hashes: Mapping[str, FileHash],
    overwrite: bool,
) -> Changes:
    if repository is None:
        return changes_between(hashes, {}, {})
    if repository.name not in (None, publication.name) and not overwrite:
        raise InputError(
            f"{publication.repo_type} {publication.repo} holds {repository.name}, and this is {publication.name}; "
            f"choose another repository, or pass --overwrite to replace it"
        )
    changes = changes_between(hashes, repository.files, repository.written)
    if changes.foreign and not overwrite and not _as_the_hub_made_it(hub, publication):
        named = ", ".join(changes.foreign[:3]) + (", ..." if len(changes.foreign) > 3 else "")
        raise InputError(
            f"{publication.repo_type} {publication.repo} holds files that temporal-qa did not write, or that were "
            f"edited there since: {named}; choose another name, or pass --overwrite to replace them"
        )
    return changes


def _as_the_hub_made_it(hub: HfApi, publication: Publication) -> bool:
    """Whether all there is came with the repository: the Hub begins a Space with a card of its own."""
    commits = with_retries(lambda: hub.list_repo_commits(publication.repo, repo_type=publication.repo_type))
    return [commit.title for commit in commits] == ["initial commit"]


def _commit(
    hub: HfApi,
    publication: Publication,
    files: Mapping[str, Content],
    hashes: Mapping[str, FileHash],
    repository: _Repository,
    changes: Changes,
    overwrite: bool,
) -> tuple[str | None, Changes]:
    """The commit and what it has changed; None where another attempt of ours had done it, its answer being lost."""
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete
    from huggingface_hub.errors import HfHubHTTPError

    head = repository.head
    for attempts_left in (2, 1, 0):
        additions = [CommitOperationAdd(path, files[path]) for path in (*changes.added, *changes.changed)]
        # Apart from the commit, because it is patient by itself; what is uploaded already is passed over.
        hub.preupload_lfs_files(
            publication.repo, additions, repo_type=publication.repo_type, revision="main", free_memory=False
        )
        deletions = [CommitOperationDelete(path, is_folder=False) for path in changes.removed]
        try:
            made = with_retries(
                lambda head=head, operations=[*additions, *deletions]: hub.create_commit(  # type: ignore[misc]
                    publication.repo,
                    operations,
                    commit_message=publication.message,
                    repo_type=publication.repo_type,
                    parent_commit=head,
                )
            )
            return str(made.oid), changes
        except HfHubHTTPError as error:
            # Somebody else has committed since we looked; or we did, and the answer did not arrive.
            if error.response.status_code != 412 or not attempts_left:
                raise
        now = _look(hub, publication)
        left = _changes(hub, publication, now, hashes, overwrite)
        if not left:
            return now.head if now else None, changes
        head, changes = now.head if now else head, left
    raise AssertionError("the last attempt returns or raises")


def _tag(hub: HfApi, publication: Publication, commit: str | None) -> str | None:
    """Where the tag is, once ``commit`` has it if there was none."""
    from huggingface_hub.errors import RevisionNotFoundError

    repo, kind, tag = publication.repo, publication.repo_type, str(publication.tag)
    try:
        return with_retries(lambda: hub.repo_info(repo, repo_type=kind, revision=tag)).sha
    except RevisionNotFoundError:
        if commit is not None:
            with_retries(lambda: hub.create_tag(repo, tag=tag, revision=commit, repo_type=kind, exist_ok=True))
        return commit

"""Publishing on the Hub: one commit with the changes, and a tag.

The same call resumes an interrupted publication: the Hub knows by their hash which large files (LFS) have arrived.
Nothing is visible before the commit, which comes last.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from tqdm import tqdm

from temporal_qa import __version__
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
from temporal_qa.io import InputError, explain_errors

if TYPE_CHECKING:  # heavy, and used in annotations only
    from huggingface_hub import HfApi


@dataclass(frozen=True, slots=True)
class Publication:
    """The files for a repository.

    ``repo`` is ``ORG/NAME``; ``name`` is that of the dataset or metric, such as ``complex_tr``; ``files`` are contents
    by path; ``message`` and ``tag`` are for the commit; ``left_out`` are local paths that are not sent.
    """

    repo_type: Literal["dataset", "space", "model"]
    repo: str
    name: str
    files: Mapping[str, Content]
    message: str
    tag: str | None = None
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Upload:
    """The result of a publication; of a dry run, what it would be.

    ``commit`` is None if nothing had to be committed; ``tagged`` is the commit of the tag.
    """

    url: str
    new_repo: bool
    changes: Changes
    commit: str | None
    tagged: str | None


@dataclass(frozen=True, slots=True)
class _Repository:
    """A repository as it was when we looked."""

    head: str
    private: bool
    files: dict[str, HubFile]
    name: str | None  # of the dataset or metric in it
    written: dict[str, FileHash]


def publish(
    hub: HfApi, publication: Publication, *, private: bool = False, overwrite: bool = False, dry_run: bool = False
) -> Upload:
    """Makes the repository if it does not exist, commits what differs, and sets the tag if it does not exist.

    Files that earlier publications did not write stay. An existing tag stays, since others may have pinned it.

    Args:
        hub: the client, with address and token.
        publication: the files, and the repository for them.
        private: make a new repository private.
        overwrite: also replace files that others wrote under the same paths, or another dataset or metric.
        dry_run: change nothing.

    Raises:
        InputError: a bad name, no token, no rights, or the Hub cannot be reached; without ``overwrite``, files of
            others or another dataset or metric are in the way; with ``private``, the repository exists and is public.
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
    target = _Target(hub, publication, files, hashes, overwrite)
    with one_line_message(hub, publication.repo_type, publication.repo):
        before = target.look()
        repository = before if before or dry_run else target.create(private)
        if private and repository is not None and not repository.private:  # somebody else may have just made it
            raise InputError(
                f"{publication.repo} exists and is public; make it private in its settings, or leave out --private"
            )
        changes, commit, tagged = target.changes(repository), None, None
        if repository is not None and changes and not dry_run:
            commit = target.commit(repository.head, changes)
        if repository is not None and publication.tag is not None:
            tagged = target.tag(None if dry_run else commit or repository.head)
    kind = "" if publication.repo_type == "model" else f"{publication.repo_type}s/"
    return Upload(f"{hub.endpoint}/{kind}{publication.repo}", before is None, changes, commit, tagged)


def hub_client() -> HfApi:
    """The client with the token of the user's login. Raises ``InputError`` where the token cannot be had."""
    from huggingface_hub import HfApi, get_token
    from huggingface_hub.errors import DeviceCodeError, OIDCError
    from huggingface_hub.utils import disable_progress_bars
    from huggingface_hub.utils.logging import set_verbosity_error

    set_verbosity_error()  # type: ignore[no-untyped-call]  # one line at the end reports a failure
    warnings.filterwarnings("ignore", "It seems that you are about to commit a data file")  # names of embeddings
    if not sys.stderr.isatty():
        disable_progress_bars()
    # A login by browser that expired, a token of CI that is refused, a file without permission.
    with explain_errors("the token cannot be read", DeviceCodeError, OIDCError, OSError):
        token = get_token()
    return HfApi(token=token, library_name="temporal-qa", library_version=__version__)


def check_name(repo: str) -> None:
    """Raises ``InputError`` where this is not a valid ``ORG/NAME``."""
    from huggingface_hub.errors import HFValidationError
    from huggingface_hub.utils import validate_repo_id

    with explain_errors(f"{repo!r} is not a name of a repository, expected ORG/NAME", HFValidationError):
        validate_repo_id(repo)
        if repo.count("/") != 1:
            raise HFValidationError("it needs one slash")


@dataclass(frozen=True, slots=True)
class _Target:
    """A repository of the Hub, and the files for it."""

    hub: HfApi
    publication: Publication
    files: Mapping[str, Content]
    hashes: Mapping[str, FileHash]
    overwrite: bool

    @property
    def _repo(self) -> dict[str, Any]:
        """The repository, as the methods of ``HfApi`` take it."""
        return {"repo_id": self.publication.repo, "repo_type": self.publication.repo_type}

    def look(self) -> _Repository | None:
        """The repository as it is now; None if it does not exist."""
        from huggingface_hub import hf_hub_url
        from huggingface_hub.errors import RepositoryNotFoundError
        from huggingface_hub.utils import build_hf_headers, get_session, hf_raise_for_status

        try:
            info: Any = with_retries(self.hub.repo_info, **self._repo, files_metadata=True)
        except RepositoryNotFoundError:
            return None
        files = {
            file.rfilename: HubFile(file.size, file.lfs.sha256 if file.lfs else file.blob_id)
            for file in info.siblings or ()
        }
        url = hf_hub_url(**self._repo, filename=MANIFEST, revision=info.sha, endpoint=self.hub.endpoint)

        def get_manifest() -> bytes:  # not by hf_hub_download: it hides what is temporary, and needs room in the cache
            response = get_session().get(url, headers=build_hf_headers(token=self.hub.token))
            hf_raise_for_status(response)
            return bytes(response.content)

        name, written = read_manifest(with_retries(get_manifest)) if MANIFEST in files else (None, {})
        return _Repository(info.sha, bool(info.private), files, name, written)

    def create(self, private: bool) -> _Repository:
        """Makes the repository."""
        sdk = "gradio" if self.publication.repo_type == "space" else None
        # None: the organisation's default.
        url = with_retries(self.hub.create_repo, **self._repo, private=private or None, space_sdk=sdk, exist_ok=True)
        if (repository := self.look()) is None:
            raise InputError(f"the name {self.publication.repo} is taken by a {url.repo_type} ({url}); choose another")
        return repository

    def changes(self, repository: _Repository | None) -> Changes:
        """The changes that the publication makes to the repository.

        Raises:
            InputError: it would replace files of others without ``overwrite``.
        """
        if repository is None:
            return changes_between(self.hashes, {}, {})
        where = f"{self.publication.repo_type} {self.publication.repo}"
        if repository.name not in (None, self.publication.name) and not self.overwrite:
            raise InputError(
                f"{where} holds {repository.name}, and this is {self.publication.name}; "
                f"choose another repository, or pass --overwrite to replace it"
            )
        changes = changes_between(self.hashes, repository.files, repository.written)
        if changes.foreign and not self.overwrite and not self._as_the_hub_made_it():
            named = ", ".join(changes.foreign[:3]) + (", ..." if len(changes.foreign) > 3 else "")
            raise InputError(
                f"{where} holds files that temporal-qa did not write, or that were edited there since: {named}; "
                f"choose another name, or pass --overwrite to replace them"
            )
        return changes

    def _as_the_hub_made_it(self) -> bool:
        """Whether the only commit is the Hub's own, which writes a card into each new Space."""
        return [commit.title for commit in with_retries(self.hub.list_repo_commits, **self._repo)] == ["initial commit"]

    def commit(self, head: str, changes: Changes) -> str:
        """The newest commit with the changes: a new one, or that of an earlier attempt whose answer was lost.

        Raises:
            HfHubHTTPError: with the status 412 where somebody else has made another commit since we looked.
        """
        from huggingface_hub import CommitOperationAdd, CommitOperationDelete
        from huggingface_hub.errors import HfHubHTTPError

        additions = [CommitOperationAdd(path, self.files[path]) for path in (*changes.added, *changes.changed)]
        # Apart from the commit, because it retries by itself and skips files that are there.
        self.hub.preupload_lfs_files(**self._repo, additions=additions, revision="main", free_memory=False)
        operations = [*additions, *(CommitOperationDelete(path, is_folder=False) for path in changes.removed)]
        options = {"operations": operations, "commit_message": self.publication.message, "parent_commit": head}
        try:
            return str(with_retries(self.hub.create_commit, **self._repo, **options).oid)
        except HfHubHTTPError as error:
            now = self.look() if error.response.status_code == 412 else None
            if now is None or self.changes(now):
                raise
            return now.head

    def tag(self, commit: str | None) -> str | None:
        """The commit of the tag. A new tag is set to ``commit``."""
        from huggingface_hub.errors import RevisionNotFoundError

        tag = str(self.publication.tag)
        try:
            return with_retries(self.hub.repo_info, **self._repo, revision=tag).sha
        except RevisionNotFoundError:
            if commit is not None:
                with_retries(self.hub.create_tag, **self._repo, tag=tag, revision=commit, exist_ok=True)
            return commit

"""Errors of the Hub in one line each, and retries after temporary ones."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tqdm import tqdm

from temporal_qa.io import InputError, counted, first_line

if TYPE_CHECKING:
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError

_T = TypeVar("_T")

_WAITS = (1.0, 2.0, 4.0)
"""Seconds before each further attempt."""

_MAX_WAIT = 310.0
"""Seconds. If the Hub asks for a longer wait, that is an error. Its limits are for windows of 300 seconds."""


def with_retries(call: Callable[..., _T], *args: Any, **options: Any) -> _T:
    """Makes a call, up to four times if the Hub is busy (429), fails (5xx) or cannot be reached.

    The call must be safe to repeat. Each wait is announced on standard error. Raises the error of the last attempt.
    """
    from huggingface_hub.errors import HfHubHTTPError, HTTPError

    for wait in _WAITS:
        try:
            return call(*args, **options)
        except HTTPError as error:
            if isinstance(error, HfHubHTTPError):
                if not _is_temporary(error.response.status_code):
                    raise
                wait = max(wait, _asked_to_wait(error))
            if wait > _MAX_WAIT:
                raise
            state = f"answers {error.response.status_code}" if isinstance(error, HfHubHTTPError) else "is unreachable"
            tqdm.write(f"the Hub {state}; trying again in {counted(round(wait), 'second')}", file=sys.stderr)
            time.sleep(wait)
    return call(*args, **options)


def load_or_explain(load: Callable[..., _T], name: str, failure: str, *more: Any, **options: Any) -> _T:
    """The result of ``load(name, *more, **options)``, a call of a Hugging Face library, :func:`with_retries`.

    Args:
        load: loads something from the Hub or from a folder.
        name: the folder, or the name on the Hub.
        failure: the beginning of the error message, such as "model a/b cannot be loaded".
        more, options: further arguments of ``load``.

    Raises:
        InputError: ``name`` is neither a folder nor a possible name on the Hub; or ``load`` fails.
    """
    from huggingface_hub.errors import HFValidationError
    from huggingface_hub.utils import validate_repo_id

    if not (here := os.path.exists(name)):
        try:
            validate_repo_id(name)
        except HFValidationError:
            raise InputError(f"{failure}: no such folder, and no name on the Hub") from None
    try:
        return with_retries(load, name, *more, **options)
    except InputError:
        raise
    except Exception as error:  # errors of loaders, formats and the network have no common base class
        from huggingface_hub import get_token

        message = " ".join(str(error).split()) or type(error).__name__
        absent = "" if here else "no such folder, and not loaded from the Hub: "
        raise InputError(f"{failure}: {absent}{_without_token(message, get_token())[:500]}") from None


def folder_of(name_or_path: str | Path, what: str) -> Path:
    """A path as it is, or where nothing is there the local copy of the repository on the Hub that has this name.

    Args:
        name_or_path: a file, a folder or ``ORG/NAME``.
        what: the beginning of the error message, such as "embeddings".

    Raises:
        InputError: the Hub has no such repository, or it cannot be reached.
    """
    path = Path(name_or_path)
    if path.exists() or path.is_absolute() or len(path.parts) != 2:
        return path
    from huggingface_hub import snapshot_download

    return Path(load_or_explain(snapshot_download, path.as_posix(), f"{what} {path}"))


def load_whole(
    load: Callable[..., Any], name: str, failure: str, *, head_may_be_new: bool = False, **options: Any
) -> Any:
    """The model that ``load``, a ``from_pretrained``, gives, where all its weights are there.

    Args:
        load, name, failure, options: as in :func:`load_or_explain`.
        head_may_be_new: weights outside of the base model may be missing; they are then new.

    Raises:
        InputError: as :func:`load_or_explain`; or a weight is missing, for which transformers takes a random one.
    """
    from transformers.utils import logging

    verbosity = logging.get_verbosity()
    logging.set_verbosity_error()  # its table of missing weights would stand above the one line
    try:
        model, found = load_or_explain(load, name, failure, output_loading_info=True, **options)
    finally:
        logging.set_verbosity(verbosity)
    of_base = f"{model.base_model_prefix}." if head_may_be_new else ""
    if missing := sorted(weight for weight in found["missing_keys"] if weight.startswith(of_base)):
        raise InputError(f"{failure}: {counted(len(missing), 'weight')} missing, such as {missing[0]}")
    return model


def hide_bars_in_logs() -> None:
    """Turns off the progress bars of transformers and of the Hub where there is no terminal."""
    from transformers.utils import logging

    if not sys.stderr.isatty():
        logging.disable_progress_bar()


def _is_temporary(status: int) -> bool:
    return status in (408, 429) or status >= 500


def _asked_to_wait(error: HfHubHTTPError) -> float:
    from huggingface_hub.utils import parse_ratelimit_headers

    if (limit := parse_ratelimit_headers(error.response.headers)) is not None and limit.remaining == 0:
        return float(limit.reset_in_seconds + 1)
    after = error.response.headers.get("Retry-After", "")
    return float(after) if after.isdecimal() else 0.0


@contextmanager
def one_line_message(hub: HfApi, repo_type: str, repo: str) -> Iterator[None]:
    """Turns errors of the Hub and the network into one line that says what to do, without the token.

    Args:
        hub: the client in use.
        repo_type: ``dataset``, ``model`` or ``space``.
        repo: ``ORG/NAME``.

    Raises:
        InputError: the Hub refused, could not be reached, or its library failed.
    """
    from huggingface_hub.errors import HfHubHTTPError, HTTPError, OfflineModeIsEnabled

    what = f"{repo_type} {repo}"
    try:
        yield
    except InputError:
        raise
    except OfflineModeIsEnabled:
        raise InputError(f"{what}: HF_HUB_OFFLINE is set, and publishing needs the Hub") from None
    except (HTTPError, OSError, RuntimeError, ValueError) as error:
        cause: BaseException = error
        while isinstance(cause, RuntimeError) and cause.__cause__ is not None:
            cause = cause.__cause__  # the library wraps the error of a failed upload
        if isinstance(cause, HfHubHTTPError):
            why = _why(hub, repo, cause)
        elif isinstance(cause, HTTPError):
            why = f"the Hub at {hub.endpoint} cannot be reached ({first_line(cause)}); the same command resumes later"
        else:  # for a card with bad metadata, several lines
            why = " ".join(str(cause).split()) or type(cause).__name__
        raise InputError(_without_token(f"{what}: {why}", hub.token)) from None


def _why(hub: HfApi, repo: str, error: HfHubHTTPError) -> str:
    status, said = error.response.status_code, " ".join((error.server_message or first_line(error)).split())
    if status == 401:
        return (
            f"the Hub does not accept the token ({said}); expected a valid one, from HF_TOKEN or `hf auth login`, "
            f"see {hub.endpoint}/settings/tokens"
        )
    if status in (402, 403, 404):
        owner = repo.partition("/")[0]
        return f"{said} ({status}); expected that {owner!r} exists and that the token may write there (role 'write')"
    if status == 409:
        return f"the name is taken ({said}); choose another"
    if status == 412:
        return "another commit was made there at the same time; the same command tries again"
    if _is_temporary(status):
        asked = _asked_to_wait(error)
        when = f" in {asked:.0f} seconds" if asked else " later"
        return f"the Hub answers {status} ({said}); the same command resumes{when}"
    return f"{said} ({status})"


def _without_token(message: str, token: str | bool | None) -> str:
    return message.replace(token, "[token]") if isinstance(token, str) and token else message

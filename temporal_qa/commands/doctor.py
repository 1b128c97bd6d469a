"""What is installed, and what each missing part prevents.

Nothing here uses the network. It returns the place where a credential is found, never the credential.
"""

import os
import platform
import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from temporal_qa import __version__
from temporal_qa.commands import options
from temporal_qa.io import first_line

NEEDED_FOR = {
    "annotate": "annotate agreement",
    "endpoint": "predict --endpoint",
    "harness": "the tasks of lm_eval and inspect_ai",
    "mine": "mine",
    "reference": "score-responses --as-published on other questions than the paper's",
    "report": "demo, report, date-tokens, score-responses --report",
    "retrieve": "build complex-tr --config open_domain, articles in HTML or XML, retrieve, retrieval, build hieradate "
    "--setting distractor (the last three, and --ranker bm25, need bm25s only)",
    "rl": "training chat models with TRL on chat-rows",
    "scale": "paraphrase, --executor",
    "search": "searching large tables of embeddings by an index (temporal_qa.graph.nearest)",
    "spaces": "the apps of metrics, and the explorer, on this machine",
    "tokens": "date-tokens, score --tokenizer",
    "train": "embed, predict with a model on this machine, training/*.py",
}
"""Extra -> what does not work without it. ``dev`` and ``docs``, for work on temporal-qa itself, are not listed."""


def doctor() -> options.Output:
    """Show which extras, devices, caches and credentials are there, and what each missing one prevents.

    Example: temporal-qa doctor

    Uses no network and prints no credential. The exit status is 0, whatever is missing.
    """
    from temporal_qa.hub.installed_metrics import installed, modules_cache

    python, folder = platform.python_version(), str(Path(__file__).parents[1])
    parts: list[tuple[str, str, Any, Callable[[Any], Iterator[str]]]] = [
        ("extras", "Extras", extras(), _extra_lines),
        ("devices", "Devices", devices(), device_lines),
        ("caches", "Caches", caches(), _cache_lines),
        ("credentials", "Credentials", credentials(), _credential_lines),
        ("metrics", "Metrics by their bare names", installed(modules_cache()), _metric_lines),
    ]
    found = {name: of_part for name, _, of_part, _ in parts}
    yield {"temporal_qa": __version__, "python": python, "installed_in": folder} | found
    yield f"temporal-qa {__version__}, Python {python}, in {folder}"
    for _, title, of_part, lines in parts:
        yield f"\n{title}"
        yield from lines(of_part)


def extras() -> dict[str, dict[str, Any]]:
    """The extras of this version, as its own metadata lists them, by name.

    Each has ``installed`` (package -> version), ``missing`` (requirements that are not met, with the version found),
    ``needed_for``, and ``install``, the command that installs what is missing.
    """
    from importlib.metadata import PackageNotFoundError, requires, version

    from packaging.requirements import Requirement

    requirements = [Requirement(line) for line in requires("temporal-qa") or ()]
    found = {}
    for name in sorted(NEEDED_FOR):
        installed, missing = dict[str, str](), list[str]()
        of_extra = [each for each in requirements if each.marker and each.marker.evaluate({"extra": name})]
        for requirement in of_extra:
            try:
                there = version(requirement.name)
            except PackageNotFoundError:
                there = ""
            if there and requirement.specifier.contains(there, prereleases=True):
                installed[requirement.name] = there
            else:
                missing.append(f"{requirement.name}{requirement.specifier}" + (f" (found {there})" if there else ""))
        if of_extra:
            found[name] = {
                "name": name, "installed": installed, "missing": missing, "needed_for": NEEDED_FOR[name],
                "install": f"pip install 'temporal-qa[{name}]'" if missing else None,
            }  # fmt: skip
    return found


def devices() -> dict[str, Any]:
    """Cores that this process may use, and the accelerators that torch finds; None without torch."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on macOS
    version, accelerators = None, None
    if find_spec("torch") is not None:
        try:
            os.getcwd()  # without a working directory Intel's library of torch would end this process
            import torch

            version, accelerators = torch.__version__, list(_accelerators(torch))
        except Exception as error:  # one of its libraries or drivers does not load
            version = f"cannot be loaded: {first_line(error)}"
    cores = len(affinity(0)) if affinity else os.cpu_count()
    return {"cpu_cores": cores, "torch": version, "accelerators": accelerators}


def _accelerators(torch: Any) -> Iterator[dict[str, Any]]:
    for index in range(torch.cuda.device_count()):
        card = torch.cuda.get_device_properties(index)
        memory, bf16 = round(card.total_memory / 1e9, 1), card.major >= 8  # Ampere and later do bf16 in hardware
        yield {"device": f"cuda:{index}", "name": card.name, "memory_gb": memory, "bf16": bf16}
    if torch.backends.mps.is_available():
        yield {"device": "mps", "name": platform.processor(), "memory_gb": None, "bf16": True}


def caches() -> dict[str, dict[str, Any]]:
    """The folders that the Hugging Face libraries write to, each as :func:`_folder` describes it."""
    import datasets.config
    import huggingface_hub.constants as hub

    from temporal_qa.hub.installed_metrics import modules_cache

    paths = {
        "HF_HOME": hub.HF_HOME, "hub": hub.HF_HUB_CACHE, "datasets": datasets.config.HF_DATASETS_CACHE,
        "modules": modules_cache(),
    }  # fmt: skip
    return {name: _folder(Path(path)) for name, path in paths.items()}


def _folder(path: Path) -> dict[str, Any]:
    """A folder's path, whether it is there and can be written, free space in GB; or the problem with it."""
    found = {"path": str(path), "exists": False, "writable": False, "free_gb": None, "problem": None}
    try:
        # A folder that is missing is made in the nearest one that exists.
        there = next(parent for parent in (path, *path.absolute().parents) if parent.exists())
        writable = there.is_dir() and os.access(there, os.W_OK | os.X_OK)
        free = round(shutil.disk_usage(there).free / 1e9, 1)
        return found | {"exists": path.exists(), "writable": writable, "free_gb": free}
    except OSError as error:  # a folder on the way may not be searched
        return found | {"problem": error.strerror}


def credentials() -> dict[str, dict[str, Any]]:
    """Where each credential is found (None: nowhere), any problem with it, and what needs it."""
    fields = ("found_in", "problem", "needed_for", "get")
    found = {
        "Hugging Face token": (
            *_token_source(), "publish, publish-metric, private repositories", "hf auth login, or set HF_TOKEN",
        ),
        "OPENAI_API_KEY": (
            _set("OPENAI_API_KEY"), None, "predict --endpoint, where the server asks for a key", "set OPENAI_API_KEY",
        ),
        "TEMPORAL_QA_CONTACT": (
            _set("TEMPORAL_QA_CONTACT"), None, "build complex-tr --config open_domain --web-search",
            "set TEMPORAL_QA_CONTACT to your e-mail address or URL",
        ),
    }  # fmt: skip
    return {name: dict(zip(fields, values, strict=True)) for name, values in found.items()}


def _token_source() -> tuple[str | None, str | None]:
    import huggingface_hub
    import huggingface_hub.constants as hub

    try:
        token = huggingface_hub.get_token()
    except OSError as error:
        return None, f"{hub.HF_TOKEN_PATH} cannot be read: {error.strerror}"
    if not token:
        return None, None
    return _set("HF_TOKEN") or _set("HUGGING_FACE_HUB_TOKEN") or hub.HF_TOKEN_PATH, None


def _set(name: str) -> str | None:
    """The name, if this environment variable is not empty."""
    return name if os.environ.get(name, "").strip() else None


def _extra_lines(extras: dict[str, Any]) -> Iterator[str]:
    for name, extra in extras.items():
        if not extra["missing"]:
            yield _line("ok", name, ", ".join(" ".join(package) for package in extra["installed"].items()))
        else:
            yield _line("missing", name, ", ".join(extra["missing"]))
            yield _line("", "", f"without: {extra['needed_for']}")
            yield _line("", "", extra["install"])


def _cache_lines(caches: dict[str, Any]) -> Iterator[str]:
    for name, folder in caches.items():
        missing = "" if folder["exists"] else ", made when needed"
        about = folder["problem"] or f"{folder['free_gb']:,} GB free{missing}"
        yield _line("ok" if folder["writable"] else "NO", name, f"{folder['path']} ({about})")
        if not folder["writable"]:
            yield _line("", "", "cannot be written; without: load_dataset, models; set HF_HOME")


def _credential_lines(credentials: dict[str, Any]) -> Iterator[str]:
    for name, credential in credentials.items():
        if credential["problem"]:
            yield _line("NO", name, f"{credential['problem']}; without: {credential['needed_for']}")
        elif credential["found_in"]:
            yield _line("ok", name, f"found in {credential['found_in']}")
        else:
            yield _line("none", name, f"without: {credential['needed_for']}; {credential['get']}")


def _metric_lines(metrics: dict[str, bool]) -> Iterator[str]:
    absent = [name for name, installed in metrics.items() if not installed]
    if present := [name for name, installed in metrics.items() if installed]:
        yield _line("ok", "evaluate.load", ", ".join(present))
    if absent:
        yield _line("none", "evaluate.load", ", ".join(absent))
        works = f'evaluate.load("{absent[0]}") works after: temporal-qa install-metrics'
        yield _line("", "", f"{works}; folders in metrics/ always work")


def device_lines(devices: dict[str, Any]) -> Iterator[str]:
    """A line for each device, as :func:`devices` finds them."""
    yield _line("ok", "cpu", f"{devices['cpu_cores']} cores")
    for device in devices["accelerators"] or ():
        memory = "" if device["memory_gb"] is None else f", {device['memory_gb']} GB"
        yield _line("ok", device["device"], f"{device['name']}{memory}, bf16: {'yes' if device['bf16'] else 'no'}")
    if devices["accelerators"] is None:
        yield _line("none", "torch", f"{devices['torch'] or 'not installed'}; see the extra train")
    elif not devices["accelerators"]:
        yield _line("none", "cuda, mps", f"torch {devices['torch']} finds none: models run on the CPU, slowly")


def _line(state: str, name: str, text: str) -> str:
    return f"  {state:7}  {name:18}  {text}".rstrip()

"""What is installed, and what each missing part prevents."""

from collections.abc import Iterator
from typing import Any

from temporal_qa.commands import options


def doctor() -> options.Output:
    """Show which extras, devices, caches and credentials are there, and what each missing one prevents.

    Example: temporal-qa doctor

    Uses no network and prints no credential. The exit status is 0, whatever is missing.
    """
    from temporal_qa.commands.diagnosis import diagnose

    found = diagnose()
    yield found
    yield from _lines(found)


def _lines(found: dict[str, Any]) -> Iterator[str]:
    yield f"temporal-qa {found['temporal_qa']}, Python {found['python']}, in {found['installed_in']}"
    parts = {
        "Extras": _extra_lines(found["extras"]),
        "Devices": device_lines(found["devices"]),
        "Caches": _cache_lines(found["caches"]),
        "Credentials": _credential_lines(found["credentials"]),
        "Metrics by their bare names": _metric_lines(found["metrics"]),
    }
    for title, lines in parts.items():
        yield f"\n{title}"
        yield from lines


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
        path = folder["path"] or "not known"
        if folder["problem"]:
            yield _line("NO", name, f"{path} ({folder['problem']})")
        else:
            state = "" if folder["exists"] else ", made when needed"
            yield _line("ok" if folder["writable"] else "NO", name, f"{path} ({folder['free_gb']:,} GB free{state})")
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
    """A line for each device, as :func:`temporal_qa.commands.diagnosis.devices` finds them."""
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

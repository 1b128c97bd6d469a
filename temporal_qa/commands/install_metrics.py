"""The installation of metrics under their bare names on this machine."""

from temporal_qa import __version__
from temporal_qa.commands import options


def install_metrics(*, remove: bool = False) -> options.Output:
    """Make evaluate.load("temporal_mase"), and all other metrics, work from any directory, also offline.

    Example: temporal-qa install-metrics

    Writes to the modules cache of evaluate (HF_MODULES_CACHE). After an upgrade of temporal-qa, run it again.

    Args:
        remove: Undo it: remove what was written.
    """
    from temporal_qa.hub import installed_metrics

    cache = installed_metrics.modules_cache()
    if remove:
        removed = installed_metrics.remove_metrics(cache)
        yield {"cache": str(cache), "removed": [str(path) for path in removed]}
        yield from (f"removed {path}" for path in removed)
        if not removed:
            yield f"nothing to remove: no metrics of temporal-qa are installed in {cache}"
        return
    installed = installed_metrics.install_metrics(cache)
    yield {"cache": str(cache), "installed": {name: str(path) for name, path in installed.items()}}
    yield from (f'evaluate.load("{name}")  {path}' for name, path in installed.items())
    yield f"installed {len(installed)} metrics of temporal-qa {__version__}; --remove undoes it"

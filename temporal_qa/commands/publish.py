"""Datasets and metrics published on the Hub."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option, echo

from temporal_qa.commands import options

if TYPE_CHECKING:
    from temporal_qa.hub.publishing import Publication

Repo = Annotated[str, Argument(metavar="ORG/NAME", help="The repository, made if it does not exist.")]
Private = Annotated[bool, Option("--private", help="Make a new repository private.")]
DryRun = Annotated[bool, Option("--dry-run", help="Show what would change; rights are not asked for.")]
Replace = Annotated[
    bool, Option("--overwrite", help="Replace files of others that have these names, or another dataset.")
]


def publish(
    folder: Annotated[Path, Argument(metavar="DIR")],
    repo: Repo,
    *,
    private: Private = False,
    dry_run: DryRun = False,
    overwrite: Replace = False,
) -> options.Output:
    """Put a dataset or a trained model on the Hugging Face Hub: one commit, a dataset's with a tag of its version.

    Example: temporal-qa publish complex-tr ORG/complex-tr --dry-run

    Needs a token that may write: `hf auth login`, or HF_TOKEN.

    Sends the data that the card names, build.json, plots, the card and Markdown files beside it; lists the other files.

    Replaces and removes only what an earlier publish wrote. The same command resumes an interrupted run.

    Args:
        folder: A dataset that `build` wrote, or a trained model.
    """
    from temporal_qa.hub.publications import dataset_publication, is_model_folder, model_publication

    prepare = model_publication if is_model_folder(folder) else dataset_publication
    yield from _publish(prepare(folder, repo), private, dry_run, overwrite)


def publish_metric(
    name: Annotated[str, Argument(metavar="NAME")],
    repo: Repo,
    *,
    private: Private = False,
    dry_run: DryRun = False,
    overwrite: Replace = False,
) -> options.Output:
    """Put a metric on the Hugging Face Hub as a Space, for people to try and for evaluate.load("ORG/NAME").

    Example: temporal-qa publish-metric temporal_mase ORG/temporal_mase

    Args:
        name: The metric, such as temporal_mase.
    """
    from temporal_qa.hub.publications import metric_publication

    publication = metric_publication(name, repo)
    module = repo.rpartition("/")[2]
    if module != name:
        echo(f"{name}.py becomes {module}.py there: evaluate looks for a module with the Space's name")
    yield from _publish(publication, private, dry_run, overwrite)


def _publish(publication: Publication, private: bool, dry_run: bool, overwrite: bool) -> options.Output:
    from temporal_qa.hub.publishing import hub_client, publish

    made = publish(hub_client(), publication, private=private, overwrite=overwrite, dry_run=dry_run)
    changes, tag = made.changes, publication.tag
    of_paths = {"added": changes.added, "changed": changes.changed, "removed": changes.removed}
    yield {
        "url": made.url, "dry_run": dry_run, "new": made.new_repo, "commit": made.commit, "tag": tag,
        "tagged": made.tagged, **of_paths, "kept": changes.kept, "left_out": publication.left_out,
    }  # fmt: skip
    at = f"; the tag {tag} is at {made.tagged}" if made.tagged else ""
    with_tag = f" with the tag {tag}" if tag else ""
    if not changes:
        yield f"nothing to publish: {made.url} is up to date{at}"
    elif dry_run:
        new = f", a new {'private ' if private else ''}{publication.repo_type}" if made.new_repo else ""
        yield f"would publish {made.url}{new}{at or with_tag}"
    for what, sizes in of_paths.items():
        for path, size in sizes.items():
            yield f"  {what:8} {_readable_size(size):>9}  {path}"
    yield from (f"  kept, since somebody has edited it there: {path}" for path in changes.kept)
    yield from (f"  not sent: {path}" for path in publication.left_out)
    if changes and not dry_run:
        as_told = made.tagged == made.commit or not tag
        yield f"published {made.url}{with_tag * as_told}, commit {made.commit}"  # in full, as `revision=` wants it
        if not as_told:
            yield (
                f"{at[2:]} and stays there, since others may have pinned it; to move it, delete it and publish again: "
                f"hf repos tag delete {publication.repo} {tag} --type {publication.repo_type}"
            )


def _readable_size(size: int) -> str:
    """A number of bytes, such as 1.2 MB.

    >>> [_readable_size(size) for size in (0, 999, 1000, 999_999, 12_345_678)]
    ['0 B', '999 B', '1.0 kB', '1.0 MB', '12.3 MB']
    """
    power = sum(size >= 999.95 * 1000**power for power in range(4))  # 999,950 is 1.0 MB, rounded
    return f"{size / 1000**power:.{min(power, 1)}f} {('B', 'kB', 'MB', 'GB', 'TB')[power]}"

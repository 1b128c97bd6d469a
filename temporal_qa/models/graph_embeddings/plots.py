"""Pictures of embeddings: maps of entities and of times, and hits by relation. Needs the extra ``report``."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.tables.plot_style import COLOURS, legible, new_figure, save_figure, style_axes

_MAX_POINTS, _NAMED, _MAX_RELATIONS = 5_000, 15, 20


def principal_components(vectors: NDArray[np.floating]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The first two principal components, (rows, 2), and the shares of the variance that they explain.

    The largest weight of a component is positive, so that a picture does not depend on the machine.
    """
    centred = vectors.astype(np.float64) - vectors.mean(0)
    values, axes = np.linalg.eigh(centred.T @ centred)
    values, axes = values[::-1].clip(0), axes[:, ::-1][:, :2]
    axes = axes * np.sign(axes[np.abs(axes).argmax(0), range(axes.shape[1])])
    return centred @ axes, values[:2] / max(values.sum(), 1e-300)


def plot_map(path: Path, table: Any, graph: TemporalGraph, what: Literal["entities", "times"]) -> None:
    """The embeddings in two dimensions: entities, the most frequent with names; times joined in their order.

    Args:
        path: the PNG to write.
        table: (rows, 2 * rank) embeddings, a tensor.
        graph: of the embeddings.
        what: they are of.

    Raises:
        InputError: matplotlib is not installed.
    """
    vectors = table.detach().cpu()
    figure = new_figure(6, 5)
    axes = figure.subplots()
    if what == "entities":
        often = np.bincount(np.concatenate([graph.subject, graph.object]), minlength=len(graph.entities))
        shown = np.argsort(-often, kind="stable")[:_MAX_POINTS]
        points, shares = principal_components(vectors[shown].numpy())
        dots = axes.scatter(*points.T, s=4, c=np.log10(np.maximum(often[shown], 1)), cmap="viridis_r")
        figure.colorbar(dots, label="facts, as a power of ten")
        for point, number in zip(points, shown[:_NAMED], strict=False):
            axes.annotate(legible(graph.entities[int(number)].as_py()), point, fontsize=6, parse_math=False)
        title = f"{len(shown):,} of {len(graph.entities):,} entities"
    else:
        points, shares = principal_components(vectors.numpy())
        axes.plot(*points.T, color="#BBBBBB", linewidth=0.8, zorder=1)
        dots = axes.scatter(*points.T, s=8, c=graph.times, cmap="viridis", zorder=2)
        figure.colorbar(dots, label={"year": "year", "day": "day, by number"}.get(graph.time_unit, "step"))
        title = f"{len(points):,} times"
    across, up = (f"{100 * share:.1f} % of the variance" for share in shares)
    axes.set(xlabel=across, ylabel=up)
    style_axes(axes)
    figure.suptitle(title, x=0.01, ha="left", fontsize=11)
    save_figure(figure, path)


def plot_hits_by_relation(path: Path, relations: Sequence[Mapping[str, Any]]) -> None:
    """Hits at 1 and at 10 of the most frequent relations.

    Args:
        path: the PNG to write.
        relations: as :func:`~temporal_qa.scoring.mean_reciprocal_rank.ranks_by_relation` returns them.

    Raises:
        InputError: matplotlib is not installed.
    """
    shown = relations[:_MAX_RELATIONS][::-1]
    figure = new_figure(7, 1 + 0.3 * len(shown))
    axes = figure.subplots()
    places = np.arange(len(shown))
    for k, colour in ((10, COLOURS[4]), (1, COLOURS[0])):
        axes.barh(places, [row[f"hits_at_{k}"] for row in shown], color=colour, label=f"hits@{k}", zorder=2)
    labels = [f"{legible(row['relation'])} ({row['n']:,})" for row in shown]
    axes.set_yticks(places, labels, fontsize=7, parse_math=False)
    axes.set(xlabel="% of queries, both directions", xlim=(0, 100))
    axes.legend(frameon=False, loc="lower right")
    style_axes(axes, grid="x")
    save_figure(figure, path)

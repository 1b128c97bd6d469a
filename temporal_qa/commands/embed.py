"""Embeddings of a temporal graph."""

from pathlib import Path
from typing import Annotated, Any, Literal

from typer import Option

from temporal_qa.commands import options


def embed(
    graph: Path,
    *,
    out: Path,
    model: Literal["tntcomplex", "tcomplex", "complex", "timeplex"] = "tntcomplex",
    rank: options.Positive = 128,
    epochs: options.Positive = 30,
    loss: Literal["exact", "sampled"] = "sampled",
    learning_rate: Annotated[float, Option(min=0)] = 0.1,
    n3: Annotated[float | None, Option(min=0)] = None,
    seed: options.Seed = 0,
) -> options.Output:
    """Learn embeddings of the entities, relations and times of a graph, which rank the answers to queries.

    Example: temporal-qa embed icews14 --out runs/icews14 --rank 156

    The model is in OUT/model, with its scores, its card and pictures. All settings: training/train.py and a recipe.

    Args:
        graph: A graph that `import graph` wrote, a folder of benchmark files, or facts.
        out: The folder of the run. The same command resumes a stopped run.
        model: The score of a fact, by its name in the papers.
        rank: Complex numbers of an embedding.
        epochs: At most; it stops when validation no longer improves.
        loss: Over all entities, or over a sample of them: faster.
        learning_rate: Of Adagrad.
        n3: Weight of the norm of facts; default: less, the more facts there are.
    """
    from temporal_qa.engine.recipes import convert
    from temporal_qa.engine.running import run
    from temporal_qa.io import read_json
    from temporal_qa.models.recipes import EmbeddingRecipe

    def start(accelerator: Any, recipe: EmbeddingRecipe, _: object) -> Any:
        from temporal_qa.models.graph_embeddings.training import EmbeddingTraining  # needs torch

        return EmbeddingTraining(accelerator, recipe)

    settings = {
        "embedding": model, "graph": str(graph), "out": str(out), "rank": rank, "epochs": epochs, "loss": loss,
        "learning_rate": learning_rate, "n3": n3, "seed": seed,
    }  # fmt: skip
    folder = run(convert(settings, EmbeddingRecipe, None), start)
    yield {"out": str(folder), "scores": read_json(folder / "scores.json", dict, "scores")}

"""Embeddings of a temporal graph."""

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated, Literal

from typer import Argument, Option

from temporal_qa.commands import options


def embed(
    graph: Annotated[Path, Argument(help="A graph that `import graph` wrote, a folder of benchmark files, or facts.")],
    out: Annotated[Path, Option(help="The folder of the run. The same command resumes a stopped run.")],
    model: Annotated[
        Literal["tntcomplex", "tcomplex", "complex", "timeplex"],
        Option(help="The score of a fact, by its name in the papers."),
    ] = "tntcomplex",
    rank: Annotated[int, Option(min=1, help="Complex numbers of an embedding.")] = 128,
    epochs: Annotated[int, Option(min=1, help="At most; it stops when validation no longer improves.")] = 30,
    loss: Annotated[
        Literal["exact", "sampled"], Option(help="Over all entities, or over a sample of them: faster.")
    ] = "sampled",
    learning_rate: Annotated[float, Option(min=0, help="Of Adagrad.")] = 0.1,
    n3: Annotated[
        float | None, Option(min=0, help="Weight of the norm of facts; default: less, the more facts there are.")
    ] = None,
    seed: options.Seed = 0,
    json: options.Json = False,
) -> None:
    """Learn embeddings of the entities, relations and times of a graph, which rank the answers to queries.

    Example: temporal-qa embed icews14 --out runs/icews14 --rank 156

    The model is in OUT/model, with its scores, its card and pictures. All settings: training/train.py and a recipe.
    """
    from temporal_qa.engine.recipe_files import convert
    from temporal_qa.engine.running import run
    from temporal_qa.models.graph_embeddings.training import EmbeddingRecipe, EmbeddingTraining

    settings = {
        "embedding": model, "graph": str(graph), "out": str(out), "rank": rank, "epochs": epochs, "loss": loss,
        "learning_rate": learning_rate, "n3": n3, "seed": seed,
    }  # fmt: skip
    recipe = convert(settings, EmbeddingRecipe, None)
    with redirect_stdout(sys.stderr if json else sys.stdout):  # the log is no part of the object
        folder = run(recipe, lambda accelerator, recipe, _: EmbeddingTraining(accelerator, recipe))
    if json:
        from temporal_qa.io.read import read_json

        options.print_json({"out": str(folder), "scores": read_json(folder / "scores.json", dict, "scores")})

"""A small graph with rules that can be learned, as benchmark files."""

import random
from pathlib import Path

import pytest

ENTITIES, TIMES = 50, 12


def write_graph(folder: Path, *, lasting: bool = False, held_out: int = 60, seed: int = 0) -> Path:
    """Relation k leads from e to e + k + 1, one further from the middle of the times on; some facts are held out."""
    rng = random.Random(seed)
    facts = []
    for entity in range(ENTITIES):
        for relation in range(3):
            for late in (0, 1):
                first = rng.randrange(TIMES // 2) + late * TIMES // 2
                last = rng.randrange(first, TIMES // 2 * (1 + late)) if lasting else first
                ends = [f"{1900 + first}-##-##", f"{1900 + last}-##-##"] if lasting else [str(first)]
                target = f"thing {(entity + relation + 1 + late) % ENTITIES}"
                facts.append("\t".join([f"thing {entity}", f"goes {relation}", target, *ends]))
    rng.shuffle(facts)
    folder.mkdir(parents=True, exist_ok=True)
    parts = {"valid": facts[:held_out], "test": facts[held_out : 2 * held_out], "train": facts[2 * held_out :]}
    for split, lines in parts.items():
        if lines:
            (folder / f"{split}.txt").write_text("\n".join(lines) + "\n")
    return folder


@pytest.fixture
def points(tmp_path):
    return write_graph(tmp_path / "points")


@pytest.fixture
def spans(tmp_path):
    return write_graph(tmp_path / "spans", lasting=True)


@pytest.fixture
def make_training(tmp_path):
    """Makes what trains on a graph, with settings that suit a tiny one."""
    pytest.importorskip("torch", reason="graph embeddings need torch")
    accelerate = pytest.importorskip("accelerate", reason="training needs accelerate")
    import torch

    from temporal_qa.models.graph_embeddings.training import EmbeddingTraining
    from temporal_qa.models.recipes import EmbeddingRecipe

    torch.set_num_threads(1)

    def make(graph, **changes):
        settings = {"embedding": "tntcomplex", "rank": 8, "batch_size": 50, "negatives": 20, "n3": 0.0, "smooth": 1e-3}
        recipe = EmbeddingRecipe(**settings | {"graph": str(graph), "out": str(tmp_path / "run")} | changes)
        return EmbeddingTraining(accelerate.Accelerator(cpu=True), recipe)

    return make

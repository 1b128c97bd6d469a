"""What embeddings of a graph cost, beside a plain loop of the published recipe, in CPU seconds of one thread.

    OMP_NUM_THREADS=1 python benchmarks/graph_embeddings.py GRAPH [--rank 156] [--mrr .50 .55] [--epochs 3]

The plain loop is TNTComplEx as Lacroix et al. (ICLR 2020) describe it: all scores of a batch of 1,000, cross entropy
over all entities, N3 and smoothness of 1e-2, Adagrad with rate .1, and PyTorch's own backward pass. With another
``--n3`` of our losses, the plain loop also runs with it, so that what the weight gives is told apart. Printed are CPU
seconds an epoch of it, of our exact loss and of our sampled loss; with ``--mrr`` also what each takes until the
validation facts have that filtered MRR. Validation is not counted.
"""

# ruff: noqa: E402 (without torch, this script says so in one line)

import argparse
import tempfile
import time
from math import inf
from pathlib import Path

from machine import print_head, skip_without

skip_without("torch", "accelerate")

import numpy as np
import torch
from torch import nn

from temporal_qa.graph.graph_folder import read_graph
from temporal_qa.models.graph_embeddings.model import Query
from temporal_qa.models.graph_embeddings.ranking import rank_facts
from temporal_qa.models.graph_embeddings.training import EmbeddingTraining
from temporal_qa.models.recipes import EmbeddingRecipe

MAX_EPOCHS = 50


class PlainTNTComplEx(nn.Module):
    """The published form, real and imaginary parts written out."""

    def __init__(self, entities: int, relations: int, times: int, rank: int) -> None:
        super().__init__()
        sizes = (entities, 2 * relations, 2 * relations, times)
        self.tables = nn.ModuleList(nn.Embedding(size, 2 * rank, sparse=True) for size in sizes)
        for table in self.tables:
            table.weight.data.mul_(1e-2)
        self.rank, self.entity = rank, self.tables[0]

    def forward(self, s, r, o, t):
        entity, relation, static, time_ = self.tables
        (s0, s1), (o0, o1), (r0, r1), (n0, n1), (t0, t1) = (
            x.split(self.rank, 1) for x in (entity(s), entity(o), relation(r), static(r), time_(t))
        )
        rt0, rt1 = r0 * t0 - r1 * t1, r0 * t1 + r1 * t0
        f0, f1 = rt0 + n0, rt1 + n1
        e0, e1 = entity.weight.split(self.rank, 1)
        scores = (s0 * f0 - s1 * f1) @ e0.T + (s1 * f0 + s0 * f1) @ e1.T
        twice = 2 ** (1 / 3)
        factors = [
            twice * (s0**2 + s1**2).sqrt(), (rt0**2 + rt1**2).sqrt(), (n0**2 + n1**2).sqrt(),
            twice * (o0**2 + o1**2).sqrt(),
        ]  # fmt: skip
        steps = time_.weight[1:] - time_.weight[:-1]
        d0, d1 = steps.split(self.rank, 1)
        smooth = ((d0**2 + d1**2).sqrt() ** 3).sum() / len(steps)
        return scores, sum((factor**3).sum() for factor in factors) / len(s), smooth

    def objects(self, s, r, t) -> Query:
        """For ranking."""
        entity, relation, static, time_ = self.tables
        (s0, s1), (r0, r1), (n0, n1), (t0, t1) = (
            x.split(self.rank, 1) for x in (entity(s), relation(r), static(r), time_(t))
        )
        f0, f1 = r0 * t0 - r1 * t1 + n0, r0 * t1 + r1 * t0 + n1
        return Query(torch.cat([s0 * f0 - s1 * f1, s1 * f0 + s0 * f1], 1))


class PlainRun:
    def __init__(self, graph, rank: int, n3: float = 1e-2) -> None:
        facts = graph.of_split("train")
        s, r, o, t = (
            torch.from_numpy(column.astype("int64"))
            for column in (facts.subject, facts.relation, facts.object, np.searchsorted(facts.times, facts.first))
        )
        relations, self.n3 = len(graph.relations), n3
        self.examples = torch.cat([torch.stack([s, r, o, t], 1), torch.stack([o, r + relations, s, t], 1)])
        torch.manual_seed(0)
        self.model = PlainTNTComplEx(len(graph.entities), relations, len(graph.times), rank)
        self.optimizer = torch.optim.Adagrad(self.model.parameters(), lr=0.1)

    def epoch(self) -> None:
        for batch in self.examples[torch.randperm(len(self.examples))].split(1000):
            s, r, o, t = batch.T
            scores, n3, smooth = self.model(s, r, o, t)
            loss = nn.functional.cross_entropy(scores, o) + self.n3 * n3 + 1e-2 * smooth
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def mrr(self, graph) -> float:
        return mrr(self.model, graph)


class OurRun:
    def __init__(self, path: str, rank: int, loss: str, negatives: int, n3: float) -> None:
        from accelerate import Accelerator

        recipe = EmbeddingRecipe(
            embedding="tntcomplex",
            graph=path,
            rank=rank,
            loss=loss,
            negatives=negatives,
            out=tempfile.mkdtemp(),
            n3=n3,
            smooth=1e-2,
        )
        self.training = EmbeddingTraining(Accelerator(cpu=True), recipe)
        self.optimizer, self.number = self.training.optimizer(), 0
        for group in self.optimizer.param_groups:
            group["lr"] = recipe.learning_rate

    def epoch(self) -> None:
        epoch = self.training.epoch(self.number)
        for step in epoch.steps:
            self.training.step(self.training.model, self.optimizer, step)
        self.number += 1

    def mrr(self, graph) -> float:
        return mrr(self.training.model.model, graph)


def mrr(model, graph) -> float:
    return float((1 / rank_facts(model, graph.of_split("valid"), graph)).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph")
    parser.add_argument("--rank", type=int, default=156)
    parser.add_argument("--epochs", type=int, default=3, help="without --mrr: epochs that are timed")
    parser.add_argument(
        "--mrr", type=float, nargs="+", help="train until the validation facts have the highest of them"
    )
    parser.add_argument("--negatives", type=int, default=1000, help="of the sampled loss")
    parser.add_argument("--n3", type=float, default=1e-2, help="weight of the norm in our losses; published is 0.01")
    given = parser.parse_args()
    skip_without(Path(given.graph))
    torch.set_num_threads(1)
    print_head("Embeddings of a graph, one thread")
    graph = read_graph(given.graph)
    runs = {
        "plain": lambda: PlainRun(graph, given.rank),
        f"plain, N3 {given.n3}": lambda: PlainRun(graph, given.rank, given.n3),
        "exact": lambda: OurRun(given.graph, given.rank, "exact", given.negatives, given.n3),
        "sampled": lambda: OurRun(given.graph, given.rank, "sampled", given.negatives, given.n3),
    }
    if given.n3 == 1e-2:
        del runs["plain, N3 0.01"]
    targets = sorted(given.mrr or [])
    head = "".join(f" CPU s to {target:.3f} (plain is times slower) |" for target in targets)
    print(f"| loss | epochs | CPU s an epoch (plain is times slower) | valid MRR |{head}")
    print("|---" * (4 + len(targets)) + "|")
    of_plain: list[float] = []
    for name, start in runs.items():
        run, spent, reached = start(), [0.0], [0.0]
        while len(spent) <= MAX_EPOCHS and (reached[-1] < targets[-1] if targets else len(spent) <= given.epochs):
            began = time.process_time()
            run.epoch()
            spent.append(spent[-1] + time.process_time() - began)
            reached.append(run.mrr(graph))
        costs = [spent[-1] / (len(spent) - 1)]
        costs += [
            min((s for s, mrr in zip(spent, reached, strict=True) if mrr >= each), default=inf) for each in targets
        ]
        of_plain = of_plain or costs
        cells = [f"{cost:.1f} ({plain / cost:.2f})" for cost, plain in zip(costs, of_plain, strict=True)]
        print(f"| {' | '.join([name, str(len(spent) - 1), cells[0], f'{reached[-1]:.4f}', *cells[1:]])} |", flush=True)


if __name__ == "__main__":
    main()

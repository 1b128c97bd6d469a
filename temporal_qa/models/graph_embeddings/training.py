"""Graph embeddings as a trainee of the training loop, and their recipe."""

from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import Meta, field

from temporal_qa.engine.checkpoints import Progress, RunFolder
from temporal_qa.engine.loop import Epoch
from temporal_qa.engine.recipes import Count, FromZero, Number, Recipe, Share
from temporal_qa.io import InputError, counted

Model = Literal["complex", "tcomplex", "tntcomplex", "timeplex"]

N3_OF_ALL = 750.0
"""The weight of the nuclear 3-norm in the sum over all facts. It is a prior of the weights, so it does not grow with
the facts: this gives 0.01 on ICEWS14, as published (Lacroix et al., 2020, appendix), and 0.05 on YAGO11k."""


class EmbeddingRecipe(Recipe, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of graph embeddings.

    Attributes:
        embedding: the model.
        graph: a folder of a graph or of benchmark files, or a file of facts; or the URL of one.
        rank: complex numbers of an embedding.
        loss: cross entropy over all entities (``exact``), or over a sample of them.
        batch_size: answers of a step, about; equal queries are in one step. ``None``: 1,000, or fewer, at least 100,
            where an epoch would else have less than 100 steps.
        negatives: entities that are drawn in each step of the sampled loss, beside all right ones of the step.
        n3: weight of the nuclear 3-norm; ``None``: :data:`N3_OF_ALL` divided by the number of training facts, at most
            0.1.
        smooth: weight of the differences of neighbouring times.
        smooth_by: differences are per step of time (``gap``), or neighbours count alike (``neighbour``, as published).
        time_loss: weight of the cross entropy over all times; ``None``: 1 where facts last, else 0. TimePlex learns
            its relations of subject and time by this loss alone; ranks of entities do not depend on them.
        accumulator: Adagrad has a learning rate for each number (``element``) or for each embedding (``row``).
        initial_scale: standard deviation of new weights.
        validation_facts: at most so many facts of the validation split choose the epoch, drawn by the seed; by default
            10,000, and fewer where there are more than 100,000 entities.
    """

    embedding: Model
    graph: str
    rank: Count = 128
    loss: Literal["exact", "sampled"] = "sampled"
    batch_size: Count | None = None
    negatives: Count = 1000
    n3: Number | None = None
    smooth: Number = 1e-2
    smooth_by: Literal["gap", "neighbour"] = "gap"
    time_loss: Number | None = None
    accumulator: Literal["element", "row"] = "element"
    initial_scale: Annotated[float, Meta(gt=0, le=1)] = 1e-2
    validation_facts: Count | None = None
    epochs: Count = 20
    best_by: Literal["mrr", "hits_at_1", "hits_at_3", "hits_at_10"] = "mrr"
    patience: Count | None = 5
    seed: FromZero = 0
    learning_rate: Number = 0.1
    schedule: Literal["linear", "constant"] = "constant"
    warmup: Share = 0.0
    checkpoint_every: Count = 10_000
    log_every: Count = 100
    trackers: list[str] = field(default_factory=list)


class EmbeddingTraining:
    """See :class:`~temporal_qa.engine.loop.Trainee`.

    Raises:
        InputError: the graph cannot be read or is too small to learn from; more than one process.
    """

    recipe_type: ClassVar[type[Recipe]] = EmbeddingRecipe

    def __init__(self, accelerator: Any, recipe: EmbeddingRecipe) -> None:
        import numpy as np

        from temporal_qa.graph.graph_folder import read_graph
        from temporal_qa.io.local_copies import readable_here
        from temporal_qa.models.graph_embeddings.batches import BatchMaker, TrainingFacts
        from temporal_qa.models.graph_embeddings.learner import new_learner

        if accelerator.num_processes > 1:
            raise InputError(f"{accelerator.num_processes} processes, expected one: embeddings are trained by one")
        self.accelerator, self.recipe = accelerator, recipe
        with readable_here(recipe.graph) as path:
            self.graph = graph = read_graph(path)
        self.model, valid = new_learner(recipe, graph), graph.of_split("valid")
        batch_size = recipe.batch_size or min(max(len(graph.of_split("train")) // 50, 100), 1000)
        self.facts = TrainingFacts(graph, batch_size, recipe.seed)
        self.batches = BatchMaker(recipe, graph, self.model, accelerator.device)
        max_facts = recipe.validation_facts or min(10_000, max(500, 10**9 // len(graph.entities)))
        some = np.sort(np.random.default_rng(recipe.seed).permutation(len(valid))[:max_facts])
        self.valid = valid.take(some)
        if not len(valid):
            accelerator.print(f"{recipe.graph} has no validation facts: the last weights are kept")

    def optimizer(self) -> Any:
        """Adagrad for rows."""
        from temporal_qa.models.graph_embeddings.adagrad import RowAdagrad

        return RowAdagrad(self.model.tables(), self.recipe.learning_rate)

    def epoch(self, number: int) -> Epoch:
        """Numbers of steps, see :class:`~temporal_qa.models.graph_embeddings.queries.TrainingFacts`."""
        self._number, self._queries = number, self.facts.epoch(number)
        steps, queries, answers = (len(self._queries.bounds) - 1, len(self._queries.subject), len(self._queries.object))
        description = f"{counted(steps, 'step')}, {answers:,} answers to {queries:,} queries"
        return Epoch(range(steps), {"queries": queries, "answers": answers}, description)

    def step(self, model: Any, optimizer: Any, step: int) -> tuple[Any, Any]:
        """Computes the gradients of the touched rows alone."""
        import torch

        batch, rows = self.batches.batch(self._queries, self._number, step)
        weights = dict(model.named_parameters())
        touched = {
            name: (all_rows if places is None else all_rows.index_select(0, places)).requires_grad_()
            for name, places in rows.items()
            for all_rows in [weights[name].detach()]
        }
        loss, penalty = torch.func.functional_call(model, touched, (batch,))
        gradients = torch.autograd.grad(loss + penalty, list(touched.values()), materialize_grads=True)
        norm = torch.stack([gradient.norm() for gradient in gradients]).norm()
        for (name, places), gradient in zip(rows.items(), gradients, strict=True):
            if places is not None:
                shape = weights[name].shape
                gradient = torch.sparse_coo_tensor(
                    places[None], gradient, shape, is_coalesced=True, check_invariants=False
                )
            weights[name].grad = gradient
        optimizer.step()
        optimizer.zero_grad()
        return loss.detach(), norm

    def validate(self, model: Any) -> dict[str, float]:
        """``mrr``, 0 to 1, and ``hits_at_k``, 0 to 100, filtered, of both directions."""
        from temporal_qa.models.graph_embeddings.ranking import rank_facts
        from temporal_qa.scoring.mean_reciprocal_rank import rank_summary

        if not len(self.valid):
            return {}
        scores = rank_summary(rank_facts(model.model, self.valid, self.graph))
        return {name: value for name, value in scores.items() if name != "n"}

    def save(self, model: Any, folder: Path) -> None:
        """The weights and the names."""
        from temporal_qa.models.graph_embeddings.saving import save

        save(model.model, self.graph, self.recipe.embedding, folder)

    def finish(self, folder: RunFolder, progress: Progress) -> None:
        """Scores, card, pictures."""
        from temporal_qa.models.graph_embeddings.finishing import finish

        finish(self, folder, progress)


EMBEDDINGS: dict[str, type[EmbeddingTraining]] = dict.fromkeys(get_args(Model), EmbeddingTraining)
"""Name in recipes -> what trains it."""

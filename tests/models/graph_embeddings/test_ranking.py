"""Filtered ranks and coalesced intervals equal those of brute force, on small random graphs with ties and intervals."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import pyarrow as pa  # noqa: E402

from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, TemporalGraph  # noqa: E402
from temporal_qa.models.graph_embeddings.ranking import coalesce, rank_facts  # noqa: E402
from temporal_qa.models.graph_embeddings.tntcomplex import TNTComplEx  # noqa: E402


def random_graph(rng, points):
    facts, entities, relations = rng.integers(1, 40), rng.integers(1, 8), rng.integers(1, 3)
    first = rng.integers(0, 9, facts)
    last = first if points else first + rng.integers(0, 4, facts)
    if not points:
        first = np.where(rng.random(facts) < 0.2, UNKNOWN_FIRST, first)
        last = np.where((rng.random(facts) < 0.2) & (first != UNKNOWN_FIRST), UNKNOWN_LAST, last)
    columns = (rng.integers(0, entities, facts), rng.integers(0, relations, facts), rng.integers(0, entities, facts))
    names = [pa.array([str(i) for i in range(n)], pa.large_string()) for n in (entities, relations)]
    cut = int(rng.integers(0, facts))
    splits = {"train": range(cut), "test": range(cut, facts)}
    return TemporalGraph(*(c.astype(np.int32) for c in (*columns, first, last)), *names, splits)


def known_years(first, last):
    return (last if first == UNKNOWN_FIRST else first), (first if last == UNKNOWN_LAST else last)


def brute_force(model, graph, fact, *, inverse, filtered):
    """The rank of one fact, by its score against that of every other entity."""
    facts = list(zip(*(column.tolist() for column in graph.columns), strict=True))
    s, r, o, first, last = fact
    times = graph.times.tolist()
    low, high = known_years(first, last)
    time = times[(times.index(low) + times.index(high)) // 2]

    def score(entity):
        given = (o, r + len(graph.relations), entity) if inverse else (s, r, entity)
        return model.facts(*(torch.tensor([n]) for n in (*given, times.index(time)))).item()

    def is_known(entity):
        this = (entity, r, o) if inverse else (s, r, entity)
        return any(
            other[:3] == this and known_years(*other[3:])[0] <= time <= known_years(*other[3:])[1] for other in facts
        )

    answer = s if inverse else o
    others = [e for e in range(len(graph.entities)) if e != answer and not (filtered and is_known(e))]
    return 1 + sum(score(other) >= score(answer) for other in others)


@pytest.mark.parametrize("points", [True, False])
@pytest.mark.parametrize("filtered", [True, False])
def test_ranks_are_those_of_brute_force(points, filtered):
    for seed in range(50):
        rng = np.random.default_rng(seed)
        graph = random_graph(rng, points)
        torch.manual_seed(seed)
        model = TNTComplEx(len(graph.entities), len(graph.relations), len(graph.times), 2, scale=1.0).double()
        with torch.no_grad():  # whole numbers: many scores are equal, and exactly so
            for weight in model.parameters():
                weight.round_()
        test = graph.of_split("test")
        ranks = rank_facts(model, test, graph, filtered=filtered)
        facts = list(zip(*(column.tolist() for column in test.columns), strict=True))
        for inverse, found in ((False, ranks.objects), (True, ranks.subjects)):
            expected = [brute_force(model, graph, fact, inverse=inverse, filtered=filtered) for fact in facts]
            assert found.tolist() == expected, seed


def test_an_interval_holds_the_mass_and_no_end_of_it_is_idle():
    rng = np.random.default_rng(1)
    for _ in range(200):
        probabilities = rng.dirichlet(np.full(rng.integers(1, 12), 0.5))
        threshold = rng.random()
        first, last = coalesce(probabilities, threshold)
        best = probabilities.argmax()
        assert 0 <= first <= best <= last < len(probabilities)
        mass = probabilities[first : last + 1].sum()
        assert mass >= threshold - 1e-9 or (first, last) == (0, len(probabilities) - 1)
        ends = [p for place, p in ((first, probabilities[first]), (last, probabilities[last])) if place != best]
        assert not ends or mass - min(ends) < threshold + 1e-9 or mass - max(ends) < threshold + 1e-9

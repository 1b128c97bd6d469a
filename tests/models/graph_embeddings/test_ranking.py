"""Filtered ranks and predicted intervals equal those of brute force, on small random graphs with ties and intervals."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import pyarrow as pa  # noqa: E402

from temporal_qa.graph import filters  # noqa: E402
from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, TemporalGraph  # noqa: E402
from temporal_qa.graph.intervals import GRID, MIN_FACTS  # noqa: E402
from temporal_qa.io.errors import InputError  # noqa: E402
from temporal_qa.models.graph_embeddings import ranking  # noqa: E402
from temporal_qa.models.graph_embeddings.complex import ComplEx  # noqa: E402
from temporal_qa.models.graph_embeddings.ranking import (  # noqa: E402
    fit_thresholds,
    overlap_scores,
    predict_intervals,
    rank_facts,
)
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


def random_model(seed, graph):
    torch.manual_seed(seed)
    model = TNTComplEx(len(graph.entities), len(graph.relations), len(graph.times), 2, scale=1.0).double()
    with torch.no_grad():  # whole numbers: many scores are equal, and exactly so
        for weight in model.parameters():
            weight.round_()
    return model


def all_scores(model, graph):
    """The score of every possible fact; relations beyond the graph's are inverse ones."""
    sizes = len(graph.entities), 2 * len(graph.relations), len(graph.entities), len(graph.times)
    places = torch.cartesian_prod(*map(torch.arange, sizes)).reshape(-1, 4)
    subject, relation, object, time = places.T
    scores = model.objects(subject, relation, time).scores(model.entity.weight)
    of_facts = scores.gather(1, object[:, None])[:, 0]
    return dict(zip(map(tuple, places.tolist()), of_facts.tolist(), strict=True))


def rows(graph):
    return list(zip(*(column.tolist() for column in graph.columns), strict=True))


def known_years(first, last):
    return (last if first == UNKNOWN_FIRST else first), (first if last == UNKNOWN_LAST else last)


def middle(times, fact):
    low, high = known_years(*fact[3:])
    return times[(times.index(low) + times.index(high)) // 2]


def holds(fact, time, _answer, _times):
    return fact[3] <= time <= fact[4]  # an unknown end is minus or plus infinity


def holds_as_published(fact, _time, latest, times):
    """As told in prose: the timeline has been advanced to an entity's number; a fact leaves in its last year."""
    entered = fact[3] == UNKNOWN_FIRST or times.index(fact[3]) <= latest
    left = fact[4] != UNKNOWN_LAST and times.index(fact[4]) <= latest
    return entered and not left


def brute_force(model, graph, *, inverse, rule):
    """The rank of each fact of the test, by its score against that of every other entity."""
    facts, times = rows(graph), graph.times.tolist()

    every = all_scores(model, graph)

    def score(s, r, o, time):
        given = (o, r + len(graph.relations), s) if inverse else (s, r, o)
        return every[(*given, times.index(time))]

    test = rows(graph.of_split("test"))
    latest, highest = {}, -1
    for place in sorted(range(len(test)), key=lambda place: (middle(times, test[place]), place)):
        highest = max(highest, test[place][0 if inverse else 2])
        latest[place] = highest
    ranks = []
    for place, (s, r, o, first, last) in enumerate(test):
        time, answer = middle(times, (s, r, o, first, last)), s if inverse else o
        rank = 1
        for entity in range(len(graph.entities)):
            this = (entity, r, o) if inverse else (s, r, entity)
            known = any(other[:3] == this and rule(other, time, latest[place], times) for other in facts)
            rank += entity != answer and not known and score(*this, time) >= score(s, r, o, time)
        ranks.append(rank)
    return ranks


@pytest.mark.parametrize("points", [True, False])
@pytest.mark.parametrize(
    ("how", "rule"),
    [({}, holds), ({"as_published": True}, holds_as_published)],
    ids=["filtered", "published"],
)
def test_ranks_are_those_of_brute_force(points, how, rule, monkeypatch):
    monkeypatch.setattr(ranking, "_QUERIES_AT_ONCE", 3)
    monkeypatch.setattr(filters, "_PAIRS_AT_ONCE", 4)
    for seed in range(30 if how else 100):
        graph = random_graph(np.random.default_rng(seed), points)
        model = random_model(seed, graph)
        ranks = rank_facts(model, graph.of_split("test"), graph, **how)
        rule = holds if np.array_equal(graph.first, graph.last) else rule
        for inverse, found in zip((False, True), np.split(ranks, 2), strict=True):
            expected = brute_force(model, graph, inverse=inverse, rule=rule)
            assert found.tolist() == expected, seed


def test_what_is_not_a_number_ranks_last():
    graph = random_graph(np.random.default_rng(1), points=True)
    model = random_model(1, graph)
    with torch.no_grad():
        model.entity.weight[:] = torch.nan
    test = graph.of_split("test")
    assert set(rank_facts(model, test, graph)) == {len(graph.entities)}


def greedy(probabilities, threshold):
    first = last = max(range(len(probabilities)), key=lambda place: probabilities[place])
    mass = probabilities[first]  # added up one by one: the sum() of Python 3.12 rounds in another way
    while mass < threshold and last - first < len(probabilities) - 1:
        if last == len(probabilities) - 1 or (first and probabilities[first - 1] > probabilities[last + 1]):
            first -= 1
            mass += probabilities[first]
        else:
            last += 1
            mass += probabilities[last]
    return first, last


def overlap(found, fact):
    """aeIOU and gaeIOU of two intervals, year by year."""
    hull = range(min(found[0], fact[0]), max(found[1], fact[1]) + 1)
    inside = [sum(first <= year <= last for first, last in (found, fact)) for year in hull]
    hull, gap, shared = len(hull), inside.count(0), inside.count(2)
    return 100 * max(1, shared) / hull, 100 * (shared / hull if shared else 1 / ((gap + 1) * hull))


def test_intervals_are_those_of_brute_force(monkeypatch):
    monkeypatch.setattr(ranking, "_QUERIES_AT_ONCE", 3)
    with_few = with_many = 0
    for seed in range(70):
        graph = random_graph(np.random.default_rng(seed), points=False)
        model, times = random_model(seed, graph), graph.times.tolist()

        every = all_scores(model, graph)
        softmax = {
            fact: torch.tensor([every[(*fact[:3], place)] for place in range(len(times))]).double().softmax(0).tolist()
            for fact in rows(graph)
        }

        def predicted(fact, threshold, softmax=softmax, times=times):
            first, last = greedy(softmax[fact], threshold)
            return times[first], times[last]

        closed = [fact for fact in rows(graph) if fact[3] != UNKNOWN_FIRST and fact[4] != UNKNOWN_LAST]
        thresholds = fit_thresholds(model, graph, graph)
        for relation, chosen in enumerate(thresholds):
            own = [fact for fact in closed if fact[1] == relation]
            some = own if len(own) >= MIN_FACTS else closed
            with_few, with_many = with_few + (some is closed), with_many + (some is own)
            means = [sum(overlap(predicted(fact, level), fact[3:])[0] for fact in some) for level in GRID[::16]]
            best = sum(overlap(predicted(fact, chosen), fact[3:])[0] for fact in some)
            assert not some or best >= max(means) - 1e-6, (seed, relation)
        found = predict_intervals(model, graph, graph, thresholds)
        expected = [predicted(fact, thresholds[fact[1]]) for fact in rows(graph)]
        assert list(map(tuple, found.tolist())) == expected, seed
        if closed:
            scores = overlap_scores(found, graph)
            each = [overlap(predicted(fact, thresholds[fact[1]]), fact[3:]) for fact in closed]
            assert scores["n"] == len(closed)
            np.testing.assert_allclose((scores["aeiou"], scores["gaeiou"]), np.mean(each, axis=0))
    assert with_few
    assert with_many


def test_a_model_without_times_predicts_none():
    graph = random_graph(np.random.default_rng(1), points=True)
    model = ComplEx(len(graph.entities), len(graph.relations), len(graph.times), 2)
    with pytest.raises(InputError, match="ComplEx has no times"):
        predict_intervals(model, graph, graph, np.full(len(graph.relations), 0.5))

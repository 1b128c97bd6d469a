"""The loss over all candidates, in chunks with its own gradients, is that of PyTorch; the sampled one tends to it."""

import pytest

torch = pytest.importorskip("torch")

from temporal_qa.models.graph_embeddings.cross_entropy import Answers, cross_entropy  # noqa: E402

QUERIES, CANDIDATES, WIDTH = 11, 23, 6


@pytest.fixture
def given():
    torch.manual_seed(1)
    queries = torch.randn(QUERIES, WIDTH, dtype=torch.double, requires_grad=True)
    table = torch.randn(CANDIDATES, WIDTH, dtype=torch.double, requires_grad=True)
    query = torch.cat([torch.arange(QUERIES), torch.tensor([0, 0, 4])]).sort().values  # some have several answers
    candidate = torch.randint(0, CANDIDATES, (len(query),))
    weight = torch.randint(1, 4, (len(query),)).double()
    return queries, table, Answers(query, candidate, weight)


def plain(queries, table, answers):
    scores = queries @ table.T
    each = torch.nn.functional.cross_entropy(scores[answers.query], answers.candidate, reduction="none")
    return (answers.weight * each).sum()


@pytest.mark.parametrize("chunk", [1, 4, 11, 100])
def test_exact_loss_and_gradients_are_those_of_pytorch(given, chunk, monkeypatch):
    for bound in ("_MIN_CHUNK", "_MAX_CHUNK"):
        monkeypatch.setattr(f"temporal_qa.models.graph_embeddings.cross_entropy.{bound}", chunk)
    queries, table, _answers = given
    expected = plain(*given)
    wanted = torch.autograd.grad(3 * expected, [queries, table])
    loss = cross_entropy(*given)
    found = torch.autograd.grad(3 * loss, [queries, table])
    torch.testing.assert_close(loss, expected)
    torch.testing.assert_close(found, wanted)


def test_large_scores_do_not_overflow(given):
    queries, table, answers = given
    torch.testing.assert_close(cross_entropy(queries * 1e3, table, answers), plain(queries * 1e3, table, answers))


def test_a_query_asked_twice_is_one_that_weighs_two(given):
    queries, table, _ = given
    twice = Answers(torch.tensor([0, 1]), torch.tensor([5, 5]), torch.ones(2).double())
    once = Answers(torch.tensor([0]), torch.tensor([5]), torch.full((1,), 2.0).double())
    doubled = cross_entropy(queries[[0, 0]], table, twice)
    torch.testing.assert_close(cross_entropy(queries[:1], table, once), doubled)


def _sampled(queries, table, answers, drawn, generator):
    right = answers.candidate.unique()
    others = torch.tensor([c for c in range(CANDIDATES) if c not in right.tolist()])
    negatives = others[torch.randperm(len(others), generator=generator)[:drawn]]
    rows = torch.cat([right, negatives])
    places = torch.searchsorted(right, answers.candidate)
    probability = torch.ones(len(rows), dtype=torch.double)
    probability[len(right) :] = len(negatives) / len(others)
    return cross_entropy(queries, table[rows], answers._replace(candidate=places), probability.log())


def test_a_sample_of_all_candidates_is_exact(given):
    torch.testing.assert_close(_sampled(*given, CANDIDATES, torch.Generator()), plain(*given))


def test_the_sum_of_exponentials_is_unbiased(given):
    queries, table, answers = given
    queries = 0.2 * queries.detach()  # small scores: the logarithm is nearly linear, and the loss nearly unbiased
    generator = torch.Generator().manual_seed(0)
    mean = torch.stack([_sampled(queries, table.detach(), answers, 8, generator) for _ in range(400)]).mean()
    assert abs(mean - plain(queries, table, answers)) < 0.02 * plain(queries, table, answers)

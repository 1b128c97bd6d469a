"""Every model has one score: seen from the objects and from the times, and in complex numbers."""

import pytest

torch = pytest.importorskip("torch")

from temporal_qa.models.graph_embeddings.complex import ComplEx  # noqa: E402
from temporal_qa.models.graph_embeddings.learner import cubes  # noqa: E402
from temporal_qa.models.graph_embeddings.tcomplex import TComplEx  # noqa: E402
from temporal_qa.models.graph_embeddings.timeplex import TimePlex  # noqa: E402
from temporal_qa.models.graph_embeddings.tntcomplex import TNTComplEx  # noqa: E402

MODELS = [ComplEx, TComplEx, TNTComplEx, TimePlex]
ENTITIES, RELATIONS, TIMES, RANK = 7, 3, 5, 4


def as_complex(table, number):
    real, imaginary = table.weight[number].chunk(2)
    return torch.complex(real, imaginary)


def by_hand(model, s, r, o, t):
    """The formula on top of the model's file, in PyTorch's own complex numbers."""
    s, o = as_complex(model.entity, s), as_complex(model.entity, o)
    rel = [as_complex(getattr(model, name), r) for name in model.relation_tables]
    if isinstance(model, ComplEx):
        return (s * rel[0] * o.conj()).sum().real
    t = as_complex(model.time, t)
    if isinstance(model, TComplEx):
        return (s * rel[0] * o.conj() * t).sum().real
    if isinstance(model, TNTComplEx):
        return (s * (rel[0] * t + rel[1]) * o.conj()).sum().real
    weights = (1, model.subject_time, model.object_time)
    parts = (s * rel[0] * o.conj(), s * rel[1] * t.conj(), o * rel[2] * t.conj())
    return sum(weight * part.sum().real for weight, part in zip(weights, parts, strict=True))


@pytest.fixture(params=MODELS, ids=lambda model: model.__name__)
def model(request):
    torch.manual_seed(3)
    return request.param(ENTITIES, RELATIONS, TIMES, RANK, scale=1.0).double()


@pytest.fixture
def facts():
    torch.manual_seed(5)
    return tuple(torch.randint(0, n, (20,)) for n in (ENTITIES, 2 * RELATIONS, ENTITIES, TIMES))


def test_both_sides_and_the_formula_agree(model, facts):
    s, r, o, t = facts
    expected = torch.stack([by_hand(model, *fact) for fact in zip(*facts, strict=True)])
    of_objects = model.objects(s, r, t).scores(model.entity.weight)
    torch.testing.assert_close(of_objects.gather(1, o[:, None])[:, 0], expected, rtol=0, atol=1e-10)
    if model.has_times:
        of_times = model.times(s, r, o).scores(model.time.weight)
        torch.testing.assert_close(of_times.gather(1, t[:, None])[:, 0], expected, rtol=0, atol=1e-10)


def test_the_factors_are_those_of_the_formula(model, facts):
    """A query's part of the nuclear 3-norm, apart from subject and object."""
    subject, relation, _, time = facts
    found = sum(
        cubes(rows if row is None else rows[row]) for rows, row in model.objects(subject, relation, time).factors
    )
    for place, (r, t) in enumerate(zip(relation, time, strict=True)):
        rel = [as_complex(getattr(model, name), r) for name in model.relation_tables]
        moment = as_complex(model.time, t) if model.has_times else 1
        timed = isinstance(model, TComplEx | TNTComplEx)
        parts = [rel[0] * moment, *rel[1:]] if timed else [*rel, *[moment] * model.has_times]
        expected = sum((part.abs() ** 3).sum() for part in parts)
        torch.testing.assert_close(found[place], expected)

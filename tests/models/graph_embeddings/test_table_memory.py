"""Tables that outgrow memory are mapped from files without a name, and training on them is the same."""

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("accelerate", reason="training needs accelerate")

from temporal_qa.io.errors import InputError  # noqa: E402
from temporal_qa.models.graph_embeddings import model  # noqa: E402


def test_what_fits_is_in_memory_and_what_does_not_is_mapped(tmp_path, monkeypatch):
    model.new_table(tmp_path, 3, 5)
    with open("/proc/self/maps") as maps:
        assert f"{tmp_path}/.table-" not in maps.read()
    monkeypatch.setattr(model, "_SHARE", 0.0)
    table = model.new_table(tmp_path, 3, 5)
    table[1, 2] = 7
    assert (table.shape, table.sum()) == ((3, 5), 7)
    assert list(tmp_path.iterdir()) == []
    with open("/proc/self/maps") as maps:
        assert f"{tmp_path}/.table-" in maps.read()
    with pytest.raises(InputError, match=r"GB free, expected 400000\.0 for a table"):
        model.new_table(tmp_path, 10**7, 10**7)


@pytest.mark.parametrize("accumulator", ["element", "row"])
def test_training_on_mapped_tables_is_the_same(make_training, points, monkeypatch, accumulator):
    weights = []
    for share in (0.2, 0.0):
        monkeypatch.setattr(model, "_SHARE", share)
        training = make_training(points, accumulator=accumulator)
        optimizer = training.optimizer()
        for step in training.epoch(0).steps:
            training.step(training.model, optimizer, step)
        weights.append(training.model.state_dict())
    assert weights[0].keys() == weights[1].keys()
    assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])

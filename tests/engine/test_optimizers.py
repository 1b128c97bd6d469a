"""Muon and AdamW as one optimizer: each weight has its own, and a state that is loaded goes on as before."""

import copy

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from temporal_qa.engine.optimizers import MuonWithAdamW, orthogonalized  # noqa: E402


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.words = torch.nn.Embedding(5, 4)
        self.layers = torch.nn.ModuleList([torch.nn.Linear(4, 4) for _ in range(2)])
        self.head = torch.nn.Linear(4, 3)

    def forward(self, ids):
        hidden = self.words(ids)
        for layer in self.layers:
            hidden = torch.tanh(layer(hidden))
        return self.head(hidden)


def train(model, optimizer, steps):
    for step in range(steps):
        optimizer.zero_grad()
        model(torch.tensor([step % 5, 3])).square().sum().backward()
        optimizer.step()


def weights(model):
    return [parameter.detach().clone() for parameter in model.parameters()]


@pytest.fixture
def model():
    torch.manual_seed(0)
    return Model()


def test_each_weight_has_its_own_optimizer(model):
    other, first = copy.deepcopy(model), weights(model)
    hidden = [layer.weight for layer in other.layers]
    rest = [p for p in other.parameters() if all(p is not matrix for matrix in hidden)]
    muon = torch.optim.Muon(hidden, lr=0.01, weight_decay=0.1, adjust_lr_fn="match_rms_adamw")
    groups = [
        {"params": [p for p in rest if p.dim() > 1], "weight_decay": 0.1},
        {"params": [p for p in rest if p.dim() == 1], "weight_decay": 0.0},
    ]
    adamw = torch.optim.AdamW(groups, lr=0.01, betas=(0.9, 0.98))
    for _ in range(3):
        other(torch.tensor([1, 3])).square().sum().backward()
        muon.step(), adamw.step(), muon.zero_grad(), adamw.zero_grad()
    optimizer = MuonWithAdamW(model, 0.01, 0.1)
    for _ in range(3):
        model(torch.tensor([1, 3])).square().sum().backward()
        optimizer.step()
        optimizer.zero_grad()
    for mine, theirs, before in zip(weights(model), weights(other), first, strict=True):
        assert (mine - theirs).norm() < 0.2 * (theirs - before).norm()  # torch's Muon steps in bfloat16


@pytest.mark.parametrize("shape", [(3, 8, 8), (2, 24, 8), (2, 8, 24)])
def test_singular_values_become_nearly_equal(shape):
    matrices = torch.randn(shape, generator=torch.Generator().manual_seed(0))
    made = torch.linalg.svdvals(orthogonalized(matrices))
    assert made.min() > 0.3
    assert made.max() < 1.3
    assert torch.equal(orthogonalized(matrices)[1], orthogonalized(matrices[1:2])[0])


def test_a_loaded_state_goes_on_as_before(model):
    optimizer = MuonWithAdamW(model, 0.01, 0.1)
    train(model, optimizer, 3)
    again = copy.deepcopy(model)
    resumed = MuonWithAdamW(again, 0.5, 0.0)
    resumed.load_state_dict(copy.deepcopy(optimizer.state_dict()))
    train(model, optimizer, 2)
    train(again, resumed, 2)
    assert all(torch.equal(a, b) for a, b in zip(weights(model), weights(again), strict=True))


def test_the_learning_rate_is_that_of_the_groups(model):
    optimizer = MuonWithAdamW(model, 0.01, 0.0)
    for group in optimizer.param_groups:
        group["lr"] = 0.0
    before = weights(model)
    train(model, optimizer, 2)
    assert all(torch.equal(a, b) for a, b in zip(before, weights(model), strict=True))

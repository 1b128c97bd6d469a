"""Embeddings are trained by the engine: they learn, resume to the same weights, and bad input is one line."""

import json
import random
import re

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="graph embeddings need torch")
for package in ("accelerate", "safetensors"):
    pytest.importorskip(package, reason=f"training needs {package}")

from temporal_qa.engine.checkpoints import RunFolder  # noqa: E402
from temporal_qa.engine.loop import train  # noqa: E402
from temporal_qa.io.errors import InputError  # noqa: E402
from temporal_qa.models.graph_embeddings import load  # noqa: E402
from temporal_qa.models.graph_embeddings.training import EmbeddingTraining  # noqa: E402


def run(training):
    """To the end, as ``training/train.py`` does."""
    recipe = training.recipe
    folder = RunFolder(recipe.out, recipe.to_dict(), training.accelerator)
    training.finish(folder, train(training.accelerator, folder, recipe, training))
    return folder.model


@pytest.mark.parametrize(
    ("changes", "mrr"),
    [({}, 0.7), ({"loss": "exact"}, 0.7), ({"accumulator": "row"}, 0.7), ({"embedding": "complex"}, 0.5),
     ({"embedding": "tcomplex", "smooth": 1.0}, 0.25), ({"embedding": "timeplex"}, 0.25)],
    ids=str,
)  # fmt: skip
def test_it_learns(make_training, points, changes, mrr):
    """By chance, the mean reciprocal rank would be .09."""
    training = make_training(points, **changes)
    optimizer = training.optimizer()
    for number in range(12):
        for step in training.epoch(number).steps:
            training.step(training.model, optimizer, step)
    assert training.validate(training.model)["mrr"] > mrr


def test_facts_that_last_have_a_time_loss_and_a_finished_run_has_thresholds_card_and_pictures(make_training, spans):
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    training = make_training(spans, epochs=12, patience=None)
    assert training.model.time_loss == 1
    model = run(training)
    scores = json.loads((model / "scores.json").read_bytes())
    assert (scores["split"], scores["n"]) == ("test", 120)
    assert scores["mrr"] <= 1 < scores["hits_at_1"] <= scores["hits_at_10"] <= 100
    assert scores["intervals"]["aeiou"] > 20
    found = load(model).times("thing 3", "goes 1", "thing 5")
    assert 1900 <= found.first <= found.last <= 1911
    card = (model / "README.md").read_text()
    assert "embedding.rank('thing " in card
    assert "the best subjects.\n`times` gives" in card
    assert re.search(r"^- \*\*Facts\*\*: .*\d test$", card, re.MULTILINE)
    for picture in ("learning_curve.png", "relations.png", "entities.png", "times.png"):
        assert f"({picture})" in card
        assert (model / picture).stat().st_size > 10_000
    assert re.search(r"^\| hits_at_10 \| +\d+\.\d % \|$", card, re.MULTILINE)
    assert re.search(r"^\| +12 \| +\d+ \| +0\.\d{4} \|", card, re.MULTILINE)


@pytest.mark.parametrize(("facts", "steps"), [(30, 1), (800, 16), (20_000, 100), (60_000, 120)])
def test_small_graphs_have_small_steps(make_training, tmp_path, facts, steps):
    lines = (f"a{n % 997}\tr\tb{n % 1009}\t{n % 9}" for n in range(facts))
    (tmp_path / "train.txt").write_text("\n".join(lines) + "\n")
    epoch = make_training(tmp_path / "train.txt", batch_size=None).epoch(0)
    assert len(epoch.steps) == pytest.approx(steps, abs=1)


def gradients(training, step=0):
    """Those of a whole step by the rows it touches, and by PyTorch from the whole tables."""
    training.epoch(0)
    learner = training.model
    batch, rows = training.batches.batch(training._queries, 0, step)
    taken = {}

    class Keep:
        def step(self):
            taken.update(
                {name: p.grad.to_dense().clone() for name, p in learner.named_parameters() if p.grad is not None}
            )

        def zero_grad(self):
            learner.zero_grad()

    training.step(learner, Keep(), step)
    tables = {name: parameter.detach().clone().requires_grad_() for name, parameter in learner.named_parameters()}
    whole = {name: table if rows.get(name) is None else table[rows[name]] for name, table in tables.items()}
    loss, penalty = torch.func.functional_call(learner, whole, (batch,))
    (loss + penalty).backward()
    return taken, {name: tables[name].grad for name in taken}


@pytest.mark.parametrize("kind", ["complex", "tcomplex", "tntcomplex", "timeplex"])
@pytest.mark.parametrize("loss", ["exact", "sampled"])
def test_the_gradients_of_the_touched_rows_are_all_gradients(make_training, spans, kind, loss):
    training = make_training(spans, embedding=kind, loss=loss, n3=0.1, smooth=0.1, initial_scale=0.5)
    found, expected = gradients(training)
    assert {name.split(".")[1] for name in found} >= {"entity", "relation"}
    torch.testing.assert_close(found, expected)


def test_with_every_entity_as_a_negative_the_sampled_loss_is_the_exact_one(make_training, points):
    losses = []
    for loss in ("exact", "sampled"):
        training = make_training(points, loss=loss, negatives=10_000, n3=0.1, initial_scale=0.5)
        training.epoch(0)
        batch, rows = training.batches.batch(training._queries, 0, 0)
        tables = dict(training.model.named_parameters())
        some = {name: tables[name] if places is None else tables[name][places] for name, places in rows.items()}
        losses.append(torch.stack(torch.func.functional_call(training.model, some, (batch,))))
    torch.testing.assert_close(*losses)


def test_stopped_at_random_steps_and_resumed_it_ends_with_the_same_weights(make_training, spans, tmp_path, monkeypatch):
    monkeypatch.setattr("temporal_qa.models.graph_embeddings.training.find_spec", lambda name: None)  # no pictures
    settings = {"epochs": 4, "checkpoint_every": 2, "validation_facts": 5}
    whole = run(make_training(spans, **settings, out=str(tmp_path / "whole")))
    rng = random.Random(1)

    class Stopped(EmbeddingTraining):
        def step(self, model, optimizer, step):
            if rng.random() < 0.2:
                raise KeyboardInterrupt
            return super().step(model, optimizer, step)

    stops = 0
    while not (tmp_path / "stopped/model").exists():
        training = make_training(spans, **settings, out=str(tmp_path / "stopped"))
        training.__class__ = Stopped
        try:
            run(training)
        except KeyboardInterrupt:
            stops += 1
    assert stops > 2
    for name in ("model/model.safetensors", "losses.jsonl", "model/scores.json"):
        assert (tmp_path / "stopped" / name).read_bytes() == (whole.parent / name).read_bytes(), name


def test_without_validation_facts_the_last_weights_are_kept_and_it_is_said(make_training, points, capsys, monkeypatch):
    monkeypatch.setattr("temporal_qa.models.graph_embeddings.training.find_spec", lambda name: None)  # no pictures
    (points / "valid.txt").unlink()
    (points / "test.txt").unlink()
    training = make_training(points, epochs=2)
    assert "has no validation facts: the last weights are kept" in capsys.readouterr().out
    model = run(training)
    assert json.loads((model / "training.json").read_bytes())["validations"] == []
    assert "as there are no validation facts" in (model / "README.md").read_text()
    assert "Not scored" in (model / "README.md").read_text()


@pytest.mark.parametrize(("n3", "says"), [(10.0, True), (0.0, False)])
def test_a_model_that_has_learned_nothing_is_told(make_training, points, capsys, monkeypatch, n3, says):
    monkeypatch.setattr("temporal_qa.models.graph_embeddings.training.find_spec", lambda name: None)  # no pictures
    run(make_training(points, epochs=6, n3=n3, embedding="complex"))
    assert ("Guessing has an mrr of 0.090: " in capsys.readouterr().out) is says


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["a\tr\ta\t1", "a\tr\ta\t2"], "has 1 entity, expected at least 2 to tell apart"),
        (["a\tr\tb\t1", "b\tr\ta\t1"], "all facts are at one time, expected several; .* .embed --model complex; "),
        (["a\tr\tb"], "3 columns"),
    ],
)
def test_a_graph_that_is_too_small_is_refused(make_training, tmp_path, lines, message):
    (tmp_path / "train.txt").write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError, match=message):
        make_training(tmp_path / "train.txt")


def test_weights_that_leave_all_bounds_stop_it_in_one_line(make_training, points):
    with pytest.raises(InputError, match=r"expected finite numbers; .* A lower learning_rate") as refused:
        run(make_training(points, learning_rate=1e30, epochs=5))
    assert "\n" not in str(refused.value)


def test_more_than_one_process_is_refused(make_training, points):
    training = make_training(points)

    class Two:
        num_processes = 2

    with pytest.raises(InputError, match="2 processes, expected one"):
        EmbeddingTraining(Two(), training.recipe)


def test_the_map_does_not_depend_on_the_sign_of_a_component():
    from temporal_qa.models.graph_embeddings.plots import principal_components

    vectors = np.random.default_rng(0).normal(size=(40, 5)) * [5, 2, 1, 1, 1]
    points, shares = principal_components(vectors)
    again, _ = principal_components(vectors[::-1])
    assert points == pytest.approx(again[::-1])
    assert points.var(0) / vectors.var(0).sum() == pytest.approx(shares)
    assert shares[0] > shares[1]

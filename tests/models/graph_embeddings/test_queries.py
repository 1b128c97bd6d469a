"""The queries of an epoch: every fact from both sides, equal ones folded, at times drawn from their spans."""

from collections import Counter

import numpy as np
import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("torch", reason="graph embeddings need torch")

from temporal_qa.graph.graph_folder import read_graph
from temporal_qa.models.graph_embeddings.batches import TrainingFacts


def asked(epoch):
    """All (subject, relation, object, time) of an epoch, with repetition."""
    counts = np.diff(epoch.first_answer)
    columns = (np.repeat(column, counts) for column in (epoch.subject, epoch.relation, epoch.time))
    subject, relation, time = columns
    return Counter(zip(subject.tolist(), relation.tolist(), epoch.object.tolist(), time.tolist(), strict=True))


def test_every_fact_is_asked_from_both_sides_once(points):
    graph = read_graph(points)
    facts, relations = graph.of_split("train"), len(graph.relations)
    time = np.searchsorted(graph.times, facts.first)
    columns = (facts.subject, facts.relation, facts.object, time)
    plain = list(zip(*(column.tolist() for column in columns), strict=True))
    expected = Counter(plain) + Counter((o, r + relations, s, t) for s, r, o, t in plain)
    epoch = TrainingFacts(graph, 50, 0).epoch(3)
    assert asked(epoch) == expected
    queries = list(zip(epoch.subject.tolist(), epoch.relation.tolist(), epoch.time.tolist(), strict=True))
    assert len(set(queries)) == len(queries), "equal queries are one"


def test_steps_have_about_as_many_answers_as_the_batch_size(points):
    epoch = TrainingFacts(read_graph(points), 50, 0).epoch(0)
    answers = np.diff(epoch.first_answer[epoch.bounds])
    assert (epoch.bounds[0], epoch.bounds[-1]) == (0, len(epoch.subject))
    assert answers.sum() == len(epoch.object)
    assert all(40 <= number <= 60 for number in answers[:-1])
    whole = TrainingFacts(read_graph(points), 10**6, 0).epoch(0)
    assert len(whole.bounds) == 2


def test_an_epoch_depends_on_seed_and_number_alone(spans):
    def made(seed, number):
        epoch = TrainingFacts(read_graph(spans), 50, seed).epoch(number)
        return epoch.subject.tobytes() + epoch.time.tobytes() + epoch.object.tobytes()

    assert made(0, 4) == made(0, 4)
    assert len({made(0, 0), made(0, 1), made(1, 0)}) == 3


def test_times_lie_in_the_span_and_its_ends_count_like_all_others(tmp_path):
    lines = "a\tr\tb\t1900-##-##\t1902-##-##\na\tr\tb\t1901-##-##\t####\na\tr\tb\t1901-##-##\t1901-##-##\n"
    (tmp_path / "train.txt").write_text(lines)
    facts = TrainingFacts(read_graph(tmp_path), 10, 0)
    drawn = np.stack([facts.draw_times(np.random.default_rng(n)) for n in range(4000)])
    share = np.bincount(drawn[:, 0], minlength=3) / len(drawn)
    assert share == pytest.approx([1 / 3] * 3, abs=0.03)
    assert set(drawn[:, 1:].ravel().tolist()) == {1}, "of an open fact the end that is known"

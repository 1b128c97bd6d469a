"""What the entities and times of embeddings are called: as the labels of CronQuestions call them."""

from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pytest

from temporal_qa.graph.events import Events
from temporal_qa.models.graph_qa.known import KnownNames


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ann", "Bo"], ["Ann", "Bo"]),
        (["Ann", "Ann"], ["Ann (Q1)", "Ann (Q2)"]),
        (["Q2", "Q1"], ["Q2 (Q1)", "Q1 (Q2)"]),  # each is the id of the other
        ([" Ann", "Q2"], [" Ann (Q1)", "Q2"]),
    ],
)
def test_entities_are_called_as_labels_call_them(names, shown):
    entities = pa.table({"name": names, "id": ["Q1", "Q2"]})
    graph, nothing = SimpleNamespace(ids=["Q1", "Q2"], aliases={}), np.empty(0, np.int64)
    embeddings = SimpleNamespace(entities=entities, known_times=np.array([-5], np.int32))
    known = KnownNames(embeddings, graph, Events(nothing, nothing, nothing))
    assert known.names == [*shown, "6 BC"]

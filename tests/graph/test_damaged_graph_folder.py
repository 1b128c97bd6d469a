"""A folder that `import graph` wrote and someone changed: the error names the file and what is wrong."""

import json
import re
import shutil
from importlib import import_module

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST
from temporal_qa.graph.graph_folder import graph_inputs, is_graph_folder, read_events, read_graph
from temporal_qa.io.errors import InputError

FACTS, ENTITIES = "facts/train-00000-of-00001.parquet", "entities/entities-00000-of-00001.parquet"
RELATIONS = "relations/relations-00000-of-00001.parquet"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    (folder / "facts.txt").write_text("a\tr\tb\t1990\t1994\nb\ts\ta\t####\t1991\na\tr\tc\t1995\t####\n")
    import_module("temporal_qa.dataset_scripts.temporal_graph").build(folder / "facts.txt", folder / "graph")
    return folder / "graph"


@pytest.fixture
def folder(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "graph")


def change(file, **columns):
    table = pq.read_table(file)
    for name, column in columns.items():
        place = table.schema.get_field_index(name)
        table = table.remove_column(place) if column is None else table.set_column(place, name, column)
    pq.write_table(table, file)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda graph: shutil.rmtree(graph / "facts") or (graph / "facts").mkdir(),
         "graph: no facts, expected facts/train-00000-of-00001.parquet"),
        (lambda graph: (graph / ENTITIES).unlink(),
         "entities/entities: no such file, expected a folder that `temporal-qa import graph` wrote"),
        (lambda graph: (graph / RELATIONS).write_bytes(b"PAR1"), f"{RELATIONS}: cannot be read as Parquet past row 0"),
        (lambda graph: change(graph / FACTS, object=None),
         f"{FACTS}: column 'object': found no such column, expected int32"),
        (lambda graph: change(graph / FACTS, first=pa.array([1.0, 2.0, 3.0])),
         f"{FACTS}: column 'first': found double, expected int32"),
        (lambda graph: change(graph / FACTS, subject=pa.array([0, None, 0], pa.int32())),
         f"{FACTS}: column 'subject' holds nothing, expected a number"),
        (lambda graph: change(graph / ENTITIES, name=pa.array([1, 2, 3])),
         f"{ENTITIES}: column 'name': found int64, expected string"),
        (lambda graph: (graph / "build.json").unlink(), "build.json: cannot be read: No such file or directory"),
        (lambda graph: (graph / "build.json").write_text("[]"),
         "build.json: found a JSON list, expected the record of a graph, as import graph writes it"),
        (lambda graph: (graph / "build.json").write_text(json.dumps({"time_unit": "week"})),
         "build.json: time_unit is 'week', expected year, day or step"),
    ],
)  # fmt: skip
def test_a_damaged_folder_is_told_in_one_line(folder, damage, message):
    damage(folder)
    with pytest.raises(InputError, match=re.escape(message)):
        read_graph(folder)


def test_events_need_their_columns(folder):
    change(folder / ENTITIES, event_first=None)
    with pytest.raises(InputError, match=f"{ENTITIES}: column 'event_first': found no such column, expected int32"):
        read_events(folder)


def test_numbers_of_no_entity_are_told(folder):
    change(folder / FACTS, subject=pa.array([0, 77, 0], pa.int32()))
    with pytest.raises(InputError, match="graph: a subject outside of 0 to 2"):
        read_graph(folder)


def test_what_it_is_made_of(folder, tmp_path):
    assert is_graph_folder(folder)
    assert not is_graph_folder(tmp_path)
    assert graph_inputs(folder) == {name: folder / name for name in (ENTITIES, FACTS, RELATIONS)}


def test_ends_that_are_not_known_come_back(folder):
    graph = read_graph(folder)
    assert (graph.first.tolist(), graph.last.tolist()) == ([1990, UNKNOWN_FIRST, 1995], [1994, 1991, UNKNOWN_LAST])
    assert graph.time_unit == "year"

"""Aliases: each is of one entity of the graph, and no name or id of another."""

import json

import pytest

from temporal_qa.graph.events import read_aliases
from temporal_qa.graph.graph_folder import read_graph
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError

NO_ENTITY = "alias: not of one entity of the graph"
SHARED = "alias: another entity is called so, too"
SPOILT = "alias: more than one line, or blank at an end"
PLAYERS = [("Q1", "Earvin Johnson"), ("Q2", "Larry Bird"), ("Q3", "Anna Bird"), ("Q4", "Bo Ray"), ("Q5", "Bo Ray")]


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    file = tmp_path_factory.mktemp("aliases") / "facts.jsonl"
    rows = [
        {"subject": name, "subject_id": id, "relation": "plays", "object": "NBA", "object_id": "Q9", "start": "1980",
         "end": "1990"}
        for id, name in PLAYERS
    ]  # fmt: skip
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return read_graph(file)


@pytest.mark.parametrize(
    ("rows", "kept", "drops"),
    [
        ([{"id": "Q1", "alias": "Magic"}], {"Q1": ("Magic",)}, {}),
        ([{"name": "Larry Bird", "alias": "Larry Legend"}], {"Q2": ("Larry Legend",)}, {}),
        ([{"id": "Q2", "name": "Anna Bird", "alias": "Legend"}], {"Q2": ("Legend",)}, {}),
        ([{"id": "Q1", "alias": "Magic"}, {"id": "Q1", "alias": "Buck"}], {"Q1": ("Buck", "Magic")}, {}),
        ([{"id": "Q1", "alias": "Magic"}] * 2, {"Q1": ("Magic",)}, {}),
        ([{"id": "Q1", "alias": "Earvin Johnson"}], {}, {}),  # an entity's own name is not counted
        ([{"name": "Bo Ray", "alias": "Bo"}], {}, {NO_ENTITY: 1}),  # of which?
        ([{"id": "Q5", "alias": "Bo"}], {"Q5": ("Bo",)}, {}),
        ([{"id": "Q7", "alias": "Magic"}, {"id": "Q8", "alias": "Buck"}], {}, {NO_ENTITY: 2}),
        (
            [{"id": "Q2", "alias": "Bird"}, {"id": "Q3", "alias": "Bird"}, {"id": "Q3", "alias": "Ann"}],
            {"Q3": ("Ann",)}, {SHARED: 2},
        ),
        ([{"id": "Q1", "alias": "Larry Bird"}, {"id": "Q1", "alias": "Q3"}], {}, {SHARED: 2}),
        ([{"id": "Q1", "alias": "NBA"}, {"id": "Q1", "alias": "Magic"}], {"Q1": ("Magic",)}, {SHARED: 1}),
        ([{"id": "Q1", "alias": "Magic\nBuck"}, {"id": "Q1", "alias": " Magic"}], {}, {SPOILT: 2}),
        ([{"id": "Q1", "alias": "Magic\u2028"}, {"id": "Q1", "alias": "Buck"}], {"Q1": ("Buck",)}, {SPOILT: 1}),
        ([{"id": "Q1", "alias": "Mr\u00a0Magic"}], {"Q1": ("Mr\u00a0Magic",)}, {}),
        ([{"id": "Q1", "alias": "a\u2028b"}], {}, {SPOILT: 1}),
        ([{"id": "Q1", "alias": "علی\u200cرضا"}], {"Q1": ("علی\u200cرضا",)}, {}),
        ([{"id": "Q1", "alias": "\u200cMagic"}, {"id": "Q1", "alias": "Ma\u200bgic"}], {}, {SPOILT: 2}),
    ],
)  # fmt: skip
def test_each_alias_is_kept_or_counted(graph, tmp_path, rows, kept, drops):
    (tmp_path / "aliases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    left = DropLog()
    aliases = read_aliases(tmp_path / "aliases.jsonl", graph, left)
    assert aliases == {graph.numbers_by_name[id]: names for id, names in kept.items()}
    assert {reason: number for reason, number in left.items() if number} == drops


def test_rows_without_a_name_are_errors_or_are_skipped(graph, tmp_path):
    (tmp_path / "aliases.jsonl").write_text('{"alias": "Magic"}\n{"id": "Q2", "alias": "Legend"}\n')
    with pytest.raises(InputError, match=r"aliases.jsonl:1: expected 'name' \(text\), found None"):
        read_aliases(tmp_path / "aliases.jsonl", graph, DropLog())
    left = DropLog(skip_bad_rows=True)
    assert read_aliases(tmp_path / "aliases.jsonl", graph, left) == {graph.numbers_by_name["Q2"]: ("Legend",)}
    assert left.bad_rows == 1


def test_a_row_without_an_alias_is_an_error(graph, tmp_path):
    (tmp_path / "aliases.jsonl").write_text('{"id": "Q1", "name": "Magic"}\n')
    with pytest.raises(InputError, match=r"aliases.jsonl:1: expected 'alias' \(text\), found None"):
        read_aliases(tmp_path / "aliases.jsonl", graph, DropLog())


@pytest.mark.parametrize("rows", ["", "\n\n"])
def test_a_table_without_a_row_is_an_error(graph, tmp_path, rows):
    (tmp_path / "aliases.jsonl").write_text(rows)
    with pytest.raises(InputError, match=r"aliases.jsonl: holds no aliases, expected rows with id or name, and alias"):
        read_aliases(tmp_path / "aliases.jsonl", graph, DropLog())

"""Tables that people have edited: an error is told in one line, with the file."""

import re
from typing import Any

import pytest

from temporal_qa.io import InputError, yaml_tables


def table(monkeypatch, tmp_path, text):
    (tmp_path / "table.yaml").write_text(text)
    monkeypatch.setattr(yaml_tables, "files", lambda _: tmp_path)
    with yaml_tables.yaml_table("table.yaml", dict[str, Any]) as read:
        return [int(read["relations"][name]) for name in read["relations"]]


def test_a_table_is_read(monkeypatch, tmp_path):
    assert table(monkeypatch, tmp_path, "relations: {a: 1, b: 2}") == [1, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("relations: {a: 1", "while parsing a flow mapping"),
        ("", "expected a mapping of keys to values"),
        ("[relations]", "expected a mapping of keys to values"),
        ("relations:\n  a: 1\n  b: 2\n  a: 3", "the key 'a' stands a second time in line 4"),
        ("relations: {}\nother: [{a: 1, a: 2}]", "the key 'a' stands a second time in line 2"),
        ("relation: {a: 1}", "there is no 'relations'"),
        ("relations: {a: x}", "invalid literal"),
        ("relations: {a: [1]}", "int() argument must be"),
        ("relations: 3", "not iterable"),
        ("relations: {a: &a [*a]}", "not 'list'"),
    ],
)
def test_what_cannot_be_used_is_told_in_one_line(monkeypatch, tmp_path, text, message):
    with pytest.raises(InputError) as told:
        table(monkeypatch, tmp_path, text)
    assert str(told.value).startswith(f"{tmp_path / 'table.yaml'}: cannot be used: ")
    assert message in str(told.value)


def test_a_wording_that_has_a_slot_twice_is_told_in_one_line(monkeypatch, tmp_path):
    (tmp_path / "table.yaml").write_text("asks: 'From {date} to {date}?'")
    monkeypatch.setattr(yaml_tables, "files", lambda _: tmp_path)
    with (
        pytest.raises(InputError, match="redefinition of group name 'date'"),
        yaml_tables.yaml_table("table.yaml", dict[str, Any]) as read,
    ):
        yaml_tables.wording_pattern(read["asks"], {})


def test_what_a_table_holds_is_declared_and_anything_else_is_told_with_its_place(monkeypatch, tmp_path):
    (tmp_path / "table.yaml").write_text("asks: [who, 3]")
    monkeypatch.setattr(yaml_tables, "files", lambda _: tmp_path)
    with (
        pytest.raises(InputError, match=r"cannot be used: Expected `str`, got `int` - at `\$\[\.\.\.\]\[1\]`"),
        yaml_tables.yaml_table("table.yaml", dict[str, list[str]]),
    ):
        pass


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"older": ["Is {b} older than {a}?"], "born": ["When was {a} born?", "On what date was {a} born?"]}, None),
        ({"born": ["When was {a} born?", "Is {a}?"], "older": ["Is {a}?"]}, "older: 'Is {a}?' has the slots 'a', exp"),
        ({"born": ["When was {b} born?"]}, "born: 'When was {b} born?' has the slots 'b', expected 'a'"),
        ({"born": ["When was {a} born, {a}?"]}, "has the slots 'a a', expected 'a'"),
        ({"born": ["When?"]}, "has the slots '', expected 'a'"),
        ({"born": ["When was {a} born}?"]}, "has the slots ' a', expected 'a'"),
        ({"born": ["{{a}}?"]}, "has the slots ' {a', expected 'a'"),
        ({"born": ["Is {a}?"], "died": ["Is {a}?"]}, "born: 'Is {a}?' fits questions of died, too"),
        ({"born": ["{a}"], "older": ["Is {a} older than {b}?"]}, "born: '{a}' fits questions of older, too"),
    ],
)
def test_a_wording_has_the_slots_of_its_use_and_fits_no_other(table, message):
    slots = {"older": ["a b"], "born": ["a"], "died": ["a", "b"]}
    if message is None:
        return yaml_tables.check_wordings(table, slots)
    with pytest.raises(ValueError, match=re.escape(message)):
        yaml_tables.check_wordings(table, slots)

"""Tables that people have edited: an error is told in one line, with the file."""

import pytest

from temporal_qa.io import InputError, yaml_tables


def table(monkeypatch, tmp_path, text):
    (tmp_path / "table.yaml").write_text(text)
    monkeypatch.setattr(yaml_tables, "files", lambda _: tmp_path)
    with yaml_tables.yaml_table("table.yaml") as read:
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
        yaml_tables.yaml_table("table.yaml") as read,
    ):
        yaml_tables.wording_pattern(read["asks"], {})


def test_wordings_of_one_use_have_the_same_slots():
    yaml_tables.check_same_slots(
        "younger", ["Is {first} less than {second}?", "Less than {second_age} is {first_age}?"]
    )
    with pytest.raises(ValueError, match=r"younger: 'Is \{first\}\?' has the slots \['first'\], the first wording"):
        yaml_tables.check_same_slots("younger", ["Is {first} less than {second}?", "Is {first}?"])

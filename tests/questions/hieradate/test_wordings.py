"""The table of wordings that people have edited: what cannot be used is told in one line."""

import re

import pytest

from places import ROOT
from temporal_qa.io import InputError, yaml_tables
from temporal_qa.questions.hieradate import wordings

TABLE = (ROOT / "generation" / "hieradate.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  birth_later:", "  born_later:", "unknown field `born_later` - at `$.questions`"),
        ("paragraphs:\n", "paragraphs: {}\nparagraph:\n", "unknown field `paragraph`"),
        ('      - "Who lived longer, {a} or {b}?"', "      []", "of length >= 1 - at `$.questions.lifespan_longer.pub"),
        ('      - "How old was {name} at death?"', "      - {}", "got `object` - at `$.questions.age.ours[0]`"),
        ("  organisation:\n    both:", "  society:\n    both:", "Invalid enum value 'society'"),
        ('    age: "{name} lived to the age of {years}."', "    old: x", "field `old` - at `$.paragraphs[...]`"),
        ('    age: "{name} lived to the age of {years}."', '    age: "{name} was old."', "'{name} was old.' has slots"),
        ('- ["{name} (died {end}) was {who}."]', "- []", "of length >= 1 - at `$.paragraphs[...].end[0]`"),
        ('- ["{name} (died {end}) was {who}."]', '- ["{name} was {who}."]', "not ['end', 'name']"),
        ("- Friends praised a", "- Friends of {who} praised a", "person: 'Friends of {who} praised a dry"),
        ('      - "Is {first} later than {second}?"\n', "", "ours: 3 wordings of before and 2 of after"),
        ('"Who is older, {a} or {b}?"', '"Which is older, {a} or {b}?"', "'Which is older, {a} or {b}?' stands"),
        ('"Who is older, {a} or {b}?"', '"Who is younger, {a} or {b}?"', "fits questions of birth_later, too"),
        ('"Who is older, {a} or {b}?"', '"Who is older, {a} or {c}?"', "has the slots 'a c', expected 'a b'"),
    ],
)  # fmt: skip
def test_an_edited_table_that_cannot_be_used_is_told_in_one_line(monkeypatch, tmp_path, old, new, message):
    assert TABLE.count(old) == 1
    (tmp_path / "hieradate.yaml").write_text(TABLE.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(yaml_tables, "files", lambda _: tmp_path)
    with pytest.raises(InputError, match=re.escape(message)) as told:
        wordings._table.__wrapped__()
    assert str(told.value).startswith(f"{tmp_path / 'hieradate.yaml'}: cannot be used: ")

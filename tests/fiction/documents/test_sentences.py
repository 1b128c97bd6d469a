"""The table of sentences, which people edit: what cannot be filled in is told in one line."""

from importlib.resources import files

import pytest

from temporal_qa.fiction.documents.sentences import grammar
from temporal_qa.io import InputError, yaml_tables

TABLE = files("temporal_qa.generation").joinpath("time_qa_articles.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("from {start} until {end}", "from {strt} until {end}", "found the slot 'strt', expected at, clause, "),
        ("\nframes:", "\nframe:", "there is no 'frames'"),
    ],
)
def test_a_table_with_an_unknown_slot_or_without_a_part_is_refused(right, wrong, message, monkeypatch, tmp_path):
    assert right in TABLE
    (tmp_path / "time_qa_articles.yaml").write_text(TABLE.replace(right, wrong, 1), encoding="utf-8")
    monkeypatch.setattr(yaml_tables, "files", lambda _: tmp_path)
    with pytest.raises(InputError, match=message):
        grammar.__wrapped__()

"""The table of wordings that people have edited: what cannot be used is told in one line."""

import re

import pytest

from places import ROOT
from temporal_qa.io import InputError, yaml_tables
from temporal_qa.questions.date_arithmetic.queries import date_wordings

TABLE = (ROOT / "generation" / "date_arithmetic.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("weekday:", "week_day:", "Object contains unknown field `week_day`"),
        ("\nsort:\n", "\nrelease:\n", "Object contains unknown field `release`"),
        (TABLE[TABLE.index("sort:") : TABLE.index("weekday:")], "", "Object missing required field `sort`"),
        ("released:", "released: 3\nother:", "Expected `object`, got `int` - at `$.released`"),
        ("    - In which week of year {year} does the date {date} occur?", "", "got `null` - at `$.released[...]`"),
        ("  week:\n    - In which", "  day:\n    - In which", "Invalid enum value 'day' - at `key` in `$.released`"),
        ("  - On which weekday does {date} fall?", "  - 7", "Expected `str`, got `int` - at `$.weekday[1]`"),
        ("weekday:", "weekday: []\nweekday:", "the key 'weekday' stands a second time"),
        ("does {date} fall", "is it", "weekday: 'On which weekday is it?' has the slots '', expected 'date'"),
        ("after {year}", "after {century}", "expected 'amount date' or 'amount month' or 'amount year'"),
        ("- Is {date} later than {other}?", "- Is {date} earlier than {other}?", "fits questions of is_after, too"),
    ],
)  # fmt: skip
def test_an_edited_table_that_cannot_be_used_is_told_in_one_line(monkeypatch, tmp_path, old, new, message):
    assert TABLE.count(old) == 1
    (tmp_path / "date_arithmetic.yaml").write_text(TABLE.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(yaml_tables, "files", lambda _: tmp_path)
    with pytest.raises(InputError, match=re.escape(message)) as told:
        date_wordings.__wrapped__()
    assert str(told.value).startswith(f"{tmp_path / 'date_arithmetic.yaml'}: cannot be used: ")

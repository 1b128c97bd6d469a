"""``predict`` before it asks a trained reader."""

import pytest

from run_command import run_command


@pytest.mark.parametrize(("out", "message"), [
    ("old.parquet", "old.parquet: the file exists; choose another, or remove it to ask again"),
    ("new.csv", "new.csv: expected a name that ends in .jsonl, .jsonl.gz, .ndjson, .ndjson.gz or .parquet"),
    ("rows.parquet", "rows.parquet: is the input; choose another file to write"),
])  # fmt: skip
def test_a_name_that_a_reader_does_not_write_is_refused_with_a_way_out_that_there_is(out, message, tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "recipe.json").write_text("{}")
    for name in ("old.parquet", "rows.parquet"):
        (tmp_path / name).write_bytes(b"PAR1")
    finished = run_command("predict", "rows.parquet", "--model", "model", "--out", out, cwd=tmp_path, status=2)
    assert finished.stderr == f"temporal-qa: {message}\n"

"""Checks that several commands share."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from temporal_qa.commands.options import MIN_EVENT_FACTS, check_out_file, comma_separated
from temporal_qa.graph.events import MIN_FACTS
from temporal_qa.io.errors import InputError


@pytest.mark.parametrize("name", ["test", "test-00000-of-00001.parquet"])
def test_the_input_is_not_written_over_whatever_its_name(tmp_path, name):
    shard = tmp_path / "test-00000-of-00001.parquet"
    pq.write_table(pa.table({"id": ["a"]}), shard)
    with pytest.raises(InputError, match="is the input; choose another file to write"):
        check_out_file(shard, tmp_path / name, overwrite=True)
    check_out_file(tmp_path / "other.jsonl", tmp_path / name)


@pytest.mark.parametrize(("given", "names"), [
    (None, []), ([""], []), (["a, b,,a"], ["a", "b"]), (["b", "a,b", " c "], ["b", "a", "c"]),
])  # fmt: skip
def test_names_between_commas_and_of_an_option_given_again_each_count_once(given, names):
    assert comma_separated(given) == names


def test_the_default_that_help_shows_is_that_of_the_graph():
    assert MIN_EVENT_FACTS == MIN_FACTS

"""Benchmark files as people have them: names in brackets, ids or names, a year or a day, and which files are read."""

import gzip
import re
from datetime import date

import pytest
from graph.benchmark_folder import benchmark_folder

from temporal_qa.graph.benchmark_files import benchmark_inputs
from temporal_qa.graph.graph import UNKNOWN_FIRST
from temporal_qa.graph.graph_folder import graph_inputs, read_graph
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError


@pytest.mark.parametrize(
    ("files", "names"),
    [
        ({"train.txt": "0\t0\t1\t5\n", "entity2id": "<Getafe_CF>\t0\n<Ann_B._Lee>\t1\n", "relation2id": "r\t0\n"},
         ["Getafe CF", "Ann B. Lee"]),
        ({"train.txt": "0\t0\t1\t5\n", "entity2id": "<Getafe_CF>\t0\nAnn_Lee\t1\n", "relation2id": "r\t0\n"},
         ["<Getafe_CF>", "Ann_Lee"]),  # not all are in brackets
        ({"train.txt": "ann\tr\tbob\t5\n", "entity2id": "ann\t0\nbob\t1\n"}, ["ann", "bob"]),  # facts are in names
        ({"train.txt": "7\tr\t8\t5\n", "a_id2entity.txt": "2\n7\tann\n8\tbob\n"}, ["ann", "bob"]),
        ({"train.txt": "0\t0\t1\t5\n", "entity2id": "ann\t0\tx\nbob\t1\ty\n", "relation2id": "r\t0\n"},
         ["ann", "bob"]),  # columns after the second are not read
        ({"train.txt": "0\t0\t1\t5\n", "entity2id": "0\tann\n1\tbob\n"}, ["ann", "bob"]),  # the other way round
        ({"train.txt": "Q7\tr\tQ8\t5\n", "entity2id": "Q7\tann\nQ8\t1917\n"}, ["ann", "1917"]),
        ({"train.txt": "ann\tr\tbob\t5\n", "id2entity": "ann\t0\nbob\t1\n"}, ["ann", "bob"]),
        ({"train.txt": "Q7\tr\tQ8\t5\n", "id2entity": "Q7\tann\nQ8\tbob\n"}, ["ann", "bob"]),
        ({"train.txt": "Q7\tr\tQ8\t5\n", "entity2id": "ann\tQ7\nbob\tQ8\n"}, ["ann", "bob"]),
        ({"train.txt": "0\tr\t1\t5\n", "entity2id": "1917\t0\n1984\t1\n"}, ["1917", "1984"]),
    ],
)  # fmt: skip
def test_ids_get_the_names_of_the_files_beside(tmp_path, files, names):
    graph = read_graph(benchmark_folder(tmp_path / "g", files))
    assert [graph.names[graph.subject[0]], graph.names[graph.object[0]]] == names


@pytest.mark.parametrize(
    ("times", "unit", "read"),
    [
        (["2014-01-03", "2014-01-01"], "day", [date(2014, 1, 3).toordinal(), date(2014, 1, 1).toordinal()]),
        (['"2014-01-03"', " 2014-01-01 "], "day", [date(2014, 1, 3).toordinal(), date(2014, 1, 1).toordinal()]),
        (["48", "-5"], "step", [48, -5]),
        (["+999999999", "0"], "step", [999_999_999, 0]),
        (["1994-##-##", "1990"], "year", [1994, 1990]),
        (["1994\t0", "1990\t0"], "step", [1994, 1990]),
        (["1994\t-1", "1990\t0"], "step", [1994, 1990]),
        (["1994\t0"], "step", [1994]),
        (["2014-01-03\t-1"], "day", [date(2014, 1, 3).toordinal()]),
        (["2014-01-03\t", "2014-01-01\t"], "day", [date(2014, 1, 3).toordinal(), date(2014, 1, 1).toordinal()]),
        (["1994\t", "2001\t"], "year", [1994, 2001]),
        (["-44\t-1", "-40\t0"], "year", [-44, -40]),
        (["1994\t1996", "1990\t1990"], "year", [1994, 1990]),
        (["307-13047-09\t400", "-\t390"], "year", [307, UNKNOWN_FIRST]),
    ],
)
def test_the_form_of_times_tells_their_unit(tmp_path, times, unit, read):
    lines = "".join(f"a\tr\tb{number}\t{time}\n" for number, time in enumerate(times))
    graph = read_graph(benchmark_folder(tmp_path / "g", {"train.txt": lines}))
    assert (graph.time_unit, graph.first.tolist()) == (unit, read)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("a\tr\tb\t2014-01-03\na\tr\tb\t2014-02-30\n",
         "train.txt:2: '2014-02-30' is not a time, expected a day as YYYY-MM-DD"),
        ("a\tr\tb\t1994-##-##\na\tr\tb\tsoon\n", "train.txt:2: 'soon' is not a time, expected a year such as 1994, "),
        ("h\tr\tt\tbegin\tend\na\tr\tb\t1990\t1994\n", "train.txt:1: 'begin' is not a time, expected a year such as "
         "1994, 1994-##-## or ####-##-##"),
        ("h\tr\tt\ttime\na\tr\tb\t7\n", "train.txt:1: 'time' is not a time, expected a day as YYYY-MM-DD, or a "
         "whole number of at most 9 digits"),
        ("a\tr\tb\t1990\t1994\na\tr\tb\t1990\t١٩٩٤\n", "train.txt:2: '١٩٩٤' is not a time"),
        ("a\tr\tb\t1990\t1994\na\tr\tb\t1990\t١٩##\n", "train.txt:2: '١٩##' is not a time"),
        ("a\tr\tb\t1990\t1994\na\tr\tb\t1990\n", "train.txt:2: another number of columns than 5, separated by tabs; a "
         "year that is not known is ####-##-##"),
        ("a\tr\tb\t1990\t1994\na\tr\tb\t1990\tlate\n", "train.txt:2: 'late' is not a time"),
        ("a\tr\tlate\t1990\t1994\na\tr\tb\t1990\tlate\n", "train.txt:2: 'late' is not a time"),
        ("a\tr\tb\t1\n\n\na\tr\0\tb\t1\n", "train.txt:4: a NUL byte, expected text, as it is or in a .gz: "
         "columns separated by tabs"),
        ("\0", "train.txt:1: a NUL byte"),
        ("\ufeffa\tr\tb\t1\na\tr\tb\n", "train.txt:2: another number of columns than 4"),
        ("\ufeffa\tr\tb\tlate\n", "train.txt:1: 'late' is not a time"),
        ("a\tr\tb\t1\r\na\tr\tb\tlate\r\n", "train.txt:2: 'late' is not a time"),
        ("\n" * 3 + "a\tr\tb\t1\n" * 70_000 + "a\tr\tb\t\0\n", "train.txt:70004: a NUL byte"),
        ("a\tr\tb\t1\t2\t3\n", "train.txt:1: 6 columns, expected 4 (subject relation object time) or 5 "),
    ],
)  # fmt: skip
def test_the_line_that_is_wrong(tmp_path, lines, message):
    with pytest.raises(InputError, match=re.escape(message)):
        read_graph(benchmark_folder(tmp_path / "g", {"train.txt": lines}))


@pytest.mark.parametrize(("no_end", "unit"), [("1990\t0", "step"), ("2014-01-03\t", "day")])
def test_an_end_after_lines_without_any_is_not_lost(tmp_path, no_end, unit):
    folder = benchmark_folder(tmp_path / "g", {"train.txt": f"a\tr\tb\t{no_end}\n"})
    assert read_graph(folder).time_unit == unit
    (folder / "test.txt").write_text(f"a\tr\tb\t{no_end}\nb\tr\ta\t{no_end.split()[0]}\t1994\n")
    with pytest.raises(InputError, match=r"test.txt:2: '1994' in column 5, of which the first lines have nothing but"):
        read_graph(folder)


@pytest.mark.parametrize(
    "lines", ["a\tr\tb\t1990 AD\t1994\na\tr\tb\t1990\t1994\n", "a\tr\tb\t2014-02-30\na\tr\tb\t2014-02-03\n",
              "a\tr\tb\t1990\tNone\n", "a\tr\tb\t2014-02-03 00:00:00\n"]
)  # fmt: skip
def test_a_wrong_time_in_the_first_line_is_no_header(tmp_path, lines):
    with pytest.raises(InputError, match=r"train\.txt:1: .* is not a time, .*(####-##-##|YYYY-MM-DD|9 digits)$"):
        read_graph(benchmark_folder(tmp_path / "g", {"train.txt": lines}))


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"entity2id": "a\n"}, "entity2id:1: 1 column, expected NAME<tab>ID"),
        ({"entity2id": "2\na\n"}, "entity2id:2: 1 column, expected NAME<tab>ID"),
        ({"entity2id": "2\na\t0\nb\n"}, "entity2id:3: another number of columns than 2, separated by tabs"),
        ({"entity2id": "a\t0\nb\t0\n"}, "entity2id:1: '0' occurs twice"),
        ({"entity2id": "c\t2\t0\na\t0\t1\nb\t0\t1\n"}, "entity2id:2: '0' occurs twice"),
        ({"entity2id": "a\t0\n", "id2entity": "0\ta\n"}, "several files of ids: entity2id, id2entity"),
        ({"entity2id": "a\t0\n"}, "train.txt:1: '1' is not among the ids of entity2id or relation2id"),
        ({"dev.txt": "0\t0\t1\t5\n", "valid.txt": "0\t0\t1\t5\n"}, "several files for 'valid': dev.txt, valid.txt"),
    ],
)
def test_files_beside_the_facts(tmp_path, files, message):
    with pytest.raises(InputError, match=re.escape(message)):
        read_graph(benchmark_folder(tmp_path / "g", {"train.txt": "0\t0\t1\t5\n"} | files))


def test_the_files_that_are_read_are_named_by_their_role(tmp_path):
    folder = benchmark_folder(tmp_path / "g", dict.fromkeys(
        ("x_train.txt", "x_dev.txt", "x_test.txt", "x_entity2id.txt", "id2relation", "notes.txt"), "x"
    ))  # fmt: skip
    assert benchmark_inputs(folder) == {
        "train": folder / "x_train.txt", "valid": folder / "x_dev.txt", "test": folder / "x_test.txt",
        "entity ids": folder / "x_entity2id.txt", "relation ids": folder / "id2relation",
    }  # fmt: skip
    one = folder / "x_test.txt"
    assert benchmark_inputs(one)["train"] == one
    assert graph_inputs(one) == benchmark_inputs(one)
    assert set(benchmark_inputs(one)) == {"train", "entity ids", "relation ids"}


@pytest.mark.parametrize("name", ["valid", "VALID.txt", "x-validation.tsv", "my_val.txt", "dev"])
def test_each_name_of_a_split(tmp_path, name):
    graph = read_graph(benchmark_folder(tmp_path / "g", {"train": "a\tr\tb\t1\n", name: "b\tr\ta\t2\nb\tr\ta\t3\n"}))
    assert graph.splits == {"train": range(1), "valid": range(1, 3)}


def test_a_dataset_of_cron_questions_names_the_graph_in_it(tmp_path):
    (tmp_path / "cq" / "graph").mkdir(parents=True)
    with pytest.raises(InputError, match=r"train.tsv or train; did you mean .*/cq/graph/train\?"):
        read_graph(tmp_path / "cq")


def test_a_folder_without_train_is_named(tmp_path):
    with pytest.raises(InputError, match=r"/g: no file named train.txt, train.tsv or train"):
        read_graph(benchmark_folder(tmp_path / "g", {"retrain.txt": "a\tr\tb\t1\n", "test.txt": "a\tr\tb\t1\n"}))


def test_one_file_is_all_train(tmp_path):
    (tmp_path / "events").write_text("a\tr\tb\t1\nb\tr\ta\t2\n")
    assert read_graph(tmp_path / "events").splits == {"train": range(2)}


def test_tables_of_ours_may_be_compressed(tmp_path):
    table = "subject,relation,object,start,end\nAnn,P39,mayor,1990,1994\n"
    (tmp_path / "facts.csv.gz").write_bytes(gzip.compress(table.encode()))
    graph = read_graph(tmp_path / "facts.csv.gz")
    assert (graph.names[graph.subject[0]], graph.first.tolist(), graph.last.tolist()) == ("Ann", [1990], [1994])
    assert graph_inputs(tmp_path / "facts.csv.gz") == {"facts": tmp_path / "facts.csv.gz"}


def test_no_facts_that_can_be_used(tmp_path):
    left = DropLog()
    with pytest.raises(InputError, match=r"/g: no usable facts; left out: 1 \(no time\)"):
        read_graph(benchmark_folder(tmp_path / "g", {"train.txt": "a\tr\tb\t####\t####\n"}), left)


def test_several_files_of_ids_are_told_with_their_folder(tmp_path):
    files = {"train.txt": "0\t0\t1\t5\n", "entity2id": "a\t0\n", "x_entity2id.txt": "a\t0\n"}
    with pytest.raises(InputError, match=r"/g: several files of ids: entity2id, x_entity2id.txt"):
        read_graph(benchmark_folder(tmp_path / "g", files))

"""A graph is the same from numbers, names, Parquet and JSON Lines, and each fact that is left out is counted."""

import gzip

import pytest
from graph.benchmark_folder import benchmark_folder

from temporal_qa.graph.graph_folder import read_graph
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError

U_FIRST, U_LAST = -(2**31), 2**31 - 1


def facts_of(graph):
    """The facts of each split, in names."""
    entities, relations = graph.entities.to_pylist(), graph.relations.to_pylist()
    rows = zip(*(column.tolist() for column in graph.columns), strict=True)
    named = [(entities[s], relations[r], entities[o], first, last) for s, r, o, first, last in rows]
    return {split: named[facts.start : facts.stop] for split, facts in graph.splits.items()}


EVENTS = {"train.txt": "a\tr\tb\t2014-01-03\nb\tr\ta\t2014-01-01\n", "test.txt": "c\tr\ta\t2014-01-02\n"}
STEPS = {
    "x_train.txt": "7\t0\t8\t48\n8\t0\t7\t0\n", "x_test.txt": "9\t0\t7\t24\n",
    "x_entity2id.txt": "a\t7\nb\t8\nc\t9\n", "x_relation2id.txt": "r\t0\n",
}  # fmt: skip
WITH_A_COUNT = STEPS | {"x_entity2id.txt": "3\na\t7\nb\t8\nc\t9\n"}
OTHER_WAY_ROUND = {name.replace("x_entity2id", "id2entity"): text for name, text in STEPS.items()} | {
    "id2entity.txt": "7\ta\n8\tb\n9\tc\n"
}
FIFTH = STEPS | {"x_train.txt": "7\t0\t8\t48\t0\n8\t0\t7\t0\t0\n", "x_test.txt": "9\t0\t7\t24\t0\n"}


@pytest.mark.parametrize("files", [EVENTS, STEPS, WITH_A_COUNT, OTHER_WAY_ROUND, FIFTH])
def test_points_of_all_splits_share_one_timeline(tmp_path, files):
    graph = read_graph(benchmark_folder(tmp_path / "g", files))
    times = graph.times.tolist()
    assert {split: [(*f[:3], times.index(f[3]), times.index(f[4])) for f in facts]
            for split, facts in facts_of(graph).items()} == {
        "train": [("a", "r", "b", 2, 2), ("b", "r", "a", 0, 0)], "test": [("c", "r", "a", 1, 1)]
    }  # fmt: skip


@pytest.mark.parametrize(
    ("begin", "end", "kept"),
    [
        ("1952-##-##", "1964-11-03", (1952, 1964)),
        ("1952", "####-##-##", (1952, U_LAST)),
        ("####-##-##", "1964", (U_FIRST, 1964)),
        ("-44-03-15", "-44-##-##", (-43, -43)),
        ("-1-##-##", "1-##-##", (0, 1)),
        ("-44", "-43", (-44, -43)),
        ("-5000", "2100", (-5000, 2100)),
        ("19##-##-##", "1964", "a time that is coarser than a year"),
        ("####-##-##", "####-##-##", "no time"),
        ("1964", "1952", "an end before the start"),
        ("1952", "9500", "a year before -5000 or after 2100"),
        ("-5001", "####", "a year before -5000 or after 2100"),
    ],
)
def test_a_fact_of_years_is_kept_or_counted_by_its_reason(tmp_path, begin, end, kept):
    drops = DropLog()
    lines = f"a\tr\tb\t1900\t1900\nc\tr\tb\t{begin}\t{end}\n"
    facts = facts_of(read_graph(benchmark_folder(tmp_path / "g", {"train.txt": lines}), drops))["train"][1:]
    if isinstance(kept, tuple):
        assert (facts, dict(drops)) == ([("c", "r", "b", *kept)], {})
    else:
        assert (facts, dict(drops)) == ([], {kept: 1})


def test_a_fact_stated_again_in_its_split_is_left_out(tmp_path):
    drops = DropLog()
    one, two = "a\tr\tb\t1\n", "a\tr\tb\t2\n"
    graph = read_graph(
        benchmark_folder(tmp_path / "g", {"train.txt": one + two + one + one, "test.txt": two + two}), drops
    )
    assert facts_of(graph) == {"train": [("a", "r", "b", 1, 1), ("a", "r", "b", 2, 2)], "test": [("a", "r", "b", 2, 2)]}
    assert drops == {"a fact stated again in its split": 3}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"train.txt": "a\tr\tb\n"}, "train.txt:1: 3 columns, expected 4 .* or 5"),
        ({"train.txt": "a\tr\tb\t1\n\na\tr\tb\n"}, "train.txt:3: another number of columns than 4"),
        ({"train.txt": "a r b 1\n"}, "train.txt:1: 1 column, expected 4"),
        ({"train.txt": "a\tr\tb\t1\na\tr\tb\t1234567890\n"}, "train.txt:2: .* a whole number of at most 9 digits"),
        (
            {"train.txt": "a\tr\tb\tsoon\n"},
            "train.txt:1: 'soon' is not a time, expected a day as YYYY-MM-DD, or a whole number",
        ),
        ({"train.txt": "a\tr\tb\t1\n\tr\tb\t1\n"}, "train.txt:2: an empty name"),
        ({"train.txt": "a\tr\tb\t1\na\tr\0\tb\t1\n"}, "train.txt:2: a NUL byte"),
        ({"train.txt": ""}, "train.txt: the file is empty"),
        ({"test.txt": "a\tr\tb\t1\n"}, "no file named train"),
        ({"train.txt": "a\tr\tb\t1\n", "x_train.tsv": "a\tr\tb\t1\n"}, "several files for 'train'"),
        (STEPS | {"x_test.txt": "9\t0\t7\t24\n99\t0\t7\t24\n"}, "x_test.txt:2: '99' is not among the ids"),
        (STEPS | {"x_entity2id.txt": "a\t7\nb\t7\nc\t9\n"}, "x_entity2id.txt:.*: '7' occurs twice"),
        ({"train.txt": "a\tr\tb\t1964\t1952\n"}, r"no usable facts; left out: 1 \(an end before the start\)"),
    ],
)
def test_bad_files_are_told(tmp_path, files, message):
    with pytest.raises(InputError, match=message):
        read_graph(benchmark_folder(tmp_path / "g", files))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x80\x04\x95\x10\x00", "NUL byte"),  # a pickle
        (b"a\tr\tb\t1\na\tr\t\xff\t1\n", ":2: not UTF-8"),
    ],
)
def test_a_file_that_is_no_text_is_told(tmp_path, content, message):
    (tmp_path / "facts.txt").write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_graph(tmp_path / "facts.txt")


@pytest.mark.parametrize("spoilt", ["train.txt.gz", "test.txt.gz", "entity2id.txt.gz"])
@pytest.mark.parametrize("spoil", [lambda archive: archive[:-20], lambda archive: b"text", lambda archive: b""])
def test_a_damaged_archive_is_one_line(tmp_path, spoilt, spoil):
    texts = {"train.txt.gz": "0\t0\t1\t48\n", "test.txt.gz": "1\t0\t0\t24\n", "entity2id.txt.gz": "a\t0\nb\t1\n"}
    for name, text in texts.items():
        (tmp_path / name).write_bytes(gzip.compress(text.encode()))
    assert len(read_graph(tmp_path)) == 2
    (tmp_path / spoilt).write_bytes(spoil((tmp_path / spoilt).read_bytes()))
    with pytest.raises(InputError, match=f"{spoilt}: (cannot be read past line 0: |the file is empty)"):
        read_graph(tmp_path)

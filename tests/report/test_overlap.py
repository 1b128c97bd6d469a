"""The overlap of two datasets, against counts by hand."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from temporal_qa.io.errors import InputError
from temporal_qa.report import overlap as overlap_module
from temporal_qa.report.overlap import dataset_files, overlap


def write(path, rows, row_group_size=2):
    """Rows of question, answers, and facts as (subject, object); three of five columns of a fact are enough."""
    columns = {
        "id": [str(n) for n in range(len(rows))],
        "question": [question for question, _, _ in rows],
        "answers": [list(answers) for _, answers, _ in rows],
        "facts": [[{"subject": s, "relation": "P54", "object": o} for s, o in facts] for _, _, facts in rows],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path, row_group_size=row_group_size)
    return path


ONE = [
    ("Who?", ["Ann"], [("IBM", "Ann"), ("IBM", "Bob")]),
    ("Where?", ["Ulm", "Bonn"], [("Ann", "Ulm"), ("Ann", "Bonn")]),
    ("Who?", ["Ann"], [("IBM", "Ann")]),
]
OTHER = [
    ("Who?", ["Bob"], [("SAP", "Bob")]),
    ("where?", ["Bonn"], [("Ann", "Bonn"), ("Ann", "Bonn")]),
    ("When?", ["Ulm "], [("Ä", "Ulm ")]),
]


def counts(here, other, shared):
    return {"here": here, "other": other, "shared": shared}


EXPECTED = {
    "questions": counts(2, 3, 1),  # Who?
    "names": counts(5, 6, 3),  # IBM Ann Bob Ulm Bonn, SAP Bob Ann Bonn Ä "Ulm "
    "answers": counts(3, 3, 1),  # Ann Ulm Bonn, Bob Bonn "Ulm "
}


def test_distinct_texts_are_counted_once_and_compared_exactly(tmp_path):
    one, other = write(tmp_path / "one.parquet", ONE), write(tmp_path / "other.parquet", OTHER)
    assert overlap(one, other) == EXPECTED
    assert overlap(other, one) == {name: counts(o["other"], o["here"], o["shared"]) for name, o in EXPECTED.items()}
    assert overlap(one, one) == {name: counts(o["here"], o["here"], o["here"]) for name, o in EXPECTED.items()}


def test_a_folder_is_all_of_its_files(tmp_path):
    one = write(tmp_path / "one" / "reason_qa" / "train-00000-of-00002.parquet", ONE[:1]).parents[1]
    write(one / "reason_qa" / "train-00001-of-00002.parquet", ONE[1:])
    (one / "README.md").write_text("a card")
    (one / "reason_qa" / "notes.txt").write_text("no data")
    other = write(tmp_path / "other" / "reason_qa" / "train-00000-of-00001.parquet", OTHER).parents[1]
    assert [path.name[:11] for path in dataset_files(one)] == ["train-00000", "train-00001"]
    assert overlap(one, other) == overlap(one, other / "reason_qa" / "train-00000-of-00001.parquet") == EXPECTED


ROWS = st.lists(
    st.tuples(
        st.text(max_size=2), st.lists(st.sampled_from("abc"), max_size=2),
        st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("cd")), min_size=1, max_size=2),
    ),
    min_size=1, max_size=5,
)  # fmt: skip


@given(ROWS, ROWS, st.integers(1, 3))
@settings(max_examples=40)
def test_counts_are_those_of_sets(tmp_path_factory, some, others, row_group_size):
    folder = tmp_path_factory.mktemp("made")
    paths = [write(folder / f"{n}.parquet", rows, row_group_size) for n, rows in enumerate((some, others))]

    def sets(rows):
        return {
            "questions": {question for question, _, _ in rows},
            "names": {name for _, _, facts in rows for fact in facts for name in fact},
            "answers": {answer for _, answers, _ in rows for answer in answers},
        }

    one, two = sets(some), sets(others)
    assert overlap(*paths) == {name: counts(len(one[name]), len(two[name]), len(one[name] & two[name])) for name in one}


def test_memory_holds_only_the_distinct_texts_and_none_is_lost(tmp_path, monkeypatch):
    """More batches than are kept apart: 200 of one row each."""
    rows = [(f"Q{n % 150}", [f"A{n}"], [("S", f"O{n % 7}")]) for n in range(200)]
    path = write(tmp_path / "many.parquet", rows)
    plain = pq.ParquetFile.iter_batches
    monkeypatch.setattr(pq.ParquetFile, "iter_batches", lambda self, size, **how: plain(self, 1, **how))
    assert overlap(path, path) == {
        "questions": counts(150, 150, 150), "names": counts(8, 8, 8), "answers": counts(200, 200, 200)
    }  # fmt: skip
    assert len(list(overlap_module._hashes_by_batch(path))) == 200


def table(**columns):
    usual = {"question": ["Who?"], "answers": [["Ann"]], "facts": [[{"subject": "IBM", "object": "Ann"}]]}
    return pa.table(usual | columns)


@pytest.mark.parametrize(
    "made",
    [
        table().drop_columns(["question"]), table().drop_columns(["facts"]), table().drop_columns(["answers"]),
        pa.table({"question": pa.array([], pa.string())}),
        table(facts=["IBM"]), table(facts=[["IBM"]]), table(facts=[[{"subject": "IBM"}]]), table(answers=["Ann"]),
    ],
    ids=["no question", "no facts", "no answers", "no row", "facts text", "facts texts", "no object", "answers text"],
)  # fmt: skip
def test_the_error_of_a_file_without_the_columns_is_one_line(tmp_path, made):
    good, bad = write(tmp_path / "good.parquet", ONE), tmp_path / "bad.parquet"
    pq.write_table(made, bad)
    for pair in ((good, bad), (bad, good)):
        with pytest.raises(InputError, match=r"bad\.parquet: cannot be read as .* expected columns") as raised:
            overlap(*pair)
        assert str(raised.value) == (
            f"{bad}: cannot be read as a dataset of questions, expected columns question (text), answers (a list of "
            "texts) and facts (a list of subject and object)"
        )


@pytest.mark.parametrize(
    "made", [table(question=[7]), table(answers=[[7]]), table(facts=[[{"subject": 1, "object": 2}]])],
    ids=["question", "answer", "names"],
)  # fmt: skip
def test_the_error_of_numbers_for_texts_is_one_line(tmp_path, made):
    pq.write_table(made, tmp_path / "bad.parquet")
    with pytest.raises(InputError, match=r"bad\.parquet: cannot be read as .* expected columns"):
        overlap(tmp_path / "bad.parquet", tmp_path / "bad.parquet")


def test_missing_values_are_not_counted(tmp_path):
    pq.write_table(table(question=pa.array([None], pa.string())), tmp_path / "lacking.parquet")
    assert overlap(tmp_path / "lacking.parquet", tmp_path / "lacking.parquet")["questions"] == counts(0, 0, 0)


def test_a_dataset_without_rows_shares_nothing(tmp_path):
    pq.write_table(table().slice(0, 0), tmp_path / "empty.parquet")
    good = write(tmp_path / "good.parquet", ONE)
    shared = overlap(good, tmp_path / "empty.parquet")
    assert {(o["other"], o["shared"]) for o in shared.values()} == {(0, 0)}


@pytest.mark.parametrize("raw", [b"", b"PAR1", b"no Parquet", b"\0" * 1000], ids=["empty", "magic", "text", "zeros"])
def test_the_error_of_a_damaged_file_is_one_line(tmp_path, raw):
    (tmp_path / "bad.parquet").write_bytes(raw)
    with pytest.raises(InputError, match=r"bad\.parquet: cannot be read as") as raised:
        overlap(tmp_path / "bad.parquet", tmp_path / "bad.parquet")
    assert "\n" not in str(raised.value)


def test_the_error_of_text_that_is_not_utf_8_is_one_line(tmp_path):
    table = pq.read_table(write(tmp_path / "bad.parquet", ONE))
    letters = pa.Array.from_buffers(pa.string(), len(table), pa.array([b"\xff"] * len(table)).buffers())
    pq.write_table(table.set_column(1, "question", letters), tmp_path / "bad.parquet")
    with pytest.raises(InputError, match=r"bad\.parquet: cannot be read as .*: 'utf-8' codec can't decode"):
        overlap(tmp_path / "bad.parquet", tmp_path / "bad.parquet")


@pytest.mark.parametrize("name", ["nowhere", "empty", "flat", "rows.jsonl"])
def test_a_place_without_a_dataset_is_refused_before_anything_is_read(tmp_path, name):
    (tmp_path / "rows.jsonl").write_text("{}")
    (tmp_path / "empty").mkdir()
    write(tmp_path / "flat" / "train.parquet", ONE)  # not in the folder of a config
    with pytest.raises(InputError, match=rf"{name}: no Parquet files, expected a folder that temporal-qa build made"):
        dataset_files(tmp_path / name)

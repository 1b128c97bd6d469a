"""``temporal-qa build pseudo-pit``: its output, its files, and one line for bad input."""

import gzip
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from figures_of_rows import dataset_statistics
from temporal_qa import command_line
from temporal_qa.fiction import options
from temporal_qa.fiction.world import invent_groups
from temporal_qa.report.question_counts import COMPLEX_TR
from temporal_qa.timeline.fact_files import write_facts

COMMAND = Path(sys.executable).parent / "temporal-qa"
SHARD = "reason_qa/train-00000-of-00001.parquet"


@pytest.fixture(scope="module", autouse=True)
def small_figures():
    """Fewer groups to count for resampling and to measure for the card: both are slow otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(options, "TRAINING_GROUPS", 50)
        patch.setattr("temporal_qa.fiction.group_statistics.MEASURED_GROUPS", 20)
        yield


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs the command in this process and returns what it prints, after a check of its exit status."""

    def build(*arguments, status=0):
        monkeypatch.setattr(sys, "argv", ["temporal-qa", "build", "pseudo-pit", *map(str, arguments)])
        monkeypatch.setenv("COLUMNS", "200")
        handler = signal.getsignal(signal.SIGTERM)
        try:
            with pytest.raises(SystemExit) as ended:
                command_line.main()
        finally:
            signal.signal(signal.SIGTERM, handler)
        printed = capsys.readouterr()
        assert (ended.value.code or 0) == status, printed.err
        return printed.err if status else printed.out

    return build


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def facts(tmp_path_factory):
    path = tmp_path_factory.mktemp("facts") / "facts.jsonl"
    write_facts(path, [fact for group in invent_groups(30, seed=3) for fact in group.facts])
    return path


def rows_of(folder):
    return [row for path in sorted(folder.glob("reason_qa/*")) for row in pq.read_table(path).to_pylist()]


def test_it_prints_where_and_how_many(run, folder):
    printed = run("--invent", "--questions", 1_200, "--seed", 4, "--out", "made", "--no-resample")
    assert printed.startswith("wrote made: 1,200 questions\n")
    assert str(Path("made/build.json")) in printed
    assert "| statistic " in printed
    assert "Complex-TR Pseudo" in printed
    assert len(rows_of(folder / "made")) == 1_200


def test_it_prints_one_json_object(run, folder):
    printed = json.loads(run("--invent", "--questions", 30, "--out", "made", "--json"))
    assert (printed["out"], printed["config"], printed["counts"]) == ("made", "reason_qa", {"train": 30})
    assert printed["drops"] == json.loads(Path("made/build.json").read_text())["drops"]
    table = printed["table_3"]["this"]
    figures = dataset_statistics(rows_of(folder / "made"))
    assert table["ours"].pop("time_coverage") == figures.pop("time_coverage")
    assert table["ours"] == pytest.approx(figures)
    assert table["complex_tr"] == COMPLEX_TR["Pseudo"]


def test_the_same_seed_gives_the_same_bytes_and_another_gives_other_questions(run, folder):
    for name, seed, workers in (("a", 1, 1), ("b", 1, 2), ("c", 2, 1)):
        run("--invent", "--questions", 40, "--seed", seed, "--workers", workers, "--out", name, "--no-resample")
    for file in ("README.md", "build.json", SHARD):
        assert Path("a", file).read_bytes() == Path("b", file).read_bytes() != Path("c", file).read_bytes()


def test_switches_reach_the_record(run, folder, facts):
    Path("labels.txt.gz").write_bytes(gzip.compress(b"Ann Onymous\n"))
    run("--facts", facts, "--questions", 30, "--out", "a", "--no-fiction", "--no-resample", "--as-of", "2023-03")
    run("--facts", facts, "--questions", 30, "--out", "b", "--training", f"a/{SHARD}", "--real-labels", "labels.txt.gz")
    one, other = (json.loads(Path(name, "build.json").read_text()) for name in "ab")
    assert (one["fiction"], one["resample"], one["as_of"]) == (False, False, "2023-03")
    assert (other["fiction"], other["resample"], other["as_of"]) == (True, True, None)
    assert other["inputs"].keys() == {"facts", "training", "real_labels"}
    assert other["inputs"]["real_labels"]["file"] == "labels.txt.gz"
    assert set(one["keep"].values()) == {1.0} != set(other["keep"].values())


def test_bad_lines_stop_it_or_are_skipped_and_counted(run, folder, facts, capsys):
    Path("bad.jsonl").write_text(facts.read_text() + 'nonsense\n{"subject": "Ann"}\n')
    number = len(facts.read_text().splitlines())
    printed = run("--facts", "bad.jsonl", "--questions", 20, "--out", "made", status=2)
    assert printed.startswith(f"temporal-qa: bad.jsonl:{number + 1}: not valid JSON")
    assert sorted(path.name for path in folder.iterdir()) == ["bad.jsonl"]
    run("--facts", "bad.jsonl", "--questions", 20, "--out", "made", "--skip-bad", "--no-resample")
    assert json.loads(Path("made/build.json").read_text())["drops"]["a bad row"] == 2


def test_an_existing_folder_is_replaced_only_when_asked(run, folder):
    small = ("--invent", "--questions", 20, "--no-resample", "--out")
    run(*small, "made", "--seed", 1)
    before = Path("made", SHARD).read_bytes()
    assert "choose another, or pass --overwrite" in run(*small, "made", "--seed", 2, status=2)
    assert Path("made", SHARD).read_bytes() == before
    run(*small, "made", "--seed", 2, "--overwrite")
    assert Path("made", SHARD).read_bytes() != before
    assert [path.name for path in folder.iterdir()] == ["made"]


NO_FILE, FACTS = "nowhere.jsonl", "facts.jsonl"


def test_the_split_has_the_name_that_is_asked_for_and_the_same_questions(run, folder):
    for split in ("train", "test"):
        run("--invent", "--no-resample", "--questions", 20, "--out", split, "--split", split)
    shards = [Path(f"{split}/reason_qa/{split}-00000-of-00001.parquet").read_bytes() for split in ("train", "test")]
    assert shards[0] == shards[1]
    record = json.loads(Path("test/build.json").read_bytes())
    assert (record["counts"], record["split"]) == ({"reason_qa": {"test": 20}}, "test")
    assert "split" not in json.loads(Path("train/build.json").read_bytes())
    card = Path("test/README.md").read_text()
    assert 'load_dataset("PATH_OR_REPO", "reason_qa", split="test")' in card
    assert "--seed 0 --out DIR --no-resample --split test" in card
    for split in ("a-b", "", "all"):
        told = run("--invent", "--split", split, "--out", "x", status=2)
        assert f"--split is {split!r}, expected letters, digits and _, such as test" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "expected either --facts FILE or --invent"),
        (["--invent", "--facts", FACTS], "expected either --facts FILE or --invent"),
        (["--invent", "--no-fiction"], "--no-fiction keeps the names of real facts, expected --facts FILE with it"),
        (["--facts", FACTS, "--no-fiction", "--real-labels", "l.txt"], "--real-labels is for fictional names"),
        (["--invent", "--no-resample", "--training", "t.jsonl"], "--training is what resampling counts"),
        (["--invent", "--no-resample", "--as-published"], "--as-published has no effect with --no-resample"),
        (["--invent", "--as-of", "soon"], "--as-of: not a date: 'soon', expected YYYY, YYYY-MM or YYYY-MM-DD"),
        (["--invent", "--training", NO_FILE], "nowhere.jsonl: no such file"),
        (["--invent", "--real-labels", NO_FILE], "nowhere.jsonl: no such file"),
        (["--facts", NO_FILE], "nowhere.jsonl: no such file"),
        (["--facts", "."], ".: is a folder, expected a file"),
        (["--facts", "l.txt"], "l.txt: unknown kind of file, expected .jsonl, .csv (both also .gz) or .parquet"),
        (["--facts", "none.jsonl"], "none.jsonl: no subject with two facts or more of a known relation (P54, P39"),
        (
            ["--invent", "--training", "t.jsonl"],
            "t.jsonl:2: reference_date is 'soon', expected a month such as 2007-06",
        ),
        (
            ["--invent", "--no-resample", "--real-labels", "latin1.txt"],
            "latin1.txt:2: is not UTF-8, expected one label",
        ),
        (["--invent", "--no-resample", "--real-labels", "broken.gz"], "broken.gz: cannot be read past line 0"),
        (["--invent", "--no-resample", "--out", "l.txt"], "l.txt: exists and is not a folder, expected a new folder"),
        (["--invent", "--no-resample", "--out", "l.txt/in"], "cannot be written: "),
        (["--invent", "--no-resample", "--out", "."], "the folder exists and is not empty"),
        (["--invent", "--no-resample", "--out", ".", "--overwrite"], "it holds no build.json of ours"),
    ],
)
def test_bad_input_gets_one_line_and_status_2_and_leaves_nothing(run, folder, arguments, message):
    Path("facts.jsonl").write_text(
        '{"subject": "A", "relation": "P40", "object": "B", "start": "1990", "end": "1991"}\n'
    )
    Path("none.jsonl").write_text("")
    Path("l.txt").write_text("Ann\n")
    Path("t.jsonl").write_text('{"reference_date": "1990-01"}\n{"reference_date": "soon"}\n')
    Path("latin1.txt").write_bytes("Ann\nJörg\n".encode("latin-1"))
    Path("broken.gz").write_bytes(b"\x1f\x8b\x08 broken")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    out = [] if "--out" in arguments else ["--out", "made"]
    printed = run("--questions", 20, *arguments, *out, status=2)
    assert printed.startswith("temporal-qa: ")
    assert message in printed
    assert printed.count("\n") == 1
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("option", "value"),
    [("--questions", "0"), ("--questions", "-1"), ("--questions", "many"), ("--seed", "-1"), ("--seed", str(2**63)),
     ("--workers", "0")],
)  # fmt: skip
def test_numbers_are_bounded(run, folder, option, value):
    printed = run("--invent", "--out", "made", option, value, status=2)
    assert f"Invalid value for '{option}'" in printed
    assert list(folder.iterdir()) == []


def test_a_terminated_build_leaves_nothing_half_written(tmp_path):
    """Terminates a process that writes the only shard."""
    arguments = [COMMAND, "build", "pseudo-pit", "--invent", "--no-resample", "--questions", "3000", "--out", "made"]
    with subprocess.Popen(arguments, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        half_written = tmp_path / ".made.unfinished" / "folder" / "reason_qa"
        while process.poll() is None and not list(half_written.glob(".train-*")):
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=300)
    assert process.returncode == 143
    assert errors.startswith(b"temporal-qa: terminated; ")
    assert errors.count(b"\n") == 1
    assert list(tmp_path.iterdir()) == []  # no shard was whole

"""The command ``temporal-qa mine``: its output, its files, and one line for bad input."""

import gzip
import json
import subprocess
import sys

import fsspec
import orjson
import pytest

from places import ROOT
from run_command import COMMANDS, run_command
from temporal_qa.wikidata.mine import LANGUAGES
from temporal_qa.wikidata.statements import NOT_YET

for name in ("duckdb", "indexed_bzip2", "isal", "msgspec", "stringzilla"):
    pytest.importorskip(name, reason="mining needs the extra mine")

DATA = ROOT.parent / "shared" / "data" / "wikidata"
GREGORIAN = "http://www.wikidata.org/entity/Q1985727"


def run(*arguments, cwd, status=0):
    return run_command(*arguments, cwd=cwd, status=status)


def player(number, label):
    statements = []
    for team, first, last in ((1, 1990, 1995), (2, 1995, 2000), (3, 2000, 2004)):
        times = {"P580": first + number % 9, "P582": last + number % 9}
        qualifiers = {
            name: [{"snaktype": "value", "datavalue": {"value": {
                "time": f"+{year}-00-00T00:00:00Z", "precision": 9, "calendarmodel": GREGORIAN}}}]
            for name, year in times.items()
        }  # fmt: skip
        value = {"type": "wikibase-entityid", "value": {"entity-type": "item", "id": f"Q{team}"}}
        statements.append({"mainsnak": {"snaktype": "value", "datavalue": value}, "qualifiers": qualifiers})
    return item(number, label) | {"claims": {"P54": statements}}


def item(number, label):
    return {"type": "item", "id": f"Q{number}", "labels": {"en": {"language": "en", "value": label}}, "claims": {}}


def dump_of(players):
    entities = [item(n, f"Team {n}") for n in (1, 2, 3)] + [player(10 + n, f"Player {n}") for n in range(players)]
    return b"[\n" + b",\n".join(map(orjson.dumps, entities)) + b"\n]\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "wikidata-20230102-all.json.gz").write_bytes(gzip.compress(dump_of(12)))
    return tmp_path


def test_from_a_dump_to_a_dataset(folder):
    output = run("mine", "wikidata-20230102-all.json.gz", "--out", "facts.parquet", cwd=folder)
    assert output.stdout.splitlines() == [
        "wrote facts.parquet: 36 facts, as of 2023-01-02",
        "  15 items, 36 statements of the relations read",
        "  nothing left out",
    ]
    run("build", "complex-tr", "--facts", "facts.parquet", "--out", "made", cwd=folder)
    assert (folder / "made" / "reason_qa" / "train-00000-of-00001.parquet").exists()


def test_lives_come_in_a_second_file(folder):
    born = {"mainsnak": player(1, "")["claims"]["P54"][0]["qualifiers"]["P580"][0]}
    people = [
        player(50, "Ann") | {"claims": {"P569": [born], "P570": [born]}},
        item(51, "Bob") | {"claims": {"P569": [born, born | {"rank": "deprecated"}]}},
        item(52, "Eve") | {"claims": {"P569": [born | {"rank": "deprecated"}]}},
    ]
    (folder / "people-20230102.json").write_bytes(b"\n".join(map(orjson.dumps, people)))
    dumps = "wikidata-20230102-all.json.gz", "people-20230102.json"
    output = run("mine", *dumps, "--out", "f.parquet", "--lives", "l.parquet", cwd=folder)
    assert output.stdout.splitlines()[3:] == [
        "wrote l.parquet: 2 lives, 1 with start and end",
        "  2 lives read, 1 with start and end, 0 of them to the day",
        "  left out, by reason, see f.drops.json:",
        "    1  birth: deprecated",
        "    1  life: no usable date",
    ]
    assert json.loads((folder / "f.drops.json").read_bytes())["lives"]["written"] == 2
    again = run("mine", *dumps, "--out", "g.parquet", "--lives", "l.parquet", cwd=folder, status=2)
    assert "l.parquet: the file exists" in again.stderr
    assert not (folder / "g.parquet").exists()


def test_reasons_of_what_was_left_out_come_with_their_numbers(folder):
    dump = "wikidata-20230102-all.json.gz"
    printed = run("mine", dump, "--out", "f.parquet", "--as-of", "2000-01", cwd=folder).stdout.splitlines()
    drops = json.loads((folder / "f.drops.json").read_bytes())["drops"]
    assert printed[2:] == ["  left out, by reason, see f.drops.json:", f"    {drops[NOT_YET]}  {NOT_YET}"]


def test_a_dump_without_facts_is_told_with_the_reasons_and_leaves_nothing(folder):
    properties = [item(n, "a property") | {"type": "property", "id": f"P{n}"} for n in range(1, 47)]
    (folder / "old.json").write_bytes(b"\n".join(map(orjson.dumps, [*properties, item(1, "Q")])))
    before = sorted(folder.iterdir())
    told = run("mine", "old.json", "--as-of", "2015", "--relations", "P54", "--out", "f.parquet", cwd=folder, status=2)
    assert told.stderr == (
        "temporal-qa: old.json: no facts found; items: 1, statements of P54: 0; left out: other entities (properties, "
        "lexemes) (46); items without P580, P582 and P585, whose statements were not read (1)\n"
    )
    assert sorted(folder.iterdir()) == before


def test_options_and_json(folder):
    arguments = (
        "mine",
        "wikidata-20230102-all.json.gz",
        "--out",
        "facts.parquet",
        "--relations",
        "P39, P54,P54",
        "--overwrite",
    )
    arguments += ("--as-of", "1998-06", "--languages", "de", "--languages", "en", "--workers", "2", "--json")
    report = json.loads(run(*arguments, cwd=folder).stdout)
    assert (report["relations"], report["languages"], report["as_of"]) == (["P39", "P54"], ["de", "en"], "1998-06")
    assert report["drops"] == {"starts after as_of": report["statements"] - report["facts"]}
    assert report["out"] == "facts.parquet"


def test_the_step_on_its_own_does_the_same(folder):
    def step(dump):
        script = ROOT / "generation" / "mine_wikidata.py"
        command = [sys.executable, script, dump, "--out", "two.parquet", "--overwrite"]
        return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")

    run("mine", "wikidata-20230102-all.json.gz", "--out", "one.parquet", cwd=folder)
    assert step("wikidata-20230102-all.json.gz").returncode == 0
    assert (folder / "one.parquet").read_bytes() == (folder / "two.parquet").read_bytes()
    finished = step("missing.json")
    assert (finished.returncode, finished.stderr) == (2, "temporal-qa: missing.json: no such file\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("missing.json", "--out", "f.parquet"), "missing.json: no such file"),
        (("{dump}", "--out", "f.jsonl"), "f.jsonl: expected a name that ends in .parquet"),
        (("{dump}", "--out", "f.parquet", "--relations", "54"), "--relations: '54' is not a valid name"),
        (("{dump}", "--out", "f.parquet", "--relations", ","), "--relations: ',' is not a valid name"),
        (("{dump}", "--out", "f.parquet", "--languages", "English"), "--languages: 'English' is not a valid name"),
        (("{dump}", "--out", "f.parquet", "--as-of", "2023/01"), "--as-of: not a date"),
        (("cut.json.gz", "--out", "f.parquet"), "cut.json.gz:1: the archive is truncated or damaged"),
        (("latest.json", "--out", "f.parquet"), "the names of the dumps do not give one date (latest.json: none)"),
        (("{dump}", "--out", "f.parquet", "--lives", "l.jsonl"), "l.jsonl: expected a name that ends in .parquet"),
        (("{dump}", "--out", "f.parquet", "--lives", "./f.parquet"), "f.parquet: facts and lives go to the same file"),
        (("{dump}", "--out", "."), "is a folder or a device, expected a file to write"),
        (("{dump}", "--out", "folder.parquet"), "is a folder or a device, expected a file to write"),
    ],
)
def test_bad_input_gets_one_line(folder, arguments, message):
    packed = (folder / "wikidata-20230102-all.json.gz").read_bytes()
    (folder / "cut.json.gz").write_bytes(packed[:200])
    (folder / "latest.json").write_bytes(dump_of(1))
    (folder / "folder.parquet").mkdir()
    if arguments[0] == "cut.json.gz":
        arguments += ("--as-of", "2023")
    before = sorted(folder.iterdir())
    arguments = [argument.format(dump="wikidata-20230102-all.json.gz") for argument in arguments]
    error = run("mine", *arguments, cwd=folder, status=2).stderr
    assert message in error
    assert error.count("\n") == 1
    assert sorted(folder.iterdir()) == before


def test_the_help_names_the_languages_that_the_library_has():
    help_of = {each.name: each.help for each in COMMANDS["mine"].params}
    assert f"Default: {', '.join(LANGUAGES)}." in help_of["languages"]


@pytest.mark.skipif(not DATA.exists(), reason=f"no samples of dumps at {DATA}")
def test_real_dumps_become_a_dataset(tmp_path):
    dumps = (DATA / "sample_items.json.bz2", DATA / "short_stream.ndjson.bz2")
    output = run("mine", *dumps, "--as-of", "2019-04-03", "--out", "facts.parquet", cwd=tmp_path, status=2)
    assert "; left out: items without P580, P582 and P585, whose statements were not read (556); " in output.stderr
    assert "; object: no label in the languages (280); " in output.stderr
    assert "; --ids-as-names keeps facts without labels" in output.stderr
    assert not list(tmp_path.iterdir())
    run("mine", *dumps, "--as-of", "2019-04-03", "--out", "facts.parquet", "--ids-as-names", cwd=tmp_path)
    run("build", "complex-tr", "--facts", "facts.parquet", "--out", "made", cwd=tmp_path)
    assert (tmp_path / "made" / "reason_qa" / "test-00000-of-00001.parquet").exists()


def test_urls_of_dumps_and_of_all_that_is_written(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    store = fsspec.filesystem("memory")
    store.pipe_file("/dumps/wikidata-20230102-all.json.gz", gzip.compress(dump_of(12)))
    output = run("mine", "memory://dumps/*.json.gz", "--out", "memory://mined/facts.parquet", "--lives",
                 "memory://lives/all.parquet", "--workers", 1, cwd=tmp_path).stdout  # fmt: skip
    assert output.startswith("wrote memory://mined/facts.parquet: 36 facts, as of 2023-01-02")
    assert "wrote memory://lives/all.parquet: 0 lives" in output
    assert store.find("/mined") == ["/mined/facts.drops.json", "/mined/facts.parquet"]
    assert store.find("/lives") == ["/lives/all.parquet"]

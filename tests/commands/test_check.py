"""The command ``temporal-qa check``: its table, its JSON, its file, and one line for what cannot be read."""

import json

import pytest

from run_command import run_command as run

FACTS = """subject;relation;object;start;end
Ann;educated at;MIT;1990;1994
Ann;educated at;MIT;1990;1995
Ann;eats;Soup;1990;1995
Ann;eats;Bread;1990;1995
Ann;eats;Rice;1990;1995
Ann;eats;Beans;1990;1995
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "facts.csv").write_text(FACTS)
    return tmp_path


def test_the_table_says_what_a_build_does_and_shows_the_first_lines(folder):
    told = run("check", "facts.csv", cwd=folder).stdout
    assert told.startswith(
        "facts.csv: 6 rows; a build can use 2 facts of 1 subject; build complex-tr needs at least 4 subjects\n"
        "  educated at 2\n"
        "  6 ends given as a year, which stands for its January\n\n"
        "| found                               | times | what a build does "
    )
    assert '|     4 | left out as "fact of a relation that has no wordings" ' in told
    assert "  line 6: 'eats' is not in generation/relations.yaml\n  ... 1 more; --out FILE.jsonl lists all\n" in told
    assert told.endswith("\n  lines 2 and 3: Ann, educated at: MIT, 1990 to 1994; 1990 to 1995\n")


def test_ends_that_the_date_of_the_source_stands_for_are_counted(folder):
    (folder / "facts.csv").write_text(FACTS.replace(";end", ";end_time"))
    told = run("check", "facts.csv", "--as-of", "2024", cwd=folder).stdout
    assert told.startswith("facts.csv: 6 rows, 6 ended by --as-of; a build can use ")
    assert "given as a year" not in told


def test_json_and_out_hold_every_finding(folder):
    report = json.loads(run("check", "facts.csv", "--json", "--out", "found.jsonl", cwd=folder).stdout)
    assert report["counts"] == {"unknown_relation": 4, "contradiction": 1}
    assert [finding["lines"] for finding in report["findings"]] == [[4], [5], [6], [7], [2, 3]]
    assert report["findings"][0]["in_a_build"] == 'left out as "fact of a relation that has no wordings"'
    assert (report["rows"], report["usable_facts"], report["usable_subjects"]) == (6, 2, 1)
    assert list(map(json.loads, (folder / "found.jsonl").read_text().splitlines())) == report["findings"]


def test_controls_in_names_are_written_out(folder):
    (folder / "facts.csv").write_text(FACTS.replace("MIT", "M\u202eIT"))
    told = run("check", "facts.csv", cwd=folder).stdout
    assert "Ann, educated at: M\\u202eIT, 1990 to 1994; 1990 to 1995" in told


def test_facts_without_doubts(folder):
    (folder / "good.csv").write_text(FACTS.replace("MIT;1990;1995", "ETH;1990;1995").split("Ann;eats")[0])
    assert run("check", "good.csv", cwd=folder).stdout.endswith("\nnothing doubtful found\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.csv"], "missing.csv: no such file"),
        (["facts.tsv"], "(both also .gz) or .parquet; temporal-qa import graph reads benchmark files"),
        (["facts.txt"], "facts.txt: unknown kind of file, expected .jsonl, .csv (both also .gz) or .parquet"),
        (["facts.csv", "--out", "found.csv"], "found.csv: expected a name that ends in .jsonl, "),
        (["facts.csv", "--as-of", "soon"], "--as-of: not a date"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(folder, arguments, message):
    for name in ("facts.txt", "facts.tsv"):
        (folder / name).write_text(FACTS)
    told = run("check", *arguments, cwd=folder, status=2).stderr
    assert message in told
    assert told.count("\n") == 1


def test_a_build_warns_of_what_the_check_finds_and_prints_its_largest_reasons(folder):
    lines = FACTS.splitlines()
    lines += [
        f"P{n};P54;{team};{1990 + year + n};{1995 + year + n}" for n in range(40) for year, team in enumerate("ABC")
    ]
    lines.append("P0;P54;D;1998;")
    (folder / "facts.csv").write_text("\n".join(lines))
    told = run("build", "complex-tr", "--facts", "facts.csv", "--out", "made", "--as-of", "2020", cwd=folder)
    assert told.stderr == (
        "  --as-of is the end of 1 fact\n"
        "  warning: these facts conflict, and were kept: the same fact, another start or end (1); "
        "see temporal-qa check facts.csv\n"
    )
    drops = json.loads((folder / "made" / "build.json").read_bytes())["drops"]
    shown = told.stdout.split("\n\n")[0].splitlines()[4:]
    assert shown[0] == f"  left out, the 5 largest of {len(drops)} reasons, see made/build.json:"
    assert [int(line.split()[0].replace(",", "")) for line in shown[1:]] == sorted(drops.values())[:-6:-1]
    assert all(drops[line.split(maxsplit=1)[1]] == int(line.split()[0].replace(",", "")) for line in shown[1:])

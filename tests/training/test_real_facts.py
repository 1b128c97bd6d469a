"""Graphs and files of facts become one file of facts, years as all their months."""

import json
import sys

import pytest

from places import ROOT, SHARED_DATA
from run_command import run_command
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.training import real_facts

GRAPH = {
    "train.txt": "0\t0\t1\t1952-##-##\t1964-##-##\n0\t1\t1\t1970-##-##\t1971-##-##\n1\t0\t0\t1990-##-##\t####-##-##\n",
    "entity2id.txt": "Ann\t0\nAjax\t1\n", "relation2id.txt": "playsFor\t0\nowns\t1\n",
}  # fmt: skip


def test_facts_of_a_graph_and_of_a_file(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "graph"
    folder.mkdir()
    for name, text in GRAPH.items():
        (folder / name).write_text(text)
    own = {"subject": "Ben", "relation": "P108", "object": "Acme", "start": "1999-05", "end": "2001-02"}
    (tmp_path / "own.jsonl").write_text(json.dumps(own) + "\n")
    sources = [str(folder), str(tmp_path / "own.jsonl"), "--out", str(tmp_path / "facts.jsonl")]
    monkeypatch.setattr(sys, "argv", ["real_facts.py", *sources])
    real_facts.main()
    assert "2 facts" in capsys.readouterr().out
    of_graph, of_file = (row.values for row in read_rows(tmp_path / "facts.jsonl"))
    assert of_graph == own | {"subject": "Ann", "relation": "P54", "object": "Ajax", "start": "1952-01",
                              "end": "1964-12"}  # fmt: skip
    assert of_file == own
    for out, message in ((tmp_path / "own.jsonl", "is the input; choose another"), ("x.csv", "a name that ends in ")):
        monkeypatch.setattr(sys, "argv", ["real_facts.py", *sources[:3], str(out), "--overwrite"])
        with pytest.raises(InputError, match=message):
            real_facts.main()


@pytest.mark.skipif(not (SHARED_DATA / "yago11k").is_dir(), reason="needs YAGO11k in ../shared/data")
def test_real_facts_of_yago_give_questions(tmp_path):
    import subprocess

    script = [sys.executable, ROOT / "training/real_facts.py", SHARED_DATA / "yago11k", "--out", tmp_path / "f.jsonl"]
    subprocess.run(script, check=True, capture_output=True)
    made = run_command("build", "complex-tr", "--facts", tmp_path / "f.jsonl", "--out", "made", "--json", cwd=tmp_path)
    assert sum(json.loads(made.stdout)["counts"].values()) > 3000

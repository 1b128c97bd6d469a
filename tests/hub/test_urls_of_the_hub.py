"""``hf://`` where commands take paths, with the Hub on loopback."""

import sys

import warm_process


def test_a_file_of_a_dataset_on_the_hub_is_checked(hub, put, tmp_path):
    facts = b'{"subject": "Ann", "relation": "P54", "object": "Polar Bears", "start": "1990", "end": "1995"}\n'
    put({"README.md": b"---\nlicense: mit\n---\n", "facts.jsonl": facts})
    command = [sys.executable, "-c", "from temporal_qa.command_line import main; main()", "check"]
    environment = hub.environment(tmp_path / "home") | {"XDG_CACHE_HOME": str(tmp_path)}
    found = warm_process.run([*command, "hf://datasets/org/a/facts.jsonl"], env=environment, cwd=tmp_path)
    assert found.stdout.startswith("hf://datasets/org/a/facts.jsonl: 1 row; a build can use 0 facts"), found.stderr
    assert "hf_dummy" not in found.stdout + found.stderr

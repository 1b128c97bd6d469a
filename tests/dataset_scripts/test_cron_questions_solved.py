"""Queries of others about a graph, and questions with aliases: solved by the command."""

import json

import pytest
from datasets import load_dataset

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.questions.cron_questions.shards import CONFIG

QUERIES = [
    ({"kind": "simple_entity", "anchor": "Albert Einstein", "relation": "hasWonPrize", "year": 1921}, None),
    ({"kind": "simple_entity", "anchor": "Nobody", "relation": "P166", "year": 1921}, "no entity 'Nobody'"),
    ({"question": "Which award did Albert Einstein receive in 1066?"}, "unanswerable"),
    ({"question": "How old is Albert Einstein?"}, "no known wording"),
]


@pytest.mark.skipif(not (SHARED_DATA / "yago11k").is_dir(), reason="needs YAGO11k in ../shared/data")
def test_real_facts_and_queries_of_others(tmp_path):
    with (tmp_path / "queries.jsonl").open("w") as file:
        file.writelines(json.dumps(query) + "\n" for query, _ in QUERIES)
    graph = SHARED_DATA / "yago11k"
    run_command("solve", tmp_path / "queries.jsonl", "--graph", graph, "--out", "found.jsonl", cwd=tmp_path)
    found = [json.loads(line) for line in (tmp_path / "found.jsonl").read_text().splitlines()]
    for row, (_, fault) in zip(found, QUERIES, strict=True):
        assert (fault in row["reason"] and not row["answers"]) if fault else row["answers"]


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ({"anchor": "a", "relation": "P54"}, "no 'kind', expected simple_entity"),
        ({"kind": "simple_entity", "relation": "P54", "year": 1}, "no 'anchor'"),
        ({"kind": "simple_entity", "relation": "P54", "anchor": 3, "year": 1}, "anchor is 3, expected a name or id"),
        ({"kind": "simple_entity", "relation": "P54", "anchor": "a", "year": "now"}, "year is 'now', expected a whole"),
        ({"kind": "first_last", "relation": "P54", "anchor": "a", "direction": "up"}, "'up', expected first, last"),
        ({"question": 3}, "question is 3, expected text"),
    ],
)
def test_a_query_of_another_form_is_one_line(query, fault, tmp_path):
    (tmp_path / "facts.csv").write_text("subject,relation,object,start,end\na,P54,b,1990,1991\n")
    (tmp_path / "queries.jsonl").write_text(json.dumps(query) + "\n")
    failed = run_command("solve", tmp_path / "queries.jsonl", "--graph", tmp_path / "facts.csv", "--out",
                         tmp_path / "out.jsonl", cwd=tmp_path, status=2)  # fmt: skip
    assert fault in failed.stderr
    assert "queries.jsonl:1:" in failed.stderr
    assert len(failed.stderr.splitlines()) == 1
    assert not (tmp_path / "out.jsonl").exists()


@pytest.fixture(scope="module")
def of_facts_with_aliases(tmp_path_factory):
    """Sixty players of ten teams; half of the players have two more names."""
    folder = tmp_path_factory.mktemp("aliases")
    facts = [f"Player {n},P54,Team {(n + stint) % 10},{1950 + n + stint},{1951 + n + stint}" for n in range(60)
             for stint in range(3)]  # fmt: skip
    (folder / "facts.csv").write_text("\n".join(["subject,relation,object,start,end", *facts]))
    aliases = [f"Player {n},{nick} of {n}" for n in range(30) for nick in ("Lefty", "Shorty")]
    shared = [
        "Player 1,Ace",
        "Player 2,Ace",
        "Player 3,Team 4",
        "Player 4,Player 4",
        "Nobody,Somebody",
        "Player 5,x\u200by",
    ]
    (folder / "aliases.csv").write_text("\n".join(["name,alias", *aliases, *shared]))
    made = run_command("build", "cron-questions", "--facts", "facts.csv", "--aliases", "aliases.csv", "--questions", 0,
                       "--out", "made", "--json", cwd=folder)  # fmt: skip
    return folder / "made", json.loads(made.stdout)


def test_questions_use_aliases_that_only_one_entity_has(of_facts_with_aliases):
    folder, made = of_facts_with_aliases
    assert made["aliases"] == 60
    assert {reason: n for reason, n in made["drops"].items() if reason.startswith("alias")} == {
        "alias: another entity is called so, too": 3, "alias: not of one entity of the graph": 1,
        "alias: more than one line, or blank at an end": 1,
    }  # fmt: skip
    kept = load_dataset(str(folder), "aliases", split="train").to_list()
    assert {(row["name"], row["alias"]) for row in kept} == {
        (f"Player {n}", f"{nick} of {n}") for n in range(30) for nick in ("Lefty", "Shorty")
    }
    rows = [row for rows in load_dataset(str(folder), CONFIG).values() for row in rows]
    used = {entity["name"]: entity["id"] for row in rows for entity in row["entities"]}
    assert sum(name != identity for name, identity in used.items()) > 20
    assert all(identity.endswith(name.partition(" of ")[2]) for name, identity in used.items())


def test_a_question_with_an_alias_is_solved_from_its_words(of_facts_with_aliases, tmp_path):
    folder, _ = of_facts_with_aliases
    rows = load_dataset(str(folder), CONFIG, split="train").to_list()
    with (tmp_path / "rows.jsonl").open("w") as file:
        file.writelines(json.dumps({name: row[name] for name in ("id", "question", "answers")}) + "\n" for row in rows)
    audit = run_command("audit", tmp_path / "rows.jsonl", "--graph", folder, "--out", tmp_path / "a.json", "--json",
                        cwd=tmp_path)  # fmt: skip
    assert json.loads(audit.stdout)["counts"]["equal"] == len(rows) > 100

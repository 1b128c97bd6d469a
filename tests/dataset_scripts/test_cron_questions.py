"""CronQuestions by the command: solved, split cleanly, the same bytes for any workers."""

import json
import re

import numpy as np
import pyarrow as pa
import pytest
from datasets import get_dataset_config_names, load_dataset
from questions.cron_questions.small_graphs import RELATIONS, brute_force

from run_command import run_command
from temporal_qa.dataset_scripts import cron_questions
from temporal_qa.graph.events import Events
from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.questions.cron_questions.graph_files import read_graph_and_events
from temporal_qa.questions.cron_questions.graph_groups import NO_WORDINGS
from temporal_qa.questions.cron_questions.queries import KINDS, GraphQuery
from temporal_qa.questions.cron_questions.shards import CONFIG, QuestionShards, text_hash, without_alike

from .conftest import tree

BUILD = ("build", "cron-questions", "--invent", 300, "--questions", 4000, "--paraphrases", 2, "--contexts", 5,
         "--seed", 3)  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cron")
    run_command(*BUILD, "--workers", 1, "--out", "made", cwd=folder)
    return folder / "made"


@pytest.fixture(scope="module")
def rows(made):
    return {split: load_dataset(str(made), CONFIG, split=split).to_list() for split in ("train", "dev", "test")}


def test_splits_share_no_entity_wording_question_or_text(rows):
    seen = {"entities": {}, "wording": {}, "seed": {}}
    texts = [row["question"] for of_split in rows.values() for row in of_split]
    assert len(texts) == len(set(texts)) == len({row["id"] for of_split in rows.values() for row in of_split}) > 3000
    for split, of_split in rows.items():
        assert {row["kind"] for row in of_split} == set(KINDS)
        for row in of_split:
            named = {entity["id"] for entity in row["entities"] if entity["slot"] != "event"}
            for what, values in (("entities", named), ("wording", {row["wording"]}), ("seed", {row["seed"]})):
                for value in values:
                    assert seen[what].setdefault(value, split) == split


def test_all_kinds_of_first_and_last_are_asked_and_entities_have_ids(made, rows):
    graph, _ = read_graph_and_events(made)
    name_of = dict(zip(graph.ids, graph.names, strict=True))
    asked = [row for of_split in rows.values() for row in of_split]
    assert {row["answer_type"] for row in asked if row["kind"] == "first_last"} == {"entity", "time"}
    assert {row["direction"] for row in asked if row["answer_type"] == "time" and row["kind"] == "first_last"} == {
        "first",
        "last",
    }
    for row in asked:
        of_entities = row["answer_type"] == "entity"
        assert (
            [name_of[one] for one in row["answer_ids"]] == row["answers"]
            if of_entities
            else row["answer_ids"] == row["answers"]
        )


def test_mentions_stand_at_their_offsets_and_no_slot_stays_unfilled(rows):
    for row in rows["train"] + rows["test"]:
        text = row["question"]
        assert "{" not in text
        for entity in row["entities"]:
            assert text[entity["start"] : entity["end"]] == entity["name"]
            assert row[entity["slot"]] == entity["id"]
        for time in row["times"]:
            assert text[time["start"] : time["end"]] == str(time["year"]) == str(row["year"])
        assert "None" not in text
        assert len(row["times"]) == (row["year"] is not None)


def test_paraphrases_ask_the_same_in_other_words(rows):
    by_seed = {}
    for row in rows["train"]:
        by_seed.setdefault(row["seed"], []).append(row)
    assert {len(of_seed) for of_seed in by_seed.values()} == {2}
    for first, second in by_seed.values():
        assert first["answers"] == second["answers"]
        assert first["wording"] != second["wording"]


@pytest.mark.parametrize("column", [None, "anchor"])
def test_the_solver_finds_every_label_from_the_structure_and_from_the_words(made, column, tmp_path):
    rows = load_dataset(str(made), CONFIG, split="test").to_list()
    with (tmp_path / "rows.jsonl").open("w") as file:
        for row in rows:
            file.write(json.dumps({name: value for name, value in row.items() if name != column}) + "\n")
    audit = run_command("audit", tmp_path / "rows.jsonl", "--graph", made, "--out", tmp_path / "a.json", "--json",
                        cwd=tmp_path)  # fmt: skip
    assert json.loads(audit.stdout)["counts"]["equal"] == len(rows) > 100


STATED = {
    "P54": r"(.+) played for (.+)", "P39": r"(.+) held the position of (.+)", "P166": r"(.+) received the (.+)",
    "P108": r"(.+) worked for (.+)", "P26": r"(.+) was married to (.+)", "event": r"(.+) took place()",
}  # fmt: skip


def test_the_facts_beside_a_question_answer_it(made, rows):
    reading = {split: load_dataset(str(made), "reason_qa", split=split).to_list() for split in rows}
    left_out = json.loads((made / "build.json").read_text())["drops"]["context: more facts than are allowed"]
    assert sum(map(len, rows.values())) - sum(map(len, reading.values())) == left_out > 0
    for row in reading["dev"] + reading["test"]:
        lines = row["fact_context"].splitlines()
        assert 1 <= len(set(lines)) == len(lines) <= 5
        stated = [fact for line in lines for fact in facts_of(line)]
        graph, events, number = graph_of([fact for fact in stated if fact[1] in RELATIONS], stated)
        told = {name: row[name] and number[row[name]] for name in ("anchor", "named", "named_at", "event")}
        told |= {name: row[name] for name in ("kind", "role", "direction", "answer_type")}
        year = row["year"] and int(row["year"])
        query = GraphQuery(**told, year=year, relation=RELATIONS.index(row["relation"]))
        found = brute_force(graph, events, query)
        names = {place: name for name, place in number.items()}
        assert {str(one) if row["answer_type"] == "time" else names[one] for one in found} == {*row["answers"]}


def facts_of(line):
    """What a line may state: several where a name contains the words of a statement."""
    for relation, pattern in STATED.items():
        if match := re.fullmatch(pattern + r" (?:in|from) (-?\d+)(?: to (-?\d+))?\.", line):
            subject, object, first, last = match.groups()
            yield subject, relation, object, int(first), int(last or first)


def graph_of(facts, stated):
    number = {name: place for place, name in enumerate(dict.fromkeys(name for f in stated for name in (f[0], f[2])))}
    columns = [(number[s], RELATIONS.index(r), number[o], first, last) for s, r, o, first, last in facts]
    subject, relation, object, first, last = (np.array(c, np.int32) for c in zip(*columns, strict=True))
    names, relations = (pa.array(list(of), pa.large_string()) for of in (number, RELATIONS))
    graph = TemporalGraph(
        subject, relation, object, first, last, names, relations, {"train": range(len(facts))}, time_unit="year"
    )
    events = [(number[s], first, last) for s, r, _, first, last in stated if r == "event"]
    return graph, Events(*(np.array([event[i] for event in events], np.int32) for i in range(3))), number


def test_the_bytes_depend_on_the_seed_and_not_on_the_workers(made, tmp_path):
    run_command(*BUILD, "--workers", 2, "--out", "again", cwd=tmp_path)
    assert tree(tmp_path / "again") == tree(made)


@pytest.mark.parametrize("words", [("--invent", 20), ("--facts", "facts.jsonl", "--skip-bad")])
def test_the_command_on_the_card_makes_the_same_bytes(words, tmp_path):
    facts = [f'{{"subject": "P{year}", "relation": "P54", "object": "Ajax", "start": {year}, "end": 1990}}\n'
             for year in range(1980, 1990)]  # fmt: skip
    (tmp_path / "facts.jsonl").write_text("".join(["no fact\n", *facts]))
    run_command("build", "cron-questions", *words, "--questions", 50, "--out", "made", cwd=tmp_path)
    (shown,) = re.findall(
        r"^temporal-qa (build .*) --out DIR$", (tmp_path / "made/README.md").read_text(), re.MULTILINE
    )
    run_command(*shown.split(), "--out", "again", cwd=tmp_path)
    assert tree(tmp_path / "again") == tree(tmp_path / "made")


def test_a_second_build_of_a_process_asks_about_its_own_graph(tmp_path):
    for subjects in (5, 20):
        options = cron_questions.CronQuestionsOptions(invent=subjects, questions=0)
        made = cron_questions.build(tmp_path / "made", options, overwrite=True)
    again = cron_questions.build(tmp_path / "again", options)
    assert made["counts"] == again["counts"]
    assert tree(tmp_path / "again") == tree(tmp_path / "made")


def test_the_seed_decides_which_entities_are_of_which_split(made, tmp_path):
    of_seeds = []
    for seed in (3, 4):
        run_command("build", "cron-questions", "--facts", made / "graph/train-00000-of-00001.parquet", "--questions",
                    600, "--workers", 1, "--seed", seed, "--out", f"of-{seed}", cwd=tmp_path)  # fmt: skip
        rows = {split: load_dataset(str(tmp_path / f"of-{seed}"), CONFIG, split=split) for split in ("train", "test")}
        of_seeds.append({split: {row["anchor"] for row in of_split} for split, of_split in rows.items()})
    assert of_seeds[0]["train"] & of_seeds[1]["test"]
    assert of_seeds[1]["train"] & of_seeds[0]["test"]


def test_of_a_graph_with_many_more_questions_about_so_many_are_asked_of_a_few_groups(made, tmp_path):
    few = run_command("build", "cron-questions", "--facts", made / "graph/train-00000-of-00001.parquet", "--questions",
                      600, "--out", "few", "--json", cwd=tmp_path)  # fmt: skip
    asked = sum(json.loads(few.stdout)["counts"].values())
    assert 480 < asked < 720
    rows = load_dataset(str(tmp_path / "few"), CONFIG, split="train").to_list()
    assert {row["kind"] for row in rows} == set(KINDS)
    groups = {(row["relation"], row["role"], row["anchor"]) for row in rows}
    assert len(groups) < 0.75 * len(rows)


def test_a_text_that_two_questions_have_is_asked_by_neither(made, tmp_path):
    import pyarrow.parquet as pq

    every = {"train": {}, "dev": {}}  # no kind is thinned out
    shards = QuestionShards(tmp_path, {CONFIG: None}, {"train": 1, "dev": 1}, 0, every, 1, 100, 0)
    (tmp_path / CONFIG).mkdir()
    for shard, texts in enumerate((["Who?", "When?"], ["Where?", "Who?"])):
        pq.write_table(pa.table({"question": texts}), shards.path(shard, CONFIG))
    found = without_alike(shards)
    assert found.alike == {text_hash("Who?")}
    assert [found.is_written(shard) for shard in range(2)] == [False, False]


@pytest.mark.parametrize("contexts", [1, 5])
def test_a_split_or_config_without_a_row_is_not_there(contexts, tmp_path):
    spouses = "".join(f"Ann,P26,Bo {number},{1990 + number},{1990 + number}\n" for number in range(3))
    (tmp_path / "facts.csv").write_text(f"subject,relation,object,start,end\n{spouses}")
    made = run_command("build", "cron-questions", "--facts", "facts.csv", "--questions", 0, "--seed", 21, "--contexts",
                       contexts, "--json", "--out", "made", cwd=tmp_path)  # fmt: skip
    counts = json.loads(made.stdout)["counts"]
    assert list(counts) == ["dev"]
    rows = load_dataset(str(tmp_path / "made"), CONFIG)
    assert {split: len(of_split) for split, of_split in rows.items()} == counts
    configs = {"graph", CONFIG} | ({"reason_qa"} if contexts > 1 else set())
    assert set(get_dataset_config_names(str(tmp_path / "made"))) == configs


def test_an_award_without_an_end_answers_and_the_card_says_so(tmp_path):
    (tmp_path / "facts.csv").write_text("subject,relation,object,start,end\nAnn,P166,Nobel Prize,1990,\n")
    run_command("build", "cron-questions", "--facts", "facts.csv", "--out", "made", cwd=tmp_path)
    assert load_dataset(str(tmp_path / "made"), CONFIG)
    card = " ".join((tmp_path / "made/README.md").read_text().split())
    assert "An award happens in one year, so that either of the two is enough." in card


@pytest.mark.parametrize(("fewest", "asked"), [(1, {"fair"}), (2, set())])
def test_an_event_in_too_few_facts_is_not_asked_about(fewest, asked, tmp_path):
    facts = [f"P{number},P54,Ajax,{1980 + number},1990" for number in range(9)]
    facts += ["fair,P793,Q1190554,1985,1986", "fair,P276,Delft,1985,1986", "show,P793,Q1190554,1985,1986"]
    (tmp_path / "facts.csv").write_text("\n".join(["subject,relation,object,start,end", *facts]) + "\n")
    build = "build", "cron-questions", "--facts", "facts.csv", "--questions", 0, "--min-event-facts", fewest
    run_command(*build, "--out", "made", cwd=tmp_path)
    rows = [row for of_split in load_dataset(str(tmp_path / "made"), CONFIG).values() for row in of_split]
    assert {row["event"] for row in rows} - {None} == asked
    assert json.loads((tmp_path / "made/build.json").read_text())["counts"]["events"] == len(asked)


def test_one_fact_is_told_as_one(tmp_path):
    (tmp_path / "facts.csv").write_text("subject,relation,object,start,end\nAnn,P54,Ajax,1990,1991\n")
    made = run_command("build", "cron-questions", "--facts", "facts.csv", "--out", "made", cwd=tmp_path)
    assert "by the solver, about 1 fact, 2 entities, 0 events\n" in made.stdout


def test_a_graph_that_no_question_can_be_asked_about_leaves_nothing(tmp_path):
    two_of_a_name = "Ann,1,P26,Bo,3,1990,1991\nAnn,2,P26,Bo,3,1992,1993\n"
    (tmp_path / "facts.csv").write_text(f"subject,subject_id,relation,object,object_id,start,end\n{two_of_a_name}")
    failed = run_command("build", "cron-questions", "--facts", "facts.csv", "--out", "made", cwd=tmp_path, status=2)
    assert "facts.csv: no question could be asked" in failed.stderr
    assert not (tmp_path / "made").exists()


def test_facts_of_relations_without_wordings_are_counted_and_the_known_ones_named(tmp_path):
    head, own = "subject,relation,object,start,end\n", "Ann,knows,Bo,1990,1991\nAnn,knows,Cy,1992,1993\n"
    (tmp_path / "facts.csv").write_text(head + own)
    build = "build", "cron-questions", "--facts", "facts.csv", "--questions", 0, "--out", "made"
    failed = run_command(*build, cwd=tmp_path, status=2)
    assert "left out: 2 (fact of a relation that has no wordings); expected relations of generation/" in failed.stderr
    assert "P54 (member of sports team, sports team, played for, plays for, playsFor), " in failed.stderr
    spouses = "".join(f"Ann,P26,Bo {number},{1990 + number},{1990 + number}\n" for number in range(3))
    (tmp_path / "facts.csv").write_text(head + own + spouses)
    made = run_command(*build, "--seed", 21, cwd=tmp_path)
    assert "2  fact of a relation that has no wordings\n" in made.stdout
    assert "warning: dev has " in made.stderr
    assert "test has 0 questions: too few to score by" in made.stderr
    assert json.loads((tmp_path / "made/build.json").read_text())["drops"][NO_WORDINGS] == 2
    assert NO_WORDINGS in (tmp_path / "made/README.md").read_text()


@pytest.mark.parametrize(("facts", "fault"), [
    ("a\tP54\tb\t2014-01-01\nb\tP54\ta\t2014-01-05\n", "the times of the graph are days, expected years"),
    ("a\tP54\tb\tnow\n", "facts.txt:1: "),
], ids=["days", "no time"])  # fmt: skip
def test_a_graph_without_years_leaves_nothing(facts, fault, tmp_path):
    (tmp_path / "facts.txt").write_text(facts)
    failed = run_command("build", "cron-questions", "--facts", "facts.txt", "--out", "made", cwd=tmp_path, status=2)
    assert fault in failed.stderr
    assert len(failed.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["facts.txt"]

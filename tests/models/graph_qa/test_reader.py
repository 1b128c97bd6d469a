"""Readers over a graph: every head learns by heart, is saved and loaded, and answers from words alone."""

import json
from collections import Counter
from types import SimpleNamespace

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_encoders import learn, new_encoder, new_tokenizer  # noqa: E402

from run_command import run_command  # noqa: E402
from temporal_qa.io.errors import InputError  # noqa: E402
from temporal_qa.io.read import read_rows  # noqa: E402
from temporal_qa.models.graph_qa.model import HEADS  # noqa: E402
from temporal_qa.models.graph_qa.reader import GraphQAReader  # noqa: E402

FEW = 40


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A small invented dataset, its embeddings, and a tiny encoder."""
    folder = tmp_path_factory.mktemp("graph_qa")
    run_command(
        "build", "cron-questions", "--invent", 30, "--questions", 0, "--workers", 1, "--out", "data", cwd=folder
    )
    facts = folder / "data/graph/train-00000-of-00001.parquet"
    for model in ("tcomplex", "complex"):
        run_command("embed", facts, "--out", model, "--model", model, "--rank", 16, "--epochs", 3, cwd=folder)
    rows = [row.values for row in read_rows(folder / "data/questions/train")]
    new_encoder("bert", new_tokenizer((row["question"] for row in rows), size=500), folder / "encoder", tokens=64)
    return SimpleNamespace(folder=folder, rows=rows, data=folder / "data")


def new_reader(place, out, head, **settings):
    embeddings = "complex" if head == "embedkgqa" else "tcomplex"
    recipe = SimpleNamespace(
        embeddings=str(place.folder / embeddings / "model"),
        graph=str(place.data),
        encoder=str(place.folder / "encoder"),
    )
    GraphQAReader.create(recipe, place.rows, out)
    return GraphQAReader.load(str(out), {"head": head, "dropout": 0.0} | settings)


@pytest.mark.parametrize("head", HEADS)
def test_every_head_learns_by_heart_and_is_the_same_after_saving(place, head, tmp_path):
    reader = new_reader(place, tmp_path / "new", head, mentions="as_written")
    examples = reader.read(place.rows[:: len(place.rows) // FEW][:FEW], Counter(), training=True)
    before = reader.loss(reader.model, reader.collate(examples, "cpu")).item()
    learn(reader, examples, 60, FEW, 3e-3)
    after = reader.loss(reader.model, reader.collate(examples, "cpu")).item()
    assert after < 0.96 * before
    reader.save(reader.model, tmp_path / "saved")
    again = GraphQAReader.load(str(tmp_path / "saved"), {"head": head, "dropout": 0.0, "mentions": "as_written"})
    assert again.answer(again.model, examples) == reader.answer(reader.model, examples)


@pytest.mark.parametrize("frozen", [True, False])
def test_an_encoder_is_trained_unless_it_is_frozen(place, frozen, tmp_path):
    reader = new_reader(place, tmp_path / "new", "cronkgqa", frozen=frozen)
    before = {name: weight.clone() for name, weight in reader.model.encoder.named_parameters()}
    examples = reader.read(place.rows[:FEW], Counter(), training=True)
    learn(reader, examples, 2, FEW, 1e-3)
    same = [torch.equal(weight, before[name]) for name, weight in reader.model.encoder.named_parameters()]
    assert all(same) == frozen
    reader.save(reader.model, tmp_path / "saved")
    again = GraphQAReader.load(str(tmp_path / "saved"), {"head": "cronkgqa", "dropout": 0.0, "frozen": frozen})
    asked = again.read(place.rows[:FEW], Counter(), training=False)
    assert [a.ranked for a in again.answer(again.model, asked)] == [
        a.ranked for a in reader.answer(reader.model, reader.read(place.rows[:FEW], Counter(), training=False))
    ]


def test_the_attended_head_finds_answers_that_were_looked_up(place, tmp_path):
    reader = new_reader(place, tmp_path / "new", "attended")
    rows = [row for row in place.rows if row["kind"] == "first_last" and row["answer_type"] == "time"]
    examples = reader.read(rows, Counter(), training=True)
    learn(reader, examples, 300, 64, 3e-3)
    found = reader.answer(reader.model, examples)
    right = [answer.ranked[0] in example.answers for answer, example in zip(found, examples, strict=True)]
    assert sum(right) / len(right) > 0.9


def test_a_question_in_words_is_read_as_the_row_that_tells_its_mentions(place, tmp_path):
    reader = new_reader(place, tmp_path / "new", "attended")
    some = place.rows[:: len(place.rows) // FEW]
    told = reader.read(some, Counter(), training=False)
    words = reader.read([{"id": row["id"], "question": row["question"]} for row in some], Counter(), training=False)
    assert [(e.text, e.entity, e.year) for e in words] == [(e.text, e.entity, e.year) for e in told]
    ranked = reader.answer(reader.model, words)[0]
    assert len(ranked.ranked) == 10 == len(ranked.scores)
    assert ranked.scores == sorted(ranked.scores, reverse=True)
    assert json.loads(json.dumps(ranked.to_row("a")))["ranked"] == ranked.ranked


def test_answers_are_ids_where_labels_are(place, tmp_path):
    facts = [row.values for row in read_rows(place.data / "graph/train-00000-of-00001.parquet")]
    ids = {
        name: f"Q{number}" for number, name in enumerate(sorted({f[e] for f in facts for e in ("subject", "object")}))
    }
    with_ids = [fact | {f"{end}_id": ids[fact[end]] for end in ("subject", "object")} for fact in facts]
    (tmp_path / "facts.jsonl").write_text("".join(json.dumps(fact, default=str) + "\n" for fact in with_ids))
    run_command("import", "graph", "facts.jsonl", "--out", "graph", cwd=tmp_path)
    run_command("embed", "graph", "--out", "tcomplex", "--rank", 4, "--epochs", 1, cwd=tmp_path)
    here = SimpleNamespace(folder=tmp_path, rows=place.rows, data=tmp_path / "graph")
    (tmp_path / "encoder").symlink_to(place.folder / "encoder")
    reader = new_reader(here, tmp_path / "new", "attended")
    name, identity = next(iter(ids.items()))
    rows = [{"id": "a", "question": "Who?", "answers": answers} for answers in ([identity], [name], ["1990"], [])]
    by_id, *by_name = (a.ranked for a in reader.answer(reader.model, reader.read(rows, Counter(), training=False)))
    assert by_name == 3 * [by_name[0]]
    assert by_id == [ids.get(answer, answer) for answer in by_name[0]]


def test_the_command_answers_questions_in_words_with_the_ten_best(place, tmp_path):
    reader = new_reader(place, tmp_path / "new", "attended")
    reader.save(reader.model, tmp_path / "saved")
    (tmp_path / "saved/recipe.json").write_text(json.dumps({"reader": "graph_qa", "head": "attended", "dropout": 0.0}))
    rows = [{"id": row["id"], "question": row["question"]} for row in place.rows[:3]]
    (tmp_path / "asked.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = ("predict", "asked.jsonl", "--model", "saved", "--out")
    run_command(*command, "ranked.parquet", cwd=tmp_path)
    found = [row.values for row in read_rows(tmp_path / "ranked.parquet")]
    told = reader.answer(reader.model, reader.read(rows, Counter(), training=False))
    assert [row["ranked"] for row in found] == [answer.ranked for answer in told]
    assert [len(row["scores"]) for row in found] == [10, 10, 10]
    with (tmp_path / "asked.jsonl").open("a") as asked:
        asked.write('{"id": "x", "question": "Who led nobody?"}\n')
    told = run_command(*command, "more.parquet", cwd=tmp_path).stderr
    assert "1 of 4 questions name nothing of the graph: the answers to them are guesses\n" in told
    (tmp_path / "asked.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    run_command(*command, "ranked.jsonl", cwd=tmp_path)
    assert [row.values for row in read_rows(tmp_path / "ranked.jsonl")] == found
    assert "ends in .jsonl" in run_command(*command, "ranked.csv", cwd=tmp_path, status=2).stderr
    run_command(*command, "two.parquet", "--limit", 2, cwd=tmp_path)
    assert [row.values for row in read_rows(tmp_path / "two.parquet")] == found[:2]


def test_a_folder_that_is_not_a_reader_or_has_another_head_is_one_line(place, tmp_path):
    with pytest.raises(InputError, match="no folder 'embeddings'"):
        GraphQAReader.load(str(tmp_path), {"head": "attended"})
    reader = new_reader(place, tmp_path / "new", "attended")
    reader.save(reader.model, tmp_path / "saved")
    (tmp_path / "new" / "recipe.json").touch()  # of a model that was trained, and has lost its head
    with pytest.raises(InputError, match="does not have the weights of the head 'attended': No such file"):
        GraphQAReader.load(str(tmp_path / "new"), {"head": "attended"})
    with pytest.raises(InputError, match="does not have the weights of the head 'cronkgqa'"):
        GraphQAReader.load(str(tmp_path / "saved"), {"head": "cronkgqa"})

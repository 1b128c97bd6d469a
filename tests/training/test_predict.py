"""Predictions of a trained model: what they hold, and that a stop loses nothing."""

import json
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from places import ROOT
from temporal_qa.engine.question_data import Source
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.models import predicting

READING = {"context": "facts", "max_input_tokens": 300, "max_target_tokens": 6}


@pytest.fixture
def model(tmp_path, rows):
    from temporal_qa.models.seq2seq.t5 import new_model, new_tokenizer

    folder = tmp_path / "model"
    tokenizer = new_tokenizer((row["fact_context"] + row["question"] for row in rows), "tiny")
    tokenizer.save_pretrained(folder)
    new_model(tokenizer, "tiny", seed=0).save_pretrained(folder)
    return str(folder)


@pytest.fixture
def questions(tmp_path, rows):
    write_json_lines(tmp_path / "questions.jsonl", rows)
    return Source(str(tmp_path / "questions.jsonl"))


def test_predictions_are_scored_by_the_command(model, questions, workplace):
    script = ROOT / "training/predict.py"
    options = [f"--{name.replace('_', '-')}={value}" for name, value in READING.items()]
    done = workplace.run([sys.executable, str(script), "--model", model, "--questions", questions.dataset,
                          "--out", "predictions.parquet", *options])  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "64 questions, 64 now in" in done.stdout
    assert "a second" in done.stdout
    for more, message in (
        ([], "the file exists; choose another, or pass --overwrite"),
        (["--overwrite", "--seed", "0"], "--seed has no effect without --shots"),
    ):
        refused = workplace.run([sys.executable, str(script), "--model", model, "--questions", questions.dataset,
                                 "--out", "predictions.parquet", *more])  # fmt: skip
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
        assert message in refused.stderr
    table = pq.read_table(workplace.folder / "predictions.parquet")
    assert table.column_names == ["id", "text", "answers", "score"]
    score = workplace.run([str(Path(sys.executable).parent / "temporal-qa"), "score", questions.dataset,
                           "predictions.parquet", "--json"])  # fmt: skip
    assert score.returncode == 0, score.stderr


def test_a_call_that_was_stopped_goes_on(model, questions, tmp_path, monkeypatch):
    predicting.predict(model, questions, tmp_path / "steady.parquet", **READING)
    monkeypatch.setattr(predicting, "first_tokens_per_batch", lambda _: 1500)
    out = tmp_path / "stopped.parquet"
    whole = predicting.answer_questions

    def stopped(*arguments, **options):
        for number, batch in enumerate(whole(*arguments, **options)):
            if number == 3:
                raise KeyboardInterrupt
            yield batch

    monkeypatch.setattr(predicting, "answer_questions", stopped)
    with pytest.raises(KeyboardInterrupt):
        predicting.predict(model, questions, out, **READING)
    assert not out.exists()
    partial = tmp_path / ".stopped.parquet.unfinished/folder/answers.jsonl"
    partial.write_bytes(partial.read_bytes()[:-10])  # killed while it wrote a line
    kept = partial.read_bytes().count(b"\n")
    assert 0 < kept < 64

    monkeypatch.setattr(predicting, "answer_questions", whole)
    done = predicting.predict(model, questions, out, **READING)
    assert (done["questions"], done["now"]) == (64, 64 - kept)
    assert not list(tmp_path.glob(".*"))
    steady, resumed = (pq.read_table(path).to_pylist() for path in (tmp_path / "steady.parquet", out))
    assert [(row["id"], row["text"]) for row in resumed] == [(row["id"], row["text"]) for row in steady]
    assert [row["score"] for row in resumed] == pytest.approx([row["score"] for row in steady], abs=1e-3)
    predicting.predict(model, questions, tmp_path / "lines.jsonl", **READING)
    assert [row.values["text"] for row in read_rows(tmp_path / "lines.jsonl")] == [row["text"] for row in steady]


def test_other_options_begin_anew(model, questions, tmp_path, monkeypatch):
    out = tmp_path / "out.parquet"
    monkeypatch.setattr(predicting, "write_rows", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        predicting.predict(model, questions, out, **READING)
    monkeypatch.undo()
    assert predicting.predict(model, questions, out, **READING | {"max_target_tokens": 5})["now"] == 64


def test_a_model_of_others_must_be_told_what_to_read(model, questions, tmp_path):
    with pytest.raises(InputError, match=r"model has no recipe\.json with its settings, expected --context"):
        predicting.predict(model, questions, tmp_path / "out.parquet")


def test_a_name_that_is_nowhere_is_told_at_once(questions, tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    with pytest.raises(InputError, match=r"^model runs/mine cannot be loaded: no such folder, and not loaded from the"):
        predicting.predict("runs/mine", questions, tmp_path / "out.parquet")


def test_a_model_of_others_in_the_cache_needs_no_hub(questions, tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    folder = tmp_path / "models--org--name"
    for name, text in (("refs/main", "c" * 40), (f"snapshots/{'c' * 40}/config.json", "{}")):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(text)
    assert predicting.recipe_of("org/name") == {}


def test_a_recipe_must_name_the_reader(model, questions, tmp_path):
    for recipe in ({"context": "facts"}, {"reader": "bert"}):
        (tmp_path / "model/recipe.json").write_text(json.dumps(recipe))
        with pytest.raises(InputError, match=f"has the reader {recipe.get('reader')!r}, expected t5 or fusion"):
            predicting.predict(model, questions, tmp_path / "out.parquet", **READING)


@pytest.mark.parametrize(
    ("folder", "recipe", "message"),
    [
        ("run", {}, r"run: is the folder of a run, expected its model, .*run/model$"),
        ("run/model", {"embedding": "complex"}, "has embeddings of a graph, expected a reader of questions"),
    ],
)
def test_what_is_no_reader_is_told(questions, tmp_path, folder, recipe, message):
    (tmp_path / "run/model").mkdir(parents=True)
    (tmp_path / "run/model/recipe.json").write_text(json.dumps(recipe))
    with pytest.raises(InputError, match=message):
        predicting.predict(str(tmp_path / folder), questions, tmp_path / "out.parquet", **READING)


def test_few_shot_prompting(model, rows, tmp_path):
    for name, chosen in (("asked", rows[:20]), ("shown", rows[18:])):  # two of them are in both
        write_json_lines(tmp_path / f"{name}.jsonl", chosen)
    asked, shown = (Source(str(tmp_path / f"{name}.jsonl")) for name in ("asked", "shown"))
    options = READING | {"max_input_tokens": 900}
    for shots in (0, 2):
        out = tmp_path / f"{shots}.parquet"
        assert predicting.predict(model, asked, out, shown=shown, shots=shots, **options)["questions"] == 20
    plain, prompted = (pq.read_table(tmp_path / f"{n}.parquet").column("score").to_pylist() for n in (0, 2))
    assert plain != prompted
    with pytest.raises(InputError, match="--shots needs --shots-from"):
        predicting.predict(model, asked, tmp_path / "none.parquet", shots=1, **options)
    with pytest.raises(InputError, match="0 questions left to draw examples from"):
        predicting.predict(model, asked, tmp_path / "none.parquet", shown=asked, shots=1, **options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"context": "fact"}, "context: Invalid enum value 'fact', expected facts or text or passages"),
        ({"beams": 0}, "beams: Expected `int` >= 1"),
        ({"shots": -1}, "--shots is -1, expected 0 or more"),
        ({"max_target_tokens": 0}, "max_target_tokens: Expected `int` >= 1"),
        ({"passages": -3}, "passages: Expected `int` >= 1"),
    ],
)
def test_options_out_of_range(model, questions, tmp_path, options, message):
    with pytest.raises(InputError, match=message):
        predicting.predict(model, questions, tmp_path / "out.parquet", **READING | options)


def test_ids_that_occur_twice_are_refused(model, rows, tmp_path):
    write_json_lines(tmp_path / "twice.jsonl", [rows[0], rows[0]])
    with pytest.raises(InputError, match="an id occurs twice"):
        predicting.predict(model, Source(str(tmp_path / "twice.jsonl")), tmp_path / "out.parquet", **READING)


def test_a_graph_for_names_is_read_before_questions_are_answered(model, questions, tmp_path, monkeypatch):
    monkeypatch.setattr(predicting, "answer_questions", lambda *_, **__: pytest.fail("questions were answered"))
    with pytest.raises(InputError, match="graph: no such file"):
        predicting.predict(model, questions, tmp_path / "out.jsonl", names=str(tmp_path / "graph"), **READING)

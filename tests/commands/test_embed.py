"""``temporal-qa embed``: from a graph to a model that answers by names; the same command resumes or says it is done."""

import json

import pytest

from run_command import run_command

for package in ("torch", "accelerate", "safetensors"):
    pytest.importorskip(package, reason=f"training needs {package}")


@pytest.fixture
def graph(tmp_path):
    lines = [f"team {n % 7}\tplays\tteam {(n % 7 + 1) % 7}\t{n // 7}" for n in range(70)]
    (tmp_path / "graph").mkdir()
    for split, some in (("train", lines[:60]), ("valid", lines[60:65]), ("test", lines[65:])):
        (tmp_path / "graph" / f"{split}.txt").write_text("\n".join(some) + "\n")
    return tmp_path / "graph"


def test_a_model_that_answers_by_names(graph, tmp_path):
    from temporal_qa.models.graph_embeddings import load

    command = ("embed", "graph", "--out", "run", "--rank", 8, "--epochs", 12, "--json")
    made = run_command(*command, cwd=tmp_path)
    told = json.loads(made.stdout)
    assert "epoch 1 validated: mrr 0." in made.stderr
    assert " %, hits_at_10 " in made.stderr
    assert told["out"] == "run/model"
    assert told["scores"]["n"] == 10
    assert told["scores"]["mrr"] > 0.6
    assert load(tmp_path / "run/model").rank("team 3", "plays", 4)[0].name == "team 4"
    again = run_command(*command, cwd=tmp_path)
    assert again.stderr.startswith("finished already: run/model")
    other = run_command("embed", "graph", "--out", "run", "--rank", 9, cwd=tmp_path, status=2)
    assert "holds a run with epochs: 12, not 30" in other.stderr
    assert "--set" not in other.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere", "--out", "run"], "nowhere: "),
        (["graph", "--out", "run", "--model", "distmult"], "distmult"),
        (["graph", "--out", "run", "--rank", "0"], "rank"),
        (["graph", "--out", "run", "--learning-rate", "nan"], "learning-rate"),
        (["graph", "--out", "run", "--learning-rate", "inf"], "learning_rate: Expected `float` <= "),
        (["graph", "--out", "run", "--n3", "inf"], "n3: Expected `float` <= "),
        (["graph", "--out", "graph/train.txt"], "is a file, expected a folder for the run"),
        (["graph", "--out", "graph"], "is not empty and not of a run"),
    ],
)
def test_bad_input_is_one_line(graph, tmp_path, arguments, message):
    refused = run_command("embed", *arguments, cwd=tmp_path, status=2)
    (line,) = refused.stderr.splitlines()
    assert message in line
    assert not (tmp_path / "run/model").exists()


def test_a_wrong_key_of_a_recipe_is_one_line(tmp_path):
    from temporal_qa.engine.recipes import read_recipe
    from temporal_qa.io.errors import InputError
    from temporal_qa.models.recipes import EMBEDDINGS

    for text, message in (
        ("embedding: tntcomplex\ngraph: g\nout: o\nranks: 3\n", "unknown field `ranks`, expected out, "),
        ("embedding: distmult\ngraph: g\nout: o\n", "embedding is 'distmult', expected complex or tcomplex"),
        ("embedding: tntcomplex\nout: o\n", "missing required field `graph`"),
        ("embedding: tntcomplex\ngraph: g\nout: o\nloss: some\n", "loss: Invalid enum value 'some', expected exact or"),
        ("embedding: tntcomplex\ngraph: g\nout: o\nlearning_rate: .nan\n", "learning_rate"),
    ):
        (tmp_path / "r.yaml").write_text(text)
        with pytest.raises(InputError) as refused:
            read_recipe(EMBEDDINGS, tmp_path / "r.yaml")
        assert message in str(refused.value)
        assert "\n" not in str(refused.value)

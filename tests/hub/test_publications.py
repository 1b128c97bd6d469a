"""What is published: datasets, metrics as Spaces; refusals before anything is sent; the same scores by evaluate."""

import importlib
import json
import os
import shutil
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from huggingface_hub import metadata_load

import warm_process
from places import ROOT
from temporal_qa import __version__
from temporal_qa.fiction.options import PseudoOptions
from temporal_qa.hub import publications
from temporal_qa.hub.publications import dataset_publication, metric_folders, metric_publication, model_publication
from temporal_qa.io.errors import InputError
from temporal_qa.scoring.mase import mase
from temporal_qa.scoring.set_accuracy import set_accuracy

COMMAND = Path(sys.executable).parent / "temporal-qa"
METRICS = ROOT / "metrics"
NAMES = sorted(module.parent.name for module in METRICS.glob("*/README.md"))
NUMBERS = {"predictions": [12, 2, None, 6], "references": [10, 2, 6, 6]}
ANSWERS = {"predictions": [["Tesla"], ["Boeing"]], "references": [["Tesla"], ["Tesla", "SpaceX"]]}

SCORE = """
import json, sys
import evaluate
for name, column in json.loads(sys.argv[1]).items():
    print(json.dumps(evaluate.load(name).compute(**column)))
"""

SHARD = "reason_qa/train-00000-of-00001.parquet"
OF_TEN = PseudoOptions(seed=0, invent=True, questions=10, resample=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built") / "pseudo-pit"
    importlib.import_module("temporal_qa.dataset_scripts.pseudo_pit").build(folder, OF_TEN)
    return folder


@pytest.fixture
def folder(built, tmp_path):
    return Path(shutil.copytree(built, tmp_path / "made"))


def test_all_files_of_the_build_and_the_name_in_the_card(built, folder):
    (folder / ".cache").mkdir()
    left_out = [".DS_Store", "NOTES.txt", "plots/drawing.py", "reason_qa/old.parquet", "secrets.env", "token"]
    for name in (".cache/notes", *left_out):
        (folder / name).write_text("of this machine")
    made = dataset_publication(folder, "org/a")
    assert {"README.md", "build.json", SHARD} <= made.files.keys()
    assert {built / path for path in made.files} == {path for path in built.rglob("*") if path.is_file()}
    assert made.left_out == tuple(sorted([".cache/", *left_out]))
    assert made.files[SHARD] == folder / SHARD
    assert b'load_dataset("org/a", "reason_qa"' in made.files["README.md"]
    assert b"PATH_OR_REPO" not in made.files["README.md"]
    assert (made.repo_type, made.repo, made.tag) == ("dataset", "org/a", __version__)
    assert made.message == f"pseudo_pit by temporal-qa {__version__}"


def test_the_tag_is_the_version_that_built_it(folder):
    edit_record(folder, temporal_qa="0.0.9.dev1+local")
    assert dataset_publication(folder, "org/a").tag == "0.0.9.dev1+local"


def test_markdown_files_beside_the_card_are_sent(folder):
    (folder / "NOTES.md").write_text("about it")
    assert dataset_publication(folder, "org/a").files["NOTES.md"] == folder / "NOTES.md"


@pytest.mark.parametrize("name", ["NOTES.md", "reason_qa/more", "token", "build.json"])
def test_links_are_refused_wherever_they_lead(folder, name, tmp_path):
    for target in (tmp_path / "secret", tmp_path, folder / "README.md", tmp_path / "nothing"):
        (tmp_path / "secret").write_text("of somebody")
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(target)
        with pytest.raises(InputError, match=f"{name}: is a link; expected a file of the build"):
            dataset_publication(folder, "org/a")


@pytest.mark.parametrize(
    ("name", "expected_message"), [(b"bad\xff.md", r"bad\\udcff\.md'"), (b"new\nline.md", r"new\\nline\.md'")]
)
def test_odd_names_are_refused_in_one_line(folder, name, expected_message):
    Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).touch()
    with pytest.raises(InputError, match=f"{expected_message}: expected a name in UTF-8 without control") as caught:
        dataset_publication(folder, "org/a")
    str(caught.value).encode()
    assert "\n" not in str(caught.value)


def test_a_pipe_is_refused(folder):
    os.mkfifo(folder / "pipe.md")  # reading it would never end
    with pytest.raises(InputError, match=r"pipe\.md: is neither a file nor a folder"):
        dataset_publication(folder, "org/a")


def test_a_folder_that_cannot_be_listed_is_an_error(folder):
    (folder / "plots").chmod(0)
    try:
        if os.access(folder / "plots", os.R_OK):
            pytest.skip("this user may read everything")
        with pytest.raises(InputError, match="plots: cannot be read: Permission denied"):
            dataset_publication(folder, "org/a")
    finally:
        (folder / "plots").chmod(0o755)


def test_a_list_of_paths_is_one_way_to_name_files(folder):
    edit_card(folder, "path: reason_qa/train-*", f"path: ['{SHARD}']")
    assert dataset_publication(folder, "org/a").files[SHARD] == folder / SHARD


def with_rows(folder, **columns):
    pq.write_table(pa.table({**pq.read_table(folder / SHARD).to_pydict(), **columns}), folder / SHARD)


EXTRA = "configs:\n- config_name: extra\n  data_files:\n  - split: test\n    path: {}\n"


def edit_record(folder, **values):
    record = json.loads((folder / "build.json").read_text()) | values
    (folder / "build.json").write_text(json.dumps({key: value for key, value in record.items() if value is not None}))


def edit_card(folder, old, new):
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert old in card
    (folder / "README.md").write_text(card.replace(old, new), encoding="utf-8")


def test_the_folder_of_a_training_is_told_its_model(tmp_path):
    (tmp_path / "model").mkdir()
    for name in ("training.json", "recipe.json"):
        (tmp_path / "model" / name).write_text("{}")
    with pytest.raises(InputError, match=f"the folder of a training; its model is {tmp_path / 'model'}"):
        dataset_publication(tmp_path, "org/a")


@pytest.mark.parametrize(
    ("damage", "expected_message"),
    [
        (shutil.rmtree, "made: no such folder, expected one that `temporal-qa build` wrote"),
        (lambda folder: (folder / "build.json").unlink(), r"build\.json: no such file; expected a folder"),
        (lambda folder: (folder / "build.json").write_text("["), r"build\.json:1: not valid JSON"),
        (lambda folder: edit_record(folder, temporal_qa=None), r"build\.json: found the version None of temporal-qa"),
        (lambda folder: edit_record(folder, temporal_qa="a b"), r"build\.json: found the version 'a b'"),
        (lambda folder: (folder / "README.md").unlink(), r"README\.md: no such file, expected the dataset's card"),
        (lambda folder: (folder / "README.md").write_text("# Title"), r"README\.md: its head does not declare configs"),
        (lambda folder: edit_card(folder, "configs:", "configs: ]"), r"README\.md: its head does not declare configs"),
        (lambda folder: edit_card(folder, "num_examples: 10", "num_examples: 11"), "10 rows .* declares 11"),
        (lambda folder: edit_card(folder, "num_examples: 10", 'num_examples: "10"'), "10 rows .* declares '10'"),
        (lambda folder: edit_card(folder, "num_examples: 10", "num_examples:"), "10 rows .* declares None"),
        (lambda folder: edit_card(folder, "path: reason_qa/train-*", "path: [[]]"), r"no file at \[\]"),
        (lambda folder: edit_card(folder, "path: reason_qa/train-*", "path: []"), "no file at any path"),
        (lambda folder: edit_card(folder, "path: reason_qa/train-*", "path: 3"), "README.md: its head does not"),
        (lambda folder: edit_card(folder, "path: reason_qa/", "path: ../made/reason_qa/"), r"no file at \.\./made"),
        (lambda folder: edit_card(folder, "path: reason_qa/", "path: /etc/"), "no file at /etc/train-"),
        (lambda folder: edit_card(folder, "path: reason_qa/", "path: a**b/"), r"no file at a\*\*b/"),
        (lambda folder: edit_card(folder, "path: reason_qa/", "path: https://a/"), "no file at https://a/train"),
        (lambda folder: edit_card(folder, "path: reason_qa/train-*", f"path: [{SHARD}, ../x]"), r"no file at \.\./x"),
        (lambda folder: edit_card(folder, "configs:\n", EXTRA.format(SHARD)), "names the config 'extra', but its data"),
        (lambda folder: edit_card(folder, "  - split: train\n", "  - split: test\n"), "10 rows .* declares None"),
        (lambda folder: edit_record(folder, dataset="x\nCo-authored-by: y"), r"found the dataset 'x\\nCo-auth"),
        (lambda folder: with_rows(folder, more=[1] * 10), "'more': found int64, the card declares no column"),
        (lambda folder: with_rows(folder, level=[1] * 10), "'level': found int64, the card declares str"),
        (lambda folder: (folder / SHARD).unlink(), "the split 'train' of 'reason_qa', but it has no file"),
        (lambda folder: (folder / SHARD).write_bytes(b"PAR1"), r"\.parquet: cannot be read as Parquet"),
    ],
)  # fmt: skip
def test_a_dataset_that_would_not_load_is_refused_in_one_line(folder, damage, expected_message):
    damage(folder)
    with pytest.raises(InputError, match=expected_message) as caught:
        dataset_publication(folder, "org/a")
    assert "\n" not in str(caught.value)


def run(environment, *command, cwd):
    return warm_process.run(command, cwd=cwd, env=os.environ | environment)


def test_all_metrics_are_found():
    assert set(NAMES) <= metric_folders().keys()


@pytest.mark.parametrize("name", NAMES)
def test_a_space_holds_module_card_and_requirements(name):
    publication = metric_publication(name, f"org/{name}")
    folder = metric_folders()[name]
    assert {f"{name}.py", "README.md", "requirements.txt"} <= publication.files.keys()
    assert not any("__pycache__" in path for path in publication.files)
    assert publication.repo_type == "space"
    there = {path: content if isinstance(content, bytes) else content.read_bytes()
             for path, content in publication.files.items()}  # fmt: skip
    assert there[f"{name}.py"] == (folder / f"{name}.py").read_bytes()
    assert f"temporal-qa=={__version__}\nevaluate>=" in there["requirements.txt"].decode()
    assert f'evaluate.load("org/{name}")'.encode() in there["README.md"]
    assert metadata_load(folder / "README.md")["sdk"] == "gradio"


def test_leftovers_of_evaluate_and_gradio_are_not_published(tmp_path, monkeypatch):
    folder = tmp_path / "my_metric"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "b.pyc").mkdir()
    left_behind = (".gradio.pem", "__pycache__/my_metric.pyc", "a.pyc", "b.pyc/app.py", "token")
    for name in ("my_metric.py", "app.py", "requirements.txt", *left_behind):
        (folder / name).write_text("temporal-qa>=0.1\ntemporal-qa-more\n")
    monkeypatch.setattr(publications.resources, "files", lambda _: tmp_path)
    made = metric_publication("my_metric", "org/other")
    assert made.files.keys() == {"other.py", "app.py", "requirements.txt"}
    assert made.left_out == (".gradio.pem", "__pycache__/", "a.pyc", "b.pyc/", "token")
    assert made.files["requirements.txt"].decode() == f"temporal-qa=={__version__}\ntemporal-qa-more\n"
    (folder / "requirements.txt").write_text("evaluate")
    with pytest.raises(InputError, match=r"requirements\.txt: expected it to name temporal-qa"):
        metric_publication("my_metric", "org/my_metric")


@pytest.mark.parametrize(
    ("name", "repo", "message"),
    [("mase", "org/mase", "no metric 'mase', expected one of " + ", ".join(NAMES)),
     ("token_f1", "org/token.f1", "evaluate loads no module with a dot in its name"),
     ("token_f1", "org/a b", "'org/a b' is not a name of a repository")],
)  # fmt: skip
def test_other_names_than_those_of_metrics_are_refused(name, repo, message):
    with pytest.raises(InputError, match=message):
        metric_publication(name, repo)


def test_evaluate_computes_the_same_from_the_space(hub, tmp_path):
    environment = hub.environment(tmp_path / "hf-of-the-publisher")
    for name, repo in [("temporal_mase", "org/temporal_mase"), ("set_accuracy", "org/set-accuracy-of-answers")]:
        published = run(environment, COMMAND, "publish-metric", name, repo, cwd=tmp_path)
        assert published.returncode == 0, published.stderr
        assert ("set_accuracy.py becomes set-accuracy-of-answers.py there" in published.stdout) == ("-" in repo)
    columns = {"org/temporal_mase": NUMBERS, "org/set-accuracy-of-answers": ANSWERS}
    environment = hub.environment(tmp_path / "hf-of-another")
    found = run(environment, sys.executable, "-c", SCORE, json.dumps(columns), cwd=tmp_path)
    assert found.returncode == 0, found.stderr
    errors, accuracy = map(json.loads, found.stdout.splitlines())
    assert errors == json.loads(json.dumps(mase(*NUMBERS.values()).to_dict("temporal_mase")))
    assert accuracy == {"set_accuracy": set_accuracy(**ANSWERS).mean(), "n": 2}


@pytest.mark.parametrize(
    ("recipe", "name"), [({"reader": "t5", "seed": 1}, "t5"), ({"embedding": "tcomplex"}, "tcomplex")]
)
def test_a_model_is_called_after_its_reader_so_that_no_other_replaces_it(tmp_path, recipe, name):
    (tmp_path / "recipe.json").write_text(json.dumps(recipe))
    made = model_publication(tmp_path, "org/a")
    assert (made.repo_type, made.name, list(made.files)) == ("model", name, ["recipe.json"])

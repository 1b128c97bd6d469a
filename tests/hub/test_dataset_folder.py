"""Which folder is published, and what is refused before anything is sent."""

import importlib
import json
import shutil
from pathlib import Path

import pytest

from temporal_qa import __version__
from temporal_qa.fiction.recipes import PseudoOptions
from temporal_qa.files import InputError
from temporal_qa.hub.dataset_folder import dataset_publication

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
    for name in (".cache/notes", ".DS_Store"):
        (folder / name).write_text("of this machine")
    made = dataset_publication(folder, "org/a")
    assert {"README.md", "build.json", SHARD} <= made.files.keys()
    assert {built / path for path in made.files} == {path for path in built.rglob("*") if path.is_file()}
    assert made.files[SHARD] == folder / SHARD
    assert b'load_dataset("org/a", "reason_qa"' in made.files["README.md"]
    assert b"PATH_OR_REPO" not in made.files["README.md"]
    assert (made.repo_type, made.repo, made.tag) == ("dataset", "org/a", __version__)
    assert made.message == f"pseudo_pit by temporal-qa {__version__}"


def test_the_tag_is_the_version_that_built_it(folder):
    edit_record(folder, temporal_qa="0.0.9.dev1+local")
    assert dataset_publication(folder, "org/a").tag == "0.0.9.dev1+local"


def edit_record(folder, **values):
    record = json.loads((folder / "build.json").read_text()) | values
    (folder / "build.json").write_text(json.dumps({key: value for key, value in record.items() if value is not None}))


def edit_card(folder, old, new):
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert old in card
    (folder / "README.md").write_text(card.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (shutil.rmtree, "made: no such folder, expected one that `temporal-qa build` wrote"),
        (lambda folder: (folder / "build.json").unlink(), r"build\.json: no such file; expected a folder"),
        (lambda folder: (folder / "build.json").write_text("["), r"build\.json: does not name the dataset"),
        (lambda folder: edit_record(folder, temporal_qa=None), r"build\.json: does not name the dataset"),
        (lambda folder: edit_record(folder, temporal_qa="a b"), r"build\.json: found the version 'a b'"),
        (lambda folder: (folder / "README.md").unlink(), r"README\.md: no such file, expected the dataset's card"),
        (lambda folder: (folder / "README.md").write_text("# Title"), r"README\.md: its head does not declare configs"),
        (lambda folder: edit_card(folder, "configs:", "configs: ]"), r"README\.md: its head does not declare configs"),
        (lambda folder: edit_card(folder, "num_examples: 10", "num_examples: 11"), "10 rows .* declares 11"),
        (lambda folder: (folder / SHARD).unlink(), "declares the split 'train' of 'reason_qa', but it has no file"),
        (lambda folder: (folder / SHARD).write_bytes(b"PAR1"), r"\.parquet: cannot be read as Parquet"),
    ],
)  # fmt: skip
def test_what_would_not_load_is_refused_in_one_line(folder, damage, told):
    damage(folder)
    with pytest.raises(InputError, match=told) as caught:
        dataset_publication(folder, "org/a")
    assert "\n" not in str(caught.value)

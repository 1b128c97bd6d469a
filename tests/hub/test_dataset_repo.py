"""The metadata of a dataset folder: sizes, hashes, the head of the card, the record of the build."""

import json
from pathlib import Path

import pytest
import yaml
from datasets import DatasetInfo, Features, Value
from datasets.splits import SplitDict, SplitInfo
from datasets.utils import resources

from temporal_qa import __version__
from temporal_qa.hub.cards import write_build_record
from temporal_qa.hub.dataset_repo import card_metadata, size_category
from temporal_qa.io.read import sha256

ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-2, B.1


@pytest.mark.parametrize(
    ("number", "name"),
    [(0, "n<1K"), (999, "n<1K"), (1000, "1K<n<10K"), (9999, "1K<n<10K"), (51_451, "10K<n<100K"),
     (10**7, "10M<n<100M"), (10**9 - 1, "100M<n<1B"), (10**9, "1B<n<10B"), (10**12 - 1, "100B<n<1T"),
     (10**12, "n>1T")],
)  # fmt: skip
def test_size_categories(number, name):
    assert size_category(number) == name
    assert name in json.loads((Path(resources.__file__).parent / "size_categories.json").read_text())


def info(config):
    splits = SplitDict()
    splits.add(SplitInfo("test", num_bytes=5, num_examples=2))
    return DatasetInfo(
        features=Features({"id": Value("string")}), config_name=config, splits=splits, download_size=3, dataset_size=5
    )


def test_the_head_of_a_card_names_the_first_config_as_the_default_and_all_files():
    head = yaml.safe_load(card_metadata({"a": info("a"), "b": info("b")}, license="cc0-1.0"))
    assert head["license"] == "cc0-1.0"
    assert {config["config_name"]: config.get("default") for config in head["configs"]} == {"a": True, "b": None}
    assert head["size_categories"] == ["n<1K"]
    assert head["configs"][0]["data_files"] == [{"split": "test", "path": "a/test-*"}]
    assert [(one["download_size"], one["dataset_size"]) for one in head["dataset_info"]] == [(3, 5), (3, 5)]


def test_the_record_of_a_build(tmp_path):
    (tmp_path / "facts.jsonl").write_bytes(b"abc")
    assert sha256(tmp_path / "facts.jsonl") == ABC
    write_build_record(
        tmp_path, "complex_tr", options={"seed": 3, "as_of": None}, inputs={"facts": tmp_path / "facts.jsonl"},
        counts={"test": 2}, drops={"b": 1, "a": 2},
    )  # fmt: skip
    text = (tmp_path / "build.json").read_text()
    assert json.loads(text) == {
        "dataset": "complex_tr", "temporal_qa": __version__, "seed": 3, "as_of": None,
        "inputs": {"facts": {"file": "facts.jsonl", "sha256": ABC}}, "counts": {"test": 2}, "drops": {"a": 2, "b": 1},
    }  # fmt: skip
    assert text.index('"a"') < text.index('"b"')

"""Dataset cards as the Hub takes them: valid metadata, no catching of pictures as data, code that runs as it stands."""

import importlib
import json
import os
import re
import shutil
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from datasets import load_dataset
from datasets.utils import resources
from datasets.utils.metadata import known_task_ids
from huggingface_hub import DatasetCard, DatasetCardData

import warm_process
from places import SHARED_DATA
from temporal_qa.fiction import options
from temporal_qa.fiction.documents.shards import DocumentOptions
from temporal_qa.fiction.life_samples import LifeSampleOptions
from temporal_qa.fiction.options import PseudoOptions
from temporal_qa.fiction.world import invent_groups
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.passages.retrieve import Retrieval
from temporal_qa.passages.time_qa import TimeQAOptions
from temporal_qa.timeline.fact_files import write_facts

RESOURCES = Path(resources.__file__).parent
DATA = SHARED_DATA / "temp_answer_qa"
DATASETS = [
    "complex_tr",
    "date_arithmetic",
    "hieradate",
    "hieradate_of_source",
    "open_domain",
    "pseudo_pit",
    "pseudo_pit_of_facts",
    "temp_answer_qa",
    "time_qa",
    "time_qa_as_published",
    "time_qa_invented",
    "time_qa_of_facts",
]

# The sub-tasks of question-answering on the Hub: huggingface.js, packages/tasks/src/pipelines.ts.
SUBTASKS = {"extractive-qa", "open-domain-qa", "closed-domain-qa"}
# Of https://huggingface.co/docs/hub/repositories-licenses those that our data may have.
LICENSES = {"cc0-1.0", "cc-by-4.0", "cc-by-sa-4.0", "other"}

TWO_WIKI = {
    "_id": "1", "type": "comparison", "question": "Who was born earlier, Ann Lee or Bo Ray?", "answer": "Bo Ray",
    "context": [["Ann Lee", ["Ann Lee (17 May 1944 - 2007) sang."]], ["Bo Ray", ["Bo Ray (born 2 May 1927) sang."]]],
    "supporting_facts": [["Ann Lee", 0], ["Bo Ray", 0]],
    "evidences": [["Ann Lee", "date of birth", "17 May 1944"], ["Bo Ray", "date of birth", "2 May 1927"]],
}  # fmt: skip
TIME_QA = {
    "index": "/wiki/Ann_Lee#P54", "type": "P54", "paras": ["Ann Lee", "Ann Lee played for Reds ."],
    "questions": [["Who had her from 1990 to 1995?", [{"para": 1, "from": 19, "end": 23, "answer": "Reds"}]],
                  ["From 1995 to 1999, who?", [{"para": 0, "from": 0, "end": 0, "answer": ""}]]],
}  # fmt: skip
TTQA = [["How long was he king?", "40", "king", "1", "<num_years>", "years", "head", "born\t1801"],
        ["When did he die?", "February 17, 1837", "king", "1", "%B %d, %Y", "date", "tail", "born\t1801"]]  # fmt: skip


def resource(name):
    return json.loads((RESOURCES / f"{name}.json").read_text())


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Each dataset, built small."""
    folder = tmp_path_factory.mktemp("built")
    facts = folder / "facts.jsonl"
    write_facts(facts, [fact for group in invent_groups(30, seed=3) for fact in group.facts])
    build = {name: importlib.import_module(f"temporal_qa.dataset_scripts.{name}").build
             for name in ("complex_tr", "date_arithmetic", "hieradate", "pseudo_pit", "temp_answer_qa",
                          "time_qa")}  # fmt: skip
    build["complex_tr"](facts, folder / "complex_tr")
    pages = folder / "pages.jsonl"
    subjects = sorted({json.loads(line)["subject"] for line in facts.read_text().splitlines()})
    write_json_lines(pages, [
        {"title": name, "text": f"{name} was here. " * 80, "url": f"https://en.wikipedia.org/wiki/{n}"}
        for n, name in enumerate(subjects)
    ])  # fmt: skip
    retrieval = Retrieval(pages, "bm25", 2, "", False, False, folder / "cache")
    build["complex_tr"](facts, folder / "open_domain", config="open_domain", retrieval=retrieval)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(options, "TRAINING_GROUPS", 100)
        build["pseudo_pit"](folder / "pseudo_pit", PseudoOptions(60, 1, invent=True))
        build["pseudo_pit"](folder / "pseudo_pit_of_facts", PseudoOptions(60, 1, facts=facts, fiction=False))
    build["date_arithmetic"](folder / "date_arithmetic", questions=40, seed=1, tasks=["shift", "weekday"])
    build["hieradate"](
        folder / "hieradate", LifeSampleOptions(samples=30, dev=8, test=4, invent=True), released_layout=True
    )
    (folder / "2wiki.json").write_text(json.dumps([TWO_WIKI]))
    build["hieradate"](folder / "hieradate_of_source", LifeSampleOptions(source=(folder / "2wiki.json",)))
    (folder / "human_annotated_test.json").write_text(json.dumps([TIME_QA]))
    source = TimeQAOptions(folder / "human_annotated_test.json", squad_layout=True)
    build["time_qa"](folder / "time_qa", source)
    build["time_qa"](folder / "time_qa_as_published", replace(source, as_published=True))
    build["time_qa"](folder / "time_qa_invented", DocumentOptions(12, dev=4, words=100))
    mentioned = {}
    for fact in map(json.loads, facts.read_text().splitlines()):
        mentioned.setdefault(fact["subject"], []).append(fact["object"])
    write_json_lines(
        folder / "articles.jsonl", [{"title": name, "text": " . ".join(of)} for name, of in mentioned.items()]
    )
    build["time_qa"](folder / "time_qa_of_facts", TimeQAOptions(facts=facts, articles=folder / "articles.jsonl"))
    (folder / "source").mkdir()
    header = "question,label,category,table_id,answer_format,answer_temporal_unit,split,table_context\n"
    rows = "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in TTQA)
    (folder / "source" / "ttqa.csv").write_text(header + rows)
    build["temp_answer_qa"](folder / "source", folder / "temp_answer_qa")
    return folder


@pytest.fixture(params=DATASETS)
def folder(request, folders):
    return folders / request.param


@pytest.fixture
def text(folder):
    return (folder / "README.md").read_text()


@pytest.fixture
def data(folder):
    return DatasetCard.load(folder / "README.md").data.to_dict()


def listed(value):
    return value if isinstance(value, list) else [value]


def test_the_metadata_are_fields_that_the_hub_knows_with_values_that_it_knows(data):
    known = set(DatasetCardData().__dict__) | {"tags", "configs", "dataset_info"}
    assert data.keys() <= known
    assert set(listed(data["license"])) <= LICENSES
    assert set(data["language"]) <= resource("languages").keys()
    assert data["multilinguality"] in resource("multilingualities")
    assert set(data["size_categories"]) <= set(resource("size_categories"))
    creators = resource("creators")
    assert set(data["annotations_creators"]) <= set(creators["annotations"])
    assert set(data.get("language_creators", [])) <= set(creators["language"])
    assert set(data["task_categories"]) <= known_task_ids.keys()
    assert data["task_ids"]
    assert set(data["task_ids"]) <= SUBTASKS
    assert all(re.fullmatch(r"original|extended|[\w.-]+/[\w.-]+", source) for source in data["source_datasets"])
    assert len(data["tags"]) == len(set(data["tags"])) > 2
    assert all(re.fullmatch(r"[a-z0-9-]+", tag) for tag in data["tags"])


def test_the_head_is_yaml_that_comes_back_as_it_is(folder, text, data):
    card = DatasetCard(text)
    assert yaml.safe_load(text.split("---\n")[1]) == data
    assert DatasetCard(str(card)).data.to_dict() == data


def test_sizes_are_those_of_the_rows(folder, data):
    infos = listed(data["dataset_info"])
    rows = sum(split["num_examples"] for info in infos for split in info["splits"])
    (category,) = data["size_categories"]
    assert category == "n<1K"
    assert 0 < rows < 1000


def test_no_glob_of_data_catches_a_picture_and_the_pictures_are_there(folder, text, data, tmp_path):
    patterns = [file["path"] for config in data["configs"] for file in config["data_files"]]
    caught = {path for pattern in patterns for path in folder.glob(pattern)}
    assert {path.suffix for path in caught} == {".parquet"}
    shown = set(re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text))
    assert shown == {str(path.relative_to(folder)) for path in folder.glob("plots/*")}
    assert shown
    for config in data["configs"]:
        dataset = load_dataset(str(folder), config["config_name"], cache_dir=str(tmp_path))
        assert set(dataset) == {file["split"] for file in config["data_files"]}


def test_pictures_are_svg_without_scripts_or_links(folder):
    for path in folder.glob("plots/*.svg"):
        elements = list(ET.parse(path).iter())
        assert {element.tag.rpartition("}")[2] for element in elements} <= {
            "svg",
            "title",
            "desc",
            "style",
            "rect",
            "text",
        }
        assert not any("href" in name for element in elements for name in element.attrib)


@pytest.mark.parametrize(
    "heading", ["Uses", "How to score", "How it was made", "Counts", "What was left out", "Limits and biases",
                "Licence and attribution", "Citation"],
)  # fmt: skip
def test_what_a_reader_looks_for_has_a_heading(text, heading):
    assert f"\n## {heading}\n" in text


def test_the_example_is_the_first_row_of_the_data_in_full(folder, text, data, tmp_path):
    examples = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]
    config = data["configs"][0]
    split = config["data_files"][0]["split"]
    row = load_dataset(str(folder), config["config_name"], split=split, cache_dir=str(tmp_path))[0]
    if "passages" in row:  # all would fill the card
        row["passages"] = row["passages"][:1]
    assert row in examples


def test_every_column_is_explained(folder, text, data):
    columns = {feature["name"] for info in listed(data["dataset_info"]) for feature in info["features"]}
    assert columns <= set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| `.*?\|", text, re.MULTILINE))))


def test_tables_are_whole(text):
    """Every row of a table has the cells of its head, and no text stands against it."""
    body = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for block in re.split(r"\n\s*\n", body):
        lines = [line for line in block.strip().splitlines() if line]
        if any(line.startswith("|") for line in lines):
            assert all(line.startswith("|") for line in lines), block
            assert len({len(re.findall(r"(?<!\\)\|", line)) for line in lines}) == 1, block
    assert "\n\n\n" not in text
    assert not re.search(r"{{|{%|}}|%}|\bNone\b|Undefined", body)


def test_citations_are_bibtex_with_the_authors(text):
    entries = re.findall(r"```bibtex\n(.*?)```", text, re.DOTALL)
    assert entries
    for entry in "".join(entries).split("@")[1:]:
        assert entry.count("{") == entry.count("}")
        assert re.match(r"inproceedings\{\w+,\n", entry)
        for field in ("title", "author", "booktitle", "year"):
            assert re.search(rf"^  {field} +=", entry, re.MULTILINE), field


@pytest.fixture(scope="module")
def with_metrics(tmp_path_factory):
    """An environment in which the metrics are installed."""
    home = tmp_path_factory.mktemp("home")
    environment = os.environ | {"HF_HOME": str(home), "HF_EVALUATE_OFFLINE": "1", "HF_HUB_OFFLINE": "1"}
    environment.pop("HF_MODULES_CACHE", None)
    command = Path(sys.executable).parent / "temporal-qa"
    warm_process.run([command, "install-metrics"], env=environment).check_returncode()
    return environment


def test_the_python_in_the_card_runs_as_it_stands(folder, text, data, tmp_path, with_metrics):
    name = f"made/{folder.name}"
    shutil.copytree(folder, tmp_path / name)
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 2
    code = "\n".join(blocks).replace("PATH_OR_REPO", name)
    checks = [line.split("  # ") for line in code.splitlines() if line.startswith("evaluate.load")]
    code += "".join(f"\nprint({call})" for call, _ in checks)
    said = warm_process.run([sys.executable, "-c", code], env=with_metrics, cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    for value, (_, expected) in zip(said.stdout.splitlines(), checks, strict=True):
        number = float(re.findall(r"[\d.]+", value)[0])
        assert number == pytest.approx(float(re.findall(r"[\d.]+", expected)[0]), abs=0.05)


@pytest.mark.skipif(not DATA.exists(), reason="the shared real data is not beside the checkout")
def test_what_the_card_says_of_the_released_tables_holds(folders):
    import csv

    with (DATA / "ttqa.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    text = (folders / "temp_answer_qa" / "README.md").read_text()
    tables, categories = ({row[column] for row in rows} for column in ("table_id", "category"))
    assert f"about {len(tables)} tables in {len(categories)} categories" in text

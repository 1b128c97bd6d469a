"""One small good file of each kind that commands keep for themselves, or read beside their rows."""

import bz2
import gzip
import io
import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import orjson
import yaml
from good_files import TOT, TOT_ROWS, write_csv

from places import ROOT
from temporal_qa.engine.recipes import read_settings
from temporal_qa.io.atomic import write_json, write_json_lines

RECIPES = ROOT / "training/recipes"

PAGE = {"title": "Ann Bo", "text": "Ann Bo was a politician.", "url": "https://a.b/Ann_Bo", "id": "Q1"}
HTML = """<html><head><title>Ann Bo</title></head><body><nav>Home</nav><article><h1>Ann Bo</h1>
<p>Ann Bo is a politician. She studied physics at Imperial College London, and taught it for years.</p>
<p>In 2017 she was elected to the House of Commons.</p></article></body></html>"""
XML = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
<siteinfo><base>https://en.wikipedia.org/wiki/Main_Page</base></siteinfo>
<page><title>Ann Bo</title><ns>0</ns><id>1</id><revision><text>'''Ann''' [[X|was]] {{a|b}} <ref>c</ref>.</text></revision></page>
<page><title>Cy</title><ns>0</ns><id>2</id><redirect title="Ann Bo"/><revision><text>#R</text></revision></page>
</mediawiki>
"""  # noqa: E501
MODEL = "http://www.wikidata.org/entity/Q1985727"


def write_state_files(folder: Path) -> None:
    """Everything that the table of readers names beside :func:`good_files.write_good_files`."""
    _pages(folder)
    _dumps(folder)
    _recipes_and_runs(folder)
    _hub(folder)
    items = [{"id": f"q{i}", "prediction": ["A", "B"], "reference": ["A"], "group": "g"} for i in range(3)]
    write_json(folder / "upload.json", items)
    write_json_lines(folder / "upload.jsonl", items)
    write_csv(folder / "upload.csv", ["id", "prediction", "reference"], [["1", "A $and B", "A"], ["2", "C", "C"]])
    import pyarrow.json
    import pyarrow.parquet

    pyarrow.parquet.write_table(pyarrow.json.read_json(folder / "upload.jsonl"), folder / "upload.parquet")


def _pages(folder: Path) -> None:
    write_json_lines(folder / "pages.jsonl", [PAGE, PAGE | {"title": "Cy", "id": 7}])
    write_json(folder / "page.json", PAGE)
    (folder / "pages.html").write_text(HTML, encoding="utf-8")
    (folder / "pages.xml").write_text(XML, encoding="utf-8")
    (folder / "pages.xml.gz").write_bytes(gzip.compress(XML.encode(), mtime=0))
    (folder / "pages.xml.bz2").write_bytes(bz2.compress(XML.encode()))


def _entity(number: int) -> dict[str, object]:
    time = {"time": "+1990-05-00T00:00:00Z", "precision": 10, "calendarmodel": MODEL}
    dated = {"snaktype": "value", "property": "P580", "datavalue": {"type": "time", "value": time}}
    value = {"type": "wikibase-entityid", "value": {"entity-type": "item", "numeric-id": 7, "id": "Q7"}}
    snak = {"snaktype": "value", "property": "P54", "datavalue": value}
    statement = {"mainsnak": snak, "rank": "normal", "qualifiers": {"P580": [dated], "P582": [dated]}}
    labels = {"en": {"language": "en", "value": f"Player {number}"}}
    return {"type": "item", "id": f"Q{number}", "labels": labels, "descriptions": {}, "claims": {"P54": [statement]}}


def _dumps(folder: Path) -> None:
    entities = [_entity(number) for number in range(1, 4)]
    array = ("[\n" + ",\n".join(map(json.dumps, entities)) + "\n]\n").encode()
    (folder / "dump.json").write_bytes(array)
    (folder / "dump.json.gz").write_bytes(gzip.compress(array, mtime=0))
    (folder / "dump.json.bz2").write_bytes(bz2.compress(array))
    write_json_lines(folder / "dump.ndjson", entities)
    tally = {"entities": {"items": 3}, "statements": 3, "drops": {}, "notes": {}, "life_drops": {}, "bad_line": None}
    part = {"source": 0, "number": 0, "offset": 9, "lines": 3, "is_last": True, "tally": tally}
    write_json(folder / "0000-000000.json", part)


def _recipes_and_runs(folder: Path) -> None:
    for name, recipe in (
        ("t5", "t5_base_sft"),
        ("fid", "fid_base"),
        ("pit", "t5_base_pit"),
        ("flan", "flan_t5_xl_one_shot"),
    ):
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(read_settings(RECIPES / f"{recipe}.yaml")))
    write_json(folder / "run_recipe.json", {"seed": 1, "out": "out", "model": "x"})
    write_json(folder / "progress.json", {
        "step": 3, "epoch": 1, "step_of_epoch": 0, "validations": [{"epoch": 1, "step": 3, "set_accuracy": 5.0,
                                                               "answer_f1": 6.0}],
        "best": 3, "seconds": 1.5, "stopped": False, "data": {"hash": "x"},
    })  # fmt: skip
    scores = {"set_accuracy": 1.0, "answer_f1": 2.0, "exact_match": 3.0, "token_f1": 4.0}
    write_json(folder / "scores.json", [{"facet": "all", "value": "", "n": 3, **scores}])
    write_json_lines(folder / "answers.jsonl", [{"id": "1", "text": "A", "answers": ["A"], "score": -0.5}])
    write_json_lines(folder / "journal.jsonl", [
        {"id": "q0", "dataset": "ttqa", "split": "head", "model": "M", "prompting": "few-shot", "response": "x"}
    ])  # fmt: skip
    _kept_answers(folder / "wikipedia.sqlite")

    import numpy as np

    from temporal_qa.passages.dense import EmbeddingCache

    cache = EmbeddingCache(folder / "vectors.sqlite")
    for key in (b"a", b"b"):
        cache.put(key, np.ones(4, np.float32))
    cache._database.close()


def _kept_answers(path: Path) -> None:
    """The answers to the search of test_fuzzed_readers, from no server at all."""
    from requests.adapters import HTTPAdapter
    from urllib3 import HTTPResponse

    from temporal_qa.passages.wikipedia_search import WikipediaSearch

    class Canned(HTTPAdapter):
        def send(self, request: Any, **_: Any) -> Any:
            main = {"main": {"content": "Ann played for the [[Bears]]."}}
            pages = {"pages": [{"pageid": 1, "title": "Ann", "revisions": [{"slots": main}]}]}
            query = {"search": [{"pageid": 1}]} if "srsearch" in request.url else pages
            body = io.BytesIO(orjson.dumps({"query": query}))
            return self.build_response(request, HTTPResponse(body=body, status=200, preload_content=False))

    search = WikipediaSearch(path, "ann@example.org", "http://localhost:9/x", pause=0)
    search._session.mount("http://", Canned())
    search.articles("Who?", "Ann", Counter())
    search._session.close()


def _hub(folder: Path) -> None:
    from temporal_qa.dataset_scripts.temp_answer_qa import build

    source = folder / "released"
    source.mkdir()
    write_csv(source / "tot.csv", TOT, TOT_ROWS)
    build(source, folder / "built")
    for name in ("README.md", "build.json", "tot"):
        shutil.move(folder / "built" / name, folder / name)
    shutil.rmtree(folder / "built")
    digest = "0" * 64
    files = {"a.txt": {"size": 1, "sha256": digest, "git_sha1": digest[:40]}}
    write_json(folder / "manifest.json", {"about": "x", "name": "complex_tr", "files": files})

"""Readers that no quick command reaches, on spoilt files: a good result, or one ``InputError``."""

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from fuzzing import examples, spoilt
from good_files import RUN, write_good_files
from good_state_files import write_state_files
from hypothesis import given
from hypothesis import strategies as st
from readers_of_runs import answers_so_far, run_folder, runs_of_seeds

from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.io.resumable import Journal

Reader = Callable[[Path], object]


def questions_from_facts(path: Path) -> object:
    from temporal_qa.questions.complex_tr.fact_groups import read_groups
    from temporal_qa.questions.complex_tr.splits import choose_questions
    from temporal_qa.questions.complex_tr.verbalize import build_questions

    return list(build_questions(choose_questions(read_groups(path, DropLog()), 0, Counter()), 0, Counter()))


def training_months(path: Path) -> object:
    from temporal_qa.fiction.options import PseudoOptions, make_recipe

    return make_recipe(PseudoOptions(10, invent=True, training=path))


def real_labels(path: Path) -> object:
    from temporal_qa.fiction.real_labels import read_real_labels, withheld_names

    return withheld_names(read_real_labels(path))


def temp_answer_qa(path: Path) -> object:
    from temporal_qa.released.temp_answer_qa.files import make_rows

    return make_rows(path, "tot" if path.name.startswith("tot") else "ttqa")


def prompts(path: Path) -> object:
    from temporal_qa.prompting.chat_prompts import chat_prompt
    from temporal_qa.prompting.question_rows import question_rows

    return [orjson.dumps([chat_prompt(row, "few-shot").sha256, row["split"]]) for row in question_rows(path)]


def responses_so_far(path: Path) -> object:
    from temporal_qa.prompting.predicting import resumed_responses

    records = {f"q{number}": RUN | {"id": f"q{number}"} for number in range(4)}
    with resumed_responses(path, records) as found:
        for question in records.keys() - found.finished.keys():
            found.add(question, "x")
    return found.finished


def rows_of_a_journal(path: Path) -> object:
    with Journal(path) as journal:
        return journal.rows


def scored_runs(path: Path) -> object:
    from temporal_qa.report.question_report import question_tables
    from temporal_qa.report.scored_files import read_scored
    from temporal_qa.scoring.responses.response_scores import summarize_runs

    questions, responses = read_scored([path])
    return question_tables(questions, resamples=2), summarize_runs(responses)


def hardest_of(path: Path) -> object:
    from temporal_qa.report.hardest_questions import read_questions
    from temporal_qa.report.question_runs import runs_by_questions
    from temporal_qa.report.scored_files import read_scored

    return read_questions([path], runs_by_questions(read_scored([path.with_name("scored.jsonl")])[0]))


def articles(path: Path) -> object:
    from temporal_qa.passages.articles import Subject, find_articles, pages_hash

    pages_hash(path)
    return find_articles(path, [Subject("Ann Bo", "Q1"), Subject("Cy")], Counter())


def training_recipe(path: Path) -> object:
    from temporal_qa.engine.recipes import read_recipe
    from temporal_qa.models.recipes import READER_RECIPES

    return orjson.dumps(read_recipe(READER_RECIPES, path).to_dict())


def prediction_recipe(path: Path) -> object:
    from temporal_qa.models.predicting import read_prediction_recipe

    names = "recipe model questions config split out shots shots_from seed context passages max_input_tokens"
    return read_prediction_recipe(path, f"{names} max_target_tokens beams".split())


def training_rows(path: Path) -> object:
    from temporal_qa.engine.question_data import Source, load_rows, rows_hash
    from temporal_qa.models.seq2seq.inputs import InputFormat, read_examples

    def tokenizer(texts: list[str], **_: object) -> dict[str, list[list[int]]]:
        return {"input_ids": [[1] * len(text.split()) for text in texts]}

    rows = load_rows(Source(str(path)))
    rows_hash(rows)
    for context in ("facts", "instruction", *(["passages"] if "complex" in path.name else [])):
        reading = InputFormat(context, max_input_tokens=10**6, max_target_tokens=10**6)
        read_examples(rows, tokenizer, reading, Counter(), targets="complex" not in path.name)
    return None


def mined_parts(path: Path) -> object:
    from temporal_qa.wikidata.parts import finished_parts

    folder = path.parent / "unfinished" / "folder"
    folder.mkdir(parents=True)
    shutil.copy(path, folder)
    return finished_parts(folder, 0)


def dump(path: Path) -> object:
    from temporal_qa.timeline.dates import CalendarDate
    from temporal_qa.wikidata.dump import DumpReader, UnreadableDump
    from temporal_qa.wikidata.lines import MiningOptions, mine_lines

    options = MiningOptions(("P54", "P39"), ("en", "mul"), CalendarDate(2020, 1), lives=True)
    reader = DumpReader(path)
    try:
        return [mine_lines(block, options) for block in reader.blocks()]
    except UnreadableDump:
        return None
    finally:
        reader.close()


def kept_answers(path: Path) -> object:
    from temporal_qa.passages.wikipedia_search import WikipediaSearch

    search = WikipediaSearch(path, "ann@example.org", "http://localhost:9/x", pause=0, waits=())
    return search.articles("Who?", "Ann", Counter())


def kept_embeddings(path: Path) -> object:
    from temporal_qa.passages.dense import EmbeddingCache

    cache = EmbeddingCache(path)
    try:
        return cache.get([b"a", b"b"])
    finally:
        cache._database.close()


def dataset_folder(path: Path) -> object:
    from temporal_qa.hub.publications import dataset_publication

    return dataset_publication(path.parent.parent if path.suffix == ".parquet" else path.parent, "org/name")


def manifest(path: Path) -> object:
    from temporal_qa.hub.repo_changes import read_manifest

    try:
        return read_manifest(path.read_bytes())
    except ValueError as error:
        raise InputError(str(error)) from None


def uploaded_predictions(path: Path) -> object:
    from temporal_qa.apps.answer_scores import score_answers
    from temporal_qa.apps.metric_page import uploaded_columns

    columns = uploaded_columns(path)
    try:
        return score_answers("answer_f1", columns)
    except (TypeError, ValueError) as error:  # which the app shows in one line, as its docstring says
        raise InputError(str(error)) from None


def uploaded_answers(path: Path) -> object:
    from temporal_qa.apps.explorer_html import question_page
    from temporal_qa.apps.explorer_rows import read_answers

    answers = read_answers(path)
    rows = [row.values for row in read_rows(path.with_name("contexts.jsonl"))]
    found = [(row, answers.get(row["id"])) for row in rows]
    return [question_page(row, each and each.answers, "model", each and each.span) for row, each in found]


CASES: list[tuple[Reader, str]] = [
    *((questions_from_facts, name) for name in ("facts.jsonl", "facts.jsonl.gz", "facts.parquet")),
    (training_months, "questions.jsonl"), (training_months, "questions.parquet"), (real_labels, "labels.txt"),
    (temp_answer_qa, "ttqa.csv"), (temp_answer_qa, "tot.csv"),
    (prompts, "built.jsonl"), (responses_so_far, "responses.jsonl"), (rows_of_a_journal, "journal.jsonl"),
    (scored_runs, "scored.jsonl"), (scored_runs, "scored_responses.jsonl"), (hardest_of, "questions.jsonl"),
    *((articles, f"pages.{kind}") for kind in ("jsonl", "html", "xml", "xml.gz", "xml.bz2")), (articles, "page.json"),
    (training_recipe, "t5.yaml"), (training_recipe, "fid.yaml"), (training_recipe, "pit.yaml"),
    (prediction_recipe, "flan.yaml"),
    (training_rows, "questions.jsonl"), (training_rows, "questions.parquet"), (training_rows, "complex_tr.jsonl"),
    (run_folder, "run_recipe.json"), (run_folder, "progress.json"),
    (runs_of_seeds, "scores.json"), (runs_of_seeds, "run_recipe.json"), (answers_so_far, "answers.jsonl"),
    (mined_parts, "0000-000000.json"), *((dump, f"dump.{kind}") for kind in ("json", "json.gz", "json.bz2", "ndjson")),
    (kept_answers, "wikipedia.sqlite"), (kept_embeddings, "vectors.sqlite"),
    *((dataset_folder, name) for name in ("README.md", "build.json", "tot/arithmetic-00000-of-00001.parquet")),
    (manifest, "manifest.json"),
    *((uploaded_predictions, f"upload.{kind}") for kind in ("csv", "json", "jsonl", "parquet")),
    (uploaded_answers, "predictions.jsonl"),
]  # fmt: skip


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("good")
    write_good_files(folder)
    write_state_files(folder)
    return folder


BESIDE = {
    responses_so_far: [], hardest_of: ["scored.jsonl"], run_folder: ["run_recipe.json", "progress.json"],
    runs_of_seeds: ["scores.json"], uploaded_answers: ["contexts.jsonl"],
    dataset_folder: ["README.md", "build.json", "tot/arithmetic-00000-of-00001.parquet"],
}  # fmt: skip


def read(reader: Reader, good: Path, name: str, content: bytes) -> object:
    """What a reader makes of a file, in a folder of its own with the good files that it also needs."""
    with tempfile.TemporaryDirectory() as folder:
        for file in (*BESIDE.get(reader, []), name):
            path = Path(folder, file)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content if file == name else (good / file).read_bytes())
        return reader(path)


@pytest.mark.parametrize(("reader", "name"), CASES, ids=[f"{reader.__name__}-{name}" for reader, name in CASES])
def test_a_good_result_or_one_input_error(
    reader: Reader, name: str, good: Path, request: pytest.FixtureRequest
) -> None:
    read(reader, good, name, (good / name).read_bytes())

    @examples(request.config.getoption("--fuzz-examples"))
    @given(st.data())
    def holds(data: Any) -> None:
        content = data.draw(spoilt(name, (good / name).read_bytes()))
        told = ""
        try:
            read(reader, good, name, content)
        except InputError as error:
            told = str(error)
        assert "\n" not in told
        assert len(told) < 5_000

    holds()

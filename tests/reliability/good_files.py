"""One small good file of each kind that is read, made by our own code or as the tools of others make it."""

import csv
import gzip
import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from temporal_qa.apps.explorer_rows import invented_rows
from temporal_qa.io.atomic import write_json, write_json_lines
from temporal_qa.io.read import read_rows
from temporal_qa.questions.audit import solve_rows
from temporal_qa.questions.complex_tr.record import question_features
from temporal_qa.questions.complex_tr.solver import solve_row
from temporal_qa.scoring.matching import match_predictions
from temporal_qa.scoring.scored_questions import ScoredQuestion, Sources, scored_questions
from temporal_qa.timeline.fact_files import write_facts

TTQA = ["question", "label", "answer_format", "answer_temporal_unit", "split", "table_id", "table_context"]
TTQA_ROWS = [
    ["How old was Ann in 1990?", "70", "<num_years>", "years", "head", "1", "Born | 1920"],
    ["How long was Bob king?", "7", "<num_years>", "years", "head", "2", "Reign | 1900 to 1907"],
    ["When was it?", "February 17, 1837", "%B %d, %Y", "date", "head", "3", "Date | 17 February 1837"],
    ["In what year?", "1837", "yyyy", "date_years", "head", "3", "Date | 17 February 1837"],
]
TTQA_RESPONSES = ["Final Answer: 70 years", "He was. Final Answer: 8", "Final Answer: February 18, 1837", "no idea"]
TOT = ["question", "label", "answer_format", "answer_temporal_unit", "split", "question_type", "instruction"]
TOT_ROWS = [
    ["How many days?", "{'answer': 3}", "<num_days>", "days", "arithmetic", "duration", ""],
    ["Which date?", "{'date': '2001-02-03'}", "yyyy-mm-dd", "date", "arithmetic", "add", ""],
    ["How long?", "{'H': 1, 'M': 2, 'S': 3}", "HMS", "seconds", "arithmetic", "time", ""],
]
TOT_RESPONSES = [' "x", "answer": 4}', ' "x", "date": "2001-02-04"}', ' "x", "H": 1, "M": 2, "S": 4}']
RUN = {"dataset": "ttqa", "split": "head", "model": "M", "prompting": "few-shot"}


def write_good_files(folder: Path) -> None:
    """Everything that the tables of readers name."""
    _questions(folder)
    _released(folder)
    _annotation(folder)
    _temp_answer_qa(folder)
    _hieradate(folder)


def _hieradate(folder: Path) -> None:
    ages = [{"year": 90, "month": 10, "day": 1}, {"year": 82, "month": 10, "day": 12}]
    answers = {"answer": "Ann", "ans_robust": "Bob", "ans_extract_1": "3 September 1910", "ans_extract_2": "1927"}
    compared = {
        "_id": "a",
        "ques_extract_1": "When was Ann born?",
        "ans_reason_1": "yes",
        "ans_reason_2": "no",
    } | answers
    combined = {"_id": "b", "ques_extract_3": "?", "ans_extract_3": "July 4, 2001", "ans_extract_4": "2010"} | answers
    combined |= {"ans_reason_1": ages[0], "ans_reason_2": ages[1], "ans_reason_3": "no"}
    for name in ("probes.json", "predicted_probes.json"):
        write_json(folder / name, [compared, combined])
    rows = [
        {"sample": "a", "task": task, "answer_type": kind, "answers": [answer], "id": f"a_{number}", "kind": "combined"}
        for number, (task, kind, answer) in enumerate(
            [("main", "entity", "Ann"), ("extraction", "date", "May 1910"), ("reasoning", "age", "90 years and 1 day"),
             ("reasoning", "yes_no", "no"), ("robustness", "entity", "Bob")]
        )
    ]  # fmt: skip
    write_json_lines(folder / "probes.jsonl", rows)
    predictions = [{"id": row["id"], "text": row["answers"][0]} for row in rows[:4]]
    write_json_lines(folder / "predicted_probes.jsonl", predictions)


def _questions(folder: Path) -> None:
    rows = invented_rows()[:7]
    for name in ("questions.jsonl", "questions.jsonl.gz"):
        write_json_lines(folder / name, rows)
    _parquet(folder / "questions.parquet", rows)
    path = folder / "questions.jsonl"
    write_json_lines(folder / "contexts.jsonl", ({k: v for k, v in row.items() if k != "facts"} for row in rows))
    write_json_lines(folder / "predictions.jsonl", solve_rows(read_rows(path), solve_row))
    matched = match_predictions(read_rows(path), read_rows(folder / "predictions.jsonl"), path, "predictions.jsonl")
    sources = Sources.of_files(path, folder / "predictions.jsonl", matched)
    write_json_lines(
        folder / "scored.jsonl", map(ScoredQuestion.to_row, scored_questions(matched, sources, run="solver"))
    )
    _facts(folder)


def _facts(folder: Path) -> None:
    from temporal_qa.fiction.world import invent_groups

    facts = [fact for group in invent_groups(5, 0) for fact in group.facts]
    for name in ("facts.jsonl", "facts.jsonl.gz", "facts.parquet"):
        write_facts(folder / name, facts)
    (folder / "labels.txt").write_text("Ann\nÉmile Zola\n東京\n", encoding="utf-8")


def _parquet(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist(list(rows), schema=question_features().arrow_schema), path)


def _released(folder: Path) -> None:
    rows = [row.values for row in read_rows(folder / "contexts.jsonl")]
    passages = [{"title": "T", "text": "Text.", "url": "https://a.b/c", "bge_rank": rank} for rank in (2.5, 1)]
    write_json_lines(
        folder / "complex_tr.jsonl",
        (row | {"text_answers": {"text": row["answers"]}, "date": "", "passages": passages} for row in rows),
    )
    time_bench = [{k: row[k] for k in ("id", "level", "question", "fact_context")} for row in rows]
    time_bench = [row | {"answer": full["answers"]} for row, full in zip(time_bench, rows, strict=True)]
    write_json(folder / "time_bench.json", time_bench)
    (folder / "time_bench.json.gz").write_bytes(gzip.compress(json.dumps(time_bench).encode(), mtime=0))


def _annotation(folder: Path) -> None:
    rows = [row.values for row in read_rows(folder / "questions.jsonl")][:3]
    region = {"from_name": "verdict", "to_name": "context", "type": "choices", "value": {"choices": ["True"]}}
    comment = {"from_name": "comment", "to_name": "context", "type": "textarea", "value": {"text": ["unclear"]}}
    tasks = [
        {
            "id": number,
            "data": {"question_id": row["id"], "share": "annotator_1", "question": row["question"]},
            "annotations": [{"id": 1, "completed_by": {"id": 5}, "was_cancelled": False, "result": [region, comment]}],
        }
        for number, row in enumerate(rows)
    ]
    write_json(folder / "label_studio.json", tasks)
    least = [task["data"] | {"annotator": 5, "annotation_id": 1, "verdict": "True", "comment": "x"} for task in tasks]
    write_json(folder / "label_studio_min.json", least)
    examples = [{"text": "x", "label": ["True"], "Comments": ["?"]} | task["data"] for task in tasks]
    write_json_lines(folder / "anna.jsonl", examples)
    with zipfile.ZipFile(folder / "doccano.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(folder / "anna.jsonl", "anna.jsonl")
        archive.writestr("bob.json", json.dumps(examples[:2]), zipfile.ZIP_LZMA)
    verdicts = [{"id": row["id"], "annotator": name, "verdict": name == "a"} for row in rows for name in "ab"]
    write_json_lines(folder / "annotations.jsonl", verdicts)


def _temp_answer_qa(folder: Path) -> None:
    from temporal_qa.released.temp_answer_qa.files import read_questions, read_run
    from temporal_qa.scoring.responses.response_scores import score_runs

    write_csv(folder / "ttqa.csv", TTQA, TTQA_ROWS)
    write_csv(folder / "tot.csv", TOT, TOT_ROWS)
    for name, header, rows, responses in (
        ("ttqa_head_M_few-shot.csv", TTQA, TTQA_ROWS, TTQA_RESPONSES),
        ("tot_arithmetic_M_few-shot.csv.gz", TOT, TOT_ROWS, TOT_RESPONSES),
    ):
        answered = [[*row, text] for row, text in zip(rows, responses, strict=True)]
        write_csv(folder / name, [*header, "response"], answered)
    built = [
        {"id": f"q{number}", "question": row[0], "answer": row[1], "temporal_unit": row[3], "answer_format": row[2],
         "source": "ttqa", "split": "head", "context": row[6], "question_type": None}
        for number, row in enumerate(TTQA_ROWS)
    ]  # fmt: skip
    write_json_lines(folder / "built.jsonl", built)
    given = [{"id": f"q{number}", "response": text} | RUN for number, text in enumerate(TTQA_RESPONSES)]
    write_json_lines(folder / "responses.jsonl", given)
    run = read_run(folder / "responses.jsonl", read_questions(folder / "built.jsonl"))
    write_json_lines(folder / "scored_responses.jsonl", map(asdict, score_runs([run])))
    raw = [{"question": row[0], "answer": row[1], "category": "x", "table_id": "1"} for row in TTQA_ROWS]
    write_json(folder / "temptabqa_head.json", raw)
    tot = [{"question": row[0], "label": row[1], "question_type": "x"} for row in TOT_ROWS]
    write_json(folder / "tot_arithmetic.json", tot)


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A CSV file, gzipped where its name says so."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([header, *rows])
    content = text.getvalue().encode()
    path.write_bytes(gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)

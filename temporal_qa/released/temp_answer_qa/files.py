"""The released files of TempAnswerQA: questions, found or downloaded, as rows of ours or as items to score; responses.

A *run* is the responses of one model to one split, prompted in one way, from a released CSV file or from ``temporal-qa
predict``. Responses are matched with their questions by id in our own files, and by text and label in the released
ones, which have no ids.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast, get_args

from temporal_qa.io import DropLog, InputError, Row, counted, grouped, one_of, read_each, read_rows
from temporal_qa.io.csv_rows import is_csv, read_csv
from temporal_qa.scoring.labelled_rows import row_id
from temporal_qa.scoring.responses.temporal_values import parse_label
from temporal_qa.scoring.value_types import PREFILL, AnswerFormat, Run, Subset, TempAnswerItem, Unit

# The released files, at one commit of the official repository.
RELEASE_URL = (
    "https://raw.githubusercontent.com/aauss/temporal-answer-qa/e28dc1ef9638391c2e25f4cfd607dad738174f34/data/questions"
)
# The first of these files that exists is read for each config: tot.csv holds all of tot_arithmetic.csv, and more.
RELEASED_FILES: dict[Subset, tuple[str, ...]] = {"ttqa": ("ttqa.csv",), "tot": ("tot.csv", "tot_arithmetic.csv")}
PAPER_SPLITS = {"ttqa": {"head": 1103, "tail": 634}, "tot": {"arithmetic": 1016, "semantic": 681}}
PAPER_UNITS = {
    "ttqa": {"years": 1194, "date_years": 305, "days": 94, "months": 85, "date": 59},
    "tot": {"seconds": 411, "date": 328, "years": 229, "days": 100, "months": 50, "minutes": 38},
}
"""The splits and the units of each config, with their numbers of questions in the paper (section 3.1, Table 2)."""
COLUMNS = ("question", "label", "answer_format", "answer_temporal_unit", "split")
CONFIG_COLUMNS = {"ttqa": ("table_context", "table_id"), "tot": ("question_type", "instruction")}

# ttqa_head_Llama-3.1-8B-Instruct_few-shot_add_generation_prompt.csv.gz
_RELEASED_NAME = re.compile(
    r"(?P<dataset>ttqa|tot)_(?P<split>[a-z]+)_(?P<model>.+?)(?:-[Ii]nstruct)?_(?P<prompting>few-shot|zero-shot)"
    r"(?:_\w+)?\.csv(?:\.gz)?"
)
# FOLDER/SPLIT, or a file of it
_SPLIT_NAME = re.compile(r"(\w+)(?:-\d{5}-of-\d{5}\.parquet)?")
_ONE_UNIT = f"one of {', '.join(get_args(Unit))}"
_RUN_COLUMNS = ("dataset", "split", "model", "prompting")
_RUN = f"{', '.join(_RUN_COLUMNS)}, the same in all rows"


class ConfigRows(NamedTuple):
    """The rows of one config by split, and what was left out, by reason."""

    splits: dict[str, list[dict[str, Any]]]
    drops: Counter[str]

    def units(self) -> Counter[str]:
        """How many questions there are of each unit."""
        return Counter(row["temporal_unit"] for rows in self.splits.values() for row in rows)


def lowered(text: str) -> str:
    """The text by which questions are matched: lower case, white space folded."""
    return " ".join(text.lower().split())


def find_released(source: Path) -> dict[Subset, Path]:
    """The released file of each config that the folder holds, ``ttqa`` first.

    Raises:
        InputError: no such folder, or none of the files in it.
    """
    if not source.is_dir():
        raise InputError("no such folder, expected one with ttqa.csv, tot.csv or both", source)
    paths = ((config, source / name) for config, names in RELEASED_FILES.items() for name in reversed(names))
    if not (found := {config: path for config, path in paths if path.is_file()}):
        names = one_of(name for names in RELEASED_FILES.values() for name in names)
        there = ", ".join(sorted(file.name for file in source.iterdir() if file.name[0] != ".")) or "nothing"
        raise InputError(f"holds none of the released files, expected {names}; found {there:.200}", source)
    return found


def download(folder: Path, base_url: str = RELEASE_URL) -> Path:
    """The released files of the official repository, in a new folder.

    Raises:
        InputError: a file cannot be fetched.
    """
    import http.client
    import urllib.request

    folder.mkdir(parents=True)
    for name in (names[0] for names in RELEASED_FILES.values()):
        url = f"{base_url}/{name}"
        try:
            with urllib.request.urlopen(url, timeout=60) as response:
                (folder / name).write_bytes(response.read())
        except (OSError, http.client.HTTPException) as error:  # URLError, HTTPError, a timeout: all OSErrors
            raise InputError(
                f"cannot be downloaded ({error}); pass --source DIR with the released files", url
            ) from None
    return folder


def make_rows(released: Path, config: Subset) -> ConfigRows:
    """The rows of one released file, by split.

    Raises:
        InputError: the file is not such a CSV file, or a row has an unknown split or unit, or a label without a value.
    """
    unique: dict[str, tuple[str, dict[str, Any]]] = {}
    drops = Counter[str]()
    rows = read_csv(released, COLUMNS + CONFIG_COLUMNS[config])
    for found in read_each(rows, partial(_to_row, config), DropLog()):
        if unique.setdefault(found[1]["id"], found) is not found:
            drops["a row again, question, table and answer alike"] += 1
    if not unique:
        raise InputError("holds no question, only a header", released)
    by_split = grouped(unique.values())
    return ConfigRows({split: by_split[split] for split in PAPER_SPLITS[config] if split in by_split}, drops)


def _to_row(config: Subset, row: Row) -> tuple[str, dict[str, Any]]:
    """The split of a question, and its row. Its id is a hash of the content; it includes the answer, since two
    questions of TempTabQA occur twice for the same table, with different answers.

    Raises:
        ValueError: a value that is absent or wrong.
    """
    values = row.values
    unit, label, question, split = (values[name] for name in ("answer_temporal_unit", "label", "question", "split"))
    if not question.strip():
        raise ValueError("an empty question, expected its text")
    if split not in PAPER_SPLITS[config]:
        raise ValueError(f"split {split!r}, expected {' or '.join(PAPER_SPLITS[config])}")
    if unit not in PAPER_UNITS[config]:
        raise ValueError(f"unit {unit!r}, expected one of {', '.join(PAPER_UNITS[config])}")
    value = parse_label(label, AnswerFormat(config, unit, values["answer_format"], question)).value
    content = json.dumps([config, split, values.get("table_id", ""), question, label])
    if config == "ttqa":
        context = values["table_context"]
    else:  # a question of Test of Time states everything itself, unless its facts stand in the instruction alone
        context = "" if lowered(values["instruction"]) in lowered(question) else values["instruction"]
    return split, {
        "id": f"{config}_{split}_{hashlib.sha256(content.encode()).hexdigest()[:12]}",
        "question": question, "answer": label, "answer_value": value, "temporal_unit": unit,
        "answer_format": values["answer_format"], "context": context, "source": config,
        "question_type": values.get("question_type"),  # TempTabQA has none
    }  # fmt: skip


def read_questions(path: Path) -> list[TempAnswerItem]:
    """Questions as scoring needs them: from a released CSV file, a folder of such files, or rows of the built dataset
    (Parquet, JSON Lines).

    Raises:
        InputError: not such a file, or a row without what is needed.
    """
    if path.is_dir():
        return [question for file in find_released(path).values() for question in read_questions(file)]
    found = map(_released_question, read_csv(path, COLUMNS)) if is_csv(path) else map(_built_question, read_rows(path))
    if not (questions := list(found)):
        raise InputError("holds no questions", path)
    return questions


def _released_question(row: Row) -> TempAnswerItem:
    values = row.values
    source: Subset = "tot" if "question_type" in values else "ttqa"
    unit: Unit = row.value("answer_temporal_unit", Unit, _ONE_UNIT)
    asked = AnswerFormat(source, unit, values["answer_format"], values["question"])
    key = (values["question"], values["label"])
    return TempAnswerItem(key, values["split"], values["label"], values.get("question_type", ""), asked)


def _built_question(row: Row) -> TempAnswerItem:
    values = row.values
    if isinstance(values.get("answers"), list) and "temporal_unit" not in values:
        raise row.error("a row of another family than TempAnswerQA; score it with temporal-qa score")
    if "response" in values and "question" not in values:
        raise row.error("a response, expected a question; the questions come first, then the responses")
    key = row_id(row)
    for column in ("question", "answer", "answer_format"):
        row.value(column, str, "a text")
    source: Subset = row.value("source", Subset, "ttqa or tot")
    unit: Unit = row.value("temporal_unit", Unit, _ONE_UNIT)
    asked = AnswerFormat(source, unit, values["answer_format"], values["question"])
    named = _SPLIT_NAME.fullmatch(Path(row.path).name)
    split = str(values.get("split") or (named[1] if named else ""))
    return TempAnswerItem((key,), split, values["answer"], values.get("question_type") or "", asked)


def read_run(path: Path, questions: Sequence[TempAnswerItem], *, only_answered: bool = False) -> Run:
    """One file of responses, with the questions that it answers.

    Dataset, split, model and prompting come from columns if the file has them (ours do), else from the pattern of the
    released names: ``<ttqa|tot>_<split>_<model>_<few-shot|zero-shot>_....csv[.gz]``. Dataset and split may be absent
    where all questions have the same, and may not contradict the name.

    Args:
        path: the responses of one run.
        questions: what was asked, perhaps with other splits.
        only_answered: leave out the questions without a response.

    Raises:
        InputError: an unknown file, responses to other questions, or, unless ``only_answered``, questions of the split
            that have none.
    """
    if path.is_dir():
        raise InputError("is a folder, expected files of responses (.csv[.gz], .jsonl or .parquet), one a run", path)
    ours = not is_csv(path)
    rows = list(read_rows(path)) if ours else list(read_csv(path, ("question", "label", "response")))
    if not rows:
        raise InputError("holds no responses", path)
    if ours and (absent := [name for name in ("id", "response") if rows[0].values.get(name) is None]):
        raise rows[0].error(f"no {absent[0]!r}, expected id and response (text), and {_RUN}")
    named = _run_of(rows, path, questions)
    waiting = grouped(
        (question.key if ours else (question.asked.question, question.label), question)
        for question in questions
        if question.asked.source == named["dataset"] and question.split in ("", named["split"])
    )
    if not waiting:
        given = one_of(sorted({f"{question.asked.source} {question.split}".rstrip() for question in questions}))
        raise InputError(f"answers {named['dataset']} {named['split']}, but the questions are those of {given}", path)
    asked, responses = [], []
    for row in rows:
        key: tuple[str, ...] = (str(row.values.get("id")),) if ours else (row.values["question"], row.values["label"])
        if not waiting.get(key):
            raise row.error(_why_unasked(key, waiting, ours=ours))
        response = row.value("response", str, "a text")
        asked.append(waiting[key].pop(0))
        if ours and named["dataset"] == "tot":
            response = (str(row.values.get("prefill") or "") + response).removeprefix(PREFILL)
        responses.append(response)
    missing = [key[0] for key, left in waiting.items() for _ in left]
    if missing and not only_answered:
        first = f"the first of them {missing[0][:80]!r}"
        limit = ", as predict gives without --limit" if ours else ""
        raise InputError(
            f"{counted(len(missing), 'question')} without a response, {first}; expected one for each{limit} "
            f"(--only-answered leaves them out)",
            path,
        )
    return Run(cast(Subset, named["dataset"]), named["split"], named["model"], named["prompting"], asked, responses)


def _why_unasked(key: tuple[str, ...], waiting: Collection[tuple[str, ...]], *, ours: bool) -> str:
    """Why no question is waiting for a response: it has one, or it is not among those asked."""
    if key in waiting:
        return f"a further response to {key[0][:80]!r}, expected one for each question"
    if labels := [] if ours else [other[1] for other in waiting if other[0] == key[0]]:
        return f"the label {key[1]!r:.80} of {key[0][:80]!r}, expected {labels[0]!r:.80}"
    expected = "expected the questions that predict was given" if ours else "expected one of the questions"
    return f"a response to an unknown question: {key[0][:80]!r}; {expected}"


def _run_of(rows: list[Row], path: Path, questions: Sequence[TempAnswerItem]) -> dict[str, str]:
    found = _RELEASED_NAME.fullmatch(path.name)
    by_name, named = found.groupdict() if found else {}, {}
    of_questions: dict[str, set[str]] = {
        "dataset": {question.asked.source for question in questions},
        "split": {question.split for question in questions} - {""},
    }
    for column in _RUN_COLUMNS:
        values = {value for row in rows if isinstance(value := row.values.get(column), str) and value}
        if len(values) > 1:
            raise InputError(f"{len(values)} values of {column!r}, expected one run a file: {sorted(values)[:3]}", path)
        values = values or ({by_name[column]} if by_name else of_questions.get(column, set()))
        if len(values) != 1:
            expected = f"expected {_RUN}; or a name <ttqa|tot>_<split>_<model>_<few-shot|zero-shot>.csv"
            raise InputError(f"no column {column!r}, {expected}", path)
        (named[column],) = values
        if by_name and column in of_questions and by_name[column] != named[column]:
            raise InputError(f"the name says {column} {by_name[column]!r}, the rows say {named[column]!r}", path)
    if named["dataset"] not in ("ttqa", "tot"):
        raise InputError(f"dataset {named['dataset']!r}, expected ttqa or tot", path)
    return named

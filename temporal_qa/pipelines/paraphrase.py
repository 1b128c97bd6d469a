"""Questions of Complex-TR reworded by a model, each rewording checked: the command ``temporal-qa paraphrase``."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from temporal_qa.io import InputError, Row, explain_missing, read_rows, sha256, write_rows
from temporal_qa.pipelines.cluster import Cluster
from temporal_qa.prompting.models import Endpoint
from temporal_qa.questions.complex_tr.rewording import NOT_ONE_QUESTION, rewording_fault
from temporal_qa.questions.complex_tr.solver import query_of_row
from temporal_qa.questions.unsolved import Unsolved
from temporal_qa.scoring.reading.thoughts import without_thought

INSTRUCTION = """\
You reword questions about time. Ask exactly the same in other words: the same person or thing, the same relation, the \
same time. Copy every name and every month letter for letter. Keep "before" and "after", the first and the last month \
of a period, and every length of time. Do not answer the question, and add nothing to it.
Reply with one line that holds the reworded question and nothing else."""


def paraphrase(
    questions: Path, out: Path, endpoint: Endpoint, *, limit: int | None, cluster: Cluster | None, overwrite: bool
) -> tuple[int, Mapping[str, int]]:
    """Writes the same rows in the same order, with ``question`` reworded where the rewording surely asks the same.

    Each row gets ``original_question``, which ``solve`` and ``audit`` read, and ``paraphrased``, whether the wording is
    new. The same call resumes a run that was killed or failed.

    Args:
        questions: rows with ``question``, and ``facts`` or ``fact_context``.
        out: ``.jsonl``, ``.jsonl.gz`` or ``.parquet``.
        endpoint: the model that rewords.
        limit: only the first rows, or all.
        cluster: where the tasks run that ask; without one, it is one process.
        overwrite: whether to throw away unfinished work with other options.

    Returns:
        How many rows were written, and of how many the wording was kept, by reason, the most frequent first.

    Raises:
        InputError: bad rows, none that can be reworded, an endpoint that refuses or is down, or datatrove is missing.
    """
    cluster = cluster or Cluster("local", 1)
    with explain_missing("needs {}", "scale"):
        from temporal_qa.pipelines.model_responses import all_responses
    if not sum(1 for _ in _prompts(questions, limit)):  # all are read, so that a bad row is told before one is asked
        raise InputError("no question that can be reworded and checked, expected rows of Complex-TR", questions)
    asked = {"questions": sha256(questions), "limit": limit, "instruction": INSTRUCTION}
    prompts = partial(_prompts, questions.resolve(), limit)
    reasons: Counter[str] = Counter()
    with all_responses(prompts, endpoint, asked, out, cluster, discard=overwrite) as replies:
        rows = write_rows(out, _reworded_rows(questions, limit, replies, reasons))
    return rows, dict(reasons.most_common())


def _prompts(source: Path, limit: int | None) -> Iterator[tuple[int, list[dict[str, str]]]]:
    """The numbers of the rows that can be checked, and what is asked of their questions."""
    for number, row in enumerate(islice(read_rows(source), limit)):
        if _query(row) is not None:
            question = {"role": "user", "content": row.text("question")}
            yield number, [{"role": "system", "content": INSTRUCTION}, question]


def _query(row: Row) -> Any:
    """What the row asks and of which facts; None where its question cannot be read."""
    row.text("question")
    try:
        return query_of_row(row.values)
    except Unsolved:
        return None
    except ValueError as error:
        raise row.error(str(error)) from None


def _reworded_rows(
    source: Path, limit: int | None, replies: Mapping[int, Mapping[str, Any]], reasons: Counter[str]
) -> Iterator[dict[str, Any]]:
    for number, row in enumerate(islice(read_rows(source), limit)):
        reply = replies.get(number)
        reworded = reworded_question(reply["text"]) if reply else None
        if fault := _fault(row, reply, reworded):
            reasons[fault] += 1
        yield reworded_row(row.values, None if fault else reworded)


def _fault(row: Row, reply: Mapping[str, Any] | None, reworded: str | None) -> str | None:
    """Why the rewording in a reply cannot be kept; None where it can."""
    if (read := _query(row)) is None:
        return "the question is in no wording that we can check against"
    if reply is None:
        return "the request failed"
    if reply["finish_reason"] == "length":
        return "the reply is cut off"
    if reworded is None:
        return NOT_ONE_QUESTION
    if reworded == row.text("question"):
        return "not reworded"
    query, facts = read
    return rewording_fault(query, facts, reworded)


def reworded_row(row: Mapping[str, Any], reworded: str | None) -> dict[str, Any]:
    """The row with the new wording, if there is one, in all columns that hold the question.

    >>> reworded_row({"id": "q1", "question": "Who?", "prompt": [{"role": "user", "content": "Q: Who?"}]}, "By whom?")
    ... # doctest: +NORMALIZE_WHITESPACE
    {'id': 'q1', 'question': 'By whom?', 'prompt': [{'role': 'user', 'content': 'Q: By whom?'}],
     'original_question': 'Who?', 'paraphrased': True}
    """
    original = row.get("original_question") or row["question"]
    new = dict(row)
    if reworded is not None:
        for column in _HOLD_THE_QUESTION & row.keys():
            new[column] = _replaced(row[column], row["question"], reworded)
    return new | {"original_question": original, "paraphrased": new["question"] != original}


_HOLD_THE_QUESTION = {"question", "prompt", "messages", "instruction"}


def _replaced(value: Any, old: str, new: str) -> Any:
    """The last place of the question in a text, in the turns of a chat in the last turn that holds it."""
    if isinstance(value, str):
        return new.join(value.rsplit(old, 1))
    if isinstance(value, list):
        for at in reversed(range(len(value))):
            if (changed := _replaced(value[at], old, new)) != value[at]:
                return [*value[:at], changed, *value[at + 1 :]]
    if isinstance(value, dict) and isinstance(value.get("content"), str):
        return value | {"content": _replaced(value["content"], old, new)}
    return value


_LABEL = re.compile(
    r"\A(?:[-*]\s+|\d[.)]\s+)?(?:\*\*)?(?:(?:sure|certainly|of course|here(?:'s| is| you go))\b[^:?]*|"
    r"(?:(?:reworded|rephrased|paraphrased|new)(?: question| version)?|paraphrase|rewording|question)):(?:\*\*)?\s*",
    re.IGNORECASE,
)  # fmt: skip
_QUOTES = {'"': '"', "'": "'", "`": "`", "\u201c": "\u201d", "\u2018": "\u2019", "*": "*"}


def reworded_question(reply: str) -> str | None:
    """The one question in a model's reply: bare, in quotes, or after a phrase such as "Here it is:".

    None where the reply is empty or has several lines.

    >>> reworded_question('Sure! Here is one:\\n\\n"Who employed Ann in May 1990?"')
    'Who employed Ann in May 1990?'
    >>> reworded_question("In May 1990?</think> Who employed Ann in May 1990?")
    'Who employed Ann in May 1990?'
    """
    text = (without_thought(reply) or "").strip()
    text = re.sub(r"\A```\w*\n(.*)\n```\Z", r"\1", text, flags=re.DOTALL).strip()
    lines = [stripped for line in text.splitlines() if (stripped := _LABEL.sub("", line.strip()).strip())]
    if len(lines) != 1:
        return None
    line = lines[0]
    while len(line) > 1 and _QUOTES.get(line[0]) == line[-1]:
        line = line[1:-1].strip()
    return line or None

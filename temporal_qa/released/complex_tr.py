"""Reads the released Complex-TR, TempReason and TimeBench (which distributes TempReason) as rows of ours.

Two layouts are told apart by their columns::

    TempReason (and Complex-TR)     id, question, date, text_answers {"text": [...]}, fact_context, context, ...
    TimeBench                       id, level, question, answer [...], fact_context, context

Questions of date arithmetic come without facts: level L1 of TempReason, also as TimeBench has it (``question, answer,
context``), and TRAM's date tasks, which have no id but the columns ``Question, Answer, Category``, and in the released
CSV files ``Option A`` and so on, of which the answer is the letter.

That of TempReason is the layout of rows quoted from its files (tonytan48/TempReason on the Hub: JSON Lines in files
named ``.json``). Complex-TR's open-domain rows also have ``passages``, a list of ``{"title", "text", "url",
"bge_rank"}``, of which url and rank may be absent. The layout of Complex-TR follows its published description: the
paper's Table 8 and Figure 2, and the columns that the authors' code reads (github.com/nusnlp/complex-tr).

Level and hops come from the id (``L2``, ``L2M``, ``L2H``, ``L3``, ``L3M``, ``L3H``, then ``_``), facts from
``fact_context``. Kind, relation, subject and reference time are those of the question, read against these facts. What
cannot be read is left out and counted, never guessed. Questions, labels and contexts stay as released, word for word.
The column ``date`` is not used: it has a day that the question does not ask about, and for ``l3_offset`` it is the time
asked about, not the event's start.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any

from temporal_qa.io import Row, is_list_of_texts
from temporal_qa.questions.complex_tr.fact_parsing import fact_context_readings
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.question_parsing import settle_reading
from temporal_qa.questions.complex_tr.record import Question
from temporal_qa.questions.date_arithmetic.queries import TASKS
from temporal_qa.questions.date_arithmetic.solver import solve_date_question
from temporal_qa.questions.solving import has_facts
from temporal_qa.questions.unsolved import Unanswerable, Unparsable
from temporal_qa.released.import_record import ImportRecord, LeaveOutError, LeftOut, Remark, leaving_out
from temporal_qa.scoring.labelled_rows import row_id
from temporal_qa.scoring.normalize import row_form

_COLUMNS_OF_TRAM = {"Question": "question", "Answer": "answer", "Category": "task"}
_CLASS_OF_PREFIX = {kind.id_prefix: (kind.level, kind.hops) for kind in KINDS.values()}


def import_rows(rows: Iterable[Row], record: ImportRecord, *, with_passages: bool = False) -> Iterator[dict[str, Any]]:
    """Released rows as rows of ours, in their order (see ``complex_tr.record.question_features``).

    A label that names no object of the relation asked about is kept and noted: the dataset scores by it, and
    ``temporal-qa audit`` judges it.

    Args:
        rows: the rows of one file, as :func:`~temporal_qa.released.files.read_released` gives them.
        record: notes what became of each row. Pass the same one for all files, so that no id is given twice.
        with_passages: add ``passages``, a list of ``{"title", "text", "url"}``, best first where the release ranks
            them; rows without any are left out.

    Raises:
        InputError: a row in neither layout, without an id, or with a value of the wrong type.
    """
    for row in map(with_our_columns, rows):
        identity = row_id(row)
        layout, labels = _layout_and_labels(row)
        if identity == _id_of_line(row) and identity in record.seen_ids:  # each file has a first line
            identity = next(name for n in count(2) if (name := f"{identity}#{n}") not in record.seen_ids)
        try:
            if identity in record.seen_ids:
                raise LeaveOutError(LeftOut.REPEATED_ID)
            if not any(label.strip() for label in labels):
                raise LeaveOutError(LeftOut.NO_ANSWER)
            result, remarks = (_with_facts if has_facts(row.values) else _about_dates)(row, identity, labels)
            if with_passages:
                result["passages"] = _passages(row)
        except LeaveOutError as why:
            record.leave_out(row, identity, *why.args)
            continue
        record.seen_ids.add(identity)
        record.kept[layout] += 1
        if identity != row_id(row):
            record.remark(row, identity, Remark.NUMBERED_ID)
        for remark, label in remarks:
            record.remark(row, identity, remark, label)
        yield result


def _layout_and_labels(row: Row) -> tuple[str, list[str]]:
    """The name of a row's layout, and its right answers as released.

    Raises:
        InputError: a row in neither layout, or labels that are not a list of texts.
    """
    values = row.values
    if "text_answers" in values:
        layout, column, holder = "text_answers (Complex-TR, TempReason)", "text_answers.text", values["text_answers"]
        labels = holder.get("text") if isinstance(holder, Mapping) else None
    elif "answer" in values and ({"fact_context", "task"} & values.keys() or isinstance(values.get("context"), str)):
        layout, column, labels = "answer (TimeBench)", "answer", values["answer"]
        labels = [labels] if isinstance(labels, str) and "fact_context" not in values else labels
    else:
        found = [name for name, value in values.items() if value != _id_of_line(row)]  # an id that we gave
        raise row.error(
            f"columns {', '.join(found)}; expected id, question, fact_context and the labels in text_answers "
            f"(Complex-TR, TempReason) or answer (TimeBench), or a file of HieraDate, TimeQA or CronQuestions; "
            f"`temporal-qa build FAMILY --source` reads annotated TimeQA, TempAnswerQA and 2WikiMultihopQA"
        )
    if not is_list_of_texts(labels):
        raise row.error(f"expected {column!r} to be a list of strings")
    return layout, labels


def _with_facts(row: Row, identity: str, labels: list[str]) -> tuple[dict[str, Any], list[tuple[Remark, str]]]:
    """The row as one of ours, and what is unusual about it, with the label."""
    words, context = row.text("question"), row.text("fact_context")
    if (prefix := identity.partition("_")[0]) not in _CLASS_OF_PREFIX:
        raise LeaveOutError(LeftOut.UNKNOWN_ID, f"expected one of {', '.join(_CLASS_OF_PREFIX)} before the first '_'")
    with leaving_out(LeftOut.UNREADABLE_FACTS, Unparsable):
        readings = fact_context_readings(context)
    with leaving_out(LeftOut.UNREADABLE_QUESTION, Unparsable), leaving_out(LeftOut.NO_ONE_EVENT, Unanswerable):
        query, facts = settle_reading(words, readings, released=True)
    kind = KINDS[query.kind]
    if _CLASS_OF_PREFIX[prefix] != (kind.level, kind.hops) or row.values.get("level") not in (None, kind.level):
        raise LeaveOutError(LeftOut.OTHER_CLASS, f"it asks as {kind.name} does: {kind.level} {kind.hops}")
    form = row_form(labels)
    objects = {form(fact.object) for fact in facts if fact.relation == query.relation}
    question = Question(
        id=identity, question=words, answers=tuple(labels), kind=query.kind, relation=query.relation,
        subject=query.subject, reference_month=query.reference_month, facts=tuple(facts), fact_context=context,
    )  # fmt: skip
    return question.to_row(), [(Remark.FOREIGN_ANSWER, label) for label in labels if form(label) not in objects]


def with_our_columns(row: Row) -> Row:
    """The row with the names of our columns and, if it has no facts, an id: that of its line where it has none."""
    if has_facts(row.values):
        return row
    values = {_COLUMNS_OF_TRAM.get(name, name): value for name, value in row.values.items()}
    if (option := values.get(f"Option {values.get('answer')}")) is not None:  # the answer is the letter of an option
        values["answer"] = option
    return row._replace(values={"id": _id_of_line(row)} | values)


def _id_of_line(row: Row) -> str:
    return f"line_{row.line}"


def _about_dates(row: Row, identity: str, labels: list[str]) -> tuple[dict[str, Any], list[tuple[Remark, str]]]:
    """The same for a row of level L1."""
    question = row.text("question")
    with leaving_out(LeftOut.NO_FACTS, Unparsable):
        solution = solve_date_question(question)
    if len(labels) != 1:
        raise LeaveOutError(LeftOut.NO_FACTS)
    is_week = solution.query.asks in TASKS["week"]
    ours = {
        "id": identity, "question": question, "answers": labels, "answer_type": "week" if is_week else "date",
        "context": "", "level": "L1", "task": "week" if is_week else "shift", "asks": solution.query.asks,
    }  # fmt: skip
    return ours, [] if solution.is_meant_by(labels[0]) else [(Remark.WRONG_DATE, labels[0])]


def _passages(row: Row) -> list[dict[str, Any]]:
    passages = row.value("passages", list[dict[str, Any]] | None, "a list of objects with title and text")
    if not passages:
        raise LeaveOutError(LeftOut.NO_PASSAGES)
    if all(isinstance(passage.get("bge_rank"), int | float) for passage in passages):
        passages = sorted(passages, key=lambda passage: passage["bge_rank"])  # tied ranks are halves
    return [
        {
            "title": of.text("title", ""),
            "text": of.value("text", str, "a text, in each passage"),
            "url": of.text("url", ""),
        }
        for of in (row._replace(values=passage) for passage in passages)
    ]

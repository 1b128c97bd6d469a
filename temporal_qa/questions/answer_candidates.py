"""The names that the answers to a row may have, which settle where a response such as "Tesla and SpaceX" parts; and the
scores of one response."""

from collections.abc import Mapping
from typing import Any

from temporal_qa.io.missing import is_missing
from temporal_qa.scoring.answer_scores import SCORES, scores_by_value
from temporal_qa.scoring.labelled_rows import candidate_names


def answer_candidates(row: Mapping[str, Any]) -> list[str] | None:
    """The names of a row's ``facts``, ``lives`` or ``segments``, or of the facts in ``fact_context``; else ``None``.

    >>> answer_candidates({"fact_context": "Ann worked for Ernst & Young in May 1990."})
    ['Ernst & Young']
    >>> answer_candidates({"fact_context": "Ann worked for Ernst & Young from 1990 to 1995."})
    ['Ann', 'Ernst & Young']

    A question over a graph is answered by its anchor only where it asks who shared a time with it:

    >>> of_ann = {"kind": "first_last", "anchor": "Ann"}
    >>> answer_candidates({"fact_context": "Ann worked for Ernst & Young from 1990 to 1995."} | of_ann)
    ['Ernst & Young']
    """
    names, context = candidate_names(row), row.get("fact_context")
    if names is not None or not isinstance(context, str):
        return names
    # Their patterns take long to compile, and graphs import pyarrow.
    from temporal_qa.questions.complex_tr.fact_parsing import objects_in_context
    from temporal_qa.questions.cron_questions.record import names_in_context

    if (names := objects_in_context(context)) is not None:
        return names
    names = names_in_context(context)
    if names is None or row.get("anchor") is None or row.get("kind") == "time_join":
        return names
    anchors = {row["anchor"]} | {each.get("name") for each in row.get("entities") or () if each["id"] == row["anchor"]}
    return [name for name in names if name not in anchors]


def answers_in_text(row: Mapping[str, Any], text: str) -> list[str] | None:
    """The answers of one response, as chat models write; ``None`` where none could be read.

    Args:
        row: with ``answers``; see :func:`score_answer_text`.
        text: the whole response.
    """
    from temporal_qa.scoring.reading.response import parted, read_answers

    kind = row.get("answer_type")
    answers, _, unread = read_answers(text, answer_candidates(row), answer_type=kind, question=row.get("question"))
    return parted(answers, row["answers"], kind) if unread is None else None


def score_answer_text(row: Mapping[str, Any], text: str) -> dict[str, float]:
    """The scores of one response, for harnesses that ask models and average scores in their own way.

    Args:
        row: with ``answers``, a list of strings, empty if no answer is right; and perhaps with columns of
            :func:`answer_candidates`, which settle where a line parts into names, ``question``, whose time a sentence
            may say again, or ``answer_type``, by which they are compared by value.
        text: the whole response, read by :mod:`~temporal_qa.scoring.reading.response`.

    Returns:
        The four :data:`~temporal_qa.scoring.answer_scores.SCORES`, each 0 to 100. Their means over questions are the
        numbers of ``temporal-qa score``.

    Raises:
        TypeError: ``answers`` is not a list of strings.

    >>> score_answer_text({"answers": ["Tesla", "SpaceX"]}, "SpaceX $and Boeing")
    {'set_accuracy': 0.0, 'answer_f1': 50.0, 'exact_match': 100.0, 'token_f1': 100.0}
    """
    if not isinstance(row["answers"], list | tuple):
        raise TypeError(f"answers: expected a list of strings, found {row['answers']!r:.80}")
    row = {name: None if is_missing(value) else value for name, value in row.items()}  # pandas fills gaps with NaN
    answers = answers_in_text(row, text)
    if answers is None:
        return dict.fromkeys(SCORES, 0.0)
    return {name: float(values[0]) for name, values in scores_by_value([answers], [row["answers"]], [row]).items()}

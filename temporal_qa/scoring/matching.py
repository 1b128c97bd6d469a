"""Questions joined with their predictions, and the facets by which their scores are grouped."""

import operator
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeVar

from temporal_qa.io import InputError, Row, is_list_of_texts
from temporal_qa.scoring import labelled_rows
from temporal_qa.scoring.normalize import Answers, Reading, normalize_plain, split_answers
from temporal_qa.timeline import parse_month

T = TypeVar("T")


class LabelledQuestion(NamedTuple):
    """The parts of a question row that scoring needs.

    Attributes:
        question: its text; ``None`` where the row has none.
        references: the right answers; an empty list is the label "no answer".
        facets: column -> value, see :func:`~.labelled_rows.facets_of`, and two that follow from the references:
            ``answers`` (``none``, ``single`` or ``multi``) and ``answerable`` (``answerable`` or ``unanswerable``).
        reference_month: of its reference time; ``None`` where the row does not have one.
        facts: how many its context has; ``None`` where the row does not have a context of facts.
        candidates: the names that its answers may have, where a text is to be read; ``None`` where they are not known.
        answer_ids: the ids of the right answers, in their order, where the row has them.
        seed: of questions in several wordings, what these have in common; they are resampled together.
    """

    question: str | None
    references: list[str]
    facets: dict[str, str]
    reference_month: int | None
    facts: int | None
    candidates: Sequence[str] | None = None
    answer_ids: list[str] | None = None
    seed: str | None = None


class Prediction(NamedTuple):
    """A predicted row. One that is missing or unread is wrong, whatever the label is.

    Attributes:
        answers: as the row lists them, or as its text was read; a text that is to be read plainly stays a text.
        text: where the row has one; the released metric reads it.
        missing: whether there is no such row.
        unread: why no answer could be read in the text; ``None`` where one was.
        ranked: candidates, names or ids, the best first; the first is the answer of a row without ``answers``.
        candidate_scores: the scores of the candidates, never rising.
    """

    answers: Answers
    text: str | None
    missing: bool = False
    unread: str | None = None
    ranked: list[str] | None = None
    candidate_scores: list[float] | None = None


class Matched(NamedTuple):
    """One question with its prediction."""

    id: str
    question: LabelledQuestion
    prediction: Prediction


def match_predictions(
    questions: Iterable[Row],
    predictions: Iterable[Row],
    questions_path: Path | str,
    predictions_path: Path | str,
    by: Sequence[str] = (),
    *,
    allow_missing: bool = False,
    reading: Reading = "chat",
    candidates: labelled_rows.NamesOfRow = labelled_rows.candidate_names,
) -> list[Matched]:
    """Joins the two files on ``id``, in the order of the questions.

    A question has ``id``, ``answers`` (list of strings, empty where no answer is right) and facets; a prediction has
    ``id`` and ``answers`` (list of strings, perhaps empty) or, lacking that, ``ranked`` (candidates, the best first,
    perhaps with ``scores``) or ``text`` (a response in words). Ids of right answers become their names.

    Args:
        questions, predictions: their rows, each read once.
        questions_path, predictions_path: for messages.
        by: the facets that will be needed; only long texts must be named here, see :func:`~.labelled_rows.facets_of`.
        allow_missing: whether questions without a prediction are wrong; otherwise they are an error.
        reading: how texts are read: ``chat``, see :mod:`~.reading.response`, or ``plain``, split at the separator.
        candidates: gives the names that the answers to a row may have; called only if there are texts to read.

    Raises:
        InputError: a bad row, no questions, ids that are missing, unknown or repeated, or the two files exchanged.
    """
    questions, predictions = _not_exchanged(questions, predictions, questions_path, predictions_path)
    predicted = _by_id(predictions, predictions_path, _read_prediction)
    texts = reading == "chat" and any(isinstance(prediction.answers, str) for prediction in predicted.values())
    read_question = partial(_read_question, by=by, candidates=candidates if texts else None)
    if not (labelled := _by_id(questions, questions_path, read_question)):
        raise InputError("no questions", questions_path)
    unpaired = []
    missing = [identity for identity in labelled if identity not in predicted]
    if missing and not allow_missing:
        unpaired.append(f"{_first_ids(missing)} of {questions_path} without a prediction")
    if extra := [identity for identity in predicted if identity not in labelled]:
        unpaired.append(f"{_first_ids(extra)} not in {questions_path}")
    if unpaired:
        some = not extra and len(missing) < len(labelled)
        advice = " (--allow-missing counts missing ones as wrong, --only-answered leaves them out)" if some else ""
        raise InputError(f"{'; '.join(unpaired)}; expected one prediction for each question{advice}", predictions_path)
    predicted |= dict.fromkeys(missing, Prediction([], None, missing=True))
    return [
        Matched(identity, question, _settled(predicted[identity], question, reading))
        for identity, question in labelled.items()
    ]


def _settled(prediction: Prediction, question: LabelledQuestion, reading: Reading) -> Prediction:
    """The prediction with its text read, and with names in the place of the ids of right answers."""
    answers, kind = prediction.answers, question.facets.get("answer_type")
    if isinstance(answers, str) and reading == "chat":
        from temporal_qa.scoring.reading.response import parted, read_answers

        read = read_answers(answers, question.candidates, answer_type=kind, question=question.question)
        prediction = Prediction(parted(read.answers, question.references, kind), prediction.text, unread=read.reason)
    if not question.answer_ids:
        return prediction
    names = dict(zip(question.answer_ids, question.references, strict=True))
    return prediction._replace(answers=[names.get(answer, answer) for answer in split_answers(prediction.answers)])


def _not_exchanged(
    questions: Iterable[Row], predictions: Iterable[Row], questions_path: Path | str, predictions_path: Path | str
) -> tuple[Iterable[Row], Iterable[Row]]:
    """The rows again; raises ``InputError`` if the predictions have questions and labels, and the questions do not."""
    asked, given = iter(questions), iter(predictions)
    first, other = next(asked, None), next(given, None)
    if first and other and labelled_rows.question_text(other) is not None:
        labelled = any(other.values.get(column) is not None for column in labelled_rows.LABEL_COLUMNS)
        if labelled and not first.values.keys() - {"id", "answers", "text", "reason", "answer"}:
            raise InputError(f"holds predictions, and {predictions_path} questions; exchange the two", questions_path)
    return (chain([first], asked) if first else asked), (chain([other], given) if other else given)


def common_facets(matched: Sequence[Matched], among: Iterable[str]) -> list[str]:
    """The facets that every question has, ``among`` these."""
    return [facet for facet in among if all(facet in row.question.facets for row in matched)]


def facet_column(matched: Sequence[Matched], facet: str) -> list[str]:
    """The value of one facet for each question, ``none`` where it is null or the column is not there.

    Raises:
        InputError: no question has the facet.
    """
    if not any(facet in row.question.facets for row in matched):
        from temporal_qa.text.date_tokens import DATE_TOKEN_FACETS

        if facet in DATE_TOKEN_FACETS:
            raise InputError(f"the facet {facet!r} needs --tokenizer")
        known = dict.fromkeys(name for row in matched for name in row.question.facets)
        raise InputError(f"unknown facet {facet!r}, expected some of {', '.join(known)}")
    return [row.question.facets.get(facet, "none") for row in matched]


def _by_id(rows: Iterable[Row], path: Path | str, read: Callable[[Row], T]) -> dict[str, T]:
    found: dict[str, T] = {}
    repeated = []
    for row in rows:
        if (identity := labelled_rows.row_id(row)) in found:
            repeated.append(identity)
        found[identity] = read(row)
    if repeated:
        raise InputError(f"{_first_ids(list(dict.fromkeys(repeated)))} more than once; expected each id once", path)
    return found


def _read_question(row: Row, by: Sequence[str], candidates: labelled_rows.NamesOfRow | None) -> LabelledQuestion:
    answers = labelled_rows.labelled_answers(row)
    number = len(answers)
    if number > 1:  # some may be the same, or blank; names are told apart by it where their plain forms differ
        number = len(set(map(normalize_plain, answers)) - {""})
    facets = labelled_rows.facets_of(row.values, by) | {
        "answers": "multi" if number > 1 else "single" if number else "none",
        "answerable": "answerable" if number else "unanswerable",
    }
    names = None if candidates is None else candidates(row.values)
    ids, seed = row.values.get("answer_ids"), row.values.get("seed")
    if ids is not None:
        if not is_list_of_texts(ids) or len(ids) != len(answers):
            raise row.error(f"expected 'answer_ids' to be a list of {len(answers)} texts, one for each answer")
        facets["complexity"] = "simple" if facets.get("kind", "").startswith("simple_") else "complex"
    return LabelledQuestion(
        labelled_rows.question_text(row), answers, facets, _reference_month(row), _number_of_facts(row), names, ids,
        seed if isinstance(seed, str) else None,
    )  # fmt: skip


def _reference_month(row: Row) -> int | None:
    try:
        return parse_month(row.values["reference_date"])
    except (KeyError, TypeError, ValueError):  # a column of that name may hold something else
        return None


def _number_of_facts(row: Row) -> int | None:
    """The length of ``facts``, or else the number of lines of ``fact_context``, which states one fact a line."""
    facts, context = row.values.get("facts"), row.values.get("fact_context")
    if isinstance(facts, list):
        return len(facts)
    return sum(bool(line.strip()) for line in context.splitlines()) if isinstance(context, str) else None


def _read_prediction(row: Row) -> Prediction:
    answers, text = row.values.get("answers"), row.values.get("text")
    if text is not None and not isinstance(text, str):
        raise row.error(f"expected 'text' to be a string, found {text!r}")
    ranked, scores = _read_ranked(row)
    if answers is None and ranked is not None:
        answers = ranked[:1]
    if answers is None and text is not None:
        return Prediction(text, text)
    if not is_list_of_texts(answers):
        hint = "; responses to TempAnswerQA are scored by temporal-qa score-responses" * ("response" in row.values)
        found = {name: row.values[name] for name in ("answers", "text") if name in row.values} or list(row.values)
        raise row.error(
            f"expected 'answers' (list of strings) or, without it, 'text' (string), found {found!r:.80}{hint}"
        )
    return Prediction(answers, text, ranked=ranked, candidate_scores=scores)


def _read_ranked(row: Row) -> tuple[list[str] | None, list[float] | None]:
    if row.values.get("ranked") is None:
        return None, None
    names = list(map(str, row.value("ranked", list[str | int], "a list of names, ids or years, the best first")))
    if (scores := row.value("scores", list[float] | None, _SCORES)) is None:
        return names, None
    # The last one is compared with itself, as NaN is not even equal to that.
    if len(scores) != len(names) or not all(map(operator.ge, scores, scores[1:] + scores[-1:])):
        raise row.error(f"expected 'scores' to be {_SCORES}")
    return names, scores


_SCORES = "a number (no NaN) for each of 'ranked', and never to rise"


def _first_ids(identities: Sequence[str]) -> str:
    """The number of ids, and the first five: ``7 ids ('a', 'b', 'c', 'd', 'e', ...)``."""
    first = ", ".join(map(repr, identities[:5])) + (", ..." if len(identities) > 5 else "")
    return f"{len(identities)} {'id' if len(identities) == 1 else 'ids'} ({first})"

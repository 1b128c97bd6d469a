r"""Date probes: answers to questions about dates and ages, by value, and whether a sample's answers hold together.

A question asks for an entity, a date, an age, or yes or no, and has one right answer. **Accuracy** is

.. math:: \text{accuracy}(p, y) = 100 \cdot [v(p) = v(y)]

where v reads the value: of a name its form by :func:`~.normalize.normalize_answer`, of a date
its year, month and day ("4 July 2001" is "July 4, 2001", and not "2001"), of an age its years, months and days (those
not stated are 0), of a yes or no that word. A date in which no value can be read is right where it is the right answer
as a name is. SQuAD's exact match and token F1 of the texts (:mod:`~.token_f1`) stand beside it. Range 0 to 100.

Ages have four more scores: whether the years, the months and the days are right, each 0 or 100, and the error in days,
with its sMAPE (:mod:`~.smape`; an age that could not be read counts 100) and MASE (:mod:`~.mase`; such an age counts as
the worst constant guess). A month has 30.436875 days there.

Undefined, and left out of the mean: exact match and token F1 of ages; months and days where the right answer is a
number of years; the error of an age that could not be read. A missing prediction is wrong, and so are two different
ones, and one with another text beside it; ``coverage``, 0 to 1, is the share of answers that could be read.

Source: Ho, Sugawara and Aizawa (2022), "How Well Do Multi-hop Reading Comprehension Models Understand Date
Information?" (HieraDate), section 4. The evaluation that its authors released computes something else, see
:mod:`~.reference.date_probes`.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import orjson

from temporal_qa.scoring.labelled_rows import AnswerType
from temporal_qa.scoring.lengths import check_lengths
from temporal_qa.scoring.mase import mase
from temporal_qa.scoring.normalize import is_blank, normalize_answer
from temporal_qa.scoring.number_scores import Numbers
from temporal_qa.scoring.reading.ages import ISO_AGE, read_age
from temporal_qa.scoring.reading.dates import MAX_LETTERS, read_date
from temporal_qa.scoring.reading.yes_or_no import read_yes_no
from temporal_qa.scoring.smape import smape
from temporal_qa.scoring.token_f1 import token_f1
from temporal_qa.text.dates import ERA, MONTH
from temporal_qa.timeline import DAYS_PER_YEAR, Age

Predicted: TypeAlias = str | Mapping[str, Any] | int | Sequence[str] | None
"""A text, an age as a mapping or a number of years, a list of answers, or nothing."""

QUESTION_SCORES = ("accuracy", "exact_match", "token_f1")
AGE_SCORES = ("age_year", "age_month", "age_day", "age_error_days", "age_smape", "age_mase")

_READERS: dict[AnswerType, Callable[[str], object]] = {
    "entity": normalize_answer, "date": read_date, "age": read_age, "yes_no": read_yes_no,
}  # fmt: skip
"""What reads the value of an answer of each type."""

_ONLY_AGE = re.compile(r"(?:\d|years?|months?|days?|and|old|[\s,\"{}:-])+", re.IGNORECASE)
_WORD_OF_DATE = re.compile(rf"\w{{3,6}}day|the|of|{MONTH}|B|C|{ERA}|\d+(?:st|nd|rd|th)?", re.IGNORECASE)
_ADDS_NOTHING = re.compile(
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:\s*(?:and\s+)?0 (?:year|month|day)s?)+", re.IGNORECASE
)
_YEARS_ALONE = re.compile(r"\s*\d+(?:\.0+)?(?:[ -]years?)?\s*")


class ProbeScores(NamedTuple):
    """The scores of questions, one value each.

    Attributes:
        scores: name -> values by :data:`QUESTION_SCORES` and :data:`AGE_SCORES`; NaN where undefined.
        values: what was read in each prediction; None where nothing was.
        references: the same of the right answers.
        answer_types: what each question asks for.
    """

    scores: Mapping[str, Numbers]
    values: list[Any]
    references: list[Any]
    answer_types: list[AnswerType]


def date_probes(
    predictions: Sequence[Predicted],
    references: Sequence[str],
    answer_types: Sequence[AnswerType] | None = None,
    values: Sequence[str | None] | None = None,
) -> ProbeScores:
    """The scores of each question; see the module for the formulas.

    Args:
        predictions: for each question a text, an age as a mapping, a list of answers, or None.
        references: the right answer of each.
        answer_types: what each asks for; by default :func:`answer_type_of` the right answer.
        values: right dates as ISO text and ages as ``90-10-1``, where the right answer leaves them open; else None.

    Raises:
        ValueError: no questions, unequal lengths, or a right answer that is blank or not of its type.

    >>> found = date_probes(["4 July 2001", {"year": 90}], ["July 4, 2001", "90 years, 10 months and 1 day"])
    >>> found.scores["accuracy"], found.scores["exact_match"], found.scores["age_year"], found.scores["age_error_days"]
    (array([100.,   0.]), array([ 0., nan]), array([ nan, 100.]), array([      nan, 305.36875]))
    """
    check_lengths("questions", predictions=predictions, values=values, answer_types=answer_types, references=references)
    for index, answer in enumerate(references):
        if not isinstance(answer, str) or is_blank(answer):
            raise ValueError(f"references[{index}]: expected a text that is not blank, found {answer!r:.80}")
    types = [*map(answer_type_of, references)] if answer_types is None else list(answer_types)
    stated = [
        value if value is not None and kind in ("date", "age") else answer
        for answer, kind, value in zip(references, types, values or [None] * len(references), strict=True)
    ]
    right = [_right_value(text, kind, index) for index, (text, kind) in enumerate(zip(stated, types, strict=True))]
    texts = [_one_text(prediction, kind) for prediction, kind in zip(predictions, types, strict=True)]
    found = list(map(_value, texts, types, references, right))
    is_age = np.array([kind == "age" for kind in types])
    tokens = token_f1([[] if text is None else [text] for text in texts], [[answer] for answer in references])
    scores = {"accuracy": np.array([100.0 * (value == wanted) for value, wanted in zip(found, right, strict=True)])}
    scores |= {name: np.where(is_age, math.nan, values) for name, values in tokens.items()}
    years_alone = [_YEARS_ALONE.fullmatch(text) is not None for text in stated]
    scores |= _age_scores(found, right, np.flatnonzero(is_age).tolist(), years_alone)
    return ProbeScores(scores, found, right, types)


def answer_text(value: Any) -> str:
    """An answer as text: a text as it is, and an age ``{"year": 90, ...}`` or a number as JSON.

    >>> answer_text("4 July 2001"), answer_text({"year": 90, "month": 10, "day": 1}), answer_text(90)
    ('4 July 2001', '{"year":90,"month":10,"day":1}', '90')
    """
    if isinstance(value, str):
        return value
    return orjson.dumps(value, default=repr, option=orjson.OPT_SERIALIZE_NUMPY).decode()


def answer_type_of(answer: str) -> AnswerType:
    """The type of a right answer, from its form. A number alone is a year, and so a date.

    >>> [answer_type_of(text) for text in ("No", "1910", "90 years, 10 months and 1 day", "Seven Years in Tibet")]
    ['yes_no', 'date', 'age', 'entity']
    """
    if answer.strip().lower() in ("yes", "no"):
        return "yes_no"
    if all(map(_WORD_OF_DATE.fullmatch, re.findall(r"[^\s,./-]+", answer))) and read_date(answer):
        return "date"
    is_age = _ONLY_AGE.fullmatch(answer[:MAX_LETTERS]) or ISO_AGE.fullmatch(answer.strip())
    return "age" if is_age and read_age(answer) is not None else "entity"


def _right_value(text: str, kind: AnswerType, index: int) -> Any:
    if kind not in _READERS:
        raise ValueError(f"answer_types[{index}]: no type {kind!r:.80}, expected one of {', '.join(_READERS)}")
    value = _READERS[kind](text)
    if value is None and kind != "date":
        raise ValueError(f"references[{index}]: expected {_EXPECTED[kind]}, found {text!r:.80}")
    return text if value is None else value  # such a date is compared letter by letter


def _value(text: str | None, kind: AnswerType, reference: str, right: Any) -> Any:
    """What is read in an answer; a date that is the reference as a name is has the right value."""
    if text is not None and kind == "date" and normalize_answer(text) == normalize_answer(reference):
        return right
    return None if text is None else _READERS[kind](text)


_EXPECTED = {"entity": "a name", "age": "an age, such as '90 years, 10 months and 1 day'", "yes_no": "'yes' or 'no'"}


def _one_text(prediction: Predicted, kind: AnswerType) -> str | None:
    """The answer as one text; the parts of a date or an age may come as a list, in which each of them counts."""
    given = prediction if isinstance(prediction, list | tuple) else [] if prediction is None else [prediction]
    parts = [text for text in map(answer_text, given) if not is_blank(text)]
    if len(parts) > 1:
        parts = [*{normalize_answer(text): text for text in parts}.values()]
    if not parts or (len(parts) > 1 and kind in ("entity", "yes_no")):
        return None
    text, read = ", ".join(parts), _READERS[kind]
    if len(parts) == 1 or (value := read(text)) is None or set(map(read, parts)) == {value}:
        return text
    others = (
        ", ".join(parts[:i] + parts[i + 1 :]) for i, part in enumerate(parts) if not _ADDS_NOTHING.fullmatch(part)
    )
    return None if value in map(read, others) else text


def _age_scores(found: list[Any], right: list[Any], ages: list[int], years_alone: list[bool]) -> dict[str, Numbers]:
    columns = {name: np.full(len(right), math.nan) for name in AGE_SCORES}
    if ages:
        predicted = np.array([math.nan if found[i] is None else _in_days(found[i]) for i in ages])
        labels = np.array([_in_days(right[i]) for i in ages])
        columns["age_error_days"][ages] = np.abs(predicted - labels)
        columns["age_smape"][ages] = smape(predicted, labels).values
        columns["age_mase"][ages] = mase(predicted, labels, unparsed="penalty").values
    for i in ages:
        for field, name in enumerate(("age_year", "age_month", "age_day")):
            if not (field and years_alone[i]):
                columns[name][i] = 100.0 * (found[i] is not None and found[i][field] == right[i][field])
    return columns


def _in_days(age: Age) -> float:
    """The length of an age, a year being 365.2425 days and a month its twelfth: 400 years are 146,097 days."""
    return (12 * age.years + age.months) * (DAYS_PER_YEAR / 12) + age.days

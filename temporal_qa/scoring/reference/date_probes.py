"""The evaluation released with HieraDate, under its own names, faults included, to check printed tables. Its faults:

- Dates are compared as text, so that "4 July 2001" is not "July 4, 2001".
- An age has to be a mapping of ``year, month, day``. Exact match compares whole mappings, so that any other key makes
  it wrong; F1 is over the bag of the three numbers, so that permuted parts score 100. A text or a number is read
  letter by letter, and always scores 0.
- Token F1 is 0 where two texts differ and one of them is ``yes``, ``no`` or ``noanswer``.
- Whether a sample is combined is read from its prediction, of two predictions with one id the last counts, and a sample
  without a prediction is left out of every mean.
- It stops with an error where a question of a sample has no prediction or one of another type, and where no sample
  is combined. Here these are errors of one line.

Source: Ho, Sugawara and Aizawa (2022), https://github.com/Alab-NII/HieraDate; the text scores are HotpotQA's.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, cast

import orjson

from temporal_qa.scoring.normalize import squad_normalize
from temporal_qa.scoring.reading.ages import read_age
from temporal_qa.scoring.reference.answer_sets import bag_overlap

Part: TypeAlias = Literal["main", "extraction", "age", "yes_no", "robustness"]
"""What is averaged: each question counts in one of these."""

_MEASURES = ("em", "f1", "prec", "recall")
_NAMES: dict[Part, tuple[str, ...]] = {
    "main": _MEASURES,
    "extraction": tuple(f"ex_{name}" for name in _MEASURES),
    "age": tuple(f"{name}_math" for name in _MEASURES),
    "yes_no": ("em_compare",),
    "robustness": tuple(f"ro_{name}" for name in _MEASURES),
}
_AGE_PARTS = ("year", "month", "day")


def reference_scores(questions: Iterable[tuple[Part, tuple[float, ...]]]) -> dict[str, float]:
    """The released scores, 0 to 100 with two decimals, by their released names.

    Args:
        questions: the part and the :func:`reference_overlap` of each question.

    Raises:
        ValueError: a part without questions.

    >>> age, permuted = {"year": 90, "month": 10, "day": 1}, {"year": 1, "month": 10, "day": 90}
    >>> answers = {"main": ("A", "a"), "extraction": ("4 July 2001", "July 4, 2001"), "age": (permuted, age)}
    >>> answers |= {"yes_no": ("Yes.", "yes"), "robustness": ("A", "B")}
    >>> scores = reference_scores([(part, reference_overlap(part, *pair)) for part, pair in answers.items()])
    >>> scores["em"], scores["ex_em"], scores["ex_f1"], scores["em_math"], scores["f1_math"], scores["em_compare"]
    (100.0, 0.0, 100.0, 0.0, 100.0, 100.0)
    """
    sums: defaultdict[str, float] = defaultdict(float)
    counts: Counter[Part] = Counter()
    for part, values in questions:
        counts[part] += 1
        for name, value in zip(_NAMES[part], values, strict=True):
            sums[name] += value
    for part in _NAMES:
        if not counts[part]:
            what = "combined sample" if part == "age" else f"question of {part}"
            raise ValueError(f"no {what} is predicted, and the released script divides by their number")
    return {name: round(sums[name] / counts[part] * 100, 2) for part, names in _NAMES.items() for name in names}


def reference_overlap(part: Part, prediction: Any, answer: Any) -> tuple[float, ...]:
    """Exact match, F1, precision and recall of one question, 0 to 1; of yes or no exact match alone.

    Args:
        part: the question's part.
        prediction, answer: texts; of an age mappings, the prediction perhaps a text or a number.

    Raises:
        ValueError: anything else; the released script stops there.
    """
    values = _age_overlap(prediction, answer) if part == "age" else _text_overlap(prediction, answer)
    return values[: len(_NAMES[part])]


def reference_questions(gold: Mapping[str, Any], prediction: Mapping[str, Any]) -> Iterator[tuple[Part, Any, Any]]:
    """Part, prediction and answer of each question of a sample in the released layout.

    The prediction says which questions it has.

    Raises:
        ValueError: the sample or the prediction lacks one of the answers.
    """
    combined = "ques_extract_3" in prediction
    keys: list[tuple[Part, str]] = [("main", "answer"), ("robustness", "ans_robust")]
    keys += [("extraction", f"ans_extract_{number}") for number in range(1, 5 if combined else 3)]
    reasoning: list[Part] = ["age", "age", "yes_no"] if combined else ["yes_no", "yes_no"]
    keys += [(part, f"ans_reason_{number}") for number, part in enumerate(reasoning, 1)]
    for part, key in keys:
        for whose, sample in (("sample", gold), ("prediction", prediction)):
            if key not in sample:
                kind = "has" if combined else "lacks"
                raise ValueError(f"the {whose} has no {key!r}; the prediction {kind} 'ques_extract_3'")
        yield part, prediction[key], gold[key]


def reference_column_scores(
    predictions: Sequence[str], references: Sequence[str], answer_types: Sequence[str], tasks: Sequence[str]
) -> dict[str, float]:
    """The released scores of columns of questions; a predicted age is a mapping as JSON text.

    Raises:
        ValueError: as :func:`reference_overlap` and :func:`reference_scores`, or a task without a released score.
    """
    overlaps = []
    rows: Iterable[tuple[Any, Any, str, str]] = zip(predictions, references, answer_types, tasks, strict=True)
    for index, (given, right, kind, task) in enumerate(rows):
        part = cast(Part, kind if task == "reasoning" else task)
        if part not in _NAMES:
            raise ValueError(f"tasks[{index}]: no released score of {task!r:.80} with answers of type {kind!r:.80}")
        if part == "age":
            right = None if (age := read_age(right)) is None else dict(zip(_AGE_PARTS, age, strict=True))
            given = orjson.loads(given) if given.startswith("{") and read_age(given) else given
        overlaps.append((part, reference_overlap(part, given, right)))
    return reference_scores(overlaps)


def _text_overlap(prediction: Any, answer: Any) -> tuple[float, ...]:
    for text in (prediction, answer):
        if not isinstance(text, str):
            raise ValueError(f"expected a text, found {text!r:.80}; the released script stops there")
    found, expected = squad_normalize(prediction), squad_normalize(answer)
    if found != expected and not {found, expected}.isdisjoint({"yes", "no", "noanswer"}):
        return 0.0, 0.0, 0.0, 0.0
    return float(found == expected), *bag_overlap(found.split(), expected.split())


def _age_overlap(prediction: Any, answer: Any) -> tuple[float, ...]:
    expected = _with_floats(answer)
    if isinstance(prediction, str | int | float):
        return 0.0, 0.0, 0.0, 0.0
    found = _with_floats(prediction)
    bags = ([age[part] for part in _AGE_PARTS] for age in (found, expected))
    return float(found == expected), *bag_overlap(*bags)


def _with_floats(age: Any) -> dict[str, Any]:
    try:
        return {**age, **{part: str(float(age[part])) for part in _AGE_PARTS}}
    except (TypeError, ValueError, KeyError, OverflowError):
        raise ValueError(
            f"expected a mapping of year, month and day, found {age!r:.80}; the released script stops"
        ) from None

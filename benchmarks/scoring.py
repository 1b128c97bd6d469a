"""The time to score answers, beside the approach of the metric released with Complex-TR, in the same run.

    python benchmarks/scoring.py [--questions 1000000] [--names 100000]

Both sides get the same rows and compute the same four scores (set accuracy, answer F1, exact match, token F1). The
baseline works as the released metric does, item by item: it splits the prediction, compares lists, SQuAD-normalises the
prediction and every reference, once for exact match and again for token F1, and takes the maximum. It has the released
rules and our functions have the default ones, so the scores differ a little; ``as_published=True`` is timed too. The
baseline is a transcription for this benchmark; its time does not include reading, writing and the other work of the
released script. Our functions take lists of answers; they are also timed with the same rows as joined strings.
"""

import argparse
import random
import re
import resource
import string
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
from machine import print_head

from temporal_qa.scoring.answer_f1 import answer_f1
from temporal_qa.scoring.answer_scores import answer_scores
from temporal_qa.scoring.reading.response import read_answers
from temporal_qa.scoring.set_accuracy import set_accuracy
from temporal_qa.scoring.token_f1 import token_f1
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.timeline.facts import ANSWER_SEPARATOR

Rows = list[list[str]]

RELEASED = "released approach, all four scores"


def make_rows(questions: int, names: int, seed: int = 0) -> tuple[Rows, Rows]:
    """Predictions and references: 23 % of the questions have several answers, 60 % of the predictions are right."""
    rng = random.Random(seed)
    syllables = [c + v + e for c in "bdfgklmnprstvz" for v in "aeiou" for e in ("", "n", "r", "s")]
    heads = ["University of", "The", "FC", "Minister of", "Order of the", "", "", "", "", ""]

    def name() -> str:
        words = ["".join(rng.choices(syllables, k=rng.randint(2, 3))).title() for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.15:  # accents
            words[0] = words[0].replace("e", "é") + "ø"
        return " ".join([rng.choice(heads), *words]).strip()

    pool = [name() for _ in range(names)]
    predictions, references = [], []
    for _ in range(questions):
        several = rng.random() < 0.23
        answers = rng.sample(pool, rng.randint(2, 4) if several else 1)
        outcome = rng.random()
        if outcome < 0.6:
            predicted = rng.sample(answers, len(answers))
        elif outcome < 0.75:  # one answer missing or wrong
            predicted = [*answers[1:], rng.choice(pool)]
        elif outcome < 0.85:  # nearly the right words
            predicted = [f"{answers[0]} {rng.choice(syllables)}"]
        else:
            predicted = rng.choices(pool, k=rng.randint(1, 2))
        # Copies, as a row from a file has its own strings and does not share one object for each name.
        predictions.append([answer.encode().decode() for answer in predicted])
        references.append([answer.encode().decode() for answer in answers])
    return predictions, references


def released_approach(predictions: list[str], references: Rows) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The means of the four scores, item by item."""

    def squad(text: str) -> str:
        punctuation = set(string.punctuation)
        kept = "".join(character for character in text.lower() if character not in punctuation)
        return " ".join(re.sub(r"\b(a|an|the)\b", " ", kept).split())

    def exact(answer: str, predicted: str) -> float:
        return float(squad(answer) == squad(predicted))

    def overlap(answer: str, predicted: str) -> float:
        expected_tokens, predicted_tokens = squad(answer).split(), squad(predicted).split()
        common = sum((Counter(expected_tokens) & Counter(predicted_tokens)).values())
        if not expected_tokens or not predicted_tokens:
            return float(expected_tokens == predicted_tokens)
        return 2 * common / (len(expected_tokens) + len(predicted_tokens))

    totals = np.zeros(4)
    for text, answers in zip(predictions, references, strict=True):
        gold = [answer.lower().strip() for answer in answers if squad(answer)] or [""]
        mark = next((mark for mark in (" $and ", "$and", "and", ",") if mark in text), None)
        parts = [text] if mark is None else text.split(mark)
        if mark != ",":
            parts = [part.lower().strip() for part in parts]
        hits = sum(part in gold for part in parts)
        missed = sum(answer not in parts for answer in gold)
        f1 = 2 * hits / (hits + len(parts) + missed) if hits else 0.0
        best_exact = max(exact(answer, parts[0]) for answer in gold)
        best_overlap = max(overlap(answer, parts[0]) for answer in gold)
        totals += (set(parts) == set(gold), f1, best_exact, best_overlap)
    return 100 * totals / len(references)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--questions", type=int, default=1_000_000)
    parser.add_argument("--names", type=int, default=100_000)
    options = parser.parse_args()
    print_head("Scoring: `python benchmarks/scoring.py`", "numpy")

    predictions, references = make_rows(options.questions, options.names)
    joined = [ANSWER_SEPARATOR.join(answers) for answers in predictions]
    several = sum(len(answers) > 1 for answers in references) / len(references)
    print(f"{options.questions:,} questions, {several:.0%} with several answers, {options.names:,} names.\n")
    memory_of_rows = _peak_memory()

    def together(rows: Any, **how: bool) -> list[float]:
        return [float(values.mean()) for values in answer_scores(rows, references, **how).values()]

    def one_by_one() -> None:
        for metric in (set_accuracy, answer_f1, token_f1):
            metric(predictions, references)

    seconds: dict[str, float] = {}

    def timed(what: str, work: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        result = work()
        seconds[what] = time.perf_counter() - start
        return result

    scores = timed("ours, all four, lists, first call", lambda: together(predictions))
    memory = _peak_memory()
    released = timed(RELEASED, lambda: released_approach(joined, references))
    timed("ours, all four, lists", lambda: together(predictions))
    timed("ours, all four, lists, one by one", one_by_one)
    timed("ours, all four, joined strings", lambda: together(joined))
    timed("ours, all four, texts read as chat", lambda: together([read_answers(text).answers for text in joined]))
    for metric in (set_accuracy, answer_f1, token_f1):
        timed(f"ours, `{metric.__name__}` alone", lambda metric=metric: metric(predictions, references))  # type: ignore[misc]
    as_published = timed("ours, `as_published=True`, all four", lambda: together(joined, as_published=True))
    if not np.allclose(as_published, released, rtol=1e-9):
        raise SystemExit(f"as_published=True gives {as_published}, the released rules {released.tolist()}")

    baseline = seconds[RELEASED]
    rows = [
        [what, took, took / options.questions * 1e6, baseline / took]
        for what, took in sorted(seconds.items(), key=lambda item: item[0] != RELEASED)
    ]
    print(markdown_table(["what", "seconds", "µs a question", "times as fast as the released approach"], rows))
    print(f"\nPeak memory {memory}, of which the rows {memory_of_rows}. `as_published=True` gives the released scores.")
    print(f"Set accuracy, answer F1, exact match, token F1: released {np.round(released, 2).tolist()}, "
          f"default {np.round(scores, 2).tolist()}.")  # fmt: skip


def _peak_memory() -> str:
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MiB"  # Linux counts in KiB


if __name__ == "__main__":
    main()

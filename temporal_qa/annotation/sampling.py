"""Questions drawn for verification, and shared out among annotators."""

from __future__ import annotations

import random
from collections.abc import Collection

from temporal_qa.io.messages import counted

ADJUDICATOR = "adjudicator"
"""The share of the third annotator, who judges the questions on which the others disagree."""


def draw_shares(
    ids: Collection[str], *, sample: int, double: int, annotators: int = 2, seed: int = 0
) -> dict[str, list[str]]:
    """Draws questions and gives each to one annotator, or to two.

    A share does not show which of its questions another annotator has, too. The order of ``ids`` does not matter.
    Complex-TR, section 2, draws 500 questions and gives 100 of them to two annotators.

    Args:
        ids: the ids of all questions, each once.
        sample: how many to draw, at most ``len(ids)``.
        double: how many of these to give to two annotators, at most ``sample``; 0 where there is one annotator.
        annotators: how many shares to make, at least 1; they differ by one question at most.
        seed: same ids and arguments, same shares.

    Returns:
        ``annotator_1``, ``annotator_2`` ... with the ids of their questions, in the order of annotation.

    Raises:
        ValueError: an argument is out of range.

    >>> shares = draw_shares([f"q{n}" for n in range(50)], sample=10, double=4)
    >>> {name: len(ids) for name, ids in shares.items()}, len(set(shares["annotator_1"]) & set(shares["annotator_2"]))
    ({'annotator_1': 7, 'annotator_2': 7}, 4)
    """
    if not 0 < sample <= len(ids):
        raise ValueError(f"a sample of {sample:,} cannot be drawn from {counted(len(ids), 'question')}")
    if not 0 <= double <= sample:
        raise ValueError(f"{double:,} questions for two annotators are more than the {sample:,} sampled")
    if annotators < 1 or (annotators == 1 and double):
        raise ValueError(f"{annotators} annotators cannot judge {double:,} questions twice")
    chance = random.Random(f"{seed}/annotation/sample")
    drawn = chance.sample(sorted(ids), sample)
    shares: list[list[str]] = [[] for _ in range(annotators)]
    for turn, question in enumerate(drawn):
        # The smallest shares so far, ties at random, so that all pairs of annotators share questions.
        by_size = sorted(chance.sample(shares, annotators), key=len)
        for share in by_size[: 2 if turn < double else 1]:
            share.append(question)
    for number, share in enumerate(shares, 1):
        random.Random(f"{seed}/annotation/order/{number}").shuffle(share)
    return {f"annotator_{number}": share for number, share in enumerate(shares, 1)}

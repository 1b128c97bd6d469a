"""Whether the answers of a sample, a main question with its probes, hold together. Each score is 0 or 100:

- ``all_right``: the main question and every probe are right.
- ``right_for_wrong_reason``: the main question is right, and a probe is not. The two add up to its accuracy.
- ``before_after_consistent``: of "before" and "after", one is answered yes and the other no.
- ``flip_consistent``: the main question and its opposite name the two entities, each once.

Undefined where a sample lacks the questions; a combined sample has only one for yes or no. A question without an answer
that could be read never makes a sample right or consistent. Means are over samples. These scores are ours; the samples
are those of Ho, Sugawara and Aizawa (2022), section 3, see :mod:`~.date_probes`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from temporal_qa.scoring.date_probes import ProbeScores
from temporal_qa.scoring.number_columns import Numbers

SAMPLE_SCORES = ("all_right", "right_for_wrong_reason", "before_after_consistent", "flip_consistent")
TASKS = ("main", "extraction", "reasoning", "robustness")


def sample_scores(samples: Sequence[str], tasks: Sequence[str], probes: ProbeScores) -> dict[str, Numbers]:
    """The :data:`SAMPLE_SCORES` of each sample, 0 or 100, in the order of their first questions; NaN where undefined.

    Args:
        samples: the sample of each question.
        tasks: the task of each question, one of :data:`TASKS`.
        probes: the scores of the questions.

    Raises:
        ValueError: unequal lengths, an unknown task, or a sample with two main or two robustness questions.

    >>> from temporal_qa.scoring.date_probes import date_probes
    >>> probes = date_probes(["Ann", "no", "no", "Bob"], ["Ann", "yes", "no", "Bob"])
    >>> scores = sample_scores(["s"] * 4, ["main", "reasoning", "reasoning", "robustness"], probes)
    >>> [values.tolist() for values in scores.values()]
    [[0.0], [100.0], [0.0], [100.0]]
    """
    if not len(samples) == len(tasks) == len(probes.values):
        raise ValueError(f"samples: {len(samples)}, tasks: {len(tasks)}, references: {len(probes.values)}")
    members: dict[str, dict[str, list[int]]] = {}
    for index, (sample, task) in enumerate(zip(samples, tasks, strict=True)):
        if task not in TASKS:
            raise ValueError(f"tasks[{index}]: no task {task!r:.80}, expected one of {', '.join(TASKS)}")
        members.setdefault(sample, {name: [] for name in TASKS})[task].append(index)
    for sample, of_task in members.items():
        for task in ("main", "robustness"):
            if len(of_task[task]) > 1:
                raise ValueError(f"sample {sample!r:.80} has {len(of_task[task])} questions of {task}, expected one")
    rows = [_of_sample(of_task, probes) for of_task in members.values()]
    return {name: np.array(column) for name, column in zip(SAMPLE_SCORES, zip(*rows, strict=True), strict=True)}


def _of_sample(of_task: dict[str, list[int]], probes: ProbeScores) -> tuple[float, float, float, float]:
    right, found, wanted = probes.scores["accuracy"] == 100, probes.values, probes.references
    main, flipped = of_task["main"], of_task["robustness"]
    others = [index for task in TASKS[1:] for index in of_task[task]]
    all_right = wrong_reason = before_after = flip = math.nan
    if main and others:
        probes_right = all(right[index] for index in others)
        all_right = 100.0 * bool(right[main[0]] and probes_right)
        wrong_reason = 100.0 * bool(right[main[0]] and not probes_right)
    pair = [index for index in of_task["reasoning"] if probes.answer_types[index] == "yes_no"]
    if len(pair) == 2:
        before_after = 100.0 * ({found[index] for index in pair} == {"yes", "no"})
    if main and flipped:
        named, entities = ([values[main[0]], values[flipped[0]]] for values in (found, wanted))
        flip = 100.0 * (named in (entities, entities[::-1]) and named[0] != named[1])
    return all_right, wrong_reason, before_after, flip

"""Whether the answers of a sample, a main question with its probes, hold together. Each score is 0 or 100:

- ``all_right``: the main question and every probe are right.
- ``right_for_wrong_reason``: the main question is right, and a probe is not. The two add up to its accuracy.
- ``before_after_consistent``: of "before" and "after", one is answered yes and the other no.
- ``flip_consistent``: the main question and its opposite name the two entities, each once.

Undefined where a sample lacks the questions; a combined sample has only one for yes or no. A question without an answer
that could be read never makes a sample right or consistent. Means are over samples. These scores are ours; the samples
are those of Ho, Sugawara and Aizawa (2022), section 3, see :mod:`~.date_probes`.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from temporal_qa.scoring.date_probes import AGE_SCORES, QUESTION_SCORES, ProbeScores
from temporal_qa.scoring.number_scores import Numbers, means_with_intervals

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
    accuracy, found, wanted = probes.scores["accuracy"], probes.values, probes.references
    main, flipped = of_task["main"], of_task["robustness"]
    others = [index for task in TASKS[1:] for index in of_task[task]]
    all_right = wrong_reason = before_after = flip = math.nan
    if main and others:
        main_right, probes_right = bool(accuracy[main[0]] == 100), bool((accuracy[others] == 100).all())
        all_right = 100.0 * (main_right and probes_right)
        wrong_reason = 100.0 * (main_right and not probes_right)
    pair = [index for index in of_task["reasoning"] if probes.answer_types[index] == "yes_no"]
    if len(pair) == 2:
        before_after = 100.0 * ({found[index] for index in pair} == {"yes", "no"})
    if main and flipped:
        named, entities = ([values[main[0]], values[flipped[0]]] for values in (found, wanted))
        flip = 100.0 * (named in (entities, entities[::-1]) and named[0] != named[1])
    return all_right, wrong_reason, before_after, flip


def probe_summary(
    probes: ProbeScores,
    of_samples: Mapping[str, Numbers] | None = None,
    questions: Sequence[int] | None = None,
    samples: Sequence[int] | None = None,
    *,
    bootstrap: int | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """The means over questions, then ``ages`` and ``samples`` where there are any, each with its ``n``.

    Args:
        probes: the scores of questions.
        of_samples: the scores of samples.
        questions, samples: the places of those to average; by default all.
        bootstrap: number of resamples for 95 % intervals; without it there are none.
        seed: of the bootstrap.

    Returns:
        Scores by name, 0 to 100 but for ``age_error_days`` and ``age_mase``; None where undefined; ``coverage`` 0 to 1.
    """

    def means(columns: Mapping[str, Numbers], places: Sequence[int]) -> dict[str, Any]:
        of_places = {name: column[np.asarray(places, dtype=np.intp)] for name, column in columns.items()}
        return {"n": len(places)} | means_with_intervals(of_places, bootstrap=bootstrap, seed=seed)

    chosen = range(len(probes.values)) if questions is None else questions
    summary = means({name: probes.scores[name] for name in QUESTION_SCORES}, chosen)
    summary["coverage"] = sum(probes.values[place] is not None for place in chosen) / len(chosen)
    if ages := [index for index in chosen if probes.answer_types[index] == "age"]:
        summary["ages"] = means({name: probes.scores[name] for name in ("accuracy", *AGE_SCORES)}, ages)
    if of_samples is not None:
        places = range(len(of_samples["all_right"])) if samples is None else samples
        if places:
            defined = {name: int(np.count_nonzero(~np.isnan(column[places]))) for name, column in of_samples.items()}
            summary["samples"] = means(of_samples, places) | {"n_defined": defined}
    return summary

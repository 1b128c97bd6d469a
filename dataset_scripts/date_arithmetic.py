"""Date arithmetic: shifts, differences, ages, comparisons, weekdays and weeks of dates in some twenty written forms.

    temporal-qa build date-arithmetic --questions 10000 --seed 0 --out date-arithmetic
    python -c 'from datasets import load_dataset; print(load_dataset("date-arithmetic", "questions"))'

Each question is a pure function of the seed and its number, and a solver that shares no arithmetic with it answers it
before it is written.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import datasets

from temporal_qa import __version__
from temporal_qa.hub.build_record import write_build_record
from temporal_qa.hub.cards import render_card, write_card
from temporal_qa.hub.dataset_repo import GENERATED_QUESTIONS, card_metadata, size_category, write_config
from temporal_qa.io.resumable import folder_beside
from temporal_qa.questions.date_arithmetic.queries import RULE
from temporal_qa.questions.date_arithmetic.solver import solve_date_question
from temporal_qa.questions.date_arithmetic.synthesis import DateQuestion, date_question
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.report.question_counts import counts_table

CONFIG, SPLIT = "questions", "test"

_TEXT = datasets.Value("string")
FEATURES = datasets.Features(
    dict.fromkeys(DateQuestion.__annotations__, _TEXT)
    | {"answers": datasets.List(_TEXT), "ambiguous": datasets.Value("bool")}
)
FACETS = ("task", "precision", "form", "era", "ambiguous")


class DateArithmetic(datasets.GeneratorBasedBuilder):
    """Questions about dates that need nothing but the question."""

    BUILDER_CONFIGS = (datasets.BuilderConfig(name=CONFIG, version=__version__),)

    def __init__(
        self, *args: Any, questions: int, seed: int, tasks: Sequence[str],
        on_question: Callable[[], object] = lambda: None, **kwargs: Any,
    ) -> None:  # fmt: skip
        self.questions, self.seed, self.tasks, self.on_question = questions, seed, tuple(tasks), on_question
        self.counts: dict[str, Counter[str]] = {facet: Counter() for facet in FACETS}
        super().__init__(*args, hash=f"{seed}-{questions}-{'-'.join(tasks)}", **kwargs)

    def _info(self) -> datasets.DatasetInfo:
        return datasets.DatasetInfo(features=FEATURES)

    def _split_generators(self, dl_manager: Any) -> list[datasets.SplitGenerator]:
        return [datasets.SplitGenerator(SPLIT)]

    def _generate_examples(self) -> Iterator[tuple[int, dict[str, Any]]]:
        for number in range(self.questions):
            question = solved_question(self.seed, number, self.tasks)
            for facet, counts in self.counts.items():
                counts[str(getattr(question, facet)).lower() if facet == "ambiguous" else getattr(question, facet)] += 1
            self.on_question()
            yield number, question.to_row()


def solved_question(seed: int, number: int, tasks: Sequence[str]) -> DateQuestion:
    """The question with this number, after the solver has answered it from its text.

    Raises:
        RuntimeError: the solver disagrees with the label.
    """
    question = date_question(seed, number, tasks)
    if (solved := solve_date_question(question.question).answers) != list(question.answers):
        raise RuntimeError(f"question {question.id}: labelled {question.answers}, solved {solved}")
    return question


def build(
    out: Path, *, questions: int, seed: int, tasks: Sequence[str],
    on_question: Callable[[], object] = lambda: None, overwrite: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Makes the dataset folder ``out``.

    Args:
        out: the folder.
        questions: how many.
        seed: decides them, together with ``tasks``.
        tasks: of ``TASKS``, in the order in which they take turns.
        on_question: called after each question.
        overwrite: replace a folder of ours.

    Returns:
        The number of questions, and counts by facet, as in ``build.json``.

    Raises:
        InputError: a folder that cannot be made.
        RuntimeError: the solver disagrees with a label.
    """
    with (
        folder_beside(out, "date_arithmetic", overwrite=overwrite) as folder,
        tempfile.TemporaryDirectory(dir=folder) as scratch,
    ):
        builder = DateArithmetic(
            cache_dir=f"{scratch}/cache", dataset_name="date_arithmetic", config_name=CONFIG,
            questions=questions, seed=seed, tasks=tasks, on_question=on_question,
        )  # fmt: skip
        builder.download_and_prepare()
        info = write_config(folder, builder)
        by_facet = {facet: dict(sorted(counts.items())) for facet, counts in builder.counts.items()}
        command = f"temporal-qa build date-arithmetic --tasks {','.join(tasks)} --questions {questions} --seed {seed}"
        first = date_question(seed, 0, tasks).to_row()
        plots = {
            "questions_by_form": bar_chart_svg("Questions by written form", {SPLIT: by_facet["form"]}, by_size=True)
        }
        write_card(folder, _card(info, first, by_facet, command), plots)
        counts = {CONFIG: {SPLIT: questions}, **by_facet}
        options = {"seed": seed, "tasks": list(tasks), "questions": questions, "rule": RULE}
        write_build_record(folder, "date_arithmetic", options=options, inputs={}, counts=counts, drops={})
    return {"counts": {SPLIT: questions}, "by_facet": by_facet}


def _card(info: Any, first: dict[str, Any], by_facet: dict[str, dict[str, int]], command: str) -> str:
    metadata = card_metadata(
        {CONFIG: info},
        default_config=CONFIG,
        pretty_name="Date arithmetic",
        license="cc0-1.0",
        **GENERATED_QUESTIONS,
        task_categories=["question-answering", "text-generation"],
        task_ids=["closed-domain-qa"],
        tags=["temporal-reasoning", "dates", "date-arithmetic", "synthetic", "temporal-qa"],
        size_categories=[size_category(info.splits[SPLIT].num_examples)],
    )
    return render_card(
        "date_arithmetic",
        metadata=metadata.rstrip(),
        example=json.dumps(first, ensure_ascii=False, indent=2),
        rule=RULE,
        counts={facet: counts_table(facet, {SPLIT: counts}) for facet, counts in by_facet.items()},
        again=command,
        version=__version__,
    )

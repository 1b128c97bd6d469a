"""``temporal-qa build date-arithmetic``: questions that dates alone answer."""

from temporal_qa.commands import options
from temporal_qa.io import InputError, counted


def build_date_arithmetic(
    machines: options.Machines,
    *,
    out: options.OutFolder,
    questions: options.Positive = 10_000,
    tasks: list[str] | None = None,
    seed: options.Seed = 0,
    workers: options.Workers = None,
    overwrite: options.Overwrite = False,
) -> options.Output:
    """Make questions about dates alone: shifts, differences, ages, comparisons, weekdays, weeks.

    Example: temporal-qa build date-arithmetic --questions 10000 --seed 0 --out date-arithmetic

    Args:
        questions: How many.
        tasks: Any of shift, relative, difference, age, compare, sort, weekday, week, with commas; they take turns.
            (Default: all.)
    """
    from temporal_qa.questions.date_arithmetic.queries import TASKS

    chosen = options.comma_separated(tasks) if tasks else list(TASKS)
    if unknown := [task for task in chosen or [""] if task not in TASKS]:
        raise InputError(f"--tasks: unknown task {unknown[0]!r}, expected some of {', '.join(TASKS)}")
    made = machines.build(
        "date_arithmetic", out, total=questions, unit="questions", questions=questions, seed=seed, tasks=chosen,
        overwrite=overwrite,
    )  # fmt: skip
    yield made | {"out": str(out)}
    yield f"wrote {out}: {counted(questions, 'question')}, each answered by the solver\n"
    yield ["task", "questions"], made["by_facet"]["task"].items()

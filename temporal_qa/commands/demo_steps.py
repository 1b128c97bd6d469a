"""The steps of ``temporal-qa demo``: facts, questions, dataset, answers, scores, all families, report.

temporal-qa demo                                    an invented world
temporal-qa demo --facts quintuples.jsonl           your facts
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from temporal_qa.commands.options import dataset_script
from temporal_qa.hub.cards import write_build_record
from temporal_qa.io import InputError, folder_beside, read_rows, write_json_lines
from temporal_qa.questions.complex_tr.baselines import most_recent_fact, random_object
from temporal_qa.questions.complex_tr.solver import solve_row as solve_complex_tr
from temporal_qa.report.document import Section, Table
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.tables.plot_style import check_matplotlib
from temporal_qa.timeline import ANSWER_SEPARATOR, CalendarDate
from temporal_qa.timeline.fact_files import write_facts

INVENTED_SUBJECTS = 400
HEADER = ["family", "questions", "solver", "one of them", "its answer"]
SIZE = 40
METRICS = {"set_accuracy": "set_accuracy", "answer_f1": "answer_f1", "token_f1": "exact_match"}
"""The evaluate modules, and the score of each that the report shows."""


def run(facts: Path | None, out: Path, seed: int, as_of: CalendarDate | None, say: Callable[[str], None]) -> Path:
    """Runs the demo and returns the path of its report.

    Args:
        facts: a file of facts; without one, a fictional world is invented.
        out: the folder to write to; an earlier demo in it is replaced.
        seed: decides the world, the questions and the random baseline.
        as_of: the end of facts that have none.
        say: is called with each line to show.

    Raises:
        InputError: facts that cannot be used, or lie in the folder; one that holds other things; or no matplotlib for
            the plot.
    """
    check_matplotlib()  # before the work, not after it
    if facts is not None and facts.resolve().is_relative_to(out.resolve()):
        raise InputError(f"lies in {out}, which the demo replaces; choose another folder with --out", facts)
    with folder_beside(out, "demo", overwrite=True) as folder:
        if facts is None:
            from temporal_qa.fiction.world import invent_groups

            facts = folder / "facts.jsonl"
            invented = (fact for group in invent_groups(INVENTED_SUBJECTS, seed) for fact in group.facts)
            count = write_facts(facts, invented)
            say(f"1. invented {INVENTED_SUBJECTS} subjects with {count:,} facts: {out / facts.name}")
        else:
            say(f"1. facts: {facts}")

        built = dataset_script("complex_tr").build(facts, folder / "complex-tr", seed=seed, as_of=as_of)
        say("2. questions: " + ", ".join(f"{count:,} {split}" for split, count in built["counts"].items()))

        questions = _load(folder / "complex-tr")
        say(f'3. load_dataset("{out / "complex-tr"}", "reason_qa", split="test"): {len(questions):,} questions')

        systems = {
            "solver": [solve_complex_tr(question).answers for question in questions],
            "most recent fact": [most_recent_fact(question) for question in questions],
            "random object": [random_object(question, seed) for question in questions],
        }
        predictions = {system: folder / "predictions" / f"{system.replace(' ', '_')}.jsonl" for system in systems}
        for system, file in predictions.items():
            pairs = zip(questions["id"], systems[system], strict=True)
            rows = ({"id": name, "answers": found, "text": ANSWER_SEPARATOR.join(found)} for name, found in pairs)
            write_json_lines(file, rows)
        say(f"4. answered by {', '.join(systems)}: {out / 'predictions'}")

        scores = "\n".join(_score(questions, systems))
        say(f"5. scored with the evaluate modules ({', '.join(METRICS.values())}):\n{scores}")

        families = _families(folder / "complex-tr", folder / "families", seed)
        say(f"6. all families, and their solvers' set accuracy:\n\n{markdown_table(families.header, families.rows)}\n")

        _report(folder, predictions, facts, seed, Section("The families", "", [families]))
        options = {"seed": seed, "as_of": as_of and as_of.isoformat()}
        write_build_record(
            folder, "demo", options=options, inputs={"facts": facts}, counts=built["counts"], drops=built["drops"]
        )
    return out / "report.html"


def _load(folder: Path) -> Any:
    """The test split. Its cache is temporary, so that a demo leaves nothing in the user's."""
    from datasets import load_dataset

    with tempfile.TemporaryDirectory(dir=folder.parent) as cache:
        return load_dataset(str(folder), "reason_qa", split="test", cache_dir=cache, keep_in_memory=True)


def _score(questions: Any, systems: Mapping[str, list[list[str]]]) -> Iterator[str]:
    """The scores of each system, a line each."""
    import evaluate

    metrics = {name: evaluate.load(str(files("temporal_qa.metrics") / name)) for name in METRICS}
    references = [question["answers"] for question in questions]
    for system, answers in systems.items():
        results = {name: metric.compute(predictions=answers, references=references) for name, metric in metrics.items()}
        yield f"   {system}: " + ", ".join(f"{results[name][score]:.1f}" for name, score in METRICS.items())


def _families(complex_tr: Path, folder: Path, seed: int) -> Table:
    """All families: questions, the solver's set accuracy, and an example.

    Args:
        complex_tr: the dataset of the demo.
        folder: gets a small dataset of each other family.
        seed: of those.
    """
    from temporal_qa.fiction.documents.shards import DocumentOptions
    from temporal_qa.fiction.life_samples import LifeSampleOptions
    from temporal_qa.fiction.options import PseudoOptions
    from temporal_qa.questions.date_arithmetic.queries import TASKS

    def made(family: str, split: str, *options: Any, **more: Any) -> Path:
        dataset_script(family.replace("-", "_")).build(folder / family, *options, **more)
        return folder / family / split

    of_graph = dataset_script("cron_questions").CronQuestionsOptions(invent=5 * SIZE, seed=seed)
    fictional = PseudoOptions(10 * SIZE, seed, invent=True, resample=False)
    of_lives = LifeSampleOptions(seed, samples=1, test=SIZE, invent=True, decided_by="equal")
    splits = {
        "complex-tr": complex_tr / "reason_qa/test",
        "pseudo-pit": made("pseudo-pit", "reason_qa/train", fictional),
        "hieradate": made("hieradate", "questions/test", of_lives),
        "date-arithmetic": made("date-arithmetic", "questions/test", questions=5 * SIZE, seed=seed, tasks=tuple(TASKS)),
        "time-qa": made("time-qa", "hard/test", DocumentOptions(1, test=SIZE, words=200, seed=seed)),
        "cron-questions": made("cron-questions", "questions/test", of_graph),
    }
    rows = [_row(family, split) for family, split in splits.items()]
    rows.append(["temp-answer-qa", "-", "-", "about real tables: temporal-qa build temp-answer-qa fetches it", ""])
    return Table("families", "All families", "The solver's set accuracy, and a short question.", HEADER, rows)


def _row(family: str, split: Path) -> list[Any]:
    from temporal_qa.questions.audit import solve_rows
    from temporal_qa.questions.cron_questions.graph_rows import GraphRowSolver
    from temporal_qa.questions.solving import solve_row
    from temporal_qa.scoring.set_accuracy import set_accuracy

    of_graph = family == "cron-questions"  # its solver needs the graph, which is in the folder
    solve = GraphRowSolver(split.parents[1]).rows if of_graph else partial(solve_rows, solve=solve_row)
    rows = list(read_rows(split))
    found = [prediction["answers"] for prediction in solve(rows)]
    scores = set_accuracy(found, [row.values["answers"] for row in rows])
    shown = min((row.values for row in rows if row.values["answers"]), key=lambda row: len(row["question"]))
    return [family, len(rows), float(scores.mean()), shown["question"], ", ".join(shown["answers"])]


def _report(folder: Path, predictions: Mapping[str, Path], facts: Path, seed: int, families: Section) -> None:
    """Writes the same as `score --items` and `report` for the predictions, after a section on the families."""
    from temporal_qa.report.run_report import ScoredRuns, fill_report
    from temporal_qa.scoring.matching import match_predictions
    from temporal_qa.scoring.scored_questions import ScoredQuestion, Sources, scored_questions

    split = folder / "complex-tr" / "reason_qa" / "test"
    scored: list[ScoredQuestion] = []
    files = []
    for system, file in predictions.items():
        matched = match_predictions(read_rows(split), read_rows(file), split, file)
        of_system = scored_questions(matched, Sources.of_files(split, file, matched), run=system)
        files.append(folder / "scored" / file.name)
        write_json_lines(files[-1], map(ScoredQuestion.to_row, of_system))
        scored += of_system
    fill_report(
        folder, ScoredRuns(scored, [], files, [split]), title=f"All families, and ReasonQA on {facts.name}",
        opening=[families],
        note=f"The test split of complex-tr, seed {seed}. The solver reads the facts and is the upper bound; the "
        f"baselines ignore time.",
    )  # fmt: skip

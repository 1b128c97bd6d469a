"""The tables of Complex-TR's experiments and analyses (its Tables 4 to 7) for runs on the same questions."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from temporal_qa.io import counted
from temporal_qa.questions.complex_tr.queries import kind_in_words
from temporal_qa.questions.hieradate.baselines import BASELINES
from temporal_qa.report.document import Table
from temporal_qa.report.question_counts import relation_in_words
from temporal_qa.report.question_runs import FACETS, TEST_RESAMPLES, TESTED_SCORES, RunsOnQuestions, paired_tests
from temporal_qa.scoring.answer_scores import SCORES
from temporal_qa.scoring.sample_probes import SAMPLE_SCORES
from temporal_qa.scoring.significance import mean_interval
from temporal_qa.tables.markdown import Interval, PValue

NAMES = {"set_accuracy": "set accuracy", "answer_f1": "answer F1", "exact_match": "exact match", "token_f1": "token F1"}

_BREAKDOWNS: dict[str, tuple[str, str, Callable[[str], str]]] = {
    "kind": ("kind of question", "kind", kind_in_words),
    "relation": ("relation", "relation", relation_in_words),
    "period": ("period", "reference time", str),
    "facts": ("number of facts", "facts in context", str),
    "length": ("length of the article", "words", lambda value: re.sub(r"\b0+\B", "", value)),
    "bounds_mentioned": ("mention of both bounds in the article", "mention", str),
    "answerable": ("answerability", "answerable", str),
}
"""Facet -> the end of the title, the head of the first column, and how a value is written there."""


class QuestionTables:
    """The tables of one set of questions. Cells are means with 95 % intervals.

    Args:
        runs: the runs, on the same questions.
        suffix: the end of the names of the tables, if a report has several sets.
        resamples: the number of bootstrap resamples for the intervals.
        seed: decides the resamples, and the draws of the tests.

    Attributes:
        tested: the paired tests of the runs.
    """

    def __init__(self, runs: RunsOnQuestions, *, suffix: str = "", resamples: int = 1000, seed: int = 0) -> None:
        self.runs, self.suffix, self.resamples, self.seed = runs, suffix, resamples, seed
        self._members = {facet: runs.members(facet) for facet in (*FACETS, "answer_type", *runs.other_facets)}
        self._members[""] = {"": list(range(len(runs.questions)))}  # a facet may be called "all"
        self._cells: dict[tuple[str, ...], Interval] = {}  # those that some table has shown
        self.tested = paired_tests(runs, seed=seed)

    def to_dict(self) -> dict[str, Any]:
        """The summary for JSON: the questions, each run by all four scores, and the paired tests."""
        first, rows = self.runs.questions[0], []
        for run in self.runs.by_run:
            cells = {score: self.cell(run, score=score) for score in SCORES}
            means = {score: mean for score, (mean, _, _) in cells.items()}
            intervals = {f"{score}_interval": list(cells[score][1:]) for score in SCORES}
            rows.append({"run": run, "unread": self.runs.unread(run), **means, **intervals})
        return {
            "questions": first.questions, "questions_sha256": first.questions_sha256, "n": len(self.runs.questions),
            "as_published": first.as_published, "runs": rows, "paired_tests": self.tested,
        }  # fmt: skip

    def mean(self, run: str, score: str, places: Sequence[int]) -> Interval:
        """The mean score of a run over the questions at ``places``, 0 to 100, and its interval."""
        values, of_each = self.runs.scores[run][score][list(places)], self.runs.clusters
        return self._mean(values, None if of_each is None else [of_each[place] for place in places])

    def _mean(self, values: Sequence[float] | NDArray[np.float64], clusters: list[str] | None = None) -> Interval:
        interval = mean_interval(values, resamples=self.resamples, seed=self.seed, clusters=clusters)
        return float(np.mean(values)), *interval

    def count(self, facet: str) -> dict[str, int]:
        """How many questions have each value of a facet."""
        return {value: len(places) for value, places in self._members[facet].items()}

    def cell(self, run: str, facet: str = "", value: str = "", score: str = "set_accuracy") -> Interval:
        """A mean score of a run, 0 to 100, and its interval; over all questions without a ``facet`` and its value."""
        if (key := (run, facet, value, score)) not in self._cells:
            self._cells[key] = self.mean(run, score, self._members[facet][value])
        return self._cells[key]

    def overall(self) -> Table:
        """Each run by all four scores."""
        rows = [[run, self.runs.unread(run), *(self.cell(run, score=score) for score in SCORES)]
                for run in self.runs.by_run]  # fmt: skip
        return self._table(
            "runs", "Scores", "0 to 100, higher is better. In brackets: 95 % bootstrap intervals over questions. "
            f"{self._how_compared()} Where all questions score the same, the interval has no width and says nothing.",
            ["run", "unread", *NAMES.values()], rows,
        )  # fmt: skip

    def _how_compared(self) -> str:
        """What lies between the scores of sets and those of SQuAD, and which answers are missing."""
        squad = (
            "Exact match and token F1 are SQuAD's: they ask for one of several right answers, forgive wrong ones "
            "beside it, and so overestimate; they are for comparison with earlier work."
        )
        plain = (
            " Names were compared plainly: punctuation and articles count in set accuracy and answer F1, and not in "
            "exact match and token F1, which explains a part of the gap."
        )
        values = " Set accuracy and answer F1 compare dates and ages by value, exact match and token F1 dates as text."
        any_is_right = (
            " Of several right answers of TimeQA any will do, as its authors count: tables of one score have exact "
            "match."
        )
        first = self.runs.questions[0]
        counts = {run: sum(question.missing for question in of_run) for run, of_run in self.runs.by_run.items()}
        missing = ", ".join(f"{run} {number:,}" for run, number in counts.items() if number)
        unanswered = f" Questions without an answer of the run, which are wrong: {missing}." if missing else ""
        plainly, by_value = first.normalization == "plain" and not first.as_published, first.normalization == "values"
        of_time_qa = self.runs.main_score == "exact_match"
        return squad + any_is_right * of_time_qa + plain * plainly + values * by_value + unanswered

    def baselines(self) -> Table | None:
        """Set accuracy of every run on the questions that each baseline of HieraDate compares; None without them."""
        rows: list[list[Any]] = []
        for name in BASELINES:
            places = [
                place for place, question in enumerate(self.runs.by_run.get(name, ()))
                if question.facets["relation"] in BASELINES[name] and question.predicted_answers
            ]  # fmt: skip
            if places:
                rows.append([name, len(places), *(self.mean(run, "set_accuracy", places) for run in self.runs.by_run)])
        return None if not rows else self._table(
            "baselines", "Beside the baselines", "Set accuracy on the questions that each baseline compares: main and "
            "robustness questions, all of them (first_named), those on births and deaths (year_only), or on lifespans "
            "(years_difference). Baselines answer no others, which count as wrong in the other tables.",
            ["baseline", "n", *self.runs.by_run], rows,
        )  # fmt: skip

    def samples(self) -> Table | None:
        """The scores of samples of HieraDate, a row for each run that tells them; None without them."""
        rows: list[list[Any]] = []
        for run, questions in self.runs.by_run.items():
            told = [[q.facets[score] for q in questions if q.facets.get(score) is not None] for score in SAMPLE_SCORES]
            if any(told):
                means = (self._mean([100.0 * (each == "yes") for each in of]) if of else "-" for of in told)
                rows.append([run, max(map(len, told)), *means])
        return None if not rows else self._table(
            "samples", "Samples", "Of a main question with its probes, 0 to 100: all are right; the main question is, "
            "and a probe is not; before and after are told apart; question and opposite name the two entities.",
            ["run", "n", *SAMPLE_SCORES], rows,
        )  # fmt: skip

    def by_hops(self) -> Table:
        """Single-hop and multi-hop by set accuracy and answer F1 (Tables 4 and 5)."""
        cells = [(value, score) for value in self.count("hops") for score in TESTED_SCORES]
        return self._table(
            "by_hops", "Single-hop and multi-hop questions", self._counts_in_words("hops"),
            ["run", *(f"{value}: {NAMES[score]}" for value, score in cells)],
            [[run, *(self.cell(run, "hops", *cell) for cell in cells)] for run in self.runs.by_run if cells],
        )  # fmt: skip

    def by_time(self) -> Table:
        """In-domain, future and overall set accuracy (Table 6)."""
        values = self.count("future")
        return self._table(
            "by_time", "In-domain and future questions",
            f"Set accuracy. Future: the reference time is January 2020 or later. {self._counts_in_words('future')}",
            ["run", *values, "overall"],
            [[run, *(self.cell(run, "future", value) for value in values), self.cell(run)]
             for run in self.runs.by_run if values],
        )  # fmt: skip

    def by_answers(self) -> Table:
        """Questions with a single answer and with several, by all four scores (Table 7)."""
        return self._table(
            "by_answers", "Single-answer and multi-answer questions", self._counts_in_words("answers"),
            ["run", "answers", *NAMES.values()],
            [[run, value, *(self.cell(run, "answers", value, score) for score in SCORES)]
             for value in self.count("answers") for run in self.runs.by_run],
        )  # fmt: skip

    def abstention(self) -> Table | None:
        """Precision and recall of each run's abstaining, see :mod:`temporal_qa.scoring.consistency`; None where every
        question has an answer."""
        if not (none := set(self.runs.members("answers").get("none", ()))):
            return None
        rows: list[list[Any]] = []
        for run, questions in self.runs.by_run.items():
            # An answer that is missing or could not be read is empty, too, but scores 0 where no answer is right.
            right = sum(questions[place].set_accuracy == 100 for place in none)
            empty = {place for place, question in enumerate(questions) if not question.predicted_answers}
            abstained = sum(not questions[place].missing and questions[place].unread is None for place in empty)
            precision = round(100 * right / abstained, 1) if abstained else "-"
            rows.append([run, right, len(empty - none), precision, round(100 * right / len(none), 1)])
        return self._table(
            "abstention", "Abstaining",
            f"{counted(len(none), 'question has', 'questions have')} no answer. Recall: the share of them that a run "
            "leaves unanswered. Precision: their share among all that it leaves unanswered, which missing and unread "
            "answers do not. Empty beside them: answerable questions with no answer, missing and unread ones too.",
            ["run", "rightly abstained", "empty beside them", "precision", "recall"], rows,
        )  # fmt: skip

    def breakdown(self, facet: str) -> Table:
        """The main score by any facet of the runs, with a row for each value and a column for each run."""
        title, name, in_words = _BREAKDOWNS.get(facet, (facet, facet, str))
        score = self.runs.main_score
        return self._table(
            f"by_{re.sub(r'[^A-Za-z0-9_]', '_', facet)}", f"{NAMES[score].capitalize()} by {title}",
            self._without(facet), [name, "n", *self.runs.by_run],
            [[in_words(value), n, *(self.cell(run, facet, value, score) for run in self.runs.by_run)]
             for value, n in self.count(facet).items()],
        )  # fmt: skip

    def tests(self) -> Table:
        """Every pair of runs: the difference, its interval, p."""
        return self._table(
            "paired_tests", "Paired tests",
            f"First run minus second, on the same questions, with a 95 % bootstrap interval ({TEST_RESAMPLES:,} "
            f"resamples, seed {self.seed}). p: of a paired permutation test, in how many of all ways to flip the sign "
            f"of the difference on each question its mean is as far from 0. It is exact where differences have few "
            f"sizes, as with set accuracy, else from {TEST_RESAMPLES:,} draws, and a bound by the normal tail where "
            f"none of them is as far. Then the same adjusted by Holm's method for the "
            f"{counted(len(self.tested), 'test')} of this table: judge by that. Better and worse: on how many "
            "questions the first run is. A small p says that the difference is not chance in the questions; it says "
            "nothing of another seed of the same model.",
            ["first", "second", "score", "difference", "p", "p, Holm", "better", "worse"],
            [[test["first"], test["second"], NAMES[test["score"]], (test["difference"], *test["difference_interval"]),
              PValue(test["p"]), PValue(test["p_holm"]), test["better"], test["worse"]] for test in self.tested],
        )  # fmt: skip

    def _table(self, name: str, title: str, note: str, header: Sequence[str], rows: list[list[Any]]) -> Table:
        return Table(name + self.suffix, title, note, header, rows)

    def _counts_in_words(self, facet: str) -> str:
        counts = ", ".join(f"{n:,} {value}" for value, n in self.count(facet).items())
        return f"Questions: {counts}. {self._without(facet)}".rstrip()

    def _without(self, facet: str) -> str:
        missing = len(self.runs.questions) - sum(self.count(facet).values())
        return f"Questions that do not tell, and are in no row: {missing:,}." if missing else ""

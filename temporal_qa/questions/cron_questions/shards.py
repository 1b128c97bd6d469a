"""The rows of CronQuestions in shards: each question of each group, answered by the solver before it is written."""

import hashlib
import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from temporal_qa.hub.config_shards import ConfigShards, FacetCounts, RowsOfConfigs
from temporal_qa.io import read_rows
from temporal_qa.questions.cron_questions.graph_files import read_graph_and_events
from temporal_qa.questions.cron_questions.graph_groups import GraphGroup, GraphGroups
from temporal_qa.questions.cron_questions.queries import KINDS
from temporal_qa.questions.cron_questions.record import READING, FactContexts, named, question_row
from temporal_qa.questions.cron_questions.solver import GraphSolver
from temporal_qa.questions.cron_questions.synthesis import GraphAsker, GraphQuestion
from temporal_qa.questions.cron_questions.wordings import SPLITS, graph_wordings, wordings_of_split
from temporal_qa.questions.unsolved import Unsolved

CONFIG = "questions"
_SAMPLE = 4_000  # groups, by which the numbers of questions are estimated
PUBLISHED = {
    "simple_entity": (90_651, 7_745, 7_812), "simple_time": (61_471, 5_197, 5_046),
    "before_after": (23_869, 1_982, 2_151), "first_last": (118_556, 11_198, 11_159),
    "time_join": (55_453, 3_878, 3_832), "entity": (225_672, 19_362, 19_524), "time": (124_328, 10_638, 10_476),
    "all": (350_000, 30_000, 30_000),
}  # fmt: skip
"""Kind or type of answer, or all -> questions in train, dev and test (Table 4)."""

_ALIKE = "question: another has the same text"
MANY_FACTS = "context: more facts than are allowed"


@dataclass(frozen=True)
class QuestionShards(ConfigShards):
    """The shards of all splits; an item is a group of facts that is asked about.

    If only a share of every kind of question is asked, only a share of the groups is: a few of ten million are enough.

    Attributes:
        folder: of the dataset; its config ``graph`` is written.
        schemas: of the config ``questions``.
        groups: split -> the number of all its groups.
        seed: of all draws.
        rates: split -> kind -> the share of questions that are asked.
        paraphrases: how many wordings of a question are written, at most.
        max_answers: a question with more answers is dropped.
        max_facts: of a context in the config ``reason_qa``, if there is one.
        alike: hashes of texts that several questions have; none of these is written.
    """

    groups: Mapping[str, int]
    seed: int
    rates: Mapping[str, Mapping[str, float]]
    paraphrases: int
    max_answers: int
    max_facts: int
    alike: frozenset[int] = frozenset()

    @property
    def sizes(self) -> Mapping[str, int]:
        """The number of groups that are asked about, of each split that has some."""
        return {split: math.ceil(number * self._share(split)) for split, number in self.groups.items()}

    def _share(self, split: str) -> float:
        return max(self.rates[split].values(), default=1.0)

    def make(self, split: str, numbers: Sequence[int], counts: FacetCounts) -> RowsOfConfigs:
        """The rows of some groups.

        Raises:
            RuntimeError: the solver disagrees with an answer.
        """
        groups, solver = _known(self.folder, self.seed, (self.folder / "graph").stat().st_mtime_ns)
        drops, share, every = counts["drops"], self._share(split), groups.of_split[split]
        rates = {kind: rate / share for kind, rate in self.rates[split].items()}
        asker = GraphAsker(groups, split, self.seed, rates, self.max_answers, drops)
        contexts = FactContexts(groups, self.seed, self.max_facts)
        rows, with_facts, shapes = list[dict[str, Any]](), list[dict[str, Any]](), list[str]()
        for number in numbers:
            group = groups.group(int(every[min(int(number / share), len(every) - 1)]))  # evenly spaced
            rng = asker.generator(group)
            for question in asker.questions(group, rng):
                of_question = self._rows(question, group, asker, solver, rng)
                if self.alike:
                    unlike = [row for row in of_question if text_hash(row["question"]) not in self.alike]
                    drops[_ALIKE] += len(of_question) - len(unlike)
                    of_question = unlike
                rows += of_question
                shapes += [question.query.shape] * len(of_question)
                if not (self.max_facts and of_question):
                    continue
                context = contexts.context(question.query, group, of_question[0]["seed"])
                if context is None:
                    drops[MANY_FACTS] += len(of_question)
                else:
                    told = ((row, contexts.aliases(question.query, row) + context) for row in of_question)
                    with_facts += [row | {"fact_context": facts} for row, facts in told]
        for facet in ("kind", "answer_type", "relation"):
            counts[facet].update(row[facet] for row in rows)
        counts["answers"].update("several" if row["answers"][1:] else "one" for row in rows)
        counts["shape"].update(shapes)
        return {CONFIG: rows, READING: with_facts}

    def _rows(
        self, question: GraphQuestion, group: GraphGroup, asker: GraphAsker, solver: GraphSolver, rng: random.Random
    ) -> list[dict[str, Any]]:
        query, graph = question.query, solver.graph
        try:
            found: object = solver.solve(query).answers
        except Unsolved as unsolved:
            found = unsolved
        if found != question.answers:
            raise RuntimeError(f"{query} has the answers {question.answers}, but the solver finds {found}")
        answers = named(graph, query, question.answers, asker.groups.may_be_asked)
        seed = f"{group.relation}.{group.role}.{graph.ids[group.anchor]}.{question.number}"
        wordings = wordings_of_split(asker.split, group.relation, query.shape, group.role, query.direction)
        chosen = rng.sample(wordings, min(self.paraphrases, len(wordings)))
        return [question_row(question, wording, graph, answers, f"{seed}-{place}", rng)
                for place, wording in enumerate(chosen)]  # fmt: skip


@lru_cache(maxsize=1)
def _known(folder: Path, seed: int, written: int) -> tuple[GraphGroups, GraphSolver]:
    """What all shards of a process need; read once, and again where a later build has ``written`` another graph."""
    graph, events = read_graph_and_events(folder)
    return GraphGroups(graph, events, seed), GraphSolver(graph, events, graph_wordings().rules_of(graph))


def without_alike(shards: QuestionShards) -> QuestionShards:
    """The same shards without any text that several questions have, and without the files that hold one.

    Names are unique, but a name may contain the words of a wording, so two questions can have one text.
    """
    files = [shards.path(shard, CONFIG) for shard in range(shards.number_of_shards)]  # the others have the same texts
    questions = (read_rows(file, columns=["question"]) for file in files)
    hashes = [np.fromiter((text_hash(row.values["question"]) for row in rows), np.uint64) for rows in questions]
    distinct, often = np.unique(np.concatenate([np.empty(0, np.uint64), *hashes]), return_counts=True)
    alike = distinct[often > 1]
    for file, of_file in zip(files, hashes, strict=True):
        if np.isin(of_file, alike).any():
            file.unlink()
    return replace(shards, alike=frozenset(alike.tolist()))


def text_hash(text: str) -> int:
    """64 bits that tell texts apart."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def asking_rates(
    groups: GraphGroups, seed: int, max_answers: int, questions: int, paraphrases: int
) -> Mapping[str, Mapping[str, float]]:
    """The share of questions to ask, by split and kind, for about as many rows as wanted in the proportions of Table 4.

    How many there are is estimated from some of the groups, evenly spaced. If a kind has too few, all are asked. A kind
    that none of these groups has is asked by the largest share of the others.

    Args:
        groups: of the graph.
        seed, max_answers: as of the questions.
        questions: how many rows, over all splits; 0: all.
        paraphrases: how many rows a question gives.
    """
    all_asked: dict[str, float] = dict.fromkeys(KINDS, 1.0)
    if not questions:
        return dict.fromkeys(SPLITS, all_asked)
    found, whole = dict[str, dict[str, float]](), sum(PUBLISHED["all"])
    for (split, numbers), of_split in zip(groups.of_split.items(), PUBLISHED["all"], strict=True):
        wanted = questions * (of_split / whole) / paraphrases
        some = numbers[:: max(1, len(numbers) // _SAMPLE)]
        asker = GraphAsker(groups, split, seed, all_asked, max_answers, Counter())
        sample = Counter[str](
            question.query.kind
            for group in map(groups.group, map(int, some))
            for question in asker.questions(group, asker.generator(group))
        )
        scale = len(numbers) / max(1, len(some))
        rates: dict[str, float] = {
            kind: min(1.0, wanted * (sum(PUBLISHED[kind]) / whole) / (sample[kind] * scale))
            for kind in KINDS if sample[kind]
        }  # fmt: skip
        found[split] = dict.fromkeys(KINDS, max(rates.values(), default=1.0)) | rates
    return found

"""The entities and years of a graph whose names are most like a text, for models that write their answers.

As T5 is scored on CronQuestions (Saxena, Chakrabarti and Talukdar, ACL 2021, section 6.1): a year is right if it is
equal, an entity is the one of the smallest edit distance, over all that it is called.
"""

from collections.abc import Iterable

from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.questions.cron_questions.graph_groups import unique_names
from temporal_qa.questions.cron_questions.queries import year_in, year_text
from temporal_qa.questions.cron_questions.record import label


class NearestNames:
    """Finds the names, in the form of labels: with the id where a name is not enough.

    Args:
        graph: its entities with their aliases, and where its times are years the years from its first to its last.
        max_names: how many names an answer gets.
    """

    def __init__(self, graph: TemporalGraph, max_names: int = 10) -> None:
        unique = unique_names(graph.entities, graph.entity_ids)
        labels = [label(graph, entity, unique) for entity in range(len(graph.names))]
        called = {alias: labels[entity] for entity, aliases in graph.aliases.items() for alias in aliases}
        called |= zip(reversed(graph.names), reversed(labels), strict=True)  # the first of several with one name stays
        self._name_of = dict(sorted((called | dict(zip(labels, labels, strict=True))).items()))
        self._names_of_one = 2 + max(map(len, graph.aliases.values()), default=0)
        self.max_names = max_names
        years = graph.times.tolist() if graph.time_unit == "year" else []
        self._years = range(years[0], years[-1] + 1) if years else range(0)

    def ranked(self, text: str) -> list[tuple[str, float]]:
        """The names with their scores, the nearest first: minus the distance in letters. A year comes first, with 0."""
        from rapidfuzz import process
        from rapidfuzz.distance import Levenshtein

        year = year_in(text)
        found = [] if year is None or year not in self._years else [(year_text(year), 0.0)]
        near = process.extract(
            text, list(self._name_of), scorer=Levenshtein.distance, limit=self.max_names * self._names_of_one
        )
        best: dict[str, float] = {}
        for called, distance, _ in near:
            best.setdefault(self._name_of[called], -float(distance))
        return (found + list(best.items()))[: self.max_names]

    def of_answers(self, answers: Iterable[str]) -> tuple[list[str], list[str], list[float]]:
        """The nearest name of each answer, once; and the best names for any of them, with their scores."""
        every = [self.ranked(answer) for answer in answers]
        best: dict[str, float] = {}
        for name, score in (pair for of_answer in every for pair in of_answer):
            best[name] = max(score, best.get(name, score))
        # Equal scores in the order of the answers: a sort keeps it.
        ranked = sorted(best, key=best.__getitem__, reverse=True)[: self.max_names]
        chosen = list(dict.fromkeys(of_answer[0][0] for of_answer in every if of_answer))
        return chosen, ranked, [best[name] for name in ranked]

"""Answers rows of questions over a graph: by the structure that they keep, or by the question in words."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from temporal_qa.io import InputError, Row
from temporal_qa.io.missing import is_missing
from temporal_qa.questions.audit import solve_one
from temporal_qa.questions.cron_questions import queries
from temporal_qa.questions.cron_questions.graph_files import read_graph_and_events
from temporal_qa.questions.cron_questions.graph_groups import unique_names
from temporal_qa.questions.cron_questions.queries import GraphQuery, year_in
from temporal_qa.questions.cron_questions.record import named
from temporal_qa.questions.cron_questions.solver import GraphSolution, GraphSolver
from temporal_qa.questions.cron_questions.wordings import graph_wordings, read_question
from temporal_qa.questions.unsolved import Unanswerable, Unparsable, Unsolved
from temporal_qa.scoring.labelled_rows import LABEL_COLUMNS, row_id
from temporal_qa.timeline import ANSWER_SEPARATOR


class NamedSolution(NamedTuple):
    """A solution in names.

    Attributes:
        answers: names (with the id, where several entities are called so), or years.
        answer_ids: ids, or years.
        found: the solution in numbers of the graph.
        query: what was asked.
        solver: the one that found it.
    """

    answers: list[str]
    answer_ids: list[str]
    found: GraphSolution
    query: GraphQuery
    solver: GraphSolver

    def evidence(self) -> list[str]:
        """The facts that decide, and those that are not counted, in words."""
        return self.found.why(self.solver.graph) + self.solver.not_counted(self.query)


class GraphRowSolver:
    """Answers rows about one graph.

    Args:
        path: a dataset of this family, or what :func:`~temporal_qa.graph.graph_folder.read_graph` reads.
        events: a table of further events.

    Raises:
        InputError: bad input.
    """

    def __init__(self, path: Path, events: Path | None = None) -> None:
        self.graph, known = read_graph_and_events(path, events)
        self._solver = GraphSolver(self.graph, known, graph_wordings().rules_of(self.graph))
        worded = reversed(graph_wordings().relations_of(self.graph).items())  # of several names the first counts
        self._relations = {relation: number for number, relation in worded}
        self._unique = unique_names(self.graph.entities, self.graph.entity_ids)

    def query(self, row: Mapping[str, Any]) -> GraphQuery:
        """What a row asks.

        Raises:
            ValueError: a column is absent or wrong.
            Unparsable: the question, or its structure, cannot be read; or a name is not in the graph.
        """
        row = {column: value for column, value in row.items() if not is_missing(value)}  # pandas fills gaps with NaN
        if "anchor" in row or "question" not in row:
            return self._query_in_columns(row)
        if not isinstance(question := row["question"], str):
            raise ValueError(f"question is {question!r:.80}, expected text, or the columns kind, relation and anchor")
        return read_question(question, self._relations, self._entity_called, self._solver.event_years.__contains__)

    def _query_in_columns(self, row: Mapping[str, Any]) -> GraphQuery:
        """The query in the columns :data:`~.queries.FIELDS`; all but kind, relation and anchor may be absent."""
        kind = _choice(row, "kind", queries.KINDS)
        columns: dict[str, Any] = {name: row[name] for name in queries.FIELDS if name in row}
        columns["relation"] = relation = self._relation(row.get("relation"))
        columns |= {name: self._entity(columns[name], name) for name in queries.ENTITIES if name in columns}
        if "anchor" not in columns:
            raise ValueError("no 'anchor', expected the entity that the question is about")
        if "year" in columns:
            columns["year"] = _year(columns["year"])
        if "direction" in columns:
            _choice(row, "direction", queries.DIRECTIONS.get(kind, ()))
        if "answer_type" in columns:
            _choice(row, "answer_type", ("entity", "time"))
        if "role" not in columns:
            at = columns.get("named_at", columns["anchor"])
            columns["role"] = self._solver.role_of(relation, at, columns.get("named"))
        _choice(columns, "role", queries.ROLES)
        return GraphQuery(**columns)

    def solve(self, row: Mapping[str, Any]) -> NamedSolution:
        """The answers to a row.

        Raises:
            ValueError, Unparsable: as :meth:`query`.
            Unanswerable: nothing answers it.
        """
        query = self.query(row)
        try:
            found = self._solver.solve(query)
        except Unanswerable as reason:
            raise Unanswerable("; ".join([str(reason), *self._solver.not_counted(query)])) from None
        names = named(self.graph, query, found.answers, self._unique)
        ids = names if query.answer_type == "time" else [self.graph.ids[entity] for entity in found.answers]
        return NamedSolution(names, ids, found, query, self._solver)

    def solve_labelled(self, row: Mapping[str, Any]) -> NamedSolution:
        """:meth:`solve`, with the ids as answers where the label is in ids, and years as the label writes them."""
        solution = self.solve(row)
        labels = next((row[column] for column in LABEL_COLUMNS if row.get(column) is not None), None)
        labels = [labels] if isinstance(labels, str) else labels
        if solution.query.answer_type == "time" and isinstance(labels, list):
            written = {year_in(label): label for label in labels if isinstance(label, str)}  # "-43" is 44 BC
            years = zip(solution.found.answers, solution.answers, strict=True)
            return solution._replace(answers=[written.get(year, text) for year, text in years])
        if isinstance(labels, list) and labels and all(self._is_only_an_id(label) for label in labels):
            return solution._replace(answers=solution.answer_ids)
        return solution

    def rows(self, rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
        """One prediction a row: ``id``, or that of its line; ``answers``, ``answer_ids``, ``text`` and ``why``.

        The answers are names, or ids where the label is in ids, as in released rows, so that they can be scored.
        Without an answer the lists and ``text`` are empty, and ``reason`` says why.

        Raises:
            InputError: a row with a column that is absent or wrong; names file and line.
        """
        for row in rows:
            identity = row_id(row._replace(values={"id": f"line_{row.line}"} | row.values))
            solved = solve_one(row, self.solve_labelled)
            prediction: dict[str, Any] = {"id": identity, "answers": [], "answer_ids": [], "text": "", "why": []}
            if isinstance(solved, Unsolved):
                yield prediction | {"reason": f"{solved.outcome}: {solved}"}
            else:
                found = {"answers": solved.answers, "answer_ids": solved.answer_ids, "why": solved.evidence()}
                yield prediction | found | {"text": ANSWER_SEPARATOR.join(solved.answers)}

    def _is_only_an_id(self, name: object) -> bool:
        number = self._entity_called(name) if isinstance(name, str) else None
        return number is not None and self.graph.entity_ids[number].as_py() == name != str(self.graph.entities[number])

    def _entity_called(self, name: str) -> int | None:
        """The entity of an id, name or alias; None where none or several are called so."""
        number = self.graph.numbers_by_name.get(name, -1)
        return number if number >= 0 else None

    def _entity(self, name: Any, column: str) -> int:
        if not isinstance(name, str):
            raise ValueError(f"{column} is {name!r}, expected a name or id as text")
        number = self.graph.numbers_by_name.get(name)
        if number is None:
            raise Unparsable(f"{column}: no entity {name!r} among {len(self.graph.entities):,}")
        if number < 0:
            raise Unparsable(f"{column}: several entities are called {name!r}, expected an id")
        return number

    def _relation(self, name: Any) -> int:
        if not isinstance(name, str):
            raise ValueError(f"relation is {name!r}, expected a name or id as text")
        name = graph_wordings().relation_called(name) or name
        if name in self._relations:
            return self._relations[name]
        try:
            return self.graph.relation_number(name)
        except InputError as error:
            raise Unparsable(error.fault) from None


def _choice(row: Mapping[str, Any], name: str, expected: tuple[str, ...]) -> Any:
    if (value := row.get(name)) not in expected:
        found = f"{name} is {value!r}" if value is not None else f"no {name!r}"
        raise ValueError(f"{found}, expected {', '.join(expected) or 'none'}")
    return value


def _year(value: Any) -> int:
    year = year_in(value) if isinstance(value, str) else value
    if type(year) is int or (isinstance(year, float) and year.is_integer()):  # of pandas, where other rows have none
        return int(year)
    raise ValueError(f"year is {value!r}, expected a whole number")

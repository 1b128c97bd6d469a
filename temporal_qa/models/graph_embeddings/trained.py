"""Trained embeddings, asked by names."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch

from temporal_qa.graph.graph import Column
from temporal_qa.graph.intervals import coalesce
from temporal_qa.io import InputError
from temporal_qa.models.graph_embeddings.model import GraphEmbedding
from temporal_qa.timeline import CalendarDate, date_of_day, day_number_of

_DEFAULT_THRESHOLD = 0.5


class Scored(NamedTuple):
    """An entity with its score, greater is better."""

    name: str
    score: float


class PredictedTimes(NamedTuple):
    """When a fact is predicted to hold.

    Attributes:
        first, last: the interval, both ends included.
        best: the most probable times with their probabilities, best first.
    """

    first: int | str
    last: int | str
    best: list[tuple[int | str, float]]


def as_text(time: int, unit: str) -> int | str:
    """A time as people write it: a day as ``YYYY-MM-DD``, a year or a step as its number."""
    return date_of_day(time).isoformat() if unit == "day" else time


@dataclass(frozen=True, eq=False)
class TrainedEmbedding:
    """A model with its names.

    Attributes:
        model: in evaluation mode.
        entities, relations: Arrow tables with the columns ``name`` and ``id``, by number; the relations may have a
            ``threshold`` for intervals.
        known_times: by place.
        time_unit: as in :class:`~temporal_qa.graph.graph.TemporalGraph`.
    """

    model: GraphEmbedding
    entities: Any
    relations: Any
    known_times: Column
    time_unit: str

    def rank(
        self, subject: str | None, relation: str, time: str | int | None = None, *,
        object: str | None = None, k: int = 10,
    ) -> list[Scored]:  # fmt: skip
        """The best objects of ``(subject, relation, ?, time)``; with ``None`` and an ``object``, the best subjects.

        Args:
            subject, relation, object: names, or ids of the source.
            time: a year or step, or a day as ``YYYY-MM-DD``; a model without times needs none.
            k: how many.

        Raises:
            InputError: a name, id or time that is not known; or both or none of subject and object; or a ``k`` below 1.
        """
        if k < 1:
            raise InputError(f"k: found {k}, expected a whole number from 1")
        if (subject is None) == (object is None):
            raise InputError("expected either a subject or an object, the other one is asked for")
        of_relation = self._number(self.relations, relation, "relation")
        given = self._number(self.entities, object if subject is None else subject, "entity")
        if subject is None:
            of_relation += self.model.relations
        place = self._place(time) if self.model.has_times else 0
        with torch.inference_mode():
            query = self.model.objects(*(torch.tensor([number]) for number in (given, of_relation, place)))
            scores, best = query.scores(self.model.entity.weight)[0].topk(min(k, len(self.entities)))
        names = self.entities.column("name").take(best.numpy()).to_pylist()
        return [Scored(name, score) for name, score in zip(names, scores.tolist(), strict=True)]

    def times(self, subject: str, relation: str, object: str, *, k: int = 10) -> PredictedTimes:
        """When a fact is predicted to hold: by greedy coalescing, with the relation's threshold where one was fitted.

        Raises:
            InputError: a name that is not known, or a model without times.
        """
        of_relation = self._number(self.relations, relation, "relation")
        of_subject, of_object = (self._number(self.entities, name, "entity") for name in (subject, object))
        with torch.inference_mode():
            query = self.model.times(*(torch.tensor([number]) for number in (of_subject, of_relation, of_object)))
            probabilities = query.scores(self.model.time.weight).double().softmax(-1).numpy()
        threshold = _DEFAULT_THRESHOLD
        if "threshold" in self.relations.column_names:
            threshold = self.relations.column("threshold")[of_relation].as_py()
        first, last = coalesce(probabilities, np.array([threshold]))[0, 0]
        best = np.argsort(-probabilities[0], kind="stable")[:k]
        shown = [(self._shown(place), float(probabilities[0, place])) for place in best]
        return PredictedTimes(self._shown(first), self._shown(last), shown)

    def _shown(self, place: Any) -> int | str:
        return as_text(int(self.known_times[place]), self.time_unit)

    def _place(self, time: str | int | None) -> int:
        text = str(time).strip()
        try:
            as_day = self.time_unit == "day" and "-" in text[1:]
            found = np.flatnonzero(
                self.known_times == (day_number_of(CalendarDate.fromisoformat(text)) if as_day else int(text))
            )
        except ValueError:
            found = np.empty(0, np.int64)
        if not len(found):
            span = f"{self._shown(0)} to {self._shown(-1)}"
            raise InputError(f"no time {time!r}, expected one of the {len(self.known_times):,} from {span}")
        return int(found[0])

    def _number(self, table: Any, name: str | None, what: str) -> int:
        import pyarrow.compute as pc
        from rapidfuzz import fuzz, process

        if not isinstance(name, str):
            raise InputError(f"{what}: found {name!r}, expected a name or an id")
        for column in ("name", "id"):
            called = np.flatnonzero(pc.equal(table.column(column), name).to_numpy())
            if len(called) == 1:
                return int(called[0])
            if len(called) > 1:
                some = ", ".join(table.column("id").take(called[:3]).to_pylist())
                raise InputError(f"{len(called):,} are called {name!r}, expected an id, such as {some}")
        names = table.column("name").unique().to_pylist()
        near = process.extract(name, names, scorer=fuzz.ratio, processor=str.lower, limit=3, score_cutoff=60)
        meant = f", did you mean {' or '.join(repr(close) for close, *_ in near)}?" if near else ""
        raise InputError(f"no {what} {name!r:.300}{meant}")

"""Trained embeddings, asked by names, and in a folder: ``model.safetensors`` with the times, ``config.json``, and the
names in Parquet.

A released state dictionary of tkbc can be read, too (Lacroix et al., ICLR 2020, and CronKGQA): its tables are ours, and
so is its score of entities. Its score of times has two wrong signs, see
:class:`temporal_qa.models.graph_qa.heads.CronKGQA`.
"""

import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from temporal_qa.graph.graph import Column, TemporalGraph, checked_time_unit
from temporal_qa.graph.intervals import coalesce
from temporal_qa.io import InputError, explain_errors, first_line, read_json, write_json
from temporal_qa.models.graph_embeddings.complex import ComplEx
from temporal_qa.models.graph_embeddings.model import GraphEmbedding
from temporal_qa.models.graph_embeddings.tcomplex import TComplEx
from temporal_qa.models.graph_embeddings.timeplex import TimePlex
from temporal_qa.models.graph_embeddings.tntcomplex import TNTComplEx
from temporal_qa.timeline import CalendarDate, date_of_day, day_number_of

_KINDS: tuple[type[GraphEmbedding], ...] = (ComplEx, TComplEx, TNTComplEx, TimePlex)
MODELS = {kind.__name__.lower(): kind for kind in _KINDS}
"""Name in recipes -> model."""

_DEFAULT_THRESHOLD = 0.5
_TKBC_TABLES = ("entity", "relation", "time", "static_relation")
_TKBC_MODELS = {2: "complex", 3: "tcomplex", 4: "tntcomplex"}  # by the number of their tables


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
            wanted = day_number_of(CalendarDate.fromisoformat(text)) if as_day else int(text)
            return int(self.known_times.tolist().index(wanted))
        except ValueError:  # not a time, or not among those
            expected = f"expected one of the {len(self.known_times):,} from {self._shown(0)} to {self._shown(-1)}"
            raise InputError(f"no time {time!r}, {expected}") from None

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


def save(model: GraphEmbedding, graph: TemporalGraph, name: str, folder: Path, thresholds: Any = None) -> None:
    """Writes the model; :func:`load` reads it."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    folder.mkdir(parents=True, exist_ok=True)
    times = torch.from_numpy(np.ascontiguousarray(graph.times))
    save_file(model.state_dict() | {"times": times}, folder / "model.safetensors", {"format": "pt"})
    relations = {"name": graph.relations, "id": graph.relation_ids}
    if thresholds is not None:
        relations["threshold"] = pa.array(thresholds)
    pq.write_table(pa.table({"name": graph.entities, "id": graph.entity_ids}), folder / "entities.parquet")
    pq.write_table(pa.table(relations), folder / "relations.parquet")
    write_json(folder / "config.json", {"embedding": name, "rank": model.rank, "time_unit": graph.time_unit})


def load(folder: Path) -> TrainedEmbedding:
    """A model that :func:`save` wrote.

    Raises:
        InputError: there is none, files are damaged or do not fit together, or a weight is not finite.
    """
    config = read_json(folder / "config.json", dict, "the settings of embeddings")
    kind = config.get("embedding")
    if kind not in list(MODELS):
        raise InputError(f"embedding is {kind!r}, expected {' or '.join(MODELS)}", folder / "config.json")
    unit = checked_time_unit(config.get("time_unit"), folder / "config.json")
    weights = folder / "model.safetensors"
    with explain_errors("cannot be read as safetensors", OSError, SafetensorError, path=weights):
        tables = load_file(weights)
    entities, relations = (_read_names(folder / f"{what}.parquet") for what in ("entities", "relations"))
    times = tables.pop("times", torch.empty(0, dtype=torch.int32))
    if times.ndim != 1 or times.dtype != torch.int32:
        raise InputError(f"times: found {times.dtype} of shape {tuple(times.shape)}, expected a row of int32", weights)
    model = _model(kind, tables, weights)
    for table, size in {"entity": len(entities), "relation": 2 * len(relations), "time": len(times)}.items():
        rows = tables.get(f"{table}.weight")
        if rows is not None and len(rows) != size:
            raise InputError(f"{len(rows)} rows of {table}, expected {size} as there are names", weights)
    return TrainedEmbedding(model, entities, relations, times.numpy(), unit)


def _read_names(file: Path) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {"name": pa.large_string(), "id": pa.large_string(), "threshold": pa.float64()}
    fault = "cannot be read as a Parquet file of names"
    with explain_errors(fault, OSError, KeyError, ValueError, pa.ArrowException, path=file):
        table = pq.read_table(file)
        columns = [name for name in kinds if name != "threshold" or name in table.column_names]
        schema = pa.schema([pa.field(name, kinds[name], nullable=False) for name in columns])
        return table.select(columns).cast(schema)


def load_tkbc(path: Path) -> TrainedEmbedding:
    """A state dictionary of tkbc, with the names in ``ent_id``, ``rel_id`` and ``ts_id`` beside it, or with numbers.

    Raises:
        InputError: not such a file, it has more than tensors in it, or a weight is not finite.
    """
    import pyarrow as pa

    try:
        # The only file format of this model; with weights_only nothing but tensors is unpickled.
        state = torch.load(path, map_location="cpu", weights_only=True)  # noqa: TID251
    except (OSError, RuntimeError, EOFError, ValueError, pickle.UnpicklingError) as error:
        refused = isinstance(error, pickle.UnpicklingError)
        why = "has more than tensors in it, and is not unpickled" if refused else first_line(error)
        raise InputError(f"{why}; expected a state dictionary", path) from None
    names = [f"embeddings.{number}.weight" for number in range(len(state))] if isinstance(state, dict) else []
    are_tables = names and all(torch.is_tensor(table) and table.ndim > 0 for table in state.values())
    if not are_tables or len(names) not in _TKBC_MODELS or set(state) != set(names):
        expected = "the tables embeddings.0.weight, embeddings.1.weight, ..."
        raise InputError(f"is not a state dictionary of tkbc, expected {expected}", path)
    tables = {f"{name}.weight": state[key].float() for name, key in zip(_TKBC_TABLES, names, strict=False)}
    model = _model(_TKBC_MODELS[len(names)], tables, path)
    times = len(model.time.weight) if model.has_times else 0
    sizes = {"ent_id": len(model.entity.weight), "rel_id": model.relations, "ts_id": times}
    entities, relations, written = (_numbered_names(path.with_name(file), size) for file, size in sizes.items())
    as_numbers = [int(text) if text.lstrip("-").isdigit() else place for place, text in enumerate(written)]
    of_entities, of_relations = (pa.table({"name": names, "id": names}) for names in (entities, relations))
    return TrainedEmbedding(model, of_entities, of_relations, np.array(as_numbers, np.int32), "step")


def _numbered_names(path: Path, number: int) -> list[str]:
    """The names in a file of ``NAME<tab>NUMBER`` lines; numbers where there is no such file."""
    names = [str(place) for place in range(number)]
    if path.is_file():
        for line, text in enumerate(path.read_text(encoding="utf-8", errors="replace").rstrip("\n").split("\n"), 1):
            name, _, place = text.rpartition("\t")
            if not place.strip().isdigit() or int(place) >= number:
                raise InputError(f"expected NAME<tab>NUMBER below {number}, found {text[:80]!r}", path, line)
            names[int(place)] = name
    return names


def _model(kind: str, tables: dict[str, Tensor], path: Path) -> GraphEmbedding:
    try:
        entities, width = tables["entity.weight"].shape
        relations, times = len(tables["relation.weight"]) // 2, len(tables.get("time.weight", ()))
        with torch.device("meta"):
            model = MODELS[kind](entities, relations, times, width // 2)
        model.load_state_dict(tables, assign=True)
    except (KeyError, ValueError, RuntimeError):
        raise InputError(f"does not have the tables of {kind}", path) from None
    for name, table in tables.items():
        if not bool(table.isfinite().all()):
            raise InputError(f"{name} has values that are not finite", path)
    model.eval()
    return model

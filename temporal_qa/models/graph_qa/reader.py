"""The reader of questions over a temporal graph.

In a folder it is the head of its model, and beside it all that it stands on::

    <folder>/head.safetensors
    <folder>/encoder/                   of transformers, with its tokenizer
    <folder>/embeddings/                see :mod:`temporal_qa.models.graph_embeddings.trained`
    <folder>/graph/, <folder>/events/, <folder>/aliases/    see :mod:`temporal_qa.questions.cron_questions.graph_files`
"""

import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import torch
import transformers
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from temporal_qa.engine.batches import Size
from temporal_qa.engine.reader import Answer, Example
from temporal_qa.engine.recipes import convert
from temporal_qa.hub.hub_errors import folder_of, load_or_explain
from temporal_qa.io import InputError, explain_errors
from temporal_qa.io.local_copies import readable_here
from temporal_qa.models.graph_embeddings.trained import load as load_embeddings
from temporal_qa.models.graph_qa.heads import Tables, collate_mentions
from temporal_qa.models.graph_qa.known import MAX_MENTIONS, NONE, ROLES, KnownNames
from temporal_qa.models.graph_qa.linking import Mention, find_mentions, masked
from temporal_qa.models.graph_qa.model import GraphQA, GraphQASettings
from temporal_qa.models.seq2seq.t5 import load_tokenizer
from temporal_qa.questions.cron_questions.graph_files import CONFIGS, read_graph_and_events, write_graph_and_events
from temporal_qa.questions.cron_questions.queries import year_in
from temporal_qa.timeline import ANSWER_SEPARATOR

_BEST = 10
"""How many answers are ranked."""

_AS_LIKELY = float(np.log(0.5))
"""The logarithm of the share of the best answer's probability from which another one is an answer, too."""

_HEAD = "head.safetensors"
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class RankedAnswer(Answer):
    """The best answers, with their scores: logarithms of probabilities.

    Attributes:
        ranked: up to ten names or years, best first.
        scores: of them.
    """

    ranked: list[str]
    scores: list[float]


@dataclass(frozen=True, slots=True)
class GraphExample(Example):
    """A question by numbers; ``entity``, ``year``, ``looked_up`` and ``ends`` as of :class:`~.heads.Mentions`.

    Attributes:
        text: what the encoder reads.
        vector: of a frozen encoder, or None.
        starts: in ``text``, where the entities and the year are mentioned; -1 where there is none.
        targets: the places of the right answers among entities and times.
    """

    text: str
    vector: Any
    entity: tuple[int, ...]
    year: int
    looked_up: Any
    ends: Any
    starts: tuple[int, ...]
    targets: tuple[int, ...]


class GraphQAReader:
    """Answers questions over a temporal knowledge graph with its embeddings."""

    def __init__(self, folder: Path, settings: GraphQASettings) -> None:
        """Reads a folder: encoder, tables and head, in evaluation mode; where nothing was trained yet, the head is new.

        Raises:
            InputError: it is not such a folder, or its head is of another shape.
        """
        for name in ("embeddings", "encoder", "graph"):
            if not (folder / name).is_dir():
                raise InputError(f"no folder {name!r}, expected a reader over a graph", folder)
        saved = load_embeddings(folder / "embeddings")
        embedding = saved.model
        time = embedding.time.weight if embedding.has_times else torch.zeros(len(saved.known_times), 2 * embedding.rank)
        tables = Tables(embedding.entity.weight.detach(), time.detach(), embedding.relation.weight.detach())
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.model: Any = GraphQA(_load_encoder(str(folder / "encoder")), tables, settings).eval()
        if (weights := folder / _HEAD).is_file() or (folder / "recipe.json").is_file():
            fault = f"does not have the weights of the head {settings.head!r}"
            with explain_errors(fault, RuntimeError, SafetensorError, OSError, path=weights):
                found = {name.removeprefix("head."): tensor for name, tensor in load_file(weights).items()}
                self.model.head.load_state_dict(found)
        self.folder, self.settings, self.tokenizer = folder, settings, load_tokenizer(str(folder / "encoder"))
        self._vectors: dict[str, Any] = {}
        self._known = KnownNames(saved, *read_graph_and_events(folder))

    @classmethod
    def load(cls, name_or_path: str, settings: Mapping[str, Any]) -> Self:
        """See the protocol. ``head`` is needed."""
        return cls(folder_of(name_or_path, "model"), convert(dict(settings), GraphQASettings, None))

    @classmethod
    def create(cls, recipe: Any, rows: Sequence[Mapping[str, Any]], folder: Path) -> None:
        """Copies what a new reader stands on; its head comes when it is loaded."""
        for name in ("embeddings", "graph", "encoder"):
            if getattr(recipe, name) is None:
                raise InputError(f"{name} is null, expected a path: a new reader stands on it")
        with readable_here(recipe.embeddings) as embeddings, readable_here(recipe.graph) as graph:
            load_embeddings(Path(embeddings))  # or it would be told when all else is copied
            known, events = read_graph_and_events(Path(graph))
            tokenizer, model = load_tokenizer(recipe.encoder), _load_encoder(recipe.encoder)
            folder.mkdir(parents=True)
            shutil.copytree(embeddings, folder / "embeddings", ignore=shutil.ignore_patterns("*.png", "*.json.gz"))
        write_graph_and_events(folder, known, events)
        model.save_pretrained(folder / "encoder")
        tokenizer.save_pretrained(folder / "encoder")

    def save(self, model: Any, folder: Path) -> None:
        """Writes a model with what it stands on, which is copied."""
        for name in ("embeddings", *CONFIGS):
            if (self.folder / name).is_dir() and self.folder != folder:
                shutil.copytree(self.folder / name, folder / name)
        model.encoder.save_pretrained(folder / "encoder")
        self.tokenizer.save_pretrained(folder / "encoder")
        weights = {f"head.{name}": tensor.contiguous() for name, tensor in model.head.state_dict().items()}
        save_file(weights, folder / _HEAD)

    def read(self, rows: Sequence[Mapping[str, Any]], counts: Counter[str], *, training: bool) -> list[GraphExample]:
        """See the protocol. A question without an answer among the candidates is not learned from."""
        examples = [self._example(row) for row in rows]
        counts["name nothing of the graph"] += sum(example.entity[0] < 0 for example in examples)
        if training:
            learned = [example for example in examples if example.targets]
            counts["questions without an answer in the embeddings, not trained on"] += len(examples) - len(learned)
            examples = learned
        return examples

    def size(self, example: GraphExample) -> Size:
        """See the protocol; in words, about."""
        return Size((len(_WORD.findall(example.text)) + 2,), 0)

    def collate(self, examples: Sequence[GraphExample], device: Any) -> dict[str, Any]:
        """The arguments of :class:`~.model.GraphQA`, and ``targets``, (right answers, 2): question and candidate."""
        batch: dict[str, Any] = {"mentions": collate_mentions(examples, device)}
        if examples[0].vector is not None:
            batch["vectors"] = torch.stack([example.vector for example in examples]).to(device)
        else:
            places: dict[str, int] = {}
            text = [places.setdefault(example.text, len(places)) for example in examples]
            encoded = self.tokenizer(list(places), padding=True, truncation=True, return_tensors="pt")

            def token(row: int, letter: int) -> int:
                found = encoded.char_to_token(row, letter) if letter >= 0 else None
                return -1 if found is None else int(found)

            pairs = zip(text, examples, strict=True)
            starts = [[token(row, letter) for letter in example.starts] for row, example in pairs]
            batch |= {"inputs": dict(encoded.to(device)), "text": torch.tensor(text, device=device)}
            batch["tokens"] = torch.tensor(starts, device=device)
        targets = [(place, answer) for place, example in enumerate(examples) for answer in example.targets]
        return batch | {"targets": torch.tensor(targets, dtype=torch.int64, device=device).reshape(-1, 2)}

    def loss(self, model: Any, batch: dict[str, Any]) -> Any:
        """The mean cross entropy over all entities and times together."""
        question, answer = batch.pop("targets").unbind(1)
        logits = model(**batch).float()
        found = logits.log_softmax(-1)[question, answer]
        if self.settings.targets == "drawn":
            # One answer of each question, with the same probability: the first in a random order.
            order = torch.rand(len(found), device=logits.device).argsort()
            first = torch.full((len(logits),), -1, device=logits.device)
            first[question[order]] = order
            return -found[first].mean()
        return -(found * (1 / question.bincount()[question])).sum() / len(logits)

    def answer(self, model: Any, examples: Sequence[GraphExample]) -> list[Answer]:
        """See the protocol. ``answers`` are those at least half as probable as the best; ids, where labels are ids."""
        with torch.inference_mode():
            batch = self.collate(examples, model.entity.device)
            del batch["targets"]
            scores, places = model(**batch).float().log_softmax(-1).topk(min(_BEST, len(self._known.names)))
        answers: list[Answer] = []
        for example, of_question, best in zip(examples, scores.tolist(), places.tolist(), strict=True):
            names = self._known.as_labelled(example.answers)
            ranked = [names[place] for place in best]
            scored = zip(ranked, of_question, strict=True)
            chosen = [name for name, score in scored if score >= of_question[0] + _AS_LIKELY]
            answers.append(RankedAnswer(ANSWER_SEPARATOR.join(chosen), chosen, of_question[0], ranked, of_question))
        return answers

    def _example(self, row: Mapping[str, Any]) -> GraphExample:
        question, mentions = row["question"], find_mentions(row, self._known.numbers)
        found = dict.fromkeys(m.entity for m in mentions if m.entity is not None)
        # What a question is about is not its event, wherever that stands.
        named = sorted(found, key=self._known.events.__contains__)
        entity = (*named, *[-1] * MAX_MENTIONS)[:MAX_MENTIONS]
        year = next((mention.year for mention in mentions if mention.year is not None), NONE)
        text = question
        if self.settings.mentions == "masked":
            text, mentions = masked(question, mentions, self._known.events)
        looked_up, ends = np.full(ROLES, -1), np.full((2, len(self.model.relation)), -1)
        if self.settings.time == "looked_up":
            times = self._known.times
            looked_up = self._known.places(np.array(times.of_mentions(entity)))
            ends = self._known.places(times.ends(entity[0]))
        return GraphExample(
            str(row["id"]), tuple(row.get("answers") or ()), text, self._vector(text), entity,
            int(self._known.places(year)), looked_up, ends, _starts(mentions, entity), self._targets(row),
        )  # fmt: skip

    def _targets(self, row: Mapping[str, Any]) -> tuple[int, ...]:
        names = row.get("answer_ids") or row.get("answers") or ()
        of_times = len(self.model.entity)
        if row.get("answer_type") == "time":
            places = (self._known.place_of_year.get(year_in(str(name)), -1) for name in names)
            return tuple(of_times + place for place in places if place >= 0)
        return tuple(number for name in names if (number := self._known.numbers.get(name, -1)) >= 0)

    def _vector(self, text: str) -> Any:
        if not self.settings.frozen or self.model.reads_tokens:
            return None
        if text not in self._vectors:
            with torch.inference_mode():
                encoded = self.tokenizer([text], truncation=True, return_tensors="pt")
                self._vectors[text] = self.model.vectors(encoded.to(self.model.entity.device))[0].cpu().clone()
        return self._vectors[text]


def _load_encoder(name_or_path: str) -> Any:
    load, failure = transformers.AutoModel.from_pretrained, f"encoder {name_or_path} cannot be loaded"
    return load_or_explain(load, name_or_path, failure, dtype="float32")


def _starts(mentions: Sequence[Mention], entities: Sequence[int]) -> tuple[int, ...]:
    """Where the entities and the year stand in the text that the encoder reads; -1 where they do not."""
    found = dict[Any, int]()
    for mention in mentions:
        found.setdefault("year" if mention.entity is None else mention.entity, mention.start)
    return tuple(found.get(place, -1) for place in (*entities, "year"))

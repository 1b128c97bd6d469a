"""Answers of a trained model to a file of questions, saved batch by batch, so that a stopped call resumes."""

import hashlib
import os
import sys
import time
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from temporal_qa.engine.batches import truncation_rates
from temporal_qa.engine.evaluation import answer_questions, first_tokens_per_batch
from temporal_qa.engine.question_data import Source, check_ids, load_rows, rows_hash
from temporal_qa.engine.reader import Answer
from temporal_qa.engine.recipes import convert, read_settings
from temporal_qa.hub.hub_errors import hide_bars_in_logs, load_or_explain
from temporal_qa.io import InputError, Row, explain_missing, read_json, write_rows
from temporal_qa.io.resumable import Journal, unfinished_folder
from temporal_qa.models.graph_qa.known import NearestNames
from temporal_qa.models.readers import readers
from temporal_qa.models.recipes import READER_RECIPES
from temporal_qa.questions.cron_questions.graph_files import read_graph_and_events


def predict(
    name_or_path: str, questions: Source, out: Path, *, shown: Source | None = None, shots: int = 0, seed: int = 0,
    reader: str | None = None, names: str | None = None, limit: int | None = None, **settings: Any,
) -> dict[str, Any]:  # fmt: skip
    """Writes ``id, text, answers, score`` of every question, in the order of the questions; also ``start,
    end`` where the model marks its answers in the context, and ``ranked, scores``, the ten best, where it ranks them.

    Until the end, answers are kept beside ``out``; a call with the same model, questions and options resumes there.

    Args:
        name_or_path: a model of a run, or any T5; with ``reader``, any model that this kind of reader loads.
        questions: the questions to answer.
        out: the file, ``.jsonl``, ``.jsonl.gz`` or ``.parquet``.
        shown: the questions that worked examples are drawn from, for few-shot prompting.
        shots: the number of worked examples before each question.
        seed: decides which examples are drawn.
        reader: the kind of a model without a recipe.
        names: a graph; each answer is then its entity of the nearest name, or its year, see
            :class:`~.graph_qa.known.NearestNames`.
        limit: answer only the first questions.
        settings: keys of a recipe, such as ``context`` and ``beams``, which replace those of the model's recipe; a
            model without a recipe needs ``context``.

    Returns:
        The number of ``questions``, of those answered ``now``, and the ``seconds`` for these; and the truncation rates
        (``cut``).

    Raises:
        InputError: bad questions, no such model, or a single question does not fit in memory.
    """
    if shots < 0:
        raise InputError(f"--shots is {shots}, expected 0 or more")
    nearest = None if names is None else NearestNames(read_graph_and_events(Path(names))[0])
    kind, chosen = _load_reader(name_or_path, reader, settings)
    rows, counts = load_rows(questions)[:limit], Counter[str]()
    check_ids(questions, rows)
    if shots:
        if shown is None or getattr(chosen, "separately", True):
            raise InputError("--shots needs --shots-from, and a model that reads all passages together")
        asked = {str(row["id"]) for row in rows}
        chosen.show([row for row in load_rows(shown) if str(row["id"]) not in asked], shots, seed, counts)
    examples = chosen.read(rows, counts, training=False)
    if guessed := counts[what := "name nothing of the graph"]:
        print(f"{guessed:,} of {len(rows):,} questions {what}: the answers to them are guesses", file=sys.stderr)
    import torch

    plan = {"model": name_or_path, "weights": _weights(chosen.model), "rows": rows_hash(rows), "reader": kind,
            **asdict(chosen.settings)}  # fmt: skip
    accelerator: Any = torch.accelerator.current_accelerator(check_available=True)
    device = accelerator.type if accelerator else "cpu"
    chosen.model.to(device)
    with unfinished_folder(out, plan) as folder, Journal(folder / "answers.jsonl") as journal:
        answered = {row["id"]: row for row in map(_answer_row, journal.rows)}
        left = [place for place, example in enumerate(examples) if example.id not in answered]
        began = time.monotonic()
        tokens = first_tokens_per_batch(device)
        for batch in answer_questions(chosen, chosen.model, examples, left, tokens_per_batch=tokens):
            new = [answer.to_row(examples[place].id) for place, answer in batch.items()]
            journal.add(new)
            answered |= {row["id"]: row for row in new}
        seconds = time.monotonic() - began
        rows = [answered[example.id] for example in examples]
        if nearest is not None:
            columns = ("answers", "ranked", "scores")
            rows = [row | dict(zip(columns, nearest.of_answers(row["answers"]), strict=True)) for row in rows]
        write_rows(out, rows)
    return {"questions": len(examples), "now": len(left), "seconds": seconds, "cut": truncation_rates(counts)}


def _load_reader(name_or_path: str, kind: str | None, settings: Mapping[str, Any]) -> tuple[str, Any]:
    """The kind of a model, ``kind`` if it has no recipe, and the model with these settings, without those of None."""
    if ((model := Path(name_or_path) / "model") / "recipe.json").is_file():
        raise InputError(f"is the folder of a run, expected its model, {model}", name_or_path)
    recipe = recipe_of(name_or_path)
    given = {key: value for key, value in settings.items() if value is not None}
    if not recipe and "context" not in given:
        raise InputError(f"model {name_or_path} has no recipe.json with its settings, expected --context")
    kind = recipe.get("reader") if recipe else kind or "t5"
    if "embedding" in recipe:
        raise InputError(f"model {name_or_path} has embeddings of a graph, expected a reader of questions")
    if not isinstance(kind, str) or kind not in READER_RECIPES:
        raise InputError(f"model {name_or_path} has the reader {kind!r}, expected {' or '.join(READER_RECIPES)}")
    usual = {"max_input_tokens": 1024, "max_target_tokens": 128}
    return kind, readers()[kind].load(name_or_path, usual | recipe | given)


def read_prediction_recipe(path: Path, known: Collection[str]) -> dict[str, Any]:
    """The options of ``training/predict.py`` in a YAML file.

    Args:
        path: the file; it may have a ``base``.
        known: the names of the options.

    Raises:
        InputError: the file cannot be read, a key is unknown, or a value is neither text nor a whole number.
    """
    values, options = read_settings(path), [name for name in known if name not in ("recipe", "overwrite")]
    for key, value in values.items():
        if key not in options:
            raise InputError(f"unknown key {key!r}, expected {', '.join(options)}", path)
        if type(value) not in (int, str, type(None)):
            raise InputError(f"{key} is {value!r}, expected text or a whole number", path)
    # Numbers become text, since argparse converts only text to the type of an option.
    return {key: value if value is None else str(value) for key, value in values.items()}


def _answer_row(row: Row) -> dict[str, Any]:
    row.value("id", str, "text")
    convert(row.values, Answer, f"{row.path}:{row.line}")
    return row.values


def recipe_of(name_or_path: str) -> dict[str, Any]:
    """The recipe of a model of ours, in a folder or on the Hub; empty for others.

    Raises:
        InputError: no such model, or the recipe is damaged.
    """
    with explain_missing("models need {}", "train"):
        hide_bars_in_logs()
    found: Path | None = Path(name_or_path, "recipe.json")
    if not os.path.exists(name_or_path):
        found = load_or_explain(_recipe_on_the_hub, name_or_path, f"model {name_or_path} cannot be loaded")
    return {} if found is None or not found.exists() else read_json(found, dict, "the recipe of a model")


def _recipe_on_the_hub(name: str) -> Path | None:
    from huggingface_hub import hf_hub_download, try_to_load_from_cache
    from huggingface_hub.errors import LocalEntryNotFoundError, RemoteEntryNotFoundError

    try:
        return Path(hf_hub_download(name, "recipe.json"))
    except RemoteEntryNotFoundError:
        return None
    except LocalEntryNotFoundError:  # the Hub cannot be reached
        if try_to_load_from_cache(name, "config.json") is None:
            raise
        return None


def _weights(model: Any) -> str:
    """A hash of the sums of the weights, which differs for another training under the same name."""
    sums = [f"{name} {tensor.double().sum().item()!r}" for name, tensor in sorted(model.state_dict().items())]
    return hashlib.sha256("\n".join(sums).encode()).hexdigest()

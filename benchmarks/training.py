"""Training speed: our loop against the plain recipe of released code, and the time of each part of a step.

    python benchmarks/training.py [--shape small] [--compile] [--seconds 30] [--articles TEMP_REASON.jsonl.gz]

The plain recipe pads every input to 1,024 tokens and every target to 128, in fp32, in batches of as many tokens as
ours; for Fusion-in-Decoder every question to 100 passages of 256 tokens. Model, questions and optimizer are the same,
and nothing is computed twice to save memory. Both take turns, so that other load on the machine affects both. The speed
of a step relative to a multiplication of large matrices in the precision of the run is the model FLOP utilisation.
"""

# ruff: noqa: E402 (without torch, this script says so in one line)
from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from machine import print_head, skip_without

skip_without("torch", "transformers", "accelerate")

import torch

from temporal_qa.engine.question_data import load_rows
from temporal_qa.engine.reader_training import ReaderTraining, Step
from temporal_qa.engine.recipes import read_recipe
from temporal_qa.engine.running import start_accelerator
from temporal_qa.models.readers import readers
from temporal_qa.models.recipes import READER_RECIPES, T5Recipe
from temporal_qa.models.seq2seq.inputs import TextExample
from temporal_qa.models.seq2seq.reader import T5Reader
from temporal_qa.models.seq2seq.t5 import SHAPES
from temporal_qa.tables.markdown import markdown_table

RECIPES = Path(__file__).resolve().parents[1] / "training/recipes"
INPUT, TARGET, PASSAGE, PASSAGES = 1024, 128, 256, 100  # the padding of the plain recipe
PARTS = ("data", "forward", "backward", "optimizer")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--shape", choices=list(SHAPES), default="tiny")
    options.add_argument("--compile", action="store_true", help="our model by torch.compile, as `compile: true` does")
    options.add_argument("--seconds", type=float, default=30, help="of each way of training, in three turns")
    options.add_argument("--tokens", type=int, default=8192, help="of a batch")
    options.add_argument("--articles", type=Path, help="released TempReason questions, for Fusion-in-Decoder")
    given = options.parse_args()
    print_head("Training: `python benchmarks/training.py --articles FILE`", "torch", "transformers", "accelerate")
    device = torch.cuda.get_device_name() if torch.cuda.is_available() else f"CPU, {torch.get_num_threads()} threads"
    print(f"{device}; shape {given.shape}{', compiled' * given.compile}; batches of {given.tokens:,} tokens.\n")
    with tempfile.TemporaryDirectory() as folder:
        common = ["trackers=[]", "validation=null", "test=null", "batches_per_step=1", f"out={folder}"]
        common.append(f"compile={str(given.compile).lower()}")
        source = "train={pseudo-pit: {questions: 4000, seed: 0, invent: true, resample: false}}"
        changes = [*common, source, f"tokens_per_batch={given.tokens}"]
        t5 = read_recipe(READER_RECIPES, RECIPES / "t5_base_sft.yaml", changes, init=given.shape)
        compare("T5, ReasonQA", t5, given.seconds)
        if given.articles and not given.articles.exists():
            print(f"Fusion-in-Decoder: skipped: no file {given.articles}")
        elif given.articles:
            rows = open_domain_rows(given.articles, Path(folder) / "open.jsonl")
            source = f"train={{dataset: {rows}}}"
            changes = [*common, source, f"tokens_per_batch={4 * given.tokens}", "passages_at_once=null"]
            fid = read_recipe(READER_RECIPES, RECIPES / "fid_base.yaml", changes, init=given.shape)
            compare("Fusion-in-Decoder, articles of TempReason", fid, given.seconds)


def compare(title: str, recipe: T5Recipe, seconds: float) -> None:
    accelerator = start_accelerator(recipe)
    began = time.perf_counter()
    rows, start = load_rows(recipe.train), Path(recipe.out) / recipe.reader
    readers()[recipe.reader].create(recipe, rows, start)
    reader = fresh_reader(recipe, start)
    made = time.perf_counter()
    training = ReaderTraining(accelerator, recipe, reader)
    epoch = training.epoch(0)
    read = time.perf_counter() - made
    examples = reader.read(rows, Counter(), training=True)
    total = sum(len(batch) for step in epoch.steps for batch in step.batches)
    print(f"### {title}\n\n{total:,} questions; {epoch.description}; read, tokenised and planned in {read:.1f} s\n")

    ways = {
        "ours": Ours(training, epoch.steps),
        "padded to the maximum, fp32": Plain(recipe, fresh_reader(recipe, start), examples, str(accelerator.device)),
    }
    done, spent = Counter[str](), Counter[str]()
    for turn in range(4):
        for name, way in ways.items():
            until = time.perf_counter() + (seconds / 3 if turn else 3)  # the first turn is a warm-up
            while time.perf_counter() < until:
                start = time.perf_counter()
                asked = way.step()
                synchronize()
                if turn:
                    done[name], spent[name] = done[name] + asked, spent[name] + time.perf_counter() - start
    rates = {name: done[name] / spent[name] for name in ways}
    plain = rates["padded to the maximum, fp32"]
    table = [[name, rate, rate / plain] for name, rate in rates.items()]
    print(markdown_table(["training", "questions a second", "ratio"], table) + "\n")

    print_parts(ways["ours"], epoch.steps[:20])
    print(f"Data were made in {made - began:.1f} s\n")


def print_parts(ours: Ours, steps: list[Step]) -> None:
    parts, flops = ours.parts(len(steps))
    whole = sum(parts.values())
    print(markdown_table(["part of a step", "%"], [[name, 100 * parts[name] / whole] for name in PARTS]))
    peak = matrix_flops(ours.accelerator)
    tokens = sum(ours.reader.size(example).tokens for step in steps for batch in step.batches for example in batch)
    print(
        f"\n{tokens / whole:,.0f} tokens a second, {flops / whole / 1e12:.3f} TFLOP/s in steps of "
        f"{1000 * whole / len(steps):.0f} ms; a matrix multiplication does {peak / 1e12:.3f}: utilisation "
        f"{100 * flops / whole / peak:.0f} %.\n"
    )


class Ours:
    """The steps of the training loop."""

    def __init__(self, training: ReaderTraining, steps: list[Step]) -> None:
        self.training = training
        self.accelerator, self.recipe, self.reader = training.accelerator, training.recipe, training.reader
        self.model, self.optimizer = self.accelerator.prepare(training.model, training.optimizer())
        self.steps = steps
        self.coming = self._forever()

    def _forever(self) -> Iterator[Step]:
        while True:
            yield from self.steps

    def step(self) -> int:
        step = next(self.coming)
        self.training.step(self.model, self.optimizer, step)
        return sum(map(len, step.batches))

    def parts(self, steps: int) -> tuple[dict[str, float], float]:
        """The seconds of each part over some steps, and their floating point operations."""
        from torch.utils.flop_counter import FlopCounterMode

        spent = dict.fromkeys(PARTS, 0.0)

        def timed(part: str, work: Callable[[], Any]) -> Any:
            start = time.perf_counter()
            found = work()
            synchronize()
            spent[part] += time.perf_counter() - start
            return found

        for step in self.steps[:steps]:
            for examples in step.batches:
                batch = timed("data", lambda e=examples: self.collate(e))
                loss = timed("forward", lambda b=batch: self.reader.loss(self.model, b))
                timed("backward", lambda x=loss: self.accelerator.backward(x))
            timed("optimizer", self.update)
        model = self.accelerator.unwrap_model(self.model, keep_torch_compile=False)  # operations are seen one by one
        with FlopCounterMode(display=False) as counter:
            for step in self.steps[:steps]:
                for examples in step.batches:
                    self.accelerator.backward(self.reader.loss(model, self.collate(examples)))
                self.update()
        return spent, float(counter.get_total_flops())

    def collate(self, examples: list[TextExample]) -> dict[str, Any]:
        return self.reader.collate(examples, self.accelerator.device)

    def update(self) -> None:
        self.accelerator.clip_grad_norm_(self.model.parameters(), self.recipe.max_gradient_norm)
        self.optimizer.step()
        self.optimizer.zero_grad()


class Plain:
    """Every example padded to the same size, in random order, in fp32, with AdamW."""

    def __init__(self, recipe: T5Recipe, reader: T5Reader, examples: list[TextExample], device: str) -> None:
        self.model = reader.model.to(device)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=recipe.learning_rate)
        self.fusion, self.device, self.pad = reader.separately, device, reader.tokenizer.pad_token_id
        self.shape = (PASSAGES, PASSAGE) if self.fusion else (INPUT,)
        size = max(1, recipe.tokens_per_batch // ((PASSAGES * PASSAGE if self.fusion else INPUT) + TARGET))
        order = random.Random(0).sample(examples, len(examples))
        self.batches = [order[start : start + size] for start in range(0, len(order), size)]
        self.at = 0

    def step(self) -> int:
        examples = self.batches[self.at % len(self.batches)]
        self.at += 1
        ids = torch.full((len(examples), *self.shape), self.pad)
        labels = torch.full((len(examples), TARGET), -100)
        for i, example in enumerate(examples):
            for j, tokens in enumerate(example.inputs):
                (ids[i, j] if self.fusion else ids[i])[: len(tokens)] = torch.from_numpy(tokens)
            labels[i, : len(example.target)] = torch.from_numpy(example.target)
        ids, labels = ids.to(self.device), labels.to(self.device)
        mask = (ids != self.pad).long()
        if self.fusion:
            loss = self._fused(ids, mask, labels)
        else:
            loss = self.model(input_ids=ids, attention_mask=mask, labels=labels).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad()
        return len(examples)

    def _fused(self, ids: Any, mask: Any, labels: Any) -> Any:
        """As in the released code, all passages are encoded, even those that are only padding."""
        from transformers.modeling_outputs import BaseModelOutput

        states = self.model.encoder(input_ids=ids.flatten(0, 1), attention_mask=mask.flatten(0, 1)).last_hidden_state
        fused = BaseModelOutput(last_hidden_state=states.view(len(ids), -1, states.shape[-1]))
        return self.model(encoder_outputs=fused, attention_mask=mask.flatten(1), labels=labels).loss


def fresh_reader(recipe: T5Recipe, start: Path) -> Any:
    """A reader with the same random weights each time, loaded from a folder as in training."""
    reader = readers()[recipe.reader].load(str(start), recipe.to_dict())
    reader.model.train()
    return reader


def open_domain_rows(released: Path, out: Path) -> Path:
    """Questions with the passages of their own articles, the 100 best by BM25, as a file of rows."""
    from retrieval import read_temp_reason

    from temporal_qa.io.atomic import write_json_lines
    from temporal_qa.passages.pages import split_article
    from temporal_qa.passages.ranking import BM25Ranker

    asked = list(read_temp_reason(released))
    rows = []
    for number, question in enumerate(asked[:300]):
        passages = list(split_article(question.article))
        (ranking,) = BM25Ranker().rank([question.question], passages, PASSAGES)
        best = [{"title": passages[p].title, "text": passages[p].text, "url": ""} for p in ranking.indices]
        rows.append({"id": str(number), "question": question.question, "answers": question.answers, "passages": best})
        rows[-1]["fact_context"] = " ".join(passage["text"] for passage in best[:3])
    write_json_lines(out, rows)
    return out


def matrix_flops(accelerator: Any) -> float:
    """The floating point operations per second of multiplying large matrices in the precision of the run."""
    on_gpu = accelerator.device.type == "cuda"
    dtype = torch.bfloat16 if accelerator.mixed_precision == "bf16" else torch.float32
    n, times = (8192, 30) if on_gpu else (2048, 5)
    a, b = (torch.randn(n, n, device=accelerator.device, dtype=dtype) for _ in range(2))
    for _ in range(3):
        a @ b
    synchronize()
    start = time.perf_counter()
    for _ in range(times):
        a @ b
    synchronize()
    return times * 2 * n**3 / (time.perf_counter() - start)


def synchronize() -> None:
    if torch.cuda.is_available():
        torch.cuda.synchronize()


if __name__ == "__main__":
    main()

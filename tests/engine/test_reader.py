"""A reader that is not a T5: it scores names by the letters of a question, and has no target text."""

import re
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from msgspec import structs

torch = pytest.importorskip("torch", reason="training needs torch")
for package in ("accelerate", "safetensors"):
    pytest.importorskip(package, reason=f"training needs {package}")

from temporal_qa.engine import evaluation, running  # noqa: E402
from temporal_qa.engine.batches import Size  # noqa: E402
from temporal_qa.engine.checkpoints import Progress, RunFolder  # noqa: E402
from temporal_qa.engine.evaluation import EvaluationQuestions, validate  # noqa: E402
from temporal_qa.engine.loop import train  # noqa: E402
from temporal_qa.engine.question_data import Source  # noqa: E402
from temporal_qa.engine.reader import Answer  # noqa: E402
from temporal_qa.engine.reader_training import ReaderTraining, load_start  # noqa: E402
from temporal_qa.engine.recipes import ReaderRecipe, read_recipe  # noqa: E402
from temporal_qa.io.atomic import write_json_lines  # noqa: E402
from temporal_qa.io.errors import InputError  # noqa: E402

NAMES = ("Ann", "Bob", "Cy")


class Letters(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.letters, self.names = torch.nn.EmbeddingBag(128, 16), torch.nn.Embedding(3, 16)

    def forward(self, tokens, names):
        return (self.letters(tokens).unsqueeze(1) * self.names(names)).sum(-1)


@dataclass
class LetterReader:
    model: Any
    settings: Any = None

    @classmethod
    def load(cls, name_or_path, settings):
        from safetensors.torch import load_file

        model = Letters()
        model.load_state_dict(load_file(f"{name_or_path}/letters.safetensors"))
        return cls(model.eval())

    @classmethod
    def create(cls, recipe, rows, folder):
        torch.manual_seed(recipe.seed)
        cls(None).save(Letters(), folder)

    def save(self, model, folder):
        from safetensors.torch import save_file

        folder.mkdir(exist_ok=True)
        save_file(model.state_dict(), folder / "letters.safetensors")

    def read(self, rows, counts, *, training):
        return [
            SimpleNamespace(id=row["id"], answers=row["answers"], weight=1, letters=list(map(ord, row["question"])))
            for row in rows
        ]

    def size(self, example):
        return Size((len(example.letters),), 0)

    def collate(self, examples, device):
        width = max(len(example.letters) for example in examples)
        letters = [example.letters + [0] * (width - len(example.letters)) for example in examples]
        right = torch.tensor([NAMES.index(example.answers[0]) for example in examples])
        wrong = (right + torch.randint(1, 3, right.shape)) % 3  # a negative, drawn anew at every step
        return {"tokens": torch.tensor(letters), "names": torch.stack([right, wrong], 1)}

    def loss(self, model, batch):
        return torch.nn.functional.cross_entropy(model(**batch), torch.zeros(len(batch["names"]), dtype=torch.long))

    def answer(self, model, examples):
        names = torch.arange(3).expand(len(examples), 3)
        scores = model(self.collate(examples, "cpu")["tokens"], names).detach()
        best = scores.argmax(-1).tolist()
        return [
            Answer(NAMES[name], [NAMES[name]], float(row[name])) for name, row in zip(best, scores, strict=True)
        ]  # fmt: skip


@pytest.fixture
def recipe(tmp_path):
    rows = [{"id": f"{n}", "question": "abc"[n % 3] * (n % 5 + 1), "answers": [NAMES[n % 3]]} for n in range(60)]
    write_json_lines(tmp_path / "q.jsonl", rows)
    data = {"dataset": str(tmp_path / "q.jsonl")}
    values = {
        "reader": "letters", "model": None, "init": "any", "train": data, "validation": data, "test": None,
        "epochs": 12, "best_by": "answer_f1", "patience": None, "dropout": 0, "seed": 0,
        "optimizer": "adamw", "learning_rate": 0.05, "schedule": "linear", "warmup": 0, "weight_decay": 0,
        "max_gradient_norm": 1, "tokens_per_batch": 30, "batches_per_step": 1, "precision": "fp32",
        "gradient_checkpointing": False, "compile": False, "checkpoint_every": 2, "log_every": 5, "trackers": [],
    }  # fmt: skip

    def with_out(out):
        (tmp_path / f"{out}.yaml").write_text(yaml.safe_dump(values | {"out": str(tmp_path / out)}))
        return read_recipe({"letters": ReaderRecipe}, tmp_path / f"{out}.yaml")

    return with_out


def run(recipe, kind=LetterReader):
    from accelerate import Accelerator

    accelerator = Accelerator(cpu=True)
    folder = RunFolder(recipe.out, recipe.to_dict(), accelerator)
    reader = load_start(kind, recipe, folder, accelerator)
    return accelerator, folder, reader, train(accelerator, folder, recipe, ReaderTraining(accelerator, recipe, reader))


def test_it_learns_and_answers(recipe, tmp_path, monkeypatch):
    monkeypatch.setattr(evaluation, "first_tokens_per_batch", lambda _: 20)  # answers of several batches, in order
    accelerator, folder, _, progress = run(recipe("steady"))
    best = LetterReader.load(folder.best(progress), {})
    questions = EvaluationQuestions(Source(str(tmp_path / "q.jsonl")), best)
    scores, answers = validate(accelerator, best, best.model, questions)
    assert scores == {"set_accuracy": 100.0, "answer_f1": 100.0}
    assert [answer.text for answer in answers[:3]] == list(NAMES)
    assert answers[0].to_row("0") == {"id": "0", "text": "Ann", "answers": ["Ann"], "score": answers[0].score}


@pytest.mark.parametrize(("batches_per_step", "ranks"), [(1, 1), (2, 2), (4, 2), (8, 4), (6, 3)])
def test_the_processes_have_all_steps_together_and_no_batch_twice(recipe, batches_per_step, ranks):
    some = structs.replace(recipe("shared"), batches_per_step=batches_per_step, validation=None)

    def steps_of(rank, ranks):
        accelerator = SimpleNamespace(process_index=rank, num_processes=ranks)
        return ReaderTraining(accelerator, some, LetterReader(Letters())).epoch(1).steps

    def ids(batches):
        return sorted([example.id for example in batch] for batch in batches)

    of_ranks, alone = [steps_of(rank, ranks) for rank in range(ranks)], steps_of(0, 1)
    assert {len(step.batches) for steps in of_ranks for step in steps} == {batches_per_step // ranks}
    assert sorted(id for step in alone for batch in ids(step.batches) for id in batch) == sorted(map(str, range(60)))
    # A step is the same questions, however many processes make it.
    for own, *others in zip(alone, *of_ranks, strict=True):
        assert ids(batch for step in others for batch in step.batches) == ids(own.batches)
        assert {step.weight for step in others} == {own.weight}


def test_a_run_that_cannot_begin_leaves_no_new_folder(recipe, tmp_path):
    def start(*_):
        raise InputError("no questions")

    (tmp_path / "made").mkdir()
    for out in ("new", "made"):
        with pytest.raises(InputError, match="no questions"):
            running.run(recipe(out), start)
    assert not (tmp_path / "new").exists()
    assert (tmp_path / "made").is_dir()


def test_questions_of_which_none_can_be_learned_from_leave_no_new_folder(recipe, tmp_path):
    class Choosy(LetterReader):
        def read(self, rows, counts, *, training):
            counts["answers not in the text, not trained on"] += len(rows) * training
            return [] if training else super().read(rows, counts, training=False)

    def start(accelerator, recipe, folder):
        return ReaderTraining(accelerator, recipe, load_start(Choosy, recipe, folder, accelerator))

    reason = "no question to learn from; answers not in the text, not trained on: 60"
    with pytest.raises(InputError, match=f"q.jsonl: {reason}$"):
        running.run(recipe("new"), start)
    assert not (tmp_path / "new").exists()


def test_what_is_left_out_is_in_the_log_and_in_the_record(recipe):
    class Forgetful(LetterReader):
        def read(self, rows, counts, *, training):
            counts["targets too long, not trained on"] += 1000 * training
            return super().read(rows, counts, training=training)

    accelerator, _, reader, progress = run(recipe("steady"), Forgetful)
    assert progress.data["left_out"] == {"targets too long, not trained on": 1000}
    epoch = ReaderTraining(accelerator, recipe("steady"), reader).epoch(0)
    assert epoch.description.endswith("% padding; targets too long, not trained on: 1,000")


def test_training_questions_without_answers_are_refused(recipe, tmp_path):
    write_json_lines(tmp_path / "q.jsonl", [{"id": str(n), "question": "a"} for n in range(3)])
    with pytest.raises(InputError, match=r"q.jsonl: 3 questions without 'answers', such as 0$"):
        run(structs.replace(recipe("new"), validation=None))


def test_an_id_that_two_questions_have_cannot_be_scored(tmp_path):
    write_json_lines(tmp_path / "q.jsonl", [{"id": name, "question": "a", "answers": ["Ann"]} for name in (1, "1")])
    with pytest.raises(InputError, match=r"q.jsonl: an id occurs twice, expected each once$"):
        EvaluationQuestions(Source(str(tmp_path / "q.jsonl")), LetterReader(Letters()))


def test_stopped_and_started_again_it_draws_the_same_negatives(recipe):
    class Stopped(LetterReader):
        left = 1

        def loss(self, model, batch):
            type(self).left -= 1
            if not self.left:
                raise KeyboardInterrupt
            return super().loss(model, batch)

    def start(accelerator, recipe, folder):
        return ReaderTraining(accelerator, recipe, load_start(Stopped, recipe, folder, accelerator))

    _, _, steady, _ = run(recipe("steady"))
    notes = []
    for Stopped.left in (1, 30):
        try:
            running.run(recipe("stopped"), start)
        except KeyboardInterrupt as stop:
            notes += stop.__notes__
    early, late = notes
    assert early == "no checkpoint was written yet; the same command begins anew"
    assert re.fullmatch(r"the run is kept up to step-\d+; the same command resumes", late)
    _, _, resumed, _ = run(recipe("stopped"))
    for name, weight in steady.model.state_dict().items():
        assert torch.equal(resumed.model.state_dict()[name], weight)


def test_an_empty_list_is_the_label_no_answer_and_a_missing_column_is_an_error(tmp_path):
    from accelerate import Accelerator

    class Silent(LetterReader):
        def answer(self, model, examples):
            return [Answer("", [], 0.0)] * len(examples)

    labels = {"none": [], "one": ["Ann"], "also none": []}
    rows = [{"id": name, "question": "a", "answers": answers} for name, answers in labels.items()]
    write_json_lines(tmp_path / "q.jsonl", rows)
    reader = Silent(Letters())
    questions = EvaluationQuestions(Source(str(tmp_path / "q.jsonl")), reader)
    scores, _ = validate(Accelerator(cpu=True), reader, reader.model, questions)
    assert scores == {name: pytest.approx(200 / 3) for name in ("set_accuracy", "answer_f1")}
    write_json_lines(tmp_path / "q.jsonl", [*rows, {"id": "unlabelled", "question": "a"}])
    with pytest.raises(InputError, match=r"q.jsonl: 1 question without 'answers', such as unlabelled$"):
        EvaluationQuestions(Source(str(tmp_path / "q.jsonl")), reader)


@pytest.mark.parametrize("which", ["validation", "test"])
def test_questions_that_cannot_be_scored_stop_a_run_before_its_start_is_made(recipe, tmp_path, which):
    write_json_lines(tmp_path / "unlabelled.jsonl", [{"id": "1", "question": "a"}])
    stopped = structs.replace(recipe("stopped"), **{which: Source(str(tmp_path / "unlabelled.jsonl"))})
    with pytest.raises(InputError, match=r"1 question without 'answers', such as 1$"):
        run(stopped)
    assert [path.name for path in (tmp_path / "stopped").iterdir()] == ["recipe.json"]


@pytest.mark.parametrize(("best_by", "best"), [("set_accuracy", 1), ("answer_f1", 2)])
def test_the_recipe_says_which_score_is_the_best(best_by, best):
    progress, better = Progress(), []
    for scores in ((50.0, 60.0), (40.0, 70.0)):
        better.append(progress.note(dict(zip(("set_accuracy", "answer_f1"), scores, strict=True)), best_by, None))
    assert better == [True, best == 2]

"""Answers of a model, in batches as large as memory allows, and what they score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from temporal_qa.engine.batches import collate, padded_tokens, size_of
from temporal_qa.engine.recipes import TrainingRecipe
from temporal_qa.engine.training_steps import EvaluationQuestions
from temporal_qa.models.seq2seq.inputs import Example
from temporal_qa.scoring.answer_columns import split_answers
from temporal_qa.scoring.answer_sets import answer_scores


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model answers.

    Attributes:
        place: of the question, in the sequence that was asked.
        text: the answers joined by ``" $and "``.
        score: the logarithm of the probability that the model gives to the text, natural, at most 0.
    """

    place: int
    text: str
    score: float

    @property
    def answers(self) -> list[str]:
        """The text's answers."""
        return split_answers(self.text)


def answer_questions(
    model: Any,
    tokenizer: Any,
    examples: Sequence[Example],
    places: Sequence[int],
    *,
    tokens_per_batch: int,
    max_new_tokens: int,
    beams: int = 1,
    separately: bool = False,
    on_batch_size: Callable[[int], object] = lambda n: None,
) -> Iterator[list[Answer]]:
    """Answers the questions, the longest first, batch by batch.

    Args:
        model: a T5, or Fusion-in-Decoder, in evaluation mode.
        tokenizer: its tokenizer.
        examples: all questions.
        places: which of them to answer.
        tokens_per_batch: of inputs and answers, where to begin. It is halved when memory runs out, and stays so; a
            single question that does not fit is an error.
        max_new_tokens: the longest answer.
        beams: of the search.
        separately: for Fusion-in-Decoder.
        on_batch_size: called with the tokens of a batch when they were halved.

    Raises:
        torch.OutOfMemoryError: one question alone is too much.
    """
    import torch

    sizes = {place: size_of(examples[place])._replace(target=max_new_tokens) for place in places}
    left = sorted(places, key=lambda place: (-sizes[place].longest * sizes[place].inputs, place))
    while left:
        batch = [left[0]]
        for place in left[1:]:
            if padded_tokens([sizes[i] for i in (*batch, place)]) > tokens_per_batch:
                break
            batch.append(place)
        try:
            answers = _answer(model, tokenizer, [examples[i] for i in batch], max_new_tokens, beams, separately)
        except torch.OutOfMemoryError:
            if len(batch) == 1:
                raise
            tokens_per_batch = padded_tokens([sizes[i] for i in batch]) // 2
            on_batch_size(tokens_per_batch)
            if torch.cuda.is_available():
                torch.cuda.empty_cache()
            continue
        left = left[len(batch) :]
        yield [Answer(place, *answer) for place, answer in zip(batch, answers, strict=True)]


def _answer(
    model: Any, tokenizer: Any, examples: list[Example], max_new_tokens: int, beams: int, separately: bool
) -> list[tuple[str, float]]:
    import torch

    inputs = collate(examples, tokenizer.pad_token_id, model.device, separately=separately)
    inputs.pop("labels", None)
    with torch.inference_mode():
        tokens = model.generate(**inputs, num_beams=beams, do_sample=False, max_new_tokens=max_new_tokens)[:, 1:]
        # What follows the end token is padding; padding before it would be the model's own.
        ended = (tokens == tokenizer.eos_token_id).cumsum(-1)
        labels = tokens.masked_fill(ended - (tokens == tokenizer.eos_token_id).long() > 0, -100)
        logits = model(**inputs, labels=labels.contiguous()).logits.float()
        chosen = logits.log_softmax(-1).gather(-1, tokens[..., None]).squeeze(-1)
        scores = chosen.masked_fill(labels == -100, 0).sum(-1).tolist()
    texts = [text.strip() for text in tokenizer.batch_decode(tokens, skip_special_tokens=True)]
    return list(zip(texts, scores, strict=True))


_TOLD = 100


@contextmanager
def progress_of_answers(
    total: int, tell: Callable[[str], None], *, silent: bool = False
) -> Iterator[Callable[[int], None]]:
    """Shows how many questions are answered: a bar, or in a log, where is no bar, a line for every hundred.

    Args:
        total: the questions.
        tell: prints a line.
        silent: shows no bar, for all processes but the first.

    Yields:
        A function that takes how many more are answered.
    """
    from tqdm import tqdm

    bar = tqdm(total=total, disable=True if silent else None, unit=" questions")
    answered = 0

    def more(number: int) -> None:
        nonlocal answered
        before, answered = answered, answered + number
        bar.update(number)
        if bar.disable and answered // _TOLD > before // _TOLD:
            tell(f"answered {answered:,} of {total:,}")

    with bar:
        yield more


def validate(
    accelerator: Any, model: Any, tokenizer: Any, questions: EvaluationQuestions, recipe: TrainingRecipe
) -> tuple[dict[str, float], list[Answer]]:
    """Every process answers its part of the questions; each gets all answers, in order, and their scores.

    Args:
        accelerator: of the run.
        model: not the prepared one, but see :func:`plain_model`.
        tokenizer: of the model.
        questions: what is asked.
        recipe: says how long batches and answers may be, and how to search.

    Returns:
        ``set_accuracy`` and ``answer_f1``, 0 to 100; and the answers.
    """
    from accelerate.utils import gather_object

    examples = questions.examples
    # By length in turn, so that the parts take equally long. No question is in two: nothing is to be dropped after
    # gathering, as gather_for_metrics would.
    order = sorted(range(len(examples)), key=lambda place: (size_of(examples[place]).tokens, place))
    mine = order[accelerator.process_index :: accelerator.num_processes]
    was_training = model.training
    model.eval()
    answered: list[Answer] = []
    accelerator.print(f"answering {len(examples):,} questions: {questions.source.describe()}")
    with (
        progress_of_answers(len(mine), accelerator.print, silent=accelerator.process_index > 0) as more,
        accelerator.autocast(),
    ):
        for batch in answer_questions(
            model, tokenizer, examples, mine, tokens_per_batch=recipe.tokens_per_batch,
            max_new_tokens=recipe.max_target_tokens, beams=recipe.beams, separately=recipe.fusion,
        ):  # fmt: skip
            answered += batch
            more(len(batch))
    model.train(was_training)
    everyone = sorted(gather_object(answered), key=lambda answer: answer.place)
    scores = answer_scores([a.answers for a in everyone], [list(example.answers) for example in examples])
    means = {"set_accuracy": float(scores.set_accuracy.mean()), "answer_f1": float(scores.answer_f1.f1.mean())}
    return means, everyone


def plain_model(accelerator: Any, prepared: Any, kind: Any) -> Any:
    """The model as transformers knows it, to generate with and to save. Every process calls it.

    Where its weights are cut over the processes (FSDP), each gets a copy of the whole.

    Args:
        accelerator: of the run.
        prepared: what ``accelerator.prepare`` has returned.
        kind: the class of the model.
    """
    model = accelerator.unwrap_model(prepared, keep_torch_compile=False)  # each length would be compiled anew
    if accelerator.distributed_type.value != "FSDP":
        return model
    import torch
    from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict

    state = get_model_state_dict(prepared, options=StateDictOptions(full_state_dict=True))
    with torch.random.fork_rng():
        copy = kind(model.config)
    copy.load_state_dict(state)
    return copy.to(accelerator.device)

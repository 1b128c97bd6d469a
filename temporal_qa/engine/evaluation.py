"""Questions answered by a reader, in batches as large as memory allows, and the scores of the answers."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any

from temporal_qa.engine.batches import first_batch, padded_tokens, truncation_rates
from temporal_qa.engine.question_data import Source, check_ids, load_rows, rows_hash
from temporal_qa.engine.reader import Answer, Example, Reader
from temporal_qa.io import InputError, counted
from temporal_qa.scoring.answer_scores import answer_scores


class EvaluationQuestions:
    """Questions to be answered and scored, as rows and as a reader's examples. ``[]`` is the label "no answer"."""

    def __init__(self, source: Source, reader: Reader) -> None:
        """Raises ``InputError`` as :func:`labelled_rows`; or an id occurs twice."""
        self.source, self.rows = source, labelled_rows(source)
        check_ids(source, self.rows)
        counts = Counter[str]()
        self.examples = reader.read(self.rows, counts, training=False)
        self.cut, self.hash = truncation_rates(counts), rows_hash(self.rows)


def labelled_rows(source: Source, epoch: int = 0) -> list[dict[str, Any]]:
    """The rows of an epoch. Raises ``InputError`` if they cannot be read, or some have no ``answers`` to go by."""
    rows = load_rows(source, epoch)
    if without := [row.get("id") for row in rows if row.get("answers") is None]:
        found = f"{counted(len(without), 'question')} without 'answers', such as {without[0]}"
        raise InputError(f"{source.describe()}: {found}")
    return rows


def first_tokens_per_batch(device: str) -> int:
    """How many tokens to begin with on a kind of device: more than in training, since no gradients are kept."""
    return 1 << 18 if device == "cuda" else 1 << 14


_ANSWERS_PER_LINE = 100


def answer_questions(
    reader: Reader, model: Any, examples: Sequence[Example], places: Sequence[int], *, tokens_per_batch: int,
    write: Callable[[str], None] = print, silent: bool = False,
) -> Iterator[dict[int, Answer]]:  # fmt: skip
    """Answers the questions, the longest first, batch by batch.

    The number of questions answered is shown: by a bar, or a line for every hundred in a log.

    Args:
        reader: the reader that answers.
        model: its model in evaluation mode, not as prepared for training.
        examples: all questions.
        places: the indices of those to answer.
        tokens_per_batch: of inputs and answers, at the start. Whenever memory runs out, it is halved for the rest.
        write: prints a line.
        silent: shows no bar, for all processes but the first.

    Yields:
        For each batch, index in ``examples`` -> answer.

    Raises:
        InputError: a single question does not fit in memory.
    """
    import torch
    from tqdm import tqdm

    sizes = {place: reader.size(examples[place]) for place in places}
    order = sorted(places, key=lambda place: (-sizes[place].longest * len(sizes[place].lengths), place))
    done = 0
    with tqdm(total=len(order), disable=True if silent else None, unit=" questions") as bar:
        while done < len(order):
            number = first_batch((sizes[order[at]] for at in range(done, len(order))), tokens_per_batch)
            batch = order[done : done + number]
            try:
                answers = reader.answer(model, [examples[place] for place in batch])
            except torch.OutOfMemoryError:
                if len(batch) == 1:
                    fault = "a single question does not fit in memory; expected fewer tokens, passages or beams"
                    raise InputError(fault) from None
                tokens_per_batch = padded_tokens([sizes[place] for place in batch]) // 2
                torch.cuda.empty_cache()  # does nothing without CUDA
                continue
            yield dict(zip(batch, answers, strict=True))
            before, done = done, done + number
            bar.update(number)
            if bar.disable and done // _ANSWERS_PER_LINE > before // _ANSWERS_PER_LINE:
                write(f"answered {done:,} of {len(order):,}")


def validate(
    accelerator: Any, reader: Reader, model: Any, questions: EvaluationQuestions, *, in_float32: bool = False
) -> tuple[dict[str, float], list[Answer]]:
    """Every process answers its part of the questions and gets all answers, in order, and their scores.

    Args:
        accelerator: of the run.
        reader: the reader that answers.
        model: the result of :func:`plain_model`, not the prepared model.
        questions: the questions.
        in_float32: as a model is loaded elsewhere, whatever the precision of the run.

    Returns:
        ``set_accuracy`` and ``answer_f1``, 0 to 100; and the answers.
    """
    from accelerate.utils import gather_object

    examples = questions.examples
    # Dealt out by length, so that the parts take equally long. No question is in two parts, so gather_object does
    # where gather_for_metrics would drop the last ones.
    order = sorted(range(len(examples)), key=lambda place: (reader.size(examples[place]).tokens, place))
    mine = order[accelerator.process_index :: accelerator.num_processes]
    was_training = model.training
    model.eval()
    accelerator.print(f"answering {counted(len(examples), 'question')}: {questions.source.describe()}")
    batches = answer_questions(
        reader, model, examples, mine, tokens_per_batch=first_tokens_per_batch(accelerator.device.type),
        write=accelerator.print, silent=accelerator.process_index > 0,
    )  # fmt: skip
    with nullcontext() if in_float32 else accelerator.autocast():
        answered = [placed for batch in batches for placed in batch.items()]
    model.train(was_training)
    answers = [answer for _, answer in sorted(gather_object(answered), key=lambda placed: placed[0])]
    scores = answer_scores([answer.answers for answer in answers], [list(example.answers) for example in examples])
    return {name: float(scores[name].mean()) for name in ("set_accuracy", "answer_f1")}, answers


def plain_model(accelerator: Any, prepared: Any, kind: Any) -> Any:
    """The model without the wrappers of training, to answer with and to save. Every process calls it.

    If its weights are sharded over the processes (FSDP), each process gets a whole copy.

    Args:
        accelerator: of the run.
        prepared: the model that ``accelerator.prepare`` returned.
        kind: the class of the model.
    """
    model = accelerator.unwrap_model(prepared, keep_torch_compile=False)  # otherwise each length is compiled anew
    if accelerator.distributed_type.value != "FSDP":
        return model
    import torch
    from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict

    state = get_model_state_dict(prepared, options=StateDictOptions(full_state_dict=True))
    with torch.random.fork_rng():
        copy = kind(model.config)
    copy.load_state_dict(state)
    return copy.to(accelerator.device)

"""Questions asked of a model."""

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from typer import Option

from temporal_qa.commands import options
from temporal_qa.io import InputError, counted
from temporal_qa.io.resumable import is_unfinished


def predict(
    machines: options.Machines,
    questions: Path,
    *,
    model: str,
    out: Path,
    endpoint: str | None = None,
    prompting: Literal["few-shot", "zero-shot"] = "few-shot",
    prefill: Annotated[bool, Option("--prefill/--no-prefill")] = True,
    max_new_tokens: options.Positive = 4096,
    batch_size: options.Positive = 8,
    concurrency: options.Positive = 8,
    timeout: options.Positive = 300,
    limit: options.Limit = None,
) -> options.Output:
    """Ask a chat model questions of ReasonQA, TimeQA, on dates, or of TempAnswerQA, here or behind an endpoint; or a
    reader that was trained here, the questions that it reads.

    Responses to TempAnswerQA are scored by `score-responses`, all others by `score`.

    Example: temporal-qa predict complex-tr/reason_qa/test --model ORG/NAME --out responses.jsonl

    Over a graph: temporal-qa predict questions.jsonl --model runs/cronkgqa_looked_up/seed-0/model --out ranked.parquet

    Args:
        questions: Rows of ReasonQA, TimeQA, on dates, or of TempAnswerQA: .parquet, .jsonl, a split.
        model: A name on the Hub or a folder, of a chat model or a trained reader; with --endpoint, the server's name.
        out: Responses, .jsonl[.gz] or .parquet. The same command resumes a stopped run.
        endpoint: Base URL of an OpenAI-compatible server; the key is OPENAI_API_KEY.
        prompting: With or without examples.
        prefill: Begin JSON answers for the model.
        max_new_tokens: The longest response, thoughts included.
        batch_size: Of a local model.
        concurrency: Questions under way at an endpoint.
        timeout: Seconds for one response of an endpoint.
        limit: Ask only the first questions, to try it out.
    """
    options.refuse_where(endpoint is None, "without --endpoint", "--concurrency", "--timeout", "--executor")
    options.refuse_where(endpoint is not None, "with --endpoint", "--batch-size")
    options.check_out_file(out, questions, overwrite=True)
    is_reader = endpoint is None and _is_reader(model)
    of_chat = ("--prompting", "--prefill", "--max-new-tokens", "--batch-size")  # those of endpoints are refused above
    options.refuse_where(is_reader, "with a trained reader", *of_chat)
    if is_reader:
        asked = _ask_reader(questions, model, out, limit)
    else:
        from temporal_qa.prompting.predicting import predict as ask_model

        ask_first = None
        if machines.cluster and endpoint:
            from temporal_qa.pipelines.model_responses import ask_in_tasks
            from temporal_qa.prompting.models import Endpoint

            in_tasks = Endpoint(endpoint, model, max_new_tokens, concurrency, timeout)
            ask_first = partial(ask_in_tasks, endpoint=in_tasks, cluster=machines.cluster, out=out)
        asked = ask_model(
            questions, out, model, endpoint=endpoint, prompting=prompting, prefill=prefill,
            max_new_tokens=max_new_tokens, batch_size=batch_size, concurrency=concurrency, timeout=timeout, limit=limit,
            ask_first=ask_first,
        )  # fmt: skip
    yield {"out": str(out), "asked": asked}
    yield f"wrote {out}: {counted(asked, 'question')} asked" + "; all were answered before" * (not asked)


def _is_reader(model: str) -> bool:
    if Path(model).exists():
        return Path(model, "recipe.json").is_file()
    from temporal_qa.models.predicting import recipe_of

    return bool(recipe_of(model))


def _ask_reader(questions: Path, model: str, out: Path, limit: int | None) -> int:
    if out.exists() and not is_unfinished(out):
        raise InputError("the file exists; choose another, or remove it to ask again", out)
    from temporal_qa.engine.question_data import Source
    from temporal_qa.models.predicting import predict as ask_reader

    return int(ask_reader(model, Source(str(questions), None, None), out, limit=limit)["questions"])

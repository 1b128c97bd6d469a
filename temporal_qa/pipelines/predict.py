"""Questions asked of a model by many tasks: the command ``temporal-qa predict --executor``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from temporal_qa import __version__
from temporal_qa.io.resumable import remove_at_once, unfinished_folder
from temporal_qa.pipelines.cluster import Cluster
from temporal_qa.pipelines.model_responses import ModelSettings, ask_all, responses
from temporal_qa.prompting.chat_prompts import ChatPrompt


def ask_in_tasks(
    prompts: Sequence[ChatPrompt], *, settings: ModelSettings, cluster: Cluster, out: Path
) -> Iterator[tuple[str, str]]:
    """The ids of the prompts and the responses; those of requests that failed are left out.

    Args:
        prompts: what is asked.
        settings: the model and how it is asked.
        cluster: where the tasks run.
        out: beside it, in a hidden folder, responses are kept until all are there; the same call resumes.

    Raises:
        InputError, ChildProcessError: see :func:`~temporal_qa.pipelines.model_responses.ask_all`.
    """
    chats: list[Sequence[Mapping[str, Any]]] = [prompt.messages for prompt in prompts]
    plan = {
        "prompts": [prompt.sha256 for prompt in prompts], "model": settings.model, "endpoint": settings.endpoint,
        "max_new_tokens": settings.max_new_tokens, "tasks": cluster.tasks, "version": __version__,
    }  # fmt: skip
    with unfinished_folder(out.with_name(f"{out.name}.tasks"), plan) as folder:
        ask_all(partial(enumerate, chats), settings, folder, cluster)
        for number, response in responses(folder, cluster.tasks):
            if "text" in response:
                yield prompts[number].id, response["text"]
        remove_at_once(folder)

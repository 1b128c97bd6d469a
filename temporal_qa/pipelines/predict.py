"""Questions asked of a model by many tasks: the command ``temporal-qa predict --executor``."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from temporal_qa import __version__
from temporal_qa.io.resumable import remove_at_once, unfinished_folder
from temporal_qa.pipelines.cluster import Cluster
from temporal_qa.pipelines.model_responses import ModelSettings, ask_all, responses
from temporal_qa.prompting.chat_prompts import ChatPrompt


def ask_in_tasks(
    prompts: Sequence[ChatPrompt], finished: Container[str], *, settings: ModelSettings, cluster: Cluster, out: Path
) -> Iterator[tuple[str, str]]:
    """The ids of the prompts and the responses; those of requests that failed are left out.

    Args:
        prompts: all of the run.
        finished: the ids of those that are not to be asked.
        settings: the model and how it is asked.
        cluster: where the tasks run.
        out: beside it, in a hidden folder, responses are kept until all are there; the same call resumes.

    Raises:
        InputError, ChildProcessError: see :func:`~temporal_qa.pipelines.model_responses.ask_all`.
    """
    chats = [(number, prompt.messages) for number, prompt in enumerate(prompts) if prompt.id not in finished]
    plan = {
        "prompts": [prompt.sha256 for prompt in prompts], "model": settings.model, "endpoint": settings.endpoint,
        "max_new_tokens": settings.max_new_tokens, "version": __version__,
    }  # fmt: skip
    with unfinished_folder(out.with_name(f"{out.name}.tasks"), plan) as folder:
        ask_all(lambda: iter(chats), settings, folder, cluster)
        for number, response in responses(folder).items():
            yield prompts[number].id, response["text"]
        remove_at_once(folder)

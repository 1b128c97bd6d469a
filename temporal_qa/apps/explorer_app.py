"""The Gradio app that shows one question of a dataset at a time, for ``spaces/explorer/app.py``."""

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from temporal_qa.apps.explorer_html import question_page
from temporal_qa.apps.explorer_rows import ModelAnswer, baseline_answers, invented_rows, load_rows, read_answers
from temporal_qa.apps.gradio_apps import load_gradio, shown_errors
from temporal_qa.apps.uploaded_tables import KINDS_OF_FILE
from temporal_qa.io import InputError

_TITLE = "Temporal question explorer"
_HELP = """\
A question, the facts of its subject on a timeline, and why its answers are right. The months that the question is about
are shaded. At first it shows invented facts, with the answers of a baseline that ignores time.
"""


def explorer_app(
    rows: list[dict[str, Any]] | None = None, answers: Mapping[str, list[str]] | None = None, model: str = "model"
) -> Any:
    """The app. It reads datasets from local folders as well, but not in a Space of the Hub, where strangers use it.

    Args:
        rows: the first questions to show, rows with ``question`` and ``facts`` or ``fact_context``; by default invented
            ones with the answers of a baseline.
        answers: a model's answers to them, by id.
        model: the name to show for the model.

    Returns:
        A ``gradio.Blocks``.

    Raises:
        SystemExit: gradio is not installed.
    """
    gr = load_gradio()
    folders = "SPACE_ID" not in os.environ
    given = {question: ModelAnswer(found) for question, found in (answers or {}).items()}
    first_rows, first_answers = rows or invented_rows(), (given, model if answers else "")
    if rows is None and answers is None:
        first_answers = (baseline_answers(first_rows), "most recent fact (baseline)")
    with gr.Blocks(title=_TITLE, analytics_enabled=False) as app:
        shown_rows = gr.State(first_rows)
        shown_answers = gr.State(first_answers)
        gr.Markdown(f"# {_TITLE}\n\n{_HELP}")
        with gr.Accordion("Another dataset, or a model's answers", open=False):
            with gr.Row():
                source = gr.Textbox(
                    label="Dataset", placeholder="org/name" + (" or a folder" if folders else ""), max_lines=1, scale=2
                )
                config = gr.Textbox(label="Configuration", placeholder="reason_qa", max_lines=1, min_width=120)
                split = gr.Textbox(label="Split", value="test", max_lines=1, min_width=90)
                load = gr.Button("Load", variant="primary", min_width=90)
            predictions = gr.File(
                label="A model's answers: rows with id, and answers or text",
                file_types=list(KINDS_OF_FILE),
                height=110,
                elem_id="model_answers",
            )
        chosen = gr.Dropdown(_choices(first_rows), value=0, label="Question", filterable=True)
        with gr.Row():
            previous = gr.Button("◀ Previous", min_width=80, size="sm")
            after = gr.Button("Next ▶", min_width=80, size="sm")
        page = gr.HTML(_page(first_rows, 0, first_answers), padding=False)

        def load_dataset(source: str, config: str, split: str) -> Any:
            loaded, found = first_rows, first_answers
            if source.strip():
                with shown_errors(InputError):
                    loaded, found = load_rows(source, config, split, folders=folders), ({}, "")
            return loaded, found, gr.Dropdown(_choices(loaded), value=0), _page(loaded, 0, found)

        def take_answers(path: str | None, rows: list[dict[str, Any]], chosen: int | None) -> Any:
            with shown_errors(InputError):
                found = (read_answers(Path(path), rows), Path(path).stem) if path else ({}, "")
            return found, _page(rows, chosen, found)

        def step(by: int, rows: list[dict[str, Any]], chosen: int | None) -> int:
            return ((chosen or 0) + by) % len(rows)

        # Progress and errors show on the input fields; the page stays unchanged.
        load.click(
            load_dataset, [source, config, split], [shown_rows, shown_answers, chosen, page], show_progress_on=source
        )
        predictions.change(
            take_answers, [predictions, shown_rows, chosen], [shown_answers, page], show_progress_on=predictions
        )
        chosen.change(_page, [shown_rows, chosen, shown_answers], page)
        previous.click(partial(step, -1), [shown_rows, chosen], chosen)
        after.click(partial(step, 1), [shown_rows, chosen], chosen)
    return app


def _choices(rows: list[dict[str, Any]]) -> list[tuple[str, int]]:
    return [(f"{number}. {row['question']}", number - 1) for number, row in enumerate(rows, 1)]


def _page(rows: list[dict[str, Any]], chosen: int | None, answers: tuple[dict[str, ModelAnswer], str]) -> str:
    row = rows[chosen or 0]  # None where the field was emptied
    found = answers[0].get(str(row.get("id")))
    return question_page(row, found and found.answers, answers[1], found and found.span)

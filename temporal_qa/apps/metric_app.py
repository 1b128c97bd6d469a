"""The Gradio app of a metric: users paste or upload predictions and references, and see the score, its parts and the
worst items.

Each ``metrics/<name>/app.py`` calls :func:`metric_app`. Gradio is needed (extra ``spaces``; the Hub installs it in a
Space).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from temporal_qa.apps.answer_scores import ANSWER_METRICS, score_answers
from temporal_qa.apps.gradio_apps import load_gradio, shown_error
from temporal_qa.apps.metric_html import summary_html, table_html
from temporal_qa.apps.metric_inputs import TYPES, UNITS, Columns, pasted_columns, uploaded_columns
from temporal_qa.apps.number_scores import score_numbers
from temporal_qa.apps.probe_scores import PROBE_METRICS, score_probes
from temporal_qa.apps.rank_scores import INTERVAL_METRICS, RANK_METRICS, score_intervals, score_ranks
from temporal_qa.apps.shown_score import ShownScore
from temporal_qa.apps.uploaded_tables import KINDS_OF_FILE, MAX_MEGABYTES
from temporal_qa.io.errors import InputError
from temporal_qa.timeline.facts import ANSWER_SEPARATOR

RESAMPLES = 1000

_ANSWERS = """\
Spaceflight Corp.
Ann Lee $and Bo Lee

"""
_RIGHT_ANSWERS = """\
Spaceflight Corp. $and Motor Works
Bo Lee $and Ann Lee
Switzerland"""
_NUMBERS = "4 years and 6 months\nno idea\n12\n2018\n1969"
_RIGHT_NUMBERS = "5.5\n30\n10\n2009\n1969"
_UNITS = "years\nyears\nyears\ndate_years\ndate_years"
_PROBES = "Maceo Anderson\n4 July 2001\n90 years\nYes, it does."
_RIGHT_PROBES = "Maceo Anderson\nJuly 4, 2001\n90 years, 10 months and 1 day\nyes"
_INTERVALS = "1990-1994\n1990-1994\n2001"
_RIGHT_INTERVALS = "1993-1996\n1990-1994\n1998-1999"
_CANDIDATES = "Lyon $and Paris $and Nice\nBo Lee $and Ann Lee"
_RIGHT_CANDIDATES = "Paris\nBo Lee $and Ann Lee"


def metric_app(metric: str, card: Path) -> Any:
    """The app of one metric.

    Args:
        metric: its name, such as ``set_accuracy``.
        card: its README.md, which the app shows.

    Returns:
        A ``gradio.Blocks``.

    Raises:
        SystemExit: gradio is not installed.
    """
    gr = load_gradio()
    title, description, body = _read_card(card)
    answers, probes = metric in ANSWER_METRICS, metric in PROBE_METRICS
    ranks, intervals = metric in RANK_METRICS, metric in INTERVAL_METRICS
    pasted = (_ANSWERS, _RIGHT_ANSWERS, "") if answers else (_NUMBERS, _RIGHT_NUMBERS, _UNITS)
    pasted = (_PROBES, _RIGHT_PROBES, "") if probes else pasted
    pasted = (_CANDIDATES, _RIGHT_CANDIDATES, "") if ranks else pasted
    pasted = (_INTERVALS, _RIGHT_INTERVALS, "") if intervals else pasted
    joined, has_units = answers or ranks, not (answers or ranks or intervals)
    with gr.Blocks(title=title, analytics_enabled=False) as app:
        gr.Markdown(f"# {title}\n\n{description}")
        with gr.Tab("Paste"):
            several = (
                f", several {'candidates, the best first,' if ranks else 'answers'} joined by “{ANSWER_SEPARATOR}”"
            )
            help_text = "One question a line" + (several if joined else "")
            with gr.Row():
                predictions = _box(gr, "Predictions", pasted[0], f"{help_text}; or a JSON list")
                references = _box(gr, "References", pasted[1], "The right answers")
                label, info = "Units", "One a line, or one for all"
                if probes:
                    label, info = "Types", "entity, date, age or yes_no; by default read from the references"
                units = _box(gr, label, pasted[2], info, visible=has_units)
            paste_button = gr.Button("Score", variant="primary")
        with gr.Tab("Upload"):
            gr.Markdown(_upload_help(answers, probes, has_units))
            with gr.Row():
                kinds = list(KINDS_OF_FILE)
                prediction_file, reference_file = (
                    gr.File(label=label, file_types=kinds, height=130, elem_id=name)
                    for label, name in (
                        ("Predictions, or both", "prediction_file"),
                        ("References, if in a separate file", "reference_file"),
                    )
                )
            upload_button = gr.Button("Score the files", variant="primary")
        with gr.Accordion("Options", open=False):
            bootstrap = gr.Checkbox(label=f"95 % interval, from {RESAMPLES:,} bootstrap resamples", value=False)
            separator = gr.Textbox(
                label="What joins the answers of a text", value=ANSWER_SEPARATOR, visible=joined, max_lines=1
            )
            published = gr.Checkbox(label="As published with Complex-TR, faults included (see below)", visible=answers)
            unparsed = gr.Radio(
                ["drop", "penalty"], value="drop", label="Predictions that cannot be read",
                info="Leave out of the mean, or count as the worst constant guess", visible=metric == "temporal_mase",
            )  # fmt: skip
        score = gr.HTML()
        with gr.Column(visible=False) as details:
            by = "number of right answers" if answers else "type of answer" if probes else "unit"
            gr.Markdown(f"**By {'best rank' if ranks else 'fit' if intervals else by}**")
            parts = gr.HTML()
            gr.Markdown("**The worst items, the worst first**")
            worst = gr.HTML()
            with gr.Accordion("As JSON, what evaluate returns", open=False):
                summary = gr.Code(language="json", show_label=False)
        with gr.Accordion("About this metric", open=False):
            gr.Markdown(body, latex_delimiters=_LATEX)

        options = [bootstrap, separator, published, unparsed]
        shown = [score, details, parts, worst, summary]

        def show(read: Callable[[], Columns], bootstrap: bool, separator: str, published: bool, unparsed: Any) -> Any:
            resamples = RESAMPLES if bootstrap else None
            try:
                columns = read()
                if answers:
                    scored = score_answers(
                        metric, columns, separator=separator, as_published=published, bootstrap=resamples
                    )
                elif probes:
                    scored = score_probes(columns, bootstrap=resamples)
                elif ranks:
                    scored = score_ranks(metric, columns, separator=separator, bootstrap=resamples)
                elif intervals:
                    scored = score_intervals(columns, bootstrap=resamples)
                else:
                    scored = score_numbers(metric, columns, unparsed=unparsed, bootstrap=resamples)
            except (ValueError, TypeError) as error:
                raise shown_error(error) from None
            return _shown(gr, scored)

        def paste(predictions: str, references: str, units: str, *how: Any) -> Any:
            return show(lambda: pasted_columns(predictions, references, units), *how)

        def upload(predictions: str | None, references: str | None, *how: Any) -> Any:
            def read() -> Columns:
                if predictions is None:
                    raise InputError("no file: expected predictions and references, in one file or in two")
                right = Path(references) if references else None
                return uploaded_columns(Path(predictions), right, TYPES if probes else UNITS)

            return show(read, *how)

        def clear() -> list[Any]:
            return ["", gr.Column(visible=False)]

        # Cleared first, so that an error never stands beside an old score.
        for button, score_it, inputs in (
            (paste_button, paste, [predictions, references, units]),
            (upload_button, upload, [prediction_file, reference_file]),
        ):
            button.click(clear, None, [score, details], queue=False, show_progress="hidden").then(
                score_it, inputs + options, shown, api_name=score_it.__name__
            )
    return app


_LATEX = [{"left": "$$", "right": "$$", "display": True}, {"left": "$", "right": "$", "display": False}]


def _box(gr: Any, label: str, value: str, info: str, visible: bool = True) -> Any:
    return gr.Textbox(
        label=label, value=value, info=info, lines=6, max_lines=16, visible=visible, min_width=240,
        elem_id=label.lower(),
    )  # fmt: skip


def _upload_help(answers: bool, probes: bool, has_units: bool) -> str:
    others = "" if not has_units else ", and if known `answer_type`" if probes else ", and if needed `unit` and `group`"
    columns = f"`prediction` and `reference`{others}"
    written = ", such as those that `temporal-qa build` and `temporal-qa solve` write" if answers or probes else ""
    return (
        f"CSV, JSON, JSON Lines or Parquet, at most {MAX_MEGABYTES} MB: **one file** with the columns {columns}; or "
        f"**two files**, joined by `id` where both have it{written}."
    )


def _read_card(card: Path) -> tuple[str, str, str]:
    """The title, description and text of a README.md with a YAML head."""
    from huggingface_hub import SpaceCard

    loaded = SpaceCard.load(card)
    metadata = loaded.data.to_dict()
    return metadata["title"], metadata["description"], loaded.text.strip().partition("\n")[2]


def _shown(gr: Any, scored: ShownScore) -> list[Any]:
    return [
        summary_html(scored.summary),
        gr.Column(visible=True),
        table_html(*scored.parts),
        table_html(*scored.worst) if scored.worst[1] else "None: every item is right.",
        json.dumps(scored.summary, indent=2, ensure_ascii=False),
    ]

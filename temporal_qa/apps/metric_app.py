"""The Gradio app of a metric: users paste or upload predictions and references, and see the score, its parts and the
worst items.

Each ``metrics/<name>/app.py`` calls :func:`metric_app`. Gradio is needed (extra ``spaces``; the Hub installs it in a
Space).
"""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, NamedTuple

from temporal_qa.apps import metric_page
from temporal_qa.apps.answer_scores import ANSWER_METRICS, score_answers, score_probes
from temporal_qa.apps.gradio_apps import load_gradio, shown_errors
from temporal_qa.apps.number_scores import NUMBER_METRICS, RANK_METRICS, score_intervals, score_numbers, score_ranks
from temporal_qa.apps.uploaded_tables import KINDS_OF_FILE, MAX_MEGABYTES
from temporal_qa.timeline import ANSWER_SEPARATOR

RESAMPLES = 1000


class _Kind(NamedTuple):
    """What the apps of metrics of one sort have in common."""

    metrics: Collection[str]
    score: Callable[..., metric_page.ShownScore]  # of a metric's name, columns and ``bootstrap``
    predictions: str  # the first content of the fields
    references: str
    by: str  # what the score is split by
    several: str = ""  # what a line may hold several of
    units: str = ""
    units_label: str = "Units"
    units_names: tuple[str, ...] = metric_page.UNITS  # of their column in a file
    units_help: str = "One a line, or one for all"
    columns: str = ""  # of a file, beside predictions and references, in words


_KINDS = (
    _Kind(
        ANSWER_METRICS, score_answers, "Spaceflight Corp.\nAnn Lee $and Bo Lee\n\n",
        "Spaceflight Corp. $and Motor Works\nBo Lee $and Ann Lee\nSwitzerland", "number of right answers",
        several="answers",
    ),
    _Kind(
        RANK_METRICS, score_ranks, "Lyon $and Paris $and Nice\nBo Lee $and Ann Lee",
        "Paris\nBo Lee $and Ann Lee", "best rank", several="candidates, the best first,",
    ),
    _Kind(
        ("interval_overlap",), lambda _, columns, **how: score_intervals(columns, **how),
        "1990-1994\n1990-1994\n2001", "1993-1996\n1990-1994\n1998-1999", "fit",
    ),
    _Kind(
        ("date_probes",), lambda _, columns, **how: score_probes(columns, **how),
        "Maceo Anderson\n4 July 2001\n90 years\nYes, it does.",
        "Maceo Anderson\nJuly 4, 2001\n90 years, 10 months and 1 day\nyes", "type of answer",
        units_label="Types", units_help="entity, date, age or yes_no; by default read from the references",
        units_names=metric_page.TYPES, columns=", and if known `answer_type`",
    ),
    _Kind(
        NUMBER_METRICS, score_numbers, "4 years and 6 months\nno idea\n12\n2018\n1969",
        "5.5\n30\n10\n2009\n1969", "unit", units="years\nyears\nyears\ndate_years\ndate_years",
        columns=", and if needed `unit` and `group`",
    ),
)  # fmt: skip


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
    (kind,) = (kind for kind in _KINDS if metric in kind.metrics)
    several = f", several {kind.several} joined by “{ANSWER_SEPARATOR}”" if kind.several else ""
    of_files = {"file_types": list(KINDS_OF_FILE), "height": 130}
    with gr.Blocks(title=title, analytics_enabled=False) as app:
        gr.Markdown(f"# {title}\n\n{description}")
        with gr.Tab("Paste"):
            with gr.Row():
                pasted = [
                    _box(gr, "Predictions", kind.predictions, f"One question a line{several}"),
                    _box(gr, "References", kind.references, "The right answers"),
                    _box(gr, kind.units_label, kind.units, kind.units_help, visible=bool(kind.columns)),
                ]
            paste_button = gr.Button("Score", variant="primary")
        with gr.Tab("Upload"):
            gr.Markdown(
                f"CSV, JSON, JSON Lines or Parquet, at most {MAX_MEGABYTES} MB: **one file** with the columns "
                f"`prediction` and `reference`{kind.columns}; or **two files**, joined by `id` where both have it."
            )
            with gr.Row():
                uploaded = [
                    gr.File(label="Predictions, or both", elem_id="prediction_file", **of_files),
                    gr.File(label="References, if in a separate file", elem_id="reference_file", **of_files),
                ]
            upload_button = gr.Button("Score the files", variant="primary")
        interval = gr.Checkbox(label=f"95 % interval, from {RESAMPLES:,} bootstrap resamples", value=False)
        score = gr.HTML()
        with gr.Column(visible=False) as details:
            gr.Markdown(f"**By {kind.by}**")
            parts = gr.HTML()
            gr.Markdown("**The worst items, the worst first**")
            worst = gr.HTML()
        with gr.Accordion("About this metric", open=False):
            gr.Markdown(body, latex_delimiters=_LATEX)

        def show(read: Callable[[], metric_page.Columns], bootstrap: bool) -> Any:
            with shown_errors(ValueError, TypeError):
                scored = kind.score(metric, read(), bootstrap=RESAMPLES if bootstrap else None)
            return [
                metric_page.summary_html(scored.summary),
                gr.Column(visible=True),
                metric_page.table_html(*scored.parts),
                metric_page.table_html(*scored.worst) if scored.worst[1] else "None: every item is right.",
            ]

        def paste(predictions: str, references: str, units: str, bootstrap: bool) -> Any:
            return show(lambda: metric_page.pasted_columns(predictions, references, units), bootstrap)

        def upload(predictions: str | None, references: str | None, bootstrap: bool) -> Any:
            found, right = (Path(path) if path else None for path in (predictions, references))
            return show(lambda: metric_page.uploaded_columns(found, right, kind.units_names), bootstrap)

        def clear() -> list[Any]:
            return ["", gr.Column(visible=False)]

        # Cleared first, so that an error never stands beside an old score.
        for button, score_it, fields in ((paste_button, paste, pasted), (upload_button, upload, uploaded)):
            button.click(clear, None, [score, details], queue=False, show_progress="hidden").then(
                score_it, [*fields, interval], [score, details, parts, worst], api_name=score_it.__name__
            )
    return app


_LATEX = [{"left": "$$", "right": "$$", "display": True}, {"left": "$", "right": "$", "display": False}]


def _box(gr: Any, label: str, value: str, info: str, visible: bool = True) -> Any:
    return gr.Textbox(
        label=label, value=value, info=info, lines=6, max_lines=16, visible=visible, min_width=240,
        elem_id=label.lower(),
    )  # fmt: skip


def _read_card(card: Path) -> tuple[str, str, str]:
    """The title, description and text of a README.md with a YAML head."""
    from huggingface_hub import SpaceCard

    loaded = SpaceCard.load(card)
    metadata = loaded.data.to_dict()
    return metadata["title"], metadata["description"], loaded.text.strip().partition("\n")[2]

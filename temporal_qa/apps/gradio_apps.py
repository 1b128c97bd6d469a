"""Gradio for every app: loading it, serving an app, showing errors."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from temporal_qa.apps.uploaded_tables import MAX_MEGABYTES


def load_gradio() -> Any:
    """The module ``gradio``. An app is a script: without gradio it prints one line and ends.

    Raises:
        SystemExit: gradio is not installed; status 2.
    """
    try:
        import gradio
    except ModuleNotFoundError:
        print("apps need gradio: pip install 'temporal-qa[spaces]'", file=sys.stderr)
        raise SystemExit(2) from None
    return gradio


def launch(app: Any) -> None:
    """Serves an app until it is stopped. On the Hub the address comes from the environment; here it is loopback."""
    gr = load_gradio()
    fonts = [gr.themes.Font("system-ui"), gr.themes.Font("sans-serif")]  # local ones: nothing is downloaded
    app.launch(max_file_size=f"{MAX_MEGABYTES}mb", theme=gr.themes.Default(font=fonts), footer_links=["gradio"])


@contextmanager
def shown_errors(*kinds: type[Exception]) -> Iterator[None]:
    """Turns errors of these kinds into a ``gradio.Error``, which shows the message on the page, without a traceback."""
    try:
        yield
    except kinds as error:  # Gradio shows the message as HTML, and it may contain user input
        raise load_gradio().Error(escape(str(error)), print_exception=False) from None

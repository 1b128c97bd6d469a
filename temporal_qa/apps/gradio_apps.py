"""What every app does with gradio: load it, serve with it, and show errors in it."""

from __future__ import annotations

import sys
from html import escape
from typing import Any

from temporal_qa.apps.uploaded_tables import MAX_MEGABYTES


def load_gradio() -> Any:
    """The module ``gradio``. An app is a script of its own: without gradio it prints one line and ends.

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
    letters = [
        gr.themes.Font("system-ui"),
        gr.themes.Font("sans-serif"),
    ]  # fonts of the reader's machine: nothing is fetched
    app.launch(max_file_size=f"{MAX_MEGABYTES}mb", theme=gr.themes.Default(font=letters), footer_links=["gradio"])


def shown_error(error: Exception) -> Any:
    """The ``gradio.Error`` to raise so that the page shows the message of ``error``, and the log no traceback."""
    # The message is shown as HTML, and may repeat what was typed or uploaded.
    return load_gradio().Error(escape(str(error)), print_exception=False)

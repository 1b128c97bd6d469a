"""Timelines of facts as HTML and PNG; importing it sets how notebooks display facts, questions and solutions."""

import temporal_qa.drawing.notebook  # noqa: F401 - sets the displays

"""Timelines of facts as HTML and PNG. Its import makes notebooks show facts, questions, solutions and lives."""

import temporal_qa.drawing.notebook  # noqa: F401 - sets the displays

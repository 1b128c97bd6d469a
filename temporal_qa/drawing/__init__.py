"""Timelines of facts as HTML and PNG. Its import makes notebooks show facts, questions and solutions as timelines."""

import temporal_qa.drawing.notebook  # noqa: F401 - sets the displays

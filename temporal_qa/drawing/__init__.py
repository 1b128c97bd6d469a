"""Timelines of facts as HTML and PNG."""

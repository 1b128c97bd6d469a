"""Markdown tables, and the style of plots."""

"""Spaces of the Hub, one folder each, for other apps than those of metrics."""

"""Fictional names and facts, and pseudo-PIT: questions about them, as files or as an endless stream."""

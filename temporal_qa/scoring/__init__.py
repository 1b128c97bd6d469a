"""Scores as pure functions; the modules in metrics/ are thin classes over them."""

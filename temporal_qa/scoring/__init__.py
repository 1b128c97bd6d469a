"""Scores as pure functions, significance, and tables of scores; the modules in metrics/ are thin classes over them."""

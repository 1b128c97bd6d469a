"""Readers: models that answer questions, with their inputs and their recipes. The engine trains them."""

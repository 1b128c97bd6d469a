"""temporal-qa: make, publish, load, answer and score temporal question answering data."""

__version__ = "0.1.0"

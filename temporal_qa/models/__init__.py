"""Readers: models that answer questions, what they read of a row, and how they are trained."""

"""Temporal knowledge graphs as columns of numbers: facts, their names, filters of known answers, and time intervals."""

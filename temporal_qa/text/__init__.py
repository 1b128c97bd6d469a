"""Dates, durations and numbers as people write them."""

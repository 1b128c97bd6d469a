"""Invented names and invented facts."""

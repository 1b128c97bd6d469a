"""Readers that mark their answer in the text, or choose yes, no or no answer."""

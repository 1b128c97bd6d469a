"""Invented articles for TimeQA: what a document tells and leaves out, its sentences, its paragraphs, and its rows."""

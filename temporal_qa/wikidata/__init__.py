"""Mines facts from dumps of Wikidata. ``mine.py`` is the entry; ``statements.py`` has the numbered rules."""

"""The metrics and the response parser of the papers' authors, faults included, to check printed tables."""

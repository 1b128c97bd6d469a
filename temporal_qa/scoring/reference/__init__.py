"""The authors' own metrics, faults included, so that a printed table can be checked."""

"""Apps that are no metric's, one folder each, as Spaces of the Hub."""

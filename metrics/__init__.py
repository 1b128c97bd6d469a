"""One folder per metric, each an evaluate module and a Space."""

"""One file per published dataset: how it is made and what its card says."""

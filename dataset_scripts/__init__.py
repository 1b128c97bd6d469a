"""One file per dataset: how it is built and what its card says."""

"""Questions and responses that others released, read as rows of ours."""

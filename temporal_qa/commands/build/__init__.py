"""``temporal-qa build``: one module a dataset."""

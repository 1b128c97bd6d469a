"""Readers that answer questions over a temporal graph from its embeddings: CronKGQA and its kin."""

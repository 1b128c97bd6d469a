"""Embeddings of temporal knowledge graphs: one file a model, its formula on top."""

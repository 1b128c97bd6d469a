"""Training without a model: recipes, data, batches, steps, checkpoints."""

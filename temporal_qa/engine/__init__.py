"""Training of any reader: recipes, data, batches, optimizer steps, checkpoints, evaluation. No model is named here."""

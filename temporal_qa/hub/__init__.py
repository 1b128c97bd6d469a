"""Dataset folders and metrics for the Hugging Face Hub: their cards, their upload, and the errors of the Hub."""

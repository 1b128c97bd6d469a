"""Dataset folders as the Hugging Face Hub keeps them, and their cards."""

"""From a model's response to the number, the length of time or the date in it, and its scores."""

"""Reading the number, duration or date in a model's response to TempAnswerQA, and scoring it."""

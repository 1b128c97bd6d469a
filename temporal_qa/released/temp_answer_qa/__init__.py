"""The released TempAnswerQA: its questions, its responses, and the rules that selected them."""

"""The released TempAnswerQA: its questions, its responses, and rules that select questions as its authors did."""

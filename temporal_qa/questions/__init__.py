"""Makes questions from facts and, by separate code, solves questions from facts. Each family has its own folder."""

"""From facts to questions, and, by a separate road, from questions back to their answers."""

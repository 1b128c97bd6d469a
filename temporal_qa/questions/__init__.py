"""From facts to questions, and, by separate code, from questions back to their answers. A folder a family."""

"""Where facts and questions come from: dumps, and what others released."""

"""Questions whose answer is reckoned from dates alone: synthesis, and a solver that shares no arithmetic with it."""

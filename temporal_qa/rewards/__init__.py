"""Endless tasks with known answers, and rewards for those who train models on them; nothing here needs torch."""

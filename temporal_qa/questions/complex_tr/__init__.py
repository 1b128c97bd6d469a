"""The questions of Complex-TR: kinds, wordings, synthesis, and a solver that shares no code with the synthesis."""

"""The questions of Complex-TR: kinds, wordings, synthesis, and a solver written apart from it."""

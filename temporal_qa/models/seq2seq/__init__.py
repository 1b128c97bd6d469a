"""T5 and Fusion-in-Decoder as readers: their inputs, models and answers."""

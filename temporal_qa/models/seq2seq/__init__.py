"""T5 and Fusion-in-Decoder: what they read and how they answer."""

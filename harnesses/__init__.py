"""Task files for harnesses that people already use: lm-evaluation-harness and inspect_ai."""

"""Task files for two evaluation harnesses: lm-evaluation-harness and inspect_ai."""

"""Gradio apps, one of each metric and the explorer, and all of them that needs no gradio to be tested."""

"""Gradio apps: one for each metric, and the explorer. Only ``*_app.py`` and ``gradio_apps.py`` need gradio."""

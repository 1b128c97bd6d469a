"""The explorer: a question on the timeline of its facts, why its answers are right, and a model's answer beside it.

pip install 'temporal-qa[spaces]'
python app.py
"""

from temporal_qa.apps.explorer_app import explorer_app
from temporal_qa.apps.gradio_apps import launch

demo = explorer_app()

if __name__ == "__main__":
    launch(demo)

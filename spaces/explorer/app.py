"""The explorer: a question with a timeline of its facts, the reasons for its answers, and a model's answer.

pip install 'temporal-qa[spaces]'
python app.py
"""

from temporal_qa.apps.explorer_app import explorer_app
from temporal_qa.apps.gradio_apps import launch

demo = explorer_app()

if __name__ == "__main__":
    launch(demo)

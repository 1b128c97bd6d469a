"""The Space of this metric: paste or upload predictions and references; see the score, its parts and the worst items.

pip install 'temporal-qa[spaces]'
python app.py
"""

from pathlib import Path

from temporal_qa.apps.gradio_apps import launch
from temporal_qa.apps.metric_app import metric_app

demo = metric_app("hits_at_k", Path(__file__).with_name("README.md"))

if __name__ == "__main__":
    launch(demo)

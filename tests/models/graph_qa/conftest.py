import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "extractive"))  # for its tiny encoders

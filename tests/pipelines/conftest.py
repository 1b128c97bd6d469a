"""The endpoint of tests/prompting serves these tests, too."""

import sys
from pathlib import Path

sys.path.extend(str(Path(__file__).parents[1] / name) for name in ("pipelines", "prompting"))

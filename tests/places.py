"""Where the tests find the project and the real data beside it, which may be absent."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHARED_DATA = ROOT.parent / "shared" / "data"

"""The files of a folder, to compare."""

import json
from pathlib import Path


def tree(folder: Path) -> dict[str, str]:
    """Every file below the folder, hidden ones too, with its text; a record without its list of files."""
    texts = {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}
    return {name: _without_list(text) if name.endswith("build.json") else text for name, text in texts.items()}


def _without_list(text: str) -> str:
    if '"files"' not in text:
        return text
    return json.dumps({key: value for key, value in json.loads(text).items() if key != "files"})

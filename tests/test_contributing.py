"""CONTRIBUTING names existing files, and the wheel has every package."""

import re
import tomllib

import pytest

from places import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
NAMED = sorted(
    {
        name
        for name in re.findall(r"`([\w/.-]+\.(?:py|md|yaml|jinja|txt|toml))`", TEXT)
        if "NAME" not in name and name != "report.md"
    }
)


def test_the_wheel_has_every_package():
    """An editable install would find a package that is not listed."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    there = {".".join(path.parent.relative_to(ROOT).parts) for path in (ROOT / "temporal_qa").rglob("__init__.py")}
    assert there <= {*listed}


def test_it_names_many_files():
    assert len(NAMED) > 30


@pytest.mark.parametrize("name", NAMED)
def test_each_file_is_there(name):
    """A path is looked up from the root and from the library, a bare name anywhere in them."""
    if "/" in name:
        assert (ROOT / name).is_file() or (ROOT / "temporal_qa" / name).is_file()
    else:
        folders = ("temporal_qa", "cards", "generation", "tests", "training")
        assert (ROOT / name).is_file() or any(next((ROOT / folder).rglob(name), None) for folder in folders)

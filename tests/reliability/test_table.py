"""The table of faults names every test of this folder, and no test that there is not."""

import ast
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
NAMED = set(re.findall(r"`([\w/]+\.py)::(\w+)`", Path(__file__).with_name("README.md").read_text(encoding="utf-8")))


@cache
def functions_in(path):
    tree = ast.parse((TESTS / path).read_bytes()) if (TESTS / path).exists() else ast.Module([], [])
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_what_the_table_names_exists():
    assert {(path, name) for path, name in NAMED if name not in functions_in(path)} == set()


def test_what_is_tested_here_is_in_the_table():
    files = [f"reliability/{path.name}" for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__)]
    assert len(files) > 4
    assert {(path, name) for path in files for name in functions_in(path)} - NAMED == set()

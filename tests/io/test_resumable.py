"""A folder is whole or absent."""

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.resumable import folder_beside

OURS = '{"temporal_qa": "0.1.0"}'


def tree(folder):
    """Every file below the folder, hidden ones too, with its text."""
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_is_replaced_only_when_asked_and_only_if_a_build_made_it(tmp_path):
    target = tmp_path / "made"
    with folder_beside(target) as beside:
        (beside / "build.json").write_text(OURS)
        (beside / "old").touch()
    with pytest.raises(InputError, match="--overwrite"), folder_beside(target):
        pass
    with folder_beside(target, overwrite=True) as beside:
        (beside / "build.json").write_text(OURS)
    assert [path.name for path in target.iterdir()] == ["build.json"]
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


@pytest.mark.parametrize("record", [None, "{}", '{"version": "0.1.0"}', "7", "no JSON"])
def test_a_folder_that_no_build_of_ours_made_is_kept(tmp_path, record):
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "thesis.tex").write_text("mine")
    if record is not None:
        (tmp_path / "made" / "build.json").write_text(record)
    before = tree(tmp_path)
    with pytest.raises(InputError, match=r"no build\.json of ours"), folder_beside(tmp_path / "made", overwrite=True):
        pytest.fail("refused only after the work")
    assert tree(tmp_path) == before


def test_a_folder_that_fills_while_ours_is_made_is_kept(tmp_path):
    def make():
        with folder_beside(tmp_path / "made"):
            (tmp_path / "made").mkdir()
            (tmp_path / "made" / "thesis.tex").write_text("mine")

    with pytest.raises(InputError, match="not empty"):
        make()
    assert tree(tmp_path) == {"made/thesis.tex": "mine"}


def test_a_failed_build_leaves_the_old_folder_and_nothing_else(tmp_path):
    with folder_beside(tmp_path / "made") as beside:
        (beside / "build.json").write_text(OURS)
    with pytest.raises(ZeroDivisionError), folder_beside(tmp_path / "made", overwrite=True) as beside:
        (beside / "half").write_text(f"half {1 / 0}")
    assert tree(tmp_path) == {"made/build.json": OURS}
    assert [path.name for path in tmp_path.iterdir()] == ["made"]

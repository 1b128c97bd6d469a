"""Errors of libraries that load from the Hub, in one line."""

import pytest
from huggingface_hub.errors import HFValidationError

from temporal_qa.hub.hub_errors import load_or_explain
from temporal_qa.io.errors import InputError


def test_a_library_s_error_is_one_line_without_the_token(monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "hf_secret")

    def load():
        raise OSError("There was an error:\n\n401 for Bearer hf_secret\n")

    with pytest.raises(InputError) as caught:
        load_or_explain(load, "org/a", "model org/a cannot be loaded")
    assert str(caught.value) == (
        "model org/a cannot be loaded: no such folder, and not loaded from the Hub: There was an error: 401 for Bearer "
        "[token]"
    )


@pytest.mark.parametrize("name", ["runs/nothere/model", "/nothere", "a b", ""])
def test_a_name_that_the_hub_cannot_have_is_that_of_a_missing_folder(name):
    with pytest.raises(InputError) as caught:
        load_or_explain(lambda: pytest.fail("asked"), name, "model cannot be loaded")
    assert str(caught.value) == "model cannot be loaded: no such folder, and no name on the Hub"


@pytest.mark.parametrize("error", [ValueError("no config.json"), HFValidationError("no config.json")])
def test_a_folder_that_cannot_be_loaded_is_said_to_be_there(tmp_path, error):
    def load():
        raise error

    with pytest.raises(InputError, match=r"^model cannot be loaded: no config\.json$"):
        load_or_explain(load, str(tmp_path), "model cannot be loaded")

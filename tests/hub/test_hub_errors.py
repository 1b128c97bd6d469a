"""Errors of libraries that load from the Hub, in one line."""

import pytest

from temporal_qa.hub.hub_errors import load_or_explain
from temporal_qa.io.errors import InputError


def test_a_library_s_error_is_one_line_without_the_token(monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "hf_secret")

    def load():
        raise OSError("There was an error:\n\n401 for Bearer hf_secret\n")

    with pytest.raises(InputError) as caught:
        load_or_explain(load, "model org/a cannot be loaded")
    assert str(caught.value) == "model org/a cannot be loaded: There was an error: 401 for Bearer [token]"

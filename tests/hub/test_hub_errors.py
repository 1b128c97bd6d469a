"""Errors of libraries that load from the Hub, in one line."""

import pytest
from huggingface_hub.errors import HFValidationError

from temporal_qa.hub.hub_errors import folder_of, load_or_explain, load_whole
from temporal_qa.io.errors import InputError


def test_a_library_s_error_is_one_line_without_the_token(monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "hf_secret")

    def load(_):
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
        load_or_explain(lambda _: pytest.fail("asked"), name, "model cannot be loaded")
    assert str(caught.value) == "model cannot be loaded: no such folder, and no name on the Hub"


@pytest.mark.parametrize("error", [ValueError("no config.json"), HFValidationError("no config.json")])
def test_a_folder_that_cannot_be_loaded_is_said_to_be_there(tmp_path, error):
    def load(_):
        raise error

    with pytest.raises(InputError, match=r"^model cannot be loaded: no config\.json$"):
        load_or_explain(load, str(tmp_path), "model cannot be loaded")


def test_a_model_that_lacks_weights_is_refused_and_only_a_head_may_be_new(tmp_path, capfd):
    pytest.importorskip("torch", reason="models need torch")
    transformers = pytest.importorskip("transformers", reason="models need transformers")
    shape = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 8}
    bert = transformers.BertModel(transformers.BertConfig(vocab_size=9, **shape), add_pooling_layer=False)
    bert.save_pretrained(tmp_path / "encoder")
    whole = bert.state_dict()
    bert.save_pretrained(tmp_path / "part", state_dict={name: whole[name] for name in list(whole)[1:]})

    def load(folder, **options):
        kind = transformers.BertForTokenClassification
        return load_whole(kind.from_pretrained, str(folder), "model cannot be loaded", **options)

    capfd.readouterr()
    assert load(tmp_path / "encoder", head_may_be_new=True).classifier.out_features == 2
    with pytest.raises(InputError, match=r"^model cannot be loaded: 2 weights missing, such as classifier\.bias$"):
        load(tmp_path / "encoder")
    with pytest.raises(InputError, match=r"^model cannot be loaded: 1 weight missing, such as bert\.embeddings\."):
        load(tmp_path / "part", head_may_be_new=True)
    assert "MISSING" not in capfd.readouterr().err


def test_only_what_is_not_here_and_may_be_a_name_is_looked_for_on_the_hub(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs/model").mkdir(parents=True)
    monkeypatch.setattr("huggingface_hub.snapshot_download", lambda name: f"/copies/{name}")
    found = [folder_of(name, "model").as_posix() for name in ("runs/model", "org/model", "model", "a/b/c", "/absent")]
    assert found == ["runs/model", "/copies/org/model", "model", "a/b/c", "/absent"]

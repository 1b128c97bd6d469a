"""The card of each evaluate module in ``metrics/`` is that of a Space, and its examples run."""

import doctest
import os

from places import ROOT

os.environ["HF_EVALUATE_OFFLINE"] = "1"  # read when evaluate is first imported

import evaluate
import pytest
import yaml

METRICS = ROOT / "metrics"
NAMES = sorted(folder.parent.name for folder in METRICS.glob("*/README.md"))


def test_the_cards_are_found():
    assert {"answer_f1", "set_accuracy", "temporal_mase", "temporal_smape", "token_f1"} <= set(NAMES)


@pytest.fixture(params=NAMES)
def name(request):
    return request.param


def test_the_card_is_a_space_card_and_its_examples_are_real(name, tmp_path):
    metric = evaluate.load(str(METRICS / name), cache_dir=str(tmp_path))
    _, front, body = (METRICS / name / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    card = yaml.safe_load(front)
    assert {"title", "emoji", "colorFrom", "colorTo", "sdk", "sdk_version", "pinned"} <= card.keys()
    assert card["tags"] == ["evaluate", "metric"]
    assert metric.citation.startswith("@inproceedings{")
    assert metric.citation in body
    for shown, at_least in ((body.split("```python\n")[1].split("```")[0], 3), (metric.inputs_description, 1)):
        # The first line loads the metric by its bare name, which needs it installed; the others run on the one here.
        calls = "".join(line for line in shown.splitlines(keepends=True) if "evaluate" not in line)
        examples = doctest.DocTestParser().get_doctest(calls, {"metric": metric}, name, None, None)
        assert len(examples.examples) >= at_least
        assert doctest.DocTestRunner(verbose=False).run(examples).failed == 0


def test_the_folder_has_nothing_else_to_import(name):
    assert not (METRICS / name / "__init__.py").exists()
    assert "temporal-qa" in (METRICS / name / "requirements.txt").read_text().split()

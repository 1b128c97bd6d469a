"""It learns: tiny models made from nothing know nearly all of sixty-four questions by heart after a minute or two."""

import json
from statistics import median

import pytest

from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.read import read_rows

BY_HEART = {
    "epochs": 8,
    "learning_rate": 7e-4,
    "dropout": 0.0,
    "tokens_per_batch": 800,
    "batches_per_step": 1,
    "max_target_tokens": 24,
    "checkpoint_every": 1000,
    "log_every": 100,
}
FUSION = {
    "reader": "fusion_in_decoder",
    "context": "passages",
    "passages": 10,
    "max_input_tokens": 128,
    "passages_at_once": None,
}


@pytest.mark.parametrize("changes", [{}, FUSION], ids=["t5", "fusion_in_decoder"])
def test_sixty_four_questions_by_heart(workplace, passage_rows, changes):
    questions, often = workplace.folder / "asked.jsonl", workplace.folder / "often.jsonl"
    write_json_lines(questions, passage_rows)
    # An epoch goes through them ten times, since each ends with a validation.
    write_json_lines(often, (row | {"id": f"{row['id']}-{n}"} for n in range(10) for row in passage_rows))
    sources = {"train": {"dataset": str(often)}, "validation": {"dataset": str(questions)}}
    recipe = workplace.recipe("by-heart", **sources, **BY_HEART, **changes)
    finished = workplace.run(workplace.command(recipe))
    assert finished.returncode == 0, finished.stderr
    scores = json.loads((workplace.folder / "by-heart/model/scores.json").read_bytes())
    assert (scores[0]["facet"], scores[0]["n"]) == ("all", 64)
    assert scores[0]["set_accuracy"] > 95  # the last question or two may take twice as long as all others
    losses = [row.values["loss"] for row in read_rows(workplace.folder / "by-heart/losses.jsonl")]
    assert median(losses[-50:]) < 0.1 < 5 < losses[0]

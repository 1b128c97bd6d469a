"""The endless stream in torch's DataLoader: its workers share no question, and resume."""

from itertools import islice

import pytest

torch = pytest.importorskip("torch")

from datasets.distributed import split_dataset_by_node  # noqa: E402

from temporal_qa.fiction import pseudo_tables  # noqa: E402
from temporal_qa.fiction.groups import PseudoWorld  # noqa: E402
from temporal_qa.fiction.pseudo_questions import PseudoRecipe, block_questions  # noqa: E402
from temporal_qa.fiction.streaming import endless_questions  # noqa: E402

RECIPE, SIZE = PseudoRecipe(PseudoWorld(7)), 4


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    """Forked workers have them too."""
    monkeypatch.setattr(
        pseudo_tables, "block_questions", lambda recipe, block, *_: block_questions(recipe, block, SIZE)
    )


def loaded(stream, batches, workers=2):
    loader = torch.utils.data.DataLoader(
        stream, batch_size=SIZE, num_workers=workers, collate_fn=lambda rows: [row["id"] for row in rows],
        multiprocessing_context="fork" if workers else None,
    )  # fmt: skip
    return list(islice(loader, batches))


def ids_of(*blocks):
    return [pseudo.question.id for block in blocks for pseudo in block_questions(RECIPE, block, SIZE)]


def test_workers_take_blocks_in_turn():
    batches = loaded(endless_questions(RECIPE), 6)
    assert [id_ for batch in batches for id_ in batch] == ids_of(*range(6))


def test_ranks_and_workers_share_no_question_and_leave_out_no_block():
    found = []
    for rank in range(2):
        batches = loaded(split_dataset_by_node(endless_questions(RECIPE), rank, 2), 4)
        found += [id_ for batch in batches for id_ in batch]
    assert len(set(found)) == len(found)
    assert set(found) == set(ids_of(*range(8)))


def test_without_workers_it_is_the_plain_stream():
    assert loaded(endless_questions(RECIPE), 2, workers=0) == [ids_of(0), ids_of(1)]

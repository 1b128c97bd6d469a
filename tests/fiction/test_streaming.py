"""The endless stream: the questions of the blocks, resumed anywhere, divided without overlap."""

import pickle
from collections import Counter
from itertools import combinations, islice

import pytest
from datasets import IterableDataset
from datasets.distributed import split_dataset_by_node
from hypothesis import given, settings
from hypothesis import strategies as st

from temporal_qa.fiction import pseudo_tables, streaming
from temporal_qa.fiction.groups import PseudoWorld
from temporal_qa.fiction.pseudo_questions import BLOCK_SIZE, PseudoRecipe, block_questions
from temporal_qa.fiction.pseudo_tables import pseudo_features, question_table
from temporal_qa.fiction.streaming import NUM_SHARDS, endless_questions

RECIPE = PseudoRecipe(PseudoWorld(7))
SIZE = 5
BLOCKS = {}


def small_block(recipe, block):
    """The first questions of a block; a whole one takes a seventh of a second."""
    key = (recipe.world.seed, block)
    if key not in BLOCKS:
        BLOCKS[key] = block_questions(recipe, block, SIZE)
    return BLOCKS[key]


def rows_of(*blocks):
    schema = pseudo_features().arrow_schema
    return [row for block in blocks for row in question_table(small_block(RECIPE, block), schema).to_pylist()]


@pytest.fixture(scope="module")
def small_blocks():
    """Small blocks, and which were made."""
    made = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            pseudo_tables, "block_questions", lambda recipe, block, *_: made.append(block) or small_block(recipe, block)
        )
        yield made


def ids(rows):
    return [row["id"] for row in rows]


def test_the_rows_are_those_of_the_blocks():
    found = list(endless_questions(RECIPE).take(BLOCK_SIZE + 3))
    blocks = [*block_questions(RECIPE, 0), *block_questions(RECIPE, 1)[:3]]
    assert found == question_table(blocks, pseudo_features().arrow_schema).to_pylist()


def test_it_says_what_its_rows_hold():
    stream = endless_questions(RECIPE)
    assert isinstance(stream, IterableDataset)
    assert stream.features == pseudo_features()
    assert (stream.n_shards, stream.split) == (NUM_SHARDS, "train")
    assert all(NUM_SHARDS % ranks == 0 for ranks in (*range(1, 11), 16, 32, 64, 128))


def test_it_may_be_read_again_and_seeds_differ(small_blocks):
    stream = endless_questions(RECIPE)
    assert list(stream.take(12)) == list(stream.take(12)) == rows_of(0, 1, 2)[:12]
    other = ids(endless_questions(PseudoRecipe(PseudoWorld(8))).take(12))
    assert not set(other) & set(ids(stream.take(12)))


@given(st.integers(0, 4 * SIZE), st.integers(1, 2 * SIZE))
@settings(max_examples=30)
def test_it_goes_on_where_its_state_was_taken(small_blocks, read, more):
    stream = endless_questions(RECIPE)
    rows = iter(stream)
    before = list(islice(rows, read))
    state = stream.state_dict() if read else None
    after = list(islice(rows, more))
    assert before + after == rows_of(*range(7))[: read + more]
    if state is not None:
        resumed = endless_questions(RECIPE)
        resumed.load_state_dict(pickle.loads(pickle.dumps(state)))  # noqa: S301 - ours, as a checkpoint keeps it
        assert list(islice(iter(resumed), more)) == after


@given(st.lists(st.integers(1, 2 * SIZE), min_size=1, max_size=4))
@settings(max_examples=15)
def test_it_may_be_stopped_again_and_again(small_blocks, stretches):
    state, found = None, []
    for length in stretches:
        stream = endless_questions(RECIPE)
        if state is not None:
            stream.load_state_dict(state)
        found += islice(iter(stream), length)
        state = stream.state_dict()
    assert found == rows_of(*range(9))[: sum(stretches)]


@pytest.mark.parametrize("block", [10**6, 10**9])
def test_far_into_the_stream_it_resumes_at_once(small_blocks, block):
    stream = endless_questions(RECIPE)
    next(iter(stream))
    state = stream.state_dict()
    state["examples_iterable"] |= {"blocks": block, "rows": 2}
    small_blocks.clear()
    stream.load_state_dict(state)
    assert list(islice(iter(stream), SIZE)) == rows_of(block, block + 1)[2 : 2 + SIZE]
    assert small_blocks == [block, block + 1]


@pytest.mark.parametrize("ranks", [2, 3, 8, 11])
def test_ranks_share_no_question_and_together_have_every_low_block(small_blocks, ranks):
    """Eleven do not divide the shards: then each rank reads all, and keeps every eleventh question."""
    stream, number = endless_questions(RECIPE), 3 * SIZE
    shares = [list(islice(split_dataset_by_node(stream, rank, ranks), number)) for rank in range(ranks)]
    assert Counter(id_ for share in shares for id_ in ids(share)) == Counter(ids(rows_of(*range(3 * ranks))))


@pytest.mark.parametrize("ranks", [2, 3, 8])
def test_a_rank_makes_its_own_blocks_only_and_resumes_as_a_whole_stream_does(small_blocks, ranks):
    small_blocks.clear()
    mine = split_dataset_by_node(endless_questions(RECIPE), 1, ranks)
    rows = iter(mine)
    before = list(islice(rows, SIZE + 2))
    state = mine.state_dict()
    assert small_blocks == [1, 1 + ranks]
    assert before + list(islice(rows, SIZE)) == rows_of(1, 1 + ranks, 1 + 2 * ranks)[: 2 * SIZE + 2]
    again = split_dataset_by_node(endless_questions(RECIPE), 1, ranks)
    again.load_state_dict(state)
    assert list(islice(iter(again), SIZE)) == rows_of(1 + ranks, 1 + 2 * ranks)[2 : 2 + SIZE]


def test_ranks_and_their_workers_share_no_question(small_blocks):
    """As torch's DataLoader divides the shards of a rank among its workers."""
    shares = []
    for rank in range(2):
        mine = split_dataset_by_node(endless_questions(RECIPE), rank, 2)
        shares += [set(ids(mine.shard(3, worker, contiguous=False).take(2 * SIZE))) for worker in range(3)]
    assert all(len(share) == 2 * SIZE for share in shares)
    assert not any(one & other for one, other in combinations(shares, 2))
    assert set().union(*shares) == set(ids(rows_of(*range(12))))


def test_when_every_shard_was_read_the_next_round_begins(small_blocks):
    shards = streaming._EndlessBlocks(RECIPE, range(5, NUM_SHARDS, NUM_SHARDS // 2))
    rows = [row for _, row in islice(iter(shards), 4 * SIZE)]
    assert rows == rows_of(5, 5 + NUM_SHARDS // 2, 5 + NUM_SHARDS, 5 + NUM_SHARDS + NUM_SHARDS // 2)


def test_it_is_pickled_mapped_filtered_batched_and_shuffled(small_blocks):
    stream = endless_questions(RECIPE)
    expected = rows_of(*range(8))
    assert list(pickle.loads(pickle.dumps(stream)).take(7)) == expected[:7]  # noqa: S301 - as a worker gets it
    lengths = stream.map(lambda row: {"length": len(row["question"])}, remove_columns=stream.column_names)
    assert list(lengths.take(6)) == [{"length": len(row["question"])} for row in expected[:6]]
    assert (
        list(stream.filter(lambda row: row["level"] == "L3").take(5))
        == [row for row in expected if row["level"] == "L3"][:5]
    )
    assert next(iter(stream.batch(4)))["id"] == ids(expected[:4])
    assert list(stream.skip(6).take(3)) == expected[6:9]
    shuffled = [ids(stream.shuffle(seed=seed, buffer_size=10).take(10)) for seed in (1, 1, 2)]
    assert shuffled[0] == shuffled[1] != shuffled[2]
    assert len(set(shuffled[0])) == 10
    assert set(shuffled[0]) <= set(ids(rows_of(*range(20))))  # a buffer is filled from several shards

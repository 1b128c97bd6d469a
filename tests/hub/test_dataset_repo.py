"""The Hub's names for sizes."""

import pytest

from temporal_qa.hub.dataset_repo import size_category


@pytest.mark.parametrize(
    ("number", "name"),
    [(0, "n<1K"), (999, "n<1K"), (1000, "1K<n<10K"), (9999, "1K<n<10K"), (51_451, "10K<n<100K"),
     (10**7, "10M<n<100M"), (10**9 - 1, "100M<n<1B"), (10**9, "n>1B")],
)  # fmt: skip
def test_size_categories(number, name):
    assert size_category(number) == name

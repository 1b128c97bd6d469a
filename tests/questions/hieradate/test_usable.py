"""Which lives are asked about, and how they are divided."""

from collections import Counter

import pytest

from temporal_qa.questions.hieradate.usable import split_lives, usable_lives
from temporal_qa.timeline.lives import life_from_row

BORN = {"start": "1900-05-01"}
NO_NAMES = (
    "Earth and Fire", "A or B", "Who?", "Dr: No", "4 July 1990 Club", "!", "165", "D (language)", "May", "Born", "AD",
    "of", "the 1st of", "May. " * 40 + "x", "born in", "Born on", "died on",
)  # fmt: skip


def lives_of(*rows):
    return [life_from_row({"id": f"{place}"} | row) for place, row in enumerate(rows)]


@pytest.mark.parametrize(
    ("rows", "names", "drops"),
    [
        ([{"name": "Ann Lee"} | BORN, {"name": "ann  LEE."} | BORN, {"name": "Bo Ray"} | BORN], ["Bo Ray"],
         {"life: a name that several have": 2}),
        ([{"name": "Ann Lee"} | BORN, {"name": "Ann Lee Jr"} | BORN], ["Ann Lee Jr"],
         {"life: a name within that of another": 1}),
        ([{"name": "Ann Lee"} | BORN, {"name": "Joann Leeds"} | BORN], ["Ann Lee", "Joann Leeds"], {}),
        ([{"id": "x", "name": name} | BORN for name in ("Ann Lee", "Bo Ray")] + [{"name": "Cy Poe"} | BORN], ["Cy Poe"],
         {"life: an id that several have": 2}),
        ([{"name": "Ann Lee"}], [], {"life: no date is known": 1}),
        ([{"name": "Lake Ray", "type": "lake"} | BORN], [], {"life: neither a person nor an organisation": 1}),
        ([{"name": name} | BORN for name in NO_NAMES], [], {"life: a name that a question cannot hold": 17}),
        ([{"name": "Andor Orly"} | BORN, {"name": "Bo"} | BORN], ["Andor Orly", "Bo"], {}),
        ([{"name": "Ray Works", "type": "organisation"} | BORN], ["Ray Works"], {}),
    ],
)  # fmt: skip
def test_who_is_left_out_is_counted(rows, names, drops):
    found = Counter()
    assert [life.name for life in usable_lives(lives_of(*rows), "all", found)] == names
    assert found == drops


def test_the_published_wordings_are_about_persons_and_a_repeated_line_is_one_life():
    rows = [{"id": "o", "name": "Ray Works", "type": "organisation"} | BORN, {"id": "p", "name": "Ann Lee"} | BORN]
    found = Counter()
    usable = usable_lives([life_from_row(row) for row in rows + rows], "published", found)
    assert [life.name for life in usable] == ["Ann Lee"]
    assert found == {"life: the same as another": 2, "life: not a person, and no published wording": 1}


def test_nobody_is_in_two_splits_and_small_splits_have_as_many_pairs_for_each_sample():
    lives = lives_of(*({"name": f"Life {n}"} | BORN for n in range(1000)))
    divided = split_lives(lives, {"train": 800, "dev": 200, "test": 0}, seed=1)
    assert {split: len(of_split) for split, of_split in divided.items()} == {"train": 667, "dev": 333}
    assert {life for of_split in divided.values() for life in of_split} == set(lives)
    assert divided == split_lives(lives, {"train": 800, "dev": 200, "test": 0}, seed=1)
    assert divided != split_lives(lives, {"train": 800, "dev": 200, "test": 0}, seed=2)

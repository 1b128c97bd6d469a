"""What may stand in the slots of a wording."""

from temporal_qa.questions.slots import slot_values


def test_a_name_that_contains_a_wording_is_read_in_every_way():
    found = list(slot_values("When did {anchor} play in {named}?", "When did Ann play in Bob play in Rome?"))
    assert found == [{"anchor": "Ann", "named": "Bob play in Rome"}, {"anchor": "Ann play in Bob", "named": "Rome"}]


def test_a_slot_that_stands_twice_has_one_value_and_none_is_empty():
    assert list(slot_values("{a} and {a}", "Ann and Ann")) == [{"a": "Ann"}]
    assert not [*slot_values("{a} and {a}", "Ann and Bob"), *slot_values("{a} and {b}", "Ann and ")]

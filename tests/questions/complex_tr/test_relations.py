"""The table of relations: the 14 of Complex-TR, complete, with known slots only."""

from importlib.resources import files

import pytest
import yaml

from temporal_qa.fiction.names import ENTITY_TYPES
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.relations import _relation, wordings
from temporal_qa.questions.slots import check_slots

# Complex-TR, Table 12.
LABELS = {
    "P54": "member of sports team", "P39": "position held", "P108": "employer", "P102": "member of political party",
    "P286": "head coach", "P69": "educated at", "P488": "chairperson", "P6": "head of government",
    "P35": "head of state", "P127": "owned by", "P26": "spouse", "P166": "award received", "P937": "work location",
    "P551": "residence",
}  # fmt: skip


def test_the_fourteen_relations_of_complex_tr():
    assert LABELS.items() <= {key: relation.label for key, relation in wordings().relations.items()}.items()


def test_fictional_names_are_made_for_every_type_of_entity():
    for relation in wordings().relations.values():
        assert set(relation.subject_types + relation.object_types) <= ENTITY_TYPES, relation.id


def test_at_least_three_wordings_of_every_kind():
    table = wordings()
    for relation in table.relations.values():
        for kind in KINDS.values():
            asks = relation.ask_span if kind.asks_span else relation.ask
            assert len(set(asks)) >= 3
            assert len(set(table.patterns[kind.name])) * len(set(asks)) >= 3
        assert len(set(relation.event_during)) >= 3


def test_wordings_are_distinct_between_relations():
    """Otherwise a question would be about two relations at once."""
    seen = {}
    for relation in wordings().relations.values():
        for wording in {*relation.ask, *relation.ask_span, *relation.ask_other, relation.sentence}:
            assert seen.setdefault(wording, relation.id) == relation.id, wording


def test_events_of_persons_name_their_subject_and_events_of_organisations_their_object():
    for relation in wordings().relations.values():
        for event in (relation.event, *relation.event_during):
            assert ("{subject}" in event) == (relation.subject_types == ("person",))


@pytest.mark.parametrize(
    ("wording", "needed"),
    [
        ("Who was the head of {object}", {"subject"}),  # the wrong slot
        ("Who was the head", {"subject"}),  # no slot
        ("{subject} met {subject}", {"subject"}),  # filled once, so it may stand once
        ("{tail2} and {subject}", {"subject"}),  # what CronQuestions shipped 31,951 times
    ],
)
def test_a_wording_with_a_slot_that_cannot_be_filled_is_refused(wording, needed):
    with pytest.raises(ValueError, match=r"P0: .* has slots"):
        check_slots("P0", [wording], needed)


def test_a_relation_with_too_few_wordings_is_refused():
    text = files("temporal_qa.generation").joinpath("relations.yaml").read_text(encoding="utf-8")
    block = yaml.safe_load(text)["relations"]["P54"]
    with pytest.raises(ValueError, match="P54: Expected `array` of length >= 3"):
        _relation("P54", block | {"ask": block["ask"][:2]})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"lable": "team"}, "P54: Object contains unknown field `lable`"),
        ({"temp_reason": {"sentense": "{subject} plays for {object}"}}, "P54: .* unknown field `sentense`"),
        ({"subject": "person"}, "P54: Expected `array`, got `str`"),
        ({"label": 54}, "P54: Expected `str`, got `int`"),
        ({"single_holder": "maybe"}, "P54: Expected `bool`, got `str`"),
    ],
    ids=str,
)
def test_a_block_with_a_key_that_is_unknown_or_of_another_type_is_refused(changed, message):
    text = files("temporal_qa.generation").joinpath("relations.yaml").read_text(encoding="utf-8")
    block = yaml.safe_load(text)["relations"]["P54"]
    with pytest.raises(ValueError, match=message):
        _relation("P54", block | changed)

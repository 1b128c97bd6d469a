"""The set reader over words: which facts it reads, what it learns, and that it learns sets by heart."""

from collections import Counter

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_encoders import learn  # noqa: E402

from temporal_qa.models.extractive.word_fact_set import WordFactSetReader  # noqa: E402

from .test_fact_set import CONTEXT, FACTS, ROWS  # noqa: E402

SETTINGS = {"context": "facts", "max_input_words": 80, "dropout": 0.0}


@pytest.fixture
def reader(tmp_path):
    recipe = type("Recipe", (), SETTINGS | {"init": "tiny", "seed": 0})
    WordFactSetReader.create(recipe, ROWS, tmp_path / "new")
    return WordFactSetReader.load(str(tmp_path / "new"), SETTINGS)


def test_the_words_of_every_fact_that_is_read(reader):
    (example,) = reader.read([ROWS[0] | {"fact_context": f" {CONTEXT} \n\n"}], Counter(), training=False)
    assert [fact.object for fact in example.facts] == [team for team, _, _ in FACTS]
    text = f"{ROWS[0]['question']}\n {CONTEXT}"
    for fact, (_, first, last) in zip(example.facts, example.places, strict=True):
        sentence = text[example.words.spans[first, 0] : example.words.spans[last, 1]]
        assert sentence.startswith(f"Ann Reed played for {fact.object} from ")
        assert sentence.endswith(".")


def test_facts_that_do_not_fit_are_counted_and_their_answers_not_learned(reader):
    reader.settings = type(reader.settings)("facts", 40)
    counts = Counter()
    assert [example.id for example in reader.read(ROWS, counts, training=True)] == ["one", "two", "later", "none"]
    assert counts["sentences cut"] == 2 * len(ROWS)
    assert counts["answers not among the facts, not trained on"] == 1


def test_a_context_without_facts_has_no_answers(reader):
    strange = reader.read([ROWS[0] | {"fact_context": "Nothing at all"}, ROWS[1]], Counter(), training=False)
    assert reader.answer(reader.model, strange)[0].answers == []


@pytest.mark.parametrize("facts", [[{"subject": "Ann Reed"}], [{"object": 7}], ["Ajax"], None])
def test_facts_of_a_row_that_name_no_objects_decide_nothing(reader, facts):
    plain, odd = reader.read([ROWS[0], ROWS[0] | {"facts": facts}], Counter(), training=False)
    assert odd.facts == plain.facts


def test_it_learns_sets_by_heart_and_is_the_same_after_saving(reader, tmp_path):
    learn(reader, reader.read(ROWS, Counter(), training=True), 150, len(ROWS), 2e-3)
    examples = reader.read(ROWS, Counter(), training=False)
    found = reader.answer(reader.model, examples)
    assert [answer.answers for answer in found] == [row["answers"] for row in ROWS]
    assert found[1].text == "Ajax $and Hull City"
    reader.save(reader.model, tmp_path / "saved")
    again = WordFactSetReader.load(str(tmp_path / "saved"), SETTINGS)
    assert again.answer(again.model, examples) == found
    alone = [reader.answer(reader.model, [example])[0].answers for example in examples]
    assert alone == [row["answers"] for row in ROWS]

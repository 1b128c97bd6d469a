"""The set readers: which facts they read, what they learn, and that they learn sets by heart."""

from collections import Counter

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_encoders import learn, new_encoder, new_tokenizer  # noqa: E402

from temporal_qa.io.errors import InputError  # noqa: E402
from temporal_qa.models.extractive.fact_set import (  # noqa: E402
    FactSetReader,
    WordFactSetReader,
    log_probabilities,
)

FACTS = (
    ("Ajax", "May 1990", "June 1994"),
    ("Hull City", "July 1992", "May 1996"),
    ("Ajax", "August 1999", "May 2001"),
    ("Real Madrid", "June 2002", "May 2004"),
)
CONTEXT = "\n".join(f"Ann Reed played for {team} from {start} to {end}." for team, start, end in FACTS)
ROWS = [
    {"id": "one", "question": "Which team did Ann Reed play for in June 1991?", "answers": ["Ajax"]},
    {"id": "two", "question": "Which team did Ann Reed play for in May 1993?", "answers": ["Ajax", "Hull City"]},
    {"id": "later", "question": "Which team did Ann Reed play for in May 2000?", "answers": ["Ajax"]},
    {"id": "none", "question": "Which team did Ann Reed play for in May 1998?", "answers": []},
    {"id": "last", "question": "Which team did Ann Reed play for in May 2003?", "answers": ["Real Madrid"]},
]
ROWS = [row | {"fact_context": CONTEXT} for row in ROWS]
WHOLE = {"context": "facts", "max_input_tokens": 192, "dropout": 0.0}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    tokenizer = new_tokenizer([text for row in ROWS for text in (row["question"], CONTEXT)])
    return new_encoder("modernbert", tokenizer, tmp_path_factory.mktemp("modernbert"))


@pytest.fixture
def reader(folder):
    return FactSetReader.load(folder, WHOLE)


@pytest.mark.parametrize("settings", [{}, {"max_input_tokens": 40, "step_tokens": 14}], ids=["whole", "windows"])
def test_every_fact_has_a_place_in_a_window(folder, settings):
    reader = FactSetReader.load(folder, WHOLE | settings)
    (example,) = reader.read([ROWS[0] | {"fact_context": f" {CONTEXT} \n\n"}], Counter(), training=False)
    assert [fact.object for fact in example.facts] == [team for team, _, _ in FACTS]
    assert example.names == ["Ajax", "Hull City", "Real Madrid"]
    assert (len(example.windows) > 1) == bool(settings)
    for fact, (window, first, last) in zip(example.facts, example.places, strict=True):
        start, end = example.windows[window].characters_of(first, last)
        assert f" {CONTEXT}"[start:end].startswith("Ann Reed played for " + fact.object)
        assert f" {CONTEXT}"[start:end].endswith(".")


def test_what_cannot_be_learned_is_counted_and_answered_all_the_same(reader):
    strange = [ROWS[0] | {"id": "a", "answers": ["Boca"]}, ROWS[0] | {"id": "b", "fact_context": "Nothing at all"}]
    counts = Counter()
    assert [each.id for each in reader.read([*strange, ROWS[1]], counts, training=True)] == ["two"]
    assert counts["answers not among the facts, not trained on"] == 2
    answers = reader.answer(reader.model, reader.read(strange, Counter(), training=False))
    assert answers[1].answers == []
    with pytest.raises(InputError, match="question 'one' has no text in 'fact_context'"):
        reader.read([{"id": "one", "question": "Who?", "context": CONTEXT}], Counter(), training=False)


def test_it_learns_sets_by_heart_and_is_the_same_after_saving(reader, tmp_path):
    learn(reader, reader.read(ROWS, Counter(), training=True), 150, len(ROWS), 2e-3)
    found = reader.answer(reader.model, reader.read(ROWS, Counter(), training=False))
    assert [answer.answers for answer in found] == [row["answers"] for row in ROWS]
    assert found[1].text == "Ajax $and Hull City"
    assert all(-0.7 < answer.score < 0 for answer in found)
    reader.save(reader.model, tmp_path / "saved")
    again = FactSetReader.load(str(tmp_path / "saved"), WHOLE)
    assert again.answer(again.model, again.read(ROWS, Counter(), training=False)) == found
    alone = [reader.answer(reader.model, [each])[0] for each in reader.read(ROWS, Counter(), training=False)]
    assert [answer.answers for answer in alone] == [row["answers"] for row in ROWS]


def test_a_name_is_an_answer_if_any_of_its_facts_says_so():
    logits = torch.tensor([1.0, -2.0, 0.5], dtype=torch.float64)
    yes, no = log_probabilities(logits, torch.tensor([0, 1, 0]), 2)
    p = logits.sigmoid()
    expected = [1 - (1 - p[0]) * (1 - p[2]), p[1]]
    assert yes.exp().tolist() == pytest.approx([each.item() for each in expected])
    assert no.exp().tolist() == pytest.approx([1 - each.item() for each in expected])


def test_the_loss_is_the_improbability_of_the_right_sets(reader):
    examples = reader.read(ROWS, Counter(), training=True)
    loss = reader.loss(reader.model, reader.collate(examples, "cpu"))
    each = [reader.loss(reader.model, reader.collate([example], "cpu")).item() for example in examples]
    assert loss.item() == pytest.approx(sum(each) / len(each), rel=1e-4)


WORDS = {"context": "facts", "max_input_words": 80, "dropout": 0.0}


@pytest.fixture
def of_words(tmp_path):
    recipe = type("Recipe", (), WORDS | {"init": "tiny", "seed": 0})
    WordFactSetReader.create(recipe, ROWS, tmp_path / "new")
    return WordFactSetReader.load(str(tmp_path / "new"), WORDS)


def test_the_words_of_every_fact_that_is_read(of_words):
    (example,) = of_words.read([ROWS[0] | {"fact_context": f" {CONTEXT} \n\n"}], Counter(), training=False)
    assert [fact.object for fact in example.facts] == [team for team, _, _ in FACTS]
    text = f"{ROWS[0]['question']}\n {CONTEXT}"
    for fact, (_, first, last) in zip(example.facts, example.places, strict=True):
        sentence = text[example.words.spans[first, 0] : example.words.spans[last, 1]]
        assert sentence.startswith(f"Ann Reed played for {fact.object} from ")
        assert sentence.endswith(".")


def test_facts_that_do_not_fit_are_counted_and_their_answers_not_learned(of_words):
    of_words.settings = type(of_words.settings)("facts", 40)
    counts = Counter()
    assert [example.id for example in of_words.read(ROWS, counts, training=True)] == ["one", "two", "later", "none"]
    assert counts["sentences cut"] == 2 * len(ROWS)
    assert counts["answers not among the facts, not trained on"] == 1


def test_a_context_without_facts_has_no_answers(of_words):
    strange = of_words.read([ROWS[0] | {"fact_context": "Nothing at all"}, ROWS[1]], Counter(), training=False)
    assert of_words.answer(of_words.model, strange)[0].answers == []


@pytest.mark.parametrize("facts", [[{"subject": "Ann Reed"}], [{"object": 7}], ["Ajax"], None])
def test_facts_of_a_row_that_name_no_objects_decide_nothing(of_words, facts):
    plain, odd = of_words.read([ROWS[0], ROWS[0] | {"facts": facts}], Counter(), training=False)
    assert odd.facts == plain.facts


def test_the_reader_over_words_learns_sets_by_heart_and_is_the_same_after_saving(of_words, tmp_path):
    learn(of_words, of_words.read(ROWS, Counter(), training=True), 150, len(ROWS), 2e-3)
    examples = of_words.read(ROWS, Counter(), training=False)
    found = of_words.answer(of_words.model, examples)
    assert [answer.answers for answer in found] == [row["answers"] for row in ROWS]
    assert found[1].text == "Ajax $and Hull City"
    of_words.save(of_words.model, tmp_path / "saved")
    again = WordFactSetReader.load(str(tmp_path / "saved"), WORDS)
    assert again.answer(again.model, examples) == found
    alone = [of_words.answer(of_words.model, [example])[0].answers for example in examples]
    assert alone == [row["answers"] for row in ROWS]

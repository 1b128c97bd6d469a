"""An encoder that reads windows: what it learns from, how it chooses among windows, and that it learns by heart."""

from collections import Counter
from dataclasses import replace

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_encoders import learn, new_encoder, new_tokenizer  # noqa: E402

from temporal_qa.io.errors import InputError  # noqa: E402
from temporal_qa.models.extractive.span_windows import FoundSpan, SpanWindowsReader, released_choice  # noqa: E402
from temporal_qa.models.extractive.windows import Window  # noqa: E402

TEAMS = ("Ajax", "Real Madrid", "Hull City", "Boca Juniors")
FILLER = " He lived in a house by the sea and wrote letters to his brother ."


def article(name, filler=2):
    """Who played where, with sentences between, so that short windows hold one team each."""
    spells = (f"From {1990 + 5 * n} , {name} played for {team} ." for n, team in enumerate(TEAMS))
    return (FILLER * filler).join(spells)


def question(number, name, year, team):
    context = article(name)
    row = {"id": str(number), "question": f"Who did {name} play for in {year} ?", "context": context}
    if team is None:
        return row | {"answers": [], "answer_starts": [], "answer_ends": []}
    start = context.index(team)
    return row | {"answers": [team], "answer_starts": [start], "answer_ends": [start + len(team)]}


ROWS = [
    question(number * 5 + place, name, 1992 + 5 * place, ([*TEAMS, None])[place])
    for number, name in enumerate(("Ann", "Bob"))
    for place in range(5)
]
LONG = {"context": "text", "max_input_tokens": 192}
SHORT = {"context": "text", "max_input_tokens": 64, "step_tokens": 32, "max_answer_tokens": 6}


@pytest.fixture(scope="module")
def tokenizer():
    return new_tokenizer([text for row in ROWS for text in (row["question"], row["context"])])


@pytest.fixture(scope="module")
def folder(tokenizer, tmp_path_factory):
    return new_encoder("modernbert", tokenizer, tmp_path_factory.mktemp("modernbert"))


def load(folder, settings, **more):
    return SpanWindowsReader.load(folder, {"dropout": 0.0} | settings | more)


def marked(example):
    (window,) = example.windows
    spans = [window.characters_of(*place) for place in example.places if place != (0, 0)]
    return [example.context[start:end] for start, end in spans]


def test_every_window_is_an_example_and_those_without_the_answer_say_none(folder):
    reader, counts = load(folder, SHORT), Counter()
    whole = reader.read(ROWS, Counter(), training=False)
    examples = reader.read(ROWS, counts, training=True)
    assert len(examples) == sum(len(example.windows) for example in whole) == counts["inputs"]
    for row in ROWS:
        found = [marked(example) for example in examples if example.id == row["id"]]
        assert any(found) == bool(row["answers"])
        assert {text for texts in found for text in texts} == set(row["answers"])
        assert all(example.places for example in examples)


def test_a_share_of_the_empty_windows_is_drawn_by_the_seed(folder):
    drawn = {}
    for seed in (1, 1, 2):
        reader, counts = load(folder, SHORT, empty_windows=0.3, seed=seed), Counter()
        examples = reader.read(ROWS, counts, training=True)
        empty = [example.id for example in examples if example.places == ((0, 0),)]
        assert len(empty) + counts["windows without an answer, not drawn"] == 0 + sum(
            example.places == ((0, 0),) for example in load(folder, SHORT).read(ROWS, Counter(), training=True)
        )
        assert drawn.setdefault(seed, empty) == empty
    assert drawn[1] != drawn[2]


def test_a_window_with_the_answer_at_another_place_only_is_not_learned_from(folder):
    row = ROWS[0] | {"context": ROWS[0]["context"] + FILLER * 4 + " Ajax is a club ."}
    counts = Counter()
    examples = load(folder, SHORT).read([row], counts, training=True)
    assert counts["windows with an answer at another place, not trained on"] > 0
    assert all("Ajax is" not in example.context[: row["answer_ends"][0]] for example in examples)
    del row["answer_starts"], row["answer_ends"]  # without a place, all places count
    everywhere = load(folder, SHORT).read([row], Counter(), training=True)
    assert sum(bool(marked(each)) for each in everywhere) > sum(bool(marked(each)) for each in examples)


def test_several_answers_and_several_places_are_all_targets(folder):
    row = {"id": "1", "question": "Who?", "context": "Ajax and Hull City and Ajax .", "answers": ["Ajax", "Hull City"]}
    (example,) = load(folder, LONG).read([row], Counter(), training=True)
    assert marked(example) == ["Ajax", "Hull City", "Ajax"]


def test_each_window_of_a_long_context_looks_at_its_own_places_only(folder, monkeypatch):
    looked, tokens_of = Counter(), Window.tokens_of
    monkeypatch.setattr(Window, "tokens_of", lambda *given: looked.update(["place"]) or tokens_of(*given))
    row = {"id": "1", "question": "Who?", "context": " ".join(["Ajax won ."] * 400), "answers": ["Ajax"]}
    windows = load(folder, SHORT).read([row], Counter(), training=True)
    assert len(windows) > 10
    assert all(len(marked(window)) > 1 for window in windows)
    assert looked["place"] < 4 * 400  # each place in the windows that overlap there, and not in all


@pytest.mark.parametrize("answers", [["Barcelona"], ["Aja"], ["Ajax and Hull City and Ajax"]], ids=str)
def test_what_cannot_be_marked_is_counted_and_answered_all_the_same(folder, answers):
    row = {"id": "1", "question": "Who?", "context": "Ajax and Hull City and Ajax .", "answers": answers}
    reader, counts = load(folder, SHORT, max_answer_tokens=3), Counter()
    assert reader.read([row], counts, training=True) == []
    assert counts["answers not in the text, not trained on"] == 1
    assert len(reader.answer(reader.model, reader.read([row], Counter(), training=False))) == 1


@pytest.mark.parametrize(
    ("family", "null_score"), [("modernbert", "joint"), ("big_bird", "joint"), ("bert", "separate")]
)
def test_it_learns_by_heart_marks_where_and_is_the_same_after_saving(tokenizer, tmp_path, family, null_score):
    reader = load(new_encoder(family, tokenizer, tmp_path / "start"), LONG, null_score=null_score)
    learn(reader, reader.read(ROWS, Counter(), training=True), 120, len(ROWS), 2e-3)
    questions = reader.read(ROWS, Counter(), training=False)
    found = reader.answer(reader.model, questions)
    assert [answer.answers for answer in found] == [row["answers"] for row in ROWS]
    for row, answer in zip(ROWS, found, strict=True):
        assert (answer.start, answer.end) == ((row["answer_starts"] + [None])[0], (row["answer_ends"] + [None])[0])
        assert answer.score > 0
    reader.save(reader.model, tmp_path / "saved")
    again = load(str(tmp_path / "saved"), LONG, null_score=null_score)
    assert again.answer(again.model, again.read(ROWS, Counter(), training=False)) == found
    assert [reader.answer(reader.model, [each])[0].answers for each in questions] == [each.answers for each in found]


@pytest.mark.parametrize("family", ["modernbert", "big_bird"])
def test_what_stands_beside_a_question_changes_nothing(tokenizer, tmp_path, family):
    reader = load(new_encoder(family, tokenizer, tmp_path / "start"), LONG)
    short = ROWS[0] | {"id": "s", "context": "Ann played for Ajax ."}
    examples = reader.read([short, *ROWS[:2]], Counter(), training=False)
    together = reader.answer(reader.model, examples)
    for example, answer in zip(examples, together, strict=True):
        (alone,) = reader.answer(reader.model, [example])
        assert (alone.text, alone.start) == (answer.text, answer.start)
        assert alone.score == pytest.approx(answer.score, abs=1e-5)


def test_the_two_losses_of_none(folder):
    """Joint: the first token competes with the spans. Separate: it does not, and empty windows teach no span."""
    reader = load(folder, SHORT)
    examples = reader.read(ROWS, Counter(), training=True)
    with_answer = [each for each in examples if each.places != ((0, 0),)][:2]
    without = [each for each in examples if each.places == ((0, 0),)][:3]
    for null_score, chosen in (
        ("joint", with_answer + without),
        ("separate", with_answer + without),
        ("separate", without),
    ):
        reader.settings = replace(reader.settings, null_score=null_score)
        batch = reader.collate(chosen, "cpu")
        loss = reader.loss(reader.model, batch)
        output = reader.model(**batch["inputs"])
        expected = 0.0
        for row, (example, starts, ends) in enumerate(zip(chosen, output.start_logits, output.end_logits, strict=True)):
            at = batch["allowed"][row].nonzero()[:, 0]
            if null_score == "separate":
                p_none = torch.sigmoid(starts[0] + ends[0])
                expected -= torch.log(p_none if example.places == ((0, 0),) else 1 - p_none)
                at = at[1:]
            if null_score == "joint" or example.places != ((0, 0),):
                sums = [
                    starts[at].log_softmax(0)[at == i] + ends[at].log_softmax(0)[at == j] for i, j in example.places
                ]
                expected -= torch.cat(sums).logsumexp(0)
        assert loss.item() == pytest.approx(expected.item() / len(chosen), rel=1e-5)
        loss.backward()
        assert all(each.grad is None or each.grad.isfinite().all() for each in reader.model.parameters())


def test_a_question_is_cut_after_its_first_tokens(folder):
    row, counts = ROWS[0] | {"question": "Who did Ann play for , Ann of the sea , in 1992 ?"}, Counter()
    (example,) = load(folder, LONG, max_question_tokens=5).read([row], counts, training=False)
    (short,) = load(folder, LONG).read([row | {"question": "Who did Ann play for"}], Counter(), training=False)
    assert example.windows[0].inputs["input_ids"].tolist() == short.windows[0].inputs["input_ids"].tolist()
    assert (counts["inputs cut"], counts["inputs"]) == (1, 1)
    (whole,) = load(folder, LONG, max_question_tokens=15).read([row], counts, training=False)
    assert (len(whole.windows[0]) > len(example.windows[0]), counts["inputs cut"]) == (True, 1)


def test_a_reader_that_never_says_none_takes_the_best_span_by_its_logits(folder):
    reader = load(folder, SHORT, null_score="separate")
    reader.model.classifier.bias.data += 100  # every window says none
    said = reader.answer(reader.model, reader.read(ROWS, Counter(), training=False))
    assert [answer.answers for answer in said] == [[]] * len(ROWS)
    reader.settings = replace(reader.settings, no_answer="never")
    for row, answer in zip(
        ROWS, reader.answer(reader.model, reader.read(ROWS, Counter(), training=False)), strict=True
    ):
        assert row["context"][answer.start : answer.end] == answer.text != ""
    (empty,) = reader.answer(reader.model, reader.read([ROWS[0] | {"context": ""}], Counter(), training=False))
    assert (empty.answers, empty.start) == ([], None)


def spans(*scores):
    """Windows by the score of their best span and that of none."""
    return [FoundSpan(place, place + 1, score, score - none) for place, (score, none) in enumerate(scores)]


@pytest.mark.parametrize(
    ("found", "released", "ours"),
    [
        (spans((5, 1)), 0, 0),
        (spans((5, 1), (0, 1)), None, 0),  # the last window says none
        (spans((0, 1), (5, 1)), 1, 1),
        (spans((9, 1), (0, 1), (3, 1)), 2, 0),  # any later span beats what none has discarded
        (spans((5, 4), (4, 0)), 0, 1),  # by score; by odds against none
        (spans((0, 1), (0, 2)), None, None),
    ],
)
def test_none_is_right_only_if_all_windows_say_so_unless_as_released(found, released, ours):
    chosen = released_choice(found)
    assert (None if chosen is None else chosen.start) == released
    best = max(found, key=lambda span: span.odds)
    assert (best.start if best.odds > 0 else None) == ours


def test_an_empty_context_has_no_answer(folder):
    reader = load(folder, LONG)
    (answer,) = reader.answer(reader.model, reader.read([ROWS[0] | {"context": ""}], Counter(), training=False))
    assert (answer.answers, answer.start) == ([], None)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"context": "passages"}, "context: Invalid enum value 'passages'"),
        ({"max_input_tokens": 5000}, "max_input_tokens is 5000, .* reads at most 1024"),
        ({"search": "best"}, "search: Invalid enum value 'best'"),
    ],
)
def test_wrong_settings_are_one_line(folder, settings, message):
    with pytest.raises(InputError, match=message):
        load(folder, LONG | settings)


def test_a_row_without_a_context_is_one_line(folder):
    with pytest.raises(InputError, match="question '1' has no text in 'context', only 'id', 'question'"):
        load(folder, LONG).read([{"id": "1", "question": "Who?"}], Counter(), training=False)

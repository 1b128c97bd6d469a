"""Set accuracy, answer F1 and token F1: a table of cases, an independent reference, properties."""

import itertools
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.scoring import token_f1 as token_f1_module
from temporal_qa.scoring.answer_f1 import answer_f1
from temporal_qa.scoring.answer_scores import answer_scores, scores_by_value
from temporal_qa.scoring.normalize import normalize_answer, normalize_plain, row_form, split_answers
from temporal_qa.scoring.set_accuracy import set_accuracy
from temporal_qa.scoring.token_f1 import token_f1

CASES = json.loads(Path(__file__).with_name("answer_scores_cases.json").read_text())

PIECES = ["Switzerland", "and", "$and", " $and ", ",", ", ", " ", "  ", "The", "a", "an", "Tesla", "tesla", "SPACEX"]
PIECES += ["É", "e\u0301", "ﬁ", "\u00a0", "U.S.", "-", "\u2019", "!", "İ", "New York", "York", "1984", "\n", "ß", "½"]
text = st.lists(st.sampled_from(PIECES), max_size=5).map("".join) | st.text(max_size=5)
answers = st.lists(text, max_size=4)
right_answers = answers.filter(lambda row: any(map(normalize_answer, row)))
several = st.lists(st.tuples(answers, answers), min_size=1, max_size=6).map(lambda rows: tuple(zip(*rows)))  # noqa: B905


def scores(predictions, references, **how):
    """All four scores of each question, as computed by the public functions one by one."""
    return {
        "set_accuracy": set_accuracy(predictions, references, **how).tolist(),
        "answer_f1": answer_f1(predictions, references, **how)["answer_f1"].tolist(),
        **{name: values.tolist() for name, values in token_f1(predictions, references, **how).items()},
    }


@pytest.mark.parametrize("rules", ["default", "as_published"])
@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_each_case_has_its_scores(case, rules):
    found = scores([case["prediction"]], [case["reference"]], as_published=rules == "as_published")
    assert {name: values[0] for name, values in found.items()} == pytest.approx(case[rules]), case["why"]


# The released rules once more, written from their description and in another manner: regular expressions and counting
# by hand.


def squad(name):
    bare = re.sub(r"[!-/:-@\[-`{-~]", "", name.lower())
    return re.sub(r"\b(?:an?|the)\b", " ", bare).split()


def released(prediction, reference):
    gold = [name.strip().lower() for name in reference if squad(name)] or [""]
    cut = re.search(r" \$and ", prediction) or re.search(r"\$and|and", prediction) or re.search(",", prediction)
    if cut and "$and" in prediction and "$" not in cut.group():
        cut = re.search(r"\$and", prediction)
    parts = re.split(re.escape(cut.group()), prediction) if cut else [prediction]
    if not cut or cut.group() != ",":
        parts = [part.strip().lower() for part in parts]
    hits = len([part for part in parts if part in gold])
    misses = len([name for name in gold if name not in parts])
    f1s = []
    for name in gold:
        p, r = squad(parts[0]), squad(name)
        shared = sum(min(p.count(word), r.count(word)) for word in set(p))
        f1s.append(200 * shared / (len(p) + len(r)) if p and r else 100 * (p == r))
    return {
        "set_accuracy": 100 * (not set(parts) ^ set(gold)),
        # 2PR/(P+R) with P = hits/len(parts), R = hits/(hits+misses)
        "answer_f1": 200 * hits / (len(parts) + hits + misses) if hits else 0,
        "exact_match": 100 * any(squad(parts[0]) == squad(name) for name in gold),
        "token_f1": max(f1s),
    }


@given(text, answers)
def test_as_published_is_the_released_metric(prediction, reference):
    found = scores([prediction], [reference], as_published=True)
    assert {name: values[0] for name, values in found.items()} == pytest.approx(released(prediction, reference))


@given(answers, answers)
def test_as_published_joins_lists_first(prediction, reference):
    joined = scores([" $and ".join(prediction)], [reference], as_published=True)
    assert scores([prediction], [reference], as_published=True) == joined


# The default scores once more, one question at a time.


def alone(prediction, reference, normalization):
    form = row_form(reference, normalization=normalization)
    predicted, right = ({form(name) for name in row} - {""} for row in (prediction, reference))
    if not right:  # unanswerable: right only if nothing is answered
        return dict.fromkeys(("set_accuracy", "answer_f1", "exact_match", "token_f1"), 0 if predicted else 100)
    plain = [{normalize_plain(name) for name in row} - {""} for row in (prediction, reference)]
    pairs = [(squad(p) or p.split(), squad(r) or r.split()) for p, r in itertools.product(*plain)]
    shared = [sum(min(p.count(word), r.count(word)) for word in set(p)) for p, r in pairs]
    exact = 100 * (any(p == r for p, r in pairs) or bool(predicted & right))
    f1s = (200 * n / (len(p) + len(r)) for n, (p, r) in zip(shared, pairs, strict=True))
    return {
        "set_accuracy": 100 * (predicted == right),
        "answer_f1": 200 * len(predicted & right) / (len(predicted) + len(right)),
        "exact_match": exact,
        "token_f1": max(f1s, default=0) if not exact else 100,
    }


@given(several, st.sampled_from(["names", "plain"]))
def test_many_questions_at_once_score_as_one_by_one(rows, normalization):
    found = scores(*rows, normalization=normalization)
    expected = [alone(*question, normalization) for question in zip(*rows, strict=True)]
    for name, values in found.items():
        assert values == pytest.approx([question[name] for question in expected]), name


@given(several)
def test_tokens_are_compared_in_blocks_without_a_difference(rows):
    whole = token_f1(*rows)["token_f1"].tolist()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(token_f1_module, "_MAX_TOKENS_AT_ONCE", 1)
        assert token_f1(*rows)["token_f1"].tolist() == whole


@given(several, st.booleans())
def test_together_is_the_same_as_one_by_one(rows, as_published):
    together = answer_scores(*rows, as_published=as_published)
    one_by_one = scores(*rows, as_published=as_published)
    assert {name: values.tolist() for name, values in together.items()} == one_by_one


@given(answers, answers, st.randoms())
def test_order_and_repetition_never_matter(prediction, reference, random):
    def disturbed(row):
        longer = [*row, *random.choices(row, k=2)] if row else []
        random.shuffle(longer)
        return longer

    assert scores([disturbed(prediction)], [disturbed(reference)]) == scores([prediction], [reference])


@given(answers, answers)
def test_exchanging_prediction_and_reference_exchanges_precision_and_recall(one, other):
    there, back = (answer_f1([p], [r], normalization="plain") for p, r in ((one, other), (other, one)))
    names = ("answer_precision", "answer_recall", "answer_f1")
    assert [there[name] for name in names] == [back[name] for name in (names[1], names[0], names[2])]


@given(answers, answers)
def test_scores_bound_each_other(prediction, reference):
    found = {name: values[0] for name, values in scores([prediction], [reference]).items()}
    assert 0 <= found["set_accuracy"] <= found["answer_f1"] <= found["exact_match"] <= found["token_f1"] <= 100
    assert (found["set_accuracy"] == 100) == (found["answer_f1"] == 100)


def test_lists_and_joined_strings_agree():
    lists = [["Tesla", "SpaceX"], ["Switzerland"]], [["SpaceX", "Tesla"], ["Swiss Confederation", "Switzerland"]]
    joined = [[" $and ".join(row) for row in column] for column in lists]
    for predictions, references in itertools.product((lists[0], joined[0]), (lists[1], joined[1])):
        assert scores(predictions, references) == scores(*lists)


def test_a_list_is_never_split_and_a_string_only_at_the_separator():
    assert set_accuracy([["A $and B"]], [["A", "B"]]).tolist() == [0]
    assert set_accuracy(["A; B"], [["A", "B"]], separator="; ").tolist() == [100]
    assert split_answers(" A $and  $and B") == ["A", "B"]
    assert split_answers(["A $and B", " "]) == ["A $and B"]


@pytest.mark.parametrize("as_published", [False, True])
@pytest.mark.parametrize(
    ("predictions", "references", "error", "message"),
    [
        (["a"], ["a", "b"], ValueError, "predictions: 1, references: 2"),
        ([], [], ValueError, "no questions"),
        ("a", ["a"], TypeError, "predictions: expected a list"),
        (["a"], "a", TypeError, "references: expected a list"),
        ({"q": "a"}, ["a"], TypeError, "found dict"),
        (None, ["a"], TypeError, "found NoneType"),
        (["a", None], ["a", "b"], TypeError, r"predictions\[1\].*found NoneType"),
        (["a", 3], ["a", "b"], TypeError, r"predictions\[1\].*found int"),
        ([["a"], "b"], ["a", "b"], TypeError, r"predictions\[1\].*expected a list of strings, like predictions\[0\]"),
        (["a", ["b"]], ["a", "b"], TypeError, r"predictions\[1\].*expected a joined string, like predictions\[0\]"),
        (["a", "b"], [["a"], ["b", None]], TypeError, r"references\[1\]\[1\].*found NoneType"),
        ([["a"], [{"x": 1}]], ["a", "b"], TypeError, r"predictions\[1\]\[0\].*found dict"),
    ],
)
def test_bad_columns_are_named(predictions, references, error, message, as_published):
    for metric in (set_accuracy, answer_f1, token_f1, answer_scores):
        with pytest.raises(error, match=message):
            metric(predictions, references, as_published=as_published)


NOTHING = [[], [""], [" ", "\u00a0"]]


@pytest.mark.parametrize("as_published", [False, True])
@pytest.mark.parametrize("nothing", NOTHING)
@pytest.mark.parametrize("silence", [[], [""]])
def test_an_unanswerable_question_is_right_only_if_nothing_is_answered(silence, nothing, as_published):
    found = scores([["x"], silence, silence, ["x"]], [["x"], nothing, ["x"], nothing], as_published=as_published)
    assert found == {name: [100, 100, 0, 0] for name in found}
    parts = answer_f1([silence, ["x"], ["x"]], [nothing, nothing, ["y"]], as_published=as_published)
    assert parts["answer_precision"].tolist() == parts["answer_recall"].tolist() == [100, 0, 0]


@pytest.mark.parametrize(("prediction", "right"), [("", 100), (" ", 100), (" $and ", 100), ("no", 0), ("a $and ", 0)])
def test_joined_strings_may_hold_no_answer(prediction, right):
    found = scores([prediction, "a"], ["", "a"])
    assert found == {name: [right, 100] for name in found}


@given(answers, st.sampled_from(NOTHING), st.lists(st.tuples(answers, right_answers), max_size=4))
def test_unanswerable_questions_change_no_score_of_the_others(prediction, nothing, others):
    rows = [[prediction, *(row for row, _ in others)], [nothing, *(row for _, row in others)]]
    for name, values in scores(*rows).items():
        assert values[0] == (0 if any(map(normalize_answer, prediction)) else 100)
        if others:
            assert values[1:] == scores(*zip(*others, strict=True))[name]


def test_the_released_rules_cannot_be_changed():
    with pytest.raises(ValueError, match=r"^as_published splits .*leave separator alone$"):
        set_accuracy(["a"], ["a"], separator=";", as_published=True)
    for metric in (set_accuracy, answer_f1, token_f1, answer_scores):
        with pytest.raises(ValueError, match=r"^as_published compares .*leave normalization alone$"):
            metric(["a"], ["a"], normalization="plain", as_published=True)
        with pytest.raises(ValueError, match="no normalization 'squad', expected names or plain"):
            metric(["a"], ["a"], normalization="squad")


@pytest.mark.parametrize(
    ("prediction", "reference", "f1"),
    [("Bora Bora", "Bora Bora Atoll", 80), ("Bora", "Bora Bora", 200 / 3), ("Bora Bora Atoll", "Bora Atoll", 80)],
)
def test_a_token_counts_as_often_as_both_answers_have_it(prediction, reference, f1):
    assert token_f1([[prediction]], [[reference]])["token_f1"].tolist() == [pytest.approx(f1)]


@pytest.mark.parametrize("kind", [None, "entity", "date"])
@pytest.mark.parametrize(("normalization", "right"), [("names", 100), ("plain", 0)])
def test_names_are_compared_as_asked_beside_values(kind, normalization, right):
    columns = [{"answer_type": kind}, {"answer_type": "date"}]
    found = scores_by_value([["The Tesla."], ["4 July 2001"]], [["Tesla"], ["July 4, 2001"]], columns, normalization)
    assert found["set_accuracy"].tolist() == [right, 100]

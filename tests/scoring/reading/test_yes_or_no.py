"""Yes and no in other words, and in those of the question; what doubts, or compares something else, is neither."""

import pytest

from temporal_qa.scoring.reading.response import read_answers
from temporal_qa.scoring.reading.yes_or_no import read_yes_no

from ..conftest import each

DATES = "Is 17th November 1941 earlier than 28th November 1941?"
AGES = "Is somebody aged 68 years, 10 months and 22 days younger than somebody aged 52 years, 8 months and 3 days?"
WAS = "Was 17th November 1941 earlier than 28th November 1941?"
LIVES = "Did the lives of Ann Lee and Bob Ray overlap?"


@pytest.mark.parametrize(("question", "answer", "texts"), [
    (DATES, "yes", ["Yep", "Yeah.", "Correct.", "Absolutely.", "Indeed, it is earlier.", "That's right, it is earlier.",
        "Oui.", "It is earlier.", "17 Nov 1941 comes before 28 Nov 1941.", "28 November 1941 is later.",
        "28th November 1941 is later than 17th November 1941.", "17 < 28, so it is earlier.",
        "17 November 1941 fell before 28 November 1941.",
        "28 November 1941 follows 17 November 1941.", "17 November 1941 did precede 28 November 1941.",
        "The month is the same: 17 < 28. Yes.", "Certainly.", "Of course it is.", "Definitely, it is.", "Affirmative.",
        "17 November 1941 is eleven days earlier than 28 November 1941.", "28 November 1941 is 11 days later.",
        "Yes. It wasn't 28 November until eleven days later."]),
    (DATES, "no", ["Nope", "Incorrect.", "Nein.", "It is not earlier.", "It isn't earlier.", "It's later.",
        "17th November 1941 is not earlier than 28th November 1941.", "28th November 1941 is earlier.", "Not at all.",
        "17 November 1941 is not earlier. It is later.",
        "Certainly not.", "Of course not!", "Absolutely not: it is later.", "Never.", "Negative.",
        "28 November 1941 is 11 days earlier."]),
    (DATES, None, ["It is 17th November 1941.", "It is not later.", "It may be earlier.", "Is it earlier?",
        "It does.", "Not correct.", "Absolutely not sure.", "It is earlier or later.",
        "The second date is earlier.", "Correct or incorrect",
        "Ja, nein", "Right after", "Indeed no overlap", "Right now it is.",
        "Yes, if both are Gregorian.", "Yes in one calendar, no in another.",
        "It is earlier, but I am not sure.", "It is neither earlier nor later.", "It is earlier. No, it is later.",
        "No, 17 November 1941 fell before 28 November 1941.", "Yes, it did not.", "No, it is earlier.\n\nWait, yes.",
        "Not at all clear", "Certainly not sure", "Of course, I can help.", "Never mind.", "Yes is not the answer.",
        "It is not earlier? It is.", "17 November 1941 is earlier. It is later.",
        "Yes, 28 November 1941 is earlier.", "No. It is later.\n\nWait, yes, it is earlier."]),
    (AGES, "no", ["They are older.", "They are not younger.", "They are older, not younger.",
        "Somebody aged 52 years, 8 months and 3 days is younger."]),
    (AGES, "yes", ["They are younger.", "Somebody aged 52 years, 8 months and 3 days is older."]),
    (WAS, "yes", ["It was.", "It was earlier."]), (WAS, "no", ["It was not.", "It wasn't."]), (WAS, None, ["It is."]),
    (LIVES, "yes", ["They did.", "Both their lives overlapped.", "Their two lives overlapped.",
        "Their lives overlapped.", "Their lives did overlap.",
        "The lives of Ann Lee and Bob Ray overlapped from 1873 to 1941."]),
    (LIVES, "no", ["They didn't.", "Their lives did not overlap.", "Nope, they did not overlap.",
        "There was no overlap.", "She died in 1941 and he was born in 1950, so their lives did not overlap."]),
    (LIVES, None, ["Their lives may have overlapped.", "They could not have overlapped.", "They lived.",
        "It is unclear whether their lives overlapped.", "Their lives overlapped, didn't they?"]),
])  # fmt: skip
def test_what_a_text_says(question, answer, texts):
    read = {text: read_answers(text, answer_type="yes_no", question=question).answers for text in texts}
    said = {text: answers if answers in (["yes"], ["no"]) else [] for text, answers in read.items()}
    assert said == dict.fromkeys(texts, [answer] if answer else [])


@pytest.mark.parametrize(("said", "texts"), [
    ("yes", [
        *each("{}", "yes/yep/yeah/yup/true/correct/right/absolutely/indeed/ja/oui/s\u00ed/the yes/indeed, yes"),
        "\u662f", "\u662f\u7684",
        *each("{}", "that's true/this is correct/it is right/the statement is true/this statement is correct"),
        *each("yes, {}", "it did not end until 1910/they did not end until 1910/it did not end yet"),
        *each("yes, it {} not so", "because/since/though/when/while/who"),
    ]),
    ("no", [
        *each("{}", "no/nope/nah/nein/non/false/incorrect/indeed, no/that is false/no dates overlap"),
        "\u4e0d\u662f", "\u5426",
        *each("no, {} true", "it is not/it isn't/the opposite is/the reverse is"),
        *each("no, it is not possible {}", "for them/that so/to have met/to be so/to meet/because so/since so/as so"),
        *each("no, it is {}", "not possible, no/not possible; no/impossible for them"),
    ]),
    (None, [
        *each("no {}", "one/answer/information/mention/idea/ideas/clue/way/doubt/question/evidence/data/later/earlier"),
        *each("no {}", "sooner/comment/comments/detail/details/date/dates/fact/facts/indication/conclusion/response"),
        *each("no {}", "more"),
        *each("no {} answer", "clear/definite/definitive/further/more/relevant/specific/such/sufficient/valid"),
        *each("right {}", "no/not/after/before/now"),
        *each("yes{}", " or no/, no/ if so/ no they/ no it/ no he/ no she/ no not/ no yes/ no in it/: false/: wrong"),
        *each("yes{}", ": incorrect/ nope/ nah/ nein/ non/, not really/, but not so/, only if so/ unless so"),
        *each("yes{}", " otherwise"),
        *each("no{}", " or yes/ yes/ ja/ oui/, it does/, they do/, this did/, that is/, he was/, she was/, they were"),
        *each("no{} overlap", ", they/, they do/, their lives/, the two lives did/, both lives"),
        *each("{}", "yes or no/no, true"),
        *each("yes, {} overlap", "it did not/this does not/that had never/he did not/she did not/they neither"),
        *each("yes, {} overlap", "their lives did not/the lives never/there is no/both failed to/there was no"),
        *each("yes, {}", "it doesn't/Ann didn't"),
    ]),
])  # fmt: skip
def test_each_word_that_begins_an_answer_or_leaves_it_open(said, texts):
    assert {text: read_yes_no(text) for text in texts} == dict.fromkeys(texts, said)


@pytest.mark.parametrize(("one", "other", "question"), [
    ("younger", "older", "Is Ann Lee {} than Bob Ray?"), ("shorter", "longer", "Is Ann Lee {} than Bob Ray?"),
    ("less", "more", "Is 5 {} than 6?"),
    ("less", "greater", "Is 5 {} than 6?"), ("smaller", "larger", "Is 5 {} than 6?"),
    ("before", "after", "Is May 1910 {} June 1910?"), ("earlier", "later", "Is May 1910 {} than June 1910?"),
])  # fmt: skip
def test_each_comparison_is_told_in_its_own_words_and_in_the_opposite(one, other, question):
    for asked, told, said in (one, one, "yes"), (one, other, "no"), (other, other, "yes"), (other, one, "no"):
        subject, rest = question.removeprefix("Is ").rstrip("?").split(" {} ")
        read = read_answers(f"{subject} is {told} {rest}.", answer_type="yes_no", question=question.format(asked))
        assert read.answers == [said]


@pytest.mark.parametrize(("question", "said", "texts"), [
    ("Does May 1910 precede June 1910?", "yes", each("May 1910 {} June 1910", "precede/precedes/preceded")),
    ("Does May 1910 precede June 1910?", "no", each("May 1910 {} June 1910", "follow/follows/followed")),
    (LIVES, "yes", each("The lives {}", "overlap/overlaps/overlapped")),
    (LIVES, "no", ["There is no overlap", "There was no real overlap"]),
    ("Did Ann Lee die before Bob Ray?", "yes", ["Ann Lee died before Bob Ray.", "Yes, Ann Lee died before Bob Ray.",
        "Bob Ray died after Ann Lee."]),
    ("Did Ann Lee die before Bob Ray?", "no", ["Bob Ray died before Ann Lee.", "No, Ann Lee died after Bob Ray."]),
    (LIVES, "yes", each("{}, yes", "Absolutely/Definitely/Certainly/Clearly/Of course")),
    *((f"{asked} Ann?", "yes", [f"{who} {asked.lower()}"]) for asked, who in (
        ("Do", "they"), ("Does", "it"), ("Did", "he"), ("Is", "she"), ("Are", "they"), ("Was", "it"), ("Were", "they")
    )),
])  # fmt: skip
def test_each_verb_of_a_question_is_said_again(question, said, texts):
    read = [read_answers(text, answer_type="yes_no", question=question).answers for text in texts]
    assert read == [[said]] * len(texts)


def test_a_dotless_i_and_a_long_s_do_not_turn_an_answer_round():
    assert read_yes_no("ye\u017f") == read_yes_no("aff\u0131rmative") == "yes"


@pytest.mark.parametrize(("question", "text", "said"), [
    ("Is Daniel younger than Daniele?", "Daniele is younger than Daniel.", ["no"]),
    ("Was Louis born before Louise?", "No, Louise was born before Louis.", ["no"]),
    ("Did Ann Lee die before Bob Ray was born?", "No, Bob Ray died after Ann Lee.", ["no"]),
])  # fmt: skip
def test_names_and_verbs_of_two_people_stay_apart(question, text, said):
    assert read_answers(text, answer_type="yes_no", question=question).answers == said


@pytest.mark.parametrize("text", ["\u662f\uff0c\u4e0d\u662f", "\u662f\u3001\u5426", "\u5426\uff0c\u662f\u7684"])
def test_yes_and_no_in_chinese_leave_it_open(text):
    assert read_yes_no(text) is None


def test_a_reason_that_says_the_opposite_leaves_it_open():
    question = "Did Ann Lee die before Bob Ray?"
    assert read_answers("Yes, Ann Lee died first.", answer_type="yes_no", question=question).answers == ["yes"]
    assert read_answers("Yes, Bob Ray died before Ann Lee.", answer_type="yes_no", question=question).reason

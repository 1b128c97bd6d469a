"""What may follow an answer, word by word: a reason, a remark, an explanation, a closing, what takes it back."""

import pytest

from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.scoring.reading.abstention import is_no_answer
from temporal_qa.scoring.reading.endings import (
    before_reason,
    before_remark,
    is_retraction,
    without_closing,
    without_explanation,
)

from ..conftest import each


@pytest.mark.parametrize("reason", [
    *each(", {} it is so", "because/since/according to"),
    *each(" (as {} is so)", "it/its/his/her/their/he/she/they/the/there/that/this/June"),
])  # fmt: skip
def test_a_reason_is_not_the_answer(reason):
    assert before_reason(f"413{reason}") == "413"
    assert before_reason("413, as I said") == "413, as I said"


@pytest.mark.parametrize("word", ["or", "and", "plus", "maybe", "perhaps", "possibly", "no", "actually", "wait"])
def test_a_remark_may_be_another_answer(word):
    assert before_remark("15 (in 16)") == "15"
    assert before_remark(f"15 ({word} 16)") == f"15 ({word} 16)"


@pytest.mark.parametrize("text", [
    *each("I{} sure of it", "'m not/ am not/ was not/ may be not/ might be not/ could be not/ am not 100%"),
    *each("I{} sure of it", " am not quite"),
    *each("I {}", "am not certain/am not confident/am wrong/am mistaken/am unsure/may have misread it"),
    *each("I {}", "might have missed it"),
    *each("{}", "I could have misread it/With a grain of salt/(not verified)/(unverified)/I made a mistake"),
    *each("{}", "I made an error"),
    *each("{}, it is 5", "Wait/Actually/Correction/Hmm/Hold on/Scratch that/On second thought/On second thoughts/Oops"),
    *each("{}, it is 5", "Sorry/No/But wait/So wait/Oh wait/No wait/Hmm, wait/Well, wait/However, wait"),
    *each("{} 5", "Edit:/Revised:/Corrected answer:/Revised final answer:"),
    *each("I {}", "take that back/take it back/take this back/cannot be sure/can not be certain/can't be sure"),
    *each("{} above", "Ignore the/Please ignore the/Disregard the"),
    *each("Ignore {}", "that/this/the above/my reply/the answer/the first answer"),
    *each("{} is wrong", "That/This/It/The above/The answer above/My answer/My final answer/This answer/That answer"),
    *each("{} is wrong", "The answer/Note: That/Disclaimer: That"),
    *each("That{}", " is wrong/ was wrong/'s wrong/ seems wrong/ may be wrong/ might be wrong/ could be wrong"),
    *each("That {}", "may well be wrong/is actually wrong/is incorrect/is mistaken/is not right/is not correct"),
    *each("That {}", "is a guess/is an old guess/is my guess/is just a guess/is only a guess/is merely a guess"),
    *each("That {}", "is a placeholder/cannot be right/can't be correct/isn't right/wasn't correct"),
    *each("{}", "Confidence: low/My confidence level: very low/Confidence: 45 %/Confidence: 9.5%/Or: 6"),
    *each("{} 6", "Another possibility is/An alternative option is/Alternative answer:/A second candidate is"),
    *each("{} 6", "Another likely possibility is/Another possible one is/Alternatively:/Alternatively, it could be"),
    *each("Alternatively{} 6", ", this might be/, that may be/, the answer would be/, it is/ it was/,"),
    *each("{} also be 6", "It could/This might/The answer may"),
    *each("6 {}", "should be included/should also be counted/should be added/is also possible/are equally right"),
    *each("6 {}", "would be also correct/is equally valid/is right as well"),
    *each("{}", "It is 5.\nWait, no/It is 5! Wait/Is it 5? Wait/5, so that is wrong/5 \u2014 no, 6/5 \u2013 wait"),
    *each("{}Wait", "*/(/\u201c/'/> "),
])  # fmt: skip
def test_each_way_to_take_an_answer_back(text):
    assert is_retraction(text)


@pytest.mark.parametrize("text", [
    *each("Wait, {}", "that is right/this was right/it is correct/which is confirmed/the answer is right"),
    *each("Wait, {}", "that is indeed right"),
    *each("Wait, {}", "yes/so yes/but yes"), *each("Sorry for {}", "the delay/any delay/my English"),
])  # fmt: skip
def test_what_takes_nothing_back(text):
    assert not is_retraction(text)


@pytest.mark.parametrize("text", [
    *each("{}: it is so", "Explanation/Reason/Reasons/Reasoning/Justification/Rationale/Note/Evidence/Why/*Note*"),
    *each("{}: it is so", "# Note"),
    "Why? It is.",
    *each("\n{} it is so", "This is because/Because/According to the facts/Based on the facts/As stated/As mentioned"),
    *each("{} clubs.", "These are his/Those were her/These are all the/These were their/Those are its"),
    *each("{} May.", "All overlap/Both of them overlap/All fall within/Both fell within/All include/Both cover"),
    *each("{} with it (1990 to 1999).", "All four overlap/These jobs all overlap/The two overlapped"),
    *each("{} May.", "All contain"),
])  # fmt: skip
def test_each_beginning_of_an_explanation(text):
    assert without_explanation(f"5\n{text}")[0].strip() == "5"


@pytest.mark.parametrize("text", ["Both not cover May.", *each("Both overlap it {} for May.", "not/but/except/only")])
def test_what_explains_only_some_of_an_answer(text):
    assert without_explanation(f"5\n{text}") == (f"5\n{text}", "")


@pytest.mark.parametrize("text", [
    *each(" {} more.", "Let me know if you need/Please let me know about/I hope this is/Hope this gives"),
    *each(" {} more.", "Hope that gives"),
    *each(" {} more.", "Hope it gives/Feel free to ask/If you have/If you need/If you want/If you want,"),
    *each(" {} more.", "If you would like"),
    *each(" {} more.", "If you would like,/If you'd like/If you'd like, ask"),
    *each(" {} more?", "Is there anything/Would you like/Do you have/Do you need/Do you want/Want me to say"),
    *each(" {} more?", "Shall I say"),
    *each(" {} more?", "Should I say/Can I say"),
    *each(" {} any other team.", "The article does not mention/The facts don't list/This text did not name"),
    *each("\n\nThe article does not mention {}", "any other team in May 2008./another./anyone else"),
    *each("\n{}: fact 2", "Source/Sources/Reference/References/Citation/Citations/*Source*/(Source/[Source"),
    *each("\n{}: fact 2", "---\nSource"),
    *each("\nConfidence: {}", "95 %/high"), *each("\nSources:\n{}", "- a\n- b/1. a/[1] a"),
    *each("\n\n{}", "[1] Wikipedia/[^1]: x/\u00b9 x/This is based on the facts/This answer is based on the facts"),
])  # fmt: skip
def test_each_closing_is_off(text):
    assert without_closing(f"5.{text}").strip() == "5."


@pytest.mark.parametrize(
    "text",
    [
        " The article does not mention any other team, but Ajax was one.",
        " The article does not mention any other team. However, Ajax was one.",
        " The article does not mention his team.",
    ],
)
def test_what_may_name_another_answer_stays(text):
    assert without_closing(f"5.{text}") == f"5.{text}"


def test_that_nothing_else_is_mentioned_is_no_answer_of_its_own():
    text = "The article does not mention any other team."
    assert without_closing(text) == text
    assert not is_no_answer(text)
    assert is_no_answer("The article does not mention any team.")


@pytest.mark.parametrize("confidence", ["low", "45 %", "5%", "quite low"])
def test_a_low_confidence_stays(confidence):
    assert without_closing(f"5.\nConfidence: {confidence}").endswith(confidence)


@pytest.mark.parametrize(("kind", "right", "text", "accuracy"), [
    ("date", "July 4, 2001", "1. It began in May.\n2. It ended.\n\n**Conclusion:** July 4, 2001", 100),
    ("date", "July 4, 2001", "1. It began in May.\n2. It ended.\n\nIn short: Wednesday, July 4, 2001", 100),
    ("date", "July 4, 2001", "1. It began in May.\n2. It ended.\n\nConclusion: July 4 or 5, 2001", 0),
    ("date", "July 4, 2001", "1. It began in May.\n2. It ended.\n\nConclusion: before July 4, 2001", 0),
    ("number", "3", "1. It began in May.\n2. It ended in August.\n\nConclusion: 3", 100),
    ("number", "3", "1. It began in May.\n2. It ended in August.\n\n3", 0),
    ("number", "3", "1. It began in May.\n2. It ended in August.\n\nResult: 3 - 1", 0),
    ("order", "1907; 1910", "1. Both are years.\n2. I compare them.\n\n**Conclusion:** 1907; 1910", 100),
    ("order", "1907; 1910", "1. Both are years.\n2. I compare them.\n\n**Conclusion:** 1910; 1907", 0),
    ("order", "1907; 1910", "1. Both are years.\n2. I compare them.\n\nSorted: 1907; 1910", 100),
    ("order", "1907; 1910", "1. Both are years.\n2. I compare them.\n\nSorted: 1910; 1907", 0),
    ("order", "1907; 1910", "1. Both are years.\n2. I compare them.\n\nThe years: 1907; 1910", 0),
    ("date", "May 18, 2350", "- One is earlier.\n- The other is later.\n\nThis gives us May 18, 2350.", 100),
    ("date", "May 18, 2350", "- The first one is earlier.\n\nThis gives us May 18 or 19, 2350.", 0),
    ("number", "23", "I counted.\n\nNext, add 23 years.", 0),
    ("number", "23", "I counted.\n\nThis leaves 23.", 100),
    ("weekday", "Monday", "The sum is 149.\n\nThe remainder corresponds to Monday.", 100),
    ("time", "1925", "- 1895 to 1897: studies\n- 1897 to 1925: work\n\nThe work ended in 1925.", 100),
])  # fmt: skip
def test_a_value_behind_a_last_label_is_the_answer(kind, right, text, accuracy):
    assert score_answer_text({"answers": [right], "answer_type": kind}, text)["set_accuracy"] == accuracy

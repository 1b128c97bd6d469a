"""Hedges, refusals and answers taken back are not read, of whatever kind the answer is.

A policy that is paid for hedged answers learns to hedge.
"""

import pytest

from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.scoring.reading.wording import NOT_BUT, OFFERS, is_denied, is_doubt, is_hedged, is_unsettled

from ..conftest import each

FACTS = "Ann Lee worked for Bosch from July 2003 to May 2009.\nAnn Lee worked for SAP from June 2009 to March 2014."
ROWS = {
    "names": {"answers": ["Bosch", "SAP"], "fact_context": FACTS},
    "a date": {"answers": ["1 July 1998"], "answer_type": "date"},
    "an age": {"answers": ["62 years, 9 months and 16 days"], "answer_type": "age"},
    "a number": {"answers": ["413"], "answer_type": "number", "unit": "month"},
    "yes": {"answers": ["yes"], "answer_type": "yes_no"},
    "a weekday": {"answers": ["Friday"], "answer_type": "weekday"},
    "a week": {"answers": ["Week 12"], "answer_type": "week"},
    "years": {"answers": ["1996", "1997"], "answer_type": "time"},
}


def accuracy(kind, form):
    row = ROWS[kind]
    return score_answer_text(row, form.format(" $and ".join(row["answers"])))["set_accuracy"]


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("form", [
    "{} (just a guess)", "My guess: {}", "Best guess: {}", "I'm guessing {}", "Final Answer: {} (best guess)",
    "Final Answer: {} (low confidence)", "Final Answer: {} (tentative)", "Tentative answer: {}", "Hypothetically: {}",
    "Final Answer: {} (to be confirmed)", "Final Answer: {} (placeholder)", "Final Answer: {} [unverified]",
    "Final Answer: {} if I had to guess", "Could be {}", "Assume the answer is {}.", "If the answer is {}, then fine.",
    "Final Answer: the opposite of {}", "For example, {}",
    "Final Answer: {}\n\nI am not confident in this answer.", "Final Answer: {}\n\nBut this may be wrong.",
    "Final Answer: {}\n\nHowever, I cannot be certain.", "Final Answer: {}\n\nIgnore the above answer.",
    "Final Answer: {}\n\nThe answer above is only a placeholder.", "Final Answer: {}\n\nThat can't be right.",
    "Final Answer: {}\n\nI take that back.", "Final Answer: {}\n\nDisclaimer: this is a random guess.",
    "Final Answer: {}\n\nFord is also possible.", "Final Answer: {}\n\nIt could also be Ford.",
])  # fmt: skip
def test_a_hedge_is_not_read(kind, form):
    assert accuracy(kind, form) == 0


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("form", [
    "{}", "Final Answer: {}\n\nI am confident in this answer.", "Final Answer: {}\n\nThis is not a guess.",
    "Final Answer: {}\n\nThe facts confirm it; nothing else is possible.",
])  # fmt: skip
def test_what_is_sure_is_read(kind, form):
    assert accuracy(kind, form) == 100


@pytest.mark.parametrize(("text", "score"), [
    ("No, I can't answer that.", 0), ("No comment.", 0), ("No further information is given.", 0),
    ("No, I'm unable to say.", 0), ("No dates are given.", 0), ("No clear answer.", 0),
    ("No overlap.", 100), ("No, they could not have met.", 100), ("No, I cannot see any overlap.", 100),
])  # fmt: skip
def test_a_refusal_that_begins_with_no_is_no_no(text, score):
    assert score_answer_text({"answers": ["no"], "answer_type": "yes_no"}, text)["set_accuracy"] == score


@pytest.mark.parametrize(("kind", "text"), [
    ("a date", "1 July 1998 ± 1 day"), ("a date", "by 1 July 1998"), ("a week", "week 12 to 14"),
    ("a week", "week 12/13"), ("a week", "between week 11 and week 12"), ("yes", "yes no yes"),
    ("yes", "Yes, but only if she lived until 1935."),
])  # fmt: skip
def test_a_bound_a_range_and_a_condition_are_not_read(kind, text):
    assert accuracy(kind, text) == 0
    month = {"answers": ["July 1998"], "answer_type": "date"}
    assert score_answer_text(month, "June–July 1998")["set_accuracy"] == 0


UNSETTLED = [
    *each("{} not Tesla", "it/this/that/he/she/they/it's/it is/it was/they were/they are"),
    *each("it is {} not Tesla", "definitely/certainly/clearly/probably"),
    *each("{}", "it was neither/either of them/unknown/unclear/uncertain/unsure/undetermined/indeterminate/idk/???"),
    *each("not sure{}", ";/: no/ (no)/, no/ - no/ \u2013 no/ \u2014 no"),
    *each("The end is not {}", "sure/certain/clear/known/available/provided/given/mentioned/stated/specified/enough"),
    *each("The end {}", "is not possible/is not found/is not determined/isn't known/is unclear/is unspecified"),
    *each("It is {} whom he led", "unsure/uncertain/unable to tell/impossible to guess/hard to say/hard to tell"),
    *each("It is {} here", "unanswerable/undetermined/not in the table/not in the text/nothing in the given context"),
    *each("There is {}", "no idea/no way/no clue/insufficient data/Insufficient data/no exact data/No mention"),
    *each("{} it", "I doubt/we doubt/Sorry about/sorry about/We apologise for/apologize for"),
    *each("They lack {}", "information/data/detail/details/evidence/mention"),
    *each("{} missing", "The information is/The data are/The detail is/Some details are"),
    *each("{} know it", "I do not/She does not/I could not/I cannot/I can not/I can't/I don't/I did not so"),
    *each("I {} told to say", "was not/am not/'m not"),
    *each("The text does not {}", "know/tell/say/show/state/mention/specify/provide/give/contain/indicate/list"),
    *each("The text does not {}", "find/answer/determine/infer/identify/verify/confirm/establish"),
    *each("I do not {}", "think so/feel certain/seem sure"),
    *each("It {} Tesla", "might be/may be/could be/may have been/might well be/may not be/might not be"),
    *each("{} it was Tesla", "Assuming/assuming/I think/we guess/I believe/I suspect/I suppose/I assume/I estimate"),
    *each("{} it was Tesla", "I'd say/I would guess/I lean to say/if forced/if I had to/if I am right/if I'm right"),
    *each("It was Tesla, {}", "Guessing/guessing/my guess/if I read it well/if I recall"),
    *each("Tesla ({})", "unverified/unconfirmed/approximate/placeholder/low confidence/low certainty/give or take"),
    *each("Tesla ({})", "a grain of salt/not confident/I'm not confident/to be confirmed/to be verified/not verified"),
]  # fmt: skip
HEDGED = [
    *each("It is {} Tesla", "maybe/perhaps/possibly/sometime/at some point/probably/likely/likeliest/unlikely"),
    *each("It is {} Tesla", "doubtful/presumably/apparently/supposedly/ambiguous/tentative/tentatively/hypothetically"),
    *each("It is {} Tesla", "theoretically/in theory/allegedly/reportedly/disputed"),
    *each("{} it was Tesla", "Maybe/Perhaps/Possibly/Probably/Presumably/Apparently/Allegedly/Reportedly"),
    *each("It is {} who", "unsure/uncertain/unclear/unknown/not sure/not certain/not clear/Not sure"),
    *each("It {} Tesla", "might be/may be/could be/may have been"),
    *each("{} that it was Tesla", "it seems/It seems/it seemed/he seems/they seem/she appears/it appeared"),
    *each("he {} lead", "appears to/is said to/is thought to/is believed to/was claimed to/claims to"),
    *each("it is {}", "possible that/possible he left/possible she left/possible it ended/one possibility"),
    *each("it is {}", "another possibility/only one of two/hard to say/impossible to tell/not possible to know"),
    *each("20{}", ", otherwise 21/, unless he left/, provided that he stayed/, if he stayed/ if he stayed/ days if so"),
    *each("20{}", " years if so/ months if so/, exclusive or inclusive/ or so/ or thereabouts"),
    *each("20 if {}", "May counts/it counted/counting May/we include it/included/including May/inclusive"),
    *each("If {} there", "he were/May were/days were"),
    *each("20 ({})", "19 excluding May/19 including May/19 days inclusive/19 exclusive/19 counting it/19 without May"),
    *each("I {} it", "do not know/don't tell/cannot say/can not say/can't say"),
    *each("{}", "no idea/Please verify/please verify/Double-check it/double-check it/in doubt/some doubt/(Tesla?)"),
    *each("80 % {}", "chance/likely/sure/certain/confident"),
    *each("{} it was Tesla", "some say/many believe/others think/people claim/Some count/once thought"),
    *each("{} source", "according to one/in some/by other/says another"),
    *each("by one {}", "account/count/source/sources"),
]  # fmt: skip
DENIED = [
    *each("she {} it", "do not/does not/did not/is not/are not/was not/were not/could not/would not/has not/have not"),
    *each("she {} it", "had not/don't/didn't/cannot/can not/can't/couldn't"),
]
DENIALS = [
    *each("Tesla {} it", "no/not/none/nor/never/nothing/hardly/nearly/formerly/at most/at the earliest/exclusive"),
    *each("Tesla {} it", "false/wrong/incorrect/excluded/excludes/eliminated/discarded/discards/rejected/rejects"),
    *each("Tesla {} it", "ruled out/rules out/ruling out/ruled-out/refused/declined/except/exception/failed/denied"),
    *each("Tesla {} it", "missing/left out/untrue/but/however/although/though/instead/alternative/alternatively/or"),
    *each("Tesla {} it", "also/unless/whether/otherwise/opposite/suppose/e.g/for example/for instance/mustn't"),
    *each("{}", "\u2717/\u2718/\u274c"),
    *each("the {} it", "possible answer/potential answers/possible candidate/candidates/options/one of these"),
    *each("the {} it", "one of the following/one of them"),
]


@pytest.mark.parametrize(("tells", "texts"), [
    (is_unsettled, UNSETTLED), (is_hedged, HEDGED), (is_doubt, DENIED),
    (lambda text: is_doubt(text, anywhere=True), DENIALS),
    (OFFERS.search, each("{}:", "possible answers/candidates/options/one of these/false/excluded/rejected/ruled out")),
    (NOT_BUT.fullmatch, [
        *each("{} Tesla, but SpaceX", "it is not/this was not/it's not/that's not/the team was not/Not/rather than"),
        *each("{} Tesla, but SpaceX", "instead of"),
        *each("Not Tesla, {} SpaceX", "but rather/it was/this is/that was"),
    ]),
    (is_denied, [
        *each("it is {} ", "not/never/neither/nor/or/about/nearly/hardly/former/whether/if/maybe"),
        *each("it isn't{} ", "/ be/ in/ a/ an/ that/ true that/ the case that"),
        *each("{} ", "assume/assuming/suppose/supposing"),
    ]),
])  # fmt: skip
def test_each_word_of_doubt_tells(tells, texts):
    assert [text for text in texts if not tells(text)] == []

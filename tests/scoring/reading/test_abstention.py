"""The words by which an answer says that there is none."""

import pytest

from temporal_qa.scoring.reading.abstention import is_no_answer, is_none_at_last
from temporal_qa.scoring.reading.response import read_answers

from ..conftest import each


@pytest.mark.parametrize(
    "text",
    [
        "The article does not say where she lived, so she is not known to have lived anywhere.",
        "The article does not mention it, so no answer can be given.",
        "The answer is not in the passage.",
        "It is not possible to determine from the article which team he played for in 2005.",
        "It is impossible to say which team he played for in 2005 based on the given text.",
        "Bob Lee's team in 2005 is not mentioned in the article.",
        "The article does not specify the team. It only says he retired in 1999.",
        "The passage says nothing about 2005.",
        "The article mentions no team between May 2004 and 2005.",
        "The provided article doesn't cover 2005.",
        "There is no information in the article about Bob Lee's team between 2004 and 2005.",
        "The article provides no information on his position between January 1995 and March 1996.",
        "Bob Lee's team between 3 May 1995 and 1996 is not mentioned in the article.",
        "The passage makes no mention of 2005.",
        "The passage lacks this information.",
        "The passage does not answer the question.",
        "There's no mention of his team in 2005 in the passage.",
        "I cannot answer this question based on the passage.",
        "I can't find the answer in the article.",
        "The question cannot be answered from the article.",
        "Based on the passage, this cannot be answered.",
        "According to the article, he had no team in 2005.",
        "I cannot answer this from the given passage.",
        "Unable to determine from the passage.",
        "So there is no answer.",
        "In May 2008, there was no head coach.",
        "In May 2008, Émile Roux had no team.",
        "He did not have a team in 2005.",
        "Émile Roux did not play for any team in May 2008.",
        "None (source: fact 3; fact 4).",
        "None; the facts leave a gap; no team.",
        "Nobody. The post was vacant. No coach.",
        "He worked for nobody in 2005.",
        "Unknown; the passage only covers 1999.",
        "It is not stated which club he played for in 2005.",
        "He was at Ajax until 1999, but the article does not say who employed him in 2005.",
        "The article does not say. His term at Ajax ended in 1999, and he left Hull City in 2007.",
        "The article does not mention it. The first club mentioned is Ajax.",
        "The article does not mention it; the earliest club listed is Ajax, from 2007.",
        "The article does not say. It first mentions Ajax.",
        'None: the article says: "no team"',
        "[none]",
        "<none>",
        "There is no mention of who employed him in 2005.",
        "No information is given about where he played in 2005.",
        "The passage doesn't identify the head coach in 2005.",
        "It's not mentioned who employed him in 2005.",
        "He was not enrolled anywhere between 2004 and 2006.",
        "Émile Roux was unemployed between 2004 and 2006.",
    ],
)
def test_a_claim_that_the_text_does_not_tell_is_no_answer(text):
    assert is_no_answer(text)


@pytest.mark.parametrize("form", [str.lower, str.capitalize, str.upper])
@pytest.mark.parametrize(
    "text",
    [
        "none", "nobody", "no-one", "no one", "nothing", "n/a", "null", "none/unanswerable", "empty set", "∅",
        "keiner", "keine", "niemand", "aucun", "aucune", "personne", "ninguno", "nadie",
        "not stated", "the article lacks mention of 2005", "the passage is silent", "unanswerable",
        "unable to determine from the passage", "as it is impossible to tell from the text",
        "the article doesn't say", "the text gives insufficient information", "it cannot be answered from the text",
    ],
)  # fmt: skip
def test_no_answer_needs_no_marks_to_be_read_as_one_and_not_as_a_name(text, form):
    assert read_answers(form(text)).answers == []


@pytest.mark.parametrize(
    "text",
    [
        "The article does not mention 2005. He played for Ajax.",
        "The article does not say. He left Hull City in 1999, so Ajax.",
        "The article does not say when. He was at Ajax before 2005.",
        "None, as the article says: Ajax.",
        "The article does not specify the team. It only says Ajax, but later it was Hull City.",
        "The article does not specify the team. It only says he joined Ajax. So he played for Ajax in 2005.",
        "The article does not specify the team. It only says he joined Ajax, so he played for Ajax.",
        "The passage mentions nothing except Ajax.",
        "The article mentions no team but Ajax.",
        "The article mentions no other team than Ajax.",
        "The article names no team besides Ajax, which he led.",
        "There is no information in the article about him, but he led Ajax.",
        "The article provides no information on his position and Ajax is his team.",
        "Ajax's team was not Hull City.",
        "The answer is not Ajax.",
        "It is not possible to determine from the article but it was Ajax.",
        "It's not possible to tell from the article, Ajax.",
        "The answer is not in the passage, but Ajax is likely.",
        "Unknown.",
        "In May 2008, there was no coach but Ajax.",
        "Based on the passage, it is not Ajax.",
        "So no, it was Ajax.",
        "Unable to determine from the passage, but it may be Ajax.",
        "He was perhaps married to nobody in 2005.",
        "He was probably employed by no company, as he had retired.",
        "The article does not give exact dates. His term at Ajax ended in 2006.",
        "Unknown; the passage only covers his years until 1999: Ajax",
        "He was married to nobody in 1965; Ann Lee was his wife.",
        "No fact covers May 2003. Ajax should be added.",
        "He was at Ajax, but the article does not say when he left.",
        "It is not stated, but Ajax.",
        "The article does not mention that she left Ur, so she lived there.",
        "The article does not mention her move, which means that she stayed there.",
        "There is no mention of a move, so she stayed in Ur.",
        "The article does not say that she lived anywhere else than in Ur.",
        "The article does not mention that he worked anywhere except at Tesla.",
    ],
)
def test_doubt_and_other_answers_are_not_no_answer(text):
    assert not is_no_answer(text)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("The article does not say. He played for Ajax from 2007 to 2009, and for Hull City in 2011.", []),
        ("He is mentioned from 2007 on, when he joined Ajax. The article does not say who employed him in 2005.", []),
        ("There is no mention in the article of his club in 2005; his first known one was Ajax (2007).", []),
        ("The article does not say. He played for Ajax from 2004 to 2009.", None),
        ("The article does not say when he left. He played for Ajax from 2007 to 2009.", None),
        ("The article does not say. He probably played for Ajax in 2007.", None),
        ("The article does not say. He played for Ajax.", None),
        ("He left Ajax in 2003, and the article does not mention any later club.", []),
        ("It cannot be told from the article.", []),
        ("He left Ajax in 2006, and the article does not mention any later club.", None),
        ("He moved to Ajax in 2004, and the article does not mention any other team.", None),
        ("The article does not say when he left. The only team mentioned is Ajax.", None),
        ("The article does not give exact dates. His first club named is Ajax.", None),
        ("The article does not say. The only team named is Ajax, from 2004 to 2006.", None),
    ],
)
def test_facts_of_another_time_by_their_dates_may_stand_beside_no_answer(text, answers):
    read = read_answers(text, ["Ajax", "Hull City"], question="Which team did Bob Lee play for in 2005?")
    assert (None if read.reason else read.answers) == answers


def test_a_line_that_introduces_a_list_is_no_name_that_contradicts_none_below_it():
    text = (
        "Let's check the facts:\n- Ajax: 1979\u20131985\n- Hull City: 1991\u20131996\n\nTherefore, there is no answer."
    )
    assert read_answers(text) == ([], "lines", None)


TOLD = "said/mentioned/stated/specified/told/provided/indicated/given/listed/included/named/found/available/answered"
NONE = [
    # a text does not tell
    *each("the {} does not say", "article/text/passage/document/context/paragraph/page/information"),
    *each("{} does not say", "this article/provided text/the given passage/the passage provided/the articles given"),
    *each("not answerable {} the article", "from/by/in/with/based on/using/given"),
    *each("there was no coach {} the article", "according to/based on"),
    *each("the article {} not say", "do/does/did"),
    *each("the article doesn't {} it", "say/mention/state/specify/tell/provide/contain/give/list/include/cover"),
    *each("it was not {} in this article", TOLD),
    *each("{} is not mentioned", "this/that/it/the answer/this answer/the question/the information/this information"),
    *each("{} not explicitly mentioned", "his team is/her team are/their team was/its team were/Ann Lee's team was"),
    *each("{} stated", "his team wasn't/it isn't/not"),
    *each("{} in the article", "not/the answer is not/the answer was not"),
    *each("the article {} nothing", "gives/contains/provides/has/offers/makes/says/mentions/states/tells/lists/names"),
    *each("the article {}", "gives no team/gives insufficient information/lacks it/is silent on it"),
    *each("{} be determined from the article", "it cannot/this can not/that can't/it could not/it couldn't"),
    *each("it is not possible to {} it from the article", "tell/say/know/answer/determine/find"),
    *each("{} find it in the article", "I cannot/I could not/I did not/I didn't/I am unable to/I'm unable to/I can't"),
    *each("I cannot find {} in the article", "that team/any team/the team/this team/it"),
    *each("it's impossible to {}", "say from the article/tell in the text whom he led"),
    *each("it cannot be {} from the article", "determined/answered/inferred/found"),
    *each("there {} information in the article", "is no/is not enough/is insufficient/isn't enough"),
    *each("{} mention of him in the text", "no/there's no"),
    *each("no information in the article {} him", "about/of/on/for/to answer/to determine/to know/to say/to tell"),
    *each("{} the article does not say", "unfortunately,/sorry/sorry, but/I'm sorry, but/I am sorry/as/because/since"),
    *each("the article does not say; {} that he sang", "it only says/it just states/the text merely mentions"),
    *each("the article does not say; it only {} 1999", "tells/covers/lists"),
    *each("{}; the article only covers 1999", "unknown/unclear/uncertain/unsure/undetermined/indeterminate/not sure"),
    *each("{}; the article only covers 1999", "insufficient data/idk/?"),
    # there is none
    *each("{}", "nobody/no one/no-one/none/nothing/none of them/none of these/none of those/none of the above"),
    *each("{}", "not applicable/the question is unanswerable/not answerable/null/the empty set/empty set/∅/[ ]"),
    *("n/a", "none/unanswerable", r"\emptyset", r"\varnothing", "{ }"),
    *each("no {} answer", "correct/right/valid/possible/known"),
    *each("no answer {}", "exists/found/available/possible/in the text"),
    *each("there{} no answer", " is/ was/ are/ were/'s"),
    *each("{} 2005, there was no coach", "In/Before/After/Between/During"),
    *each("Nobody held it {} Ajax", "of/the/in/at/for/from/by/with"),
    "no coach of Ajax and Ann for the Club",
    *each("{} held no office", "he/she/they/it/Ann Lee"),
    *each("he {} for any team", "did not play/was not playing/were not there/had not played/didn't play"),
    *each("he {}", "did not have a team/didn't hold an office"),
    *each("{} not married to anyone", "he was/she was/they were/it was/Ann Lee was"),
    *each("{} in May", "he was not led by anybody/he was married to nobody/it was led by no-one/it was held by no one"),
    *each("{} not employed", "he was/she was/they were/Ann Lee was"),
    *each("she {} married in May", "was not yet/wasn't yet/was not"),
    *each("the {} was vacant", "post/position/office/seat"),
    "the post was vacant in May",
]  # fmt: skip
OTHER = [
    *each("no {}", "idea/ideas/clue/way/doubt/problem/need/longer/later/earlier/sooner/more/less/fewer/question"),
    *each("no {}", "reason/comment/guarantee/guess/thanks/kidding/wait/sorry/actually/not/it/he/she/they/that/this"),
    *each("no {}", "the/because/then"),
    *each("nobody {} him", "but/except/besides/other/than/knows/sure/certain/tell/say"),
    *each("he had no {}", "information/evidence/mention/data/wonder/mistake/idea"),
    *each("{} led no team", "I/We/Maybe Ann/Perhaps Ann/Possibly Ann/Probably Ann/Presumably Ann/Apparently Ann"),
    "Hardly Ann led no team",
    *each("there is no information in the article about his team{} Ajax", ",/;/:/ (/. / is/ are/ was/ were/ be"),
    *each("there is no information in the article about his team {} Ajax", "but/although/though/which/whose/and"),
    *each("the article does not say{} Ajax", "; it is/, but/ although/ though/ however/ except/ besides/ beyond"),
    *each("the article does not say {} Ajax", "other than/apart from/aside from/else but than"),
    *each("the article does not say, {} Ajax", "so he is at/so she was at/so they were at/so it must be/I would guess"),
    *each("the article does not say, {} Ajax", "I'd assume/I say/I go for/my guess is/it is/the answer was"),
    *each("none, {} Ajax", "so/but/except/besides/apart from/in other clubs,/it should be/it must be/however"),
    *each("none, {} Ajax", "although/though/instead/actually/wait/maybe/perhaps/or/it was/that is"),
    *each("none, Ajax {} team", "is his/was her/is their"),
]  # fmt: skip


@pytest.mark.parametrize("text", NONE)
def test_each_way_to_say_that_there_is_no_answer(text):
    assert is_no_answer(text)


@pytest.mark.parametrize("text", OTHER)
def test_each_word_that_makes_another_answer_of_it(text):
    assert not is_no_answer(text)


@pytest.mark.parametrize("text", [
    *each("The passage does not say {} he left.", "when/whether/if/that/how/why/until/since/exactly"),
    *each("The passage does not give {}.", "dates/the date/the exact year"),
])  # fmt: skip
def test_a_detail_that_a_text_does_not_tell_leaves_the_answer(text):
    assert not is_none_at_last(text)


@pytest.mark.parametrize(
    ("facts", "is_none"),
    [
        ("Ann Lee ruled until 1932, and Bob Ray from 1935.", True),
        ("It only says that Ann Lee ruled from 1925 to 1932 and Bob Ray from 1935 to 1947.", True),
        ("Ann Lee ruled from 1925 to 1935.", False),
        ("Ann Lee ruled until 1932, and Bob Ray from 1933.", False),
    ],
)
def test_neighbours_of_the_time_asked_for_may_stand_behind_a_refusal(facts, is_none):
    question = "Who was head of state in February 1933?"
    read = read_answers(f"The passage does not say. {facts}", ["Ann Lee", "Bob Ray"], question=question)
    assert (read.reason is None and not read.answers) is is_none

"""Sentences around names: those that say which ones are right, and those that deny, doubt or tell of another time."""

import pytest

from temporal_qa.scoring.reading.response import read_answers


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Final Answer: He worked for nobody but Tesla.", None),
        ("Final Answer: He was not at Tesla.", None),
        ("Final Answer: He resigned as head of Tesla.", None),
        ("Final Answer: He was with SpaceX before he joined Tesla.", None),
        ("Final Answer: Tesla was the owner after SpaceX.", None),
        ("Final Answer: Tesla was probably the owner.", None),
        ("Final Answer: She was married to Tesla in May 2008.", ["Tesla"]),
        ("In May 2008, the firm was followed by Tesla.", None),
        ("The firm was formerly owned by Tesla.", None),
        ("The prior owner of the firm was Tesla.", None),
        ("He worked for these firms between 2004 and 2010: Tesla and SpaceX.", ["Tesla", "SpaceX"]),
        ("Final Answer: The firms that he worked for in May 2008 were: Tesla $and SpaceX", ["Tesla", "SpaceX"]),
        ("His firms were Tesla (2004) and SpaceX (perhaps).", None),
        ("He never worked for these firms: Tesla and SpaceX.", None),
        ("In May 2008, he led Tesla, as he joined it in 2004.", ["Tesla"]),
        ("In May 2008, he led Tesla. He joined it in 2004.", ["Tesla"]),
        ("He led Tesla from 2004 to 2010, which includes May 2008.", ["Tesla"]),
        ("He led both Tesla and SpaceX, since both end months count.", ["Tesla", "SpaceX"]),
        ("He led Tesla from 2004 to 2007. May 2008 comes later.", None),
        ("He led Tesla, as he joined it before SpaceX.", ["Tesla"]),
        ("He led Tesla. Actually, it was Ford.", None),
        ("Final Answer: Tesla, according to fact 3.", ["Tesla"]),
        ("Final Answer: Tesla; he was with it from 2004 to 2010.", ["Tesla"]),
        ("Final Answer: Tesla: 2004-2010; SpaceX: 2010", ["Tesla", "SpaceX"]),
        ("He worked for Tesla at that time.", ["Tesla"]),
        ("He worked for Tesla on 6 May 2008.", ["Tesla"]),
        ("May lies in it.\n\nSince he left SpaceX in 2003, he worked for Tesla.", ["Tesla"]),
        ("Since he led SpaceX, Tesla and Boeing.", ["SpaceX", "Tesla", "Boeing"]),
        ("Since SpaceX died in 1910, Tesla did not die first.", None),
        ("Since he probably left SpaceX in 2003, he worked for Tesla.", None),
        ("Final Answer: Tesla during the given period", ["Tesla"]),
        ("Two years before he was there, he worked for Tesla.", None),
        ("Before May 2008, he worked for Tesla.", None),
        ("It is unclear whether he worked for Tesla.", None),
        ("It is unclear whether the answer is Tesla.", None),
        ("It is unlikely that he worked for Tesla.", None),
        ("It is possible that he worked for Tesla.", None),
        ("It is not possible that he was at SpaceX, so he worked for Tesla.", ["Tesla"]),
        ("He apparently worked for Tesla.", None),
        ("Tesla served as his firm from 2004 to 2010.", ["Tesla"]),
        ("Final Answer: He graduated from Tesla.", ["Tesla"]),
        ("In May 2008, Tesla was the owner.", ["Tesla"]),
        ("In May 2008, Tesla was the owner before SpaceX.", None),
        ("Final Answer: Tesla chaired it in May 2008.", ["Tesla"]),
        ("He was awarded Tesla in May 2008.", ["Tesla"]),
        ("Tesla had him on its staff in May 2008.", ["Tesla"]),
        ("**Tesla** lived longer.", ["Tesla"]),
        ("Tesla had the longer life.", ["Tesla"]),
        ("Tesla headed it later.", None),
        ("Tesla died before SpaceX.", None),
        ("Tesla probably died first.", None),
        ("Final Answer: Tesla's", ["Tesla"]),
        ("That of Tesla", ["Tesla"]),
        ('{"answer": "He worked for Tesla."}', ["Tesla"]),
        ('{"answer": "He left Tesla."}', None),
        ("He joined Tesla in 1990 and SpaceX in 1993, so in 1991 he worked for Tesla.", ["Tesla"]),
        ("He joined Tesla in 1990. Therefore, he worked for Tesla.", ["Tesla"]),
        ("I am not sure. Therefore, he worked for Tesla.", None),
        ("Fact 1 ended in 2004.\nFact 2 covers May 2008.\nTherefore, Tesla.", ["Tesla"]),
        ("Fact 1 ended in 2004.\nFact 2 covers May 2008.\n### Conclusion:\nTesla", ["Tesla"]),
        ("Fact 1 ended in 2004.\nFact 2 covers May 2008.\nConclusion:\nnot Tesla", None),
        ("Fact 1 ended in 2004.\nFact 2 covers May 2008.\nSo he worked for Tesla.", ["Tesla"]),
        ("Fact 1 ended in 2004.\nFact 2 may not cover it, I am not sure.\nTherefore, Tesla.", None),
        ("Tesla ended in 2004.\nSo SpaceX came later.", None),
        ("May lies in it.\n\nPossibly it was SpaceX, so it was Tesla.", None),
        ("May lies in it.\n\nIt was not SpaceX, so it was Tesla.", ["Tesla"]),
        ("May lies in it.\n\nOne can conclude that he worked for Tesla.", ["Tesla"]),
        ("It began in 2004.\n\nTherefore, he worked for:\n\n- **Tesla**\n- SpaceX (2008)", ["Tesla", "SpaceX"]),
        ("It began in 2004.\n\nTherefore, he worked for:\n- Tesla\n- SpaceX (maybe)", None),
        ("It began in 2004.\n\nTherefore, he worked for:\n- Tesla\nNot for:\n- SpaceX", None),
        ("It began in 2004.\n\nTherefore, he did not work for:\n- Tesla\n- SpaceX", None),
        ("It began in 2004.\n\nTherefore, before that he worked for:\n- Tesla", None),
        ("It began in 2004.\n\nHe also worked for:\n- Tesla\n- SpaceX", None),
        ("I am not sure.\n\nTherefore, he worked for:\n- Tesla", None),
        ("He worked for Tesla during that period (May 2004 \u2013 June 2010).", ["Tesla"]),
        ("Final Answer: Tesla at that time (2004-2010)", ["Tesla"]),
        ("He worked for Tesla (maybe).", None),
        ("May lies in it.\n\nTesla?", None),
        ("**Tesla** (2004\u20132010)\nSpaceX: since 2002", ["Tesla", "SpaceX"]),
        ("Tesla\nSpaceX?", None),
        ("Tesla died in 1901.\nSpaceX died in 1910.\n\n**Tesla**", ["Tesla"]),
        ("Tesla\nSpaceX\n\nBoeing", ["Tesla", "SpaceX", "Boeing"]),
        ("Tesla since 2004", ["Tesla"]),
        ("May lies in it.\n\nTesla (2004-2010)", ["Tesla"]),
        ("He worked for **Tesla** in 2008.[1][2]", ["Tesla"]),
        ("He worked for Tesla (an electric car maker).", ["Tesla"]),
        ("He worked for Tesla (which he had left).", None),
        ("He worked for Tesla (perhaps).", None),
        ("It was **Tesla** \u2014 he joined it in 2004.", ["Tesla"]),
        ("**Employers:** Tesla (since 2004) and SpaceX (since 2002)", ["Tesla", "SpaceX"]),
        ("He was at SpaceX until 2003, so **Tesla**.", ["Tesla"]),
        ("In short: Tesla since 2004, SpaceX (until 2010)", ["Tesla", "SpaceX"]),
        ("Tesla, as he joined it in 2004, so SpaceX.", None),
        ("SpaceX, Tesla and Boeing were his firms. May is in 2004, so Tesla.", ["Tesla"]),
        ("He left it, so perhaps Tesla.", None),
        ("Just Tesla.", ["Tesla"]),
        ("Just Tesla", ["Tesla"]),
        ("Only Tesla $and SpaceX", ["Tesla", "SpaceX"]),
        ("My guess is Tesla.", None),
        ("He declined to work for Tesla.", None),
        ("**Tesla** \u2014 he had left SpaceX by then.", ["Tesla"]),
        ("**Tesla** \u2014 she had left SpaceX by then.", ["Tesla"]),
        ("**Tesla** \u2014 his time at SpaceX had ended.", ["Tesla"]),
        ("**Tesla**, as he had left SpaceX by then.", ["Tesla"]),
        ("Final Answer: **Tesla $and Boeing**, since he joined both after SpaceX.", None),
        ("Final Answer: **Tesla $and Boeing**, since he joined them after SpaceX.", ["Tesla", "Boeing"]),
        ("**Tesla** (as his time at SpaceX ended in 2004)", ["Tesla"]),
        ("Tesla \u2014 he had left SpaceX by then.", ["Tesla"]),
        ("**Tesla** \u2014 he was also at SpaceX.", None),
        ("**Tesla** \u2014 he was there until 2007; at SpaceX from 2008.", None),
        ("**Tesla** \u2014 he left it for SpaceX, so SpaceX.", None),
        ("**Tesla** \u2014 he may have been at SpaceX.", None),
        ("**Tesla** \u2014 and SpaceX", ["Tesla", "SpaceX"]),
        ("**Tesla** (since 2004) and SpaceX (since 2002)", ["Tesla", "SpaceX"]),
        ("**Tesla** (as well as SpaceX)", ["Tesla", "SpaceX"]),
        ("**Tesla**: since 2004, SpaceX: since 2002", ["Tesla", "SpaceX"]),
        ("**Tesla** \u2014 he led it \u2014 and SpaceX", ["Tesla", "SpaceX"]),
        ("**Tesla** (his employer), SpaceX, as he joined it in 2004", None),
        ("**Tesla**: he was at SpaceX in May 2008.", None),
        ("**Tesla**, since he left SpaceX in 2003. Actually, it was SpaceX.", None),
        ("Tesla\nReason: SpaceX came later.", ["Tesla"]),
        ("Final Answer: I do not know, so Tesla is my answer.", None),
        ("Final Answer: I have no idea, so it is Tesla.", None),
        ("It is hard to tell, so Tesla.", None),
        ("It's not possible to say from the text, so Tesla.", None),
        ("Perhaps he was at SpaceX, so he worked for Tesla.", None),
        ("Final Answer: Tesla. He joined it in 2004, so in 2003 he worked for Boeing.", None),
        ("Final Answer: Tesla. He joined it in 2004, so in May 2008 he worked for Tesla.", ["Tesla"]),
        ("SpaceX: Tesla was his employer.", None),
        ("In May 2008: Tesla was his employer.", ["Tesla"]),
        ("Tesla ceased to employ him.", None),
        ("He stopped working for Tesla.", None),
        ("Tesla had nothing to do with it.", None),
        ("According to the article, Tesla was his employer.", ["Tesla"]),
        ("Based on the facts provided, Tesla was his employer.", ["Tesla"]),
        ("According to the facts, Tesla was not his employer.", None),
        ("Between September 2004 and September 2010, Tesla was the owner.", ["Tesla"]),
        ("From 2004 to 2010, Tesla was the owner before SpaceX.", None),
        ("At that time, Tesla was the owner.", ["Tesla"]),
        ("During that time, Tesla was owned by SpaceX.", None),
        ("Between these two, Tesla died before SpaceX.", None),
        ("In short, Tesla.", ["Tesla"]),
        ("To sum up, he worked for Tesla.", ["Tesla"]),
        ("We can conclude that he worked for Tesla.", ["Tesla"]),
        ("SpaceX ended in 2003. This means he worked for Tesla.", ["Tesla"]),
        ("SpaceX ended in 2003. This means that he left it for Tesla.", None),
        ("In short, he never worked for Tesla.", None),
        ("SpaceX ended in 2003. As a result, he worked for Tesla.", ["Tesla"]),
        ("SpaceX ended in 2003.\n\nThis leaves Tesla.", ["Tesla"]),
        ("SpaceX ended in 2003.\n\nThis leaves Tesla or Boeing.", None),
        ("We conclude that he worked for Tesla.", ["Tesla"]),
        ("He was therefore at Tesla.", ["Tesla"]),
        ("He worked for Tesla and also for SpaceX.", ["Tesla", "SpaceX"]),
        ("He worked for Tesla, then for SpaceX.", None),
        ("Final Answer: Tesla + SpaceX", ["Tesla", "SpaceX"]),
        ("Final Answer: Tesla \u2192 SpaceX", ["Tesla", "SpaceX"]),
        ("Tesla is ruled out.", None),
        ("That could have been Tesla.", None),
        ("At the time in question, Tesla was his employer.", ["Tesla"]),
        ("He worked for Tesla, not SpaceX.", ["Tesla"]),
        ("He left Tesla, not SpaceX.", None),
        ("He did not work for Tesla, but not for SpaceX.", None),
        ("He worked for Tesla, having left SpaceX the month before.", ["Tesla"]),
        ("He left Tesla, as SpaceX had ended.", None),
        ("He worked for Tesla, as he had left SpaceX, and Boeing.", None),
        ("He was at Tesla (he joined it after SpaceX).", ["Tesla"]),
        ("Tesla (as he had left SpaceX) and Boeing", None),
        ("Tesla. SpaceX had ended; Boeing began in 2010.", ["Tesla"]),
        ("Tesla. He left SpaceX in 2003 and joined Boeing in 2010.", ["Tesla"]),
        ("Tesla. Before that came SpaceX (2002) and Boeing (1999).", ["Tesla"]),
        ("Tesla. Prior to this, he was at SpaceX.", ["Tesla"]),
        ("Tesla. Before that came Tesla and SpaceX; Boeing.", None),
        ("He led Tesla, who replaced SpaceX.", ["Tesla"]),
        ("He was at Tesla, having moved there from SpaceX.", ["Tesla"]),
        ("He worked for Tesla. until SpaceX", None),
        ("Sure! Tesla", ["Tesla"]),
        ("Tesla. SpaceX began in 2002 and Boeing, too.", None),
        ("Tesla (he joined it after Boeing), SpaceX (he joined it in 2002)", None),
        ("Tesla (he joined it after Boeing) & SpaceX", None),
        ("Tesla, having left Boeing, along with SpaceX.", None),
        ("He started at Tesla. SpaceX had been his employer since 2002.", None),
        ("Boeing had ended. Tesla began in 2001.", None),
        ("Tesla $and Boeing. SpaceX had ended.", ["Tesla", "Boeing"]),
        ("Tesla \u2014 he led it; *Boeing* (until 2010)", None),
        ("He was rejected by Tesla.", None),
        ("Final Answer: He was fired by Tesla.", None),
        ("He was dismissed from Tesla in May 2008.", None),
    ],
)
def test_names_at_an_end_of_a_sentence_are_its_answer(text, answers):
    read = read_answers(text, ["Tesla", "SpaceX", "Boeing"])
    assert (None if read.reason else read.answers) == answers
    assert read.rule.removeprefix("marker, ") in ("sentence", "line", "lines", "JSON", "")


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("May lies in it.\n\nTherefore, he was at Smith & Co. and S.L. Benfica.", ["Smith & Co.", "S.L. Benfica"]),
        ("May lies in it.\n\nSo, in May 2008, he was at 1. FC Köln.", ["1. FC Köln"]),
        ("May lies in it.\n\nTherefore, he was at Barcelona. It was in May.", None),
        ("**1. FC Köln** and **Barcelona**", ["1. FC Köln", "Barcelona"]),
        ("1. FC Köln (2004\u20132010)", ["1. FC Köln"]),
        ("1. FC Barcelona (2004\u20132010)", ["FC Barcelona"]),
        ("Maybe FC, Barcelona and Smith & Co.", ["Maybe FC", "Barcelona", "Smith & Co."]),
        ("Barcelona, Maybe FC?", None),
        ("Maybe Barcelona, S.L. Benfica", None),
        ("Only Vienna was his club.", ["Vienna"]),
        ("Smith & Co. ended in 2003, so he was at Barcelona.", ["Barcelona"]),
        ("Barcelona, as he joined it in 2004 and Bank of Rome was his sponsor.", ["Barcelona"]),
        ("Barcelona, as he had left FC Barcelona.", ["Barcelona"]),
        ("Vienna, as he had left First Vienna.", ["Vienna"]),
        ("Vienna and For Rome", ["Vienna", "For Rome"]),
        ("He played for Vienna and for For Rome.", ["Vienna", "For Rome"]),
        ("Vienna, and for Barcelona", ["Vienna", "Barcelona"]),
    ],
)
def test_names_that_look_like_more_than_a_name(text, answers):
    known = ["Smith & Co.", "S.L. Benfica", "1. FC Köln", "Barcelona", "FC Barcelona", "Maybe FC", "Vienna"]
    known += ["First Vienna", "Bank of Rome", "For Rome"]
    read = read_answers(text, known)
    assert (None if read.reason else read.answers) == answers


def test_a_long_name_with_a_full_stop_is_no_reason():
    names = ["Prime Minister of the United Kingdom", "Home Secretary"]
    text = "Prime Minister of the United Kingdom.\n\nShe held this office from 2016 to 2019."
    assert read_answers(text, names).answers == names[:1]


@pytest.mark.parametrize("text", ["The answer is Tesla.", "Final Answer: Tesla", "**Tesla**", "Tesla $and !!!"])
def test_a_name_of_punctuation_alone_is_not_read_from_nothing(text):
    assert read_answers(text, ["!!!", "?", "Tesla"]).answers == (["Tesla", "!!!"] if "!!!" in text else ["Tesla"])


@pytest.mark.parametrize("said", [
    "no team but arsenal", "no longer at tesla", "no later than 1990", "no wait it is tesla",
    "No Doubt", "No Man's Land Fort", "Nobody's Fool", "No. 10 Squadron RAF", "The Hague",
])  # fmt: skip
def test_what_begins_with_no_may_be_something_else(said):
    assert read_answers(f"Final Answer: {said}").answers != []


@pytest.mark.parametrize(("text", "answers"), [
    ("In 1995, Ann Lee and Bob Ray played for Ajax.", ["Ann Lee", "Bob Ray"]),
    ("Ann Lee played with Bob Ray.", None), ("Ann Lee never played for Ajax.", None),
    ("Ann Lee played for Ajax, not Bob Ray.", ["Ann Lee"]), ("Ann Lee played for it until Bob Ray came.", None),
])  # fmt: skip
def test_who_played_or_worked_stands_before_the_verb(text, answers):
    read = read_answers(text, ["Ann Lee", "Bob Ray"], question="Who played for Ajax in 1995?")
    assert (None if read.reason else read.answers) == answers


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("In May 2010, she led Tesla.", ["Tesla"]),
        ("May 2008 plus 2 years is May 2010. In May 2010, she led Tesla.", ["Tesla"]),
        ("In May 2008, she led Tesla.", []),
        ("She led Tesla until 2009.", []),
        ("She led Tesla until June 2010, and SpaceX from May 2010.", ["Tesla", "SpaceX"]),
        ("She led Tesla until May 2008, and 2 years after that SpaceX.", []),
        ("Only one of Tesla and SpaceX was led by her in May 2010.", []),
    ],
)
def test_the_time_that_a_question_counts_on_to(text, answers):
    question = "Which employer did Ann Lee lead 2 years after May 2008?"
    assert read_answers(text, ["Tesla", "SpaceX", "Boeing"], question=question).answers == answers

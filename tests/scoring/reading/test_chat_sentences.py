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
        ("In May 2008, the firm was owned by Tesla.", ["Tesla"]),
        ("Final Answer: She was married to Tesla in May 2008.", ["Tesla"]),
        ("In May 2008, the firm was followed by Tesla.", None),
        ("The firm was formerly owned by Tesla.", None),
        ("The prior owner of the firm was Tesla.", None),
        ("He worked for these firms between 2004 and 2010: Tesla and SpaceX.", ["Tesla", "SpaceX"]),
        ("Final Answer: The firms that he worked for in May 2008 were: Tesla $and SpaceX", ["Tesla", "SpaceX"]),
        ("His firms were Tesla (2004 \u2013 2010) and SpaceX (from 2002).", ["Tesla", "SpaceX"]),
        ("His firms were Tesla (2004) and SpaceX (perhaps).", None),
        ("He never worked for these firms: Tesla and SpaceX.", None),
        ("In May 2008, he led Tesla, as he joined it in 2004.", ["Tesla"]),
        ("In May 2008, he led Tesla. He joined it in 2004.", ["Tesla"]),
        ("He led Tesla from 2004 to 2010, which includes May 2008.", ["Tesla"]),
        ("He led both Tesla and SpaceX, since both end months count.", ["Tesla", "SpaceX"]),
        ("He led Tesla from 2004 to 2007, which is before May 2008.", None),
        ("He led Tesla from 2004 to 2007. This is outside the period.", None),
        ("He led Tesla from 2004 to 2007. May 2008 comes later.", None),
        ("He led Tesla, as he joined it before SpaceX.", None),
        ("He led Tesla. Actually, it was Ford.", None),
        ("Final Answer: Tesla, according to fact 3.", ["Tesla"]),
        ("Final Answer: Tesla; he was with it from 2004 to 2010.", ["Tesla"]),
        ("Final Answer: Tesla: 2004-2010; SpaceX: 2010", ["Tesla", "SpaceX"]),
        ("He worked for Tesla at that time.", ["Tesla"]),
        ("Final Answer: Tesla during the given period", ["Tesla"]),
        ("Two years before May 2010, he worked for Tesla.", ["Tesla"]),
        ("Two years before he was there, he worked for Tesla.", None),
        ("Before May 2008, he worked for Tesla.", None),
        ("It is unclear whether he worked for Tesla.", None),
        ("Musk served as head of Tesla from 2004 to 2010.", ["Tesla"]),
        ("Tesla served as his firm from 2004 to 2010.", ["Tesla"]),
        ("Final Answer: He graduated from Tesla.", ["Tesla"]),
        ("In May 2008, Tesla was the owner.", ["Tesla"]),
        ("In May 2008, Tesla was the owner before SpaceX.", None),
        ("Final Answer: Tesla chaired it in May 2008.", ["Tesla"]),
        ("He was awarded Tesla in May 2008.", ["Tesla"]),
        ("Tesla headed the government in the early 1930s (1932 \u2013 1934).", ["Tesla"]),
        ("Tesla had him on its staff in May 2008.", ["Tesla"]),
        ("Tesla died first.", ["Tesla"]),
        ("**Tesla** lived longer.", ["Tesla"]),
        ("The one who died first is Tesla.", ["Tesla"]),
        ("Tesla had the longer life.", ["Tesla"]),
        ("Tesla was born later.", ["Tesla"]),
        ("Tesla headed it later.", None),
        ("Tesla died before SpaceX.", None),
        ("Tesla probably died first.", None),
        ("Tesla's death came first.", ["Tesla"]),
        ("Final Answer: Tesla's", ["Tesla"]),
        ("That of Tesla", ["Tesla"]),
        ("Tesla died in 1901, SpaceX in 1905. Therefore, Tesla died first.", ["Tesla"]),
        ("It was not SpaceX. Therefore, Tesla died first.", ["Tesla"]),
        ("He joined Tesla in 1990 and SpaceX in 1993, so in 1991 he worked for Tesla.", ["Tesla"]),
        ("He joined Tesla in 1990. Therefore, he worked for Tesla.", ["Tesla"]),
        ("I am not sure. Therefore, he worked for Tesla.", None),
        ("Fact 1 ended in 2004.\nFact 2 covers May 2008.\nTherefore, Tesla.", ["Tesla"]),
        ("Fact 1 ended in 2004.\nFact 2 covers May 2008.\nSo he worked for Tesla.", ["Tesla"]),
        ("Fact 1 ended in 2004.\nFact 2 may not cover it, I am not sure.\nTherefore, Tesla.", None),
        ("Tesla ended in 2004.\nSo SpaceX came later.", None),
        ("May lies in it.\n\nPossibly it was SpaceX, so it was Tesla.", None),
        ("May lies in it.\n\nIt was not SpaceX, so it was Tesla.", ["Tesla"]),
        ("May lies in it.\n\nTesla?", None),
        ("**Tesla** (2004\u20132010)\nSpaceX: since 2002", ["Tesla", "SpaceX"]),
        ("Tesla\nSpaceX?", None),
        ("Tesla since 2004", ["Tesla"]),
        ("May lies in it.\n\nTesla (2004-2010)", ["Tesla"]),
        ("He worked for **Tesla** in 2008.[1][2]", ["Tesla"]),
        ("Just Tesla.", ["Tesla"]),
        ("Just Tesla", ["Tesla"]),
        ("Only Tesla $and SpaceX", ["Tesla", "SpaceX"]),
        ("My guess is Tesla.", None),
        ("**Tesla** \u2014 he had left SpaceX by then.", ["Tesla"]),
        ("**Tesla:** He joined it in 2004, after SpaceX.", ["Tesla"]),
        ("Final Answer: **Tesla $and Boeing**, since he joined both after SpaceX.", None),
        ("Final Answer: **Tesla $and Boeing**, since he joined them after SpaceX.", ["Tesla", "Boeing"]),
        ("**Tesla** (as his time at SpaceX ended in 2004)", ["Tesla"]),
        ("Tesla \u2014 he had left SpaceX by then.", None),
        ("**Tesla** \u2014 he was also at SpaceX.", None),
        ("**Tesla** \u2014 he was there until 2007; at SpaceX from 2008.", None),
        ("**Tesla** \u2014 he left it for SpaceX, so SpaceX.", None),
        ("**Tesla** \u2014 he may have been at SpaceX.", None),
        ("**Tesla** \u2014 and SpaceX", ["Tesla", "SpaceX"]),
        ("**Tesla** (since 2004) and SpaceX (since 2002)", ["Tesla", "SpaceX"]),
        ("**Tesla** (as well as SpaceX)", ["Tesla", "SpaceX"]),
        ("**Tesla**: since 2004, SpaceX: since 2002", ["Tesla", "SpaceX"]),
        ("**Tesla** \u2014 he led it \u2014 and SpaceX", None),
        ("**Tesla** (his employer), SpaceX, as he joined it in 2004", None),
        ("**Tesla**: he was at SpaceX in May 2008.", None),
        ("Tesla\nReason: SpaceX came later.", ["Tesla"]),
        ("Final Answer: I do not know, so Tesla is my answer.", None),
        ("Final Answer: I have no idea, so it is Tesla.", None),
        ("Perhaps he was at SpaceX, so he worked for Tesla.", None),
        ("Final Answer: Tesla. He joined it in 2004, so in 2003 he worked for Boeing.", None),
        ("Final Answer: Tesla. He joined it in 2004, so in May 2008 he worked for Tesla.", ["Tesla"]),
        ("Until 2003: Tesla was his employer.", None),
        ("SpaceX: Tesla was his employer.", None),
        ("In May 2008: Tesla was his employer.", ["Tesla"]),
        ("Tesla ceased to exist first.", ["Tesla"]),
        ("Tesla ceased to employ him.", None),
        ("He stopped working for Tesla.", None),
        ("Tesla had nothing to do with it.", None),
        ("According to the passage, he worked for Tesla in the early 1990s.", ["Tesla"]),
    ],
)
def test_sentences(text, answers):
    read = read_answers(text, ["Tesla", "SpaceX", "Boeing"])
    assert (None if read.reason else read.answers) == answers


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
        ("He played for First Vienna in 2008.", ["First Vienna"]),
        ("Only Vienna was his club.", ["Vienna"]),
        ("Barcelona, as he joined it in 2004 and Bank of Rome was his sponsor.", None),
    ],
)
def test_names_that_look_like_more_than_a_name(text, answers):
    known = ["Smith & Co.", "S.L. Benfica", "1. FC Köln", "Barcelona", "FC Barcelona", "Maybe FC", "Vienna"]
    known += ["First Vienna", "Bank of Rome"]
    read = read_answers(text, known)
    assert (None if read.reason else read.answers) == answers


AFTER = "Which employer did Ann Lee work for after she worked for Boeing?"
BEFORE = "Which employer did Ann Lee work for 2 years and 3 months before she worked for Boeing?"
WHILE = "Which other employers did Ann Lee work for while she worked for Boeing?"
YEARS_BEFORE = "Which employer did Ann Lee work for 2 years before June 2005?"
IN_MONTH = "Which employer did Ann Lee work for in May 2003?"


@pytest.mark.parametrize(
    ("question", "text", "answers"),
    [
        (AFTER, "After leaving Boeing in 2005, Ann worked for Tesla.", ["Tesla"]),
        (AFTER, "Following her time at Boeing, Ann worked for Tesla and SpaceX.", ["Tesla", "SpaceX"]),
        (AFTER, "The next employer after Boeing was Tesla.", ["Tesla"]),
        (AFTER, "Final Answer: Ann worked for Tesla right after Boeing.", ["Tesla"]),
        (AFTER, "Ann Lee worked for Tesla, which is the next employer after Boeing.", ["Tesla"]),
        (AFTER, "Before Boeing, Ann worked for Tesla.", None),
        (AFTER, "Ann worked for Boeing after Tesla.", None),
        (AFTER, "After leaving SpaceX for Boeing, Ann worked for Tesla.", None),
        (AFTER, "After SpaceX, Ann worked for Tesla.", None),
        (AFTER, "It was not after Boeing that Ann worked for Tesla.", None),
        (AFTER, "After Boeing, Ann may have worked for Tesla.", None),
        (AFTER, "She worked for Boeing.", ["Boeing"]),
        (BEFORE, "Two years and three months before Boeing, it was Tesla.", ["Tesla"]),
        (BEFORE, "She worked for Tesla after Boeing.", None),
        (WHILE, "While Ann worked for Boeing, she also worked for Tesla.", ["Tesla"]),
        (WHILE, "She worked for Tesla and SpaceX during her time at Boeing.", ["Tesla", "SpaceX"]),
        (WHILE, "While at Tesla she worked for SpaceX.", None),
        (WHILE, "When she left Boeing, she joined Tesla.", None),
        (BEFORE, "Before leaving Boeing, she worked for Tesla.", None),
        (YEARS_BEFORE, "Ann worked for Tesla in June 2003, which is 2 years before June 2005.", ["Tesla"]),
        (YEARS_BEFORE, "Ann worked for Tesla before June 2005.", None),
        (IN_MONTH, "After Boeing, Ann worked for Tesla.", None),
        (IN_MONTH, "Ann worked for Tesla in May 2003, which is 2 years before May 2005.", None),
        (IN_MONTH, "Ann worked for Tesla. She joined in 2000 and left in 2005.", ["Tesla"]),
        (IN_MONTH, "She worked for Tesla, which she had left in 2001.", None),
        (IN_MONTH, "The employer that she left in 2005 was Tesla.", None),
    ],
)
def test_a_sentence_may_say_the_time_of_its_question_again(question, text, answers):
    read = read_answers(text, ["Tesla", "SpaceX", "Boeing"], question=question)
    assert (None if read.reason else read.answers) == answers

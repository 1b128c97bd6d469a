"""Answers to rows of each family as chat models write them: those that earn the score of the right answer, and those
that must not, as they doubt it, leave it open, or give another."""

import pytest

from temporal_qa.scoring.answer_scores import score_answer_text

FACTS = [
    {"subject": "Dana Whitfield", "relation": "P108", "object": name, "start": start, "end": end}
    for name, start, end in (
        ("IBM", "1998-01", "2001-01"), ("Boeing", "2001-02", "2005-12"), ("Tesla", "2006-01", "2009-03"),
        ("SpaceX", "2008-05", "2012-01"), ("Ernst & Young", "2014-02", "2019-01"),
    )
]  # fmt: skip
EMPLOYERS = {"question": "Which employer did Dana Whitfield work for in May 2008?", "facts": FACTS}
TESLA, BOTH = EMPLOYERS | {"answers": ["Tesla"]}, EMPLOYERS | {"answers": ["Tesla", "SpaceX"]}
LATER = TESLA | {"question": "Which employer did Dana Whitfield work for 2 years after she worked for Boeing?"}
HIRED = EMPLOYERS | {"question": "When did her work for Tesla begin?", "answer_type": "time", "answers": ["2006"]}
HEAD = {
    "question": "Who chaired the Federation in January 1979?", "answer_type": "entity",
    "segments": [{"answers": [name]} for name in ("Robyn Flores", "Poul Arne Nielsen", "Élodie Gauthier")],
    "answers": ["Poul Arne Nielsen"],
}  # fmt: skip
YEARS = {"question": "Which years did she work there?", "answer_type": "time", "answers": ["1997", "1998", "1999"]}
YEAR = YEARS | {"answers": ["1997"]}
DAY = {"question": "Which date is 251 days after Jan. 4, 1946?", "answer_type": "date", "answers": ["Sep. 12, 1946"]}
BIRTH = {"question": "What is the birth date of Ann Lee?", "answer_type": "date", "answers": ["5 November 1911"]}
NUMBER = {"question": "How many complete years passed?", "answer_type": "number", "answers": ["23"], "unit": "year"}
WEEK = {"question": "In which ISO week does it lie?", "answer_type": "week", "answers": ["Week 10"]}


@pytest.mark.parametrize(("row", "paid", "unpaid"), [
    (TESLA, [], [
        "Answer: Tesla\n\nAlternatively: SpaceX", "Answer: Tesla\n\nAlternatively, SpaceX.",
        "Answer: Tesla\n\nAlternatively, the answer could be SpaceX.", "Tesla, an option I reject",
        "Tesla, a company that she left", "Tesla, a company that she had already left by then",
        "Tesla, whose term had already ended in 2007", "She was offered a job at Tesla.",
        "Answer: Tesla\n\nConfidence: low", "Answer: Tesla\nAnother possibility: SpaceX", "Answer: Tesla\n\nOr: SpaceX",
        "Answer: Tesla\n\nHowever, SpaceX should be included as well.", "There's a 70% chance that it was Tesla.",
        "Answer: Tesla\n\nI should mention that I am not certain about this.",
        "Answer: Tesla\n\n(This is only my best guess.)",
        "Answer: Tesla\n\nPlease verify this, as I could be mistaken.",
        '{"answer": "Tesla", "alternatives": ["SpaceX"]}', '{"answer": "Tesla", "is_certain": false}',
        '{"answer": "Tesla", "confidence": 0.2}', '{"answer": "Tesla", "certainty": "low"}',
        '{"answer": "Tesla", "confidence": "0.2"}', "Tesla is the likeliest employer.",
        "Answer: Tesla\n\n(Not verified.)",
        "Answer: Tesla (alternatively: SpaceX)", "Answer: Tesla\n\nI am not 100% sure, though.", "Step 3: Tesla",
        "Answer: Tesla\n\nConfidence: 30%", "Answer: Tesla\n\nConfidence: 30.5%",
        "Answer: Tesla\n\nThat is mistaken.", "It is hard to tell: Tesla",
        "Tesla (if I read the facts correctly)", "Tesla is one possibility.", "It seems that she worked for Tesla.",
        "She wanted to work for Tesla.", "She was about to join Tesla.", "It appears to be Tesla.",
        "Tesla; this is hard to determine.", "Tesla was not her employer.", "Tesla: it wasn't.",
        "Tesla, whose term was over", "Answer: Tesla\n\nNote: SpaceX is right as well.",
        "Tesla\n\nSpaceX would be equally correct.",
        '{"answer": "Tesla", "note": "or SpaceX"}', "Tesla, in theory", "Tesla, if I'm right", "Tesla, as some say",
        "Tesla, as some count",
        "Allegedly Tesla", "Tesla by one count",
        "Answer: Tesla\n\nTake this with a grain of salt.", "Answer: Tesla\n\nI may have misread the dates.",
    ]),
    (TESLA, [
        "It's Tesla, not Boeing.", "So the answer is Tesla (and not Boeing, which she left in December 2005).",
        "Final Answer: Tesla, her employer from January 2006 to March 2009", "Tesla; SpaceX began later.",
        "Just Tesla \u2013 SpaceX started a month later.",
        "Since both ends count, Tesla.",
        "Tesla. (SpaceX only began in June, so it does not count.)", "\u2705 Tesla\n\u274c Boeing",
        "assistantfinalTesla",
        '{"employer": "Tesla", "reasoning": "Boeing had ended."}', '{"employer": "Tesla", "confidence": 0.9}',
        "Tesla\n\nConfidence: 99.5%", "Tesla\nConfidence: 95.0 %",
    ], [
        "Tesla, her former employer", "Tesla, her second choice", "It's Tesla, not Boeing or IBM",
        "Tesla; SpaceX began in May 2008.", "Since Boeing, Tesla.",
        "\u274c Tesla\n\u274c IBM",
        '{"not": "Tesla"}', '{"options": ["Tesla"]}', '{"employer": "Tesla", "confidence": "low"}',
        "Tesla, not SpaceX, which is also possible", "Tesla, before she moved to SpaceX in May 2008",
    ]),
    (TESLA, [
        "In May 2008 she worked for Tesla. Her stint at Ernst & Young did not begin until February 2014.",
        "Tesla. Ernst and Young did not begin until 2014.", "Tesla. Boeing and IBM are excluded.",
        '{"employer": "Tesla", "start": "2006-01", "end": "2009-03"}',
        '{"subject": "Dana Whitfield", "employer": "Tesla"}',
        "The answer is Tesla because Boeing ended in 2005.", "Tesla since Boeing had ended.",
        "Tesla. SpaceX does not qualify.", "Tesla. SpaceX was excluded.",
        "Tesla. Ernst & Young came later.", "Tesla. Ernst & Young came only in 2014, so that does not count.",
        "She was with Boeing until 2005. In that month, she worked for Tesla.",
        "Dana Whitfield worked for Tesla, so they were her employer.",
        "Dana Whitfield worked for Tesla, so that is the answer.",
        "Dana Whitfield's employer in May 2008 was Tesla, since her contract there ran from 2006 until March 2009.",
        "Of the companies listed, Tesla", "In May 2008 she worked for Tesla, when Boeing had ended.",
        "Tesla, following Boeing's loss of a contract", "Tesla, which was preceded by Boeing",
        "In May 2008, the employer was Tesla, who had succeeded Boeing and was followed by Ernst & Young.",
    ], [
        "Tesla. Her stint at SpaceX began in May 2008.", "In May 2008 she worked for Tesla, when SpaceX was right.",
        "Of the rejected companies, Tesla", "Tesla because SpaceX is right",
        "Tesla because she left Boeing for SpaceX", '{"employer": "Tesla", "start": "2006-01", "other": "SpaceX"}',
        '{"employer": "Tesla", "start": "2006-01", "second": "SpaceX"}',
        "Tesla, head of SpaceX",
        "Tesla. The right employer, SpaceX, began in 2009.",
        "Tesla. Her stint at Boeing had ended, SpaceX", "Tesla, followed by SpaceX",
        "Tesla. Her time at Boeing had ended rather SpaceX", "Tesla, following Boeing and then SpaceX",
    ]),
    (HIRED, ["She was hired in 2006; she stayed until 2009.", "It began in 2006 and ended in 2009.",
        "She worked there from 2006 until 2009.", '{"start": 2006}'],
        ["It ended in 2006.", "She left in 2006.", "It ended in 2006 and began in 2005.", "2006. 2005 is the answer.",
            "She began in 2006 or left in 2009.", "She worked there until 2006."]),
    (BOTH, ["Tesla / SpaceX", "1. Tesla\n2. SpaceX\n\n*Both facts include May 2008.*",
        '{"employer": ["Tesla", "SpaceX"], "period": "May 2008"}',
        "She was employed by Tesla (2006\u20132009) and by SpaceX (2008\u20132012).",
        "Since both ends are included, Tesla and SpaceX."], ["Tesla or SpaceX", "Tesla/SpaceX",
        "Tesla / SpaceX (either)", "One of the following: Tesla, SpaceX",
        "Tesla (70 %), SpaceX (30 %)", "| Name | Chance |\n|---|---|\n| Tesla | 70 % |\n| SpaceX | 30 % |",
        '{"answers": ["Tesla", "SpaceX"], "note": "only one of these is right"}']),
    (HEAD, [
        "Nielsen, Poul Arne", "Chairman Poul Arne Nielsen", "PM Poul Arne Nielsen", "Chair Poul Arne Nielsen",
        "Prime Minister Poul Arne Nielsen",
        "Poul Arne Nielsen, who succeeded Robyn Flores in 1977",
        "Poul Arne Nielsen. Reason: he presided from 1977 to 1980.", "Coach Poul Arne Nielsen",
        "Senator Poul Arne Nielsen", "Poul Arne Nielsen. His predecessor, Robyn Flores, left in 1977.",
        "Poul Arne Nielsen, because he took over in 1977 and was replaced by \u00c9lodie Gauthier in 1980.",
        "The chairperson was not Robyn Flores, who left in January 1977, but Poul Arne Nielsen.",
        "**Poul Arne Nielsen** was chairperson, having taken over from Robyn Flores in February 1977.",
        "Poul Arne Nielsen (in the chair from 1977 to 1980, before \u00c9lodie Gauthier took over)",
        "In January 1979, Poul Arne Nielsen was the chairperson, as he held the post until October 1980.",
        "It was chaired by Poul Arne Nielsen from 1977 to 1980, so he was in office in January 1979.",
        "Poul Arne Nielsen. His successor, \u00c9lodie Gauthier, only took over in October 1980.",
    ], [
        "In January 1979, Poul Arne Nielsen was the chairperson, as he held the post until October 1978.",
        "Nielsen, Poul", "Nielsen, Poul Arne or Flores, Robyn", "Ms. \u00c9lodie Gauthier",
        "Poul Arne Nielsen. His successor, \u00c9lodie Gauthier, may be right.",
        "Poul Arne Nielsen, because he took over in 1977 and \u00c9lodie Gauthier replaced him.",
        "Poul Arne Nielsen. The successor \u00c9lodie Gauthier is the answer.",
        "Poul Arne Nielsen. His successor was in the chair: \u00c9lodie Gauthier",
    ]),
    (LATER, [
        "She left Boeing in December 2005. Two years later, in December 2007, she worked for Tesla.",
        "She left Boeing in 2005; 2 years after that, she worked for **Tesla**.",
        "She left Boeing in December 2005. Two years later is December 2007, when she was at **Tesla** (2006 to 2009).",
    ], [
        "She left Boeing in December 2005. Two years earlier, in December 2003, she worked for Tesla.",
        "She left Boeing in December 2005. Three years later is December 2008, when she was at Tesla.",
        "She left Boeing in December 2005. Two years earlier is December 2003, when she was at Tesla.",
        "She left Boeing in December 2005. Two years later is December 2007, when she was at Tesla or SpaceX.",
        "She left Boeing in December 2005. Three years later, in December 2008, she worked for Tesla.",
    ]),
    (HEAD | {"answers": []}, ["The post was vacant.", "The Federation was not chaired by anyone in January 1979.",
        "As the article does not say, the answer is none.",
        "The Federation was not chaired by anyone in January 1979, according to the article.",
        "Before February 1979, no chairperson is mentioned.", "The article does not say, so it is N/A.",
        "He was not married before April 2001, according to the article.", "She wasn't employed in 1979."], [
        "The article does not tell of an earlier chairperson than Robyn Flores, so he is the answer.",
        "I have no access to the article.", "We had no article.",
        "None, according to the article. Robyn Flores too.", "None (the article does not tell). Robyn Flores.",
        "He was not married to Robyn Flores.",
        "As the article does not tell, I would guess Robyn Flores.", "The article does not tell, it was Robyn Flores.",
        "Maybe Ann Lee was not employed.", "She wasn't employed in 1979, so Robyn Flores",
        "None of the above... Robyn Flores"]),
    (YEARS, ["1997 to 1999, both included", "From 1997 up to and including 1999.", '{"start": 1997, "end": 1999}',
        '{"answer": {"start_year": "1997", "end_year": "1999"}}',
        r"\boxed{1997\text{--}1999}", "De 1997 \u00e0 1999", "Von 1997 bis 1999",
        "She worked there without a break from 1997 to 1999.", "She worked there from 1997 until 1999.",
        "She worked for Doctors without Borders from 1997 to 1999.", "She worked without pay from 1997 to 1999."],
        ["She worked from 1997 to 1999, so the earliest year was 1997.", "1997\u20131999 (approximately)",
            "1997\u20131999, with a break in 1998", "1997\u20131999, without 1998",
            "roughly from 1997 to 1999", "about from 1997 to 1999",
            "Roughly from 1997 to 1999", "1997 to 1999, without 1998", "1997 to 1999, excluding the middle year",
            "Between 1997 and 1999, at some point.",
            '{"start": 1997, "end": null}', '{"start": 1997, "end": 1999, "note": "or 2000"}']),
    (YEAR, [
        "1997, when she joined it", "Her most recent job began in 1997.", "She first worked in 1997, at Tesla.",
        "**1997**. She moved on in 2012.",
        "She worked from 1997 to 1999, so the earliest year was 1997.",
        "She worked from 1997 to 1999. The earliest year was 1997.",
        "She worked from 1997 to 1999. The earliest year is 1997.", "1997 (Tesla, 1997\u20131999)",
    ], [
        r"\boxed{1997\text{--}1999}", "from 1997 on", "1997\u2013", "sometime in 1997", "1997-ish", "~1997",
        "1997 according to some sources",
        "1997. Wait, she moved on in 2012.", "1997. It may have been 1998.",
        "1997. She moved on in 1999. It may have been 1998.",
        "1997. The earliest year is 1999.", "1997 at the very least",
        "She worked from 1997 to 1999. The earliest year is unclear, it may be 1997.",
    ]),
    (DAY, [
        "Sep. 12, 1946 is 251 days after Jan. 4, 1946.", "the twelfth of September 1946",
        "Jan. 4, 1946 + 1 day = Jan. 5, 1946\nJan. 5, 1946 + 250 days = Sep. 12, 1946",
        "1 day after 4 January 1946 is 5 January 1946. 250 days after that is 12 September 1946.",
        "12 September 1946. The other date is 4 January 1946.",
        "So, if you add 251 days to Jan. 4, 1946, you get Sep. 12, 1946.",
        "The second Thursday of September 1946 was September 12, 1946.",
        "12 September 1946. It is day 255.", "It is 12 September 1946. So 1946-09-12 is the answer.",
        "12 September 1946. This is the 255th day of the year.",
    ], ["Jan. 4, 1946 + 1 day = Sep. 12, 1946\nSep. 12, 1946 + 3 days = Sep. 15, 1946",
        "Not Jan. 4, 1946 + 1 day = Jan. 5, 1946\nJan. 5, 1946 + 250 days = Sep. 12, 1946",
        "12 September 1946. 3 days after that is 15 September 1946.",
        "Sep. 12, 1946 is 251 days after Jan. 4, 1946?", "Jan. 4, 1946 is 251 days before Sep. 12, 1946.",
        "1 BC. September 12, 1946", "Sep. 12, 1946 in the Julian calendar",
        "The date lies close to Sep. 12, 1946."]),
    (DAY | {"answers": ["May 1, 1990"]}, ["the first of May 1990", "first of May 1990"], ["the second of May 1990"]),
    (BIRTH, [
        "Ann Lee was born on 5 November 1911 and died on 27 September 1980.",
        "According to the text, Ann Lee was born on 5 November 1911 (and died on 27 September 1980).",
        "Born 5 November 1911, died 27 September 1980",
        "Ann Lee (5 November 1911 \u2013 27 September 1980)\n\nSo the birth date is 5 November 1911.",
    ], ["5 November 1911 (approximately)", "5 November 1911 (disputed)", "5 November 1911, if the record is right",
        "Ann Lee (5 November 1911 \u2013 27 September 1980)", "Ann Lee died on 5 November 1911.",
        "Ann Lee was born on 27 September 1980 and died on 5 November 1911.",
        "Ann Lee was baptized on 5 November 1911."]),
    (NUMBER, [
        "- to 1900: 10\n- to 1913: 13\n\nTotal: 23 years", "From 1923 to 1946 is 23.",
        "The number of years from 1923 to 1946 is 23.",
        "It has been 23 full years.", "23. It is 23.", "23 years. So 23 is the answer.",
        "23 years. That is 8,400.5 days.",
        "276 months, which is 23 years", "approximately 23",
        "23 years, excluding the last one",
        "These are 10 years and 13 years, for a total of 23 years.",
        "1946 - 1922 = 24, but his birthday was not yet reached, so 23.", "She worked for Tesla for 23 years.",
        "Her son was born 23 years after 1946.", "23 years later", "The span in years is 23 years.",
        "The JF-17 was flown for 23 years.", "She left 23 years after the 4th season of the 2018 Super GT.",
    ], ["between 22 and 23 years", "22\u201323 years", "nearly 23 years", "more than 23 years", "at least 23",
        "23+ years",
        "23 years / 22", "23 years, 22", "23 years. The number is 22.", "23 years. 22 is the answer.",
        "23 years. 23 is the wrong answer.", "23 years. Some say 22.", "23 years too many",
        "23 years onwards", "22 years. It was 23 years before.", "Hardly 23 years", "Is it 23 years",
        "Some say it is 23.", "The upper bound is 23 years.", "23 years at the very least",
        "23 years or 24", "23 years minus 1", "1878 + 23 years = 1901", "23 months", "22 (23 if the last day counts)",
        "23 years inclusive, 22 exclusive", "23 years (or 22 years)", "23 years / 22 years",
        "22 years, which is not 23", "23 years. It was 22 before.", "23 years. This is 22 in fact.", "23 by one count",
        "It would be 23.", "23. He left in 1946. 22 years", "23 (22 excluding the last day)",
        "23 (22 years not counting 1946)", "If he were born in 1923, 23 years",
        "I do not know his birthday, so 23.", "22 or 23 years, for a total of 23 or so"]),
    (WEEK, ["the tenth week"], ["the eleventh week", "about week 10"]),
], ids=str)  # fmt: skip
def test_what_is_paid_and_what_is_not(row, paid, unpaid):
    score = {text: score_answer_text(row, text)["set_accuracy"] for text in (*paid, *unpaid)}
    assert score == dict.fromkeys(paid, 100) | dict.fromkeys(unpaid, 0)

"""Whole responses in the manner of several chat models, and of questions on two lives."""

import pytest

from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.scoring.reading.events import tells_otherwise
from temporal_qa.scoring.reading.response import read_answers

CLUBS = ["Hull City", "Truro City F.C.", "Queens Park Rangers F.C."]
IN_MAY = "Which team did Bo Orr play for in May 2008?"


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("None of the facts cover May 2008. The closest is Hull City.", []),
        ("**Quick answer:** Hull City\n\n**Why?** The span of Truro City F.C. does not hold May 2008.", ["Hull City"]),
        ("Bo Orr played for Hull City in May 2008, having joined in 2004.", ["Hull City"]),
        ("In May 2008, Bo Orr played for Hull City, having succeeded Truro City F.C.", ["Hull City"]),
        ("In May 2008, Bo Orr played for Hull City, having succeeded Truro City F.C. and led both", None),
        ('{"name": "answer", "arguments": {"answer": "Hull City"}}', ["Hull City"]),
        ("Final Answer:\nQueens Park Rangers F.C.\nTruro City F.C.", ["Queens Park Rangers F.C.", "Truro City F.C."]),
        ("Final Answer:\nHull City\nHe played there until 2010.", ["Hull City"]),
        ("<answers>\n<answer>Hull City</answer>\n<answer>Truro City F.C.</answer>\n</answers>",
            ["Hull City", "Truro City F.C."]),
        ("<answer>Hull City</answer>\nNo:\n<answer>Truro City F.C.</answer>", ["Truro City F.C."]),
        ("\\boxed{Hull City}\n\n\\boxed{Truro City F.C.}", ["Hull City", "Truro City F.C."]),
        ("1\\. Hull City  \n2\\. Truro City F.C.", ["Hull City", "Truro City F.C."]),
        ("Final Answer: Hull City<br>Reason: it covers May 2008.", ["Hull City"]),
        ("Final Answer: Hull City <br> Truro City F.C.", ["Hull City", "Truro City F.C."]),
        ("Final answer: Hull City; Bo Orr played for it from 2004 to 2010.", ["Hull City"]),
        ("Final answer: Hull City; Bo Orr played for Truro City F.C. from 2004 to 2010.", None),
        ("- Truro City F.C.: 2002 to 2003\n- Hull City: 2004 to 2010\n\n"
            "As May 2008 is in the second period, **Hull City** was the team.", ["Hull City"]),
        ("Hull City (2004 to 2010)\n\nBo Orr played for it in May 2008, after Truro City F.C. (2002 to 2003).",
            ["Hull City"]),
        ("I'd estimate Hull City.", None),
        ("- May 2008 is within 2004 to 2010\n- May 2008 is not within May 2000 to June 2003\n\n**Hull City**",
            ["Hull City"]),
        ("- The facts do not cover May 2008\n\n**Hull City**", None),
        ("Bo Orr's professional football team in the month of May 2008: **Hull City**", ["Hull City"]),
        ("**Final Answer: Hull City.** Truro City F.C. is too early.", ["Hull City"]),
        ("**Final Answer: Hull City.** Wait, it was Truro City F.C.", None),
        ("**Final Answer: Hull City** and Truro City F.C.", ["Hull City", "Truro City F.C."]),
        ("Hull City ✅\nTruro City F.C. ✅", ["Hull City", "Truro City F.C."]),
        ("- Hull City ✅\n- Truro City F.C. ❌", ["Hull City"]),
        ("<output>Hull City $and Truro City F.C.</output>", ["Hull City", "Truro City F.C."]),
        ("Final Answer: (a) Hull City (b) Truro City F.C.", ["Hull City", "Truro City F.C."]),
        ("Final Answer: Hull City\n\nCheck: May 2008 is outside, so the answer above is wrong.", None),
        ("Final Answer: Hull City\n\nCheck: May 2008 is inside, so the answer above is right.", ["Hull City"]),
        ("Hull City (?)", None),
        ("In May 2008, both Hull City and Truro City F.C. played.", ["Hull City", "Truro City F.C."]),
        ("*Hull City*\n\n(The facts say so in the second line.)", ["Hull City"]),
        ("Not Truro City F.C., but Hull City.", ["Hull City"]),
        ("It was not Truro City F.C. but rather Hull City", ["Hull City"]),
        ("Rather than Truro City F.C., it was Hull City.", ["Hull City"]),
        ("Not sure, but Hull City.", None),
        ("2004 + 4 = 2008\n=> Hull City", ["Hull City"]),
        ("April 2004 + 4 years = May 2008 → Hull City", ["Hull City"]),
        ("Truro City F.C. to 2004, and so 2008 → Hull City", ["Truro City F.C. to 2004, and so 2008 → Hull City"]),
        ("It may be 2008 → Hull City", None),
        ("Hull City covers 2004 to 2010, so it's Hull City.", ["Hull City"]),
        ("The season is 2008. Hence: Hull City.", ["Hull City"]),
        ("It's Hull City, since May 2008 lies in 2004 to 2010.", ["Hull City"]),
        ("At Hull City.", ["Hull City"]),
        ("In May 2008, the club was Hull City, a club from Yorkshire.", ["Hull City"]),
        ("Hull City, with four years against one.", ["Hull City"]),
        ("Hull City did.", ["Hull City"]),
        ("By Hull City, by Truro City F.C.", ["Hull City", "Truro City F.C."]),
        ("- Hull City\n- Truro City F.C.\n\nTruro City F.C. is excluded because it ended in 2003.", None),
        ("In May 2008, he played for Hull City. Truro City F.C. is not included, as it ended in 2003.", ["Hull City"]),
        ("In May 2008, he played for Hull City. Truro City F.C. is not included, but it might be.", None),
        ("Hull City. He joined it in May 2004. Truro City F.C. followed.", ["Hull City"]),
        ("Hull City ✓\nTruro City F.C. ✗", ["Hull City"]),
        ("Candidates:\n1. Hull City (2004) ✓\n2. Truro City F.C. (2003) ✗", ["Hull City"]),
        ("Truro City F.C. ended in 2003. Thus, he played for:\n- Hull City\n- Queens Park Rangers F.C.",
            ["Hull City", "Queens Park Rangers F.C."]),
        ("The article names Truro City F.C. alone. So: no answer.", []),
        ("The article does not say it, so I'd go with Hull City.", None),
        ("answer: Hull City\nperiod: 2004 to 2010", ["Hull City"]),
        ("Final Answer Hull City", ["Hull City"]),
        ("Final Answer: Hull City \u2013 Truro City F.C.", ["Hull City", "Truro City F.C."]),
        ("Bo Orr played for Hull City (2004\u20132010); Truro City F.C. (2008); and Queens Park Rangers F.C. (2008).",
            ["Hull City", "Truro City F.C.", "Queens Park Rangers F.C."]),
        ("In May 2008, Bo Orr played for Hull City; Truro City F.C. had ended.", ["Hull City"]),
        ("Final Answer; Hull City", ["Hull City"]),
        ("Final Answer: Hull City\nFinal Answer: Hull City\nFinal Answer: Hu", ["Hull City"]),
        ("Final Answer: Hull City\nFinal Answer: Hull City\nFinal Answer:", ["Hull City"]),
        ("Final Answer: Hull City\nFinal Answer: Hu", ["Hu"]),
        ("Final Answer: Truro City F.C.\nFinal Answer: Hull City\nFinal Answer: Hu", ["Hu"]),
        (2 * "Answer: Hull City and Truro City F.C.\n\n" + "Only one counts.\n\nAnswer: Hull City", ["Hull City"]),
        (2 * "Answer: Hull City and Truro City F.C.\n\n" + "Answer: Hull City\n\nThat is all.", ["Hull City"]),
        ("Answer: Hull City\nalso: Truro City F.C.", None),
        ("Answer: Hull City\nor maybe: Truro City F.C.", None),
        ("Answer: Hull City\nThen:\nTruro City F.C.", None),
        ("Hull City\n\nDoes the contract of 2008 change this?\nYes, Truro City F.C.", None),
        ("Hull City\n\nIf he left it in 2008, is Truro City F.C. the answer?\nYes.", None),
        ("Final Answer: Hull City\n\nWhat about the loan of 2008?\nIt counts.\nFinal Answer: Truro City F.C.",
            ["Truro City F.C."]),
        ("He was at two clubs in 2008. So not Truro City F.C. but Hull City.", ["Hull City"]),
        ("I am at a loss. So not sure but Hull City.", None),
        ('[{"team": "Hull City", "year": 2004}, {"team": "Truro City F.C.", "year": 2005}]',
            ["Hull City", "Truro City F.C."]),
        ("```python\nfinal_answer([\"Hull City\", 'Truro City F.C.'])\n```", ["Hull City", "Truro City F.C."]),
        ("I look it up.\nfinal_answer(answer='Hull City')", ["Hull City"]),
        ("final_answer(Hull City)", ["Hull City"]),
        ("final_answer(None)", []),
        ("<tool_call>\n<function=final_answer>\n<parameter=answer>\nHull City\n</parameter>\n</function>\n</tool_call>",
            ["Hull City"]),
        ('<invoke name="final_answer"><parameter name="answer">Hull City</parameter></invoke>', ["Hull City"]),
        ("<tool_call>final_answer\n<arg_key>answer</arg_key>\n<arg_value>Hull City</arg_value>\n</tool_call>",
            ["Hull City"]),
        ('{"name": "final_answer", "parameters": {"answers": ["Hull City", "Truro City F.C."]}}',
            ["Hull City", "Truro City F.C."]),
        ('{"tool_calls": [{"id": "c1", "type": "function", "function": '
            '{"name": "submit", "arguments": "{\\"answers\\": [\\"Hull City\\"]}"}}]}', ["Hull City"]),
        ('{"name": "Hull City", "function": "club"}', ["Hull City"]),
        ('Let me search.\n<tool_call>{"name": "search", "arguments": {"query": "Hull City"}}</tool_call>', None),
        ("<|channel>thought\nTruro City F.C.?<channel|>Final Answer: Hull City<turn|>", ["Hull City"]),
        ("The facts in short:\n\n| Final Answer |\n|:---|\n| Hull City |\n| Truro City F.C. |",
            ["Hull City", "Truro City F.C."]),
        ("|Club|\n|---|\n|X|", ["X"]),
        ("| Question | Answer |\n|---|---|\n| The club in May 2008? | **Hull City** |", ["Hull City"]),
        ("| Answer | Years |\n|---|---|\n| Hull City | 2004 |\n| Truro City F.C. | 2002 |\n\nHe left both.", None),
        ("Resposta final: Hull City e Truro City F.C.", ["Hull City", "Truro City F.C."]),
        ('{"answer": "Hull City", "note": "could be Truro City F.C."}', None),
        ('{"answer": "Hull City", "confidence": "low"}', None),
        ('{"answer": {"name": "Hull City", "note": "I am not sure"}}', None),
        ('{"result": [{"answer": "Hull City", "confidence": "low"}]}', None),
        ('{"answer": "Hull City", "confidence": "high", "explanation": "The end is unclear."}', ["Hull City"]),
    ],
)  # fmt: skip
def test_responses_about_facts(text, answers):
    read = read_answers(text, CLUBS, question=IN_MAY)
    assert (None if read.reason else read.answers) == answers, read


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("Who died first, Ann Lee or Bob Ray?",
         ["Ann Lee died first. Ann Lee died in 1901, whereas Bob Ray died in 1910.",
          "Ann Lee died earlier than Bob Ray.", "Ann Lee died before Bob Ray did.", "Bob Ray outlived Ann Lee.",
          "➡️ **Ann Lee died first.**", "Bob Ray died in 1910.\nAnn Lee died in 1901.\n\nSo Ann Lee died first.",
          "Between the two, Ann Lee died first, as 1 May 1901 is earlier than 1910.", "Ann Lee passed away first.",
          "Since May 1, 1901 is earlier than June 2, 1910, Ann Lee is the answer.",
          "Ann Lee died first, and Bob Ray died later.", "Ann Lee is the one who died first",
          "Ann Lee, as Ann Lee died in 1901 and Bob Ray died in 1910.", "The person who died first is Ann Lee.",
          "Ann Lee died first (1901), not Bob Ray (1910).",
          "Ann Lee died in 1901 and Bob Ray died in 1910. Ann Lee is the one who died earlier."],
         ["Ann Lee was born first.", "Ann Lee outlived Bob Ray.", "Ann Lee died first. Wait, Bob Ray died in 1900.",
          "Ann Lee died first. Bob Ray died first.", "Did Ann Lee die first? Ann Lee died first, I think.",
          "Was Ann Lee the one who died first?", "Ann Lee, as Bob Ray died first.",
          "Ann Lee died last.", "Ann Lee was the last to die.", "Ann Lee died second.",
          "Ann Lee died first, or so it seems.",
          "Ann Lee died first if we trust the text; otherwise Bob Ray.", "Ann Lee lived longer."]),
        ("Whose birth came last, that of Ann Lee or that of Bob Ray?",
         ["Ann Lee was born later (1880) than Bob Ray (1870).", "Ann Lee was born after Bob Ray.",
          "The birth of Ann Lee came after that of Bob Ray.",
          "The birth of Bob Ray (1870) was earlier than that of Ann Lee."],
         ["Ann Lee died last.", "Bob Ray was born later.", "The birth of Ann Lee came before that of Bob Ray.",
          "The death of Ann Lee came after that of Bob Ray.", "Ann Lee was born later; Bob Ray"]),
        ("Who lived longer, Ann Lee or Bob Ray?",
         ["Ann Lee outlived Bob Ray.", "Ann Lee lived longer, while Bob Ray reached 70 years.",
          "Ann Lee was older when she died.", "Ann Lee was alive longer.",
          "Ann Lee died at a greater age than Bob Ray."],
         ["Ann Lee was born first.", "Bob Ray outlived Ann Lee.", "Bob Ray died at a greater age than Ann Lee."]),
    ],
)  # fmt: skip
def test_responses_about_two_lives(question, right, wrong):
    row = {"question": question, "answers": ["Ann Lee"], "answer_type": "entity",
           "lives": [{"name": "Ann Lee"}, {"name": "Bob Ray"}]}  # fmt: skip
    assert {text: score_answer_text(row, text)["set_accuracy"] for text in right} == dict.fromkeys(right, 100)
    assert {text: score_answer_text(row, text)["set_accuracy"] for text in wrong} == dict.fromkeys(wrong, 0)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Mr. Bo Orr", ["Bo Orr"]),
        ("President Bo Orr", ["Bo Orr"]),
        ("It was President Bo Orr.", ["Bo Orr"]),
        ("President of Bo Orr", ["President of Bo Orr"]),
    ],
)
def test_a_title_and_a_verb_of_names(text, answers):
    assert read_answers(text, ["Bo Orr", "Unit"], question="Who led it in May 2008?").answers == answers


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("It was Tesla, Ford, and SpaceX.", ["Tesla", "Ford", "SpaceX"]),
        ("It was Tesla, and A.S. Bari 1908.", ["Tesla", "A.S. Bari 1908"]),
        ("It was Tesla, and Club - Ford.", ["Tesla", "Club - Ford"]),
        ("It was SpaceX and Tesla.", ["SpaceX", "Tesla"]),
        ("It was Tesla, before SpaceX.", ["Tesla"]),
        ("Before SpaceX, it was A.S. Bari 1908.", ["A.S. Bari 1908"]),
    ],
)
def test_a_name_in_a_list_is_an_answer_also_where_the_question_names_it(text, answers):
    names = ["Tesla", "Ford", "SpaceX", "Club - Ford", "A.S. Bari 1908"]
    question = "Which employer did Ann Lee work for before she worked for SpaceX?"
    assert read_answers(text, names, question=question).answers == answers


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where was Ann Lee educated in May 2008?", "Ann Lee studied at Tesla from 2004 to 2010."),
        ("Who were the owners of Ford in May 2008?", "Tesla was the owner of Ford from 2004 to 2010."),
    ],
)
def test_a_fact_has_the_words_of_its_question_in_other_forms(question, text):
    assert read_answers(text, ["Tesla", "SpaceX"], question=question).answers == ["Tesla"]


@pytest.mark.parametrize("name", ["General Motors", "First Solar", "Just Eat", "In Flames", "Lord Mayor"])
@pytest.mark.parametrize("form", ["So, {}.", "So {}.", "In short: {}", "In May 2008: {} since 2004", "It's {}"])
def test_a_name_may_begin_like_what_leads_to_it(form, name):
    assert read_answers(form.format(name), [name, "Boeing"], question="Who led it in May 2008?").answers == [name]
    spaced = [name, "St.\u00a0Louis", "Bo  Orr"]
    said = f"It was St. Louis, {name}, and Bo  Orr."
    assert read_answers(said, spaced).answers == [spaced[1], name, spaced[2]]
    who = f"Who died first, {name} or Ann Lee?"
    assert read_answers(f"{name} died before Queen Ann Lee.", [name, "Ann Lee"], question=who).answers == [name]


def test_an_event_is_told_by_what_it_is_an_end_of():
    assert not tells_otherwise("Ann was older when she died.", "Who lived longer, Ann or Bob?")
    assert tells_otherwise("Ann was older.", "Who lived longer, Ann or Bob?")


@pytest.mark.parametrize(
    ("kind", "answers", "right", "wrong"),
    [
        ("yes_no", ["yes"], ["Indeed, yes.", "That is true.", "Yes, the first did not end until 1910.",
            "Yes. Ann had not died yet.", "Yes, the two met, though they never spoke."],
            ["Yes, their lives never overlapped.", "Yes, the two lives did not overlap at all.",
            "Yes, there was no overlap between the two.", "Yes, they failed to overlap.",
            "Yes, it is neither earlier nor later.", "It is not true that the answer is yes."]),
        ("yes_no", ["yes"], ['Thus, the answer to the question "Is 1901 before 1910?" is yes.'],
            ['Thus, the answer to the question "Is 1901 before 1910?" is no.']),
        ("number", ["1538"], ["1500 + 38 = 1538. The number of days is 1538."], ["1537; 1538", "1537. 1538"]),
        ("number", ["17"], ["17 full days. Confidence: 100%", "The last day is not complete. So 18 - 1 = 17.",
            "17\n\nHow many days lie between 1 May 1815 and 2 May 1815?\n1",
            "Final Answer: 17\n\nHow many days lie between 1 May 1815 and 2 May 1815?\nFinal Answer: 1"],
            ["17 full days. Confidence: 10%", "17 full days. Confidence: 100%, 16", "I count 18 days. So 18 - 2 = 16.",
            "Final Answer: 17\n\nIs that right, with 31 days?\nNo.\nFinal Answer: 18"]),
        ("date", ["1 July 1998"], [], ["The date of birth is 1 July 1998, and the date of death is"]),
        ("yes_no", ["no"], ["No dates overlap.", "That's false."],
            ["No dates are given.", "No, it does.", "No, they overlapped."]),
        ("date", ["1 July 1998"], ["1. Add a month.\n2. Add a day.\n\nThe date is July 1, 1998."],
            ["around July 1, 1998", "She died about 1 July 1998.", "unknown, 1 July 1998",
            "1 July 1998 (approximate)", "I'd estimate 1 July 1998.",
            "1. Add a month.\n2. Add a day.\n\nThe date may be July 1, 1998."]),
        ("time", ["1998"], ["It took place in 1998, not in 1999."],
            ["circa 1998", "It was c. 1998", "Around 1998", "1998 - 1",
            "the decade of 1998"]),
        ("time", ["1998", "1999"], ["1998 and also 1999"], []),
        ("number", ["494"], ["I get 494.", "1. Start.\n2. End.\n\nThe number of months is 494.", "I count.\n\n494"],
            ["I get 494 or so, I think.", "1. Start.\n2. End.\n\nThe number may be 494."]),
        ("number", ["494"], ["I count: the last week is incomplete, so there are 494 full weeks."],
            ["It is incomplete, so there are not 494 weeks.",
            "I think it is incomplete, so there are 494 full weeks."]),
        ("date", ["8 May 1883"], ["First the weeks, then the days.\n\nWe arrive at **May 8, 1883**."], []),
        ("weekday", ["Monday"], ["I count the days.\n\nThe result is **Monday**."],
            ["I count.\n\nIt may be **Monday**."]),
        ("yes_no", ["yes"], ["Definitely yes!", "Absolutely, yes.", "1972 > 1928 → yes", "44 < 86, so yes"],
            ["Definitely not yes", "Of course, yes and no"]),
        ("weekday", ["Monday"], ["Not Sunday, but Monday."], ["Not sure, but Monday.", "Not Monday, but Sunday."]),
        ("number", ["585"], ["48 \u00d7 12 = 576, 576 + 9 = 585. The number of months is 585.", "=> 585",
            "48 years and 9 months → 585"],
            ["The number of months is 585. The number of days is 9.", "585 or so", "585 (584 if the last counts)",
            "It may be 585 → 9"]),
        ("date", ["8 May 1883"], ["8 May 1883 (his death was on 9 May 1883)", "8 May 1883 (1 day + 2 days later)",
            "Today: 5 May 1883\n+ 3 days\n= 8 May 1883"],
            ["8 May 1883 (or 9 May 1883)", "8 May 1883 (probably 9 May)"]),
        ("week", ["Week 9"], ["I count the weeks.\n\nThe date is in **week 9**."], []),
        ("week", ["Week 9"], ["The ISO week number is **9**, as its Thursday lies in that week."], []),
        ("entity", ["Ajax"], ["It was Ajax."], ["It was not Ajax."]),
        ("entity", [], ["Based on the article, this question cannot be answered."], []),
        ("weekday", ["Monday"], ["It was a Monday, not a Friday."], ["Not a Monday"]),
        ("entity", [], ["There's no answer in the context."],
            ["There's an answer in the context.", "Nothing, I guess?"]),
    ],
)  # fmt: skip
def test_responses_about_values(kind, answers, right, wrong):
    row = {"question": "", "answers": answers, "answer_type": kind}
    assert {text: score_answer_text(row, text)["set_accuracy"] for text in right} == dict.fromkeys(right, 100)
    assert {text: score_answer_text(row, text)["set_accuracy"] for text in wrong} == dict.fromkeys(wrong, 0)


def test_a_last_line_with_the_separator_is_the_answer_where_no_names_are_known():
    assert read_answers("He led one, then the other.\nTesla $and SpaceX").answers == ["Tesla", "SpaceX"]


def test_a_number_of_thousands_of_digits_is_no_answer():
    assert read_answers("He ran.\n\n" + "9" * 5000).reason

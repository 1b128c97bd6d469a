"""Who of two lived longer, or was born or died first: sentences that tell it, and those that do not."""

import pytest

from temporal_qa.scoring.reading.response import read_answers


@pytest.mark.parametrize(
    ("question", "text", "answers"),
    [
        ("Who died first, {}?", "Tesla died before Boeing.", ["Tesla"]),
        ("Who died first, {}?", "1901 is first.\n\nBoeing died later than Tesla.", ["Tesla"]),
        ("Who died first, {}?", "Tesla died in 1901, before Boeing, who died in 1910.", ["Tesla"]),
        ("Who died first, {}?", "Tesla died 18 days before Boeing.", ["Tesla"]),
        ("Who died first, {}?", "Tesla's death came first.", ["Tesla"]),
        ("Who died first, {}?", "Tesla was born before Boeing.", None),
        ("Who died first, {}?", "Tesla may have died before Boeing.", None),
        ("Who died first, {}?", "Tesla died before Boeing, which is not clear.", None),
        ("Who died first, {}?", "Tesla's son died before Boeing.", None),
        ("Who died first, {}?", "Tesla died before Boeing was born.", None),
        ("Who died first, {}?", "Tesla died before SpaceX.", None),
        ("Who died first, {}?", "Tesla died in 1910. Boeing had died in 1901.", None),
        ("Who was born later, {}?", "Tesla was born before Boeing.", ["Boeing"]),
        ("Who lived longer, {}?", "Tesla lived longer than Boeing.", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla died after Boeing.", None),
        ("Who lived longer, {}?", "Tesla's lifespan was longer than Boeing's.", ["Tesla"]),
        ("Who is younger, {}?", "Tesla is older than Boeing.", ["Boeing"]),
        ("Who died first, {}?", "Tesla died before Boeing, as the facts say.", ["Tesla"]),
        ("Who died first, {}?", "Tesla died before Boeing, as it seems.", None),
        ("Who died last, {}?", "Tesla (died 1901), Boeing (died 1910), so Boeing.", ["Boeing"]),
        ("Which is the employer, {}?", "Tesla died before Boeing.", None),
        ("Who lived longer, {}?", "Tesla lived longer (94 years vs. 91 years).", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla lived longer: about 94 years, versus about 91 years for Boeing.", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla lived longer, with a life of 94 years, compared to Boeing's 91.", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla lived longer. Tesla lived 94 years, while Boeing lived 91 years.", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla lived 94 years, while Boeing lived 91 years.", None),
        ("Who lived longer, {}?", "Tesla lived 91 years. Boeing lived 94 years.", None),
        (
            "Who had the shorter life, {}?",
            "Tesla lived 91 years, while Boeing lived 94, so Tesla lived shorter.",
            ["Tesla"],
        ),
        ("Who died at the lesser age, {}?", "Tesla (91 years), Boeing (94), so Tesla had the shorter life.", ["Tesla"]),
        ("Who died at the lesser age, {}?", "Boeing died at a lower age (91 years vs. 94 years).", ["Boeing"]),
        ("Who died first, {}?", "Tesla died first (1901 vs. 1910).", ["Tesla"]),
        ("Who died first, {}?", "Looking at the dates, Tesla died first.", ["Tesla"]),
        ("Which existed for a shorter time, {}?", "Tesla lasted a shorter time.", ["Tesla"]),
        (
            "Who lived longer, {}?",
            "Final Answer: Tesla, who lived 94 years, compared to 91 years for Boeing",
            ["Tesla"],
        ),
        ("Who lived longer, {}?", "Tesla lived longer (not 94 years).", None),
        ("Who lived longer, {}?", "Tesla lived longer (91 years, but Boeing lived 94 years).", None),
        ("Who lived longer, {}?", "Tesla lived longer (94 years, or Boeing).", None),
        ("Who died first, {}?", "Tesla, 9 years after Boeing.", ["Tesla, 9 years after Boeing"]),
        ("Who lived longer, {}?", "**Tesla** lived longer, reaching 77, whereas Boeing died at 71.", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla lived longer, reaching 88.", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla lived longer (77 years vs. Boeing's 71 years).", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla. He lived 77 years, while Boeing lived 71 years.", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla, because he lived 77 years while Boeing lived 71 years.", ["Tesla"]),
        ("Who lived longer, {}?", "Final Answer: Tesla (77 years vs. 71 years for Boeing)", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla, who lived to 77, lived longer than Boeing, who died at 71.", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla's life was longer, at 83 years against 74 for Boeing.", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla \u2014 he lived 77 years, against Boeing's 71.", ["Tesla"]),
        ("Who was born last, {}?", "Tesla was born last, on May 9, 1949, while Boeing was born in 1891.", ["Tesla"]),
        ("Who died first, {}?", "Tesla died first. Boeing died in 2021.", ["Tesla"]),
        ("Who died first, {}?", "Tesla's death came first (May 9, 1981), compared to Boeing's (2021).", ["Tesla"]),
        ("Whose death came first, that of {}?", "Final Answer: the death of Tesla", ["Tesla"]),
        ("Who died first, {}?", "Final Answer: Tesla (died later)", None),
        ("Who died first, {}?", "Tesla died first. The other one died later.", ["Tesla"]),
        ("Who died first, {}?", "Tesla died first, 9 years earlier.", ["Tesla"]),
        ("Who died at the greater age, {}?", "Final Answer: Tesla (the lesser age)", ["Tesla (the lesser age)"]),
        ("Who lived longer, {}?", "Tesla (77 years), Boeing (71 years)", ["Tesla", "Boeing"]),
        ("Who lived longer, {}?", "Tesla lived longer, but Boeing lived longer still.", None),
        ("Who lived longer, {}?", "Tesla, who lived to 71, lived shorter than Boeing, who died at 77.", None),
        ("Who lived longer, {}?", "Tesla might have lived longer, reaching 77, whereas Boeing died at 81.", None),
        ("Who lived longer, {}?", "Tesla lived longer, reaching 77. Wait, Boeing died at 81.", None),
        ("Who died first, {}?", "Tesla died last, in 1981, while Boeing died in 1921.", None),
        ("Who died first, {}?", "Tesla, who died after Boeing, was the first.", None),
        ("Who died first, {}?", "Tesla died first, 9 years after Boeing.", None),
        ("Who died first, {}?", "Tesla died first (2 years after Boeing).", None),
        ("Who died first, {}?", "Tesla died first, 9 years before Boeing.", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla had the longer life, 94 years compared to Boeing's 91.", ["Tesla"]),
        ("Who lived longer, {}?", "Between Tesla and Boeing, Boeing lived about 3 years longer.", ["Boeing"]),
        ("Who lived longer, {}?", "Of the two, Boeing lived slightly longer.", ["Boeing"]),
        ("Who died first, {}?", "Both died in 1984, but Tesla died first.", ["Tesla"]),
        ("Who died first, {}?", "Although both died in 1984, **Tesla** died first.", ["Tesla"]),
        ("Who died first, {}?", "They died in the same month, but Tesla died before Boeing.", ["Tesla"]),
        ("Who died first, {}?", "Tesla and Boeing both died in May, but Tesla (the 8th) died first.", ["Tesla"]),
        ("Who died first, {}?", "Both texts say Tesla, but Boeing died first.", None),
        ("Who died first, {}?", "Both died in 1984, but Tesla died later.", None),
        ("Who died first, {}?", "Both died in 1984, but it is not clear that Tesla died first.", None),
        ("Who lived longer, {}?", "Tesla lived almost longer than Boeing.", None),
        ("Who lived longer, {}?", "Tesla lived longer: 91 years. Boeing lived 3 years longer.", None),
        ("Who lived longer, {}?", "Tesla lived longer: 94 years, or perhaps 91 years.", None),
        (
            "Who died first, {}?",
            "Tesla died in 1901, while Boeing died in 1910, making Tesla the first to die.",
            ["Tesla"],
        ),
        (
            "Who died first, {}?",
            "Tesla died in 1901, and Boeing in 1910, which means that Tesla died first.",
            ["Tesla"],
        ),
        ("Who died last, {}?", "Tesla died in 1901, while Boeing died in 1910, making Boeing the last.", ["Boeing"]),
        ("Who died first, {}?", "Out of Tesla and Boeing, Tesla died first (1901 vs. 1910).", ["Tesla"]),
        ("Who died first, {}?", "Comparing Tesla and Boeing, it is clear that Tesla died first.", ["Tesla"]),
        ("Who died first, {}?", "Tesla, died on 8 May 1901, died first. Boeing died in 1910.", ["Tesla"]),
        ("Who died first, {}?", "The painter Tesla died first, in 1901; the poet Boeing died in 1910.", ["Tesla"]),
        ("Who died first, {}?", "Tesla predeceased Boeing.", ["Tesla"]),
        ("Who died first, {}?", "Tesla was predeceased by Boeing.", None),
        ("Who lived longer, {}?", "Tesla outlived Boeing.", ["Tesla"]),
        ("Who lived longer, {}?", "Tesla was outlived by Boeing.", None),
        ("Who died at the greater age, {}?", "Tesla died at the greater age (86), compared to Boeing (68).", ["Tesla"]),
        ("Who died at the greater age, {}?", "Tesla died at the greater age of 86.", ["Tesla"]),
        ("Who died at the greater age, {}?", "Tesla died at an older age than Boeing.", ["Tesla"]),
        ("Who died at the lesser age, {}?", "Tesla (52) died younger than Boeing (83).", ["Tesla"]),
        ("Who died at the lesser age, {}?", "Tesla died younger (83), compared to Boeing, who lived shorter.", None),
        ("Who died first, {}?", "Tesla died first.\n\n* Tesla: died in 1901\n* Boeing: died in 1910", ["Tesla"]),
        ("Who died first, {}?", "Tesla died first:\n\n- Tesla: 1901\n- Boeing: 1910", ["Tesla"]),
        ("Who died first, {}?", "Tesla died first.\n\nTesla died in 1901, while Boeing died in 1910.", ["Tesla"]),
        ("Who died first, {}?", "Tesla died first.\n\nWait, Boeing died first.", None),
    ],
)
def test_a_comparison_of_two_lives_answers_which_of_them(question, text, answers):
    read = read_answers(text, ["Tesla", "SpaceX", "Boeing"], question=question.format("Tesla or Boeing"))
    assert (None if read.reason else read.answers) == answers


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who is younger, {}?", "Tesla, who was born 23 days before Boeing."),
        ("Who is younger, {}?", "Final Answer: Tesla, who was born 23 days before Boeing."),
        ("Who is younger, {}?", "It is Tesla, who was born before Boeing."),
        ("Who is younger, {}?", "Tesla. He was born before Boeing."),
        ("Who is younger, {}?", "Tesla (who was born 23 days before Boeing)"),
        ("Who is younger, {}?", "Tesla, as he was born on 8 May 1890, before Boeing (1891)."),
        ("Who is younger, {}?", "Tesla was born before Boeing, so he is the younger."),
        ("Who is younger, {}?", "Tesla was born four days before Boeing. That makes him younger."),
        ("Who is younger, {}?", "Boeing was born later than Tesla, so Boeing is older."),
        ("Who is younger, {}?", "Boeing was born after Tesla, so he is older."),
        ("Who lived shorter, {}?", "Tesla (92 years) lived longer than Boeing (79 years). Therefore he lived shorter."),
        ("Who died first, {}?", "Tesla died after Boeing, and thus died first."),
        ("Who died first, {}?", '{"answer": "Tesla, who died after Boeing"}'),
        ("Who died first, {}?", "Boeing died in 1910, while Tesla died in 1901, making Tesla the one who died first."),
        ("Who died first, {}?", "Boeing died in 1910, whereas Tesla was the one who died first."),
        ("Who died first, {}?", "Boeing, who died in 1910, was survived by Tesla, who died first."),
    ],
)
def test_a_name_whose_comparison_is_of_the_other_is_not_the_other(question, text):
    read = read_answers(text, ["Tesla", "SpaceX", "Boeing"], question=question.format("Tesla or Boeing"))
    assert read.answers != ["Boeing"]


def test_a_first_name_in_the_conclusion_may_be_of_the_other():
    text = "Cy Poe was born a day before Ed Fox, so {} was born earlier."
    read = [read_answers(text.format(name), ["Cy Poe", "Ed Fox"], question="Who was born earlier, Cy Poe or Ed Fox?")
            for name in ("he", "Cy Poe", "Ed", "Fox")]  # fmt: skip
    assert [each.answers for each in read] == [["Cy Poe"], ["Cy Poe"], [], []]


def test_ages_alone_name_nobody():
    for text in ("Ann Lee: 91 years, Bob Ray: 94 years.", "Ann Lee - 91 years, Bob Ray - 94 years"):
        read = read_answers(text, ["Ann Lee", "Bob Ray"], question="Who lived longer, Ann Lee or Bob Ray?")
        assert read.answers not in (["Ann Lee"], ["Bob Ray"])

"""Names joined by marks of other scripts and by LaTeX, behind the question said again, and above dates."""

import pytest

from temporal_qa.scoring.reading.candidates import Candidates
from temporal_qa.scoring.reading.response import read_answers

NAMES = ["A.C. Milan", "Real Madrid CF", "FC Porto"]


@pytest.mark.parametrize("joined", [
    "，", "、", "；", " ＆ ", " · ", " • ", r" $\&$ ", r" \quad\text{and}\quad ", " $ and $ ", " $and$ ", "$ and $",
    " and later ", ", and finally ", ", subsequently ", ", later ",
])  # fmt: skip
@pytest.mark.parametrize("form", ["Final Answer: {}", "最终答案：{}", "{}"])
def test_names_are_joined_by_marks_of_other_scripts_and_of_latex(joined, form):
    text = form.format(f"A.C. Milan{joined}Real Madrid CF")
    assert read_answers(text, NAMES).answers == ["A.C. Milan", "Real Madrid CF"]


@pytest.mark.parametrize("text", ["$A.C. Milan$ and $Real Madrid CF$", "$$A.C. Milan$$ and $$Real Madrid CF$$"])
def test_each_name_may_be_a_formula(text):
    assert read_answers(text, NAMES).answers == ["A.C. Milan", "Real Madrid CF"]


QUESTION = "Which team did he play for in May 2001?"


@pytest.mark.parametrize(("text", "answers"), [
    (f"{QUESTION} A.C. Milan", ["A.C. Milan"]), (f"**{QUESTION}** A.C. Milan", ["A.C. Milan"]),
    ("FC Porto\n(May 2001 – June 2003)", ["FC Porto"]),
    ("FC Porto. May 2001 falls between March 2001 and May 2003.", ["FC Porto"]),
    ("May 2001 falls in the time at FC Porto and after A.C. Milan.", None),
    (f"{QUESTION} A.C. Milan or FC Porto", None), (QUESTION, None), (f"**{QUESTION}**", None),
])  # fmt: skip
def test_a_name_may_stand_behind_its_question_or_before_dates(text, answers):
    read = read_answers(text, NAMES, question=QUESTION)
    assert (None if read.reason else read.answers) == answers


@pytest.mark.parametrize("name", ["AC Milan", "A.C. Milan"])
def test_of_candidates_that_marks_alone_tell_apart_the_one_as_written_counts(name):
    assert read_answers(f"{name} and Tesla", ["AC Milan", "Tesla", "A.C. Milan"]).answers == [name, "Tesla"]


@pytest.mark.parametrize("text", [
    r"\boxed{Tesla \\ SpaceX}", "  | name |\n  | --- |\n  | Tesla |\n  | SpaceX |", '{"answer": ["Tesla", "SpaceX"]}',
])  # fmt: skip
def test_names_in_the_lines_of_a_box_or_the_rows_of_a_table_are_parted(text):
    assert read_answers(text, ["SpaceX", "Tesla"]).answers == ["Tesla", "SpaceX"]


def test_a_whole_number_of_json_is_written_without_a_fraction():
    assert read_answers('{"answer": 1990.0}', answer_type="time").answers == ["1990"]


def test_a_name_may_end_in_a_comma():
    name = "District was established . On July 30 , 1931 ,"  # a label of TimeQA
    assert read_answers(f"Final Answer: {name}", [name, "Nyuksenitsa"]).answers == [name]
    assert read_answers(f"Final Answer: Tesla $and {name}", [name, "Tesla"]).answers == ["Tesla", name]


@pytest.mark.parametrize("name", ["Zoë 😀 Kay", "🎵 Band"])
def test_a_picture_may_belong_to_a_name(name):
    assert read_answers(f"**{name}** $and Tesla ✅", [name, "Tesla"]).answers == [name, "Tesla"]


FOLDED = ["Lars Løkke Rasmussen", "Marsh & Dole", "Zsa Zsa Gábor", "Florence and the Machine", "Jose Nunez", "Åge Bæk"]


@pytest.mark.parametrize(("text", "answers"), [
    ("Lars Lokke Rasmussen", FOLDED[:1]), ("Final Answer: Marsh and Dole.", FOLDED[1:2]),
    ("Zsa Zsa Gabor and Florence & the Machine", FOLDED[2:4]), ("José Núñez", FOLDED[4:5]),
    ("Lars Loekke Rasmussen and Aage Baek", [FOLDED[0], FOLDED[5]]),
    ("Lars Lokke Rasmussen $and Marsh and Dole", FOLDED[:2]), ("- Zsa Zsa Gabor\n- Marsh and Dole", FOLDED[2:0:-1]),
    ("Lars Rasmussen", ["Lars Rasmussen"]), ("Marsh or Dole", ["Marsh or Dole"]), ("Marsh, Dole", ["Marsh, Dole"]),
    ("Jose Nunez, and for Florence and the Machine", [FOLDED[4], FOLDED[3]]),
    ("Zsa Zsa Gabor or Jose Nunez", []), ("Zsa Zsa Gabor, not Marsh and Dole", FOLDED[2:3]),
])  # fmt: skip
def test_accents_and_the_sign_of_and_tell_known_names_apart_only_where_they_must(text, answers):
    assert read_answers(text, FOLDED).answers == answers


@pytest.mark.parametrize("name", ["Ann Muller", "Ann Müller"])
def test_of_candidates_that_accents_alone_tell_apart_the_one_as_written_counts(name):
    assert read_answers(f"{name} and Tesla", ["Ann Müller", "Tesla", "Ann Muller"]).answers == [name, "Tesla"]
    assert read_answers("Ann Mùller and Tesla", ["Ann Müller", "Tesla", "Ann Muller"]).answers == [
        "Ann Mùller and Tesla"
    ]


@pytest.mark.parametrize("name", ["Who", "The Who"])
@pytest.mark.parametrize("form", ["{}", "{}.", "So, {}.", "In May 2001, he played for {}."])
def test_of_candidates_that_an_article_alone_tells_apart_the_one_as_written_counts(form, name):
    for names in (["Who", "The Who", "FC Porto"], ["The Who", "Who", "FC Porto"]):
        assert read_answers(form.format(name), names, question=QUESTION).answers == [name]


def test_names_that_an_umlaut_alone_tells_apart_leave_the_accents_of_others_free():
    names = ["José Díaz", "Hans Müller", "Hans Mueller"]
    assert read_answers("Jose Diaz and Hans Mueller", names).answers == [names[0], names[2]]
    assert Candidates(names).mentioned("not Hans Müller but Hans Mueller") == {*names[1:]}


def test_parts_joined_by_and_are_several_names_where_each_is_a_candidate():
    assert read_answers("Marsh and Dole", ["Marsh & Dole", "Marsh", "Dole"]).answers == ["Marsh", "Dole"]


@pytest.mark.parametrize(
    "names", [["Ann and Bob", "Cid"], ["Ann", "Bob and Cid and Dan"], ["Ann and Bob and Cid", "Dan"]]
)
def test_of_several_ways_the_one_with_the_fewest_names_counts_and_of_these_the_longest_first(names):
    others = ["Ann", "Bob and Cid", "Ann and Bob", "Cid", "Dan"]
    assert Candidates([*others, *names]).tile(" and ".join(names)) == names

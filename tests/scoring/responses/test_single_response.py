"""The scores of one response, as harnesses need them."""

import pytest

from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.scoring.responses.response_scores import ResponseScore, score_response


def question(**change):
    return {"source": "ttqa", "question": "How long was he king?", "temporal_unit": "years",
            "answer_format": "<num_years>", "answer": "4"} | change  # fmt: skip


def test_the_four_scores_of_an_answer_in_words():
    scores = {"set_accuracy": 0.0, "answer_f1": 50.0, "exact_match": 100.0, "token_f1": 100.0}
    assert score_answer_text({"answers": ["Tesla", "SpaceX"]}, "SpaceX $and Boeing") == scores
    part = {"set_accuracy": 0.0, "answer_f1": 0.0, "exact_match": 0.0, "token_f1": pytest.approx(200 / 3)}
    assert score_answer_text({"answers": ["Tesla Motors"]}, "Tesla") == part


@pytest.mark.parametrize("answers", ["413", None, [413]])
def test_right_answers_that_are_not_a_list_of_texts_are_an_error(answers):
    with pytest.raises(TypeError, match="expected a"):
        score_answer_text({"answers": answers, "answer_type": "number"}, "Final Answer: 413 months")


@pytest.mark.parametrize(
    ("change", "response", "expected"),
    [
        ({}, "Final Answer: 6 years", ResponseScore(6.0, 4.0, "years", False, 20.0, "number")),
        ({}, "Final Answer: 4 years", ResponseScore(4.0, 4.0, "years", True, 0.0, "number")),
        ({"answer": 4}, "Final Answer: 4 years", ResponseScore(4.0, 4.0, "years", True, 0.0, "number")),
        ({}, "The war lasted 4 years", ResponseScore(4.0, 4.0, "years", True, 0.0, "number")),
        ({}, '{"explanation": "So.", "answer": 4}', ResponseScore(4.0, 4.0, "years", True, 0.0, "number")),
        ({}, "no idea", ResponseScore(None, 4.0, "years", False, 100.0, "none: no answer marker")),
        ({"temporal_unit": "date_years", "answer": "2003"}, "Final Answer: 2004",
         ResponseScore(2004.0, 2003.0, "date_years", False, None, "calendar year")),
        # What an answer repeats from its question is no answer; a year in a format with an era is one.
        ({"question": "The 9 battles of the 7 years took how long?"}, "Final Answer: for the 9 battles, 4 years",
         ResponseScore(4.0, 4.0, "years", True, 0.0, "number")),
        ({"source": "tot", "answer_format": '"<year> <era>"', "answer": "{'answer': '352 BC'}"},
         ' "So.", "answer": "1984"}', ResponseScore(1984.0, -352.0, "years", False, 100.0, "calendar year")),
        # An age needs no unit where the question asks for one, and a title may hold any words.
        ({"question": "How old was Cot when he died?", "answer": "46"}, "Cot was 46 when he died.",
         ResponseScore(46.0, 46.0, "years", True, 0.0, "one sentence")),
        ({"question": "Which year was it released?", "temporal_unit": "date_years", "answer": "1992"},
         '"Money Don\'t Matter 2 Night" was released in 1992.',
         ResponseScore(1992.0, 1992.0, "date_years", True, None, "one sentence")),
        # The question says in which order its numeric dates are, the label's too.
        ({"question": "How soon after 21-07-2014?", "temporal_unit": "date", "answer": "05-08-2014"},
         "Final Answer: 5 August 2014", ResponseScore(735450.0, 735450.0, "date", True, None, "date")),
    ],
)  # fmt: skip
def test_a_response_against_its_label(change, response, expected):
    assert score_response(question(**change), response) == expected


@pytest.mark.parametrize(
    ("prefill", "response"),
    [
        ("", ' "So.", "answer": 5}'),
        ("", '{"explanation": "So.", "answer": 5}'),  # the model began anew
        ('{"explanation":', ' "So.", "answer": 5}'),
    ],
)
def test_a_response_continues_the_beginning_in_the_prompt(prefill, response):
    row = question(source="tot", answer="{'answer': 4}")
    assert score_response(row, response, prefill) == ResponseScore(5.0, 4.0, "years", False, 100 / 9, "number")


def test_an_answer_without_a_value_is_an_error():
    with pytest.raises(ValueError, match="a label without a value in years: 'soon'"):
        score_response(question(answer="soon"), "Final Answer: 4")


@pytest.mark.parametrize("space", ["\xa0", "\u3000"])
def test_hundreds_of_thousands_of_spaces_are_read_in_time_linear_in_them(space):
    """Time that grew with the square would take minutes here."""
    assert score_response(question(), f"Final Answer:{space * 300_000}4 years").value is None

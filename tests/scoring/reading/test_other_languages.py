"""Dates, lengths of time and weekdays in German, French, Spanish and Chinese: their values, and no names."""

import pytest

from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.scoring.reading.other_languages import in_english


@pytest.mark.parametrize(
    ("kind", "right", "texts", "wrong"),
    [
        ("date", "January 8, 96 AD", ["8. Januar 96 n. Chr.", "8 janvier 96", "8 de enero de 96", "公元96年1月8日",
            "Final Answer: 8. Januar 96"],
            ["9. Januar 96", "8 février 96", "公元前96年1月8日", "8. Januar 96 v. Chr."]),
        ("date", "1 May 1990", ["1er mai 1990", "Dienstag, 1. Mai 1990", "1 de mayo del 1990"],
            ["mai 1990", "2 mai 1990"]),
        ("date", "April 1776", ["avril 1776", "abril de 1776", "1776年4月"], ["mai 1776", "1776年5月"]),
        ("time", "1985", ["im Jahr 1985", "1985年"], ["1986年"]),
        ("time", "44 BC", ["44 v. Chr.", "44 av. J.-C.", "44 a. C.", "公元前44年"], ["44 n. Chr.", "公元44年"]),
        ("age", "79 years and 5 days", ["79 Jahre, 0 Monate und 5 Tage", "79 ans et 5 jours", "79 años y 5 días",
            "79岁0个月5天"], ["79 Jahre", "79 ans et 6 jours", "79 Monate und 5 Tage"]),
        ("number", "11", ["11 Tage", "11 jours", "11 días", "11天"], ["12 Tage", "11 Wochen"]),
        ("weekday", "Monday", ["Montag", "lundi", "lunes", "星期一"], ["Dienstag", "星期二", "Montag oder Dienstag"]),
        ("week", "Week 51", ["Woche 51", "KW 51", "semaine 51", "第51周"], ["KW 5", "第50周"]),
        ("order", "June 1, 679; June 5, 680", ["1. Juni 679; 5. Juni 680"], ["5. Juni 680; 1. Juni 679"]),
    ],
)  # fmt: skip
def test_values_in_other_languages(kind, right, texts, wrong):
    row = {"question": "When?", "answers": [right], "answer_type": kind, "unit": "day" if kind == "number" else None}
    for score, said in ((100, texts), (0, wrong)):
        assert {text: score_answer_text(row, text)["set_accuracy"] for text in said} == dict.fromkeys(said, score)


@pytest.mark.parametrize("text", ["Mai Lin", "12 Tagore Road", "A. C. Milan 1985", "Mars", "11 anson", "May 5, 1990"])
def test_other_words_stay(text):
    assert in_english(text) == text


def test_names_stay_as_they_are():
    row = {"question": "Which film is it?", "answers": ["Lundi 8 mai 1990"], "answer_type": "entity"}
    assert score_answer_text(row, "Lundi 8 mai 1990")["set_accuracy"] == 100

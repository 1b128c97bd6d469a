"""Questions of TempAnswerQA, from the released files."""

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.released.temp_answer_qa.questions import read_questions

HEADER = "question,label,answer_format,answer_temporal_unit,split"
TTQA = [
    "How old was Ann?,70,<num_years>,years,head",
    "How old was Bob?,7,<num_years>,years,head",
    "How old was Bob?,7,<num_years>,years,head",  # the same question of another table
    "When did it end?,2003,yyyy,date_years,tail",
]


def test_a_folder_holds_both_datasets(tmp_path):
    (tmp_path / "ttqa.csv").write_text("\n".join([HEADER, *TTQA]))
    tot = "How long?,{'answer': 3},<num_days>,days,arithmetic,trick"
    (tmp_path / "tot_arithmetic.csv").write_text(f"{HEADER},question_type\n{tot}")
    assert [question.asked.source for question in read_questions(tmp_path)] == ["ttqa"] * 4 + ["tot"]
    with pytest.raises(InputError, match="holds none of the released files"):
        read_questions(tmp_path / "..")


def test_an_unknown_unit_is_refused(tmp_path):
    path = tmp_path / "ttqa.csv"
    path.write_text("\n".join([HEADER, TTQA[0], TTQA[1].replace("years,", "furlongs,")]))
    with pytest.raises(InputError, match=r"ttqa\.csv:3: answer_temporal_unit is 'furlongs', expected one of seconds"):
        read_questions(path)

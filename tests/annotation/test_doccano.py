"""Examples for doccano look like the paper's Figure 3; exports are read in the format of its source."""

import pytest

from temporal_qa.annotation.doccano import LABELS, doccano_example, read_example
from temporal_qa.annotation.tasks import Passage, VerificationTask
from temporal_qa.annotation.verdicts import Dropped, Judgement


def test_an_example_reads_as_in_figure_3():
    task = VerificationTask(
        "L2_Q58345040_P108_0",
        "Which employer did Robyn Denholm work for in August 1988?",
        ("Arthur Andersen", "<b>AT&T</b>"),
        "Robyn Denholm",
        ("Robyn Denholm worked for Arthur Andersen from 1984 to 1989.",),
        (
            Passage("Robyn Denholm", "Robyn M. Denholm (born 1963)\nis an executive.", "https://a.org"),
            Passage("", "x", ""),
        ),
    )
    example = doccano_example(task, "annotator_2")
    assert example.pop("text").splitlines() == [
        "Question: Which employer did Robyn Denholm work for in August 1988?",
        "Answers: Arthur Andersen; <b>AT&T</b>",
        "",
        "Facts",
        "Robyn Denholm worked for Arthur Andersen from 1984 to 1989.",
        "",
        "Context 1",
        "Title: Robyn Denholm",
        "URL: https://a.org",
        "Content:",
        "Robyn M. Denholm (born 1963)",
        "is an executive.",
        "",
        "Context 2",
        "Content:",
        "x",
    ]
    assert example == {"label": [], "question_id": "L2_Q58345040_P108_0", "share": "annotator_2"}


def test_no_column_has_a_name_that_doccano_reserves():
    example = doccano_example(VerificationTask("q", "Who?", ("Bo",), "", ("A.",), ()), "s")
    assert not example.keys() & {"id", "filename", "upload_name", "example_uuid", "data", "Comments", "categories"}


def test_labels_have_the_keys_of_figure_3():
    assert [(label["text"], label["suffix_key"]) for label in LABELS] == [("True", "1"), ("False", "0")]


@pytest.mark.parametrize(
    ("columns", "read"),
    [
        ({"label": ["True"]}, Judgement("q", "annotator_1/anna", True)),
        ({"label": ["False"], "Comments": ["a", " b "]}, Judgement("q", "annotator_1/anna", False, "a\nb")),
        ({"label": ["True"], "share": "adjudicator"}, Judgement("q", "adjudicator/anna", True, adjudication=True)),
        ({"label": []}, Dropped.MISSING),
        ({"label": ["False", "True"]}, Dropped.TWO_VERDICTS),
        ({"label": ["Unsure"]}, Dropped.UNKNOWN_VERDICT),
    ],
)
def test_exported_examples(columns, read):
    row = {"id": 7, "text": "x", "question_id": "q", "share": "annotator_1", "label": [], "Comments": []} | columns
    assert list(read_example(row, "anna")) == [read]


@pytest.mark.parametrize(
    ("columns", "message"),
    [({"question_id": None}, "no 'question_id'"), ({"Comments": "x"}, "'Comments'"), ({"share": 1}, "annotate export")],
)
def test_other_examples_are_refused(columns, message):
    with pytest.raises(ValueError, match=message):
        list(read_example({"text": "x", "question_id": "q", "label": ["True"]} | columns, "anna"))

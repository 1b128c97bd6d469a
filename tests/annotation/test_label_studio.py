"""Tasks for Label Studio show the row and nothing else; exports are read in the format of its source."""

import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.annotation.label_studio import (
    FIELDS,
    label_studio_task,
    labelling_interface,
    read_min_annotation,
    read_task,
)
from temporal_qa.annotation.tasks import Passage, VerificationTask
from temporal_qa.annotation.verdicts import Dropped, Judgement

ALLOWED = {"h4", "ul", "li", "p", "mark", "a"}


class Page(HTMLParser):
    """The HTML as a browser reads it: elements, their attributes, and text."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.elements, self.attributes, self.text, self.marked, self._mark = set(), set(), "", [], False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        self.attributes |= {(tag, name) for name, _ in attrs}
        self._mark = tag == "mark"

    def handle_endtag(self, tag):
        self._mark = False

    def handle_data(self, data):
        self.text += data
        if self._mark:
            self.marked.append(data)

    def handle_comment(self, data):
        raise AssertionError("a comment")


def task(**fields):
    defaults = {"question_id": "q", "question": "Who?", "answers": ("Bo",), "subject": "Ann", "facts": ("Ann met Bo.",)}
    return VerificationTask(**(defaults | {"passages": ()} | fields))


HTML = st.sampled_from(["<b>", "</p>", "<script>x</script>", "&amp;", "&", "<!--", "'", '"', "</mark>", "Bo", " "])
TEXT = st.lists(HTML | st.text("xyz<>&;\"' ", min_size=1, max_size=4), min_size=1, max_size=6).map("".join)


@given(question=TEXT, answer=TEXT, subject=TEXT, fact=TEXT, title=TEXT, text=TEXT, url=TEXT)
def test_names_and_texts_never_become_html(question, answer, subject, fact, title, text, url):
    made = task(
        question=question, answers=(answer,), subject=subject, facts=(fact,), passages=(Passage(title, text, url),)
    )
    data = label_studio_task(made, "annotator_1")["data"]
    for html in (data["question_html"], data["context_html"]):
        page = Page(html)
        assert page.elements <= ALLOWED
        assert page.attributes <= {("mark", "class"), ("a", "href"), ("a", "target"), ("a", "rel")}
    assert Page(data["question_html"]).text == f"Question{question}Answers{answer}"
    shown = Page(data["context_html"]).text
    expected = f"Facts{fact}Context 1: {title} ({url})" + (text if text.strip() else "")
    assert shown == expected
    assert (data["question"], data["answers"]) == (question, [answer])


def test_mentions_are_marked_by_kind():
    made = task(answers=("A <b>", "Bo & Co"), subject="Ann", facts=("Ann met bo & co at A <b>, not Annie.",))
    html = label_studio_task(made, "s")["data"]["context_html"]
    assert html == (
        '<h4>Facts</h4><ul><li><mark class="subject">Ann</mark> met <mark class="answer">bo &amp; co</mark> at '
        '<mark class="answer">A &lt;b&gt;</mark>, not Annie.</li></ul>'
    )


def test_invisible_letters_of_passages_stay_invisible():
    """Persian needs joiners, and Wikipedia has marks of direction: annotators are not to read them as text."""
    text = "Ann\u200e met\u200b Bo\u200c."
    html = label_studio_task(task(facts=(text,)), "s")["data"]["context_html"]
    assert Page(html).text == f"Facts{text}"


@pytest.mark.parametrize(
    ("url", "linked"),
    [
        ('https://a.org/?x=1&y="2"', True),
        ("HTTP://a.org", True),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        (" https://a.org", False),
    ],
)
def test_only_web_addresses_become_links(url, linked):
    html = label_studio_task(task(passages=(Passage("T", "text", url),)), "s")["data"]["context_html"]
    assert ("a" in Page(html).elements) is linked
    assert linked or url in Page(html).text


def test_the_interface_shows_and_asks_what_the_tasks_have():
    interface = ET.fromstring(labelling_interface())
    data = label_studio_task(task(), "s")["data"]
    shown = {tag.get("value", "").removeprefix("$") for tag in interface.iter("HyperText")}
    assert shown == {"question_html", "context_html"} <= data.keys()
    asked = [tag for tag in interface.iter() if tag.get("toName")]
    assert tuple(tag.get("name") for tag in asked) == FIELDS
    assert {tag.get("toName") for tag in asked} <= {tag.get("name") for tag in interface.iter("HyperText")}
    assert [choice.get("value") for choice in interface.iter("Choice")] == ["True", "False"]


def region(name, **value):
    return {"id": "x", "from_name": name, "to_name": "context", "type": "choices", "origin": "manual", "value": value}


TRUE, FALSE = region("verdict", choices=["True"]), region("verdict", choices=["False"])
COMMENT = region("comment", text=["as <b>I</b>", "read it"])
DATA = {"question_id": "q/1", "share": "annotator_1", "question": "Who?"}


def annotation(result, **fields):
    return {"id": 4, "completed_by": 2, "result": result, "was_cancelled": False, "lead_time": 1.5} | fields


@pytest.mark.parametrize(
    ("annotations", "fields", "read"),
    [
        ([annotation([TRUE])], {}, [Judgement("q/1", "annotator_1/2", True)]),
        ([annotation([COMMENT, FALSE])], {}, [Judgement("q/1", "annotator_1/2", False, "as <b>I</b>\nread it")]),
        (
            [annotation([TRUE]), annotation([FALSE], completed_by={"id": 3, "email": "a@b.org"})],
            {},
            [Judgement("q/1", "annotator_1/2", True), Judgement("q/1", "annotator_1/3", False)],
        ),
        ([annotation([TRUE], completed_by=None)], {}, [Judgement("q/1", "annotator_1", True)]),
        ([annotation([TRUE], was_cancelled=True)], {}, [Dropped.SKIPPED]),
        ([annotation([])], {}, [Dropped.NO_VERDICT]),
        ([annotation([COMMENT])], {}, [Dropped.NO_VERDICT]),
        ([annotation([TRUE, FALSE])], {}, [Dropped.TWO_VERDICTS]),
        ([annotation([region("verdict", choices=["Maybe"])])], {}, [Dropped.UNKNOWN_VERDICT]),
        ([], {}, [Dropped.MISSING]),
        ([], {"drafts": [{"result": [TRUE]}]}, [Dropped.DRAFT]),
    ],
)
def test_tasks_of_the_json_export(annotations, fields, read):
    assert list(read_task({"id": 1, "data": DATA, "annotations": annotations, "drafts": []} | fields)) == read


def test_the_third_annotator_is_recognised_by_the_share():
    (read,) = read_task({"data": DATA | {"share": "adjudicator"}, "annotations": [annotation([TRUE])]})
    assert read == Judgement("q/1", "adjudicator/2", True, adjudication=True)


@pytest.mark.parametrize(
    ("columns", "read"),
    [
        ({"verdict": "True"}, Judgement("q/1", "annotator_1/2", True)),
        ({"verdict": "False", "comment": "no"}, Judgement("q/1", "annotator_1/2", False, "no")),
        ({"verdict": "True", "comment": {"text": ["a", "b"]}}, Judgement("q/1", "annotator_1/2", True, "a\nb")),
        ({"verdict": [{"choices": ["True"]}, "False"]}, Dropped.TWO_VERDICTS),
        ({}, Dropped.NO_VERDICT),
        ({"annotation_id": None, "annotator": None}, Dropped.MISSING),
    ],
)
def test_rows_of_the_min_export(columns, read):
    row = DATA | {"id": 1, "annotator": 2, "annotation_id": 4, "lead_time": None} | columns
    assert list(read_min_annotation(row)) == [read]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"data": {"text": "x"}, "annotations": [annotation([TRUE])]}, "no 'question_id'"),
        ({"data": DATA, "annotations": [{"id": 1}]}, "'result'"),
        ({"data": DATA, "annotations": ["x"]}, "'result'"),
        ({"data": DATA, "annotations": [annotation([TRUE, region("comment", text=[3])])]}, "comments to be text"),
    ],
)
def test_other_tasks_are_refused(values, message):
    with pytest.raises(ValueError, match=message):
        list(read_task(values))

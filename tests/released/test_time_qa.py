"""The annotated files: bad ones in one line each, and the real one, from which the released rows are made again."""

import gzip
import json
import random
from collections import Counter
from dataclasses import replace

import orjson
import pytest
from questions.time_qa.possible_specifiers import is_possible

from places import SHARED_DATA
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.questions.time_qa.passages import cut_passages, released_passages
from temporal_qa.questions.time_qa.record import article_columns, question_row, released_columns
from temporal_qa.questions.time_qa.specifiers import PHRASE, place_of, read_specifier
from temporal_qa.questions.time_qa.synthesis import released_questions
from temporal_qa.questions.time_qa.wordings import our_wordings
from temporal_qa.released.time_qa import annotated_files, read_annotated

TIME_QA = SHARED_DATA / "timeqa"
SPAN = {"para": 1, "from": 0, "end": 4, "answer": "Reds"}
FACT = {"index": "/wiki/Ann_Lee#P54", "type": "P54", "link": "/wiki/Ann_Lee", "paras": ["Ann Lee", "Reds had her ."],
        "questions": [[["1990", "Mar 1995"], [SPAN]]]}  # fmt: skip


def with_span(**changes):
    return FACT | {"questions": [[["1990", "1995"], [SPAN | changes]]]}


@pytest.mark.parametrize(
    ("fact", "fault"),
    [
        (with_span(end=40), "'Reds' is said to stand outside its paragraph 1"),
        (with_span(para=7), "'Reds' is said to stand outside its paragraph 7"),
        (with_span(answer="Blues"), "'Reds' stands at the offsets of the answer 'Blues'"),
        (with_span(answer=None), "expected para, from, end, answer"),
        (FACT | {"questions": [[["1995", "1990"], [SPAN]]]}, "the end, 1990, lies before the start, 1995"),
        (FACT | {"questions": [[["soon", "1990"], [SPAN]]]}, "not a time of TimeQA: 'soon'"),
        (FACT | {"questions": [["", [SPAN]]]}, "expected [[start, end], answers] or [text, answers]"),
        (FACT | {"questions": []}, "expected 'questions'"),
        (FACT | {"questions": [*FACT["questions"], ["Who in 1999?", [SPAN]]]}, "expected one of the two"),
        (FACT | {"paras": []}, "its article is empty"),
        (FACT | {"paras": ["Ann Lee", "  "]}, "its article is empty"),
        (FACT | {"paras": ["Ann Lee", "<p>Reds had her .</p>"]}, "its article is HTML (<p>)"),
        (with_span(**{"from": -4}), "'Reds' is said to stand outside its paragraph 1"),
        (FACT | {"paras": "text"}, "expected 'paras' to be a list of texts"),
        (FACT | {"index": ""}, "expected 'index' (text)"),
        (FACT | {"index": "Ann_Lee#P54"}, "found the index 'Ann_Lee#P54', expected such as '/wiki/Ann_Lee#P54'"),
        (FACT | {"index": "/wiki/Ann_Lee"}, "found the index '/wiki/Ann_Lee', expected such as"),
        (FACT | {"index": "/wiki/#P54"}, "found the index '/wiki/#P54', expected such as"),
        (["no fact"], "expected 'index' (text)"),
    ],
)
def test_a_bad_fact_is_an_error_of_one_line_or_skipped(tmp_path, fact, fault):
    path = tmp_path / "annotated_dev.json"
    path.write_text(json.dumps([FACT, fact]))
    with pytest.raises(InputError) as error:
        list(read_annotated(path, DropLog()))
    assert str(error.value).startswith(f"{path}:2: ")
    assert fault in str(error.value)
    drops = DropLog(skip_bad_rows=True)
    assert len(list(read_annotated(path, drops))) == drops.bad_rows == 1


def test_an_index_that_occurs_twice_is_an_error_of_one_line_or_skipped(tmp_path):
    path = tmp_path / "annotated_dev.json"
    path.write_text(json.dumps([FACT, FACT]))
    with pytest.raises(InputError, match=f"{path}:2: /wiki/Ann_Lee#P54: the index occurs twice"):
        list(read_annotated(path, DropLog()))
    with pytest.raises(InputError, match="occurs twice"):
        list(read_annotated(path, DropLog(), {FACT["index"]}))
    assert len(list(read_annotated(path, DropLog(skip_bad_rows=True)))) == 1


def test_files_are_found_by_their_released_names(tmp_path):
    for name in ("annotated_dev.json", "human_annotated_test.json.gz", "relations.json"):
        (tmp_path / name).touch()
    assert set(annotated_files(tmp_path)) == {("machine", "dev"), ("human", "test")}
    with pytest.raises(InputError, match=r"no annotated file of TimeQA, expected annotated_train\.json"):
        annotated_files(tmp_path / "relations.json")


@pytest.fixture(scope="module")
def facts():
    return list(read_annotated(TIME_QA / "human_annotated_train.json", DropLog(), as_published=True))


@pytest.mark.skipif(not TIME_QA.exists(), reason="the released files are not there")
class TestRealFile:
    @staticmethod
    def released(mode):
        with gzip.open(TIME_QA / f"human_train.{mode}.json.gzip") as lines:
            return [orjson.loads(line) for line in lines]

    @pytest.mark.parametrize("mode", ["easy", "hard"])
    def test_released_rows_are_made_again_in_all_fields(self, facts, mode):
        made = []
        for fact in facts:
            shared = article_columns(fact, released_passages(fact.paragraphs))
            for question in released_questions(fact, mode, random.Random(0), our_wordings()):
                made.append(question_row(question, shared, bounds_mentioned=False) | released_columns(question))
        released = self.released(mode)
        assert len(made) == len(released) == 1171
        for ours, theirs in zip(made, released, strict=True):
            columns = [column for column in theirs if mode == "easy" or column != "question"]
            assert [ours[column] for column in columns] == [theirs[column] for column in columns]

    def test_the_released_hard_questions_are_possible_and_moved_bounds_are_told(self, facts):
        rows, kinds, moved = iter(self.released("hard")), Counter(), Counter()
        for fact in facts:
            for question in released_questions(fact, "easy", random.Random(0), our_wordings()):
                sentence, hard = question.segment.sentence, next(rows)["question"]
                phrases = list(PHRASE.finditer(sentence))
                if not phrases:
                    assert hard == sentence
                    kinds["unchanged"] += 1
                    continue
                before, after = sentence[: phrases[0].start()], sentence[phrases[-1].end() :]
                between = sentence[phrases[0].end() : phrases[-1].start()] if len(phrases) > 1 else None
                words = hard[len(before) : len(hard) - len(after)]
                when = read_specifier(words.split(between)[0] if between else words)
                start, end, place = (
                    question.segment.start,
                    question.segment.end,
                    place_of(question.number, len(fact.segments)),
                )
                assert is_possible(when, start, end, place)
                if between:
                    continue
                kinds["close" if question.specifier.kind == "in" else when.kind] += 1
                for years in (-10, -3, -1, 1, 3, 10):
                    bounds = [replace(bound, year=bound.year + years) for bound in (start, end)]
                    moved[years] += is_possible(when, *bounds, place)
        assert kinds == {"between": 463, "in": 322, "unchanged": 121, "after": 95, "before": 82, "late": 49,
                         "early": 35, "close": 2}  # fmt: skip
        assert moved == {-10: 76, -3: 253, -1: 478, 1: 530, 3: 307, 10: 106}

    def test_our_passages_hold_every_answer_but_those_that_a_cut_parts(self, facts):
        lost, words = Counter(), Counter()
        for fact in facts:
            for name, cut in (("ours", cut_passages), ("released", released_passages)):
                texts = [f" {' '.join(passage['text'].split())} " for passage in cut(fact.paragraphs)]
                words[name] += sum(len(text.split()) for text in texts)
                answers = {answer.text for segment in fact.segments for answer in segment.answers}
                lost[name] += sum(not any(answer in text for text in texts) for answer in answers)
        assert words["ours"] == sum(len(fact.context.split()) for fact in facts)
        assert lost["ours"] < lost["released"]

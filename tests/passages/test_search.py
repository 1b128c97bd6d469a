"""All articles searched in slices: the passages of one index over all of them."""

import bz2

import pytest

from run_command import run_command
from temporal_qa.io.atomic import write_rows
from temporal_qa.io.read import read_rows
from temporal_qa.passages.pages import Article, split_article
from temporal_qa.passages.search import Slices, best_passages, search_articles

pytest.importorskip("bm25s", reason="BM25 needs the extra retrieve")
from temporal_qa.passages.ranking import BM25Ranker, word_weights

NAMES = ["Ann Lee", "Bo Ek", "Cy Orr", "Di Paz", "Ed Quin", "Flo Roy", "Gus Sam"]
CLUBS = ["Rovers", "United", "Athletic", "Wanderers", "City"]


def article(number):
    """Long enough for several passages; every third has the words of the one before it."""
    name, seed = NAMES[number % len(NAMES)], number - (number % 3 == 2)
    text = " ".join(
        f"In {1950 + (seed * 7 + line) % 60} {name} played for the {CLUBS[(seed + line * line) % len(CLUBS)]}."
        for line in range(10 + seed % 30)
    )
    return Article(f"{name} {seed}", text)


ARTICLES = [article(number) for number in range(60)]
QUESTIONS = [
    {"id": f"q{number}", "question": question}
    for number, question in enumerate(
        ["Which team did Ann Lee play for in 1961?", "Who played for the Wanderers?", "rovers rovers 1970",
         "When was the moon full?", "Which team did Gus Sam play for after 1990?", "Ed Quin 4 United"]
    )
]  # fmt: skip


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    path = tmp_path_factory.mktemp("pages") / "pages.jsonl"
    rows = [{"title": each.title, "text": each.text} for each in ARTICLES]
    write_rows(path, [*rows[:30], {"title": "Empty", "text": " "}, *rows[30:]])
    return path


def found(path):
    return [row.values for row in read_rows(path)]


def test_slices_give_the_scores_of_one_index(pages, tmp_path):
    search_articles(QUESTIONS, pages, tmp_path / "found.jsonl", 10, slices=4)
    passages = [passage for each in ARTICLES for passage in split_article(each)]
    rankings = BM25Ranker().rank([each["question"] for each in QUESTIONS], passages, 10)
    for row, ranking in zip(found(tmp_path / "found.jsonl"), rankings, strict=True):
        expected = [
            (passages[place].title, passages[place].text, round(score, 6))
            for place, score in zip(ranking.indices, ranking.scores, strict=True)
            if score > 0
        ]
        assert [(each["title"], each["text"], each["score"]) for each in row["passages"]] == expected


def test_a_passage_that_many_questions_find_is_in_the_file_of_its_slice_once(pages, tmp_path):
    many = [QUESTIONS[1]["question"]] * 40
    asked = BM25Ranker().words(many)
    weights = word_weights(dict.fromkeys(asked[0], 9), 90)
    of_slice = best_passages(Slices(pages, asked, tmp_path, 1, "", dict), 0, k=5, weights=weights, average=50.0)
    assert [len(best) for best in of_slice["best"]] == [5] * 40
    assert len(of_slice["passages"]) == 5


@pytest.fixture(scope="module")
def of_two_slices(pages, tmp_path_factory):
    path = tmp_path_factory.mktemp("found") / "found.parquet"
    search_articles(QUESTIONS, pages, path, 5, slices=2)
    return path.read_bytes()


@pytest.mark.parametrize(("slices", "workers"), [(1, 1), (3, 2), (7, 1), (100, 1)])
def test_the_bytes_do_not_depend_on_slices(slices, workers, pages, of_two_slices, tmp_path):
    search_articles(QUESTIONS, pages, tmp_path / "found.parquet", 5, slices=slices, workers=workers)
    assert (tmp_path / "found.parquet").read_bytes() == of_two_slices


def test_the_command_searches_in_tasks(pages, tmp_path):
    pytest.importorskip("datatrove", reason="tasks need the extra scale")
    write_rows(tmp_path / "questions.jsonl", QUESTIONS)
    line = ("retrieve", "questions.jsonl", "--articles", pages, "--top-k", 3)
    shown = run_command(*line, "--out", "a.jsonl", "--workers", 1, cwd=tmp_path).stdout
    assert "wrote a.jsonl: 6 questions, " in shown
    assert "left out: 1 page without text" in shown
    run_command(*line, "--out", "b.jsonl", "--executor", "local", "--tasks", 3, cwd=tmp_path)
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert [len(row["passages"]) for row in found(tmp_path / "a.jsonl")] == [3, 3, 3, 0, 3, 3]


@pytest.mark.parametrize("slices", [1, 4])
def test_what_is_left_out_is_counted_once(slices, tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    write_rows(folder / "a.jsonl", [{"title": "A", "text": "rovers"}, {"title": "B", "text": " "}])
    (folder / "b.xyz").write_text("no page")
    (folder / "c.html").write_text("<html></html>")
    found = search_articles(QUESTIONS, folder, tmp_path / "found.jsonl", 3, slices=slices)
    assert found["drops"] == {"file of a kind that holds no pages": 1, "page without text": 2}


def test_passages_without_a_word_that_counts_are_never_found(tmp_path):
    write_rows(tmp_path / "a.jsonl", [{"title": "A", "text": "of the and a b c"}])
    search_articles(QUESTIONS, tmp_path / "a.jsonl", tmp_path / "found.jsonl", 3, slices=2)
    assert [row["passages"] for row in found(tmp_path / "found.jsonl")] == [[]] * 6


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("pages.jsonl", b'{"title": "a", "text": " "}\n', "pages.jsonl: no page with text"),
        ("pages.xml.bz2", bz2.compress(b"<mediawiki><page>")[:-9], "pages.xml.bz2"),
        ("pages.txt", b"text", "unknown kind of file"),
    ],
)
def test_bad_articles_are_one_line(name, content, message, tmp_path):
    write_rows(tmp_path / "questions.jsonl", QUESTIONS)
    (tmp_path / name).write_bytes(content)
    done = run_command(
        "retrieve", "questions.jsonl", "--articles", name, "--out", "a.jsonl", "--workers", 1, cwd=tmp_path, status=2
    )
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, "questions.jsonl"])

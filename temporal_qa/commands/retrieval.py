"""Articles searched by BM25: how well it finds what answers questions, and the passages that it finds."""

from pathlib import Path
from typing import Any, TypedDict

from temporal_qa.commands import options
from temporal_qa.io import InputError, Row, counted, read_rows


def retrieval(rows: Path, *, top_k: options.Positive = 5) -> options.Output:
    """Search all articles of TimeQA's questions by BM25, as one must without the article (open domain).

    Example: temporal-qa retrieval demo_output/families/time-qa/hard/test --top-k 5

    Args:
        rows: Rows of a build of TimeQA: .jsonl, .jsonl.gz, .parquet, FOLDER/SPLIT.
        top_k: How many passages may hold the answer.
    """
    from temporal_qa.passages.ranking import retrieval_hits

    given = [_checked(row) for row in options.with_progress(read_rows(rows), "reading questions", rows)]
    if not given:
        raise InputError("no questions", rows)
    hits = retrieval_hits(given, top_k)
    yield hits._asdict() | {"top_k": top_k}
    yield f"{counted(hits.questions, 'question')}, {hits.answerable:,} with an answer"
    yield f"  the article asked about is found first: {hits.article_first:.1f} %"
    yield f"  a passage among the first {top_k} holds an answer: {hits.answer_in_passages:.1f} %"


class _Paragraph(TypedDict):
    title: str
    text: str


def _checked(row: Row) -> dict[str, Any]:
    """The values of a row that has what is searched, and searched for."""
    if "paragraphs" not in row.values:
        raise row.error("no 'paragraphs', expected a question of a build of TimeQA, with its article")
    for column in ("question", "subject", "context"):
        row.text(column)
    row.value("answers", list[str], "a list of texts")
    row.value("paragraphs", list[_Paragraph], "a list of {title, text}")
    return row.values


def retrieve(
    machines: options.Machines,
    questions: Path,
    *,
    articles: Path,
    out: Path,
    top_k: options.Positive = 100,
    workers: options.Workers = None,
    overwrite: options.OverwriteFile = False,
) -> options.Output:
    """Search all passages of all articles for each question by BM25; the same command resumes a run that was stopped.

    Example: temporal-qa retrieve time-qa/hard/test --articles enwiki.xml.bz2 --out passages.parquet

    Args:
        questions: Rows with id and question: .jsonl, .parquet, a split of a build.
        articles: Pages: .jsonl, .parquet, .html, a MediaWiki export .xml[.bz2], or a folder of them.
        out: The passages of each question, .jsonl[.gz] or .parquet.
        top_k: How many passages of each question.
    """
    from temporal_qa.passages.search import search_articles

    options.check_out_file(out, questions, articles, overwrite=overwrite)
    asked = [{"id": row.text("id"), "question": row.text("question")} for row in read_rows(questions)]
    if not asked:
        raise InputError("no questions", questions)
    slices = machines.cluster.tasks if machines.cluster else machines.workers
    found = search_articles(
        asked, articles, out, top_k, slices=slices, workers=machines.workers, write=machines.writer(out)
    )
    yield found | {"out": str(out)}
    yield f"wrote {out}: {counted(found['questions'], 'question')}, {counted(found['passages'], 'passage')} searched"
    yield from (f"  left out: {number:,} {reason}" for reason, number in found["drops"].items())

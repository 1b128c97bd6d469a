"""``temporal-qa build complex-tr``: questions about facts."""

from pathlib import Path
from typing import Annotated, Literal

from typer import Option

from temporal_qa.commands import options
from temporal_qa.io import DropLog, counted


def build_complex_tr(
    *,
    facts: Path,
    out: options.OutFolder,
    config: Literal["reason_qa", "open_domain"] = "reason_qa",
    seed: options.Seed = 0,
    as_of: options.AsOf = None,
    skip_bad: options.SkipBad = False,
    articles: Path | None = None,
    ranker: Literal["bm25", "dense", "fusion"] = "dense",
    top_k: options.Positive = 100,
    model: Annotated[str, Option(show_default=False)] = "BAAI/bge-base-en-v1.5",
    published_pooling: bool = False,
    web_search: bool = False,
    cache: Path = Path("~/.cache/temporal-qa"),
    overwrite: options.Overwrite = False,
) -> options.Output:
    """Make questions from facts, in the manner of Complex-TR.

    Example: temporal-qa build complex-tr --facts demo_output/facts.jsonl --out complex-tr

    Open domain: temporal-qa build complex-tr --facts facts.jsonl --config open_domain --articles pages --out open

    The default model is BAAI/bge-base-en-v1.5. For --web-search, set TEMPORAL_QA_CONTACT to your e-mail address or
    URL, which Wikipedia asks for.

    Args:
        facts: Facts: .jsonl, .csv (both also .gz) or .parquet, one quintuple a row.
        config: reason_qa: the facts are the context. open_domain: retrieved passages are, too.
        articles: open_domain: pages (.jsonl, .parquet, .html, MediaWiki .xml[.gz|.bz2]) or a folder of them.
        ranker: open_domain: how passages are found; fusion is both.
        top_k: open_domain: passages for a question.
        model: open_domain: sentence-transformers model, a name on the Hub or a folder.
        published_pooling: open_domain: mean pooling, no prompt, inner product, as released.
        web_search: open_domain: also take pages that Wikipedia's search finds.
        cache: open_domain: folder for embeddings and answers from the web.
    """
    retrieval, bm25 = None, ranker == "bm25"
    options.refuse_where(
        config != "open_domain", "without --config open_domain", "--articles", "--ranker", "--top-k", "--model",
        "--published-pooling", "--web-search", "--cache",
    )  # fmt: skip
    options.refuse_where(bm25, "with --ranker bm25", "--model", "--published-pooling")
    options.refuse_where(bm25 and not web_search, "with --ranker bm25 and without --web-search", "--cache")
    if config == "open_domain":
        from temporal_qa.passages.retrieve import Retrieval

        retrieval = Retrieval(articles, ranker, top_k, model, published_pooling, web_search, cache)
    from temporal_qa.report.question_counts import figures_beside_complex_tr, missing_in_words, table_beside_complex_tr

    complex_tr = options.dataset_script("complex_tr")
    drops = DropLog(skip_bad_rows=skip_bad)
    report = complex_tr.build(
        facts, out, seed=seed, config=config, as_of=options.parse_as_of(as_of),
        drops=drops, overwrite=overwrite, retrieval=retrieval,
    )  # fmt: skip
    report |= {"out": str(out), "bad_rows": drops.bad_rows, "kept_conflicts": drops.kept_conflicts}
    statistics = report.pop("statistics")
    yield report | {"table_3": figures_beside_complex_tr(statistics, complex_tr.PAPER_COLUMNS)}
    yield f"wrote {out}"
    yield from (f"  {split}: {counted(count, 'question')}" for split, count in report["counts"].items())
    if missing := missing_in_words(report["missing"]):
        yield f"  short of the paper's mix: {missing}"
    options.warn_of_small_splits({"dev": 0, "test": 0} | report["counts"])
    options.report_left_out(report["drops"], out / "build.json")
    yield f"\n{table_beside_complex_tr(statistics, complex_tr.PAPER_COLUMNS)}"
    options.report_drops(drops, facts)

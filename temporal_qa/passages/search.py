"""All articles searched for questions, in slices: the command ``temporal-qa retrieve``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

from temporal_qa import __version__
from temporal_qa.io.atomic import write_rows
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_json
from temporal_qa.io.resumable import remove_at_once, unfinished_folder
from temporal_qa.io.shards import WriteShards, write_shards
from temporal_qa.passages.articles import pages_hash
from temporal_qa.passages.bm25_slices import CountedSlices, RankedSlices, merged


def search_articles(
    questions: Sequence[Mapping[str, str]], articles: Path, out: Path, k: int,
    *, slices: int, workers: int = 1, write: WriteShards = write_shards,
) -> dict[str, Any]:  # fmt: skip
    """Writes the ``k`` best passages of each question, whatever the number of slices; a stopped run resumes.

    Args:
        questions: each with ``id`` and ``question``.
        articles: a file or folder of pages, see :mod:`temporal_qa.passages.articles`.
        out: rows ``id``, ``question``, and ``passages``: a list of ``title``, ``text``, ``url``, ``score``.
        k: how many passages of each question; fewer where fewer share a word with it.
        slices: into how many parts the articles are divided.
        workers: processes.
        write: the function that writes shards, such as that of a cluster.

    Returns:
        The numbers of ``questions`` and ``passages``, and ``drops`` by reason.

    Raises:
        InputError: the articles cannot be read or hold no text, or bm25s is missing.
    """
    plan = {
        "temporal_qa": __version__, "questions": [dict(question) for question in questions],
        "articles": pages_hash(articles), "k": k,
    }  # fmt: skip
    with unfinished_folder(out, plan) as folder:
        texts = [question["question"] for question in questions]
        counted = CountedSlices(articles, texts, folder, slices)
        ranked = RankedSlices(counted, k)
        for step, what in ((counted, "counting words"), (ranked, "ranking")):
            with tqdm(total=slices, desc=what, unit=" slices", disable=None) as bar:
                write(step, workers=workers, on_rows=bar.update)
        counts = [read_json(counted.path(n), dict, "the counts of a slice") for n in range(slices)]
        if not (passages := sum(of_slice["passages"] for of_slice in counts)):
            remove_at_once(folder)  # nothing to resume
            raise InputError("no page with text", articles)
        drops: Counter[str] = sum((Counter(of_slice["drops"]) for of_slice in counts), Counter())
        rows = ({**question, "passages": best} for question, best in zip(questions, merged(ranked), strict=True))
        write_rows(out, rows)
        remove_at_once(folder)
    return {"questions": len(questions), "passages": passages, "drops": dict(sorted(drops.items()))}

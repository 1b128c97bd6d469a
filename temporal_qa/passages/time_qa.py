"""The options that decide a TimeQA dataset, and the facts with articles that they give."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from temporal_qa.hub.cards import build_command
from temporal_qa.io import DropLog, InputError
from temporal_qa.passages.article_facts import article_facts
from temporal_qa.passages.articles import pages_hash
from temporal_qa.questions.complex_tr.fact_groups import worded_facts
from temporal_qa.questions.time_qa.articles import ArticleFact
from temporal_qa.questions.time_qa.wordings import TimeWordings, our_wordings, released_wordings
from temporal_qa.released.time_qa import annotated_files, read_annotated
from temporal_qa.timeline import CalendarDate

MOVED = "fact: moved to the split of its subject (nothing is lost)"


@dataclass(frozen=True, slots=True)
class TimeQAOptions:
    """What decides the dataset.

    Attributes:
        source: the folder (or one file) of the released annotated files; or else
        seed: decides the draws.
        as_published: whether to ask by the rules of the release, and to add its columns.
        templates: a copy of the released ``relations.json``, for the wordings; by default ours.
        facts, articles: a file of facts and pages about their subjects, in place of the source.
        as_of: the end of facts that have none.
        squad_layout: whether to write each split once more in the layout of SQuAD 2.0.
    """

    source: Path | None = None
    seed: int = 0
    as_published: bool = False
    templates: Path | None = None
    squad_layout: bool = False
    facts: Path | None = None
    articles: Path | None = None
    as_of: CalendarDate | None = None

    def __post_init__(self) -> None:
        if (self.facts is None) != (self.articles is None):
            raise InputError("expected --facts FACTS and --articles PAGES together, found one of them")
        if (self.source is None) == (self.facts is None):
            raise InputError("expected --source PATH, --facts FACTS with --articles PAGES, or --invent")
        if self.facts and self.as_published:
            raise InputError("--as-published goes with --source: the release is made from annotated files")

    def wordings(self) -> TimeWordings:
        """Those of the relations."""
        return released_wordings(self.templates) if self.templates else our_wordings()

    def inputs(self) -> dict[str, Path]:
        """The files that are read."""
        annotated = {path.name: path for path in annotated_files(self.source).values()} if self.source else {}
        others = {"facts": self.facts, "templates": self.templates}
        return annotated | {name: path for name, path in others.items() if path}

    def command(self, *, skip_bad: bool) -> str:
        """The command that makes the same bytes."""
        return build_command(
            "time-qa", source=self.source, facts=self.facts, articles=self.articles,
            as_of=self.as_of if self.facts else None, as_published=self.as_published, skip_bad=skip_bad,
            templates=self.templates, squad_layout=self.squad_layout, seed=self.seed, out="DIR",
        )  # fmt: skip

    def record(self) -> dict[str, Any]:
        """The options as ``build.json`` keeps them; its hashes identify the files."""
        record: dict[str, Any] = {
            "seed": self.seed, "as_published": self.as_published, "squad_layout": self.squad_layout,
        }  # fmt: skip
        if self.articles:
            record |= {"articles": pages_hash(self.articles), "as_of": self.as_of and self.as_of.isoformat()}
        return record

    def facts_with_articles(self, drops: DropLog) -> tuple[dict[str, dict[str, list[ArticleFact]]], Counter[str]]:
        """The facts by wording (``human``, ``machine``) and split; by our rules each subject is in one split only. With
        them the numbers of objects by how articles mention them, where facts and articles were given apart.

        Raises:
            InputError: see :func:`~temporal_qa.released.time_qa.read_annotated` and
                :func:`~temporal_qa.passages.article_facts.article_facts`.
        """
        if self.source:
            return _annotated_facts(self.source, drops, as_published=self.as_published), Counter()
        assert self.facts
        assert self.articles
        usable = worded_facts(self.facts, self.wordings().templates, drops, self.as_of)
        splits, mentions = article_facts(usable, self.articles, self.seed, drops)
        if not any(splits.values()):
            raise InputError(f"no fact that an article mentions{drops.message()}", self.facts)
        return {"machine": splits}, mentions


def _annotated_facts(source: Path, drops: DropLog, *, as_published: bool) -> dict[str, dict[str, list[ArticleFact]]]:
    files = annotated_files(source)
    found: dict[str, dict[str, list[ArticleFact]]] = {}
    split_of: dict[str, str] = {}
    seen: dict[str, set[str]] = {"machine": set(), "human": set()}
    for split in ("train", "dev", "test"):
        for wording in ("machine", "human"):
            if path := files.get((wording, split)):
                for fact in read_annotated(path, drops, seen[wording], as_published=as_published):
                    of = split if as_published else split_of.setdefault(fact.subject, split)
                    if of != split:
                        drops[MOVED] += 1
                    found.setdefault(fact.wording, {}).setdefault(of, []).append(fact)
    if not found:
        raise InputError(f"no facts in the files{drops.message()}", source)
    return found

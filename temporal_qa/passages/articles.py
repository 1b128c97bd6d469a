"""The articles about the subjects of questions, from a file or a folder of pages.

==============================================  ==========================================================
``.jsonl``, ``.jsonl.gz``, ``.parquet``         a page a row: ``title``, ``text``; perhaps ``url``, ``id``, ``links``
``.json``                                       one such page
``.html``, ``.htm``                             one page; its text is what trafilatura finds
``.xml``, ``.xml.gz``, ``.xml.bz2``             a MediaWiki export; wikitext becomes text, redirects are followed
==============================================  ==========================================================

Pages are read one at a time; only those about a subject are converted to text and kept.
"""

import hashlib
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from temporal_qa.io import InputError, Row, grouped, read_json, read_rows, sha256
from temporal_qa.io.atomic import ROW_SUFFIXES
from temporal_qa.io.errors import check_regular
from temporal_qa.passages.pages import MAX_PAGE_BYTES, Article, Page, html_article, read_wiki_pages
from temporal_qa.text.markup import html_tag

_XML = (".xml", ".xml.gz", ".xml.bz2")
_KNOWN = (*ROW_SUFFIXES, ".json", ".html", ".htm", *_XML)
_WIKIDATA_ID = re.compile(r"Q[1-9][0-9]*")


class Subject(NamedTuple):
    """The person or thing that an article is about. ``id`` is the Wikidata id, if known."""

    name: str
    id: str | None = None


def find_articles(source: Path, subjects: Iterable[Subject], drops: Counter[str]) -> dict[Subject, list[Article]]:
    """The articles about each subject, in the order of the source; a subject without one is absent.

    A page is about a subject if both have the same ``id``, or if its title (or the file name of an HTML page) equals
    the subject's name by :func:`title_key`. A page with another Wikidata id is about a namesake. A redirect from the
    name to another title of the same export is followed, once.

    Args:
        source: a file, or a folder, whose files in all subfolders are read in the order of their names.
        subjects: the subjects to find articles about.
        drops: counts skipped pages and files, by reason.

    Raises:
        InputError: no such file, an unknown kind of file, damage, text that is not UTF-8, a page without title or text.
    """
    subjects = list(dict.fromkeys(subjects))
    by_title = grouped((title_key(subject.name), subject) for subject in subjects)
    by_id = grouped((subject.id, subject) for subject in subjects if subject.id)
    found: dict[Subject, list[Article]] = {}
    targets = defaultdict[str, list[Subject]](list)  # of redirects, by title
    exports: dict[Path, None] = {}
    for file in page_files(source, drops):
        for page in tqdm(_read_pages(file, drops), desc=f"articles in {file.name}", unit=" pages", disable=None):
            about = list(dict.fromkeys([*by_id.get(page.id or "", ()), *_of_titles(page, by_title)]))
            if page.redirect is None:
                _keep(page, about, found, drops)
            elif about:
                targets[title_key(page.redirect)] += about
                exports[file] = None
    # A second pass: a target may stand before the redirect to it. A subject with an article needs none.
    missing = {subject for named in targets.values() for subject in named} - found.keys()
    for page in (page for file in exports if missing for page in _read_pages(file, Counter())):
        if page.redirect is None:
            _keep(page, [subject for subject in _of_titles(page, targets) if subject in missing], found, drops)
    return {subject: found[subject] for subject in subjects if subject in found}


def _of_titles(page: Page, by_title: Mapping[str, Sequence[Subject]]) -> list[Subject]:
    """The subjects that a page is about by its titles, each once."""
    called = (subject for title in page.titles for subject in by_title.get(title_key(title), ()))
    return list(dict.fromkeys(subject for subject in called if not _different_entities(subject.id, page.id)))


def _keep(page: Page, subjects: list[Subject], found: dict[Subject, list[Article]], drops: Counter[str]) -> None:
    if not subjects or (article := _article(page, drops)) is None:
        return
    for subject in subjects:
        articles = found.setdefault(subject, [])
        if article in articles:
            drops["page met again"] += 1
        else:
            articles.append(article)


def _article(page: Page, drops: Counter[str]) -> Article | None:
    """The page as an article; None, and counted, where it has no text."""
    article = page.article()
    if article.text.split():
        return article
    drops["page without text"] += 1
    return None


def every_article(source: Path, wanted: Callable[[int], bool], drops: Counter[str]) -> Iterator[tuple[int, Article]]:
    """The articles of a file or folder with their numbers, from 0 in the order of the source; without redirects.

    Args:
        source: as of :func:`find_articles`.
        wanted: whether the article of a number is wanted; the others are not converted to text.
        drops: counts what is left out, by reason. What is left out before it has a number counts with number 0.

    Raises:
        InputError: see :func:`find_articles`.
    """
    unnumbered = drops if wanted(0) else Counter[str]()
    files = page_files(source, unnumbered)
    pages = (page for file in files for page in _read_pages(file, unnumbered) if page.redirect is None)
    for number, page in enumerate(pages):
        if wanted(number) and (article := _article(page, drops)):
            yield number, article


def title_key(title: str) -> str:
    """A title as MediaWiki normalises it: case of the first letter, underscores and repeated spaces do not count.

    >>> title_key("layla_Moran ") == title_key("Layla Moran")
    True
    """
    key = " ".join(unicodedata.normalize("NFC", title).replace("_", " ").split())
    return key[:1].upper() + key[1:]


def page_files(source: Path, drops: Counter[str]) -> list[Path]:
    """The files with pages. In a folder, files of other kinds are skipped and counted.

    Raises:
        InputError: no such file or folder, a file of another kind, or a folder without pages.
    """
    if not source.exists():
        raise InputError("no such file or folder, expected pages", source)
    check_regular(source)
    if source.is_file():
        if not source.name.lower().endswith(_KNOWN):
            raise InputError(f"unknown kind of file, expected pages ({', '.join(_KNOWN)}) or a folder of them", source)
        return [source]
    # Sorted by the parts of the path, so that the order is the same on every system.
    parts = sorted(path.relative_to(source).parts for path in source.rglob("*") if path.is_file())
    visible = [source.joinpath(*names) for names in parts if not any(name.startswith(".") for name in names)]
    known = [path for path in visible if path.name.lower().endswith(_KNOWN)]
    if not known:
        raise InputError(f"no pages in this folder, expected files that end in {', '.join(_KNOWN)}", source)
    drops += Counter({"file of a kind that holds no pages": len(visible) - len(known)})
    return known


def pages_hash(source: Path) -> str:
    """SHA-256 of a file, or of the names and hashes of all page files in a folder."""
    if source.is_file():
        return sha256(source)
    lines = (f"{sha256(path)} {path.relative_to(source).as_posix()}\n" for path in page_files(source, Counter()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _read_pages(file: Path, drops: Counter[str]) -> Iterator[Page]:
    name = file.name.lower()
    if name.endswith(_XML):
        yield from read_wiki_pages(file)
    elif name.endswith(ROW_SUFFIXES):
        for row in read_rows(file):
            yield _row_page(row)
    elif file.stat().st_size > MAX_PAGE_BYTES:
        drops[f"page of more than {MAX_PAGE_BYTES // 10**6} MB"] += 1
    elif name.endswith(".json"):
        yield _row_page(Row(1, read_json(file, dict, "one page: title, text"), file))
    else:
        article = html_article(file.read_bytes(), title=file.stem.replace("_", " "))
        yield Page((article.title, file.stem), lambda: article)


def _row_page(row: Row) -> Page:
    title, text = row.values.get("title"), row.values.get("text")
    if not isinstance(title, str) or not title.strip() or not isinstance(text, str):
        raise row.error("expected a page with title and text, both strings")
    if tag := html_tag(text):
        raise row.error(f"the text of {title!r:.80} is HTML ({tag}), expected plain text, or the page as an .html file")
    url, page_id = row.value("url", str | None, "a text") or "", row.values.get("id")
    links = row.value("links", list[str] | None, "a list of titles") or []
    article = Article(title, text, url, tuple(links))
    return Page((title,), lambda: article, id=None if page_id is None else str(page_id))


def _different_entities(one: str | None, other: str | None) -> bool:
    """Whether both are Wikidata ids, and differ. Other ids, such as page ids, do not identify a subject."""
    return bool(one and other and one != other and _WIKIDATA_ID.fullmatch(one) and _WIKIDATA_ID.fullmatch(other))

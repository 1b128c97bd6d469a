"""MediaWiki exports read as a stream, safely; wikitext converted to text."""

import bz2
import gzip
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.passages import pages
from temporal_qa.passages.articles import Subject, find_articles
from temporal_qa.passages.pages import Article, read_wiki_pages, wikitext_to_text

HEAD = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo><sitename>Wikipedia</sitename><base>https://en.wikipedia.org/wiki/Main_Page</base></siteinfo>
"""


def page(title: str, text: str, *, number: int = 1, ns: int = 0, redirect: str = "", earlier: str = "") -> str:
    return (
        f"<page><title>{title}</title><ns>{ns}</ns><id>{number}</id>"
        + (f'<redirect title="{redirect}" />' if redirect else "")
        + (f"<revision><id>8</id><text>{earlier}</text></revision>" if earlier else "")
        + f'<revision><id>9</id><text xml:space="preserve">{text}</text></revision></page>\n'
    )


def export(path: Path, *pages: str, head: str = HEAD) -> Path:
    content = (head + "".join(pages) + "</mediawiki>").encode()
    packed = {".gz": gzip.compress, ".bz2": bz2.compress}.get(path.suffix, bytes)(content)
    path.write_bytes(packed)
    return path


class TestReading:
    @pytest.mark.parametrize("name", ["wiki.xml", "wiki.xml.gz", "wiki.xml.bz2"])
    def test_articles_and_redirects_with_their_urls(self, name: str, tmp_path: Path) -> None:
        path = export(
            tmp_path / name,
            page("Layla Moran", "A '''politician'''.", number=7),
            page("Talk:Layla Moran", "Chat.", ns=1),
            page("L. Moran", "#REDIRECT [[Layla Moran]]", number=8, redirect="Layla Moran"),
        )
        article, redirect = read_wiki_pages(path)
        url = "https://en.wikipedia.org/wiki/Layla_Moran"
        assert (article.titles, article.redirect) == (("Layla Moran",), None)
        assert article.article() == Article("Layla Moran", "A politician.", url)
        assert (redirect.titles, redirect.redirect) == (("L. Moran",), "Layla Moran")

    def test_of_several_revisions_the_last(self, tmp_path: Path) -> None:
        path = export(tmp_path / "w.xml", page("A", "new", earlier="old"))
        assert [found.article().text for found in read_wiki_pages(path)] == ["new"]

    def test_several_bzip2_streams_one_after_the_other(self, tmp_path: Path) -> None:
        """Wikimedia makes its multistream dumps like this."""
        path = tmp_path / "w.xml.bz2"
        parts = [HEAD, page("A", "a"), page("B", "b") + "</mediawiki>"]
        path.write_bytes(b"".join(bz2.compress(part.encode()) for part in parts))
        assert [found.titles for found in read_wiki_pages(path)] == [("A",), ("B",)]

    def test_a_page_without_text(self, tmp_path: Path) -> None:
        bare = "<page><title>A</title><revision><text /></revision></page><page><title>B</title></page><page />"
        found = [page.article() for page in read_wiki_pages(export(tmp_path / "w.xml", bare))]
        assert [(article.title, article.text) for article in found] == [("A", ""), ("B", "")]

    def test_memory_does_not_grow_with_the_file(self, tmp_path: Path) -> None:
        path = export(tmp_path / "w.xml", *(page(f"P{n}", "word " * 20_000, number=n) for n in range(600)))
        assert path.stat().st_size > 60_000_000
        tracemalloc.start()
        assert sum(1 for _ in read_wiki_pages(path)) == 600
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 5_000_000  # bytes


class TestWhatIsWrong:
    @pytest.mark.parametrize(
        ("content", "message"),
        [
            ("<mediawiki><page></mediawiki>", r"w\.xml:1: not well-formed XML: mismatched tag"),
            (HEAD + page("A", "a"), r"w\.xml:4: not well-formed XML: no element found"),
            ("", "not well-formed XML"),
            ("<html><body/></html>", "found <html>, expected a MediaWiki export"),
            (
                '<!DOCTYPE m [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><mediawiki>&b;</mediawiki>',
                "declares a document type",
            ),
            ('<!DOCTYPE m SYSTEM "file:///etc/passwd"><mediawiki/>', "declares a document type"),
            ("<mediawiki>&undeclared;</mediawiki>", "not well-formed XML: undefined entity"),
            (b"<mediawiki><page><title>\xff\xfe</title></page></mediawiki>", r"w\.xml:1: not well-formed XML"),
        ],
    )
    def test_is_reported_in_one_line(self, content: str | bytes, message: str, tmp_path: Path) -> None:
        path = tmp_path / "w.xml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(InputError, match=message) as caught:
            list(read_wiki_pages(path))
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize("name", ["w.xml.gz", "w.xml.bz2"])
    def test_a_truncated_archive(self, name: str, tmp_path: Path) -> None:
        path = export(tmp_path / name, *(page(f"P{n}", f"text {n * 7919}") for n in range(5_000)))
        path.write_bytes(path.read_bytes()[:-2000])
        with pytest.raises(InputError, match="cannot be read"):
            list(read_wiki_pages(path))

    def test_a_page_that_does_not_end(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pages, "MAX_PAGE_BYTES", 1_000_000)
        path = export(tmp_path / "w.xml", page("A", "a"), page("B", "word " * 300_000))
        with pytest.raises(InputError, match="holds a page of more than 1 MB"):
            list(read_wiki_pages(path))


class TestRedirects:
    def find(self, path: Path, *names: str) -> dict[str, list[str]]:
        found = find_articles(path, [Subject(name) for name in names], Counter())
        return {subject.name: [article.title for article in articles] for subject, articles in found.items()}

    def test_are_followed_wherever_their_target_stands(self, tmp_path: Path) -> None:
        path = export(
            tmp_path / "w.xml",
            page("Before", "text"),
            page("One", "", redirect="Before"),
            page("Two", "", redirect="After"),
            page("After", "text"),
        )
        assert self.find(path, "One", "Two") == {"One": ["Before"], "Two": ["After"]}

    def test_a_subject_with_an_article_needs_no_redirect(self, tmp_path: Path) -> None:
        path = export(tmp_path / "w.xml", page("A", "", redirect="B"), page("A", "text"), page("B", "text"))
        assert self.find(path, "A") == {"A": ["A"]}

    def test_are_followed_once_only(self, tmp_path: Path) -> None:
        path = export(tmp_path / "w.xml", page("A", "", redirect="B"), page("B", "", redirect="A"))
        assert self.find(path, "A") == {}


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("'''Ann''' was ''born'' in [[Ulm]].", "Ann was born in Ulm."),
        ("She [[work (physics)|worked]] for [https://ibm.com IBM].", "She worked for IBM."),
        ("{{Infobox person|name=Ann}}Ann{{cn}} lived.", "Ann lived."),
        ("Ann lived.<ref name=a>{{cite|x}} A book.</ref><!-- why? -->", "Ann lived."),
        ("[[File:A.jpg|thumb|Ann in [[Ulm]]]]Ann lived.[[Category:People]]", "Ann lived."),
        ("See [[:Category:People]].", "See :Category:People."),
        ("== Life ==\nAnn&nbsp;lived &ndash; long.", "Life \nAnn\xa0lived – long."),
        ('{| class="wikitable"\n! Year !! Team\n|-\n| 1990 || [[FC Ulm|Ulm]]\n|}', "Year Team 1990 Ulm"),
        ("* one\n* two", "one\n two"),
        ("{{unclosed [[also", "{{unclosed [[also"),
        ("", ""),
    ],
)
def test_wikitext_becomes_prose(wikitext: str, text: str) -> None:
    assert " ".join(wikitext_to_text(wikitext).split()) == " ".join(text.split())


@pytest.mark.parametrize("encoding", ["klingon", "shift_jis"])
def test_an_encoding_that_cannot_be_read_is_reported(encoding: str, tmp_path: Path) -> None:
    path = export(tmp_path / "wiki.xml", head=f'<?xml version="1.0" encoding="{encoding}"?>{HEAD}')
    with pytest.raises(InputError, match=r"wiki\.xml: in an encoding that cannot be read .*, expected UTF-8"):
        list(read_wiki_pages(path))

"""Pages about a subject, in every kind of file."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.passages import articles, pages
from temporal_qa.passages.articles import Subject, find_articles, pages_hash, title_key
from temporal_qa.passages.pages import Article

MORAN = Subject("Layla Moran", "Q1")
PAGE = {"title": "Layla Moran", "text": "A British politician.", "url": "https://example.org/Layla_Moran"}
HTML = """<html><head><title>Layla Moran</title></head><body><nav>Home About Log in</nav><article>
<h1>Layla Moran</h1><p>Layla Moran is a British politician. She studied physics at Imperial College London, and
taught it in Brussels and in Oxford for several years.</p>
<p>In 2017 she was elected to the House of Commons.</p></article>
<footer>All rights reserved</footer></body></html>"""


def write(path: Path, *rows: dict[str, Any]) -> Path:
    text = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path


def find(source: Path, *subjects: Subject) -> tuple[dict[Subject, list[Article]], Counter[str]]:
    drops: Counter[str] = Counter()
    return find_articles(source, subjects, drops), drops


class TestWhichPageIsAboutASubject:
    @pytest.mark.parametrize(
        ("page", "subject", "about"),
        [
            ({"title": "Layla Moran"}, MORAN, True),
            ({"title": "layla_Moran "}, MORAN, True),
            ({"title": "Layla  Moran"}, Subject("Layla Moran"), True),
            ({"title": "Layla moran"}, MORAN, False),  # two titles to MediaWiki
            ({"title": "Layla Moran (politician)"}, MORAN, False),
            ({"title": "Layla Moran (politician)", "id": "Q1"}, MORAN, True),
            ({"title": "Layla Moran", "id": "Q2"}, MORAN, False),  # somebody else of that name
            ({"title": "Layla Moran", "id": "page-2"}, MORAN, True),
            ({"title": "Layla Moran", "id": 2}, MORAN, True),
            ({"title": "Layla Moran", "id": "Q2"}, Subject("Layla Moran"), True),
            ({"title": "Mor\u0061\u0301n"}, Subject("Mor\u00e1n"), True),
        ],
    )
    def test_by_id_or_by_the_title_of_mediawiki(
        self, page: dict[str, Any], subject: Subject, about: bool, tmp_path: Path
    ) -> None:
        found, _ = find(write(tmp_path / "pages.jsonl", {"text": "A politician.", **page}), subject)
        assert (subject in found) == about

    def test_several_pages_stand_in_the_order_of_the_source_and_equal_ones_once(self, tmp_path: Path) -> None:
        other = PAGE | {"text": "Another text."}
        found, drops = find(write(tmp_path / "pages.jsonl", PAGE, other, PAGE), MORAN)
        assert [article.text for article in found[MORAN]] == [PAGE["text"], "Another text."]
        assert drops == {"page met again": 1}

    def test_a_subject_without_a_page_is_absent(self, tmp_path: Path) -> None:
        found, _ = find(write(tmp_path / "pages.jsonl", PAGE), MORAN, Subject("Ed Davey"))
        assert list(found) == [MORAN]

    def test_subjects_of_one_name_share_a_page_that_has_no_id(self, tmp_path: Path) -> None:
        found, _ = find(write(tmp_path / "pages.jsonl", PAGE), MORAN, Subject("Layla Moran", "Q2"))
        assert len(found) == 2

    def test_a_page_without_text_is_counted(self, tmp_path: Path) -> None:
        assert find(write(tmp_path / "pages.jsonl", PAGE | {"text": " \n"}), MORAN) == ({}, {"page without text": 1})

    def test_title_keys(self) -> None:
        assert title_key("iPhone") == title_key("IPhone") != title_key("Iphone")
        assert title_key("") == ""


class TestKindsOfFiles:
    @pytest.mark.parametrize("name", ["pages.jsonl", "pages.jsonl.gz", "pages.ndjson", "page.json"])
    def test_rows_with_title_text_and_url(self, name: str, tmp_path: Path) -> None:
        found, _ = find(write(tmp_path / name, PAGE), MORAN)
        assert found == {MORAN: [Article(PAGE["title"], PAGE["text"], PAGE["url"])]}

    def test_parquet(self, tmp_path: Path) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        pq.write_table(pa.Table.from_pylist([PAGE]), tmp_path / "pages.parquet")
        assert find(tmp_path / "pages.parquet", MORAN)[0] == {MORAN: [Article(*PAGE.values())]}

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
    def test_html_in_its_encoding_without_menus(self, encoding: str, tmp_path: Path) -> None:
        page = HTML.replace("<head>", f'<head><meta charset="{encoding}">').replace("physics", "physics à Genève")
        (tmp_path / "saved.html").write_bytes(page.encode(encoding))
        (article,) = find(tmp_path, MORAN)[0][MORAN]
        assert article.title == "Layla Moran"
        assert "She studied physics à Genève at Imperial College London" in article.text
        assert "elected to the House of Commons" in article.text
        assert "Log in" not in article.text
        assert "All rights reserved" not in article.text

    def test_an_html_page_is_found_by_the_name_of_its_file(self, tmp_path: Path) -> None:
        (tmp_path / "Layla_Moran.html").write_text(HTML.replace("Layla Moran</", "MP for Oxford West</"))
        (article,) = find(tmp_path, MORAN)[0][MORAN]
        assert article.title == "MP for Oxford West"

    def test_a_folder_is_read_in_the_order_of_names_with_its_folders(self, tmp_path: Path) -> None:
        (tmp_path / "b").mkdir()
        for name in ("c.jsonl", "b/a.jsonl", "a.jsonl", ".hidden.jsonl"):
            write(tmp_path / name, PAGE | {"text": name})
        (tmp_path / "readme.txt").write_text("not a page")
        found, drops = find(tmp_path, MORAN)
        assert [article.text for article in found[MORAN]] == ["a.jsonl", "b/a.jsonl", "c.jsonl"]
        assert drops == {"file of a kind that holds no pages": 1}


class TestWhatIsWrong:
    @pytest.mark.parametrize(
        ("name", "content", "message"),
        [
            ("p.jsonl", b'{"title": "A"}\n', r"p\.jsonl:1: expected a page with title and text"),
            ("p.jsonl", b'{"title": "A", "text": "b"}\n{"title": 1, "text": "b"}\n', r"p\.jsonl:2: expected a page"),
            ("p.jsonl", b'{"title": "A", "text": "b", "url": 7}\n', r"p\.jsonl:1: expected 'url' to be a text"),
            (
                "p.jsonl",
                b'{"title": "A", "text": "<P id=1>b</P>"}\n',
                r"p\.jsonl:1: the text of 'A' is HTML \(<P id=1>\)",
            ),
            ("p.jsonl", b'{"title": "A", "text": "\xff"}\n', r"p\.jsonl:1: not UTF-8"),
            ("p.jsonl.gz", b"no archive", r"p\.jsonl\.gz: cannot be read"),
            ("p.json", b'["A"]', r"p\.json: found a JSON list, expected one page"),
            ("p.json", b'{"title": \n"\xff"}', r"p\.json:1: not UTF-8"),
            ("p.csv", b"title,text\n", r"p\.csv: unknown kind of file, expected pages \(\.jsonl"),
        ],
    )
    def test_is_reported_with_file_and_line(self, name: str, content: bytes, message: str, tmp_path: Path) -> None:
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InputError, match=message):
            find(tmp_path / name, MORAN)

    def test_no_such_source(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="no such file or folder, expected pages"):
            find(tmp_path / "nowhere", MORAN)

    def test_a_folder_without_pages(self, tmp_path: Path) -> None:
        (tmp_path / "notes.txt").write_text("")
        with pytest.raises(InputError, match="no pages in this folder"):
            find(tmp_path, MORAN)

    @pytest.mark.parametrize("name", ["Layla_Moran.html", "page.json"])
    def test_a_huge_page_is_skipped_and_counted(
        self, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(articles, "MAX_PAGE_BYTES", 1_000)
        write(tmp_path / name, PAGE | {"text": "long " * 300})
        assert find(tmp_path, MORAN) == ({}, {"page of more than 0 MB": 1})

    def test_the_limit_is_far_above_any_article(self) -> None:
        assert pages.MAX_PAGE_BYTES >= 10 * 2**20


def test_the_hash_of_a_folder_covers_names_and_contents(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", PAGE)
    first = pages_hash(tmp_path)
    assert pages_hash(tmp_path) == first
    (tmp_path / "readme.txt").write_text("holds no pages")
    assert pages_hash(tmp_path) == first
    (tmp_path / "a.jsonl").rename(tmp_path / "b.jsonl")
    renamed = pages_hash(tmp_path)
    write(tmp_path / "b.jsonl", PAGE, PAGE)
    assert len({first, renamed, pages_hash(tmp_path), pages_hash(tmp_path / "b.jsonl")}) == 4

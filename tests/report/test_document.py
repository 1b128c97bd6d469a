"""The page is self-contained and escapes text from users' files; Markdown and CSV have the same content."""

import base64
import csv
import re
from html.parser import HTMLParser

import pytest

from temporal_qa.report.document import Case, Picture, Section, Table, write_document

EVIL = '<script src="https://evil.example/x.js">alert("&")</script>'
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=")
TABLE = Table("scores", "Scores", "A note.", ["run", "n", "score"],
              [["one", 1234, (30.25, 27.0, 33.5)], [EVIL, 7, (100.0, 100.0, 100.0)]])  # fmt: skip
OTHER = Table("other", "Others", "", ["run"], [["two"]])
EMPTY = Table("empty", "Nothing to see", "", ["run"], [])
UNSHOWN = Table("all", "All of it", "", ["run", "value"], [["one", None]])


class Page(HTMLParser):
    """Elements with their attributes, and the text of the cells. Fails at a tag that is not closed in its order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.cells, self.text = [], [], [], ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in ("meta", "img"):
            self.open.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data
        if "td" in self.open or "th" in self.open:
            self.cells[-1] += data

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "plot.png").write_bytes(PIXEL)
    parts = [TABLE, EMPTY, Picture("plot.png", f"By period {EVIL}"), OTHER]
    write_document(tmp_path, f"Runs {EVIL}", EVIL, [Section(f"Part {EVIL}", EVIL, parts, [UNSHOWN])])
    return tmp_path


@pytest.fixture
def page(folder):
    return Page((folder / "report.html").read_text())


def test_the_page_needs_no_network_and_has_no_script(page, folder):
    assert page.all("script") == page.all("link") == page.all("iframe") == []
    for _, attributes in page.elements:
        assert not any(name.startswith("on") for name in attributes)
        for name in ("src", "href", "srcset", "poster", "data"):
            assert attributes.get(name, "#").startswith(("#", "data:image/png;base64,"))
    style = re.search(r"<style>(.*?)</style>", (folder / "report.html").read_text(), re.DOTALL)[1]
    assert "url(" not in style
    assert "@import" not in style
    (policy,) = [meta["content"] for meta in page.all("meta") if meta.get("http-equiv") == "Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")


def test_text_from_users_files_is_escaped(page):
    assert page.text.count(EVIL) == 7  # the title twice, the note, a section and its note, a cell, a caption
    assert page.all("img")[0]["alt"] == f"By period {EVIL}"
    assert EVIL in page.cells


def test_pictures_are_in_the_page(page):
    (image,) = page.all("img")
    assert base64.b64decode(image["src"].removeprefix("data:image/png;base64,")) == PIXEL


def test_it_is_made_for_a_phone(page, folder):
    assert {"name": "viewport", "content": "width=device-width, initial-scale=1"} in page.all("meta")
    text = (folder / "report.html").read_text()
    assert len(re.findall(r'<div class="scroll" tabindex="0">\s*<table>', text)) == len(page.all("table")) == 2
    assert "prefers-color-scheme: dark" in text


def test_links_within_the_page_have_targets(page):
    ids = {attributes["id"] for _, attributes in page.elements if "id" in attributes}
    links = {attributes["href"] for attributes in page.all("a")}
    assert links == {"#s1-1", "#s1-2"}
    assert {link[1:] for link in links} <= ids


def test_numbers_have_their_interval_beside_them(page):
    assert page.cells[:6] == ["run", "n", "score", "one", "1,234", "30.2 [27.0, 33.5]"]


def test_a_long_note_folds_after_its_first_sentence_and_a_short_one_does_not(tmp_path):
    long = f"First {EVIL} of all. " + "More of it. " * 30
    write_document(tmp_path, "Runs", "Short. Note.", [Section("Part", long, [TABLE])])
    text = (tmp_path / "report.html").read_text()
    page = Page(text)
    assert len(page.all("details")) == len(page.all("summary")) == 1
    assert re.search(r"<summary>First &lt;script.* of all\.</summary>More of it\. More", text)
    assert '<p class="note">Short. Note.</p>' in text
    assert "<details" not in (tmp_path / "report.md").read_text()


def test_pictures_that_a_section_begins_with_stand_before_the_links_to_its_tables(tmp_path):
    (tmp_path / "plot.png").write_bytes(PIXEL)
    picture = Picture("plot.png", "Main result")
    write_document(tmp_path, "Runs", "", [Section("Part", "", [picture, picture, TABLE, picture, OTHER])])
    tags = [tag for tag, _ in Page((tmp_path / "report.html").read_text()).elements]
    assert [tag for tag in tags if tag in ("figure", "nav", "table")] == [
        "figure", "figure", "nav", "table", "figure", "table",
    ]  # fmt: skip


def test_markdown_shows_the_same_and_no_empty_table(folder):
    text = (folder / "report.md").read_text()
    assert "| one " in text
    assert "30.2 [27.0, 33.5]" in text
    assert "(plot.png)" in text
    assert "Nothing to see" not in text
    assert "All of it" not in text


def test_text_from_users_files_is_not_markdown_or_html(tmp_path):
    """A name with line breaks makes no heading; no part of the text is a tag, a table border, emphasis or a link."""
    evil = f"a|b {EVIL}\n\n# Heading *x* `y` [z](http://evil.example)\r- item"
    table = Table("evil", evil, evil, ["run", evil], [[evil, 1.5], ["two", (80.4, 78.0, 82.0)]])
    parts = [table, Case(evil, evil, evil, None, {evil: ["one"]})]
    write_document(tmp_path, evil, evil, [Section(evil, evil, parts)])
    text = (tmp_path / "report.md").read_text()
    assert [line.split()[0] for line in text.splitlines() if line.startswith("#")] == ["#", "##", "###", "###"]
    assert not re.search(r"(?<!\\)[<>*`\[]", text.replace("80.4 [78.0, 82.0]", ""))
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert [len(re.findall(r"(?<!\\)\|", row)) for row in rows] == [3, 3, 3, 3]
    assert text.count("# Heading") == text.count("\\# Heading") == 12
    assert "- item" not in [line[:6] for line in text.splitlines()]


def test_cases_are_shown_in_full_and_escaped(tmp_path):
    (tmp_path / "line.png").write_bytes(PIXEL)
    shown = Case(
        f"1. {EVIL}", "Right: *A*", "id_1 _2_", Picture("line.png", "Facts [of] Ann"), {"Why": ["first", EVIL]}
    )
    parts = [shown, Case("2. Who?", "Right: B", "", None, {}), TABLE]
    write_document(tmp_path, "Runs", "", [Section("Part", "", parts)])
    page = Page((tmp_path / "report.html").read_text())
    assert page.all("script") == []
    assert page.text.count(EVIL) == 3 + 1  # the case and the link to it, and a cell of the table
    (image,) = page.all("img")
    assert image["alt"] == "Facts [of] Ann"
    assert base64.b64decode(image["src"].removeprefix("data:image/png;base64,")) == PIXEL
    assert [attributes["href"] for attributes in page.all("a")] == ["#s1-1", "#s1-2", "#s1-3"]
    text = (tmp_path / "report.md").read_text()
    assert "### 1. \\<script src=" in text
    assert "Right: \\*A\\*\n\nid_1 \\_2\\_\n\n![Facts \\[of\\] Ann](line.png)\n\nWhy:\n\n- first\n- \\<script" in text
    assert "### 2. Who?\n\nRight: B\n\n### Scores" in text


def test_csv_has_all_digits_and_a_column_for_each_end_of_an_interval(folder):
    with (folder / "scores.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [
            ["run", "n", "score", "score low", "score high"], ["one", "1234", "30.25", "27.0", "33.5"],
            [EVIL, "7", "100.0", "100.0", "100.0"],
        ]  # fmt: skip
    assert (folder / "all.csv").read_text() == "run,value\none,\n"
    assert (folder / "empty.csv").read_text() == "run\n"


def test_each_table_has_a_file_of_its_own(tmp_path):
    names = ["by_time", "by_time", "By_Time", "x" * 300, "x" * 301]
    tables = [Table(name, name, "", ["number"], [[number]]) for number, name in enumerate(names)]
    write_document(tmp_path, "Many", "", [Section("One", "", tables[:2]), Section("Two", "", tables[2:])])
    written = {path.stem: path.read_text() for path in tmp_path.glob("*.csv")}
    assert list(map(written.get, ["by_time", "by_time_", "By_Time__"])) == ["number\n0\n", "number\n1\n", "number\n2\n"]
    assert len(written) == len(names)


def test_text_is_not_turned_around(tmp_path):
    case = Case("Who is Jo\u202en?", "Jo\u202en", "", None, {"Why": ["Jo\u202en"]})
    write_document(tmp_path, "Jo\u202en", "", [Section("Jo\u202en", "", [case])])
    for name in ("report.md", "report.html"):
        assert "\u202e" not in (tmp_path / name).read_text(encoding="utf-8")


def test_a_text_that_is_a_number_stands_where_its_column_does(tmp_path):
    table = Table("answers", "Answers", "", ["run", "n", "answer"], [["one", 7, "Ann"], ["two", 8, "1896"]])
    write_document(tmp_path, "Runs", "", [Section("Part", "", [table], [])])
    page = Page((tmp_path / "report.html").read_text())
    assert [cell.get("class") for cell in page.all("td")] == ["right", None] * 2

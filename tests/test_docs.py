"""README.md and the pages in docs/: their commands print what they show, their links lead somewhere."""

import re
from fnmatch import fnmatch

import datasets
import filelock
import pytest

from docs_commands import PAGES, blocks, clone_after_demo, copy_of_clone, run_page
from places import ROOT, SHARED_DATA
from run_command import COMMANDS

TEXTS = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in PAGES}


@pytest.fixture(scope="session")
def clone(tmp_path_factory, worker_id):
    """``demo_output/`` and the folders of a clone, made once, whichever processes the tests run in."""
    shared = tmp_path_factory.getbasetemp() if worker_id == "master" else tmp_path_factory.getbasetemp().parent
    folder = shared / "clone-after-demo"
    with filelock.FileLock(shared / "clone-after-demo.lock"):
        if not folder.exists():
            (making := shared / "clone-in-the-making").mkdir()
            clone_after_demo(making)
            making.rename(folder)
    return folder


@pytest.mark.parametrize("name", TEXTS)
def test_the_commands_of_a_page_print_what_it_shows(name, clone, tmp_path, monkeypatch):
    if not any(block.is_run() and (block.commands() or ">>>" in block.text) for block in blocks(TEXTS[name])):
        pytest.skip("nothing on this page is run")
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    (folder := tmp_path / "folder").mkdir()
    copy_of_clone(clone, folder)
    for ran in run_page(TEXTS[name], folder):
        assert ran.as_shown(), f"$ {ran.command}\nprints\n{ran.came}\nnot\n{ran.shown}"


@pytest.mark.parametrize("name", TEXTS)
def test_marks_say_why_a_block_is_not_run_and_name_known_data(name):
    for block in blocks(TEXTS[name]):
        assert block.not_run is None or block.not_run.startswith("needs "), block.text
        assert not SHARED_DATA.exists() or all((SHARED_DATA / each).exists() for each in block.needs), block.needs
        assert block.language or not block.text.startswith("$ "), "a block of commands is to be of language console"
        assert block.language != "console" or block.commands(), block.text
    marks = re.findall(r"<!--.*?-->", TEXTS[name], re.DOTALL)
    assert len(marks) == sum((block.not_run is not None) + len(block.needs) for block in blocks(TEXTS[name])), marks


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_is_named_in_a_page(words):
    named = re.compile(rf"(temporal-qa |`){words}(?![\w-])")
    assert [name for name, text in TEXTS.items() if name.startswith("docs/") and named.search(text)]


def anchors(text):
    """Of the headings, as GitHub and the site name them; a comment of a shell is not one."""
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    heads = re.findall(r"^#+ (.+)$", outside, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).strip().replace(" ", "-") for head in heads}


LINKS = [
    (name, target)
    for name, text in TEXTS.items()
    for target in re.findall(r"\]\(([^)\s]+)\)", text)
    if not target.startswith(("http://", "https://"))
]


def test_there_are_links():
    assert len(LINKS) > 30


@pytest.mark.parametrize(("name", "target"), LINKS)
def test_each_link_leads_to_a_file_and_a_heading(name, target):
    path, _, anchor = target.partition("#")
    file = ROOT / name if not path else (ROOT / name).parent / path
    assert file.is_file()
    assert not anchor or anchor in anchors(file.read_text(encoding="utf-8"))


def test_every_page_is_in_the_navigation_and_in_the_table_of_pages():
    pages = {page.name for page in PAGES if page.parent.name == "docs"}
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"^ +- .*: (\S+\.md)$", site, re.MULTILINE)) == pages
    assert set(re.findall(r"\]\(([\w-]+\.md)\)", TEXTS["docs/index.md"])) >= pages - {"index.md"}


def test_the_site_leaves_out_no_file_that_a_page_links_to():
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    left_out = re.search(r"^exclude_docs: \|\n((?: +\S+\n)+)", site, re.MULTILINE)[1].split()
    linked = {target.partition("#")[0].removeprefix("../") for name, target in LINKS if name.startswith("docs/")}
    assert "training/grpo.py" in linked
    assert not [name for name in linked for pattern in left_out if fnmatch(f"/{name}", f"*{pattern}")]


def test_readme_is_a_screen_and_a_half():
    assert TEXTS["README.md"].count("\n") <= 100

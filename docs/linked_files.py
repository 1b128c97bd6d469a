"""A hook of mkdocs: what a page links to outside docs/ becomes part of the site.

A link like ``../generation/relations.yaml`` works where the pages are read in the repository. For the site, the file is
taken along, and the link is one within the site; Markdown becomes a page, with the pictures that it shows.
"""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

_OUTSIDE = re.compile(r"\]\(\.\./([^)#]+)")
_PICTURE = re.compile(r"!\[[^]]*\]\(([\w./-]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the files that pages link to."""
    root = Path(config.docs_dir).parent
    pages = [Path(file.abs_src_path) for file in files.documentation_pages() if file.abs_src_path]
    linked = {name for page in pages for name in _OUTSIDE.findall(page.read_text(encoding="utf-8"))}
    for name in [name for name in linked if name.endswith(".md")]:
        folder = Path(name).parent
        linked |= {(folder / shown).as_posix() for shown in _PICTURE.findall((root / name).read_text(encoding="utf-8"))}
    for name in sorted(linked):
        files.append(File.generated(config, name, abs_src_path=str(root / name)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links within the site, where the page is one of docs/."""
    return markdown if "/" in page.file.src_uri else _OUTSIDE.sub(r"](\1", markdown)

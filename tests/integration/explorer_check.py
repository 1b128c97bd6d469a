"""The explorer: its own dataset, one built on the spot, a model's answers; for ``spaces_check.py``."""

import importlib
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from browser_visits import HOSTILE, ROOT, WIDTHS, Visit, expect, serving
from playwright.sync_api import Browser

from temporal_qa.apps.explorer_app import explorer_app
from temporal_qa.fiction.world import invent_groups
from temporal_qa.timeline.fact_files import write_facts

GAPS = """() => [...document.querySelectorAll(".timeline div[title][style*='height: 29px']")].map(lane => {
    const [label, bar] = [lane.children[0].children[1], lane.children[1]].map(each => each.getBoundingClientRect());
    return Math.max(label.left - bar.left, bar.left - label.right, label.right - innerWidth);
})"""
"""For each fact on the timeline: the pixels between its label and the start of its bar; 0 or less where the label is
above it and within the page."""


def check_explorer(browser: Browser, shots: Path | None, folder: Path) -> None:
    rows = built_rows(folder)
    given = explorer_app(rows, {rows[0]["id"]: ["Nobody"]}, "a model given")
    pages = [block.value for block in given.blocks.values() if "question-page" in str(getattr(block, "value", ""))]
    expect(len(pages) == 1 and "a model given" in pages[0], "explorer: rows and answers may be given")
    with serving(ROOT / "spaces" / "explorer") as address:
        for size, width in WIDTHS.items():
            visit = Visit(browser, address, width, shots, f"explorer_{size}")
            page = visit.page
            kinds = {}
            for _ in range(6):
                page.locator("#question-page .timeline").wait_for()
                text = page.locator("#question-page").inner_text()
                kind = text.split(" · ")[1]
                kinds[kind] = text
                visit.shoot(kind)
                visit.click("Next ▶")
                page.wait_for_function(
                    "before => document.querySelector('#question-page').innerText != before", arg=text
                )
            expect(len(kinds) == 6, f"{visit.name}: a question of each kind: {', '.join(kinds)}")
            expect(all("So the answer is:" in text for text in kinds.values()), f"{visit.name}: each is explained")
            height = page.viewport_size["height"]
            for wide in (320, 800, 2000):
                page.set_viewport_size({"width": wide, "height": height})
                gaps = page.evaluate(GAPS)
                at_bars = bool(gaps) and max(gaps) < 1
                expect(at_bars, f"{visit.name}: labels of timelines stand at their bars, {wide} pixels wide: {gaps}")
            page.set_viewport_size({"width": width, "height": height})
            check_dataset(visit, folder, rows)
            visit.close()


def built_rows(folder: Path) -> list[dict[str, Any]]:
    """Builds a dataset in ``folder/built``, and a model's answers to the first questions with two answers."""
    facts = folder / "facts.jsonl"
    write_facts(facts, (fact for group in invent_groups(60, 7) for fact in group.facts))
    importlib.import_module("temporal_qa.dataset_scripts.complex_tr").build(facts, folder / "built", seed=0)
    (path,) = (folder / "built" / "reason_qa").glob("test-*.parquet")
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    with_two = [row for row in rows if len(row["answers"]) == 2][:3]
    answers = [with_two[0]["answers"][::-1], [with_two[1]["answers"][0], HOSTILE], [HOSTILE]]
    lines = [{"id": row["id"], "answers": found} for row, found in zip(with_two, answers, strict=True)]
    (folder / "a model.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return [row | {"place": rows.index(row) + 1} for row in with_two]


def check_dataset(visit: Visit, folder: Path, rows: list[dict[str, Any]]) -> None:
    page = visit.page
    page.get_by_text("Another dataset, or a model's answers").click()
    for wrong, words in (
        (HOSTILE, "neither a folder nor"),
        (f"a/{HOSTILE}", "neither a folder nor"),
        ("no/such-dataset", "cannot be loaded"),
        ("nothing", "neither a folder nor"),
    ):
        page.get_by_label("Dataset", exact=True).fill(wrong)
        visit.click("Load")
        message = visit.message()
        expect(words in message and "Traceback" not in message, f"{visit.name}: {message!r}")
    page.get_by_label("Dataset", exact=True).fill(str(folder / "built"))
    page.get_by_label("Configuration", exact=True).fill("reason_qa")
    visit.click("Load")
    page.wait_for_function("!document.querySelector('#question-page').innerText.includes('baseline')")
    visit.upload("model_answers", folder / "a model.jsonl")
    page.wait_for_function("document.querySelector('#question-page').innerText.includes('a model')")
    for row, verdict in zip(rows, ("✓ right", "◐ partly right", "✗ wrong"), strict=True):
        question = page.get_by_label("Question", exact=True)
        question.click()
        question.fill(f"{row['place']}. ")
        page.get_by_role("option", name=f"{row['place']}. {row['question']}", exact=True).click()
        page.wait_for_function("id => document.querySelector('#question-page').innerText.includes(id)", arg=row["id"])
        shown = page.locator("#question-page").inner_text()
        expect(page.locator("#verdict").inner_text() == verdict, f"{visit.name}: {row['id']} is marked {verdict}")
        expect(all(answer in shown for answer in row["answers"]), f"{visit.name}: labels {row['answers']}")
        visit.shoot(verdict.split()[1])

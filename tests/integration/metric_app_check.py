"""The app of a metric: pasted and uploaded rows, the score shown, what is refused; for ``spaces_check.py``."""

import csv
import json
import time
import urllib.request
from pathlib import Path
from typing import Any

import evaluate
import pyarrow as pa
import pyarrow.parquet as pq
from browser_visits import HOSTILE, ROOT, TIMEOUT, WIDTHS, Visit, expect, serving
from playwright.sync_api import Browser, Page

ANSWERS = {
    "predictions": [["SpaceX", "Tesla"], ["Tesla"], [], [HOSTILE, "Boeing"], ["Łódź FC"], ["Switzerland"]],
    "references": [["Tesla", "SpaceX"], ["Tesla", "SpaceX"], ["Nobody"], ["Boeing"], ["łódź fc"], ["Switzerland"]],
}
NUMBERS = {
    "predictions": ["4 years and 6 months", "no idea", "12", "2018", "1969", "July 7, 2019", "2008-03-30"],
    "references": ["5.5", "30", "10", "2009", "1970", "July 9, 2019", "March 1, 2008"],
    "units": ["years"] * 3 + ["date_years"] * 2 + ["date"] * 2,
}
PROBES = {
    "predictions": ["Maceo Anderson", "4 July 2001", '{"year": 90}', "Yes, it does.", HOSTILE, ""],
    "references": ["Maceo Anderson", "July 4, 2001", "90 years, 10 months and 1 day", "yes", "Jacek Karpiński", "1910"],
}
CANDIDATES = {
    "predictions": [["Paris", "Lyon"], ["Ann", "Bo", "Cy"], [HOSTILE], ["Łódź FC", "Ann"]],
    "references": [["Paris"], ["Bo", "Cy"], ["Boeing"], ["Ann"]],
}
INTERVALS = {
    "predictions": [[1990, 1994], [1990, 1994], [1950, 1951]],
    "references": [[1990, 1994], [1993, 1996], [2000, 2001]],
}
COLUMNS: dict[str, dict[str, Any]] = {
    "date_probes": PROBES, "temporal_smape": NUMBERS, "temporal_mase": NUMBERS, "hits_at_k": CANDIDATES,
    "mean_reciprocal_rank": CANDIDATES, "interval_overlap": INTERVALS,
}  # fmt: skip
PARTS = {
    "date_probes": {"entity", "date", "age", "yes_no"}, "temporal_smape": {"years", "date_years", "date"},
    "temporal_mase": {"years", "date_years", "date"}, "hits_at_k": {"1", "2 to 3", "not ranked"},
    "mean_reciprocal_rank": {"1", "2 to 3", "not ranked"}, "interval_overlap": {"equal", "overlapping", "apart"},
}  # fmt: skip
# By hand: of those without a point the first; unread, it counts 100; off by 9 of a mean deviation of 19.5 years.
WORST = {
    "set_accuracy": "2",
    "answer_f1": "3",
    "token_f1": "3",
    "temporal_smape": "2",
    "temporal_mase": "4",
    "date_probes": "3",
    "hits_at_k": "3",
    "mean_reciprocal_rank": "3",
    "interval_overlap": "3",
}


def check_metric(name: str, browser: Browser, shots: Path | None, folder: Path) -> None:
    columns = COLUMNS.get(name, ANSWERS)
    metric = evaluate.load(str(ROOT / "metrics" / name), cache_dir=str(folder))
    expected = metric.compute(**columns)
    with serving(ROOT / "metrics" / name) as address:
        for size, width in WIDTHS.items():
            visit = Visit(browser, address, width, shots, f"{name}_{size}")
            visit.shoot("start")
            visit.paste(columns)
            visit.click("Score")
            expect_scores(visit.page, expected, f"{name}, pasted at {size}")
            visit.shoot("scored")
            if size == "desk":
                check_parts_and_worst(visit.page, name)
                check_uploads(visit, columns, expected, folder)
                check_refusals(visit, folder)
                check_stranger(address, folder)
                check_interval(visit, metric, columns)
                visit.page.get_by_text("About this metric").click()
                visit.page.get_by_text("Citation", exact=True).wait_for()
                visit.shoot("card")
            visit.close()


def expect_scores(page: Page, expected: dict[str, Any], what: str) -> None:
    figures = {key: value for key, value in expected.items() if not isinstance(value, dict | list)}
    wanted = {key: f"{value:,}" if isinstance(value, int) else f"{value:.4g}" for key, value in figures.items()}
    shown: dict[str, str] = {}
    for _ in range(TIMEOUT * 10):
        shown = {
            each.get_attribute("data-score") or "": each.evaluate("node => node.firstChild.textContent").strip()
            for each in page.locator("[data-score]").all()
        }
        if shown == wanted:
            break
        time.sleep(0.1)
    expect(shown == wanted, f"{what}: {shown}" + ("" if shown == wanted else f", expected {wanted}"))


def check_parts_and_worst(page: Page, name: str) -> None:
    parts, worst = page.locator("table").all()[:2]
    expected = PARTS.get(name, {"1", "2"})
    shown = set(parts.locator("td:first-child").all_inner_texts())
    expect(shown == expected, f"{name}: the parts {', '.join(sorted(shown))}")
    first = worst.locator("td").first.inner_text()
    expect(first == WORST[name], f"{name}: the worst item is number {first}")


def check_uploads(visit: Visit, columns: dict[str, Any], expected: dict[str, Any], folder: Path) -> None:
    """One file with both as CSV and as JSON; two files joined on ids in another order as JSON Lines and Parquet."""
    names = dict(zip(columns, ("prediction", "reference", "unit"), strict=False))
    rows = [dict(zip(names.values(), row, strict=True)) for row in zip(*columns.values(), strict=True)]
    right = [{"id": f"q{n}", **{k: v for k, v in row.items() if k != "prediction"}} for n, row in enumerate(rows)]
    found = [{"id": f"q{n}", "answers": row["prediction"], "context": "x" * 99} for n, row in enumerate(rows)][::-1]
    with (folder / "both.csv").open("w", encoding="utf-8", newline="") as out:
        table = csv.DictWriter(out, names.values())
        table.writeheader()
        table.writerows({k: json.dumps(v) if isinstance(v, list) else v for k, v in row.items()} for row in rows)
    (folder / "both.json").write_text(json.dumps(rows), encoding="utf-8")
    for kind, listed in (("right", right), ("found", found)):
        (folder / f"{kind}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in listed), encoding="utf-8")
        pq.write_table(pa.Table.from_pylist(listed), folder / f"{kind}.parquet")
    for files in (["both.csv"], ["both.json"], ["found.jsonl", "right.jsonl"], ["found.parquet", "right.parquet"]):
        visit.page.reload()
        visit.page.get_by_role("tab", name="Upload").click()
        for field, file in zip(("prediction_file", "reference_file"), files, strict=False):
            visit.upload(field, folder / file)
        visit.click("Score the files")
        expect_scores(visit.page, expected, f"{visit.name}, {' and '.join(files)}")
    visit.shoot("uploaded")


def check_refusals(visit: Visit, folder: Path) -> None:
    """One message each, without traceback, path or active HTML."""
    (folder / "broken.parquet").write_bytes(b"PAR1" + b"\0" * 64 + b"PAR1")
    (folder / "named.csv").write_text(f"id,{HOSTILE}\n1,2\n", encoding="utf-8")
    for file, words in (("broken.parquet", "cannot be read as Parquet"), ("named.csv", "no column of predictions")):
        visit.page.reload()
        visit.page.get_by_role("tab", name="Upload").click()
        visit.upload("prediction_file", folder / file)
        visit.click("Score the files")
        message = visit.message()
        expect(f"{file}: {words}" in message and "/" not in message.split(words)[0], f"{visit.name}: {message!r}")
    visit.page.get_by_role("tab", name="Paste").click()
    visit.click("Score")
    visit.page.locator("#score").wait_for()
    for predictions, references, words in (
        (HOSTILE, "1\n2\n3", "predictions: 1, references: 3"),
        ("1", "", "no references"),
    ):
        visit.paste({"predictions": predictions.split("\n"), "references": references.split("\n")})
        visit.click("Score")
        message = visit.message()
        expect(words in message and "Traceback" not in message, f"{visit.name}: {message!r}")
        expect(not visit.page.locator("#score").count(), f"{visit.name}: no score stands beside an error", quiet=True)
    visit.page.reload()


def check_stranger(address: str, folder: Path) -> None:
    """A program that calls the app cannot make it read other files than uploads."""
    secret = folder / "secret.jsonl"
    secret.write_text('{"prediction": "secret", "reference": "a"}\n', encoding="utf-8")
    given = {"path": str(secret), "meta": {"_type": "gradio.FileData"}}
    body = json.dumps({"data": [given, None, False]}).encode()
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}gradio_api/call/upload", body, headers)
    event = json.loads(direct.open(request, timeout=TIMEOUT).read())["event_id"]
    message = direct.open(f"{address}gradio_api/call/upload/{event}", timeout=TIMEOUT).read().decode()
    expect(
        "event: error" in message and "secret" not in message,
        f"only uploads are read: {message!r:.80}",
    )


def check_interval(visit: Visit, metric: Any, columns: dict[str, Any]) -> None:
    """The interval is shown where it is asked for."""
    visit.paste(columns)
    visit.page.get_by_label("95 % interval").check()
    visit.click("Score")
    expected = metric.compute(**columns, bootstrap=1000)
    expect_scores(visit.page, expected, f"{visit.name}, with its interval")
    low, high = next(value for key, value in expected.items() if key.endswith("_interval"))
    interval = f"[{low:.4g}, {high:.4g}]"
    expect(interval in visit.page.locator("#score").inner_text(), f"{visit.name}: the interval {interval}")
    visit.shoot("interval")

"""The Spaces in a real browser: each app started on loopback, driven in a headless Chromium, and read.

    make test-spaces

or, in an environment with ``temporal-qa[spaces]``, playwright and a Chromium on the path:

    python tests/integration/spaces_check.py [--screenshots FOLDER] [--only NAME]

Pastes and uploads predictions and references into the app of each metric and compares the score shown with what
``evaluate`` computes; then goes through the explorer, with the dataset that it makes itself, with one built on the spot
and with a model's answers. Bad input must give one message. No page may ask for anything that is not on this machine.
Exits with status 1 where something is not as expected. No part of the default tests.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

os.environ |= {"HF_HUB_OFFLINE": "1", "HF_EVALUATE_OFFLINE": "1", "GRADIO_ANALYTICS_ENABLED": "False"}

from browser_visits import ROOT
from explorer_check import check_explorer
from metric_app_check import check_metric
from playwright.sync_api import sync_playwright


def main() -> None:
    metrics = sorted(path.parent.name for path in (ROOT / "metrics").glob("*/app.py"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--screenshots", type=Path, help="a folder to keep pictures of the pages in")
    parser.add_argument("--only", choices=[*metrics, "explorer"], help="this app alone")
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("google-chrome"))
    options = parser.parse_args()
    if options.chromium is None:
        sys.exit("no Chromium on the path; on Debian: apt-get install chromium")
    if options.screenshots:
        options.screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        os.environ["HF_HOME"] = str(Path(temporary) / "huggingface")  # of the apps: they leave nothing behind
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        for name in [options.only] if options.only else [*metrics, "explorer"]:
            folder = Path(temporary) / name
            folder.mkdir()
            if name == "explorer":
                check_explorer(browser, options.screenshots, folder)
            else:
                check_metric(name, browser, options.screenshots, folder)
        print(f"Chromium {browser.version}: all as expected")
        browser.close()


if __name__ == "__main__":
    main()

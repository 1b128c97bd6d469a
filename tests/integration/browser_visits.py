"""An app of a Space started on loopback, and visits to it in a browser; for ``spaces_check.py``."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
TIMEOUT = 20  # seconds
WIDTHS = {"desk": 1100, "phone": 375}
HOSTILE = "<img src=x onerror='window.hacked = 1'>"


class Visit:
    """A page of an app, at one width; reports requests that leave the machine."""

    def __init__(self, browser: Browser, address: str, width: int, shots: Path | None, name: str) -> None:
        self.page: Page = browser.new_page(viewport={"width": width, "height": 900})
        self.page.set_default_timeout(TIMEOUT * 1000)
        self.strangers: list[str] = []
        self.page.on("request", lambda request: self._note(request.url))
        self.page.goto(address)
        self.shots, self.name = shots, name

    def _note(self, url: str) -> None:
        if not url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:")):
            self.strangers.append(url)

    def shoot(self, what: str) -> None:
        """Saves a picture of the whole page, if there is a folder for it."""
        if self.shots is not None:
            self.page.wait_for_timeout(700)  # animations
            self.page.screenshot(path=self.shots / f"{self.name}_{what}.png", full_page=True)

    def paste(self, columns: dict[str, Any]) -> None:
        """Fills the text boxes, a line an item."""
        for name, column in columns.items():
            join = "-" if all(isinstance(part, int) for item in column for part in item) else " $and "
            lines = [item if isinstance(item, str) else join.join(map(str, item)) for item in column]
            self.page.locator(f"#{name} textarea").fill("\n".join(lines))

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def upload(self, field: str, path: Path) -> None:
        """Uploads a file to the field of this id, and waits for it."""
        self.page.locator(f"#{field} input[type=file]").set_input_files(str(path))
        self.page.locator(f"#{field}").get_by_text(path.stem).first.wait_for()

    def message(self) -> str:
        """The message of an error, which it closes."""
        toast = self.page.locator(".toast-body").last
        toast.wait_for()
        text = toast.inner_text()
        self.shoot("refused")
        toast.locator("button").click()
        toast.wait_for(state="detached")
        return text

    def close(self) -> None:
        expect(not self.strangers, f"{self.name}: nothing is asked of other machines {self.strangers[:2]}")
        expect(self.page.evaluate("window.hacked") is None, f"{self.name}: text stays text")
        self.page.close()


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of the app in this folder, started like a Space, stopped at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {"GRADIO_SERVER_PORT": str(port), "GRADIO_SERVER_NAME": "127.0.0.1"}
    server = subprocess.Popen([sys.executable, "app.py"], cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/"
    try:
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        for _ in range(TIMEOUT * 10):
            with contextlib.suppress(OSError):
                direct.open(address, timeout=TIMEOUT).read()
                break
            expect(server.poll() is None, f"{folder.name} runs", quiet=True)
            time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait(TIMEOUT)


def expect(holds: bool, what: str, quiet: bool = False) -> None:
    if not holds:
        sys.exit(f"failed: {what}")
    if not quiet:
        print(f"ok: {what}", flush=True)

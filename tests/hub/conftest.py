"""The Hub on loopback, for the tests in this folder."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from huggingface_hub import HfApi, constants

sys.path.insert(0, str(Path(__file__).parent))  # for the three files beside this one

from loopback_hub import LoopbackHub
from publications import FILES, publication

from temporal_qa.hub.publishing import publish


@pytest.fixture
def hub() -> Iterator[LoopbackHub]:
    with LoopbackHub() as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def plain_protocol(monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_XET", True)
    monkeypatch.setattr("time.sleep", lambda _: None)  # tests do not wait for retries


@pytest.fixture
def put(hub, plain_protocol):
    """Publishes on the loopback Hub."""

    def put(files=FILES, *, token="hf_dummy", repo="org/a", tag="0.1.0", repo_type="dataset", endpoint=None,
            name="complex_tr", **options):  # fmt: skip
        api = HfApi(endpoint=endpoint or hub.url, token=token)
        return publish(api, publication(files, repo, tag, repo_type=repo_type, name=name), **options)

    return put

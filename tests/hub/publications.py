"""The publication of the tests."""

from temporal_qa.hub.publishing import Publication

FILES = {"README.md": b"# Card", "reason_qa/test.parquet": b"rows", "build.json": b"{}"}
REPO = "datasets/org/a"


def publication(files=FILES, repo="org/a", tag="0.1.0", repo_type="dataset", name="complex_tr"):
    return Publication(repo_type, repo, name, files, "A title", tag)

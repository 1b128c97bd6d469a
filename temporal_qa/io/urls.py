"""URLs of files on other machines (``s3://``, ``hf://``, ...): told from paths, and shown without secrets."""

from __future__ import annotations

import os
import re

_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
# What stands before an @ may be a password; in addresses of Azure it is the name of a container.
_USER = re.compile(r"(?<=://)(?<!abfs://)(?<!abfss://)(?<!az://)[^/\s@]+@")
_QUERY = re.compile(r"(://[^\s?'\"]*)\?[^\s'\"]*=[^\s'\"]*")  # a signature may be in it
_SECRET = re.compile(r"KEY|SECRET|TOKEN|PASSW|CREDENTIAL", re.IGNORECASE)
_MIN_SECRET = 8  # shorter values would blot out words


def is_url(text: str) -> bool:
    """Whether a text is a URL and not a path.

    >>> [is_url(text) for text in ("s3://bucket/facts.jsonl", "hf://datasets/org/name", "s3:/bucket", "./a://b")]
    [True, True, False, False]
    """
    return _URL.match(text) is not None


def without_secrets(text: str) -> str:
    """A text to show: its URLs without user, password and query, and no value of the environment that is a secret.

    >>> without_secrets("https://ann:pass@host/a.jsonl?Signature=abc: no such file")
    'https://host/a.jsonl no such file'
    >>> without_secrets("s3://bucket/facts-?.jsonl and abfs://container@account/x")
    's3://bucket/facts-?.jsonl and abfs://container@account/x'
    """
    for name, value in os.environ.items():
        if _SECRET.search(name) and len(value) >= _MIN_SECRET:
            text = text.replace(value, "***")
    return _QUERY.sub(r"\1", _USER.sub("", text))

"""URLs of files on other machines (``s3://``, ``hf://``, ...): told from paths, and shown without secrets."""

import os
import re
from urllib.parse import quote, quote_plus, unquote

_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
# What stands before an @ is a user, perhaps with a password, in which may be a / or an @. It is not one after the port
# of a web server, as in http://host:8000/name@version; in Azure's stores it is the name of a container, in GitHub's
# that of a repository.
_USER = re.compile(
    r"(?P<shown>https?://[^\s/:@]*:\d{1,5}/|(?:abfss?|az)://[^\s/:@]*@|github://[^\s/@]*@)|"
    r"(?P<scheme>[a-z][a-z0-9+.-]*://)(?P<user>[^\s/:@]*)(?P<password>:\S*)?@",
    re.IGNORECASE,
)
_QUERY = re.compile(r"(://[^\s?'\"]*)\?[^\s'\"]*=(?:[^\s'\"]|['\"](?=[\w%]))*")  # perhaps with a signature
_SECRET = re.compile(r"KEY|SECRET|TOKEN|PASSW|CREDENTIAL", re.IGNORECASE)
_MIN_SECRET = 8  # shorter values would blot out words


def is_url(text: str) -> bool:
    """Whether a text is a URL and not a path.

    >>> [is_url(text) for text in ("s3://bucket/facts.jsonl", "hf://datasets/org/name", "s3:/bucket", "./a://b")]
    [True, True, False, False]
    """
    return _URL.match(text) is not None


def without_secrets(text: str, given: str = "") -> str:
    """A text to show: its URLs without user, password and query, and no value of the environment that is a secret.

    Args:
        text: a URL, or the message of a store.
        given: the URL that the store was given; the message may repeat its user, which may be a token, or values of its
            query.

    >>> without_secrets("https://ann:pass@host/a.jsonl?Signature=abc: no such file")
    'https://host/a.jsonl no such file'
    >>> without_secrets("s3://bucket/facts-?.jsonl and abfs://container@account/x")
    's3://bucket/facts-?.jsonl and abfs://container@account/x'
    """
    text = _QUERY.sub(r"\1", _USER.sub(r"\g<shown>\g<scheme>", text))
    secrets = {value for name, value in os.environ.items() if _SECRET.search(name)}
    if (user := _USER.match(given)) and user["user"]:
        secrets.add(user["user"])
    if _QUERY.search(given):
        secrets |= {part.partition("=")[2] for part in given.partition("?")[2].split("&")}
    plain = {form for secret in secrets if len(secret) >= _MIN_SECRET for form in (secret, unquote(secret))}
    forms = {form for each in plain for form in (each, quote(each), quote(each, safe=""), quote_plus(each))}
    for form in sorted(forms, key=len, reverse=True):
        text = text.replace(form, "***")
    return text


def has_password(url: str) -> bool:
    """Whether a user and a password stand in a URL.

    >>> [has_password(url) for url in ("s3://key:a/b@bucket/x", "sftp://ann@host/x", "http://host:8000/a@b")]
    [True, False, False]
    """
    user = _USER.match(url)
    return user is not None and user["password"] is not None

"""URLs of files on other machines (``s3://``, ``hf://``, ...): told from paths, and shown without secrets."""

import os
import re
from collections.abc import Collection
from urllib.parse import quote, quote_plus, unquote

_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
# What stands before an @ may be a password, with a / or an @ in it; without a : it ends before the first /.
_USER = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<name>[^\s/:@]*)(?::(?P<password>\S*)|(?P<more>[^\s/]*))@", re.IGNORECASE
)
_AZURE = ("abfs", "abfss", "az")  # there, the name before the @ is that of a container
_PORT = re.compile(r"\d{1,5}/")
_QUERY = re.compile(r"(://[^\s?'\"]*)\?(?P<query>[^\s'\"]*=(?:[^\s'\"]|['\"](?=[\w%]))*)")  # perhaps with a signature
_SECRET = re.compile(r"KEY|SECRET|TOKEN|PASSW|CREDENTIAL", re.IGNORECASE)
_MIN_SECRET = 8  # shorter values would blot out words
_MIN_SECRET_OF_URL = 4


def is_url(text: str) -> bool:
    """Whether a text is a URL and not a path.

    >>> [is_url(text) for text in ("s3://bucket/facts.jsonl", "hf://datasets/org/name", "s3:/bucket", "./a://b")]
    [True, True, False, False]
    """
    return _URL.match(text) is not None


def without_secrets(text: str, secrets: Collection[str] = ()) -> str:
    """A text to show: its URLs without user, password and query, and no value of the environment that is a secret.

    Args:
        text: a URL, or the message of a store.
        secrets: what is not to be shown either, see :func:`secrets_of`.

    >>> without_secrets("https://ann:pass@host/a.jsonl?Signature=abc: no such file")
    'https://host/a.jsonl no such file'
    >>> without_secrets("s3://bucket/facts-?.jsonl and abfs://container@account/x")
    's3://bucket/facts-?.jsonl and abfs://container@account/x'
    """
    own = {value for name, value in os.environ.items() if _SECRET.search(name) and len(value) >= _MIN_SECRET}
    text = _QUERY.sub(r"\1", _USER.sub(_without_user, text))
    for form in sorted({form for value in own.union(secrets) for form in _forms(value)}, key=len, reverse=True):
        text = text.replace(form, "***")
    return text


def secrets_of(url: str) -> frozenset[str]:
    """The parts of a URL that may be secrets: the password, or the user if there is none, and the values of the query.

    >>> sorted(secrets_of("ftp://ann:pass/word@host/x?sig=abcd&v=1"))
    ['abcd', 'pass', 'pass/word', 'word']
    """
    found = set[str]()
    if user := _user_of(url):
        alone = "" if user["scheme"].lower() in _AZURE else user["name"] + (user["more"] or "")
        secret = user["password"] or alone
        found |= {secret, *re.split("[/@]", secret)}
    if query := _QUERY.search(url):
        found |= {part.partition("=")[2] for part in query["query"].split("&")}
    return frozenset(value for value in found if len(value) >= _MIN_SECRET_OF_URL)


def has_slash_in_user(url: str) -> bool:
    """Whether a / stands in what may be a user and a password: no store takes it for that.

    >>> [has_slash_in_user(url) for url in ("s3://key:a/b@bucket/x", "ftp://ann:a@b@host/x", "s3://bucket/a@b")]
    [True, False, False]
    """
    user = _user_of(url)
    return user is not None and "/" in (user["password"] or "")


def _user_of(url: str) -> re.Match[str] | None:
    user = _USER.match(url)
    return None if user is None or _is_port(user) else user


def _is_port(user: re.Match[str]) -> bool:
    web = user["scheme"].lower() in ("http", "https")
    return web and user["password"] is not None and _PORT.match(user["password"]) is not None


def _without_user(user: re.Match[str]) -> str:
    if _is_port(user):  # http://host:8000/name@version
        return user[0]
    container = f"{user['name']}@" if user["scheme"].lower() in _AZURE else ""
    return f"{user['scheme']}://{container}"


def _forms(value: str) -> set[str]:
    """A value as it may stand in a message: as it is, and as in URLs."""
    plain = {value, unquote(value)}
    return plain | {form for each in plain for form in (quote(each), quote(each, safe=""), quote_plus(each))}

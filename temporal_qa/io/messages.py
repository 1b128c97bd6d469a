"""Words of messages that depend on a number, or on names."""

from collections.abc import Iterable


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number and its noun, in the singular or the plural.

    >>> [counted(n, "question") for n in (0, 1, 2000)], counted(1, "person", "people")
    (['0 questions', '1 question', '2,000 questions'], '1 person')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def one_of(names: Iterable[str]) -> str:
    """The names, at least one, as alternatives.

    >>> one_of(["dev"]), one_of(["dev", "test", "train"])
    ('dev', 'dev, test or train')
    """
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last

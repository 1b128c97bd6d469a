"""The names that an answer may have, and the ways in which a line parts into them."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache

from temporal_qa.io import grouped
from temporal_qa.scoring.normalize import normalize_answer, normalize_plain
from temporal_qa.scoring.reading.marks import without_ornaments

# ", ", " and ", "; as well as ", " & ", " -> "
_JOINING = (
    r"\b(?:(?:and\s+)?(?:then|later|finally|subsequently)|and(?:\s+also\b)?|plus|as\s+well\s+as|along\s+with"
    r"|(?<!\()followed\s+by)\b"
    r"|[&\uff06]|(?<=\s)(?:[+/→|·•\u2013]|->|\\land|und|et|y|e)(?=\s)"
)
_CONNECTOR = re.compile(rf"(?i)([,;\uff0c\uff1b\u3001](?:\s*(?:{_JOINING}))?|{_JOINING})")
# "and for Tesla"; not "and For Britain", a name
_BEFORE_FOR = (",", "and", "and then", "also", "plus", "as well as")
_FOR = re.compile(r"(?:for|at|by|with|in|of|to) ")
_WORD = re.compile(r"\w+")
# Latin letters that Unicode does not part from their marks, and marks that it does
_LETTERS = str.maketrans(dict(zip("øØłŁđĐð\u0131ßæÆ&", (*"oOlLdDdi", "ss", "ae", "Ae", " and "), strict=True)))
_ACCENTS = re.compile("(?<=[A-Za-z])[\u0300-\u036f]+")
_UMLAUT = re.compile("(?i)(?<=[aou])e|(?<=a)a")  # "Soeren" is Søren, "Aage" is Åge
_OWNS = re.compile(r"['’]s?(?=[\s.,;:)]|\Z)")  # "Boeing's term"  # noqa: RUF001
_EDGES = " .,:!?'\"“”„‘’«»*_`()[]$"  # noqa: RUF001

MAX_LINE = 2_000
"""Letters of a line that is parted by candidates, or is a name."""


class Candidates:
    """The names that an answer may have: those into which a line with commas or "and" may be parted."""

    are_names = True

    def __init__(self, names: Iterable[str]) -> None:
        self.names = [*dict.fromkeys(names)]
        self._name_of = {_pieces(name): name for name in self.names}
        twins = len(self._name_of) < len(self.names)  # names that differ in marks alone are told apart by them
        self._plain = {_pieces(name, normalize_plain): name for name in self.names} if twins else {}
        self._longest = 2 + max((len(pieces) // 2 for pieces in self._name_of), default=0)
        self._tiled: dict[str, list[str] | None] = {}  # a reader tries the same text in several ways
        # "Müller" and "Mueller" are told apart by their umlaut
        is_plain = all(map(str.isascii, self.names)) or len({*map(_without_umlauts, self.names)}) < len(self.names)
        self._fold = plain_letters if is_plain else _without_umlauts

    @cached_property
    def _folded(self) -> "Candidates | None":
        """The folded names; None if two are the same."""
        folded = Candidates(map(self._fold, self.names))
        return folded if len(folded.names) == len(self.names) else None

    @cached_property
    def _without_accents(self) -> dict[str, str]:
        known = "\n".join(self.names)
        return {plain: name for name in self.names if (plain := plain_letters(name)) != name and plain not in known}

    def respelled(self, text: str) -> str:
        """The text with the names as they are, where it lacks their accents: "Zoe Marchal" is "Zoé Marchal"."""
        for plain, name in self._without_accents.items():
            if plain in text and name not in text:
                text = name.join(re.split(rf"(?<!\w){re.escape(plain)}(?!\w)", text))
        return text

    @cached_property
    def _names_of_words(self) -> dict[str, list[str]]:
        return grouped((self._words(name), name) for name in self.names)  # "Who" and "The Who" have the same words

    def _words(self, text: str) -> str:
        return f" {' '.join(_WORD.findall(normalize_answer(self._fold(text))))} "

    def whole(self, text: str) -> str | None:
        """The candidate that the whole text names."""
        if len(text) > MAX_LINE:
            return None
        names = [name] if (name := self._named(*self._forms(text))) else self._tile_folded(text) or []
        return names[0] if len(names) == 1 else None

    def _forms(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The pieces of a text in the forms that candidates are known by; the plain one only if it tells them apart."""
        return _pieces(text), _pieces(text, normalize_plain) if self._plain else ()

    def _named(self, pieces: tuple[str, ...], plain: tuple[str, ...]) -> str | None:
        *before, last = plain or ("",)  # "Who." is "Who", not "The Who"
        name = self._plain.get(plain) or self._plain.get((*before, last.rstrip("."))) or self._name_of.get(pieces)
        is_turned = name is None and len(pieces) == 3 and pieces[1] == ","  # "Lee, Ann"
        if is_turned and not any((piece,) in self._name_of for piece in pieces):
            name = self._name_of.get((f"{pieces[2]} {pieces[0]}",))
        return name

    def tile(self, text: str) -> list[str] | None:
        """The candidates that make up the whole text with connectors between them, the longest if there is a choice.

        >>> names = Candidates(["Smith", "Smith and Co.", "Rowe, Smith and Co.", "Trinidad and Tobago"])
        >>> names.tile("Smith, Trinidad and Tobago and Rowe, Smith and Co."), names.tile("Smith and Jones")
        (['Smith', 'Trinidad and Tobago', 'Rowe, Smith and Co.'], None)
        """
        if not self._name_of or len(text) > MAX_LINE:
            return None
        if text not in self._tiled:
            self._tiled[text] = self._tile(text) or self._tile_folded(text)
        return self._tiled[text]

    def _tile_folded(self, text: str) -> list[str] | None:
        """The candidates that make up a text but for accents and "&", if that tells them apart."""
        folded = self._fold(text)
        if self._folded is None or (folded == text and self._folded.names == self.names):
            return None
        return [self.names[self._folded.names.index(name)] for name in self._folded._tile(folded) or ()] or None

    def _tile(self, text: str) -> list[str] | None:
        pieces, plain = self._forms(text)
        number = len(pieces) // 2 + 1
        best: list[list[str] | None] = [None] * number + [[]]  # the fewest names of the pieces from each one on
        for start in range(number - 1, -1, -1):
            for end in range(start + 1, min(start + self._longest, number) + 1):
                rest, part = best[end], slice(2 * start, 2 * end - 1)
                if rest is None:
                    continue
                name = self._named(pieces[part], plain[part])
                if name is None and start and pieces[2 * start - 1].endswith(_BEFORE_FOR):
                    name = self._named(_without_for(pieces[part]), _without_for(plain[part]))
                if name and ((chosen := best[start]) is None or len(rest) < len(chosen)):
                    best[start] = [name, *rest]
        return best[0] or None

    def mentioned(self, text: str) -> set[str]:
        """The candidates that occur anywhere in the text."""
        words = "".join(map(self._words, {text, _OWNS.sub("", text)}))
        return {name for form, names in self._names_of_words.items() if form in words for name in names}


def _without_for(pieces: tuple[str, ...]) -> tuple[str, ...]:
    return (*(_FOR.sub("", piece, count=1) for piece in pieces[:1]), *pieces[1:])


def _without_umlauts(text: str) -> str:
    return _UMLAUT.sub("", plain_letters(text))


def plain_letters(text: str) -> str:
    """The text without accents on Latin letters, and with "and" for "&"."""
    if text.isascii() and "&" not in text:
        return text
    plain = _ACCENTS.sub("", unicodedata.normalize("NFD", text.translate(_LETTERS)))
    return unicodedata.normalize("NFC", " ".join(plain.split()))


def _bare(text: str) -> str:
    form = normalize_answer(without_ornaments(text))  # as readers take them off the response
    return form.strip(_EDGES) or form  # "!!!" is a name


@lru_cache(maxsize=1 << 11)  # the questions about one subject have the same names
def _pieces(text: str, form: Callable[[str], str] = _bare) -> tuple[str, ...]:
    """The parts of a text and the connectors between them, in one form."""
    parts = _CONNECTOR.split(text.rstrip(" ,;") or text)  # an annotator may have marked a comma too much
    return tuple(" ".join(part.lower().split()) if place % 2 else form(part) for place, part in enumerate(parts))


def places_of(name: str, text: str) -> list[re.Match[str]]:
    """Where a text has a name, in any case and with any white space in it."""
    end = r"\.?" if name.endswith(".") else ""
    name = re.sub(r"(?:\\?\s)+", r"\\s+", re.escape(name.rstrip(".")))  # "St.\u00a0Louis" is written "St. Louis"
    name = re.sub(r"\\s\+(?=\\\.|,)", r"\\s*", name)  # "J . R . Lee" is written "J. R. Lee"
    return list(re.finditer(rf"(?<!\w){name}{end}(?!\w)", text, re.IGNORECASE))

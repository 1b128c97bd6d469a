"""Numbers as people write them: ``1,103``, ``2.5``, ``twenty-one``."""

import re

_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORD_VALUES = {word: i for i, word in enumerate(_SMALL)} | {word: 20 + 10 * i for i, word in enumerate(_TENS)}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}

_FIRST_LETTERS = "".join(sorted({word[0] for word in (*_WORD_VALUES, *_SCALES)}))
_BELOW_100 = rf"(?:(?:{'|'.join(_TENS)})(?:(?:\s+|-)(?:{'|'.join(_SMALL[9:0:-1])})\b)?|(?:{'|'.join(_SMALL[::-1])})\b)"
_SCALE = rf"(?:{'|'.join(_SCALES)})(?:(?:\s+|-|\s+and\s+){_BELOW_100})?"
# Any number in words begins with one of few letters; most places in a text are passed over by that alone.
# "three four-year terms" has two numbers. No number has more than 10 scales: without a bound, the time grows with the
# square of the length of the text.
NUMBER_WORDS = rf"(?=[{_FIRST_LETTERS}])(?:{_BELOW_100}|{_SCALE})(?:(?:\s+|-){_SCALE}){{0,10}}"
# At most 15 digits: a float with more is not exact.
DIGITS = r"(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.\d{1,20})?"
# Neither a number nor its sign begins inside a longer number, a decimal or a name ("Catch-22", "I-176").
NOT_INSIDE = r"(?<![\w.,:/^\u00b7])(?<!\w-)(?<!\d[-\u2013])"

NUMBER = re.compile(rf"{NOT_INSIDE}[-\u2212]?{DIGITS}(?![\w:/]|[-\u2013]\w|[.,^\u00b7]\d)")
# A pattern that ignores case takes these for the letters behind them.
_LIKE_ASCII = str.maketrans("\u0131\u0130\u017f", "iis")
_ONLY_WORDS = re.compile(rf"\b{NUMBER_WORDS}\b", re.IGNORECASE)


def parse_number(text: str) -> float | None:
    """The value of a text that is one number, in digits or words; None for other text.

    >>> parse_number("59,828"), parse_number("2.5"), parse_number("one hundred and twenty-one"), parse_number("8 or 7")
    (59828.0, 2.5, 121.0, None)
    """
    text = text.strip()
    if found := NUMBER.fullmatch(text):
        return digits_value(found[0])
    return float(words_value(text)) if _ONLY_WORDS.fullmatch(text) else None


def digits_value(digits: str) -> float:
    """The value of a match of :data:`NUMBER`."""
    return float(digits.replace(",", "").replace("\u2212", "-"))


def small_letters(text: str) -> str:
    r"""What a pattern that ignores case has matched, as tables have it: such a pattern takes a dotless i for i, and a
    long s for s.

    >>> small_letters("F\u0131ve MONTH\u017f")
    'five months'
    """
    return text.translate(_LIKE_ASCII).lower()


def words_value(words: str) -> int:
    """The value of a match of :data:`NUMBER_WORDS`."""
    total, current = 0, 0
    for word in re.split(r"[\s-]+(?:and\s+)?", small_letters(words)):
        if (scale := _SCALES.get(word)) is None:
            current += _WORD_VALUES[word]
        elif scale == 100:
            current = max(current, 1) * scale
        else:
            total, current = total + max(current, 1) * scale, 0
    return total + current

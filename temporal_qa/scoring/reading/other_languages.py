"""Words of dates and lengths of time in German, French, Spanish and Chinese, in English: models slip into them.

Only for answers that are values, and beside their numbers: "Mai" and "Mars" may be names.
"""

import re

from temporal_qa.text.date_forms import WEEKDAY_NAMES
from temporal_qa.text.numbers import small_letters
from temporal_qa.timeline import MONTH_NAMES

OF_TIME = frozenset(("date", "time", "age", "number", "week", "weekday", "order"))
"""The types of answers that have such words."""
_MONTHS = (
    "januar janvier enero", "februar février febrero", "märz mars marzo", "avril abril", "mai mayo", "juni juin junio",
    "juli juillet julio", "août agosto", "septembre septiembre", "oktober octobre octubre", "novembre noviembre",
    "dezember décembre diciembre",
)  # fmt: skip
_DAYS = (
    "montag lundi lunes 星期一 周一", "dienstag mardi martes 星期二 周二", "mittwoch mercredi miércoles 星期三 周三",
    "donnerstag jeudi jueves 星期四 周四", "freitag vendredi viernes 星期五 周五",
    "samstag samedi sábado 星期六 周六", "sonntag dimanche domingo 星期日 星期天 周日",
)  # fmt: skip
_UNITS = {
    "years": "jahr jahre ans années año años 岁 年", "months": "monat monate mois mes meses 个月",
    "weeks": "woche wochen semaine semaines semana semanas 周", "days": "tag tage jour jours día días 天",
}  # fmt: skip
_ENGLISH = {
    word: english
    for english, words in (*zip(MONTH_NAMES + WEEKDAY_NAMES, _MONTHS + _DAYS, strict=True), *_UNITS.items())
    for word in words.split()
}


def _any(*texts: str) -> str:
    return "|".join(sorted(" ".join(texts).split(), key=len, reverse=True))


# Every text that is changed has one of these.
_WORD = re.compile(r"[^\W\d_]+")
_SIGN = re.compile(r"[年月天周岁星]")
_SIGNS = frozenset(_ENGLISH) | {"chr", "c", "kw", "kalenderwoche"}
# "8. Januar 96", "1er mai 1990", "8 de enero de 96", "avril 1776"
_MONTH = re.compile(
    rf"(?i)(?:(?<=\d)(?:\.|er)?\s(?:de\s)?|\b)({_any(*_MONTHS)})\.?\s(?:del?\s)?(?=\d)"
    rf"(?!\d{{1,2}} (?:{'|'.join(MONTH_NAMES)})|\d{{4}}-\d)"  # "on Mars 14 July 1965"
)
_UNIT = re.compile(rf"(?i)(?<=\d)\s?({_any(*_UNITS.values())})(?![^\W\d])(?:\s(?:und|et|y)\b(?=\s\d))?")
_DAY = re.compile(rf"(?i)\b({_any(*_DAYS)})\b")
_WEEK = re.compile(r"(?i)(?:\b(?:kalenderwoche|woche|kw|semaine|semana)\s|第)(\d{1,2})(?:周|\b)")
# "公元前44年3月15日"
_CHINESE = re.compile(r"(公元)?(前)?(\d{3,4}|(?<=[元前])\d{1,2})年(?:(\d{1,2})月(?:(\d{1,2})日)?)?")
_BC = re.compile(r"(?<=\d )(?:v\. ?Chr|av\. ?J\.-C|a\. ?C)\b\.?")
_AD = re.compile(r"(?<=\d )(?:n\. ?Chr|ap\. ?J\.-C|d\. ?C)\b\.?")


def in_english(text: str) -> str:
    """The text with its dates, lengths of time and weekdays in English.

    >>> in_english("8 de enero de 96"), in_english("3 Jahre und 2 Tage"), in_english("公元前44年"), in_english("lundi")
    ('8 January 96', '3 years 2 days', '44 BC', 'Monday')
    """
    if _SIGNS.isdisjoint(_WORD.findall(text.lower())) and _SIGN.search(text) is None:
        return text
    said = _WEEK.sub(r"week \1", _CHINESE.sub(_chinese_date, _AD.sub("AD", _BC.sub("BC", text))))
    for pattern in (_MONTH, _UNIT, _DAY):
        said = pattern.sub(lambda found: f" {_ENGLISH[small_letters(found[1])]} ", said)
    return text if said == text else re.sub(r" +(?=[ ,.;:]|$)", "", said).strip()


def _chinese_date(found: re.Match[str]) -> str:
    era, before, year, month, day = found.groups()
    parts = day, month and MONTH_NAMES[(int(month) - 1) % 12], year, "BC" if before else era and "AD"
    return " ".join(filter(None, parts))

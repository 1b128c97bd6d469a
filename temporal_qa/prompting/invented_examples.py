"""The worked examples of few-shot prompts, all invented, so that none is a test question.

They have the form of the sources: Complex-TR's facts, TempTabQA's infobox tables, Test of Time's arithmetic and lists
of facts, date arithmetic, HieraDate's paragraphs on two lives, and TimeQA's articles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

CAREER = """\
Orsa Vellin worked for Marsh Museum from October 1908 to September 1912.
Orsa Vellin held the position of Keeper of Seeds from March 1910 to March 1934.
Orsa Vellin worked for Hask & Sons from April 1901 to June 1908.
Orsa Vellin worked for Port Ansel Garden from February 1913 to March 1934."""

FERRY = """\
Port Ansel Ferries was the owner of MV Lanternfish from May 1926 to August 1951.
Hask & Sons was the owner of MV Lanternfish from June 1901 to December 1913.
Merrow Line was the owner of MV Lanternfish from January 1914 to April 1926."""

BOTANIST = """\
category
botanist

Orsa Vellin
Born\tOrsa Maud Vellin | 14 May 1871 | Tarn Hollow, Merrow
Died\t2 March 1934 | (aged 62) | Port Ansel, Merrow
Occupation\tBotanist
Notable work\tFlora of the Salt Marshes | (1909)
Awards\tGolden Fern | (1912)"""

SHIP = """\
category
ship

MV Lanternfish
Builder\tHask & Sons, Port Ansel
Laid down\t1901-04-03
Launched\t1901-06-21
Refitted\t1926, with diesel engines
Fate\tScrapped 1951"""


LIVES = """\
Orsa Vellin: Orsa Maud Vellin (14 May 1871 - 2 March 1934) was a botanist.
Ferris Oddling: Ferris Oddling was a shipbuilder. He was born on 30 November 1868 and died on 9 January 1931."""


ARTICLE = """\
Orsa Vellin was a botanist of Merrow. She drew ferns for Hask & Sons from 1901 until June 1908. In October of that \
year she moved to Marsh Museum, which she left in 1912. From February 1913 until her death on 2 March 1934 she looked \
after Port Ansel Garden; during all of 1920 she also taught at Tarn College."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question, the text before it (facts, a table, paragraphs, an article; perhaps none), the reasoning, and the
    answer: a text, or, where the question states its JSON format, the fields."""

    text: str
    question: str
    reasoning: str
    answer: str | Mapping[str, str | int]


ON_FACTS = (
    Example(CAREER, "Which employer did Orsa Vellin work for in September 1912?", "", "Marsh Museum"),
    Example(FERRY, "Who was the owner of MV Lanternfish before Port Ansel Ferries was the owner?", "", "Merrow Line"),
    Example(
        CAREER,
        "For which employers did Orsa Vellin work between January 1905 and December 1910?",
        "",
        "Hask & Sons $and Marsh Museum",
    ),
    Example(
        CAREER,
        "Which position did Orsa Vellin hold 3 years and 6 months after she worked for Hask & Sons?",
        "",
        "Keeper of Seeds",
    ),
)

ON_TABLES = (
    Example(
        BOTANIST,
        "How old was Orsa Vellin when she received the Golden Fern?",
        "Orsa Vellin was born on 14 May 1871 and received the Golden Fern in 1912. The table gives no day for the "
        "award, so I subtract the years: 1912 - 1871 = 41.",
        "41",
    ),
    Example(
        SHIP,
        "In which year did MV Lanternfish get diesel engines?",
        "The table says that MV Lanternfish was refitted with diesel engines in 1926.",
        "1926",
    ),
    Example(
        SHIP,
        "How many days after she was laid down was MV Lanternfish launched?",
        "She was laid down on April 3, 1901 and launched on June 21, 1901. There are 27 days to the end of April, "
        "31 in May and 21 in June: 27 + 31 + 21 = 79.",
        "79",
    ),
    Example(
        BOTANIST,
        "On what date did Orsa Vellin die?",
        "The table gives the date of her death as 2 March 1934.",
        "March 2, 1934",
    ),
)

ON_DATES = (
    Example(
        "",
        "What date is 2 months and 10 days after 31 December 1908?",
        "2 months after 31 December 1908 there is no 31 February 1909, so I take the last day, 28 February 1909. "
        "10 days later it is 10 March 1909.",
        "10 March 1909",
    ),
    Example(
        LIVES,
        "Who lived longer, Orsa Vellin or Ferris Oddling?",
        "Orsa Vellin turned 62 on 14 May 1933 and died on 2 March 1934, at 62 years and 9 months. Ferris Oddling "
        "turned 62 on 30 November 1930 and died on 9 January 1931, at 62 years and 1 month.",
        "Orsa Vellin",
    ),
    Example(
        "",
        "How many whole weeks are there from April 3, 1901 to June 21, 1901?",
        "There are 27 days to the end of April, 31 in May and 21 in June: 27 + 31 + 21 = 79 days. These are 11 "
        "weeks and 2 days.",
        "11",
    ),
    Example(
        LIVES,
        "How old was Orsa Vellin when they died?",
        "From 14 May 1871 to 14 May 1933 there are 62 years, to 14 February 1934 9 months more, and from there to "
        "2 March 1934 16 days.",
        "62 years, 9 months and 16 days",
    ),
)

ON_ARTICLES = (
    Example(
        ARTICLE,
        "Orsa Vellin worked for which employer before 1905?",
        "She worked for Hask & Sons from 1901, and the article names no employer before.",
        "Hask & Sons",
    ),
    Example(
        ARTICLE,
        "Which employer did Orsa Vellin work for in 1893?",
        "The article names no employer before 1901.",
        "none",
    ),
    Example(
        ARTICLE,
        "Which employer did Orsa Vellin work for in March 1920?",
        "From 1913 to 1934 she worked for Port Ansel Garden, and in 1920 also for Tarn College.",
        "Port Ansel Garden $and Tarn College",
    ),
    Example(
        ARTICLE,
        "Which employer did Orsa Vellin work for between 1909 and 1911?",
        "She came to Marsh Museum in October 1908 and left it in 1912.",
        "Marsh Museum",
    ),
)

WITH_JSON = (
    Example(
        "",
        "A library book was lent on March 18, 2011 and is due 45 days later. On which date is it due? Write the answer "
        'as JSON = {"explanation": <how you found it>, "date": "mm/dd/yyyy"}',
        "March 18 plus 13 days is March 31. 45 - 13 = 32 days are left. 30 of them lead to April 30, and 2 more to "
        "May 2, 2011.",
        {"date": "05/02/2011"},
    ),
    Example(
        "",
        "A ferry line opened on 2004-02-20 and closed on 2004-04-08. How many days lie between the two dates? Write "
        'the answer as JSON = {"explanation": <how you found it>, "answer": <num_days>}, without a unit.',
        "2004 is a leap year, so there are 9 days to February 29, then 31 in March and 8 in April: 9 + 31 + 8 = 48.",
        {"answer": 48},
    ),
    Example(
        "",
        "A baker kneads a loaf in 7 minutes and 25 seconds. For 9 loaves she needs X hours, Y minutes and Z seconds. "
        'Write X, Y and Z as a json {"explanation": <how you found it>, "X": X, "Y": Y, "Z": Z}.',
        "One loaf takes 7 * 60 + 25 = 445 seconds, 9 loaves take 4005 seconds. That is 1 hour (3600) and 405 seconds, "
        "which are 6 minutes (360) and 45 seconds.",
        {"X": 1, "Y": 6, "Z": 45},
    ),
    Example(
        "",
        "A call starts at 21:40:00 in a city at UTC-5. What are time and day then in a city at UTC+3? Write the answer "
        'as JSON = {"explanation": <how you found it>, "day": "same_day/+x/-x", "time": "HH:MM:SS"}, in 24-hour time.',
        "From UTC-5 to UTC+3 there are 8 hours to add: 21:40 + 8:00 = 29:40, which is 05:40 on the next day.",
        {"day": "+1", "time": "05:40:00"},
    ),
    Example(
        "",
        "A dynasty rose in 37 BC and fell 60 years later. In which year did it fall? Write the answer as JSON = "
        '{"explanation": <how you found it>, "answer": <year> <era>}, where era is "BC" or "AD".',
        "There is no year 0: from 37 BC to 1 AD there are 37 years. 60 - 37 = 23 years are left, and 1 AD plus 23 "
        "years is 24 AD.",
        {"answer": "24 AD"},
    ),
    Example(
        "Facts:\nE41 was the R3 of E7 from 1958 to 1963.\nE12 was the R3 of E7 from 1963 to 1971.\n"
        "E12 was the R9 of E30 from 1966 to 1969.",
        "In which year did E12 begin to be the R3 of E7? Write the answer as JSON = "
        '{"explanation": <how you found it>, "answer": <year>}',
        "The fact is that E12 was the R3 of E7 from 1963 to 1971. It began in 1963.",
        {"answer": 1963},
    ),
    Example(
        "Facts:\nE5 was the R14 of E22 from 1955 to 1962.\nE8 was the R14 of E22 from 1949 to 1955.\n"
        "E5 was the R14 of E22 from 1947 to 1949.",
        "For how many years was E5 the R14 of E22 the second time? Subtract the start from the end. Write the answer "
        'as JSON = {"explanation": <how you found it>, "answer": <num_years>}',
        "E5 was the R14 of E22 from 1947 to 1949 and again from 1955 to 1962. The second time lasted 1962 - 1955 = 7 "
        "years.",
        {"answer": 7},
    ),
)

"""Births and deaths as paragraphs state them, from our own wordings and from real encyclopaedia openings."""

import pytest

from temporal_qa.questions.hieradate.life_reading import read_life

DASH = "\N{EN DASH}"


@pytest.mark.parametrize(
    ("title", "text", "start", "end"),
    [
        (
            "Marjatta Raita",
            f"Marjatta Raita( 17 February 1944, Pori {DASH} 27 September 2007) was an actress. Born in Pori, Marjatta "
            "Raita's parents were actors. She died in Helsinki in 2007, aged 63.",
            "17 February 1944",
            "27 September 2007",
        ),
        (
            "Ludwig Elsbett",
            f"Ludwig Elsbett( born November 8, 1913 in Salz {DASH} d. March 28, 2003) invented an engine in 1937.",
            "November 8, 1913",
            "March 28, 2003",
        ),
        ("Willem van Haecht", f"Willem van Haecht (1593 {DASH} 12 July 1637) was a painter.", "1593", "12 July 1637"),
        ("Ann Lee", f"Ann Lee (1718{DASH}1752) was a planter.", "1718", "1752"),
        ("Ann Lee", "Ann Lee (1718-1752) was a planter.", "1718", "1752"),
        ("Ann Lee", "Ann Lee( born 1955) is a journalist who was born in Strasbourg.", "1955", None),
        ("Bruce Leung", "Bruce Leung( born Leung Choi-sang; April 28, 1948) is an actor.", "April 28, 1948", None),
        ("Jeff Barlow", "Jeff Barlow was a British actor who was born in Lancashire in 1871.", "1871", None),
        ("Ann Lee", f"Ann Lee (c. 1593 {DASH} c. September 29, 1610) sang.", "1593", "September 29, 1610"),
        ("Arcadius", f"Arcadius (1 January 377 {DASH} 1 May 408) was an emperor.", "1 January 377", "1 May 408"),
        ("Caesar", f"Caesar (12 July 100 BC {DASH} 15 March 44 BC) was a general.", "12 July 100 BC", "15 March 44 BC"),
        ("Ann Lee", f"Ann Lee (1 May [O.S. 19 April] 1900 {DASH} 3 June 1950) sang.", "1 May 1900", "3 June 1950"),
        ("Ann Lee", f"Ann Lee ({DASH} 3 June 1950) sang.", None, "3 June 1950"),
        ("Ann Lee", "Ann Lee (d. 3 June 1950) sang.", None, "3 June 1950"),
        ("Ann Lee", f"Ann Lee (fl. 1620{DASH}1650) painted. Ann Lee was married in 1640.", None, None),
        ("Ann Lee", f"Ann Lee (reigned 1620{DASH}1650) was a queen, born in 1600.", "1600", None),
        ("Ann Lee", "On 4 July 1901, Ann Lee was born. On 5 May 1950, Ann Lee died.", "4 July 1901", "5 May 1950"),
        ("Ann Lee", "On 4 July 1901 Ann Lee was born, and Ann Lee died on 5 May 1950.", "4 July 1901", "5 May 1950"),
        ("Ann Lee", "Ann Lee lived from 4 July 1901 to 5 May 1950.", "4 July 1901", "5 May 1950"),
        ("Ann Lee", "Ann Lee (Rome, 20 February 1942) is a designer.", "20 February 1942", None),
        ("Ann Lee", "Ann Lee (20 February 1942) was a film.", None, None),
        ("Ann Lee", "Ann Lee (born 1955) got a B.A. in 1976 and a Ph.D. in 1980 from John D. Roe.", "1955", None),
        ("Ann Lee", "Ann Lee got a B.A. in 1976.", None, None),
        (
            "Ann Lee",
            f"Born in Rome, Ann Lee studied opera stage directing at the famous Academy of Music and Performing Arts "
            f"in Brno (1998{DASH}2003).",
            None,
            None,
        ),
        ("Ann Lee", f"Ann Lee ({DASH} 1950) or Ann B. Lee sang.", None, "1950"),
        ("Ann Lee", "Ann Lee was king from 1901 to 1950.", None, None),
        ("Ann Lee", "Ann Lee (born 1901) sang. Her son was born in 1920.", "1901", None),
        ("Ann Lee", "Ann Lee sang. Her elder brother Tom was born on 1 May 1899. She was born in 1901.", "1901", None),
        ("Ann Lee", "Ann Lee, whose father died in 1910, was born in 1901 and died in 1950.", "1901", "1950"),
        ("Ann Lee", "Ann Lee sang. She survived her husband and died in 1950.", None, "1950"),
        ("Ann Lee", "Ann Lee lived with her sister until her death in 1950. The sister died in 1999.", None, "1950"),
        ("Ann Lee", "Like her mother she was born in 1901.", "1901", None),
        ("Ann Lee", "His wife Ann Lee was born in 1901.", "1901", None),
        ("Ann Lee", "Ann Lee was born in 1901. She and her husband died in 1950.", "1901", "1950"),
        ("Ann Lee", "Ann Lee sang, and her son was born in 1920.", None, None),
        ("Ann Lee", "Ann Lee was born in 1901, and died before 1960.", "1901", None),
        ("Ann Lee", "Ann Lee was born in 1901, and died no later than 1960.", "1901", None),
        ("Ann Lee", "Ann Lee was born before 1910, and died in 1960.", None, "1960"),
        ("Max Born", f"Max Born (1882 {DASH} 1970) was a physicist.", "1882", "1970"),
        ("Lou Died", "Lou Died was born on May 1, 1901. Lou Died died in 1950.", "May 1, 1901", "1950"),
        ("May (singer)", "May (singer) was born on 3 May 1950. May died in May 2001.", "3 May 1950", "May 2001"),
        ("Jan (singer)", "Jan (singer) was born on 3 January 1950.", "3 January 1950", None),
        ("AD (club)", "AD (club) was born in 291 AD and died in 312 AD.", "291 AD", "312 AD"),
        ("Born (singer)", "Born on 3 May 1950, Born (singer) is a singer.", "3 May 1950", None),
        ("Club 1905", "Club 1905 was founded on the 4th of July, 1906.", None, None),
        ("Ann Lee", "Ann Lee was born on Wednesday, 4 July 2001.", "Wednesday, 4 July 2001", None),
        ("Ann Lee", "Ann Lee was born on 31 February 1900.", None, None),
    ],
)
def test_a_paragraph_states_a_birth_and_a_death(title: str, text: str, start: str | None, end: str | None) -> None:
    assert [stated and stated.text for stated in read_life(title, text)] == [start, end]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Club 1905 was founded on the 4th of July, 1906.", "the 4th of July, 1906", None),
        ("Club 1905 (founded 1906; dissolved May 1950) was a club. It was renamed in 1920.", "1906", "May 1950"),
    ],
)
def test_an_organisation_is_founded_and_dissolved(text: str, start: str | None, end: str | None) -> None:
    assert [stated and stated.text for stated in read_life("Club 1905", text, "organisation")] == [start, end]


def test_only_the_beginning_of_a_paragraph_is_read() -> None:
    assert read_life("Ann Lee", "Ann Lee sang. " * 500 + "Ann Lee died in 1900.").end is not None
    assert read_life("Ann Lee", "Ann Lee sang. " * 1000 + "Ann Lee died in 1900.").end is None

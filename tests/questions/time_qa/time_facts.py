"""Annotated facts in the released layout, for the tests."""

PARAGRAPHS = [
    "Ann Lee",
    "Ann Lee was a player .",
    "Career .",
    "She played for Reds from 1990 until March 1995 , then for Blues .",
    "Later she joined Greens and left in 2003 .",
]


def span(para: int, answer: str) -> dict:
    start = PARAGRAPHS[para].index(answer) if answer else 0
    return {"para": para, "from": start, "end": start + len(answer), "answer": answer}


NONE = {"para": 0, "from": 0, "end": 0, "answer": ""}


def machine(**changes) -> dict:
    return {
        "index": "/wiki/Ann_Lee#P54",
        "type": "P54",
        "link": "/wiki/Ann_Lee",
        "paras": PARAGRAPHS,
        "questions": [
            [["1990", "Mar 1995"], [span(3, "Reds")]],
            [["Mar 1995", "1999"], [span(3, "Blues")]],
            [["1999", "2003"], [span(4, "Greens")]],
            [["2003", "2007"], [NONE]],
        ],
    } | changes


def human(*sentences: str, **changes) -> dict:
    answers = [span(3, "Reds"), span(3, "Blues"), span(4, "Greens"), NONE]
    questions = [[sentence, [answer]] for sentence, answer in zip(sentences, answers, strict=False)]
    return machine() | {"index": "/wiki/Ann_Lee_(player)#P54", "questions": questions} | changes

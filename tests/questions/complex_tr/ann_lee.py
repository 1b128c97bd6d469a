"""Three facts about Ann Lee, and every question about them."""

from collections import Counter

from temporal_qa.questions.complex_tr.synthesis import all_questions
from temporal_qa.questions.complex_tr.verbalize import build_questions
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact, group_facts


def fact(relation, name, start, end, **more):
    return Fact("Ann Lee", relation, name, CalendarDate.fromisoformat(start), CalendarDate.fromisoformat(end), **more)


FACTS = [
    fact("P108", "BrightBoost", "1990-02", "1994-06"),
    fact("P108", "NightOwl", "1994-06", "2021-01"),
    fact("P69", "Yam University", "1986-09", "1990-06"),
]
(GROUP,) = group_facts(FACTS)


def questions(seed=0, group=GROUP):
    return list(build_questions([(group, candidate) for candidate in all_questions(group, 0)], seed, Counter()))

"""How rewordings of questions say a time, by the kind of the question."""

import re
from collections.abc import Iterator

from temporal_qa.questions.complex_tr.queries import TemporalQuery
from temporal_qa.questions.complex_tr.rewording_words import RelationWords

_BEFORE = "(?:before|prior to|ahead of|preceding|previous to|earlier than|in advance of)"
_AFTER = "(?:after|following|subsequent to|later than)"
_AT_ONCE = "immediately|directly|right|just|straight"
_TO = "(?:to|until|till|through|up to|up until|up to and including)"
_POINT = "(?:point|time|moment|stage)"
_STRETCH = "(?:period|time|span|time span|interval|stretch|months|years|window|timeframe|time frame|stretch of time)"
_MOMENT_THAT = (
    "(?:(?:at|as of|in) (?:a|the) (?:point|point in time|time|moment|month|date) "
    "(?:(?:that|which) (?:was|is|lay|lies|fell|falls|came|comes) |falling |lying |coming )?)?"
)

_IN_A_MONTH = (
    rf"(?:back in|as of|in|during|within|at (?:any|some) {_POINT} (?:in|during)|(?:in|during|over) the month of|"
    r"(?:over|in|during) the course of) DATE"
)
_ENDS = "(?:,? ?(?:inclusive|both (?:months|ends|dates|of them)? ?(?:included|inclusive)))?"
# Only a stretch may begin and end: "a home lasting from May to June" is about how long an answer holds.
_BETWEEN_MONTHS = (
    rf"(?:(?:(?:in|during|over|within) the {_STRETCH}(?: (?:starting|beginning|running|lasting|stretching))? |"
    rf"(?:at (?:any|some) {_POINT}|sometime|any time|anytime) )?(?:from DATE {_TO} DATE|between DATE and DATE)|"
    rf"(?:in|during|over|within) (?:the {_STRETCH} )?(?:of |spanning |covering )?DATE (?:{_TO}|-) DATE|"
    rf"DATE (?:{_TO}|-) DATE|"
    rf"(?:in|during|over|within) (?:the|a) {_STRETCH},? "
    r"(?:starting|beginning|(?:which|that) (?:started|began|starts|begins)) "
    r"(?:in|with|from) DATE and (?:ending|finishing|concluding|ended|ends) (?:in|with|at) DATE)"
) + _ENDS  # fmt: skip


def without_time(text: str, query: TemporalQuery, event: RelationWords | None, only_relation: bool) -> str | None:
    """The words that are left where the time of the question is taken out; None unless it is said, just once.

    Args:
        text: the words of the rewording, with SUBJECT, OBJECT, DATE and DURATION in the places of names and times.
        query: what the original question asks.
        event: the words of the relation of its event, if it has one.
        only_relation: the event's object occurs in no other relation, so that its name is enough ("his time at ...").
    """
    found = [match for pattern in _patterns(query, event, only_relation) for match in re.finditer(pattern, text)]
    found = [match for match in found if not any(_inside(match, other) for other in found)]
    if len({match.span() for match in found}) != 1:
        return None
    before, after = text[: found[0].start()].rstrip(" ,"), text[found[0].end() :].lstrip(" ,")
    if query.duration is not None and not _is_point(before, after):
        return None
    return f"{before} {after}".strip()


def _inside(match: re.Match[str], other: re.Match[str]) -> bool:
    return match.span() != other.span() and other.start() <= match.start() and match.end() <= other.end()


def _is_point(before: str, after: str) -> bool:
    """Whether what precedes a length of time leaves it a distance: "in the 3 years before ..." is a stretch.

    A preposition there must belong to the verb, as in "Which team did she play for 3 years before ...?".
    """
    words = before.split()
    if not words or words[-1] not in {"for", "in", "of", "at", "to", "with", "by", "the", "a", "an", "on"}:
        return True
    stranded = re.match(r"(?:(?:\w+ )*)?(?:which|what|who|whom|name) ", before)
    return words[-1] not in {"the", "a", "an"} and words.count(words[-1]) == 1 and bool(stranded) and not after


def _patterns(query: TemporalQuery, event: RelationWords | None, only_relation: bool) -> Iterator[str]:
    before = query.direction == "before"
    direction = _BEFORE if before else _AFTER
    if event is None:
        match query.kind:
            case "l2_at":
                yield rf"\b{_IN_A_MONTH}\b"
            case "l2_between":
                yield rf"\b{_BETWEEN_MONTHS}"
            case "l2_offset":
                turned = "(?:back from|back before)" if before else "(?:from|on from|past|on after)"
                yield rf"\b{_MOMENT_THAT}(?:exactly |precisely )?DURATION (?:{direction}|{turned}) DATE\b"
                looking = (
                    "(?:counting|going|looking) back" if before else "(?:counting|going|looking) (?:forward|ahead)"
                )
                yield rf"\b{looking} (?:exactly )?DURATION from DATE\b"
        return
    named = _event_names(event, only_relation)
    if query.kind == "l3_during":
        cue = (
            "(?:when|while|whilst|as|during|"
            "(?:at|during|in|over) the (?:same )?(?:time|period)(?: when| that| as| in which)?)"
        )
        yield rf"\b{cue} {named}"
        return
    if before:
        named = f"(?:{named}|{event.start})"
    elif query.kind == "l3_offset":
        named = f"(?:{named}|{event.end})"
    edge = "(?:the (?:start|beginning) of )?" if before else "(?:the end of )?" if query.kind == "l3_offset" else ""
    if query.kind == "l3_offset":
        yield rf"\b{_MOMENT_THAT}(?:exactly |precisely )?DURATION {direction} {edge}{named}"
        return
    order = "last" if before else "next"
    yield rf"\b(?:(?:{_AT_ONCE}|{order}) )?{direction} {edge}(?:{named}|OBJECT)"
    if not event.person:  # "Who succeeded OBJECT as the head coach of SUBJECT?"
        succeeded = (
            "(?:preceded|came before)" if before else "(?:succeeded|followed|replaced|came after|took over from)"
        )
        yield rf"(?<=\bwho ){succeeded} OBJECT\b(?= as )"


def _event_names(event: RelationWords, only_relation: bool) -> str:
    whose = "(?:SUBJECT 's|SUBJECT '|his|her|their|the|a)" if event.person else "(?:the|a|OBJECT 's)"
    if only_relation and event.person:
        stay = f"{whose} (?:time|stint|spell|tenure|term|period|years|days) (?:at|with|for|in|as) OBJECT"
        return f"(?:{event.event}|{stay})"
    return event.event

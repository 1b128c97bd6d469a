"""Questions in other words than ours, as a language model might write them; and the same with another meaning.

Written apart from ``generation/rewordings.yaml``: from what people say, and not from what the check can read.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from temporal_qa.questions.complex_tr.queries import TemporalQuery
from temporal_qa.timeline.dates import format_month
from temporal_qa.timeline.facts import Fact

ASKS = {
    "P54": ["which club did {s} represent", "what team was {s} playing for", "for what side did {s} turn out",
        "who did {s} play for", "which sports team did {s} belong to",
        "what was the name of the team {s} played for", "which squad was {s} part of", "what was {s}'s team"],
    "P39": ["what office did {s} hold", "which post was {s} holding", "what was {s}'s position",
        "what role did {s} serve in", "which position was occupied by {s}", "as what did {s} serve",
        "what job title did {s} have"],
    "P108": ["who employed {s}", "which company was {s} employed by", "what organization did {s} work for",
        "who was {s}'s employer", "by whom was {s} employed", "for which firm was {s} working",
        "which organisation had {s} on its payroll"],
    "P102": ["what party was {s} a member of", "which political party was {s} affiliated with",
        "what was {s}'s political party", "of which party was {s} a member", "to what party did {s} belong",
        "which party counted {s} as a member"],
    "P286": ["who served as head coach of {s}", "which person was coaching {s}", "who was {s}'s head coach",
        "by whom was {s} coached", "what was the name of the head coach of {s}",
        "who was in charge of {s} as head coach", "who held the position of head coach at {s}"],
    "P69": ["which school did {s} attend", "what institution was {s} studying at", "where did {s} study",
        "which university did {s} go to", "at what school was {s} enrolled", "where did {s} receive an education",
        "which educational institution was {s} attending"],
    "P488": ["who served as chair of {s}", "who was {s}'s chairperson", "which person chaired {s}",
        "who held the chair of {s}", "who was chairing {s}", "who acted as the chairperson of {s}"],
    "P6": ["who headed the government of {s}", "who was {s}'s head of government",
        "which person served as head of government of {s}", "by whom was the government of {s} led",
        "who was leading {s}'s government"],
    "P35": ["who was {s}'s head of state", "which person was head of state of {s}",
        "who held the office of head of state of {s}", "who acted as head of state in {s}",
        "what was the name of {s}'s head of state"],
    "P127": ["who was {s}'s owner", "to whom did {s} belong", "which person or company owned {s}",
        "who held ownership of {s}", "by whom was {s} being owned", "what was the name of the owner of {s}"],
    "P26": ["who was {s}'s spouse", "whom was {s} married to", "to whom was {s} wed",
        "who was the husband or wife of {s}", "what was the name of {s}'s spouse",
        "which person was {s} married to"],
    "P166": ["what prize did {s} win", "which honor was {s} awarded", "what award was {s} given",
        "which award was received by {s}", "what honour was bestowed on {s}", "which award did {s} get"],
    "P937": ["in what city did {s} work", "where was {s} working", "what was {s}'s place of work",
        "in which town was {s} working", "what location did {s} work in", "where was {s} based for work"],
    "P551": ["where did {s} reside", "what was {s}'s place of residence", "in which town was {s} living",
        "where was {s}'s home", "which city did {s} live in", "what place did {s} call home"],
}  # fmt: skip

EVENTS = {
    "P54": ["{p} was playing for {o}", "playing for {o}", "{p} represented {o}", "{h} time playing for {o}",
        "{p} was a member of {o}", "{p} was a player for {o}"],
    "P39": ["{p} was {o}", "serving as {o}", "{p} served as {o}", "{h} term as {o}", "{p} was in office as {o}",
        "holding the office of {o}"],
    "P108": ["{p} was employed by {o}", "working for {o}", "{h} employment at {o}", "{p} was working at {o}",
        "{p} had a job at {o}"],
    "P102": ["{p} belonged to {o}", "{h} membership in {o}", "being a member of {o}",
        "{p} was affiliated with {o}"],
    "P286": ["{o} was coaching {S}", "{o} served as head coach", "{o}'s tenure as head coach",
        "{o} was its head coach", "it was coached by {o}", "{o} was in charge as head coach"],
    "P69": ["{p} was a student at {o}", "studying at {o}", "{p} attended {o}", "{h} studies at {o}",
        "{p} was enrolled at {o}"],
    "P488": ["{o} was chairing {S}", "{o} served as chair", "{o}'s time as chair", "{o} was its chairperson",
        "it was chaired by {o}"],
    "P6": ["{o} led the government", "{o} was its head of government", "{o}'s term as head of government",
        "its government was led by {o}"],
    "P35": ["{o} was its head of state", "{o}'s term as head of state", "{o} served as head of state",
        "it had {o} as head of state"],
    "P127": ["{o} owned it", "{o}'s ownership", "it was owned by {o}", "it belonged to {o}", "{o} was its owner"],
    "P26": ["{h} marriage to {o}", "{p} was {o}'s spouse", "being married to {o}", "{p} and {o} were married"],
    "P166": ["{p} won {o}", "receiving {o}", "{p} was awarded {o}", "{p} got {o}", "{p} was honored with {o}"],
    "P937": ["{p} was working in {o}", "working in {o}", "{h} time working in {o}",
        "{p} was based in {o} for work"],
    "P551": ["{p} was living in {o}", "living in {o}", "{p} resided in {o}", "{h} residence in {o}",
        "{p} made {h} home in {o}"],
}  # fmt: skip

TIMES = {
    "l2_at": ["{a} in {m}", "in {m}, {a}", "during {m}, {a}", "{a} as of {m}", "back in {m}, {a}",
        "{a} at some point in {m}", "{a} in the month of {m}"],
    "l2_between": ["between {m} and {n}, {a}", "{a} in the period from {m} to {n}", "{a} between {m} and {n}",
        "from {m} until {n}, {a}", "{a} from {m} through {n}", "{a} at any time between {m} and {n}",
        "during the period between {m} and {n}, {a}", "{a} in the period starting in {m} and ending in {n}"],
    "l2_offset": ["{d} {r} {m}, {a}", "{a} {d} {r} {m}", "exactly {d} {r} {m}, {a}",
        "at the point {d} {r} {m}, {a}", "{a} precisely {d} {r} {m}"],
    "l3_neighbour": ["{a} right {r} {e}", "{r} {e}, {a}", "{a} {r} {e}", "immediately {r} {e}, {a}",
        "{a} directly {r} {e}"],
    "l3_during": ["while {e}, {a}", "{a} while {e}", "{a} when {e}", "at the time when {e}, {a}",
        "{a} during the time {e}"],
    "l3_offset": ["{d} {r} {e}, {a}", "{a} {d} {r} {e}", "exactly {d} {r} {e}, {a}",
        "at the point {d} {r} {e}, {a}"],
}  # fmt: skip

# The holder is named in each of these, but something else is asked of her, him or it.
HOLDER_ASKS = {
    "P54": ["who played for {s}'s team", "which team played {s}'s team", "which team did {s} play",
        "who was {s}'s team playing", "who was a member of {s}'s club"],
    "P39": ["which office did {s}'s job serve", "which position did {s} hold an office in",
        "which post held {s}'s position"],
    "P108": ["which company belonged to {s}'s employer", "who worked for {s}'s employer",
        "who was the employer of {s}'s employer", "who did {s}'s employer employ"],
    "P102": ["which party was part of {s}'s party", "which party did the party of {s} belong to",
        "which member represented {s}'s party"],
    "P286": ["who did the head coach of {s} coach", "who coached the coach of {s}",
        "who was coached by the head coach of {s}", "who was in charge of the head coach of {s}",
        "who was the coach of the coach of {s}", "who was with {s}'s head coach"],
    "P69": ["which school attended {s}'s school", "where was {s}'s school", "in which place was {s}'s university",
        "which student attended {s}'s school"],
    "P488": ["who served the chair of {s}", "who presided over the chair of {s}", "who was with the chair of {s}",
        "who was to be the chair of {s}", "who served as chair to the chair of {s}",
        "who held a position for the chair of {s}", "who was the acting chair of {s}"],
    "P6": ["who was led by the head of the government of {s}", "who was the head of {s}'s head of government",
        "which people served the head of government of {s}", "who held office for {s}'s head of government"],
    "P35": ["who served the head of state of {s}", "who was the head of {s}'s head of state",
        "who held office for the head of state of {s}"],
    "P127": ["who was the owner of the owner of {s}", "which company belonged to the owner of {s}",
        "who did the owner of {s} own", "who was in the hands of {s}'s owner"],
    "P26": ["who was the husband of the wife of {s}", "who was with {s}'s wife",
        "which person was the spouse of {s}'s spouse", "who married {s}'s husband"],
    "P166": ["which award was given by {s}", "which award did {s} win on being given an honour"],
    "P937": ["where was {s}'s work carried", "which place worked at {s}'s place of work"],
    "P551": ["which town did {s}'s home have", "who lived in {s}'s home", "which town was home to {s}'s home"],
}  # fmt: skip

# A length of time in which the answer holds, and the time at which it begins and ends.
STRETCH_TIMES = {
    "l2_between": ["{a} starting in {m} and ending in {n}", "{a}, beginning in {m} and ending in {n}",
        "{a} lasting from {m} to {n}", "{a} running from {m} until {n}", "{a} for all of {m} to {n}"],
    "l2_offset": ["{a} for {d} {r} {m}", "for {d} {r} {m}, {a}", "{a} over {d} {r} {m}"],
    "l3_offset": ["{a} for {d} {r} {e}", "for {d} {r} {e}, {a}", "{a} over {d} {r} {e}"],
}  # fmt: skip
ORDER_TIMES = {"after": ["{a} last {r} {e}", "last {r} {e}, {a}"], "before": ["{a} next {r} {e}", "next {r} {e}, {a}"]}

SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905


def reworded(
    query: TemporalQuery,
    rng: random.Random,
    asks: Mapping[str, Sequence[str]] = ASKS,
    times: Mapping[str, Sequence[str]] = TIMES,
) -> str:
    """The query in other words."""
    person = query.relation not in ("P286", "P488", "P6", "P35", "P127")
    ask = rng.choice(asks[query.relation]).format(s=query.subject.replace("{", "{{"))
    event = ""
    if query.event is not None:
        names = {"o": query.event.object, "S": query.subject, "p": rng.choice(["he", "she", "he/she", query.subject]),
                 "h": rng.choice(["his", "her", f"{query.subject}'s"])}  # fmt: skip
        event = rng.choice(EVENTS[query.event.relation]).format(**names)
    pattern = rng.choice(times[query.kind])
    if query.event is not None and (event.startswith(("his ", "her ")) or "'s " in event):
        pattern = pattern.replace("while {e}", "during {e}").replace("at the time when {e}", "during {e}")
        pattern = pattern.replace("when {e}", "during {e}").replace("the time {e}", "{e}")
    direction = rng.choice(
        {"before": ["before", "prior to"], "after": ["after", "following"], None: [""]}[query.direction]
    )
    if event.startswith(("he", "she", "it ", "its ")) or " was " in event or not person:
        direction = query.direction or ""
    text = pattern.format(
        a=ask,
        m=month(query.month, rng),
        n=month(query.last_month, rng),
        d=length(query.duration, rng),
        r=direction,
        e=event,
    )
    return f"{text[0].upper()}{text[1:]}?"


def month(number: int | None, rng: random.Random) -> str:
    if number is None:
        return ""
    name = format_month(number)
    iso = f"{number // 12:04}-{number % 12 + 1:02}"
    return rng.choice([name, name, name, name.replace(" ", ", "), iso, f"{iso[5:]}/{iso[:4]}"])


def length(months: int | None, rng: random.Random) -> str:
    if months is None:
        return ""
    years, rest = divmod(months, 12)
    style = rng.choice(["digits", "words", "months"])
    if style == "months":
        return f"{months} months" if months > 1 else "1 month"

    def part(number: int, unit: str) -> str:
        written = SMALL[number] if style == "words" and number <= 12 else str(number)
        return f"{written} {unit}{'s' if number > 1 else ''}"

    return " and ".join(part(n, unit) for n, unit in ((years, "year"), (rest, "month")) if n)


def changed_queries(
    query: TemporalQuery, facts: Sequence[Fact], rng: random.Random
) -> Iterator[tuple[str, TemporalQuery]]:
    """What the query does not ask, and what the change is."""
    if query.direction is not None:
        yield "before/after", query._replace(direction="after" if query.direction == "before" else "before")
    if query.month is not None:
        yield "one month off", query._replace(month=query.month + rng.choice([-1, 1]))
    if query.last_month is not None:
        yield "one month off", query._replace(last_month=query.last_month + rng.choice([-1, 1]))
        if query.last_month != query.month:
            yield "from/to", query._replace(month=query.last_month, last_month=query.month)
    if query.duration is not None:
        yield "one month off", query._replace(duration=query.duration + 1)
    others = sorted({fact.object for fact in facts} - {query.event and query.event.object})
    invented = ["Zora Quill", "Mill Hill Rovers", "Ann", f"{query.subject} Smith", query.subject[:-1]]
    yield "another name", query._replace(subject=rng.choice([*others, *invented]))
    if query.event is not None:
        yield "another name", query._replace(event=replace(query.event, object=rng.choice([*others, *invented])))
    person = {fact.relation for fact in facts} & ({*ASKS} - {"P286", "P488", "P6", "P35", "P127"})
    relations = [
        key for key in ASKS if key != query.relation and (key in ("P286", "P488", "P6", "P35", "P127")) != bool(person)
    ]
    yield "another relation", query._replace(relation=rng.choice(relations))
    kinds = {"l2_at": ("l2_offset", {"duration": 12, "direction": "after"}),
             "l2_offset": ("l2_at", {"duration": None, "direction": None}),
             "l3_during": ("l3_neighbour", {"direction": rng.choice(["before", "after"])}),
             "l3_offset": ("l3_neighbour", {"duration": None}), "l3_neighbour": ("l3_during", {"direction": None}),
             "l2_between": ("l2_at", {"last_month": None})}  # fmt: skip
    kind, fields = kinds[query.kind]
    yield "another kind", query._replace(kind=kind, **fields)


def changed_meanings(query: TemporalQuery, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Questions about the holder, the stretch or the order that the query does not ask, in the query's own words."""
    for ask in HOLDER_ASKS[query.relation]:
        yield "the holder", reworded(query, rng, asks={query.relation: [ask]})
    for time in STRETCH_TIMES.get(query.kind, ()):
        yield "the stretch", reworded(query, rng, times={query.kind: [time]})
    if query.kind == "l3_neighbour":
        for time in ORDER_TIMES[query.direction or ""]:
            yield "the order", reworded(query, rng, times={query.kind: [time]})


def spoilt_texts(query: TemporalQuery, text: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    """A rewording with words that change what is asked."""
    for word, new in [(" did ", " did not "), (" was ", " was never "), ("which ", "which former "),
                      ("What was", "How long was"),
                      ("Who was", "Who was the assistant of"), ("which ", "how many "),
                      ("Who ", "Whose friend ")]:  # fmt: skip
        if word in text:
            yield "other words", text.replace(word, new, 1)
            break
    yield (
        "other words",
        text[:-1]
        + rng.choice([", or later?", " for the first time?", " at the latest?", ", and why?", " except once?"]),
    )
    if query.kind == "l2_at":
        for cue in ("in the month of ", "as of ", "during ", "in "):
            for form in (f" {cue}", f"{cue[0].upper()}{cue[1:]}"):
                at = text.rfind(form)
                if at >= 0 and text[at + len(form) :][:1].isalnum() and text[at + len(form) :].split()[-1:] != []:
                    tail = text[at + len(form) :]
                    if tail[:4].isdigit() or tail.split()[0].rstrip(",") in _MONTHS or tail[:2].isdigit():
                        for other in (
                            "by",
                            "since",
                            "until",
                            "before",
                            "after",
                            "up to",
                            "no later than",
                            "just before",
                        ):
                            yield "other time", f"{text[:at]} {other} {tail}".strip()
                        return


_MONTHS = {
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
}  # fmt: skip

"""What an invented document tells beside its facts: facts of others, events in towns, and sentences without a date."""

import random
import re

from temporal_qa.fiction.documents.plans import NAMES_OF_SMALL_WORLD, DocumentPlan, World
from temporal_qa.fiction.documents.sentences import at, clause, date_in_words, finish, grammar
from temporal_qa.fiction.names import POOLS, FictionalNames, name_tiers
from temporal_qa.fiction.world import WORLD_END
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.timeline import CalendarDate

_YEARS_AROUND = 15
_SAME_RELATION_SHARE = 0.5  # of the facts of others


class OtherSentences:
    """Writes the sentences of one document that are not about its facts.

    Args:
        plan: of the document.
        names: of its world.
        world: in the small world nothing has a date, and nobody else has facts.
        rng: draws.
    """

    def __init__(self, plan: DocumentPlan, names: FictionalNames, world: World, rng: random.Random) -> None:
        self.plan, self.names, self.world, self.rng = plan, names, world, rng
        self._last_name = plan.subject.rpartition(" ")[2]
        self._taken = {fact.object for facts in plan.facts.values() for fact in facts}
        dates = [date for facts in plan.facts.values() for fact in facts for date in (fact.start, fact.end)]
        self._years = range(min(dates).year - _YEARS_AROUND, min(max(dates).year + _YEARS_AROUND, WORLD_END.year) + 1)
        self._years_only = all(date.month is None for date in dates)

    def draw(self) -> tuple[str, str]:
        """A sentence, and what it is: ``fact of another``, ``event`` or ``filler``."""
        kind = self.rng.choice(("fact of another", "event", "filler", "filler")) if self.world == "rich" else "filler"
        if kind == "fact of another":
            return self._fact(), kind
        known = {"subject": self.plan.subject}
        template = self.rng.choice(grammar()["events" if kind == "event" else "filler"])
        if kind == "event":
            known["at"] = at(self._date(), self.rng)
        return finish(self._filled(template, known)).text, kind

    def _fact(self) -> str:
        """A fact of someone or something else, with dates near those of the subject."""
        rng, relations = self.rng, grammar()["relations"]
        relation = self.plan.relation if rng.random() < _SAME_RELATION_SHARE else rng.choice(sorted(relations))
        types = wordings().relations[relation]
        kind = types.subject_types[0] if relation != self.plan.relation else self.plan.subject_type
        subject = rng.choice(grammar()["others"]["person" if kind == "person" else "thing"]).format(
            other=self._name(kind), subject=self.plan.subject
        )
        start, end = sorted((self._date(), self._date()))
        has_moment = "moment" in relations[relation]
        if has_moment or start == end or rng.random() < 0.3:
            frame, said, slots = "start", "moment" if has_moment else "start", {"at": at(start, rng)}
        else:
            frame, said, slots = "span", "span", {"start": date_in_words(start, rng), "end": date_in_words(end, rng)}
        template = rng.choice(relations[relation][said])
        text = rng.choice(grammar()["frames"][frame]).format(clause=clause(template, subject), **slots)
        return finish(text, self._name(rng.choice(types.object_types))).text

    def _filled(self, template: str, known: dict[str, str]) -> str:
        """The template with a word of each list, names, and the subject; a list that stands twice gives two words."""

        def word(slot: re.Match[str]) -> str:
            if slot[1] in known:
                return known[slot[1]]
            if slot[1] in ("other", "town"):
                return self._name("person" if slot[1] == "other" else "town")
            return str(self.rng.choice(grammar()["lists"][slot[1]]))

        return re.sub(r"{(\w+)}", word, template)

    def _name(self, kind: str) -> str:
        """A name; of persons, one that the facts of the document do not have, not even as a last name."""
        pool = NAMES_OF_SMALL_WORLD if self.world == "small" else POOLS.get(kind) or name_tiers(kind)[0].size
        while True:
            name = self.names.nth(kind, self.rng.randrange(pool))
            is_taken = name in self._taken or name.rpartition(" ")[2] == self._last_name
            if not (is_taken if kind == "person" else name == self.plan.subject):
                return name

    def _date(self) -> CalendarDate:
        year, draw = self.rng.choice(self._years), self.rng.random()
        if self._years_only or draw < 0.3:
            return CalendarDate(year)
        return CalendarDate(year, self.rng.randint(1, 12), self.rng.randint(1, 28) if draw > 0.7 else None)

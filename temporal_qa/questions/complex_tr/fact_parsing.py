"""Facts read back from the sentences that state them, in our wordings and in those of TempReason and Complex-TR.

A name may hold any words, those of a wording included: "Ann worked for the man who worked for IBM" states one of two
facts. So a sentence is read in every possible way, and the sentences of a context, which share one subject, settle
which way is meant. If they do not, nothing is guessed.

"Ann was a member of the Greens" is our sentence for a party called "the Greens", and Complex-TR's for one called
"Greens". A context is in the wordings of one or of the other throughout, so a party without "the" shows that it is in
ours. Otherwise there are two readings, and :func:`~.question_parsing.settle_reading` says which the question means.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache

from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.slots import parts_of, slot_values
from temporal_qa.questions.unsolved import Unparsable
from temporal_qa.text.dates import MONTH_AND_YEAR, parse_date
from temporal_qa.timeline import Fact

# The time ends the sentence, so there is only one way to split it off.
_TIMED = re.compile(rf"(?P<statement>.+) (?:in (?P<month>{MONTH_AND_YEAR})|"
                    rf"from (?P<start>{MONTH_AND_YEAR}) to (?P<end>{MONTH_AND_YEAR}))\.")  # fmt: skip
# Between sentences, even where their line breaks were lost: "... to Jan, 2001.  Ann plays for ...".
_SENTENCE_END = re.compile(rf" {MONTH_AND_YEAR}\.(?P<between>\s*)(?=\S)")


@cache
def _sentence_wordings(as_complex_tr: bool = False) -> tuple[tuple[str, str, str], ...]:
    """Each relation with the wording of its sentences, ``{subject} worked for {object}``, and the words between."""
    found: dict[tuple[str, str, str], None] = {}
    for relation in wordings().relations.values():
        sentence = (relation.complex_tr.sentence if as_complex_tr else None) or relation.sentence
        worded = filter(None, (sentence, relation.temp_reason.sentence))
        found |= {(relation.id, each, parts_of(each)[0][1]): None for each in worded}
    return tuple(found)


@cache
def _words_of_complex_tr() -> tuple[str, ...]:
    """The words between two names that Complex-TR writes and we do not."""
    return tuple(each[2] for each in _sentence_wordings(as_complex_tr=True) if each not in _sentence_wordings())


@lru_cache(maxsize=1 << 10)  # the questions about a subject repeat the same few sentences
def fact_sentence_readings(sentence: str, *, as_complex_tr: bool = False) -> tuple[Fact, ...]:
    """Every fact that the sentence can state; nearly always one.

    Args:
        sentence: the sentence.
        as_complex_tr: it is in the wording of Complex-TR, if that differs from ours.

    Raises:
        Unparsable: the sentence is in no known wording, does not end in a time, or can also be two sentences.

    >>> for fact in fact_sentence_readings("Ann worked for the man who worked for IBM from May 1990 to June 1991."):
    ...     print(fact.subject, "|", fact.object)
    Ann | the man who worked for IBM
    Ann worked for the man who | IBM
    """
    facts = _facts_stated(sentence, as_complex_tr)
    if "." in sentence[:-1] and any(
        _is_two_sentences(sentence[: end.start("between")], sentence[end.end() :])
        for end in _SENTENCE_END.finditer(sentence)
    ):
        raise Unparsable(f"a line of the context holds several sentences, expected one a line: {sentence!r}")
    return tuple(facts)


def _is_two_sentences(first: str, second: str) -> bool:
    with suppress(Unparsable):
        return bool(_facts_stated(first) and _facts_stated(second))
    return False


def _facts_stated(sentence: str, as_complex_tr: bool = False) -> list[Fact]:
    found = _TIMED.fullmatch(sentence)
    if found is None:
        raise Unparsable(f"a sentence of the context does not end in a month or a range of months: {sentence!r}")
    statement, month, first_month, last_month = found.groups()
    try:
        start = parse_date(month or first_month)
        end = start if month else parse_date(last_month)
        facts = [
            Fact(names["subject"], relation, names["object"], start, end)
            for relation, wording, between in _sentence_wordings(as_complex_tr)
            if between in statement  # soon rules out nearly all
            for names in slot_values(wording, statement)
            if all(name == name.strip() for name in names.values())
        ]
    except ValueError as problem:
        raise Unparsable(f"a sentence of the context states no fact: {sentence!r}, {problem}") from None
    if not facts:
        raise Unparsable(f"a sentence of the context is in no known wording: {sentence!r}")
    return facts


def fact_context_readings(text: str) -> list[list[Fact]]:
    """The facts of a context, one sentence a line, once for each subject that all its sentences can share.

    A context in wordings that Complex-TR and we share is read as ours first, and as theirs last.

    Raises:
        Unparsable: no sentence at all, one that states no fact, or sentences that share no subject.

    >>> for (fact,) in fact_context_readings("Ann was a member of the Greens from May 1990 to June 1991."):
    ...     print(fact.object)
    the Greens
    Greens
    """
    sentences = [stripped for line in text.split("\n") if (stripped := line.strip())]
    if not sentences:
        raise Unparsable("the context states no fact")
    readings = _of_one_subject(sentences, [fact_sentence_readings(each) for each in sentences])
    if any(words in text for words in _words_of_complex_tr()):
        with suppress(Unparsable):  # one sentence is in our wording, so all are
            theirs = [fact_sentence_readings(each, as_complex_tr=True) for each in sentences]
            readings += [facts for facts in _of_one_subject(sentences, theirs) if facts not in readings]
    return readings


def objects_in_context(context: str) -> list[str] | None:
    """The objects of a context of facts in every reading; ``None`` for other text.

    >>> objects_in_context("Ann worked for Ernst & Young in May 1990.")
    ['Ernst & Young']
    """
    with suppress(Unparsable):
        return list(dict.fromkeys(fact.object for facts in fact_context_readings(context) for fact in facts))
    return None


def _of_one_subject(sentences: Sequence[str], readings: Sequence[Sequence[Fact]]) -> list[list[Fact]]:
    """The facts of the sentences, given the readings of each, once for each subject that all can share."""
    first_readings = [facts[0] for facts in readings]
    if sum(map(len, readings)) == len(readings) and len({fact.subject for fact in first_readings}) == 1:
        return [first_readings]  # the usual case
    subjects = set.intersection(*({fact.subject for fact in facts} for facts in readings))
    if not subjects:
        raise Unparsable("the sentences of the context share no subject")
    found = []
    for subject in sorted(subjects):
        about_it = [[fact for fact in facts if fact.subject == subject] for facts in readings]
        for sentence, facts in zip(sentences, about_it, strict=True):
            if len(facts) > 1:
                raise Unparsable(f"a sentence of the context can be read in {len(facts)} ways: {sentence!r}", facts)
        found.append([fact for (fact,) in about_it])
    return found

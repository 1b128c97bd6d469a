"""From a file of facts to the questions of each split, in the manner of Complex-TR."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from temporal_qa.io import DropLog, InputError, counted
from temporal_qa.questions.complex_tr.fact_groups import MIN_GROUPS, read_groups
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.record import Question
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.complex_tr.splits import choose_questions, mix_of, split_groups
from temporal_qa.questions.complex_tr.verbalize import build_questions
from temporal_qa.questions.periods import FUTURE_START
from temporal_qa.timeline import CalendarDate, FactGroup


@dataclass(slots=True)
class QuestionSplits:
    """Questions and their groups, by split; and what was left out, by reason.

    ``missing`` says what the facts did not give of the split's mix: questions by class, such as ``L3 multi-hop``.
    """

    splits: dict[str, list[Question]] = field(default_factory=dict)
    groups: dict[str, list[FactGroup]] = field(default_factory=dict)
    drops: DropLog = field(default_factory=DropLog)
    missing: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def questions(self) -> list[Question]:
        """Those of all splits."""
        return [question for of_split in self.splits.values() for question in of_split]


def make_questions(
    facts: Path, seed: int, *, as_of: CalendarDate | None = None, drops: DropLog | None = None
) -> QuestionSplits:
    """Makes the questions of each split.

    Args:
        facts: the file of facts.
        seed: decides the splits, which questions are asked, and their words.
        as_of: the date of the source; the end of facts that have none.
        drops: counts what is left out, by reason; decides whether a bad row is an error, or skipped.

    Raises:
        InputError: the facts cannot be read, or are too few for three splits with questions.
    """
    made = QuestionSplits(drops=DropLog() if drops is None else drops)
    groups = read_groups(facts, made.drops, as_of=as_of)
    if len(groups) < MIN_GROUPS:
        why = "; `temporal-qa check` says what is wrong with the others" if made.drops else ""
        raise InputError(
            f"{counted(len(groups), 'subject')} with two facts or more of a known relation "
            f"({', '.join(wordings().relations)}), expected at least {MIN_GROUPS}, to fill three splits{why}",
            facts,
        )
    made.groups = split_groups(groups, seed, made.drops)
    for split, members in made.groups.items():
        before = FUTURE_START if split == "train" else None
        chosen = choose_questions(members, seed, made.drops, split=split, before=before)
        made.splits[split] = list(build_questions(chosen, seed, made.drops))
        made.missing[split] = _missing(split, len(members), made.splits[split])
        if not made.splits[split]:
            raise InputError(
                f"no question could be made for the split {split!r} ({counted(len(members), 'subject')}"
                + (", reference times before 2020 only)" if before else ")"),
                facts,
            )
    return made


def _missing(split: str, groups: int, questions: list[Question]) -> dict[str, int]:
    lacking = Counter(mix_of(split, groups))
    lacking.subtract((KINDS[question.kind].level, KINDS[question.kind].hops) for question in questions)
    return {f"{level} {hops}": number for (level, hops), number in lacking.items() if number > 0}

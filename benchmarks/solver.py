"""Questions that the solver answers a second, on one core. Run by hand: python benchmarks/solver.py"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence

from machine import print_head

from temporal_qa.questions.complex_tr.queries import KINDS, TemporalQuery
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.complex_tr.solver import Solution, solve, solve_row, solve_text
from temporal_qa.questions.complex_tr.synthesis import questions_of_kind
from temporal_qa.questions.complex_tr.templates import fact_sentence, question_text
from temporal_qa.questions.unsolved import Unsolved
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import fact_to_row
from temporal_qa.timeline.facts import Fact, group_facts

GROUP_SIZE = 10


def invented_group(rng: random.Random) -> list[Fact]:
    subject = f"Person {rng.randrange(10**6)}"
    relations = rng.sample(sorted(wordings().relations), 3)
    facts = []
    for number in range(GROUP_SIZE):
        start = rng.randrange(1950, 2020)
        dates = CalendarDate(start, rng.randint(1, 12)), CalendarDate(start + rng.randint(1, 6), rng.randint(1, 12))
        facts.append(Fact(subject, rng.choice(relations), f"Organisation {number} of the North", *dates))
    return facts


def any_query(facts: Sequence[Fact], rng: random.Random) -> TemporalQuery:
    """A question that the facts answer, of a kind drawn first, since some kinds have many more than others."""
    (group,) = group_facts(facts)
    kinds = rng.sample(list(KINDS), len(KINDS))
    return next(rng.choice(found).query for kind in kinds if (found := [*questions_of_kind(group, kind, seed=0)]))


def measure(name: str, solve_number: Callable[[int], Solution], n: int) -> list[object]:
    outcomes: Counter[str] = Counter()
    began = time.perf_counter()
    for number in range(n):
        try:
            solve_number(number)
            outcomes["solved"] += 1
        except Unsolved as unsolved:
            outcomes[type(unsolved).__name__] += 1
    seconds = time.perf_counter() - began
    counts = ", ".join(f"{number:,} {outcome}" for outcome, number in sorted(outcomes.items()))
    return [name, round(n / seconds), counts]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    print_head("Solver: `python benchmarks/solver.py`")

    rng, n = random.Random(arguments.seed), arguments.questions
    groups = [invented_group(rng) for _ in range(n)]
    questions = [question_text(any_query(facts, rng), rng, "he/she") for facts in groups]
    rows = [{"question": q, "facts": [*map(fact_to_row, g)]} for q, g in zip(questions, groups, strict=True)]
    contexts = ["\n".join(map(fact_sentence, facts)) for facts in groups]
    measured = [
        measure("parsed facts and the question's text", lambda i: solve(questions[i], groups[i]), n),
        measure("rows with `facts` as dictionaries", lambda i: solve_row(rows[i]), n),
        measure("the text of the context", lambda i: solve_text(questions[i], contexts[i]), n),
    ]
    print(f"{n:,} questions about subjects with {GROUP_SIZE} facts, on one core.\n")
    print(markdown_table(["from", "questions a second", "of these"], measured))


if __name__ == "__main__":
    main()

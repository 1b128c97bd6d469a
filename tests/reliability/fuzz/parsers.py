"""Coverage-guided fuzzing of the parsers with atheris: what random text never reaches.

    make fuzz                                             every target, a minute each
    python tests/reliability/fuzz/parsers.py --seconds 5 question

A target fails on any error that its parser does not document, on a result that breaks its rule, and on an input that
takes more than ten seconds. What was found stands as a case in the tests of the parser. Needs atheris, which has wheels
for Linux; each target runs in a process of its own, as libFuzzer ends its process.
"""

import argparse
import contextlib
import datetime
import subprocess
import sys
import tempfile
from collections.abc import Callable

CONTEXT = (
    "Ann Bo worked for IBM from May, 1990 to June, 1991.\nAnn Bo worked for SAP from June, 1991 to January, 1995.\n"
    "Ann Bo attended MIT from January, 1980 to January, 1984."
)
SEEDS = {
    "question": ["Which employer did Ann Bo work for before IBM?", "Where was Ann Bo educated in June 1981?",
                 "Which employer did Ann Bo work for 2 years and 3 months before May 1993?"],
    "facts": [CONTEXT],
    "date": ["2007-06-15", "15 June 2007", "Jun, 1970", "44 BC", "3 years and 6 months", "-0043"],
    "answer": ["He was. Final Answer: 4 years and 6 months", "Final Answer: February 17, 1837",
               "Therefore, it took two and a half years."],
    "json": [' "x", "answer": 352 BC}', ' "x", "H": 1, "M": "2", "S": 3.5}', ' "x", "date": "1837-02-17"}'],
    "dump": [
        '{"id":"Q1","labels":{"en":{"value":"A"}},"claims":{"P54":[{"mainsnak":{"snaktype":"value","property":"P54",'
        '"datavalue":{"type":"wikibase-entityid","value":{"id":"Q7"}}},"rank":"normal","qualifiers":{"P580":[{"snaktype":'
        '"value","datavalue":{"type":"time","value":{"time":"+1990-05-00T00:00:00Z","precision":10,"calendarmodel":'
        '"http://www.wikidata.org/entity/Q1985727"}}}]}}]}}'
    ],
    "label": ["{'answer': '352 BC'}", "February 17, 1837", "70"],
}  # fmt: skip


def question(text: str) -> None:
    from temporal_qa.questions.complex_tr.solver import solve_text
    from temporal_qa.questions.unsolved import Unsolved

    with contextlib.suppress(Unsolved):
        answers = solve_text(text, CONTEXT).answers
        assert answers
        assert set(answers) <= {"IBM", "SAP", "MIT"}


def facts(text: str) -> None:
    from temporal_qa.questions.complex_tr.fact_parsing import fact_context_readings
    from temporal_qa.questions.unsolved import Unsolved

    with contextlib.suppress(Unsolved):
        for reading in fact_context_readings(text):
            assert all(fact.object in text and fact.span.start <= fact.span.end for fact in reading)


def date(text: str) -> None:
    from temporal_qa.text.dates import parse_date
    from temporal_qa.text.durations import format_duration, parse_duration

    with contextlib.suppress(ValueError):
        found = parse_date(text)
        assert parse_date(found.isoformat()) == found
        assert parse_date(str(found)) == found
    with contextlib.suppress(ValueError):
        assert parse_duration(format_duration(parse_duration(text))) == parse_duration(text)


def _response(text: str, source: str, units: list[str]) -> None:
    from temporal_qa.scoring.responses.temporal_values import parse_response
    from temporal_qa.scoring.value_types import AnswerFormat

    for unit in units:
        item = AnswerFormat(source, unit, "", "How old was he in 1990?")  # type: ignore[arg-type]
        for parser in ("lenient", "published"):
            found = parse_response(text, item, parser=parser, fill_date=datetime.date(2025, 3, 15))  # type: ignore[arg-type]
            assert (found.value is None) == bool(found.reason)


def answer(text: str) -> None:
    _response(text, "ttqa", ["years", "date", "date_years"])


def json(text: str) -> None:
    _response(text, "tot", ["days", "seconds", "date"])


def label(text: str) -> None:
    from temporal_qa.released.temp_answer_qa.temporal_answers import temptabqa_answer, tot_answer
    from temporal_qa.scoring.responses.temporal_values import parse_label
    from temporal_qa.scoring.value_types import AnswerFormat

    for source, unit in (("tot", "date"), ("tot", "seconds"), ("ttqa", "date"), ("ttqa", "years")):
        with contextlib.suppress(ValueError):
            parse_label(text, AnswerFormat(source, unit, ""))  # type: ignore[arg-type]
    tot_answer("... as JSON = {'explanation': <x>, 'age': <num_days>}.", text)
    temptabqa_answer("When was it?", text)


def dump(text: str) -> None:
    from temporal_qa.timeline.dates import CalendarDate
    from temporal_qa.wikidata.lines import MiningOptions, mine_lines

    content = text.encode("utf-8", "surrogatepass")
    mined = mine_lines(content, MiningOptions(("P54",), ("en",), CalendarDate(2020, 1)))
    assert mined.lines == content.count(b"\n") + (not content.endswith(b"\n") and bool(content))
    assert all(row.start_month <= row.end_month for row in mined.facts)


TARGETS: dict[str, Callable[[str], None]] = {
    "question": question, "facts": facts, "date": date, "answer": answer, "json": json, "label": label, "dump": dump,
}  # fmt: skip


def fuzz(target: Callable[[str], None], seconds: int) -> None:
    """Never returns: libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["temporal_qa"]):
        for seed in SEEDS[target.__name__]:
            target(seed)

    def one(data: bytes) -> None:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
        target(text)

    folder = tempfile.mkdtemp()
    for number, seed in enumerate(SEEDS[target.__name__]):
        with open(f"{folder}/{number}", "w", encoding="utf-8") as file:
            file.write(seed)
    options = [f"-max_total_time={seconds}", "-timeout=10", "-max_len=2000", "-print_final_stats=1", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={folder}/", folder], one)
    atheris.Fuzz()


def main() -> int:
    """Runs the targets one after the other; 1 where one has found something."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], help="default: all")
    parser.add_argument("--seconds", type=int, default=60, help="of each target")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    try:
        import atheris  # noqa: F401
    except ImportError:
        print("skipped: atheris is not installed; it has wheels for Linux, on CPython 3.11 to 3.13")
        return 0
    if given.here:
        fuzz(TARGETS[given.targets[0]], given.seconds)
    failed = [
        name
        for name in given.targets or TARGETS
        if subprocess.run(
            [sys.executable, __file__, "--here", f"--seconds={given.seconds}", name], check=False
        ).returncode
    ]
    print(f"failed: {', '.join(failed)}" if failed else "nothing found")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())

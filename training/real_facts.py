"""Real facts for questions: those of temporal graphs and of files of facts, as one file of quintuples.

    python training/real_facts.py yago11k wikidata.jsonl --out facts.jsonl
    temporal-qa build complex-tr --facts facts.jsonl --out complex-tr

Of a graph (benchmark files, or a folder of `temporal-qa import graph`) the facts with both ends and a relation that
CronQuestions has wordings for: teams, employers, offices, spouses and awards. A year is all of its months.
"""

from collections.abc import Iterator
from pathlib import Path

from temporal_qa.commands.options import check_out_file
from temporal_qa.engine.running import ScriptParser, report_input_errors
from temporal_qa.graph.graph_folder import read_graph
from temporal_qa.io.drops import DropLog
from temporal_qa.questions.cron_questions.wordings import graph_wordings
from temporal_qa.questions.cron_questions.years import facts_by_year
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import read_facts, write_facts
from temporal_qa.timeline.facts import Fact


def main() -> None:
    """From graphs and facts to one file."""
    parser = ScriptParser(__doc__)
    parser.add_argument("sources", nargs="+", type=Path, help="graphs, and files of facts (.jsonl, .csv, .parquet)")
    parser.add_argument("--out", type=Path, required=True, help="the facts, .jsonl or .parquet")
    parser.add_argument("--overwrite", action="store_true", help="replace the file if it exists")
    given = parser.parse_args()
    check_out_file(given.out, *given.sources, overwrite=given.overwrite)
    facts = [fact for source in given.sources for fact in (of_graph(source) if source.is_dir() else read_facts(source))]
    print(f"wrote {given.out}: {write_facts(given.out, facts):,} facts")


def of_graph(path: Path) -> Iterator[Fact]:
    """The facts of a graph, their years as months."""
    drops = DropLog()
    graph, wordings = read_graph(path, drops), graph_wordings()
    relations = wordings.relations_of(graph)
    columns = facts_by_year(graph, wordings.rules_of(graph).pointwise, drops)
    rows = zip(*(column.tolist() for column in columns[:5]), strict=True)
    for subject, relation, object, first, last in rows:
        if relation in relations and first >= 1:
            names = graph.names[subject], relations[relation], graph.names[object]
            yield Fact(*names, start=CalendarDate(first, 1), end=CalendarDate(last, 12))


if __name__ == "__main__":
    report_input_errors(main)

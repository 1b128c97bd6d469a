"""``temporal-qa build cron-questions``: questions over a temporal knowledge graph."""

from pathlib import Path

from temporal_qa.commands import options
from temporal_qa.io import DropLog, counted


def build_cron_questions(
    machines: options.Machines,
    *,
    out: options.OutFolder,
    facts: Path | None = None,
    events: Path | None = None,
    aliases: Path | None = None,
    invent: options.NotNegative = 0,
    questions: options.NotNegative = 410_000,
    paraphrases: options.Positive = 1,
    max_answers: options.Positive = 100,
    contexts: options.NotNegative = 0,
    min_event_facts: options.NotNegative = options.MIN_EVENT_FACTS,
    seed: options.Seed = 0,
    skip_bad: options.SkipBadFacts = False,
    workers: options.Workers = None,
    overwrite: options.Overwrite = False,
) -> options.Output:
    """Ask who, what and when of a temporal graph (CronQuestions): five kinds of questions, from either end of a fact.

    Example: temporal-qa build cron-questions --facts facts.parquet --out cron-questions

    Invented: temporal-qa build cron-questions --invent 10000 --out cron-questions

    A stopped build is resumed by the same command.

    Args:
        facts: A graph of `import graph`, a folder of benchmark files, or facts (.parquet, .jsonl, .csv).
        events: --facts: a table of events: id or name, start, end, and type if known.
        aliases: --facts: a table of other names that questions use: id or name, and alias.
        invent: Or invent so many subjects, of about ten facts each.
        questions: About how many, in the published shares of splits and kinds; 0: all; where a fact
            allows several years, events or second entities, one of each is drawn.
        paraphrases: Wordings of each question, at most.
        max_answers: A question with more answers is left out.
        contexts: Also a config reason_qa: with the facts as text, so many at most.
        min_event_facts: --events: in how many facts an event occurs at least.
    """
    cron_questions = options.dataset_script("cron_questions")
    options.refuse_where(invent, "with --invent", "--facts", "--events", "--aliases", "--min-event-facts", "--skip-bad")
    drops = DropLog(skip_bad_rows=skip_bad)
    settings = cron_questions.CronQuestionsOptions(
        facts, events, aliases, invent, questions, paraphrases, max_answers, contexts, min_event_facts, seed
    )
    with options.asking(None, "groups") as bar:
        made = cron_questions.build(
            out, settings, workers=machines.workers, write=machines.writer(out), drops=drops, on_progress=bar.update,
            on_groups=bar.reset, overwrite=overwrite,
        )  # fmt: skip
    yield made | {"out": str(out)}
    numbers = [("facts", "fact", "facts"), ("entities", "entity", "entities"), ("events", "event", "events")]
    about = ", ".join(counted(made[name], *nouns) for name, *nouns in numbers)
    yield f"wrote {out}, each question answered by the solver, about {about}"
    yield cron_questions.table_4(made["by_facet"])
    options.warn_of_small_splits({"dev": 0, "test": 0} | made["counts"])
    options.report_left_out(made["drops"], out / "build.json")
    options.report_drops(drops)

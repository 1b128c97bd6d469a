"""Facts checked before anything is made of them."""

from pathlib import Path

from temporal_qa.commands import options
from temporal_qa.io import InputError, counted, write_rows

_MAX_SHOWN = 3


def check(
    facts: Path,
    *,
    out: Path | None = None,
    as_of: options.AsOf = None,
    overwrite: options.OverwriteFile = False,
) -> options.Output:
    """Find what is doubtful in facts, and say what a build would do with it.

    Listed are lines that are not facts, unknown relations, facts stated again, subjects with an id in some facts only,
    names of several subject_ids, objects in two spellings, the same fact with two ends, offices of a single holder
    (head of state, head of government, chairperson, head coach) held by two at once, and spans of a century. The exit
    status is 0 if the file could be read.

    Example: temporal-qa check facts.csv

    Args:
        facts: Facts: .jsonl, .csv (both also .gz) or .parquet, one quintuple a row.
        out: All findings, .jsonl[.gz] or .parquet, with the numbers of their lines.
    """
    from temporal_qa.questions.complex_tr.fact_check import KINDS, Finding, check_facts
    from temporal_qa.questions.complex_tr.fact_groups import MIN_GROUPS
    from temporal_qa.questions.complex_tr.relations import wordings
    from temporal_qa.tables.markdown import markdown_table, visible

    options.refuse_where(out is None, "without --out", "--overwrite")
    if out is not None:
        options.check_out_file(out, facts, overwrite=overwrite)
    found = check_facts(facts, as_of=options.parse_as_of(as_of))
    if not found.rows:
        raise InputError("no rows", facts)
    if out is not None:
        write_rows(out, map(Finding.to_row, found.findings))
    counts = {kind: len(of_kind) for kind in KINDS if (of_kind := found.of_kind(kind))}
    yield {
        "facts": str(facts), "rows": found.rows, "open_ends": found.open_ends,
        "year_ends": found.year_ends,
        "usable_facts": found.facts, "usable_subjects": found.subjects,
        "relations": dict(found.relations.most_common()), "counts": counts,
        "findings": [finding.to_row() for finding in found.findings],
    }  # fmt: skip
    subjects = counted(found.subjects, "subject")
    if found.subjects < MIN_GROUPS:
        subjects += f"; build complex-tr needs at least {MIN_GROUPS} subjects"
    ended = f", {found.open_ends:,} ended by --as-of" * bool(found.open_ends)
    yield f"{facts}: {counted(found.rows, 'row')}{ended}; a build can use {counted(found.facts, 'fact')} of {subjects}"
    labels = [f"{wordings().relations[name].label} {count:,}" for name, count in found.relations.most_common()]
    if labels:
        yield f"  {', '.join(labels)}"
    if found.year_ends:
        yield f"  {counted(found.year_ends, 'end')} given as a year, which stands for its January"
    if not counts:
        yield "nothing doubtful found"
        return
    rows = [[KINDS[kind][0], number, KINDS[kind][1]] for kind, number in counts.items()]
    yield f"\n{markdown_table(['found', 'times', 'what a build does'], rows)}"
    for kind, number in counts.items():
        yield f"\n{KINDS[kind][0]}:"
        for finding in found.of_kind(kind)[:_MAX_SHOWN]:
            lines = f"line{'s' * (len(finding.lines) > 1)} {' and '.join(map(str, finding.lines))}"
            yield f"  {lines}: {visible(finding.message)}"
        if number > _MAX_SHOWN:
            yield f"  ... {number - _MAX_SHOWN:,} more" + ("" if out else "; --out FILE.jsonl lists all")
    if out is not None:
        yield f"\nwrote {out}: {counted(len(found.findings), 'finding')}"

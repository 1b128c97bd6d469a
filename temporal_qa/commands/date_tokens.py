"""How tokenizers cut dates."""

from pathlib import Path

from temporal_qa import __version__
from temporal_qa.commands import options
from temporal_qa.io import InputError, folder_beside


def date_tokens(
    *,
    tokenizer: list[str],
    out: options.OutFolder,
    years: tuple[int, int] = (1000, 2100),
    overwrite: options.Overwrite = False,
) -> options.Output:
    """Show how tokenizers cut dates, by written form: tokens, and years, months and days kept whole.

    Example: temporal-qa date-tokens --tokenizer ORG/NAME --tokenizer FOLDER --out date-tokens

    Args:
        tokenizer: A model on the Hub, or a folder with tokenizer.json. May be repeated.
        years: The first and the last year of the days that are drawn; 44 BC is -43.
    """
    from temporal_qa.hub.cards import write_build_record
    from temporal_qa.hub.tokenizer_files import load_tokenize
    from temporal_qa.report.date_tokens import by_form, measure, overview, sampled_days, write_date_tokens
    from temporal_qa.tables.plot_style import check_matplotlib

    first, last = years
    if not -9999 <= first <= last <= 9999:
        raise InputError(f"--years {first} {last}: expected two years from -9999 to 9999, the first not after the last")
    check_matplotlib()
    names = {given: Path(given).resolve().name if Path(given).is_dir() else given for given in tokenizer}
    if len(set(names.values())) < len(names):
        names = {given: given for given in names}
    with folder_beside(out, "date_tokens", overwrite=overwrite) as folder:
        measured = measure({name: load_tokenize(given) for given, name in names.items()}, sampled_days(first, last))
        write_date_tokens(folder, measured, years)
        recorded = {"tokenizers": list(names.values()), "years": years}
        write_build_record(folder, "date_tokens", options=recorded, inputs={}, counts={}, drops={})
    page = str(out / "report.html")
    yield {"temporal_qa": __version__, "report": page, "rows": measured}
    yield by_form(measured) if len(names) == 1 else overview(measured)
    yield f"\nreport: {page}"

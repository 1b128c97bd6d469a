"""The numbers of questions of TempAnswerQA by split and by unit, beside those of its paper (section 3.1, Table 2)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from temporal_qa.released.temp_answer_qa.files import PAPER_SPLITS, PAPER_UNITS, ConfigRows
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.tables.markdown import markdown_table


def differences_from_paper(configs: Mapping[str, ConfigRows]) -> Iterator[str]:
    """One line for each count that differs from the paper's, and for each split that is absent."""
    for config, splits in PAPER_SPLITS.items():
        have = configs.get(config, ConfigRows({}, Counter()))
        for split, published in splits.items():
            if split not in have.splits:
                yield f"{config}: no split {split}: the source has no row of it"
            elif (found := len(have.splits[split])) != published:
                yield f"{config}: questions in {split}: {found:,}, in the paper {published:,}"
        of_all = "" if have.splits.keys() >= splits.keys() else " for all its splits"
        for unit, published in PAPER_UNITS[config].items() if have.splits else ():
            if (found := have.units()[unit]) != published:
                yield f"{config}: questions in {unit}: {found:,}, in the paper's Table 2 {published:,}{of_all}"


def split_table(configs: Mapping[str, ConfigRows]) -> str:
    """Questions by split, as a Markdown table."""
    rows = [
        [name, split, len(questions), PAPER_SPLITS[name][split]]
        for name, config in configs.items()
        for split, questions in config.splits.items()
    ]
    return markdown_table(["config", "split", "here", "paper"], rows)


def unit_table(configs: Mapping[str, ConfigRows]) -> str:
    """Questions by unit, as a Markdown table."""
    rows = [
        [name, unit, config.units()[unit], published]
        for name, config in configs.items()
        for unit, published in PAPER_UNITS[name].items()
    ]
    return markdown_table(["config", "unit", "here", "paper, Table 2"], rows)


def unit_plot(configs: Mapping[str, ConfigRows]) -> str:
    """Questions by unit, as a bar chart in SVG."""
    units = ("date", "date_years", "years", "months", "days", "minutes", "seconds")
    counts = {name: {unit: config.units()[unit] for unit in units} for name, config in configs.items()}
    return bar_chart_svg("Questions by unit of the answer", counts, by_size=True)

"""The scores of a recipe, as the mean over its seeds.

for seed in 0 1 2; do
    accelerate launch training/train.py --config training/recipes/t5_base_sft.yaml --set seed=$seed
done
python training/mean_over_seeds.py runs/t5_base_sft/seed-*
python training/mean_over_seeds.py runs/t5_base_pit_sft/seed-* --against runs/t5_base_sft/seed-*
"""

import json
from pathlib import Path

from temporal_qa.engine.running import ScriptParser, report_input_errors
from temporal_qa.engine.seeds import difference_of_means, mean_over_seeds, mean_table


def main() -> None:
    """From the folders of runs to a table."""
    parser = ScriptParser(__doc__)
    parser.add_argument("runs", nargs="+", type=Path, help="the folders of finished runs")
    parser.add_argument("--against", nargs="+", type=Path, help="the runs of another recipe, for a paired test")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    scores = mean_over_seeds(given.runs)
    found = difference_of_means(given.runs, given.against) if given.against else None
    if given.json:
        table = {"runs": [str(run) for run in given.runs], "scores": scores}
        print(json.dumps(table | ({"against": [*map(str, given.against)], **found._asdict()} if found else {})))
        return
    print(mean_table(scores, len(given.runs)))
    if found:
        print(
            f"\nSet accuracy, paired by question: {found.difference:+.1f} [{found.low:+.1f}, {found.high:+.1f}], "
            f"p = {found.p:.2g}; better on {found.better:,} questions, worse on {found.worse:,}"
        )


if __name__ == "__main__":
    report_input_errors(main)

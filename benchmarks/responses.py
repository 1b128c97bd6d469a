"""The time to read, parse and score the 18 released response files of TempAnswerQA, imports included.

    python benchmarks/responses.py ../shared/data/temp_answer_qa

The whole command is timed three times, each in a process of its own. The released pipeline took 13 s on such a machine
(2.7 s imports, 3.6 s parsing, 6.7 s clustering). Ours has the centres of the paper's data stored; scikit-learn's
clustering of the same pooled labels is timed as well.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

from machine import print_head, skip_without

from temporal_qa.released.temp_answer_qa.files import read_questions, read_run
from temporal_qa.scoring.reference.mase import cluster_centroids
from temporal_qa.scoring.responses.temporal_values import parse_label
from temporal_qa.tables.markdown import markdown_table


def main() -> None:
    data = Path(sys.argv[1])
    print_head("Responses: `python benchmarks/responses.py DATA`", "scikit-learn", "numpy")
    skip_without(data, "sklearn")
    files = sorted((data / "responses").glob("*.csv.gz"))
    command = [str(Path(sys.executable).parent / "temporal-qa"), "score-responses", str(data), *map(str, files)]
    rows: list[list[object]] = []
    for options in ([], ["--as-published"]):
        seconds = [timed(lambda options=options: subprocess.run([*command, *options], check=True, capture_output=True))
                   for _ in range(3)]  # fmt: skip
        rows.append([f"`{' '.join(['temporal-qa score-responses', *options])}`", f"{statistics.median(seconds):.2f}"])

    pools: dict[tuple[str, str], list[float]] = {}
    questions = read_questions(data)
    for file in files:
        for question in read_run(file, questions).questions:
            value = parse_label(question.label, question.asked).value
            pools.setdefault((question.asked.source, question.asked.unit), []).append(value)
    labels = sum(map(len, pools.values()))
    seconds = timed(lambda: [cluster_centroids(pool) for pool in pools.values()])
    rows.append([f"clustering of the {labels:,} pooled labels (for other data only)", f"{seconds:.2f}"])
    print(f"All {len(files)} released response files, imports included.\n")
    print(markdown_table(["what", "seconds"], rows))


def timed(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()

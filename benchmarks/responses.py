"""How fast the 18 released response files of TempAnswerQA are read, parsed, clustered and scored, imports included.

    python benchmarks/responses.py ../shared/data/temp_answer_qa

The whole command is timed as a process of its own, three times. The released pipeline took 13 s on a machine of this
kind (2.7 s imports, 3.6 s parsing, 6.7 s clustering); as a peer in the same run, the clustering is done once more by
scikit-learn's HDBSCAN on the same pooled labels.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from temporal_qa.scoring.published_scale import MIN_CLUSTER_SHARE, cluster_centroids
from temporal_qa.scoring.temporal_values import parse_label
from temporal_qa.sources.responses import read_questions, read_run


def main() -> None:
    data = Path(sys.argv[1])
    files = sorted((data / "responses").glob("*.csv.gz"))
    command = [str(Path(sys.executable).parent / "temporal-qa"), "score-responses", str(data), *map(str, files)]
    for options in ([], ["--as-published"]):
        seconds = [timed(lambda options=options: subprocess.run([*command, *options], check=True, capture_output=True))
                   for _ in range(3)]  # fmt: skip
        print(f"score-responses {' '.join(options):15} {statistics.median(seconds):6.2f} s, imports included")

    pools: dict[tuple[str, str], list[float]] = {}
    questions = read_questions(data)
    for file in files:
        for question in read_run(file, questions).questions:
            value = parse_label(question.label, question.asked).value
            pools.setdefault((question.asked.source, question.asked.unit), []).append(value)
    ours = timed(lambda: [cluster_centroids(labels) for labels in pools.values()])
    theirs = timed(lambda: [scikit_learn(labels) for labels in pools.values()])
    count = sum(map(len, pools.values()))
    print(f"clustering {count:,} pooled labels: {ours:.2f} s, scikit-learn {theirs:.2f} s, {theirs / ours:.0f} times")


def scikit_learn(labels: list[float]) -> object:
    from sklearn.cluster import HDBSCAN

    least = int(MIN_CLUSTER_SHARE * len(labels))
    model = HDBSCAN(min_cluster_size=least, allow_single_cluster=True, store_centers="centroid", copy=True)
    return model.fit(np.array(labels)[:, None])


def timed(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()

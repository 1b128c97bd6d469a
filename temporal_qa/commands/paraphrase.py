"""Questions reworded by a model."""

from pathlib import Path

from temporal_qa.commands import options
from temporal_qa.io import counted


def paraphrase(
    machines: options.Machines,
    rows: Path,
    *,
    model: str,
    endpoint: str,
    out: Path,
    max_new_tokens: options.Positive = 1024,
    concurrency: options.Positive = 8,
    timeout: options.Positive = 300,
    limit: options.Limit = None,
    overwrite: options.OverwriteFile = False,
) -> options.Output:
    """Let a model reword questions, and keep each rewording that surely asks the same; all rows stay, in order.

    The first wording is in `original_question`, which `solve` and `audit` read; `paraphrased` says which are new.

    Example: temporal-qa paraphrase pseudo-pit/reason_qa/train --model NAME --endpoint URL --out rows.parquet

    Args:
        rows: Rows of Complex-TR or pseudo-PIT: .jsonl, .parquet, or a split.
        model: The server's name for the model.
        endpoint: Base URL of an OpenAI-compatible server; the key is OPENAI_API_KEY.
        out: The rows, .jsonl[.gz] or .parquet. The same command resumes a stopped run.
        max_new_tokens: The longest reply, thoughts included.
        concurrency: Questions under way, in each task.
        timeout: Seconds for one reply.
        limit: Only the first rows, to try it out.
    """
    from temporal_qa.pipelines.paraphrase import paraphrase as reword
    from temporal_qa.prompting.models import Endpoint

    options.check_out_file(out, rows, overwrite=overwrite)
    asked = Endpoint(endpoint, model, max_new_tokens, concurrency, timeout)
    written, reasons = reword(rows, out, asked, limit=limit, cluster=machines.cluster, overwrite=overwrite)
    reworded = written - sum(reasons.values())
    yield {"out": str(out), "rows": written, "reworded": reworded, "kept_as_they_were": reasons}
    yield f"wrote {out}: {counted(written, 'row')}, {reworded:,} reworded"
    if reasons:
        yield ["kept as it was, since", "rows"], reasons.items()

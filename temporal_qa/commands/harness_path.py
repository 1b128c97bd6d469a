"""The folder of task files for other harnesses."""

from importlib.resources import files

from typer import echo


def harness_path() -> None:
    """Print the folder of task files for lm-evaluation-harness, for its --include_path.

    Example: temporal-qa harness-path

    lm_eval --include_path "$(temporal-qa harness-path)" --tasks complex_tr_reason_qa --metadata complex_tr=DIR ...

    inspect_ai finds its tasks by name: inspect eval temporal_qa/reason_qa -T data=DIR ...
    """
    echo(files("temporal_qa.harnesses") / "lm_eval")

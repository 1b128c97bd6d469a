"""Start and end of a training script: arguments, processes, errors."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from temporal_qa.engine.checkpoints import RunFolder
from temporal_qa.engine.question_data import load_rows
from temporal_qa.engine.reader import Reader
from temporal_qa.engine.recipes import Recipe, read_recipe
from temporal_qa.io.errors import InputError, explain_full_disk


def read_arguments(readers: Mapping[str, type[Reader]], description: str) -> tuple[Recipe, str | None]:
    """The recipe and the value of ``--push``: ``--config FILE [--set key=value]... [--init SHAPE] [--push ORG/NAME]``.

    Args:
        readers: name -> reader.
        description: for ``--help``.

    Raises:
        InputError: the recipe cannot be used.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True, type=Path, help="the recipe, a YAML file")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="replaces the recipe's value")
    parser.add_argument("--init", metavar="SHAPE", help="a new model (of T5: tiny, small) in place of the recipe's")
    parser.add_argument("--push", metavar="ORG/NAME", help="upload the model to the Hub at the end of the run")
    given = parser.parse_args()
    return read_recipe(readers, given.config, given.set, given.init), given.push


def report_input_errors(main: Callable[[], None]) -> None:
    """Runs a script; bad input becomes one line and exit status 2, Ctrl-C and SIGTERM one line and 130 or 143."""
    rank = int(os.environ.get("RANK", "0"))
    ended = "stopped; the same command resumes"
    if "RANK" not in os.environ:  # in a group, a process that waits for the others cannot exit
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        main()
    except (InputError, OSError) as error:  # bad input; a full disk, a folder without permission
        print(f"{f'process {rank}: ' if rank else ''}{error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print(ended, file=sys.stderr)
        sys.exit(130)
    except SystemExit as end:
        if end.code == 143:
            print(ended, file=sys.stderr)
        raise


def start_accelerator(recipe: Recipe) -> Any:
    """The processes and devices, in the precision of the recipe, with its trackers.

    Raises:
        InputError: accelerate, torch or a tracker is not installed, or the machine does not have bf16.
    """
    try:
        import accelerate
        import torch
        import transformers
    except ImportError as error:
        raise InputError(f"training needs {error.name}: pip install 'temporal-qa[train]'") from None
    if not sys.stderr.isatty():
        bars: Any = transformers.utils.logging
        bars.disable_progress_bar()
    logging.getLogger("accelerate.utils.other").setLevel(logging.ERROR)  # warns at each save that T5 ties weights
    device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else None
    bf16 = recipe.precision == "bf16" or (recipe.precision == "auto" and _has_bf16(device))
    # Accelerate would ignore a tracker that is not installed.
    available = [str(getattr(kind, "value", kind)) for kind in accelerate.tracking.get_available_trackers()]
    if absent := [name for name in recipe.trackers if name not in available]:
        raise InputError(f"tracker {absent[0]!r} is not installed or unknown, expected {', '.join(available)}")
    dynamo = accelerate.utils.TorchDynamoPlugin(backend="inductor", dynamic=True) if recipe.compile else None
    try:
        accelerator = accelerate.Accelerator(
            cpu=device is None,
            mixed_precision="bf16" if bf16 else "no",
            dynamo_plugin=dynamo,
            log_with=recipe.trackers or None,
            project_dir=recipe.out,
            step_scheduler_with_optimizer=False,
        )
    except (ValueError, ImportError) as error:
        raise InputError(f"precision {recipe.precision}, trackers {recipe.trackers}: {error}") from None
    if recipe.batches_per_step % accelerator.num_processes:
        raise InputError(
            f"batches_per_step is {recipe.batches_per_step}, expected a multiple of the number of processes, "
            f"{accelerator.num_processes}"
        )
    return accelerator


def _has_bf16(device: Any) -> bool:
    """Whether a GPU multiplies in bf16, as those since Ampere do. On a CPU, bf16 can be slower than fp32."""
    import torch

    on_gpu = device is not None and device.type == "cuda"
    return on_gpu and bool(torch.cuda.is_bf16_supported(including_emulation=False))


def load_start(kind: type[Reader], recipe: Recipe, folder: RunFolder, accelerator: Any) -> Reader:
    """Starts the trackers and loads the reader to train; with ``init``, a new model is made once and kept.

    Raises:
        InputError: there is no such model, or the questions for a new one cannot be read.
    """
    if recipe.trackers:
        plain = {key: value for key, value in recipe.to_dict().items() if isinstance(value, int | float | str)}
        named = {"trackio": {"name": Path(recipe.out).as_posix(), "resume": "allow"}}
        accelerator.init_trackers("temporal-qa", config=plain, init_kwargs=named)
    if recipe.model is not None:
        return kind.load(recipe.model, recipe.to_dict())
    start = folder.out / "start"
    if accelerator.is_main_process and not start.exists():
        beside = start.with_name(".unfinished-start")
        with explain_full_disk(folder.out):
            kind.create(recipe, load_rows(recipe.train), beside)
        beside.rename(start)
    accelerator.wait_for_everyone()
    return kind.load(str(start), recipe.to_dict())

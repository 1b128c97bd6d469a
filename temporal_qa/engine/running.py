"""How a training script begins and ends: its arguments, its processes, its errors."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from temporal_qa.engine.checkpoints import RunFolder
from temporal_qa.engine.question_data import load_rows
from temporal_qa.engine.reader import Reader
from temporal_qa.engine.recipes import Recipe, read_recipe
from temporal_qa.io.errors import InputError, explain_full_disk


class Arguments(NamedTuple):
    """What the training script was given."""

    recipe: Recipe
    push: str | None


def read_arguments(readers: Mapping[str, type[Reader]], description: str) -> Arguments:
    """``--config FILE [--set key=value]... [--init SHAPE] [--push ORG/NAME]``.

    Args:
        readers: name -> reader, those that there are.
        description: for ``--help``.

    Raises:
        InputError: the recipe cannot be used.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True, type=Path, help="the recipe, a YAML file")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="in place of the recipe's value"
    )
    parser.add_argument("--init", metavar="SHAPE", help="a new model (of T5: tiny, small) in place of the recipe's")
    parser.add_argument("--push", metavar="ORG/NAME", help="put the model on the Hub when the run has ended")
    given = parser.parse_args()
    return Arguments(read_recipe(readers, given.config, given.set, given.init), given.push)


def report_input_errors(main: Callable[[], None]) -> None:
    """Runs a script; bad input becomes one line and exit status 2, Ctrl-C and SIGTERM one line and 130 or 143."""
    rank = int(os.environ.get("RANK", "0"))
    ended = "stopped; the same command resumes"
    if "RANK" not in os.environ:  # in a group, a process that waits for the others cannot end so
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
        InputError: accelerate, torch or a tracker is not installed, or bf16 is asked for where there is none.
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
    logging.getLogger("accelerate.utils.other").setLevel(logging.ERROR)  # at each save it warns that T5 ties weights
    device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else None
    bf16 = recipe.precision == "bf16" or (recipe.precision == "auto" and _has_bf16(device))
    # Accelerate ignores a tracker that is not installed.
    there = [str(getattr(kind, "value", kind)) for kind in accelerate.tracking.get_available_trackers()]
    if absent := [name for name in recipe.trackers if name not in there]:
        raise InputError(f"tracker {absent[0]!r} is not installed or unknown, expected {', '.join(there)}")
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
    """Whether a GPU multiplies in bf16, as those since Ampere do. On a CPU the type alone can be slower than fp32."""
    import torch

    on_gpu = device is not None and device.type == "cuda"
    return on_gpu and bool(torch.cuda.is_bf16_supported(including_emulation=False))


def load_start(kind: type[Reader], recipe: Recipe, folder: RunFolder, accelerator: Any) -> Reader:
    """The reader that training starts with; with ``init``, its model is made once and kept. Starts the trackers.

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

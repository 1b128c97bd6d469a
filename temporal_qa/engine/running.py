"""Start and end of a training script: arguments, processes, errors."""

import argparse
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from temporal_qa.engine.checkpoints import RunFolder
from temporal_qa.engine.finishing import push_model
from temporal_qa.engine.loop import Trainee, train
from temporal_qa.engine.recipes import ReaderRecipe, Recipe, read_recipe
from temporal_qa.hub.hub_errors import hide_bars_in_logs
from temporal_qa.io import InputError, explain_errors, explain_missing


class ScriptParser(argparse.ArgumentParser):
    """The arguments of a script, whose description is shown as it is written; bad usage is an ``InputError``."""

    def __init__(self, description: str | None) -> None:
        super().__init__(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
        self.register("action", None, _Once)

    def error(self, message: str) -> NoReturn:
        """Raises the error; ``argparse`` would print the whole usage."""
        raise InputError(f"{self.prog}: {message}; see {self.prog} --help")


class _Once(argparse.Action):
    """Keeps the value of an option, and refuses another one, which would take its place."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: Any, values: Any, name: str | None = None) -> None:
        if getattr(self, "filled", None) is namespace:
            parser.error(f"{name} is given twice")
        self.filled = namespace
        setattr(namespace, self.dest, values)


def read_arguments(kinds: Mapping[str, type[Recipe]], description: str) -> tuple[Recipe, str | None]:
    """The recipe and the value of ``--push``: ``--config FILE [--set key=value]... [--init SHAPE] [--push ORG/NAME]``.

    Args:
        kinds: name of a kind of model -> class of its recipes.
        description: for ``--help``.

    Raises:
        InputError: the recipe cannot be used.
    """
    parser = ScriptParser(description)
    parser.add_argument("--config", required=True, type=Path, help="the recipe, a YAML file")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="replaces the recipe's value")
    parser.add_argument(
        "--init", metavar="SHAPE", help="a new model (of T5: tiny, small, base, large) in place of the recipe's"
    )
    parser.add_argument("--push", metavar="ORG/NAME", help="upload the model to the Hub at the end of the run")
    given = parser.parse_args()
    return read_recipe(kinds, given.config, given.set, given.init), given.push


def report_input_errors(main: Callable[[], None]) -> None:
    """Runs a script; bad input becomes one line and exit status 2, Ctrl-C and SIGTERM one line and 130 or 143."""
    rank = int(os.environ.get("RANK", "0"))
    if "RANK" not in os.environ:  # in a group, a process that waits for the others cannot exit
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        main()
    except (InputError, OSError) as error:  # bad input; a full disk, a folder without permission
        print(f"{f'process {rank}: ' if rank else ''}{error}", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, SystemExit) as end:
        if isinstance(end, SystemExit) and end.code != 143:
            raise
        print("; ".join(["stopped", *getattr(end, "__notes__", ())]), file=sys.stderr)
        sys.exit(130 if isinstance(end, KeyboardInterrupt) else 143)


def start_accelerator(recipe: Recipe) -> Any:
    """The processes and devices, in the precision of the recipe, with its trackers.

    Raises:
        InputError: accelerate, torch or a tracker is not installed, the machine does not have bf16, or has fewer
            GPUs than processes.
    """
    with explain_missing("training needs {}", "train"):
        import accelerate
        import torch

        hide_bars_in_logs()
    logging.getLogger("accelerate.utils.other").setLevel(logging.ERROR)  # warns at each save that T5 ties weights
    on_cpu = accelerate.utils.parse_flag_from_env("ACCELERATE_USE_CPU")  # accelerate launch --cpu
    device = None if on_cpu else torch.accelerator.current_accelerator(check_available=True)
    processes, gpus = int(os.environ.get("LOCAL_WORLD_SIZE", "1")), torch.cuda.device_count()
    if device is not None and device.type == "cuda" and processes > gpus:
        raise InputError(f"{processes} processes on this machine, expected at most {gpus}, one for each GPU")
    precision = recipe.precision if isinstance(recipe, ReaderRecipe) else "fp32"
    bf16 = precision == "bf16" or (precision == "auto" and _has_bf16(device))
    # Accelerate would ignore a tracker that is not installed.
    available = [str(getattr(kind, "value", kind)) for kind in accelerate.tracking.get_available_trackers()]
    if absent := [name for name in recipe.trackers if name not in available]:
        raise InputError(f"tracker {absent[0]!r} is not installed or unknown, expected {', '.join(available)}")
    compiled = isinstance(recipe, ReaderRecipe) and recipe.compile
    dynamo = accelerate.utils.TorchDynamoPlugin(
        backend="inductor" if compiled else "no", dynamic=True, use_regional_compilation=True
    )
    with explain_errors(f"precision {precision}, trackers {recipe.trackers}", ValueError, ImportError):
        return accelerate.Accelerator(
            cpu=device is None, mixed_precision="bf16" if bf16 else "no", dynamo_plugin=dynamo,
            log_with=recipe.trackers or None, project_dir=recipe.out, step_scheduler_with_optimizer=False,
        )  # fmt: skip


def _has_bf16(device: Any) -> bool:
    """Whether the GPU or the CPU multiplies in bf16; a CPU that only emulates it is 80 times slower than in fp32."""
    import torch

    if device is None:
        has = torch.cpu.get_capabilities()
        return bool(has.get("amx_bf16") or has.get("avx512_bf16"))
    return device.type == "cuda" and bool(torch.cuda.is_bf16_supported(including_emulation=False))


def run(recipe: Recipe, start: Callable[[Any, Any, RunFolder], Trainee], push: str | None = None) -> Path:
    """From a recipe to the model, from the newest checkpoint if there is one; returns the folder of the model.

    Args:
        recipe: of the run.
        start: makes what is trained from the accelerator, the recipe and the folder.
        push: the repository on the Hub that the model is uploaded to.

    Raises:
        InputError: anything that the recipe names cannot be used; a loss that is not finite, a full disk.
    """
    accelerator = start_accelerator(recipe)
    folder = RunFolder(recipe.out, recipe.to_dict(), accelerator)
    if folder.finished:
        accelerator.print(f"finished already: {folder.model}")
    else:
        if recipe.trackers:
            plain = {key: value for key, value in recipe.to_dict().items() if isinstance(value, int | float | str)}
            named = {"trackio": {"name": Path(recipe.out).as_posix(), "resume": "allow"}}
            accelerator.init_trackers("temporal-qa", config=plain, init_kwargs=named)
        try:
            trainee = start(accelerator, recipe, folder)
            trainee.finish(folder, train(accelerator, folder, recipe, trainee))
        except (InputError, OSError):
            folder.remove_if_new()
            raise
        except (KeyboardInterrupt, SystemExit) as stop:
            stop.add_note(folder.kept())
            raise
    if push and accelerator.is_main_process:
        print(push_model(folder.model, push))
    accelerator.end_training()
    return folder.model

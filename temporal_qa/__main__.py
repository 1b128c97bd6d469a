"""The command ``temporal-qa``, also as ``python -m temporal_qa`` where its folder is not on the path."""

import signal


def main() -> None:
    """Loads and runs :mod:`temporal_qa.command_line`. Ctrl-C while it is loaded ends it without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from temporal_qa.command_line import main as run

    run()


if __name__ == "__main__":
    main()

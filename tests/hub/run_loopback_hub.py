"""A Hub on this machine by hand, to publish to and load from: python tests/hub/run_loopback_hub.py

It stays where it is started, and prints lines for another shell: there, the Hub is this one, and ORG is ``org``. Ctrl-C
ends it and removes everything.
"""

import argparse
import tempfile
from pathlib import Path

from loopback_hub import LoopbackHub

if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()  # for --help
    hub = LoopbackHub()
    with tempfile.TemporaryDirectory() as home:
        print(
            *(f"export {name}={value}" for name, value in hub.environment(Path(home)).items()),
            "# ORG is org",
            sep="\n",
            flush=True,
        )
        try:
            hub.serve_forever()
        except KeyboardInterrupt:
            hub.server_close()

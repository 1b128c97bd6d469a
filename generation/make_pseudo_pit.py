"""Makes fictional questions: the command ``temporal-qa build pseudo-pit`` as a script.

    python generation/make_pseudo_pit.py --invent --questions 51451 --seed 0 --out pseudo-pit

The code is in ``temporal_qa/fiction/``.
"""

import sys

from temporal_qa.command_line import main

if __name__ == "__main__":
    sys.argv[1:1] = ["build", "pseudo-pit"]
    main()

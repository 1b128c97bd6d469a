"""Mines facts from Wikidata dumps: the command ``temporal-qa mine`` as a script.

    python generation/mine_wikidata.py wikidata-20230102-all.json.bz2 --out facts.parquet --workers 16

The rules are in ``temporal_qa/wikidata/statements.py``.
"""

import sys

from temporal_qa.command_line import main

if __name__ == "__main__":
    sys.argv.insert(1, "mine")
    main()

"""The command ``temporal-qa``, with blocks so small that little data makes many parts and shards.

    python small_blocks.py mine DUMP --out FACTS.parquet

Workers are new processes that load this file too, and so they cut as their parent does.
"""

import sys


def cut_smaller(shards, min_items):
    """Makes ``min_items`` smaller by default."""
    shards.__init__.__kwdefaults__["min_items"] = min_items


if __name__ in ("__main__", "__mp_main__"):  # each command loads what it runs, as the other families take seconds
    if "mine" in sys.argv:
        from temporal_qa.wikidata import mine

        assert mine.mine.__kwdefaults__ is not None
        mine.mine.__kwdefaults__.update(block_bytes=20_000, part_blocks=2)
    elif "pseudo-pit" in sys.argv:
        from temporal_qa.fiction import group_statistics, pseudo_questions, pseudo_shards, pseudo_tables

        pseudo_questions.BLOCK_SIZE = pseudo_shards.BLOCK_SIZE = pseudo_tables.BLOCK_SIZE = 100
        pseudo_shards.PseudoShards.items_per_row_group = 1_000
        cut_smaller(pseudo_shards.PseudoShards, 200)
        group_statistics.MEASURED_GROUPS = 20  # five hundred take most of a small build
    elif "hieradate" in sys.argv:
        from temporal_qa.questions.hieradate.sample_files import SampleShards

        cut_smaller(SampleShards, 100)
    elif "cron-questions" in sys.argv:
        from temporal_qa.questions.cron_questions.shards import QuestionShards

        cut_smaller(QuestionShards, 100)
    elif "time-qa" in sys.argv:
        from temporal_qa.fiction.documents.shards import DocumentShards

        cut_smaller(DocumentShards, 20)
    elif "date-arithmetic" in sys.argv:
        from temporal_qa.dataset_scripts.date_arithmetic import DateShards

        cut_smaller(DateShards, 100)
    else:
        sys.exit("small_blocks.py knows no blocks of this command")

if __name__ == "__main__":
    from temporal_qa.command_line import main

    main()

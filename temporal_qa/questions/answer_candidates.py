"""The names that the answers to a row may have, which settle where a response such as "Tesla and SpaceX" parts."""

from collections.abc import Mapping
from typing import Any

from temporal_qa.scoring.labelled_rows import candidate_names


def answer_candidates(row: Mapping[str, Any]) -> list[str] | None:
    """The names of a row's ``facts``, ``lives`` or ``segments``, or of the facts in ``fact_context``; else ``None``.

    >>> answer_candidates({"fact_context": "Ann worked for Ernst & Young in May 1990."})
    ['Ernst & Young']
    >>> answer_candidates({"fact_context": "Ann worked for Ernst & Young from 1990 to 1995."})
    ['Ann', 'Ernst & Young']

    A question over a graph is answered by its anchor only where it asks who shared a time with it:

    >>> of_ann = {"kind": "first_last", "anchor": "Ann"}
    >>> answer_candidates({"fact_context": "Ann worked for Ernst & Young from 1990 to 1995."} | of_ann)
    ['Ernst & Young']
    """
    names, context = candidate_names(row), row.get("fact_context")
    if names is not None or not isinstance(context, str):
        return names
    # Their patterns take long to compile, and graphs import pyarrow.
    from temporal_qa.questions.complex_tr.fact_parsing import objects_in_context
    from temporal_qa.questions.cron_questions.record import names_in_context

    if (names := objects_in_context(context)) is not None:
        return names
    names = names_in_context(context)
    if names is None or row.get("anchor") is None or row.get("kind") == "time_join":
        return names
    anchors = {row["anchor"]} | {each.get("name") for each in row.get("entities") or () if each["id"] == row["anchor"]}
    return [name for name in names if name not in anchors]

"""The names that the answers to a row may have, which settle where a response such as "Tesla and SpaceX" parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from temporal_qa.questions.complex_tr.fact_parsing import names_in_facts
from temporal_qa.questions.cron_questions.contexts import names_in_context


def answer_candidates(row: Mapping[str, Any]) -> list[str] | None:
    """The names of a row's ``facts``, ``lives`` or ``segments``, or of the facts in ``fact_context``; else ``None``.

    >>> answer_candidates({"fact_context": "Ann worked for Ernst & Young in May 1990."})
    ['Ernst & Young']
    >>> answer_candidates({"fact_context": "Ann worked for Ernst & Young from 1990 to 1995."})
    ['Ann', 'Ernst & Young']
    """
    names, context = names_in_facts(row), row.get("fact_context")
    return names_in_context(context) if names is None and isinstance(context, str) else names

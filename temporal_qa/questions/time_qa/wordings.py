"""The wordings of the questions: ours, of ``generation/time_qa.yaml``, or those of a user's copy of the release."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from temporal_qa.io import InputError, read_json
from temporal_qa.io.yaml_tables import yaml_table
from temporal_qa.questions.slots import check_slots


@dataclass(frozen=True, slots=True)
class TimeWordings:
    """Templates by relation, with the slots ``{subject}`` and ``{when}``, and the relations whose facts are events."""

    templates: Mapping[str, tuple[str, ...]]
    pointwise: frozenset[str]


@cache
def our_wordings() -> TimeWordings:
    """Those of ``generation/time_qa.yaml``.

    Raises:
        InputError: a wording without one of its two slots.
    """
    with yaml_table("time_qa.yaml", TimeWordings) as table:
        for relation, texts in table.templates.items():
            check_slots(relation, texts, {"subject", "when"})
        return table


def released_wordings(path: Path) -> TimeWordings:
    """Those of the released ``relations.json``; a relation may have none.

    Raises:
        InputError: another file.
    """
    table = read_json(path, dict, "the released relations.json, an object by relation")
    templates = {}
    for relation, block in table.items():
        texts = block.get("template") or [] if isinstance(block, dict) else None
        if not isinstance(texts, list) or not all(isinstance(text, str) and _has_both_slots(text) for text in texts):
            message = "expected a 'template', a list of texts with the slot $1 and one of a time, such as $2"
            raise InputError(f"{relation}: {message}", path)
        plain = [text.replace("{", "").replace("}", "").replace("$1", "{subject}") for text in texts]
        templates[relation] = tuple(re.sub(r"\$\d", "{when}", text) for text in plain)
    if not any(templates.values()):
        raise InputError("no relation has a 'template', expected the released relations.json", path)
    pointwise = frozenset(relation for relation, block in table.items() if block.get("mode") == "pointwise")
    return TimeWordings({relation: texts for relation, texts in templates.items() if texts}, pointwise)


def _has_both_slots(released: str) -> bool:
    slots = re.findall(r"\$\d", released)
    return len(slots) == 2 and slots.count("$1") == 1

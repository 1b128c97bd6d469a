"""What all ``evaluate`` modules in ``metrics/`` share: their description, and the check of each row.

``evaluate`` checks the types of the first row only, and turns later rows into text or single characters without a
warning. So every row is checked before.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import Any, ClassVar

import datasets
import evaluate


class MetricModule(evaluate.Metric):  # type: ignore[misc]  # evaluate has no types
    """A kind of metric sets its citation and features, and each module its two texts."""

    DESCRIPTION: str
    INPUTS_DESCRIPTION: str
    CITATION: str
    FEATURES: ClassVar[datasets.Features | list[datasets.Features]]
    CODEBASE_URLS: Sequence[str] = ()

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=self.DESCRIPTION,
            citation=self.CITATION,
            inputs_description=self.INPUTS_DESCRIPTION,
            features=self.FEATURES,
            codebase_urls=list(self.CODEBASE_URLS),
        )

    def _checked(self, predictions: Any, references: Any) -> tuple[Any, Any]:
        """Both columns as ``FEATURES`` has them.

        Raises:
            TypeError, ValueError: an entry cannot be scored, or the columns differ in length.
        """
        raise NotImplementedError

    # evaluate extends the docstrings of these two and of compute, and fails without them.

    def add_batch(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Adds some predictions and their references."""
        predictions, references = self._checked(predictions, references)
        super().add_batch(predictions=predictions, references=references, **kwargs)

    def add(self, *, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Adds one prediction and its reference."""
        self.add_batch(predictions=[prediction], references=[reference], **kwargs)


def both(entry: Any) -> datasets.Features:
    """The features where predictions and references have entries of the same type."""
    return datasets.Features({"predictions": entry, "references": entry})


def check_as_many(predictions: Sized, references: Sized) -> None:
    """Raises ValueError unless both columns are equally long."""
    if len(predictions) != len(references):
        raise ValueError(f"predictions: {len(predictions)}, references: {len(references)}; expected equally many")

"""Values of a list to choose from."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LabelledValue"]


@dataclass(frozen=True, slots=True)
class LabelledValue:
    """A value, and its words."""

    value: str
    label: str

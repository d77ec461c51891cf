"""Values of a list to choose from."""

from __future__ import annotations

import msgspec

__all__ = ["LabelledValue"]


class LabelledValue(msgspec.Struct, frozen=True):
    """A value, and its words."""

    value: str
    label: str

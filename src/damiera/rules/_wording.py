"""The sentences of `wording.toml`, filled in."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from damiera.messages import Capital, Message, Text

__all__ = ["said", "sentences", "titled"]


@lru_cache(maxsize=1)
def sentences() -> dict[str, Message]:
    """Return every sentence by its key: `fewer-pieces.title`, `fewer-pieces.text`."""
    tables = msgspec.toml.decode(
        (Path(__file__).parent / "wording.toml").read_bytes(), type=dict[str, dict[str, str]]
    )
    return {
        f"{table}.{part}": Message(text, context=table)
        for table, parts in tables.items()
        for part, text in parts.items()
    }


def titled(key: str, **wording: object) -> Text:
    """Return the title of a saying; `title.piece` and `title.path` name the general ones."""
    return _filled(key if key.startswith("title.") else f"{key}.title", wording)


def said(key: str, **wording: object) -> Text:
    """Return the text of a saying."""
    return _filled(f"{key}.text", wording)


def _filled(key: str, wording: dict[str, object]) -> Text:
    return Capital(sentences()[key].format(**wording))

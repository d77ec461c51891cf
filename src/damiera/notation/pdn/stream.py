"""Collections of any size, read piece by piece: memory does not grow with the number of games.

A file is cut where a game surely begins: before a tag behind an empty line that follows moves or a result.
The answers are those of `read_bulk` over the whole file; of a long one what the games without GameType are is
asked of pieces spread over it.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import IO

from damiera.notation.pdn.bulk import BulkGame, BulkReader
from damiera.notation.pdn.decode import decode, encoding_of
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.judgement import WHOLE, WINDOW, WINDOWS, FileJudgement, judge, judge_pieces
from damiera.rules.ruleset import Ruleset

__all__ = ["judge_file", "read_file"]

_PIECE = 1 << 20  # characters read at once
_BEGIN = re.compile(r'\n[ \t]*\n(?=[ \t]*\[\s*([A-Za-z][A-Za-z0-9_]*)\s*")')
_LINE_REMARK = re.compile(r"^[ \t]*[;%]", re.MULTILINE)


def judge_file(file: Path | IO[bytes]) -> FileJudgement:
    """Return what the games of a file are, without reading a long one whole.

    Args:
        file: a path, or a stream of bytes that can go back to its start, where it stands again behind.

    >>> from io import BytesIO
    >>> judge_file(BytesIO(b"1. 21-17 12-15 1-0")).candidates[0].ruleset.slug
    'italian'
    """
    if isinstance(file, Path):
        with file.open("rb") as stream:
            return judge_file(stream)
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if size <= WHOLE:
        found = judge(decode(file.read()))
    else:
        encoding = encoding_of(file)
        found = judge_pieces(_spread(file, size, encoding))
    file.seek(0)
    return found


def _spread(file: IO[bytes], size: int, encoding: str) -> Iterator[str]:
    """Yield pieces of a file from its first to its last character, each of them whole characters."""
    if encoding == "utf-16":
        file.seek(0)
        encoding += "-le" if file.read(2) == codecs.BOM_UTF16_LE else "-be"
    step = (size - WINDOW) // (WINDOWS - 1) // 2 * 2
    for at in range(0, WINDOWS * step, step):
        file.seek(at)
        yield decode(file.read(WINDOW).decode(encoding, errors="replace"))


def read_file(
    file: Path | IO[bytes],
    *,
    default: Ruleset | None = None,
    asked: Ruleset | None = None,
    judgement: FileJudgement | None = None,
    piece: int = _PIECE,
) -> Iterator[BulkGame | PdnError]:
    """Read every game of a file, in order.

    Args:
        file: a path, or a stream of bytes that can go back to its start.
        default: the game where a GameType tag is missing; without it the text itself is asked.
        asked: the game of every game of the file, whatever its tags say.
        judgement: what `judge_file` has said of the file, where it was asked before.
        piece: characters to read at once; one game is read whole even where it is longer.

    >>> from io import BytesIO
    >>> [game.plies for game in read_file(BytesIO(b"1. 21-17 12-15 1-0"))]
    [2]
    """
    if isinstance(file, Path):
        with file.open("rb") as stream:
            yield from read_file(stream, default=default, asked=asked, judgement=judgement, piece=piece)
        return
    if judgement is None and default is None and asked is None:
        judgement = judge_file(file)
    encoding = encoding_of(file)
    file.seek(0)
    lines = TextIOWrapper(file, encoding=encoding, errors="replace")
    last: BulkReader | None = None
    try:
        for text, line in _pieces(lines, piece):
            last = BulkReader(text, default, after=last, first_line=line, asked=asked, judgement=judgement)
            yield from last.games()
    finally:
        lines.detach()


def _pieces(stream: TextIOWrapper, size: int) -> Iterator[tuple[str, int]]:
    """Yield the text in pieces of whole games, each with the line where it begins."""
    held, line = stream.read(size), 1
    while fresh := stream.read(max(size, len(held))):
        at = _last_begin(held)
        if at:
            yield held[:at], line
            line += held.count("\n", 0, at)
        held = held[at:] + fresh
    if held:
        yield held, line


def _last_begin(text: str) -> int:
    """Return where the last game of the text begins for certain; 0 where that cannot be told."""
    for match in reversed(list(_BEGIN.finditer(text))):
        before = _without_comments(text, match.start())
        paragraph = text[text.rfind("\n\n", 0, before) + 1 : before].strip()
        if paragraph.endswith("]"):
            certain = f"[{match[1].lower()} " in paragraph.lower()  # the second of its name is another game's
        else:
            certain = bool(paragraph) and not _LINE_REMARK.search(paragraph)
        if certain:
            return match.end()
    return 0


def _without_comments(text: str, end: int) -> int:
    """Return where the text before `end` ends if the comments behind it are left out."""
    while True:
        while end and text[end - 1].isspace():
            end -= 1
        begun = text.rfind("{", 0, end)
        if begun < 0 or text[end - 1] != "}":
            return end
        end = begun

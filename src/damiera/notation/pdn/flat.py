"""The moves of an ordinary game cut by one pattern, its variations too, ready to be played by the core.

What is not ordinary (unusual signs, damaged braces, results among the moves) is left to the full reader.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from damiera.notation.pdn.lexer import NEXT_GAME
from damiera.notation.pdn.results import canonical_result

__all__ = ["GAME", "NUMBERS", "PAIR", "Cut", "cut", "words_of"]

_TAG = r'\[\s*[A-Za-z][A-Za-z0-9_]*+\s*"[^"\\\n]*+"\s*\]'
# Groups are atomic, not possessive: before Python 3.11.5 a possessive group takes the beginning of a round
# that fails half way (python/cpython#106052).
GAME = re.compile(
    rf"((?>(?:{_TAG}\s*+)+))"  # the tags
    rf"([^\[{{]*+(?>(?:\{{[^{{}}]*+\}}[^\[{{]*+)*))(?={_TAG}|\Z)"  # the moves, comments without braces inside
)
"""An ordinary game: its tags, and the text of its moves up to the next tag."""
PAIR = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*+)\s*"([^"]*+)"\s*\]')
"""A tag of an ordinary game: its name and its value."""
_COMMENT = re.compile(r"\{[^}]*+\}")
_LONE_GLYPH = re.compile(r"(?<=\s)\$[0-9]{1,3}(?=\s)")
_STRENGTH = re.compile(r"(?<=[0-9])[!?]+(?=\s)")
_SPACE_BEFORE = re.compile(r"(?<=[0-9])\s{1,4}(?=[-x:]\s{0,4}[0-9])")
_SPACE_BEHIND = re.compile(r"(?<=[0-9][-x:])\s{1,4}(?=[0-9])")
_ODD = re.compile(r"[^0-9x:.*/\s-]")
_WORD = re.compile(r"[0-9]+\.+|\.+(?=\s)|(\S+)")

# A comment, a parenthesis, the number of a move, anything else.
_PART = re.compile(r"\{[^{}]*+\}|[()]|[0-9]++\.++|[^\s(){}]++")
NUMBERS = frozenset(f"{n}{dots}" for n in range(1, 400) for dots in (".", "..", "..."))
"""The numbers of moves as ordinary games write them: `1.`, `1..`, `1...`, up to 399."""
_DIGITS = frozenset("0123456789")
_MARKS = frozenset("!?")
_GLYPH = re.compile(r"\$[0-9]{1,3}")
_DEEPEST = 50


@dataclass(frozen=True, slots=True)
class Cut:
    """An ordinary game's moves.

    Attributes:
        parts: the text piece by piece, without the result and what stands behind it.
        words: the moves of the main line.
        lines: for each variation, in the order in which they open, every move from the start of the game.
        result: the canonical result behind the moves; empty where there is none.
        closing: the comments behind the result.

    >>> made = cut("1. 21-17 12-15 1-0 {well played}")
    >>> made.words, made.result, made.closing
    (['21-17', '12-15'], '1-0', ['{well played}'])
    """

    parts: Sequence[str]
    words: list[str]
    lines: list[list[str]]
    result: str
    closing: Sequence[str]


def cut(body: str) -> Cut | None:
    """Cut the text behind a game's tags, or return None where it is not ordinary.

    >>> cut("1. 21-17! (1. 22-18 12-15) 12-15 {so} 1-0").lines
    [['22-18', '12-15']]
    """
    if body.count("{") != body.count("}"):
        return None
    if "[" in body and NEXT_GAME.search(body):
        return None
    parts = _PART.findall(body)
    behind = len(parts)
    while behind and parts[behind - 1][0] == "{":
        behind -= 1
    result = canonical_result(parts[behind - 1]) if behind else None
    closing: list[str] = []
    if result is not None:
        closing = parts[behind:]
        del parts[behind - 1 :]
    lines = _lines(parts)
    if lines is None:
        return None
    return Cut(parts, lines[0], lines[1:], result or "", closing)


def _lines(parts: Sequence[str]) -> list[list[str]] | None:
    """Return the moves of the main line and of each variation, or None where the text is not ordinary."""
    line: list[str] = []
    lines = [line]
    open_lines: list[tuple[list[str], int]] = []
    least = 0  # so many moves the line had when it opened
    for part in parts:
        first = part[0]
        if first == "{" or part in NUMBERS:
            continue
        if first in _DIGITS:
            if part[-1] == ".":
                return None
            line.append(part.rstrip("!?") if part[-1] in _MARKS else part)
        elif first == "(":
            if len(line) == least or len(open_lines) == _DEEPEST:
                return None
            open_lines.append((line, least))
            line = line[:-1]
            least = len(line)
            lines.append(line)
        elif first == ")":
            if len(line) == least or not open_lines:
                return None
            line, least = open_lines.pop()
        elif not (_is_mark(part) and len(line) > least):
            return None
    return None if open_lines else lines


def _is_mark(part: str) -> bool:
    """Whether a part is a glyph or a row of strength marks."""
    return _MARKS.issuperset(part) or _GLYPH.fullmatch(part) is not None


def words_of(body: str) -> list[str]:
    """Return the moves and the result of an ordinary game without variations; empty where it is not one.

    >>> words_of("1. 21-17! {good} 12-15 1-0")
    ['21-17', '12-15', '1-0']
    """
    remarked = "{" in body
    if remarked:
        if "[" in body and NEXT_GAME.search(body):
            return []
        body = _COMMENT.sub(" ", body)
    body = f" {body} "
    if "$" in body:
        body = _LONE_GLYPH.sub(" ", body)
    if "!" in body or "?" in body:
        body = _STRENGTH.sub(" ", body)
    if _ODD.search(body) or body.rstrip().endswith("."):
        return []
    if remarked and (" -" in body or " x" in body or "- " in body or "x " in body):
        return []  # a remark may stand inside what looks like a move set apart
    if " -" in body or " x" in body:
        body = _SPACE_BEFORE.sub("", body)
    if "- " in body or "x " in body:
        body = _SPACE_BEHIND.sub("", body)
    return _without_numbers(body)


def _without_numbers(body: str) -> list[str]:
    """Split at spaces and drop the numbers of the moves."""
    words = body.split()
    numbers = "".join([word for word in words if word[-1] == "."])
    if numbers.count(".") == body.count(".") and (not numbers or numbers.replace(".", "").isdigit()):
        return [word for word in words if word[-1] != "."]
    return [word for word in _WORD.findall(body) if word]

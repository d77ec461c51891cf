"""Writes the games of a collection strictly, at the speed at which they are read.

An ordinary game is written from its own text and the moves the core played: nothing is derived again. The
answers are those of `write_pdn`; whatever is not ordinary is written by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from damiera import _core
from damiera.notation.moves import format_move, format_path
from damiera.notation.pdn.bulk import BulkGame
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.flat import NUMBERS, Cut, cut
from damiera.notation.pdn.lexer import skip_space
from damiera.notation.pdn.model import CLOSING, PdnGame
from damiera.notation.pdn.results import ResultStyle, result_text
from damiera.notation.pdn.writer import (
    TagStyle,
    comment_words,
    full_tags,
    kept_tags,
    numbered,
    tag_lines,
    with_long_captures,
    wrapped,
    write_pdn,
)
from damiera.notation.signs import is_sign, plain_sign
from damiera.rules.ruleset import Ruleset

__all__ = ["rewrite", "rewrite_all"]

_TAGS = re.compile(r'(?>(?:\[\s*[A-Za-z][A-Za-z0-9_]*+\s*"[^"\\\n]*+"\s*\]\s*+)+)')
_SHORTEST = 5
_DIGITS = frozenset("0123456789")
_SHORT = re.compile(r"[a-p]?[0-9]{1,3}[-x:]?[a-p]?[0-9]{1,3}")  # two squares


class _Odd(Exception):  # never leaves this module
    """The game is for the full writer after all."""


def rewrite(
    game: BulkGame,
    *,
    results: ResultStyle = "pdn",
    ending: Literal["separator", "result"] = "separator",
    tags: TagStyle = "strict",
    long: bool = False,
) -> str:
    """Return the game as PDN 3.0, as `write_pdn` writes it; `long` names every landing of captures.

    >>> from damiera.notation.pdn.bulk import read_bulk
    >>> [game] = read_bulk('[White "Anna"] 1. 21:17 (1.22-18 {no}) 12-15 1-0')
    >>> print(rewrite(game).splitlines()[-1])
    1. 21-17 (1. 22-18 {no}) 1... 12-15 *
    """
    if long:
        whole = with_long_captures(game.game())
        return write_pdn(whole, results=results, ending=ending, tags=tags)
    if not isinstance(game.played, PdnGame):
        ordinary = game.cut or _cut_again(game)
        try:
            words = _Words(game, ordinary).made() if ordinary is not None else None
        except _Odd:
            words = None
        if words is not None:
            head = full_tags(game, results) if tags == "strict" else kept_tags(game)
            end = "*" if ending == "separator" else result_text(game.result, game.ruleset, results)
            words.append(end)
            return f"{tag_lines(head)}\n{wrapped(words)}\n"
    return write_pdn(game.game(), results=results, ending=ending, tags=tags)


def rewrite_all(
    items: Iterable[BulkGame | PdnError],
    *,
    results: ResultStyle = "pdn",
    ending: Literal["separator", "result"] = "separator",
    tags: TagStyle = "strict",
    long: bool = False,
) -> Iterator[str]:
    """Write games one by one, an empty line before each but the first; errors are left out.

    >>> from damiera.notation.pdn.bulk import read_bulk
    >>> text = "".join(rewrite_all(read_bulk("1. 21-17 12-15 1-0 1. 22-18 *")))
    >>> text.count("[Event ")
    2
    """
    before = ""
    for item in items:
        if isinstance(item, BulkGame):
            yield before + rewrite(item, results=results, ending=ending, tags=tags, long=long)
            before = "\n"


def _cut_again(game: BulkGame) -> Cut | None:
    head = _TAGS.match(game.raw, skip_space(game.raw, 0))
    ordinary = cut(game.raw[head.end() :]) if head is not None else None
    return ordinary if ordinary is not None and len(ordinary.words) == game.plies else None


# What stands last in a line, in the order in which the writer puts things behind a move.
_MOVE, _GLYPH, _SIGN, _COMMENT, _CLOSED, _BEGIN = range(6)


class _Line:
    """A line being written: how its moves are written, which comes next, and what stands last."""

    __slots__ = ("begin", "last", "number_next", "ply", "said", "texts")

    def __init__(self, texts: Iterator[str], ply: int, begin: int) -> None:
        self.texts = texts
        self.ply = ply
        self.begin = begin  # where it begins among the words
        self.last = _BEGIN
        self.said = False  # a comment stands last
        self.number_next = True


class _Words:
    """Makes the words of one game."""

    def __init__(self, game: BulkGame, ordinary: Cut) -> None:
        assert not isinstance(game.played, PdnGame)
        self.game = game
        self.ordinary = ordinary
        self.out: list[str] = []
        count = numbered(game.start)
        self.hands, self.late = count.hands, count.ply
        self.tables = _texts(game.ruleset)
        self.line = _Line(self._texts_of(ordinary.words, game.played, 0), 0, 0)
        self.lines = iter(zip(ordinary.lines, game.lines, strict=True))
        self.open_lines: list[_Line] = []

    def made(self) -> list[str]:
        """Return the words of the moves and what is said behind the result."""
        out, hands, late = self.out, self.hands, self.late
        line = self.line
        for part in self.ordinary.parts:
            if part in NUMBERS:
                continue
            if part[0] not in _DIGITS:
                line = self._remark(part)
                continue
            text = next(line.texts)
            if part[-1] in "!?":
                text += part[len(part.rstrip("!?")) :]
            turn, hand = divmod(late + line.ply, hands)
            if hand == 0:
                text = f"{turn + 1}.\x1f{text}"
            elif line.number_next:
                text = f"{turn + 1}...\x1f{text}"
            out.append(text)
            line.ply += 1
            line.last = _MOVE
            line.number_next = line.said = False
        said = " ".join([part[1:-1] for part in self.ordinary.closing])
        if said.strip():
            out += comment_words(f"{CLOSING} {said}")
        return out

    def _remark(self, part: str) -> _Line:
        """Write what is no move, and return the line that goes on behind it."""
        match part[0]:
            case "{":
                self._comment(" ".join(part[1:-1].split()))
            case "(":
                self._open()
            case ")":
                self._close()
            case "$":
                self._may_follow(_GLYPH)
                self.out.append(f"${int(part[1:])}")
            case _:
                self._may_follow(_MOVE)
                self.out[-1] += part
        return self.line

    def _may_follow(self, kind: int) -> None:
        if self.line.last > kind:
            raise _Odd
        self.line.last = kind

    def _open(self) -> None:
        outer = self.line
        outer.last, outer.number_next, outer.said = _CLOSED, True, False
        words, played = next(self.lines)
        ply = outer.ply - 1
        self.line = _Line(self._texts_of(words, played, ply), ply, len(self.out))
        self.open_lines.append(outer)

    def _close(self) -> None:
        self.out[self.line.begin] = "(" + self.out[self.line.begin]
        self.out[-1] += ")"
        self.line = self.open_lines.pop()

    def _comment(self, said: str) -> None:
        line = self.line
        if not said:
            return
        if is_sign(said):
            self._may_follow(_SIGN)
            self.out += comment_words(plain_sign(said))
        elif said.startswith(CLOSING):
            raise _Odd
        else:
            words = comment_words(said)
            if line.said and len(said) < _SHORTEST:
                raise _Odd  # together they may be a sign
            if line.said:  # two comments in a row are one
                self.out[-1] = self.out[-1][:-1]
                words[0] = words[0][1:]
            self.out += words
            line.last = max(line.last, _COMMENT)
            line.said = True
        line.number_next = True

    def _texts_of(self, words: Sequence[str], played: _core.Replay, ply: int) -> Iterator[str]:
        """Yield how the moves from `ply` on are written."""
        moves = played.moves
        tables = self.tables
        for at in range(ply, len(words)):
            word, move = words[at], moves[at]
            yield tables[move.is_capture].get(word) or self._text(words, move, at)

    def _text(self, words: Sequence[str], move: _core.Move, at: int) -> str:
        """Return how a move is written that has not been met before."""
        ruleset = self.game.ruleset
        if not _SHORT.fullmatch(words[at]) or move.drops or ruleset.core.family in ("stars", "corners"):
            position = _core.replay(self.game.start, words[:at]).final
            return format_move(position, move)
        text = format_path(ruleset, (move.origin, move.destination), capture=move.is_capture)
        self.tables[move.is_capture][words[at]] = text
        return text


_TEXTS: dict[str, tuple[dict[str, str], dict[str, str]]] = {}


def _texts(ruleset: Ruleset) -> tuple[dict[str, str], dict[str, str]]:
    """Return how moves and captures of a game are written by how they were met; there are few of each."""
    return _TEXTS.setdefault(ruleset.slug, ({}, {}))

"""Writes PDN 3.0 strictly: the seven tags and GameType first, moves in the game's own notation, short where
short is clear, lines of at most 80 characters, `*` behind every game.

What is written reads back as the same game: `read_pdn(write_pdn(game))` gives a game with equal moves,
remarks, variations and result, and with the tags of `full_tags`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from damiera import _core
from damiera.notation.fen import format_fen
from damiera.notation.moves import format_move
from damiera.notation.pdn.model import PdnGame, PdnLine, PdnMove
from damiera.notation.pdn.results import ResultStyle, canonical_result, result_text
from damiera.notation.pdn.tags import MANDATORY, standard_date, standard_name, with_standard

__all__ = ["full_tags", "write_pdn", "write_pdn_file"]

_WIDTH = 80
_MARK = re.compile(r"[!?]+")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_FORCED = " $7"
_BRACES = str.maketrans("{}", "()")


def write_pdn(
    game: PdnGame, *, results: ResultStyle = "pdn", ending: Literal["separator", "result"] = "separator"
) -> str:
    """Return the game as PDN 3.0, ended by a line feed.

    Args:
        game: the game.
        results: how the Result tag is written: `pdn` as PDN 3.0 lays down for the game, `chess` as 1-0,
            `points` as 2-0.
        ending: what closes the moves: PDN 3.0's `*`, or the result again for older programs.

    >>> from damiera.notation.pdn.model import pdn_game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> print(write_pdn(pdn_game(ITALIAN, [ITALIAN.start().moves()[0]])).splitlines()[-1])
    1. 24-20 *
    """
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in full_tags(game, results).items())
    end = "*" if ending == "separator" else result_text(game.result, game.ruleset, results)
    words = [*_words(game.start, game.mainline, game.comment), end]
    return f"{tags}\n{_wrapped(words)}\n"


def write_pdn_file(games: Iterable[PdnGame], *, results: ResultStyle = "pdn") -> str:
    """Return several games as one text, an empty line between them."""
    return "\n".join(write_pdn(game, results=results) for game in games)


def full_tags(game: PdnGame, results: ResultStyle = "pdn") -> dict[str, str]:
    """Return the tags as they are written: the seven that PDN asks for, GameType, the position, the others.

    Dates are written as PDN does where that is possible. A Result tag of another habit (`4-6`) stays.
    """
    given = with_standard({standard_name(name): value for name, value in game.tags.items()})
    out = {name: given.get(name) or unknown for name, unknown in MANDATORY.items()}
    out["Date"] = standard_date(out["Date"])
    if game.result != "*" or canonical_result(out["Result"]) is not None:
        out["Result"] = result_text(game.result, game.ruleset, results)
    out["GameType"] = game.ruleset.pdn_game_type
    if game.start != game.ruleset.start():
        out["SetUp"] = "1"
        out["FEN"] = format_fen(game.start)
    ours = ("SetUp", "FEN")
    out.update((name, given[name]) for name in given if name not in out and name not in ours)
    return {name: " ".join(value.split()) for name, value in out.items() if _NAME.fullmatch(name)}


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _words(position: _core.Position, moves: Iterable[PdnMove], comment: str, begun: int = 1) -> Iterator[str]:
    """Yield what may not be broken: a number with its move, a word of a comment, a glyph.

    `begun` is the number of the first move.
    """
    yield from _comment(comment)
    first = position.rules.first_mover
    late = position.side is not first
    number_next = True
    for ply, entry in enumerate(moves):
        turn = (ply + late) // 2 + begun
        if position.side is first:
            yield f"{turn}. {_move(position, entry)}"
        else:
            yield f"{turn}... {_move(position, entry)}" if number_next else _move(position, entry)
        yield from (f"${nag}" for nag in entry.nags)
        yield from _comment(entry.comment)
        for variation in entry.variations:
            yield from _variation(position, variation, turn)
        number_next = bool(entry.comment or entry.variations)
        position = position.play(entry.move)


def _move(position: _core.Position, entry: PdnMove) -> str:
    strength = entry.strength if _MARK.fullmatch(entry.strength) else ""
    return format_move(position, entry.move) + strength + (_FORCED if "*" in entry.strength else "")


def _comment(text: str) -> Iterator[str]:
    words = text.translate(_BRACES).split()
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
        yield from words


def _variation(position: _core.Position, line: PdnLine, begun: int) -> Iterator[str]:
    words = list(_words(position, line.moves, line.comment, begun))
    if words:
        words[0] = "(" + words[0]
        words[-1] += ")"
        yield from words


def _wrapped(words: Iterable[str]) -> str:
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])

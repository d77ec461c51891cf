"""Moves as text: `22-18`, `22x15`, the whole route only where two captures look alike.

FID, Regolamento tecnico, Capo I, art. 12.2 (edition fid.italian.2008): the square left, `-` or `x`, the
square reached. Reading takes more: `:` and `×` for captures, letters (`c3-d4`, `c3d4`), spaces round the
sign, leading zeros, four figures without a sign (`2218`), any sign for any move, strength marks behind; where
squares have letters, the file of the first square alone (`cd4`, `c:e5`), and Cyrillic letters (`cyrillic`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from damiera import _core
from damiera.notation.cyrillic import latin_squares
from damiera.notation.errors import AmbiguousMove, IllegalMove, MoveSyntaxError
from damiera.notation.numbering import square_name
from damiera.rules.explain import Explanation, explain_move, explain_position
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset_of

__all__ = [
    "best_route",
    "example_move",
    "format_move",
    "format_path",
    "parse_move",
    "plain_move",
    "squares_of",
    "typed_in_numbers",
    "unknown_square",
    "written_out",
]

_SIGN = str.maketrans({"X": "x", "×": "x", "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "⁃": "-"})
_MARKS = re.compile(r"\([!?]{1,9}\)$")
_BEHIND = " \t\r\n!?*"
_LONGEST = 200
_SPACED = re.compile(r"\s*([-x:])\s*")
_LETTERED = re.compile(r"[a-p][0-9]")
_USUAL = re.compile(r"[0-9]{1,3}[-x:][0-9]{1,3}")
_FOUR = re.compile(r"([0-9]{2})([0-9]{2})|([0-9]{1,2})\.([0-9]{1,2})")
_SQUARE = re.compile(r"[0-9]+|[a-p][0-9]{1,2}")
_SHAPE = re.compile(r"(?:[0-9]{1,3}|[a-p][0-9]{1,2})(?:[-x:](?:[0-9]{1,3}|[a-p][0-9]{1,2}))+")
_BECOMES = re.compile(r"=([kbc])$")
_SHORT = re.compile(r"([a-p])([-x:]?)([a-p][0-9]{1,2}(?:[-x:]?[a-p][0-9]{1,2})*)")
_GLUED = re.compile(r"(?:[a-p][0-9]{1,2}){2,}")


def parse_move(position: _core.Position, text: str) -> _core.Move:
    """Return the one legal move that a text means here.

    Raises:
        MoveSyntaxError: the text has not the shape of a move.
        IllegalMove: no legal move fits; carries the explanation by article.
        AmbiguousMove: several fit, and the text names every landing of none; carries them all, written out.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> parse_move(ITALIAN.start(), "22 - 18!").destination
    18
    """
    if len(text) > _LONGEST:
        raise MoveSyntaxError(text, example_move(_game_of(position)))
    plain = plain_move(written_out(position, text))
    squares = squares_of(_game_of(position), _BECOMES.sub("", plain.rpartition("/")[2]))
    if len(squares) < 2:
        raise MoveSyntaxError(text.strip(), example_move(_game_of(position)))
    state, moves = _core.parse_move(position, plain)
    if state == "ok":
        return moves[0]
    if state == "ambiguous":
        return _whole_route(position, moves, squares) or _refuse_ambiguous(position, moves, text.strip())
    raise IllegalMove(position, text.strip(), _why_not(position, squares, plain))


def written_out(position: _core.Position, text: str) -> str:
    """Return a move with its first square whole, where a text names its file alone, as Russian players do.

    Only in games whose squares have letters, and only where one piece of that file moves so; any other text
    comes back as it is.

    Raises:
        IllegalMove: no piece of that file moves so; carries why the legal moves are what they are.
        AmbiguousMove: several do; carries their moves, written out.

    >>> start = CATALOGUE["russian"].start()
    >>> written_out(start, "cd4"), written_out(start, "c-b4"), written_out(start, "c3-d4")
    ('c3-d4', 'c3-b4', 'c3-d4')
    """
    game, plain = _game_of(position), plain_move(text)
    found = None if game.notation == "numeric" else _SHORT.fullmatch(plain)
    if found is None:
        return text
    file, sign, behind = found.groups()
    squares = tuple(_number(game, name) for name in _SQUARE.findall(behind))
    fitting = [
        move
        for move in position.moves()
        if square_name(game, move.origin).startswith(file)
        and move.destination == squares[-1]
        and (move.is_capture or sign in ("", "-"))
        and any(_passes(path, squares) for path in position.paths(move))
    ]
    origins = {move.origin for move in fitting}
    if not origins:
        raise IllegalMove(position, text.strip(), replace(explain_position(position), legal=False))
    if len(origins) > 1:
        _refuse_ambiguous(position, fitting, text.strip())
    return f"{square_name(game, origins.pop())}{sign or '-'}{behind}"


def _passes(path: Sequence[int], squares: Sequence[int]) -> bool:
    """Whether a route comes to some squares in their order."""
    route = iter(path[1:])
    return all(square in route for square in squares)


def typed_in_numbers(text: str) -> bool:
    """Tell whether a move names its squares by numbers, so that answers do so too.

    >>> typed_in_numbers("22x13"), typed_in_numbers("c3xe5")
    (True, False)
    """
    return not _LETTERED.search(latin_squares(text.casefold()))


def _why_not(position: _core.Position, squares: Sequence[int], plain: str) -> Explanation:
    """Return why a move is refused; where the move itself is legal, men come back on other squares first."""
    unknown = unknown_square(_game_of(position), plain)
    told = explain_move(position, squares, by_number=typed_in_numbers(plain), unknown=unknown)
    return replace(explain_position(position), legal=False) if told.legal else told


def _whole_route(
    position: _core.Position, moves: Sequence[_core.Move], squares: Sequence[int]
) -> _core.Move | None:
    """Return the move of which a text names every square: it needs no more words than these."""
    path = tuple(squares)
    return next((move for move in moves if path in position.paths(move)), None)


def _refuse_ambiguous(position: _core.Position, moves: Sequence[_core.Move], found: str) -> _core.Move:
    raise AmbiguousMove(position, found, moves, [format_move(position, move, long=True) for move in moves])


def format_move(position: _core.Position, move: _core.Move, *, long: bool = False) -> str:
    """Return the move as the game writes it.

    A capture names only its ends, unless another legal move has the same ends; then, or when `long` is asked
    for, it names every landing. Where a king may land on several squares between two pieces of one line, the
    nearest behind the piece is named, as PDN 3.0 lays down.

    Source:
        FID, Capo I, art. 12.1 [fid.italian.2008:12.1], 12.2 [fid.italian.2008:12.2], what is written first
        [fid.italian.2008:12.2.a], for a move [fid.italian.2008:12.2.b, fid.italian.2008:13.1] and for a
        capture [fid.italian.2008:12.2.c, fid.italian.2008:13.2]; FMJD, Annex 1, art. 8
        [fmjd.international:8.1, fmjd.international:8.2, fmjd.international:8.2.1, fmjd.international:8.2.2,
        fmjd.international:8.2.3]; gathered books [stock:move-text.x, stock:move-text.colon]; what a
        man becomes [damiera.cheskers.default:6.2].

    >>> from damiera.rules.ruleset import ITALIAN
    >>> start = ITALIAN.start()
    >>> format_move(start, start.moves()[0])
    '24-20'
    """
    ruleset = _game_of(position)
    entries = "".join(f"@{square_name(ruleset, square)}" for square in move.drops) + (
        "/" if move.drops else ""
    )
    becomes = f"={move.becomes}" if move.becomes else ""
    if (move.is_capture or ruleset.core.family in ("stars", "corners")) and (
        long or _has_twin(position, move)
    ):
        path = _once(best_route(position, move))
        return entries + format_path(ruleset, path, capture=move.is_capture) + becomes
    path = (move.origin, move.destination)
    return entries + format_path(ruleset, path, capture=move.is_capture) + becomes


def _once(path: tuple[int, ...]) -> tuple[int, ...]:
    """Return a route without the repetitions of its last square that say what a man becomes."""
    return tuple(square for at, square in enumerate(path) if at == 0 or square != path[at - 1])


def format_path(ruleset: Ruleset, path: Sequence[int], *, capture: bool) -> str:
    """Join squares with the sign of the game: `22-18`, `22x15x8`.

    >>> from damiera.rules.ruleset import CATALOGUE, ITALIAN
    >>> format_path(ITALIAN, (22, 15, 8), capture=True)
    '22x15x8'
    >>> format_path(CATALOGUE["russian"], (21, 17), capture=False)
    'a3-b4'
    """
    sign = ruleset.capture_sign if capture else "-"
    if ruleset.notation == "numeric":
        return sign.join(map(str, path))
    return sign.join(square_name(ruleset, square) for square in path)


def best_route(position: _core.Position, move: _core.Move) -> tuple[int, ...]:
    """Return the route a capture is written with, among those the rules allow.

    Source:
        PDN 3.0, of kings that may land on several squares: the nearest behind the piece taken.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = ITALIAN.core.read("W:W22,31:B10,18")
    >>> best_route(position, position.moves()[0])
    (22, 13, 6)
    """
    place = position.rules.coordinates

    def leaps(path: tuple[int, ...]) -> list[int]:
        files = [place(square)[0] for square in path]
        ranks = [place(square)[1] for square in path]
        return [max(abs(files[i + 1] - files[i]), abs(ranks[i + 1] - ranks[i])) for i in range(len(path) - 1)]

    return min(position.paths(move), key=lambda path: (leaps(path), path))


def plain_move(text: str) -> str:
    """Return a move text with one sign between squares and nothing round it; its shape is not checked.

    >>> plain_move(" 28 × 19 (!?)"), plain_move("C3:E5"), plain_move("2218"), plain_move("22.18")
    ('28x19', 'c3:e5', '22-18', '22-18')
    """
    if _USUAL.fullmatch(text):
        return text
    plain = text.rstrip(_BEHIND)
    if plain.endswith(")"):
        plain = _MARKS.sub("", plain)
    plain = latin_squares(plain.strip().translate(_SIGN).lower())
    plain = _SPACED.sub(r"\1", plain)
    four = _FOUR.fullmatch(plain)
    return "-".join(filter(None, four.groups())) if four else plain


def squares_of(ruleset: Ruleset, plain: str) -> list[int]:
    """Return the squares that a plain move text names; 0 for one that the board has not.

    Empty where the text has not the shape of a move.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> squares_of(ITALIAN, "22x15x8"), squares_of(ITALIAN, "22-99"), squares_of(ITALIAN, "good")
    ([22, 15, 8], [22, 0], [])
    """
    if not (_SHAPE.fullmatch(plain) or _GLUED.fullmatch(plain)):
        return []
    return [_number(ruleset, name) for name in _SQUARE.findall(plain)]


def unknown_square(ruleset: Ruleset, plain: str) -> str:
    """Return the first name in a plain move text that is no square of the board; empty where all are.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> unknown_square(ITALIAN, "22-99"), unknown_square(ITALIAN, "c3-d4"), unknown_square(ITALIAN, "22-18")
    ('99', 'c3', '')
    """
    names = _SQUARE.findall(plain.rpartition("/")[2])
    return next((name for name in names if not _number(ruleset, name)), "")


def _number(ruleset: Ruleset, name: str) -> int:
    core = ruleset.core
    if name.isdigit():
        number = int(name)
        return number if number <= core.squares else 0
    file, rank = ord(name[0]) - ord("a"), int(name[1:]) - 1
    inside = 0 <= file < core.files and 0 <= rank < core.ranks
    return (core.square_at(file, rank) if inside else None) or 0


@lru_cache(maxsize=256)
def example_move(ruleset: Ruleset) -> str:
    """Return a first move of the game, as its players write it: what a field asks for.

    >>> from damiera.rules.ruleset import CATALOGUE, ITALIAN
    >>> example_move(ITALIAN), example_move(CATALOGUE["turkish"])
    ('22-18', 'c3-c4')
    """
    start = ruleset.start()
    return format_move(start, start.moves()[:3][-1])


def _game_of(position: _core.Position) -> Ruleset:
    return _played_by(position.rules)


@lru_cache(maxsize=1024)
def _played_by(rules: _core.Rules) -> Ruleset:
    return CATALOGUE.get(rules.slug) or ruleset_of(rules)


def _has_twin(position: _core.Position, move: _core.Move) -> bool:
    becomes = f"={move.becomes}" if move.becomes else ""
    state, _ = _core.parse_move(position, f"{move.origin}x{move.destination}{becomes}")
    return state == "ambiguous"

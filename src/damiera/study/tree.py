"""The tree of a game: moves with variations, as PDN has them, found and changed by the moves that lead there.

A node is named by the texts of the moves from the start to it, as the game writes them. Where two lines begin
with the same move behind the same position, the second is called `22-18~2`, and so on. Names stay what they
are while lines are added, promoted or deleted beside them: a change made on another screen finds its node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from damiera._core import Position
from damiera.messages import Message
from damiera.notation.moves import format_move, parse_move
from damiera.notation.pdn.model import PdnLine, PdnMove
from damiera.study.errors import StudyError

__all__ = [
    "DEEPEST",
    "Path",
    "StudyNode",
    "added",
    "altered",
    "deleted",
    "found",
    "joined",
    "line_to",
    "main_path",
    "nodes",
    "promoted",
]

Moves: TypeAlias = tuple[PdnMove, ...]
Path: TypeAlias = tuple[str, ...]
"""The names of the moves from the start to a node."""
Trail: TypeAlias = tuple[tuple[int, int], ...]
"""The way into a variation: behind which move of a line, and which of its variations; again in that one."""

DEEPEST: Final = 40
"""Variations inside one another; PDN is read as deep as 50."""

_TOO_DEEP: Final = Message("Too many variations stand inside one another here: promote one of them first.")


@dataclass(frozen=True, slots=True)
class StudyNode:
    """A node of a tree.

    Attributes:
        path: its name.
        before: the position before its move.
        entry: the move with its remarks.
        depth: in how many variations it stands; 0 in the main line.
        opens: the line that begins with it, if it is the first of a variation.
    """

    path: Path
    before: Position
    entry: PdnMove
    depth: int
    opens: PdnLine | None

    @property
    def position(self) -> Position:
        """The position after its move."""
        return self.before.play(self.entry.move)


def nodes(moves: Moves, start: Position) -> Iterator[StudyNode]:
    """Yield every node: each move before the variations to it, and those before what follows.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn("1. 21-17 (1. 22-18 12-15) 12-15 *")
    >>> [node.path for node in nodes(game.mainline, game.start)][1:]
    [('22-18',), ('22-18', '12-15'), ('21-17', '12-15')]
    """
    yield from _nodes(moves, start, (), 0, None, {})


def _nodes(
    moves: Moves, position: Position, before: Path, depth: int, line: PdnLine | None, seen: dict[str, int]
) -> Iterator[StudyNode]:
    for at, entry in enumerate(moves):
        names = seen if at == 0 else {}
        path = (*before, _named(entry.text, names))
        yield StudyNode(path, position, entry, depth, line if at == 0 else None)
        for other in entry.variations:
            if other.moves:
                yield from _nodes(other.moves, position, before, depth + 1, other, names)
        before, position = path, position.play(entry.move)


def _named(text: str, names: dict[str, int]) -> str:
    """Return the name of a move where some stand already."""
    names[text] = names.get(text, 0) + 1
    return text if names[text] == 1 else f"{text}~{names[text]}"


def _choices(
    moves: Moves, at: int, trail: Trail, names: dict[str, int]
) -> Iterator[tuple[str, Trail, Moves, int]]:
    """Yield every move that may follow at a place of a line: its name and where it stands."""
    yield _named(moves[at].text, names), trail, moves, at
    for number, line in enumerate(moves[at].variations):
        if line.moves:
            yield from _choices(line.moves, 0, (*trail, (at, number)), names)


def _place(moves: Moves, path: Sequence[str]) -> tuple[Trail, int, Moves]:
    """Return how to find a node, and the moves that lead there: fewer than asked for if it is not there.

    The place is that of the last move found; -1 if there is none.
    """
    trail: Trail = ()
    at = -1
    way = list[PdnMove]()
    for name in path:
        if at + 1 >= len(moves):
            break
        step = next((one for one in _choices(moves, at + 1, trail, {}) if one[0] == name), None)
        if step is None:
            break
        _, trail, moves, at = step
        way.append(moves[at])
    return trail, at, tuple(way)


def found(moves: Moves, path: Sequence[str]) -> PdnMove | None:
    """Return the move of a node; None where there is no such node.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn("1. 21-17 (1. 22-18 {too}) *")
    >>> found(game.mainline, ("22-18",)).comment, found(game.mainline, ("23-20",))
    ('too', None)
    """
    _, _, way = _place(moves, path)
    return way[-1] if path and len(way) == len(path) else None


def _line(moves: Moves, trail: Trail) -> Moves:
    for at, number in trail:
        moves = moves[at].variations[number].moves
    return moves


def line_to(moves: Moves, path: Sequence[str]) -> tuple[PdnMove, ...]:
    """Return the moves that lead to a node, as far as they are there."""
    return _place(moves, path)[2]


def main_path(moves: Moves, path: Path = ()) -> Path:
    """Return the path of the last node of the line that goes on from a node.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn("1. 21-17 (1. 22-18 12-15) 12-16 *")
    >>> main_path(game.mainline), main_path(game.mainline, ("22-18",))
    (('21-17', '12-16'), ('22-18', '12-15'))
    """
    trail, at, way = _place(moves, path)
    rest = _line(moves, trail)[at + 1 :] if len(way) == len(path) else ()
    return (*path, *(entry.text for entry in rest))


def _put(moves: Moves, trail: Trail, line: Moves) -> Moves:
    """Return a line with another in the place of a variation; one without moves is taken out."""
    if not trail:
        return line
    (at, number), *deeper = trail
    entry = moves[at]
    variation = entry.variations[number]
    inner = _put(variation.moves, tuple(deeper), line)
    others = entry.variations
    if inner:
        variations = (*others[:number], replace(variation, moves=inner), *others[number + 1 :])
    else:
        variations = (*others[:number], *others[number + 1 :])
    return (*moves[:at], replace(entry, variations=variations), *moves[at + 1 :])


def altered(moves: Moves, path: Sequence[str], change: Callable[[PdnMove], PdnMove]) -> Moves:
    """Return the tree with one node changed; as it is where there is no such node.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn("1. 21-17 *")
    >>> altered(game.mainline, ("21-17",), lambda entry: replace(entry, strength="!"))[0].strength
    '!'
    """
    trail, at, way = _place(moves, path)
    if not path or len(way) < len(path):
        return moves
    line = _line(moves, trail)
    return _put(moves, trail, (*line[:at], change(line[at]), *line[at + 1 :]))


def added(moves: Moves, start: Position, path: Sequence[str]) -> Moves:
    """Return the tree with every node of a path in it; what is not there becomes a variation, or goes on.

    Raises:
        NotationError: a move that is not legal where it is to stand.
        StudyError: variations inside one another without end.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> tree = added((), ITALIAN.start(), ("21-17", "12-15"))
    >>> tree = added(tree, ITALIAN.start(), ("22-18",))
    >>> [line.moves[0].text for line in tree[0].variations]
    ['22-18']
    """
    trail, at, way = _place(moves, path)
    known = len(way)
    if known == len(path):
        return moves
    position = start
    for entry in way:
        position = position.play(entry.move)
    fresh = _played(position, path[known:])
    line = _line(moves, trail)
    if at + 1 >= len(line):
        return _put(moves, trail, (*line, *fresh))
    if len(trail) >= DEEPEST:
        raise StudyError(_TOO_DEEP)
    twin = _twin(line[at + 1], fresh[0].text)
    if twin is not None:  # it was called otherwise when it had a twin
        return added(moves, start, (*path[:known], fresh[0].text, *path[known + 1 :]))
    entry = line[at + 1]
    entry = replace(entry, variations=(*entry.variations, PdnLine(fresh)))
    return _put(moves, trail, (*line[: at + 1], entry, *line[at + 2 :]))


def _twin(entry: PdnMove, text: str) -> PdnMove | None:
    return next((moves[at] for name, _, moves, at in _choices((entry,), 0, (), {}) if name == text), None)


def _played(position: Position, names: Sequence[str]) -> Moves:
    out = []
    for name in names:
        move = parse_move(position, name.partition("~")[0])
        out.append(PdnMove(move, format_move(position, move)))
        position = position.play(move)
    return tuple(out)


def deleted(moves: Moves, path: Sequence[str]) -> Moves:
    """Return the tree without a node and what follows it; the first variation to it takes its place.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn("1. 21-17 (1. 22-18 12-15) 12-16 *")
    >>> [entry.text for entry in deleted(game.mainline, ("21-17",))]
    ['22-18', '12-15']
    """
    trail, at, way = _place(moves, path)
    if not path or len(way) < len(path):
        return moves
    line = _line(moves, trail)
    first, others = _first_line(line[at].variations)
    if first is None:
        return _put(moves, trail, line[:at])
    head = replace(
        first.moves[0],
        comment=_both(_both(first.comment, first.moves[0].comment), first.after),
        variations=(*first.moves[0].variations, *others),
    )
    return _put(moves, trail, (*line[:at], _in_main(head), *map(_in_main, first.moves[1:])))


def _first_line(variations: tuple[PdnLine, ...]) -> tuple[PdnLine | None, tuple[PdnLine, ...]]:
    """Return the first variation that has moves, and the others."""
    for number, line in enumerate(variations):
        if line.moves:
            return line, (*variations[:number], *variations[number + 1 :])
    return None, ()


def promoted(moves: Moves, path: Sequence[str]) -> Moves:
    """Return the tree with the variation that a node stands in before the line it varies from.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn("1. 21-17 (1. 22-18 12-15) 12-16 *")
    >>> tree = promoted(game.mainline, ("22-18",))
    >>> [entry.text for entry in tree], [entry.text for entry in tree[0].variations[0].moves]
    (['22-18', '12-15'], ['21-17', '12-16'])
    """
    trail, _, way = _place(moves, path)
    if not trail or len(way) < len(path):
        return moves
    *outer, (at, number) = trail
    line = _line(moves, tuple(outer))
    entry = line[at]
    variation = entry.variations[number]
    others = (*entry.variations[:number], *entry.variations[number + 1 :])
    old = PdnLine((replace(entry, variations=()), *line[at + 1 :]), "", variation.after)
    head = variation.moves[0]
    head = replace(
        head,
        comment=_both(variation.comment, head.comment),
        variations=(old, *others, *head.variations),
    )
    return _put(moves, tuple(outer), (*line[:at], _in_main(head), *map(_in_main, variation.moves[1:])))


def _in_main(entry: PdnMove) -> PdnMove:
    """Return a move whose comment marks nothing in a main line, where a reader heeds `[%jump`, `[%end]`."""
    if "[%jump" not in entry.comment.casefold() and "[%end]" not in entry.comment:
        return entry
    return replace(entry, comment=entry.comment.replace("[%", "(%"))


def _both(first: str, second: str) -> str:
    return " ".join(filter(None, (first, second)))


def joined(moves: Moves, other: Moves, start: Position) -> Moves:
    """Return a tree with all of another from the same position; what both have stands once, remarks of both.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> one, two = (next(read_pdn(text)) for text in ("1. 21-17 {a} *", "1. 21-17 {b} 12-15 *"))
    >>> [(entry.text, entry.comment) for entry in joined(one.mainline, two.mainline, one.start)]
    [('21-17', 'a b'), ('12-15', '')]
    """
    for node in nodes(other, start):
        plain = tuple(name.partition("~")[0] for name in node.path)
        moves = added(moves, start, plain)
        moves = altered(moves, plain, partial(_merged, node))
    return moves


def _merged(node: StudyNode, mine: PdnMove) -> PdnMove:
    theirs, line = node.entry, node.opens
    comment = mine.comment
    for words in (line.comment if line else "", theirs.comment, line.after if line else ""):
        if words and words not in comment:
            comment = _both(comment, words)
    return replace(
        mine,
        comment=comment,
        strength=mine.strength or theirs.strength,
        nags=tuple(dict.fromkeys((*mine.nags, *theirs.nags))),
        signs=tuple(dict.fromkeys((*mine.signs, *theirs.signs))),
    )

"""Crosstables: a Swiss by rounds, a round robin as a square. Cells are data; CSV is made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from damiera.messages import Lang, Message
from damiera.rating.cells import write_csv
from damiera.tournament.model import Event, Kind, PlayerGame, entries
from damiera.tournament.standings import Standing
from damiera.tournament.tiebreak.catalogue import tiebreak

__all__ = ["Cell", "CrossRow", "Square", "crosstable", "crosstable_csv", "round_robin_table", "square_csv"]

_SIGNS = {
    Kind.BYE: Message("bye"),
    Kind.FULL_BYE: Message("bye asked for"),
    Kind.HALF_BYE: Message("half bye"),
    Kind.ZERO_BYE: Message("absent"),
    Kind.ANNULLED: Message("annulled"),
}


class Cell(msgspec.Struct, frozen=True):
    """A game in a crosstable, from one player's chair.

    Attributes:
        place: the opponent's line in the table, from 1; None for a bye, or an opponent not in it.
        letter: `w`, `b`, or '' without a colour.
        points: as printed; '' while under way.
        forfeit: it was not played though paired.
    """

    round: int
    opponent: int | None
    place: int | None
    letter: str
    points: str
    forfeit: bool
    kind: Kind

    @property
    def text(self) -> str:
        """The cell in one word: `12w2`, `3b0f` by forfeit, `+2` for a bye, `-` absent, `x` annulled.

        >>> Cell(1, 7, 12, "w", "2", False, Kind.PLAYED).text
        '12w2'
        """
        if self.kind is Kind.ANNULLED:
            return "x"
        if self.opponent is None:
            return "-" if self.kind is Kind.ZERO_BYE else f"+{self.points}"
        return f"{self.place or '?'}{self.letter}{self.points}{'f' if self.forfeit else ''}"

    def said(self, lang: Lang) -> str:
        """Return what a screen reader says where the cell is not a game; '' for a game."""
        return _SIGNS[self.kind].text(lang) if self.kind in _SIGNS else ""


class CrossRow(msgspec.Struct, frozen=True):
    """A player's line: their cells, several in a round where a pairing has several games.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.standings import standing
    >>> whole = standing(event)
    >>> crosstable(event, whole)[0].number
    1
    """

    number: int
    cells: tuple[tuple[Cell, ...], ...]


class Square(msgspec.Struct, frozen=True):
    """A round robin as a square: for each two players the points of the first, game by game.

    `order` are the numbers in the order of lines and columns.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.standings import standing
    >>> whole = standing(event)
    >>> round_robin_table(event, whole).order
    (1, 2)
    """

    order: tuple[int, ...]
    cells: Mapping[tuple[int, int], tuple[str, ...]]


def crosstable(event: Event, whole: Standing) -> tuple[CrossRow, ...]:
    """Return the crosstable in the order of a standing, up to its round.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.standings import standing
    >>> whole = standing(event)
    >>> [[cell.text for cell in row.cells[0]] for row in crosstable(event, whole)]
    [['2w2'], ['1b0']]
    """
    places = {row.number: n for n, row in enumerate(whole.rows, 1)}
    rounds = range(1, whole.after_round + 1)
    out = []
    for row in whole.rows:
        by_round: dict[int, list[Cell]] = {n: [] for n in rounds}
        for entry in entries(event, row.number, whole.after_round):
            by_round[entry.round].append(_cell(event, entry, places))
        out.append(CrossRow(row.number, tuple(tuple(by_round[n]) for n in rounds)))
    return tuple(out)


def round_robin_table(event: Event, whole: Standing, *, by_number: bool = False) -> Square:
    """Return the square of a round robin, in the order of a standing, or of the start numbers.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.standings import standing
    >>> whole = standing(event)
    >>> round_robin_table(event, whole).cells[1, 2]
    ('2',)
    """
    order = tuple(row.number for row in whole.rows)
    if by_number:
        order = tuple(sorted(order))
    cells: dict[tuple[int, int], tuple[str, ...]] = {}
    for number in order:
        for entry in entries(event, number, whole.after_round):
            if entry.opponent is not None and entry.kind is not Kind.ANNULLED:
                key = (number, entry.opponent)
                cells[key] = (*cells.get(key, ()), _points(event, entry))
    return Square(order, cells)


def crosstable_csv(event: Event, whole: Standing, lang: Lang) -> str:
    """Return the crosstable with points and tie-breaks.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.standings import standing
    >>> whole = standing(event)
    >>> len(crosstable_csv(event, whole, "en").splitlines())
    3
    """
    names = {code: tiebreak(code).short for code in whole.rules.tiebreaks if code != "direct"}
    header = [t.text(lang) for t in _HEADER]
    rounds = [f"{_ROUND.text(lang)}{n}" for n in range(1, whole.after_round + 1)]
    lines: list[Sequence[object]] = [[*header, *rounds, _POINTS.text(lang), *names.values()]]
    for place, (row, cross) in enumerate(zip(whole.rows, crosstable(event, whole), strict=True), 1):
        cells = [" ".join(cell.text for cell in games) for games in cross.cells]
        values = [
            v for v, code in zip(whole.values_said(row), whole.rules.tiebreaks, strict=True) if code in names
        ]
        rank = "" if row.rank is None else row.rank
        lines.append(
            [place, rank, row.number, whole.names[row.number], *cells, whole.points_said(row), *values]
        )
    return write_csv(lines)


def square_csv(event: Event, whole: Standing, lang: Lang) -> str:
    """Return the square of a round robin with points.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.standings import standing
    >>> whole = standing(event)
    >>> square_csv(event, whole, "en").splitlines()[1]
    '1,Rossi,#,2,2'
    """
    square = round_robin_table(event, whole)
    places = range(1, len(square.order) + 1)
    lines: list[Sequence[object]] = [["", _HEADER[3].text(lang), *places, _POINTS.text(lang)]]
    for place, number in enumerate(square.order, 1):
        cells = [
            "#" if number == other else " ".join(square.cells.get((number, other), ()))
            for other in square.order
        ]
        lines.append([place, whole.names[number], *cells, whole.points_said(whole.row(number))])
    return write_csv(lines)


def _cell(event: Event, entry: PlayerGame, places: Mapping[int, int]) -> Cell:
    letter = {"white": "w", "black": "b", None: ""}[entry.colour]
    place = None if entry.opponent is None else places.get(entry.opponent)
    forfeit = entry.kind is Kind.FORFEIT
    return Cell(entry.round, entry.opponent, place, letter, _points(event, entry), forfeit, entry.kind)


def _points(event: Event, entry: PlayerGame) -> str:
    over = entry.played or entry.opponent is None or entry.kind is not Kind.PLAYED
    return event.settings.scoring.said(entry.points) if over else ""


_HEADER = (Message("Line"), Message("Rank", context="of a table"), Message("No."), Message("Player"))
_ROUND = Message("R")
_POINTS = Message("Points")

"""Crosstables: a Swiss by rounds, a round robin as a square. Cells are data; CSV is made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from damiera.messages import Lang, Message
from damiera.rating.cells import write_csv
from damiera.tournament.model import Event, GameMark, Kind, PlayerGame, System, entries
from damiera.tournament.pairing.keizer import keizer_brought
from damiera.tournament.standings import Standing
from damiera.tournament.tiebreak.catalogue import tiebreak

__all__ = [
    "Cell",
    "CrossRow",
    "FacingTeams",
    "Square",
    "crosstable",
    "crosstable_csv",
    "facing_teams",
    "round_robin_table",
    "square_csv",
]

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
        points: as printed; '' while under way. In Keizer what the evening brought.
        forfeit: it was not played though paired.
        sign: in Keizer, whose points do not say it: `+` won, `=` drawn, `-` lost; '' elsewhere.
    """

    round: int
    opponent: int | None
    place: int | None
    letter: str
    points: str
    forfeit: bool
    kind: Kind
    sign: str = ""

    @property
    def text(self) -> str:
        """The cell in one word: `12w2`, `3b0f` by forfeit, `+2` for a bye, `-` absent, `x` annulled.

        In Keizer `12w+27`: won, which brought 27.

        >>> Cell(1, 7, 12, "w", "2", False, Kind.PLAYED).text
        '12w2'
        >>> Cell(1, 7, 12, "w", "14", False, Kind.PLAYED, "=").text
        '12w=14'
        """
        if self.kind is Kind.ANNULLED:
            return "x"
        if self.opponent is None:
            return "-" if self.kind is Kind.ZERO_BYE else f"+{self.points}"
        return f"{self.place or '?'}{self.letter}{self.sign}{self.points}{'f' if self.forfeit else ''}"

    def said(self, lang: Lang) -> str:
        """Return what a screen reader says where the cell is not a game; '' for a game."""
        return _SIGNS[self.kind].text(lang) if self.kind in _SIGNS else ""


class CrossRow(msgspec.Struct, frozen=True):
    """A player's line: their cells, several in a round where a pairing has several games.

    `own` is in Keizer the value of one's own, which counts beside the cells; '' elsewhere.

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
    own: str = ""


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


class FacingTeams(msgspec.Struct, frozen=True):
    """A Scheveningen: the numbers of those who sat for each of its two teams, and what each made of whom.

    >>> FacingTeams((1, 2), (3, 4), {(1, 3): ("2",)}).made(1, 3), FacingTeams((1,), (3,), {}).made(1, 3)
    ('2', '')
    """

    first: tuple[int, ...]
    second: tuple[int, ...]
    cells: Mapping[tuple[int, int], tuple[str, ...]]

    def made(self, one: int, other: int) -> str:
        """Return what one player made of another, game by game."""
        return " ".join(self.cells.get((one, other), ()))


def facing_teams(event: Event, alone: Standing) -> FacingTeams | None:
    """Return who of two teams made what of whom, in the order of their lists; None where nobody has sat yet.

    Args:
        alone: the standing of the players, each for themselves; what is counted goes up to its round.

    >>> from damiera.tournament.model import EventPlayer
    >>> from damiera.tournament.standings import standing
    >>> event = Event(players=(EventPlayer(1, "Rossi"), EventPlayer(2, "Bianchi")))
    >>> facing_teams(event, standing(event)) is None
    True
    """
    held = [round for round in event.rounds if round.number <= alone.after_round]
    sat = {n for round in held for game in round.games for n in (game.white, game.black)}
    if len(event.teams) != 2 or not sat:
        return None
    first, second = (tuple(n for n in team.members if n in sat) for team in event.teams)
    return FacingTeams(first, second, round_robin_table(event, alone).cells)


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
    keizer = keizer_brought(event, whole.after_round) if event.settings.system is System.KEIZER else {}
    out = []
    for row in whole.rows:
        brought = keizer.get(row.number, {})
        by_round: dict[int, list[Cell]] = {n: [] for n in rounds}
        for entry in entries(event, row.number, whole.after_round):
            by_round[entry.round].append(_cell(event, entry, places, brought))
        cells = tuple(tuple(by_round[n]) for n in rounds)
        out.append(CrossRow(row.number, cells, brought.get((0, 1), "")))
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
    keizer = event.settings.system is System.KEIZER
    own = [_OWN.text(lang)] if keizer else []
    lines: list[Sequence[object]] = [[*header, *own, *rounds, _POINTS.text(lang), *names.values()]]
    for place, (row, cross) in enumerate(zip(whole.rows, crosstable(event, whole), strict=True), 1):
        cells = [cross.own] if keizer else []
        cells += [" ".join(cell.text for cell in games) for games in cross.cells]
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


_SIGN: Mapping[GameMark | None, str] = {GameMark.WIN: "+", GameMark.DRAW: "=", GameMark.LOSS: "-", None: ""}


def _cell(
    event: Event,
    entry: PlayerGame,
    places: Mapping[int, int],
    brought: Mapping[tuple[int, int], str],
) -> Cell:
    """Return a cell; `brought`: in Keizer what each game of the player brought, empty elsewhere."""
    letter = {"white": "w", "black": "b", None: ""}[entry.colour]
    place = None if entry.opponent is None else places.get(entry.opponent)
    forfeit = entry.kind is Kind.FORFEIT
    points, sign = _points(event, entry), ""
    if brought:
        points, sign = points and brought.get((entry.round, entry.leg), points), _SIGN[entry.mark]
    return Cell(entry.round, entry.opponent, place, letter, points, forfeit, entry.kind, sign)


def _points(event: Event, entry: PlayerGame) -> str:
    over = entry.played or entry.opponent is None or entry.kind is not Kind.PLAYED
    return event.settings.scoring.said(entry.points) if over else ""


_HEADER = (Message("Line"), Message("Rank", context="of a table"), Message("No."), Message("Player"))
_ROUND = Message("R")
_POINTS = Message("Points")
_OWN = Message("Own value", context="Keizer")

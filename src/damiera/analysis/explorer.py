"""What was played from a position in games one has: how often, how it ended, by whom, when.

A game passes through a position once, whatever the order of moves that led there, so that transpositions are
counted by themselves. `steps` are what an index keeps of a game; `assemble` makes statistics of counted rows,
wherever they were counted; `PositionCounter` counts games one after the other, in memory that does not grow.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cache
from typing import NamedTuple

from damiera._core import Move, Position, Side
from damiera.analysis.ballots import JudgedOpening, judged
from damiera.analysis.names import names_at
from damiera.errors import DamieraError
from damiera.game.openings import deck, decks_of
from damiera.messages import Message, Text
from damiera.notation.moves import format_move
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.rules.ruleset import Ruleset, ruleset

__all__ = [
    "PLIES",
    "Explored",
    "GameFilter",
    "GameFound",
    "GameOrigin",
    "GameStatistics",
    "NamedOpening",
    "NotIndexed",
    "PlayedMove",
    "PositionCounter",
    "PositionStep",
    "Result",
    "ResultRow",
    "assemble",
    "check_indexed",
    "facts_of",
    "legal_part",
    "openings_at",
    "signed",
    "steps",
]

PLIES = 40
"""How far into a game an index reaches."""

_DAY = re.compile(r"\s*(\d{4})(?:[.\-/](\d{1,2}|\?\?)(?:[.\-/](\d{1,2}|\?\?))?)?")
_BEST_RATING = 9999


class NotIndexed(DamieraError):
    """A game whose positions no index holds. Carries the `game`."""

    def __init__(self, game: Ruleset) -> None:
        self.game = game
        said = Message("{game}: the moves played are counted only in games of men and kings.")
        self.message = said.format(game=game.name)
        super().__init__(str(self.message))


def check_indexed(game: Ruleset) -> None:
    """Refuse a game whose positions no index holds.

    Raises:
        NotIndexed: unless the game is one of men and kings for two.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> check_indexed(ITALIAN)
    """
    if game.core.family != "draughts":
        raise NotIndexed(game)


class Result(IntEnum):
    """How a game ended, as an index writes it.

    >>> Result.DRAW.value
    1
    """

    WHITE = 0
    DRAW = 1
    BLACK = 2
    OPEN = 3


@dataclass(frozen=True, slots=True)
class GameOrigin:
    """What a game tells of itself; empty, or 0, where it does not."""

    white: str = ""
    black: str = ""
    event: str = ""
    date: str = ""
    result: Result = Result.OPEN
    white_rating: int = 0
    black_rating: int = 0

    @property
    def day(self) -> int:
        """The date as a number: 20190500 is some day of May 2019; 0 is unknown.

        >>> GameOrigin(date="2019.05.??").day
        20190500
        """
        found = _DAY.match(self.date)
        if not found:
            return 0
        year, month, day = (int(part) if part and part.isdecimal() else 0 for part in found.groups())
        return 10_000 * year + 100 * month + day if month < 13 and day < 32 else 10_000 * year

    def rating(self, side: Side) -> int:
        """Return the rating of whoever played a side."""
        return self.white_rating if side is Side.WHITE else self.black_rating


def facts_of(tags: Mapping[str, str], winner: Side | None, *, over: bool) -> GameOrigin:
    """Return what the tags of a game tell.

    Args:
        winner: who won; None for a draw.
        over: whether the game has a result.

    >>> facts_of({"White": "Rossi", "Date": "2019.05.??"}, Side.WHITE, over=True).result.name
    'WHITE'
    """
    result = {Side.WHITE: Result.WHITE, Side.BLACK: Result.BLACK, None: Result.DRAW}[winner]
    return GameOrigin(
        white=_known(tags, "White"),
        black=_known(tags, "Black"),
        event=_known(tags, "Event"),
        date=_known(tags, "Date"),
        result=result if over else Result.OPEN,
        white_rating=_rating(tags, "White"),
        black_rating=_rating(tags, "Black"),
    )


def _known(tags: Mapping[str, str], name: str) -> str:
    value = tags.get(name, "").strip()
    return "" if value.strip("?.- ") == "" else value


def _rating(tags: Mapping[str, str], side: str) -> int:
    for name in ("Rating", "Elo"):
        value = tags.get(side + name, "").strip()
        if value.isascii() and value.isdecimal() and len(value) < 5 and int(value) <= _BEST_RATING:
            return int(value)
    return 0


class PositionStep(NamedTuple):
    """One position of a game: after `ply` half-moves, and the move played there; "" where the game ends.

    >>> PositionStep(0, 1, "22-18").move
    '22-18'
    """

    ply: int
    key: int
    move: str


def signed(key: int) -> int:
    """Return the core's key of a position as a signed number, as databases keep it.

    >>> signed(5), signed(2**64 - 1)
    (5, -1)
    """
    return key - (1 << 64) if key >> 63 else key


def steps(
    start: Position, moves: Iterable[Move], plies: int = PLIES, texts: Sequence[str] = ()
) -> list[PositionStep]:
    """Return the positions of a game's first half-moves, each once, as an index keeps them.

    Args:
        texts: the moves as the game writes them, where that is known.
    >>> from damiera.notation.moves import parse_move
    >>> from damiera.rules.ruleset import ITALIAN
    >>> [step.move for step in steps(ITALIAN.start(), [parse_move(ITALIAN.start(), "21-17")])]
    ['21-17', '']
    """
    found: dict[int, PositionStep] = {}
    here, ply = start, 0
    for move in moves:
        if ply >= plies:
            break
        key = signed(here.key)
        found.setdefault(key, PositionStep(ply, key, texts[ply] if texts else format_move(here, move)))
        here, ply = here.play(move), ply + 1
    if ply < plies:
        key = signed(here.key)
        found.setdefault(key, PositionStep(ply, key, ""))
    return list(found.values())


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games to count.

    Attributes:
        player: part of a player's name, without regard to case; empty for all.
        side: the colour they must have; None for either.
        since, until: the first and the last year; 0 for no limit.
        result: how the game must have ended.

    >>> GameFilter(player="ross", side=Side.WHITE).accepts(GameOrigin(white="Rossi"))
    True
    """

    player: str = ""
    side: Side | None = None
    since: int = 0
    until: int = 0
    result: Result | None = None

    @property
    def colour(self) -> str:
        """The colour as a word; empty for either."""
        return "" if self.side is None else self.side.name.lower()

    @property
    def days(self) -> tuple[int, int]:
        """The first and the last day, as `GameOrigin.day` writes them; 0 and 0 for no limit."""
        if not self.since and not self.until:
            return 0, 0
        return 10_000 * max(self.since, 1), 10_000 * (self.until or 9998) + 9_999

    def accepts(self, facts: GameOrigin) -> bool:
        """Return whether a game is to be counted; one without a date is not where years matter."""
        first, last = self.days
        if last and not first <= facts.day <= last:
            return False
        if self.result is not None and facts.result is not self.result:
            return False
        name = self.player.casefold()
        names = {Side.WHITE: facts.white, Side.BLACK: facts.black}
        return any(name in names[side].casefold() for side in names if self.side in (None, side))


class ResultRow(NamedTuple):
    """Games counted together: same move, same result. Days are 0 where no game tells one.

    >>> ResultRow("22-18", Result.WHITE, 3, 0, 0, 0, 0).games
    3
    """

    move: str
    result: int
    games: int
    ratings: int
    rated: int
    first_day: int
    last_day: int


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """Some games, as statistics.

    Attributes:
        games: how many.
        white, draws, black: how they ended; the rest has no result.
        ratings, rated: the sum of the ratings of the side to move, and in how many games it is known.
        first_day, last_day: when they were played, as `GameOrigin.day` writes it; 0 where none tells.

    >>> tally = GameStatistics().plus(ResultRow("22-18", Result.WHITE, 3, 0, 0, 0, 0))
    >>> tally.games, tally.won(Side.WHITE), tally.rating
    (3, 3, None)
    """

    games: int = 0
    white: int = 0
    draws: int = 0
    black: int = 0
    ratings: int = 0
    rated: int = 0
    first_day: int = 0
    last_day: int = 0

    def won(self, side: Side) -> int:
        """Return how many of the games a side won."""
        return self.white if side is Side.WHITE else self.black

    @property
    def rating(self) -> int | None:
        """The average rating of the side to move; None where no game tells one."""
        return round(self.ratings / self.rated) if self.rated else None

    @property
    def years(self) -> tuple[int, int] | None:
        """The first and the last year; None where no game tells one."""
        return (self.first_day // 10_000, self.last_day // 10_000) if self.last_day else None

    def plus(self, row: ResultRow) -> GameStatistics:
        """Return these games and those of a row."""
        firsts = [day for day in (self.first_day, row.first_day) if day]
        return GameStatistics(
            games=self.games + row.games,
            white=self.white + (row.games if row.result == Result.WHITE else 0),
            draws=self.draws + (row.games if row.result == Result.DRAW else 0),
            black=self.black + (row.games if row.result == Result.BLACK else 0),
            ratings=self.ratings + row.ratings,
            rated=self.rated + row.rated,
            first_day=min(firsts, default=0),
            last_day=max(self.last_day, row.last_day),
        )


@dataclass(frozen=True, slots=True)
class NamedOpening:
    """A position by its number in a deck of openings.

    >>> from damiera.game.openings import deck
    >>> start = deck("it-2m-43").openings[0].position(deck("it-2m-43").ruleset)
    >>> openings_at(start)[0].deck
    'it-2m-49'
    """

    deck: str
    name: Text
    number: int


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was played from a position.

    Attributes:
        move, text: the move.
        tally: the games in which it was played here.
        reached: the games that come to the position behind it, by any order of moves.
        openings: the openings by lot that it reaches.
        names: the names of the opening that it reaches.
        verdict: what the engine thinks of the position behind it, where that is kept.

    >>> from damiera.notation.moves import parse_move
    >>> from damiera.rules.ruleset import ITALIAN
    >>> start = ITALIAN.start()
    >>> count = PositionCounter(start)
    >>> count.take(GameOrigin(white="Rossi", result=Result.WHITE), start, [parse_move(start, "22-18")])
    >>> explored = count.explored()
    >>> explored.moves[0].text, explored.moves[0].reached
    ('22-18', 1)
    """

    move: Move
    text: str
    tally: GameStatistics
    reached: int
    openings: tuple[NamedOpening, ...] = ()
    verdict: JudgedOpening | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameFound:
    """A game that passes through a position: where it is from, the half-move it is at, the move it played.

    >>> from damiera.notation.moves import parse_move
    >>> from damiera.rules.ruleset import ITALIAN
    >>> start = ITALIAN.start()
    >>> count = PositionCounter(start)
    >>> count.take(GameOrigin(white="Rossi", result=Result.WHITE), start, [parse_move(start, "22-18")])
    >>> explored = count.explored()
    >>> explored.games[0].ply, explored.games[0].facts.white
    (0, 'Rossi')
    """

    source: str
    number: int
    ply: int
    move: str
    facts: GameOrigin


@dataclass(frozen=True, slots=True)
class Explored:
    """A position and what was played from it.

    Attributes:
        tally: all games that pass through it.
        moves: the moves, the most played first.
        ended: the games that end here.
        games: some of the games, the latest first.

    >>> from damiera.notation.moves import parse_move
    >>> from damiera.rules.ruleset import ITALIAN
    >>> start = ITALIAN.start()
    >>> count = PositionCounter(start)
    >>> count.take(GameOrigin(white="Rossi", result=Result.WHITE), start, [parse_move(start, "22-18")])
    >>> explored = count.explored()
    >>> [(one.text, one.tally.games) for one in explored.moves]
    [('22-18', 1)]
    """

    position: Position
    tally: GameStatistics
    moves: tuple[PlayedMove, ...]
    ended: int = 0
    games: tuple[GameFound, ...] = ()
    openings: tuple[NamedOpening, ...] = ()
    verdict: JudgedOpening | None = None
    names: tuple[str, ...] = ()


def assemble(
    position: Position, rows: Iterable[ResultRow], reached: Mapping[str, int], games: Sequence[GameFound] = ()
) -> Explored:
    """Make statistics of counted rows.

    A move that is not legal here belongs to another position with the same key: it is left out.

    Args:
        reached: for each move, the games that come to the position behind it.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> found = assemble(ITALIAN.start(), [ResultRow("22-18", Result.DRAW, 3, 0, 0, 0, 0)], {})
    >>> found.moves[0].text, found.tally.draws
    ('22-18', 3)
    """
    legal = {format_move(position, move): move for move in position.moves()}
    tallies: dict[str, GameStatistics] = defaultdict(GameStatistics)
    for row in rows:
        if not row.move or row.move in legal:
            tallies[row.move] = tallies[row.move].plus(row)
    total = GameStatistics()
    for tally in tallies.values():
        total = _sum(total, tally)
    ended = tallies.pop("", GameStatistics()).games
    slug = position.rules.slug
    moves = [
        _played(slug, position.play(legal[text]), legal[text], text, tally, reached.get(text, tally.games))
        for text, tally in sorted(tallies.items(), key=lambda one: (-one[1].games, one[0]))
    ]
    known = tuple(game for game in games if not game.move or game.move in legal)
    return Explored(
        position=position,
        tally=total,
        moves=tuple(moves),
        ended=ended,
        games=known,
        openings=openings_at(position),
        verdict=judged(slug, position),
        names=names_at(position),
    )


def _sum(one: GameStatistics, two: GameStatistics) -> GameStatistics:
    firsts = [day for day in (one.first_day, two.first_day) if day]
    return GameStatistics(
        one.games + two.games,
        one.white + two.white,
        one.draws + two.draws,
        one.black + two.black,
        one.ratings + two.ratings,
        one.rated + two.rated,
        min(firsts, default=0),
        max(one.last_day, two.last_day),
    )


def _played(
    slug: str, behind: Position, move: Move, text: str, tally: GameStatistics, reached: int
) -> PlayedMove:
    return PlayedMove(
        move=move,
        text=text,
        tally=tally,
        reached=max(reached, tally.games),
        openings=openings_at(behind),
        verdict=judged(slug, behind),
        names=names_at(behind),
    )


def openings_at(position: Position) -> tuple[NamedOpening, ...]:
    """Return the openings by lot that end in a position, with their numbers.

    >>> from damiera.game.openings import deck
    >>> start = deck("it-2m-43").openings[0].position(deck("it-2m-43").ruleset)
    >>> [one.number for one in openings_at(start)][:1]
    [1]
    """
    return _named(position.rules.slug).get(position, ())


@cache
def _named(game: str) -> Mapping[Position, tuple[NamedOpening, ...]]:
    """Return them by position; of decks that number an opening alike, the largest is named."""
    found: dict[Position, dict[int, NamedOpening]] = defaultdict(dict)
    for one in sorted((deck(id) for id in decks_of(game)), key=len):
        for opening in one.openings:
            here = opening.position(one.ruleset)
            if here.rules.slug == game:
                found[here][opening.number] = NamedOpening(one.id, one.name, opening.number)
    return {position: tuple(named.values()) for position, named in found.items()}


@dataclass(slots=True)
class PositionCounter:
    """Counts games that pass through a position, one after the other.

    Attributes:
        position: where.
        wanted: which games.
        most: how many of the games to keep, the latest of them.
        plies: how far into a game to look.

    >>> from damiera.notation.moves import parse_move
    >>> from damiera.rules.ruleset import ITALIAN
    >>> start = ITALIAN.start()
    >>> count = PositionCounter(start)
    >>> count.take(GameOrigin(white="Rossi", result=Result.WHITE), start, [parse_move(start, "22-18")])
    >>> explored = count.explored()
    >>> explored.tally.games
    1
    """

    position: Position
    wanted: GameFilter = field(default_factory=GameFilter)
    most: int = 20
    plies: int = PLIES
    read: int = 0
    _rows: dict[tuple[str, int], ResultRow] = field(default_factory=dict)
    _behind: Counter[int] = field(default_factory=Counter)
    _games: list[GameFound] = field(default_factory=list)
    _keys: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        here = self.position
        self._keys = {signed(here.play(move).key): format_move(here, move) for move in here.moves()}

    def take(
        self, facts: GameOrigin, start: Position, moves: Sequence[Move], source: str = "", number: int = 0
    ) -> None:
        """Count a game; one of another game of draughts is passed over."""
        if start.rules.slug != self.position.rules.slug:
            return
        self.read += 1
        if not self.wanted.accepts(facts):
            return
        key = signed(self.position.key)
        for step in steps(start, moves, self.plies):
            if step.key in self._keys:
                self._behind[step.key] += 1
            if step.key == key:
                self._add(facts, step)
                self._games.append(GameFound(source, number, step.ply, step.move, facts))
        if len(self._games) > 4 * self.most + 50:
            self._games = self._latest()

    def explored(self) -> Explored:
        """Return the statistics of all that was counted."""
        reached = {self._keys[key]: games for key, games in self._behind.items()}
        return assemble(self.position, self._rows.values(), reached, self._latest())

    def _latest(self) -> list[GameFound]:
        return sorted(self._games, key=lambda one: -one.facts.day)[: self.most]

    def _add(self, facts: GameOrigin, step: PositionStep) -> None:
        at = (step.move, int(facts.result))
        row = self._rows.get(at, ResultRow(step.move, facts.result, 0, 0, 0, 0, 0))
        rating, day = facts.rating(self.position.side), facts.day
        self._rows[at] = ResultRow(
            row.move,
            row.result,
            row.games + 1,
            row.ratings + rating,
            row.rated + (rating > 0),
            min((one for one in (row.first_day, day) if one), default=0),
            max(row.last_day, day),
        )


def legal_part(error: PdnError, game: Ruleset) -> PdnGame | None:
    """Return a refused game up to where it stops being legal; None where nothing of it can be read.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> from damiera.rules.ruleset import ITALIAN
    >>> [wrong] = read_pdn('[GameType "22"] 1. 22-18 12-16 2. 22-18 *')
    >>> len(legal_part(wrong, ITALIAN).mainline)
    2
    """
    lines = error.raw.splitlines()
    row = error.line - error.start_line
    if not error.plies or not 0 <= row < len(lines):
        return None
    text = "\n".join([*lines[:row], lines[row][: error.column - 1]])
    part = next(iter(read_pdn(f"{text}\n*", default=ruleset(game.slug))), None)
    if not isinstance(part, PdnGame) or len(part.mainline) != error.plies:
        return None
    return replace(part, number=error.game, line=error.start_line)

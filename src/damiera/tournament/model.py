"""An event as it stands: players, what happened to them, rounds, results. Values, nothing that changes.

A snapshot (`Event`) is rebuilt from the log of the arbiter's acts (`damiera.tournament.log`); pairings,
standings and ratings are functions of it. Points are whole numbers on the event's scale (`Scoring`), 2-1-0
if nothing else is said.

| what happens to a player | paired later | in the standing | the game of that round | may gain rating |
|---|---|---|---|---|
| late entry (from round n) | from n on | yes | rounds before n: by `EventSettings.late_points` | yes |
| absence (rounds n to m, asked for) | after m | yes | a bye worth zero, a draw or a win | yes |
| withdrawal (from round n) | no | yes, marked | none | no |
| forfeit (does not appear from round n on) | no, unless they return | yes, marked | lost by forfeit | no |
| expulsion (in round n, by the arbiter) | no | no place, games stand | lost, whatever it was | no |
| exclusion (not entitled to play) | no | struck out, games annulled for both | annulled | no |

A game reported as lost by forfeit bars gains as well, unless the absence was asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Final, Literal

import msgspec
from msgspec import Struct

from damiera.tournament.errors import NoSuchPlayer
from damiera.tournament.steps import Step

__all__ = [
    "BY_PAIRING",
    "BY_TABLE",
    "EFFECTS",
    "MEETS_AGAIN",
    "Acceleration",
    "Colour",
    "ColourRule",
    "Effect",
    "Event",
    "EventPlayer",
    "EventRole",
    "EventSettings",
    "ForbiddenPair",
    "GameMark",
    "Kind",
    "Pair",
    "Pairing",
    "PlayerChange",
    "PlayerGame",
    "Round",
    "RoundGame",
    "Scoring",
    "Sex",
    "Status",
    "System",
    "Team",
    "available",
    "board_name",
    "board_names",
    "carry_counts",
    "colour_balance",
    "colours",
    "entries",
    "excluded",
    "float_of",
    "floats",
    "met",
    "opponents",
    "score",
    "scores",
    "status",
    "virtual_points",
    "with_round",
]

Sex = Literal["m", "f"]
"""A player's sex as rating lists give it, needed for classes and for the words of a print."""
Colour = Literal["white", "black"]
"""A player's colour in a game."""
Float = Literal["up", "down"]


class GameMark(StrEnum):
    """What a player made of a game.

    >>> GameMark("win") is GameMark.WIN
    True
    """

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class Kind(StrEnum):
    """What a line of a round is.

    >>> Kind.HALF_BYE.value
    'half-bye'
    """

    PLAYED = "played"
    FORFEIT = "forfeit"  # paired, not played: one or both did not appear
    BYE = "bye"  # nobody was left to play: allotted by the pairing
    FULL_BYE = "full-bye"  # asked for, worth a win
    HALF_BYE = "half-bye"  # asked for, worth a draw
    ZERO_BYE = "zero-bye"  # asked for, or absent: worth nothing
    ANNULLED = "annulled"  # struck out: as if it had not been


BY_PAIRING: frozenset[Kind] = frozenset({Kind.PLAYED, Kind.FORFEIT, Kind.BYE, Kind.ANNULLED})
"""What a pairing gives; the other byes are asked for."""


class PlayerChange(StrEnum):
    """What happens to a player in the course of an event. Each has its own effect: see `EFFECTS`.

    >>> EFFECTS[PlayerChange.WITHDRAWN].gains
    False
    """

    LATE = "late"
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"
    FORFEITED = "forfeited"
    EXPELLED = "expelled"
    EXCLUDED = "excluded"


class Effect(msgspec.Struct, frozen=True):
    """What a change does.

    Attributes:
        ranked: has the player a place in the standing?
        gains: may they gain rating? (A commission may decide otherwise: an override with author and reason.)
        loses_round: is the game of the round in which it happens lost?
        annuls: are all their games annulled, for their opponents too?
        lasts: does it hold to the end, unless the player returns?

    >>> EFFECTS[PlayerChange.EXCLUDED].annuls
    True
    """

    ranked: bool = True
    gains: bool = True
    loses_round: bool = False
    annuls: bool = False
    lasts: bool = True


EFFECTS: Mapping[PlayerChange, Effect] = {
    PlayerChange.LATE: Effect(lasts=False),
    PlayerChange.ABSENT: Effect(lasts=False),
    PlayerChange.WITHDRAWN: Effect(gains=False),
    PlayerChange.FORFEITED: Effect(gains=False, loses_round=True),
    PlayerChange.EXPELLED: Effect(ranked=False, gains=False, loses_round=True),
    PlayerChange.EXCLUDED: Effect(ranked=False, gains=False, loses_round=True, annuls=True),
}
"""What each change of a player's status means for ranking, rating, the round and the games before."""


class EventRole(StrEnum):
    """What somebody at an event may do: see `damiera.service.tournament.rights`.

    >>> EventRole("check-in").name
    'CHECK_IN'
    """

    ARBITER = "arbiter"
    DEPUTY = "deputy"
    RESULTS = "results"
    CHECK_IN = "check-in"
    SCREEN = "screen"


class System(StrEnum):
    """How rounds are paired.

    >>> EventSettings().system.value
    'optimal'
    """

    ROTATION = "rotation"
    OPTIMAL = "optimal"
    DUTCH_2026 = "dutch-2026"
    DUTCH = "dutch"  # of 2017, by an extra library
    ROUND_ROBIN = "round-robin"
    KNOCKOUT = "knockout"
    SCHEVENINGEN = "scheveningen"
    KEIZER = "keizer"


BY_TABLE: frozenset[System] = frozenset({System.ROUND_ROBIN, System.KNOCKOUT, System.SCHEVENINGEN})
"""Systems whose rounds follow from a table or a bracket, whoever is away."""
MEETS_AGAIN: frozenset[System] = frozenset({System.KNOCKOUT, System.SCHEVENINGEN, System.KEIZER})
"""Systems in which two may meet a second time."""


class Scoring(msgspec.Struct, frozen=True):
    """What a game is worth, in whole points. `halved` prints them halved (chess: 2 is written 1, 1 is ½)."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    forfeit_win: int = 2
    forfeit_loss: int = 0
    bye: int = 2
    full_bye: int = 2
    half_bye: int = 1
    zero_bye: int = 0
    halved: bool = False

    def points(self, kind: Kind, mark: GameMark | None) -> int:
        """What a line of `kind` is worth to the player who made `mark` of it."""
        match kind:
            case Kind.PLAYED:
                return 0 if mark is None else {"win": self.win, "draw": self.draw, "loss": self.loss}[mark]
            case Kind.FORFEIT:
                return (
                    self.forfeit_win
                    if mark is GameMark.WIN
                    else self.draw
                    if mark is GameMark.DRAW
                    else self.forfeit_loss
                )
            case Kind.BYE:
                return self.bye
            case Kind.FULL_BYE:
                return self.full_bye
            case Kind.HALF_BYE:
                return self.half_bye
            case _:
                return self.zero_bye if kind is Kind.ZERO_BYE else 0

    def said(self, points: int) -> str:
        """Points as printed.

        >>> Scoring(halved=True).said(7), Scoring().said(7)
        ('3.5', '7')
        """
        return f"{points / 2:.1f}" if self.halved else str(points)


class ColourRule(msgspec.Struct, frozen=True):
    """How far colours may be from even.

    Attributes:
        difference: the greatest difference between Whites and Blacks of a player.
        in_row: the greatest number of games in a row with the same colour.
        ignored: colours are drawn or reversed within the match: they do not matter for pairing.

    >>> EventSettings().colours.in_row
    2
    """

    difference: int = 2
    in_row: int = 2
    ignored: bool = False


class EventSettings(msgspec.Struct, frozen=True):
    """How the event is run.

    Attributes:
        system: how rounds are paired.
        rounds: how many rounds are planned; 0: as many as the system needs.
        cycles: of a round robin: 2 for home and away.
        games: games of one pairing in one round; 2 is the match with colours reversed.
        match_points: a pairing of several games counts as one win, draw or loss.
        scoring: what a game is worth.
        colours: the limits of colours.
        criteria: of `optimal`, in the order of their weight; empty: the usual order.
        weak_rounds: up to this round players of the same club or province are kept apart, if it can be.
        weak_by: what counts as the same, of "club", "province", "federation".
        acceleration: rounds in which the upper half is paired as if it had more points; 0 for none.
        late_points: what the rounds before a late entry are worth ("zero", "half", "full").
        last_bye_lowest: in an odd round robin the rest of the last round goes to the lowest Elo.
        third_place: in a knockout the losers of the semifinals play for the third place.
        seeds: of a knockout: by Elo, or by start number where those tell who earned which.
        boards: boards of a team; 0 where everyone plays alone.
        match_scoring: what a match of teams is worth; None: what a game is.
        seed: what lots are drawn from, so that a repeat gives the same.

    >>> EventSettings(system=System.ROUND_ROBIN, cycles=2).games
    1
    """

    system: System = System.OPTIMAL
    rounds: int = 0
    cycles: int = 1
    games: int = 1
    match_points: bool = False
    scoring: Scoring = Scoring()
    colours: ColourRule = ColourRule()
    criteria: tuple[str, ...] = ()
    weak_rounds: int = 0
    weak_by: tuple[str, ...] = ("club", "province")
    acceleration: int = 0
    late_points: Literal["zero", "half", "full"] = "zero"
    last_bye_lowest: bool = False
    third_place: bool = False
    boards: int = 0
    seed: str = ""
    seeds: Literal["elo", "number"] = "elo"
    match_scoring: Scoring | None = None


class EventPlayer(msgspec.Struct, frozen=True):
    """Someone entered.

    `number` is the start number, the lot of the rotating system; it never changes. `elo`, `national_elo` and
    `ratings` are Elo points, 0 for whoever has none.

    >>> EventPlayer(1, "Rossi", 3000).club
    ''
    """

    number: int
    name: str
    elo: int = 0
    category: str = ""
    club: str = ""
    province: str = ""
    sex: Sex | None = None
    born: str = ""
    card: str = ""
    federation: str = ""
    title: str = ""
    group: str = ""
    national_elo: int = 0
    ratings: tuple[tuple[str, int], ...] = ()


class Team(msgspec.Struct, frozen=True):
    """A team; `members` are players' numbers in the order of the boards, reserves last.

    >>> Team(1, "Livorno", (1, 2)).members
    (1, 2)
    """

    number: int
    name: str
    members: tuple[int, ...] = ()
    club: str = ""


class Status(msgspec.Struct, frozen=True):
    """A change of a player's standing in the event.

    Attributes:
        from_round: the first round for which it holds; of a late entry, the first round they play.
        until_round: the last round for which it holds; None: to the end.
        worth: of an absence, the bye given in each of its rounds.
        reason: why, in the arbiter's words.

    >>> Status(1, PlayerChange.ABSENT, 2, until_round=3).holds(3)
    True
    """

    player: int
    change: PlayerChange
    from_round: int
    until_round: int | None = None
    worth: Kind = Kind.ZERO_BYE
    reason: str = ""

    def holds(self, round: int) -> bool:
        """Does it keep the player out of `round`?"""
        if self.change is PlayerChange.LATE:
            return round < self.from_round
        return self.from_round <= round and (self.until_round is None or round <= self.until_round)


class ForbiddenPair(msgspec.Struct, frozen=True):
    """Two players who must not meet (absolute) or should not (weak), in rounds `first` to `last`.

    >>> ForbiddenPair(1, 2, last=3).holds(4)
    False
    """

    a: int
    b: int
    absolute: bool = True
    first: int = 1
    last: int | None = None
    reason: str = ""

    def holds(self, round: int) -> bool:
        """Does it hold in `round`?"""
        return self.first <= round and (self.last is None or round <= self.last)


class Acceleration(msgspec.Struct, frozen=True):
    """Points a player is paired with, but does not have, in rounds `first` to `last`.

    >>> Acceleration(1, points=2, first=1, last=2).points
    2
    """

    player: int
    points: int
    first: int
    last: int


class RoundGame(msgspec.Struct, frozen=True):
    """One line of a round.

    Attributes:
        white: who has White; of a bye, who rests.
        black: who has Black; None for a bye.
        white_mark: what White made of it; None while it is under way. Both may have lost.
        kind: played, forfeit, one of the byes, annulled.
        leg: which game of the match, where a pairing has several.
        advantage: who had the better of a draw, where plus and minus draws are kept.
        protected: set by hand: a new pairing of the round leaves it alone.
        match: in a team event, the table of the match this board belongs to.
        rated: does it count for ratings? (A game broken off before the first move does not.)
        clock: of a play-off game, the clock it is played with, in words; "" for the clock of the event.
        draw_for: of a play-off game, who goes on by a draw.

    >>> RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS).result(Scoring())
    '2-0'
    """

    round: int
    board: int
    white: int
    black: int | None
    white_mark: GameMark | None = None
    black_mark: GameMark | None = None
    kind: Kind = Kind.PLAYED
    leg: int = 1
    advantage: Colour | None = None
    protected: bool = False
    match: int = 0
    rated: bool = True
    clock: str = ""
    draw_for: Colour | None = None

    @property
    def is_over(self) -> bool:
        """Is nothing left to be reported?"""
        return self.black is None or self.kind is Kind.ANNULLED or self.white_mark is not None

    @property
    def is_played(self) -> bool:
        """Was it played over the board, to a result?"""
        return self.kind is Kind.PLAYED and self.black is not None and self.white_mark is not None

    def result(self, scoring: Scoring) -> str:
        """The result on the event's scale: "2-0"; "+ -" by forfeit; "" while under way."""
        if self.kind is Kind.ANNULLED:
            return "x"
        if self.black is None:
            return scoring.said(scoring.points(self.kind, None))
        if self.white_mark is None or self.black_mark is None:
            return ""
        if self.kind is Kind.FORFEIT:
            sign = {GameMark.WIN: "+", GameMark.DRAW: "=", GameMark.LOSS: "-"}
            return f"{sign[self.white_mark]} {sign[self.black_mark]}"
        white, black = (scoring.points(self.kind, m) for m in (self.white_mark, self.black_mark))
        return f"{scoring.said(white)}-{scoring.said(black)}"


class Round(msgspec.Struct, frozen=True):
    """A round: its games in the order of the boards, byes last.

    `closed`: all results are confirmed. `system`: the one that paired it; None where nobody said.

    >>> Round(1).closed
    False
    """

    number: int
    games: tuple[RoundGame, ...] = ()
    closed: bool = False
    manual: bool = False
    reason: str = ""
    system: System | None = None


def board_names(round: Round) -> dict[int, str]:
    """Return what the boards of a round are called where teams meet: the table, and the board of the match.

    What is in no match is left out: it is called by its number.

    >>> match = RoundGame(1, 7, 1, 5, match=3), RoundGame(1, 8, 6, 2, match=3)
    >>> board_names(Round(1, (*match, RoundGame(1, 9, 3, 4))))
    {7: '3.1', 8: '3.2'}
    """
    matches: dict[int, set[int]] = {}
    for game in round.games:
        if game.match:
            matches.setdefault(game.match, set()).add(game.board)
    return {
        board: f"{match}.{place}"
        for match, boards in matches.items()
        for place, board in enumerate(sorted(boards), 1)
    }


def board_name(round: Round, board: int) -> str:
    """Return what one board is called: where teams meet the table and its place there, else its number.

    >>> match = RoundGame(1, 7, 1, 5, match=3), RoundGame(1, 8, 6, 2, match=3)
    >>> board_name(Round(1, match), 8), board_name(Round(1), 8)
    ('3.2', '8')
    """
    own = next((g.match for g in round.games if g.board == board), 0)
    return board_names(round)[board] if own else str(board)


class Pair(msgspec.Struct, frozen=True):
    """Two who are to play, or one who rests (`black` None).

    >>> Pair(3, None)
    Pair(white=3, black=None)
    """

    white: int
    black: int | None


class Pairing(msgspec.Struct, frozen=True):
    """What a system proposes for a round: pairs in the order of the boards, the bye last.

    `criteria` holds the value of each declared criterion, in the order of their weight; `trace` the steps.

    >>> Pairing(1, System.OPTIMAL, (Pair(1, 2), Pair(3, None))).opponent(2)
    1
    """

    round: int
    system: System
    pairs: tuple[Pair, ...]
    criteria: tuple[tuple[str, int], ...] = ()
    trace: tuple[Step, ...] = ()

    def opponent(self, player: int) -> int | None:
        """The opponent of `player`; None if they rest.

        Raises:
            KeyError: for a player of another pairing.
        """
        for pair in self.pairs:
            if pair.white == player:
                return pair.black
            if pair.black == player:
                return pair.white
        raise KeyError(player)


class PlayerGame(Struct, frozen=True, gc=False):
    """A game as one player sees it.

    `opponent` and `colour` are None for a bye, and for a round in which they were not paired at all (`kind`
    ZERO_BYE, `board` 0). `points` are on the event's scale. `played`: over the board, to a result.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> entry = entries(event, 1)[0]
    >>> entry.opponent, entry.colour, entry.points
    (2, 'white', 2)
    """

    round: int
    opponent: int | None
    colour: Colour | None
    mark: GameMark | None
    kind: Kind
    points: int
    played: bool
    board: int = 0
    leg: int = 1
    advantage: bool | None = None
    rated: bool = True


_USUAL: Final = EventSettings()


@dataclass(frozen=True, slots=True)
class Event:
    """An event as it stands. Equal events are equal whatever was asked of them before.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> event.played_rounds, event.player(2).name
    (1, 'Bianchi')
    """

    name: str = ""
    players: tuple[EventPlayer, ...] = ()
    rounds: tuple[Round, ...] = ()
    settings: EventSettings = _USUAL
    statuses: tuple[Status, ...] = ()
    forbidden: tuple[ForbiddenPair, ...] = ()
    accelerations: tuple[Acceleration, ...] = ()
    teams: tuple[Team, ...] = ()
    place: str = ""
    federation: str = ""
    starts: date | None = None
    ends: date | None = None
    game: str = "italian"
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    dates: tuple[date | None, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()
    _book: _Book | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def played_rounds(self) -> int:
        """The number of the last round that exists; 0 before the first."""
        return self.rounds[-1].number if self.rounds else 0

    @property
    def games(self) -> tuple[RoundGame, ...]:
        """All games, round by round."""
        return tuple(game for round in self.rounds for game in round.games)

    def player(self, number: int) -> EventPlayer:
        """The player with this start number.

        Raises:
            NoSuchPlayer: if nobody has it.
        """
        book = self._book
        if book is not None:
            found = book.players.get(number)
        else:
            found = next((p for p in self.players if p.number == number), None)
        if found is None:
            raise NoSuchPlayer(number)
        return found

    def round(self, number: int) -> Round | None:
        """The round with this number, if it exists."""
        return next((r for r in self.rounds if r.number == number), None)


class _Book(msgspec.Struct):
    """What is asked often, counted once."""

    players: dict[int, EventPlayer]
    entries: dict[int, list[PlayerGame]]
    statuses: dict[int, list[Status]]
    met: dict[int, set[int]] | None = None


def _book(event: Event) -> _Book:
    book = event._book
    if book is None:
        book = _write_book(event)
        object.__setattr__(event, "_book", book)
    return book


def _write_book(event: Event) -> _Book:
    players = {p.number: p for p in event.players}
    statuses: dict[int, list[Status]] = {}
    for status in event.statuses:
        statuses.setdefault(status.player, []).append(status)
    entries: dict[int, list[PlayerGame]] = {n: [] for n in players}
    points = _points_table(event.settings.scoring)
    for round in event.rounds:
        for game in round.games:
            _enter(game, entries, points)
    for number, own in entries.items():
        if len({e.round for e in own}) < len(event.rounds):
            _fill(own, event, statuses.get(number, ()))
    return _Book(players, entries, statuses)


def carry_counts(before: Event, after: Event) -> None:
    """Let an event take over what was counted of the one it was made from, where only results differ.

    The cards of players whose games changed are written anew, all others are shared: to enter a result costs
    the same in every event. Where more differs nothing is taken over; all is counted when it is asked for.

    Raises:
        NoSuchPlayer: if a game is of somebody who is not in the event.

    >>> two = (EventPlayer(1, "Rossi"), EventPlayer(2, "Bianchi"))
    >>> before = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2),)),))
    >>> score(before, 1)
    0
    >>> after = replace(before, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> carry_counts(before, after)
    >>> score(after, 1)
    2
    """
    book = before._book
    if book is None or after is before or after._book is not None:
        return
    changed = _reported_anew(before, after)
    if changed is None:
        return
    entries, points = dict(book.entries), _points_table(after.settings.scoring)
    for held, touched in changed:
        fresh: dict[int, list[PlayerGame]] = {}
        for game in held.games:
            if game.white in touched or game.black in touched:
                for number in (game.white, game.black or game.white):
                    fresh.setdefault(number, [])
                _enter(game, fresh, points)
        for number in touched:
            own = entries[number]
            earlier = [e for e in own if e.round < held.number]
            entries[number] = [*earlier, *fresh[number], *(e for e in own if e.round > held.number)]
    object.__setattr__(after, "_book", _Book(book.players, entries, book.statuses))


def _reported_anew(before: Event, after: Event) -> list[tuple[Round, set[int]]] | None:
    """Return the rounds in which games differ, and whose they are; None where more than results differs."""
    old, new = ((e.players, e.statuses, e.settings, [r.number for r in e.rounds]) for e in (before, after))
    if old != new:
        return None
    changed = []
    for was, now in zip(before.rounds, after.rounds, strict=True):
        if was is now:
            continue
        if len(was.games) != len(now.games):
            return None
        touched: set[int] = set()
        for one, other in zip(was.games, now.games, strict=True):
            if one is not other:
                if (one.white, one.black) != (other.white, other.black):
                    return None
                touched.update(n for n in (one.white, one.black) if n is not None)
        changed.append((now, touched))
    return changed


def _points_table(scoring: Scoring) -> dict[tuple[Kind, GameMark | None], int]:
    marks: tuple[GameMark | None, ...] = (*GameMark, None)
    return {(kind, mark): scoring.points(kind, mark) for kind in Kind for mark in marks}


def _enter(
    game: RoundGame, entries: dict[int, list[PlayerGame]], points: Mapping[tuple[Kind, GameMark | None], int]
) -> None:
    kind, white, black = game.kind, game.white, game.black
    if white not in entries or (black is not None and black not in entries):
        raise NoSuchPlayer(white if white not in entries else black or 0)
    if black is None:
        value = points[kind, None]
        entries[white].append(
            PlayerGame(game.round, None, None, game.white_mark, kind, value, False, game.board, game.leg)
        )
        return
    played = kind is Kind.PLAYED and game.white_mark is not None
    mine, theirs, better = game.white_mark, game.black_mark, game.advantage
    round, board, leg, rated = game.round, game.board, game.leg, game.rated
    up = None if better is None else better == "white"
    down = None if up is None else not up
    entries[white].append(
        PlayerGame(round, black, "white", mine, kind, points[kind, mine], played, board, leg, up, rated)
    )
    entries[black].append(
        PlayerGame(round, white, "black", theirs, kind, points[kind, theirs], played, board, leg, down, rated)
    )


def _fill(own: list[PlayerGame], event: Event, statuses: Iterable[Status]) -> None:
    """Give the rounds in which a player was not paired their line: an absence, or nothing."""
    have = {e.round for e in own}
    scoring = event.settings.scoring
    for round in event.rounds:
        if round.number not in have:
            kind = _unpaired_kind(round.number, event, statuses)
            own.append(PlayerGame(round.number, None, None, None, kind, scoring.points(kind, None), False))
    own.sort(key=lambda e: (e.round, e.leg))


_LATE = {"zero": Kind.ZERO_BYE, "half": Kind.HALF_BYE, "full": Kind.FULL_BYE}


def _unpaired_kind(round: int, event: Event, statuses: Iterable[Status]) -> Kind:
    kind = Kind.ZERO_BYE
    for status in statuses:
        if not status.holds(round):
            continue
        if status.change is PlayerChange.LATE:
            kind = _LATE[event.settings.late_points]
        elif status.change is PlayerChange.ABSENT:
            kind = status.worth
        else:
            return Kind.ZERO_BYE
    return kind


def entries(event: Event, player: int, after_round: int | None = None) -> tuple[PlayerGame, ...]:
    """The player's card: one entry a game, at least one for each round there is, in order.

    Raises:
        NoSuchPlayer: if nobody has this number.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> [entry.points for entry in entries(event, 2)]
    [0]
    """
    own = _book(event).entries.get(player)
    if own is None:
        raise NoSuchPlayer(player)
    if after_round is None or after_round >= event.played_rounds:
        return tuple(own)
    return tuple([e for e in own if e.round <= after_round])


def score(event: Event, player: int, after_round: int | None = None) -> int:
    """The player's points after a round (after all, if None), byes and forfeits included.

    Raises:
        NoSuchPlayer: for a number that nobody has.

    >>> two = (EventPlayer(1, "Rossi"), EventPlayer(2, "Bianchi"))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> score(event, 1), score(event, 2), opponents(event, 1)
    (2, 0, (2,))
    """
    own = _book(event).entries.get(player)
    if own is None:
        raise NoSuchPlayer(player)
    if event.settings.match_points and event.settings.games > 1:
        return _match_score(event, own, after_round)
    if after_round is None or after_round >= event.played_rounds:
        return sum([e.points for e in own])
    return sum([e.points for e in own if e.round <= after_round])


def _match_score(event: Event, own: list[PlayerGame], after_round: int | None) -> int:
    """Points where the games of a round count together as one win, draw or loss."""
    scoring, total = event.settings.scoring, 0
    by_round: dict[int, list[PlayerGame]] = {}
    for entry in own:
        if after_round is None or entry.round <= after_round:
            by_round.setdefault(entry.round, []).append(entry)
    for games in by_round.values():
        if games[0].opponent is None:
            total += games[0].points
        elif all(e.mark is not None for e in games):
            won = sum((e.mark is GameMark.WIN) - (e.mark is GameMark.LOSS) for e in games)
            total += scoring.win if won > 0 else scoring.loss if won < 0 else scoring.draw
    return total


def scores(event: Event, after_round: int | None = None) -> dict[int, int]:
    """Everyone's points after a round, by start number.

    Raises:
        NoSuchPlayer: for a number that nobody has.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> scores(event)
    {1: 2, 2: 0}
    """
    return {p.number: score(event, p.number, after_round) for p in event.players}


def opponents(
    event: Event, player: int, after_round: int | None = None, *, played: bool = True
) -> tuple[int, ...]:
    """The opponents the player has met, in order; with `played=False` also those only paired with them.

    Raises:
        NoSuchPlayer: for a number that nobody has.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> opponents(event, 2)
    (1,)
    """
    return tuple(
        e.opponent
        for e in entries(event, player, after_round)
        if e.opponent is not None
        and e.leg == 1
        and (e.played or (not played and e.kind is not Kind.ANNULLED))
    )


def met(event: Event) -> Mapping[int, set[int]]:
    """For each player those they may not meet again: games played or under way. A forfeit does not count.

    Raises:
        NoSuchPlayer: for a number that nobody has.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> met(event)[1]
    {2}
    """
    book = _book(event)
    if book.met is None:
        book.met = {
            number: {
                e.opponent for e in own if e.opponent is not None and e.kind in (Kind.PLAYED, Kind.ANNULLED)
            }
            for number, own in book.entries.items()
        }
    return book.met


def colours(event: Event, player: int, after_round: int | None = None) -> tuple[Colour, ...]:
    """The colours of the games the player played (or is playing), in order; byes and forfeits leave none.

    Raises:
        NoSuchPlayer: for a number that nobody has.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> colours(event, 2)
    ('black',)
    """
    return tuple(
        e.colour
        for e in entries(event, player, after_round)
        if e.colour is not None and e.kind is Kind.PLAYED and e.leg == 1
    )


def colour_balance(event: Event, player: int, after_round: int | None = None) -> int:
    """Whites less Blacks.

    Raises:
        NoSuchPlayer: for a number that nobody has.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> colour_balance(event, 1)
    1
    """
    return sum(1 if c == "white" else -1 for c in colours(event, player, after_round))


def float_of(event: Event, player: int, round: int) -> Float | None:
    """Did the player meet someone with fewer points ("down") or more ("up") in `round`? A bye is "down".

    Points are those before the round. A bye asked for at zero or half, and a forfeit lost, do not count.

    Raises:
        NoSuchPlayer: for a number that nobody has.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> float_of(event, 1, 1)
    """
    for entry in entries(event, player, round):
        if entry.round != round:
            continue
        if entry.opponent is None:
            return "down" if entry.kind in (Kind.BYE, Kind.FULL_BYE) else None
        if entry.kind is Kind.FORFEIT:
            return "down" if entry.mark is GameMark.WIN else None
        mine, his = score(event, player, round - 1), score(event, entry.opponent, round - 1)
        return None if mine == his else "down" if mine > his else "up"
    return None


def floats(event: Event, player: int, after_round: int | None = None) -> tuple[Float | None, ...]:
    """`float_of` for each round there is, in order.

    Raises:
        NoSuchPlayer: for a number that nobody has.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> floats(event, 1)
    (None,)
    """
    last = event.played_rounds if after_round is None else after_round
    return tuple(float_of(event, player, r.number) for r in event.rounds if r.number <= last)


def status(event: Event, player: int, round: int) -> Status | None:
    """What keeps the player out of `round`; the gravest, if several do.

    Raises:
        NoSuchPlayer: for a number that nobody has.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> status(event, 1, 2)
    """
    held = [s for s in _book(event).statuses.get(player, ()) if s.holds(round)]
    return max(held, key=lambda s: _GRAVITY[s.change], default=None)


_GRAVITY = {change: grave for grave, change in enumerate(PlayerChange)}


def available(event: Event, round: int) -> tuple[int, ...]:
    """The numbers of those to be paired in `round`, in order.

    Raises:
        NoSuchPlayer: for a number that nobody has.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> available(event, 2)
    (1, 2)
    """
    book = _book(event)
    return tuple(n for n in sorted(book.players) if not any(s.holds(round) for s in book.statuses.get(n, ())))


def excluded(event: Event) -> frozenset[int]:
    """The players whose games are annulled: `PlayerChange.EXCLUDED`.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> excluded(event)
    frozenset()
    """
    return frozenset(s.player for s in event.statuses if EFFECTS[s.change].annuls)


def virtual_points(event: Event, player: int, round: int) -> int:
    """Points the player is paired with in `round` beyond those they have (accelerated start).

    Raises:
        NoSuchPlayer: for a number that nobody has.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> virtual_points(event, 1, 2)
    0
    """
    rounds = event.settings.acceleration
    if not rounds and not event.accelerations:
        return 0
    given = sum(a.points for a in event.accelerations if a.player == player and a.first <= round <= a.last)
    if not rounds or round > rounds or event.accelerations:
        return given
    upper = 2 * -(-len(event.players) // 4)
    place = sorted(_book(event).players).index(player) + 1
    scoring = event.settings.scoring
    return 0 if place > upper else scoring.win if round <= -(-rounds // 2) else scoring.draw


def with_round(event: Event, round: Round) -> Event:
    """The event with `round` in its place: added, or instead of the one with the same number.

    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> with_round(event, Round(2)).played_rounds
    2
    """
    others = tuple(r for r in event.rounds if r.number != round.number)
    return replace(event, rounds=tuple(sorted((*others, round), key=lambda r: r.number)))

"""What somebody chooses for a new game, and the game that it makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal, get_args

import msgspec
from msgspec import structs

from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings
from damiera.game.openings import decks_of, draw, start_of
from damiera.game.sides import SideName
from damiera.game.ways import Conditions, PlayerScreens, Way
from damiera.messages import Message
from damiera.notation.moves import best_route, parse_move
from damiera.rules.errors import UnknownGame, UnknownOption
from damiera.rules.options import options_of, with_options
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.errors import BadTerms
from damiera.service.event_forms import squares
from damiera.service.terms import DEFAULT_LEVEL, NewGame, OpeningDraw

__all__ = ["CLOCKS", "DAYS", "LOSING", "VACATIONS", "ClockName", "DaysName", "GameChoices", "VacationName"]
__all__ += ["first_move", "new_game", "taken_apart", "unknown_game"]

_NO_GAME: Final = Message("There is no game '{name}'.")

LOSING: Final = "-losing"
ClockName = Literal["none", "3+2", "5+3", "10+5", "15+5", "30+10"]
DaysName = Literal["none", "1d", "2d", "3d", "5d", "7d", "10d", "14d", "30d", "10/30d", "10/50d"]
VacationName = Literal["year", "30d", "14d", "none"]
SideChoice = Literal["white", "black"]
BlindChoice = Literal["you", "white", "black", "both"]
SeatName = Literal["white", "black", "red", "green", "blue", "yellow", "both", "lot", "arbiter"]
SeatChoice = Literal[SeatName, "any"]

CLOCKS: Final[Mapping[ClockName, tuple[int, int] | None]] = {
    "none": None,
    "3+2": (180_000, 2_000),
    "5+3": (300_000, 3_000),
    "10+5": (600_000, 5_000),
    "15+5": (900_000, 5_000),
    "30+10": (1_800_000, 10_000),
}
"""The clocks that a form offers: time for each side and what a move adds, in milliseconds."""

DAYS: Final[tuple[DaysName, ...]] = get_args(DaysName)
"""The times that a form offers by correspondence, as clocks are written: days a move, or moves in days."""
VACATIONS: Final[tuple[VacationName, ...]] = get_args(VacationName)
"""The vacations that a form offers by correspondence: as many as each has in a year, or so many at most."""


class GameChoices(msgspec.Struct, frozen=True):
    """What somebody chose for a new game, with the usual for the rest; a form shows it again as it is."""

    game: str = "italian"
    against: Literal["engine", "here", "friend"] = "engine"
    level: int = DEFAULT_LEVEL
    seat: SeatChoice = "white"
    club: bool = False
    clock: ClockName = "none"
    fen: str = ""
    rulebook: str = ""
    losing: bool = False
    options: Mapping[str, str] = {}
    timing: str = ""
    days: DaysName = "5d"
    vacation: VacationName = "year"
    deck: str = ""
    seed: str = ""
    way: Way = Way.BOARD
    blind: BlindChoice = "you"
    host: SideChoice = "white"
    without: str = ""
    touch: bool = False
    desk: bool = False
    screens: PlayerScreens = "none"
    unrecorded: bool = False
    promotional: bool = False
    scoresheet: Literal["fid2008", "fid2020-proposal"] = "fid2008"
    auction: Literal["yes", "no"] = "yes"
    white_name: str = ""
    black_name: str = ""
    house_name: str = ""
    rated: bool = False
    private: bool = False

    @property
    def is_special(self) -> bool:
        """Whether anything was chosen of the ways of playing, so that the form shows it at once."""
        ticks = (self.touch, self.desk, self.unrecorded, self.promotional)
        return self.way is not Way.BOARD or any(ticks) or bool(self.without)

    @property
    def is_arbiters(self) -> bool:
        """Whether whoever asks is the arbiter, and both players come to screens of their own."""
        return self.desk and self.screens != "none"

    @property
    def none_sees(self) -> bool:
        """Whether both play without seeing: art. 15.1.6, which a form reaches from 15.1.4."""
        return self.way is Way.BOTH_BLINDFOLD or (self.way is Way.BLINDFOLD and self.blind == "both")

    def slug(self) -> str:
        """Return the one name of the game with all that is chosen; a name nobody knows as it was given.

        Options that the game does not have are left out: they were chosen for another.

        Raises:
            BadTerms: for options that cannot be.
        """
        if "~" in self.game:
            return self.game
        twin = f"{self.game}{LOSING}"
        base = twin if self.losing and twin in CATALOGUE else self.game
        if base not in CATALOGUE:
            return base
        known = {setting.option.name for setting in options_of(CATALOGUE[base])}
        try:
            return with_options(base, {k: v for k, v in self.options.items() if k in known}).slug
        except UnknownOption as error:
            raise BadTerms("game", error.message) from error

    def book(self) -> str | None:
        """Return the rulebook chosen, as the game with its options has it; None where it was of another game.

        >>> GameChoices(game="italian", losing=True, rulebook="fid.italian.2006").book()
        'losing.fid.italian.2006'
        """
        try:
            books = ruleset(self.slug()).rulebooks
        except DamieraError:
            return None
        return next((one for one in books if _edition(one) == _edition(self.rulebook)), None)


def _edition(book: str) -> str:
    """Return the rulebook that another was made from, for a game played to lose or with changes."""
    return book.rpartition("+")[2].removeprefix("losing.")


def taken_apart(game: str) -> tuple[str, bool, Mapping[str, str]]:
    """Return the game of the catalogue, whether it is played to lose, and its options; house rules whole."""
    try:
        rules = ruleset(game)
    except DamieraError:
        return game, False, {}
    if rules.is_house:
        return rules.slug, False, {}
    base = rules.base.removesuffix(LOSING)
    return base, base != rules.base, rules.chosen


def unknown_game(name: str) -> Message | None:
    """Return what is to be said of a name that no game has; None for one that a game has."""
    try:
        ruleset(name)
    except UnknownGame as error:
        return _NO_GAME.format(name=error.name)
    except DamieraError:
        pass  # a game that cannot be changed in this way
    return None


def first_move(chosen: GameChoices, text: str) -> tuple[int, ...]:
    """Return the route of the first move, as it was written; nothing where it was not.

    Raises:
        DamieraError: for a text that is no legal move.
    """
    if not text:
        return ()
    position = ruleset(chosen.slug()).start()
    return best_route(position, parse_move(position, text))


def new_game(chosen: GameChoices, path: tuple[int, ...] = ()) -> NewGame:
    """Return the game that was chosen; `path` is its first move, where that is made already.

    Raises:
        BadTerms: for choices that do not go together.
    """
    by_post = chosen.way is Way.CORRESPONDENCE
    times = None if by_post else CLOCKS[chosen.clock]
    timing = chosen.timing.strip() or (_days(chosen) if by_post else "")
    new = NewGame(
        game=chosen.slug(),
        seat=_seat(chosen),
        level=chosen.level if chosen.against == "engine" and not chosen.is_arbiters else None,
        friend=chosen.against == "friend" or chosen.is_arbiters,
        base_ms=times[0] if times and not timing else None,
        increment_ms=times[1] if times and not timing else 0,
        fen=chosen.fen.strip() or None,
        rulebook=chosen.book(),
        path=path,
        clock=_timing(timing) if timing else None,
        names=(chosen.white_name, chosen.black_name),
        conditions=_conditions(chosen),
        asker_blindfold=chosen.way is Way.BLINDFOLD and chosen.blind == "you",
    )
    drawn_from = chosen.deck or _deck_of_eleven(chosen)
    return _drawn(new, chosen, drawn_from) if drawn_from else new


def _seat(chosen: GameChoices) -> SeatName:
    if chosen.is_arbiters:
        return "arbiter"
    if chosen.against == "here":
        return "both"
    return "lot" if chosen.seat == "any" else chosen.seat


def _days(chosen: GameChoices) -> str:
    """Return the clock of a game by correspondence as it is written; nothing where no time is set."""
    has_none = chosen.days == "none" or "/" in chosen.days
    if chosen.vacation == "none" or (has_none and chosen.vacation == "year"):
        return "" if chosen.days == "none" else chosen.days
    if has_none:
        raise BadTerms("clock", _VACATION_OF_DAYS)
    return f"{chosen.days} vacation {chosen.vacation}"


_VACATION_OF_DAYS = Message("A vacation goes with days for each move: choose those, or no vacation.")


def _timing(text: str) -> ClockSettings:
    """Return the clock that somebody wrote, such as `60+30` or `5d`. Raises `BadTerms`."""
    try:
        return ClockSettings.parse(text)
    except DamieraError as error:
        raise BadTerms("clock", error.message) from error


def _conditions(chosen: GameChoices) -> Conditions:
    """Return the way of playing, and what else was agreed. Raises `BadTerms`."""
    way = Way.BOTH_BLINDFOLD if chosen.none_sees else chosen.way
    hosted = way in (Way.SIMULTANEOUS, Way.BLINDFOLD_SIMULTANEOUS)
    return Conditions(
        way=way,
        arbitrated=chosen.desk,
        touch_move=chosen.touch or chosen.desk,
        recorded=not chosen.unrecorded,
        automatic_count=not chosen.desk,
        promotional=chosen.promotional,
        blindfold=_blindfold(chosen),
        host=chosen.host if hosted else None,
        without=_without(chosen) if way in (Way.ODDS_PIECES, Way.ELEVEN_MEN) and not chosen.deck else (),
        auction=chosen.auction == "yes" and chosen.slug().partition("~")[0] == "contract",
        house_name=chosen.house_name,
        scoresheet=chosen.scoresheet,
        screens=chosen.screens if chosen.desk else "none",
    )


def _blindfold(chosen: GameChoices) -> tuple[SideName, ...]:
    """Return the sides that play without seeing; none where it is whoever asks, whose side may be drawn."""
    if chosen.none_sees:
        return ("white", "black")
    if chosen.way is Way.BLINDFOLD_SIMULTANEOUS:
        return (chosen.host,)
    return (chosen.blind,) if chosen.way is Way.BLINDFOLD and chosen.blind in ("white", "black") else ()


def _without(chosen: GameChoices) -> tuple[int, ...]:
    """Return the squares whose pieces are taken off, as they were written."""
    rules = ruleset(chosen.slug())
    if chosen.without.strip():
        return squares(chosen.without, rules, "without")
    return ()


def _deck_of_eleven(chosen: GameChoices) -> str:
    """Return the deck of the men to take off, where eleven each play and none are named; else nothing."""
    if chosen.way is not Way.ELEVEN_MEN or chosen.without.strip():
        return ""
    return next((id for id in decks_of(chosen.slug()) if id.endswith("-11m")), "")


_ONE_START = Message(
    "An opening by lot begins from the usual position: leave out the opening, or the position or the odds."
)


def _drawn(new: NewGame, chosen: GameChoices, deck: str) -> NewGame:
    """Return the game with an opening drawn by lot. Raises `BadTerms` if there is none to draw."""
    rules = ruleset(new.game)
    if new.fen or chosen.way is Way.ODDS_PIECES:
        raise BadTerms("deck", _ONE_START)
    try:
        drawn = draw(deck, chosen.seed.strip() or None)
        start, moves = start_of(drawn, rules)
    except DamieraError as error:
        raise BadTerms("deck", error.message) from error
    paths, position = [], start
    for move in moves:
        paths.append(position.paths(move)[0])
        position = position.play(move)
    ballot = OpeningDraw(tuple(paths), deck, drawn.number, drawn.seed) if paths else None
    if drawn.opening.removed:
        agreed = replace(new.conditions, way=Way.ELEVEN_MEN, without=drawn.opening.removed, lot=drawn.seed)
        return structs.replace(new, ballot=ballot, conditions=agreed)
    fen = start.fen if start != rules.start() else new.fen
    lot = "" if paths else f"{deck} {drawn.number} {drawn.seed}"
    return structs.replace(new, fen=fen, ballot=ballot, conditions=replace(new.conditions, lot=lot))

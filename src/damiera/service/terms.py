"""What a new game is to be: read, completed and refused as a whole before anything is stored."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final, Literal

import msgspec

from damiera._core import Position, Side
from damiera.engine.levels import HIGHEST, LOWEST, USUAL
from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings
from damiera.game.errors import BadConditions
from damiera.game.events import Balloted
from damiera.game.sides import is_for_two, side_name, sides_of
from damiera.game.state import Game
from damiera.game.ways import Conditions, Way
from damiera.messages import Message
from damiera.notation.clipboard import read_position
from damiera.notation.errors import FenError
from damiera.notation.fen import parse_fen
from damiera.regulations.citations import implements
from damiera.rules.errors import UnknownGame
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.service.errors import BadTerms
from damiera.service.identity import clean_name

__all__ = ["DEFAULT_LEVEL", "NewGame", "NewGameTerms", "OpeningDraw", "read_terms"]

DEFAULT_LEVEL: Final = USUAL
"""The engine's level where none is asked for."""
_USUAL: Final = Conditions()
SHORTEST_MS: Final = 10_000
LONGEST_MS: Final = 24 * 3_600_000
LONGEST_INCREMENT_MS: Final = 600_000
LONGEST_NAME: Final = 60
_FIRST_MOVES: Final = ((3 * 60_000, 20), (8 * 60_000, 30), (25 * 60_000, 45))
"""Seconds for the first move, by the time a side is likely to have for forty moves, below each bound."""
_FIRST_MOVE_S: Final = 60


class OpeningDraw(msgspec.Struct, frozen=True):
    """An opening drawn by lot: its moves, and how anyone can verify the draw."""

    paths: tuple[tuple[int, ...], ...]
    deck: str = ""
    number: int = 0
    seed: str = ""

    def event(self, at: int) -> Balloted:
        """Return what puts it on the board."""
        return Balloted(paths=self.paths, at=at, deck=self.deck, number=self.number, seed=self.seed)


class NewGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it is asked for. With neither `friend` nor `seat="both"` the engine sits opposite.

    Attributes:
        game: slug or name of the game.
        seat: the side of whoever asks; both for all people at one screen; lot to have it drawn; arbiter for
            whoever sits at no side and rules, while both players come to screens of their own (`friend`).
        level: the engine's level, 1 to 20; 5 when nobody says.
        friend: the other seats are open, each to whoever has its code.
        base_ms: time for each side; None to play without a clock.
        increment_ms: time added after every move.
        fen: a start position; None for the game's own.
        rulebook: id of the rulebook; None for the game's first.
        names: what White and Black are called at one screen; empty for their colours.
        path: the first move, if it is made already.
        clock: how the clocks are set, in place of `base_ms` and `increment_ms`.
        conditions: the way of playing and what else was agreed.
        ballot: the opening drawn by lot.
        asker_blindfold: who asks plays without seeing the board, whichever side they get.
        first_move_s: seconds for the first move of each of two friends, which starts their clock; 0 to have
            it run at once; None for as long as the clock suggests.
    """

    game: str = "italian"
    seat: Literal["white", "black", "red", "green", "blue", "yellow", "both", "lot", "arbiter"] = "white"
    level: int | None = None
    friend: bool = False
    base_ms: int | None = None
    increment_ms: int = 0
    fen: str | None = None
    rulebook: str | None = None
    names: tuple[str, str] = ("", "")
    path: tuple[int, ...] = ()
    clock: ClockSettings | None = None
    conditions: Conditions = _USUAL
    ballot: OpeningDraw | None = None
    asker_blindfold: bool = False
    first_move_s: int | None = None


class NewGameTerms(msgspec.Struct, frozen=True):
    """A game that can begin: `sides` are those of whoever asks, `level` the engine's if it plays.

    `start` is None where the game begins as it always does.
    """

    ruleset: Ruleset
    rulebook: str
    start: Position | None
    sides: tuple[Side, ...]
    level: int | None
    base_ms: int | None
    increment_ms: int | None
    names: tuple[str, str]
    clock: ClockSettings | None = None
    conditions: Conditions = _USUAL
    ballot: OpeningDraw | None = None

    @property
    def position(self) -> Position:
        """The position in which the game begins."""
        return self.start or self.conditions.start(self.ruleset) or self.ruleset.start()

    def name_of(self, side: Side) -> str:
        """Return what a player at one screen is called; nothing for those called by their colours."""
        return self.names[side.value] if side.value < len(self.names) else ""


def read_terms(new: NewGame) -> NewGameTerms:
    """Return the terms of a game that is asked for.

    Raises:
        BadTerms: for anything that makes no game, with the field it is about.
    """
    rules = _ruleset(new.game)
    rulebook = new.rulebook or rules.rulebooks[0]
    if rulebook not in rules.rulebooks:
        raise BadTerms(
            "rulebook", _NO_BOOK.format(book=rulebook, game=rules.name, known=", ".join(rules.rulebooks))
        )
    sides = _sides(new.seat, rules)
    base_ms, increment_ms = _clock(new, rules)
    start = _start(new.fen, rules, rulebook)
    conditions = _conditions(new, rules, start, sides)
    return NewGameTerms(
        ruleset=rules,
        rulebook=rulebook,
        start=start,
        clock=new.clock,
        conditions=conditions,
        ballot=_ballot(new, rules, start, conditions),
        sides=sides,
        level=_level(new, sides),
        base_ms=base_ms,
        increment_ms=increment_ms,
        names=_names(new),
    )


_NO_BOOK = Message("The rulebook {book} is not for {game}: choose from {known}.")
_DECIDED = Message(
    "In this position the game is over already, {score}. {why}{article} Give a position to be played."
)


def _ruleset(name: str) -> Ruleset:
    try:
        return ruleset(name)
    except UnknownGame as error:
        raise _bad("game", error) from error


@implements("fid.italian:2.9", "fid.english:2.8")
def _sides(seat: str, rules: Ruleset) -> tuple[Side, ...]:
    sides = sides_of(rules.core)
    if seat == "both":
        return sides
    if seat == "arbiter":
        return ()
    if seat == "lot":
        return (secrets.choice(sides),)
    for side in sides:
        if side_name(side) == seat:
            return (side,)
    known = ", ".join(side_name(side) for side in sides)
    raise BadTerms(
        "seat",
        Message("There is no seat '{seat}': {known}, both or lot.").format(seat=seat, known=known),
    )


def _level(new: NewGame, sides: tuple[Side, ...]) -> int | None:
    """Return the engine's level, or None where people play."""
    people = new.friend or len(sides) > 1
    if people and new.level is not None:
        raise BadTerms(
            "level",
            Message("A level is for the computer only: leave it out."),
        )
    if new.friend and len(sides) > 1:
        raise BadTerms(
            "friend",
            Message("With all seats yours there is none for friends: choose a colour."),
        )
    if people:
        return None
    level = DEFAULT_LEVEL if new.level is None else new.level
    if not LOWEST <= level <= HIGHEST:
        said = Message("Levels go from {low} to {high}.")
        raise BadTerms("level", said.format(low=LOWEST, high=HIGHEST))
    return level


def _conditions(new: NewGame, rules: Ruleset, start: Position | None, sides: tuple[Side, ...]) -> Conditions:
    """Return what was agreed, refused as a whole if it contradicts itself or the game."""
    conditions = replace(new.conditions, house_name=_house_name(new, rules))
    if new.asker_blindfold and not sides:
        raise BadTerms("blindfold", _ARBITER_SEES)
    if new.asker_blindfold:
        conditions = replace(conditions, blindfold=(side_name(sides[0]),))
    if new.friend:
        conditions = replace(conditions, first_move_s=_first_move_s(new, conditions))
    if conditions.arbitrated and not conditions.auction and _settings(new) is not None:
        conditions = replace(conditions, arbiter_starts=True)
    try:
        conditions.check(rules, new.clock)
    except BadConditions as error:
        raise _bad(error.field, error) from error
    _refuse_blind_engine(new, conditions, sides)
    is_arbiter = new.seat == "arbiter"
    if conditions.arbitrated and not is_arbiter and len(sides) < 2:
        raise BadTerms("arbitrated", _DESK_SEATS)
    if is_arbiter != (conditions.screens != "none") or is_arbiter != (new.friend and not sides):
        raise BadTerms("screens", _WHO_SITS)
    if conditions.without and start is not None:
        raise BadTerms("without", _TWO_STARTS)
    return conditions


@implements("fid.italian:15.1.4", "fid.italian:15.1.6")
def _refuse_blind_engine(new: NewGame, conditions: Conditions, sides: tuple[Side, ...]) -> None:
    """Refuse a game in which the engine would be the one who does not see: it needs no eyes to know."""
    here = {side_name(side) for side in sides}
    if not new.friend and len(sides) == 1 and not here.issuperset(conditions.blindfold):
        raise BadTerms("blindfold", _ENGINE_SEES)


def _first_move_s(new: NewGame, agreed: Conditions) -> int:
    """Return how long a friend's first move may take before the clock runs; 0 where it runs at once.

    It does where an arbiter starts it, for a host who plays many boards, and where days are counted.
    """
    settings = _settings(new)
    if new.first_move_s is not None:
        return new.first_move_s
    if settings is None or settings.counts_days or agreed.arbitrated or agreed.host is not None:
        return 0
    likely_ms = settings.base_ms + 40 * settings.increment_ms
    return next((seconds for below, seconds in _FIRST_MOVES if likely_ms < below), _FIRST_MOVE_S)


def _settings(new: NewGame) -> ClockSettings | None:
    """Return how the clocks are to be set; None to play without."""
    return new.clock or (ClockSettings(new.base_ms, new.increment_ms) if new.base_ms else None)


def _house_name(new: NewGame, rules: Ruleset) -> str:
    """Return what the players call their house rules, on one line; nothing for a game of the catalogue."""
    return " ".join(new.conditions.house_name.split())[:LONGEST_NAME] if rules.is_house else ""


def _ballot(
    new: NewGame, rules: Ruleset, start: Position | None, conditions: Conditions
) -> OpeningDraw | None:
    """Return the opening drawn by lot, once it is sure that it can be played."""
    if new.ballot is None:
        return None
    fewer = conditions.without and conditions.way is not Way.ELEVEN_MEN
    if fewer or conditions.auction:
        raise BadTerms("ballot", _TWO_STARTS)
    try:
        Game.start(rules, position=conditions.start(rules) or start).apply(new.ballot.event(0))
    except DamieraError as error:
        raise _bad("ballot", error) from error
    return new.ballot


_ENGINE_SEES = Message("The computer cannot play without seeing the board: let the person do it.")
_DESK_SEATS = Message("The arbiter at the board writes the moves of both: choose “two players, here”.")
_WHO_SITS = Message(
    "The arbiter sits at no side, and both players come by their links: say what they do there."
)
_ARBITER_SEES = Message("The arbiter sees the board: say which of the players does not.")
_TWO_STARTS = Message("The game begins from a position, or with a ballot, or with fewer pieces: choose one.")


def _clock(new: NewGame, rules: Ruleset) -> tuple[int | None, int | None]:
    if new.clock is not None and is_for_two(rules.core):
        return new.clock.base_ms, new.clock.increment_ms
    if new.base_ms is None and new.clock is None:
        return None, None
    if not is_for_two(rules.core):
        raise BadTerms(
            "clock",
            Message("A clock is for two: with more players there is none.", context="form"),
        )
    if not SHORTEST_MS <= (new.base_ms or 0) <= LONGEST_MS:
        raise BadTerms(
            "clock",
            Message("A clock starts from 10 seconds at least and 24 hours at most."),
        )
    if not 0 <= new.increment_ms <= LONGEST_INCREMENT_MS:
        raise BadTerms(
            "clock",
            Message("The increment goes from 0 to 10 minutes."),
        )
    return new.base_ms, new.increment_ms


def _start(fen: str | None, rules: Ruleset, rulebook: str) -> Position | None:
    if fen is None or not fen.strip():
        return None
    try:
        position = _position(fen, rules)
    except DamieraError as error:
        raise _bad("fen", error) from error
    outcome = Game.start(rules, rulebook=rulebook, position=position).outcome
    if outcome is not None:
        number = f" (art. {outcome.article.partition(':')[2]})" if outcome.article else ""
        raise BadTerms("fen", _DECIDED.format(score=outcome.score, why=outcome.said, article=number))
    return None if position == rules.start() else position


def _position(text: str, rules: Ruleset) -> Position:
    """Return the position that a text gives: a FEN, or what another program puts on the clipboard.

    Raises what is wrong with it as a FEN, if it is nothing else either.
    """
    try:
        return parse_fen(text, rules).position()
    except FenError:
        try:
            return read_position(text, rules).position
        except DamieraError:
            pass
        raise


def _names(new: NewGame) -> tuple[str, str]:
    white, black = new.names
    return (clean_name(white) if white.strip() else "", clean_name(black) if black.strip() else "")


def _bad(field: str, error: DamieraError) -> BadTerms:
    return BadTerms(field, error.message)

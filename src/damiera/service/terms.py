"""What a new game is to be: read, completed and refused as a whole before anything is stored."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final, Literal

from damiera._core import Position, Side
from damiera.engine.levels import HIGHEST, LOWEST
from damiera.errors import DamieraError
from damiera.game.sides import is_for_two, side_name, sides_of
from damiera.game.state import Game
from damiera.lang import Text
from damiera.notation.fen import parse_fen
from damiera.rules.errors import UnknownGame
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.service.errors import BadTerms
from damiera.service.identity import clean_name

__all__ = ["DEFAULT_LEVEL", "NewGame", "Terms", "read_terms"]

DEFAULT_LEVEL: Final = 3
SHORTEST_MS: Final = 10_000
LONGEST_MS: Final = 24 * 3_600_000
LONGEST_INCREMENT_MS: Final = 600_000


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A game as it is asked for. With neither `friend` nor `seat="both"` the engine sits opposite.

    Attributes:
        game: slug or name of the game.
        seat: the side of who asks; both for all people at one screen; lot to have it drawn.
        level: the engine's level, 1 to 10; 3 when nobody says.
        friend: the other seats are open, each to whoever has its code.
        base_ms: time for each side; None to play without a clock.
        increment_ms: time added after every move.
        fen: a start position; None for the game's own.
        rulebook: id of the rulebook; None for the game's first.
        names: what White and Black are called at one screen; empty for their colours.
        path: the first move, if it is made already.
    """

    game: str = "italian"
    seat: Literal["white", "black", "red", "green", "blue", "yellow", "both", "lot"] = "white"
    level: int | None = None
    friend: bool = False
    base_ms: int | None = None
    increment_ms: int = 0
    fen: str | None = None
    rulebook: str | None = None
    names: tuple[str, str] = ("", "")
    path: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """A game that can begin: `sides` are those of who asks, `level` the engine's if it plays.

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

    @property
    def position(self) -> Position:
        """The position in which the game begins."""
        return self.start if self.start is not None else self.ruleset.start()

    def name_of(self, side: Side) -> str:
        """Return what a player at one screen is called; nothing for those called by their colours."""
        return self.names[side.value] if side.value < len(self.names) else ""


def read_terms(new: NewGame) -> Terms:
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
    return Terms(
        ruleset=rules,
        rulebook=rulebook,
        start=_start(new.fen, rules, rulebook),
        sides=sides,
        level=_level(new, sides),
        base_ms=base_ms,
        increment_ms=increment_ms,
        names=_names(new),
    )


_NO_BOOK = Text(
    "Il libro {book} non vale per {game}: scegli tra {known}.",
    "The rulebook {book} is not for {game}: choose from {known}.",
)
_DECIDED = Text(
    "In questa posizione la partita è già finita: metti pezzi che possano muovere.",
    "In this position the game is over already: put pieces that can move.",
)


def _ruleset(name: str) -> Ruleset:
    try:
        return ruleset(name)
    except UnknownGame as error:
        raise _bad("game", error) from error


def _sides(seat: str, rules: Ruleset) -> tuple[Side, ...]:
    sides = sides_of(rules.core)
    if seat == "both":
        return sides
    if seat == "lot":
        return (secrets.choice(sides),)
    for side in sides:
        if side_name(side) == seat:
            return (side,)
    known = ", ".join(side_name(side) for side in sides)
    raise BadTerms(
        "seat",
        Text(
            "Il posto «{seat}» non esiste: {known}, both o lot.",
            "There is no seat '{seat}': {known}, both or lot.",
        ).format(seat=seat, known=known),
    )


def _level(new: NewGame, sides: tuple[Side, ...]) -> int | None:
    """Return the engine's level, or None where people play."""
    people = new.friend or len(sides) > 1
    if people and new.level is not None:
        raise BadTerms(
            "level",
            Text(
                "Il livello è solo per il computer: toglilo.",
                "A level is for the computer only: leave it out.",
            ),
        )
    if new.friend and len(sides) > 1:
        raise BadTerms(
            "friend",
            Text(
                "Se tieni tutti i posti non ne resta per gli amici: scegli un colore.",
                "With all seats yours there is none for friends: choose a colour.",
            ),
        )
    if people:
        return None
    level = DEFAULT_LEVEL if new.level is None else new.level
    if not LOWEST <= level <= HIGHEST:
        said = Text("Il livello va da {low} a {high}.", "Levels go from {low} to {high}.")
        raise BadTerms("level", said.format(low=LOWEST, high=HIGHEST))
    return level


def _clock(new: NewGame, rules: Ruleset) -> tuple[int | None, int | None]:
    if new.base_ms is None:
        return None, None
    if not is_for_two(rules.core):
        raise BadTerms(
            "clock",
            Text(
                "L'orologio è per due: in di più si gioca senza.",
                "A clock is for two: with more players there is none.",
            ),
        )
    if not SHORTEST_MS <= new.base_ms <= LONGEST_MS:
        raise BadTerms(
            "clock",
            Text(
                "L'orologio parte da 10 secondi almeno e 24 ore al massimo.",
                "A clock starts from 10 seconds at least and 24 hours at most.",
            ),
        )
    if not 0 <= new.increment_ms <= LONGEST_INCREMENT_MS:
        raise BadTerms(
            "clock",
            Text("L'incremento va da 0 a 10 minuti.", "The increment goes from 0 to 10 minutes."),
        )
    return new.base_ms, new.increment_ms


def _start(fen: str | None, rules: Ruleset, rulebook: str) -> Position | None:
    if fen is None or not fen.strip():
        return None
    try:
        position = parse_fen(fen, rules).position()
    except DamieraError as error:
        raise _bad("fen", error) from error
    if Game.start(rules, rulebook=rulebook, position=position).outcome is not None:
        raise BadTerms("fen", _DECIDED)
    return None if position == rules.start() else position


def _names(new: NewGame) -> tuple[str, str]:
    white, black = new.names
    return (clean_name(white) if white.strip() else "", clean_name(black) if black.strip() else "")


def _bad(field: str, error: DamieraError) -> BadTerms:
    return BadTerms(field, Text(error.text("it"), error.text("en")))

"""Any arrangement of pieces, and every reason why it is not a position of the game.

Text from outside becomes a `Setup`; a `Setup` without problems becomes a position; the rest of Damiera
takes positions only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Flag, auto

from damiera import _core
from damiera.errors import DamieraError
from damiera.lang import Lang, Text
from damiera.regulations.citing import implements
from damiera.rules._words import capital, colour, men_count, number, piece_count, squares
from damiera.rules.ruleset import Ruleset, ruleset_of
from damiera.rules.squares import ends, square_name

__all__ = ["IllegalSetup", "Setup", "SetupProblem"]


class SetupProblem(Flag):
    """What may be wrong with an arrangement. Several may be wrong at once."""

    NO_SUCH_SQUARE = auto()
    SQUARE_TWICE = auto()
    TOO_MANY_WHITE = auto()
    TOO_MANY_BLACK = auto()
    WHITE_MAN_ON_LAST_ROW = auto()
    BLACK_MAN_ON_LAST_ROW = auto()
    EMPTY_BOARD = auto()

    @property
    def tolerable(self) -> bool:
        """Whether a board can hold the arrangement all the same.

        >>> SetupProblem.TOO_MANY_WHITE.tolerable, SetupProblem.SQUARE_TWICE.tolerable
        (True, False)
        """
        return not self & (SetupProblem.NO_SUCH_SQUARE | SetupProblem.SQUARE_TWICE)


_NOTHING = SetupProblem(0)
_BLACK = SetupProblem.TOO_MANY_BLACK | SetupProblem.BLACK_MAN_ON_LAST_ROW
_TOO_MANY = Text(
    "{side} ha {pieces}, e {game} se ne ammettono {limit} al massimo: togline {over}.",
    "{side} has {pieces}, and {game} allows {limit} at most: take {over} off.",
)
_STRANDED = Text(
    "{side} ha {men} {there} ({where}), dove una pedina è già dama: {kings}.",
    "{side} has {men} {there} ({where}), where a man is a king already: {kings}.",
)
_REASONS = {
    SetupProblem.NO_SUCH_SQUARE: Text(
        "{where} non {are} sulla damiera, che va da {first} a {last}: correggi la casella.",
        "{where} {are} not on the board, which runs from {first} to {last}: correct the square.",
    ),
    SetupProblem.SQUARE_TWICE: Text(
        "{where} {are} {used} due volte: lascia un solo pezzo per casella.",
        "{where} {are} {used} twice: leave one piece on a square.",
    ),
    SetupProblem.TOO_MANY_WHITE: _TOO_MANY,
    SetupProblem.TOO_MANY_BLACK: _TOO_MANY,
    SetupProblem.WHITE_MAN_ON_LAST_ROW: _STRANDED,
    SetupProblem.BLACK_MAN_ON_LAST_ROW: _STRANDED,
    SetupProblem.EMPTY_BOARD: Text(
        "La damiera è vuota: metti almeno un pezzo.", "The board is empty: put at least one piece on it."
    ),
}


class IllegalSetup(DamieraError):
    """The arrangement is not a position of the game. Carries the `setup` and all its `problems`."""

    def __init__(self, setup: Setup, problems: SetupProblem) -> None:
        self.setup = setup
        self.problems = problems
        super().__init__(self.text("en"))

    def text(self, lang: Lang) -> str:
        """Say every reason, each with its squares and its remedy."""
        return " ".join(self.setup.reasons(lang, among=self.problems))


@dataclass(frozen=True, slots=True)
class Setup:
    """Pieces on numbered squares and the side to move, legal or not."""

    ruleset: Ruleset
    side: _core.Side
    white_men: frozenset[int] = frozenset()
    white_kings: frozenset[int] = frozenset()
    black_men: frozenset[int] = frozenset()
    black_kings: frozenset[int] = frozenset()

    @classmethod
    def from_position(cls, position: _core.Position) -> Setup:
        """Return the arrangement of a position.

        >>> from damiera.rules.ruleset import ITALIAN
        >>> Setup.from_position(ITALIAN.start()).problems()
        <SetupProblem: 0>
        """
        return cls(
            ruleset_of(position),
            position.side,
            frozenset(position.white_men),
            frozenset(position.white_kings),
            frozenset(position.black_men),
            frozenset(position.black_kings),
        )

    @implements("fid.italian.2008:2.5", "fid.italian.2008:4.2", "fid.italian.2008:7.1")
    def problems(self) -> SetupProblem:
        """Return everything that is wrong, at once; nothing when the arrangement can occur."""
        found = SetupProblem(0)
        for problem in SetupProblem:
            if self._squares_of(problem) is not None:
                found |= problem
        return found

    def reasons(self, lang: Lang, *, among: SetupProblem | None = None) -> list[str]:
        """Return one sentence for each problem, with the squares and what to do.

        Args:
            lang: the reader's language.
            among: speak of these problems only; of all where it is left out.
        """
        wanted = self.problems() if among is None else among & self.problems()
        return [self._reason(problem, lang) for problem in SetupProblem if problem in wanted]

    def position(self, *, tolerate: SetupProblem = _NOTHING) -> _core.Position:
        """Return the position.

        Args:
            tolerate: problems that may stay. A square off the board or used twice cannot.
        Raises:
            IllegalSetup: with all the problems that were not tolerated.
        """
        problems = self.problems()
        refused = SetupProblem(0)
        for problem in problems:
            if problem not in tolerate or not problem.tolerable:
                refused |= problem
        if refused:
            raise IllegalSetup(self, refused)
        return self.ruleset.core.position(
            self.side, self.white_men, self.white_kings, self.black_men, self.black_kings
        )

    def _squares_of(self, problem: SetupProblem) -> tuple[int, ...] | None:
        """Return the squares a problem is about, or None where there is no such problem."""
        match problem:
            case SetupProblem.NO_SUCH_SQUARE:
                return _some(sq for sq in self._all() if not 1 <= sq <= self.ruleset.core.squares)
            case SetupProblem.SQUARE_TWICE:
                every = self._all()
                return _some(sq for sq in every if every.count(sq) > 1)
            case SetupProblem.TOO_MANY_WHITE:
                return self._surplus(self.white_men | self.white_kings)
            case SetupProblem.TOO_MANY_BLACK:
                return self._surplus(self.black_men | self.black_kings)
            case SetupProblem.WHITE_MAN_ON_LAST_ROW:
                return self._stranded(self.white_men, _core.Side.WHITE)
            case SetupProblem.BLACK_MAN_ON_LAST_ROW:
                return self._stranded(self.black_men, _core.Side.BLACK)
            case _:
                return None if self._all() else ()

    def _all(self) -> list[int]:
        return [*self.white_men, *self.white_kings, *self.black_men, *self.black_kings]

    def _surplus(self, pieces: frozenset[int]) -> tuple[int, ...] | None:
        return tuple(sorted(pieces)) if len(pieces) > self.ruleset.core.men else None

    def _stranded(self, men: frozenset[int], side: _core.Side) -> tuple[int, ...] | None:
        return _some(men & set(self.ruleset.core.promotion_squares(side)))

    def _reason(self, problem: SetupProblem, lang: Lang) -> str:
        where = self._squares_of(problem) or ()
        first, last = ends(self.ruleset)
        limit = self.ruleset.core.men
        side = _core.Side.BLACK if problem in _BLACK else _core.Side.WHITE
        said = _REASONS[problem].format(
            where=squares(square_name(self.ruleset, square) for square in where),
            are=Text("è", "is") if len(where) == 1 else Text("sono", "are"),
            used=Text("occupata", "used") if len(where) == 1 else Text("occupate", "used"),
            first=first,
            last=last,
            side=colour(side),
            game=_in_game(self.ruleset),
            there=_crowning_place(self.ruleset),
            pieces=piece_count(len(where)),
            limit=number(limit),
            men=men_count(len(where)),
            kings=Text("mettici una dama", "put a king there")
            if len(where) == 1
            else Text("mettici delle dame", "put kings there"),
            over=number(max(0, len(where) - limit)),
        )
        return capital(said.get(lang))


def _some(found: Iterable[int]) -> tuple[int, ...] | None:
    return tuple(sorted(set(found))) or None


def _in_game(game: Ruleset) -> Text:
    """`nella dama italiana`, `a Hexdame`; in English the bare name."""
    name = game.name.it
    italian = f"nella d{name[1:]}" if name.startswith("Dama ") else f"a {name}"
    return Text(italian, game.name.en)


def _crowning_place(game: Ruleset) -> Text:
    traits = game.entry.traits
    if traits is None or traits.promotion_squares == "last-row":
        return Text("sull'ultima riga", "on the last row")
    return Text("sulle caselle che fanno dama", "on squares that crown")

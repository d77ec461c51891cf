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
from damiera.messages import Capital, Joined, Lang, Message, Text
from damiera.regulations.citations import implements
from damiera.rules._words import colour, men_count, number, piece_count, squares
from damiera.rules.pieces import CHESSMEN, DRAUGHTSMEN, Piece, pieces_of, tower_of
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
    BAD_KING_RUN = auto()
    BAD_TOWER = auto()
    KINGS_WHERE_THERE_ARE_NONE = auto()
    TOO_MANY_MARBLES = auto()
    SEAT_WITHOUT_MARBLES = auto()
    TOO_MANY_ROUTES = auto()
    BAD_HOME = auto()

    @property
    def tolerable(self) -> bool:
        """Whether a board can hold the arrangement all the same (too many pieces: one of men and kings).

        >>> SetupProblem.TOO_MANY_WHITE.tolerable, SetupProblem.SQUARE_TWICE.tolerable
        (True, False)
        """
        return not self & _IMPOSSIBLE


_NOTHING = SetupProblem(0)
_IMPOSSIBLE = (
    SetupProblem.NO_SUCH_SQUARE
    | SetupProblem.SQUARE_TWICE
    | SetupProblem.BAD_KING_RUN
    | SetupProblem.BAD_TOWER
    | SetupProblem.KINGS_WHERE_THERE_ARE_NONE
    | SetupProblem.TOO_MANY_MARBLES
    | SetupProblem.SEAT_WITHOUT_MARBLES
    | SetupProblem.TOO_MANY_ROUTES
    | SetupProblem.BAD_HOME
)
_MOST_HELD = 12  # pieces of a side that the core holds in the games of towers and of re-entry
_CROWDED = {
    SetupProblem.TOO_MANY_WHITE: _core.Side.WHITE,
    SetupProblem.TOO_MANY_BLACK: _core.Side.BLACK,
}
_BLACK = SetupProblem.TOO_MANY_BLACK | SetupProblem.BLACK_MAN_ON_LAST_ROW
_TOO_MANY = Message("{side} has {pieces}, and {game} allows {limit} at most: take {over} off.")
_STRANDED = Message("{side} has {men} {there} ({where}), where a man is a king already: {kings}.")
_REASONS = {
    SetupProblem.NO_SUCH_SQUARE: Message(
        "{where} {are} not on the board, which runs from {first} to {last}: correct the square."
    ),
    SetupProblem.SQUARE_TWICE: Message("{where} {are} {used} twice: leave one piece on a square."),
    SetupProblem.TOO_MANY_WHITE: _TOO_MANY,
    SetupProblem.TOO_MANY_BLACK: _TOO_MANY,
    SetupProblem.WHITE_MAN_ON_LAST_ROW: _STRANDED,
    SetupProblem.BLACK_MAN_ON_LAST_ROW: _STRANDED,
    SetupProblem.EMPTY_BOARD: Message("The board is empty: put at least one piece on it."),
    SetupProblem.BAD_KING_RUN: Message(
        "The count of a king ({where}) cannot be: it is of a king that stands there, one to {most} moves, "
        "and its side has men too. Correct it, or write '-'."
    ),
    SetupProblem.BAD_TOWER: Message(
        "{where}: a tower is written from the bottom up with w, b, W and B, and is never empty. "
        "Correct it, or leave the square out."
    ),
    SetupProblem.KINGS_WHERE_THERE_ARE_NONE: Message(
        "There are no kings in this game ({where}): put men there."
    ),
    SetupProblem.TOO_MANY_MARBLES: Message(
        "A player has more pieces than the game gives, which is {limit}: take some off."
    ),
    SetupProblem.SEAT_WITHOUT_MARBLES: Message(
        "Every seat that plays has pieces, and no other: the seats are {seats}."
    ),
    SetupProblem.TOO_MANY_ROUTES: Message(
        "Here a capture has more routes than can be counted: take some of the pieces to be captured off."
    ),
    SetupProblem.BAD_HOME: Message(
        "After 'home' comes each seat that has arrived, once and of those that play: the seats are {seats}."
    ),
}


class IllegalSetup(DamieraError):
    """The arrangement is not a position of the game. Carries the `setup` and all its `problems`."""

    def __init__(self, setup: Setup, problems: SetupProblem) -> None:
        self.setup = setup
        self.problems = problems
        self.message = Joined(setup.said(among=problems))
        super().__init__(self.text("en"))


@implements("fid.italian.2008:2.2", "fid.italian.2008:3.1", "fid.english.2008:2.2", "fid.english.2008:3.1")
@implements("fmjd.international:2.2", "fmjd.international:2.5", "fmjd.international:3.1")
@implements("fid.italian.2008:2.8.2")
@dataclass(frozen=True, slots=True)
class Setup:
    """Pieces on numbered squares and the side to move, legal or not.

    Attributes:
        ruleset: the game.
        side: whose turn it is.
        white_men, white_kings, black_men, black_kings: the squares of each kind of piece.
        white_run, black_run: where a game counts the moves of one king in a row, its square and its moves.
        stacks: towers by square, each from the bottom up in `w b W B`.
        hands: men of White and Black that wait to come back.
        marbles: on a star, and where four play, the square and the seat of each marble or man.
        home: there, the seats that have arrived, in order.
        seat: there, whose turn it is.
        chessmen: bishops and camels by square, as letters of `Piece`.
    Source:
        FID 2008, Italian draughts, 2.2, 2.8.2, 3.1; English draughts, 2.2, 3.1. FMJD, Annex 1, 2.2, 2.5, 3.1.
    """

    ruleset: Ruleset
    side: _core.Side
    white_men: frozenset[int] = frozenset()
    white_kings: frozenset[int] = frozenset()
    black_men: frozenset[int] = frozenset()
    black_kings: frozenset[int] = frozenset()
    white_run: tuple[int, int] | None = None
    black_run: tuple[int, int] | None = None
    stacks: tuple[tuple[int, str], ...] = ()
    hands: tuple[int, int] = (0, 0)
    marbles: tuple[tuple[int, int], ...] = ()
    home: tuple[int, ...] = ()
    seat: int = 0
    chessmen: tuple[tuple[int, str], ...] = ()

    @classmethod
    def from_position(cls, position: _core.Position) -> Setup:
        """Return the arrangement of a position.

        >>> from damiera.rules.ruleset import ITALIAN
        >>> Setup.from_position(ITALIAN.start()).problems()
        <SetupProblem: 0>
        """
        game = ruleset_of(position)
        if position.rules.family == "towers":
            return cls(game, position.side, stacks=tuple(sorted(position.stacks.items())))
        if position.rules.by_seat:
            marbles = tuple((hole, int(seat)) for hole, seat in sorted(position.pieces.items()))
            return cls(game, position.side, marbles=marbles, home=position.home, seat=position.seat)
        return cls(
            game,
            position.side,
            frozenset(position.white_men),
            frozenset(position.white_kings),
            frozenset(position.black_men),
            frozenset(position.black_kings),
            *position.king_runs,
            hands=position.hands,
            chessmen=tuple(
                (square, piece.letter)
                for square, piece in sorted(pieces_of(position).items())
                if piece in CHESSMEN
            ),
        )

    @property
    def standing(self) -> dict[int, str]:
        """What stands on the squares: men `w` `b`, kings `W` `B`, towers from the bottom up, marbles by seat.

        >>> from damiera.rules.ruleset import ITALIAN
        >>> Setup(ITALIAN, _core.Side.WHITE, white_men=frozenset({21}), black_kings=frozenset({5})).standing
        {21: 'w', 5: 'B'}
        """
        kinds = (self.white_men, self.white_kings, self.black_men, self.black_kings)
        flat = {sq: piece.letter for piece, squares in zip(DRAUGHTSMEN, kinds, strict=True) for sq in squares}
        return (
            flat | dict(self.stacks) | dict(self.chessmen) | {hole: str(seat) for hole, seat in self.marbles}
        )

    @property
    def fen(self) -> str:
        """The arrangement as the core writes positions: White first, squares ascending, without ranges.

        >>> from damiera.rules.ruleset import ITALIAN
        >>> Setup.from_position(ITALIAN.start()).fen == ITALIAN.start().fen
        True
        """
        if self.ruleset.core.family == "towers":
            towers = (f"{self._named(square)}={stack}" for square, stack in sorted(self.stacks))
            return f"{self.side.letter}:{','.join(towers)}"
        if self.ruleset.core.by_seat:
            return self._seated_fen()
        white, black = (
            self._listed(_core.Side.WHITE, self.white_men, self.white_kings),
            self._listed(_core.Side.BLACK, self.black_men, self.black_kings),
        )
        text = f"{self.side.letter}:W{white}:B{black}"
        if self.white_run or self.black_run:
            text += ":M" + ",".join(
                "-" if run is None else f"{self._named(run[0])}/{run[1]}" for run in self._runs()
            )
        return text + (f":R{self.hands[0]},{self.hands[1]}" if any(self.hands) else "")

    def _seated_fen(self) -> str:
        seats = sorted({*self.ruleset.core.seats, *(seat for _, seat in self.marbles)})
        parts = [
            f"{seat}={','.join(self._named(hole) for hole, owner in sorted(self.marbles) if owner == seat)}"
            for seat in seats
        ]
        if self.home:
            parts.append(f"home={','.join(map(str, self.home))}")
        return f"{self.seat}:{';'.join(parts)}"

    @property
    @implements("damiera.reentry.default:3.3")
    def _has_kings(self) -> bool:
        """Whether men can ever be crowned in this game."""
        core = self.ruleset.core
        return core.family != "reentry" and bool(
            core.promotion_squares(_core.Side.WHITE) or core.family == "stars"
        )

    def _listed(self, side: _core.Side, men: Iterable[int], kings: Iterable[int]) -> str:
        pieces = [(square, "") for square in men] + [(square, "K") for square in kings]
        pieces += [(square, piece.sign) for square, piece in self._chessmen_of(side)]
        return ",".join(f"{crown}{self._named(square)}" for square, crown in sorted(pieces))

    def _chessmen_of(self, side: _core.Side) -> list[tuple[int, Piece]]:
        placed = ((square, Piece(letter)) for square, letter in self.chessmen)
        return [(square, piece) for square, piece in placed if piece.side is side]

    def _named(self, square: int) -> str:
        return square_name(self.ruleset, square)

    def _runs(self) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
        return self.white_run, self.black_run

    @implements("fid.italian.2008:2.5", "fid.italian.2008:4.2", "fid.italian.2008:7.1")
    def problems(self) -> SetupProblem:
        """Return everything that is wrong, at once; nothing when the arrangement can occur.

        Source:
            FID 2008, Italian draughts, 2.5, 4.2, 7.1.

        >>> from damiera.rules.ruleset import ITALIAN
        >>> Setup(ITALIAN, _core.Side.WHITE).problems()
        <SetupProblem.EMPTY_BOARD: 64>
        """
        found = SetupProblem(0)
        for problem in SetupProblem:
            if self._squares_of(problem) is not None:
                found |= problem
        if all(self._can_hold(problem) for problem in found) and _has_too_many_routes(self._placed()):
            found |= SetupProblem.TOO_MANY_ROUTES
        return found

    def said(self, *, among: SetupProblem | None = None) -> tuple[Text, ...]:
        """Return one sentence for each problem, with the squares and what to do.

        Args:
            among: speak of these problems only; of all where it is left out.

        >>> from damiera.rules.ruleset import ITALIAN
        >>> [one.text("en") for one in Setup(ITALIAN, _core.Side.WHITE).said()]
        ['The board is empty: put at least one piece on it.']
        """
        wanted = self.problems() if among is None else among & self.problems()
        return tuple(self._reason(problem) for problem in SetupProblem if problem in wanted)

    def reasons(self, lang: Lang, *, among: SetupProblem | None = None) -> list[str]:
        """Return what `said` says in the words of a language."""
        return [one.text(lang) for one in self.said(among=among)]

    def position(self, *, tolerate: SetupProblem = _NOTHING) -> _core.Position:
        """Return the position.

        Args:
            tolerate: problems that may stay. What no board can hold cannot, such as a square used twice.
        Raises:
            IllegalSetup: with all the problems that were not tolerated.

        >>> from damiera.rules.ruleset import ITALIAN
        >>> Setup(ITALIAN, _core.Side.WHITE, frozenset({21}), black_kings=frozenset({5})).position().fen
        'W:W21:BK5'
        """
        problems = self.problems()
        refused = SetupProblem(0)
        for problem in problems:
            if problem not in tolerate or not self._can_hold(problem):
                refused |= problem
        if refused:
            raise IllegalSetup(self, refused)
        return self._placed()

    def _can_hold(self, problem: SetupProblem) -> bool:
        """Tell whether the core has a position for the arrangement in spite of a problem it has."""
        crowded = _CROWDED.get(problem)
        if crowded is None or self.ruleset.core.family == "draughts":
            return problem.tolerable
        most = self.ruleset.core.men if self.ruleset.core.family == "corners" else _MOST_HELD
        return len(self._pieces_of(crowded)) + self.hands[crowded.value] <= most

    def _placed(self) -> _core.Position:
        if self.ruleset.core.family != "draughts":
            return self.ruleset.core.read(self.fen)
        return self.ruleset.core.position(
            self.side,
            self.white_men,
            self.white_kings,
            self.black_men,
            self.black_kings,
            self.white_run,
            self.black_run,
        )

    def _squares_of(self, problem: SetupProblem) -> tuple[int, ...] | None:
        """Return the squares a problem is about, or None where there is no such problem."""
        match problem:
            case SetupProblem.NO_SUCH_SQUARE:
                return _some(sq for sq in self._all() if not 1 <= sq <= self.ruleset.core.squares)
            case SetupProblem.SQUARE_TWICE:
                every = self._all()
                return _some(sq for sq in every if every.count(sq) > 1)
            case SetupProblem.TOO_MANY_WHITE | SetupProblem.TOO_MANY_BLACK:
                side = _CROWDED[problem]
                return self._surplus(self._pieces_of(side), self.hands[side.value])
            case SetupProblem.WHITE_MAN_ON_LAST_ROW:
                return self._stranded(self.white_men, _core.Side.WHITE)
            case SetupProblem.BLACK_MAN_ON_LAST_ROW:
                return self._stranded(self.black_men, _core.Side.BLACK)
            case SetupProblem.BAD_KING_RUN:
                return _some(run[0] for run in self._runs() if run is not None and not self._is_good(run))
            case SetupProblem.BAD_TOWER:
                return _some(square for square, stack in self.stacks if tower_of(stack) is None)
            case SetupProblem.KINGS_WHERE_THERE_ARE_NONE:
                kings = self.white_kings | self.black_kings
                return None if self._has_kings else _some(kings)
            case SetupProblem.TOO_MANY_MARBLES:
                owners = [seat for _, seat in self.marbles]
                return () if any(owners.count(seat) > self.ruleset.core.men for seat in owners) else None
            case SetupProblem.SEAT_WITHOUT_MARBLES:
                if not self.ruleset.core.by_seat:
                    return None
                seats = set(self.ruleset.core.seats)
                return None if {seat for _, seat in self.marbles} == seats and self.seat in seats else ()
            case SetupProblem.BAD_HOME:
                strangers = set(self.home) - set(self.ruleset.core.seats)
                return () if strangers or len(set(self.home)) < len(self.home) else None
            case SetupProblem.TOO_MANY_ROUTES:
                return None  # asked of the position, once there is one
            case _:
                return None if self._all() or any(self.hands) else ()

    def _all(self) -> list[int]:
        placed = [*self.white_men, *self.white_kings, *self.black_men, *self.black_kings]
        placed += (square for square, _ in self.chessmen)
        return [*placed, *(square for square, _ in self.stacks), *(hole for hole, _ in self.marbles)]

    def _pieces_of(self, side: _core.Side) -> list[int]:
        """Return the square of every piece of a side; those within towers too."""
        white = side is _core.Side.WHITE
        flat = self.white_men | self.white_kings if white else self.black_men | self.black_kings
        within = [
            square
            for square, stack in self.stacks
            for piece in map(Piece.named, stack)
            if piece is not None and piece.side is side
        ]
        return [*flat, *within, *(square for square, _ in self._chessmen_of(side))]

    def _is_good(self, run: tuple[int, int]) -> bool:
        square, moves = run
        white = run is self.white_run
        kings, men = (self.white_kings, self.white_men) if white else (self.black_kings, self.black_men)
        limit = self.ruleset.core.traits["king_limit"]
        return isinstance(limit, int) and square in kings and bool(men) and 1 <= moves <= limit

    def _surplus(self, pieces: list[int], waiting: int) -> tuple[int, ...] | None:
        return tuple(sorted(pieces)) if len(pieces) + waiting > self.ruleset.core.men else None

    def _stranded(self, men: frozenset[int], side: _core.Side) -> tuple[int, ...] | None:
        return _some(men & set(self.ruleset.core.promotion_squares(side)))

    def _reason(self, problem: SetupProblem) -> Text:
        where = self._squares_of(problem) or ()
        first, last = ends(self.ruleset)
        limit = self.ruleset.core.men
        waiting = self.hands[1 if problem in _BLACK else 0]
        side = _core.Side.BLACK if problem in _BLACK else _core.Side.WHITE
        said = _REASONS[problem].format(
            where=squares(square_name(self.ruleset, square) for square in where),
            are=Message("is") if len(where) == 1 else Message("are"),
            used=Message("used", context="feminine")
            if len(where) == 1
            else Message("used", context="feminine plural"),
            first=first,
            last=last,
            side=colour(side),
            game=_in_game(self.ruleset),
            there=_crowning_place(self.ruleset),
            pieces=piece_count(len(where) + waiting),
            limit=number(limit),
            men=men_count(len(where)),
            kings=Message("put a king there") if len(where) == 1 else Message("put kings there"),
            over=number(max(0, len(where) + waiting - limit)),
            most=number(int(str(self.ruleset.core.traits["king_limit"]))),
            seats=", ".join(map(str, self.ruleset.core.seats)),
        )
        return Capital(said)


def _has_too_many_routes(position: _core.Position) -> bool:
    """Tell whether a position has more captures than are ever listed: then it cannot be played here."""
    return position.is_cut_short


def _some(found: Iterable[int]) -> tuple[int, ...] | None:
    return tuple(sorted(set(found))) or None


def _in_game(game: Ruleset) -> Text:
    return Message("{game}", context="in the game", game=game.name)


def _crowning_place(game: Ruleset) -> Text:
    traits = game.entry.traits
    if traits is None or traits.promotion_squares == "last-row":
        return Message("on the last row")
    return Message("on squares that crown")

"""What a game refuses, each with its own class: what is wrong, and what can be done instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from damiera._core import Position, Side
from damiera.errors import DamieraError
from damiera.game.outcome import Outcome
from damiera.game.timing.units import length_words
from damiera.messages import Lang, Message, Text
from damiera.rules.explain import Explanation

__all__ = [
    "AlreadyAsked",
    "BadBid",
    "BadClock",
    "BadConditions",
    "BadCountLimit",
    "BadGameEvent",
    "CannotStand",
    "FlagNotFallen",
    "GameError",
    "GameOver",
    "IllegalRoute",
    "ImpossibleHandAct",
    "NoOffer",
    "NothingToClaim",
    "NothingToCount",
    "NothingToUndo",
    "OnlyForTwo",
    "OutOfOrder",
    "TooSoon",
    "WrongGame",
    "WrongSideToMove",
]

Request = Literal["draw", "undo", "pause"]
_REQUEST: dict[Request, Text] = {
    "draw": Message("of a draw"),
    "pause": Message("of a pause"),
    "undo": Message("to take the move back"),
}


class GameError(DamieraError):
    """An event that does not fit the game as it stands. The game is unchanged.

    Attributes:
        message: what is wrong and what can be done instead.

    >>> from damiera.game.events import Moved, Resigned
    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> game = Game.start(ITALIAN).apply(Resigned(side="white", at=0))
    >>> try:
    ...     game.apply(Moved(path=(22, 18), at=1))
    ... except GameError as error:
    ...     print(type(error).__name__)
    GameOver
    """

    def __init__(self, message: Text) -> None:
        self.message = message
        super().__init__(message.text("en"))


class GameOver(GameError):
    """The game has a result: nothing more can happen in it. Carries `outcome`."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        said = Message("The game is over, {score}. {why}")
        super().__init__(said.format(score=outcome.score, why=outcome.said))


class WrongSideToMove(GameError):
    """A move by the side that is not to move. Carries `side`, whose turn it is."""

    def __init__(self, side: Side, name: Text) -> None:
        self.side = side
        said = Message("It is {to}'s turn: wait for the move.")
        super().__init__(said.format(to=name))


class CannotStand(GameError):
    """What was done leaves no arrangement of pieces. Carries `square`, where it cannot be."""

    def __init__(self, square: int, message: Text) -> None:
        self.square = square
        super().__init__(message.format(square=square))


class ImpossibleHandAct(GameError):
    """Something that a hand cannot do with a piece. Carries `number`, the act's, and `square`."""

    def __init__(self, number: int, square: int, reason: Text) -> None:
        self.number = number
        self.square = square
        said = Message("Act {n}, square {square}: {reason}")
        super().__init__(said.format(n=number, square=square, reason=reason))


class IllegalRoute(GameError):
    """A route that the rules do not allow here. Carries `position`, `path` and the `explanation`."""

    def __init__(self, position: Position, path: tuple[int, ...], explanation: Explanation) -> None:
        self.position = position
        self.path = path
        self.explanation = explanation
        said = Message("{title}. {text}")
        super().__init__(said.format(title=_Unstopped(explanation.title), text=explanation.text))


class NoOffer(GameError):
    """An answer to an offer that the opponent has not made. Carries `request`."""

    def __init__(self, request: Request, *, own: bool) -> None:
        self.request = request
        own_said = Message("The offer {what} is your own: your opponent must answer it.")
        none_said = Message("There is no offer {what} to answer.")
        super().__init__((own_said if own else none_said).format(what=_REQUEST[request]))


class AlreadyAsked(GameError):
    """An offer while one stands. Carries `request`, and `own`: the standing one is of the same side."""

    def __init__(self, request: Request, *, own: bool) -> None:
        self.request = request
        self.own = own
        own_said = Message("Your offer {what} is already waiting for an answer.")
        other_said = Message("Your opponent has already made the offer {what}: accept it or decline it.")
        super().__init__((own_said if own else other_said).format(what=_REQUEST[request]))


class TooSoon(GameError):
    """A second offer before one's own next move. Carries `request`."""

    def __init__(self, request: Request) -> None:
        self.request = request
        said = Message("The offer {what} was declined: you may repeat it after your next move.")
        super().__init__(said.format(what=_REQUEST[request]))


class OnlyForTwo(GameError):
    """What only two can agree on, where more of them play."""

    def __init__(self) -> None:
        super().__init__(
            Message("With more than two players no draw is offered: play goes on for the places.")
        )


class NothingToClaim(GameError):
    """A claim of repetition that does not hold. Carries `repetitions` and `needed` (None: no such rule).

    Attributes:
        repetitions: how many times the position has come.
        needed: how many make a draw; None where there is no such rule.
    """

    def __init__(self, message: Text, repetitions: int, needed: int | None) -> None:
        self.repetitions = repetitions
        self.needed = needed
        super().__init__(message)


class NothingToCount(GameError):
    """The count of moves cannot begin: no rule, no king on each side, or it is under way."""


class NothingToUndo(GameError):
    """The side that asks has played no move to take back."""

    def __init__(self) -> None:
        super().__init__(Message("You have not moved yet: no move to undo."))


class FlagNotFallen(GameError):
    """A flag claimed while there is time, or without a clock. Carries `remaining_ms`,
    milliseconds (None: no clock).

    >>> FlagNotFallen(61_000).message.text("en")
    'There is still time: 1 minute 1 second.'
    """

    def __init__(self, remaining_ms: int | None) -> None:
        self.remaining_ms = remaining_ms
        if remaining_ms is None:
            said = Message("This game is played without a clock.")
        else:
            said = Message("There is still time: {time}.").format(
                time=length_words(remaining_ms // 1000 * 1000 or remaining_ms)
            )
        super().__init__(said)


class WrongGame(GameError):
    """A start position or a rulebook of another game. Carries `expected` and `found`."""

    def __init__(self, expected: str, found: str) -> None:
        self.expected = expected
        self.found = found
        said = Message("The game is '{expected}', but what was given is '{found}': choose the same game.")
        super().__init__(said.format(expected=expected, found=found))


class BadCountLimit(GameError):
    """A count of moves outside what the rulebook allows. Carries `limit`, `lowest`, `highest`.

    Attributes:
        limit: king moves by each player that were asked for.
        lowest, highest: what the rulebook allows; None where it knows no such count.
    """

    def __init__(self, limit: int, lowest: int | None, highest: int | None) -> None:
        self.limit = limit
        self.lowest = lowest
        self.highest = highest
        if highest is None:
            said = Message("This rulebook knows no count of moves: leave the limit out.")
        else:
            said = Message("A count of {limit} moves: the rulebook allows {lowest} to {highest}.").format(
                limit=limit, lowest=lowest, highest=highest
            )
        super().__init__(said)


class BadClock(GameError):
    """Clock settings that make no clock, or a press on a clock that is not running. Carries `reason`."""

    def __init__(self, reason: Text) -> None:
        self.reason = reason
        super().__init__(reason)


class BadConditions(GameError):
    """Conditions of a game that contradict one another. Carries the `field` and the `reason`."""

    def __init__(self, field: str, reason: Text) -> None:
        self.field = field
        self.reason = reason
        super().__init__(reason)


class BadBid(GameError):
    """A bid that is too low, too high, or after the auction. Carries `reason`."""

    def __init__(self, reason: Text) -> None:
        self.reason = reason
        super().__init__(reason)


class OutOfOrder(GameError):
    """An event that the conduct of the game does not allow now.

    Carries `reason`, and `article`: the reference of the article it offends, None where no book says so.
    """

    def __init__(self, reason: Text, article: str | None = None, cited: Text | None = None) -> None:
        self.reason = reason
        self.article = article
        said = Message("{reason} ({cited})")
        super().__init__(said.format(reason=reason, cited=cited) if cited is not None else reason)


class BadGameEvent(GameError):
    """Text that is no event of a game. Carries `reason` (the decoder's, with the place) and `excerpt`."""

    def __init__(self, reason: str, excerpt: str) -> None:
        self.reason = reason
        self.excerpt = excerpt
        said = Message("This is not an event of a game: {reason}. Text: {excerpt}")
        super().__init__(said.format(reason=reason, excerpt=excerpt))


@dataclass(frozen=True, slots=True)
class _Unstopped(Text):
    """A title without the full stop at its end."""

    title: Text

    def text(self, lang: Lang) -> str:
        return self.title.text(lang).rstrip(".")

    def format(self, **args: object) -> Text:
        return _Unstopped(self.title.format(**args))

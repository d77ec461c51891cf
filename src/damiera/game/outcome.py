"""How a game ends: who won, how, by which article, who declared it, and the sentence that says so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from damiera._core import Side
from damiera.game.sides import SideName, side_text
from damiera.messages import Joined, Lang, Message, Text
from damiera.regulations.citations import implements

__all__ = ["Declarer", "Outcome", "Termination"]

Declarer = SideName | Literal["rules", "arbiter"]
"""Who ended a game: a side, the rules by themselves, or the arbiter."""


@implements("fid.italian:9.2", "fid.english:9.2", "fmjd.international:7.2")
@implements("fid.italian:9.3", "fid.english:9.3", "fmjd.international:7.3")
class Termination(StrEnum):
    """The ways a game ends. The value is the topic under which a rulebook's article is found.

    Source:
        FID 2008, 9.2, 9.3 [fid.italian].
        FID English 2008, 9.2, 9.3 [fid.english].
        FMJD, 7.2, 7.3 [fmjd.international].

    >>> Termination.NO_MOVES.topic
    'no_moves'
    """

    NO_PIECES = "no_pieces"
    NO_MOVES = "no_moves"
    NO_KINGS = "no_kings"
    RESIGNATION = "resignation"
    TIME = "time"
    AGREEMENT = "agreement"
    REPETITION = "repetition"
    MOVE_COUNT = "move_count"
    NO_PROGRESS = "no_progress"
    MATERIAL = "material"
    NO_CAPTURE = "no_capture"
    LONE_PIECES = "lone_pieces"
    LAST_PIECE = "last_piece"
    BREAKTHROUGH = "breakthrough"
    GAVE_ALL = "gave_all"
    BLOCKED = "blocked"
    HOME = "home"
    REFUSAL = "refusal"
    WRONG_CAPTURE = "wrong_capture"
    RULING = "ruling"
    REPLAYED = "replayed"
    CALLED_OFF = "called_off"
    ABSENCE = "absence"

    @property
    def topic(self) -> str:
        """What a rulebook's article on this end governs."""
        return _TOPICS.get(self.value, self.value)


_TOPICS = {
    "replayed": "disturbed_board",
    "last_piece": "how_to_win",
    "gave_all": "no_pieces",
    "blocked": "no_moves",
    "home": "how_to_win",
}


# {winner}, {loser}, {times} and {number} are filled by `Outcome.said`.
_SAID: dict[Termination, Text] = {
    Termination.NO_PIECES: Message("{loser} has no pieces left."),
    Termination.NO_MOVES: Message("{loser} has no move left."),
    Termination.NO_KINGS: Message("{loser} has no king left."),
    Termination.RESIGNATION: Message("{loser} resigns."),
    Termination.TIME: Message("{loser} has run out of time."),
    Termination.AGREEMENT: Message("Draw by agreement."),
    Termination.REPETITION: Message("Draw: the same position is here for the {times} time."),
    Termination.MOVE_COUNT: Message("Draw: {number} king moves each, and the pieces are still the same."),
    Termination.NO_PROGRESS: Message("Draw: {number} moves each by kings alone, without a capture."),
    Termination.MATERIAL: Message("Draw: the {number} moves each that this ending allows are over."),
    Termination.NO_CAPTURE: Message("Draw: {number} moves each without a capture."),
    Termination.LONE_PIECES: Message("One piece against one."),
    Termination.LAST_PIECE: Message("{loser} has a single piece left."),
    Termination.BREAKTHROUGH: Message("{winner} has the first king."),
    Termination.GAVE_ALL: Message("{winner} has given all pieces away."),
    Termination.BLOCKED: Message("{blocked} has no move left, and {winner} has fewer pieces."),
    Termination.HOME: Message("{winner} is home first."),
    Termination.REFUSAL: Message("{loser} refuses a provision of the rules."),
    Termination.WRONG_CAPTURE: Message("{loser} did not capture, or captured wrongly."),
    Termination.RULING: Message("The arbiter ruled so."),
    Termination.REPLAYED: Message("The game is to be replayed."),
    Termination.CALLED_OFF: Message("The game was called off before it had begun in earnest."),
    Termination.ABSENCE: Message("{loser} has left the game."),
}

_BLOCKED_WINS: Text = Message("{winner} has no move left, which wins this game.")
_BLOCKED_DRAWS: Text = Message("{blocked} has no move left, and both have as many pieces.")
_PLACES: Text = Message("{winner} is home first; then {others}.")
_NEVER_BEGUN: Text = Message("The first move was not made in time, and the game was called off.")
_NO_PLACES: Text = Message("Nobody can move any more.")

_ORDINALS: dict[int, Text] = {
    3: Message("third", context="feminine"),
    4: Message("fourth", context="feminine"),
    5: Message("fifth", context="feminine"),
}


@implements("fid.italian:9.1", "fid.italian:9.1.a", "fid.italian:9.1.b")
@implements("fid.english:9.1", "fid.english:9.1.a", "fid.english:9.1.b", "fmjd.international:7.1")
@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game.

    Attributes:
        winner: the side that won; None for a draw, and for a game without a result.
        termination: how the game ended.
        article: reference of the article that says so (`fid.italian.2008:9.2.2`); None where the rulebook
            leaves it to another book.
        declared_by: the rules themselves, a player (their resignation, claim or assent) or the arbiter.
        number: the number the article is about: how many times the position came, how many moves were
            counted; None elsewhere.
        places: where more than two play, the sides in the order in which they came home.
        blocked: the side that had no move left in a game played to lose; None elsewhere.
    Source:
        FID 2008, 9.1, 9.1.a, 9.1.b [fid.italian].
        FID English 2008, 9.1, 9.1.a, 9.1.b [fid.english].
        FMJD, 7.1 [fmjd.international].
    """

    winner: Side | None
    termination: Termination
    article: str | None
    declared_by: Declarer = "rules"
    number: int | None = None
    places: tuple[Side, ...] = ()
    blocked: Side | None = None

    @property
    def loser(self) -> Side | None:
        """The side that lost; None for a draw, and where more than two play."""
        return self.winner.opponent if self.winner in (Side.WHITE, Side.BLACK) and not self.places else None

    @property
    def score(self) -> str:
        """White's points and Black's: a win is worth 2, a draw 1. Where more play, how many came home.

        `*` for a game that is to be replayed or was called off: it has no result.

        >>> Outcome(Side.BLACK, Termination.TIME, None).score
        '0-2'
        """
        if self.places:
            return f"1/{len(self.places)}"
        if self.termination in (Termination.REPLAYED, Termination.CALLED_OFF):
            return "*"
        if self.winner is None:
            return "1-1"
        return "2-0" if self.winner is Side.WHITE else "0-2"

    @property
    def said(self) -> Text:
        """What happened, in one sentence that takes nobody's part."""
        loser = side_text(self.loser) if self.loser is not None else ""
        winner = side_text(self.winner) if self.winner is not None else ""
        times = _ORDINALS.get(self.number or 0, Message("{number}th", number=self.number))
        blocked = side_text(self.blocked) if self.blocked is not None else ""
        others = Joined(tuple(side_text(side) for side in self.places[1:]), ", ")
        return self._sentence.format(
            loser=loser, winner=winner, times=times, number=self.number, blocked=blocked, others=others
        )

    @property
    def _sentence(self) -> Text:
        if self.termination is Termination.BLOCKED and self.winner in (None, self.blocked):
            return _BLOCKED_DRAWS if self.winner is None else _BLOCKED_WINS
        if self.termination is Termination.CALLED_OFF and self.declared_by == "rules":
            return _NEVER_BEGUN
        if self.termination is Termination.HOME and len(self.places) > 1:
            return _PLACES
        if self.termination is Termination.HOME and self.winner is None:
            return _NO_PLACES
        return _SAID[self.termination]

    def text(self, lang: Lang) -> str:
        """Return `said` in `lang`.

        >>> Outcome(Side.WHITE, Termination.NO_MOVES, "fid.italian.2008:9.2.2").text("it")
        'Il Nero non può più muovere.'
        """
        return self.said.text(lang)

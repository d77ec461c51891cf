"""How a game ends: who won, how, by which article, who declared it, and the sentence that says so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from damiera._core import Side
from damiera.game.sides import SideName, side_text
from damiera.lang import Lang, Text
from damiera.regulations.citing import implements

__all__ = ["Declarer", "Outcome", "Termination"]

Declarer = SideName | Literal["rules", "arbiter"]


@implements("fid.italian:9.2", "fid.english:9.2", "fmjd.international:7.2")
@implements("fid.italian:9.3", "fid.english:9.3", "fmjd.international:7.3")
class Termination(StrEnum):
    """The ways a game ends. The value is the topic under which a rulebook's article is found."""

    NO_PIECES = "no_pieces"
    NO_MOVES = "no_moves"
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
    RULING = "ruling"

    @property
    def topic(self) -> str:
        """What a rulebook's article on this end governs."""
        return _TOPICS.get(self.value, self.value)


_TOPICS = {"last_piece": "how_to_win", "gave_all": "no_pieces", "blocked": "no_moves", "home": "how_to_win"}


# {winner}, {loser}, {times} and {number} are filled by `Outcome.said`.
_SAID: dict[Termination, Text] = {
    Termination.NO_PIECES: Text("Il {loser} non ha più pezzi.", "{loser} has no pieces left."),
    Termination.NO_MOVES: Text("Il {loser} non può più muovere.", "{loser} has no move left."),
    Termination.RESIGNATION: Text("Il {loser} abbandona.", "{loser} resigns."),
    Termination.TIME: Text("Il {loser} ha finito il tempo.", "{loser} has run out of time."),
    Termination.AGREEMENT: Text("Patta di comune accordo.", "Draw by agreement."),
    Termination.REPETITION: Text(
        "Patta: la stessa posizione è tornata per la {times} volta.",
        "Draw: the same position is here for the {times} time.",
    ),
    Termination.MOVE_COUNT: Text(
        "Patta: {number} mosse di dama per parte, e i pezzi sono sempre quelli.",
        "Draw: {number} king moves each, and the pieces are still the same.",
    ),
    Termination.NO_PROGRESS: Text(
        "Patta: {number} mosse per parte di sole dame, senza una presa.",
        "Draw: {number} moves each by kings alone, without a capture.",
    ),
    Termination.MATERIAL: Text(
        "Patta: sono passate le {number} mosse per parte che questo finale concede.",
        "Draw: the {number} moves each that this ending allows are over.",
    ),
    Termination.NO_CAPTURE: Text(
        "Patta: {number} mosse per parte senza una presa.", "Draw: {number} moves each without a capture."
    ),
    Termination.LONE_PIECES: Text("Un pezzo contro uno.", "One piece against one."),
    Termination.LAST_PIECE: Text("Al {loser} resta un pezzo solo.", "{loser} has a single piece left."),
    Termination.BREAKTHROUGH: Text("Il {winner} ha la prima dama.", "{winner} has the first king."),
    Termination.GAVE_ALL: Text(
        "Il {winner} ha dato tutti i suoi pezzi.", "{winner} has given all pieces away."
    ),
    Termination.BLOCKED: Text("Chi deve muovere è bloccato.", "The side to move is blocked."),
    Termination.HOME: Text("Il {winner} è arrivato per primo.", "{winner} is home first."),
    Termination.REFUSAL: Text(
        "Il {loser} rifiuta una disposizione del regolamento.", "{loser} refuses a provision of the rules."
    ),
    Termination.RULING: Text("Lo ha deciso l'arbitro.", "The arbiter ruled so."),
}

_ORDINALS: dict[int, Text] = {
    3: Text("terza", "third"),
    4: Text("quarta", "fourth"),
    5: Text("quinta", "fifth"),
}


@implements("fid.italian:9.1", "fid.italian:9.1.a", "fid.italian:9.1.b")
@implements("fid.english:9.1", "fid.english:9.1.a", "fid.english:9.1.b", "fmjd.international:7.1")
@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game.

    Attributes:
        winner: the side that won; None for a draw.
        termination: how the game ended.
        article: reference of the article that says so (`fid.italian.2008:9.2.2`); None where the rulebook
            leaves it to another book.
        declared_by: the rules themselves, a player (his resignation, his claim, his assent) or the arbiter.
        number: the number the article is about: how many times the position came, how many moves were
            counted; None elsewhere.
        places: where more than two play, the sides in the order in which they came home.
    """

    winner: Side | None
    termination: Termination
    article: str | None
    declared_by: Declarer = "rules"
    number: int | None = None
    places: tuple[Side, ...] = ()

    @property
    def loser(self) -> Side | None:
        """The side that lost; None for a draw, and where more than two play."""
        return self.winner.opponent if self.winner in (Side.WHITE, Side.BLACK) and not self.places else None

    @property
    def score(self) -> str:
        """White's points and Black's: a win is worth 2, a draw 1. Where more play, how many came home.

        >>> Outcome(Side.BLACK, Termination.TIME, None).score
        '0-2'
        """
        if self.places:
            return f"1/{len(self.places)}"
        if self.winner is None:
            return "1-1"
        return "2-0" if self.winner is Side.WHITE else "0-2"

    @property
    def said(self) -> Text:
        """What happened, in one sentence that takes nobody's part."""
        loser = side_text(self.loser) if self.loser is not None else ""
        winner = side_text(self.winner) if self.winner is not None else ""
        times = _ORDINALS.get(self.number or 0, Text(f"{self.number}ª", f"{self.number}th"))
        return _SAID[self.termination].format(loser=loser, winner=winner, times=times, number=self.number)

    def text(self, lang: Lang) -> str:
        """Return `said` in `lang`.

        >>> Outcome(Side.WHITE, Termination.NO_MOVES, "fid.italian.2008:9.2.2").text("it")
        'Il Nero non può più muovere.'
        """
        return self.said.get(lang)

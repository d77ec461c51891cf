"""The words of a sentence about play: pieces counted, lines of moves, a score and its odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from damiera._core import Side
from damiera.analysis.balance import BalanceStep, PieceCount
from damiera.analysis.odds import Curve, odds_of
from damiera.engine.score import Score, signed
from damiera.messages import Capital, Joined, Message, Text, Verbatim
from damiera.notation.moves import format_move

__all__ = [
    "StandingWords",
    "capital",
    "colour",
    "in_words",
    "is_known",
    "line_text",
    "pieces_text",
    "score_text",
    "standing",
    "verdict",
]

_COLOURS = {
    Side.WHITE: Message("White", context="with the article"),
    Side.BLACK: Message("Black", context="with the article"),
}
_LETTERS = {
    Side.WHITE: Message("W", context="letter of a side"),
    Side.BLACK: Message("B", context="letter of a side"),
}
_NUMBERS = (
    Message("no", context="how many pieces"),
    Message("one", context="feminine"),
    Message("two", context="feminine"),
    *(Message("three"), Message("four"), Message("five"), Message("six"), Message("seven")),
    *(Message("eight"), Message("nine"), Message("ten")),
)

# How far from even, in points to expect of one, a side must be for each word.
_EVEN, _LITTLE, _BETTER = 0.05, 0.14, 0.28


def colour(side: Side) -> Text:
    """Return a side with its article, as it stands inside a sentence: il Bianco, White.

    >>> colour(Side.WHITE).text("it")
    'il Bianco'
    """
    return _COLOURS[side]


def capital(text: Text) -> Text:
    """Return a text that begins with a capital letter.

    >>> capital(colour(Side.WHITE)).text("it")
    'Il Bianco'
    """
    return Capital(text)


def in_words(n: int) -> Text:
    """Spell a number of pieces or moves up to ten; figures from eleven on.

    >>> in_words(2).text("it"), in_words(11).text("en")
    ('due', '11')
    """
    return _NUMBERS[n] if n < len(_NUMBERS) else Verbatim(str(n))


def pieces_text(count: PieceCount) -> Text:
    """Say how many pieces: due pedine e una dama.

    >>> pieces_text(PieceCount(2, 1)).text("it")
    'due pedine e una dama'
    """
    parts: list[Text] = []
    if count.men or not count.kings:
        men = Message("a man", plural="{count} men", context="given or taken")
        parts.append(men.format(n=count.men, count=in_words(count.men)))
    if count.kings:
        kings = Message("a king", plural="{count} kings", context="given or taken")
        parts.append(kings.format(n=count.kings, count=in_words(count.kings)))
    return Joined(tuple(parts), ", ", Message(" and "))


def line_text(steps: Sequence[BalanceStep]) -> str:
    """Write the moves of a line as the game writes them.

    >>> from damiera.analysis.balance import walk
    >>> from damiera.rules.ruleset import ITALIAN
    >>> line_text(walk(ITALIAN.start(), ITALIAN.start().moves()[:1])) != ""
    True
    """
    return " ".join(format_move(step.before, step.move) for step in steps)


def score_text(score: Score) -> Text:
    """Write a score from White's side: +0,42; for a known end who wins, and in how many plies at most.

    >>> score_text(Score(28_790, Side.BLACK)).text("en"), score_text(Score(42, Side.WHITE)).text("it")
    ('B wins (tables)', '+0,42')
    >>> score_text(Score(29_995, Side.WHITE)).text("it")
    'B vince in 5 semimosse'
    """
    winner = _winner(score)
    if winner is None:
        return signed(score.white)
    letter = _LETTERS[winner]
    if score.plies is None:
        return Message("{w} wins (tables)").format(w=letter)
    wins = Message("{w} wins in {n} ply", plural="{w} wins in {n} plies")
    return wins.format(w=letter, n=score.plies)


def is_known(score: Score) -> bool:
    """Whether a score is no estimate: proved by the search, or told by endgame tables.

    >>> is_known(Score(40, Side.WHITE)), is_known(Score(29_990, Side.WHITE))
    (False, True)
    """
    return score.plies is not None or score.is_tabled


def _winner(score: Score) -> Side | None:
    """Return who wins by a proof of the search or by endgame tables; None for an estimate."""
    if not is_known(score):
        return None
    return score.side if score.cp > 0 else score.side.opponent


@dataclass(frozen=True, slots=True)
class StandingWords:
    """How a game stands, in words that go inside a sentence.

    Attributes:
        leader: the side that is better; None if the game is even.
        text: il Bianco sta meglio, White is better.
        alone: the same without the side: meglio, better.

    >>> from damiera.analysis.odds import DEFAULT
    >>> standing(Score(0, Side.WHITE), DEFAULT).leader is None
    True
    """

    leader: Side | None
    text: Text
    alone: Text


def standing(score: Score, curve: Curve) -> StandingWords:
    """Return how a game stands.

    >>> from damiera.analysis.odds import DEFAULT
    >>> standing(Score(0, Side.WHITE), DEFAULT).text.text("it")
    'la partita è pari'
    >>> standing(Score(-29_990, Side.WHITE), DEFAULT).text.text("it")
    'il Nero vince'
    """
    winner = _winner(score)
    if winner is not None:
        won = Message("{side} wins").format(side=colour(winner))
        return StandingWords(winner, won, Message("winning"))
    expected = odds_of(score.seen_by(Side.WHITE), curve).expectation
    lead = abs(expected - 0.5)
    if lead < _EVEN:
        even = Message("the game is even")
        return StandingWords(None, even, even)
    ahead = Side.WHITE if expected >= 0.5 else Side.BLACK
    said, alone = _how_much(lead)
    return StandingWords(ahead, said.format(side=colour(ahead)), alone)


def _how_much(lead: float) -> tuple[Text, Text]:
    """Return how much better `{side}` is, and the same without the side."""
    if lead >= _BETTER:
        return Message("{side} is much better"), Message("much better")
    if lead >= _LITTLE:
        return Message("{side} is better"), Message("better")
    return Message("{side} is a little better"), Message("a little better")


def verdict(score: Score, curve: Curve, *, figures: bool = True) -> Text:
    """Say in a sentence how the game stands; without figures where these stand beside it.

    >>> from damiera.analysis.odds import DEFAULT
    >>> verdict(Score(0, Side.WHITE), DEFAULT).text("en")
    'The game is even.'
    """
    winner = _winner(score)
    if winner is not None:
        said = Message("{side} wins, in {n} plies at the most.")
        if score.plies is None:
            said = Message("{side} wins, say the endgame tables.")
        return capital(said.format(side=colour(winner), n=score.plies))
    now = standing(score, curve)
    if now.leader is None or not figures:
        return capital(Message("{text}.", text=now.text))
    odds = odds_of(score.seen_by(Side.WHITE), curve)
    win, draw, _ = (odds if now.leader is Side.WHITE else odds.other()).percent()
    said = Message("{now}: of a hundred games such a position wins {win} and draws {draw}.")
    return capital(said.format(now=now.text, win=win, draw=draw))

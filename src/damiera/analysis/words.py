"""The words of a sentence about play: pieces counted, lines of moves, a score and its odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from damiera._core import Side
from damiera.analysis.balance import Count, Step
from damiera.analysis.odds import Curve, odds_of
from damiera.engine.score import Score
from damiera.lang import Text
from damiera.notation.moves import format_move

__all__ = [
    "Standing",
    "capital",
    "colour",
    "is_known",
    "line_text",
    "pieces_text",
    "plural",
    "score_text",
    "standing",
    "verdict",
]

_COLOURS = {Side.WHITE: Text("il Bianco", "White"), Side.BLACK: Text("il Nero", "Black")}
_IT = ("zero", "una", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci")
_EN = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# How far from even, in points to expect of one, a side must be for each word.
_EVEN, _LITTLE, _BETTER = 0.05, 0.14, 0.28


def colour(side: Side) -> Text:
    """Return a side with its article, as it stands inside a sentence: il Bianco, White."""
    return _COLOURS[side]


def capital(text: Text) -> Text:
    """Return a text that begins with a capital letter."""
    return Text(text.it[:1].upper() + text.it[1:], text.en[:1].upper() + text.en[1:])


def plural(n: int, one: Text, many: Text) -> Text:
    """Count things by words up to ten: one of them, or many with `{n}`."""
    if n == 1:
        return one
    word = Text(_IT[n], _EN[n]) if n < len(_IT) else Text(str(n), str(n))
    return many.format(n=word)


def pieces_text(count: Count) -> Text:
    """Say how many pieces: due pedine e una dama.

    >>> pieces_text(Count(2, 1))
    Text(it='due pedine e una dama', en='two men and a king')
    """
    parts = []
    if count.men or not count.kings:
        parts.append(plural(count.men, Text("una pedina", "a man"), Text("{n} pedine", "{n} men")))
    if count.kings:
        parts.append(plural(count.kings, Text("una dama", "a king"), Text("{n} dame", "{n} kings")))
    return Text(" e ".join(part.it for part in parts), " and ".join(part.en for part in parts))


def line_text(steps: Sequence[Step]) -> str:
    """Write the moves of a line as the game writes them."""
    return " ".join(format_move(step.before, step.move) for step in steps)


def score_text(score: Score) -> Text:
    """Write a score from White's side: +0,42; for a known end who wins, and in how many plies at most.

    >>> score_text(Score(28_790, Side.BLACK)).en
    'B wins (tables)'
    """
    winner = _winner(score)
    if winner is None:
        number = f"{score.white / 100:+.2f}"
        return Text(number.replace(".", ","), number)
    letter = Text("B" if winner is Side.WHITE else "N", winner.letter)
    if score.plies is None:
        return Text("{w} vince (tavole)", "{w} wins (tables)").format(w=letter)
    return Text("{w} vince in {n}", "{w} wins in {n}").format(w=letter, n=score.plies)


def is_known(score: Score) -> bool:
    """Whether a score is no estimate: proved by the search, or told by endgame tables."""
    return score.plies is not None or score.is_tabled


def _winner(score: Score) -> Side | None:
    """Return who wins by a proof of the search or by endgame tables; None for an estimate."""
    if not is_known(score):
        return None
    return score.side if score.cp > 0 else score.side.opponent


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands, in words that go inside a sentence.

    Attributes:
        leader: the side that is better; None if the game is even.
        text: il Bianco sta meglio, White is better.
        alone: the same without the side: meglio, better.
    """

    leader: Side | None
    text: Text
    alone: Text


def standing(score: Score, curve: Curve) -> Standing:
    """Return how a game stands.

    >>> from damiera.analysis.odds import DEFAULT
    >>> standing(Score(0, Side.WHITE), DEFAULT).text.it, standing(Score(-29_990, Side.WHITE), DEFAULT).text.it
    ('la partita è pari', 'il Nero vince')
    """
    winner = _winner(score)
    if winner is not None:
        won = Text("{side} vince", "{side} wins").format(side=colour(winner))
        return Standing(winner, won, Text("vince", "winning"))
    expected = odds_of(score.seen_by(Side.WHITE), curve).expectation
    lead = abs(expected - 0.5)
    if lead < _EVEN:
        even = Text("la partita è pari", "the game is even")
        return Standing(None, even, even)
    ahead = Side.WHITE if expected >= 0.5 else Side.BLACK
    words = _how_much(lead)
    said = Text("{side} sta {words}", "{side} is {words}").format(side=colour(ahead), words=words)
    return Standing(ahead, said, words)


def _how_much(lead: float) -> Text:
    if lead >= _BETTER:
        return Text("molto meglio", "much better")
    if lead >= _LITTLE:
        return Text("meglio", "better")
    return Text("un poco meglio", "a little better")


def verdict(score: Score, curve: Curve, *, figures: bool = True) -> Text:
    """Say in a sentence how the game stands; without figures where these stand beside it."""
    winner = _winner(score)
    if winner is not None:
        said = Text("{side} vince, al più in {n} semimosse.", "{side} wins, in {n} plies at the most.")
        if score.plies is None:
            said = Text("{side} vince, dicono le tavole dei finali.", "{side} wins, say the endgame tables.")
        return capital(said.format(side=colour(winner), n=score.plies))
    now = standing(score, curve)
    if now.leader is None or not figures:
        return capital(Text(f"{now.text.it}.", f"{now.text.en}."))
    odds = odds_of(score.seen_by(Side.WHITE), curve)
    win, draw, _ = (odds if now.leader is Side.WHITE else odds.other()).percent()
    said = Text(
        "{now}: su cento partite ne vince {win} e ne patta {draw}.",
        "{now}: of a hundred games such a position wins {win} and draws {draw}.",
    )
    return capital(said.format(now=now.text, win=win, draw=draw))

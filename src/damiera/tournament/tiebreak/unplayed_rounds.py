"""What a round without a game is worth in the sums over opponents: named rules, declared before the start.

| rule | own unplayed round counts as | an opponent counts with |
|---|---|---|
| `virtual` (ours) | own points before that round, a draw for each round after it | their points |
| `own` | own final points | their points |
| `zero` | nothing | their points |
| `paired` | a forfeit: the opponent's points, as if played; a bye: nothing | their points |
| `fide2023` | own final points | their points; rounds they missed at the end as draws |
| `fide2026` | the same, at most a draw a round; of a forfeit at most that opponent's | the same |

How the federation counts them was not found: `virtual` is our default, and is said so where it is printed.
Source of the FIDE rules: FIDE Handbook C.07, articles 16.2 to 16.5, editions of 2023 and March 2026; read
off published tables where the text was not at hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from damiera.messages import Message, Text
from damiera.tournament.model import Kind, PlayerGame
from damiera.tournament.tiebreak.sheet import Sheet, missed

__all__ = ["RULES", "Unplayed", "adjusted", "against", "names"]

Unplayed = Literal["virtual", "own", "zero", "paired", "fide2023", "fide2026"]
"""How a game that was not played counts in an opponent's tie-breaks."""
RULES: tuple[Unplayed, ...] = ("virtual", "own", "zero", "paired", "fide2023", "fide2026")
"""Every way in which an unplayed game may count, in the order shown."""
_FIDE = ("fide2023", "fide2026")

names: Mapping[Unplayed, Text] = {
    "virtual": Message("virtual opponent: own points before the round, then a draw a round"),
    "own": Message("own final points"),
    "zero": Message("nothing", context="number"),
    "paired": Message("as if played, where there was an opponent"),
    "fide2023": Message("FIDE rules of 2023"),
    "fide2026": Message("FIDE rules of March 2026"),
}
"""The name of each way, for readers."""


def adjusted(sheet: Sheet, rule: Unplayed, *, fore: bool = False) -> Mapping[int, int]:
    """Return the score each counts with for their opponents.

    Args:
        fore: the games of the last round count as draws, whatever their result.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.tiebreak.sheet import sheet_of
    >>> sheet = sheet_of(event)
    >>> adjusted(sheet, "virtual")
    {1: 2, 2: 0}
    """
    if rule not in _FIDE and not fore:
        return sheet.points
    out = {}
    draw = sheet.scoring.draw
    for number, card in sheet.cards.items():
        total = sheet.points[number]
        if fore and card and card[-1].opponent is not None and card[-1].round == sheet.rounds:
            total += draw - card[-1].points
        if rule in _FIDE:
            total += sum(draw - e.points for e in _given_up(card, sheet.rounds if fore else None))
        out[number] = total
    return out


def against(
    sheet: Sheet, number: int, rule: Unplayed, scores: Mapping[int, int], *, fore: bool = False
) -> list[int]:
    """Return the score each line of a card counts with, rounds without a game by the rule.

    `scores` are `adjusted`.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.tiebreak.sheet import sheet_of
    >>> sheet = sheet_of(event)
    >>> against(sheet, 1, "virtual", adjusted(sheet, "virtual"))
    [0]
    """
    return [
        scores[line.opponent]
        if line.played and line.opponent is not None
        else _stand_in(sheet, number, line, rule, scores, fore)
        for line in sheet.cards[number]
    ]


def _given_up(card: Sequence[PlayerGame], fore_round: int | None) -> list[PlayerGame]:
    """The rounds missed at the end, after which the player was there no more."""
    out: list[PlayerGame] = []
    for line in reversed(card):
        if line.played or not missed(line):
            break
        if line.opponent is None or line.round != fore_round:  # a forfeit in the last round is a draw already
            out.append(line)
    return out


def _stand_in(
    sheet: Sheet, number: int, line: PlayerGame, rule: Unplayed, scores: Mapping[int, int], fore: bool
) -> int:
    if rule == "zero":
        return 0
    if rule == "paired":
        return 0 if line.opponent is None else scores[line.opponent]
    if rule == "virtual":
        before = sum(e.points for e in sheet.cards[number] if e.round < line.round)
        return before + sheet.scoring.draw * (sheet.rounds - line.round)
    own = sheet.points[number]
    last = sheet.cards[number][-1]
    if fore and last.opponent is not None and last.round == sheet.rounds:
        own += sheet.scoring.draw - last.points
    if rule != "fide2026":
        return own
    if line.opponent is not None and line.kind is Kind.FORFEIT:
        return min(own, scores[line.opponent])
    return min(own, sheet.scoring.draw * sheet.rounds)

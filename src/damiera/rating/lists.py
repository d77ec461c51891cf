"""Rating lists: who is rated how, in which game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from damiera.rating.elo_rubele import RatingReport

__all__ = ["RatingList", "RatingListLine", "plain", "ranking", "updated"]


@dataclass(frozen=True, slots=True)
class RatingListLine:
    """A line of a rating list.

    Attributes:
        name: the player's name.
        rating: Elo points.
        category: id of their category; "" in a list without categories.
        card: their card of the federation; "" if not known.
        club: their club; "" if not known.

    >>> RatingListLine("Rossi", 3000, card="A1").category
    ''
    """

    name: str
    rating: int
    category: str = ""
    card: str = ""
    club: str = ""


def ranking(listed: Iterable[RatingListLine]) -> tuple[tuple[int, RatingListLine], ...]:
    """Return the list in order of rating, equal ratings sharing a place.

    >>> lines = [RatingListLine("B", 300), RatingListLine("A", 300), RatingListLine("C", 9)]
    >>> [(place, one.name) for place, one in ranking(lines)]
    [(1, 'A'), (1, 'B'), (3, 'C')]
    """
    ordered = sorted(listed, key=lambda one: (-one.rating, one.name))
    out: list[tuple[int, RatingListLine]] = []
    for n, one in enumerate(ordered, 1):
        same = out and out[-1][1].rating == one.rating
        out.append((out[-1][0] if same else n, one))
    return tuple(out)


class RatingList:
    """A rating list as people are looked for in it: by federation card, or by name where either has no card.

    A name that is in the list twice names nobody.

    >>> known = RatingList([RatingListLine("Rossi", 3000, card="A1"), RatingListLine("Bianchi", 2600)])
    >>> known.place("A1", ""), known.place("", "BIANCHI"), known.place("", "Verdi")
    (0, 1, None)
    """

    def __init__(self, listed: Iterable[RatingListLine]) -> None:
        self.listed = tuple(listed)
        self._by_card = {one.card: place for place, one in enumerate(self.listed) if one.card}
        self._by_name: dict[str, list[int]] = {}
        for place, one in enumerate(self.listed):
            self._by_name.setdefault(plain(one.name), []).append(place)

    def place(self, card: str, name: str) -> int | None:
        """Return where somebody stands in the list, from 0; None if they are not in it."""
        if card in self._by_card:
            return self._by_card[card]
        same = self._by_name.get(plain(name), ())
        named = [place for place in same if not (card and self.listed[place].card)]
        return named[0] if len(named) == 1 else None


def plain(text: str) -> str:
    """Return what two spellings share: no accents, capitals, points.

    >>> plain("D'Ùrso,  Niccolò")
    'd urso niccolo'
    """
    marks = unicodedata.normalize("NFKD", text)
    letters = "".join(c for c in marks if not unicodedata.combining(c)).casefold()
    return " ".join(re.sub(r"[^\w]+", " ", letters.replace("_", " ")).split())


def updated(listed: Iterable[RatingListLine], report: RatingReport) -> tuple[RatingListLine, ...]:
    """Return the list after an event: ratings and categories of those who played replaced, newcomers added.

    Who played is `RatingList` in the list; who is not in it, or not surely, is a newcomer.

    >>> from damiera.rating.elo_rubele import rate
    >>> from damiera.rating.event import Entrant, Occasion, RatedGame
    >>> two = [Entrant(1, "Rossi", 2000), Entrant(2, "Bianchi", 2000)]
    >>> report = rate(two, [RatedGame(1, 1, 2, 2)], Occasion())
    >>> [(one.name, one.rating) for one in updated([RatingListLine("Rossi", 2000)], report)]
    [('Rossi', 2040), ('Bianchi', 1980)]
    """
    known = RatingList(listed)
    out = list(known.listed)
    for change in report.changes:
        who = change.entrant
        place = known.place(who.card, who.name)
        old = None if place is None else out[place]
        card, club = (who.card, who.club) if old is None else (who.card or old.card, who.club or old.club)
        new = RatingListLine(who.name, change.final, change.after, card, club)
        if place is None:
            out.append(new)
        else:
            out[place] = new
    return tuple(out)

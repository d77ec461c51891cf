"""The prints there are: their names, what each is of, and which pages it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from damiera.messages import Message, Text
from damiera.paper.prints.job import PrintError

__all__ = ["KINDS", "PrintKind", "kind_of", "title_of"]

_UNKNOWN = Message('I cannot print "{what}": the prints are {kinds}.')


@dataclass(frozen=True, slots=True)
class PrintKind:
    """A print: its name and what it is of.

    `of_round`: of a round that is paired; `on_wall`: in large letters, on A3 if wanted; `bare`: it can be
    printed before anybody has entered; `of_teams`: where teams play, it is of teams.
    """

    title: Text
    of_round: bool = False
    on_wall: bool = False
    bare: bool = False
    of_teams: bool = False


_KINDS: Mapping[str, PrintKind] = {
    "form": PrintKind(Message("Entry form"), bare=True),
    "entries": PrintKind(Message("Entry list")),
    "pairings": PrintKind(Message("Pairings"), of_round=True, on_wall=True),
    "names": PrintKind(Message("Where do I play?"), of_round=True, on_wall=True),
    "cards": PrintKind(Message("Board cards"), of_round=True),
    "slips": PrintKind(Message("Result slips"), of_round=True),
    "sheets": PrintKind(Message("Score sheets"), of_round=True),
    "standings": PrintKind(Message("Standings"), of_teams=True),
    "crosstable": PrintKind(Message("Crosstable"), of_teams=True),
    "ratings": PrintKind(Message("Rating report")),
    "prizes": PrintKind(Message("Prizes"), of_teams=True),
    "certificates": PrintKind(Message("Certificates"), of_teams=True),
}
KINDS = tuple(_KINDS)


def kind_of(what: str) -> PrintKind:
    """Return the print of a name.

    Raises:
        PrintError: if there is no such print.
    """
    if what not in _KINDS:
        raise PrintError(_UNKNOWN.format(what=what, kinds=", ".join(_KINDS)))
    return _KINDS[what]


def title_of(what: str) -> Text:
    """Return what a print is called.

    Raises:
        PrintError: if there is no such print.

    >>> title_of("standings").text("it")
    'Classifica'
    """
    return kind_of(what).title

"""All prints of an event, and what can be chosen for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final
from urllib.parse import urlsplit

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, Text
from damiera.paper.fonts import code_points, has_fonts
from damiera.paper.prints import KINDS, title_of, unprintable
from damiera.paper.prints.of_event import signed_at
from damiera.service.tournament.event import LiveEvent
from damiera.web.common.pages import language_names
from damiera.web.tournament.views.head import EventPage, event_head, refusal

__all__ = ["UNREACHED", "PrintsPage", "is_reached", "not_yet_printed", "prints_page"]

AT_HOME: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_ONLY_HERE: Final = Message(
    "No codes to be scanned are printed: phones cannot reach {address}. Let the house in first."
)
_LETTERS: Final = Message("Names with letters that no font of the print has: {who}.")
_GROUPS: Final = (
    (
        Message("For the round"),
        (
            ("pairings", Message("For the wall, read at three metres.")),
            ("names", Message("Everybody finds their board by name.")),
            ("cards", Message("A board's number and who plays.")),
            ("slips", Message("With the code for phones.")),
            ("sheets", Message("The drawn opening is on them.")),
        ),
    ),
    (
        Message("Before the event"),
        (
            ("form", Message("Six lines for each club.")),
            ("entries", Message("Who has entered, with all facts.")),
        ),
    ),
    (
        Message("After the round"),
        (
            ("standings", Message("Points, quotients, tie-breaks.")),
            ("crosstable", Message("Every game of everybody.")),
        ),
    ),
    (
        Message("At the end"),
        (
            ("ratings", Message("The new Elo, with the arithmetic.")),
            ("prizes", Message("Of all classifications, to be signed.")),
            ("certificates", Message("One for each player, the first first.")),
        ),
    ),
)  # fmt: skip


class OfferedPrint(msgspec.Struct, frozen=True):
    """A print: its name in addresses, its title, what it is for."""

    name: str
    title: str
    said: str


class PrintsPage(EventPage, kw_only=True, frozen=True):
    """All prints of an event.

    Attributes:
        groups: the prints by when they are needed.
        round: the round that is chosen, of `rounds`.
        not_yet: the prints that there are not yet.
        places: how many prizes are announced.
        warnings: what should be known before printing.
        signed: where and when certificates are signed if nothing else is written.
        written_in: the languages of the sheets, each by its tag and its own name.
        logo: the address of the event's logo; '' where it has none.
    """

    template: ClassVar[str] = "tournament/prints.html"
    tab: str = "prints"
    groups: tuple[tuple[str, tuple[OfferedPrint, ...]], ...]
    round: int
    rounds: tuple[int, ...]
    not_yet: tuple[str, ...]
    places: int
    warnings: tuple[str, ...]
    signed: str
    written_in: tuple[tuple[str, str], ...]
    logo: str


def prints_page(
    live: LiveEvent, lang: Lang, round: int | None, server: str, wrong: DamieraError | None = None
) -> PrintsPage:
    """Return the page of all prints; `server` is the address by which phones reach this server."""
    number = round or live.event.played_rounds
    return PrintsPage(
        head=event_head(live, lang),
        groups=tuple(
            (
                group.text(lang),
                tuple(OfferedPrint(name, title_of(name).text(lang), said.text(lang)) for name, said in kinds),
            )
            for group, kinds in _GROUPS
        ),
        round=number if live.event.round(number) else 0,
        rounds=tuple(dict.fromkeys(r.number for part in live.inner for r in part.event.rounds)),
        not_yet=not_yet_printed(live),
        places=live.announced.prize_places,
        signed=signed_at(live, lang),
        written_in=language_names(),
        logo=f"/hall/{live.row.id}/logo.png?seen={live.version}" if live.whole.state.logo else "",
        wrong=refusal(wrong, lang),
        warnings=tuple(text.text(lang) for text in _warnings(live, server)),
    )


def _warnings(live: LiveEvent, server: str) -> Iterator[Text]:
    """Yield what should be known before printing."""
    if not is_reached(server):
        yield _ONLY_HERE.format(address=server)
    lacking = unprintable(live.event) if has_fonts() else ()
    if lacking:
        who = "; ".join(f"{player.name} ({code_points(letters)})" for player, letters in lacking)
        yield _LETTERS.format(who=who)


UNREACHED: Final = Message(
    "No code to be scanned is shown: phones cannot reach {address}. Let the house in first."
)


def is_reached(server: str) -> bool:
    """Tell whether phones can reach an address: not where it is this computer's own.

    >>> is_reached("http://192.168.1.7:8000"), is_reached("http://127.0.0.1:8000")
    (True, False)
    """
    return urlsplit(server).hostname not in AT_HOME


def not_yet_printed(live: LiveEvent) -> tuple[str, ...]:
    """Return the prints that there are not: of rounds before the first, and of whatever only groups play."""
    if live.groups:
        return tuple(what for what in KINDS if what not in ("form", "entries"))
    early = () if live.begun else ("pairings", "names", "cards", "slips", "sheets")
    return (*early, "prizes") if live.sections and not live.whole.state.awards.prizes else early

"""The teams of an event: their players in the order of the boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang
from damiera.service.tournament.by_hand import said_name
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.model import EventPlayer, Team, status
from damiera.web.tournament.views.head import EventPage, event_head, field_of, refusal
from damiera.web.tournament.views.words import CHANGES

__all__ = ["TeamsPage", "teams_page"]

RESERVES = 2
_USUAL_BOARDS = 4


class TeamRow(msgspec.Struct, frozen=True):
    """A team.

    Attributes:
        said: its seats as the form has them; `name`: its name as the form has it.
        short: it has fewer players than boards.
        away: why it plays no more; "" if it plays.
    """

    team: Team
    members: tuple[EventPlayer, ...]
    said: tuple[str, ...]
    name: str
    short: bool
    away: str


class TeamsPage(EventPage, kw_only=True, frozen=True):
    """The teams.

    Attributes:
        free: who is in no team; `people`: everybody, as the fields show them.
        boards: how many a team has; 0 if everybody plays alone.
        seats: the numbers of the seats a form has.
        fields: the form that is refused; `field`: where.
    """

    template: ClassVar[str] = "tournament/teams.html"
    tab: str = "teams"
    teams: tuple[TeamRow, ...]
    free: tuple[str, ...]
    people: tuple[str, ...]
    boards: int
    seats: range
    fields: Mapping[str, str]
    field: str


def teams_page(
    live: LiveEvent, lang: Lang, *, fields: Mapping[str, str], wrong: DamieraError | None = None
) -> TeamsPage:
    """Return the teams."""
    event = live.event
    taken = {n for t in event.teams for n in t.members}
    seats = range(1, (event.settings.boards or _USUAL_BOARDS) + RESERVES + 1)
    return TeamsPage(
        head=event_head(live, lang),
        teams=tuple(
            _row(live, team, lang, seats, fields) for team in sorted(event.teams, key=lambda t: t.number)
        ),
        free=tuple(said_name(p) for p in event.players if p.number not in taken),
        people=tuple(said_name(p) for p in event.players),
        boards=event.settings.boards,
        seats=seats,
        fields=fields,
        field=field_of(wrong),
        wrong=refusal(wrong, lang),
    )


def _row(live: LiveEvent, team: Team, lang: Lang, seats: range, fields: Mapping[str, str]) -> TeamRow:
    event = live.event
    mine = fields.get("number") == str(team.number)
    held = status(live.field, team.number, event.played_rounds + 1) if event.settings.boards else None
    members = tuple(event.player(n) for n in team.members)
    written = [said_name(p) for p in members] + [""] * max(0, len(seats) - len(members))
    return TeamRow(
        team=team,
        members=members,
        said=tuple(fields.get(f"seat{n}", "") for n in seats) if mine else tuple(written),
        name=fields.get("name", team.name) if mine else team.name,
        short=len(members) < (event.settings.boards or _USUAL_BOARDS),
        away=CHANGES[held.change].text(lang) if held else "",
    )

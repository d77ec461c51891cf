"""Who plays at the boards of one match of teams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.model import EventPlayer, Round, Team
from damiera.tournament.procedures.line_up import teams_at
from damiera.web.tournament.views.head import EventPage, event_head, refusal

__all__ = ["LineUpPage", "line_up_page"]


class SeatedTeam(msgspec.Struct, frozen=True):
    """A team of the match: who sits at each board, 0 for nobody, and its members in the order of its list."""

    id: str
    name: str
    members: tuple[EventPlayer, ...]
    seats: tuple[int, ...]


class LineUpPage(EventPage, kw_only=True, frozen=True):
    """The boards of one match, to be given to others; `begun`: it has results, and stays as it is."""

    template: ClassVar[str] = "tournament/lineup.html"
    tab: str = "desk"
    round: int
    table: int
    boards: range
    sides: tuple[SeatedTeam, SeatedTeam]
    begun: bool
    fields: Mapping[str, str]


def line_up_page(
    live: LiveEvent,
    lang: Lang,
    round: int,
    table: int,
    *,
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
) -> LineUpPage:
    """Return the form of a match.

    Raises:
        BadTournament: if no two teams meet at this table.
    """
    held = live.event.round(round)
    white, black = teams_at(live.event, held or Round(round), table)
    games = [g for g in (held.games if held else ()) if g.match == table and g.leg == 1]
    boards = live.event.settings.boards

    def side(id: str, team: Team) -> SeatedTeam:
        now = [next((n for n in (g.white, g.black) if n in team.members), 0) or 0 for g in games]
        seats = [
            _written(fields, f"{id}{n}", now[n - 1] if n <= len(now) else 0) for n in range(1, boards + 1)
        ]
        return SeatedTeam(id, team.name, tuple(live.event.player(n) for n in team.members), tuple(seats))

    return LineUpPage(
        head=event_head(live, lang),
        round=round,
        table=table,
        boards=range(1, boards + 1),
        sides=(side("white", white), side("black", black)),
        begun=any(g.black is not None and g.white_mark is not None for g in games),
        fields=fields,
        wrong=refusal(wrong, lang),
    )


def _written(fields: Mapping[str, str], name: str, now: int) -> int:
    said = fields.get(name, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 6 else now

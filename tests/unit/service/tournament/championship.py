"""The championship of the deaf of 2006 as its call is written, played to the end through the use cases."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import Announcement, Appointment, EventAwards, LiveEvent
from damiera.service.tournament.rights import Right
from damiera.service.tournament.sections import SectionWanted, make_sections, proposed_sections
from damiera.service.tournament.titles import offer, offered_by_announcement
from damiera.tournament.model import EventPlayer
from tests.unit.service.kit import App

__all__ = ["CALL", "Championship", "announcement", "opened", "played", "provision"]

_FILE = Path(__file__).parents[2] / "tournament" / "data" / "fssi_2006.toml"
CALL: dict[str, Any] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
"""The call, as data."""


def provision(at: str) -> dict[str, Any]:
    """Return a provision of the call."""
    found: dict[str, Any] = next(one for one in CALL["provision"] if one["at"] == at)
    return found


def players() -> Iterator[EventPlayer]:
    for name, club, sex, card in CALL["players"]["rows"]:
        yield EventPlayer(0, name, club=club, sex=sex, card=card, federation="FSSI")


def announcement() -> Announcement:
    """Return what the call announces."""
    return Announcement(
        CALL["name"],
        place=CALL["place"],
        starts=CALL["starts"],
        ends=CALL["ends"],
        game=CALL["game"],
        rulebook=CALL["rulebook"],
        rounds=5,
        deadline=provision("Iscrizioni")["deadline"],
        timetable=tuple(Appointment(**line) for line in provision("Programma")["timetable"]),
        prizes="\n".join(provision("Premiazione")["prizes"]),
        medals=provision("Premiazione")["keepsakes"],
        classifications=("men", "women", "club"),
        exclusion=provision("Art. 12")["exclusion"],
    )


@dataclass
class Championship:
    """The championship in its house, with its arbiter."""

    app: App
    tournaments: TournamentService
    arbiter: Visitor
    id: str

    @property
    def live(self) -> LiveEvent:
        return self.tournaments.load(self.id)

    def section(self, number: int) -> LiveEvent:
        return self.tournaments.load(f"{self.id}~{number}")

    def play(self, number: int, chance: random.Random) -> None:
        """Play a section to its last round."""
        id = f"{self.id}~{number}"
        while (coming := self.section(number).next_round()).waits is None:
            live = self.tournaments.pair(id, self.arbiter, coming.number)
            for game in live.open_games:
                result = chance.choice(("win", "win", "draw", "loss"))
                self.tournaments.report(id, self.arbiter, coming.number, game.board, result)


def opened(app: App) -> Championship:
    """Announce the event, enter its players and part them as is proposed: men and women."""
    tournaments, arbiter = TournamentService(app.store, app.clock), app.guest("Anna")
    live = tournaments.create(arbiter, announcement())
    live = tournaments.enter(live.id, arbiter, tuple(players()))
    proposed = proposed_sections(live, "sex")
    wanted = [
        SectionWanted(name, one.rule, one.system, one.rounds, numbers=one.numbers)
        for name, one in zip(("Maschile", "Femminile"), proposed, strict=True)
    ]
    wanted[1] = replace(wanted[1], system=type(wanted[1].system)("round-robin"), rounds=0)
    tournaments.change(live.id, arbiter, make_sections(wanted), right=Right.LEAD)
    return Championship(app, tournaments, arbiter, live.id)


def played(app: App) -> Championship:
    """Play the whole event, offer the prizes that the call announces and close it."""
    event, chance = opened(app), random.Random(2006)
    for number in (1, 2):
        event.play(number, chance)
    prizes = EventAwards(offered_by_announcement(event.live))
    event.tournaments.change(event.id, event.arbiter, offer(prizes), right=Right.LEAD)
    event.tournaments.finish(event.id, event.arbiter, over=True)
    return event

"""Files of an event: given as tables, reports and whole logs; reports and lists of players read."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from msgspec import structs

from damiera.messages import Lang, Message
from damiera.rating.cells import unguarded
from damiera.service.errors import BadTerms
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.crosstable import crosstable_csv, square_csv
from damiera.tournament.errors import BadTournament
from damiera.tournament.log import dump
from damiera.tournament.model import Event, EventPlayer, System
from damiera.tournament.players_csv import read_players, write_players, write_players_workbook
from damiera.tournament.standings import standing
from damiera.tournament.trf.read import read_trf
from damiera.tournament.trf.write import Version, write_trf
from damiera.tournament.workbook import write_workbook

__all__ = [
    "log_file",
    "numbered_anew",
    "players_table",
    "players_workbook",
    "read_player_list",
    "read_report",
    "report_file",
    "standings_table",
    "standings_workbook",
]

MOST_BROUGHT: Final = 1000
_TOO_MANY = Message("A report file is brought in with up to {most} players: this one has {n}.")
_BY_SECTION = Message("This event is played in sections: each has a report file of its own.")


def report_file(live: LiveEvent, version: Version) -> str:
    """Return the event, or a section of it, as a report file; a section's start numbers go from 1.

    Raises:
        BadTournament: for what the format cannot hold: a whole event in sections, for one.
    """
    if live.divided and live.sections:
        raise BadTournament(_BY_SECTION)
    alone = standing(live.event) if live.event.settings.boards else live.standing
    new = {p.number: place for place, p in enumerate(live.event.players, 1)} if live.section else {}
    ranks = {new.get(r.number, r.number): r.technical for r in alone.rows if r.technical}
    return write_trf(numbered_anew(live.event, new) if new else live.event, version, ranks=ranks)


def numbered_anew(event: Event, new: Mapping[int, int]) -> Event:
    """Return an event with other start numbers, given by the old ones, wherever players are named.

    >>> from damiera.tournament.model import EventPlayer
    >>> numbered_anew(Event(players=(EventPlayer(16, "Rossi"),)), {16: 1}).players[0].number
    1
    """
    return replace(
        event,
        players=tuple(structs.replace(p, number=new[p.number]) for p in event.players),
        rounds=tuple(
            structs.replace(
                r,
                games=tuple(
                    structs.replace(g, white=new[g.white], black=new[g.black] if g.black else None)
                    for g in r.games
                ),
            )
            for r in event.rounds
        ),
        statuses=tuple(structs.replace(s, player=new[s.player]) for s in event.statuses),
        forbidden=tuple(structs.replace(f, a=new[f.a], b=new[f.b]) for f in event.forbidden),
        accelerations=tuple(structs.replace(a, player=new[a.player]) for a in event.accelerations),
    )


def read_report(text: str) -> Event:
    """Return the event of a report file.

    Raises:
        TrfError: with every line that cannot be read.
        BadTerms: for more players than an event may bring.
    """
    event = read_trf(text)
    if len(event.players) > MOST_BROUGHT:
        raise BadTerms("file", _TOO_MANY.format(most=MOST_BROUGHT, n=len(event.players)))
    return event


def read_player_list(data: bytes | str) -> tuple[EventPlayer, ...]:
    """Return the players of a table. Raises what says which line cannot be read."""
    return tuple(read_players(data).players)


def players_table(live: LiveEvent, lang: Lang) -> str:
    """Return the players as a table."""
    return write_players(live.event.players, lang)


def players_workbook(live: LiveEvent, lang: Lang) -> bytes:
    """Return the players as a workbook."""
    return write_players_workbook(live.event.players, lang)


def standings_workbook(live: LiveEvent, lang: Lang) -> bytes:
    """Return the standing with its crosstable as a workbook."""
    lines = csv.reader(standings_table(live, lang).splitlines())
    return write_workbook([[_number(unguarded(cell)) for cell in line] for line in lines])


def _number(cell: str) -> int | str:
    return int(cell) if cell.isascii() and cell.isdecimal() and len(cell) < 10 else cell


def standings_table(live: LiveEvent, lang: Lang) -> str:
    """Return the standing with its crosstable as a table; of an event in sections, one after the other."""
    if live.divided and live.sections:
        return "\n".join(f"{part.name(lang)}\n{standings_table(part, lang)}" for part in live.inner)
    table = square_csv if live.event.settings.system is System.ROUND_ROBIN else crosstable_csv
    return table(live.field, live.standing, lang)


def log_file(live: LiveEvent) -> str:
    """Return the whole event as one file: its log, line by line, with its seals."""
    return dump(live.log)

"""Files of an event: given as tables, reports and whole logs; reports and lists of players read."""

from __future__ import annotations

from typing import Final

from damiera.messages import Lang, Message
from damiera.service.errors import BadTerms
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.crosstable import crosstable_csv, square_csv
from damiera.tournament.log import dump
from damiera.tournament.model import Event, EventPlayer, System
from damiera.tournament.players_csv import read_players, write_players
from damiera.tournament.standings import standing
from damiera.tournament.trf.read import read_trf
from damiera.tournament.trf.write import Version, write_trf

__all__ = ["log_file", "players_table", "read_player_list", "read_report", "report_file", "standings_table"]

MOST_BROUGHT: Final = 1000
_TOO_LARGE = Message("The file is too large.")


def report_file(live: LiveEvent, version: Version) -> str:
    """Return the event as a report file. Raises `BadTournament` for what the format cannot hold."""
    alone = standing(live.event) if live.event.settings.boards else live.standing
    ranks = {r.number: r.technical for r in alone.rows if r.technical}
    return write_trf(live.event, version, ranks=ranks)


def read_report(text: str) -> Event:
    """Return the event of a report file.

    Raises:
        TrfError: with every line that cannot be read.
        BadTerms: for more players than an event may bring.
    """
    event = read_trf(text)
    if len(event.players) > MOST_BROUGHT:
        raise BadTerms("file", _TOO_LARGE)
    return event


def read_player_list(data: bytes | str) -> tuple[EventPlayer, ...]:
    """Return the players of a table. Raises what says which line cannot be read."""
    return tuple(read_players(data).players)


def players_table(live: LiveEvent, lang: Lang) -> str:
    """Return the players as a table."""
    return write_players(live.event.players, lang)


def standings_table(live: LiveEvent, lang: Lang) -> str:
    """Return the standing with its crosstable as a table."""
    table = square_csv if live.event.settings.system is System.ROUND_ROBIN else crosstable_csv
    return table(live.field, live.standing, lang)


def log_file(live: LiveEvent) -> str:
    """Return the whole event as one file: its log, line by line, with its seals."""
    return dump(live.log)

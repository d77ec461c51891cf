"""Everything that the pages, the phones and the papers read from an event's log, as plain data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import asdict

from damiera.service.tournament.event import LiveEvent, head_of
from damiera.tournament.steps import worded
from damiera.web.tournament.views.log import LogGroup, log_groups
from damiera.web.tournament.views.phones import board_games, report_marks
from damiera.web.tournament.views.players import PlayerRow, player_rows
from damiera.web.tournament.views.public import public_view
from damiera.web.tournament.views.reasons import board_reasons
from damiera.web.tournament.views.rounds import round_view

__all__ = ["facts_of"]

_WORDS = frozenset({"said", "why", "waits", "kind", "labels", "columns"})
"""What the pages say of an event in words of their own: it may be said better one day."""


def facts_of(live: LiveEvent) -> dict[str, Any]:
    """Return what is read from an event: itself, what notes told, the desk, the lines of the log."""
    rounds = [r.number for r in live.event.rounds]
    facts = {
        "head": live.log.head,
        "list": json.loads(head_of(live)),
        "event": live.event,
        "announced": live.announced,
        "here": sorted(live.here),
        "over": live.over,
        "ballots": live.ballots,
        "board_ballots": _keyed(live.board_ballots),
        "playoffs": live.playoffs,
        "overrides": live.overrides,
        "groups": live.groups,
        "part_of": live.part_of,
        "slots": live.slots,
        "pairings": {n: _pairing(live, n) for n in rounds},
        "margin": _margin(live),
        "standing": [(r.rank, r.number, str(r.points)) for r in live.standing.rows],
        "desk": {n: _silent(round_view(live, "en", n, None)) for n in [*rounds, 0]},
        "boards": {n: _silent(board_reasons(live, "en", n, 1, None)) for n in rounds},
        "reported": {n: _silent([report_marks(live, "en", n), board_games(live, n)]) for n in rounds},
        "players": [_own(row) for row in player_rows(live, "en")],
        "public": _silent(public_view(live, "en").finder),
        "log": [_line(one) for one in log_groups(live, "en", 10_000)],
    }
    return dict(_plain(facts))


def _keyed(values: Any) -> dict[str, Any]:
    return {".".join(map(str, key)): value for key, value in values.items()}


def _pairing(live: LiveEvent, round: int) -> Any:
    made = live.pairing(round)
    if made is None:
        return None
    return {
        "system": made.system,
        "pairs": made.pairs,
        "criteria": made.criteria,
        "trace": [[said.text("it"), said.text("en")] for said in map(worded, made.trace)],
    }


def _margin(live: LiveEvent) -> dict[str, Any]:
    margin = live.margin
    return {
        "reporting": margin.reporting,
        "plays_online": margin.plays_online,
        "clock": margin.clock,
        "door": margin.door,
        "keys": margin.keys,
        "issues": margin.issues,
        "said": _keyed(margin.said),
        "online": _keyed(margin.online),
        "games": _keyed(margin.games),
    }


def _line(group: LogGroup) -> dict[str, Any]:
    return {name: value for name, value in asdict(group).items() if name not in ("at", "said")}


def _own(row: PlayerRow) -> dict[str, Any]:
    return {
        name: getattr(row, name) for name in ("player", "category", "here", "away", "removable", "points")
    }


def _silent(facts: Any) -> Any:
    """Facts of a page without its words, and without those of a board that cannot be said of it."""
    if isinstance(facts, msgspec.Struct):
        known = asdict(facts)
        return _silent({k: v for k, v in known.items() if v or k not in ("pair", "versus_name")})
    if isinstance(facts, Mapping):
        return {name: _silent(value) for name, value in facts.items() if name not in _WORDS}
    return [_silent(one) for one in facts] if isinstance(facts, list | tuple) else facts


def _plain(value: Any) -> Any:
    """Plain data without pictures, and without what a round did not know of itself at first."""
    plain = json.loads(msgspec.json.encode(value, enc_hook=_hook))
    return _without(plain)


def _hook(value: object) -> object:
    if hasattr(value, "items"):
        return {str(key): own for key, own in value.items()}
    return sorted(value) if isinstance(value, set | frozenset) else str(value)


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        out = {k: _without(v) for k, v in value.items() if k not in ("picture", "_book")}
        if {"games", "closed", "manual", "reason"} <= set(out):
            out.pop("system", None)
        return out
    return [_without(v) for v in value] if isinstance(value, list) else value

"""Logs whose chain holds and whose last entry is no act, or cannot be."""

from __future__ import annotations

from typing import Any

from damiera.messages import Message
from damiera.tournament import acts
from damiera.tournament.announcement import Announcement
from damiera.tournament.chain import sealed
from damiera.tournament.log import Log, LogRecord, dump

__all__ = ["IMPOSSIBLE", "MALFORMED", "chained", "opened_log"]


def _entry(act: str, why: Message) -> Message:
    return Message("Entry {n}, `{a}`: {why}.", n=7, a=act, why=why)


def _expected(field: str, wanted: str, got: str) -> Message:
    return Message("`{f}`: expected {a}, got {b}", f=field, a=wanted, b=got)


MALFORMED: dict[str, tuple[dict[str, Any], Message]] = {
    "over": ({}, _entry("over", Message("missing `{f}`", f="over"))),
    "playoff": (
        {"order": ["x"], "held": True}, _entry("playoff", _expected("order[0]", "int", "str")),
    ),
    "groups": ({"groups": [{}]}, _entry("groups", Message("missing `{f}`", f="groups[0].id"))),
    "announced": ({"facts": {"name": 5}}, _entry("announced", _expected("facts.name", "str", "int"))),
    "door": ({}, _entry("door", Message("missing `{f}`", f="open"))),
    "reported": (
        {"round": "x", "board": 1, "colour": "white", "result": "win"},
        _entry("reported", _expected("round", "int", "str")),
    ),
    "check-in": (
        {"players": "abc", "here": True}, _entry("check-in", _expected("players", "array", "str")),
    ),
    "chek-in": ({"players": [1], "here": True}, _entry("chek-in", Message("unknown act"))),
    "slots": ({"toml": 5}, _entry("slots", _expected("toml", "str", "int"))),
}  # fmt: skip
"""The nine notes that were once stored, or answered HTTP 500: by what they are about, fields and refusal."""

IMPOSSIBLE: dict[str, tuple[str, dict[str, Any], str]] = {
    "slots that are no tables": (
        "note", {"about": "slots", "text": "", "toml": "[slot.nonsense]\nvalue = 1"}, "slots",
    ),
    "a play-off with oneself": (
        "note", {"about": "playoff", "text": "", "order": [1, 1]}, "playoff",
    ),
    "a link made later": (
        "note", {"about": "door", "text": "", "open": True, "at_once": True, "line": 99}, "door",
    ),
    "a game that there is not": ("change", {"game": "ludo"}, "change"),
    "openings that there are not": (
        "note", {"about": "announced", "text": "", "facts": {"name": "x", "deck": "tarot"}},
        "announced",
    ),
    "a rating below nothing": ("edit", {"number": 1, "elo": -5}, "edit"),
    "rounds without end": ("change", {"settings": {"rounds": 10**9}}, "change"),
    "a round before its time": ("pair", {"round": 3, "pairs": [[1, 2]]}, "pair"),
    "a result of no board": (
        "result", {"round": 1, "board": 1, "white": "win", "black": "loss"}, "result",
    ),
    "an opening of no list": (
        "pair",
        {
            "round": 1, "pairs": [[1, 2], [3, 4]],
            "ballot": {"deck": "it-2m-43", "seed": "x", "number": 999, "board": 0},
        },
        "pair",
    ),
    "undoing what comes later": ("undo", {"act": 9}, "undo"),
}  # fmt: skip
"""Acts that do not fit the event of `opened_log` with four players: word, fields, the refusal's word."""


def opened_log() -> Log:
    """An event with four players, six entries long."""
    log = Log().add(acts.CreateAct(name="Trofeo", settings=acts.SettingsFacts(rounds=3)), who="Anna", at=0)
    log = log.add(acts.AnnouncedFacts(facts=Announcement("Trofeo", rounds=3)), who="Anna", at=1)
    for number in range(1, 5):
        player = acts.EnterAct(number=number, name=f"P{number}", elo=2000 - number)
        log = log.add(player, who="Anna", at=number + 1)
    return log


def chained(log: Log, act: str, data: dict[str, Any]) -> str:
    """The file of a log with one more entry, whatever it holds."""
    entry = sealed(len(log.lines) + 1, 60_000, "Anna", act, data, "why", log.head)
    return dump(Log((*log.lines, LogRecord(entry, None))))

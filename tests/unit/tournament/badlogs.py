"""Logs whose chain holds and whose last entry is no act, or cannot be."""

from __future__ import annotations

from typing import Any

from damiera.tournament import acts
from damiera.tournament.announced import Announcement
from damiera.tournament.chain import sealed
from damiera.tournament.log import Log, LogRecord, dump

__all__ = ["IMPOSSIBLE", "MALFORMED", "chained", "opened_log"]

MALFORMED: dict[str, tuple[dict[str, Any], str]] = {
    "over": ({}, "Entry 7, `over`: missing `over`."),
    "playoff": ({"order": ["x"], "held": True}, "Entry 7, `playoff`: `order[0]`: expected int, got str."),
    "groups": ({"groups": [{}]}, "Entry 7, `groups`: missing `groups[0].id`."),
    "announced": ({"facts": {"name": 5}}, "Entry 7, `announced`: `facts.name`: expected str, got int."),
    "door": ({}, "Entry 7, `door`: missing `open`."),
    "reported": (
        {"round": "x", "board": 1, "colour": "white", "result": "win"},
        "Entry 7, `reported`: `round`: expected int, got str.",
    ),
    "check-in": (
        {"players": "abc", "here": True}, "Entry 7, `check-in`: `players`: expected array, got str.",
    ),
    "chek-in": ({"players": [1], "here": True}, "Entry 7, `chek-in`: unknown act."),
    "slots": ({"toml": 5}, "Entry 7, `slots`: `toml`: expected str, got int."),
}  # fmt: skip
"""The nine notes that were once stored, or answered HTTP 500: by what they are about, fields and refusal."""

IMPOSSIBLE: dict[str, tuple[str, dict[str, Any], str]] = {
    "slots that are no tables": (
        "note", {"about": "slots", "text": "", "toml": "[slot.nonsense]\nvalue = 1"}, "Entry 7, `slots`: ",
    ),
    "a play-off with oneself": (
        "note", {"about": "playoff", "text": "", "order": [1, 1]}, "Entry 7, `playoff`: ",
    ),
    "a link made later": (
        "note", {"about": "door", "text": "", "open": True, "at_once": True, "line": 99}, "Entry 7, `door`: ",
    ),
    "a game that there is not": ("change", {"game": "ludo"}, "Entry 7, `change`: "),
    "openings that there are not": (
        "note", {"about": "announced", "text": "", "facts": {"name": "x", "deck": "tarot"}},
        "Entry 7, `announced`: ",
    ),
    "a rating below nothing": ("edit", {"number": 1, "elo": -5}, "Entry 7, `edit`: "),
    "rounds without end": ("change", {"settings": {"rounds": 10**9}}, "Entry 7, `change`: "),
    "a round before its time": ("pair", {"round": 3, "pairs": [[1, 2]]}, "Entry 7, `pair`: "),
    "a result of no board": (
        "result", {"round": 1, "board": 1, "white": "win", "black": "loss"}, "Entry 7, `result`: ",
    ),
    "an opening of no list": (
        "pair",
        {
            "round": 1, "pairs": [[1, 2], [3, 4]],
            "ballot": {"deck": "it-2m-43", "seed": "x", "number": 999, "board": 0},
        },
        "Entry 7, `pair`: ",
    ),
    "undoing what comes later": ("undo", {"act": 9}, "Entry 7, `undo`: "),
}  # fmt: skip
"""Acts that do not fit the event of `opened_log` with four players: word, fields, how the refusal begins."""


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

"""Pairing a large field in a process of its own, so that nobody else has to wait for it.

A matching of thousands of players takes up to a second, in which no other thread of the process gets its
turn. A server asks here: fields of more than `LARGE` players are paired by a Python beside it, which is told
the event and answers with the pairing; smaller ones at once.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import msgspec

from damiera.messages import Text, Verbatim
from damiera.tournament.errors import BadTournament, TournamentError, Unpairable
from damiera.tournament.model import Event, Pairing, System
from damiera.tournament.pairing.systems import pair

__all__ = ["DUTCH_LARGE", "LARGE", "answer", "pair_apart"]

LARGE = 1500
"""A field of more players than this is paired in a process of its own."""
DUTCH_LARGE = 400
"""The same by the Dutch system of 2026, which takes longer."""


class _Asked(msgspec.Struct):
    event: Event
    round: int | None


class _Answer(msgspec.Struct):
    pairing: Pairing | None = None
    refused: Text | None = None
    unpairable: bool = False
    blocked: tuple[int, ...] = ()
    rivals: tuple[int, ...] = ()


def pair_apart(event: Event, round: int | None = None) -> Pairing:
    """Pair as `pair` does; of a large field in a process of its own.

    Where no process can be started the field is paired here.

    Raises:
        Unpairable: no lawful pairing exists.
        BadTournament: the event or the request does not fit the system.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> [(pair.white, pair.black) for pair in pair_apart(event).pairs]
    [(1, 3), (4, 2)]
    """
    large = DUTCH_LARGE if event.settings.system is System.DUTCH_2026 else LARGE
    if len(event.players) <= large or not sys.executable:
        return pair(event, round)
    asked = msgspec.json.encode(_Asked(replace(event), round))
    command = [sys.executable, "-c", f"import sys; from {__name__} import answer; answer()"]
    try:
        done = subprocess.run(command, input=asked, stdout=subprocess.PIPE, check=True)
        found = msgspec.json.decode(done.stdout, type=_Answer)
    except (OSError, subprocess.SubprocessError, msgspec.DecodeError):
        return pair(event, round)
    if found.pairing is not None:
        return found.pairing
    said = found.refused or Verbatim("")
    if found.unpairable:
        raise Unpairable(said, found.blocked, found.rivals)
    raise BadTournament(said)


def answer() -> None:
    """Read a question from standard input, pair, and write the answer to standard output, both as JSON.

    >>> command = [sys.executable, "-c", "from damiera.tournament.pairing.apart import answer; answer()"]
    >>> two = b'[{"number": 1, "name": "A"}, {"number": 2, "name": "B"}]'
    >>> asked = b'{"event": {"players": %s}, "round": 1}' % two
    >>> found = subprocess.run(command, input=asked, stdout=subprocess.PIPE, check=True)
    >>> [(pair["white"], pair["black"]) for pair in msgspec.json.decode(found.stdout)["pairing"]["pairs"]]
    [(1, 2)]
    """
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=_Asked)
    sys.stdout.buffer.write(msgspec.json.encode(_answered(asked)))


def _answered(asked: _Asked) -> _Answer:
    try:
        return _Answer(pair(asked.event, asked.round))
    except Unpairable as error:
        return _Answer(None, error.message, True, error.blocked, error.rivals)
    except TournamentError as error:
        return _Answer(None, error.message)

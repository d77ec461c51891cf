"""The system `dutch`: FIDE's Dutch system, by the library py4swiss (extra `dutch`)."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from msgspec import structs

from damiera.messages import Message
from damiera.tournament.errors import BadTournament, Unpairable
from damiera.tournament.model import Acceleration, Event, EventPlayer, Pair, Pairing, System, virtual_points
from damiera.tournament.pairing.field import field_of, in_board_order

__all__ = ["pair_dutch"]

_MISSING = Message("The Dutch system needs the library py4swiss: install 'damiera[dutch]'.")
_NONE = Message("The Dutch system finds no pairing for round {r}.")
_NOBODY = Message("It takes at least two players.")
_OPEN = Message("Round {r} is not over: results are missing.")


def pair_dutch(event: Event, round: int | None = None) -> Pairing:
    """Pair the next round (or `round`) by FIDE's Dutch system.

    Raises:
        BadTournament: the library, a result or a second player is missing, or the system does not fit.
        Unpairable: no lawful pairing exists.

    >>> from damiera.tournament.model import EventSettings
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four, settings=EventSettings(rounds=3))
    >>> [(pair.white, pair.black) for pair in pair_dutch(event).pairs]
    [(1, 3), (4, 2)]
    """
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError
        from py4swiss.trf import TrfParser
    except ImportError:
        raise BadTournament(_MISSING) from None
    from damiera.tournament.trf.write import write_trf  # which asks other systems what they would have paired

    if len(event.players) < 2:
        raise BadTournament(_NOBODY)
    number = event.played_rounds + 1 if round is None else round
    field = field_of(event, number)
    for held in field.event.rounds:
        if not all(g.is_over for g in held.games):
            raise BadTournament(_OPEN.format(r=held.number))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.trf"
        path.write_text(write_trf(_plain(field.event, number), "trf16"), encoding="utf-8", newline="")
        try:
            found = DutchEngine.generate_pairings(TrfParser.parse(path))
        except PairingError:
            raise Unpairable(_NONE.format(r=number)) from None
        except ValueError as error:
            raise BadTournament(Message("py4swiss: {error}", error=error)) from None
    pairs = [Pair(p.white, p.black or None) for p in found]
    return Pairing(number, System.DUTCH, in_board_order(field, pairs))


def _plain(event: Event, round: int) -> Event:
    """What the library needs and no more: numbers, Elo, results, absences, prohibitions, acceleration."""
    accelerations = event.accelerations or tuple(
        Acceleration(p.number, points, r, r)
        for p in event.players
        for r in range(1, round + 1)
        if (points := virtual_points(event, p.number, r))
    )
    colour = dict(event.extra).get("first_colour", "white")
    return replace(
        event,
        name="event",
        players=tuple(EventPlayer(p.number, f"P{p.number}", p.elo) for p in event.players),
        settings=structs.replace(
            event.settings,
            system=System.DUTCH,
            rounds=max(event.settings.rounds or round + 1, round),
            acceleration=0,
        ),
        accelerations=accelerations,
        extra=(("first_colour", colour),),
        teams=(), federation="", arbiter="", deputies=(), dates=(), time_control="", place="",
        starts=None, ends=None,
    )  # fmt: skip

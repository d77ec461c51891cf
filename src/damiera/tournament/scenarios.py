"""The examples of articles on competitions, carried out: an event is made, and asked what follows.

The data is `damiera.regulations.event_scenario`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Final

from damiera._core import Side
from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings, GameClock
from damiera.game.openings.drawing import draw
from damiera.game.scoresheet import press_warnings
from damiera.rating.editions import edition
from damiera.rating.elo_rubele import RatingReport
from damiera.regulations.event_scenario import EventScenario
from damiera.tournament.acts import decode
from damiera.tournament.groups import propose
from damiera.tournament.log import Log
from damiera.tournament.model import Event, EventPlayer, Pair
from damiera.tournament.pairing.systems import pair
from damiera.tournament.rated_games import rate_event
from damiera.tournament.standings import Standing, classifications, standing

__all__ = ["event_of_scenario", "what_follows"]

_PLAYER: Final = re.compile(r"^(?P<name>\D+?)(?: (?P<elo>\d+))?(?: (?P<category>[A-Z]{1,2}))?$")
_MARKS: Final = {
    "1": {"white": "win", "black": "loss"},
    "=": {"white": "draw", "black": "draw"},
    "0": {"white": "loss", "black": "win"},
    "+": {"white": "win", "black": "loss", "kind": "forfeit"},
}
_ARBITER: Final = "arbiter"
_DAY: Final = date(2010, 5, 1)
_ROUNDS_DRAWN: Final = (1, 2, 3)


def event_of_scenario(told: EventScenario) -> Event:
    """Return the event of an example as it stands when something is asked of it.

    Raises:
        DamieraError: if an act is refused.
        ValueError: for a player who is not written as one.

    >>> from damiera.regulations.event_scenario import event_scenarios
    >>> len(event_of_scenario(event_scenarios("fid.competition.2008", "V.3")[0]).players)
    7
    """
    log = Log()
    for at, (word, facts) in enumerate(_acts(told)):
        log = log.add(decode(word, facts), who=_ARBITER, at=at, why="as the example has it")
    return log.event


def _acts(told: EventScenario) -> Iterator[tuple[str, dict[str, object]]]:
    yield "create", {"settings": told.settings or {}, "starts": _DAY.isoformat()}
    for player in _players(told):
        facts = {"number": player.number, "name": player.name, "elo": player.elo, "category": player.category}
        yield "enter", facts
    for number, text in enumerate(told.rounds, 1):
        boards = [_board(said.strip()) for said in text.split(",")]
        pairs = [[white, black] for white, black, _ in boards]
        yield "pair", {"round": number, "pairs": pairs, "manual": True}
        for board, (_, black, mark) in enumerate(boards, 1):
            if black:
                yield "result", {"round": number, "board": board, **_MARKS[mark]}
    for act in told.acts:
        facts = dict(act)
        yield str(facts.pop("type")), facts


def _board(said: str) -> tuple[int, int, str]:
    seats, _, mark = said.partition(" ")
    white, _, black = seats.partition("-")
    return int(white), int(black or 0), mark


def _players(told: EventScenario) -> tuple[EventPlayer, ...]:
    if told.field:
        first = told.field - told.provincials
        return tuple(
            EventPlayer(n, f"P{n}", 4000 - 10 * n, "P" if n > first else "N")
            for n in range(1, told.field + 1)
        )
    found = []
    for number, text in enumerate(told.players, 1):
        read = _PLAYER.match(text)
        if read is None:
            raise ValueError(f"{told.number}: {text!r} is no player")
        found.append(EventPlayer(number, read["name"], int(read["elo"] or 0), read["category"] or ""))
    return tuple(found)


def what_follows(told: EventScenario) -> dict[str, object]:
    """Return what follows in an example, of those outcomes that it names.

    Raises:
        DamieraError, ValueError: as `event_of_scenario` does.

    >>> from damiera.regulations.event_scenario import event_scenarios
    >>> what_follows(event_scenarios("fid.competition.2008", "V.3")[0])
    {'pairs': ('1-2', '3-4', '5-6', '7-')}
    """
    if told.refused is not None:
        return {"refused": _is_refused(told)}
    return {name: _FOLLOWS[name](told) for name in told.outcomes}


def _is_refused(told: EventScenario) -> bool:
    try:
        propose(_players(told), groups=told.groups_asked) if told.field else event_of_scenario(told)
    except DamieraError:
        return True
    return False


def _pairs(told: EventScenario) -> tuple[str, ...]:
    return tuple(map(_seats, pair(event_of_scenario(told)).pairs))


def _seats(one: Pair) -> str:
    return f"{one.white}-{one.black or ''}"


def _standing(told: EventScenario) -> Standing:
    return standing(event_of_scenario(told))


def _report(told: EventScenario) -> RatingReport:
    named = edition(told.edition) if told.edition else None
    return rate_event(event_of_scenario(told), weight=told.weight, scope=told.scope, edition=named)


def _kinds(told: EventScenario) -> tuple[str, ...]:
    return tuple(game.kind.value for game in event_of_scenario(told).games if 1 in (game.white, game.black))


def _prizes(told: EventScenario) -> Mapping[str, int]:
    event = event_of_scenario(told)
    return {
        name: rows[0].number for name, rows in classifications(standing(event), event, "category").items()
    }


def _clocks(told: EventScenario) -> tuple[int, int]:
    clock = GameClock.start(ClockSettings.parse(told.clock), Side.WHITE, at=0)
    for turn, second in enumerate(told.pressed):
        clock = clock.press(Side.BLACK if turn % 2 else Side.WHITE, at=1000 * second)
    return clock.white_ms // 1000, clock.black_ms // 1000


def _faults(told: EventScenario) -> tuple[str, ...]:
    recorded, ply = told.sheet or (0, 0)
    return tuple(one.fault.value for one in press_warnings("fid2008", moved=True, recorded=recorded, ply=ply))


def _openings(told: EventScenario) -> tuple[int, ...]:
    return tuple(draw(told.deck, told.seed, round=n).opening.number for n in _ROUNDS_DRAWN)


def _promoted(told: EventScenario) -> tuple[str, ...]:
    return tuple(f"{one.entrant.name} {one.after}" for one in _report(told).promotions)


_FOLLOWS: Final[dict[str, Callable[[EventScenario], object]]] = {
    "pairs": _pairs,
    "order": lambda told: tuple(row.number for row in _standing(told).rows),
    "points": lambda told: tuple(row.points for row in _standing(told).rows),
    "ranks": lambda told: tuple(row.rank or 0 for row in _standing(told).rows),
    "quotients": lambda told: tuple(row.values for row in _standing(told).rows),
    "kinds": _kinds,
    "ratings": lambda told: tuple(change.final for change in _report(told).changes),
    "promoted": _promoted,
    "groups": lambda told: tuple(
        len(g.numbers) for g in propose(_players(told), groups=told.groups_asked).groups
    ),
    "apart": lambda told: propose(_players(told), groups=told.groups_asked).groups[-1].apart,
    "prizes": _prizes,
    "clocks": _clocks,
    "faults": _faults,
    "openings": _openings,
}

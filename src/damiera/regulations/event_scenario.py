"""Articles on competitions by examples as data: who plays, what was played, what is done and what follows.

An example is a table of `competition/scenarios/<book>/<article>.toml`. `damiera.tournament.scenarios` carries
it out, a test holds what it says, and the page of its article shows it.

| key | meaning |
|---|---|
| `says` | what it shows, in a sentence |
| `players` | who plays, each `name Elo category`; Elo and category may be left out |
| `field` | or so many, whose Elo falls by ten from 4000; the last `provincials` of them are Provinciali |
| `settings` | the settings of the event |
| `rounds` | what was played: `1-4 =, 6-2 1, 3-5 0, 7-`, with `+` where the second did not appear |
| `acts` | what happens after them: acts of the log, each with its `type` |
| `edition`, `weight`, `scope` | how the event is rated |
| `groups_asked` | how many groups are asked for |
| `clock`, `pressed` | a clock, and when it is pressed, in seconds |
| `sheet` | the moves written down, and those played |
| `deck`, `seed` | the table of openings, and the seed of the draw |
| `refused` | it is refused |
| `pairs` | the next round, as the system of the event pairs it |
| `order`, `points` | the standing, by numbers, and their points |
| `ranks`, `quotients` | the places, and the values of the tie-breaks |
| `kinds` | what the games of player 1 count as |
| `ratings` | the Elo of each afterwards |
| `promoted` | who reaches a category |
| `groups` | how many players each group has, and `apart` whether the last one is of Provinciali |
| `prizes` | the number of the best of each category |
| `clocks` | what White and Black have left, in seconds |
| `faults` | what is wrong with a press of the clock |
| `openings` | the numbers of the openings drawn for the first three rounds |
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from damiera.decoding import converter, prepared
from damiera.messages import Text, message_of
from damiera.regulations.book import competition

__all__ = ["EventScenario", "event_scenario_files", "event_scenarios", "reasons_for_no_event"]

_FOLDER = Path(__file__).parent / "competition" / "scenarios"
_NONE = "none.toml"
_CONTEXT = "scenario"
_OUTCOMES: Final = (
    *("refused", "pairs", "order", "points", "ranks", "quotients", "kinds", "ratings", "promoted", "groups"),
    *("apart", "prizes", "clocks", "faults", "openings"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventScenario:
    """One example of an article on competitions: the keys of the table above, and whose article it is.

    >>> one = event_scenarios("fid.competition.2008", "V.3")[0]
    >>> one.number, one.outcomes
    ('V.3', ('pairs',))
    """

    says: Text
    book: str = ""
    number: str = ""
    players: tuple[str, ...] = ()
    field: int = 0
    provincials: int = 0
    settings: dict[str, Any] | None = None
    rounds: tuple[str, ...] = ()
    acts: tuple[dict[str, Any], ...] = ()
    edition: str = ""
    weight: int | None = None
    scope: Literal["national", "international"] = "national"
    groups_asked: int | None = None
    clock: str = ""
    pressed: tuple[int, ...] = ()
    sheet: tuple[int, int] | None = None
    deck: str = ""
    seed: str = ""
    refused: bool | None = None
    pairs: tuple[str, ...] | None = None
    order: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None
    ranks: tuple[int, ...] | None = None
    quotients: tuple[tuple[int, ...], ...] | None = None
    kinds: tuple[str, ...] | None = None
    ratings: tuple[int, ...] | None = None
    promoted: tuple[str, ...] | None = None
    groups: tuple[int, ...] | None = None
    apart: bool | None = None
    prizes: dict[str, int] | None = None
    clocks: tuple[int, int] | None = None
    faults: tuple[str, ...] | None = None
    openings: tuple[int, int, int] | None = None

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The keys that say what follows."""
        return tuple(name for name in _OUTCOMES if getattr(self, name) is not None)


prepared(EventScenario)


@lru_cache
def event_scenarios(book: str, number: str) -> tuple[EventScenario, ...]:
    """Return the examples of an article on competitions; nothing where it has none.

    Raises:
        ValueError: for a key that no example has, or where nothing is said to follow.
        UnknownRulebook, UnknownArticle: if there is no such article.

    >>> event_scenarios("fid.competition.2008", "4")
    ()
    """
    competition(book).article(number)
    path = _FOLDER / book / f"{number}.toml"
    if not path.exists():
        return ()
    tables = msgspec.toml.decode(path.read_bytes(), type=dict[str, list[dict[str, object]]])["scenario"]
    return tuple(_read(book, number, table) for table in tables)


def _read(book: str, number: str, table: dict[str, object]) -> EventScenario:
    known = EventScenario.__dataclass_fields__.keys() - {"book", "number"}
    if not table.keys() <= known:
        raise ValueError(f"{book}:{number}: an example has no {sorted(table.keys() - known)}")
    read = converter(EventScenario, partial(message_of, context=_CONTEXT))(
        {**table, "book": book, "number": number}
    )
    if not read.outcomes:
        raise ValueError(f"{book}:{number}: an example says what follows")
    return read


def event_scenario_files() -> tuple[tuple[str, str], ...]:
    """Return book and article of every file of examples.

    >>> ("fid.competition.2008", "V.3") in event_scenario_files()
    True
    """
    return tuple((path.parent.name, path.stem) for path in sorted(_FOLDER.glob("*/*.toml")))


@lru_cache
def reasons_for_no_event() -> dict[str, str]:
    """Return why articles on competitions have no example, by reference: `competition/scenarios/none.toml`.

    >>> all(reasons_for_no_event().values())
    True
    """
    tables = msgspec.toml.decode((_FOLDER / _NONE).read_bytes(), type=dict[str, dict[str, str]])
    return {f"{book}:{number}": why for book, told in tables.items() for number, why in told.items()}

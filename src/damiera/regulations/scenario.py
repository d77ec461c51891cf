"""Scenarios: each article by an example as data, with what stands, what is done and what follows.

A scenario is a table of `scenarios/<book>/<article>.toml`, beside this module. It is read when somebody asks
for it, run by `tests/articles/test_scenarios.py`, and shown on the page of its article. What is told of an
article holds for those that are `like` it, under their own numbers, unless it names a number; what is told
of a provision of the stock (`scenarios/stock/<provision>.toml`) holds for the books that repeat it.

| key | meaning |
|---|---|
| `says` | what it shows, in a sentence |
| `position` | FEN; the start where it is left out |
| `agreed` | `arbiter`, `touch` (a touched piece binds), `unrecorded`, `asked` (no count of its own accord) |
| `terms` | what else was agreed: fields of the conditions of a game |
| `clock` | the time of the players, `15+5` |
| `first` | what happens before: moves as players write them, and events |
| `cycle`, `plies` | then these moves over and over, until so many have been played |
| `act` | what is done: a move, or an event; nothing where only the position is looked at |
| `refused` | it is refused |
| `legal` | it is a legal move |
| `after` | how the board stands then, as FEN |
| `moves` | the legal moves then |
| `bound` | which square must be moved from; 0 for none |
| `count` | how many plies are counted, of how many moves by each |
| `clocks` | what White and Black have left, milliseconds |
| `winner` | `white`, `black` or `draw` |
| `written` | how the act is written down |
| `sign` | the sign beside it, whose meaning the article gives |
| `board` | facts of the board: `files`, `ranks`, `squares`, `men`, `dark_corner` |
| `article` | the number that is named for it, or a whole reference; its own if left out, empty for none |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Literal

import msgspec

from damiera.decoding import converter, prepared
from damiera.messages import Text, message_of
from damiera.regulations.book import article, rulebook, split_ref

__all__ = ["Scenario", "Step", "files", "read_scenario", "reasons_for_none", "scenarios", "told_of"]

Step = str | dict[str, Any]
"""A move as players write it, `22-18`, or the fields of an event, without its time or with it."""

_FOLDER = Path(__file__).parent / "scenarios"
_NONE = "none.toml"
_CONTEXT = "scenario"
_OUTCOMES = (
    "refused",
    "legal",
    "after",
    "moves",
    "bound",
    "count",
    "clocks",
    "winner",
    "written",
    "sign",
    "board",
)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One example of an article: the keys of the table above, and whose article it is.

    `book` and `number` are those of the article it is asked for; None in `bound`, `count`, `clocks`, `winner`
    and `article` means that the file does not say.
    """

    book: str = ""
    number: str = ""
    says: Text | None = None
    position: str = ""
    agreed: tuple[Literal["arbiter", "touch", "unrecorded", "asked"], ...] = ()
    terms: dict[str, Any] | None = None
    clock: str = ""
    first: tuple[Step, ...] = ()
    cycle: tuple[str, ...] = ()
    plies: int = 0
    act: Step | None = None
    refused: bool = False
    legal: bool = False
    after: str = ""
    moves: tuple[str, ...] = ()
    bound: int | None = None
    count: tuple[int, int] | None = None
    clocks: tuple[int, int] | None = None
    winner: Literal["white", "black", "draw"] | None = None
    written: str = ""
    sign: str = ""
    board: dict[str, str | int] | None = None
    article: str | None = None

    @property
    def cited(self) -> str | None:
        """The reference of the article that is named for what happens; None where none is.

        >>> scenarios("fid.italian.2008", "3.7")[0].cited
        'fid.italian.2008:3.7'
        """
        number = self.number if self.article is None else self.article
        return rulebook(self.book).cited(number) if number else None

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The keys that say what follows.

        >>> scenarios("fid.italian.2008", "3.7")[0].outcomes
        ('refused',)
        """
        return tuple(name for name in _OUTCOMES if getattr(self, name) != _UNSAID[name])

    @property
    def names_an_article(self) -> bool:
        """Whether it names an article by number, so that it holds for its own book only."""
        events = [step for step in (*self.first, self.act) if isinstance(step, dict)]
        return self.article is not None or any("article" in event for event in events)


prepared(Scenario)
_UNSAID = {name: field.default for name, field in Scenario.__dataclass_fields__.items()}
_KEYS = frozenset(Scenario.__dataclass_fields__) - {"book", "number"}


@lru_cache(maxsize=1024)
def told_of(ref: str) -> tuple[Scenario, ...]:
    """Return what the file of an article, or of a provision of the stock, tells; nothing where it has none.

    Raises:
        ValueError: for a file that says what no scenario says, or does not say what follows.

    >>> len(told_of("fid.italian.2008:4.1")), told_of("fid.italian.2008:1.1")
    (3, ())
    """
    book, _, number = ref.partition(":")
    path = _FOLDER / book / f"{number}.toml"
    if not path.exists():
        return ()
    tables = msgspec.toml.decode(path.read_bytes(), type=dict[str, list[dict[str, object]]])["scenario"]
    return tuple(read_scenario(ref, table) for table in tables)


def read_scenario(ref: str, table: dict[str, object]) -> Scenario:
    """Return the scenario that a table tells of an article.

    Raises:
        ValueError: for a key that no scenario has, or where nothing is said to follow.
        msgspec.ValidationError: for a value of another kind.

    >>> read_scenario("fid.italian.2008:4.1", {"act": "22-18", "legal": True}).outcomes
    ('legal',)
    """
    if not table.keys() <= _KEYS:
        raise ValueError(f"{ref}: a scenario has no {sorted(table.keys() - _KEYS)}")
    book, _, number = ref.partition(":")
    read = converter(Scenario, partial(message_of, context=_CONTEXT))(
        {**table, "book": book, "number": number}
    )
    if not read.outcomes:
        raise ValueError(f"{ref}: a scenario says what follows")
    return read


@lru_cache(maxsize=4096)
def scenarios(book: str, number: str) -> tuple[Scenario, ...]:
    """Return the scenarios of an article: its own, else those of the article it is like.

    Raises:
        UnknownRulebook, UnknownArticle: if there is no such article.

    >>> scenarios("fid.italian.2008", "3.7")[0].first
    ({'e': 'touched', 'side': 'white', 'square': 22},)
    >>> scenarios("fid.italian.2006", "4.1")[0].book
    'fid.italian.2006'
    """
    own = f"{book}:{number}"
    like = rulebook(book).article(number).like
    while not told_of(own) and like:
        own = ":".join(split_ref(like))
        like = article(own).like
    told = told_of(own)
    if own != f"{book}:{number}":
        told = tuple(one for one in told if not one.names_an_article)
    return tuple(replace(one, book=book, number=number) for one in told)


def files() -> Iterator[str]:
    """Yield the reference of every article that has a file of scenarios."""
    for path in sorted(_FOLDER.glob("*/*.toml")):
        yield f"{path.parent.name}:{path.stem}"


@lru_cache
def reasons_for_none() -> dict[str, str]:
    """Return why articles have no scenario, by reference: `scenarios/none.toml`.

    >>> all(reasons_for_none().values())
    True
    """
    tables = msgspec.toml.decode((_FOLDER / _NONE).read_bytes(), type=dict[str, dict[str, list[str]]])
    return {
        f"{book}:{number}": reason
        for book, reasons in tables.items()
        for reason, numbers in reasons.items()
        for number in numbers
    }

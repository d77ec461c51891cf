"""Titles of an event over all its sections: classifications across them, and who takes which prize.

Players of two sections never met, so tie-breaks say nothing between them. Ours, where no announcement says
more: across sections the points of each count as a share of those they could have made; level on that, the
better place in the own section; level on both, the place is shared. A club, or a province, has the sum of its
best players' points; level, the best single place decides.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from damiera.messages import Message, Text, Verbatim
from damiera.rating.categories import CATEGORIES, rank
from damiera.tournament.announcement import EventAwards, PrizeOffered
from damiera.tournament.model import Event, EventPlayer
from damiera.tournament.sections import birth_year, category_id
from damiera.tournament.standings import Standing

__all__ = [
    "EventPart",
    "GivenPrize",
    "PassedPlayer",
    "Title",
    "TitleRow",
    "all_titles",
    "allot",
    "is_title_key",
    "title_keys",
    "title_of",
]

_PLAIN: Final = ("overall", "men", "women", "under", "newcomer", "club", "province")
_KEYED: Final = ("section", "category", "province", "club")
_OVERALL = Message("Overall")
_MEN = Message("Men", context="standings")
_WOMEN = Message("Women", context="standings")
_UNDER = Message("Under {n}")
_NEWCOMERS = Message("Newcomers", context="standings")
_CLUBS = Message("Clubs", context="standings")
_PROVINCES = Message("Provinces", context="standings")
_CLUBS_OF = {"f": Message("Clubs, women"), "m": Message("Clubs, men")}
_CATEGORY = Message("Category {f}")
_PROVINCE = Message("Province {f}")
_NAMES: Mapping[str, Text] = {c.id: c.name for c in CATEGORIES}


class EventPart(msgspec.Struct, frozen=True):
    """A section with its standing, or the whole event (number 0) where it is one field.

    >>> from damiera.tournament.standings import standing
    >>> event = Event(players=(EventPlayer(1, "Rossi"), EventPlayer(2, "Bianchi")))
    >>> EventPart(1, Verbatim("Men"), event, standing(event)).name.text("it")
    'Men'
    """

    number: int
    name: Text
    event: Event
    standing: Standing


class TitleRow(msgspec.Struct, frozen=True):
    """A line of a title: a player, or a club (`number` 0) with those who count for it.

    Attributes:
        rank: the place, which others may share; `technical`: never shared.
        points: on the event's scale; of clubs by places, points of places.
        place: the place in the own section; of a club, the best of one of its players.

    >>> TitleRow(1, 1, "Livorno", 12, counted=(3, 7)).number
    0
    """

    rank: int
    technical: int
    name: str
    points: int
    number: int = 0
    section: Text = Verbatim("")
    place: int = 0
    counted: tuple[int, ...] = ()


class Title(msgspec.Struct, frozen=True):
    """A classification: its key, its name, and who stands where; `of_clubs`: clubs or provinces.

    >>> Title("club", Verbatim("Clubs"), (TitleRow(1, 1, "Livorno", 12),), of_clubs=True).rows[0].name
    'Livorno'
    """

    key: str
    name: Text
    rows: tuple[TitleRow, ...]
    of_clubs: bool = False
    by_places: bool = False


def is_title_key(key: str) -> bool:
    """Tell whether a classification can be called so: "club", "section:1", "category:A1".

    >>> is_title_key("club"), is_title_key("section:1"), is_title_key("section:x"), is_title_key("best")
    (True, True, False, False)
    """
    kind, colon, fact = key.partition(":")
    if not colon:
        return kind in _PLAIN
    if kind == "section":
        return fact.isascii() and fact.isdecimal()
    if kind == "club":
        return fact in _CLUBS_OF
    return kind in _KEYED and bool(fact)


def title_keys(parts: Sequence[EventPart]) -> tuple[str, ...]:
    """Return the classifications that part an event's field, the sections first.

    >>> title_keys(())
    ()
    """
    players = _players(parts)
    keys = [f"section:{part.number}" for part in parts if part.number]
    keys += ["overall"] if len(parts) == 1 else []
    apart = [{p.sex for p in part.event.players} for part in parts]
    both = {"m", "f"} <= {p.sex for p in players.values()}
    keys += [by for by, sex in (("men", "m"), ("women", "f")) if both and {sex} not in apart]
    found = {category_id(p.category) for p in players.values()} - {""}
    keys += (
        [f"category:{id}" for id in sorted(found, key=lambda id: (-rank(id), id))] if len(found) > 1 else []
    )
    keys += ["under"] if any(birth_year(p.born) for p in players.values()) else []
    fresh = sum(_is_new(p) for p in players.values())
    keys += ["newcomer"] if 0 < fresh < len(players) else []
    clubs = {p.club.strip() for p in players.values()} - {""}
    keys += ["club"] if len(clubs) > 1 else []
    keys += ["club:m", "club:f"] if len(clubs) > 1 and both else []
    provinces = {p.province.strip() for p in players.values()} - {""}
    keys += ["province", *(f"province:{one}" for one in sorted(provinces))] if len(provinces) > 1 else []
    return tuple(keys)


def title_of(
    parts: Sequence[EventPart],
    key: str,
    *,
    best: int = 3,
    under: int = 18,
    year: int = 0,
    clubs_by: Literal["points", "places"] = "points",
) -> Title:
    """Return a classification over all sections; of a key that nobody fits, without a line.

    Args:
        best: how many players of a club or a province count.
        under: of "under", the younger ones at the end of `year`.
        clubs_by: the points of those who count, or one for each player of their section placed behind them.

    >>> from damiera.tournament.standings import standing
    >>> event = Event(players=(EventPlayer(1, "Rossi", club="Pisa"), EventPlayer(2, "Neri", club="Lucca")))
    >>> parts = (EventPart(0, Verbatim(""), event, standing(event)),)
    >>> [row.name for row in title_of(parts, "club").rows], title_of(parts, "women").rows
    (['Lucca', 'Pisa'], ())
    """
    return all_titles(parts, (key,), best=best, under=under, year=year, clubs_by=clubs_by)[key]


def all_titles(
    parts: Sequence[EventPart],
    keys: Iterable[str],
    *,
    best: int = 3,
    under: int = 18,
    year: int = 0,
    clubs_by: Literal["points", "places"] = "points",
) -> dict[str, Title]:
    """Return several classifications by their keys: what `title_of` says of each, the players compared once.

    >>> all_titles((), ("women", "club"))["club"].rows
    ()
    """
    field, found = list(_field(parts)), dict[str, Title]()
    for key in keys:
        kind, _, fact = key.partition(":")
        if kind == "section":
            found[key] = _section(parts, key, int(fact))
        elif kind == "club" or key == "province":
            found[key] = _clubs(field, key, best, clubs_by)
        else:
            name, keep = _KEEPING[kind](fact, under, year)
            found[key] = Title(key, name, _across(field, keep))
    return found


def _players(parts: Sequence[EventPart]) -> dict[int, EventPlayer]:
    return {p.number: p for part in parts for p in part.event.players}


def _is_new(player: EventPlayer) -> bool:
    """Tell whether somebody plays for the first time as far as the list knows: neither Elo nor category."""
    return not player.elo and not player.national_elo and not player.category.strip()


_Keep = Callable[[EventPlayer], bool]
_KEEPING: Mapping[str, Callable[[str, int, int], tuple[Text, _Keep]]] = {
    "overall": lambda fact, under, year: (_OVERALL, lambda p: True),
    "men": lambda fact, under, year: (_MEN, lambda p: p.sex == "m"),
    "women": lambda fact, under, year: (_WOMEN, lambda p: p.sex == "f"),
    "under": lambda fact, under, year: (
        _UNDER.format(n=under),
        lambda p: birth_year(p.born) > max(year - under, 0),
    ),
    "newcomer": lambda fact, under, year: (_NEWCOMERS, _is_new),
    "category": lambda fact, under, year: (
        _CATEGORY.format(f=_NAMES.get(fact, Verbatim(fact))),
        lambda p: category_id(p.category) == fact,
    ),
    "province": lambda fact, under, year: (
        _PROVINCE.format(f=fact),
        lambda p: p.province.strip() == fact,
    ),
}


def _section(parts: Sequence[EventPart], key: str, number: int) -> Title:
    """Return the standing of a section as it is, tie-breaks and all."""
    part = next((one for one in parts if one.number == number), None)
    if part is None:
        return Title(key, Verbatim(""), ())
    rows = tuple(
        TitleRow(row.rank or 0, row.technical or 0, part.standing.names[row.number], row.points, row.number,
                   part.name, row.rank or 0)
        for row in part.standing.ranked
    )  # fmt: skip
    return Title(key, part.name, rows)


class _Player(msgspec.Struct, frozen=True):
    """A player as they are compared with those of other sections."""

    player: EventPlayer
    part: EventPart
    points: int
    share: Fraction
    rank: int
    technical: int
    behind: int


def _field(parts: Sequence[EventPart]) -> Iterator[_Player]:
    for part in parts:
        most = max(part.standing.after_round * part.event.settings.scoring.win, 1)
        players = {p.number: p for p in part.event.players}
        ranked = part.standing.ranked
        places = sorted(row.rank or 0 for row in ranked)
        for row in ranked:
            place = row.rank or 0
            behind = len(places) - bisect_right(places, place)
            share = Fraction(row.points, most)
            yield _Player(players[row.number], part, row.points, share, place, row.technical or 0, behind)


def _across(field: Sequence[_Player], keep: _Keep) -> tuple[TitleRow, ...]:
    """Rank some players over all sections: by their share of the points, then by their own place."""
    found = [one for one in field if keep(one.player)]
    found.sort(key=lambda one: (-one.share, one.technical, -one.player.elo, one.player.number))
    out: list[TitleRow] = []
    last: tuple[Fraction, int] | None = None
    for place, one in enumerate(found, 1):
        level = (one.share, one.rank)
        shared = out[-1].rank if out and level == last else place
        out.append(
            TitleRow(shared, place, one.player.name, one.points, one.player.number, one.part.name, one.rank)
        )
        last = level
    return tuple(out)


def _clubs(field: Sequence[_Player], key: str, best: int, clubs_by: Literal["points", "places"]) -> Title:
    """Rank clubs, or provinces: the sum of their best players; level, by the best place of one of them."""
    kind, _, sex = key.partition(":")
    teams: dict[str, list[_Player]] = {}
    for one in field:
        name = (one.player.club if kind == "club" else one.player.province).strip()
        if name and sex in ("", one.player.sex):
            teams.setdefault(name, []).append(one)

    def worth(one: _Player) -> int:
        return one.behind if clubs_by == "places" else one.points

    found = []
    for name, own in teams.items():
        counted = sorted(own, key=lambda one: (-worth(one), one.rank, one.player.number))[:best]
        place = min(one.rank for one in own)
        numbers = tuple(one.player.number for one in counted)
        found.append(TitleRow(0, 0, name, sum(map(worth, counted)), place=place, counted=numbers))
    found.sort(key=lambda row: (-row.points, row.place, row.name))
    out: list[TitleRow] = []
    for at, row in enumerate(found, 1):
        level = out and (out[-1].points, out[-1].place) == (row.points, row.place)
        out.append(replace(row, rank=out[-1].rank if level else at, technical=at))
    name_of: Text = (_CLUBS_OF[sex] if sex else _CLUBS) if kind == "club" else _PROVINCES
    return Title(key, name_of, tuple(out), of_clubs=True, by_places=clubs_by == "places")


class PassedPlayer(msgspec.Struct, frozen=True):
    """Who stood before the one that takes a prize, and the better prize that they take instead.

    >>> PassedPlayer("Rossi", 1, PrizeOffered("overall", 1, "Trophy")).took.what
    'Trophy'
    """

    name: str
    place: int
    took: PrizeOffered


class GivenPrize(msgspec.Struct, frozen=True):
    """A prize and who takes it; nobody where the classification has no such place.

    Attributes:
        place: their place in the classification; lower than the prize's where others were passed over.
        number: the player's; 0 for a club, or nobody. `counted`: of a club, those who count for it.
        worth: the money they take, where prizes of a shared place are put together; else the prize's.
        shared_with: who stands on the same place: by name.
        passed: who had a better prize already. `parted`: the money of a shared place was put together.

    >>> GivenPrize(PrizeOffered("women", 1)).name
    ''
    """

    prize: PrizeOffered
    name: str = ""
    number: int = 0
    place: int = 0
    worth: Fraction = Fraction(0)
    shared_with: tuple[str, ...] = ()
    passed: tuple[PassedPlayer, ...] = ()
    counted: tuple[int, ...] = ()
    parted: bool = False


def allot(awards: EventAwards, titles: Mapping[str, Title]) -> tuple[GivenPrize, ...]:
    """Return who takes each prize, in the order in which they are announced.

    The best prize is given first: the dearest, among equals the one announced first. Where one player takes
    one prize only, whoever has a better one is passed over, and the next of the classification moves up.
    Clubs are no players: they take what their place gives.

    >>> rows = (TitleRow(1, 1, "Rossi", 8, 1), TitleRow(2, 2, "Neri", 6, 2))
    >>> titles = {key: Title(key, Verbatim(key), rows) for key in ("overall", "newcomer")}
    >>> awards = EventAwards((PrizeOffered("newcomer", 1, "", 50), PrizeOffered("overall", 1, "", 200)))
    >>> [(one.prize.of, one.name) for one in allot(awards, titles)]
    [('newcomer', 'Neri'), ('overall', 'Rossi')]
    """
    giving = _Giving(awards, titles)
    for at in _best_first(awards.prizes):
        giving.give(at)
    return tuple(giving.given[at] for at in range(len(awards.prizes)))


def _best_first(prizes: Sequence[PrizeOffered]) -> list[int]:
    """Return the prizes from the best down: the dearest, then the first named; in one title by place."""
    order = sorted(range(len(prizes)), key=lambda n: (-prizes[n].value, n))
    own = {
        of: iter(sorted((n for n in order if prizes[n].of == of), key=lambda n: prizes[n].place))
        for of in {prize.of for prize in prizes}
    }
    return [next(own[prizes[n].of]) for n in order]


class _Giving:
    """Prizes on their way: what is given, and what each player has taken."""

    def __init__(self, awards: EventAwards, titles: Mapping[str, Title]) -> None:
        self.awards = awards
        self.titles = titles
        self.given: dict[int, GivenPrize] = {}
        self._taken: dict[int, PrizeOffered] = {}

    def give(self, at: int) -> None:
        """Give one prize, and with it those that are parted with it."""
        if at in self.given:
            return
        prize = self.awards.prizes[at]
        title = self.titles.get(prize.of)
        rows = title.rows if title else ()
        if title is None or title.of_clubs or not self.awards.single:
            row = next((row for row in rows if row.technical == prize.place), None)
        else:
            row = next((row for row in rows if row.number not in self._taken), None)
        if row is None:
            self.given[at] = GivenPrize(prize)
            return
        level = [one for one in rows if one.rank == row.rank and self._free(one, title)]
        pool = self._pool(at, prize, len(level))
        if self.awards.share == "equal" and len(level) > 1 and prize.value:
            self._part(pool, level, rows)
            return
        self._take(at, row, rows, Fraction(prize.value))

    def _free(self, row: TitleRow, title: Title | None) -> bool:
        single = self.awards.single and title is not None and not title.of_clubs
        return not (single and row.number in self._taken)

    def _pool(self, at: int, prize: PrizeOffered, size: int) -> list[int]:
        """Return the prizes that those on a shared place put together: this one and the next of its title."""
        rest = [
            n
            for n, one in enumerate(self.awards.prizes)
            if n not in self.given and one.of == prize.of and one.place >= prize.place
        ]
        rest.sort(key=lambda n: self.awards.prizes[n].place)
        return rest[:size] if at in rest[:size] else [at]

    def _part(self, pool: Sequence[int], level: Sequence[TitleRow], rows: Sequence[TitleRow]) -> None:
        """Part the money of some prizes among those on a shared place."""
        money = Fraction(sum(self.awards.prizes[n].value for n in pool), len(level))
        for at, row in zip(pool, level, strict=False):
            self._take(at, row, rows, money, parted=True)
        for row in level[len(pool) :]:  # more who share than prizes: they are named with the last one
            self._taken.setdefault(row.number, self.awards.prizes[pool[-1]])
            last = self.given[pool[-1]]
            self.given[pool[-1]] = replace(last, name=f"{last.name}, {row.name}")

    def _take(
        self, at: int, row: TitleRow, rows: Sequence[TitleRow], worth: Fraction, *, parted: bool = False
    ) -> None:
        prize = self.awards.prizes[at]
        passed = tuple(
            PassedPlayer(one.name, one.rank, self._taken[one.number])
            for one in rows
            if self.awards.single
            and one.technical < row.technical
            and one.number in self._taken
            and self._taken[one.number].of != prize.of
        )
        level = tuple(one.name for one in rows if one.rank == row.rank and one is not row)
        self.given[at] = GivenPrize(
            prize, row.name, row.number, row.rank, worth, level, passed, row.counted, parted
        )
        if row.number:
            self._taken.setdefault(row.number, prize)

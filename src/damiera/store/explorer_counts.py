"""How counted games come and go: their positions, the players' names, and the counts made ahead.

A position is common once `COMMON` games pass through it. One is looked at when it turns up in every
`_LOOKED_AT`th game: soon enough for one that is common, seldom enough for the many that are not. From then on
`explorer_count` is exact for it; whether it is common changes no answer, only how fast that comes.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, TypeVar

from sqlalchemy import (
    Connection,
    Executable,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from damiera.records.analyses import CountedGame
from damiera.store.schema import explorer_common, explorer_count, explorer_game, explorer_name, explorer_step
from damiera.store.upsert import insert_of

__all__ = ["COMMON", "forget", "keep"]

_Value = TypeVar("_Value")

COMMON: Final = 500
_LOOKED_AT: Final = 16
_MOST_AT_ONCE: Final = 5_000
"""Values in one statement: databases bound their number."""

_STEP: Final = explorer_step.c
_GAME: Final = explorer_game.c
_COUNT: Final = explorer_count.c
_NAME: Final = explorer_name.c
_COMMON: Final = explorer_common.c


def keep(db: Connection, games: Sequence[CountedGame]) -> None:
    """Write down games that are in no collection yet."""
    if not games:
        return
    names = _names(db, games)
    last = db.execute(select(func.max(_GAME.number))).scalar() or 0
    numbered = list(enumerate(games, last + 1))
    db.execute(insert(explorer_game), [_game(number, one, names) for number, one in numbered])
    collections = defaultdict[int, list[tuple[int, CountedGame]]](list)
    for number, one in numbered:
        collections[one.collection].append((number, one))
    for collection, its in collections.items():
        keys = {step[0] for _, one in its for step in one.steps}
        common = _common(db, collection, keys)
        rows = [row for number, one in its for row in _steps(number, one, names)]
        if rows:
            db.execute(insert(explorer_step), rows)
        _count_on(db, collection, [one for _, one in its], common)
        looked = {step[0] for number, one in its if number % _LOOKED_AT == 0 for step in one.steps}
        _find_common(db, collection, looked - common)


def forget(db: Connection, source: str) -> bool:
    """Take a game out of all collections, with all it was counted for; False if it was in none."""
    columns = (_GAME.number, _GAME.collection, _GAME.day, _GAME.white_name, _GAME.black_name, _GAME.positions)
    rows = db.execute(select(*columns).where(_GAME.source == source)).all()
    if not rows:
        return False
    for number, collection, day, white, black, blob in rows:
        keys = array("q", blob).tolist()
        here = (_STEP.collection == collection, _STEP.key.in_(keys), _STEP.day == day, _STEP.number == number)
        db.execute(delete(explorer_step).where(*here))
        common = _common(db, collection, keys)
        if common:
            which = and_(_COMMON.collection == collection, _COMMON.key.in_(common))
            db.execute(update(explorer_common).where(which).values(games=_COMMON.games - 1))
            _recount(db, collection, common, day // 10_000)
        _count_names(db, Counter({name: -n for name, n in Counter((white, black)).items() if name}))
    db.execute(delete(explorer_common).where(_COMMON.games < 1))
    db.execute(delete(explorer_name).where(_NAME.games < 1))
    db.execute(delete(explorer_game).where(_GAME.source == source))
    return True


def _game(number: int, one: CountedGame, names: Mapping[str, int]) -> dict[str, object]:
    return {
        "number": number,
        "collection": one.collection,
        "source": one.source,
        "version": one.version,
        "white": one.white,
        "black": one.black,
        "event": one.event,
        "date": one.date,
        "day": one.day,
        "result": one.result,
        "white_name": names[one.white_folded],
        "black_name": names[one.black_folded],
        "positions": array("q", (step[0] for step in one.steps)).tobytes(),
    }


def _steps(number: int, one: CountedGame, names: Mapping[str, int]) -> Iterator[dict[str, object]]:
    same = {
        "collection": one.collection,
        "day": one.day,
        "number": number,
        "result": one.result,
        "white_name": names[one.white_folded],
        "black_name": names[one.black_folded],
    }
    for key, ply, move, rating in one.steps:
        yield {**same, "key": key, "ply": ply, "move": move, "rating": rating}


def _names(db: Connection, games: Sequence[CountedGame]) -> dict[str, int]:
    """Return the numbers of all names, new ones included, and count them; nobody is 0."""
    used = Counter(name for one in games for name in (one.white_folded, one.black_folded) if name)
    query = select(_NAME.folded, _NAME.number)
    found = {
        row[0]: row[1] for part in _parts(used) for row in db.execute(query.where(_NAME.folded.in_(part)))
    }
    last = db.execute(select(func.max(_NAME.number))).scalar() or 0
    new = {name: number for number, name in enumerate((name for name in used if name not in found), last + 1)}
    if new:
        rows = [{"number": number, "folded": name, "games": 0} for name, number in new.items()]
        db.execute(insert(explorer_name), rows)
    numbers = found | new
    _count_names(db, Counter({numbers[name]: n for name, n in used.items()}))
    return {**numbers, "": 0}


def _count_names(db: Connection, used: Mapping[int, int]) -> None:
    if used:
        count = update(explorer_name).where(_NAME.number == bindparam("name"))
        rows = [{"name": name, "more": more} for name, more in used.items()]
        db.execute(count.values(games=_NAME.games + bindparam("more")), rows)


def _common(db: Connection, collection: int, keys: Iterable[int]) -> set[int]:
    """Return which of some positions are counted ahead."""
    query = select(_COMMON.key).where(_COMMON.collection == collection)
    return {key for part in _parts(keys) for key in db.execute(query.where(_COMMON.key.in_(part))).scalars()}


def _count_on(db: Connection, collection: int, games: Sequence[CountedGame], common: set[int]) -> None:
    """Add games to the counts of common positions."""
    rows: dict[tuple[int, int, str, int], list[int]] = {}
    passed = Counter[int]()
    for one in games:
        for key, _, move, rating in one.steps:
            if key in common:
                passed[key] += 1
                row = rows.setdefault((key, one.day // 10_000, move, one.result), [0, 0, 0, 0, 0])
                _add(row, one.day, rating)
    if not passed:
        return
    columns = ("key", "year", "move", "result", "games", "ratings", "rated", "first_day", "last_day")
    values = [
        {**dict(zip(columns, (*place, *row), strict=True)), "collection": collection}
        for place, row in rows.items()
    ]
    db.execute(_upsert(db.dialect.name), values)
    more = update(explorer_common).where(_COMMON.collection == collection, _COMMON.key == bindparam("here"))
    rise = more.values(games=_COMMON.games + bindparam("more"))
    db.execute(rise, [{"here": key, "more": n} for key, n in passed.items()])


def _add(row: list[int], day: int, rating: int) -> None:
    """Add a game to games, ratings, rated, first and last day."""
    row[0] += 1
    row[1] += rating
    row[2] += rating > 0
    row[3] = min(day, row[3] or day) or row[3]
    row[4] = max(day, row[4])


@cache
def _upsert(dialect: str) -> Executable:
    made = insert_of(dialect, explorer_count)
    new = made.excluded
    earlier = or_(_COUNT.first_day == 0, and_(new.first_day > 0, new.first_day < _COUNT.first_day))
    later = new.last_day > _COUNT.last_day
    return made.on_conflict_do_update(
        index_elements=["collection", "key", "year", "move", "result"],
        set_={
            "games": _COUNT.games + new.games,
            "ratings": _COUNT.ratings + new.ratings,
            "rated": _COUNT.rated + new.rated,
            "first_day": case((earlier, new.first_day), else_=_COUNT.first_day),
            "last_day": case((later, new.last_day), else_=_COUNT.last_day),
        },
    )


def _find_common(db: Connection, collection: int, keys: Iterable[int]) -> None:
    """Begin to count ahead those of some positions that have become common."""
    query = select(_STEP.key, func.count()).where(_STEP.collection == collection).group_by(_STEP.key)
    query = query.having(func.count() >= COMMON)
    found = [row for part in _parts(keys) for row in db.execute(query.where(_STEP.key.in_(part)))]
    if found:
        rows = [{"collection": collection, "key": key, "games": n} for key, n in found]
        db.execute(insert(explorer_common), rows)
        _recount(db, collection, {key for key, _ in found}, None)


def _recount(db: Connection, collection: int, keys: Iterable[int], year: int | None) -> None:
    """Count common positions from their games, in a year or in all."""
    for part in _parts(keys):
        old = and_(_COUNT.collection == collection, _COUNT.key.in_(part))
        games = and_(_STEP.collection == collection, _STEP.key.in_(part))
        if year is not None:
            old = and_(old, _COUNT.year == year)
            games = and_(games, _STEP.day.between(10_000 * year, 10_000 * year + 9_999))
        db.execute(delete(explorer_count).where(old))
        grouped = (_STEP.collection, _STEP.key, (_STEP.day // 10_000).label("year"), _STEP.move, _STEP.result)
        sums = (
            func.count(),
            func.sum(_STEP.rating),
            func.sum(case((_STEP.rating > 0, 1), else_=0)),
            func.coalesce(func.min(func.nullif(_STEP.day, 0)), 0),
            func.max(_STEP.day),
        )
        query = select(*grouped, *sums).where(games).group_by(*grouped)
        db.execute(insert(explorer_count).from_select([column.name for column in _COUNT], query))


def _parts(values: Iterable[_Value]) -> Iterator[list[_Value]]:
    """Yield values a part at a time, as many as a statement may name."""
    whole = list(values)
    for at in range(0, len(whole), _MOST_AT_ONCE):
        yield whole[at : at + _MOST_AT_ONCE]

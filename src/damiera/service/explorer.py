"""What was played from a position: in the archive and in the games that were played here.

The index follows the games: `step` reads some that are not counted yet, or that stand otherwise than when
they were counted, and can be stopped anywhere. A player sees what their archive holds and what they played.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from typing import Final, Literal

import msgspec

from damiera._core import Move, Position, Side, replay
from damiera.analysis.explorer import (
    Explored,
    GameFilter,
    GameFound,
    GameOrigin,
    NotIndexed,
    Result,
    ResultRow,
    assemble,
    check_indexed,
    facts_of,
    signed,
    steps,
)
from damiera.errors import DamieraError
from damiera.game.sides import is_for_two
from damiera.messages import Text
from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move
from damiera.notation.pdn.model import JUMP, PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.records.analyses import CountedGame, CountedStep, ExplorerFilter
from damiera.records.archive import ArchiveRecord
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.service.archive import folded, players_seen_by, white_first
from damiera.service.identity import LOCAL_PLAYER
from damiera.service.live import GameCache
from damiera.service.ports import Transaction
from damiera.service.record import record_of

__all__ = ["ExploredGames", "ExplorerService", "GamesWanted", "Which"]

Which = Literal["all", "mine", "files"]
"""Whose games are counted: all that a player may see, their own, or those of imported files."""
GAMES_A_STEP: Final = 25
"""Few, since a move that is played meanwhile waits for them in SQLite; larger steps take less time in all."""
GAMES_SHOWN: Final = 12
_LONGEST_NAME: Final = 400
MACHINE: Final = ""
"""Whose collection holds every game played here: for who sits at the machine itself, at the command line."""
_RESULTS: Final = {"2-0": Result.WHITE, "1-1": Result.DRAW, "0-2": Result.BLACK}
_LONGEST_FIELD: Final = 80
_SIDES: Final = {"white": Side.WHITE, "black": Side.BLACK}
_WINNERS: Final = {"white": Result.WHITE, "draw": Result.DRAW, "black": Result.BLACK}


class GamesWanted(msgspec.Struct, frozen=True):
    """Which games are asked for, as somebody typed it; what makes no sense narrows nothing.

    Attributes:
        player: a part of a name.
        side: of that player: white or black.
        since, until: years.
        result: white, draw or black.
        which: mine, files, or all.
    """

    player: str = ""
    side: str = ""
    since: str = ""
    until: str = ""
    result: str = ""
    which: str = ""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            msgspec.structs.force_setattr(self, name, getattr(self, name)[:_LONGEST_FIELD])

    @property
    def filter(self) -> GameFilter:
        """What they are to be like."""
        return GameFilter(
            player=self.player.strip(),
            side=_SIDES.get(self.side),
            since=_year(self.since),
            until=_year(self.until),
            result=_WINNERS.get(self.result),
        )

    @property
    def origin(self) -> Which:
        """Whose games they are."""
        if self.which == "mine":
            return "mine"
        return "files" if self.which == "files" else "all"

    @property
    def narrows(self) -> bool:
        """Whether any game is left out."""
        return self.filter != GameFilter() or self.origin != "all"


class ExploredGames(msgspec.Struct, frozen=True):
    """What a player is told of a position.

    Attributes:
        explored: what was played from it; None where no index holds the game.
        total: how many games pass here; if none does, how many the index holds of this game.
        why_not: why no index holds the game.
    """

    position: Position
    wanted: GamesWanted
    explored: Explored | None = None
    total: int = 0
    why_not: Text | None = None


class _Read(msgspec.Struct, frozen=True):
    """A game ready to be counted, and who may see it."""

    source: str
    version: int
    owners: tuple[str, ...]
    played: bool
    game: str
    facts: GameOrigin
    steps: Sequence[CountedStep]


class ExplorerService:
    """The use cases of somebody who asks what was played."""

    def __init__(self, cache: GameCache) -> None:
        self._cache = cache
        self._store = cache.store
        self._lock = threading.Lock()
        self._after: dict[bool, str] = {False: "", True: ""}
        self._all_counted: int | None = None

    def step(self, *, games: int = GAMES_A_STEP) -> int:
        """Count some games that are not counted yet; return how many were, 0 once all are.

        One transaction; what two processes do at once is counted once.
        """
        with self._lock:
            changes = self._store.changes()
            if changes is not None and changes == self._all_counted:
                return 0
            from_first = not any(self._after.values())
            for played in (False, True):
                done = self._step(played, games)
                if done:
                    return done
            self._all_counted = changes if from_first else None
            return 0

    def explore(
        self,
        viewer: str | None,
        position: Position,
        wanted: GameFilter | None = None,
        *,
        which: Which = "all",
        machine: bool = False,
        games: int = GAMES_SHOWN,
    ) -> Explored:
        """Return what was played from a position in the games that a player may see.

        Args:
            viewer: who asks; a stranger (None) is told of the server's own games.
            which: their own games alone, or those of files alone.
            machine: count the server's own games and all that were played here, whoever asks.
        Raises:
            NotIndexed: if no index holds the game.
        """
        rules = ruleset(position.rules.slug)
        check_indexed(rules)
        only = _filter(wanted or GameFilter())
        kind = {"all": None, "mine": True, "files": False}[which]
        players = (LOCAL_PLAYER, MACHINE) if machine else players_seen_by(viewer)
        key = signed(position.key)
        with self._store.read() as work:
            collections = work.explorer.collections(players, rules.slug, played=kind)
            rows = [ResultRow(*row) for row in work.explorer.counts(collections, key, only)]
            reached = _reached(work, collections, position, rows, only)
            passing = sum(row.games for row in rows)
            found = work.explorer.games(collections, key, only, limit=min(games, passing))
        return assemble(
            position,
            rows,
            reached,
            [
                GameFound(
                    one.source,
                    one.played,
                    one.ply,
                    one.move,
                    GameOrigin(one.white, one.black, one.event, one.date, Result(one.result)),
                )
                for one in found
            ],
        )

    def panel(self, viewer: str | None, position: Position, wanted: GamesWanted) -> ExploredGames:
        """Return what a player is told of a position, also where no index holds the game."""
        try:
            if not is_for_two(position.rules):
                raise NotIndexed(ruleset(position.rules.slug))
            explored = self.explore(viewer, position, wanted.filter, which=wanted.origin)
        except NotIndexed as error:
            return ExploredGames(position, wanted, why_not=error.message)
        total = explored.tally.games or self.total(viewer, position.rules.slug, which=wanted.origin)
        return ExploredGames(position, wanted, explored, total)

    def total(self, viewer: str | None, game: str, *, which: Which = "all", machine: bool = False) -> int:
        """Return how many games of a kind a player's index holds."""
        kind = {"all": None, "mine": True, "files": False}[which]
        players = (LOCAL_PLAYER, MACHINE) if machine else players_seen_by(viewer)
        with self._store.read() as work:
            return work.explorer.total(work.explorer.collections(players, game, played=kind))

    def _step(self, played: bool, games: int) -> int:
        after = self._after[played]
        with self._store.read() as work:
            ids = _unread(work, played, after, games)
            read = [self._read_game(work, id) if played else _read_archived(work, id) for id in ids]
        if not ids:
            self._after[played] = ""
            return 0
        with self._store.write() as work:
            work.explorer.lock()
            unread = set(_unread(work, played, after, games))
            _keep(work, [one for one in read if one is not None and one.source in unread])
        self._after[played] = ids[-1]
        return len(ids)

    def _read_game(self, work: Transaction, game_id: str) -> _Read | None:
        live = self._cache.fetch(work, game_id)
        people = {seat.player_id for seat in live.row.seats if seat.kind == "human" and seat.player_id}
        owners = (MACHINE, *sorted(people))
        rules = live.game.ruleset
        if not is_for_two(rules.core) or rules.core.family != "draughts":
            return _Read(game_id, live.version, owners, True, rules.slug, GameOrigin(), ())
        record = record_of(live, ())
        over = white_first(record) in _RESULTS
        facts = facts_of(record.tags, record.winner if over else None, over=over)
        kept = _steps_of(record, facts)
        return _Read(game_id, live.version, owners, True, rules.slug, facts, kept)


def _year(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0


def _filter(wanted: GameFilter) -> ExplorerFilter:
    result = None if wanted.result is None else int(wanted.result)
    return ExplorerFilter(folded(wanted.player).strip(), wanted.colour, wanted.days, result)


def _unread(work: Transaction, played: bool, after: str, games: int) -> Sequence[str]:
    if played:
        return work.explorer.unread_games(after=after, limit=games)
    return work.explorer.unread_archive(after=after, limit=games)


def _read_archived(work: Transaction, archive_id: str) -> _Read | None:
    row = work.archive.get(archive_id)
    if row is None:
        return None
    facts = _facts(row)
    try:
        rules = ruleset(row.game)
        kept = _archived_steps(row, rules, facts) if rules.core.family == "draughts" else ()
    except DamieraError:
        kept = ()  # rules or a position that this program reads no more: counted nowhere, and not asked again
    return _Read(row.id, 0, (row.player_id,), False, row.game, facts, kept)


def _archived_steps(row: ArchiveRecord, rules: Ruleset, facts: GameOrigin) -> Sequence[CountedStep]:
    if JUMP in row.pdn:
        game = next(read_pdn(row.pdn, asked=rules))
        return () if isinstance(game, DamieraError) else _steps_of(game, facts)
    start = parse_fen(row.start_fen, rules).position() if row.start_fen else rules.start()
    texts = row.moves.split()
    played = replay(start, texts)
    return _steps(start, played.moves, texts, facts)


def _steps_of(game: PdnGame, facts: GameOrigin) -> Sequence[CountedStep]:
    """Return the positions of all parts of a game, each once: where it was played on, if anywhere."""
    found: dict[int, CountedStep] = {}
    begin = 0
    for part in game.parts:
        moves, texts = [ply.move for ply in part.mainline], [ply.text for ply in part.mainline]
        for key, ply, move, rating in _steps(part.start, moves, texts, facts):
            if key not in found or not found[key][2]:
                found[key] = (key, begin + ply, move, rating)
        begin += len(moves)
    return list(found.values())


def _facts(row: ArchiveRecord) -> GameOrigin:
    tags = msgspec.json.decode(row.tags, type=dict[str, str])
    result = _RESULTS.get(row.result, Result.OPEN)
    winner = {Result.WHITE: Side.WHITE, Result.BLACK: Side.BLACK}.get(result)
    return facts_of(tags, winner, over=result is not Result.OPEN)


def _steps(
    start: Position, moves: Sequence[Move], texts: Sequence[str], facts: GameOrigin
) -> Sequence[CountedStep]:
    sides = (start.side, start.side.opponent)
    return [
        (step.key, step.ply, step.move, facts.rating(sides[step.ply % 2]))
        for step in steps(start, moves, texts=texts)
    ]


def _keep(work: Transaction, games: Sequence[_Read]) -> None:
    for one in games:
        work.explorer.forget(one.source)
    collection = cache(partial(_collection, work))
    work.explorer.keep(
        [
            CountedGame(
                collection=collection(owner, one.game, one.played),
                source=one.source,
                version=one.version,
                white=one.facts.white,
                black=one.facts.black,
                white_folded=folded(one.facts.white)[:_LONGEST_NAME],
                black_folded=folded(one.facts.black)[:_LONGEST_NAME],
                event=one.facts.event,
                date=one.facts.date[:40],
                day=one.facts.day,
                result=one.facts.result,
                steps=one.steps,
            )
            for one in games
            for owner in one.owners
        ]
    )


def _collection(work: Transaction, owner: str, game: str, played: bool) -> int:
    return work.explorer.collection(owner, game, played=played)


def _reached(
    work: Transaction,
    collections: Sequence[int],
    position: Position,
    rows: Sequence[ResultRow],
    only: ExplorerFilter,
) -> dict[str, int]:
    """Return for each move that was played how many games come to the position behind it.

    Narrowing is work: it is done for those positions alone that any game reaches by other moves.
    """
    keys = {format_move(position, move): signed(position.play(move).key) for move in position.moves()}
    keys = {text: keys[text] for text in dict.fromkeys(row.move for row in rows) if text in keys}
    reached = work.explorer.reached(collections, list(keys.values()), ExplorerFilter())
    if only != ExplorerFilter():
        rows = [
            ResultRow(*row)
            for row in work.explorer.counts(collections, signed(position.key), ExplorerFilter())
        ]
    played = Counter[str]()
    for row in rows:
        played[row.move] += row.games
    keys = {text: key for text, key in keys.items() if reached.get(key, 0) > played[text]}
    if only != ExplorerFilter() and keys:
        reached = work.explorer.reached(collections, list(keys.values()), only)
    return {text: reached.get(key, 0) for text, key in keys.items()}

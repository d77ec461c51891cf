"""Matches of two engines: openings, colours reversed, clocks, faults, and the games as PDN while they end.

A match is a list of games known beforehand: game 2k and game 2k + 1 have the same opening, the first engine
begins in one and the second in the other. Every game starts with engines that remember nothing, so that its
moves depend on nothing but its number: with a limit of nodes or depth the same match gives the same games,
whatever the number of games played side by side.
"""

from __future__ import annotations

import contextlib
import hashlib
import shlex
import threading
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from typing import Protocol

from damiera._core import Move, Position, Side
from damiera.endgame.files import default_folder
from damiera.engine.adjudicate import Ending, Verdict, by_fault, by_length, by_rules
from damiera.engine.builtin import BuiltinMind
from damiera.engine.errors import EngineDied, EngineError, EngineSilent
from damiera.engine.hub import HubClient
from damiera.engine.levels import HIGHEST, LOWEST
from damiera.engine.levels import level as settings_of
from damiera.engine.limits import Limits, TimeLeft, allot
from damiera.engine.protocol import Choice
from damiera.engine.statistics import Pentanomial
from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings
from damiera.game.events import CountRequested, Moved, RepetitionClaimed
from damiera.game.openings import deck as deck_named
from damiera.game.openings import decks_of, default_deck
from damiera.game.sides import is_for_two, side_name
from damiera.game.state import Game
from damiera.lang import Lang, Text
from damiera.notation.pdn.model import PdnGame, pdn_game
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.results import result_of
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.ruleset import Ruleset

__all__ = [
    "EngineSpec",
    "MatchError",
    "MatchSettings",
    "Played",
    "Player",
    "Start",
    "Table",
    "no_start",
    "openings_from",
    "play_game",
    "play_match",
    "read_played",
    "to_pdn",
]

DEFAULT_OPENING_PLIES = 6
DEFAULT_LIMITS = Limits(time_ms=100)
LAG_MS = 10  # lost on the way from an engine on this machine to its clock
NODES_PER_SECOND = 50_000
"""The speed that a limit of nodes is supposed to be searched at, when one waits for an answer."""


class MatchError(DamieraError):
    """A match that cannot be played, or goes no further; `message` says why in both languages."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message

    def text(self, lang: Lang) -> str:
        """Return the message for a reader of `lang`."""
        return self.message.get(lang)


# ------------------------------------------------------------ the engines


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """An engine as it is named on a command line: `builtin`, `builtin:level=5`, `hub:COMMAND LINE`.

    Attributes:
        text: as it was written.
        command: the program and its arguments; empty for the built-in mind.
        level: 1 to 20 for a level of the built-in mind; None for full strength.
        hash_mb, threads: what it may use.
        learned: False for the evaluation made by hand.
        tables: True to play by the endgame tables there are.
    """

    text: str
    command: tuple[str, ...] = ()
    level: int | None = None
    hash_mb: int = 32
    threads: int = 1
    learned: bool = True
    tables: bool = False

    @classmethod
    def parse(cls, text: str) -> EngineSpec:
        """Read the name of an engine.

        Raises:
            MatchError: for anything else.

        >>> EngineSpec.parse("builtin:level=5,hash=8").level
        5
        >>> EngineSpec.parse("hub:./scan hub").command
        ('./scan', 'hub')
        """
        kind, _, rest = text.strip().partition(":")
        if kind == "hub":
            try:
                command = tuple(shlex.split(rest))
            except ValueError:
                command = ()
            if command:
                return cls(text.strip(), command)
        elif kind == "builtin":
            return cls._builtin(text.strip(), rest)
        raise MatchError(_UNKNOWN_ENGINE.format(found=text))

    @classmethod
    def _builtin(cls, text: str, options: str) -> EngineSpec:
        least = {"level": LOWEST, "hash": 1, "threads": 1, "learned": 0, "tables": 0}
        most = {"level": HIGHEST, "hash": 4096, "threads": 64, "learned": 1, "tables": 1}
        found: dict[str, int] = {}
        for option in filter(None, options.split(",")):
            name, _, value = option.partition("=")
            if name not in least or not (value.isascii() and value.isdecimal()):
                raise MatchError(_BAD_OPTION.format(found=option))
            if not least[name] <= int(value) <= most[name]:
                raise MatchError(_OUT_OF_RANGE.format(found=option, least=least[name], most=most[name]))
            found[name] = int(value)
        return cls(
            text,
            level=found.get("level"),
            hash_mb=found.get("hash", 32),
            threads=found.get("threads", 1),
            learned=found.get("learned", 1) == 1,
            tables=found.get("tables", 0) == 1,
        )

    @property
    def name(self) -> str:
        """What it is called in tables and in PDN."""
        if not self.command:
            return "Damiera" if self.text == "builtin" else f"Damiera {self.text.partition(':')[2]}"
        return f"{Path(self.command[0]).stem} {' '.join(self.command[1:])}".strip()[:60]


class Player(Protocol):
    """An engine at the board of a match."""

    def new_game(self) -> None:
        """Forget what went before."""

    def choose(self, game: Game, limits: Limits, seed: int) -> Choice:
        """Return a move; raises `EngineError`. If it was pondered, the time thought counts."""
        ...

    def ponder(self, expected: Game, limits: Limits) -> None:
        """Begin to think about a game as it is expected to be at the next question; raises `EngineError`."""

    def restart(self) -> None:
        """Get ready again after a fault."""

    def close(self) -> None:
        """Leave."""

    @property
    def late(self) -> bool:
        """True if it was ended for going on beyond its time."""
        ...


class _Builtin:
    """The built-in mind, in this process."""

    late = False

    def __init__(self, spec: EngineSpec, game: Ruleset) -> None:
        self._level = spec.level
        self._expected: Position | None = None
        self._mind = BuiltinMind(
            game.slug,
            hash_mb=spec.hash_mb,
            threads=spec.threads,
            tables=default_folder() if spec.tables else None,
            learned=spec.learned,
        )

    def new_game(self) -> None:
        self._expected = None
        self._mind.clear()

    def choose(self, game: Game, limits: Limits, seed: int) -> Choice:
        expected, self._expected = self._expected, None
        if expected is not None and expected == game.position:
            return self._mind.ponder_hit()
        bounds: Limits | None = limits
        if self._level is not None and not (game.clock and settings_of(self._level).limits.time_ms):
            bounds = None
        return self._mind.choose(
            game.position,
            history=game.positions[:-1],
            level=self._level,
            limits=bounds,
            seed=seed,
            draw_in=game.facts.plies_to_draw or 0,
        )

    def ponder(self, expected: Game, limits: Limits) -> None:
        if self._level is None:
            self._mind.ponder(
                expected.position,
                history=expected.positions[:-1],
                limits=limits,
                draw_in=expected.facts.plies_to_draw or 0,
            )
            self._expected = expected.position

    def restart(self) -> None:
        self.new_game()

    def close(self) -> None:
        self._mind.ponder_miss()
        self._mind.stop()


class _Hub:
    """A Hub engine in a process of its own, with an eye on how long it talks."""

    def __init__(self, spec: EngineSpec, game: Ruleset, patience_s: float) -> None:
        self._patience_s = patience_s
        self._client = HubClient(
            game.slug,
            spec.command,
            hash_mb=spec.hash_mb,
            threads=spec.threads,
            patience_s=patience_s,
            silence_s=max(60.0, patience_s),
            niceness=0,
        )
        self.late = False
        self._expected: Position | None = None

    def new_game(self) -> None:
        self.late = False
        self._expected = None
        self._client.new_game()

    def choose(self, game: Game, limits: Limits, seed: int) -> Choice:
        watch = threading.Timer(self._allowance_s(limits), self._end)
        watch.daemon = True
        watch.start()
        expected, self._expected = self._expected, None
        try:
            if expected is not None and expected == game.position:
                return self._client.ponder_hit()
            return self._client.choose(
                game.position,
                history=game.positions[:-1],
                limits=limits,
                seed=seed,
                draw_in=game.facts.plies_to_draw or 0,
            )
        except ValueError:
            if not self.late:
                raise
            raise EngineSilent("go think", self._allowance_s(limits)) from None
        finally:
            watch.cancel()

    def ponder(self, expected: Game, limits: Limits) -> None:
        self._client.ponder(
            expected.position,
            history=expected.positions[:-1],
            limits=limits,
            draw_in=expected.facts.plies_to_draw or 0,
        )
        self._expected = expected.position if self._client.is_pondering else None

    def _allowance_s(self, limits: Limits) -> float:
        """Return how long a whole answer may take: an engine may be silent, or talk and never answer."""
        if limits.time_ms:
            return limits.time_ms / 1000 + 2 * self._patience_s
        if limits.nodes:
            return limits.nodes / NODES_PER_SECOND + 2 * self._patience_s
        return 3600.0

    def _end(self) -> None:
        self.late = True
        self._client.close()

    def restart(self) -> None:
        self._client.close()

    def close(self) -> None:
        self._client.close()


# ------------------------------------------------------------ the openings


@dataclass(frozen=True, slots=True)
class Start:
    """An opening: where a game begins, and the moves that are played for the engines."""

    position: Position
    moves: tuple[Move, ...] = ()
    name: str = ""


def openings_from(game: Ruleset, source: str | None, seed: int, count: int) -> tuple[Start, ...]:
    """Return `count` openings, or all there are, in an order drawn with `seed`.

    Args:
        game: the game.
        source: the id of a deck, a file of PDN (the first six plies of its games; `FILE.pdn:10` for ten),
            `random` or `random:PLIES`, `none`; None for the usual deck of the game, or random.
        seed: draws the order, and random openings.
        count: how many are needed.
    Raises:
        MatchError: for a source that gives no opening.
        OpeningError: for an unknown deck.
    """
    source = source or default_deck(game.slug) or "random"
    kind, _, number = source.partition(":")
    if source == "none":
        return (Start(game.start()),)
    if kind == "random":
        return _random_starts(game, _plies(source, number), seed, count)
    if kind.lower().endswith(".pdn") or Path(source).suffix.lower() == ".pdn":
        found = _starts_of_file(game, *_file_and_plies(source))
    else:
        found = _starts_of_deck(game, source)
    if not found:
        raise MatchError(_NO_OPENINGS.format(source=source))
    Random(seed).shuffle(found)
    return tuple(found[:count])


def _plies(source: str, number: str) -> int:
    if not number:
        return DEFAULT_OPENING_PLIES
    if not (number.isascii() and number.isdecimal() and 1 <= int(number) <= 60):
        raise MatchError(_BAD_PLIES.format(found=source))
    return int(number)


def _file_and_plies(source: str) -> tuple[Path, int]:
    name, _, number = source.rpartition(":")
    if name.lower().endswith(".pdn"):
        return Path(name), _plies(source, number)
    return Path(source), DEFAULT_OPENING_PLIES


def _random_starts(game: Ruleset, plies: int, seed: int, count: int) -> tuple[Start, ...]:
    """Return different openings of random moves, in none of which the game is over."""
    rng = Random(seed)
    found: dict[Position, Start] = {}
    for _ in range(20 * count + 100):
        position, moves = game.start(), list[Move]()
        while len(moves) < plies and (legal := position.moves()):
            moves.append(rng.choice(legal))
            position = position.play(moves[-1])
        if position.has_moves():
            found.setdefault(position, Start(game.start(), tuple(moves), f"random {len(found) + 1}"))
        if len(found) == count:
            break
    if not found:
        raise MatchError(_NO_OPENINGS.format(source=f"random:{plies}"))
    return tuple(found.values())


def _starts_of_deck(game: Ruleset, id: str) -> list[Start]:
    deck = deck_named(id)
    if deck.game != game.slug and id not in decks_of(game.slug):
        raise MatchError(_OTHER_GAME.format(source=id, game=deck.game, wanted=game.slug))
    return [Start(o.start(game), o.played(game), f"{id} {o.number}") for o in deck.openings]


def _starts_of_file(game: Ruleset, path: Path, plies: int) -> list[Start]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MatchError(_UNREADABLE.format(path=path, why=error.strerror)) from None
    found: dict[Position, Start] = {}
    for entry in read_pdn(data, default=game):
        if not isinstance(entry, PdnGame) or entry.ruleset.slug != game.slug:
            continue
        moves = entry.moves[:plies]
        position = entry.positions[len(moves)]
        if position.has_moves():
            found.setdefault(position, Start(entry.start, moves, f"{path.name} {entry.number}"))
    return list(found.values())


# ------------------------------------------------------------ the match


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What is played.

    Attributes:
        game: the game.
        engines: the two engines.
        starts: the openings; each pair of games takes the next one, and the first again after the last.
        games: how many games; an odd number leaves the last pair incomplete.
        clock: time for each side; None for a limit on each move.
        limits: the limit on each move, where there is no clock.
        max_plies: a game longer than this is a draw; 0 for no such end.
        seed: of the openings, and of levels that choose among moves.
        patience_s: how late an answer may be before an engine counts as silent, in seconds.
        ponder: engines that can think in the opponent's time.
        margin_ms: how late a move may come after its flag and still count, as the clock's last millisecond.
    """

    game: Ruleset
    engines: tuple[EngineSpec, EngineSpec]
    starts: tuple[Start, ...]
    games: int
    clock: ClockSettings | None = None
    limits: Limits = DEFAULT_LIMITS
    max_plies: int = 0
    seed: int = 0
    patience_s: float = 10.0
    ponder: bool = False
    margin_ms: int = 0

    def __post_init__(self) -> None:
        if not is_for_two(self.game.core):
            raise MatchError(_ONLY_FOR_TWO.format(game=self.game.name))
        if self.games < 1 or not self.starts:
            raise MatchError(_NOTHING_TO_PLAY)
        if self.clock is not None and self.clock.kind not in ("fischer", "bronstein", "delay"):
            raise MatchError(_ODD_CLOCK.format(clock=self.clock.code))

    def start(self, number: int) -> Start:
        """Return the opening of a game, counted from 1."""
        return self.starts[(number - 1) // 2 % len(self.starts)]

    def engine_at(self, number: int, side: Side) -> int:
        """Return which engine, 0 or 1, plays a side of a game: the first begins in every odd game."""
        return (number - 1) % 2 if side is self.game.core.first_mover else number % 2

    @property
    def pace(self) -> str:
        """How long the engines think, in a word."""
        bounds = self.limits
        named = [("depth", bounds.depth), ("nodes", bounds.nodes), ("ms", bounds.time_ms)]
        words = [f"{name} {value}" for name, value in named if value and self.clock is None]
        if self.clock is not None:
            words = [self.clock.code]
        return " ".join([*words, *(["ponder"] if self.ponder else [])])

    @property
    def digest(self) -> str:
        """Twelve hex digits that name this match: games kept of another one are not taken for its own."""
        starts = ";".join(f"{s.position.fen} {s.moves}" for s in self.starts)
        parts = [
            self.game.slug,
            *(e.text for e in self.engines),
            self.pace,
            self.max_plies,
            self.seed,
            starts,
        ]
        return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game of a match.

    Attributes:
        number: which game, counted from 1.
        start: where it began.
        moves: the moves, those of the opening included.
        verdict: how it ended.
        thought_ms: how long each engine thought, first engine first.
        answers: how many moves each engine was asked for.
    """

    number: int
    start: Position
    moves: tuple[Move, ...]
    verdict: Verdict
    thought_ms: tuple[int, int] = (0, 0)
    answers: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class Table:
    """The score of a match, as its first engine sees it."""

    settings: MatchSettings
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: tuple[int, int] = (0, 0)
    thought_ms: tuple[int, int] = (0, 0)
    answers: tuple[int, int] = (0, 0)
    _points: dict[int, int] = field(default_factory=dict)

    def add(self, played: Played) -> None:
        """Count a game."""
        settings, winner = self.settings, played.verdict.winner
        first = None if winner is None else settings.engine_at(played.number, winner) == 0
        points = 1 if first is None else 2 * first
        self._points[played.number] = points
        self.wins += points == 2
        self.draws += points == 1
        self.losses += points == 0
        if played.verdict.ending.is_fault and first is not None:
            a, b = self.faults
            self.faults = (a, b + 1) if first else (a + 1, b)
        self.thought_ms = _sum(self.thought_ms, played.thought_ms)
        self.answers = _sum(self.answers, played.answers)

    @property
    def games(self) -> int:
        """Games counted."""
        return len(self._points)

    @property
    def pairs(self) -> Pentanomial:
        """Complete pairs that brought 0, ½, 1, 1½ and 2 points."""
        counts = [0] * 5
        for number, points in self._points.items():
            if number % 2 and number + 1 in self._points:
                counts[points + self._points[number + 1]] += 1
        return (counts[0], counts[1], counts[2], counts[3], counts[4])

    @property
    def pace_ms(self) -> tuple[float, float]:
        """Milliseconds that each engine took a move, on average."""
        a, b = (ms / max(1, n) for ms, n in zip(self.thought_ms, self.answers, strict=True))
        return a, b


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def play_game(settings: MatchSettings, number: int, players: tuple[Player, Player]) -> Played:
    """Play one game of a match; an engine at fault loses it and is restarted."""
    start = settings.start(number)
    begun = time.monotonic_ns()

    def now() -> int:
        return (time.monotonic_ns() - begun) // 1_000_000

    game = Game.start(settings.game, position=start.position)
    for move in start.moves:
        game = _after(game, move, 0)
    thought, answers = [0, 0], [0, 0]
    verdict, mover = _ready(settings, number, players), game.side
    begun = time.monotonic_ns()
    if settings.clock is not None:
        game = _with_clock(game, settings.clock)
    while verdict is None:
        game = _claimed(game, now())
        verdict = _over(game, settings)
        if verdict is not None:
            break
        mover = game.side
        seat = settings.engine_at(number, mover)
        asked = now()
        try:
            choice = players[seat].choose(game, _limits(game, settings, asked), _seed(settings, number, game))
            answered = now()
            game = _after(game, choice.move, _forgiven(game, answered, settings.margin_ms))
            if settings.ponder:
                _ponder(game, choice, players[seat], settings, answered)
        except EngineError as error:
            verdict = by_fault(mover, error, late=players[seat].late)
            _restart(players[seat])
            break
        thought[seat] += answered - asked
        answers[seat] += 1
    return Played(
        number, start.position, game.moves, verdict, (thought[0], thought[1]), (answers[0], answers[1])
    )


def _ready(settings: MatchSettings, number: int, players: tuple[Player, Player]) -> Verdict | None:
    """Tell both engines of a new game; one that fails already here loses."""
    for side in (Side.WHITE, Side.BLACK):
        player = players[settings.engine_at(number, side)]
        try:
            player.new_game()
        except EngineError as error:
            _restart(player)
            return by_fault(side, error, late=player.late)
    return None


def _restart(player: Player) -> None:
    with contextlib.suppress(EngineError):
        player.restart()


def _after(game: Game, move: Move, at: int) -> Game:
    path = game.position.paths(move)[0]
    return game.apply(Moved(path=tuple(path), drops=tuple(move.drops), at=at))


def _forgiven(game: Game, at: int, margin_ms: int) -> int:
    """Return when a move counts as made that came at `at`: a little late is just in time."""
    falls_at = game.clock.falls_at() if game.clock is not None else None
    return falls_at - 1 if falls_at is not None and falls_at <= at < falls_at + margin_ms else at


def _ponder(game: Game, choice: Choice, player: Player, settings: MatchSettings, at: int) -> None:
    """Let an engine that has moved think about its next move, after the reply it expects."""
    if game.outcome is not None or len(choice.pv) < 2 or not game.position.is_legal(choice.pv[1]):
        return
    side = game.side.opponent
    expected = _after(game, choice.pv[1], at)
    if expected.outcome is None and expected.side is side:
        player.ponder(expected, _limits(expected, settings, at))


def _with_clock(game: Game, clock: ClockSettings) -> Game:
    """Start the clocks after the opening: its moves cost no time."""
    timed = Game.start(game.ruleset, position=game.position, clock=clock)
    return replace(game, clock=timed.clock)


def _claimed(game: Game, at: int) -> Game:
    """Claim the draw that a rulebook leaves to the players to claim: engines do not sit there and ask."""
    if game.outcome is None and game.can_claim_repetition:
        return game.apply(RepetitionClaimed(side=side_name(game.side), at=at))
    if game.outcome is None and game.draw_rules.claimable(game.tally) is not None:
        return game.apply(CountRequested(side=side_name(game.side), at=at))
    return game


def _over(game: Game, settings: MatchSettings) -> Verdict | None:
    if game.outcome is not None:
        return by_rules(game.outcome)
    if settings.max_plies and game.ply >= settings.max_plies:
        return by_length(game.ply)
    return None


def _limits(game: Game, settings: MatchSettings, at: int) -> Limits:
    if game.clock is None or settings.clock is None:
        return settings.limits
    return allot(TimeLeft.of(game.clock, game.side, at), lag_ms=LAG_MS)


def _seed(settings: MatchSettings, number: int, game: Game) -> int:
    """Return a seed for one choice, so that every game of a level differs, and each comes again."""
    return (settings.seed * 1_000_003 + number * 1_009 + game.ply) % (2**31 - 1) or 1


def play_match(
    settings: MatchSettings,
    *,
    skip: Iterable[int] = (),
    concurrency: int = 1,
    stop: threading.Event | None = None,
    make: Callable[[EngineSpec], Player] | None = None,
) -> Generator[Played, None, None]:
    """Play the games of a match and yield each when it ends; closing the iterator ends the match.

    Args:
        settings: what is played.
        skip: games that are played already.
        concurrency: how many games side by side.
        stop: set it to end the match; games under way are dropped.
        make: makes the players, for tests.
    Raises:
        MatchError: if an engine does not start at all.
    """
    seats = make or (lambda spec: _player(spec, settings))
    ended = stop or threading.Event()
    todo: SimpleQueue[int] = SimpleQueue()
    done = frozenset(skip)
    left = [number for number in range(1, settings.games + 1) if number not in done]
    for number in left:
        todo.put(number)
    found: SimpleQueue[Played | BaseException | None] = SimpleQueue()
    _try_out(settings, seats)
    tables = [
        (seats(settings.engines[0]), seats(settings.engines[1]))
        for _ in range(max(1, min(concurrency, len(left))))
    ]
    boards = [
        threading.Thread(target=_board, args=(settings, players, todo, found, ended), daemon=True)
        for players in tables
    ]
    for board in boards:
        board.start()
    try:
        yield from _collected(found, len(boards))
    finally:
        ended.set()
        for player in (player for players in tables for player in players):
            player.close()
        for board in boards:
            board.join(5.0)


def _collected(
    found: SimpleQueue[Played | BaseException | None], boards: int
) -> Generator[Played, None, None]:
    while boards:
        try:
            item = found.get(timeout=0.2)  # short, so that an interruption is heard
        except Empty:
            continue
        if item is None:
            boards -= 1
        elif isinstance(item, Played):
            yield item
        else:
            raise item


def _player(spec: EngineSpec, settings: MatchSettings) -> Player:
    if spec.command:
        return _Hub(spec, settings.game, settings.patience_s)
    return _Builtin(spec, settings.game)


def _try_out(settings: MatchSettings, seats: Callable[[EngineSpec], Player]) -> None:
    """Refuse a match with an engine that cannot even begin."""
    for spec in settings.engines:
        player = seats(spec)
        try:
            player.new_game()
        except EngineError as error:
            raise no_start(spec, error) from None
        finally:
            player.close()


def no_start(spec: EngineSpec, error: EngineError) -> MatchError:
    """Return how it is said that an engine cannot even begin."""
    words = error.stderr if isinstance(error, EngineDied) else ""
    why = Text(words, words) if words else Text(error.text("it"), error.text("en"))
    return MatchError(_NO_START.format(engine=spec.text, why=why))


def _board(
    settings: MatchSettings,
    players: tuple[Player, Player],
    todo: SimpleQueue[int],
    found: SimpleQueue[Played | BaseException | None],
    ended: threading.Event,
) -> None:
    """Play games until there are none left; one board has two engines of its own."""
    try:
        while not ended.is_set():
            try:
                number = todo.get_nowait()
            except Empty:
                break
            played = play_game(settings, number, (_Heeding(players[0], ended), _Heeding(players[1], ended)))
            # An interruption reaches the engines too: their death then is nobody's fault.
            if played.verdict.ending is Ending.CRASH and ended.wait(0.3):
                break
            found.put(played)
    except _Stopped:
        pass
    except BaseException as error:  # handed on to whoever collects the games
        found.put(error)
    finally:
        for player in players:
            player.close()
        found.put(None)


class _Stopped(Exception):  # never leaves this module
    """The match is over: the game under way is dropped."""


class _Heeding:
    """A player that hears, before each move, that the match is over."""

    def __init__(self, player: Player, ended: threading.Event) -> None:
        self._player, self._ended = player, ended

    def choose(self, game: Game, limits: Limits, seed: int) -> Choice:
        if self._ended.is_set():
            raise _Stopped
        return self._player.choose(game, limits, seed)

    def ponder(self, expected: Game, limits: Limits) -> None:
        self._player.ponder(expected, limits)

    def new_game(self) -> None:
        self._player.new_game()

    def restart(self) -> None:
        self._player.restart()

    def close(self) -> None:
        self._player.close()

    @property
    def late(self) -> bool:
        return self._player.late


# ------------------------------------------------------------ on paper


def to_pdn(settings: MatchSettings, played: Played, date: str = "????.??.??") -> str:
    """Return a game of a match as PDN; what `read_played` needs stands in its tags."""
    names = [settings.engines[settings.engine_at(played.number, s)].name for s in (Side.WHITE, Side.BLACK)]
    clock = settings.clock.time_control() if settings.clock else {}
    tags = {
        "Event": "Engine match",
        "Date": date,
        "Round": str(played.number),
        "White": names[0],
        "Black": names[1],
        **clock,
        "Pace": settings.pace,
        "Opening": settings.start(played.number).name,
        "Termination": str(played.verdict.ending),
        "Thought": " ".join(f"{ms}/{n}" for ms, n in zip(played.thought_ms, played.answers, strict=True)),
        "Match": settings.digest,
    }
    result = result_of(played.verdict.winner, settings.game)
    tags = {name: value for name, value in tags.items() if value}
    game = pdn_game(settings.game, played.moves, start=played.start, tags=tags, result=result)
    return write_pdn(replace(game, closing=played.verdict.said.en))


def read_played(settings: MatchSettings, text: str) -> tuple[list[Played], str]:
    """Return the games of this match that a PDN text holds, and the text without a damaged last game.

    Raises:
        MatchError: for games of another match, and for damage before the last game.
    """
    entries = list(read_pdn(text, default=settings.game))
    whole = text.rstrip().endswith("*")
    if entries and not (whole and isinstance(entries[-1], PdnGame)):
        entries.pop()  # the game that was being written when the match was killed
    played: dict[int, Played] = {}
    kept = []
    for entry in entries:
        if not isinstance(entry, PdnGame):
            raise MatchError(_DAMAGED.format(line=entry.line, why=Text(entry.text("it"), entry.text("en"))))
        if entry.tags.get("Match") != settings.digest:
            raise MatchError(_OTHER_MATCH.format(line=entry.line))
        if entry.result == "*":
            continue
        game = _read_one(settings, entry)
        if game.number not in played:
            played[game.number] = game
            kept.append(write_pdn(entry))
    return list(played.values()), "\n".join(kept)


def _read_one(settings: MatchSettings, entry: PdnGame) -> Played:
    tags = entry.tags
    try:
        number = int(tags.get("Round", ""))
        ending = Ending(tags.get("Termination", ""))
        figures = [[int(n) for n in word.split("/")] for word in tags.get("Thought", "").split()]
        (ms_a, n_a), (ms_b, n_b) = figures
    except ValueError:
        raise MatchError(_OTHER_MATCH.format(line=entry.line)) from None
    verdict = Verdict(entry.winner, ending, Text(entry.closing, entry.closing))
    return Played(number, entry.start, entry.moves, verdict, (ms_a, ms_b), (n_a, n_b))


_UNKNOWN_ENGINE = Text(
    "«{found}» non è un motore: scrivi builtin, builtin:level=5 o hub:RIGA DI COMANDO.",
    '"{found}" is no engine: write builtin, builtin:level=5 or hub:COMMAND LINE.',
)
_BAD_OPTION = Text(
    "«{found}» non è un'opzione di builtin: ci sono level=, hash= (MiB), threads=, learned= e tables=.",
    '"{found}" is no option of builtin: there are level=, hash= (MiB), threads=, learned= and tables=.',
)
_OUT_OF_RANGE = Text(
    "«{found}» è fuori misura: da {least} a {most}.", '"{found}" is out of range: from {least} to {most}.'
)
_NO_START = Text("Il motore «{engine}» non parte: {why}", 'The engine "{engine}" does not start: {why}')
_NO_OPENINGS = Text(
    "«{source}» non contiene aperture di questo gioco: scegli un altro mazzo, un altro file o none.",
    '"{source}" has no opening of this game: choose another deck or file, or none.',
)
_BAD_PLIES = Text(
    "«{found}»: le semimosse dell'apertura vanno da 1 a 60.",
    '"{found}": the plies of an opening go from 1 to 60.',
)
_OTHER_GAME = Text(
    "Il mazzo {source} è di {game}, la sfida è di {wanted}.",
    "The deck {source} is of {game}, the match of {wanted}.",
)
_UNREADABLE = Text("{path} non si legge: {why}.", "{path} cannot be read: {why}.")
_ONLY_FOR_TWO = Text(
    "{game} si gioca in più di due: qui si sfidano due motori.",
    "{game} is played by more than two: a match here has two engines.",
)
_NOTHING_TO_PLAY = Text("Nessuna partita da giocare: chiedine almeno una.", "No game to play: ask for one.")
_ODD_CLOCK = Text(
    "Fra motori non si gioca con l'orologio {clock}: scegli per esempio 1+1 (minuti + secondi).",
    "Engines do not play on the clock {clock}: choose 1+1, for example (minutes + seconds).",
)
_DAMAGED = Text("Riga {line}: {why}", "Line {line}: {why}")
_OTHER_MATCH = Text(
    "Riga {line}: la partita è di un'altra sfida (motori, tempo, aperture o seme). Usa un altro file.",
    "Line {line}: the game is of another match (other engines, pace, openings or seed). Use another file.",
)

"""One game of a match: the opening is set up, the clocks run, draws are claimed, faults lose."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, replace

from damiera._core import Move, Position, Side
from damiera.engine.errors import EngineError
from damiera.engine.limits import SearchLimits, TimeLeft, allot
from damiera.engine.match.player import MatchPlayer
from damiera.engine.match.settings import MatchSettings
from damiera.engine.match.verdict import MatchGameResult, by_fault, by_length, by_rules
from damiera.engine.protocol import Choice
from damiera.game.clock import ClockSettings
from damiera.game.events import CountRequested, Moved, RepetitionClaimed
from damiera.game.sides import side_name
from damiera.game.state import Game

__all__ = ["MatchGame", "play_game"]

LAG_MS = 10  # lost on the way from an engine on this machine to its clock


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A finished game of a match.

    Attributes:
        number: which game, counted from 1.
        start: where it began.
        moves: the moves, those of the opening included.
        verdict: how it ended.
        thought_ms: how long each engine thought, in milliseconds, first engine first.
        answers: how many moves each engine was asked for.
        processor_us: microseconds of the processors that each engine used; None where nobody tells.
        nodes: how many positions each engine visited, as it says.

    >>> from damiera.engine.match.boards import play_match
    >>> from damiera.engine.match.openings import openings_from
    >>> from damiera.engine.spec import EngineSpec
    >>> from damiera.rules.ruleset import ITALIAN
    >>> two = (EngineSpec.parse("builtin:hash=1"), EngineSpec.parse("builtin:hash=1,learned=0"))
    >>> starts = openings_from(ITALIAN, "none", seed=1, count=1)
    >>> settings = MatchSettings(ITALIAN, two, starts, games=2, limits=SearchLimits(depth=1), max_plies=4)
    >>> [first, _] = play_match(settings)
    >>> len(first.moves), first.verdict.winner is None
    (4, True)
    """

    number: int
    start: Position
    moves: tuple[Move, ...]
    verdict: MatchGameResult
    thought_ms: tuple[int, int] = (0, 0)
    answers: tuple[int, int] = (0, 0)
    processor_us: tuple[int | None, int | None] = (None, None)
    nodes: tuple[int, int] = (0, 0)


def play_game(settings: MatchSettings, number: int, players: tuple[MatchPlayer, MatchPlayer]) -> MatchGame:
    """Play one game of a match; an engine at fault loses it and is restarted.

    Args:
        settings: what is played.
        number: which game, counted from 1.
        players: the two engines, in the order of `settings.engines`.

    >>> from damiera.engine.match.openings import openings_from
    >>> from damiera.engine.match.players import player_of
    >>> from damiera.engine.spec import EngineSpec
    >>> from damiera.rules.ruleset import ITALIAN
    >>> spec = EngineSpec.parse("builtin:hash=1")
    >>> starts = openings_from(ITALIAN, "none", seed=1, count=1)
    >>> quick = SearchLimits(depth=1)
    >>> settings = MatchSettings(ITALIAN, (spec, spec), starts, games=1, limits=quick, max_plies=4)
    >>> play_game(settings, 1, (player_of(spec, settings), player_of(spec, settings))).answers
    (2, 2)
    """
    start = settings.start(number)
    begun = time.monotonic_ns()

    def now() -> int:
        return (time.monotonic_ns() - begun) // 1_000_000

    game = Game.start(settings.game, position=start.position)
    for move in start.moves:
        game = _after(game, move, 0)
    thought, answers, nodes = [0, 0], [0, 0], [0, 0]
    used_before = [player.processor_s for player in players]
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
        nodes[seat] += choice.nodes
    first, second = (_used_us(player, before) for player, before in zip(players, used_before, strict=True))
    return MatchGame(
        number,
        start.position,
        game.moves,
        verdict,
        (thought[0], thought[1]),
        (answers[0], answers[1]),
        (first, second),
        (nodes[0], nodes[1]),
    )


def _used_us(player: MatchPlayer, before_s: float | None) -> int | None:
    after_s = player.processor_s
    return None if before_s is None or after_s is None else round((after_s - before_s) * 1e6)


def _ready(
    settings: MatchSettings, number: int, players: tuple[MatchPlayer, MatchPlayer]
) -> MatchGameResult | None:
    """Tell both engines of a new game; one that fails already here loses."""
    for side in (Side.WHITE, Side.BLACK):
        player = players[settings.engine_at(number, side)]
        try:
            player.new_game()
        except EngineError as error:
            _restart(player)
            return by_fault(side, error, late=player.late)
    return None


def _restart(player: MatchPlayer) -> None:
    with contextlib.suppress(EngineError):
        player.restart()


def _after(game: Game, move: Move, at: int) -> Game:
    path = game.position.paths(move)[0]
    return game.apply(Moved(path=tuple(path), drops=tuple(move.drops), at=at))


def _forgiven(game: Game, at: int, margin_ms: int) -> int:
    """Return when a move counts as made that came at `at`: a little late is just in time."""
    falls_at = game.clock.falls_at() if game.clock is not None else None
    return falls_at - 1 if falls_at is not None and falls_at <= at < falls_at + margin_ms else at


def _ponder(game: Game, choice: Choice, player: MatchPlayer, settings: MatchSettings, at: int) -> None:
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


def _over(game: Game, settings: MatchSettings) -> MatchGameResult | None:
    if game.outcome is not None:
        return by_rules(game.outcome)
    if settings.max_plies and game.ply >= settings.max_plies:
        return by_length(game.ply)
    return None


def _limits(game: Game, settings: MatchSettings, at: int) -> SearchLimits:
    if game.clock is None or settings.clock is None:
        return settings.limits
    return allot(TimeLeft.of(game.clock, game.side, at), lag_ms=LAG_MS)


def _seed(settings: MatchSettings, number: int, game: Game) -> int:
    """Return a seed for one choice, so that every game of a level differs, and each comes again."""
    return (settings.seed * 1_000_003 + number * 1_009 + game.ply) % (2**31 - 1) or 1

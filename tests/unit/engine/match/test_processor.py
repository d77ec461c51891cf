"""Equal processor time: allowances that follow what was measured, and what matches tell of it."""

from __future__ import annotations

import sys

import pytest

from damiera.engine.errors import MatchError
from damiera.engine.hub.program import Program
from damiera.engine.limits import SearchLimits
from damiera.engine.match import processor
from damiera.engine.match import settings as settings_module
from damiera.engine.match.boards import play_match
from damiera.engine.match.openings import openings_from
from damiera.engine.match.paper import read_played, to_pdn
from damiera.engine.match.processor import FIRST_NODES, PATIENCE, NodeAllowance, ProcessorTimed
from damiera.engine.match.settings import MatchSettings
from damiera.engine.match.table import MatchScore
from damiera.engine.protocol import Choice
from damiera.engine.score import Score
from damiera.engine.spec import EngineSpec
from damiera.game.clock import ClockSettings
from damiera.game.state import Game
from damiera.rules.ruleset import ITALIAN
from tests.unit.engine.match.kit import settings
from tests.wording import raises

BUILTIN = EngineSpec.parse("builtin:hash=1")
OTHER = EngineSpec.parse("builtin:hash=1,learned=0")
HUB = EngineSpec("hub:ours", (sys.executable, "-m", "damiera", "hub", "--game", "italian"))


class _Steady:
    """A player of steady speed, which it tells or not; one move in `forced` needs no thought."""

    late = False

    def __init__(
        self, nodes_a_second: float, *, forced: int = 0, tells: bool = True, claims: int = 1
    ) -> None:
        self._claims = claims
        self.processor_s: float | None = 0.0 if tells else None
        self._speed, self._forced, self._asked = nodes_a_second, forced, 0

    def choose(self, game: Game, limits: SearchLimits, seed: int) -> Choice:
        self._asked += 1
        is_forced = self._forced and self._asked % self._forced == 0
        nodes = 0 if is_forced else limits.nodes
        if self.processor_s is not None:
            self.processor_s += nodes / self._speed
        move = game.position.moves()[0]
        return Choice(move, Score(0, game.position.side), 1, (move,), nodes * self._claims)

    def new_game(self) -> None: ...
    def ponder(self, expected: Game, limits: SearchLimits) -> None: ...
    def restart(self) -> None: ...
    def close(self) -> None: ...


@pytest.mark.parametrize("speed", [20_000.0, 1e6, 5e7])
@pytest.mark.parametrize("forced", [0, 2, 5])
def test_moves_take_what_is_wanted_on_average(speed: float, forced: int) -> None:
    player = _Steady(speed, forced=forced)
    timed = ProcessorTimed(player, 0.05)
    game = Game.start(ITALIAN)
    timed.choose(game, SearchLimits(), 1)
    assert player.processor_s == pytest.approx(FIRST_NODES / speed)
    for _ in range(400):
        timed.choose(game, SearchLimits(), 1)
    assert timed.processor_s is not None
    assert timed.processor_s / 401 == pytest.approx(0.05, rel=0.03)


@pytest.mark.parametrize("claims", [2, 10, 10**15])
def test_who_claims_more_nodes_than_allowed_gains_no_time(claims: int) -> None:
    player = _Steady(1e6, claims=claims)
    timed = ProcessorTimed(player, 0.05)
    game = Game.start(ITALIAN)
    for _ in range(400):
        timed.choose(game, SearchLimits(), 1)
    assert timed.processor_s is not None
    assert timed.processor_s / 400 == pytest.approx(0.05, rel=0.03)


def test_one_move_is_never_given_more_than_twice_or_less_than_half() -> None:
    allowance = NodeAllowance(0.01)
    allowance.measured(10_000, 0.01)
    for _ in range(1_000):
        allowance.measured(0, 0.0)
    assert allowance.nodes == 20_000
    allowance.measured(10_000_000, 100.0)  # some disturbance
    assert allowance.nodes >= 1


def test_who_tells_nothing_cannot_be_timed() -> None:
    timed = ProcessorTimed(_Steady(1e6, tells=False), 0.05)
    for _ in range(PATIENCE - 1):
        timed.choose(Game.start(ITALIAN), SearchLimits(), 1)
    with raises(MatchError, processor._UNTOLD):
        timed.choose(Game.start(ITALIAN), SearchLimits(), 1)


def timed_match(*engines: EngineSpec, games: int = 2) -> MatchSettings:
    starts = openings_from(ITALIAN, "none", seed=1, count=1)
    bounds = SearchLimits()
    one, other = engines
    return MatchSettings(
        ITALIAN, (one, other), starts, games=games, limits=bounds, max_plies=30, processor_ms=5
    )


def test_a_match_at_equal_processor_time_tells_what_was_used_and_keeps_it() -> None:
    match = timed_match(BUILTIN, OTHER)
    assert match.pace == "processor ms 5"
    score = MatchScore(match)
    played = sorted(play_match(match), key=lambda game: game.number)
    for game in played:
        score.add(game)
    assert score.processor_ms is not None
    assert all(1 < ms < 25 for ms in score.processor_ms)
    assert min(score.nodes_a_move) > 100
    again, _ = read_played(match, "\n".join(to_pdn(match, game) for game in played))
    assert [(game.processor_us, game.nodes) for game in again] == [
        (game.processor_us, game.nodes) for game in played
    ]


def test_a_program_of_its_own_is_timed_too() -> None:
    (game,) = play_match(timed_match(BUILTIN, HUB, games=1))
    assert not game.verdict.ending.is_fault
    ours, its = game.processor_us
    assert ours is not None
    if sys.platform == "linux":
        assert its is not None
        assert its > 5_000  # five milliseconds for each of its moves


WORK = "import time\nwhile time.process_time() < 0.1: pass\n"
SAY_AND_STAY = "print(1, flush=True); input()"
FAMILIES = {
    "in a child that stays": "subprocess.run([*PYTHON, WORK + SAY_AND_STAY])",
    "in a child that it waits for": "subprocess.run([*PYTHON, WORK]); " + SAY_AND_STAY,
    "in a child's child": """
inner = "import subprocess, sys; subprocess.run(sys.argv[1:]); " + SAY_AND_STAY
subprocess.run([*PYTHON, inner, *PYTHON, WORK])
""",
}
PYTHON = [sys.executable, "-S", "-c"]
HEAD = f"import subprocess\n{PYTHON=}\n{WORK=}\n{SAY_AND_STAY=}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process counts alone")
@pytest.mark.parametrize("where", FAMILIES)
def test_what_children_of_a_program_use_counts(where: str) -> None:
    program = Program((*PYTHON, HEAD + FAMILIES[where]))
    try:
        assert program.read(20.0) == "1\n"
        used = program.processor_s()
        assert used is not None
        assert 0.09 < used < 1.0
    finally:
        program.end()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process counts alone")
def test_an_engine_that_thinks_in_a_child_takes_no_more_than_its_share() -> None:
    """A shell that waits for the program it started used nothing itself, and was allowed ever more nodes."""
    wrapped = EngineSpec("hub:wrapped", ("/bin/sh", "-c", '"$0" "$@"; exit', *HUB.command))
    (game,) = play_match(timed_match(BUILTIN, wrapped, games=1))
    assert not game.verdict.ending.is_fault
    its = game.processor_us[1]
    assert its is not None
    assert 1_000 < its / game.answers[1] < 100_000


def test_without_word_of_it_the_score_tells_none() -> None:
    match = settings(BUILTIN, OTHER, games=1)
    score = MatchScore(match)
    (game,) = play_match(settings(BUILTIN, OTHER, games=1, max_plies=4))
    score.add(game)
    assert score.processor_ms is not None
    text = to_pdn(match, game)
    older = "\n".join(line for line in text.splitlines() if not line.startswith("[Processor "))
    (read,), _ = read_played(match, older + "\n")
    assert read.processor_us == (None, None)
    score.add(read)
    assert score.processor_ms is None


def test_processor_time_goes_with_nothing_else() -> None:
    starts = openings_from(ITALIAN, "none", seed=1, count=1)
    why = settings_module._PROCESSOR_ALONE
    with raises(MatchError, why):
        MatchSettings(ITALIAN, (BUILTIN, OTHER), starts, 2, limits=SearchLimits(nodes=5), processor_ms=5)
    with raises(MatchError, why):
        MatchSettings(
            ITALIAN,
            (BUILTIN, OTHER),
            starts,
            2,
            limits=SearchLimits(),
            clock=ClockSettings(base_ms=1000, increment_ms=10),
            processor_ms=5,
        )

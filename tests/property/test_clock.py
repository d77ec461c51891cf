"""Clocks of every kind against a clock that ticks: time is conserved, and nobody gains by being late."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from damiera._core import Side
from damiera.game.clock import ClockSettings, GameClock, Stage
from damiera.game.errors import BadClock, GameError
from damiera.game.timing.checks import LONGEST_MS

WHITE, BLACK = Side.WHITE, Side.BLACK
DAY = 86_400_000


def _times(share: float) -> settings:
    """So many times as often as the profile says."""
    return settings(max_examples=round(settings.default.max_examples * share))  # type: ignore[union-attr]


short = st.integers(1, 400)
tiny = st.integers(1, 90)
quick = st.integers(1, 120)


def _fischer(base: int, increment: int, quick_ms: int) -> ClockSettings:
    return ClockSettings(base, increment, quick_ms=quick_ms)


stage = st.one_of(
    st.builds(Stage, short, st.integers(0, 90)),
    st.builds(Stage, st.integers(0, 200), tiny, st.sampled_from(["bronstein", "delay"])),
)
staged = st.builds(
    lambda first, others, moves, repeats: ClockSettings(
        first.base_ms + 1,
        first.increment_ms,
        first.kind,
        moves[0],
        tuple(
            replace(stage, moves=moves[index + 1] if index + 1 < len(others) or repeats else 0)
            for index, stage in enumerate(others)
        ),
    ),
    stage,
    st.lists(stage, min_size=1, max_size=3),
    st.lists(st.integers(1, 4), min_size=4, max_size=4),
    st.booleans(),
)
one_kind = {
    "fischer": st.builds(_fischer, short, st.integers(0, 90), quick),
    "bronstein": st.builds(ClockSettings, short, tiny, st.just("bronstein")),
    "delay": st.builds(ClockSettings, short, tiny, st.just("delay")),
    "stages": staged,
    "again": st.builds(ClockSettings, short, st.integers(0, 20), moves=st.integers(1, 3)),
    "byo-yomi": st.builds(
        ClockSettings,
        st.just(0) | st.integers(0, 90),
        kind=st.just("byo-yomi"),
        periods=st.integers(1, 4),
        byo_ms=st.integers(1, 60),
        byo_moves=st.sampled_from([1, 1, 3]),
    ),
    "hourglass": st.builds(ClockSettings, short, kind=st.just("hourglass")),
    "correspondence": st.builds(
        ClockSettings,
        short,
        tiny,
        st.just("correspondence"),
        reset=st.booleans(),
        vacation_ms=st.integers(0, 200),
    ),
}
free = st.one_of(*(one_kind[name] for name in ("fischer", "bronstein", "delay", "stages", "byo-yomi")))
odds = st.builds(lambda white, black: replace(white, black=black), free, free)
any_settings = st.one_of(*one_kind.values(), odds)

# What happens, and after how long: mostly moves, seldom late.
OPS = {
    "usual": ["press", "press", "press", "hand", "stop", "resume", "look"],
    "quick": ["press", "press", "quick", "slow", "look"],
    "post": ["press", "press", "away", "away", "trip", "trip", "back", "stop", "resume"],
    "host": ["press", "press", "press", "arrive", "arrive", "leave"],
    "arbiter": ["press", "adjust", "set", "quick", "hand"],
}
took = st.integers(0, 12) | st.integers(-20, 70)


def _steps(*names: str) -> st.SearchStrategy[list[Any]]:
    ops = [op for name in names for op in OPS[name]]
    return st.lists(st.tuples(st.sampled_from(ops), st.sampled_from([WHITE, BLACK]), took), max_size=40)


TRIP_MS = 40
"""How long a vacation lasts whose end was said."""

steps = _steps(*OPS)
hosts = st.sampled_from([None, None, WHITE, BLACK])


@dataclass
class Ticking:
    """One side of a clock that knows only how one millisecond passes."""

    given: ClockSettings
    left: int = 0
    periods: int = 0
    to_go: int = 0
    stage: int = 0
    vacation: int = 0
    away: bool = False
    trip: int | None = None
    quick: int | None = None

    def __post_init__(self) -> None:
        self.left, self.periods = self.given.base_ms, self.given.periods
        self.to_go, self.vacation = self.given.moves, self.given.vacation_ms
        self._next_period()

    @property
    def rule(self) -> ClockSettings | Stage:
        every = self.given.every_stage
        return every[min(self.stage, len(every) - 1)]

    @property
    def total(self) -> int:
        return self.quick if self.quick is not None else self.left + self.periods * self.given.byo_ms

    def _next_period(self) -> None:
        if self.left == 0 and self.periods:
            self.periods -= 1
            self.left = self.given.byo_ms
            self.to_go = self.to_go or self.given.byo_moves

    def tick(self, taken: int) -> int:
        """Let one millisecond of a turn pass, `taken` having passed before; return what it cost."""
        if self.quick is not None:
            self.quick -= 1
            return 0
        if self.rule.kind == "delay" and taken < self.rule.increment_ms:
            return 0
        self.left -= 1
        self._next_period()
        return 1

    def move(self, taken: int) -> None:
        if self.quick is not None:
            self.quick = self.given.quick_ms
        elif self.rule.kind == "fischer":
            self.left += self.rule.increment_ms
        elif self.rule.kind == "bronstein":
            self.left += min(taken, self.rule.increment_ms)
        elif self.rule.kind == "correspondence":
            self.left = self.rule.increment_ms + (0 if self.given.reset else self.left)
        if self.to_go and not (self.given.kind == "byo-yomi" and self.quick is not None):
            self.to_go -= 1
            if self.to_go == 0 and self.given.kind == "byo-yomi":
                self.left, self.to_go = self.given.byo_ms, self.given.byo_moves
            elif self.to_go == 0:
                self.stage += 1
                self.left += self.rule.base_ms
                self.to_go = self.rule.moves


class Model:
    """Both sides of a ticking clock."""

    def __init__(self, given: ClockSettings, host: Side | None) -> None:
        self.hands = {WHITE: Ticking(given), BLACK: Ticking(given.of(BLACK))}
        self.running: Side | None = WHITE
        self.turn = WHITE
        self.taken = 0
        self.host, self.here = host, False

    @property
    def waits(self) -> bool:
        return self.running is not None and self.running is self.host and not self.here

    @property
    def fallen(self) -> bool:
        if self.running is None or self.waits:
            return False
        hand = self.hands[self.running]
        waiting = hand.rule.kind == "delay" and hand.quick is None and self.taken < hand.rule.increment_ms
        return hand.total == 0 and not waiting and not hand.away

    def pass_time(self, ms: int) -> None:
        for _ in range(ms):
            if self.fallen:
                return
            self._tick()
            for one in self.hands.values():
                if one.trip is not None:
                    one.trip -= 1
                    one.away = one.away and one.trip > 0
                one.trip = one.trip if one.away else None

    def _tick(self) -> None:
        if self.running is None:
            return
        hand = self.hands[self.running]
        if not self.waits and not hand.away:
            cost = hand.tick(self.taken)
            self.taken += hand.quick is None
            if hand.given.kind == "hourglass":
                self.hands[self.running.opponent].left += cost
        for other in self.hands.values():
            if other.away:
                other.vacation -= 1
                other.away = other.vacation > 0

    def hand_to(self, side: Side | None) -> None:
        if side is not None and side is not self.turn:
            self.turn, self.taken = side, 0
        self.running = side

    def press(self) -> None:
        assert self.running is not None
        self.hands[self.running].move(self.taken)
        self.hand_to(self.running.opponent)


def _allowed(model: Model, op: str, side: Side) -> bool:
    hand = model.hands[side]
    match op:
        case "press":
            return model.running is side and not model.waits
        case "stop":
            return model.running is not None
        case "resume":
            return model.running is None
        case "quick" | "slow":
            return (hand.quick is None) is (op == "quick")
        case "away" | "trip":
            return hand.vacation > 0 and not hand.away
        case "back":
            return hand.away
        case "arrive" | "leave":
            return model.host is not None and model.here is (op == "leave")
    return True


def _step(clock: GameClock, model: Model, op: str, side: Side, at: int) -> GameClock:
    """Return the clock after a step that its model takes too; both refuse the same."""
    if op == "press" and model.running is not None and at % 5:
        side = model.running
    if not _allowed(model, op, side):
        with pytest.raises(BadClock):
            _done(clock, op, side, at)
        return clock
    match op:
        case "press":
            model.press()
        case "hand":
            model.hand_to(side)
        case "stop":
            model.hand_to(None)
        case "resume":
            model.hand_to(model.turn)
        case "quick" | "slow":
            for hand in model.hands.values():
                hand.quick = hand.given.quick_ms if op == "quick" else None
        case "away" | "trip" | "back":
            model.hands[side].away = op != "back"
            model.hands[side].trip = TRIP_MS if op == "trip" else None
        case "arrive" | "leave":
            model.here = op == "arrive"
    return _done(clock, op, side, at)


def _done(clock: GameClock, op: str, side: Side, at: int, pick: int = 0) -> GameClock:
    match op:
        case "press":
            return clock.press(side, at)
        case "hand":
            return clock.hand_to(side, at)
        case "stop":
            return clock.pause(at)
        case "resume":
            return clock.resume(at)
        case "quick":
            return clock.with_quick_moves(at)
        case "slow":
            return clock.without_quick_moves(at)
        case "away":
            return clock.on_vacation(side, at)
        case "trip":
            return clock.on_vacation(side, at, max(at, clock.since) + TRIP_MS)
        case "back":
            return clock.back(side, at)
        case "arrive":
            return clock.host_arrives(at)
        case "leave":
            return clock.host_leaves(at)
        case "set":
            after = clock.set_remaining(side, abs(pick) * 5, at, at + 10)
            assert after.remaining(side, at + 10) == abs(pick) * 5
            return after
    had = clock.remaining(side, at)
    after = clock.adjust(side, pick * 7, at)
    assert after.remaining(side, at) == max(0, had + pick * 7)
    return after


def _ticks_like(given_: ClockSettings, host: Side | None, script: list[Any]) -> None:
    clock, model, now = GameClock.start(given_, WHITE, 1_000, host=host), Model(given_, host), 1_000
    for op, side, took in script:
        at = now + took
        model.pass_time(max(0, took))
        now = max(now, at)
        assert clock.flagged(at) is (took >= 0 and model.fallen)
        for each in (WHITE, BLACK):
            assert clock.remaining(each, at) == model.hands[each].total
        if model.fallen:
            return
        for each in (WHITE, BLACK):
            face, hand = clock.face(each, at), model.hands[each]
            assert (face.away, face.periods, face.to_go) == (hand.away, hand.periods, hand.to_go)
            assert face.runs is (
                model.running is each and not model.waits and not hand.away and at >= clock.since
            )
        clock = _step(clock, model, op, side, at)
        # What was refused told the clock nothing; what ticked did not wait for it.
        clock = clock if clock.since == now else clock.adjust(side, 0, now)


@pytest.mark.parametrize("name", [*one_kind, "odds"])
@given(data=st.data())
@_times(0.6)
def test_a_clock_is_a_clock_that_ticks(name: str, data: Any) -> None:
    """Whatever happens, both sides have what millisecond after millisecond would have left them."""
    given_ = data.draw(one_kind.get(name, odds))
    _ticks_like(given_, None, data.draw(_steps("usual")))


@given(one_kind["correspondence"], _steps("post"))
@_times(2.5)
def test_a_vacation_ticks_too(given_: ClockSettings, script: list[Any]) -> None:
    _ticks_like(given_, None, script)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bronstein", "byo-yomi", "hourglass", "odds"])
@given(data=st.data())
@_times(0.6)
def test_quick_moves_tick_too(name: str, data: Any) -> None:
    given_ = data.draw(one_kind.get(name, odds))
    _ticks_like(given_, None, data.draw(_steps("quick", "quick", "usual")))


@given(free, st.sampled_from([WHITE, BLACK]), _steps("host"))
@_times(1.2)
def test_a_host_ticks_at_the_board_only(given_: ClockSettings, host: Side, script: list[Any]) -> None:
    _ticks_like(given_, host, script)


@given(any_settings, hosts, steps)
@_times(1.5)
def test_what_holds_of_every_clock(given_: ClockSettings, host: Side | None, script: list[Any]) -> None:
    """Never negative, only less while it runs; the flag falls when it is said to, and no press helps then."""
    clock, now = GameClock.start(given_, WHITE, 0, host=host), 0
    for op, side, took in script:
        at = now + took
        falls = clock.falls_at()
        if falls is not None:
            running = clock.running
            assert running is not None
            assert clock.flagged(falls)
            assert not clock.flagged(falls - 1) or falls == clock.since
            assert clock.remaining(running, falls) == 0
            assert clock.flagged(falls + 12_345)
            with pytest.raises(BadClock):
                clock.press(running, falls)
        for each in (WHITE, BLACK):
            times = [clock.remaining(each, clock.since + ms) for ms in range(0, 300, 23)]
            assert min(times) >= 0
            if each is clock.running:
                assert times == sorted(times, reverse=True)
            elif given_.kind != "hourglass":
                assert len(set(times)) == 1
        try:
            clock = _done(clock, op, side, at, took)
        except BadClock:
            continue
        now = max(now, at)


@pytest.mark.slow
@given(any_settings, st.lists(st.integers(0, 60), min_size=1, max_size=20), st.data())
@_times(2)
def test_stopping_and_going_on_loses_nothing(given_: ClockSettings, moves: list[int], data: Any) -> None:
    """A turn cut in pieces by pauses, or by looks at the clock, costs what it would have cost whole."""
    whole = cut = GameClock.start(given_, WHITE, 0)
    now = later = 0
    side = WHITE
    for took in moves:
        if whole.flagged(now + took):
            break
        for part in _parts(took, data):
            later += part
            if data.draw(st.booleans()):
                cut = cut.pause(later)
                later += data.draw(st.integers(0, 500))
                cut = cut.resume(later)
            else:
                cut = cut.set_remaining(side, cut.remaining(side, later), later, later)
        now += took
        whole, cut = whole.press(side, now), cut.press(side, later)
        assert (whole.white, whole.black) == (cut.white, cut.black)
        side = side.opponent


def _parts(took: int, data: Any) -> list[int]:
    cuts = sorted(data.draw(st.lists(st.integers(0, took), max_size=3)))
    return [b - a for a, b in zip([0, *cuts], [*cuts, took], strict=True)]


@given(any_settings, st.lists(st.integers(0, 60), max_size=12), st.integers(0, 10_000))
def test_an_event_that_comes_late_gives_nothing(given_: ClockSettings, moves: list[int], late: int) -> None:
    """Told of an hour before the last thing that happened, a clock takes it for that very hour."""
    clock, now, side = GameClock.start(given_, WHITE, 10_000), 10_000, WHITE
    for took in moves:
        now += took
        if clock.flagged(now):
            return
        clock = clock.press(side, now)
        side = side.opponent
    early = clock.since - late
    assert clock.press(side, early) == clock.press(side, clock.since)
    assert clock.hand_to(side.opponent, early) == clock.hand_to(side.opponent, clock.since)
    assert clock.stop(early) == clock.stop(clock.since)
    for each in (WHITE, BLACK):
        assert clock.remaining(each, early) == clock.remaining(each, clock.since)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fischer", "bronstein", "delay", "hourglass", "correspondence"])
@given(data=st.data(), moves=st.lists(st.integers(0, 60), max_size=20))
def test_time_is_conserved(name: str, data: Any, moves: list[int]) -> None:
    """What a side used and what it has left is what it was given."""
    given_ = data.draw(one_kind[name])
    assume(not given_.reset)
    clock, now, side = GameClock.start(given_, WHITE, 0), 0, WHITE
    used, got = {WHITE: 0, BLACK: 0}, {WHITE: given_.base_ms, BLACK: given_.base_ms}
    for took in moves:
        now += took
        if clock.flagged(now):
            break
        clock = clock.press(side, now)
        used[side] += took
        got[side] += {
            "bronstein": min(took, given_.increment_ms),
            "delay": min(took, given_.increment_ms),
            "hourglass": 0,
        }.get(name, given_.increment_ms)
        if name == "hourglass":
            got[side.opponent] += took
        side = side.opponent
    for each in (WHITE, BLACK):
        assert clock.remaining(each, clock.since) + used[each] == got[each]


@given(one_kind["stages"], st.lists(st.integers(0, 3), max_size=40))
def test_each_stage_is_given_once(given_: ClockSettings, moves: list[int]) -> None:
    """Moving fast, a side has all that its stages brought, less what it used."""
    clock, now, side, used = GameClock.start(given_, WHITE, 0), 0, WHITE, 0
    for took in moves:
        now += took
        if clock.flagged(now):
            return
        used += took if side is WHITE else 0
        clock = clock.press(side, now)
        side = side.opponent
    made, boundary, bases, number = clock.white.moves, 0, given_.base_ms, 0
    every = given_.every_stage
    while (
        every[min(number, len(every) - 1)].moves
        and made >= boundary + every[min(number, len(every) - 1)].moves
    ):
        boundary += every[min(number, len(every) - 1)].moves
        number += 1
        bases += every[min(number, len(every) - 1)].base_ms
    assert clock.white.stage == number
    assert clock.white_ms >= bases - used
    if all(one.increment_ms == 0 for one in every):
        assert clock.white_ms == bases - used


@given(any_settings)
def test_settings_are_read_back(given_: ClockSettings) -> None:
    assert ClockSettings.decode(given_.encode()) == given_
    assert ClockSettings.parse(given_.code) == given_
    assert ClockSettings.parse(f"  {given_.code.upper()} ") == given_
    for lang in ("it", "en"):
        assert given_.text(lang).strip()


@given(any_settings)
def test_tags_are_read_back(given_: ClockSettings) -> None:
    """But for what a tag cannot say: vacations, quick moves, and post faster than a day."""
    each_by_itself = given_.kind == "fischer" and given_.moves == 1 and not given_.stages
    assume(not each_by_itself and (given_.kind != "correspondence" or given_.reset or given_.base_ms >= DAY))
    said = replace(given_, vacation_ms=0, quick_ms=10_000)
    tags = said.time_control()
    if said.black is None:
        assert ClockSettings.from_time_control(tags["TimeControl"]) == said
        return
    read = ClockSettings.from_time_control(tags["WhiteTimeControl"], tags["BlackTimeControl"])
    plain = replace(said, black=replace(said.black, quick_ms=10_000))
    assert read == plain or 1 in (given_.moves, said.black.moves)


likely = st.text("0123456789+/,.:*dbxmsh -?", max_size=25)
numbers = st.integers(-5, LONGEST_MS * 2) | st.integers()


bits = st.sampled_from(
    ["5", "40/", "+", " delay ", " byo", "3x", "30s", " hourglass", "d", ",", " vs ", " vacation 2d", "lampo"]
)


@pytest.mark.slow
@given(st.text(max_size=60) | likely | st.lists(bits, max_size=8).map("".join))
@_times(5)
def test_any_text_is_a_clock_or_refused(text: str) -> None:
    for read in (ClockSettings.parse, ClockSettings.from_time_control, ClockSettings.decode):
        try:
            got = read(text)
        except BadClock:
            continue
        assert got is None or ClockSettings.decode(got.encode()) == got


json_values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=8) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


@given(
    st.fixed_dictionaries(
        {"base_ms": numbers},
        optional={
            "increment_ms": numbers,
            "kind": st.sampled_from(
                ["fischer", "delay", "bronstein", "byo-yomi", "hourglass", "correspondence", "x"]
            ),
            "moves": st.integers(-2, 2000),
            "stages": st.lists(
                st.fixed_dictionaries({"base_ms": numbers}, optional={"moves": numbers}), max_size=12
            ),
            "periods": st.integers(-1, 200),
            "byo_ms": numbers,
            "byo_moves": st.integers(-1, 2000),
            "reset": st.booleans(),
            "vacation_ms": numbers,
            "quick_ms": numbers,
            "black": json_values | st.just({"base_ms": 5}),
        },
    )
)
def test_any_json_is_a_clock_or_refused(fields: dict[str, Any]) -> None:
    try:
        got = ClockSettings.decode(json.dumps(fields))
    except BadClock:
        return
    clock = GameClock.start(got, WHITE, 0)
    assert clock.falls_at() is not None
    assert clock.white_ms > 0 < clock.black_ms


@given(any_settings, hosts, steps)
def test_only_our_own_errors(given_: ClockSettings, host: Side | None, script: list[Any]) -> None:
    """Anything may be asked of a clock at any hour: it does it or says why not."""
    clock = GameClock.start(given_, WHITE, 0, host=host)
    for index, (op, side, took) in enumerate(script):
        try:
            clock = _done(clock, op, side, (index % 7) * took, took)
        except GameError:
            continue

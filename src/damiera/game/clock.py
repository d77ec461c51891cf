"""Clocks as values: whole milliseconds, no timer, the present is an argument.

What each side is given, by every way of timing, is in `damiera.game.timing.settings`; here the two sides are
put on one clock. A clock keeps what each side had left at `since`; what comes after follows from the hour.

What the regulations leave open is decided thus:
- A clock never refuses the hour it is told: if servers disagree by a little and time seems to run backwards,
  no time has passed.
- A press belongs to a move and comes with it, so every increment is given (Capo III, 5.9.3), from the first
  move on.
- Where a turn is handed over without a move, nothing is given and no byo-yomi period begins anew; when a side
  whose turn was broken off has it back, its delay goes on where it was.
- A vacation is used up only while the clock runs, whoever is to move; when none is left, or its day has come,
  the clock goes on by itself. The vacation's side may move all the same.
- The host of a simultaneous display is charged only between arriving at a board and leaving it, and moves
  there.
- Where the first move starts the clock, each side has some seconds of its own for it. They are nobody's main
  time, and what a move brings is given for the first move too.
- While quick moves are counted both clocks stand; each move has its own few seconds, to be made in them.

Two sides only: the games for three to six are played without a clock.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from damiera._core import Side
from damiera.game.errors import BadClock
from damiera.game.timing.face import Face
from damiera.game.timing.hand import Hand
from damiera.game.timing.settings import ClockKind, ClockSettings, Stage
from damiera.messages import Message
from damiera.regulations.citations import implements

__all__ = ["ClockKind", "ClockSettings", "Face", "GameClock", "Stage"]


class GameClock(Struct, frozen=True):
    """Both clocks of a game. Make one with `GameClock.start`.

    Attributes:
        settings: what each side was given.
        white, black: what each side has left at `since`.
        running: whose clock runs; None when both stand.
        since: the time from which the running clock counts down, milliseconds.
        turn: whose turn it is, or was when the clocks were stopped.
        turn_ms: milliseconds charged for this turn before `since`.
        host: who gives the simultaneous display; None in any other game.
        host_here: the host is at this board.
        first_ms: what White and Black have left at `since` for their first move, before which their clocks do
            not run; 0 for who has made it, and where clocks run at once.
    """

    settings: ClockSettings
    white: Hand
    black: Hand
    running: Side | None
    since: int
    turn: Side | None = None
    turn_ms: int = 0
    host: Side | None = None
    host_here: bool = False
    first_ms: tuple[int, int] = (0, 0)

    @classmethod
    @implements("fid.italian:14.1")
    def start(
        cls, settings: ClockSettings, side: Side, at: int, *, host: Side | None = None, first_ms: int = 0
    ) -> GameClock:
        """Return full clocks with that of `side`, the first to move, running from `at`.

        Args:
            settings: what each side is given.
            side: who moves first.
            at: when, milliseconds.
            host: who gives the simultaneous display; not yet at this board.
            first_ms: how long each side may take for its first move before its clock runs, milliseconds.
        Raises:
            BadClock: for a side that is neither White nor Black.
        Source:
            FID 2008, 14.1 [fid.italian].

        >>> clock = GameClock.start(ClockSettings.parse("5+3"), Side.WHITE, at=0).press(Side.WHITE, at=10_000)
        >>> clock.remaining(Side.WHITE, at=12_000), clock.remaining(Side.BLACK, at=12_000)
        (293000, 298000)
        """
        if side not in _TWO:
            raise BadClock(_FOR_TWO)
        white, black = Hand.full(settings), Hand.full(settings.of(Side.BLACK))
        return cls(settings, white, black, side, at, side, host=host, first_ms=(first_ms, first_ms))

    @property
    def white_ms(self) -> int:
        """Milliseconds White has left at `since`, byo-yomi periods included."""
        return self.white.total_ms(self.settings)

    @property
    def black_ms(self) -> int:
        """Milliseconds Black has left at `since`, byo-yomi periods included."""
        return self.black.total_ms(self.settings.of(Side.BLACK))

    @property
    def quick(self) -> bool:
        """Whether quick moves are being counted."""
        return self.white.quick_ms is not None

    @property
    def awaits_first(self) -> bool:
        """Whether the side to move has still to make its first move, which starts its clock."""
        return self.running is not None and not self.quick and self._first_of(self.running) > 0

    def first_left(self, at: int) -> int:
        """Return the milliseconds left at `at` for the first move of the side to move; 0 if none is awaited.

        >>> clock = GameClock.start(ClockSettings.parse("5+3"), Side.WHITE, at=0, first_ms=30_000)
        >>> clock.first_left(10_000), clock.press(Side.WHITE, at=10_000).remaining(Side.WHITE, at=10_000)
        (20000, 303000)
        """
        if self.running is None or not self.awaits_first:
            return 0
        return max(0, self._first_of(self.running) - max(0, at - self.since))

    def remaining(self, side: Side, at: int) -> int:
        """Return the milliseconds `side` has left at `at`, byo-yomi periods included; never less than 0.

        While the clock waits for its delay, or for somebody away, it stays what it was.
        """
        white, black, _ = self._at(at)
        hand = white if side is Side.WHITE else black
        return hand.total_ms(self.settings.of(side))

    def face(self, side: Side, at: int) -> Face:
        """Return what the clock of `side` shows at `at`."""
        white, black, turn_ms = self._at(at)
        hand = white if side is Side.WHITE else black
        waits = hand.delay_ms(self.settings.of(side), turn_ms if side is self.turn else 0)
        quick = hand.quick_ms
        return Face(
            ms=hand.left_ms if quick is None else quick,
            delay_ms=waits,
            runs=side is self.running and not hand.away and not self._stands and at >= self.since,
            stage=hand.stage,
            moves=hand.moves,
            to_go=hand.to_go,
            periods=hand.periods,
            quick=quick is not None,
            vacation_ms=hand.vacation_ms,
            away=hand.away,
            until=_last_day(hand, at),
        )

    def flagged(self, at: int) -> bool:
        """Tell whether the running side has no time left at `at`."""
        falls_at = self.falls_at()
        return falls_at is not None and at >= falls_at

    def falls_at(self) -> int | None:
        """Return the first moment, in milliseconds, at which the running side has no time left.

        None when both clocks stand, and while a game waits for its host. A vacation is reckoned as used to
        its end. Where a first move is awaited it is the end of the time for that.

        >>> GameClock.start(ClockSettings.parse("5+3"), Side.WHITE, at=1_000).falls_at()
        301000
        """
        if self.running is None or self._waits_for_host:
            return None
        if self.awaits_first:
            return self.since + self._first_of(self.running)
        hand, given = self._hand(self.running), self.settings.of(self.running)
        wait = hand.rest_ms(self.since)
        return self.since + wait + hand.delay_ms(given, self.turn_ms) + hand.total_ms(given)

    @implements("fid.competition.2008:5")
    def press(self, side: Side, at: int) -> GameClock:
        """Return the clocks after `side` moved at `at`: what a move brings is given, the opponent's runs.

        Raises:
            BadClock: if the clock of `side` is not running, its flag has fallen, or it is the host's and the
                host is not at the board.
        Source:
            FID 2008, competitions: 5 [fid.competition.2008].
        """
        if side is not self.running:
            raise BadClock(_NOT_RUNNING)
        if self._waits_for_host:
            raise BadClock(_HOST_AWAY)
        self._refuse_fallen(at)
        white, black, turn_ms = self._at(at)
        if side is Side.WHITE:
            white = white.moved(self.settings, turn_ms)
        else:
            black = black.moved(self.settings.of(side), turn_ms)
        other = side.opponent
        since = max(self.since, at)
        made = (0, self.first_ms[1]) if side is Side.WHITE else (self.first_ms[0], 0)
        return GameClock(self.settings, white, black, other, since, other, 0, self.host, self.host_here, made)

    def hand_to(self, side: Side | None, at: int, *, charge: bool = True) -> GameClock:
        """Return the clocks with that of `side` running from `at` (None: none), nothing given for a move.

        The side whose clock was running pays for its time until `at`, unless `charge` is False.
        """
        white, black, turn_ms = self._at(at) if charge else (self.white, self.black, self.turn_ms)
        turn = self.turn if side is None else side
        return GameClock(
            self.settings,
            white,
            black,
            side,
            max(self.since, at),
            turn,
            turn_ms if turn is self.turn else 0,
            self.host,
            self.host_here,
            self._first_at(at) if charge else self.first_ms,
        )

    def stop(self, at: int) -> GameClock:
        """Return the clocks standing still, as they were at `at`."""
        return self.hand_to(None, at)

    def pause(self, at: int) -> GameClock:
        """Return the clocks stopped by agreement at `at`, milliseconds.

        Raises:
            BadClock: if they stand, or a flag has fallen.
        """
        if self.running is None:
            raise BadClock(_STANDING)
        self._refuse_fallen(at)
        return self.stop(at)

    def resume(self, at: int) -> GameClock:
        """Return the clocks going on for the side whose turn was broken off.

        Raises:
            BadClock: if they run.
        """
        if self.running is not None:
            raise BadClock(_GOING)
        return self.hand_to(self.turn, at, charge=False)

    def restarted(self, side: Side, at: int) -> GameClock:
        """Return full clocks as at the start of the game, that of `side` running.

        Args:
            side: whose clock runs.
            at: when, milliseconds.
        """
        return GameClock.start(self.settings, side, max(self.since, at), host=self.host)

    def set_remaining(self, side: Side, left_ms: int, at: int, until: int) -> GameClock:
        """Return the clocks where `side` has `left_ms` and nobody paid for the time from `at` to `until`.

        Args:
            side: whose clock.
            left_ms: what it has, milliseconds; below 0 is 0.
            at, until: the time nobody paid for, milliseconds.
        """
        white, black, turn_ms = self._at(at)
        if side is Side.WHITE:
            white = white.holding(self.settings, left_ms)
        else:
            black = black.holding(self.settings.of(side), left_ms)
        since, first = max(self.since, at, until), self._first_at(at)
        return replace(self, white=white, black=black, turn_ms=turn_ms, since=since, first_ms=first)

    def adjust(self, side: Side, delta_ms: int, at: int) -> GameClock:
        """Return the clocks after the arbiter gave `side` time, or took some: never below 0.

        Args:
            side: whose clock.
            delta_ms: what is given, milliseconds; negative for what is taken.
            at: when, milliseconds.
        """
        return self.set_remaining(side, self.remaining(side, at) + delta_ms, at, at)

    def with_moves(self, white: int, black: int) -> GameClock:
        """Return the clocks with other numbers of moves made: after a ballot, or moves taken back.

        No time is given or taken: a control that was reached is not reached again.
        """
        return replace(
            self,
            white=self.white.with_moves(self.settings, white),
            black=self.black.with_moves(self.settings.of(Side.BLACK), black),
        )

    def on_vacation(self, side: Side, at: int, until: int | None = None) -> GameClock:
        """Return the clocks with `side` away: its clock stands while there is vacation left.

        Args:
            side: who goes.
            at: when, milliseconds.
            until: when they are back at the latest, milliseconds; None: when no vacation is left.
        Raises:
            BadClock: where there is no vacation, none left, the side is away already, or a flag has fallen.
        """
        self._refuse_fallen(at)
        clock = self._settled(at)
        hand = clock._hand(side)
        if self.settings.of(side).vacation_ms == 0:
            raise BadClock(_NO_VACATION)
        if hand.away:
            raise BadClock(_AWAY)
        if hand.vacation_ms == 0:
            raise BadClock(_VACATION_USED)
        if until is not None and until <= at:
            raise BadClock(_OVER)
        return clock._with(side, replace(hand, away=True, until=until))

    def back(self, side: Side, at: int) -> GameClock:
        """Return the clocks with `side` back from its vacation.

        Raises:
            BadClock: if it is not away.
        """
        clock = self._settled(at)
        if not clock._hand(side).away:
            raise BadClock(_NOT_AWAY)
        return clock._with(side, replace(clock._hand(side), away=False, until=None))

    def host_arrives(self, at: int) -> GameClock:
        """Return the clocks with the host at this board.

        Raises:
            BadClock: without a host, or if the host is here.
        """
        if self.host is None:
            raise BadClock(_NO_HOST)
        if self.host_here:
            raise BadClock(_HERE)
        return replace(self._settled(at), host_here=True)

    def host_leaves(self, at: int) -> GameClock:
        """Return the clocks with the host gone to other boards.

        Raises:
            BadClock: without a host, if not at this board, or a flag has fallen.
        """
        if self.host is None:
            raise BadClock(_NO_HOST)
        if not self.host_here:
            raise BadClock(_HOST_AWAY)
        self._refuse_fallen(at)
        return replace(self._settled(at), host_here=False)

    def with_quick_moves(self, at: int) -> GameClock:
        """Return the clocks standing, and the seconds of quick moves counted from `at`, for both sides.

        Raises:
            BadClock: if they are being counted, or a flag has fallen.
        """
        if self.quick:
            raise BadClock(_QUICK)
        self._refuse_fallen(at)
        clock = self._settled(at)
        white = replace(clock.white, quick_ms=self.settings.quick_ms)
        black = replace(clock.black, quick_ms=self.settings.of(Side.BLACK).quick_ms)
        return replace(clock, white=white, black=black)

    def without_quick_moves(self, at: int) -> GameClock:
        """Return the clocks going on as they were before quick moves.

        Raises:
            BadClock: if none are counted, or a flag has fallen.
        """
        if not self.quick:
            raise BadClock(_NOT_QUICK)
        self._refuse_fallen(at)
        clock = self._settled(at)
        return replace(
            clock, white=replace(clock.white, quick_ms=None), black=replace(clock.black, quick_ms=None)
        )

    def _refuse_fallen(self, at: int) -> None:
        """Refuse what would lift a fallen flag."""
        if self.flagged(at):
            raise BadClock(_FALLEN)

    @property
    def _waits_for_host(self) -> bool:
        return self.host is not None and self.running is self.host and not self.host_here

    @property
    def _stands(self) -> bool:
        """Whether the clock of the side to move stands although it is its turn."""
        return self._waits_for_host or self.awaits_first

    def _first_of(self, side: Side) -> int:
        return self.first_ms[0] if side is Side.WHITE else self.first_ms[1]

    def _first_at(self, at: int) -> tuple[int, int]:
        """Return what both sides have left at `at` for their first move; 1 ms where it is over."""
        if not self.awaits_first:
            return self.first_ms
        left = max(1, self.first_left(at))
        return (left, self.first_ms[1]) if self.running is Side.WHITE else (self.first_ms[0], left)

    def _hand(self, side: Side) -> Hand:
        return self.white if side is Side.WHITE else self.black

    def _with(self, side: Side, hand: Hand) -> GameClock:
        return replace(self, white=hand) if side is Side.WHITE else replace(self, black=hand)

    def _settled(self, at: int) -> GameClock:
        white, black, turn_ms = self._at(at)
        since, first = max(self.since, at), self._first_at(at)
        return replace(self, white=white, black=black, turn_ms=turn_ms, since=since, first_ms=first)

    def _at(self, at: int) -> tuple[Hand, Hand, int]:
        """Return what both sides have left at `at`, and what this turn has been charged by then."""
        gone = at - self.since
        white, black, turn_ms = self.white, self.black, self.turn_ms
        if gone <= 0:
            return white, black, turn_ms
        if self.running is None:
            return white.dated(at), black.dated(at), turn_ms
        mover = white if self.running is Side.WHITE else black
        charged = 0 if self._stands else gone
        charged = max(0, charged - mover.rest_ms(self.since))
        given = self.settings.of(self.running)
        after = mover.after(given, charged, turn_ms)
        if self.running is Side.WHITE:
            white = after
        else:
            black = after
        if given.kind == "hourglass":
            white, black = _poured(white, black, self.running, mover.left_ms - after.left_ms)
        if white.away:
            white = white.rested(self.since, at)
        if black.away:
            black = black.rested(self.since, at)
        return white, black, turn_ms + (charged if mover.quick_ms is None else 0)


def _poured(white: Hand, black: Hand, running: Side, spent_ms: int) -> tuple[Hand, Hand]:
    """Return the hands of an hourglass: what one side spent is the other's."""
    if running is Side.WHITE:
        return white, replace(black, left_ms=black.left_ms + spent_ms)
    return replace(white, left_ms=white.left_ms + spent_ms), black


def _last_day(hand: Hand, at: int) -> int | None:
    """Return when a vacation ends, where its day was said and the vacation left lasts until then."""
    return hand.until if hand.until is not None and hand.until - at <= hand.vacation_ms else None


_TWO = (Side.WHITE, Side.BLACK)

_FOR_TWO = Message("A clock is for two: White and Black.")
_NOT_RUNNING = Message("Your clock is not running.")
_FALLEN = Message("Your time has run out.")
_STANDING = Message("The clocks stand already.")
_GOING = Message("The clocks are running already.")
_NO_VACATION = Message("There is no vacation in this game.")
_AWAY = Message("You are on vacation already.")
_NOT_AWAY = Message("You are not on vacation.")
_OVER = Message("A vacation ends later than it begins.")
_VACATION_USED = Message("You have no vacation left.")
_NO_HOST = Message("This is no simultaneous display.")
_HERE = Message("The host is at this board already.")
_HOST_AWAY = Message("The host is not at this board.")
_QUICK = Message("Quick moves are being counted already.")
_NOT_QUICK = Message("No quick moves are being counted.")

"""Challenges: one person at the club asks another for a game, who accepts it or not. Nothing is stored.

A challenge is open for a minute. Whoever did not accept one of somebody is not asked by them again for a
while; nobody has more than a few open at once, and two have one between them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from damiera.messages import Message
from damiera.service.errors import NotFound, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.names import new_id
from damiera.service.terms import NewGame

__all__ = ["ANSWER_S", "REST_S", "Challenge", "ChallengeState", "Challenges", "not_now"]

ANSWER_S: Final = 60.0
"""Seconds in which a challenge can be accepted."""
REST_S: Final = 120.0
"""Seconds in which somebody who declined is not asked again by the same person."""
TOLD_S: Final = 15.0
"""Seconds for which the answer is shown to who asked."""
MOST_OPEN: Final = 3
"""Challenges that one person may have open."""
ChallengeState = Literal["open", "declined", "begun"]
_GONE: Final = Message("This challenge is not open any more.")
_MANY: Final = Message("You have challenged {n} people already: wait for an answer, or take one back.")
_YOURSELF: Final = Message("You cannot challenge yourself.")
_BETWEEN_YOU: Final = Message("There is a challenge between you and {name} already.")
_NOT_NOW: Final = Message("{name} does not take a challenge now.")


class Challenge(msgspec.Struct, frozen=True):
    """One person asks another for a game.

    Attributes:
        by: who asks; `to`: who is asked.
        new: the terms, as seen by who asks.
        is_rated: whether the game is to change ratings.
        until: seconds of a monotonic clock at which it is forgotten.
        game_id: the game it became; empty before.
    """

    id: str
    by: Visitor
    to: Visitor
    new: NewGame
    is_rated: bool
    until: float
    state: ChallengeState = "open"
    game_id: str = ""


class Challenges:
    """The challenges of one server. May be used by several threads.

    Args:
        now: seconds of a monotonic clock.

    Attributes:
        when_changed: called with a challenge that is made, answered or taken back here, and the seconds
            for which it is still told of.

    >>> anna, bruno = Visitor("1", "Anna"), Visitor("2", "Bruno")
    >>> challenges = Challenges()
    >>> asked = challenges.add(anna, bruno, NewGame(friend=True))
    >>> challenges.between(bruno.id) == (asked,)
    True
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._known: dict[str, Challenge] = {}
        self._rests: dict[tuple[str, str], float] = {}
        self._changes = 0
        self.when_changed: Callable[[Challenge, float], None] = lambda challenge, left_s: None

    @property
    def changes(self) -> int:
        """A number that grows whenever a challenge is made, answered or forgotten."""
        with self._lock:
            self._forget()
            return self._changes

    def between(self, player_id: str) -> tuple[Challenge, ...]:
        """Return the challenges that somebody made or was given, oldest first."""
        with self._lock:
            self._forget()
            return tuple(one for one in self._known.values() if player_id in (one.by.id, one.to.id))

    def add(self, by: Visitor, to: Visitor, new: NewGame, *, is_rated: bool = False) -> Challenge:
        """Ask somebody for a game.

        Raises:
            RefusedAct: if one asks oneself, too many, or somebody who has just declined.
        """
        with self._lock:
            self._forget()
            if by.id == to.id:
                raise RefusedAct(_YOURSELF)
            open_ones = [one for one in self._known.values() if one.state == "open"]
            if any({one.by.id, one.to.id} == {by.id, to.id} for one in open_ones):
                raise RefusedAct(_BETWEEN_YOU.format(name=to.name))
            if sum(one.by.id == by.id for one in open_ones) >= MOST_OPEN:
                raise RefusedAct(_MANY.format(n=MOST_OPEN))
            if (by.id, to.id) in self._rests:
                raise not_now(to)
            made = Challenge(new_id(), by, to, new, is_rated, self._now() + ANSWER_S)
            self._known[made.id] = made
            self._changes += 1
        self.when_changed(made, ANSWER_S)
        return made

    def hear(self, challenge: Challenge, left_s: float) -> None:
        """Take note of what has become of a challenge at another worker; see `when_changed`."""
        with self._lock:
            self._forget()
            if left_s > 0:
                self._known[challenge.id] = replace(challenge, until=self._now() + left_s)
            else:
                self._known.pop(challenge.id, None)
            if challenge.state == "declined":
                self._rests[challenge.by.id, challenge.to.id] = self._now() + REST_S
            self._changes += 1

    def require(self, id: str, player_id: str) -> Challenge:
        """Return an open challenge given to somebody. Raises `NotFound`."""
        with self._lock:
            return self._open(id, lambda one: one.to.id == player_id)

    def begin(self, id: str, game_id: str) -> None:
        """Keep the game that a challenge became, for who asked to be told of it."""
        with self._lock:
            closed = self._close(self._open(id, lambda _: True), "begun", game_id)
        self.when_changed(closed, TOLD_S)

    def decline(self, id: str, player_id: str) -> None:
        """Do not accept a challenge: who asked is told, and may not ask again at once. Raises `NotFound`."""
        with self._lock:
            found = self._open(id, lambda one: one.to.id == player_id)
            self._rests[found.by.id, found.to.id] = self._now() + REST_S
            closed = self._close(found, "declined")
        self.when_changed(closed, TOLD_S)

    def withdraw(self, id: str, player_id: str) -> None:
        """Take back a challenge of one's own. Raises `NotFound`."""
        with self._lock:
            found = self._open(id, lambda one: one.by.id == player_id)
            del self._known[found.id]
            self._changes += 1
        self.when_changed(found, 0.0)

    def _open(self, id: str, fits: Callable[[Challenge], bool]) -> Challenge:
        self._forget()
        found = self._known.get(id)
        if found is None or found.state != "open" or not fits(found):
            raise NotFound(id, _GONE)
        return found

    def _close(self, found: Challenge, state: ChallengeState, game_id: str = "") -> Challenge:
        closed = replace(found, state=state, game_id=game_id, until=self._now() + TOLD_S)
        self._known[found.id] = closed
        self._changes += 1
        return closed

    def _forget(self) -> None:
        now = self._now()
        for id in [id for id, one in self._known.items() if one.until <= now]:
            del self._known[id]
            self._changes += 1
        for pair in [pair for pair, until in self._rests.items() if until <= now]:
            del self._rests[pair]


def not_now(to: Visitor) -> RefusedAct:
    """Return the refusal for whoever may not challenge somebody now; it does not say why."""
    return RefusedAct(_NOT_NOW.format(name=to.name))

"""How the workers of one server tell one another that something has happened.

What is told is never the only place where it stands: the database is. A message may be lost, come late or
twice; whoever hears one looks into the database for what they lack, and looks there now and then anyhow.

A subject is a kind and a name: `game.4kq0vhmzsx`, `event.…`, `person.…`, `chat.` with a room, and `club.`
with the name of what has changed at the club.

>>> bus, heard = LocalBus(), []
>>> forget = bus.subscribe("game.*", heard.append)
>>> bus.publish("game.4kq0vhmzsx", b"12")
>>> bus.publish("event.1", b"3")
>>> heard
[BusMessage(subject='game.4kq0vhmzsx', data=b'12', is_own=True)]
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Protocol, TypeAlias

import msgspec

__all__ = ["Bus", "BusListener", "BusMessage", "LocalBus"]

log = logging.getLogger("damiera.service")


class BusMessage(msgspec.Struct, frozen=True):
    """What a worker has told.

    Attributes:
        is_own: whether this very worker told it.
    """

    subject: str
    data: bytes = b""
    is_own: bool = True

    @property
    def name(self) -> str:
        """The subject without its kind."""
        return self.subject.partition(".")[2]


BusListener: TypeAlias = Callable[[BusMessage], None]


class Bus(Protocol):
    """What tells and hears. All of it is called in the server's loop, and nothing of it waits or raises."""

    @property
    def is_shared(self) -> bool:
        """Whether there may be other workers."""
        ...

    @property
    def is_heard(self) -> bool:
        """Whether the other workers hear us now; True where there are none."""
        ...

    def publish(self, subject: str, data: bytes = b"") -> None:
        """Tell all workers, this one too and at once; the message may be lost on its way to the others.

        Args:
            data: at most 64 KiB.
        """
        ...

    def subscribe(self, subject: str, listener: BusListener) -> Callable[[], None]:
        """Have a listener hear a subject, or with `game.*` all of a kind, until what is returned is called.

        It is called in the server's loop, and must not wait.
        """
        ...

    async def settled(self) -> None:
        """Wait until the others hear of what was last subscribed; not for long if they cannot be reached."""
        ...

    async def start(self) -> None:
        """Begin; where the others cannot be reached they will be as soon as they can."""
        ...

    async def stop(self) -> None:
        """Tell and hear no more."""
        ...


class LocalBus:
    """The bus of a server that is one worker: what is told is heard here, and at once."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, list[BusListener]] = defaultdict(list)

    @property
    def is_shared(self) -> bool:
        """There are no others."""
        return False

    @property
    def is_heard(self) -> bool:
        """There are no others who would have to."""
        return True

    def publish(self, subject: str, data: bytes = b"") -> None:
        """Tell those who listen here."""
        self.deliver(BusMessage(subject, data))

    def subscribe(self, subject: str, listener: BusListener) -> Callable[[], None]:
        """Have a listener hear a subject, or all of a kind, until what is returned is called."""
        self._listeners[subject].append(listener)

        def forget() -> None:
            listeners = self._listeners[subject]
            if listener in listeners:
                listeners.remove(listener)
            if not listeners:
                del self._listeners[subject]

        return forget

    def deliver(self, message: BusMessage) -> None:
        """Let those who listen hear a message, wherever it comes from."""
        kind = f"{message.subject.partition('.')[0]}.*"
        for subject in (message.subject, kind):
            for listener in tuple(self._listeners.get(subject, ())):
                try:
                    listener(message)
                except Exception:
                    log.exception("what follows from %s failed", subject)

    def has(self, subject: str) -> bool:
        """Tell whether somebody listens to a subject."""
        return subject in self._listeners

    async def settled(self) -> None:
        """There are no others."""

    async def start(self) -> None:
        """There is nothing to begin."""

    async def stop(self) -> None:
        """There is nothing to end."""

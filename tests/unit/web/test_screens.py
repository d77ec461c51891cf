"""Rooms and their screens."""

from __future__ import annotations

from damiera.service.identity import Visitor
from damiera.web.play.screens import QUEUE, Screen, Screens


def _screen(name: str | None) -> Screen:
    return Screen(Visitor(name, name) if name else None, "en")


def test_players_are_served_before_those_who_watch() -> None:
    rooms, watcher, anna = Screens(), _screen(None), _screen("anna")
    rooms.enter("g", watcher)
    rooms.enter("g", anna)
    assert rooms.screens("g", ["anna"])[0] is anna
    assert rooms.present("g") == {"anna"}


def test_an_empty_room_is_no_room() -> None:
    rooms, anna = Screens(), _screen("anna")
    rooms.enter("g", anna)
    assert rooms.games() == ["g"]
    assert rooms.count("anna", "g") == 1
    rooms.leave("g", anna)
    assert rooms.games() == []
    assert rooms.screens("g") == []


def test_a_full_queue_loses_the_screen_and_waits_for_nobody() -> None:
    slow = _screen(None)
    for _ in range(QUEUE):
        slow.send(b"x")
    assert not slow.lost.is_set()
    slow.send(b"x")
    assert slow.lost.is_set()


def test_an_older_state_never_follows_a_newer_one() -> None:
    screen = _screen(None)
    screen.show(3, b"three")
    screen.show(2, b"two")
    screen.show(3, b"three, somebody came")
    assert [screen.outbox.get_nowait() for _ in range(screen.outbox.qsize())] == [
        b"three",
        b"three, somebody came",
    ]

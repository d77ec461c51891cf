"""Rooms and their screens."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from damiera.service.identity import Visitor
from damiera.service.views import GameView
from damiera.web.common.connections import ReadyText
from damiera.web.play.deltas import ShownView
from damiera.web.play.screens import Screen, Screens


class Line:
    """A line that keeps what is written."""

    def __init__(self, said: list[bytes]) -> None:
        self.said = said

    def write(self, message: ReadyText) -> None:
        self.said.append(message.text)

    def offer(self, take: Callable[[str], bool]) -> None:
        raise AssertionError

    def give_up(self) -> None:
        raise AssertionError

    def ask(self, heard: Callable[[], None]) -> None:
        raise AssertionError


def _screen(name: str | None, sent: list[bytes] | None = None) -> Screen:
    said = sent if sent is not None else []
    return Screen(Visitor(name, name) if name else None, "en", Line(said))


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


def test_an_older_state_never_follows_a_newer_one() -> None:
    sent: list[bytes] = []
    screen = _screen(None, sent)
    three, two, again = (_shown(version, text) for version, text in ((3, "three"), (2, "two"), (3, "came")))
    for shown in (three, two, again):
        screen.show(shown)
    assert sent == [three.whole.text, again.whole.text]


def test_a_screen_that_takes_changes_gets_them_after_a_view_and_others_get_views() -> None:
    changes: list[bytes] = []
    views: list[bytes] = []
    new, old = _screen(None, changes), _screen(None, views)
    new.deltas = True
    first, second = _shown(1, "first"), _shown(2, "second")
    for screen in (new, old):
        screen.show(first)
        screen.show(second)
    sent = [msgspec.json.decode(frame) for frame in changes]
    assert [frame["t"] for frame in sent] == ["state", "delta"]
    assert sent[1] == {
        "t": "delta",
        "version": 2,
        "kept": 0,
        "view": {"version": 2, "turn_text": "second"},
    }
    assert views == [first.whole.text, second.whole.text]


def _shown(version: int, text: str) -> ShownView:
    """Return a view in which only this can be told."""
    given = dict.fromkeys(GameView.__struct_fields__)
    return ShownView(GameView(**{**given, "version": version, "turn_text": text, "history": ()}))  # type: ignore[arg-type]

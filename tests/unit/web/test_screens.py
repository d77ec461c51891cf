"""Rooms and their screens."""

from __future__ import annotations

import weakref
from collections.abc import Callable

import msgspec
import pytest

from damiera.service.identity import Visitor
from damiera.service.views import GameView
from damiera.web.common.connections import ReadyText
from damiera.web.play import deltas
from damiera.web.play.deltas import ShownView
from damiera.web.play.screens import Screen, Screens, show_all


class Line:
    """A line that keeps what is written."""

    received = 0
    file = -1
    at_once: Callable[[bytes], None] | None = None
    close_sent = False

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
    assert rooms.parted("g", frozenset({"anna"}))[0] == [anna]
    assert rooms.present("g") == {"anna"}


def test_an_empty_room_is_no_room() -> None:
    rooms, anna = Screens(), _screen("anna")
    rooms.enter("g", anna)
    assert rooms.games() == ["g"]
    assert rooms.count("anna", "g") == 1
    rooms.leave("g", anna)
    assert rooms.games() == []
    assert rooms.screens("g") == ()


def test_an_older_state_never_follows_a_newer_one() -> None:
    sent: list[bytes] = []
    screen = _screen(None, sent)
    three, two, again = (_shown(version, text) for version, text in ((3, "three"), (2, "two"), (3, "came")))
    for shown in (three, two, again):
        screen.show(shown)
    assert sent == [three.whole().text, again.whole().text]


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
    assert views == [first.whole().text, second.whole().text]


def test_a_crowd_is_told_once_what_has_changed_and_each_only_what_is_new_to_them() -> None:
    said: dict[str, list[bytes]] = {"one": [], "two": [], "late": [], "ahead": [], "whole": []}
    first, second, third = _shown(1, "first"), _shown(2, "second"), _shown(3, "third")
    screens = {name: _screen(None, sent) for name, sent in said.items()}
    for name, base in (("one", first), ("two", first), ("ahead", third), ("whole", first)):
        screens[name].deltas = name != "whole"
        screens[name].show(base)
    screens["late"].deltas = True
    for sent in said.values():
        sent.clear()
    show_all(screens.values(), second)
    assert said["one"] == said["two"] == [second.since(first).text]
    assert said["one"][0] is said["two"][0]
    assert said["late"] == said["whole"] == [second.whole().text]
    assert said["ahead"] == []
    assert [screens[name].version for name in ("one", "late", "ahead")] == [2, 2, 3]


def test_no_whole_view_is_encoded_for_a_crowd_that_takes_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[bytes] = []
    screens = [_screen(None, said) for _ in range(3)]
    first = _shown(1, "first")
    for screen in screens:
        screen.deltas = True
        screen.show(first)
    monkeypatch.setattr(ShownView, "whole", lambda self: pytest.fail("nobody is sent it"))
    show_all(screens, _shown(2, "second"))
    assert len(said) == 6


def test_what_was_sent_to_a_screen_is_not_kept_while_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[weakref.ref[ReadyText]] = []

    class Followed(ReadyText):
        __slots__ = ("__weakref__",)

        def __init__(self, text: bytes) -> None:
            super().__init__(text)
            sent.append(weakref.ref(self))

    monkeypatch.setattr(deltas, "ReadyText", Followed)
    screen = _screen(None)
    screen.deltas = True
    for shown in (_shown(1, "first"), _shown(2, "second")):
        screen.show(shown)
        show_all([screen], _shown(shown.view.version, "the same"))
    assert len(sent) == 4
    assert all(one() is None for one in sent)


def test_a_room_knows_at_once_who_came_went_fell_silent_or_takes_changes() -> None:
    rooms, anna, watcher = Screens(), _screen("anna"), _screen(None)
    seats = frozenset({"anna"})
    rooms.enter("g", anna)
    assert rooms.parted("g", seats) == ([anna], {})
    rooms.enter("g", watcher)
    assert rooms.parted("g", seats) == ([anna], {("en", False): [watcher]})
    rooms.set_deltas("g", watcher, True)
    assert rooms.parted("g", seats) == ([anna], {("en", True): [watcher]})
    assert rooms.parted("g", frozenset())[0] == []
    assert rooms.present("g") == seats
    rooms.set_silent("g", anna, True)
    assert rooms.present("g") == frozenset()
    rooms.set_silent("g", anna, False)
    assert rooms.present("g") == seats
    rooms.leave("g", anna)
    assert rooms.present("g") == frozenset()
    assert rooms.parted("g", seats) == ([], {("en", True): [watcher]})


def _shown(version: int, text: str) -> ShownView:
    """Return a view in which only this can be told."""
    given = dict.fromkeys(GameView.__struct_fields__)
    return ShownView(GameView(**{**given, "version": version, "turn_text": text, "history": ()}))  # type: ignore[arg-type]

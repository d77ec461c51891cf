"""The mark on code that carries out an article."""

from __future__ import annotations

from damiera.regulations.citations import cited, implements


def test_the_function_stays_what_it_was() -> None:
    def crown() -> int:
        return 1

    marked = implements("fid.italian:4.2")(crown)
    assert marked is crown
    assert marked() == 1
    assert cited(marked) == ("fid.italian:4.2",)


def test_marks_add_up() -> None:
    @implements("a:1", "a:2")
    @implements("b:1")
    class Room:
        pass

    assert cited(Room) == ("b:1", "a:1", "a:2")


def test_no_mark() -> None:
    assert cited(len) == ()

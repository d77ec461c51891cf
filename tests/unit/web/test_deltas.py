"""What screens are sent of a game that goes on, and what a move costs the database."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event

from damiera.store.prepared_statements import DirectLine

MOVES = ([22, 18], [10, 14], [18, 13], [9, 18], [21, 14])


def _merged(view: dict[str, Any], delta: dict[str, Any]) -> dict[str, Any]:
    """Return a view with what has changed in it, as a page does."""
    changed = delta["view"]
    history = [*view["history"][: delta["kept"]], *changed.get("history", [])]
    return {**view, **changed, "history": history}


def _up_to(talk: Any, view: dict[str, Any], version: int) -> dict[str, Any]:
    """Return the view of `version`: who comes and goes is told in deltas of its own before it."""
    while True:
        delta = talk.hear("delta")
        view = _merged(view, delta)
        if delta["version"] >= version:
            return view


def test_what_has_changed_makes_the_view_that_others_are_sent_whole(anna: Any, bruno: Any) -> None:
    game = anna.begin(seat="both")
    with anna.sit(game) as new, anna.sit(game) as old, bruno.sit(game) as watcher:
        mine = new.ask("hello", "state", deltas=True)["view"]
        theirs = watcher.ask("hello", "state", deltas=True)["view"]
        old.ask("hello", "state")
        for ply, path in enumerate(MOVES[:2]):
            ack = old.ask("move", "ack", ply=ply, path=path)
            whole = old.view(ack["version"])
            mine = _up_to(new, mine, ack["version"])
            assert mine["refusals"] == {} != whole["refusals"]
            assert {**mine, "refusals": whole["refusals"]} == whole
            theirs = _up_to(watcher, theirs, ack["version"])
            assert (theirs["history"], theirs["moves"]) == (whole["history"], [])
        new.send("act", what="ask-undo")
        delta = new.hear("delta")
        assert (delta["kept"], "history" in delta["view"]) == (1, False)
        square = next(iter(whole["refusals"]))
        assert new.ask("why", "answer", path=[int(square)])["refusal"]["text"]


def test_a_screen_that_comes_back_is_sent_a_whole_view_first(anna: Any) -> None:
    game = anna.begin(seat="both")
    with anna.sit(game) as talk:
        talk.ask("hello", "state", deltas=True)
    with anna.sit(game) as talk:
        talk.send("hello", version=anna.view(game)["version"], deltas=True)
        talk.send("move", ply=0, path=MOVES[0])
        assert talk.hear("state")["view"]["ply"] == 1


def test_a_move_asks_the_database_nothing_but_to_be_kept(
    anna: Any, bruno: Any, server: Any, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = anna.begin(seat="white", friend=True)
    bruno.post(f"/join/{anna.view(game)['invite']}", name="")
    said: list[str] = []
    engine = server.parts.store._engine

    def note(*given: Any) -> None:
        said.append(given[2])

    def execute(line: DirectLine, text: Any, given: Any) -> int:
        said.append(text.sql)
        return execute_plain(line, text, given)

    execute_plain = DirectLine.execute
    with anna.sit(game) as white, bruno.sit(game) as black:
        for talk in (white, black):
            talk.ask("hello", "state")
        for ply, (mover, other, path) in enumerate(
            ((white, black, MOVES[0]), (black, white, MOVES[1]), (white, black, MOVES[2]))
        ):
            if ply == 1:
                monkeypatch.setattr(DirectLine, "execute", execute)
                event.listen(engine, "before_cursor_execute", note)
                request.addfinalizer(lambda: event.remove(engine, "before_cursor_execute", note))
            version = mover.ask("move", "ack", ply=ply, path=path)["version"]
            other.view(version)
        asked = [text for text in list(said) if _is_of_a_game(text)]
    assert [text.split()[0] for text in asked] == ["UPDATE", "INSERT", "INSERT"] * 2, asked


def _is_of_a_game(text: str) -> bool:
    """Tell whether a statement is about one game; what looks after all of them asks now and then."""
    tables = ("UPDATE game", "INTO event", "INTO move", "FROM game", "FROM event", "FROM note", "FROM seat")
    is_of_one = text.startswith(("UPDATE", "INSERT")) or "game.id = ?" in text or "game_id = ?" in text
    return is_of_one and any(table in text for table in tables)

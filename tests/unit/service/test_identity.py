"""Guests, sessions, names."""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera.service.errors import BadTerms, NotFound
from damiera.service.identity import LOCAL_PLAYER
from damiera.store.database import FILE_NAME
from tests.unit.service.kit import App


def test_a_stranger_becomes_a_guest_once(app: App) -> None:
    assert app.identity.visitor(None) is None
    welcome = app.identity.welcome(None, lang="en")
    assert welcome.token is not None
    assert welcome.visitor.name.startswith("Guest ")
    again = app.identity.welcome(welcome.token)
    assert (again.visitor, again.token) == (welcome.visitor, None)
    assert app.identity.visitor(welcome.token) == welcome.visitor


def test_a_token_of_nobody_makes_a_new_guest(app: App) -> None:
    assert app.identity.visitor("made up") is None
    welcome = app.identity.welcome("made up")
    assert welcome.token not in (None, "made up")


def test_tokens_are_not_in_the_database(app: App, tmp_path: Path) -> None:
    token = app.identity.welcome(None).token
    assert token is not None
    assert len(token) >= 43
    app.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.glob(f"{FILE_NAME}*"))
    assert token.encode() not in kept


def test_a_closed_session_is_worth_nothing(app: App) -> None:
    token = app.identity.welcome(None).token
    assert token is not None
    app.identity.leave(token)
    assert app.identity.visitor(token) is None


def test_a_new_name(app: App) -> None:
    welcome = app.identity.welcome(None)
    assert app.identity.rename(welcome.visitor.id, "  Anna   Rossi ").name == "Anna Rossi"
    seen = app.identity.visitor(welcome.token)
    assert seen is not None
    assert seen.name == "Anna Rossi"


@pytest.mark.parametrize("name", ["", "   ", "a" * 41, "An\x07na", "a‮b"])
def test_a_name_that_cannot_be_shown(app: App, name: str) -> None:
    anna = app.guest("Anna")
    with pytest.raises(BadTerms) as caught:
        app.identity.rename(anna.id, name)
    assert caught.value.field == "name"


def test_nobody_cannot_be_renamed(app: App) -> None:
    with pytest.raises(NotFound):
        app.identity.rename("nobody", "Anna")


def test_the_house_is_one_player(app: App) -> None:
    assert app.identity.local_player() == app.identity.local_player()
    assert app.identity.local_player().id == LOCAL_PLAYER

"""Guests, sessions, names."""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera.service.errors import BadTerms, NotFound
from damiera.service.identity import HOUSE
from damiera.store.database import FILE_NAME
from tests.unit.service.kit import House


def test_a_stranger_becomes_a_guest_once(house: House) -> None:
    assert house.identity.visitor(None) is None
    welcome = house.identity.welcome(None, lang="en")
    assert welcome.token is not None
    assert welcome.visitor.name.startswith("Guest ")
    again = house.identity.welcome(welcome.token)
    assert (again.visitor, again.token) == (welcome.visitor, None)
    assert house.identity.visitor(welcome.token) == welcome.visitor


def test_a_token_of_nobody_makes_a_new_guest(house: House) -> None:
    assert house.identity.visitor("made up") is None
    welcome = house.identity.welcome("made up")
    assert welcome.token not in (None, "made up")


def test_tokens_are_not_in_the_database(house: House, tmp_path: Path) -> None:
    token = house.identity.welcome(None).token
    assert token is not None
    assert len(token) >= 43
    house.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.glob(f"{FILE_NAME}*"))
    assert token.encode() not in kept


def test_a_closed_session_is_worth_nothing(house: House) -> None:
    token = house.identity.welcome(None).token
    assert token is not None
    house.identity.leave(token)
    assert house.identity.visitor(token) is None


def test_a_new_name(house: House) -> None:
    welcome = house.identity.welcome(None)
    assert house.identity.rename(welcome.visitor.id, "  Anna   Rossi ").name == "Anna Rossi"
    seen = house.identity.visitor(welcome.token)
    assert seen is not None
    assert seen.name == "Anna Rossi"


@pytest.mark.parametrize("name", ["", "   ", "a" * 41, "An\x07na", "a‮b"])
def test_a_name_that_cannot_be_shown(house: House, name: str) -> None:
    anna = house.guest("Anna")
    with pytest.raises(BadTerms) as caught:
        house.identity.rename(anna.id, name)
    assert caught.value.field == "name"


def test_nobody_cannot_be_renamed(house: House) -> None:
    with pytest.raises(NotFound):
        house.identity.rename("nobody", "Anna")


def test_the_house_is_one_player(house: House) -> None:
    assert house.identity.house() == house.identity.house()
    assert house.identity.house().id == HOUSE

"""Passkeys: asked for once, for this server, of whoever was recognised; nothing else opens an account."""

from __future__ import annotations

import json
from typing import Any

import pytest

from damiera.messages import Message
from damiera.service.accounts import Accounts
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.passkeys import Passkeys, PasskeySite
from tests.authenticator import Authenticator
from tests.unit.service.kit import App
from tests.wording import raises

HERE = PasskeySite("localhost", "http://localhost:8080")
NOT_PROVED = Message("The passkey could not be checked: try again.")
UNKNOWN = Message("This passkey opens nothing here: sign in otherwise, and add it on your account's page.")


class Keys:
    """The use cases, with Anna and her phone."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.accounts = Accounts(app.store, app.clock)
        self.passkeys = Passkeys(app.store, app.clock)
        self.anna = self.member("Anna")
        self.phone = Authenticator()

    def member(self, name: str) -> Visitor:
        return self.accounts.register(None, name, f"the hash of {name}").visitor

    def add(self, name: str = "Telefono") -> None:
        asked = self.passkeys.ask_to_add(self.anna.id, HERE)
        self.passkeys.add(self.anna.id, self.phone.made(asked, origin=HERE.origin), HERE, name)


@pytest.fixture
def keys(app: App) -> Keys:
    return Keys(app)


def test_a_key_opens_the_account_and_takes_the_guest_along(keys: Keys, app: App) -> None:
    keys.add()
    guest = app.identity.welcome(None, name="Guest")
    answer = keys.phone.signed(keys.passkeys.ask_to_come_in(HERE), origin=HERE.origin)
    came = keys.passkeys.come_in(answer, HERE, guest.token, device="Firefox", take_along=True)
    assert (came.visitor.name, came.before) == ("Anna", guest.visitor.id)
    [key] = keys.passkeys.of(keys.anna.id)
    assert (key.name, key.sign_count, key.used_at) == ("Telefono", 1, app.clock.now)


def test_what_is_asked_tells_nothing_of_any_account(keys: Keys) -> None:
    keys.add()
    asked = json.loads(keys.passkeys.ask_to_come_in(HERE))
    assert asked["allowCredentials"] == []
    assert asked["userVerification"] == "required"
    assert "Anna" not in json.dumps(asked)
    new = json.loads(keys.passkeys.ask_to_add(keys.anna.id, HERE))
    assert len(new["excludeCredentials"]) == 1


def test_an_answer_is_good_once(keys: Keys) -> None:
    asked = keys.passkeys.ask_to_add(keys.anna.id, HERE)
    made = keys.phone.made(asked, origin=HERE.origin)
    keys.passkeys.add(keys.anna.id, made, HERE, "Telefono")
    with raises(NotYours, NOT_PROVED):
        keys.passkeys.add(keys.anna.id, made, HERE, "Telefono")
    answer = keys.phone.signed(keys.passkeys.ask_to_come_in(HERE), origin=HERE.origin)
    keys.passkeys.come_in(answer, HERE, None)
    with raises(NotYours, NOT_PROVED):
        keys.passkeys.come_in(answer, HERE, None)


def test_what_was_asked_of_another_or_long_ago_is_no_answer(keys: Keys, app: App) -> None:
    bruno = keys.member("Bruno")
    for_anna = keys.passkeys.ask_to_add(keys.anna.id, HERE)
    with raises(NotYours, NOT_PROVED):
        keys.passkeys.add(bruno.id, keys.phone.made(for_anna, origin=HERE.origin), HERE, "mine")
    keys.add()
    asked = keys.passkeys.ask_to_come_in(HERE)
    app.clock.now += 5 * 60_000 + 1
    with raises(NotYours, NOT_PROVED):
        keys.passkeys.come_in(keys.phone.signed(asked, origin=HERE.origin), HERE, None)
    own = json.dumps({"challenge": "AAAA"})
    with raises(NotYours, NOT_PROVED):
        keys.passkeys.come_in(keys.phone.signed(own, origin=HERE.origin), HERE, None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://localhost:9090"},
        {"origin": HERE.origin, "host": "evil.example"},
        {"origin": HERE.origin, "flags": 0},
    ],
)
def test_another_site_or_an_owner_who_was_not_recognised_is_refused(
    keys: Keys, wrong: dict[str, Any]
) -> None:
    asked = keys.passkeys.ask_to_add(keys.anna.id, HERE)
    with raises(NotYours, NOT_PROVED):
        keys.passkeys.add(keys.anna.id, keys.phone.made(asked, **wrong), HERE, "Telefono")
    keys.add()
    with raises(NotYours, NOT_PROVED):
        answer = keys.phone.signed(keys.passkeys.ask_to_come_in(HERE), **wrong)
        keys.passkeys.come_in(answer, HERE, None)


def test_another_key_or_a_copy_that_is_behind_is_refused(keys: Keys) -> None:
    keys.add()
    thief = Authenticator()  # the same id, another secret
    answer = thief.signed(keys.passkeys.ask_to_come_in(HERE), origin=HERE.origin)
    with raises(NotYours, NOT_PROVED):
        keys.passkeys.come_in(answer, HERE, None)
    keys.phone.count = 5
    keys.passkeys.come_in(
        keys.phone.signed(keys.passkeys.ask_to_come_in(HERE), origin=HERE.origin), HERE, None
    )
    keys.phone.count = 3
    with raises(NotYours, NOT_PROVED):
        keys.passkeys.come_in(
            keys.phone.signed(keys.passkeys.ask_to_come_in(HERE), origin=HERE.origin), HERE, None
        )
    unknown = Authenticator(b"nobody's key")
    with raises(NotYours, UNKNOWN):
        keys.passkeys.come_in(
            unknown.signed(keys.passkeys.ask_to_come_in(HERE), origin=HERE.origin), HERE, None
        )


@pytest.mark.parametrize(
    "answer",
    [{}, {"response": 1}, {"response": {"clientDataJSON": 7}}, {"response": {"clientDataJSON": "é"}}],
)
def test_what_is_no_answer_is_refused(keys: Keys, answer: dict[str, Any]) -> None:
    for act in (
        lambda: keys.passkeys.come_in(answer, HERE, None),
        lambda: keys.passkeys.add(keys.anna.id, answer, HERE, "Telefono"),
    ):
        with raises(NotYours, NOT_PROVED):
            act()


def test_an_answer_whose_parts_are_broken_is_refused(keys: Keys) -> None:
    keys.add()
    for part in ("authenticatorData", "signature"):
        for value in ("", "AAAA", 7, None):
            answer = keys.phone.signed(keys.passkeys.ask_to_come_in(HERE), origin=HERE.origin)
            answer["response"][part] = value
            with raises(NotYours, NOT_PROVED):
                keys.passkeys.come_in(answer, HERE, None)


def test_keys_are_named_and_taken_away_by_their_owner_alone(keys: Keys) -> None:
    keys.add()
    [key] = keys.passkeys.of(keys.anna.id)
    bruno = keys.member("Bruno")
    with pytest.raises(NotFound):
        keys.passkeys.remove(bruno.id, key.id)
    with pytest.raises(NotFound):
        keys.passkeys.rename(bruno.id, key.id, "mine")
    with pytest.raises(BadTerms):
        keys.passkeys.rename(keys.anna.id, key.id, "x" * 41)
    keys.passkeys.rename(keys.anna.id, key.id, "Computer")
    assert keys.passkeys.of(keys.anna.id)[0].name == "Computer"
    with raises(RefusedAct, Message("This passkey is known already.")):
        keys.add()
    keys.passkeys.remove(keys.anna.id, key.id)
    answer = keys.phone.signed(keys.passkeys.ask_to_come_in(HERE), origin=HERE.origin)
    with raises(NotYours, UNKNOWN):
        keys.passkeys.come_in(answer, HERE, None)


def test_an_account_that_is_gone_takes_its_keys_with_it(keys: Keys, app: App) -> None:
    keys.add()
    asked = keys.passkeys.ask_to_add(keys.anna.id, HERE)
    with app.store.write() as work:
        work.accounts.forget(keys.anna.id, "deleted")
    with pytest.raises(NotYours):
        keys.passkeys.add(keys.anna.id, Authenticator(b"x").made(asked, origin=HERE.origin), HERE, "Telefono")
    answer = keys.phone.signed(keys.passkeys.ask_to_come_in(HERE), origin=HERE.origin)
    with raises(NotYours, UNKNOWN):
        keys.passkeys.come_in(answer, HERE, None)

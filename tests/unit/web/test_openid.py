"""Coming in by an identity provider: one account for one person there, and nobody who only says so."""

from __future__ import annotations

import json
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from html import unescape
from io import BytesIO
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher

from damiera.messages import Message
from damiera.service.passwords import PasswordHashing
from damiera.web.common.settings import OpenIdSettings, ServerSettings
from tests.identity_provider import CLIENT, SECRET, IdentityProvider, brought, running_provider
from tests.unit.web.conftest import LateClock, Person, Running, run
from tests.wording import shows

SITE = "http://dama.example:8443"
PASSWORD = "quattro mosse al centro"
BEGIN_AGAIN = Message(
    "This sign-in was begun in another browser, too long ago, or was finished already: begin again."
)
NOT_FOR_US = Message("{name} vouched for you to another program, not to this server: nobody was let in.")
TOO_OLD = Message("What {name} says of you is too old: begin again.")
NOT_PROVED = Message("What {name} says of you could not be checked: nobody was let in.")
AWAY = Message("{name} does not answer now: try again in a while, or come in otherwise.")


@pytest.fixture(scope="module")
def provider() -> Iterator[IdentityProvider]:
    with running_provider() as provider:
        yield provider


@pytest.fixture(scope="module")
def clock() -> LateClock:
    return LateClock()


@pytest.fixture(scope="module")
def public(
    tmp_path_factory: pytest.TempPathFactory, provider: IdentityProvider, clock: LateClock
) -> Iterator[Running]:
    settings = ServerSettings(
        data_dir=tmp_path_factory.mktemp("openid"),
        engine="thread",
        limits=False,
        public=SITE,
        hosts=("dama.example",),
        openid=OpenIdSettings(provider.address, CLIENT, SECRET, "Il Comune"),
    )
    with run(settings, clock=clock) as running:
        running.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
        yield running


@pytest.fixture(autouse=True)
def honest(provider: IdentityProvider, clock: LateClock) -> Iterator[None]:
    """Let each test begin with a provider that does not lie."""
    yield
    provider.lie, provider.sign, provider.is_down, provider.named = lambda claims: None, None, False, ""
    clock.ahead_ms = 0


def post(person: Person, path: str, **fields: str) -> httpx.Response:
    return person.http.post(path, data=fields, headers={"Origin": SITE})


def leave(person: Person, provider: IdentityProvider, **fields: str) -> str:
    """Go to the provider; return the path that it leads back to."""
    answer = post(person, "/sign-in/openid", **fields)
    assert answer.status_code == 200
    return led_back(answer, provider)


def led_back(answer: httpx.Response, provider: IdentityProvider) -> str:
    found = re.search(r'content="0;url=([^"]+)"', answer.text)
    assert found
    address = unescape(found[1])
    assert address.startswith(f"{provider.address}/authorize?")
    back = provider.authorize(brought(address))
    assert back.startswith(f"{SITE}/sign-in/openid/back?")
    return back.removeprefix(SITE)


def come(
    person: Person, provider: IdentityProvider, sub: str, name: str = "", **fields: str
) -> httpx.Response:
    """Come in as somebody whom the provider knows; who is new is called by the name."""
    provider.who = {"sub": sub, "preferred_username": name}
    answer = person.http.get(leave(person, provider, **fields))
    key = re.search(r'name="key" value="([^"]+)"', answer.text)
    return post(person, "/sign-in/openid/new", key=key[1], name=name) if key else answer


def name_of(person: Person) -> str:
    found = re.search(r"<h1>([^<]+)</h1>", person.get("/account").text)
    return found[1] if found else ""


def test_the_first_time_makes_an_account_with_the_guest_s_games_and_the_next_opens_it(
    public: Running, provider: IdentityProvider
) -> None:
    guest = public.person()
    answer = guest.http.post("/api/games", json={"game": "italian", "level": 1}, headers={"Origin": SITE})
    game = answer.json()["id"]
    answer = come(guest, provider, "first", "anna.rossi", back="/club")
    assert answer.status_code == 200
    assert 'href="/club"' in answer.text  # the recovery codes, and on
    assert name_of(guest) == "anna.rossi"
    assert guest.view(game)["you"] is not None
    phone = public.person()
    answer = come(phone, provider, "first", back="/games")
    assert (answer.status_code, answer.headers["location"]) == (303, "/games")
    assert name_of(phone) == "anna.rossi"
    assert phone.view(game)["you"] is not None


def test_the_provider_is_asked_with_a_proof_key_a_state_and_a_nonce(
    public: Running, provider: IdentityProvider
) -> None:
    come(public.person(), provider, "asked", "Berta")
    asked, token = provider.asked[-1], provider.tokens[-1]
    assert asked["client_id"] == CLIENT
    assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
    assert asked["scope"].split() == ["openid", "profile"]
    assert len(asked["state"]) >= 40
    assert len(asked["nonce"]) >= 40
    assert len(token["code_verifier"]) >= 43  # RFC 7636, 4.1
    assert token["redirect_uri"] == f"{SITE}/sign-in/openid/back"


def test_a_guest_signing_in_may_take_their_games_along(public: Running, provider: IdentityProvider) -> None:
    come(public.person(), provider, "along", "Carla")
    guest = public.person()
    answer = guest.http.post("/api/games", json={"game": "italian", "level": 1}, headers={"Origin": SITE})
    come(guest, provider, "along", along="yes")
    assert name_of(guest) == "Carla"
    assert guest.view(answer.json()["id"])["you"] is not None


def test_a_name_or_address_of_somebody_here_opens_nothing(
    public: Running, provider: IdentityProvider
) -> None:
    post(public.person(), "/register", name="Dora", password=PASSWORD)
    stranger = public.person()
    provider.who = {
        "sub": "other",
        "preferred_username": "Dora",
        "email": "dora@example",
        "email_verified": True,
    }
    answer = stranger.http.get(leave(stranger, provider))
    key = re.search(r'name="key" value="([^"]+)"', answer.text)
    assert key
    answer = post(stranger, "/sign-in/openid/new", key=key[1], name="Dora")
    assert answer.status_code == 422
    assert name_of(stranger) == ""
    answer = post(stranger, "/sign-in/openid/new", key=key[1], name="Dora Due")
    assert answer.status_code == 200
    assert name_of(stranger) == "Dora Due"
    assert post(stranger, "/sign-in/openid/new", key=key[1], name="Dora Tre").status_code == 403


def test_an_account_is_bound_by_its_owner_exported_and_unbound_while_a_password_is_left(
    public: Running, provider: IdentityProvider
) -> None:
    elena = public.person()
    post(elena, "/register", name="Elena", password=PASSWORD)
    assert post(elena, "/account", do="openid-bind", password="not this one").status_code == 409
    provider.who = {"sub": "elena", "name": "Elena Bianchi"}
    back = led_back(post(elena, "/account", do="openid-bind", password=PASSWORD), provider)
    answer = elena.http.get(back)
    assert (answer.status_code, answer.headers["location"]) == (303, "/account#openid")
    assert "Elena Bianchi" in elena.get("/account").text
    with zipfile.ZipFile(BytesIO(elena.get("/account/export").content)) as packed:
        [bound] = json.loads(packed.read("account.json"))["openid"]
    assert (bound["issuer"], bound["subject"]) == (provider.address, "elena")
    phone = public.person()
    come(phone, provider, "elena")
    assert name_of(phone) == "Elena"
    assert post(phone, "/account", do="openid-unbind", subject="elena").status_code == 303
    assert "key" in come_unknown(public, provider, "elena")


def come_unknown(public: Running, provider: IdentityProvider, sub: str) -> str:
    """Come as somebody whom nothing is bound to; return the page that asks for a name."""
    person = public.person()
    provider.who = {"sub": sub}
    found = re.search(r'name="(key)" value=', person.http.get(leave(person, provider)).text)
    return found[1] if found else ""


def test_the_only_way_in_is_kept_until_there_is_a_password(
    public: Running, provider: IdentityProvider
) -> None:
    fabio = public.person()
    come(fabio, provider, "fabio", "Fabio")
    answer = post(fabio, "/account", do="openid-unbind", subject="fabio")
    assert answer.status_code == 409
    only = Message("You come in by this alone: choose a password or add a passkey first.")
    assert shows(answer.text, only, "en")
    assert post(fabio, "/account", do="password", new=PASSWORD).status_code == 303
    assert post(fabio, "/account", do="openid-unbind", subject="fabio").status_code == 303
    assert post(public.person(), "/sign-in", name="Fabio", password=PASSWORD).status_code == 303


def test_who_finds_a_browser_open_cannot_do_what_asks_for_a_password(
    public: Running, provider: IdentityProvider, clock: LateClock
) -> None:
    gina = public.person()
    come(gina, provider, "gina", "Gina")
    clock.ahead_ms = 11 * 60_000
    for fields in ({"do": "password", "new": PASSWORD}, {"do": "delete", "sure": "yes"}, {"do": "codes"}):
        assert post(gina, "/account", **fields).status_code == 409
    clock.ahead_ms = 0
    assert post(gina, "/account", do="delete", sure="yes").headers["location"] == "/"
    assert come_unknown(public, provider, "gina") == "key"


def test_what_is_bound_to_another_account_is_not_bound_again(
    public: Running, provider: IdentityProvider
) -> None:
    come(public.person(), provider, "hanna", "Hanna")
    ida = public.person()
    post(ida, "/register", name="Ida", password=PASSWORD)
    back = led_back(post(ida, "/account", do="openid-bind", password=PASSWORD), provider)
    answer = ida.http.get(back)
    anothers = Message("This opens another account here already: sign in with it, and take it away there.")
    assert answer.status_code == 409
    assert shows(answer.text, anothers, "en")
    other = public.person()
    come(other, provider, "hanna")
    assert name_of(other) == "Hanna"


def test_a_sign_in_counts_once_and_in_its_own_browser(
    public: Running, provider: IdentityProvider, clock: LateClock
) -> None:
    come(public.person(), provider, "lia", "Lia")
    thief, lia = public.person(), public.person()
    back = leave(lia, provider)
    for path in (back, "/sign-in/openid/back?code=x&state=made-up", "/sign-in/openid/back"):
        answer = thief.http.get(path)
        assert answer.status_code == 403
        assert shows(answer.text, BEGIN_AGAIN, "en")
    assert name_of(thief) == ""
    assert lia.http.get(back).status_code == 303
    assert post(lia, "/sign-out").status_code == 303
    asked = len(provider.tokens)
    answer = lia.http.get(back)
    assert answer.status_code == 403
    assert shows(answer.text, BEGIN_AGAIN, "en")
    assert len(provider.tokens) == asked  # the provider need not know that it comes twice
    late = leave(lia, provider)
    clock.ahead_ms = 16 * 60_000
    assert lia.http.get(late).status_code == 403


def test_whoever_signs_in_as_another_meanwhile_binds_nothing(
    public: Running, provider: IdentityProvider
) -> None:
    mara = public.person()
    post(mara, "/register", name="Mara", password=PASSWORD)
    provider.who = {"sub": "mara"}
    back = led_back(post(mara, "/account", do="openid-bind", password=PASSWORD), provider)
    post(mara, "/sign-out")
    post(mara, "/register", name="Nora", password=PASSWORD)
    assert mara.http.get(back).status_code == 403
    assert come_unknown(public, provider, "mara") == "key"


def set_to(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda claims: claims.update({name: value})


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (set_to("aud", "another"), NOT_FOR_US),
        (set_to("aud", [CLIENT, "another"]), NOT_FOR_US),  # and no azp: Core 1.0, 3.1.3.7 (4)
        (set_to("azp", "another"), NOT_FOR_US),
        (set_to("iss", "https://elsewhere.example"), NOT_FOR_US),
        (lambda claims: claims.pop("aud"), NOT_FOR_US),
        (set_to("exp", int(time.time()) - 120), TOO_OLD),
        (lambda claims: claims.pop("exp"), NOT_PROVED),
        (set_to("iat", int(time.time()) + 3600), NOT_PROVED),
        (set_to("nonce", "another"), NOT_PROVED),
        (lambda claims: claims.pop("nonce"), NOT_PROVED),
        (lambda claims: claims.pop("sub"), NOT_PROVED),
        (set_to("at_hash", "bm90IHRoaXM"), NOT_PROVED),
    ],
)
def test_what_is_not_said_for_us_now_lets_nobody_in(
    public: Running, provider: IdentityProvider, lie: Callable[[dict[str, Any]], None], said: Message
) -> None:
    provider.lie = lie
    person = public.person()
    answer = come(person, provider, "liar", "Liar")
    assert answer.status_code == 403
    assert shows(answer.text, said, "en")
    assert name_of(person) == ""


@pytest.mark.parametrize("way", ["signed_by_nobody", "signed_by_secret", "unsigned"])
def test_what_the_provider_has_not_signed_lets_nobody_in(
    public: Running, provider: IdentityProvider, way: str
) -> None:
    provider.sign = getattr(provider, way)
    person = public.person()
    answer = come(person, provider, "forged", "Forged")
    assert answer.status_code == 403
    assert shows(answer.text, NOT_PROVED, "en")
    assert name_of(person) == ""


def test_a_provider_may_have_several_keys_and_change_them(
    public: Running, provider: IdentityProvider
) -> None:
    provider.sign = provider.signed_by_other
    assert come(public.person(), provider, "curve", "Olga").status_code == 200
    provider.sign = None
    provider.renew_key()
    assert come(public.person(), provider, "renewed", "Paola").status_code == 200


def test_a_provider_that_turns_somebody_back_or_is_away_is_named(
    public: Running, provider: IdentityProvider
) -> None:
    person = public.person()
    provider.who = {}
    answer = person.http.get(leave(person, provider))
    assert answer.status_code == 403
    turned = Message("{name} did not let you in: {code}.", name="Il Comune", code="access_denied")
    assert shows(answer.text, turned, "en")
    provider.who = {"sub": "away"}
    back = leave(person, provider)
    provider.is_down = True
    answer = person.http.get(back)
    assert answer.status_code == 503
    assert shows(answer.text, AWAY, "en")


def test_a_provider_that_calls_itself_otherwise_or_is_away_from_the_start_is_not_gone_to(
    public: Running, provider: IdentityProvider
) -> None:
    known = public.parts.openid_provider
    assert known is not None
    known._known, provider.named = None, "https://elsewhere.example"
    person = public.person()
    for _ in range(2):  # the second time nobody is asked
        answer = post(person, "/sign-in/openid")
        assert answer.status_code == 503
        assert shows(answer.text, AWAY, "en")
    provider.named = ""
    known._failed_at = float("-inf")
    assert leave(person, provider)


def test_nobody_is_sent_to_a_provider_that_has_gone_away_since(
    public: Running, provider: IdentityProvider
) -> None:
    """A minute after it was asked last who it is, it is asked again before a browser is led there."""
    known, person = public.parts.openid_provider, public.person()
    assert known is not None
    leave(person, provider)
    assert known._known is not None
    known._known, provider.is_down = (time.monotonic() - 60, known._known[1]), True
    answer = post(person, "/sign-in/openid")
    assert answer.status_code == 503
    assert shows(answer.text, AWAY, "en")
    provider.is_down, known._failed_at = False, float("-inf")
    assert leave(person, provider)


def test_what_the_address_says_is_no_page_of_ours(public: Running, provider: IdentityProvider) -> None:
    person = public.person()
    state = brought(leave(person, provider))["state"]
    error = "<script>alert(1)</script>"
    answer = person.http.get("/sign-in/openid/back", params={"state": state, "error": error})
    assert answer.status_code == 403
    assert "<script>alert" not in answer.text
    come(public.person(), provider, "zoe", "Zoe")
    answer = come(person, provider, "zoe", back="//evil.example")
    assert answer.headers["location"] == "/"


def test_without_a_provider_there_is_nothing(server: Running) -> None:
    person = server.person()
    assert person.post("/sign-in/openid").status_code == 404
    assert person.get("/sign-in/openid/back").status_code == 404
    assert "openid" not in person.get("/sign-in").text

"""Mail by a server of its own: confirmed, told, stopped with one click, tried again; lost passwords."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from damiera.messages import Message
from damiera.service.passwords import PasswordHashing
from damiera.web.common.settings import MailSettings, ServerSettings
from damiera.web.people import mailer
from tests.mailbox import Mailbox, links_of, mailbox, plain_of
from tests.unit.web.conftest import LateClock, Person, Running, run, until
from tests.wording import shows, words_of

PASSWORD = "quattro mosse al centro"
ADDRESS = "anna@example.org"
SITE = "http://dama.example"


@pytest.fixture(scope="module")
def box() -> Iterator[Mailbox]:
    with mailbox() as opened:
        yield opened


@contextmanager
def mailing(folder: Path, port: int) -> Iterator[tuple[Running, LateClock]]:
    """Let a server run that hands its mail to a port of this computer."""
    mail = MailSettings("127.0.0.1", port, "Damiera <damiera@dama.example>")
    clock = LateClock()
    settings = ServerSettings(data_dir=folder, engine="thread", limits=False, public=SITE, mail=mail)
    with pytest.MonkeyPatch.context() as quick:
        quick.setattr(mailer, "LOOK_S", 0.02)
        quick.setattr(mailer, "SEND_S", 0.02)
        with run(settings, clock=clock) as running:
            running.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
            yield running, clock


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, box: Mailbox) -> Iterator[tuple[Running, LateClock]]:
    with mailing(tmp_path_factory.mktemp("mail"), box.port) as running:
        yield running


def _member(server: Running, name: str, lang: str = "en") -> Person:
    person = server.person(lang)
    assert person.post("/register", name=name, password=PASSWORD).status_code == 200
    return person


def _confirmed(server: Running, box: Mailbox, name: str, lang: str = "en") -> Person:
    person, before = _member(server, name, lang), len(box.received)
    where = person.post("/account/notices", do="address", address=ADDRESS).headers["location"]
    assert where == "/account/notices?saved=1"
    [link] = links_of(box.wait(before + 1))[:1]
    stranger = server.person(lang)
    asked = stranger.get(link).text
    assert ADDRESS in asked
    assert name in asked
    assert ADDRESS in stranger.post("/mail/confirm", link=link.partition("=")[2]).text
    return person


def test_an_address_is_confirmed_and_told_of_a_move(house: tuple[Running, LateClock], box: Mailbox) -> None:
    server, clock = house
    anna, bruno = _confirmed(server, box, "Anna Posta", "it"), _member(server, "Bruno Posta")
    assert shows(anna.get("/account/notices").text, "confirmed", lang="it")
    before = len(box.received)
    id = _by_post(anna, bruno)
    until(lambda: server.parts.deliveries.waiting() == 2)
    assert len(box.received) == before
    clock.ahead_ms += 60_001
    mail = box.wait(before + 1)
    assert (mail["To"], mail["From"]) == (f"Anna Posta <{ADDRESS}>", "Damiera <damiera@dama.example>")
    assert mail["Subject"] == words_of("Your move against {name}", "it", name="Bruno Posta")
    assert f"{SITE}/g/{id}" in plain_of(mail)
    html = mail.get_body(("html",))
    assert html is not None
    assert f'href="{SITE}/g/{id}"' in html.get_content()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = str(mail["List-Unsubscribe"]).strip("<>").removeprefix(SITE)
    machine = server.person()
    assert machine.get(link).status_code == 200  # whoever only looks changes nothing
    assert "mail" in server.parts.contacts.facts(_id(server, "Anna Posta")).choices["move"]
    answer = machine.http.post(link, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert "mail" not in server.parts.contacts.facts(_id(server, "Anna Posta")).choices["move"]


def test_art_15_01_03_a_move_is_played_from_a_mail(house: tuple[Running, LateClock], box: Mailbox) -> None:
    server, clock = house
    anna, bruno = _confirmed(server, box, "Anna Lettera"), _member(server, "Bruno Lettera")
    before = len(box.received)
    id = _by_post(anna, bruno)
    until(lambda: server.parts.deliveries.waiting() >= 2)
    clock.ahead_ms += 60_001
    mail = box.wait(before + 1)
    assert str(mail["To"]).startswith("Anna Lettera")
    assert "  24  " in plain_of(mail) or " o  " in plain_of(mail)
    pictures = [part for part in mail.walk() if part.get_content_maintype() == "image"]
    assert [part["Content-ID"] for part in pictures] == ["<board>"]
    link = next(one for one in links_of(mail) if one.startswith("/mail/move"))
    machine = server.person()
    page = machine.get(link)
    assert page.status_code == 200
    assert f"/g/{id}.svg" in page.text
    assert anna.view(id)["ply"] == 0  # a machine that looks plays nothing
    token = link.partition("=")[2]
    assert machine.http.get(f"/mail/move?link={token}&do=1").status_code == 200
    assert machine.http.head(link).status_code == 200
    assert anna.view(id)["ply"] == 0
    foreign = machine.http.post(
        "/mail/move", data={"link": token}, headers={"Origin": "https://evil.example"}
    )
    assert foreign.status_code == 403
    assert machine.post("/mail/move", link=token).status_code == 200
    assert bruno.view(id)["ply"] == 1
    again = machine.post("/mail/move", link=token)
    assert again.status_code == 409
    assert words_of("This move was played already: the link is good once.", "en") in unescape(again.text)


def _by_post(anna: Person, bruno: Person) -> str:
    """Begin a game by correspondence in which it is Anna's move, and return its name."""
    terms = {"game": "italian", "against": "friend", "way": "correspondence", "days": "3d", "side": "white"}
    id = anna.post("/new", **terms).headers["location"].partition("?")[0].rpartition("/")[2]
    assert bruno.post(f"/join/{anna.view(id)['invite']}").status_code == 303
    return id


def _id(server: Running, name: str) -> str:
    return server.parts.accounts.called(name).player_id


def test_a_lost_password_comes_by_mail(house: tuple[Running, LateClock], box: Mailbox) -> None:
    server, _ = house
    anna = _confirmed(server, box, "Anna Persa")
    stranger, before = server.person(), len(box.received)
    known = stranger.post("/recover/mail", name="Anna Persa").text
    unknown = stranger.post("/recover/mail", name="Zeno Zero").text
    assert known == unknown
    [link] = links_of(box.wait(before + 1))[:1]
    assert "Anna Persa" in stranger.get(link).text
    token = link.partition("=")[2]
    assert stranger.post("/mail/password", link=token, password="kurz").status_code == 422
    answer = stranger.post("/mail/password", link=token, password="tre dame in fila")
    assert answer.headers["location"] == "/account"
    assert "Anna Persa" in stranger.get("/account").text
    assert anna.get("/account").status_code == 303  # her other devices are out
    other = server.person()
    assert other.get(link).status_code == 404
    assert other.post("/mail/password", link=token, password="tre dame in fila").status_code == 404
    assert other.post("/sign-in", name="Anna Persa", password="tre dame in fila").status_code == 303


def test_links_lead_here_whatever_a_request_calls_this_server(
    house: tuple[Running, LateClock], box: Mailbox
) -> None:
    server, _ = house
    before, anna = len(box.received), _member(server, "Anna Altrove")
    anna.http.headers["Host"] = "localhost:1234"
    answer = anna.http.post(
        "/account/notices",
        data={"do": "address", "address": "altrove@example.org"},
        headers={"Origin": "http://localhost:1234"},
    )
    assert answer.status_code == 303
    assert plain_of(box.wait(before + 1)).count(SITE) == 1


@pytest.mark.parametrize("path", ["/mail/confirm", "/mail/stop", "/mail/password"])
def test_a_link_that_is_none_of_ours_says_so(house: tuple[Running, LateClock], path: str) -> None:
    server, _ = house
    stranger = server.person()
    said = words_of("This link is not whole, or not one of ours: open it from the message once more.", "en")
    for answer in (stranger.get(f"{path}?link=abc"), stranger.get(path), stranger.post(path, link="abc")):
        assert answer.status_code == 404
        assert said in unescape(answer.text)
        assert answer.headers["Referrer-Policy"] == "same-origin"  # else forms come from nowhere


def test_a_form_says_what_is_no_address(house: tuple[Running, LateClock]) -> None:
    server, _ = house
    anna = _member(server, "Anna Errata")
    answer = anna.post("/account/notices", do="address", address="anna<script>@")
    assert answer.status_code == 422
    assert shows(unescape(answer.text), "'{word}' is no mail address: write one such as anna@example.org.")
    assert "<script>@" not in answer.text
    assert anna.post("/account/notices", do="dance").status_code == 422


def test_mail_waits_while_its_server_is_away(
    tmp_path: Path, box: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    """A server that was away, and our own restart, lose nothing; a mail that is refused for good is seen."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    before = len(box.received)
    with caplog.at_level(logging.WARNING), mailing(tmp_path, port) as (server, _):
        anna = _member(server, "Anna Aspetta")
        server.parts.accounts.set_role("Anna Aspetta", "admin")
        anna.post("/account/notices", do="address", address=ADDRESS)
        until(lambda: server.parts.deliveries.facts(_id(server, "Anna Aspetta")).troubles)
        page = anna.get("/mail").text
        assert "ConnectionRefusedError" in page
        assert shows(page, "is tried again")
    assert ADDRESS not in caplog.text
    box.answer = "554 no mail for anna@example.org here"
    tries = box.tries
    try:
        with mailing(tmp_path, box.port) as (server, clock):
            until(lambda: server.parts.coworkers.is_on_duty)
            clock.ahead_ms += 60_001
            until(lambda: box.tries > tries)
            until(lambda: not server.parts.deliveries.waiting())
            [trouble] = server.parts.deliveries.facts(_id(server, "Anna Aspetta")).troubles
            assert (trouble.given_up, trouble.failure) == (True, "554 no mail for …@… here")
    finally:
        box.answer = "250 OK"
    assert len(box.received) == before
    assert ADDRESS not in caplog.text


def test_a_server_without_mail_offers_none(server: Running) -> None:
    server.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
    anna = _member(server, "Anna Senza")
    page = anna.get("/account/notices").text
    assert 'name="address"' not in page
    assert 'name="move-mail"' not in page
    answer = anna.post("/account/notices", do="address", address=ADDRESS)
    assert answer.status_code == 422
    assert shows(answer.text, "This server sends no mail.")
    assert anna.post("/recover/mail", name="Anna Senza").status_code == 404
    assert "/recover/mail" not in anna.get("/recover").text


def test_the_bell_tells_only_of_what_was_chosen(server: Running) -> None:
    server.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
    anna, bruno = _member(server, "Anna Muta"), _member(server, "Bruno Muto")
    bruno.post("/friends", do="ask", name="Anna Muta")
    assert len(anna.get("/notices/now").json()) == 1
    anna.post("/account/notices", do="choices")
    assert anna.get("/notices/now").json() == []
    said = Message("{name} asks to be your friend", name="Bruno Muto").text("en")
    assert said in unescape(anna.get("/notices").text)  # there it waits all the same

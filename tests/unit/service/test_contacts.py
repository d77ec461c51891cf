"""Mail addresses: confirmed by their owners, told of what was chosen, and of nothing more."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from damiera.game.clock import ClockSettings
from damiera.messages import Message
from damiera.service.account_data import AccountData
from damiera.service.accounts import Accounts
from damiera.service.contacts import DAY_MS, NOTICE_KINDS, ContactService, mail_address
from damiera.service.deliveries import GRACE_MS, DeliveryService, ReadyDelivery
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.friends import FriendService
from damiera.service.identity import Visitor
from damiera.service.live import LiveGame
from damiera.service.mail_recovery import MailRecovery
from damiera.service.notices import NoticeService
from damiera.service.rated_games import RatedGames
from damiera.service.signed_links import SignedLinks
from damiera.service.terms import NewGame
from tests.unit.service.kit import App
from tests.wording import raises

ADDRESS = "anna@example.org"
DAYS = NewGame(friend=True, seat="white", clock=ClockSettings.parse("3d"))
TOO_OLD = Message("This link is too old: ask for another.")
NOT_OURS = Message("This link is not whole, or not one of ours: open it from the message once more.")


class Telling:
    """The use cases over one memory, with Anna and Bruno."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.links = SignedLinks(app.store, app.clock)
        self.accounts = Accounts(app.store, app.clock)
        self.contacts = ContactService(app.store, app.clock, self.links)
        self.deliveries = DeliveryService(app.cache, NoticeService(app.store))
        self.recovery = MailRecovery(app.store, app.clock, self.accounts, self.links)
        self.anna = self.member("Anna")
        self.bruno = self.member("Bruno")

    def member(self, name: str) -> Visitor:
        return self.accounts.register(None, name, f"the hash of {name}").visitor

    def confirmed(self) -> None:
        self.contacts.give_address(self.anna.id, ADDRESS, "it")
        self.contacts.confirm(self.contacts.confirm_link(self.anna.id, ADDRESS))
        assert [one.delivery.kind for one in self.sent()] == []  # it asks for nothing any more

    def game(self, new: NewGame = DAYS) -> LiveGame:
        """Return a game in which it is Anna's move."""
        game = self.app.play.create(self.anna, new)
        code = game.row.seats[1].invite
        assert code is not None
        return self.app.play.join(code, self.bruno)

    def look(self) -> int:
        people = self.deliveries.touched(0)
        return sum(self.deliveries.schedule(self.deliveries.wanted(one)) for one in people)

    def sent(self, *, after_ms: int = 0) -> list[ReadyDelivery]:
        """Let time pass, and return what is sent then."""
        self.app.clock.now += after_ms
        found = []
        for delivery in self.deliveries.due("mail"):
            if not self.deliveries.take(delivery):
                continue
            prepared = self.deliveries.prepared(delivery)
            if prepared is None:
                self.deliveries.drop(delivery)
            elif isinstance(prepared, int):
                self.deliveries.put_off(delivery, prepared)
            else:
                self.deliveries.finish(delivery)
                found.append(prepared)
        return found


@pytest.fixture
def telling(app: App) -> Telling:
    return Telling(app)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (" Anna@Example.ORG ", "Anna@example.org"),
        ("anna+dama@mail.example.org", "anna+dama@mail.example.org"),
        ("anna@città.example", "anna@xn--citt-3na.example"),
    ],
)
def test_an_address_is_kept_as_mail_servers_write_it(text: str, kept: str) -> None:
    assert mail_address(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        *("", "anna", "@", "anna@", "@example.org", "anna@example", "anna@.org", "anna@example..org"),
        *("anna@-a.org", "a b@example.org", "a@b@example.org", "<anna@example.org>", '"a b"@example.org'),
        *(
            "anna@example.org\nBcc: all@example.org",
            "anna@example.org, bruno@example.org",
            "anna@[127.0.0.1]",
        ),
        *("a" * 65 + "@example.org", "anna@" + "a." * 130 + "org", "ànna@example.org", "anna@exa mple.org"),
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BadTerms):
        mail_address(text)


@given(st.text(max_size=40), st.text(max_size=40))
def test_an_address_never_breaks_a_line(local: str, host: str) -> None:
    try:
        kept = mail_address(f"{local}@{host}")
    except BadTerms:
        return
    assert kept.isascii()
    assert kept.isprintable()
    assert kept.count("@") == 1
    assert not set(' <>,;"') & set(kept)
    assert mail_address(kept) == kept


def test_only_the_link_goes_to_an_address_that_nobody_has_confirmed(telling: Telling) -> None:
    telling.contacts.give_address(telling.anna.id, ADDRESS, "it")
    telling.game()
    telling.look()
    [letter] = telling.sent(after_ms=DAY_MS)
    assert (letter.delivery.kind, letter.delivery.address, letter.lang) == ("confirm", ADDRESS, "it")
    assert telling.recovery.ask("Anna") == telling.recovery.ask(ADDRESS) == 0


def test_the_link_confirms_an_address_and_opens_nothing_else(telling: Telling) -> None:
    telling.contacts.give_address(telling.anna.id, ADDRESS, "it")
    link = telling.contacts.confirm_link(telling.anna.id, ADDRESS)
    assert telling.contacts.confirming(link) == (ADDRESS, "Anna")
    assert not telling.contacts.facts(telling.anna.id).confirmed
    assert telling.contacts.confirm(link) == telling.contacts.confirm(link) == ADDRESS
    facts = telling.contacts.facts(telling.anna.id)
    assert facts.confirmed
    assert {kind for kind, ways in facts.choices.items() if "mail" in ways} == {"move", "reminder"}
    for other in (telling.recovery.called, telling.contacts.stopping):
        with raises(NotFound, NOT_OURS):
            other(link)


def test_a_link_is_worth_nothing_once_the_address_is_another(telling: Telling) -> None:
    telling.contacts.give_address(telling.anna.id, ADDRESS, "it")
    link = telling.contacts.confirm_link(telling.anna.id, ADDRESS)
    telling.contacts.give_address(telling.anna.id, "other@example.org", "it")
    with raises(RefusedAct, Message("This link is for an address that the account has no longer.")):
        telling.contacts.confirm(link)
    telling.contacts.drop_address(telling.anna.id)
    with pytest.raises(RefusedAct):
        telling.contacts.confirm(link)


@pytest.mark.parametrize(
    "change", [lambda link: link[:-1], lambda link: "A" + link, lambda link: "", lambda link: "x" * 5000]
)
def test_a_link_that_was_changed_is_refused(telling: Telling, change: object) -> None:
    assert callable(change)
    telling.contacts.give_address(telling.anna.id, ADDRESS, "it")
    with raises(NotFound, NOT_OURS):
        telling.contacts.confirm(change(telling.contacts.confirm_link(telling.anna.id, ADDRESS)))


def test_a_link_gets_too_old(telling: Telling) -> None:
    telling.contacts.give_address(telling.anna.id, ADDRESS, "it")
    link = telling.contacts.confirm_link(telling.anna.id, ADDRESS)
    telling.app.clock.now += 3 * DAY_MS + 1
    with raises(RefusedAct, TOO_OLD):
        telling.contacts.confirm(link)


def test_another_server_signs_otherwise(telling: Telling, app: App) -> None:
    mine = telling.contacts.confirm_link(telling.anna.id, ADDRESS)
    assert SignedLinks(app.store, app.clock)._known() == telling.links._known()
    with app.store.write() as work:
        assert work.contacts.secret("links", "other") != "other"
    assert mine == telling.contacts.confirm_link(telling.anna.id, ADDRESS)


def test_few_links_are_sent_in_a_day(telling: Telling) -> None:
    for number in range(5):
        telling.contacts.give_address(telling.anna.id, f"anna{number}@example.org", "it")
    said = Message("Several mails were sent in the last day: look for them, or try again tomorrow.")
    with raises(RefusedAct, said):
        telling.contacts.give_address(telling.anna.id, ADDRESS, "it")
    assert [one.delivery.address for one in telling.sent()] == ["anna4@example.org"]  # it has no other
    telling.app.clock.now += DAY_MS + 1
    telling.contacts.give_address(telling.anna.id, ADDRESS, "it")


def test_a_move_is_told_once_if_it_waits_for_a_while(telling: Telling) -> None:
    telling.confirmed()
    game = telling.game()
    assert telling.look() == 2  # the move, and a day before it is due
    assert telling.look() == 0
    assert telling.sent() == []
    [mail] = telling.sent(after_ms=60_000)
    assert mail.notice is not None
    assert (mail.delivery.kind, mail.notice.address) == ("move", f"/g/{game.id}")
    assert telling.look() == 0
    assert telling.sent(after_ms=60_000) == []


def test_who_has_moved_meanwhile_hears_nothing(telling: Telling) -> None:
    telling.confirmed()
    game = telling.game()
    telling.look()
    telling.app.play.move(game.id, telling.anna.id, 0, (22, 18))
    assert telling.sent(after_ms=60_000) == []
    telling.app.play.move(game.id, telling.bruno.id, 1, (10, 14))
    telling.look()
    assert len(telling.sent(after_ms=60_000)) == 1


def test_a_day_before_the_limit_a_move_is_called_to_mind(telling: Telling) -> None:
    telling.confirmed()
    telling.game()
    telling.look()
    telling.sent(after_ms=60_000)
    assert telling.sent(after_ms=2 * DAY_MS - 60_001) == []
    [mail] = telling.sent(after_ms=1)
    assert mail.delivery.kind == "reminder"
    assert mail.due_at == telling.app.clock.now + DAY_MS


def test_what_is_seen_again_by_a_later_look_does_not_wait_longer(telling: Telling) -> None:
    """Each look put it off by a minute more: after a jump of the clock it was not sent at all."""
    telling.confirmed()
    telling.game()
    assert telling.look() == 2  # the move, and its reminder
    telling.app.clock.now += GRACE_MS
    assert telling.look() == 0
    assert [mail.delivery.kind for mail in telling.sent()] == ["move"]


def test_a_clock_of_a_day_has_no_reminder(telling: Telling) -> None:
    telling.confirmed()
    telling.game(replace(DAYS, clock=ClockSettings.parse("1d")))
    assert telling.look() == 1


def test_who_chose_otherwise_hears_nothing(telling: Telling) -> None:
    telling.confirmed()
    telling.game()
    telling.look()
    telling.contacts.choose(telling.anna.id, {"reminder": ["mail"]}, "fr")
    assert telling.sent(after_ms=60_000) == []
    [mail] = telling.sent(after_ms=2 * DAY_MS)
    assert (mail.delivery.kind, mail.lang) == ("reminder", "fr")


def test_one_click_ends_the_mails_of_a_kind_or_all(telling: Telling) -> None:
    telling.confirmed()
    link = telling.contacts.stop_link(telling.anna.id, "move")
    assert telling.contacts.stopping(link) == "move"
    telling.contacts.stop(link)
    telling.contacts.stop(link)
    choices = telling.contacts.facts(telling.anna.id).choices
    assert (sorted(choices["move"]), sorted(choices["reminder"])) == (["bell"], ["mail"])
    telling.contacts.stop(link, everything=True)
    assert all("mail" not in ways for ways in telling.contacts.facts(telling.anna.id).choices.values())


def test_a_friend_who_asks_is_told_of_where_that_was_chosen(telling: Telling) -> None:
    telling.confirmed()
    telling.contacts.choose(telling.anna.id, {kind: ["mail", "push", "bell"] for kind in NOTICE_KINDS}, "it")
    assert telling.contacts.facts(telling.anna.id).choices["challenge"] == {"bell"}
    FriendService(telling.app.store, telling.app.clock).ask(telling.bruno.id, "Anna")
    assert telling.deliveries.touched(telling.app.clock.now + 10_000) == []
    assert telling.deliveries.touched(telling.app.clock.now) == [telling.anna.id]
    telling.look()
    assert [one.delivery.kind for one in telling.sent(after_ms=60_000)] == ["friend"]


def test_what_fails_is_tried_again_for_days_and_given_up(telling: Telling) -> None:
    telling.confirmed()
    telling.game(replace(DAYS, clock=ClockSettings.parse("30d")))
    telling.look()
    telling.app.clock.now += 60_000
    began, waits = telling.app.clock.now, []
    while telling.deliveries.waiting() > 1:  # the reminder waits too
        [delivery] = telling.deliveries.due("mail")
        assert telling.deliveries.take(delivery)
        assert not telling.deliveries.take(delivery)  # another worker, or this one after a crash
        assert isinstance(telling.deliveries.prepared(delivery), ReadyDelivery)
        wait = telling.deliveries.fail(delivery, "451 later")
        waits.append(wait)
        telling.app.clock.now += wait or 0
    assert waits[:4] == [60_000, 300_000, 900_000, 3_600_000]
    assert waits[-1] is None
    assert 3 * DAY_MS < telling.app.clock.now - began < 5 * DAY_MS
    telling.accounts.set_role("Bruno", "admin")
    [trouble] = telling.deliveries.facts(telling.bruno.id).troubles
    assert (trouble.name, trouble.failure, trouble.given_up) == ("Anna", "451 later", True)
    with pytest.raises(NotYours):
        telling.deliveries.facts(telling.anna.id)


def test_what_was_taken_and_not_told_of_is_sent_after_a_while(telling: Telling) -> None:
    telling.contacts.give_address(telling.anna.id, ADDRESS, "it")
    [delivery] = telling.deliveries.due("mail")
    assert telling.deliveries.take(delivery)
    assert telling.sent(after_ms=9 * 60_000) == []
    assert len(telling.sent(after_ms=60_000)) == 1


def test_nobody_is_flooded(telling: Telling) -> None:
    telling.confirmed()
    telling.contacts.choose(telling.anna.id, {"friend": ["mail"]}, "it")
    friends = FriendService(telling.app.store, telling.app.clock)
    for number in range(45):
        friends.ask(telling.member(f"Zeno {chr(97 + number % 26)}{chr(97 + number // 26)}").id, "Anna")
    telling.look()
    telling.app.clock.now += 60_000
    assert sum(len(telling.sent()) for _ in range(4)) == 40
    assert telling.sent(after_ms=DAY_MS // 2) == []
    assert len(telling.sent(after_ms=DAY_MS // 2 + 2)) == 5


def test_a_lost_password_is_replaced_by_a_link_that_is_good_once(telling: Telling) -> None:
    telling.confirmed()
    assert telling.recovery.ask("nobody") == telling.recovery.ask("nobody@example.org") == 0
    assert telling.recovery.ask("anna") == telling.recovery.ask(ADDRESS) == 1
    assert [one.delivery.kind for one in telling.sent()] == ["reset", "reset"]
    link, other = telling.recovery.link(telling.anna.id), telling.recovery.link(telling.bruno.id)
    assert telling.recovery.called(link) == "Anna"
    came = telling.recovery.recover(link, "another hash", None, device="Firefox")
    assert came.visitor.name == "Anna"
    assert len(telling.accounts.facts(telling.anna.id, came.token).devices) == 1
    used = Message("This link was used, or the password has changed since: ask for another.")
    for act in (lambda: telling.recovery.called(link), lambda: telling.recovery.recover(link, "x", None)):
        with raises(NotYours, used):
            act()
    telling.app.clock.now += 3_600_001
    with raises(RefusedAct, TOO_OLD):
        telling.recovery.called(other)


def test_an_account_that_is_gone_takes_its_address_and_its_mails_with_it(telling: Telling, app: App) -> None:
    telling.confirmed()
    telling.game()
    telling.look()
    reset, stop = telling.recovery.link(telling.anna.id), telling.contacts.stop_link(telling.anna.id, "move")
    confirm = telling.contacts.confirm_link(telling.anna.id, ADDRESS)
    data = AccountData(app.cache, app.play, app.archive, RatedGames(app.store, app.clock))
    with zipfile.ZipFile(BytesIO(data.export(telling.anna.id, "it"))) as file:
        contact = json.loads(file.read("account.json"))["contact"]
    assert (contact["mail"], contact["language"]) == (ADDRESS, "it")
    data.remove(telling.anna.id)
    assert telling.deliveries.waiting() == 0
    assert telling.sent(after_ms=60_000) == []
    telling.contacts.stop(stop)
    with pytest.raises(NotYours):
        telling.recovery.recover(reset, "x", None)
    with raises(NotFound, Message("The account that this link is for is not here any more.")):
        telling.contacts.confirm(confirm)


def test_what_was_sent_is_forgotten_after_a_month(telling: Telling) -> None:
    telling.contacts.give_address(telling.anna.id, ADDRESS, "it")
    assert len(telling.sent()) == 1
    telling.app.clock.now += 29 * DAY_MS
    assert telling.deliveries.clean() == 0
    telling.app.clock.now += 2 * DAY_MS
    assert telling.deliveries.clean() == 1

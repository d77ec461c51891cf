"""The pages on which somebody says how they are told, and those that links in mails lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import ClassVar, Final

import msgspec

from damiera.messages import Lang, Message, day_and_time
from damiera.service.contacts import NOTICE_KINDS, WAYS_OF, ContactFacts, ToldKind, ToldWay
from damiera.service.deliveries import DeliveryFacts, DeliveryTrouble
from damiera.web.common.pages import PageView, language_names

__all__ = [
    "KIND_NAMES",
    "MailLinkPage",
    "MailPasswordPage",
    "MailTroublePage",
    "TellingPage",
    "mail_trouble_page",
    "telling_page",
]

KIND_NAMES: Final[Mapping[ToldKind, Message]] = {
    "move": Message("It is your move in a game by correspondence"),
    "reminder": Message("A day is left for your move"),
    "board": Message("Your board of an evening or a match is ready"),
    "friend": Message("Somebody asks to be your friend"),
    "club": Message("Somebody asks to come into your club, or challenges it"),
    "challenge": Message("Somebody at the club challenges you"),
}
_WAY_NAMES: Final[Mapping[ToldWay, Message]] = {
    "bell": Message("Bell"),
    "mail": Message("Mail"),
    "push": Message("Push"),
}
_LETTERS: Final[Mapping[str, Message]] = {
    "confirm": Message("confirming an address"),
    "reset": Message("another password"),
}


class WayCell(msgspec.Struct, frozen=True):
    """Whether somebody is told of a kind by a way; `offered` is False where it cannot be."""

    name: str
    label: str
    ticked: bool
    offered: bool


class KindRow(msgspec.Struct, frozen=True):
    """A kind of notice with the ways by which it may be told."""

    kind: str
    name: str
    cells: tuple[WayCell, ...]


class TellingPage(PageView, frozen=True):
    """How somebody is told of what waits for them.

    Attributes:
        sends_mail, pushes: whether this server sends mail, and tells browsers while no page is open.
        address: their mail address; empty for none. `confirmed`: whether its owner has opened the link.
        ways: the heads of the table. `kinds`: its rows.
        languages_to_choose: each with its name; `chosen` is the one they are written to in.
        saved: they have just changed something.
        wrong: what was refused; `what` is the form it belongs to; `given` is what was written there.
    """

    template: ClassVar[str] = "people/telling.html"
    sends_mail: bool
    pushes: bool
    address: str
    confirmed: bool
    ways: tuple[str, ...]
    kinds: tuple[KindRow, ...]
    languages_to_choose: tuple[tuple[str, str], ...]
    chosen: str
    saved: bool
    wrong: str = ""
    what: str = ""
    given: str = ""


class MailLinkPage(PageView, frozen=True):
    """What a link of a mail would do, with the button that does it; without one, what was done or is wrong.

    Attributes:
        title, lines: what is said.
        action: where the button leads; `button` is its name, empty for none. `link`: the link itself.
        second: the name of another button, which asks for more; empty for none.
        picture, game: where the picture of a board is, and its game; empty where it is about none.
        wrong: whether the link is good for nothing.
    """

    template: ClassVar[str] = "people/mail_link.html"
    title: str
    lines: tuple[str, ...]
    action: str = ""
    button: str = ""
    link: str = ""
    second: str = ""
    picture: str = ""
    game: str = ""
    wrong: bool = False


class MailPasswordPage(PageView, frozen=True):
    """The form for another password, opened by a link that was mailed."""

    template: ClassVar[str] = "people/mail_password.html"
    name: str
    link: str
    wrong: str = ""


class TroubleRow(msgspec.Struct, frozen=True):
    """A mail that failed."""

    name: str
    kind: str
    when: str
    tries: int
    failure: str
    given_up: bool


class MailTroublePage(PageView, frozen=True):
    """How the mails of this server fare, for admins."""

    template: ClassVar[str] = "people/mail_trouble.html"
    sends_mail: bool
    waiting: int
    troubles: tuple[TroubleRow, ...]


def telling_page(
    facts: ContactFacts,
    lang: Lang,
    offered: Sequence[ToldWay],
    *,
    saved: bool = False,
    wrong: str = "",
    what: str = "",
    given: str = "",
) -> TellingPage:
    """Return the page on which somebody says how they are told.

    Args:
        offered: the ways that this server has.
    """
    return TellingPage(
        sends_mail="mail" in offered,
        pushes="push" in offered,
        address=facts.address,
        confirmed=facts.confirmed,
        ways=tuple(_WAY_NAMES[way].text(lang) for way in offered),
        kinds=tuple(_row(kind, facts, lang, offered) for kind in NOTICE_KINDS if _is_told(kind, offered)),
        languages_to_choose=language_names(),
        chosen=facts.lang,
        saved=saved,
        wrong=wrong,
        what=what,
        given=given,
    )


def _is_told(kind: ToldKind, offered: Sequence[ToldWay]) -> bool:
    return any(way in offered for way in WAYS_OF[kind])


def _row(kind: ToldKind, facts: ContactFacts, lang: Lang, offered: Sequence[ToldWay]) -> KindRow:
    name = KIND_NAMES[kind].text(lang)
    cells = tuple(
        WayCell(
            f"{kind}-{way}",
            f"{name}: {_WAY_NAMES[way].text(lang)}",
            way in facts.choices[kind],
            way in WAYS_OF[kind],
        )
        for way in offered
    )
    return KindRow(kind, name, cells)


def mail_trouble_page(facts: DeliveryFacts, lang: Lang, *, sends_mail: bool) -> MailTroublePage:
    """Return how the mails of this server fare."""
    return MailTroublePage(sends_mail, facts.waiting, tuple(_trouble(one, lang) for one in facts.troubles))


def _trouble(one: DeliveryTrouble, lang: Lang) -> TroubleRow:
    kinds = {str(kind): name for kind, name in KIND_NAMES.items()} | dict(_LETTERS)
    when = day_and_time(datetime.fromtimestamp(one.at / 1000).astimezone(), lang)
    return TroubleRow(one.name, kinds[one.kind].text(lang), when, one.tries, one.failure, one.given_up)

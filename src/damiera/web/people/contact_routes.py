"""How somebody is told of what waits for them, and what the links of mails lead to.

Links of mails are opened by machines too, which look for what is bad: to open one only shows a page, and its
button does what it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.messages import Message, known_language
from damiera.service.contacts import NOTICE_KINDS, WAYS_OF, ToldWay
from damiera.service.errors import BadTerms, NotYours, ServiceError
from damiera.service.identity import Visitor
from damiera.service.passwords import check_password
from damiera.web.common.admission import address_of
from damiera.web.common.database import NotStored
from damiera.web.common.devices import device_name
from damiera.web.common.failures import RefusedRequest, status_of
from damiera.web.common.forms import text_of
from damiera.web.common.identity import COOKIE, keep_name, keep_token, known_visitor
from damiera.web.common.pages import language, show
from damiera.web.common.parts import App, app_of
from damiera.web.people.contact_views import (
    KIND_NAMES,
    MailLinkPage,
    MailPasswordPage,
    mail_trouble_page,
    telling_page,
)

__all__ = ["ROUTES"]

_SIGN_IN: Final = Message("Sign in first: this belongs to an account.")
_UNKNOWN: Final = Message("I do not know what to do.")
_TOO_OFTEN: Final = Message("Too many tries in a short time.")
_NO_MAIL: Final = Message("This server sends no mail.")
_NOT_DONE: Final = Message("This link does nothing")
_CONFIRM: Final = Message("Confirm your mail address")
_CONFIRM_ASKED: Final = Message("{address} is to be told of what happens in the account {name}. Is it yours?")
_CONFIRM_YES: Final = Message("Yes, it is mine")
_CONFIRMED: Final = Message("The address is confirmed")
_CONFIRMED_SAID: Final = Message(
    "{address} is told of what you have ticked. On the page of your account you tick otherwise."
)
_STOP: Final = Message("No more mails")
_STOP_ASKED: Final = Message("You were told by mail of this: {kind}.")
_STOP_THIS: Final = Message("No more mails of this kind")
_STOP_ALL: Final = Message("No more mails at all")
_STOPPED: Final = Message("You are sent no more of these mails.")
_MOVE_TITLE: Final = Message("Play {move}?")
_MOVE_ASKED: Final = Message("A move that is sent by correspondence is not taken back.")
_MOVE_YES: Final = Message("Play {move}")
_MOVE_DONE: Final = Message("Your move is sent")
_MOVE_SAID: Final = Message("{move} is played, and your opponent is told.")
_SENT: Final = Message("Look into your mailbox")
_SENT_SAID: Final = Message(
    "If there is such an account with a mail address that was confirmed, a link is on its way there. "
    "It is good for an hour."
)


def _ways(app: App) -> tuple[ToldWay, ...]:
    """Return the ways by which this server tells people."""
    ways: list[ToldWay] = ["bell"]
    ways += ["mail"] * (app.settings.mail is not None)
    ways += ["push"] * (app.push is not None)
    return tuple(ways)


# ------------------------------------------------------------------------------------------- one's own page


async def telling(request: Request) -> Response:
    """Show somebody how they are told."""
    visitor = await _account(request)
    if visitor is None:
        return RedirectResponse("/sign-in?back=/account/notices", 303)
    return await _page(request, visitor)


async def _page(
    request: Request, visitor: Visitor, wrong: ServiceError | None = None, what: str = "", given: str = ""
) -> Response:
    app, lang = app_of(request), language(request)
    facts = await app.database.read(app.contacts.facts, visitor.id)
    said = wrong.text(lang) if wrong else ""
    saved = wrong is None and "saved" in request.query_params
    page = telling_page(facts, lang, _ways(app), saved=saved, wrong=said, what=what, given=given[:254])
    return _private(show(request, page, status=status_of(wrong) if wrong else 200))


async def act(request: Request) -> Response:
    """Do what a form of that page says."""
    visitor, fields = await _account(request), text_of(await request.form())
    if visitor is None:
        return RedirectResponse("/sign-in?back=/account/notices", 303)
    what = fields.get("do", "")
    try:
        await _act(request, visitor, what, fields)
    except ServiceError as error:
        return await _page(request, visitor, error, what, fields.get("address", ""))
    return RedirectResponse("/account/notices?saved=1", 303)


async def _act(request: Request, visitor: Visitor, what: str, fields: Mapping[str, str]) -> None:
    app, lang = app_of(request), language(request)
    match what:
        case "address":
            address = fields.get("address", "")
            if app.settings.mail is None:
                raise BadTerms("address", _NO_MAIL)
            _take_mail(request, address)
            await app.database.write(app.contacts.give_address, visitor.id, address, lang)
        case "no-address":
            await app.database.write(app.contacts.drop_address, visitor.id)
        case "choices":
            facts = await app.database.read(app.contacts.facts, visitor.id)
            offered = _ways(app)
            choices = {
                kind: [
                    way
                    for way in WAYS_OF[kind]
                    if (f"{kind}-{way}" in fields if way in offered else way in facts.choices[kind])
                ]
                for kind in NOTICE_KINDS
            }
            wanted = known_language(fields.get("lang", "")) or lang
            await app.database.write(app.contacts.choose, visitor.id, choices, wanted)
        case _:
            raise BadTerms("do", _UNKNOWN)


# ------------------------------------------------------------------------------------------ links of mails


async def ask_confirm(request: Request) -> Response:
    """Show which address a link would confirm, of which account."""
    app, lang, link = app_of(request), language(request), _link(request)
    try:
        address, name = await app.database.write(app.contacts.confirming, link)
    except ServiceError as error:
        return _refused(request, error)
    asked = _CONFIRM_ASKED.format(address=address, name=name).text(lang)
    page = MailLinkPage(_CONFIRM.text(lang), (asked,), "/mail/confirm", _CONFIRM_YES.text(lang), link)
    return _private(show(request, page))


async def confirm(request: Request) -> Response:
    """Confirm an address."""
    app, lang, fields = app_of(request), language(request), text_of(await request.form())
    try:
        address = await app.database.write(app.contacts.confirm, fields.get("link", ""))
    except ServiceError as error:
        return _refused(request, error)
    said = _CONFIRMED_SAID.format(address=address).text(lang)
    return _private(show(request, MailLinkPage(_CONFIRMED.text(lang), (said,))))


async def ask_stop(request: Request) -> Response:
    """Show which mails a link would end."""
    app, lang, link = app_of(request), language(request), _link(request)
    try:
        kind = await app.database.write(app.contacts.stopping, link)
    except ServiceError as error:
        return _refused(request, error)
    asked = _STOP_ASKED.format(kind=KIND_NAMES[kind]).text(lang)
    this, every = _STOP_THIS.text(lang), _STOP_ALL.text(lang)
    page = MailLinkPage(_STOP.text(lang), (asked,), "/mail/stop", this, link, second=every)
    return _private(show(request, page))


async def stop(request: Request) -> Response:
    """End the mails of a kind, or all; mailboxes send this by themselves (RFC 8058)."""
    app, lang, fields = app_of(request), language(request), text_of(await request.form())
    link = fields.get("link") or _link(request)
    try:
        await app.database.write(app.contacts.stop, link, everything="every" in fields)
    except ServiceError as error:
        return _refused(request, error)
    return _private(show(request, MailLinkPage(_STOP.text(lang), (_STOPPED.text(lang),))))


# -------------------------------------------------------------------------------------------- moves by mail


async def ask_move(request: Request) -> Response:
    """Show the move that a link would play; nothing is played yet."""
    app, lang, link = app_of(request), language(request), _link(request)
    try:
        asked = await app.database.write(app.mail_moves.asked, link)
    except ServiceError as error:
        return _refused(request, error)
    page = MailLinkPage(
        _MOVE_TITLE.format(move=asked.text).text(lang),
        (_MOVE_ASKED.text(lang),),
        "/mail/move",
        _MOVE_YES.format(move=asked.text).text(lang),
        link,
        picture=f"/g/{asked.game_id}.svg{'?flip' if asked.flipped else ''}" if asked.shown else "",
        game=f"/g/{asked.game_id}",
    )
    return _private(show(request, page))


async def play_move(request: Request) -> Response:
    """Play the move of a link."""
    app, lang, fields = app_of(request), language(request), text_of(await request.form())
    link = fields.get("link", "")
    try:
        asked = await app.database.write(app.mail_moves.asked, link)
        played = await app.database.write_small(app.mail_moves.play, link)
    except ServiceError as error:
        return _refused(request, error)
    app.running.changed(played.live)
    said = _MOVE_SAID.format(move=asked.text).text(lang)
    picture = f"/g/{asked.game_id}.svg{'?flip' if asked.flipped else ''}" if asked.shown else ""
    page = MailLinkPage(_MOVE_DONE.text(lang), (said,), picture=picture, game=f"/g/{asked.game_id}")
    return _private(show(request, page))


# ------------------------------------------------------------------------------------------- lost passwords


async def ask_mail(request: Request) -> Response:
    """Have a link sent to whoever has lost their password; what is answered tells nothing of any account."""
    app, lang, fields = app_of(request), language(request), text_of(await request.form())
    if app.settings.mail is None:
        raise RefusedRequest(404, _NO_MAIL)
    name = fields.get("name", "")[:254]
    if app.settings.limits and not app.limits.take_sign_in(address_of(request), f"mail {name.casefold()}"):
        raise RefusedRequest(429, _TOO_OFTEN, app.limits.sign_ins.wait_s)
    page = MailLinkPage(_SENT.text(lang), (_SENT_SAID.text(lang),))
    response = _private(show(request, page))
    response.background = BackgroundTask(_send_link, app, name)  # what it takes tells nothing either
    return response


async def _send_link(app: App, name: str) -> None:
    with suppress(NotStored):  # the log says so; whoever waits for the mail asks again
        await app.database.write(app.mail_recovery.ask, name)


async def ask_password(request: Request) -> Response:
    """Show the form for another password to whoever has a link."""
    app, link = app_of(request), _link(request)
    try:
        name = await app.database.write(app.mail_recovery.called, link)
    except ServiceError as error:
        return _refused(request, error)
    return _private(show(request, MailPasswordPage(name, link)))


async def change_password(request: Request) -> Response:
    """Let somebody in by a link, with another password."""
    app, fields = app_of(request), text_of(await request.form())
    link, password = fields.get("link", ""), fields.get("password", "")
    if app.settings.limits and not app.limits.take_sign_in(address_of(request), "mail link"):
        raise RefusedRequest(429, _TOO_OFTEN, app.limits.sign_ins.wait_s)
    try:
        name = await app.database.write(app.mail_recovery.called, link)
    except ServiceError as error:
        return _refused(request, error)
    try:
        check_password(password, name)
    except BadTerms as error:
        page = MailPasswordPage(name, link, error.text(language(request)))
        return _private(show(request, page, status=status_of(error)))
    hashed = await app.passwords.hashed(password)
    device, token = device_name(request), request.cookies.get(COOKIE, "")
    try:
        came = await app.database.write(app.mail_recovery.recover, link, hashed, token, device=device)
    except ServiceError as error:
        return _refused(request, error)
    app.running.sign_again(came.visitor.id)
    response = RedirectResponse("/account", 303)
    keep_token(request, response, came.token)
    keep_name(request, response, came.visitor.name)
    return _private(response)


# ------------------------------------------------------------------------------------------------- the admin


async def troubles(request: Request) -> Response:
    """Show an admin how the mails fare."""
    app, visitor = app_of(request), await known_visitor(request)
    facts = await app.database.read(app.deliveries.facts, visitor.id if visitor else None)
    return show(
        request, mail_trouble_page(facts, language(request), sends_mail=app.settings.mail is not None)
    )


def _refused(request: Request, error: ServiceError) -> Response:
    lang, status = language(request), status_of(error)
    page = MailLinkPage(_NOT_DONE.text(lang), (error.text(lang),), wrong=True)
    return _private(show(request, page, status=404 if isinstance(error, NotYours) else status))


async def _account(request: Request) -> Visitor | None:
    visitor = await known_visitor(request)
    return visitor if visitor is not None and visitor.has_account else None


def _take_mail(request: Request, address: str) -> None:
    """Count a mail that goes to an address which nobody has confirmed."""
    app = app_of(request)
    if app.settings.limits and not app.limits.take_mail(
        address_of(request), address.strip().casefold()[:254]
    ):
        raise RefusedRequest(429, _TOO_OFTEN, app.limits.mails.wait_s)


def _link(request: Request) -> str:
    return request.query_params.get("link", "")


def _private(response: Response) -> Response:
    """Keep out of every memory. Of the address our own pages alone may hear, as of any other.

    Where none may (`no-referrer`), a browser says of a form that it comes from nowhere, and it is refused.
    """
    response.headers["Cache-Control"] = "no-store"
    return response


ROUTES: list[BaseRoute] = [
    Route("/account/notices", telling),
    Route("/account/notices", act, methods=["POST"]),
    Route("/mail", troubles),
    Route("/mail/confirm", ask_confirm),
    Route("/mail/confirm", confirm, methods=["POST"]),
    Route("/mail/stop", ask_stop),
    Route("/mail/stop", stop, methods=["POST"]),
    Route("/mail/move", ask_move),
    Route("/mail/move", play_move, methods=["POST"]),
    Route("/mail/password", ask_password),
    Route("/mail/password", change_password, methods=["POST"]),
    Route("/recover/mail", ask_mail, methods=["POST"]),
]

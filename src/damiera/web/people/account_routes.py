"""Coming in: registering, signing in and out, recovery; and the page of one's own account.

Nobody is asked for an account at home: these pages are there for who goes to them.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.accounts import SignedIn
from damiera.service.errors import BadTerms, NotYours, ServiceError
from damiera.service.identity import Visitor
from damiera.service.passkeys import has_passkeys
from damiera.service.passwords import check_password
from damiera.web.common.devices import device_name
from damiera.web.common.failures import status_of
from damiera.web.common.forms import text_of
from damiera.web.common.identity import (
    COOKIE,
    forget_token,
    keep_name,
    keep_token,
    known_visitor,
)
from damiera.web.common.pages import NAME_COOKIE, PageView, language, show
from damiera.web.common.parts import app_of
from damiera.web.home.preferences_routes import local_path
from damiera.web.people.account_views import (
    BotTokenPage,
    RecoverPage,
    RegisterPage,
    SignInPage,
    account_page,
    codes_page,
)
from damiera.web.people.openid_start import leave_for_provider, provider_name
from damiera.web.people.password_check import require_password, take_try

__all__ = ["ROUTES", "account_page_with", "sign_in_page"]

_SIGN_IN = Message("Sign in first: this belongs to an account.")
_TICK = Message("Tick that you know what happens, and try again.")
_UNKNOWN = Message("I do not know what to do.")


# ------------------------------------------------------------------------------------------------ coming in


async def ask_register(request: Request) -> Response:
    """Show the form of a new account."""
    if await _account(request) is not None:
        return RedirectResponse("/account", 303)
    return show(request, await _register_page(request, {}))


async def _register_page(
    request: Request, fields: Mapping[str, str], wrong: DamieraError | None = None
) -> RegisterPage:
    visitor, lang = await known_visitor(request), language(request)
    return RegisterPage(
        back=_back(request, fields),
        name=fields.get("name", "" if visitor is None or visitor.is_unnamed else visitor.name),
        is_guest=visitor is not None,
        wrong=wrong.text(lang) if wrong else "",
        field=wrong.field if isinstance(wrong, BadTerms) else "",
    )


async def register(request: Request) -> Response:
    """Make an account of whoever this browser is, and show its recovery codes this once."""
    fields, app = text_of(await request.form()), app_of(request)
    name, password = fields.get("name", ""), fields.get("password", "")
    try:
        take_try(request, name)
        tidy = await app.database.read(app.accounts.check_free, name)
        check_password(password, tidy)
        hashed = await app.passwords.hashed(password)
        made = await app.database.write(
            app.accounts.register, _token(request), tidy, hashed, device=device_name(request)
        )
    except ServiceError as error:
        page = await _register_page(request, fields, error)
        return _private(show(request, page, status=status_of(error)))
    setattr(request.state, NAME_COOKIE, made.visitor.name)
    return _let_in(request, made, show(request, codes_page(made.codes, _back(request, fields))))


async def ask_sign_in(request: Request) -> Response:
    """Show the form for a name and a password."""
    if await _account(request) is not None:
        return RedirectResponse("/account", 303)
    return show(request, await sign_in_page(request, {}))


async def sign_in_page(
    request: Request, fields: Mapping[str, str], wrong: DamieraError | None = None
) -> SignInPage:
    visitor, lang = await known_visitor(request), language(request)
    return SignInPage(
        back=_back(request, fields),
        name=fields.get("name", ""),
        guest="" if visitor is None or visitor.has_account else visitor.name,
        has_passkeys=has_passkeys(),
        provider=provider_name(request),
        wrong=wrong.text(lang) if wrong else "",
    )


async def sign_in(request: Request) -> Response:
    """Let somebody in whose password fits; unknown names are refused in the same words and time."""
    fields, app = text_of(await request.form()), app_of(request)
    name, password = fields.get("name", ""), fields.get("password", "")
    try:
        take_try(request, name)
        found = await app.database.read(app.accounts.credentials, name)
        if not await app.passwords.fits(found.password, password[:1000]):
            raise app.accounts.refuse()
        came = await app.database.write(
            app.accounts.sign_in,
            found,
            _token(request),
            device=device_name(request),
            take_along="along" in fields,
        )
    except ServiceError as error:
        return _private(show(request, await sign_in_page(request, fields, error), status=status_of(error)))
    await _seats_changed(request, came)
    return _let_in(request, came, RedirectResponse(_back(request, fields), 303))


async def ask_recover(request: Request) -> Response:
    """Show the form for a recovery code."""
    return show(request, RecoverPage(_sends_mail(request)))


async def recover(request: Request) -> Response:
    """Let somebody in by a recovery code, with a new password; all their other devices are out."""
    fields, app = text_of(await request.form()), app_of(request)
    name, password = fields.get("name", ""), fields.get("password", "")
    try:
        take_try(request, name)
        check_password(password, name)
        hashed = await app.passwords.hashed(password)
        came = await app.database.write(
            app.accounts.recover,
            name,
            fields.get("code", ""),
            hashed,
            _token(request),
            device=device_name(request),
        )
    except ServiceError as error:
        said = error.text(language(request))
        page = RecoverPage(_sends_mail(request), name=name[:80], code=fields.get("code", "")[:40], wrong=said)
        return _private(show(request, page, status=status_of(error)))
    app.running.sign_again(came.visitor.id)
    return _let_in(request, came, RedirectResponse("/account", 303))


async def sign_out(request: Request) -> Response:
    """Let this browser be nobody's; the account and its games are where they were."""
    app, visitor, token = app_of(request), await known_visitor(request), _token(request)
    if token:
        await app.database.write(app.identity.leave, token)
    if visitor is not None:
        app.running.sign_again(visitor.id)
    response = RedirectResponse("/", 303)
    forget_token(request, response)
    return response


def _let_in(request: Request, came: SignedIn, response: Response) -> Response:
    keep_token(request, response, came.token)
    keep_name(request, response, came.visitor.name)
    return _private(response)


async def _seats_changed(request: Request, came: SignedIn) -> None:
    """Tell the boards whose seats came along; screens of who the browser was before come back."""
    app = app_of(request)
    for game_id in came.games:
        app.running.changed(await app.database.read(app.play.load, game_id))
    if came.before is not None:
        app.running.sign_again(came.before)


# ------------------------------------------------------------------------------------------------ being in


async def account(request: Request) -> Response:
    """Show somebody what they have here."""
    if await _account(request) is None:
        return RedirectResponse("/sign-in?back=/account", 303)
    return await account_page_with(request)


async def account_page_with(request: Request, wrong: DamieraError | None = None, what: str = "") -> Response:
    app, lang = app_of(request), language(request)
    visitor = await _required(request)
    facts = await app.database.read(app.accounts.facts, visitor.id, _token(request))
    blocked = await app.database.read(app.account_safety.blocked, visitor.id)
    unfinished = await app.database.read(app.account_data.unfinished, visitor.id)
    said = wrong.text(lang) if wrong else ""
    page = account_page(
        facts,
        blocked,
        unfinished,
        lang,
        app.clock.now_ms(),
        sends_mail=_sends_mail(request),
        passkeys=await app.database.read(app.passkeys.of, visitor.id) if has_passkeys() else None,
        provider=provider_name(request),
        bindings=await app.database.read(app.openid.of, visitor.id),
        bots=await app.database.read(app.bots.of, visitor.id),
        device=device_name(request),
        wrong=said,
        what=what,
    )
    status = status_of(wrong) if isinstance(wrong, ServiceError) else 200
    return _private(show(request, page, status=status))


async def act(request: Request) -> Response:
    """Do what a form of the account's page says."""
    fields = text_of(await request.form())
    what = fields.get("do", "")
    try:
        done = await _act(request, await _required(request), what, fields)
    except NotYours as error:
        if await _account(request) is None:
            return RedirectResponse("/sign-in?back=/account", 303)
        return await account_page_with(request, error, what)
    except ServiceError as error:
        return await account_page_with(request, error, what)
    return done if isinstance(done, Response) else _private(show(request, done))


async def _act(
    request: Request, visitor: Visitor, what: str, fields: Mapping[str, str]
) -> Response | PageView:
    app, token = app_of(request), _token(request)
    match what:
        case "end":
            await app.database.write(app.accounts.end_device, visitor.id, fields.get("device", ""))
        case "end-others":
            await app.database.write(app.accounts.end_others, visitor.id, token)
        case "password":
            await require_password(request, visitor, fields.get("password", ""))
            check_password(fields.get("new", ""), visitor.name)
            hashed = await app.passwords.hashed(fields.get("new", ""))
            await app.database.write(app.accounts.set_password, visitor.id, hashed, token)
        case "codes":
            await require_password(request, visitor, fields.get("password", ""))
            codes = await app.database.write(app.accounts.renew_codes, visitor.id)
            return codes_page(codes, "/account")
        case "passkey-name":
            key, name = fields.get("key", ""), fields.get("name", "")
            await app.database.write(app.passkeys.rename, visitor.id, key, name)
        case "passkey-remove":
            await app.database.write(app.passkeys.remove, visitor.id, fields.get("key", ""))
        case "openid-bind":
            await require_password(request, visitor, fields.get("password", ""))
            return await leave_for_provider(request, player_id=visitor.id, back="/account#openid")
        case "openid-unbind":
            await app.database.write(app.openid.unbind, visitor.id, fields.get("subject", ""))
        case "bot-make" | "bot-renew":
            await require_password(request, visitor, fields.get("password", ""))
            give = app.bots.make if what == "bot-make" else app.bots.renew
            given = await app.database.write(give, visitor.id, fields.get("name", ""))
            return BotTokenPage(
                given.name, given.token, app.settings.public or str(request.base_url).rstrip("/")
            )
        case "bot-end":
            app.running.sign_again(await app.database.write(app.bots.end, visitor.id, fields.get("name", "")))
        case "bot-let" | "bot-bar":
            name, is_let = fields.get("name", ""), what == "bot-let"
            await app.database.write(app.bots.let_among_people, visitor.id, name, is_let=is_let)
        case "unblock":
            await app.database.write(app.account_safety.unblock, visitor.id, fields.get("name", ""))
        case "delete":
            await require_password(request, visitor, fields.get("password", ""))
            if "sure" not in fields:
                raise BadTerms("sure", _TICK)
            return await _delete(request, visitor)
        case _:
            raise BadTerms("do", _UNKNOWN)
    app.running.sign_again(visitor.id)
    return RedirectResponse("/account", 303)


async def _delete(request: Request, visitor: Visitor) -> Response:
    """Remove an account: its games are left first, so that nobody waits for a player who is gone."""
    app = app_of(request)
    for live in await app.database.write(app.account_data.leave_games, visitor.id):
        app.running.changed(live)
    while await app.database.write(app.account_data.forget_some, visitor.id):
        pass  # in between others write
    await app.database.write(app.account_data.delete, visitor.id)
    app.running.sign_again(visitor.id)
    response = RedirectResponse("/", 303)
    forget_token(request, response)
    return response


async def export(request: Request) -> Response:
    """Give somebody all that is kept of them."""
    app, visitor = app_of(request), await _account(request)
    if visitor is None:
        return RedirectResponse("/sign-in?back=/account", 303)
    packed = await app.database.read(app.account_data.export, visitor.id, language(request))
    headers = {"Content-Disposition": 'attachment; filename="damiera-account.zip"'}
    return _private(Response(packed, media_type="application/zip", headers=headers))


async def _account(request: Request) -> Visitor | None:
    """Return who is signed in; None for guests and strangers."""
    visitor = await known_visitor(request)
    return visitor if visitor is not None and visitor.has_account else None


async def _required(request: Request) -> Visitor:
    visitor = await _account(request)
    if visitor is None:
        raise NotYours(_SIGN_IN)
    return visitor


def _sends_mail(request: Request) -> bool:
    return app_of(request).settings.mail is not None


def _token(request: Request) -> str:
    return request.cookies.get(COOKIE, "")


def _back(request: Request, fields: Mapping[str, str]) -> str:
    """Return where to go on: a page of ours."""
    return local_path(fields.get("back") or request.query_params.get("back") or "/")


def _private(response: Response) -> Response:
    """Keep out of every memory what is shown once."""
    response.headers["Cache-Control"] = "no-store"
    return response


ROUTES: list[BaseRoute] = [
    Route("/register", ask_register),
    Route("/register", register, methods=["POST"]),
    Route("/sign-in", ask_sign_in),
    Route("/sign-in", sign_in, methods=["POST"]),
    Route("/recover", ask_recover),
    Route("/recover", recover, methods=["POST"]),
    Route("/sign-out", sign_out, methods=["POST"]),
    Route("/account", account),
    Route("/account", act, methods=["POST"]),
    Route("/account/export", export),
]

"""The pages of coming in, and of one's own account."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

import msgspec

from damiera.messages import Lang, Message, long_date, short_date, translations
from damiera.records.openid import OpenIdBindingRecord
from damiera.records.passkeys import PasskeyRecord
from damiera.service.accounts import AccountFacts, AccountRole, DeviceFacts
from damiera.service.bots import BotFacts
from damiera.service.names import show_code
from damiera.web.common.pages import PageView

__all__ = [
    "ROLE_NAMES",
    "AccountPage",
    "BotTokenPage",
    "OpenIdFirstPage",
    "OpenIdLeavingPage",
    "RecoverPage",
    "RecoveryCodesPage",
    "RegisterPage",
    "SignInPage",
    "account_page",
    "codes_page",
]

ROLE_NAMES: dict[AccountRole, Message] = {
    "player": Message("Player"),
    "arbiter": Message("Arbiter"),
    "admin": Message("Admin"),
}
_MINUTE_MS = 60_000
_NOW_MS = 15 * _MINUTE_MS


class RegisterPage(PageView, frozen=True):
    """The form of a new account.

    Attributes:
        back: where to go on afterwards.
        is_guest: the browser may hold games, which will be the account's.
        wrong: what is refused, and in which `field`; empty where nothing is.
    """

    template: ClassVar[str] = "people/register.html"
    back: str
    name: str
    is_guest: bool
    wrong: str = ""
    field: str = ""


class SignInPage(PageView, frozen=True):
    """The form for a name and a password; `guest` is who the browser is now, empty for nobody.

    `has_passkeys`: whether this server knows them; `provider`: by whom else people come in, empty for nobody.
    """

    template: ClassVar[str] = "people/sign_in.html"
    back: str
    name: str
    guest: str
    has_passkeys: bool
    provider: str
    wrong: str = ""


class RecoverPage(PageView, frozen=True):
    """The form for a recovery code and a new password; `sends_mail`: a link can be mailed instead."""

    template: ClassVar[str] = "people/recover.html"
    sends_mail: bool
    name: str = ""
    code: str = ""
    wrong: str = ""


class RecoveryCodesPage(PageView, frozen=True):
    """Recovery codes, shown this once, and where to go on."""

    template: ClassVar[str] = "people/codes.html"
    codes: tuple[str, ...]
    back: str


class BotTokenPage(PageView, frozen=True):
    """The token of a bot, shown this once; `site` is where the server is."""

    template: ClassVar[str] = "people/bot_token.html"
    name: str
    token: str
    site: str


class BotRow(msgspec.Struct, frozen=True):
    """A bot. `owner` is empty where that is the reader; `seen` where it never was, or has no token."""

    name: str
    owner: str
    among_people: bool
    plays: bool
    seen: str


class DeviceRow(msgspec.Struct, frozen=True):
    """A device on which somebody is signed in; `here` is the one that reads this."""

    id: str
    name: str
    since: str
    seen: str
    here: bool


class PasskeyRow(msgspec.Struct, frozen=True):
    """A passkey; `used` is empty where it never was."""

    id: str
    name: str
    since: str
    used: str


class BindingRow(msgspec.Struct, frozen=True):
    """As whom somebody comes in by an identity provider; `used` is empty where they never did."""

    subject: str
    name: str
    since: str
    used: str


class OpenIdLeavingPage(PageView, frozen=True):
    """The page that leads on to an identity provider."""

    template: ClassVar[str] = "people/openid_leaving.html"
    provider: str
    address: str


class OpenIdFirstPage(PageView, frozen=True):
    """What is asked of somebody who comes in by a provider for the first time: how they are called here.

    Attributes:
        key: by which the server knows them.
        wrong: what is refused; empty where nothing is.
    """

    template: ClassVar[str] = "people/openid_first.html"
    provider: str
    key: str
    name: str
    is_guest: bool
    wrong: str = ""


class AccountPage(PageView, frozen=True):
    """One's own account.

    Attributes:
        since: when it was made.
        codes: how many recovery codes are left.
        blocked: the names of those who are kept away.
        unfinished: how many games are not over.
        sends_mail, has_passkeys: whether this server sends mail, and knows passkeys.
        has_password: whether the account has one.
        provider: by whom people come in too, empty for nobody; `bindings` is as whom its owner does.
        bots: the reader's; an admin's page has everybody's.
        device: what this browser says it is.
        wrong: what was refused; `what` is the form it belongs to.
    """

    template: ClassVar[str] = "people/account.html"
    name: str
    role: str
    is_admin: bool
    since: str
    codes: int
    devices: tuple[DeviceRow, ...]
    blocked: tuple[str, ...]
    unfinished: int
    sends_mail: bool
    has_passkeys: bool
    passkeys: tuple[PasskeyRow, ...]
    has_password: bool
    provider: str
    bindings: tuple[BindingRow, ...]
    bots: tuple[BotRow, ...]
    device: str
    wrong: str = ""
    what: str = ""


def codes_page(codes: Sequence[str], back: str) -> RecoveryCodesPage:
    """Return the page of codes that were just made."""
    return RecoveryCodesPage(tuple(show_code(code) for code in codes), back)


def account_page(
    facts: AccountFacts,
    blocked: Sequence[str],
    unfinished: int,
    lang: Lang,
    now_ms: int,
    *,
    sends_mail: bool,
    passkeys: Sequence[PasskeyRecord] | None,
    provider: str,
    bindings: Sequence[OpenIdBindingRecord],
    bots: Sequence[BotFacts],
    device: str,
    wrong: str = "",
    what: str = "",
) -> AccountPage:
    """Return the page of an account, as its owner sees it now.

    Args:
        bots: those that the page shows.
        passkeys: None where this server knows none.
        provider: by whom people come in too; empty for nobody.
        device: what this browser says it is.
    """
    return AccountPage(
        name=facts.name,
        role=ROLE_NAMES[facts.role].text(lang),
        is_admin=facts.role == "admin",
        since=long_date(datetime.fromtimestamp(facts.since / 1000).date(), lang),
        codes=facts.codes,
        devices=tuple(_device(one, lang, now_ms) for one in facts.devices),
        blocked=tuple(blocked),
        unfinished=unfinished,
        sends_mail=sends_mail,
        has_passkeys=passkeys is not None,
        passkeys=tuple(_passkey(one, lang, now_ms) for one in passkeys or ()),
        has_password=facts.has_password,
        provider=provider,
        bindings=tuple(_binding(one, lang, now_ms) for one in bindings),
        bots=tuple(_bot(one, facts.name, lang, now_ms) for one in bots),
        device=device,
        wrong=wrong,
        what=what,
    )


def _device(device: DeviceFacts, lang: Lang, now_ms: int) -> DeviceRow:
    return DeviceRow(
        id=device.id,
        name=device.name or translations(lang).gettext("A device that does not say what it is"),
        since=short_date(datetime.fromtimestamp(device.since / 1000).date(), lang),
        seen=_ago(device.seen, lang, now_ms),
        here=device.here,
    )


def _passkey(record: PasskeyRecord, lang: Lang, now_ms: int) -> PasskeyRow:
    since = short_date(datetime.fromtimestamp(record.created_at / 1000).date(), lang)
    used = "" if record.used_at is None else _ago(record.used_at, lang, now_ms)
    return PasskeyRow(record.id, record.name, since, used)


def _binding(record: OpenIdBindingRecord, lang: Lang, now_ms: int) -> BindingRow:
    since = short_date(datetime.fromtimestamp(record.created_at / 1000).date(), lang)
    used = "" if record.used_at is None else _ago(record.used_at, lang, now_ms)
    return BindingRow(record.subject, record.name, since, used)


def _bot(bot: BotFacts, reader: str, lang: Lang, now_ms: int) -> BotRow:
    seen = "" if bot.seen is None else _ago(bot.seen, lang, now_ms)
    return BotRow(bot.name, "" if bot.owner == reader else bot.owner, bot.among_people, bot.plays, seen)


def _ago(at_ms: int, lang: Lang, now_ms: int) -> str:
    """Return when a device was last seen; it is noted every ten minutes only."""
    _ = translations(lang)
    if now_ms - at_ms < _NOW_MS:
        return _.gettext("just now")
    minutes = (now_ms - at_ms) // _MINUTE_MS
    if minutes < 60:
        return _.ngettext("{n} minute ago", "{n} minutes ago", minutes).format(n=minutes)
    if minutes < 48 * 60:
        hours = minutes // 60
        return _.ngettext("{n} hour ago", "{n} hours ago", hours).format(n=hours)
    return short_date(datetime.fromtimestamp(at_ms / 1000).date(), lang)

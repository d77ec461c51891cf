"""Accounts: registering, coming in on several devices, recovery codes, leaving for good.

An account is a player with a name of their own and a password. Whoever registers stays the player they were
as a guest, so all their games are theirs on every device; at home nobody needs one. What is secret is kept as
hashes only, and is shown once. A password's hash is made and checked by the caller, outside of transactions.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final, Literal, cast, get_args

import msgspec

from damiera.messages import Message
from damiera.records.people import AccountRecord
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct, ServiceError
from damiera.service.identity import Visitor, token_hash
from damiera.service.names import ALPHABET, name_key, new_id, read_code
from damiera.service.passwords import NO_PASSWORD, account_name
from damiera.service.ports import ServerClock, StorePort, Transaction

__all__ = [
    "ROLES",
    "AccountFacts",
    "AccountRole",
    "Accounts",
    "Credentials",
    "DeviceFacts",
    "SignedIn",
    "come_in",
    "make_account",
    "password_mark",
]

AccountRole = Literal["player", "arbiter", "admin"]
ROLES: Final[tuple[AccountRole, ...]] = get_args(AccountRole)
CODES: Final = 8
CODE_LENGTH: Final = 12  # 60 random bits
LONGEST_DEVICE: Final = 80
MOST_LISTED: Final = 10_000
LATELY_MS: Final = 10 * 60_000

_TAKEN: Final = Message(
    "There is somebody called so, or so alike that one is taken for the other: choose another name."
)
_HAS_ONE: Final = Message("You have an account already: sign out first.")
_WRONG: Final = Message(
    "The name and the password do not belong together: check both. Whoever forgot theirs has recovery codes."
)
_WRONG_CODE: Final = Message("This recovery code is not of this name, or was used before: each is good once.")
_USED_LINK: Final = Message("This link was used, or the password has changed since: ask for another.")
_NO_ACCOUNT: Final = Message("There is no account called {name}.")
_NO_DEVICE: Final = Message("This device is not signed in any more.")
_NO_ROLE: Final = Message("There is no role {role}: choose one of {roles}.")
_IS_BOT: Final = Message("This account is a bot's: it plays by its token, and nobody signs in as it.")
_SIGN_IN: Final = Message("Sign in first: this belongs to an account.")
_COME_AGAIN: Final = Message(
    "You have no password here: sign out, come in again, and do this within ten minutes."
)


class Credentials(msgspec.Struct, frozen=True):
    """Whose a name is, and the hash that their password must fit; both None for a name of nobody."""

    player_id: str | None
    password: str | None


class SignedIn(msgspec.Struct, frozen=True):
    """Somebody who came in: the token that their device must keep, and codes to be shown this once.

    Attributes:
        games: those of a guest that became theirs.
        before: the player that the device was before; None if it was theirs already, or nobody's.
    """

    visitor: Visitor
    token: str
    codes: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    before: str | None = None


class DeviceFacts(msgspec.Struct, frozen=True):
    """A device on which somebody is signed in; `here` is the one that asks. Times in ms since 1970."""

    id: str
    name: str
    since: int
    seen: int
    here: bool


class AccountFacts(msgspec.Struct, frozen=True):
    """An account as its owner sees it: `codes` is how many recovery codes are left."""

    name: str
    role: AccountRole
    since: int
    codes: int
    devices: tuple[DeviceFacts, ...]
    has_password: bool = True


class Accounts:
    """The use cases of people with accounts."""

    def __init__(self, store: StorePort, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock

    # ---------------------------------------------------------------------------------------- coming in

    def check_free(self, name: str) -> str:
        """Return a name as an account would have it, if nobody has one like it. Raises `BadTerms`."""
        tidy = account_name(name)
        with self._store.read() as work:
            _require_free(work, tidy)
        return tidy

    def register(self, token: str | None, name: str, password: str, *, device: str = "") -> SignedIn:
        """Make an account of whoever holds a token, who keeps their games; of nobody, a new player.

        Args:
            password: the hash of it.
            device: what the device says it is.
        Raises:
            BadTerms: if the name cannot be had.
            RefusedAct: to who has an account already.
        """
        tidy = account_name(name)
        with self._store.write() as work:
            return make_account(work, token, tidy, password, device, self._clock.now_ms())

    def credentials(self, name: str) -> Credentials:
        """Return what a password is checked against; of nobody for a name that nobody has."""
        with self._store.read() as work:
            found = work.accounts.by_key(_key_to_find(name))
        return Credentials(found.player_id, found.password) if found else Credentials(None, None)

    def credentials_of(self, player_id: str) -> Credentials:
        """Return what the password of somebody who is signed in is checked against."""
        with self._store.read() as work:
            found = work.accounts.get(player_id)
        return Credentials(found.player_id, found.password) if found else Credentials(None, None)

    def sign_in(
        self, found: Credentials, token: str | None, *, device: str = "", take_along: bool = False
    ) -> SignedIn:
        """Let somebody in whose password was found to fit.

        Args:
            found: what it was checked against; it must not have changed since.
            token: what the device held before; a guest's is worth nothing any more.
            take_along: give the account what is that guest's: seats, the archive, studies, what was learned.
        Raises:
            NotYours: if there is no such account, or its password has changed.
        """
        now, fresh = self._clock.now_ms(), secrets.token_urlsafe(32)
        with self._store.write() as work:
            account = work.accounts.get(found.player_id) if found.player_id else None
            if account is None or account.password != found.password:
                raise NotYours(_WRONG)
            return come_in(work, account, token, fresh, device, now, take_along)

    def refuse(self) -> ServiceError:
        """Return what is said to whoever gave a wrong password, or the name of nobody."""
        return NotYours(_WRONG)

    def recover(
        self, name: str, code: str, password: str, token: str | None, *, device: str = ""
    ) -> SignedIn:
        """Let somebody in by a recovery code, which is used up, and give them a new password.

        All their other devices are signed out.

        Args:
            password: the hash of the new one.
        Raises:
            NotYours: if the code is not of this name, or was used.
        """
        now, fresh = self._clock.now_ms(), secrets.token_urlsafe(32)
        with self._store.write() as work:
            account = work.accounts.by_key(_key_to_find(name))
            if account is None or not work.accounts.use_code(account.player_id, _code_hash(code)):
                raise NotYours(_WRONG_CODE)
            work.accounts.set_password(account.player_id, password)
            work.accounts.end_sessions(account.player_id)
            return come_in(work, account, token, fresh, device, now, take_along=False)

    def recover_by_mail(
        self, player_id: str, mark: str, password: str, token: str | None, *, device: str = ""
    ) -> SignedIn:
        """Let somebody in who has opened a link that was mailed to them, with a new password.

        All their other devices are signed out. Afterwards the link is worth nothing.

        Args:
            mark: of the password that was kept when the link was written (`password_mark`).
            password: the hash of the new one.
        Raises:
            NotYours: if the account is gone, or has another password by now.
        """
        fresh = secrets.token_urlsafe(32)
        with self._store.write() as work:
            account = work.accounts.get(player_id)
            if account is None or password_mark(account.password) != mark:
                raise NotYours(_USED_LINK)
            work.accounts.set_password(account.player_id, password)
            work.accounts.end_sessions(account.player_id)
            return come_in(work, account, token, fresh, device, self._clock.now_ms(), take_along=False)

    # ---------------------------------------------------------------------------------------- being in

    def facts(self, player_id: str, token: str) -> AccountFacts:
        """Return an account with its devices. Raises `NotYours` without one."""
        with self._store.read() as work:
            account = _required(work, player_id)
            devices = work.accounts.sessions(player_id)
            codes = work.accounts.codes_left(player_id)
        here = token_hash(token)
        shown = tuple(
            DeviceFacts(
                _short(one.token_hash),
                one.device,
                one.created_at,
                one.seen_at or one.created_at,
                one.token_hash == here,
            )
            for one in devices
        )
        role, has_password = cast(AccountRole, account.role), account.password != NO_PASSWORD
        return AccountFacts(account.name, role, account.since, codes, shown, has_password)

    def require_lately(self, player_id: str, token: str) -> None:
        """Refuse a device on which somebody without a password has been signed in for long.

        Raises:
            RefusedAct: if they did not come in within the last ten minutes.
        """
        with self._store.read() as work:
            here = token_hash(token)
            found = next((one for one in work.accounts.sessions(player_id) if one.token_hash == here), None)
        if found is None or self._clock.now_ms() - found.created_at > LATELY_MS:
            raise RefusedAct(_COME_AGAIN)

    def seen(self, token: str, device: str) -> None:
        """Note that a device was heard of just now."""
        with self._store.write() as work:
            work.accounts.seen(token_hash(token), device=device[:LONGEST_DEVICE], at=self._clock.now_ms())

    def end_device(self, player_id: str, device: str) -> None:
        """Sign one of somebody's devices out. Raises `NotFound` if it is not one of them."""
        with self._store.write() as work:
            for one in work.accounts.sessions(player_id):
                if _short(one.token_hash) == device:
                    work.players.close_session(one.token_hash)
                    return
        raise NotFound(device, _NO_DEVICE)

    def end_others(self, player_id: str, token: str) -> int:
        """Sign all devices of somebody out but the one that asks; return how many there were."""
        with self._store.write() as work:
            _required(work, player_id)
            return work.accounts.end_sessions(player_id, keep=token_hash(token))

    def set_password(self, player_id: str, password: str, token: str) -> None:
        """Keep the hash of a new password; all other devices are signed out. Raises `NotYours`."""
        with self._store.write() as work:
            _required(work, player_id)
            work.accounts.set_password(player_id, password)
            work.accounts.end_sessions(player_id, keep=token_hash(token))

    def renew_codes(self, player_id: str) -> tuple[str, ...]:
        """Give somebody other recovery codes; those they had open nothing any more. Raises `NotYours`."""
        with self._store.write() as work:
            _required(work, player_id)
            return _new_codes(work, player_id, CODES)

    def role(self, player_id: str | None) -> AccountRole | None:
        """Return what somebody may do here; None for guests and strangers."""
        if player_id is None:
            return None
        with self._store.read() as work:
            found = work.accounts.get(player_id)
        return cast(AccountRole, found.role) if found else None

    # ------------------------------------------------------------------------------------ running a club

    def everybody(self) -> Sequence[AccountRecord]:
        """Return the accounts, by name."""
        with self._store.read() as work:
            return work.accounts.all(limit=MOST_LISTED)

    def called(self, name: str) -> AccountRecord:
        """Return the account of this name, however it is written. Raises `NotFound`."""
        with self._store.read() as work:
            return _named(work, name)

    def add(self, name: str, role: str = "player") -> tuple[AccountRecord, str]:
        """Make an account that only its one recovery code opens; return it with the code.

        Raises:
            BadTerms: if the name cannot be had, or there is no such role.
        """
        tidy, now, id = account_name(name), self._clock.now_ms(), new_id()
        with self._store.write() as work:
            _require_free(work, tidy)
            work.players.add(id=id, name=tidy, at=now)
            made = AccountRecord(id, tidy, name_key(tidy), NO_PASSWORD, _role(role), now)
            if not work.accounts.add(made):
                raise BadTerms("name", _TAKEN)
            return made, _new_codes(work, id, 1)[0]

    def set_role(self, name: str, role: str) -> AccountRecord:
        """Give somebody a role. Raises `NotFound`, `BadTerms`."""
        with self._store.write() as work:
            found = _named(work, name)
            work.accounts.set_role(found.player_id, _role(role))
        return found

    def reset(self, name: str) -> str:
        """Let only one new recovery code open an account, which is returned; all devices are signed out.

        Raises:
            NotFound: if nobody is called so.
        """
        with self._store.write() as work:
            found = _named(work, name)
            work.accounts.set_password(found.player_id, NO_PASSWORD)
            work.accounts.end_sessions(found.player_id)
            return _new_codes(work, found.player_id, 1)[0]


def password_mark(password: str) -> str:
    """Return what tells a kept password from any other, and opens nothing.

    >>> password_mark("$argon2id$one") == password_mark("$argon2id$two")
    False
    """
    return hashlib.sha256(f"mark {password}".encode()).hexdigest()[:20]


def make_account(
    work: Transaction, token: str | None, name: str, password: str, device: str, now: int
) -> SignedIn:
    """Make an account of whoever holds a token, and open a session of it: as `Accounts.register` says.

    Args:
        name: as accounts may be called (`account_name`).
        password: the hash of it, or what no password fits.
    """
    _require_free(work, name)
    known = work.players.of_session(token_hash(token)) if token else None
    if known is not None and known.role is not None:
        raise RefusedAct(_HAS_ONE)
    id, fresh = known.id if known is not None else new_id(), secrets.token_urlsafe(32)
    if known is None:
        work.players.add(id=id, name=name, at=now)
    else:
        work.players.rename(id, name)
    if not work.accounts.add(AccountRecord(id, name, name_key(name), password, "player", now)):
        raise BadTerms("name", _TAKEN)
    work.accounts.end_sessions(id)  # a token that others may have seen is worth nothing now
    _open(work, id, fresh, device, now)
    return SignedIn(Visitor(id, name, has_account=True), fresh, _new_codes(work, id, CODES))


def come_in(
    work: Transaction,
    account: AccountRecord,
    token: str | None,
    fresh: str,
    device: str,
    now: int,
    take_along: bool,
) -> SignedIn:
    """Open a session of an account in place of what the device held, whose owner has proved who they are.

    Args:
        token: what the device held; `fresh` is what it is to hold.
        take_along: as in `Accounts.sign_in`.
    Raises:
        NotYours: if the account is a program's.
    """
    if work.bots.get(account.player_id) is not None:
        raise NotYours(_IS_BOT)
    before = work.players.of_session(token_hash(token)) if token else None
    games: Sequence[str] = ()
    if before is not None and before.role is None and take_along:
        games, archived = work.accounts.hand_over(before.id, account.player_id, account.name)
        work.vacations.hand_over(before.id, account.player_id)
        for id in (*games, *archived):
            work.explorer.forget(id)  # they are counted anew, as the account's
    if token:
        work.players.close_session(token_hash(token))
    _open(work, account.player_id, fresh, device, now)
    visitor = Visitor(account.player_id, account.name, has_account=True)
    other = before.id if before is not None and before.id != account.player_id else None
    return SignedIn(visitor, fresh, games=tuple(games), before=other)


def _open(work: Transaction, player_id: str, token: str, device: str, now: int) -> None:
    work.players.open_session(
        token_hash=token_hash(token), player_id=player_id, at=now, device=device[:LONGEST_DEVICE]
    )


def _require_free(work: Transaction, name: str) -> None:
    if work.accounts.by_key(name_key(name)) is not None:
        raise BadTerms("name", _TAKEN)


def _required(work: Transaction, player_id: str) -> AccountRecord:
    account = work.accounts.get(player_id)
    if account is None:
        raise NotYours(_SIGN_IN)
    return account


def _named(work: Transaction, name: str) -> AccountRecord:
    found = work.accounts.by_key(_key_to_find(name))
    if found is None:
        raise NotFound(name, _NO_ACCOUNT.format(name=name[:60]))
    return found


def _key_to_find(name: str) -> str:
    """Return the key to look for; what is longer than any name finds nobody, at no cost."""
    return name_key(name[:400])


def _role(role: str) -> AccountRole:
    if role not in ROLES:
        raise BadTerms("role", _NO_ROLE.format(role=role[:20], roles=", ".join(ROLES)))
    return role


def _new_codes(work: Transaction, player_id: str, count: int) -> tuple[str, ...]:
    codes = tuple("".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH)) for _ in range(count))
    work.accounts.set_codes(player_id, [_code_hash(code) for code in codes])
    return codes


def _code_hash(code: str) -> str:
    return hashlib.sha256(f"recovery {read_code(code[:100])}".encode()).hexdigest()


def _short(hashed: str) -> str:
    """Return a name for a session that opens nothing."""
    return hashed[:16]

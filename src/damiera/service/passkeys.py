"""Passkeys (W3C Web Authentication): coming in by what unlocks one's device, without name or password.

The device makes a pair of keys and keeps the secret one; we keep the public one. What it signs is asked for
once, for a few minutes, for this server's address alone, and only where its owner was recognised.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Final

import msgspec

from damiera.messages import Message
from damiera.records.passkeys import PasskeyRecord
from damiera.service.accounts import SignedIn, come_in
from damiera.service.errors import NotFound, NotYours, RefusedAct
from damiera.service.identity import clean_name
from damiera.service.openid import has_other_way
from damiera.service.ports import ServerClock, StorePort, Transaction

__all__ = ["PasskeySite", "Passkeys", "has_passkeys"]

_MINUTES_MS: Final = 5 * 60_000
_MOST: Final = 20
_LONGEST_ID: Final = 1400

_SIGN_IN: Final = Message("Sign in first: this belongs to an account.")
_UNKNOWN_KEY: Final = Message(
    "This passkey opens nothing here: sign in otherwise, and add it on your account's page."
)
_NOT_PROVED: Final = Message("The passkey could not be checked: try again.")
_MANY: Final = Message("You have {n} passkeys: take one away first.")
_TWICE: Final = Message("This passkey is known already.")
_ONLY_WAY: Final = Message("You come in by this alone: choose a password or add a passkey first.")
_NO_KEY: Final = Message("This passkey is not here any more.")


def has_passkeys() -> bool:
    """Tell whether the library that checks passkeys is installed."""
    return find_spec("webauthn") is not None


class PasskeySite(msgspec.Struct, frozen=True):
    """For which server a passkey is: `id` is its host, `origin` its address as browsers name it."""

    id: str
    origin: str


class Passkeys:
    """The use cases of passkeys. What goes to the browser, and comes from there, is JSON as text.

    Args:
        issuer: the identity provider by which people come in too; empty for none.
    """

    def __init__(self, store: StorePort, clock: ServerClock, issuer: str = "") -> None:
        self._store = store
        self._clock = clock
        self._issuer = issuer

    def ask_to_add(self, player_id: str, site: PasskeySite) -> str:
        """Return what the browser of somebody is asked for a new key.

        Raises:
            NotYours: without an account.
            RefusedAct: if they have very many.
        """
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        challenge = secrets.token_bytes(32)
        with self._store.write() as work:
            account = work.accounts.get(player_id)
            if account is None:
                raise NotYours(_SIGN_IN)
            known = work.passkeys.of_player(player_id)
            if len(known) >= _MOST:
                raise RefusedAct(_MANY.format(n=len(known)))
            self._note(work, challenge, player_id)
        asked = generate_registration_options(
            rp_id=site.id,
            rp_name="Damiera",
            user_id=player_id.encode(),
            user_name=account.name,
            challenge=challenge,
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in known
            ],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
        )
        return options_to_json(asked)

    def add(self, player_id: str, answer: Mapping[str, Any], site: PasskeySite, name: str) -> PasskeyRecord:
        """Keep a new key of somebody.

        Args:
            answer: what the browser said.
        Raises:
            NotYours: without an account, or if the answer is not to what was asked of them.
            RefusedAct: if the key is known.
            BadTerms: if it cannot be called so.
        """
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url
        from webauthn.helpers.exceptions import WebAuthnException

        called, now = clean_name(name), self._clock.now_ms()
        challenge = self._taken(answer, player_id)
        try:
            made = verify_registration_response(
                credential=dict(answer),
                expected_challenge=challenge,
                expected_rp_id=site.id,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise NotYours(_NOT_PROVED) from None
        id, public = bytes_to_base64url(made.credential_id), bytes_to_base64url(made.credential_public_key)
        record = PasskeyRecord(id, player_id, public, made.sign_count, called, now)
        with self._store.write() as work:
            if work.accounts.get(player_id) is None:
                raise NotYours(_SIGN_IN)
            if len(id) > _LONGEST_ID or not work.passkeys.add(record):
                raise RefusedAct(_TWICE)
        return record

    def ask_to_come_in(self, site: PasskeySite) -> str:
        """Return what any browser is asked that would come in; it tells nothing of any account."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        challenge = secrets.token_bytes(32)
        with self._store.write() as work:
            self._note(work, challenge, "")
        asked = generate_authentication_options(
            rp_id=site.id, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
        )
        return options_to_json(asked)

    def come_in(
        self,
        answer: Mapping[str, Any],
        site: PasskeySite,
        token: str | None,
        *,
        device: str = "",
        take_along: bool = False,
    ) -> SignedIn:
        """Let somebody in by a key.

        Args:
            answer: what the browser said.
            token, device, take_along: as in `Accounts.sign_in`.
        Raises:
            NotYours: if the key opens nothing here, or the answer is not to what was asked.
        """
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.exceptions import WebAuthnException

        challenge, now = self._taken(answer, ""), self._clock.now_ms()
        fresh, id = secrets.token_urlsafe(32), answer.get("id")
        with self._store.write() as work:
            key = (
                work.passkeys.get(id.rstrip("=")) if isinstance(id, str) and len(id) <= _LONGEST_ID else None
            )
            account = work.accounts.get(key.player_id) if key else None
            if key is None or account is None:
                raise NotYours(_UNKNOWN_KEY)
            try:
                found = verify_authentication_response(
                    credential=dict(answer),
                    expected_challenge=challenge,
                    expected_rp_id=site.id,
                    expected_origin=site.origin,
                    credential_public_key=base64url_to_bytes(key.public_key),
                    credential_current_sign_count=key.sign_count,
                    require_user_verification=True,
                )
            except (WebAuthnException, ValueError, KeyError, TypeError):
                raise NotYours(_NOT_PROVED) from None
            work.passkeys.used(key.id, sign_count=found.new_sign_count, at=now)
            return come_in(work, account, token, fresh, device, now, take_along)

    def of(self, player_id: str) -> Sequence[PasskeyRecord]:
        """Return somebody's keys, the oldest first."""
        with self._store.read() as work:
            return work.passkeys.of_player(player_id)

    def rename(self, player_id: str, id: str, name: str) -> None:
        """Call one of somebody's keys otherwise. Raises `NotFound`, `BadTerms`."""
        called = clean_name(name)
        with self._store.write() as work:
            work.passkeys.rename(_mine(work, player_id, id), called)

    def remove(self, player_id: str, id: str) -> None:
        """Let one of somebody's keys open nothing any more.

        Raises:
            NotFound: if it is none of theirs.
            RefusedAct: if they would have no way in left but recovery codes.
        """
        with self._store.write() as work:
            key, account = _mine(work, player_id, id), work.accounts.get(player_id)
            if account and not has_other_way(work, account, issuer=self._issuer, passkeys_but=key):
                raise RefusedAct(_ONLY_WAY)
            work.passkeys.remove(key)

    def _note(self, work: Transaction, challenge: bytes, purpose: str) -> None:
        from webauthn.helpers import bytes_to_base64url

        now = self._clock.now_ms()
        work.passkeys.ask(bytes_to_base64url(challenge), purpose=purpose, until=now + _MINUTES_MS, now=now)

    def _taken(self, answer: Mapping[str, Any], purpose: str) -> bytes:
        """Return what an answer signs, if that was asked for this purpose and was not answered yet."""
        from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
        from webauthn.helpers.exceptions import WebAuthnException

        try:
            said = answer["response"]["clientDataJSON"]
            challenge: bytes = parse_client_data_json(base64url_to_bytes(said)).challenge
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise NotYours(_NOT_PROVED) from None
        with self._store.write() as work:
            asked = bytes_to_base64url(challenge)[:80]
            if not work.passkeys.answered(asked, purpose=purpose, now=self._clock.now_ms()):
                raise NotYours(_NOT_PROVED)
        return challenge


def _mine(work: Transaction, player_id: str, id: str) -> str:
    if not any(one.id == id for one in work.passkeys.of_player(player_id)):
        raise NotFound(id[:40], _NO_KEY)
    return id

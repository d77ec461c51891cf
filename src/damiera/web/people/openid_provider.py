"""An identity provider as this server speaks to it (OpenID Connect Core 1.0 and Discovery 1.0).

The authorization code flow with a proof key (RFC 7636) by Authlib; signatures by joserfc. All of it waits for
another computer, so it is done in threads of its own.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit

import msgspec

from damiera.decoding import converter
from damiera.messages import Message
from damiera.service.errors import NotYours, ServiceError
from damiera.service.openid import OpenIdPerson, OpenIdStart
from damiera.service.ports import ServerClock
from damiera.web.common.settings import OpenIdSettings

if TYPE_CHECKING:
    from authlib.integrations.requests_client import OAuth2Session
    from joserfc.jwk import KeySetSerialization
    from joserfc.jwt import Token

__all__ = ["RETURN_PATH", "OpenIdProvider", "ProviderAway"]

log = logging.getLogger("damiera.web")

RETURN_PATH: Final = "/sign-in/openid/back"
"""Where the provider sends people back to."""
ALGORITHMS: Final = (
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "ES512",
    "Ed25519",
)
"""By which a provider may sign. Nothing that the client's secret signs, and never nothing at all."""
PATIENCE_S: Final = 8.0
KNOWN_FOR_S: Final = 30.0
"""So long what a provider says of itself is not asked for again; whoever is sent there is answered then."""
AWAY_FOR_S: Final = 5.0
"""So long nobody waits again for a provider that did not answer."""
AT_ONCE: Final = 4
LEEWAY_S: Final = 60
"""By how much the clocks of two computers may differ."""
_WORDS: Final = 120

_AWAY: Final = Message("{name} does not answer now: try again in a while, or come in otherwise.")
_NOT_FOR_US: Final = Message(
    "{name} vouched for you to another program, not to this server: nobody was let in."
)
_TOO_OLD: Final = Message("What {name} says of you is too old: begin again.")
_NOT_PROVED: Final = Message("What {name} says of you could not be checked: nobody was let in.")
_NOT_TAKEN: Final = Message("{name} takes this sign-in no more: begin again.")


class ProviderAway(ServiceError):
    """A provider that does not answer, or not as it should."""

    code = "busy"


class _Facts(msgspec.Struct, frozen=True):
    """What a provider says of itself: OpenID Connect Discovery 1.0, section 3."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: list[str] | None = None


_facts_of = converter(_Facts)


class OpenIdProvider:
    """The provider by which people come in.

    Args:
        site: how everybody reaches this server.
    """

    def __init__(self, settings: OpenIdSettings, site: str, clock: ServerClock) -> None:
        self.issuer = settings.issuer
        self.name = settings.name or (urlsplit(settings.issuer).hostname or settings.issuer)
        self._settings = settings
        self._return_to = site + RETURN_PATH
        self._clock = clock
        self._lock = Lock()
        self._known: tuple[float, _Facts] | None = None
        self._keys: dict[str, object] | None = None
        self._failed_at = -math.inf
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="damiera-openid")

    async def address(self, start: OpenIdStart) -> str:
        """Return where a browser is to go for a sign-in. Raises `ProviderAway`."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._address, start)

    async def person(self, code: str, *, nonce: str, verifier: str) -> OpenIdPerson:
        """Return for whom the provider vouches by a code.

        Raises:
            ProviderAway: if it does not answer.
            NotYours: if the code is worth nothing, or what it says is not signed by it, for this server, for
                this sign-in and now.
        """
        ask = partial(self._person, code, nonce, verifier)
        return await asyncio.get_running_loop().run_in_executor(self._pool, ask)

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _address(self, start: OpenIdStart) -> str:
        found = self._facts()
        with self._session(found) as session:
            address, _ = session.create_authorization_url(
                found.authorization_endpoint,
                state=start.state,
                nonce=start.nonce,
                code_verifier=start.verifier,
            )
        return str(address)

    def _person(self, code: str, nonce: str, verifier: str) -> OpenIdPerson:
        found = self._facts()
        token = self._token(found, code, verifier)
        claims = self._claims(found, token, nonce)
        name = claims.get("preferred_username") or claims.get("name") or claims.get("nickname") or ""
        return OpenIdPerson(str(claims["sub"]), str(name))

    def _token(self, found: _Facts, code: str, verifier: str) -> dict[str, object]:
        from authlib.common.errors import AuthlibBaseError
        from requests import RequestException

        try:
            with self._session(found) as session:
                token = session.fetch_token(
                    found.token_endpoint,
                    grant_type="authorization_code",
                    code=code,
                    code_verifier=verifier,
                    timeout=PATIENCE_S,
                    allow_redirects=False,
                )
        except AuthlibBaseError as error:
            log.warning("%s refuses a sign-in: %s", self.issuer, _short(error))
            raise NotYours(self._said(_NOT_TAKEN)) from None
        except (RequestException, ValueError) as error:
            raise self._away(error) from None
        if not isinstance(token.get("id_token"), str):
            raise self._away("no id_token")
        return dict(token)

    def _claims(self, found: _Facts, token: dict[str, object], nonce: str) -> dict[str, object]:
        from authlib.oidc.core import CodeIDToken
        from joserfc.errors import ExpiredTokenError, InvalidClaimError, JoseError, MissingClaimError

        signed = self._signed(found, str(token["id_token"]))
        options = {
            "iss": {"essential": True, "value": self.issuer},
            "aud": {"essential": True, "value": self._settings.client_id},
            "sub": {"essential": True},
            "exp": {"essential": True},
            "iat": {"essential": True},
        }
        params = {
            "nonce": nonce,
            "client_id": self._settings.client_id,
            "access_token": token.get("access_token"),
        }
        claims = CodeIDToken(signed.claims, signed.header, options, params)
        try:
            claims.validate(now=self._clock.now_ms() // 1000, leeway=LEEWAY_S)
        except ExpiredTokenError as error:
            raise self._refused(_TOO_OLD, error) from None
        except (InvalidClaimError, MissingClaimError) as error:
            is_elsewhere = error.claim in ("aud", "azp", "iss")
            raise self._refused(_NOT_FOR_US if is_elsewhere else _NOT_PROVED, error) from None
        except (JoseError, ValueError, TypeError) as error:
            raise self._refused(_NOT_PROVED, error) from None
        return dict(claims)

    def _signed(self, found: _Facts, id_token: str) -> Token:
        """Return what a token says, if one of the provider's keys has signed it; it may have new ones."""
        from joserfc import jwt
        from joserfc.errors import JoseError
        from joserfc.jwk import KeySet

        known = self._keys
        for keys in (known, None):
            if keys is None:
                keys = self._keys = self._read(found.jwks_uri)
            try:
                known_keys = KeySet.import_key_set(cast("KeySetSerialization", keys))
                return jwt.decode(id_token, known_keys, algorithms=list(ALGORITHMS))
            except (JoseError, ValueError, TypeError, KeyError) as error:
                if keys is not known:
                    raise self._refused(_NOT_PROVED, error) from None
        raise AssertionError

    def _facts(self) -> _Facts:
        """Return what the provider says of itself; asked for again after half a minute."""
        with self._lock:
            if self._known is not None and time.monotonic() - self._known[0] < KNOWN_FOR_S:
                return self._known[1]
            if time.monotonic() - self._failed_at < AWAY_FOR_S:
                raise ProviderAway(self._said(_AWAY))
            self._failed_at = time.monotonic()  # until it has answered
            told = self._read(self.issuer.rstrip("/") + "/.well-known/openid-configuration")
            try:
                found = _facts_of(told)
            except msgspec.ValidationError as error:
                raise self._away(error) from None
            if found.issuer != self.issuer:
                raise self._away(f"it calls itself {_short(found.issuer)}")
            for address in (found.authorization_endpoint, found.token_endpoint, found.jwks_uri):
                if not is_safe(address):
                    raise self._away(f"one of its addresses is {_short(address)}")
            self._known, self._failed_at = (time.monotonic(), found), -math.inf
            return found

    def _read(self, address: str) -> dict[str, object]:
        import requests

        try:
            answer = requests.get(address, timeout=PATIENCE_S, allow_redirects=False)
            found = answer.json() if answer.status_code == 200 else None
        except (requests.RequestException, ValueError) as error:
            raise self._away(error) from None
        if not isinstance(found, dict):
            raise self._away(f"status {answer.status_code} at {address}")
        return found

    def _session(self, found: _Facts) -> OAuth2Session:
        from authlib.integrations.requests_client import OAuth2Session

        ways = found.token_endpoint_auth_methods_supported or ["client_secret_basic"]
        way = "client_secret_basic" if "client_secret_basic" in ways else "client_secret_post"
        return OAuth2Session(
            self._settings.client_id,
            self._settings.secret or None,
            token_endpoint_auth_method=way if self._settings.secret else "none",
            scope="openid profile",
            redirect_uri=self._return_to,
            code_challenge_method="S256",
        )

    def _away(self, why: object) -> ProviderAway:
        log.warning("%s cannot be asked who comes in: %s", self.issuer, _short(why))
        return ProviderAway(self._said(_AWAY))

    def _refused(self, message: Message, why: object) -> NotYours:
        log.warning("%s: a token is refused: %s", self.issuer, _short(why))
        return NotYours(self._said(message))

    def _said(self, message: Message) -> Message:
        return message.format(name=self.name)


def is_safe(address: object) -> bool:
    """Tell whether an address is one to which secrets may go: an encrypted line, or this computer itself.

    >>> is_safe("https://id.example"), is_safe("http://127.0.0.1:9000/a"), is_safe("http://id.example")
    (True, True, False)
    """
    if not isinstance(address, str):
        return False
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return False
    is_here = host in ("127.0.0.1", "::1", "localhost")
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and is_here))


def _short(what: object) -> str:
    """Return what is told in the log: one line, and never long."""
    return " ".join(f"{what}".split())[:_WORDS]

"""An identity provider for tests: OpenID Connect on this computer, with real keys; it can be made to lie."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode, urlsplit

if TYPE_CHECKING:
    from joserfc.jwk import ECKey, RSAKey

__all__ = ["CLIENT", "SECRET", "IdentityProvider", "Signer", "running_provider"]

CLIENT = "damiera-club"
SECRET = "a secret of two / sides & signs"

Signer = Callable[[dict[str, Any]], str]


@dataclass
class IdentityProvider:
    """What a provider knows and says.

    Attributes:
        who: as whom the next browser comes back, `sub` with further claims; empty: it is turned away.
        lie: what it changes in what it says of somebody before it signs.
        sign: how it signs; with its key if None.
        named: the issuer that it says it is, beside the address that it has.
        asked: what browsers brought, and `tokens` what was asked for tokens.
    """

    address: str
    who: dict[str, Any] = field(default_factory=lambda: {"sub": "7", "preferred_username": "anna"})
    lie: Callable[[dict[str, Any]], None] = lambda claims: None
    sign: Signer | None = None
    named: str = ""
    is_down: bool = False
    asked: list[dict[str, str]] = field(default_factory=list)
    tokens: list[dict[str, str]] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    @cached_property
    def key(self) -> RSAKey:
        """The key by which it signs."""
        from joserfc.jwk import RSAKey

        return RSAKey.generate_key(2048, {"kid": "first"})

    @cached_property
    def other(self) -> ECKey:
        """Another key that it publishes."""
        from joserfc.jwk import ECKey

        return ECKey.generate_key("P-256", {"kid": "other"})

    def renew_key(self) -> None:
        """Sign with another key from now on."""
        from joserfc.jwk import RSAKey

        self.key = RSAKey.generate_key(2048, {"kid": secrets.token_hex(4)})

    def facts(self) -> dict[str, Any]:
        return {
            "issuer": self.named or self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "jwks_uri": f"{self.address}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
        }

    def keys(self) -> dict[str, Any]:
        return {"keys": [self.key.as_dict(private=False), self.other.as_dict(private=False)]}

    def authorize(self, given: dict[str, str]) -> str:
        """Return where a browser is sent back to."""
        self.asked.append(given)
        if not self.who:
            back = {"error": "access_denied", "state": given["state"]}
        else:
            code = secrets.token_urlsafe(16)
            self.codes[code] = given
            back = {"code": code, "state": given["state"], "iss": self.address}
        return f"{given['redirect_uri']}?{urlencode(back)}"

    def token(self, given: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        """Return what a code is worth: once, to the client who can prove that it is theirs."""
        self.tokens.append(given)
        client = base64.b64decode(authorization.partition(" ")[2]).decode()
        asked = self.codes.pop(given.get("code", ""), None)
        if client != f"{CLIENT}:{SECRET}":
            return 401, {"error": "invalid_client"}
        made = hashlib.sha256(given.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(made).decode().rstrip("=")
        if asked is None or challenge != asked["code_challenge"]:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {
            "iss": self.address,
            "aud": CLIENT,
            "iat": now,
            "exp": now + 300,
            "nonce": asked["nonce"],
            **self.who,
        }
        self.lie(claims)
        signed = (self.sign or self._signed)(claims)
        return 200, {"access_token": "opens nothing", "token_type": "Bearer", "id_token": signed}

    def _signed(self, claims: dict[str, Any]) -> str:
        from joserfc import jwt

        return jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims, self.key)

    def signed_by_other(self, claims: dict[str, Any]) -> str:
        """Sign by the other of the keys that it publishes."""
        from joserfc import jwt

        return jwt.encode({"alg": "ES256", "kid": "other"}, claims, self.other)

    def signed_by_nobody(self, claims: dict[str, Any]) -> str:
        """Sign by a key that it does not have, under the name of one it has."""
        from joserfc import jwt
        from joserfc.jwk import RSAKey

        stranger = RSAKey.generate_key(2048)
        return jwt.encode({"alg": "RS256", "kid": "first"}, claims, stranger)

    def signed_by_secret(self, claims: dict[str, Any]) -> str:
        """Sign by the client's secret, which the client may have lost."""
        from joserfc import jwt
        from joserfc.jwk import OctKey

        key = OctKey.import_key(SECRET)
        return jwt.encode({"alg": "HS256"}, claims, key, algorithms=["HS256"])

    @staticmethod
    def unsigned(claims: dict[str, Any]) -> str:
        """Sign nothing."""
        parts = ({"alg": "none"}, claims)
        packed = [base64.urlsafe_b64encode(json.dumps(one).encode()).decode().rstrip("=") for one in parts]
        return ".".join([*packed, ""])


@contextmanager
def running_provider() -> Iterator[IdentityProvider]:
    """Let a provider listen for as long as the block lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if provider.is_down:
                self._answer(503, {})
            elif path == "/.well-known/openid-configuration":
                self._answer(200, provider.facts())
            elif path == "/keys":
                self._answer(200, provider.keys())
            else:
                self._answer(404, {})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            given = {name: values[0] for name, values in parse_qs(body).items()}
            if provider.is_down:
                self._answer(503, {})
            else:
                self._answer(*provider.token(given, self.headers.get("Authorization", "")))

        def _answer(self, status: int, body: dict[str, Any]) -> None:
            packed = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(packed)))
            self.end_headers()
            self.wfile.write(packed)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider = IdentityProvider(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


def brought(address: str) -> dict[str, str]:
    """Return what an address bears."""
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}

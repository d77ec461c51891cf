"""Web Push (RFC 8030, 8291, 8292): browsers that are told of what waits while no page of ours is open.

A browser's maker carries what is sent, encrypted so that only the browser can read it. The address that a
browser names is one of its maker's: any other is refused, since this server would be made to ask there.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Final
from urllib.parse import urlsplit

from damiera.messages import Lang, Message
from damiera.records.contacts import ContactRecord, PushDeviceRecord
from damiera.service.contacts import WAYS_OF, choices_of, encoded_choices
from damiera.service.errors import BadTerms, NotYours
from damiera.service.identity import token_hash
from damiera.service.ports import ServerClock, StorePort

__all__ = ["PushService", "PushUnsent", "has_push"]

SERVICES: Final = (
    "fcm.googleapis.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
"""Hosts of the makers of browsers; one that begins with a dot stands for all below it."""
_MOST: Final = 10
_LONGEST: Final = 1000
_DAY_S: Final = 86_400
_PATIENCE_S: Final = 10.0
_SECRET: Final = "vapid"

_SIGN_IN: Final = Message("Sign in first: this belongs to an account.")
_NO_SERVICE: Final = Message("This browser is told by a service that is not known here.")


class PushUnsent(Exception):
    """Something that a browser could not be told now; another try may do."""


def has_push() -> bool:
    """Tell whether the library that encrypts what browsers are told is installed."""
    return find_spec("pywebpush") is not None


class PushService:
    """The use cases of browsers that are told.

    Args:
        site: how everybody reaches this server: makers of browsers want to know who sends.
        post: sends what is encrypted, and returns the status; by HTTP if none is given.
    """

    def __init__(
        self,
        store: StorePort,
        clock: ServerClock,
        site: str,
        post: Callable[[PushDeviceRecord, str, str], int] | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._site = site
        self._post = post or self._posted
        self._key = ""

    def public_key(self) -> str:
        """Return the key by which browsers know that it is this server that tells; made once, and kept."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid02

        known = Vapid02.from_pem(self._private_key().encode())
        raw = known.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(raw).decode().rstrip("=")

    def tell(self, token: str, endpoint: str, public_key: str, secret: str, lang: Lang) -> None:
        """Tell a browser from now on, as long as it is signed in.

        Whoever had chosen nothing yet is told of all that can be.

        Args:
            token: of the browser's session.
            endpoint, public_key, secret: what the browser says.
        Raises:
            NotYours: if it is not signed in.
            BadTerms: if it is told by nobody whom we know.
        """
        _require_service(endpoint)
        if not (_is_key(public_key, 65) and _is_key(secret, 16)):
            raise BadTerms("keys", _NO_SERVICE)
        with self._store.write() as work:
            player = work.players.of_session(token_hash(token))
            if player is None or player.role is None:
                raise NotYours(_SIGN_IN)
            device = PushDeviceRecord(
                _hash(endpoint),
                player.id,
                token_hash(token),
                endpoint,
                public_key,
                secret,
                self._clock.now_ms(),
            )
            others = [one for one in work.push_devices.of_player(player.id) if one.endpoint != endpoint]
            for oldest in others[: max(0, len(others) - _MOST + 1)]:
                work.push_devices.remove(oldest.endpoint_hash)
            work.push_devices.keep(device)
            contact = work.contacts.get(player.id)
            chosen = choices_of(contact)
            if not any("push" in ways for ways in chosen.values()):
                told = {
                    kind: [way for way in WAYS_OF[kind] if way in ways or way == "push"]
                    for kind, ways in chosen.items()
                }
                kept = contact or ContactRecord(player.id, "", None, lang, "{}")
                work.contacts.keep(
                    ContactRecord(
                        kept.player_id, kept.address, kept.confirmed_at, kept.lang, encoded_choices(told)
                    )
                )

    def end(self, player_id: str, endpoint: str) -> None:
        """Tell one of somebody's browsers no more."""
        with self._store.write() as work:
            work.push_devices.remove(_hash(endpoint[:_LONGEST]), player_id)

    def devices(self, player_id: str) -> Sequence[PushDeviceRecord]:
        """Return the browsers of somebody that are told."""
        with self._store.read() as work:
            return work.push_devices.of_player(player_id)

    def send(self, devices: Sequence[PushDeviceRecord], text: str, address: str, key: str) -> list[str]:
        """Tell browsers something; return those that are gone, by the hash of their endpoints.

        Args:
            text: in a sentence. `address`: the page that is opened. `key`: replaces what was told under it.
        Raises:
            PushUnsent: if none could be told now.
        """
        payload = json.dumps({"text": text[:500], "address": address, "key": key}, ensure_ascii=False)
        gone, told, failures = list[str](), 0, list[str]()
        for device in devices:
            try:
                status = self._post(device, payload, self._private_key())
            except PushUnsent as error:
                failures.append(str(error))
                continue
            if status in (404, 410):
                gone.append(device.endpoint_hash)
            elif status < 300:
                told += 1
            else:
                failures.append(f"HTTP {status}")
        if failures and not told:
            raise PushUnsent(failures[0])
        return gone

    def forget(self, endpoint_hashes: Sequence[str]) -> None:
        """Tell browsers no more that are gone."""
        with self._store.write() as work:
            for one in endpoint_hashes:
                work.push_devices.remove(one)

    def prepare(self) -> None:
        """Make the key if there is none; it is written to the memory."""
        self._private_key()

    def _private_key(self) -> str:
        if not self._key:
            with self._store.read() as work:
                found = work.contacts.known_secret(_SECRET)
            if found is None:
                from py_vapid import Vapid02

                made = Vapid02()
                made.generate_keys()
                with self._store.write() as work:
                    found = work.contacts.secret(_SECRET, made.private_pem().decode())
            self._key = found
        return self._key

    def _posted(self, device: PushDeviceRecord, payload: str, key: str) -> int:
        """Encrypt and post; a service that leads elsewhere is not followed.

        What is told again under the same key takes the place of what still waits for the browser there.
        """
        import requests
        from py_vapid import Vapid02
        from pywebpush import WebPushException, webpush

        with requests.Session() as session:
            session.max_redirects = 0
            try:
                answer = webpush(
                    {
                        "endpoint": device.endpoint,
                        "keys": {"p256dh": device.public_key, "auth": device.secret},
                    },
                    payload,
                    vapid_private_key=Vapid02.from_pem(key.encode()),
                    vapid_claims={"sub": self._site},
                    ttl=_DAY_S,
                    headers={"Topic": _topic(json.loads(payload)["key"]), "Urgency": "normal"},
                    timeout=_PATIENCE_S,
                    requests_session=session,
                )
            except WebPushException as error:
                if error.response is None:
                    raise PushUnsent(type(error).__name__) from None
                return int(error.response.status_code)
            except (requests.RequestException, ValueError) as error:
                raise PushUnsent(type(error).__name__) from None
        return 201 if isinstance(answer, str) else int(answer.status_code)


def _require_service(endpoint: str) -> None:
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadTerms("endpoint", _NO_SERVICE) from None
    known = any(host == one or (one[0] == "." and host.endswith(one)) for one in SERVICES)
    plain = (
        endpoint.isascii() and endpoint.isprintable() and len(endpoint) <= _LONGEST and "\\" not in endpoint
    )
    if parts.scheme != "https" or not known or port not in (None, 443) or parts.username or not plain:
        raise BadTerms("endpoint", _NO_SERVICE)


def _topic(key: str) -> str:
    """Return a key as a service may see it: 32 signs of base64url (RFC 8030, 5.4), which tell nothing."""
    return base64.urlsafe_b64encode(hashlib.sha256(key.encode()).digest()[:24]).decode()


def _is_key(text: str, size: int) -> bool:
    """Tell whether a text is so many bytes in base64url."""
    try:
        return len(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)) == size
    except ValueError:
        return False


def _hash(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()

"""A device that makes passkeys, in software: what a browser would answer, right or wrong."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url

PRESENT, VERIFIED, NEW_KEY = 0x01, 0x04, 0x40


class Authenticator:
    """One device with one key."""

    def __init__(self, id: bytes = b"a key of sixteen") -> None:
        self.id = id
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.count = 0

    def made(
        self, asked: str, *, host: str = "localhost", origin: str, flags: int = VERIFIED
    ) -> dict[str, Any]:
        """Return the answer to options for a new key."""
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        of_key = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._data(host, flags | NEW_KEY) + of_key
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = _said("webauthn.create", asked, origin)
        return self._answer(clientDataJSON=said, attestationObject=attested)

    def signed(
        self, asked: str, *, host: str = "localhost", origin: str, flags: int = VERIFIED
    ) -> dict[str, Any]:
        """Return the answer to options for coming in."""
        self.count += 1
        data, said = self._data(host, flags), _said("webauthn.get", asked, origin)
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=said, authenticatorData=data, signature=signature)

    def _data(self, host: str, flags: int) -> bytes:
        return (
            hashlib.sha256(host.encode()).digest() + bytes([PRESENT | flags]) + self.count.to_bytes(4, "big")
        )

    def _answer(self, **response: bytes) -> dict[str, Any]:
        id = bytes_to_base64url(self.id)
        told = {name: bytes_to_base64url(value) for name, value in response.items()}
        return {"id": id, "rawId": id, "type": "public-key", "response": told}


def _said(kind: str, asked: str, origin: str) -> bytes:
    said = {"type": kind, "challenge": json.loads(asked)["challenge"], "origin": origin, "crossOrigin": False}
    return json.dumps(said).encode()

"""What the log keeps to prove a pairing: what it was computed from, by which rules, and how it was judged."""

from __future__ import annotations

import msgspec

__all__ = ["PairingCertificate", "PairingVerdict"]


class PairingVerdict(msgspec.Struct, frozen=True):
    """What the independent check said of a pairing when it was made.

    Attributes:
        gaps: the sum of the squares of the differences of points; `least`: what parity alone makes of it.
        denied: boards on which both were due the same colour.
        remarks: how many warnings and notes there were.

    >>> PairingVerdict(lawful=True, boards=8).denied
    0
    """

    lawful: bool
    boards: int
    gaps: int = 0
    least: int = 0
    denied: int = 0
    remarks: int = 0


class PairingCertificate(msgspec.Struct, frozen=True, omit_defaults=True):
    """The certificate of a pairing.

    Attributes:
        input: SHA-256 of all that the pairing was computed from (`damiera.tournament.certificate`).
        edition: the text of rules; `version`: of the program that paired.
        options: settings that are not the usual ones, each with its value as JSON.

    >>> PairingCertificate("0" * 64, "ours", "1.0", PairingVerdict(True, 8)).options
    ()
    """

    input: str
    edition: str
    version: str
    verdict: PairingVerdict
    options: tuple[tuple[str, str], ...] = ()

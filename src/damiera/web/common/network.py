"""The address at which other devices of the local network can reach this computer."""

from __future__ import annotations

import socket

__all__ = ["local_address"]


def local_address() -> str | None:
    """Return this machine's address in the local network, or None when it has no network.

    No packet is sent: connecting a UDP socket only asks the system which way it would go.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return None if found.startswith(("127.", "0.")) else found

"""A mail server in a thread, which keeps what it is given, and may refuse it."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

PATIENCE_S = 30.0


class Mailbox:
    """What a mail server was given; `answer` is what it says to each mail."""

    def __init__(self) -> None:
        self.answer = "250 OK"
        self.received: list[EmailMessage] = []
        self.tries = 0
        self.port = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.tries += 1
        if self.answer.startswith("250"):
            message = message_from_bytes(envelope.original_content or b"", policy=policy.default)
            assert isinstance(message, EmailMessage)
            self.received.append(message)
        return self.answer

    def wait(self, count: int) -> EmailMessage:
        """Return the last mail once so many have come."""
        deadline = time.monotonic() + PATIENCE_S
        while len(self.received) < count:
            assert time.monotonic() < deadline, self.received
            time.sleep(0.01)
        return self.received[count - 1]


def plain_of(mail: EmailMessage) -> str:
    """Return the plain text of a mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def links_of(mail: EmailMessage) -> list[str]:
    """Return the links in the plain text of a mail, without the site."""
    return re.findall(r"https?://[^/\s]+(/\S*)", plain_of(mail))


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    """Let a mail server listen on a free port for as long as the block lasts."""
    box = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as free:
        box.port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=box.port)
    controller.start()
    try:
        yield box
    finally:
        controller.stop()

"""Mail handed to a mail server, by the standard library, in a thread of its own.

`smtplib` and `email` know everything that is asked of them here, and one thread is enough: mails are few, and
nobody waits for them. An asynchronous library would be one more thing to keep.
"""

from __future__ import annotations

import ipaddress
import re
import smtplib
import socket
import ssl
from contextlib import suppress
from email.message import EmailMessage
from typing import Final

from damiera.web.common.settings import MailSettings

__all__ = ["MailFailure", "SmtpSender"]

PATIENCE_S: Final = 15.0
_ADDRESS: Final = re.compile(r"\S+@\S+")


class MailFailure(Exception):
    """A mail that was not taken.

    Attributes:
        reason: why, without addresses.
        for_good: whether another try would fail as well.
        is_server: whether the trouble is with the mail server, and every mail would meet it.
    """

    def __init__(self, reason: str, *, for_good: bool = False, is_server: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.for_good = for_good
        self.is_server = is_server


class SmtpSender:
    """Hands mails to a server. The line is kept between mails until `close`."""

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings
        self._line: smtplib.SMTP | None = None

    def send(self, message: EmailMessage) -> None:
        """Hand one mail over.

        Raises:
            MailFailure: if it was not taken.
        """
        try:
            self._connected().send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            [(code, said)] = error.recipients.values()
            raise MailFailure(_reason(code, said), for_good=code >= 500) from None
        except smtplib.SMTPDataError as error:
            raise MailFailure(
                _reason(error.smtp_code, error.smtp_error), for_good=error.smtp_code >= 500
            ) from None
        except smtplib.SMTPResponseException as error:
            self.close()
            raise MailFailure(_reason(error.smtp_code, error.smtp_error), is_server=True) from None
        except (OSError, smtplib.SMTPException) as error:
            self.close()
            raise MailFailure(_scrubbed(f"{type(error).__name__}: {error}"), is_server=True) from None
        except ValueError as error:  # what cannot be written in a mail
            raise MailFailure(_scrubbed(str(error)), for_good=True) from None

    def close(self) -> None:
        """End the line."""
        line, self._line = self._line, None
        if line is not None:
            with suppress(OSError, smtplib.SMTPException):
                line.quit()
            line.close()

    def abort(self) -> None:
        """Let whatever is under way in another thread end now."""
        line = self._line
        if line is not None and line.sock is not None:
            with suppress(OSError):
                line.sock.shutdown(socket.SHUT_RDWR)

    def _connected(self) -> smtplib.SMTP:
        if self._line is not None:
            try:
                if self._line.noop()[0] == 250:
                    return self._line
            except (OSError, smtplib.SMTPException):
                pass  # it was ended at the other side meanwhile
            self.close()
        self._line = self._opened()
        return self._line

    def _opened(self) -> smtplib.SMTP:
        given, context = self._settings, ssl.create_default_context()
        if given.is_encrypted:
            line: smtplib.SMTP = smtplib.SMTP_SSL(given.host, given.port, timeout=PATIENCE_S, context=context)
        else:
            line = smtplib.SMTP(given.host, given.port, timeout=PATIENCE_S)
        try:
            if not given.is_encrypted:
                self._encrypt(line, context)
            if given.user:
                line.login(given.user, given.password)
        except BaseException:
            line.close()
            raise
        return line

    def _encrypt(self, line: smtplib.SMTP, context: ssl.SSLContext) -> None:
        line.ehlo()
        if line.has_extn("starttls"):
            line.starttls(context=context)
        elif self._settings.user and not _is_here(self._settings.host):
            raise smtplib.SMTPException("no encryption is offered, and a password would be read on the way")


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _reason(code: int, said: bytes | str) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return _scrubbed(f"{code} {text}")


def _scrubbed(text: str) -> str:
    """Return what was said without any address in it, in one line."""
    return _ADDRESS.sub("…@…", " ".join(text.split()))[:200]

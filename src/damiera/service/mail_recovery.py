"""A lost password, by mail: a link to the confirmed address of an account, good once and for an hour.

Whoever asks hears the same whether there is such an account or not.
"""

from __future__ import annotations

from typing import Final

import msgspec

from damiera.decoding import prepared
from damiera.messages import Message
from damiera.records.contacts import DeliveryRecord
from damiera.service.accounts import Accounts, SignedIn, password_mark
from damiera.service.contacts import DAY_MS, mail_address
from damiera.service.errors import BadTerms, NotYours
from damiera.service.names import name_key, new_id
from damiera.service.ports import ServerClock, StorePort
from damiera.service.signed_links import SignedLinks

__all__ = ["MailRecovery"]

_GOOD_MS: Final = 3_600_000
_MOST_A_DAY: Final = 5
_LONGEST_NAME: Final = 400
_USED: Final = Message("This link was used, or the password has changed since: ask for another.")


class ResetLink(msgspec.Struct, frozen=True):
    """Lets somebody choose another password in place of the one that `mark` is of."""

    player: str
    mark: str


prepared(ResetLink)


class MailRecovery:
    """The use cases of whoever has lost their password and has a mail address here."""

    def __init__(self, store: StorePort, clock: ServerClock, accounts: Accounts, links: SignedLinks) -> None:
        self._store = store
        self._clock = clock
        self._accounts = accounts
        self._links = links

    def ask(self, text: str) -> int:
        """Have a link sent to the account of this name, or to those with this address; return how many."""
        now = self._clock.now_ms()
        with self._store.write() as work:
            found = work.accounts.by_key(name_key(text[:_LONGEST_NAME]))
            contacts = (
                [work.contacts.get(found.player_id)] if found else [*work.contacts.at_address(_address(text))]
            )
            sent = 0
            for contact in contacts:
                if contact is None or contact.confirmed_at is None or not contact.address:
                    continue
                if work.contacts.count_since(contact.player_id, "reset", now - DAY_MS) >= _MOST_A_DAY:
                    continue
                id = new_id()
                letter = DeliveryRecord(
                    id, contact.player_id, "mail", "reset", f"reset-{id}", contact.address, now, now
                )
                sent += work.contacts.schedule(letter)
        return sent

    def link(self, player_id: str) -> str:
        """Return the last part of a link that is good for an hour, and once. Raises `NotYours`."""
        kept = self._accounts.credentials_of(player_id).password
        if kept is None:
            raise NotYours(_USED)
        asked = ResetLink(player_id, password_mark(kept))
        return self._links.of("reset", ResetLink).write(asked, until=self._clock.now_ms() + _GOOD_MS)

    def called(self, link: str) -> str:
        """Return the name of the account that a link opens.

        Raises:
            NotFound: if the link is not ours.
            RefusedAct: if it is too old.
            NotYours: if it was used, or the account is gone.
        """
        asked = self._links.of("reset", ResetLink).read(link, at=self._clock.now_ms())
        with self._store.read() as work:
            account = work.accounts.get(asked.player)
        if account is None or password_mark(account.password) != asked.mark:
            raise NotYours(_USED)
        return account.name

    def recover(self, link: str, password: str, token: str | None, *, device: str = "") -> SignedIn:
        """Let somebody in by a link, with a new password (its hash). Raises as `called` does."""
        asked = self._links.of("reset", ResetLink).read(link, at=self._clock.now_ms())
        return self._accounts.recover_by_mail(asked.player, asked.mark, password, token, device=device)


def _address(text: str) -> str:
    try:
        return mail_address(text)
    except BadTerms:
        return "-"  # nobody's

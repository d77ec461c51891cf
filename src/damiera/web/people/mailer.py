"""What waits for people is looked for, mailed and pushed, by one worker of all."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, cast

from cachetools import LRUCache

from damiera.records.contacts import DeliveryRecord
from damiera.service.contacts import ContactService, ToldKind
from damiera.service.deliveries import DeliveryService, ReadyDelivery
from damiera.service.errors import ServiceError
from damiera.service.mail_moves import MailMove, MailMoves
from damiera.service.mail_recovery import MailRecovery
from damiera.service.ports import ServerClock
from damiera.service.push import PushService, PushUnsent
from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads, NotStored
from damiera.web.common.settings import MailSettings
from damiera.web.people.mail_views import (
    MailPage,
    confirm_mail,
    mail_message,
    notice_mail,
    push_text,
    reset_mail,
)
from damiera.web.people.smtp import MailFailure, SmtpSender

__all__ = ["Mailer"]

log = logging.getLogger("damiera.web")

LOOK_S = 10.0
"""Seconds between two looks for what has come to wait."""
SEND_S = 1.0
CLEAN_S: Final = 6 * 3600.0
_LONGEST_PAUSE_S: Final = 600.0
_LOOKS_S: Final = 30.0
"""Seconds after the bell was last asked for within which somebody counts as looking."""
_MOST_LOOKING: Final = 4096


class Mailer:
    """Looks for what is to be told, and mails and pushes it.

    Args:
        settings: None where this server sends no mail: nothing is done then.
        push: tells browsers; None where this server does not.
        site: how everybody reaches this server: links in mails begin so, whatever a request called it.
    """

    def __init__(
        self,
        settings: MailSettings | None,
        site: str,
        deliveries: DeliveryService,
        contacts: ContactService,
        recovery: MailRecovery,
        moves: MailMoves,
        push: PushService | None,
        database: DatabaseThreads,
        coworkers: Coworkers,
        clock: ServerClock,
    ) -> None:
        self._settings = settings
        self._site = site
        self._deliveries = deliveries
        self._contacts = contacts
        self._recovery = recovery
        self._moves = moves
        self._push = push
        self._looking: LRUCache[str, float] = LRUCache(_MOST_LOOKING)
        self._database = database
        self._coworkers = coworkers
        self._clock = clock
        self._seen = 0
        self._pause_s = 0.0
        self._sender = SmtpSender(settings) if settings else None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="damiera-mail")
        self._pushing = ThreadPoolExecutor(1, thread_name_prefix="damiera-push")
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to look and to send."""
        begun = []
        if self._settings is not None:
            begun.append(self._for_ever(self.send, lambda: max(SEND_S, self._pause_s)))
        if self._push is not None:
            await self._database.write(self._push.prepare)
            begun.append(self._for_ever(self.send_pushes, lambda: SEND_S))
        if begun:
            begun += [self._for_ever(self.look, lambda: LOOK_S), self._for_ever(self._clean, lambda: CLEAN_S)]
        self._tasks = [asyncio.ensure_future(one) for one in begun]

    def saw(self, player_id: str) -> None:
        """Note that somebody looks at a page of ours now: what waits is told them there."""
        self._looking[player_id] = time.monotonic()

    async def stop(self) -> None:
        """Send nothing more; what is on its way is told of once the server runs again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._sender is not None:
            self._sender.abort()
        for pool in (self._thread, self._pushing):
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)
        if self._sender is not None:
            self._sender.close()

    async def _for_ever(self, act: Callable[[], Awaitable[None]], pause_s: Callable[[], float]) -> None:
        while True:
            try:
                if self._coworkers.is_on_duty:
                    await act()
            except NotStored:  # the log says so already
                pass
            except Exception:
                log.exception("what is to be mailed could not be seen to")
            await asyncio.sleep(pause_s())

    async def look(self) -> None:
        """Write down what has come to wait since the last look."""
        began = self._clock.now_ms()
        for player_id in await self._database.read(self._deliveries.touched, self._seen):
            wanted = await self._database.read(self._deliveries.wanted, player_id)
            if wanted:
                await self._database.write_small(self._deliveries.schedule, wanted)
        self._seen = began

    async def send(self) -> None:
        """Send what is due."""
        due = await self._database.read(self._deliveries.due, "mail")
        for delivery in due:
            if not await self._send(delivery):
                return
        if due and self._sender is not None:
            await self._in_thread(self._sender.close)

    async def _send(self, delivery: DeliveryRecord) -> bool:
        """Send one; False if the mail server takes none now."""
        if not await self._database.write_small(self._deliveries.take, delivery):
            return True
        prepared = await self._database.read(self._deliveries.prepared, delivery)
        if prepared is None:
            await self._database.write_small(self._deliveries.drop, delivery)
            return True
        if isinstance(prepared, int):
            await self._database.write_small(self._deliveries.put_off, delivery, prepared)
            return True
        try:
            await self._hand_over(prepared)
        except MailFailure as failure:
            await self._failed(delivery, failure)
            return not failure.is_server
        self._pause_s = 0.0
        await self._database.write_small(self._deliveries.finish, delivery)
        return True

    async def _hand_over(self, prepared: ReadyDelivery) -> None:
        try:
            page = await self._database.write(self._page, prepared)
            await self._in_thread(self._compose_and_send, page, prepared)
        except (ServiceError, ValueError) as error:
            raise MailFailure(type(error).__name__, for_good=True) from error

    def _compose_and_send(self, page: MailPage, prepared: ReadyDelivery) -> None:
        assert self._settings is not None
        assert self._sender is not None
        self._sender.send(mail_message(page, prepared, self._settings.sender, self._clock.now_ms()))

    async def send_pushes(self) -> None:
        """Tell browsers what is due; whoever looks at a page of ours has seen it there."""
        for delivery in await self._database.read(self._deliveries.due, "push"):
            if not await self._database.write_small(self._deliveries.take, delivery):
                continue
            prepared = await self._database.read(self._deliveries.prepared, delivery)
            if isinstance(prepared, int):
                await self._database.write_small(self._deliveries.put_off, delivery, prepared)
            elif prepared is None:
                await self._database.write_small(self._deliveries.drop, delivery)
            elif time.monotonic() - self._looking.get(delivery.player_id, -_LOOKS_S) < _LOOKS_S:
                await self._database.write_small(self._deliveries.finish, delivery)
            else:
                await self._push_one(delivery, prepared)

    async def _push_one(self, delivery: DeliveryRecord, prepared: ReadyDelivery) -> None:
        assert self._push is not None
        devices = await self._database.read(self._push.devices, delivery.player_id)
        if not devices:
            await self._database.write_small(self._deliveries.drop, delivery)
            return
        assert prepared.notice is not None
        text, address = push_text(prepared), prepared.notice.address
        send = partial(self._push.send, devices, text, address, prepared.notice.key)
        try:
            gone = await asyncio.get_running_loop().run_in_executor(self._pushing, send)
        except PushUnsent as failure:
            await self._database.write_small(self._deliveries.fail, delivery, str(failure))
            return
        if gone:
            await self._database.write_small(self._push.forget, gone)
        await self._database.write_small(self._deliveries.finish, delivery)

    async def _failed(self, delivery: DeliveryRecord, failure: MailFailure) -> None:
        again = await self._database.write_small(
            self._deliveries.fail, delivery, failure.reason, for_good=failure.for_good
        )
        if failure.is_server:
            if not self._pause_s:
                log.warning("the mail server takes no mail: %s", failure.reason)
            self._pause_s = min(_LONGEST_PAUSE_S, max(10.0, 2 * self._pause_s))
        elif again is None:
            log.warning("a mail was given up: %s", failure.reason)

    def _page(self, prepared: ReadyDelivery) -> MailPage:
        delivery = prepared.delivery
        match delivery.kind:
            case "confirm":
                link = self._contacts.confirm_link(delivery.player_id, delivery.address)
                return confirm_mail(prepared, self._site, f"{self._site}/mail/confirm?link={link}")
            case "reset":
                link = self._recovery.link(delivery.player_id)
                return reset_mail(prepared, self._site, f"{self._site}/mail/password?link={link}")
            case _:
                link = self._contacts.stop_link(delivery.player_id, cast(ToldKind, delivery.kind))
                stop = f"{self._site}/mail/stop?link={link}"
                return notice_mail(prepared, self._site, stop, self._moves_of(prepared))

    def _moves_of(self, prepared: ReadyDelivery) -> list[MailMove]:
        """Return the legal moves with whole links."""
        if prepared.live is None:
            return []
        offered = self._moves.offered(prepared.live, prepared.delivery.player_id)
        return [MailMove(one.text, f"{self._site}/mail/move?link={one.link}") for one in offered]

    async def _in_thread(self, act: Callable[..., None], *args: object) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, act, *args)

    async def _clean(self) -> None:
        await self._database.write(self._deliveries.clean)

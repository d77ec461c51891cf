"""`damiera engine-worker`: the computer's moves of a server, thought about on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal

import click

from damiera.cli.common import NATS_ADDRESSES, lang_option, language
from damiera.messages import Lang, Message

__all__ = ["command"]

_PATIENCE_S = 2.0
_AWAY = Message("NATS does not answer at {url}: I go on trying. To stop: Ctrl C.")
_READY = Message("Engines for {url}: {n} at once. To stop: Ctrl C.")


@click.command("engine-worker")
@click.option(
    "--nats",
    required=True,
    type=NATS_ADDRESSES,
    metavar="URL",
    help="NATS of the server: nats://host:4222.",
)
@click.option(
    "--at-once",
    type=click.IntRange(1, 256),
    default=None,
    help="Moves thought about at the same time; as many as there are cores if not given.",
)
@lang_option
def command(nats: str, at_once: int | None, lang: Lang | None) -> int:
    """Answer for the computer in games of a server with --nats, as long as this runs.

    It needs neither the server's data nor an address of its own. A server whose engine workers are all busy,
    or gone, lets its own engines answer.
    """
    most = at_once or os.cpu_count() or 1
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_work(nats, most))
    return 0


async def _work(nats: str, most: int) -> None:
    """Answer until told to end; what was taken is answered first."""
    from damiera.service.workers.engine_queue import EngineWorker
    from damiera.service.workers.engines import Engines
    from damiera.service.workers.nats_bus import connect_nats, nats_client, settle
    from damiera.web.app.logs import set_up_logs

    set_up_logs("text", access=False)
    ending = asyncio.Event()
    for one in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has none of this
            asyncio.get_running_loop().add_signal_handler(one, ending.set)
    client, engines = nats_client(), Engines("process", most, ponder_s=0.0)
    worker = EngineWorker(client, engines, most)
    try:
        connecting = asyncio.create_task(connect_nats(client, nats, "damiera engine-worker"))
        told = asyncio.create_task(ending.wait())
        first = (connecting, told)
        done, _ = await asyncio.wait(first, timeout=_PATIENCE_S, return_when=asyncio.FIRST_COMPLETED)
        if not done:
            click.echo(_AWAY.format(url=nats).text(language()), err=True)
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
        if not ending.is_set():
            await connecting
            await worker.start()
            await settle(client)
            click.echo(_READY.format(url=nats, n=most).text(language()))
            await ending.wait()
            await worker.stop()
        connecting.cancel()
    finally:
        engines.close()
        with contextlib.suppress(Exception):
            await client.close()

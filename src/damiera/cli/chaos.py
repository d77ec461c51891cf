"""`damiera chaos`: kill a server again and again while people play, and see whether anything is lost."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from damiera.cli.common import INTERRUPTED, Amount, emit, lang_option, language, stops, terminable
from damiera.cli.loadtest import shown_time
from damiera.messages import Lang, Message

if TYPE_CHECKING:
    from damiera.web.loadtest.chaos import Breakable, ChaosPlan, ChaosResult

__all__ = ["command"]


@click.command("chaos")
@click.option("--kills", type=click.IntRange(0, 10_000), default=10, show_default=True)
@click.option("--games", type=click.IntRange(1, 2_000), default=20, show_default=True)
@click.option(
    "--every", type=Amount(0.1, 3_600), default=2.0, show_default=True, help="Seconds between kills, about."
)
@click.option(
    "--slow",
    type=click.IntRange(0, 10_000),
    default=100,
    show_default=True,
    help="Lines of people who send a byte now and then, or read nothing.",
)
@click.option("--database", default=None, help="Database URL for the server that is started.")
@click.option("--nats", default=None, help="NATS for workers of that server.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Workers of that server, of which one at a time is killed.",
)
@click.option("--game", default="italian", show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the moves and times.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@lang_option
def command(
    kills: int,
    games: int,
    every: float,
    slow: int,
    database: str | None,
    nats: str | None,
    workers: int,
    game: str,
    seed: int,
    as_json: bool,
    lang: Lang | None,
) -> int:
    """Start a server with empty data, kill it while people play, start it again; 1 if anything is lost.

    At the end every game is read back and replayed, when it is stopped by Ctrl-C or SIGTERM, too; a second
    time ends it at once. Never point it at a database with games of yours in it.
    """
    from damiera.rules.ruleset import ruleset
    from damiera.service.verify import verify_all
    from damiera.service.wall_clock import WallClock
    from damiera.store.backup import opened_to_read
    from damiera.web.common.connections import open_files
    from damiera.web.loadtest.chaos import ChaosPlan
    from damiera.web.loadtest.own_server import OwnServer
    from damiera.web.loadtest.own_workers import own_workers

    open_files()
    plan = ChaosPlan(kills, games, every, slow, ruleset(game).slug, seed)
    with (
        terminable(),
        tempfile.TemporaryDirectory(prefix="damiera-chaos-", ignore_cleanup_errors=True) as folder,
    ):
        server = own_workers(Path(folder), database, nats, workers) or OwnServer(Path(folder), database)
        try:
            server.start()
            found = asyncio.run(_until_stopped(plan, server))
        finally:
            server.stop()
        with opened_to_read(database or Path(folder)) as store:
            faults = sum(one.fault is not None for one in verify_all(store, WallClock()))
    if as_json:
        emit({**to_builtins(found), "faults": faults})
    else:
        click.echo(_table(found, faults))
    if found.lost or found.doubled or found.deaths or faults:
        return 1
    return INTERRUPTED if found.kills < kills else 0


async def _until_stopped(plan: ChaosPlan, server: Breakable) -> ChaosResult:
    """Do as planned, or less if it is told to stop; told twice, it is cancelled."""
    from damiera.web.loadtest.chaos import run_chaos

    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    running = loop.create_task(run_chaos(plan, server, stop))

    def told() -> None:
        if stop.is_set():
            running.cancel()
        stop.set()

    with stops(lambda: loop.call_soon_threadsafe(told)):
        try:
            return await running
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None


def _table(found: ChaosResult, faults: int) -> str:
    rows: tuple[tuple[Message, object], ...] = (
        (Message("Killed, died by itself"), f"{found.kills}, {found.deaths}"),
        (Message("Acknowledged"), found.acknowledged),
        (Message("Lost, doubled"), f"{found.lost}, {found.doubled}"),
        (Message("Games that cannot be replayed"), faults),
        (Message("Players came back"), found.returns),
        (
            Message("Acknowledged after, p50 and p99"),
            f"{shown_time(found.p50_ms)}, {shown_time(found.p99_ms)} ms",
        ),
        (Message("All played on after a start, at most"), f"{shown_time(found.back_ms)} ms"),
    )
    words = [(label.text(language()), value) for label, value in rows]
    width = max(len(label) for label, _ in words)
    return "\n".join(f"{label:<{width}}  {value}" for label, value in words)

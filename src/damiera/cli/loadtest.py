"""`damiera loadtest`: many people who play at once, and how a server does."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera.cli.common import Amount, lang_option, language, terminable
from damiera.messages import Lang, Message

if TYPE_CHECKING:
    from damiera.web.loadtest.run import LoadResult

__all__ = ["command", "shown_time"]


@click.command("loadtest")
@click.option("--url", default=None, help="A server that runs; without it, one is started with empty data.")
@click.option("--pid", type=int, default=None, help="The process of that server, if it is on this machine.")
@click.option("--database", default=None, help="Database URL for the server that is started.")
@click.option("--nats", default=None, help="NATS for workers of that server.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Of that server.")
@click.option("--together", is_flag=True, help="Let the two of a game sit at the same worker.")
@click.option("--core", type=int, default=None, help="Keep the server that is started on this core.")
@click.option("--games", type=click.IntRange(1, 20_000), default=100, show_default=True)
@click.option("--spectators", type=click.IntRange(0, 20_000), default=0, show_default=True)
@click.option("--one-board", is_flag=True, help="Let all spectators look at one game.")
@click.option("--rate", type=Amount(0.01, 100_000), default=50.0, show_default=True, help="Moves a second.")
@click.option("--seconds", type=Amount(0.1, 86_400), default=10.0, show_default=True)
@click.option("--game", default="italian", show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the moves that are chosen.")
@click.option("--whole", is_flag=True, help="Ask for whole views, as pages of earlier versions do.")
@click.option("--pings", is_flag=True, help="Let screens see that the server is there.")
@click.option("--idle", type=Amount(0, 600), default=2.0, show_default=True, help="Seconds nobody moves.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@lang_option
def command(
    url: str | None,
    pid: int | None,
    database: str | None,
    nats: str | None,
    workers: int,
    together: bool,
    core: int | None,
    games: int,
    spectators: int,
    one_board: bool,
    rate: float,
    seconds: float,
    game: str,
    seed: int,
    whole: bool,
    pings: bool,
    idle: float,
    as_json: bool,
    lang: Lang | None,
) -> int:
    """Let many people play at once, and print how a server does; 1 if a move is lost or doubled."""
    import msgspec

    from damiera.rules.ruleset import ruleset
    from damiera.web.common.connections import open_files
    from damiera.web.loadtest.run import LoadPlan, run_load

    open_files()
    with terminable(), _server(url, pid, database, nats, workers, core) as ((where, process), *others):
        plan = LoadPlan(
            where,
            process,
            games,
            spectators,
            one_board,
            rate,
            seconds,
            ruleset(game).slug,
            seed,
            whole,
            pings,
            idle,
            others=tuple(others),
            together=together,
        )
        found = asyncio.run(run_load(plan))
    click.echo(msgspec.json.encode(found).decode() if as_json else _table(found))
    return 1 if found.lost or found.doubled else 0


@contextlib.contextmanager
def _server(
    url: str | None,
    pid: int | None,
    database: str | None,
    nats: str | None,
    workers: int,
    core: int | None,
) -> Iterator[list[tuple[str, int | None]]]:
    """Yield where a server's workers are and their processes.

    One or more are started, and stopped at the end, if none is named.
    """
    if url is not None:
        yield [(url.rstrip("/"), pid)]
        return
    from damiera.web.loadtest.own_server import OwnServer
    from damiera.web.loadtest.own_workers import OwnWorkers, own_workers

    with tempfile.TemporaryDirectory(prefix="damiera-load-", ignore_cleanup_errors=True) as folder:
        server = own_workers(Path(folder), database, nats, workers, core) or OwnServer(
            Path(folder), database, core, nats=nats
        )
        try:
            server.start()
            running = server.workers if isinstance(server, OwnWorkers) else [server]
            yield [(one.url, one.pid) for one in running]
        finally:
            server.stop()


def _table(found: LoadResult) -> str:
    rows: tuple[tuple[Message, object], ...] = (
        (Message("Moves due"), found.due),
        (Message("Acknowledged"), found.acknowledged),
        (Message("Refused, unanswered"), f"{found.refused}, {found.unanswered}"),
        (Message("Lost, doubled"), f"{found.lost}, {found.doubled}"),
        (Message("Moves a second"), round(found.acknowledged / found.took_s, 1)),
        (
            Message("Acknowledged after, p50 and p99"),
            f"{shown_time(found.p50_ms)}, {shown_time(found.p99_ms)} ms",
        ),
        (
            Message("Seen by the other player after, p50 and p99"),
            f"{shown_time(found.seen_p50_ms)}, {shown_time(found.seen_p99_ms)} ms",
        ),
        (
            Message("Spectators told after, p50, p99, last"),
            ", ".join(map(shown_time, (found.told_p50_ms, found.told_p99_ms, found.told_last_ms))) + " ms",
        ),
        (Message("Processor time of the server a move"), f"{shown_time(found.cpu_per_move_ms)} ms"),
        (Message("Cores used while nobody moves"), shown_time(found.idle_cores)),
        (Message("Memory of the server"), f"{shown_time(found.memory_mb)} MB"),
        (Message("Sent to all screens a move, before deflating"), f"{found.wire_kb} kB"),
    )
    words = [(label.text(language()), value) for label, value in rows]
    width = max(len(label) for label, _ in words)
    return "\n".join(f"{label:<{width}}  {value}" for label, value in words)


def shown_time(value: float | None) -> str:
    """Return a figure as it is printed; a dash where it is not known."""
    return "-" if value is None else f"{value:g}"

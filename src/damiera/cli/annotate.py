"""`damiera annotate`: judge every move of every game of a PDN file, and write the judgement into it.

With `--output` the work can be interrupted: each finished game stands in `OUTPUT.part`, and the next run with
the same file and settings goes on behind it. Without it each game is written as soon as it is done.
"""

from __future__ import annotations

import contextlib
import hashlib
import signal
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import active_children
from pathlib import Path
from typing import IO

import click
import msgspec

from damiera._core import Position
from damiera.analysis.books import PLIES, known_openings, positions_of
from damiera.analysis.truth import TableTruth
from damiera.cli.common import (
    GAME,
    INTERRUPTED,
    JSON_NEEDS_OUTPUT,
    MOST_NODES,
    READ_AND_WRITTEN,
    emit,
    lang_option,
    language,
    output_option,
    progress_bar,
    terminable,
)
from damiera.cli.judge import FILE, EngineAsker, place_of, read_games
from damiera.disk import naming, write_whole
from damiera.engine.limits import SearchLimits
from damiera.game.sides import is_for_two
from damiera.messages import Lang, Message
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.ruleset import Ruleset

__all__ = ["command"]

DEFAULT_NODES = 200_000
_DONE = Message(
    "{games} games: {judged} annotated, {mistakes} mistakes, {wins} missed wins, {refused} refused"
)
_RESUMED = Message("Going on from game {n}.")
_KEPT = Message("Interrupted: {n} games are in {path}; the same command goes on from there.")
_WRITTEN = Message("Interrupted: {n} games are written.")
_LOST = Message("Interrupted: what comes from standard input is not gone on with; {path} is not written.")


@dataclass(frozen=True, slots=True)
class AnnotateSettings:
    """How games are judged."""

    nodes: int
    depth: int
    lang: Lang
    glyphs: bool
    book: str
    ballot: int | None

    @property
    def limits(self) -> SearchLimits:
        """Of the search of one position."""
        return SearchLimits(depth=self.depth, nodes=self.nodes)


class AnnotatedGame(msgspec.Struct, frozen=True):
    """One item of the file, done: a game as it is written, or nothing for one that was refused."""

    number: int
    text: str
    moves: int = 0
    mistakes: int = 0
    missed_wins: int = 0
    refused: str = ""


@click.command("annotate")
@click.argument("file", type=FILE)
@click.option(
    "--nodes",
    type=click.IntRange(100, MOST_NODES),
    default=None,
    help=f"Nodes a position.  [default: {DEFAULT_NODES}]",
)
@click.option("--depth", type=click.IntRange(1, 99), default=None, help="Plies a position.")
@click.option("--game", type=GAME, default=None, help="The game where the file does not say.")
@output_option("--output", "--out")
@click.option(
    "--glyphs", is_flag=True, help="Signs as numeric glyphs ($2), for programs that know no others."
)
@click.option(
    "--book", type=FILE, default=None, help="A PDN file of games whose openings count as known, too."
)
@click.option(
    "--ballot", type=click.IntRange(0, 99), default=None, help="Plies that an opening by lot laid down."
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option("--restart", is_flag=True, help="Begin anew, whatever an interrupted run has left.")
@click.option("--json", "as_json", is_flag=True, help="One object on the counts; needs --output.")
@lang_option
def command(
    file: Path,
    nodes: int | None,
    depth: int | None,
    game: Ruleset | None,
    output: Path | None,
    glyphs: bool,
    book: Path | None,
    ballot: int | None,
    jobs: int,
    restart: bool,
    as_json: bool,
    lang: Lang | None,
) -> int:
    """Judge every move of FILE: signs, evaluations, better lines and why. Exit code 1: games were refused."""
    if as_json and output is None:
        raise click.UsageError(JSON_NEEDS_OUTPUT.text(language()))
    if output is not None and str(file) != "-" and output.resolve() == file.resolve():
        raise click.UsageError(READ_AND_WRITTEN.format(name=output.name).text(language()))
    lang = lang or language()
    limit = nodes if nodes is not None or depth is not None else DEFAULT_NODES
    settings = AnnotateSettings(limit or 0, depth or 0, lang, glyphs, str(book or ""), ballot)
    journal = (
        _Journal(output, _name_of(file, game, settings), restart=restart)
        if output and str(file) != "-"
        else None
    )
    before = journal.kept if journal else []
    if before:
        click.echo(_RESUMED.format(n=len(before) + 1).text(lang), err=True)
    done = list(before)
    work = _work(file, game, settings, jobs, skip=len(before))
    try:
        with terminable(), contextlib.closing(work) as found, journal or contextlib.nullcontext():
            _show(found if output else _written(found), done, journal, file.name)
    except KeyboardInterrupt:
        said = _WRITTEN if output is None else _KEPT if journal is not None else _LOST
        path = journal.path if journal is not None else output
        click.echo(said.format(n=len(done), path=path).text(lang), err=True)
        return INTERRUPTED
    if output is not None:
        write_whole(output, "\n".join(kept.text for kept in done if kept.text).encode())
        if journal is not None:
            journal.remove()
    counts = _counts(done)
    if as_json:
        emit({"file": str(output), **counts})
    else:
        click.echo(f"{file.name}: {_DONE.format(**counts).text(lang)}", err=True)
    return 1 if counts["refused"] else 0


def _show(
    found: Iterator[AnnotatedGame], done: list[AnnotatedGame], journal: _Journal | None, name: str
) -> None:
    with progress_bar() as progress:
        task = progress.add_task(name, total=None, completed=len(done))
        for kept in found:
            if kept.refused:
                click.echo(kept.refused, err=True)
            done.append(kept)
            if journal is not None:
                journal.add(kept)
            progress.advance(task)


def _written(found: Iterator[AnnotatedGame]) -> Iterator[AnnotatedGame]:
    """Write each game on standard output as soon as it is done."""
    between = ""
    for kept in found:
        if kept.text:
            click.echo(between + kept.text, nl=False)
            between = "\n"
        yield kept


def _counts(done: list[AnnotatedGame]) -> dict[str, int]:
    return {
        "games": len(done),
        "judged": sum(kept.moves > 0 for kept in done),
        "mistakes": sum(kept.mistakes for kept in done),
        "wins": sum(kept.missed_wins for kept in done),
        "refused": sum(bool(kept.refused) for kept in done),
    }


# ------------------------------------------------------------------------------------------------- the work


def _work(
    file: Path, game: Ruleset | None, settings: AnnotateSettings, jobs: int, *, skip: int
) -> Generator[AnnotatedGame, None, None]:
    """Yield what became of each item of the file, in order; those done before are passed over."""
    items = ((n, item) for n, item in enumerate(read_games(file, game), 1) if n > skip)
    if jobs == 1:
        for n, item in items:
            yield _one(n, item, file.name, settings)
        return
    with _workers(jobs) as pool:
        waiting: list[Future[AnnotatedGame]] = []
        for n, item in items:
            waiting.append(pool.submit(_one, n, item, file.name, settings))
            if len(waiting) >= 4 * jobs:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()


@contextlib.contextmanager
def _workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Begin processes that end with the run; who leaves early ends them and what they are at."""
    before = set(active_children())
    pool = ProcessPoolExecutor(jobs, initializer=_deaf)
    try:
        yield pool
    except BaseException:
        for child in set(active_children()) - before:
            child.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)  # waits: else its thread closes its pipe while Python ends


def _deaf() -> None:
    """Leave it to the run to hear that it is to end: a process that went first would look like a crash."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _one(number: int, item: PdnGame | PdnError, name: str, settings: AnnotateSettings) -> AnnotatedGame:
    if isinstance(item, PdnError):
        return AnnotatedGame(number, "", refused=place_of(name, item, settings.lang))
    return judged(number, item, settings)


def judged(number: int, game: PdnGame, settings: AnnotateSettings) -> AnnotatedGame:
    """Judge one game; one that no engine of ours can judge is written as it is."""
    from damiera.analysis.report import annotated, confirmed, judge, looks

    if not game.entries or not is_for_two(game.ruleset.core):
        return AnnotatedGame(number, write_pdn(game))
    asker = _asker(game.ruleset.slug, settings.limits)
    asker.clear()
    seen = list(looks(game, asker))[::-1]
    known = known_openings(game.ruleset.slug) | _played(settings.book, game.ruleset.slug)
    how = partial(judge, game, is_known=known.__contains__, truth=_tables(), drawn=settings.ballot)
    if settings.depth:
        report = how(seen)
    else:
        *_, last = confirmed(game, seen, asker.deeper, how)
        report = last.report
    return AnnotatedGame(
        number,
        write_pdn(annotated(game, report, settings.lang, glyphs=settings.glyphs)),
        moves=len(report.moves),
        mistakes=sum(one.graded.is_bad for one in report.moves),
        missed_wins=len(report.missed_wins),
    )


@cache
def _played(book: str, game: str) -> frozenset[Position]:
    """Return the positions that games of a file pass through in the opening."""
    if not book:
        return frozenset()
    items = read_games(Path(book), None)
    games = (item for item in items if isinstance(item, PdnGame) and item.ruleset.slug == game)
    return positions_of(one.all_positions[:PLIES] for one in games)


@cache
def _tables() -> TableTruth:
    return TableTruth()


@cache
def _asker(game: str, limits: SearchLimits) -> EngineAsker:
    return EngineAsker(game, limits)


# ---------------------------------------------------------------------------------------------- the journal


class _Journal:
    """The finished games of a run, a line each; a line cut short by an interruption does not count."""

    def __init__(self, output: Path, name: str, *, restart: bool) -> None:
        self.path = output.with_name(output.name + ".part")
        self.kept = [] if restart else self._read(name)
        self._file = self._open(name)

    def _read(self, name: str) -> list[AnnotatedGame]:
        if not self.path.exists():
            return []
        lines = self.path.read_bytes().split(b"\n")
        if lines[0] != name.encode():
            return []
        kept = []
        for line in lines[1:]:
            try:
                kept.append(msgspec.json.decode(line, type=AnnotatedGame))
            except msgspec.DecodeError:
                break
        return kept

    def _open(self, name: str) -> IO[bytes]:
        file = self.path.open("wb")
        with naming(self.path):
            file.write(name.encode() + b"\n")
            for kept in self.kept:
                file.write(msgspec.json.encode(kept) + b"\n")
            file.flush()
        return file

    def add(self, kept: AnnotatedGame) -> None:
        with naming(self.path):
            self._file.write(msgspec.json.encode(kept) + b"\n")
            self._file.flush()

    def __enter__(self) -> _Journal:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):  # of a full disk it has been told
            self._file.close()

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)


def _name_of(file: Path, game: Ruleset | None, settings: AnnotateSettings) -> str:
    """Name a piece of work: the same file judged in the same way."""
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    how = (settings.nodes, settings.depth, settings.lang, settings.glyphs, settings.book, settings.ballot)
    return " ".join(map(str, ("damiera annotate", digest, game, *how)))

"""`damiera pdn`: check, import, export and annotate collections of games."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera.cli.common import GAME, emit, lang_option, language
from damiera.lang import Lang, Text
from damiera.notation.errors import PdnError
from damiera.notation.pdn.bulk import BulkGame, read_bulk
from damiera.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from rich.progress import Progress

    from damiera.notation.pdn.model import PdnGame, PdnMove
    from damiera.service.archive import Archive
    from damiera.service.imports import Imports
    from damiera.service.views import ImportView

__all__ = ["command"]

FILES = click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True)
DATA = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="Data folder of the app."
)
DATABASE = click.option("--database", default=None, help="Database URL instead of the folder's own file.")

# What a move must lose, in hundredths of a man, to be marked.
MISTAKE_CP, BLUNDER_CP = 60, 160
BETTER = Text("meglio {move} ({best} invece di {own})", "better {move} ({best} instead of {own})")


@click.group("pdn")
def command() -> None:
    """Check, import, export and annotate PDN files. Exit code 1: some games were refused."""


@command.command("check")
@click.argument("files", type=FILES, nargs=-1, required=True)
@click.option("--game", type=GAME, default=None, help="The game where a file does not say.")
@click.option("--json", "as_json", is_flag=True)
@lang_option
def check(files: tuple[Path, ...], game: Ruleset | None, as_json: bool, lang: Lang | None) -> int:
    """Replay every game of FILES; list what is not legal with line, column and reason."""
    lang = lang or language()
    refused = 0
    for path in files:
        begun = time.perf_counter()
        items = list(read_bulk(_bytes(path), default=game))
        errors = [item for item in items if isinstance(item, PdnError)]
        legal = [item for item in items if isinstance(item, BulkGame)]
        refused += len(errors)
        rules = sorted({item.ruleset.slug for item in legal})
        if as_json:
            named = [_error(error, lang) for error in errors]
            counts = {"games": len(items), "legal": len(legal), "rules": rules}
            emit(
                {"file": str(path), **counts, "errors": named}
                if len(files) > 1
                else {**counts, "errors": named}
            )
            continue
        for error in errors:
            _report(path.name, error.game, error.line, error.column, error.reason.get(lang), error.excerpt)
        said = Text("{n} partite, {ok} legali", "{n} games, {ok} legal").format(n=len(items), ok=len(legal))
        spent = time.perf_counter() - begun
        click.echo(f"{path.name}: {said.get(lang)} ({', '.join(rules) or '–'}; {spent:.2f} s)")
    return 1 if refused else 0


@command.command("import")
@click.argument("files", type=FILES, nargs=-1, required=True)
@DATA
@DATABASE
@click.option("--json", "as_json", is_flag=True)
@lang_option
def import_(
    files: tuple[Path, ...], data: Path | None, database: str | None, as_json: bool, lang: Lang | None
) -> int:
    """Keep the legal games of FILES in the archive of the app, for everybody who uses it here."""
    lang = lang or language()
    refused = 0
    with _Books(data, database) as books:
        for path in files:
            view = _import_one(books, path, lang)
            refused += view.refused
            _tell_import(path, view, as_json, lang)
    return 1 if refused else 0


def _import_one(books: _Books, path: Path, lang: Lang) -> ImportView:
    view = books.imports.start(books.player, path.name, _bytes(path), lang)
    with _progress() as progress:
        task = progress.add_task(path.name, total=view.total or None)
        while books.imports.step(view.id):
            view = books.imports.state(view.id, books.player, lang)
            progress.update(task, completed=view.done, total=view.total or None)
    return books.imports.state(view.id, books.player, lang)


def _tell_import(path: Path, view: ImportView, as_json: bool, lang: Lang) -> None:
    counts = {
        "games": view.done,
        "imported": view.imported,
        "duplicates": view.duplicates,
        "refused": view.refused,
    }
    if as_json:
        errors = [_placed(e.game, e.line, e.column, e.reason) for e in view.errors]
        emit({"file": str(path), **counts, "errors": errors})
        return
    for error in view.errors:
        _report(path.name, error.game, error.line, error.column, error.reason, error.excerpt)
    said = Text(
        "{games} partite lette, {imported} nuove nell'archivio, {duplicates} già note, {refused} rifiutate",
        "{games} games read, {imported} new in the archive, {duplicates} known already, {refused} refused",
    )
    click.echo(f"{path.name}: {said.format(**counts).get(lang)}")


@command.command("export")
@click.option("--query", default="", help="Only games with these words in their tags.")
@click.option("--game", type=GAME, default=None)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), default=None)
@DATA
@DATABASE
def export(
    query: str, game: Ruleset | None, output: Path | None, data: Path | None, database: str | None
) -> int:
    """Write archived games as PDN."""
    with _Books(data, database) as books:
        text = books.archive.export_search(books.player, query=query, game=game.slug if game else None)
    _write(text, output)
    return 0


@command.command("annotate")
@click.argument("file", type=FILES)
@click.option(
    "--nodes", type=click.IntRange(100), default=200_000, show_default=True, help="Nodes a position."
)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), default=None)
@lang_option
def annotate(file: Path, nodes: int, output: Path | None, lang: Lang | None) -> int:
    """Mark the moves that lose something, and say what was better. The games go to standard output."""
    from damiera.notation.pdn.reader import read_pdn
    from damiera.notation.pdn.writer import write_pdn

    lang = lang or language()
    items = list(read_pdn(_bytes(file)))
    games = [item for item in items if not isinstance(item, PdnError)]
    out = []
    with _progress() as progress:
        task = progress.add_task(file.name, total=sum(len(game.mainline) for game in games))
        for game in games:
            judged = tuple(_judge(game, nodes, lang, lambda: progress.advance(task)))
            out.append(write_pdn(replace(game, mainline=judged)))
    _write("\n".join(out), output)
    errors = [item for item in items if isinstance(item, PdnError)]
    for error in errors:
        _report(file.name, error.game, error.line, error.column, error.reason.get(lang), error.excerpt)
    return 1 if errors else 0


def _judge(game: PdnGame, nodes: int, lang: Lang, done: Callable[[], None]) -> Iterator[PdnMove]:
    """Compare each move with the best one, both searched as far."""
    from damiera._core import Search
    from damiera.notation.moves import format_move

    mind = Search(game.ruleset.core, hash_mb=32)
    positions = game.positions
    for i, played in enumerate(game.mainline):
        position, past = positions[i], positions[:i]
        best = mind.think(position, history=past, nodes=nodes)
        own = best
        if best.move != played.move:
            own = mind.think(position, history=past, nodes=nodes, searchmoves=[played.move])
        done()
        loss = best.score_cp - own.score_cp
        if best.move is None or loss < MISTAKE_CP:
            yield played
            continue
        better = format_move(position, best.move)
        sign = 1 if position.side.letter == "W" else -1
        values = {"move": better, "best": _score(sign * best.score_cp), "own": _score(sign * own.score_cp)}
        said = BETTER.format(**values)
        comment = " ".join(filter(None, [played.comment, said.get(lang)]))
        yield replace(played, strength="??" if loss >= BLUNDER_CP else "?", comment=comment)


def _score(cp: int) -> str:
    return f"{cp / 100:+.2f}"


class _Books:
    """The archive of the app, opened for the house: whoever sits at the machine itself."""

    imports: Imports
    archive: Archive
    player: str

    def __init__(self, data: Path | None, database: str | None) -> None:
        from damiera.service.archive import Archive
        from damiera.service.identity import Identity
        from damiera.service.imports import Imports
        from damiera.service.live import Desk
        from damiera.service.ports import WallClock
        from damiera.store.database import open_store

        self._store = open_store(database or data)
        clock = WallClock()
        self.imports = Imports(self._store, clock)
        self.archive = Archive(Desk(self._store, clock))
        self.player = Identity(self._store, clock).house().id

    def __enter__(self) -> _Books:
        return self

    def __exit__(self, *_: object) -> None:
        self._store.close()


def _bytes(path: Path) -> bytes:
    return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8", newline="\n")


def _error(error: PdnError, lang: Lang) -> dict[str, object]:
    return _placed(error.game, error.line, error.column, error.reason.get(lang))


def _placed(game: int, line: int, column: int, reason: str) -> dict[str, object]:
    return {"game": game, "line": line, "column": column, "reason": reason}


def _report(name: str, game: int, line: int, column: int, reason: str, excerpt: str) -> None:
    click.echo(_printable(f"{name}:{line}:{column}: {game}: {reason}"), err=True)
    if excerpt:
        click.echo(f"    {_printable(excerpt)}", err=True)


def _printable(text: str) -> str:
    """Keep what a damaged file holds from commanding the terminal."""
    return "".join(c if c.isprintable() else "·" for c in text)


def _progress() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)

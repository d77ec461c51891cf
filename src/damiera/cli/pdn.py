"""`damiera pdn`: check, convert, import, export, annotate and print collections of games."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO

import click

from damiera.cli import annotate
from damiera.cli.common import (
    GAME,
    JSON_NEEDS_OUTPUT,
    READ_AND_WRITTEN,
    WRITTEN_FILE,
    emit,
    lang_option,
    language,
    output_option,
    printable,
    progress_bar,
)
from damiera.disk import write_whole, writing_whole
from damiera.errors import DamieraError
from damiera.messages import Lang, Message, Text
from damiera.notation.pdn.bulk import BulkGame
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.guess import is_said_wrongly
from damiera.notation.pdn.judgement import FileJudgement
from damiera.notation.pdn.stream import judge_file, read_file
from damiera.rules.ruleset import Ruleset, ruleset

if TYPE_CHECKING:
    from damiera.notation.pdn.results import ResultStyle
    from damiera.notation.pdn.writer import TagStyle
    from damiera.service.archive import ArchiveService
    from damiera.service.imports import ImportService
    from damiera.service.views import ImportView

__all__ = ["command"]

FILES = click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True)
DATA = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="Data folder of the app."
)
DATABASE = click.option("--database", default=None, help="Database URL instead of the folder's own file.")

ASKED = click.option(
    "--game", type=GAME, default=None, help="What the games are, whatever the files say of it."
)

_UNSURE = Message(
    "{file}: it is not certain which game this is: nothing was brought in. Say it with --game {slug}, or "
    "with another game."
)
_SAY_GAME = Message("Say it with --game {slug}, or with another game.")
_WHICH = Message("Which game is it? A number of the list, or the name of a game; nothing for none")
GUESSED = Message("games whose tags cannot be right, told by their moves: {n}")
_NO_SUCH_GAME = Message("{file} has no game {n}")
_GAMES = Message("{n} games, {ok} legal")
_ONE_GAME = Message("1 game, {ok} legal")


@click.group("pdn")
def command() -> None:
    """Check, convert, import, export, annotate and print PDN files. Exit code 1: some games were refused."""


@command.command("check")
@click.argument("files", type=FILES, nargs=-1, required=True)
@ASKED
@click.option("--notes", is_flag=True, help="List what was read round, too.")
@click.option("--json", "as_json", is_flag=True)
@lang_option
def check(
    files: tuple[Path, ...], game: Ruleset | None, notes: bool, as_json: bool, lang: Lang | None
) -> int:
    """Replay every game of FILES; list what is not legal with line, column and reason."""
    lang = lang or language()
    refused = 0
    for path in files:
        begun = time.perf_counter()
        found = _Found(path, lang, quiet=as_json, notes=notes)
        file = _seekable(path)
        judgement = judge_file(file)
        with progress_bar() as progress:
            task = progress.add_task(path.name, total=None)
            for item in read_file(file, asked=game, judgement=judgement):
                found.take(item)
                progress.update(task, completed=found.games)
        refused += len(found.errors)
        counts = found.counts() | _judged(judgement, game, lang)
        if as_json:
            name = {"file": str(path)} if len(files) > 1 else {}
            told = {"notes": found.notes} if notes else {}
            emit({**name, **counts, "errors": found.errors, **told})
            continue
        said = _ONE_GAME if found.games == 1 else _GAMES
        spent = time.perf_counter() - begun
        rules = ", ".join(sorted(found.rules)) or "–"
        click.echo(
            f"{path.name}: {said.format(n=found.games, ok=found.legal).text(lang)} ({rules}; {spent:.2f} s)"
        )
        _tell_judgement(judgement, game, lang)
        if found.mistaken:
            click.echo(f"    {GUESSED.format(n=found.mistaken).text(lang)}")
    return 1 if refused else 0


def _judged(judgement: FileJudgement, game: Ruleset | None, lang: Lang) -> dict[str, object]:
    """Return a judgement as one reads it in JSON."""
    likely = {count.ruleset.slug: count.n for count in judgement.candidates}
    sure = game is not None or judgement.is_sure
    return {"judgement": _judgement_text(judgement, game).text(lang), "sure": sure, "likely": likely}


def _judgement_text(judgement: FileJudgement, game: Ruleset | None) -> Text:
    return judgement.text if game is None else judgement.text_where_asked(game)


def _tell_judgement(judgement: FileJudgement, game: Ruleset | None, lang: Lang) -> None:
    """Say what a file is taken for, and what to give where that is not certain."""
    said = _judgement_text(judgement, game).text(lang)
    if said:
        click.echo(f"    {said}")
    if game is None and not judgement.is_sure:
        click.echo(f"    {_SAY_GAME.format(slug=judgement.candidates[0].ruleset.slug).text(lang)}")


@command.command("convert")
@click.argument("files", type=FILES, nargs=-1, required=True)
@output_option("--output", "--out")
@ASKED
@click.option(
    "--results",
    type=click.Choice(["pdn", "chess", "points"]),
    default="pdn",
    show_default=True,
    help="As PDN 3.0 lays down, 1-0, or 2-0.",
)
@click.option(
    "--ending",
    type=click.Choice(["separator", "result"]),
    default="separator",
    show_default=True,
    help="Behind the moves: PDN 3.0's *, or the result for older programs.",
)
@click.option(
    "--tags",
    type=click.Choice(["strict", "kept"]),
    default="strict",
    show_default=True,
    help="The seven first and all in PDN's spelling, or as the file has them.",
)
@click.option("--long", "long", is_flag=True, help="Captures with every landing.")
@click.option("--json", "as_json", is_flag=True, help="One object on the counts; needs --output.")
@lang_option
def convert(
    files: tuple[Path, ...],
    output: Path | None,
    game: Ruleset | None,
    results: ResultStyle,
    ending: Literal["separator", "result"],
    tags: TagStyle,
    long: bool,
    as_json: bool,
    lang: Lang | None,
) -> int:
    """Write the games of FILES again as strict PDN 3.0, one after the other."""
    from damiera.notation.pdn.rewrite import rewrite_all

    if as_json and output is None:
        raise click.UsageError(JSON_NEEDS_OUTPUT.text(language()))
    if output is not None and any(str(path) != "-" and path.resolve() == output.resolve() for path in files):
        raise click.UsageError(READ_AND_WRITTEN.format(name=output.name).text(language()))
    lang = lang or language()
    found = _Found(files[0], lang, quiet=as_json)
    with _target(output) as target, progress_bar() as progress:
        task = progress.add_task(output.name if output else "PDN", total=None)

        def items() -> Iterator[BulkGame | PdnError]:
            for path in files:
                found.path = path
                file = _seekable(path)
                judgement = judge_file(file)
                if game is None and not judgement.is_sure:
                    found.tell_unsure(judgement)
                for item in read_file(file, asked=game, judgement=judgement):
                    found.take(item)
                    progress.update(task, completed=found.games)
                    yield item

        for text in rewrite_all(items(), results=results, ending=ending, tags=tags, long=long):
            target.write(text)
    if as_json:
        emit({"file": str(output), **found.counts(), "errors": found.errors})
    return 1 if found.errors else 0


@command.command("sheet")
@click.argument("file", type=FILES)
@click.option("--game", "number", type=click.IntRange(1), default=1, show_default=True, help="Which game.")
@click.option(
    "--rules", "game", type=GAME, default=None, help="What it is a game of, whatever the file says of it."
)
@click.option(
    "--ballot", type=click.IntRange(0), default=None, help="Plies that an opening by lot laid down."
)
@click.option("--out", "--output", type=WRITTEN_FILE, required=True)
@lang_option
def sheet(
    file: Path, number: int, game: Ruleset | None, ballot: int | None, out: Path, lang: Lang | None
) -> int:
    """Print a game of FILE as a score sheet: a PDF of A4 pages."""
    from damiera.paper.sheet import score_sheet
    from damiera.service.record import earlier_parts

    lang = lang or language()
    items = read_file(_seekable(file), asked=game)
    item = next((item for item in items if _number(item) == number), None)
    if item is None:
        said = _NO_SUCH_GAME.format(file=file.name, n=number)
        raise click.BadParameter(said.text(lang), param_hint="--game")
    if isinstance(item, PdnError):
        _report(file.name, item.game, item.line, item.column, item.reason.text(lang), item.excerpt)
        return 1
    record = item.game()
    write_whole(out, score_sheet(record, lang=lang, ballot=ballot, earlier=earlier_parts(record)))
    return 0


def _number(item: BulkGame | PdnError) -> int:
    return item.game if isinstance(item, PdnError) else item.number


class _Found:
    """What was found in a file: counted, and told as it comes."""

    def __init__(self, path: Path, lang: Lang, *, quiet: bool, notes: bool = False) -> None:
        self.path, self.lang, self.quiet, self.notes_wanted = path, lang, quiet, notes
        self.games = self.legal = self.guessed = self.mistaken = 0
        self.rules: set[str] = set()
        self.errors: list[dict[str, object]] = []
        self.notes: list[dict[str, object]] = []

    def take(self, item: BulkGame | PdnError) -> None:
        """Count an item and tell what is wrong with it."""
        self.games += 1
        if isinstance(item, PdnError):
            self.errors.append(_error(item, self.lang))
            self._tell(item.game, item.line, item.column, item.reason, item.excerpt)
            return
        self.legal += 1
        self.guessed += item.ruleset_guessed
        self.mistaken += is_said_wrongly(item)
        self.rules.add(item.ruleset.slug)
        if self.notes_wanted:
            for note in item.notes:
                self.notes.append(_placed(item.number, note.line, note.column, note.text.text(self.lang)))
                self._tell(item.number, note.line, note.column, note.text)

    def counts(self) -> dict[str, object]:
        """Return what was counted; `guessed` are games that do not say, or say wrongly, what they are."""
        rules = sorted(self.rules)
        return {"games": self.games, "legal": self.legal, "guessed": self.guessed, "rules": rules}

    def tell_unsure(self, judgement: FileJudgement) -> None:
        """Say that it is not certain which game the games without tag are, and what to give."""
        if not self.quiet:
            slug = judgement.candidates[0].ruleset.slug
            said = f"{judgement.text.text(self.lang)} {_SAY_GAME.format(slug=slug).text(self.lang)}"
            click.echo(printable(f"{self.path.name}: {said}"), err=True)

    def _tell(self, game: int, line: int, column: int, text: Text, excerpt: str = "") -> None:
        if not self.quiet:
            _report(self.path.name, game, line, column, text.text(self.lang), excerpt)


def _seekable(path: Path) -> Path | BytesIO:
    """Return a file that can be read from its start again: standard input is kept."""
    return BytesIO(sys.stdin.buffer.read()) if str(path) == "-" else path


@contextmanager
def _target(output: Path | None) -> Iterator[TextIO]:
    if output is None:
        yield sys.stdout
        return
    with writing_whole(output) as file:
        text = TextIOWrapper(file, encoding="utf-8", newline="\n")
        try:
            yield text
        finally:
            text.detach()


@command.command("import")
@click.argument("files", type=FILES, nargs=-1, required=True)
@DATA
@DATABASE
@ASKED
@click.option(
    "--beginnings", is_flag=True, help="Of a game that stops being legal, keep the legal beginning."
)
@click.option("--json", "as_json", is_flag=True)
@lang_option
def import_(
    files: tuple[Path, ...],
    data: Path | None,
    database: str | None,
    game: Ruleset | None,
    beginnings: bool,
    as_json: bool,
    lang: Lang | None,
) -> int:
    """Keep the legal games of FILES in the archive of the app, for everybody who uses it here.

    A file of which it is not certain which game it is is not brought in before that is said: with --game, or
    to a question at a terminal.
    """
    lang = lang or language()
    refused = 0
    with _opened(data, database) as books:
        for path in files:
            content = _bytes(path)
            judgement = judge_file(BytesIO(content))
            if not as_json:
                _tell_judgement(judgement, game, lang)
            said = game or _answer(judgement, path, as_json, lang)
            if said is None and not judgement.is_sure:
                refused += 1
                _tell_unsure(path, judgement, as_json, lang)
                continue
            view = _import_one(
                books, path, content, lang, beginnings=beginnings, game=said, overrules=game is not None
            )
            refused += view.refused
            _tell_import(path, view, as_json, lang)
    return 1 if refused else 0


def _answer(judgement: FileJudgement, path: Path, as_json: bool, lang: Lang) -> Ruleset | None:
    """Ask at a terminal which game a doubtful file is; None where nobody answers or is asked."""
    if judgement.is_sure or as_json or str(path) == "-" or not sys.stdin.isatty():
        return None
    for number, count in enumerate(judgement.candidates, 1):
        click.echo(f"    {number}. {count.ruleset.name.text(lang)} ({count.n})")
    while True:
        word = click.prompt(_WHICH.text(lang), default="", show_default=False).strip()
        if not word:
            return None
        try:
            if word.isdecimal() and 0 < int(word[:3]) <= len(judgement.candidates):
                return judgement.candidates[int(word[:3]) - 1].ruleset
            return ruleset(word)
        except DamieraError as error:
            click.echo(error.text(lang), err=True)


def _tell_unsure(path: Path, judgement: FileJudgement, as_json: bool, lang: Lang) -> None:
    slug = judgement.candidates[0].ruleset.slug
    said = _UNSURE.format(file=path.name, slug=slug).text(lang)
    if as_json:
        emit({"file": str(path), "games": 0, **_judged(judgement, None, lang), "errors": [], "text": said})
    else:
        click.echo(printable(said), err=True)


def _import_one(
    books: _Books,
    path: Path,
    content: bytes,
    lang: Lang,
    *,
    beginnings: bool,
    game: Ruleset | None,
    overrules: bool,
) -> ImportView:
    view = books.imports.start(
        books.player,
        path.name,
        content,
        lang,
        beginnings=beginnings,
        game=game.slug if game else "",
        overrules=overrules,
    )
    with progress_bar() as progress:
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
        emit({"file": str(path), **counts, "judgement": view.judgement, "errors": errors})
        return
    for error in view.errors:
        _report(path.name, error.game, error.line, error.column, error.reason, error.excerpt)
    said = Message(
        "games read: {games}; new in the archive: {imported}; known already: {duplicates}; refused: {refused}"
    )
    click.echo(f"{path.name}: {said.format(**counts).text(lang)}")


@command.command("export")
@click.option("--query", default="", help="Only games with these words in their tags.")
@click.option("--game", type=GAME, default=None)
@output_option("--output")
@click.option("--json", "as_json", is_flag=True, help="One object on what was written; needs --output.")
@DATA
@DATABASE
def export(
    query: str,
    game: Ruleset | None,
    output: Path | None,
    as_json: bool,
    data: Path | None,
    database: str | None,
) -> int:
    """Write archived games as PDN."""
    if as_json and output is None:
        raise click.UsageError(JSON_NEEDS_OUTPUT.text(language()))
    with _opened(data, database) as books:
        text = books.archive.export_search(
            books.player, query=query, game=game.slug if game else None, lang=language()
        )
    _write(text, output)
    if as_json:
        emit({"file": str(output), "games": text.count("[Event ")})
    return 0


command.add_command(annotate.command, "annotate")


@dataclass(frozen=True, slots=True)
class _Books:
    """The archive of the app, for whoever sits at the machine itself."""

    imports: ImportService
    archive: ArchiveService
    player: str


@contextmanager
def _opened(data: Path | None, database: str | None) -> Iterator[_Books]:
    """Open the archive of the app."""
    from damiera.service.archive import ArchiveService
    from damiera.service.identity import Identity
    from damiera.service.imports import ImportService
    from damiera.service.live import GameCache
    from damiera.service.wall_clock import WallClock
    from damiera.store.database import open_store

    store, clock = open_store(database or data), WallClock()
    try:
        player = Identity(store, clock).local_player()
        yield _Books(ImportService(store, clock), ArchiveService(GameCache(store, clock)), player.id)
    finally:
        store.close()


def _bytes(path: Path) -> bytes:
    return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text.encode())


def _error(error: PdnError, lang: Lang) -> dict[str, object]:
    return _placed(error.game, error.line, error.column, error.reason.text(lang))


def _placed(game: int, line: int, column: int, reason: str) -> dict[str, object]:
    return {"game": game, "line": line, "column": column, "reason": reason}


def _report(name: str, game: int, line: int, column: int, reason: str, excerpt: str) -> None:
    click.echo(printable(f"{name}:{line}:{column}: {game}: {reason}"), err=True)
    if excerpt:
        click.echo(f"    {printable(excerpt)}", err=True)

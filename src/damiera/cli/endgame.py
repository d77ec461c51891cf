"""`damiera endgame`: tables of the last pieces, built, checked and asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera.cli.common import (
    GAME,
    Function,
    emit,
    lang_option,
    language,
    leave_threads,
    position_of,
    stops,
    terminable,
)
from damiera.messages import Joined, Lang, Message, Number, Text, Verbatim
from damiera.notation.moves import format_move
from damiera.rules.ruleset import CATALOGUE, Ruleset

if TYPE_CHECKING:
    from rich.progress import Progress

    from damiera.endgame.build import BuildProgress
    from damiera.endgame.files import TableHead
    from damiera.endgame.material import SliceMaterial
    from damiera.endgame.plan import BuildPlan
    from damiera.endgame.probe import MoveValue
    from damiera.endgame.stock import TableStock
    from damiera.endgame.verify import CheckResult
    from damiera.training.tables import ClusterBuilder

__all__ = ["command"]

_MOST_BUILT = 7
_POLL_S = 0.2

_BUILT = Message(
    "{game}: {tables} tables up to {pieces} pieces ({found} were there), {seconds:.1f} s, in {folder}"
)
_NOTHING = Message("No tables in {folder}. Build some with 'damiera endgame build GAME --pieces N'.")
_SHIPPED = Message("{game}: tables up to {pieces} pieces come with Damiera")
_STOCK = Message("{pieces} pieces: {verdicts}/{total} tables, {distances} with distances, {size:.1f} MB")
_RIGHT = Message("{game}: {positions} positions in {n} tables, all right")
_WRONG = Message("{material}: {wrong} of {positions} positions are wrong, {fen} for one")
_COUNTS = Message("{material}: the file counts other positions than it holds")
_UNPROVEN = Message("Without distances: verdicts were compared with those after each move, not proven.")
_PLAN = Message("{game}, up to {pieces} pieces: {tables} tables in {pairs} pairs, {places} places")
_PLAN_ALL_THERE = Message("All of them are in {folder}: nothing is left to build.")
_PLAN_THERE = Message("{n} table is in {folder} already.", plural="{n} tables are in {folder} already.")
_PLAN_ORDER = Message(
    "Left to build, in {n} step; pairs of one step may be solved at the same time:",
    plural="Left to build, in {n} steps; pairs of one step may be solved at the same time:",
)
_PLAN_WAVE = Message(
    "{n} pair, {places} places, {mb} MB of memory",
    plural="{n} pairs, {places} places, at most {mb} MB of memory a pair",
)
_PLAN_LARGEST = Message(
    "Memory: {mb} MB for the largest pair, {material} ({places} places): {solving} MB while it is solved, "
    "{needed} MB for the tables it leads to"
)
_PLAN_DISK = Message("Disk: about {mb} MB")
_PLAN_TIME = Message(
    "Processor time: about {time} of one processor like this one, which solved {rate} places a second in a "
    "sample of {pieces} pieces"
)
_HOURS = Message("{hours} h")
_SECONDS = Message("{seconds} s")
_NO_MATERIAL = Message(
    "{name} is no material: give four digits, as 2101 for two men and a king against a king"
)
_WORDS = {
    "win": Message("wins"),
    "draw": Message("draws"),
    "loss": Message("loses"),
}
_IN = Message("in {n} move", plural="in {n} moves")
_LEFT = Message("Interrupted at once. The tables finished so far stay; the same command goes on from there.")
_COUNTED_HERE = Message("--counted: these tables are built on one machine, without --scheduler.")


@click.group("endgame")
def command() -> None:
    """Endgame tables: build, check, ask. They lie in the data folder, or in $DAMIERA_ENDGAME."""


def _pieces_option(function: Function) -> Function:
    return click.option(
        "--pieces",
        type=click.IntRange(2, _MOST_BUILT),
        required=True,
        help="Of both sides together.",
    )(function)


def _only_option(function: Function) -> Function:
    return click.option(
        "--only",
        default="",
        metavar="MATERIAL,...",
        help="These tables with all that they lead to: white men, white kings, black men, black kings.",
    )(function)


def _materials(only: str) -> list[SliceMaterial]:
    from damiera.endgame.material import SliceMaterial

    names = [name.strip() for name in only.split(",") if name.strip()]
    wrong = [name for name in names if not (len(name) == 4 and name.isascii() and name.isdigit())]
    if wrong:
        raise click.BadParameter(_NO_MATERIAL.format(name=wrong[0]).text(language()), param_hint="--only")
    return [SliceMaterial(*map(int, name)) for name in names]


def _folder_option(function: Function) -> Function:
    return click.option(
        "--folder",
        type=click.Path(path_type=Path),
        default=None,
        help="Where the tables lie.",
    )(function)


def _threads_option(function: Function) -> Function:
    return click.option(
        "--threads", type=click.IntRange(1, 256), default=None, help="All processors by default."
    )(function)


def _json_option(function: Function) -> Function:
    return click.option("--json", "as_json", is_flag=True, help="One JSON object.")(function)


@command.command("build")
@click.argument("game", type=GAME)
@_pieces_option
@click.option("--distance", is_flag=True, help="Also the plies to the end.")
@_only_option
@click.option(
    "--counted", is_flag=True, help="For searches: a win that comes after a count of the rules is a draw."
)
@click.option(
    "--memory",
    type=click.IntRange(64, 1 << 20),
    default=4096,
    show_default=True,
    help="MB for tables in use.",
)
@_threads_option
@click.option(
    "--scheduler", default="", help="Of a Dask cluster whose workers solve the tables: tcp://host:8786."
)
@_folder_option
@_json_option
@lang_option
def build(
    game: Ruleset,
    pieces: int,
    distance: bool,
    only: str,
    counted: bool,
    memory: int,
    threads: int | None,
    scheduler: str,
    folder: Path | None,
    as_json: bool,
    lang: Lang | None,
) -> None:
    """Build every table of GAME up to so many pieces; what is there already is kept."""
    from damiera.endgame.build import Builder
    from damiera.endgame.files import default_folder

    if counted and scheduler:
        raise click.UsageError(_COUNTED_HERE.text(lang or language()))
    folder = folder or default_folder()
    found: list[SliceMaterial] = []
    with terminable(), _bar() as bar:
        heard = _shown(bar, game, found)
        builder: Builder | ClusterBuilder
        if scheduler:
            from damiera.training.tables import ClusterBuilder

            builder = ClusterBuilder(
                game.core,
                pieces,
                scheduler,
                distances=distance,
                only=_materials(only),
                folder=folder,
                threads=threads,
                on_progress=heard,
                on_note=lambda text: _say_beside(bar, text.text(lang or language())),
            )
        else:
            builder = Builder(
                game.core,
                pieces,
                distances=distance,
                counted=counted,
                only=_materials(only),
                folder=folder,
                threads=threads,
                memory_mb=memory,
                on_progress=heard,
            )
        _run(bar, builder.run, builder.stop, _LEFT)
    built = {
        "game": game.slug,
        "pieces": pieces,
        "distances": distance,
        "tables": builder.total,
        "found": len(found),
        "seconds": round(builder.seconds, 3),
        "folder": str(folder),
    }
    if as_json:
        emit(built)
    else:
        click.echo(_BUILT.format(**built).text(lang or language()))


def _say_beside(bar: Progress, text: str) -> None:
    bar.console.print(text, markup=False, highlight=False, soft_wrap=True)


def _shown(bar: Progress, game: Ruleset, found: list[SliceMaterial]) -> Callable[[BuildProgress], None]:
    """Return what moves the bar with each table, and notes those that were there already."""
    task = bar.add_task(game.slug, total=None)

    def heard(progress: BuildProgress) -> None:
        if progress.found:
            found.append(progress.material)
        name = f"{game.slug} {progress.material.name}"
        bar.update(task, total=progress.places, completed=progress.places_done, description=name)

    return heard


@command.command("plan")
@click.argument("game", type=GAME)
@_pieces_option
@click.option("--distance", is_flag=True, help="Also the plies to the end.")
@_only_option
@_folder_option
@_json_option
@lang_option
def plan(
    game: Ruleset,
    pieces: int,
    distance: bool,
    only: str,
    folder: Path | None,
    as_json: bool,
    lang: Lang | None,
) -> None:
    """Say what building the tables of GAME will take: memory, disk, time, and in which order it goes."""
    from damiera.endgame.files import default_folder
    from damiera.endgame.plan import plan_build

    folder = folder or default_folder()
    found = plan_build(game.core, pieces, distances=distance, only=_materials(only), folder=folder)
    if as_json:
        emit(_planned(game, pieces, distance, folder, found))
        return
    for text in _plan_lines(game, pieces, folder, found):
        click.echo(text.text(lang or language()))


def _planned(game: Ruleset, pieces: int, distance: bool, folder: Path, plan: BuildPlan) -> dict[str, object]:
    return {
        "game": game.slug,
        "pieces": pieces,
        "distances": distance,
        "folder": str(folder),
        "tables": plan.slices,
        "pairs": plan.pairs,
        "places": plan.places,
        "tables_there": plan.slices_there,
        "pairs_there": plan.pairs_there,
        "places_left": plan.places_left,
        "waves": [
            {"pairs": wave.pairs, "places": wave.places, "memory_bytes": wave.memory} for wave in plan.waves
        ],
        "largest": None
        if plan.largest is None
        else {
            "class": list(plan.largest),
            "places": plan.largest_places,
            "solving_bytes": plan.memory.solving,
            "needed_bytes": plan.memory.needed,
            "memory_bytes": plan.memory.most,
        },
        "disk_bytes": plan.disk_bytes,
        "processor_s": round(plan.processor_s, 1),
        "places_a_second": round(plan.places_a_second),
        "sample_pieces": plan.sample_pieces,
    }


def _plan_lines(game: Ruleset, pieces: int, folder: Path, plan: BuildPlan) -> Iterator[Text]:
    yield _PLAN.format(
        game=game.slug,
        pieces=pieces,
        tables=plan.slices,
        pairs=plan.pairs,
        places=f"{plan.places:,}",
    )
    if plan.largest is None:
        yield _PLAN_ALL_THERE.format(folder=folder)
        return
    yield _PLAN_THERE.format(n=plan.slices_there, folder=folder)
    yield _PLAN_ORDER.format(n=len(plan.waves))
    for number, wave in enumerate(plan.waves, 1):
        told = _PLAN_WAVE.format(
            n=wave.pairs, places=f"{wave.places:,}", mb=Number(wave.memory / 1e6, decimals=1)
        )
        yield Joined((Verbatim(f"  {number:>2}."), told))
    yield _PLAN_LARGEST.format(
        material=plan.largest.name,
        places=f"{plan.largest_places:,}",
        solving=Number(plan.memory.solving / 1e6, decimals=1),
        needed=Number(plan.memory.needed / 1e6, decimals=1),
        mb=Number(plan.memory.most / 1e6, decimals=1),
    )
    yield _PLAN_DISK.format(mb=Number(plan.disk_bytes / 1e6, decimals=1))
    time, hours = plan.processor_s, plan.processor_s / 3600
    yield _PLAN_TIME.format(
        time=_HOURS.format(hours=Number(hours, decimals=1))
        if hours >= 1
        else _SECONDS.format(seconds=Number(time, decimals=0)),
        rate=f"{plan.places_a_second:,.0f}",
        pieces=plan.sample_pieces,
    )


@command.command("verify")
@click.argument("game", type=GAME)
@_pieces_option
@_only_option
@_threads_option
@_folder_option
@_json_option
@lang_option
def verify(
    game: Ruleset,
    pieces: int,
    only: str,
    threads: int | None,
    folder: Path | None,
    as_json: bool,
    lang: Lang | None,
) -> int:
    """Compare every position of the tables with its successors; exit code 1 if one is wrong."""
    from damiera.endgame.verify import Verifier

    results: list[CheckResult] = []
    with terminable(), _bar() as bar:
        task = bar.add_task(game.slug, total=None)

        def heard(checked: CheckResult, done: int, total: int) -> None:
            results.append(checked)
            bar.update(task, total=total, completed=done, description=f"{game.slug} {checked.material.name}")

        verifier = Verifier(
            game.core, pieces, only=_materials(only), folder=folder, threads=threads, on_checked=heard
        )
        _run(bar, verifier.run, verifier.stop)
    wrong = [one for one in results if not one.is_right]
    if as_json:
        emit(_checked(game, results))
    else:
        _say_checked(game, results, lang or language())
    return 1 if wrong else 0


def _checked(game: Ruleset, results: list[CheckResult]) -> dict[str, object]:
    return {
        "game": game.slug,
        "tables": len(results),
        "positions": sum(one.positions for one in results),
        "distances": all(one.distances for one in results),
        "wrong": sum(one.wrong for one in results),
        "errors": [
            {
                "class": list(one.material),
                "wrong": one.wrong,
                "fen": one.example.fen if one.example else None,
                "counts_agree": one.counts_agree,
            }
            for one in results
            if not one.is_right
        ],
    }


def _say_checked(game: Ruleset, results: list[CheckResult], lang: Lang) -> None:
    for one in results:
        if one.example is not None:
            said = _WRONG.format(
                material=one.material.name, wrong=one.wrong, positions=one.positions, fen=one.example.fen
            )
            click.echo(said.text(lang))
        if not one.counts_agree:
            click.echo(_COUNTS.format(material=one.material.name).text(lang))
    if all(one.is_right for one in results):
        positions = sum(one.positions for one in results)
        click.echo(_RIGHT.format(game=game.slug, positions=f"{positions:,}", n=len(results)).text(lang))
    if not all(one.distances for one in results):
        click.echo(_UNPROVEN.text(lang))


@command.command("probe")
@click.argument("game", type=GAME)
@click.argument("fen")
@_folder_option
@_json_option
@lang_option
def probe(game: Ruleset, fen: str, folder: Path | None, as_json: bool, lang: Lang | None) -> None:
    """Say what FEN is worth with best play, and each of its moves."""
    from damiera.endgame.probe import EndgameTables
    from damiera.endgame.sentences import count_sentence_or_fault, moves_sentences, value_sentence

    lang = lang or language()
    position = position_of(game, fen)
    tables = EndgameTables(game.core, folder)
    answer = tables.need(position)
    moves = tables.moves(position)
    if as_json:
        emit(
            {
                "game": game.slug,
                "fen": position.fen,
                "verdict": answer.verdict.value,
                "plies": answer.plies,
                "moves": [
                    {
                        "notation": format_move(position, one.move),
                        "verdict": one.answer.verdict.value,
                        "plies": one.answer.plies,
                    }
                    for one in moves
                ],
            }
        )
        return
    click.secho(value_sentence(answer).text(lang), bold=True)
    for said in (count_sentence_or_fault(position, answer, folder), moves_sentences(position, moves)):
        if sentence := said.text(lang):
            click.echo(sentence)
    width = max((len(format_move(position, one.move)) for one in moves), default=0)
    for one in moves:
        click.echo(f"  {format_move(position, one.move):<{width}}  {_worth(one, lang)}".rstrip())


def _worth(one: MoveValue, lang: Lang) -> str:
    word = _WORDS[one.answer.verdict.value].text(lang)
    if one.answer.moves is None:
        return word
    return f"{word} {_IN.format(n=one.answer.moves).text(lang)}"


@command.command("info")
@click.argument("game", type=GAME)
@_pieces_option
@_folder_option
@_json_option
@lang_option
def info(game: Ruleset, pieces: int, folder: Path | None, as_json: bool, lang: Lang | None) -> None:
    """Print the counts of each table of so many pieces: won, drawn and lost for White, who is to move."""
    from damiera.endgame.files import default_folder
    from damiera.endgame.stock import heads

    folder = folder or default_folder()
    for head in heads(game.core, pieces, folder):
        if as_json:
            emit(_told(head))
            continue
        longest = "" if head.longest_win is None else f"  {head.longest_win:>3}  {head.longest}"
        counts = f"{head.wins:>13,} / {head.draws:>13,} / {head.losses:>13,}"
        click.echo(f"{''.join(map(str, head.material))}  {head.positions:>13,}  {counts}{longest}")


def _told(head: TableHead) -> dict[str, object]:
    return {
        "class": list(head.material),
        "positions": head.positions,
        "wins": head.wins,
        "draws": head.draws,
        "losses": head.losses,
        "longest_win": head.longest_win,
        "longest_loss": head.longest_loss,
        "longest": head.longest,
    }


@command.command("list")
@click.argument("game", type=GAME, required=False)
@_folder_option
@_json_option
@lang_option
def list_(game: Ruleset | None, folder: Path | None, as_json: bool, lang: Lang | None) -> None:
    """List the tables that are there, of GAME or of all games."""
    from damiera.endgame.files import default_folder, shipped_folder

    folder = folder or default_folder()
    games = [game] if game is not None else list(CATALOGUE.values())
    there = _stocked(games, folder)
    shipped = _stocked(games, shipped_folder())
    if as_json:
        rows = {
            name: [_row(one, item) for one, found in tables for item in found]
            for name, tables in (("tables", there), ("shipped", shipped))
        }
        emit({"folder": str(folder), **rows})
        return
    if not there:
        click.echo(_NOTHING.format(folder=folder).text(lang or language()))
    for one, found in there:
        click.secho(one.slug, bold=True)
        for item in found:
            said = _STOCK.format(
                pieces=item.pieces,
                verdicts=item.verdicts,
                total=item.total,
                distances=item.distances,
                size=item.size / 1e6,
            )
            click.echo(f"  {said.text(lang or language())}")
    for one, found in shipped:
        said = _SHIPPED.format(game=one.slug, pieces=found[-1].pieces)
        click.echo(said.text(lang or language()))


def _stocked(games: Sequence[Ruleset], folder: Path) -> list[tuple[Ruleset, list[TableStock]]]:
    """Return what there is of each game that has tables in a folder."""
    from damiera.endgame.stock import stock

    return [(game, found) for game in games if (found := stock(game.core, folder))]


def _row(game: Ruleset, item: TableStock) -> dict[str, object]:
    return {
        "game": game.slug,
        "pieces": item.pieces,
        "total": item.total,
        "verdicts": item.verdicts,
        "distances": item.distances,
        "bytes": item.size,
        "complete": item.is_complete,
    }


def _bar() -> Progress:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)


def _run(
    bar: Progress, work: Callable[[], object], stop: Callable[[], None], left: Text | None = None
) -> None:
    """Do long work in a thread of its own. Ctrl-C or TERM ends it in good order, a second one at once."""
    from damiera.endgame.errors import BuildStopped

    failed: list[BaseException] = []
    interruptions: list[None] = []
    ended = threading.Event()

    def attempt() -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)
        finally:
            ended.set()

    with stops(lambda: interruptions.append(None)):
        threading.Thread(target=attempt).start()
        is_stopped = False
        while not ended.wait(_POLL_S):
            if interruptions and not is_stopped:
                is_stopped = True
                stop()
            if len(interruptions) > 1:
                bar.stop()
                leave_threads(left)
        if failed and isinstance(failed[0], BuildStopped):
            bar.stop()
            leave_threads(failed[0].message)
    if failed:
        raise failed[0]

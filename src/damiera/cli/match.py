"""`damiera match`: two engines play, colours reversed, until the answer is known."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal

import click

from damiera.cli.common import (
    GAME,
    INTERRUPTED,
    MOST_NODES,
    WRITTEN_FILE,
    Amount,
    emit,
    lang_option,
    language,
    printable,
    terminable,
)
from damiera.disk import write_whole
from damiera.messages import Lang, Message, Text

if TYPE_CHECKING:
    from damiera.engine.limits import SearchLimits
    from damiera.engine.match.referee import MatchGame
    from damiera.engine.match.settings import MatchSettings
    from damiera.engine.match.table import MatchScore
    from damiera.engine.runlog import LoggedRun
    from damiera.engine.statistics import Sprt
    from damiera.game.clock import ClockSettings
    from damiera.rules.ruleset import Ruleset

__all__ = ["MatchRun", "command", "games_file", "logged_match", "pace_of"]

_CLOCK = re.compile(r"(?:([1-9]\d{0,2})/)?(\d{1,9}(?:\.\d{1,3})?)(?:\+(\d{1,9}(?:\.\d{1,3})?))?", re.ASCII)
_Show = Callable[[int, str], None]
_LINES_OF_SILENCE = 10  # without a terminal one line tells of so many games
_UNFAIR = 1.5  # times the time for a move: who takes more is told of


@click.command("match")
@click.argument("engine_a")
@click.argument("engine_b")
@click.option("--game", type=GAME, required=True, help="The game they play.")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True)
@click.option(
    "--time", "--tc", "clock", metavar="S+I", help="A clock, in seconds: 10+0.1, 40/60+0.5 (40 moves)."
)
@click.option("--movetime", type=Amount(0.001, 86_400), help="Seconds a move.  [default: 0.1]")
@click.option("--cpu", type=Amount(0.001, 3600), help="Seconds of processor time a move, on average.")
@click.option("--depth", type=click.IntRange(1, 99), help="Plies searched for each move.")
@click.option("--nodes", type=click.IntRange(1, MOST_NODES), help="Positions searched for each move.")
@click.option(
    "--openings",
    metavar="DECK|FILE.pdn|random:N|none",
    help="Where games begin.  [default: the usual deck of the game, else six random plies]",
)
@click.option("--ponder", is_flag=True, help="Engines that can think in the opponent's time, too.")
@click.option(
    "--margin", type=click.IntRange(0, 60_000), default=0, show_default=True, help="ms that a flag forgives."
)
@click.option("--sprt", metavar="ELO0,ELO1[,ALPHA,BETA]", help="Stop once one of the two is accepted.")
@click.option("--concurrency", type=click.IntRange(1, 256), default=1, show_default=True, help="At a time.")
@click.option("--pdn", "out", type=WRITTEN_FILE, help="Keep the games here.")
@click.option("--resume", is_flag=True, help="Go on with the match whose games stand in --pdn.")
@click.option(
    "--max-plies", type=click.IntRange(0), default=500, show_default=True, help="Then a draw; 0: no."
)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True)
@click.option("--patience", type=Amount(0.1, 3600), default=10.0, show_default=True, help="Seconds.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, when the match is over.")
@lang_option
def command(
    engine_a: str,
    engine_b: str,
    game: Ruleset,
    games: int,
    clock: str | None,
    movetime: float | None,
    cpu: float | None,
    depth: int | None,
    nodes: int | None,
    openings: str | None,
    ponder: bool,
    margin: int,
    sprt: str | None,
    concurrency: int,
    out: Path | None,
    resume: bool,
    max_plies: int,
    seed: int,
    patience: float,
    as_json: bool,
    lang: Lang | None,
) -> None:
    """Let ENGINE_A play ENGINE_B; every opening twice, with colours reversed.

    An engine is `builtin`, `builtin:level=5`, `hub:COMMAND LINE`, which speaks Hub, with its parameters
    `hub(NAME=VALUE,dir=FOLDER):COMMAND LINE`, or `dxp:HOST:PORT`, which waits for a call. The exit code
    is 0 when the match was played to its end, 130 when it was interrupted, by Ctrl-C or by TERM.
    """
    from damiera.engine.match.openings import openings_from
    from damiera.engine.match.settings import MatchSettings
    from damiera.engine.spec import EngineSpec
    from damiera.engine.statistics import Sprt

    pace, limits = pace_of(clock, movetime, depth, nodes, cpu)
    if resume and out is None:
        raise click.UsageError(_NO_PDN.text(language()))
    settings = MatchSettings(
        game=game,
        engines=(EngineSpec.parse(engine_a), EngineSpec.parse(engine_b)),
        starts=openings_from(game, openings, seed, (games + 1) // 2),
        games=games,
        clock=pace,
        limits=limits,
        max_plies=max_plies,
        seed=seed,
        patience_s=patience,
        ponder=ponder,
        margin_ms=margin,
        processor_ms=round((cpu or 0) * 1000),
    )
    match = MatchRun(settings, Sprt.parse(sprt) if sprt else None, lang or language(), as_json)
    with terminable(), games_file(settings, match, out, resume) as file, logged_match(match, out) as run:
        complete = run.is_complete = match.play(file, concurrency)
    match.tell(complete)
    if not complete:
        if out is not None and not as_json:
            click.echo(_KEPT.format(path=out).text(lang or language()))
        sys.exit(INTERRUPTED)


def pace_of(
    clock: str | None, movetime: float | None, depth: int | None, nodes: int | None, cpu: float | None
) -> tuple[ClockSettings | None, SearchLimits]:
    """Return the clock, if there is one, and the limits that options ask for; 0.1 s a move without any."""
    from damiera.engine.limits import SearchLimits

    if clock is not None and (movetime or depth or nodes or cpu):
        raise click.UsageError(_TWO_PACES.text(language()))
    if clock is None and not (movetime or depth or nodes or cpu):
        movetime = 0.1
    limits = SearchLimits(
        depth=depth or 0, nodes=nodes or 0, time_ms=max(1, round((movetime or 0) * 1000)) if movetime else 0
    )
    return _clock(clock) if clock is not None else None, limits


def _clock(text: str) -> ClockSettings:
    from damiera.game.clock import ClockSettings

    found = _CLOCK.fullmatch(text)
    if found is None or not float(found[2]):
        raise click.BadParameter(_NO_CLOCK.format(text=text).text(language()), param_hint="--time")
    return ClockSettings(
        base_ms=round(float(found[2]) * 1000),
        increment_ms=round(float(found[3] or 0) * 1000),
        moves=int(found[1] or 0),
    )


@contextlib.contextmanager
def games_file(
    settings: MatchSettings, match: MatchRun, out: Path | None, resume: bool
) -> Iterator[IO[str] | None]:
    """Open the file of games, after counting those that stand in it."""
    from damiera.engine.errors import MatchError
    from damiera.engine.match.paper import read_played

    if out is None:
        yield None
        return
    try:
        if out.exists() and out.stat().st_size:
            if not resume:
                raise MatchError(_EXISTS.format(path=out))
            played, kept = read_played(settings, out.read_text(encoding="utf-8"))
            write_whole(out, kept.encode())
            for one in played:
                match.count(one)
        file = out.open("a", encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise MatchError(_NO_FILE.format(path=out, why=getattr(error, "strerror", None) or error)) from None
    try:
        yield file
    finally:
        with contextlib.suppress(OSError):  # each game is on the disk, or it was told that it is not
            file.close()


@contextlib.contextmanager
def logged_match(
    match: MatchRun, out: Path | None, kind: Literal["match", "gauntlet"] = "match"
) -> Iterator[LoggedRun]:
    """Have a match whose games are kept tell beside them that it goes on, and how it ended."""
    from damiera.engine.runlog import LoggedRun, RunSession, logged_run

    if out is None:
        yield LoggedRun()
        return
    settings, test = match.settings, match.sprt
    session = RunSession(
        kind,
        settings.game.slug,
        goal=settings.games,
        done=len(match.seen),
        test=(test.elo0, test.elo1, test.alpha, test.beta) if test else None,
    )
    with logged_run(out, session, is_locked=False) as run:
        yield run


@dataclass(slots=True)
class MatchRun:
    """A match under way: its table, what is shown, when it ends."""

    settings: MatchSettings
    sprt: Sprt | None
    lang: Lang
    as_json: bool
    table: MatchScore | None = None
    seen: frozenset[int] = frozenset()
    decided: str | None = None

    def count(self, played: MatchGame) -> None:
        """Take a game into the table."""
        from damiera.engine.match.table import MatchScore

        self.table = self.table or MatchScore(self.settings)
        self.table.add(played)
        self.seen |= {played.number}

    def play(self, file: IO[str] | None, concurrency: int) -> bool:
        """Play what is left; return False if it was interrupted."""
        from damiera.engine.match.boards import play_match
        from damiera.engine.match.table import MatchScore

        self.table = self.table or MatchScore(self.settings)
        stop = threading.Event()
        left = range(1, self.settings.games + 1)
        if self._is_decided() or self.seen.issuperset(left):
            return True
        games = play_match(self.settings, skip=self.seen, concurrency=concurrency, stop=stop)
        try:
            with contextlib.closing(games), _shown(self.settings.games) as show:
                for played in games:
                    self._keep(file, played)
                    self.count(played)
                    self._report_fault(played)
                    show(self.table.games, self.line())
                    if self._is_decided():
                        break
        except KeyboardInterrupt:
            stop.set()
            return False
        return True

    def _keep(self, file: IO[str] | None, played: MatchGame) -> None:
        from damiera.engine.errors import MatchError
        from damiera.engine.match.paper import to_pdn

        if file is None:
            return
        between = "\n" if file.tell() else ""
        try:
            file.write(between + to_pdn(self.settings, played, time.strftime("%Y.%m.%d")))
            file.flush()
            os.fsync(file.fileno())
        except OSError as error:
            self.tell(False)
            raise MatchError(_NO_FILE.format(path=file.name, why=error.strerror or error)) from None

    def _report_fault(self, played: MatchGame) -> None:
        if played.verdict.ending.is_fault:
            said = _GAME.format(n=played.number, said=played.verdict.said).text(self.lang)
            click.echo(printable(said), err=True)

    def _is_decided(self) -> bool:
        if self.sprt is not None and self.table is not None:
            self.decided = self.sprt.accepts(self.table.pairs)
        return self.decided is not None

    def line(self) -> str:
        """The score in a line."""
        from damiera.engine.statistics import estimate

        table = self.table
        assert table is not None
        parts = [f"+{table.wins} ={table.draws} -{table.losses}"]
        found = estimate(table.pairs)
        if found is not None:
            parts.append(f"Elo {_signed(found.elo)} {_error(found.error)}  LOS {found.los:.0%}")
        if self.sprt is not None:
            low, high = self.sprt.bounds
            parts.append(f"LLR {self.sprt.ratio(table.pairs):.2f} [{low:.2f}, {high:.2f}]")
        return "  ".join(parts)

    def tell(self, complete: bool) -> None:
        """Say how it stands."""
        from damiera.engine.match.table import MatchScore

        self.table = self.table or MatchScore(self.settings)
        if self.as_json:
            emit(self._object(complete))
            return
        names = [engine.name for engine in self.settings.engines]
        head = _HEAD.format(a=names[0], b=names[1], game=self.settings.game.name, pace=self.settings.pace)
        click.secho(head.text(self.lang), bold=True)
        click.echo(
            _SCORE.format(n=self.table.games, of=self.settings.games, line=self.line()).text(self.lang)
        )
        click.echo(_PAIRS.format(pairs=" ".join(map(str, self.table.pairs))).text(self.lang))
        for name, used, faults in zip(names, self._used(), self.table.faults, strict=True):
            click.echo(_USED.format(name=name, used=used, faults=faults).text(self.lang))
        for name, times in zip(names, self._times_given(), strict=True):
            if times is not None and times > _UNFAIR:
                click.echo(_TOOK_MORE.format(name=name, times=f"{times:.1f}").text(self.lang))
        if self.decided is not None and self.sprt is not None:
            elo = self.sprt.elo1 if self.decided == "elo1" else self.sprt.elo0
            click.echo(_DECIDED.format(elo=f"{elo:g}").text(self.lang))
        if not complete:
            click.echo(_INTERRUPTED.text(self.lang))

    def _used(self) -> tuple[Text, Text]:
        """Return what a move took of each engine: time by the clock and of the processors, and nodes."""
        table = self.table
        assert table is not None
        (ms_a, ms_b), (nodes_a, nodes_b) = table.pace_ms, table.nodes_a_move
        used_a, used_b = table.processor_ms or (None, None)
        return _used_text(ms_a, used_a, nodes_a), _used_text(ms_b, used_b, nodes_b)

    def _times_given(self) -> tuple[float | None, float | None]:
        """Return how many times the time for a move each engine took; None where that is not limited."""
        table, given = self.table, self.settings.processor_ms
        assert table is not None
        if given:
            used_a, used_b = table.processor_ms or (None, None)
            return used_a and used_a / given, used_b and used_b / given
        given = 0 if self.settings.clock is not None else self.settings.limits.time_ms
        return (table.pace_ms[0] / given, table.pace_ms[1] / given) if given else (None, None)

    def _object(self, complete: bool) -> dict[str, object]:
        from damiera.engine.statistics import estimate

        table, sprt = self.table, self.sprt
        assert table is not None
        found = estimate(table.pairs)
        first, second = (
            {
                "engine": engine.text,
                "name": engine.name,
                "ms_per_move": round(ms, 1),
                "processor_ms_per_move": None if used is None else round(used, 2),
                "times_given": None if times is None else round(times, 2),
                "nodes_per_move": nodes,
                "faults": faults,
            }
            for engine, ms, used, times, nodes, faults in zip(
                self.settings.engines,
                table.pace_ms,
                table.processor_ms or (None, None),
                self._times_given(),
                table.nodes_a_move,
                table.faults,
                strict=True,
            )
        )
        return {
            "game": self.settings.game.slug,
            "pace": self.settings.pace,
            "a": first,
            "b": second,
            "games": table.games,
            "wins": table.wins,
            "draws": table.draws,
            "losses": table.losses,
            "pairs": table.pairs,
            "elo": _finite(found.elo) if found else None,
            "elo_low": _finite(found.low) if found else None,
            "elo_high": _finite(found.high) if found else None,
            "los": found.los if found else None,
            "sprt": _test_object(sprt, table, self.decided) if sprt else None,
            "complete": complete,
        }


def _test_object(sprt: Sprt, table: MatchScore, decided: str | None) -> dict[str, object]:
    low, high = sprt.bounds
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "llr": sprt.ratio(table.pairs),
        "low": low,
        "high": high,
        "accepted": decided,
    }


def _used_text(ms: float, used_ms: float | None, nodes: int) -> Text:
    clock, visited = f"{ms:.1f}", f"{nodes:,}"
    if used_ms is None:
        return _MS_AND_NODES.format(ms=clock, nodes=visited)
    return _MS_AND_PROCESSOR.format(ms=clock, used=f"{used_ms:.2f}", nodes=visited)


def _finite(number: float) -> float | None:
    return number if abs(number) != float("inf") else None


def _signed(elo: float) -> str:
    return f"{elo:+.1f}" if abs(elo) != float("inf") else ("+∞" if elo > 0 else "-∞")


def _error(error: float | None) -> str:
    return "± ?" if error is None else f"± {error:.1f}"


@contextlib.contextmanager
def _shown(games: int) -> Iterator[_Show]:
    """Show the score as games end: a bar on a terminal, a line now and then elsewhere."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda done, line: _now_and_then(done, games, line)
        return
    columns = (MofNCompleteColumn(), BarColumn(20), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda done, line: bar.update(task, completed=done, description=line)


def _now_and_then(done: int, games: int, line: str) -> None:
    if done % _LINES_OF_SILENCE == 0 and done < games:
        click.echo(f"{done}/{games}  {line}", err=True)


_NO_PDN = Message("--resume needs --pdn, the file of the games played so far")
_TWO_PACES = Message("--time is a clock for the game: leave out --movetime, --cpu, --depth and --nodes")
_NO_CLOCK = Message("{text} is no clock: write 10+0.1 (seconds), 60, or 40/60+0.5")
_EXISTS = Message("{path} holds games already: add --resume to go on with its match, or choose another file.")
_NO_FILE = Message("The games cannot be written to {path}: {why}.")
_GAME = Message("Game {n}: {said}")
_HEAD = Message("{a} v {b}, {game}, {pace}")
_SCORE = Message("Games: {n} of {of}   {line}")
_PAIRS = Message("Pairs that brought 0, ½, 1, 1½, 2 points: {pairs}")
_USED = Message("{name}: a move {used}; {faults} games lost by its own fault")
_TOOK_MORE = Message("{name} took {times} times the time for a move: this is no match at equal time.")
_MS_AND_NODES = Message("{ms} ms, {nodes} nodes")
_MS_AND_PROCESSOR = Message("{ms} ms, {used} ms of processor time, {nodes} nodes")
_DECIDED = Message("The test accepts {elo} Elo.")
_INTERRUPTED = Message("Interrupted.", context="feminine")
_KEPT = Message("The games are in {path}: the same command with --resume goes on.")

"""`damiera ballot`: the decks of openings, the draw with a public seed, and its check."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera.cli.common import (
    INTERRUPTED,
    MOST_NODES,
    Function,
    emit,
    lang_option,
    language,
    output_option,
    terminable,
)
from damiera.disk import write_whole
from damiera.messages import Lang, Message, Text

if TYPE_CHECKING:
    from damiera.analysis.ballots import JudgedOpening
    from damiera.game.openings import Deck, DrawnOpening, Opening

__all__ = ["command"]

_STATUS = {
    "official": Message("official", context="list of openings"),
    "computed": Message("computed", context="list of openings"),
    "published": Message("published", context="list of openings"),
    "ours": Message("from your file"),
    "empty": Message("EMPTY"),
}
_COUNT = Message("{n} openings")
_SUM = Message("checksum {sum}")
_SEED = Message("Seed: {seed}")
_ROUND = Message("round {n}")
_BOARD = Message("round {n}, board {board}")
_RIGHT = Message("Yes: {where} drew number {n}, {said}.")
_WRONG = Message("No: {where} drew number {n}, {said}, not {other}.")
_NO_DECKS = Message("{game}: no openings are drawn in this game; see damiera ballot decks.")
_STOPPED = Message("Interrupted: {n} of {total} openings looked at, nothing is written.")
_CHECK = Message("To check: {command}")


@click.group("ballot")
def command() -> None:
    """Openings by lot: list the decks, draw with a public seed, check a draw."""


def _file_option(command: Function) -> Function:
    return click.option(
        "--file",
        "file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="The list of a deck that is empty here, one opening to a line.",
    )(command)


def _event_options(command: Function) -> Function:
    command = click.option("--repeat", is_flag=True, help="An opening may come again in later rounds.")(
        command
    )
    command = click.option("--board", default="", help="A board, if each has its own opening.")(command)
    return click.option("--round", "round_", type=click.IntRange(min=1), default=1, help="The round.")(
        command
    )


@command.command("decks")
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
@lang_option
def decks(as_json: bool, lang: Lang | None) -> None:
    """List the decks: how many openings, and where they come from."""
    from damiera.game.openings import deck
    from damiera.game.openings import decks as all_decks

    lang = lang or language()
    every = [deck(id) for id in all_decks()]
    if as_json:
        emit([_deck_entry(one) for one in every])
        return
    for one in every:
        click.echo(f"{one.id:<11} {len(one):>5}  {_STATUS[one.status].text(lang):<12}  {one.name.text(lang)}")


@command.command("list")
@click.argument("deck")
@_file_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def list_(deck: str, file: Path | None, as_json: bool, lang: Lang | None) -> None:
    """List the openings of DECK, with the number, the class and the other orders of moves of each."""
    chosen, lang = _deck(deck, file), lang or language()
    if as_json:
        emit({**_deck_entry(chosen), "openings": [_opening_entry(chosen, o, lang) for o in chosen.openings]})
        return
    click.secho(chosen.name.text(lang), bold=True)
    count, status = _COUNT.text(lang).format(n=len(chosen)), _STATUS[chosen.status].text(lang)
    click.echo(f"{count}, {status}, {_SUM.text(lang).format(sum=chosen.checksum)}")
    click.echo(chosen.note.text(lang))
    for opening in chosen.openings:
        click.echo(_line(chosen, opening, lang) + _thought(chosen, opening, lang))


@command.command("draw")
@click.argument("deck")
@click.option("--seed", help="The public seed; a new one is made, and told, if none is given.")
@_event_options
@click.option("--count", type=click.IntRange(1, 1000), default=1, help="How many rounds, from that one.")
@click.option("--explain", is_flag=True, help="Say how to check each draw by hand.")
@_file_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def draw(
    deck: str,
    seed: str | None,
    round_: int,
    board: str,
    repeat: bool,
    count: int,
    explain: bool,
    file: Path | None,
    as_json: bool,
    lang: Lang | None,
) -> None:
    """Draw an opening from DECK; the same seed and round draw the same opening everywhere."""
    from damiera.game.openings import draw as draw_one
    from damiera.game.openings import new_seed, recipe

    chosen, lang = _deck(deck, file), lang or language()
    seed = new_seed() if seed is None else seed
    drawn = [
        draw_one(chosen, seed, round=n, board=board, repeat=repeat) for n in range(round_, round_ + count)
    ]
    if as_json:
        emit({**_deck_entry(chosen), "seed": drawn[0].seed, "drawn": [_drawn_entry(d, lang) for d in drawn]})
        return
    click.echo(_SEED.text(lang).format(seed=drawn[0].seed))
    for one in drawn:
        click.secho(f"{_where(one).text(lang)}: {_line(chosen, one.opening, lang).strip()}", bold=True)
        click.echo(f"  {one.opening.position(chosen.ruleset).fen}")
        if explain:
            click.echo(recipe(one).text(lang))
    click.echo(_CHECK.text(lang).format(command=_check_command(drawn[0], file)))


@command.command("verify")
@click.argument("deck")
@click.argument("number", type=int)
@click.option("--seed", required=True, help="The public seed.")
@_event_options
@_file_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def verify(
    deck: str,
    number: int,
    seed: str,
    round_: int,
    board: str,
    repeat: bool,
    file: Path | None,
    as_json: bool,
    lang: Lang | None,
) -> None:
    """Tell whether NUMBER is what the seed draws from DECK in that round, and how to see it by hand.

    The exit code is 1 if it is not.
    """
    from damiera.game.openings import draw as draw_one
    from damiera.game.openings import recipe

    chosen, lang = _deck(deck, file), lang or language()
    chosen.opening(number)
    drawn = draw_one(chosen, seed, round=round_, board=board, repeat=repeat)
    right = drawn.number == number
    if as_json:
        emit({"right": right, "claimed": number, "seed": drawn.seed, **_drawn_entry(drawn, lang)})
    else:
        said = drawn.opening.said(chosen.ruleset)
        answer = (_RIGHT if right else _WRONG).format(
            where=_where(drawn), n=drawn.number, said=said, other=number
        )
        click.echo(answer.text(lang))
        click.echo(recipe(drawn).text(lang))
    if not right:
        sys.exit(1)


def _deck(id: str, file: Path | None) -> Deck:
    from damiera.game.openings import deck, filled

    if file is None:
        return deck(id)
    return filled(id, file.read_text(encoding="utf-8-sig", errors="replace"))


def _where(drawn: DrawnOpening) -> Text:
    return (_BOARD if drawn.board else _ROUND).format(n=drawn.round, board=drawn.board)


def _line(deck: Deck, opening: Opening, lang: Lang) -> str:
    from damiera.game.openings import CLASSES

    others = "".join(f" = {' '.join(order)}" for order in opening.transpositions)
    klass = f"  [{CLASSES[opening.klass].text(lang)}]" if opening.klass else ""
    return f"{opening.number:>4}  {opening.said(deck.ruleset).text(lang)}{others}{klass}"


def _thought(deck: Deck, opening: Opening, lang: Lang) -> str:
    """Return what the engine thinks of an opening, where it was asked."""
    from damiera.analysis.ballots import judged
    from damiera.analysis.words import score_text

    found = judged(deck.game, opening.position(deck.ruleset))
    return f"  {score_text(found.score).text(lang)}" if found else ""


@command.command("judge")
@click.argument("game")
@click.option(
    "--nodes", type=click.IntRange(1000, MOST_NODES), default=5_000_000, show_default=True, help="An opening."
)
@click.option("--deck", "only", multiple=True, help="Only the openings of this deck; again for another.")
@click.option("--hash", "hash_mb", type=click.IntRange(1, 65536), default=128, help="Megabytes of table.")
@output_option("--out", help="The file; standard output if none.")
@lang_option
def judge(
    game: str, nodes: int, only: tuple[str, ...], hash_mb: int, out: Path | None, lang: Lang | None
) -> None:
    """Let the engine look at every opening that the decks of GAME lead to, and write what it thinks."""
    from datetime import UTC, datetime
    from importlib.metadata import version

    from damiera.analysis.ballots import judge as judged
    from damiera.analysis.ballots import write
    from damiera.engine.builtin import BuiltinEngine
    from damiera.engine.weightfile import weights_of
    from damiera.game.openings import decks_of
    from damiera.rules.ruleset import ruleset

    slug = ruleset(game).slug
    ids = only or decks_of(slug)
    decks = [_deck(id, None) for id in ids]
    positions = dict.fromkeys(one.position(deck.ruleset) for deck in decks for one in deck.openings)
    if not positions:
        raise click.UsageError(_NO_DECKS.format(game=slug).text(lang or language()))
    weights = "learned" if weights_of(slug) is not None else "hand-made"
    how = shlex.join(["damiera", "ballot", "judge", slug, "--nodes", str(nodes), "--hash", str(hash_mb)])
    how += "".join(f" --deck {id}" for id in only)
    remarks = (
        f"{len(positions)} openings of {', '.join(ids)}; scores in centipieces for the side to move",
        f"Damiera {version('damiera')}, {weights} evaluation, one thread, {nodes:,} nodes an opening",
        f"{datetime.now(UTC):%Y-%m-%d}, {how}",
    )
    engine = BuiltinEngine(slug, hash_mb=hash_mb)
    found: list[JudgedOpening] = []
    try:
        steps = click.progressbar(judged(engine, positions, nodes), length=len(positions), file=sys.stderr)
        with terminable(), steps:
            found.extend(steps)
    except KeyboardInterrupt:
        said = _STOPPED.format(n=len(found), total=len(positions))
        click.echo(said.text(lang or language()), err=True)
        sys.exit(INTERRUPTED)
    text = write(remarks, found)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_whole(out, text.encode())


def _check_command(drawn: DrawnOpening, file: Path | None) -> str:
    words = ["damiera", "ballot", "verify", drawn.deck.id, str(drawn.number), "--seed", drawn.seed]
    words += ["--round", str(drawn.round)]
    words += ["--board", drawn.board] if drawn.board else []
    words += ["--repeat"] if drawn.repeat else []
    words += ["--file", str(file)] if file is not None else []
    return shlex.join(words)


def _deck_entry(deck: Deck) -> dict[str, object]:
    return {
        "deck": deck.id,
        "game": deck.game,
        "name": deck.name.everywhere(),
        "status": deck.status,
        "source": deck.source.everywhere(),
        "note": deck.note.everywhere(),
        "count": len(deck),
        "expected": deck.expected,
        "checksum": deck.checksum,
    }


def _opening_entry(deck: Deck, opening: Opening, lang: Lang) -> dict[str, object]:
    from damiera.analysis.ballots import judged

    game = deck.ruleset
    found = judged(deck.game, opening.position(game))
    engine = found and {
        "cp": found.score.white,
        "depth": found.depth,
        "nodes": found.nodes,
        "line": found.line,
    }
    return {
        "number": opening.number,
        "text": opening.said(game).text(lang),
        "start": opening.start(game).fen,
        "moves": opening.moves,
        "fen": opening.position(game).fen,
        "class": opening.klass or None,
        "transpositions": opening.transpositions,
        "removed": opening.removed,
        "placed": opening.placed,
        "engine": engine,
    }


def _drawn_entry(drawn: DrawnOpening, lang: Lang) -> dict[str, object]:
    return {
        "round": drawn.round,
        "board": drawn.board or None,
        "repeat": drawn.repeat,
        "left": drawn.left,
        "place": drawn.place,
        "lots": [{"line": lot.line, "sha256": lot.digest, "counts": lot.counts} for lot in drawn.lots],
        **_opening_entry(drawn.deck, drawn.opening, lang),
    }

"""`damiera tournament`: pairing, checking, standings and ratings of report files (TRF)."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import structs

from damiera.cli.common import emit, lang_option, language
from damiera.cli.report_file import event_of, file_argument
from damiera.cli.tournament_check import check_log, differences, entry_of, say_differences
from damiera.cli.tournament_generate import generate_command
from damiera.cli.tournament_print import print_command
from damiera.cli.tournament_site import site_command
from damiera.cli.tournament_tables import rate_command, standings_command
from damiera.messages import Lang, Message

if TYPE_CHECKING:
    from damiera.tournament.check import RoundCheck, RoundFinding
    from damiera.tournament.model import Event, Pair, Pairing

__all__ = ["command"]

SYSTEMS = ("optimal", "rotation", "dutch-2026", "dutch", "round-robin", "knockout", "scheveningen", "keizer")
_FINE = Message("Round {r}: lawful.")
_MEASURED = Message(
    "  {b} boards; squared differences of points {g} (the least possible {m}); colours denied {c}"
)
_FAULTY = Message("Round {r}: not lawful.")
_GRAVITY = {
    "error": Message("error"),
    "warning": Message("warning"),
    "note": Message("note"),
}


@click.group("tournament")
def command() -> None:
    """Tournaments from report files (TRF16, TRF-2026): pair, check, standings, ratings."""


@command.command("pair")
@file_argument
@click.option("--system", type=click.Choice(SYSTEMS), default="optimal", show_default=True, help="How.")
@click.option(
    "--round", "round_", type=click.IntRange(min=1), help="Make this round again, from those before it."
)
@click.option("--explain", is_flag=True, help="On standard error: the steps, the value of each criterion.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def pair_(
    file: Path, system: str, round_: int | None, explain: bool, as_json: bool, lang: Lang | None
) -> None:
    """Pair the next round of FILE: how many pairs, then `white black` start numbers, 0 for the rest.

    Ends with 1 if the round has no lawful pairing, with 2 if the file or the request cannot be understood.
    """
    from damiera.tournament.errors import Unpairable
    from damiera.tournament.model import System
    from damiera.tournament.pairing import pair
    from damiera.tournament.steps import worded

    event = event_of(file)
    _refuse_open(event, round_)
    try:
        pairing = pair(event, round_, system=System(system))
    except Unpairable as error:
        click.echo(error.text(lang or language()), err=True)
        sys.exit(1)
    if as_json:
        emit(_pairing_entry(pairing))
        return
    click.echo(len(pairing.pairs))
    for one in pairing.pairs:
        click.echo(f"{one.white} {one.black or 0}")
    if explain:
        for step in pairing.trace:
            click.echo(worded(step).text(lang or language()), err=True)
        for name, value in pairing.criteria:
            click.echo(f"{name} {value}", err=True)


@command.command("check")
@file_argument
@click.option(
    "--system", type=click.Choice(SYSTEMS), default="optimal", show_default=True, help="Whose rules."
)
@click.option(
    "--pairs",
    "pairs_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Check these pairs of the next round (as `pair` prints them) instead of the rounds of FILE.",
)
@click.option(
    "--again", is_flag=True, help="Pair each round anew by --system, and tell the boards that differ."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def check_(
    file: Path, system: str, pairs_file: Path | None, again: bool, as_json: bool, lang: Lang | None
) -> None:
    """Check pairings: the rounds of FILE, or the pairs of a file. Ends with 1 if one is not lawful.

    Of the whole log of an event (`event.damiera`) the certificates of its pairings are verified as well.
    """
    from dataclasses import replace

    from damiera.tournament.check import check_event, check_pairs
    from damiera.tournament.model import System

    if file.suffix == ".damiera":
        check_log(file, as_json=as_json, lang=lang or language())
        return
    event = event_of(file)
    event = replace(event, settings=structs.replace(event.settings, system=System(system)))
    if pairs_file is None:
        verdicts = check_event(event)
    else:
        verdicts = (check_pairs(event, event.played_rounds + 1, _read_pairs(pairs_file)),)
    otherwise = differences(event, System(system)) if again else ()
    if as_json:
        said = {"lawful": all(v.lawful for v in verdicts), "rounds": [_verdict_entry(v) for v in verdicts]}
        emit({**said, "otherwise": [entry_of(one) for one in otherwise]} if again else said)
    else:
        for verdict in verdicts:
            _say(verdict, lang or language())
        if again:
            say_differences(otherwise, lang or language())
    if otherwise or not all(v.lawful for v in verdicts):
        sys.exit(1)


def _refuse_open(event: Event, round: int | None) -> None:
    """A round is paired when those before it are there and over."""
    from damiera.tournament.errors import BadTournament

    if round is not None and round > event.played_rounds + 1:
        said = Message("The next round is {n}, not {r}.")
        raise BadTournament(said.format(n=event.played_rounds + 1, r=round))
    for held in event.rounds:
        waiting = [f"{g.white}-{g.black}" for g in held.games if not g.is_over]
        if waiting and (round is None or held.number < round):
            said = Message("Round {r} is not over: the results of {b} are missing.")
            raise BadTournament(said.format(r=held.number, b=", ".join(waiting)))


def _read_pairs(file: Path) -> list[Pair]:
    """The pairs of a file in the form `pair` prints."""
    from damiera.tournament.errors import BadTournament
    from damiera.tournament.model import Pair

    out: list[Pair] = []
    text = file.read_bytes().decode("utf-8-sig", errors="replace")
    lines = [line.split() for line in text.splitlines() if line.strip()]
    for number, words in enumerate(lines[1:], 2):
        if len(words) != 2 or not all(re.fullmatch("[0-9]{1,9}", w) for w in words) or words[0] == "0":
            said = Message("{f}, line {n}: two numbers are needed.")
            raise BadTournament(said.format(f=file.name, n=number))
        out.append(Pair(int(words[0]), int(words[1]) or None))
    if not lines or lines[0] != [str(len(out))]:
        said = Message("{f}, line 1: the number of pairs is needed, {n}.")
        raise BadTournament(said.format(f=file.name, n=len(out)))
    return out


def _say(verdict: RoundCheck, lang: Lang) -> None:
    click.echo((_FINE if verdict.lawful else _FAULTY).format(r=verdict.round).text(lang))
    numbers = {"b": verdict.boards, "g": verdict.gaps, "m": verdict.least, "c": verdict.clashes}
    click.echo(_MEASURED.format(**numbers).text(lang))
    for finding in verdict.findings:
        click.echo(f"  {_GRAVITY[finding.gravity].text(lang)}: {finding.text(lang)}")


def _pairing_entry(pairing: Pairing) -> dict[str, object]:
    from damiera.tournament.steps import worded

    said = [worded(step) for step in pairing.trace]
    return {
        "round": pairing.round,
        "system": pairing.system.value,
        "pairs": [[p.white, p.black or 0] for p in pairing.pairs],
        "criteria": dict(pairing.criteria),
        "trace": [t.everywhere() for t in said],
    }


def _verdict_entry(verdict: RoundCheck) -> dict[str, object]:
    return {
        "round": verdict.round,
        "lawful": verdict.lawful,
        "boards": verdict.boards,
        "gaps": verdict.gaps,
        "least": verdict.least,
        "clashes": verdict.clashes,
        "findings": [_finding_entry(f) for f in verdict.findings],
    }


def _finding_entry(finding: RoundFinding) -> dict[str, object]:
    said = finding.said.everywhere()
    return {"rule": finding.rule, "gravity": finding.gravity, "players": finding.players, "text": said}


# --- standings and ratings are a module of their own: they only join the group here ---------------------

command.add_command(standings_command)
command.add_command(rate_command)
command.add_command(print_command)
command.add_command(site_command)
command.add_command(generate_command)

"""`damiera tournament check`: certificates in the log of an event, and rounds paired anew."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from damiera.cli.common import emit
from damiera.messages import Lang, Message

if TYPE_CHECKING:
    from damiera.tournament.model import Event, Pair, System
    from damiera.tournament.pairing.again import PairedOtherwise

__all__ = ["check_log", "differences", "entry_of", "say_differences"]

_STATES: Final = {
    "holds": Message("Round {r}, entry {n}: the certificate holds."),
    "input": Message("Round {r}, entry {n}: it was paired from another event than the log tells."),
    "verdict": Message("Round {r}, entry {n}: the check says something else than the certificate."),
    "none": Message("Round {r}, entry {n}: no certificate (an earlier version paired it)."),
}
_SAME = Message("Paired anew, every round is the same.")
_OTHERWISE = Message("Round {r}: the file has {held}; by the rules it is {ruled}.")
_REFUSED = Message("Round {r}: by the rules it cannot be paired.")


def check_log(file: Path, *, as_json: bool, lang: Lang) -> None:
    """Verify the chain of a log and the certificates of its pairings; ends with 1 if one does not hold."""
    from damiera.tournament.certificate import certified_rounds
    from damiera.tournament.log import load

    found = list(certified_rounds(load(file.read_bytes().decode("utf-8-sig", errors="replace"))))
    if as_json:
        emit({"certificates": [
            {"entry": one.line, "section": one.section, "round": one.round, "state": one.state}
            for one in found
        ]})  # fmt: skip
    else:
        for one in found:
            click.echo(_STATES[one.state].format(r=one.round, n=one.line).text(lang))
    if any(one.state in ("input", "verdict") for one in found):
        sys.exit(1)


def differences(event: Event, system: System) -> tuple[PairedOtherwise, ...]:
    """Return the rounds that the rules of a system pair otherwise than the file."""
    from damiera.tournament.pairing.again import paired_otherwise

    found = (paired_otherwise(event, held.number, system) for held in event.rounds)
    return tuple(one for one in found if one is not None)


def say_differences(found: Sequence[PairedOtherwise], lang: Lang) -> None:
    """Tell the boards that differ, round by round."""
    for one in found:
        said = _REFUSED if one.refused else _OTHERWISE
        click.echo(said.format(r=one.round, held=_pairs(one.held), ruled=_pairs(one.ruled)).text(lang))
    if not found:
        click.echo(_SAME.text(lang))


def entry_of(one: PairedOtherwise) -> dict[str, object]:
    """Return a round that differs as plain data; 0 is the rest."""
    return {
        "round": one.round,
        "refused": one.refused,
        "held": [[p.white, p.black or 0] for p in one.held],
        "ruled": [[p.white, p.black or 0] for p in one.ruled],
    }


def _pairs(pairs: Sequence[Pair]) -> str:
    return ", ".join(f"{p.white}-{p.black or 0}" for p in pairs)

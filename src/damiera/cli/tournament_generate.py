"""`damiera tournament generate`: a random event as a report file, for other programs to check."""

from __future__ import annotations

import click

__all__ = ["generate_command"]

_SYSTEMS = ("optimal", "rotation", "dutch-2026", "round-robin", "keizer")


@click.command("generate")
@click.option(
    "--players", type=click.IntRange(2, 9999), default=40, show_default=True, help="How many players."
)
@click.option("--rounds", type=click.IntRange(1, 99), default=7, show_default=True, help="How many rounds.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Another event each.")
@click.option(
    "--system", type=click.Choice(_SYSTEMS), default="dutch-2026", show_default=True, help="How it is paired."
)
@click.option(
    "--unrest",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="How often in a round somebody forfeits; half as often they are absent, leave or come late.",
)
@click.option(
    "--format",
    "version",
    type=click.Choice(["trf16", "trf26"]),
    default="trf26",
    show_default=True,
    help="The format of 2016, or that of 2026.",
)
def generate_command(players: int, rounds: int, seed: int, system: str, unrest: float, version: str) -> None:
    """Write a random event, paired and played, as a report file to standard output.

    The same options give the same event. Ends with 1 if a round of it cannot be paired.
    """
    import sys

    from damiera.tournament.errors import Unpairable
    from damiera.tournament.model import EventSettings, System
    from damiera.tournament.random_events import played_event
    from damiera.tournament.trf import write_trf

    settings = EventSettings(system=System(system), rounds=rounds)
    try:
        event = played_event(players, rounds, seed, settings=settings, unrest=unrest)
    except Unpairable as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    click.echo(write_trf(event, "trf16" if version == "trf16" else "trf26"), nl=False)

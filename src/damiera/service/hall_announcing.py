"""What is announced of an event: checked, and written into its log."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import msgspec

from damiera.errors import DamieraError
from damiera.game.openings import draw, new_seed
from damiera.lang import Text
from damiera.rules.ruleset import ruleset
from damiera.service.errors import BadTerms
from damiera.service.hall_event import Announced
from damiera.service.hall_sitting import Sitting
from damiera.tournament.model import Scoring, Settings
from damiera.tournament.standings import parse_tiebreaks

__all__ = ["announce", "checked", "only_changed"]

_MOST_ROUNDS: Final = 99


def announce(sitting: Sitting, facts: Announced, act: str) -> None:
    """Write what is announced, already checked, by the act `create` or `change`."""
    before = sitting.log.event.settings
    halved = facts.scoring != "2-1-0"
    kept = sitting.live.event.rounds and before.scoring.halved == halved
    scoring = before.scoring if kept else Scoring(halved=halved)
    if sitting.live.event.rounds and facts.game != sitting.live.announced.game:
        raise BadTerms(
            "game",
            Text("Il gioco non si cambia dopo il primo turno.", "The game cannot change after round 1."),
        )
    settings = replace(
        before,
        system=facts.system,
        rounds=facts.rounds,
        games=before.games if sitting.live.event.rounds else facts.games,
        scoring=scoring,
        seed=facts.seed,
    )
    data = {
        "name": facts.name,
        "place": facts.place,
        "starts": facts.starts,
        "ends": facts.ends,
        "game": facts.game,
        "arbiter": facts.arbiter,
        "time_control": facts.time_control,
        "settings": only_changed(before, settings),
    }
    sitting.act(act, data)
    sitting.note("announced", facts=facts)


def only_changed(before: Settings, after: Settings) -> dict[str, Any]:
    """Return the settings that differ, as the log writes them."""
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(after)
    return {name: value for name, value in new.items() if value != old[name]}


def checked(facts: Announced) -> Announced:
    """Return what was announced, tidied. Raises `BadTerms` with the field that is wrong."""
    name = " ".join(facts.name.split())
    if not name or len(name) > 120:
        raise BadTerms("name", Text("Il torneo ha un nome, al più di 120 lettere.", "An event has a name of at most 120 letters."))  # fmt: skip  # noqa: E501
    try:
        rules = ruleset(facts.game)
    except DamieraError as error:
        raise BadTerms("game", Text(error.text("it"), error.text("en"))) from None
    if not 0 <= facts.rounds <= _MOST_ROUNDS:
        raise BadTerms("rounds", Text("I turni vanno da 0 a {n}.", "Rounds go from 0 to {n}.").format(n=_MOST_ROUNDS))  # fmt: skip  # noqa: E501
    if facts.starts and facts.ends and facts.ends < facts.starts:
        raise BadTerms("ends", Text("Finisce prima di cominciare.", "It ends before it begins."))
    if not 0 <= facts.elo_weight <= 400:
        raise BadTerms("elo_weight", Text("Il peso va da 0 a 400 per cento.", "The weight goes from 0 to 400 percent."))  # fmt: skip  # noqa: E501
    if facts.games not in (1, 2):
        raise BadTerms("games", Text("Una partita o due per incontro.", "One game or two for each match."))
    seed = facts.seed.strip() or new_seed()
    try:
        parse_tiebreaks(facts.tiebreaks)
    except DamieraError as error:
        raise BadTerms("tiebreaks", Text(error.text("it"), error.text("en"))) from None
    if facts.deck:
        try:
            draw(facts.deck, seed)
        except DamieraError as error:
            raise BadTerms("deck", Text(error.text("it"), error.text("en"))) from None
    book = facts.rulebook if facts.rulebook in rules.rulebooks else rules.rulebooks[0]
    return replace(
        facts,
        name=name,
        place=_short(facts.place),
        time_control=_short(facts.time_control),
        arbiter=_short(facts.arbiter),
        seed=seed,
        rulebook=book,
        notes=facts.notes.strip()[:4000],
    )


def _short(text: str) -> str:
    return " ".join(text.split())[:200]

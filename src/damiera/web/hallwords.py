"""The words of the tournament hall: systems, what happens to players, results."""

from __future__ import annotations

from typing import Final

from damiera.game.openings import deck, decks_of
from damiera.lang import Lang, Text
from damiera.service.hall_event import RESULTS
from damiera.tournament.model import Change, Game, Kind, Scoring, System

__all__ = ["CHANGES", "KINDS", "SYSTEMS", "deck_choices", "result_choices", "short_result"]

SYSTEMS: Final[dict[System, Text]] = {
    System.OPTIMAL: Text("italo-svizzero ottimo (Damiera)", "Swiss, best pairing (Damiera)"),
    System.ROTATION: Text("italo-svizzero a rotazione (federale)", "Italian Swiss by rotation (federation)"),
    System.DUTCH: Text("svizzero olandese (FIDE)", "Swiss, Dutch system (FIDE)"),
    System.ROUND_ROBIN: Text("girone all'italiana", "all play all"),
    System.KNOCKOUT: Text("eliminazione diretta", "knockout"),
}

CHANGES: Final[dict[Change, Text]] = {
    Change.LATE: Text("entra in ritardo", "enters late"),
    Change.ABSENT: Text("assente", "absent"),
    Change.WITHDRAWN: Text("ritirato", "withdrawn"),
    Change.FORFEITED: Text("non si presenta", "does not appear"),
    Change.EXPELLED: Text("espulso", "expelled"),
    Change.EXCLUDED: Text("escluso", "excluded"),
}

_RESULTS: Final[dict[str, Text]] = {
    "both-lost": Text("perdono tutti e due", "both lose"),
    "black-absent": Text("il Nero non c'è", "Black is absent"),
    "white-absent": Text("il Bianco non c'è", "White is absent"),
    "both-absent": Text("non c'è nessuno dei due", "neither is there"),
    "none": Text("ancora nessun risultato", "no result yet"),
}
KINDS: Final = {
    Kind.BYE: Text("riposa", "rests"),
    Kind.FULL_BYE: Text("riposo chiesto", "rest asked for"),
    Kind.HALF_BYE: Text("riposo chiesto", "rest asked for"),
    Kind.ZERO_BYE: Text("assente", "absent"),
    Kind.ANNULLED: Text("annullata", "annulled"),
}


def result_choices(scoring: Scoring, lang: Lang) -> list[dict[str, str]]:
    """Return every result there is, by name, as the form for unusual ones offers them."""
    return [{"name": name, "said": _result_said(name, scoring, lang)} for name in RESULTS]


def _result_said(name: str, scoring: Scoring, lang: Lang) -> str:
    short = short_result(name, scoring)
    return (
        f"{short} · {_RESULTS[name].get(lang)}"
        if name in _RESULTS and short
        else short or _RESULTS[name].get(lang)
    )


def short_result(name: str, scoring: Scoring) -> str:
    """Return a result by name as figures; "" for none."""
    white, black, kind = RESULTS[name]
    if white is None:
        return ""
    return Game(1, 1, 1, 2, white, black, kind).result(scoring)


def deck_choices(lang: Lang, game: str) -> list[tuple[str, str]]:
    """Return the lists that openings of a game can be drawn from."""
    return [(id, deck(id).name.get(lang)) for id in decks_of(game) if deck(id).openings]

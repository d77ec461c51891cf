"""The words of the tournament hall: systems, what happens to players, results."""

from __future__ import annotations

from typing import Final

from damiera.game.openings import deck, decks_of
from damiera.lang import Lang, Text
from damiera.service.hall.event import RESULTS
from damiera.tournament.acts import ResultName
from damiera.tournament.model import Change, Game, Kind, Scoring, System

__all__ = [
    "CHANGES",
    "CLASSIFIED",
    "EFFECTS_SAID",
    "FIELDS",
    "KINDS",
    "PERSONAL",
    "SYSTEMS",
    "deck_choices",
    "result_choices",
    "short_result",
]

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

EFFECTS_SAID: Final[dict[Change, Text]] = {
    Change.LATE: Text(
        "gioca da quel turno in poi; i turni prima valgono come dicono le impostazioni",
        "plays from that round on; the rounds before are worth what the settings say",
    ),
    Change.ABSENT: Text(
        "in questi turni non si abbina, poi di nuovo; resta in classifica e può guadagnare Elo",
        "not paired in these rounds, then again; stays in the standings and may gain Elo",
    ),
    Change.WITHDRAWN: Text(
        "non si abbina più; resta in classifica coi punti fatti, non guadagna Elo",
        "not paired any more; stays in the standings with the points made, gains no Elo",
    ),
    Change.FORFEITED: Text(
        "perde la partita del turno, non si abbina finché non torna, non guadagna Elo",
        "loses the game of the round, not paired until back, gains no Elo",
    ),
    Change.EXPELLED: Text(
        "perde la partita del turno, comunque fosse; non ha posto in classifica, le altre partite valgono",
        "loses the game of the round, whatever it was; has no place, the other games stand",
    ),
    Change.EXCLUDED: Text(
        "non aveva diritto di giocare: tutte le sue partite sono annullate, anche per gli avversari",
        "was not entitled to play: all his games are annulled, for the opponents too",
    ),
}
"""What each of them does, in a line."""

CLASSIFIED: Final[dict[str, Text]] = {
    "men": Text("Uomini", "Men"),
    "women": Text("Donne", "Women"),
    "category": Text("Categorie", "Categories"),
    "club": Text("Società", "Clubs"),
    "province": Text("Province", "Provinces"),
    "under": Text("Giovani", "Under age"),
    "group": Text("Gruppi", "Groups"),
}

FIELDS: Final[dict[str, Text]] = {
    "name": Text("Nome", "Name"),
    "place": Text("Luogo", "Place"),
    "arbiter": Text("Direttore di gara", "Chief arbiter"),
    "starts": Text("Primo giorno", "First day"),
    "ends": Text("Ultimo giorno", "Last day"),
    "deadline": Text("Iscrizioni entro", "Entries until"),
    "game": Text("Disciplina", "Discipline"),
    "rulebook": Text("Regolamento", "Rulebook"),
    "time_control": Text("Orologio", "Clock"),
    "deck": Text("Aperture a sorte", "Openings by lot"),
    "seed": Text("Seme dei sorteggi", "Seed of the lots"),
    "system": Text("Sistema", "System"),
    "rounds": Text("Turni", "Rounds"),
    "scoring": Text("Punteggio", "Scoring"),
    "games": Text("Partite per incontro", "Games of a match"),
    "elo_weight": Text("Peso Elo, in percento", "Elo weight, percent"),
    "prizes": Text("Premi", "Prizes"),
    "exclusion": Text("Regola di esclusione", "Exclusion rule"),
    "notes": Text("Note", "Notes"),
    "unplayed": Text("Turni non giocati", "Rounds not played"),
    "acceleration": Text("Turni accelerati", "Accelerated rounds"),
    "boards": Text("Damiere per squadra", "Boards of a team"),
    "timetable": Text("Orario", "Timetable"),
    "ballots": Text("Sorteggio delle aperture", "Lots of openings"),
    "scope": Text("Ambito", "Scope"),
    "tiebreaks": Text("Spareggi", "Tie-breaks"),
    "prize_places": Text("Posti premiati", "Places with a prize"),
    "medals": Text("Medaglie", "Medals"),
    "classifications": Text("Classifiche", "Classifications"),
    "under": Text("Età dei giovani", "Age of the young"),
    "club_best": Text("Giocatori che contano per la società", "Players that count for a club"),
    "cycles": Text("Gironi", "Cycles"),
    "match_points": Text("Punti incontro", "Match points"),
    "third_place": Text("Finale per il terzo posto", "Game for the third place"),
    "last_bye_lowest": Text("Riposo dell'ultimo turno", "Rest of the last round"),
    "weak_rounds": Text("Turni con società separate", "Rounds that keep clubs apart"),
    "weak_by": Text("Chi è tenuto separato", "Who is kept apart"),
    "late_points": Text("Turni persi da chi entra tardi", "Rounds missed by late entries"),
}
"""The fields of an event in words."""

PERSONAL: Final[dict[str, Text]] = {
    "name": Text("nome", "name"),
    "elo": Text("Elo", "Elo"),
    "category": Text("categoria", "category"),
    "club": Text("circolo", "club"),
    "province": Text("provincia", "province"),
    "sex": Text("classifica", "classification"),
    "born": Text("nascita", "born"),
    "card": Text("tessera", "card"),
    "federation": Text("federazione", "federation"),
    "title": Text("titolo", "title"),
    "group": Text("gruppo", "group"),
    "national_elo": Text("Elo nazionale", "national Elo"),
    "ratings": Text("Elo per gioco", "Elo by game"),
}
"""What is known of a player in words."""

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


def _result_said(name: ResultName, scoring: Scoring, lang: Lang) -> str:
    short = short_result(name, scoring)
    return (
        f"{short} · {_RESULTS[name].get(lang)}"
        if name in _RESULTS and short
        else short or _RESULTS[name].get(lang)
    )


def short_result(name: ResultName, scoring: Scoring) -> str:
    """Return a result by name as figures; "" for none."""
    white, black, kind = RESULTS[name]
    if white is None:
        return ""
    return Game(1, 1, 1, 2, white, black, kind).result(scoring)


def deck_choices(lang: Lang, game: str) -> list[tuple[str, str]]:
    """Return the lists that openings of a game can be drawn from."""
    return [(id, deck(id).name.get(lang)) for id in decks_of(game) if deck(id).openings]

"""The words of the tournament pages: systems, what happens to players, results."""

from __future__ import annotations

from typing import Final

import msgspec

from damiera.game.openings import deck, decks_of
from damiera.messages import Lang, Message, Text
from damiera.rules.ruleset import CATALOGUE
from damiera.service.tournament.event import RESULTS
from damiera.tournament.acts import ResultName
from damiera.tournament.model import Colour, Event, Kind, PlayerChange, RoundGame, Scoring, System, status

__all__ = [
    "CHANGES",
    "CLASSIFIED",
    "DRAW_FOR",
    "EFFECTS_SAID",
    "FIELDS",
    "KINDS",
    "PERSONAL",
    "SYSTEMS",
    "ResultChoice",
    "change_choices",
    "deck_choices",
    "effects",
    "game_choices",
    "kind_said",
    "result_choices",
    "short_result",
]

DRAW_FOR: Final[dict[Colour, Text]] = {
    "white": Message("a draw takes White on"),
    "black": Message("a draw takes Black on"),
}
"""Of a play-off game: whom a draw takes to the next round."""

SYSTEMS: Final[dict[System, Text]] = {
    System.OPTIMAL: Message("Swiss, best pairing (Damiera)"),
    System.ROTATION: Message("Italian Swiss by rotation (federation)"),
    System.DUTCH_2026: Message("Swiss, Dutch system (FIDE)"),
    System.DUTCH: Message("Swiss, Dutch system of 2017 (FIDE)"),
    System.ROUND_ROBIN: Message("all play all"),
    System.KNOCKOUT: Message("knockout"),
    System.SCHEVENINGEN: Message("Scheveningen: two teams, everybody against everybody"),
    System.KEIZER: Message("Keizer, for club evenings"),
}

CHANGES: Final[dict[PlayerChange, Text]] = {
    PlayerChange.LATE: Message("enters late"),
    PlayerChange.ABSENT: Message("absent"),
    PlayerChange.WITHDRAWN: Message("withdrawn"),
    PlayerChange.FORFEITED: Message("does not appear"),
    PlayerChange.EXPELLED: Message("expelled"),
    PlayerChange.EXCLUDED: Message("excluded"),
}

EFFECTS_SAID: Final[dict[PlayerChange, Text]] = {
    PlayerChange.LATE: Message("plays from that round on; the rounds before are worth what the settings say"),
    PlayerChange.ABSENT: Message(
        "not paired in these rounds, then again; stays in the standings and may gain Elo"
    ),
    PlayerChange.WITHDRAWN: Message(
        "not paired any more; stays in the standings with the points made, gains no Elo"
    ),
    PlayerChange.FORFEITED: Message("loses the game of the round, not paired until back, gains no Elo"),
    PlayerChange.EXPELLED: Message(
        "loses the game of the round, whatever it was; has no place, the other games stand"
    ),
    PlayerChange.EXCLUDED: Message(
        "was not entitled to play: all their games are annulled, for the opponents too"
    ),
}
"""What each of them does, in a line."""

CLASSIFIED: Final[dict[str, Text]] = {
    "men": Message("Men", context="people"),
    "women": Message("Women"),
    "category": Message("Categories"),
    "club": Message("Clubs"),
    "province": Message("Provinces"),
    "under": Message("Under age"),
    "group": Message("Groups"),
}

FIELDS: Final[dict[str, Text]] = {
    "name": Message("Name"),
    "place": Message("Place", context="where"),
    "arbiter": Message("Chief arbiter"),
    "starts": Message("First day"),
    "ends": Message("Last day"),
    "deadline": Message("Entries until"),
    "game": Message("Discipline"),
    "rulebook": Message("Rulebook"),
    "time_control": Message("Clock"),
    "playoff_clocks": Message("Play-offs"),
    "deck": Message("Openings by lot"),
    "seed": Message("Seed of the lots"),
    "system": Message("System"),
    "rounds": Message("Rounds"),
    "scoring": Message("Scoring"),
    "points": Message("What a game is worth"),
    "team_points": Message("Match points"),
    "games": Message("Games of a match"),
    "elo_weight": Message("Elo weight, percent"),
    "prizes": Message("Prizes"),
    "exclusion": Message("Exclusion rule"),
    "notes": Message("Notes"),
    "unplayed": Message("Rounds not played"),
    "acceleration": Message("Accelerated rounds"),
    "boards": Message("Boards of a team"),
    "timetable": Message("Timetable"),
    "ballots": Message("Lots of openings"),
    "scope": Message("Scope"),
    "tiebreaks": Message("Tie-breaks"),
    "prize_places": Message("Places with a prize"),
    "medals": Message("Medals"),
    "classifications": Message("Classifications"),
    "under": Message("Age of the young"),
    "club_best": Message("Players that count for a club"),
    "cycles": Message("Cycles"),
    "match_points": Message("Match points"),
    "third_place": Message("Game for the third place"),
    "last_bye_lowest": Message("Rest of the last round"),
    "weak_rounds": Message("Rounds that keep clubs apart"),
    "weak_by": Message("Who is kept apart"),
    "late_points": Message("Rounds missed by late entries"),
}
"""The fields of an event in words."""

PERSONAL: Final[dict[str, Text]] = {
    "name": Message("name"),
    "elo": Message("Elo"),
    "category": Message("category"),
    "club": Message("club"),
    "province": Message("province"),
    "sex": Message("classification"),
    "born": Message("born"),
    "card": Message("card"),
    "federation": Message("federation"),
    "title": Message("title"),
    "group": Message("group"),
    "national_elo": Message("national Elo"),
    "ratings": Message("Elo by game"),
}
"""What is known of a player in words."""

_RESULTS: Final[dict[str, Text]] = {
    "both-lost": Message("both lose"),
    "black-absent": Message("Black is absent"),
    "white-absent": Message("White is absent"),
    "both-absent": Message("neither is there"),
    "none": Message("no result yet"),
}
KINDS: Final = {
    Kind.BYE: Message("rests"),
    Kind.FULL_BYE: Message("rest asked for"),
    Kind.HALF_BYE: Message("rest asked for"),
    Kind.ZERO_BYE: Message("absent"),
    Kind.ANNULLED: Message("annulled"),
}
_NOBODY_OPPOSITE: Final = Message("nobody opposite")
_OUT: Final = Message("out", context="of a knockout")
_FOR_GOOD: Final = {
    PlayerChange.WITHDRAWN,
    PlayerChange.FORFEITED,
    PlayerChange.EXPELLED,
    PlayerChange.EXCLUDED,
}
_NO_SEAT: Final = Message("does not play")


def kind_said(event: Event, kind: Kind, *, player: int, round: int, board: int) -> Text | None:
    """Return what a line of a round is, where it is no game: whose turn it is in an all play all rests.

    Where teams play, a seat with nobody opposite is a board won, and who has no seat is not absent. Why
    somebody is out for good is said.

    >>> from damiera.tournament.model import EventPlayer, EventSettings
    >>> event = Event(players=(EventPlayer(1, "R"),), settings=EventSettings(system=System.ROUND_ROBIN))
    >>> [str(kind_said(event, Kind.ZERO_BYE, player=1, round=1, board=at)) for at in (4, 0)]
    ['rests', 'absent']
    """
    if event.settings.boards and kind is Kind.FULL_BYE and board:
        return _NOBODY_OPPOSITE
    if event.settings.boards and kind is Kind.ZERO_BYE and status(event, player, round) is None:
        return _NO_SEAT
    if event.settings.system is System.KNOCKOUT and kind is Kind.ZERO_BYE and not board:
        return _OUT if status(event, player, round) is None else KINDS[kind]
    held = status(event, player, round) if kind is Kind.ZERO_BYE else None
    if held is not None and held.change in _FOR_GOOD:
        return CHANGES[held.change]
    turn = kind is Kind.ZERO_BYE and board and event.settings.system is System.ROUND_ROBIN
    return KINDS.get(Kind.BYE if turn and held is None else kind)


class ResultChoice(msgspec.Struct, frozen=True):
    """A result that a form offers: its name in `RESULTS`, and in words."""

    name: ResultName
    said: str


def result_choices(scoring: Scoring, lang: Lang) -> tuple[ResultChoice, ...]:
    """Return every result there is, as the form for unusual ones offers them."""
    return tuple(ResultChoice(name, _result_said(name, scoring, lang)) for name in RESULTS)


def _result_said(name: ResultName, scoring: Scoring, lang: Lang) -> str:
    short = short_result(name, scoring)
    return (
        f"{short} · {_RESULTS[name].text(lang)}"
        if name in _RESULTS and short
        else short or _RESULTS[name].text(lang)
    )


def short_result(name: ResultName, scoring: Scoring) -> str:
    """Return a result by name as figures; "" for none."""
    white, black, kind = RESULTS[name]
    if white is None:
        return ""
    return RoundGame(1, 1, 1, 2, white, black, kind).result(scoring)


def deck_choices(lang: Lang, game: str) -> list[tuple[str, str]]:
    """Return the lists that openings of a game can be drawn from."""
    return [(id, deck(id).name.text(lang)) for id in decks_of(game) if deck(id).openings]


def game_choices(lang: Lang) -> tuple[tuple[str, str], ...]:
    """Return every game there is, by its name in addresses and in words."""
    return tuple((game.slug, game.name.text(lang)) for game in CATALOGUE.values())


def change_choices(lang: Lang) -> tuple[tuple[str, str], ...]:
    """Return what may happen to a player, as a form offers it."""
    return tuple((change.value, CHANGES[change].text(lang)) for change in PlayerChange)


def effects(lang: Lang) -> tuple[tuple[str, str], ...]:
    """Return what may happen to a player, each with what it does."""
    return tuple((CHANGES[change].text(lang), EFFECTS_SAID[change].text(lang)) for change in PlayerChange)

"""Who plays: entering players, and start numbers anew."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from damiera.game.openings import new_seed
from damiera.messages import Message
from damiera.service.hall.sitting import Sitting
from damiera.tournament.acts import Enter, Numbered, Remove, Team
from damiera.tournament.errors import BadEvent
from damiera.tournament.model import Player

__all__ = ["enter_all", "number_anew"]

_MOST_PLAYERS: Final = 9_999


def enter_all(sitting: Sitting, players: Iterable[Player]) -> None:
    """Enter players with the next numbers; nobody if one of them is there already."""
    event = sitting.log.event
    there = {(p.name.casefold(), p.born, p.club.casefold()) for p in event.players}
    cards = {p.card: p.name for p in event.players if p.card}
    number = max((p.number for p in event.players), default=0)
    for player in players:
        key = (player.name.casefold(), player.born, player.club.casefold())
        if key in there or (player.card and player.card in cards):
            said = Message("{n} is entered already.").format(n=player.name)
            raise BadEvent(said)
        there.add(key)
        if player.card:
            cards[player.card] = player.name
        number += 1
        if number > _MOST_PLAYERS:
            raise BadEvent(Message("Too many players."))
        sitting.act(Enter.of(replace(player, number=number)))


def number_anew(sitting: Sitting, how: str) -> None:
    """Give start numbers anew: by "elo", by "name", or by lot with a seed that is kept."""
    event = sitting.log.event
    if event.rounds:
        raise BadEvent(Message("Start numbers cannot change once a round exists."))
    players, seed = list(event.players), ""
    if how == "elo":
        players.sort(key=lambda p: (-p.elo, p.name.casefold(), p.number))
    elif how == "name":
        players.sort(key=lambda p: (p.name.casefold(), p.number))
    else:
        seed = new_seed()
        random.Random(seed).shuffle(players)
    if event.statuses or event.forbidden:
        raise BadEvent(Message("Take absences and forbidden pairs away before numbering."))
    new = {str(p.number): place for place, p in enumerate(players, 1)}
    if all(int(old) == place for old, place in new.items()):
        return
    teams = event.teams
    for player in event.players:
        sitting.act(Remove(number=player.number))
    for place, player in enumerate(players, 1):
        sitting.act(Enter.of(replace(player, number=place)))
    for team in teams:
        members = tuple(new[str(n)] for n in team.members)
        sitting.act(Team(number=team.number, name=team.name, members=members, club=team.club))
    sitting.act(Numbered(how=how, seed=seed, new=new))

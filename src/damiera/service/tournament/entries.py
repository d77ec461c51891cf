"""Enter players, and number them anew."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from damiera.game.openings import new_seed
from damiera.messages import Message
from damiera.rules.ruleset import CATALOGUE
from damiera.service.errors import BadTerms
from damiera.service.tournament.transaction import EventTransaction
from damiera.tournament.acts import AssignAct, EnterAct, NumberedNote, RemoveAct, TeamAct
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import EventPlayer
from damiera.tournament.players_csv import MOST_ELO, born_written

__all__ = ["check_elo", "enter_all", "number_anew", "player_written"]

_MOST_PLAYERS: Final = 9_999
_LONGEST: Final = 80
_ELO: Final = Message("Elo goes from 0 to {most}.", most=MOST_ELO)
_NO_NAME = Message("Write the player's name.")
_NO_GAME = Message("There is no such game.")


def player_written(
    *,
    name: str,
    elo: int = 0,
    sex: str = "",
    club: str = "",
    province: str = "",
    category: str = "",
    card: str = "",
    born: str = "",
    title: str = "",
    group: str = "",
    federation: str = "",
    ratings: Sequence[tuple[str, int]] = (),
    before: EventPlayer | None = None,
) -> EventPlayer:
    """Return a player as somebody wrote them, tidied, without a number yet.

    Args:
        sex: "f", "m" or anything else for neither.
        ratings: Elo points by game.
        before: the player as they stand, whose birth may stay as a file of another program had it.
    Raises:
        BadTerms: without a name, for Elo points that nobody has, a birth that is neither a year nor a date,
            or a game there is not (the field is "game1" for the first, its rating "rating1").
    """
    words = (name, club, province, category, card, born, title, group, federation)
    called, *others = (" ".join(word.split())[:_LONGEST] for word in words)
    if not called:
        raise BadTerms("name", _NO_NAME)
    check_elo(elo)
    for n, (game, points) in enumerate(ratings, 1):
        if game not in CATALOGUE:
            raise BadTerms(f"game{n}", _NO_GAME)
        check_elo(points, f"rating{n}")
    club, province, category, card, born, title, group, federation = others
    if before is None or born != before.born:
        try:
            born = born_written(born)
        except BadTournament as error:
            raise BadTerms("born", error.message) from None
    return EventPlayer(
        0,
        called,
        elo=elo,
        category=category,
        club=club,
        province=province,
        sex="f" if sex == "f" else "m" if sex == "m" else None,
        born=born,
        card=card,
        federation=federation,
        title=title,
        group=group,
        ratings=tuple(dict(ratings).items()),
    )


def check_elo(elo: int, field: str = "elo") -> None:
    """Raise `BadTerms` of a field for Elo points that nobody has."""
    if not 0 <= elo <= MOST_ELO:
        raise BadTerms(field, _ELO)


def enter_all(transaction: EventTransaction, players: Iterable[EventPlayer]) -> None:
    """Enter players with the next numbers; nobody if one of them is there already.

    From a section they are put into it, whatever the rules of the sections say.
    """
    event, section = transaction.log.whole.told, transaction.log.section
    there = {(p.name.casefold(), p.born, p.club.casefold()) for p in event.players}
    cards = {p.card: p.name for p in event.players if p.card}
    number = max((p.number for p in event.players), default=0)
    for player in players:
        key = (player.name.casefold(), player.born, player.club.casefold())
        if key in there or (player.card and player.card in cards):
            said = Message("{n} is entered already.").format(n=player.name)
            raise BadTournament(said)
        there.add(key)
        if player.card:
            cards[player.card] = player.name
        number += 1
        if number > _MOST_PLAYERS:
            raise BadTournament(Message("Too many players."))
        transaction.act(EnterAct.of(replace(player, number=number)))
        if section and number not in transaction.log.whole.sections[section].members:
            transaction.act(AssignAct(player=number, into=section))


def number_anew(transaction: EventTransaction, how: str) -> None:
    """Give start numbers anew: by "elo", by "name", or by lot with a seed that is kept."""
    whole = transaction.log.whole
    event, parts = whole.told, [one.state.told for one in whole.sections.values()]
    if any(part.rounds for part in (event, *parts)):
        raise BadTournament(Message("Start numbers cannot change once a round exists."))
    players, seed = list(event.players), ""
    if how == "elo":
        players.sort(key=lambda p: (-p.elo, p.name.casefold(), p.number))
    elif how == "name":
        players.sort(key=lambda p: (p.name.casefold(), p.number))
    else:
        seed = new_seed()
        random.Random(seed).shuffle(players)
    if any(part.statuses or part.forbidden for part in (event, *parts)):
        raise BadTournament(Message("Take absences and forbidden pairs away before numbering."))
    new = {str(p.number): place for place, p in enumerate(players, 1)}
    if all(int(old) == place for old, place in new.items()):
        return
    teams = event.teams
    for player in event.players:
        transaction.act(RemoveAct(number=player.number))
    for place, player in enumerate(players, 1):
        transaction.act(EnterAct.of(replace(player, number=place)))
    for team in teams:
        members = tuple(new[str(n)] for n in team.members)
        transaction.act(TeamAct(number=team.number, name=team.name, members=members, club=team.club))
    for old, place in new.items():
        held, now = whole.section_of(int(old)), transaction.log.whole.section_of(place)
        if (held and held.number) != (now and now.number):  # put there by hand, not by the rule
            transaction.act(AssignAct(player=place, into=held.number if held else 0))
    transaction.act(NumberedNote(how=how, seed=seed, new=new))

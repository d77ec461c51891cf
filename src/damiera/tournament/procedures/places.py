"""Rounds and boards that an act names."""

from __future__ import annotations

from itertools import chain

from msgspec import structs

from damiera.messages import Message
from damiera.tournament.model import Event, Round, RoundGame, with_round
from damiera.tournament.procedures.refusals import bad
from damiera.tournament.state import EventState

__all__ = ["NO_BOARD", "board_of", "exchanged", "open_round", "waiting"]

NO_BOARD = Message("Round {r} has no board {b}.")
"""Why what names a board that a round does not have is refused."""


def open_round(event: Event, number: int) -> Round:
    """Return a round that there is.

    Raises:
        BadTournament: for a round that does not exist yet.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> log = log.add(acts.PairAct(round=1, pairs=((1, 2),)), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> open_round(state.told, 1).number
    1
    """
    held = event.round(number)
    if held is None:
        raise bad(Message("There is no round {r} yet."), r=number)
    return held


def board_of(event: Event, round: int, board: int, leg: int = 1) -> tuple[Round, RoundGame]:
    """Return a round and one of its games.

    Raises:
        BadTournament: for a board that the round does not have.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> log = log.add(acts.PairAct(round=1, pairs=((1, 2),)), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> board_of(state.told, 1, 1)[1].white
    1
    """
    held = open_round(event, round)
    near = held.games[board - 1 : board]  # boards are in order: where each has one game it is this one
    found = next((g for g in chain(near, held.games) if g.board == board and g.leg == leg), None)
    if found is None:
        raise bad(NO_BOARD, r=round, b=board)
    return held, found


def exchanged(event: Event, held: Round, before: RoundGame, after: RoundGame) -> Event:
    """Return the event with a game in the place of another.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> log = log.add(acts.PairAct(round=1, pairs=((1, 2),)), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> from msgspec.structs import replace
    >>> held, game = board_of(state.told, 1, 1)
    >>> exchanged(state.told, held, game, replace(game, protected=True)).games[0].protected
    True
    """
    games, near = held.games, before.board - 1
    if not (0 <= near < len(games) and games[near] is before):  # several games a board
        near = next(place for place, game in enumerate(games) if game is before)
    return with_round(event, structs.replace(held, games=(*games[:near], after, *games[near + 1 :])))


def waiting(state: EventState, held: Round) -> list[int]:
    """Return the boards of a round whose results are missing, where no status decides them.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> log = log.add(acts.PairAct(round=1, pairs=((1, 2),)), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> waiting(state, state.told.rounds[0])
    [1]
    """
    counted = state.event.round(held.number) or held
    return [g.board for g in counted.games if not g.is_over]

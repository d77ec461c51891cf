"""Results, and the rounds they close."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from msgspec import structs

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.tournament.acts import CloseAct, ReopenAct, ResultAct
from damiera.tournament.chain import LogEntry
from damiera.tournament.model import GameMark, Kind, Round, RoundGame, board_name, with_round
from damiera.tournament.procedures.places import NO_BOARD, board_of, exchanged, open_round, waiting
from damiera.tournament.procedures.refusals import bad, need_reason
from damiera.tournament.state import EventState

__all__ = ["all_resulted", "closed", "reopened", "resulted"]

_FITTING = {
    (GameMark.WIN, GameMark.LOSS),
    (GameMark.LOSS, GameMark.WIN),
    (GameMark.DRAW, GameMark.DRAW),
    (GameMark.LOSS, GameMark.LOSS),
}


def resulted(state: EventState, act: ResultAct, entry: LogEntry) -> EventState:
    """The result of a board, of a round already closed with a reason; what players reported is settled.

    Raises:
        BadTournament: for a rest, a result that cannot be, or an advantage without a draw.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> log = log.add(acts.PairAct(round=1, pairs=((1, 2),)), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> act = acts.ResultAct(round=1, board=1, white=GameMark.WIN, black=GameMark.LOSS)
    >>> resulted(state, act, entry).told.games[0].white_mark.value
    'win'
    """
    held, game = board_of(state.told, act.round, act.board, act.leg)
    after = _with_result(held, game, act, entry)
    place, margin = (act.round, act.board, act.leg), state.margin
    if place in margin.said:
        margin = structs.replace(margin, said={at: both for at, both in margin.said.items() if at != place})
    return replace(state, told=exchanged(state.told, held, game, after), margin=margin)


def all_resulted(
    state: EventState,
    lines: Iterable[tuple[ResultAct, LogEntry]],
    refused: Callable[[LogEntry, DamieraError], None],
) -> EventState:
    """Results of one round, one after the other as `resulted` takes them, the round written anew once.

    What cannot be is handed to `refused`, and counts for nothing unless that raises.

    Raises:
        BadTournament: as `resulted`, where `refused` raises what it is handed.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> log = log.add(acts.PairAct(round=1, pairs=((1, 2),)), who="arbiter", at=0)
    >>> won = acts.ResultAct(round=1, board=1, white=GameMark.WIN, black=GameMark.LOSS)
    >>> lines, wrong = [(won, log.entries[-1])], []
    >>> all_resulted(log.state, lines, lambda *found: wrong.append(found)).told.games[0].white_mark.value
    'win'
    """
    told, margin = state.told, state.margin
    places: dict[tuple[int, int], int] = {}
    games: list[RoundGame] = []
    held, heard = None, set(margin.said)
    for act, entry in lines:
        try:
            if held is None:
                held = open_round(told, act.round)
                games = list(held.games)
                places = {(g.board, g.leg): n for n, g in reversed(list(enumerate(games)))}
            at = places.get((act.board, act.leg))
            if at is None:
                raise bad(NO_BOARD, r=act.round, b=act.board)
            games[at] = _with_result(held, games[at], act, entry)
            heard.discard((act.round, act.board, act.leg))
        except DamieraError as error:
            refused(entry, error)
    if held is not None:
        told = with_round(told, structs.replace(held, games=tuple(games)))
    if len(heard) < len(margin.said):
        margin = structs.replace(margin, said={at: both for at, both in margin.said.items() if at in heard})
    return replace(state, told=told, margin=margin)


_CLOSED = Message("Round {r} is closed: a result is corrected with a reason.")


def _with_result(held: Round, game: RoundGame, act: ResultAct, entry: LogEntry) -> RoundGame:
    """Return a game with a result. Raises `BadTournament` for one that cannot be."""
    if held.closed:
        need_reason(entry, _CLOSED.format(r=held.number))
    if game.black is None:
        raise bad(
            Message("Board {b} is a rest: no result."),
            b=board_name(held, game.board),
        )
    kind, white, black = act.kind, act.white, act.black
    cleared = white is None and black is None
    if not cleared and (white, black) not in _FITTING:
        raise bad(Message("An impossible result: {w} and {b}."), w=white, b=black)
    if kind not in (Kind.PLAYED, Kind.FORFEIT) or (kind is Kind.FORFEIT and white is GameMark.DRAW):
        raise bad(Message("An impossible result by forfeit."))
    advantage = act.advantage or None
    if advantage and white is not GameMark.DRAW:
        raise bad(Message("An advantage belongs to a draw only."))
    return structs.replace(
        game, white_mark=white, black_mark=black, kind=Kind.PLAYED if cleared else kind, advantage=advantage
    )


def closed(state: EventState, act: CloseAct, entry: LogEntry) -> EventState:
    """All results of a round are confirmed.

    Raises:
        BadTournament: while results are missing.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> log = log.add(acts.PairAct(round=1, pairs=((1, 2),)), who="arbiter", at=0)
    >>> result = acts.ResultAct(round=1, board=1, white=GameMark.WIN, black=GameMark.LOSS)
    >>> log = log.add(result, who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> closed(state, acts.CloseAct(round=1), entry).told.rounds[0].closed
    True
    """
    held = open_round(state.told, act.round)
    missing = waiting(state, held)
    if missing:
        raise bad(
            Message("Results are missing on boards {b}."),
            b=", ".join(board_name(held, board) for board in missing),
        )
    return replace(state, told=with_round(state.told, structs.replace(held, closed=True)))


def reopened(state: EventState, act: ReopenAct, entry: LogEntry) -> EventState:
    """The results of a round are open again.

    Raises:
        BadTournament: without a reason, or for a round that does not exist.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> log = log.add(acts.PairAct(round=1, pairs=((1, 2),)), who="arbiter", at=0, why="asked for")
    >>> reopened(log.state, acts.ReopenAct(round=1), log.entries[-1]).told.rounds[0].closed
    False
    """
    need_reason(entry)
    held = open_round(state.told, act.round)
    return replace(state, told=with_round(state.told, structs.replace(held, closed=False)))

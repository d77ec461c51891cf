"""Results of boards: entered, corrected, and never over another arbiter's."""

from __future__ import annotations

from damiera.messages import Message, Text
from damiera.service.errors import BadTerms, Conflict, NotFound
from damiera.service.tournament.event import RESULTS, LiveEvent, result_called, result_name
from damiera.service.tournament.transaction import EventTransaction
from damiera.tournament.acts import ResultAct
from damiera.tournament.effects import decided_by
from damiera.tournament.errors import BadTournament
from damiera.tournament.log import LogRecord
from damiera.tournament.model import Event, RoundGame

__all__ = ["game_at", "report"]

_OTHER_RESULT = Message("Meanwhile {who} entered another result on board {b}: {now}. Yours was not written.")
_NOT_AS_SHOWN = Message("Board {b} has {now} now, not what your page showed. Yours was not written.")
_NO_RESULT = Message("no result")
_DECIDED = Message(
    "The result of board {b} comes from what happened to {who}: undo that, and the result is back."
)
_UNKNOWN = Message("There is no such result.")


def report(
    transaction: EventTransaction,
    round: int,
    board: int,
    result: str,
    *,
    leg: int = 1,
    was: str | None = None,
    reason: str = "",
) -> None:
    """Enter the result of a board: see `TournamentService.report`."""
    named = result_called(result)
    if named is None:
        raise BadTerms("result", _UNKNOWN)
    if was is not None and result_called(was) is None:
        raise BadTerms("was", _UNKNOWN)
    game = game_at(transaction.log.event, round, board, leg)
    now = result_name(game)
    if now == result:
        return
    if was is not None and was != now:
        raise Conflict(transaction.live.version, _overtaken(transaction.live, game))
    held = decided_by(transaction.log.event, game)
    if held is not None:
        who = transaction.log.event.player(held.player).name
        raise BadTournament(_DECIDED.format(b=board, who=who))
    white, black, kind = RESULTS[named]
    told = ResultAct(round=round, board=board, leg=leg, white=white, black=black, kind=kind, was=now)
    transaction.act(told, reason)


def game_at(event: Event, round: int, board: int, leg: int = 1) -> RoundGame:
    """Return a game. Raises `NotFound` if there is none."""
    held = event.round(round)
    found = next((g for g in held.games if (g.board, g.leg) == (board, leg)), None) if held else None
    if found is None:
        said = Message("Round {r} has no board {b}.")
        raise NotFound(f"{round}/{board}", said.format(r=round, b=board))
    return found


def _overtaken(live: LiveEvent, game: RoundGame) -> Text:
    """Return what stands on a board, and whose it is where somebody entered it and it counts."""
    now = game.result(live.event.settings.scoring)
    last = next((e for e in reversed(live.log.effective()) if _is_of(e, game)), None)
    if last is None or not now:
        return _NOT_AS_SHOWN.format(b=game.board, now=now or _NO_RESULT)
    return _OTHER_RESULT.format(who=last.entry.who, b=game.board, now=now)


def _is_of(line: LogRecord, game: RoundGame) -> bool:
    told = line.act
    return isinstance(told, ResultAct) and (told.round, told.board, told.leg) == (
        game.round,
        game.board,
        game.leg,
    )

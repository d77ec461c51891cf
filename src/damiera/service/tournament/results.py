"""Results of boards: entered, corrected, and never over another arbiter's."""

from __future__ import annotations

from collections.abc import Mapping

from damiera.messages import Message, Text
from damiera.service.errors import BadTerms, Conflict, NotFound
from damiera.service.tournament.event import RESULTS, LiveEvent, result_called, result_name
from damiera.service.tournament.transaction import EventTransaction
from damiera.tournament.acts import ResultAct, SecondEntryNote
from damiera.tournament.effects import decided_by
from damiera.tournament.errors import BadTournament
from damiera.tournament.log import LogRecord
from damiera.tournament.model import Event, RoundGame
from damiera.tournament.state import SecondEntry

__all__ = ["entered_by", "game_at", "read_again", "report", "second_entry"]

_OTHER_RESULT = Message("Meanwhile {who} entered another result on board {b}: {now}. Yours was not written.")
_NOT_AS_SHOWN = Message("Board {b} has {now} now, not what your page showed. Yours was not written.")
_NO_RESULT = Message("no result")
_DECIDED = Message(
    "The result of board {b} comes from what happened to {who}: undo that, and the result is back."
)
_NOT_ENTERED = Message("Board {b} has no result yet: what is entered first can be read a second time.")
_YOURS = Message("You entered board {b} yourself: somebody else reads its slip a second time.")
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
        raise BadTournament(_DECIDED.format(b=transaction.live.board_name(round, board), who=who))
    white, black, kind = RESULTS[named]
    told = ResultAct(round=round, board=board, leg=leg, white=white, black=black, kind=kind, was=now)
    transaction.act(told, reason)


def read_again(transaction: EventTransaction, round: int, board: int, result: str, *, leg: int = 1) -> None:
    """Write down what somebody else reads on the slip of a board: see `TournamentService.read_again`."""
    named = result_called(result)
    if named is None:
        raise BadTerms("result", _UNKNOWN)
    game = game_at(transaction.log.event, round, board, leg)
    if game.black is None or result_name(game) == "none":
        raise BadTournament(_NOT_ENTERED.format(b=transaction.live.board_name(round, board)))
    if entered_by(transaction.live, round).get((board, leg)) == transaction.name:
        raise BadTournament(_YOURS.format(b=transaction.live.board_name(round, board)))
    held = second_entry(transaction.live, game)
    if held is not None and (held.result, held.who) == (named, transaction.name):
        return
    transaction.act(
        SecondEntryNote(round=round, board=board, leg=leg, result=named, white=game.white, black=game.black)
    )


def second_entry(live: LiveEvent, game: RoundGame) -> SecondEntry | None:
    """Return what was read of a board's slip a second time; None if nothing, or others sat there then."""
    held = live.state.second.get((game.round, game.board, game.leg))
    return held if held is not None and (held.white, held.black) == (game.white, game.black) else None


def entered_by(live: LiveEvent, round: int) -> Mapping[tuple[int, int], str]:
    """Return who entered each result of a round that counts, by board and leg."""
    return {
        (line.act.board, line.act.leg): line.entry.who
        for line in live.log.effective()
        if isinstance(line.act, ResultAct) and line.act.round == round
    }


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
    now, name = game.result(live.event.settings.scoring), live.board_name(game.round, game.board)
    last = next((e for e in reversed(live.log.effective()) if _is_of(e, game)), None)
    if last is None or not now:
        return _NOT_AS_SHOWN.format(b=name, now=now or _NO_RESULT)
    return _OTHER_RESULT.format(who=last.entry.who, b=name, now=now)


def _is_of(line: LogRecord, game: RoundGame) -> bool:
    told = line.act
    return isinstance(told, ResultAct) and (told.round, told.board, told.leg) == (
        game.round,
        game.board,
        game.leg,
    )

"""Rounds: paired, seats and colours changed by hand, boards kept, matches played on."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from damiera.errors import DamieraError
from damiera.game.openings import deck
from damiera.messages import Message
from damiera.tournament import acts
from damiera.tournament.announcement import RoundDraw
from damiera.tournament.chain import LogEntry
from damiera.tournament.check import check_pairs
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import (
    BY_TABLE,
    Event,
    Kind,
    Pair,
    Pairing,
    RoundGame,
    System,
    board_name,
    with_round,
)
from damiera.tournament.pairing.knockout import even_matches
from damiera.tournament.pairing.systems import round_of
from damiera.tournament.pairing.teams import as_teams
from damiera.tournament.procedures.places import board_of, exchanged, open_round, waiting
from damiera.tournament.procedures.refusals import bad, need_reason
from damiera.tournament.state import EventState, PhoneNotes

__all__ = ["one_more", "paired", "protected", "swapped", "turned"]


def paired(state: EventState, act: acts.PairAct, entry: LogEntry) -> EventState:
    """A round is paired, perhaps again: what was known of its boards before is gone.

    Raises:
        BadTournament: for a round whose turn it is not, a pairing that is not lawful, or one by hand without
            a reason.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> paired(state, acts.PairAct(round=1, pairs=((1, 2),)), entry).told.played_rounds
    1
    """
    event, number = state.told, act.round
    system = act.system or event.settings.system
    pairs = tuple(Pair(white, black or None) for white, black in act.pairs)
    manual = act.manual is True
    if manual:
        need_reason(entry)
    _check_turn(state, number)
    _check_pairs(as_teams(state.event) if event.settings.boards else state.event, number, pairs, manual)
    made = Pairing(number, system, pairs, act.criteria or (), act.told)
    ballots, board_ballots = _drawn(state, act)
    return replace(
        state,
        told=with_round(event, round_of(event, made, manual=manual, reason=entry.why)),
        pairings={**state.pairings, number: made},
        ballots=ballots,
        board_ballots=board_ballots,
        margin=_forgotten(state.margin, number),
    )


def _drawn(
    state: EventState, act: acts.PairAct
) -> tuple[dict[int, RoundDraw], dict[tuple[int, int], RoundDraw]]:
    """The openings drawn for a round, in the place of those drawn for it before."""
    ballots = {n: drawn for n, drawn in state.ballots.items() if n != act.round}
    boards = {key: drawn for key, drawn in state.board_ballots.items() if key[0] != act.round}
    if act.ballot:
        ballots[act.round] = _known(act.ballot)
    for drawn in act.ballots or ():
        boards[act.round, drawn.board] = _known(drawn)
    return ballots, boards


def _known(drawn: RoundDraw) -> RoundDraw:
    """Return a ballot whose opening there is."""
    try:
        deck(drawn.deck).opening(drawn.number)
    except DamieraError as error:
        raise BadTournament(error.message) from None
    return drawn


def _forgotten(margin: PhoneNotes, round: int, *, only_said: bool = False) -> PhoneNotes:
    """Phones and games without what they told of a round."""
    said = {place: both for place, both in margin.said.items() if place[0] != round}
    if only_said:
        return structs.replace(margin, said=said)
    online = {place: board for place, board in margin.online.items() if place[0] != round}
    games = {place: game for place, game in margin.games.items() if place[0] != round}
    return structs.replace(margin, said=said, online=online, games=games)


def _check_turn(state: EventState, number: int) -> None:
    event = state.told
    if number not in (event.played_rounds, event.played_rounds + 1) or number < 1:
        raise bad(
            Message("The round to pair is {n}, not {r}."),
            n=event.played_rounds + 1, r=number,
        )  # fmt: skip
    held = event.round(number)
    if held is not None and any(g.black is not None and g.white_mark is not None for g in held.games):
        raise bad(
            Message("Round {r} has results: undo them first."),
            r=number,
        )
    before = event.round(number - 1)
    missing = waiting(state, before) if before is not None else []
    if before is not None and missing:
        raise bad(
            Message("Round {r} lacks the results of boards {b}."),
            r=number - 1, b=", ".join(board_name(before, board) for board in missing),
        )  # fmt: skip


_NEVER = {"unknown", "twice", "absent"}


def _check_pairs(event: Event, number: int, pairs: tuple[Pair, ...], manual: bool) -> None:
    """What no arbiter may do by hand either; a system's pairing must be lawful altogether."""
    if any(p.white == p.black for p in pairs):
        raise bad(Message("Nobody meets themselves."))
    if event.settings.system in BY_TABLE:
        numbers = [n for p in pairs for n in (p.white, p.black) if n is not None]
        if len(set(numbers)) < len(numbers):
            raise bad(Message("A player is paired twice."))
        for number in numbers:
            event.player(number)
        return
    for finding in check_pairs(event, number, pairs).findings:
        grave = finding.rule in _NEVER or (finding.rule in ("rematch", "missing", "forbidden") and not manual)
        if finding.gravity == "error" and grave:
            raise BadTournament(finding.said)


def swapped(state: EventState, act: acts.SwapAct, entry: LogEntry) -> EventState:
    """Two players change seats, on all legs of their boards.

    Raises:
        BadTournament: without a reason, unless two players of the round are named, or if a board of theirs
            has a result.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> log = log.add(acts.PairAct(round=1, pairs=((1, 2),)), who="arbiter", at=0, why="asked for")
    >>> state, entry = log.state, log.entries[-1]
    >>> swapped(state, acts.SwapAct(round=1, a=1, b=2), entry).told.games[0].white
    2
    """
    need_reason(entry)
    held, a, b = open_round(state.told, act.round), act.a, act.b
    seats = {n for g in held.games for n in (g.white, g.black)}
    if a == b or not {a, b} <= seats:
        raise bad(Message("Two players of the round are needed."))
    change: dict[int | None, int] = {a: b, b: a}

    def moved(game: RoundGame) -> RoundGame:
        if not {game.white, game.black} & {a, b}:
            return game
        if game.white_mark is not None:
            raise bad(Message("Board {b} has a result."), b=board_name(held, game.board))
        black = None if game.black is None else change.get(game.black, game.black)
        return structs.replace(game, white=change.get(game.white, game.white), black=black)

    games = tuple(moved(g) for g in held.games)
    told = with_round(state.told, structs.replace(held, games=games, manual=True, reason=entry.why))
    return replace(state, told=told, margin=_forgotten(state.margin, act.round, only_said=True))


def turned(state: EventState, act: acts.TurnAct, entry: LogEntry) -> EventState:
    """Two players change colours, in all the games they play at their board.

    Raises:
        BadTournament: without a reason, at a rest, or once a game at the board has its result.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> log = log.add(acts.PairAct(round=1, pairs=((1, 2),)), who="arbiter", at=0, why="asked for")
    >>> state, entry = log.state, log.entries[-1]
    >>> turned(state, acts.TurnAct(round=1, board=1), entry).told.games[0].white
    2
    """
    need_reason(entry)
    held, first = board_of(state.told, act.round, act.board)
    if first.black is None or any(g.white_mark is not None for g in held.games if g.board == first.board):
        raise bad(Message("Colours change before play only."))
    games = tuple(
        structs.replace(g, white=g.black or 0, black=g.white) if g.board == first.board else g
        for g in held.games
    )
    told = with_round(state.told, structs.replace(held, games=games))
    return replace(state, told=told, margin=_forgotten(state.margin, act.round, only_said=True))


def protected(state: EventState, act: acts.ProtectAct, entry: LogEntry) -> EventState:
    """A board is kept when the round is paired again, or not any more.

    >>> from damiera.tournament import acts
    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> log = log.add(acts.PairAct(round=1, pairs=((1, 2),)), who="arbiter", at=0)
    >>> state, entry = log.state, log.entries[-1]
    >>> protected(state, acts.ProtectAct(round=1, board=1), entry).told.games[0].protected
    True
    """
    held, game = board_of(state.told, act.round, act.board, act.leg or 1)
    return replace(
        state, told=exchanged(state.told, held, game, structs.replace(game, protected=act.protected))
    )


def one_more(state: EventState, act: acts.ExtraAct, entry: LogEntry) -> EventState:
    """A knockout match that is even goes on: a play-off at its board, each game with the colours reversed.

    Where teams play, at every board of the match at which two sat.

    Raises:
        BadTournament: unless it is a knockout match that is played and undecided.

    >>> from damiera.tournament.log import Log
    >>> from damiera.tournament.model import GameMark
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> for number, name in ((1, "Rossi"), (2, "Bianchi")):
    ...     log = log.add(acts.EnterAct(number=number, name=name), who="arbiter", at=0)
    >>> change = acts.ChangeAct(settings=acts.SettingsFacts(system=System.KNOCKOUT))
    >>> even = acts.ResultAct(round=1, board=1, white=GameMark.DRAW, black=GameMark.DRAW)
    >>> for act in (change, acts.PairAct(round=1, pairs=((1, 2),)), even):
    ...     log = log.add(act, who="arbiter", at=0)
    >>> len(one_more(log.state, acts.ExtraAct(round=1, board=1), log.entries[-1]).told.games)
    2
    """
    event = state.told
    held, first = board_of(event, act.round, act.board)
    counted = state.event.round(held.number) or held
    legs = [g for g in counted.games if _of_match(event, g) == _of_match(event, first)]
    facing = [g for g in legs if g.black is not None]
    if event.settings.system is not System.KNOCKOUT or not facing:
        raise bad(Message("Only knockout matches are played off."))
    if held.number != event.played_rounds or any(not g.is_over for g in legs):
        raise bad(Message("Board {b} is still being played."), b=board_name(held, first.board))
    if _of_match(event, first) not in even_matches(_by_match(state.event), held.number):
        raise bad(Message("Board {b} has its winner already."), b=board_name(held, first.board))
    if event.settings.boards and act.draw_for:
        raise bad(Message("A draw takes no team on."))
    games = list(held.games)
    for board in sorted({g.board for g in facing}, reverse=True):
        last = max(n for n, g in enumerate(games) if g.board == board)
        games[last + 1 : last + 1] = _playoff([g for g in facing if g.board == board][-1], act)
    return replace(state, told=with_round(event, structs.replace(held, games=tuple(games), closed=False)))


def _of_match(event: Event, game: RoundGame) -> int:
    """Return the number of the match a game belongs to: its table where teams play, else its board."""
    return game.match if event.settings.boards else game.board


def _by_match(event: Event) -> Event:
    return as_teams(event) if event.settings.boards else event


def _playoff(last: RoundGame, act: acts.ExtraAct) -> list[RoundGame]:
    """Return the games of a play-off that follow on the last game of a match."""
    found: list[RoundGame] = []
    for _ in range(act.games or 1):
        assert last.black is not None
        last = structs.replace(
            last, white=last.black, black=last.white, white_mark=None, black_mark=None, kind=Kind.PLAYED,
            leg=last.leg + 1, advantage=None, clock=act.clock or "", draw_for=None,
            rated=act.rated is not False,
        )  # fmt: skip
        found.append(last)
    return [*found[:-1], structs.replace(found[-1], draw_for=act.draw_for or None)]

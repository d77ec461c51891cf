"""A game on a real board: touching, crowning late, irregularities, wrong starts, the arbiter's rulings."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from damiera._core import Position, Side
from damiera.errors import DamieraError
from damiera.game.base import BaseGame, G
from damiera.game.conduct import Conduct, Jump, Pending, article_on
from damiera.game.errors import CannotStand, OutOfOrder
from damiera.game.events import (
    Annulled,
    CaptureFault,
    Consented,
    Corrected,
    Crowned,
    ImproperCapture,
    Irregular,
    LetStand,
    Moved,
    Refused,
    Ruled,
    Touched,
)
from damiera.game.irregular import (
    FAULT_TOPICS,
    WRONG_CAPTURE,
    IrregularKind,
    after_irregularity,
    article_of_kind,
    crowned_late,
    kinds_of,
    loses_at_once,
)
from damiera.game.outcome import Outcome, Termination
from damiera.game.procedures.moves import played
from damiera.game.procedures.refusals import refuse
from damiera.game.sides import side_name, side_named, side_text
from damiera.game.timing.units import length_words
from damiera.game.ways import Way
from damiera.messages import Message, Text, Verbatim
from damiera.notation.fen import parse_fen
from damiera.regulations.book import Rulebook, article
from damiera.regulations.citations import implements
from damiera.rules.setup import SetupProblem

__all__ = ["anomaly_window", "article_given", "refuse_who_moved_on", "standing"]

_MINUTE_MS = 60_000


@implements("fid.italian:15.1.8")
def touched(game: G, event: Touched) -> G:
    """Return the game after a touch: it binds, or is noted as improper.

    Where blind players play, feeling a piece binds nobody; lifting it out of its hole is touching it.
    """
    side, way = side_named(event.side), game.conditions.way
    if event.lifted and way is not Way.BLIND_PLAYERS:
        raise OutOfOrder(_NO_HOLES)
    if not game.conditions.touch_binds and not game.conditions.arbitrated:
        raise refuse(game.book, "touch_move", _NO_TOUCHING)
    if not game.conditions.sees(side):
        raise refuse(game.book, game.conditions.way.topic, _BLINDFOLD)
    if event.square not in game.position.pieces:
        raise OutOfOrder(_NOTHING_THERE.format(square=event.square))
    if not game.conditions.touch_binds and not (event.lifted and game.conditions.touch_move):
        said = (_LIFTED if event.lifted else _FELT).format(side=side_text(side), square=event.square)
        ref = article_on(game.book, way.topic) if way is Way.BLIND_PLAYERS else None
        return replace(game, conduct=game.conduct.noted(event.at, event.side, said, ref))
    conduct = game.conduct.touched(
        game.position, side, event.square, event.at, adjust=event.adjust, book=game.book
    )
    return replace(game, conduct=conduct)


@implements("fid.italian.ten-rules:8")
def consented(game: G, event: Consented) -> G:
    """Return the game after the opponent of whoever gave notice lets the piece be straightened."""
    waiting = game.conduct.adjusting
    if waiting is None:
        raise refuse(game.book, "adjust_consent", _NO_NOTICE)
    owner, square = waiting
    if side_named(event.side) is owner:
        raise refuse(game.book, "adjust_consent", _NOT_THEIR_OWN.format(side=side_text(owner.opponent)))
    values = {"side": side_text(owner.opponent), "square": square}
    ref = article_on(game.book, "adjust_consent")
    conduct = replace(game.conduct, adjusting=None).noted(
        event.at, event.side, _CONSENTED.format(**values), ref
    )
    return replace(game, conduct=conduct)


@implements("fid.italian:4.3", "fid.italian:4.4", "fid.italian:4.5", "fid.english:4.3", "fid.english:4.5")
def crowned(game: G, event: Crowned) -> G:
    """Return the game after `event.side` crowned a man left uncrowned.

    For its owner on move that is a touch. The opponent may do it: a courtesy, which counts and binds nobody.
    """
    side = side_named(event.side)
    owner = next((one for one in (side, side.opponent) if event.square in _men(game.position, one)), None)
    if owner is None or event.square not in game.conduct.uncrowned:
        raise refuse(game.book, "late_crowning", _NOTHING_TO_CROWN.format(square=event.square))
    position = crowned_late(game.position, (event.square,))
    said = (_CROWNED_LATE if owner is side else _COURTESY).format(side=side_text(side), square=event.square)
    ref = article_on(game.book, "late_crowning" if owner is side else "who_crowns")
    conduct = replace(
        game.conduct,
        uncrowned=game.conduct.uncrowned - {event.square},
        jumps=(*game.conduct.jumps, Jump(game.ply, game.position, position, said, ref)),
    ).noted(event.at, event.side, said, ref)
    placed = replace(game, conduct=conduct).placed(position)
    if owner is not side or game.side is not side or not game.conditions.touch_binds:
        return standing(placed, event.at)
    again = placed.conduct.touched(position, side, event.square, event.at, adjust=False, book=game.book)
    return standing(replace(placed, conduct=again), event.at)


def _men(position: Position, side: Side) -> tuple[int, ...]:
    return position.white_men if side is Side.WHITE else position.black_men


@implements("fid.italian:8.1", "fid.italian:5.11", "fid.italian:5.13")
@implements("fid.english:8.1", "fid.english:5.11", "fid.english:5.13", "juegopedia.turkish.2019:1.10")
def irregular(game: G, event: Irregular) -> G:
    """Return the game after an irregularity: it stands on the board until its opponent has it put right.

    Where the book has a wrong capture lose, nobody decides: the game is over.
    """
    if not game.conditions.arbitrated:
        raise refuse(game.book, "irregular", _ONLINE)
    if event.kind not in tuple(kinds_of(game.book)):
        raise refuse(game.book, "irregular", _NO_SUCH_KIND.format(kind=event.kind))
    side, kind = side_named(event.side), IrregularKind(event.kind)
    game = _settled(game, side, event.at)
    if game.position.rules.family != "draughts":
        raise OutOfOrder(_RULE_IT)
    try:
        after = after_irregularity(
            game.position, side, event.path, event.removed, event.crowned, event.restored
        )
    except CannotStand as error:
        raise OutOfOrder(_NOT_SO.format(why=error.message)) from None
    loses = loses_at_once(game.book, kind)
    number = article_on(game.book, WRONG_CAPTURE) if loses else article_of_kind(game.book, kind)
    said = Message("{side}: {what}.").format(side=side_text(side), what=kind.said)
    pending = _pending_now(game, side, kind.value, said, number, again=event.again)
    conduct = replace(game.conduct, pending=pending, bound=None, spoken=None).noted(
        event.at, "arbiter", said, number
    )
    jump = Jump(game.ply, game.position, after, said, number)
    clock = game.clock
    if clock is not None and clock.running is side and game.side is side:
        clock = clock.hand_to(side.opponent, event.at)
    moved = replace(game, conduct=replace(conduct, jumps=(*conduct.jumps, jump)), clock=clock)
    if loses:
        settled = replace(moved, conduct=replace(moved.conduct, pending=None)).placed(after)
        return settled.ended(Outcome(side.opponent, Termination.WRONG_CAPTURE, number, "arbiter"), event.at)
    return moved.placed(after)


def _pending_now(
    game: BaseGame, side: Side, kind: str, text: Text, ref: str | None, *, again: bool = False
) -> Pending:
    """Return what waits for a decision, with the game as it stands before it is done."""
    return Pending(
        side=side,
        kind=kind,
        position=game.position,
        tally=game.tally,
        clock=game.clock,
        bound=game.conduct.bound,
        text=text,
        article=ref,
        again=again,
        ply=game.ply,
        uncrowned=game.conduct.uncrowned,
    )


@implements("fid.italian:8.3", "fid.english:8.3")
def _settled(game: G, side: Side, at: int) -> G:
    """Return the game where an irregularity stands because its opponent, `side`, did something since."""
    pending = game.conduct.pending
    if pending is None:
        return game
    if pending.side is side:
        raise refuse(game.book, "correction", _ONE_AT_A_TIME)
    ref = article_on(game.book, "correction_until")
    conduct = replace(game.conduct, pending=None).noted(at, side_name(side), _WENT_ON, ref)
    return replace(game, conduct=conduct)


@implements("fid.italian:5.10", "fid.italian:5.12", "fid.english:5.10", "fid.english:5.12")
@implements("fid.italian.2006:5.10", "fid.italian.2006:5.12")
def improper_capture(game: G, event: ImproperCapture) -> G:
    """Return the game after a capture that was not clearly shown, or whose pieces came off out of order.

    It is played. The opponent may demand that it is done again, by the same piece, until they move.
    """
    topic, said = FAULT_TOPICS[event.kind], _FAULTS[event.kind]
    if not game.conditions.arbitrated:
        raise refuse(game.book, topic, _ONLINE)
    ref = article_on(game.book, topic)
    if ref is None:
        raise OutOfOrder(_NO_SUCH_FAULT)
    side = side_named(event.side)
    game = _settled(game, side, event.at)
    after = played(game, Moved(path=event.path, side=event.side, crowned=event.crowned, at=event.at))
    if not after.moves[-1].is_capture:
        raise refuse(game.book, topic, _NO_CAPTURE)
    text = said.format(side=side_text(side))
    pending = replace(_pending_now(game, side, event.kind, text, ref), bound=event.path[0])
    conduct = replace(after.conduct, pending=pending).noted(event.at, "arbiter", text, ref)
    return replace(after, conduct=conduct)


@implements("fid.italian:8.2", "fid.italian:8.3", "fid.italian:8.4", "fid.italian:8.5")
@implements("fid.english:8.2", "fid.english:8.3", "fid.english:8.4", "fid.english:8.5")
def corrected(game: G, event: Corrected) -> G:
    """Return the game as it was before the irregularity: all of it is put right, never a part."""
    pending = _pending_of(game, event.side)
    jumps = game.conduct.jumps
    conduct = replace(
        game.conduct,
        pending=None,
        jumps=jumps[:-1] if pending.ply == game.ply else tuple(j for j in jumps if j.ply <= pending.ply),
        bound=pending.bound,
        uncrowned=pending.uncrowned,
    ).noted(
        event.at,
        event.side,
        _CORRECTED.format(side=side_text(pending.side)),
        article_on(game.book, "correction"),
    )
    clock = game.clock
    if clock is not None and game.conduct.halt is None:
        clock = clock.hand_to(pending.position.side, event.at)
    if clock is not None and pending.ply < game.ply:
        white = sum(position.side is Side.WHITE for position in game.positions[: pending.ply])
        clock = clock.with_moves(white, pending.ply - white)
    return replace(
        game,
        conduct=conduct,
        clock=clock,
        positions=(*game.positions[: pending.ply], pending.position),
        moves=game.moves[: pending.ply],
        paths=game.paths[: pending.ply],
        clock_times=game.clock_times[: pending.ply],
        tallies=(*game.tallies[: pending.ply], pending.tally),
    )


def let_stand(game: G, event: LetStand) -> G:
    """Return the game where the irregularity stands: play goes on from what is on the board.

    Whoever had not moved, or took their move back, is to move.
    """
    pending = _pending_of(game, event.side)
    conduct = replace(game.conduct, pending=None)
    conduct = conduct.noted(event.at, event.side, _STANDS, article_on(game.book, "correction"))
    stands = replace(game, conduct=conduct)
    return standing(_turned(stands, pending.side, event.at) if pending.again else stands, event.at)


def _turned(game: G, side: Side, at: int) -> G:
    """Return the game as it lies on the board, with `side` to move."""
    position = game.position.with_side(side)
    *before, last = game.conduct.jumps
    conduct = replace(game.conduct, jumps=(*before, replace(last, after=position)))
    clock = game.clock
    if clock is not None and clock.running is not None:
        clock = clock.hand_to(side, at)
    return replace(game, conduct=conduct, clock=clock).placed(position)


def standing(game: G, at: int) -> G:
    """Return the game, over if what stands on the board decides it.

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> standing(Game.start(ITALIAN), at=0).outcome is None
    True
    """
    outcome = game.decided()
    return game.ended(outcome, at) if outcome is not None else game


@implements("fid.english:8.2", "fid.italian:8.2")
def _pending_of(game: BaseGame, by: str) -> Pending:
    """Return the irregularity that awaits a decision, if `by` is who may take it."""
    pending = game.conduct.pending
    if pending is None:
        raise refuse(game.book, "correction_until", _NOTHING_PENDING)
    if by != side_name(pending.side.opponent):
        raise refuse(game.book, "correction", _ONLY_OPPONENT.format(side=side_text(pending.side.opponent)))
    return pending


def anomaly_window(game: BaseGame, at: int, *, arbiter: bool = False) -> tuple[bool, int, int, int]:
    """Tell whether a wrong start can still be annulled, and what is left of the limits.

    The window closes for players when either limit has passed (7.2, 7.3). The text of 7.4.2 lets the game
    begin anew before either has, which we leave to the arbiter.

    Args:
        game: a game on a real board.
        at: when, milliseconds.
        arbiter: the arbiter asks, for whom the window is wider.
    Returns:
        Whether it is open; moves completed by White and by Black; milliseconds since the round began.
    Source:
        FID 2008, 7.2 to 7.4.2.

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> anomaly_window(Game.start(ITALIAN), at=60_000)
    (True, 0, 0, 60000)
    """
    white = sum(position.side is Side.WHITE for position in game.positions[:-1])
    black = game.ply - white
    elapsed = max(0, at - game.begun_at)
    said = game.book.parameters
    few = min(white, black) < said.anomaly_moves
    early = elapsed < said.anomaly_minutes * _MINUTE_MS if said.anomaly_minutes else few
    return (few or early) if arbiter else (few and early), white, black, elapsed


@implements("fid.italian:7.1", "fid.italian:7.2", "fid.italian:7.3", "fid.italian:7.4", "fid.italian:7.4.1")
@implements("fid.italian:7.4.2", "fid.italian:7.4.3", "fid.english:7.1", "fid.english:7.2", "fid.english:7.3")
@implements("fid.english:7.4")
def annulled(game: G, event: Annulled) -> G:
    """Return the game begun anew: the clocks keep the time used, unless the event gave the wrong colours.

    Without clocks both are charged with half the time gone since the round began, where the book says so.
    """
    topic = {"board": "wrong_board", "colours": "wrong_colours", "setup": "check_setup"}[event.anomaly]
    if not game.conditions.arbitrated:
        raise refuse(game.book, topic, _RIGHT_BOARD)
    is_open, white, black, elapsed = anomaly_window(game, event.at, arbiter=event.side == "arbiter")
    if not is_open:
        values = {"white": white, "black": black, "minutes": elapsed // _MINUTE_MS}
        raise refuse(game.book, topic, _WINDOW_SHUT.format(**values))
    free = event.by_direction and event.anomaly == "colours"
    if event.by_direction and not free:
        raise refuse(game.book, "direction_error", _ONLY_COLOURS)
    begun, clock = game.back_to_start(), game.clock
    if clock is not None:
        first = begun.side
        clock = clock.restarted(first, event.at) if free else clock.hand_to(first, event.at).with_moves(0, 0)
        clock = clock.stop(event.at) if game.conduct.halt else clock
    said = Message("{what}: the game begins anew.").format(what=_ANOMALIES[event.anomaly])
    article = article_on(game.book, "direction_error" if free else "restart") or article_on(game.book, topic)
    conduct = Conduct(
        halt=game.conduct.halt,
        restarts=game.conduct.restarts + 1,
        log=game.conduct.log,
        shared_ms=game.conduct.shared_ms,
        replay_of=game.conduct.replay_of,
    ).announced(event.at, event.side, said, article)
    if clock is None and not free:
        conduct = _time_shared(conduct, game.book, elapsed, event.at)
    return replace(begun, conduct=conduct, clock=clock)


@implements("fid.english:7.4")
def _time_shared(conduct: Conduct, book: Rulebook, elapsed_ms: int, at: int) -> Conduct:
    """Return the conduct with the time gone shared by both, where the book says so."""
    ref = article_on(book, "shared_time")
    if ref is None:
        return conduct
    each = elapsed_ms // 2
    said = _SHARED.format(gone=length_words(elapsed_ms), each=length_words(each))
    return replace(conduct, shared_ms=each).noted(at, "rules", said, ref)


@implements("fid.italian:9.2.5", "fid.english:9.2.5")
def refused(game: G, event: Refused) -> G:
    """Return the game lost by whoever refuses a provision of the rules."""
    side = side_named(event.side)
    outcome = Outcome(
        side.opponent, Termination.REFUSAL, article_on(game.book, Termination.REFUSAL.topic), "arbiter"
    )
    said = _REFUSED.format(side=side_text(side), article=event.article or "-")
    conduct = game.conduct.announced(event.at, event.author, said, outcome.article)
    return replace(game, conduct=conduct).ended(outcome, event.at)


@implements("fid.italian:7.5", "fid.italian:7.6", "fid.italian:7.7", "fid.italian:7.8", "fid.italian:5.10")
@implements("fid.italian:5.12", "fid.english:5.10", "fid.english:5.12")
@implements("fid.english:7.5", "fid.english:7.6", "fid.english:7.7", "fid.english:7.8")
def ruled(game: G, event: Ruled) -> G:
    """Return the game after a ruling: pieces, clocks, counts or result as the arbiter says."""
    if not game.conditions.arbitrated:
        raise OutOfOrder(_NO_ARBITER)
    text: Text = Verbatim(event.text)
    article = article_given(game, event.article)
    if event.asked_by is not None:
        side = side_named(event.asked_by)
        refuse_who_moved_on(game, "disturbed_board", side, game.ply if event.ply is None else event.ply)
        whole = event.text if event.text.endswith((".", "!", "?")) else f"{event.text}."
        text = _DEMANDED.format(text=Verbatim(whole), side=side_text(side))
    conduct = game.conduct.announced(event.at, event.author, text, article)
    after = replace(game, conduct=conduct)
    if event.fen is not None:
        after = _placed_by(after, event, text, article)
    if after.clock is not None:
        for side, left in ((Side.WHITE, event.white_ms), (Side.BLACK, event.black_ms)):
            if left is not None:
                after = replace(after, clock=after.clock.set_remaining(side, left, event.at, event.at))
    elif event.white_ms is not None or event.black_ms is not None:
        raise OutOfOrder(_NO_CLOCK)
    if event.void_count:
        tally = msgspec.structs.replace(after.tally, counts=())
        after = replace(after, tallies=(*after.tallies[:-1], tally))
    if event.result is not None:
        winner = None if event.result == "draw" else side_named(event.result)
        outcome = Outcome(winner, Termination.RULING, article, "arbiter")
        return after.ended(outcome, event.at)
    return standing(after, event.at) if event.fen is not None else after


@implements("fid.italian:7.8", "fid.english:7.8")
def refuse_who_moved_on(game: BaseGame, topic: str, side: Side, ply: int) -> None:
    """Refuse a demand of a player who has moved since it happened, after `ply` moves.

    Args:
        topic: what the article governs that gives the right.
        ply: how many moves had been played when it happened.
    Raises:
        OutOfOrder: they have moved since, or so many moves have not been played.
    Source:
        FID 2008, 7.8.

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> refuse_who_moved_on(Game.start(ITALIAN), "disturbed_board", Side.WHITE, 0)
    """
    if ply > game.ply:
        raise refuse(game.book, topic, _NOT_YET.format(n=game.ply))
    since = [n for n in range(ply, game.ply) if game.positions[n].side is side]
    if since:
        raise refuse(game.book, topic, _MOVED_ON.format(side=side_text(side), n=since[0] // 2 + 1))


def article_given(game: BaseGame, given: str) -> str | None:
    """Return the reference of the article a ruling names, by number or in full; None where it names none.

    Raises:
        OutOfOrder: for an article that does not exist.

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> article_given(Game.start(ITALIAN), "7.8")
    'fid.italian.2008:7.8'
    """
    if not given:
        return None
    ref = given if ":" in given else f"{game.book.id}:{given}"
    try:
        article(ref)
    except DamieraError as error:
        raise OutOfOrder(error.message) from None
    return ref


def _placed_by(game: G, event: Ruled, text: Text, article: str | None) -> G:
    """Return the game with the pieces where the arbiter puts them."""
    try:
        setup = parse_fen(event.fen or "", game.ruleset)
        tolerated = SetupProblem(0)
        for problem in SetupProblem:
            tolerated |= problem if problem.tolerable else SetupProblem(0)
        position = setup.position(tolerate=tolerated)
    except DamieraError as error:
        raise OutOfOrder(error.message) from None
    jump = Jump(game.ply, game.position, position, text, article)
    conduct = replace(
        game.conduct,
        pending=None,
        bound=None,
        spoken=None,
        uncrowned=game.men_to_crown(position),
        jumps=(*game.conduct.jumps, jump),
    )
    clock = game.clock
    if clock is not None and clock.running is not None:
        clock = clock.hand_to(position.side, event.at)
    return replace(game, conduct=conduct, clock=clock).placed(position)


_ANOMALIES = {
    "board": Message("The board is the wrong way round"),
    "colours": Message("The colours are swapped"),
    "setup": Message("The pieces are not in their places"),
}
_NO_TOUCHING = Message("In this game a touched piece does not count: it may be changed until the move.")
_BLINDFOLD = Message("Whoever plays blindfold touches no piece.")
_NOTHING_THERE = Message("There is no piece on {square}. Record the square of a piece.")
_NO_HOLES = Message("Only on a board made to be felt are pieces lifted out of holes.")
_LIFTED = Message("{side} lifts the piece on {square} out of its hole: here it does not bind.")
_FELT = Message("{side} touches {square}: here it does not bind.")
_NO_NOTICE = Message("Nobody has given notice that a piece is to be straightened.")
_NOT_THEIR_OWN = Message("It is {side} who consents.")
_CONSENTED = Message("{side} consents: the piece on {square} is straightened.")
_SHARED = Message("Without clocks the time gone, {gone}, is shared equally: {each} each.")
_NOTHING_TO_CROWN = Message("There is no man on {square} left uncrowned.")
_CROWNED_LATE = Message("{side} crowns late on {square}.")
_COURTESY = Message("{side} crowns the opponent's man on {square}, a courtesy: the crowning counts.")
_ONLINE = Message(
    "Here an irregular move is not possible: irregularities are recorded in games with an arbiter."
)
_NO_SUCH_KIND = Message("The rulebook knows no irregularity '{kind}': choose one of its list.")
_FAULTS: dict[CaptureFault, Text] = {
    "unclear": Message("{side} has not shown the capture clearly."),
    "out_of_order": Message("{side} has taken the captured pieces off out of their order."),
}
_NO_SUCH_FAULT = Message("This rulebook says nothing of how a capture is shown: record the move.")
_NO_CAPTURE = Message("This move captures nothing: record it as a move.")
_WENT_ON = Message("The opponent has gone on: the irregularity stands.")
_ONE_AT_A_TIME = Message("There is an irregularity already for the opponent to decide on.")
_RULE_IT = Message("In this game an irregularity is recorded by a ruling that gives the position.")
_NOT_SO = Message("The board cannot stand so: {why}. Record what lies on it.")
_CORRECTED = Message("The irregularity of {side} is put right, all of it.")
_STANDS = Message("The irregularity stands: play goes on.")
_NOTHING_PENDING = Message("There is no irregularity to decide on: there was none, or it is too late.")
_ONLY_OPPONENT = Message("Only {side} decides.")
_RIGHT_BOARD = Message("Here board and colours are always right: wrong starts are for games with an arbiter.")
_WINDOW_SHUT = Message(
    "It is too late to annul: {white} moves by White, {black} by Black, {minutes} minutes."
)
_ONLY_COLOURS = Message("Only the wrong colours given by the event's direction are not charged.")
_REFUSED = Message("{side} refuses a provision of the rules: {article}.")
_DEMANDED = Message("{text} Demanded by {side}.")
_NOT_YET = Message("Only {n} moves have been played: say after which of them it happened.")
_MOVED_ON = Message("{side} has moved since, on move {n}, and has lost the right to claim this.")
_NO_ARBITER = Message("This game has no arbiter: ask or answer as a player.")
_NO_CLOCK = Message("This game is played without a clock.")

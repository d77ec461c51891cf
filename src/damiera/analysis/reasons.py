"""Why a move is good, and what a mistake costs: sentences that the board bears out.

Every sentence is made from a fact of `motifs` or `shots` that was proved in this very position, and the first
that applies is taken, the most instructive first. Where nothing can be proved nothing is claimed: then the
sentence is the score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from damiera._core import Move, Position, Side
from damiera.analysis.balance import BalanceStep, PieceCount, balance, begun, is_plain, settled, walk
from damiera.analysis.motifs import locked_kings, opposition, run_of, threat
from damiera.analysis.odds import curve_of
from damiera.analysis.shots import Shot, best_shot, prove
from damiera.analysis.words import (
    StandingWords,
    capital,
    colour,
    in_words,
    line_text,
    pieces_text,
    score_text,
    standing,
)
from damiera.engine.score import Score
from damiera.messages import Joined, Message, Text
from damiera.notation.moves import format_move
from damiera.rules.pieces import pieces_of
from damiera.rules.ruleset import ruleset_of
from damiera.rules.squares import square_name

__all__ = ["Motif", "MoveReason", "gains_text", "reason_against", "reason_for"]


class Motif(Enum):
    """What a sentence is about.

    >>> Motif("shot") is Motif.SHOT
    True
    """

    FORCED = "forced"
    WIN = "win"
    SHOT = "shot"
    TAKES = "takes"
    KING = "king"
    RUN = "run"
    PARRIES = "parries"
    THREAT = "threat"
    LOCKS = "locks"
    EXCHANGE = "exchange"
    OPPOSITION = "opposition"
    PROVED = "proved"
    BETTER = "better"


@dataclass(frozen=True, slots=True)
class MoveReason:
    """One sentence, and what to show with it.

    Attributes:
        motif: what it is about.
        text: the sentence.
        moves: the play it speaks of, from the position it speaks of.
        squares: pieces to point at.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = ITALIAN.core.position(Side.WHITE, (22, 31), (), (18, 10, 4), ())
    >>> reason = reason_for(position, position.moves(), Score(100, Side.WHITE))
    >>> reason.motif.value
    'forced'
    """

    motif: Motif
    text: Text
    moves: tuple[Move, ...] = ()
    squares: tuple[int, ...] = ()


TOLD = 9
"""Plies of a line to the end of the game that a sentence tells; of a longer one it says how long it is."""

_STRONG = {Motif.WIN, Motif.SHOT, Motif.TAKES, Motif.KING, Motif.RUN, Motif.PARRIES, Motif.PROVED}

# ---------------------------------------------------------------------------------------------- a good move


def reason_for(
    position: Position, line: Sequence[Move], score: Score, *, history: Sequence[Position] = ()
) -> MoveReason | None:
    """Return why the first move of a line is good; None where nothing about it can be proved.

    Args:
        position: where it is played.
        line: the play expected, the move first.
        score: what the engine thinks it is worth.
        history: the positions before, oldest first: an exchange is counted from where it began.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = ITALIAN.core.position(Side.WHITE, (22, 31), (), (18, 10, 4), ())
    >>> reason_for(position, position.moves(), Score(100, Side.WHITE)).text.text("en")
    '22x6 is forced: there is no other move.'
    """
    steps = walk(position, line)
    if not steps:
        return None
    if position.count() == 1:
        return _forced(steps[0])
    return (
        _end(steps, score) or _by_force(position, steps, history) or _quiet(steps[0]) or _proved(steps, score)
    )


def _forced(step: BalanceStep) -> MoveReason:
    said = Message("{move} is forced: there is no other move.")
    return MoveReason(Motif.FORCED, said.format(move=_move(step)), (step.move,))


def _end(steps: Sequence[BalanceStep], score: Score) -> MoveReason | None:
    """The line goes to the end of the game, and the search has proved it."""
    last = steps[-1].after
    if not score.is_win or last.winner() is not steps[0].side:
        return None
    if len(steps) == 1:
        said = Message("{move} wins: {end}.")
    elif len(steps) <= TOLD:
        said = Message("{move} wins: after {line} {end}.")
    else:
        said = Message("{move} wins, in {n} plies at the most: in the end {end}.")
    words = said.format(move=_move(steps[0]), line=line_text(steps), end=_how_it_ended(steps), n=score.plies)
    return MoveReason(Motif.WIN, words, _moves(steps))


def _how_it_ended(steps: Sequence[BalanceStep]) -> Text:
    """Say how the last move of a line ends the game."""
    last = steps[-1].after
    winner = last.winner()
    if last.rules.goal == "breakthrough" and steps[-1].move.promotes:
        return Message("{side} has a king").format(side=colour(steps[-1].side))
    if last.rules.family in ("stars", "corners") or winner is None:
        return Message("{side} has lost").format(side=colour(steps[-1].side.opponent))
    stuck = any(piece.side is last.side for piece in pieces_of(last).values()) or any(last.hands)
    if stuck:
        said = Message("{side} can no longer move")
    elif last.rules.family == "towers":
        said = Message("{side} commands no tower any more")
    elif winner is last.side:
        said = Message("{side} has given all its pieces")
    else:
        said = Message("{side} has no piece left")
    return said.format(side=colour(last.side))


def _by_force(
    position: Position, steps: Sequence[BalanceStep], history: Sequence[Position]
) -> MoveReason | None:
    shot = prove(position, steps[0].move, hint=_moves(steps), since=settled(history, position))
    if shot is None:
        return None
    if shot.gain <= 0:
        return _exchange(shot, position.detect()) if shot.gain == 0 else None
    if not _lasts(shot):
        return None
    return _gets_back(shot, history) or MoveReason(_motif_of(shot), _shot_text(shot), shot.moves)


def _gets_back(shot: Shot, history: Sequence[Position]) -> MoveReason | None:
    """A shot by which comes back what had been given on the move before, and no more."""
    position = shot.steps[0].before
    if position.detect() or shot.ends or shot.promoted:
        return None
    given = balance(begun(history, position), shot.side) - balance(position, shot.side)
    if given < shot.gain:
        return None
    if given == shot.gain:
        said = Message("{move} makes the exchange even: {gains} ({line}).")
    else:
        said = Message("{move} gets back part of what was given: {gains} ({line}).")
    words = said.format(move=_move(shot.steps[0]), gains=gains_text(shot), line=line_text(shot.steps))
    return MoveReason(_motif_of(shot), words, shot.moves)


def _lasts(shot: Shot) -> bool:
    """Whether a gain is still there when the other side has had its answer: a shot of its own may undo it."""
    return shot.ends or _gain(shot.after) < shot.gain


def gains_text(shot: Shot) -> Text:
    """Say what a shot takes and what it costs: il Bianco prende due pedine per una pedina.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = ITALIAN.core.position(Side.WHITE, (22, 31), (), (18, 10, 4), ())
    >>> gains_text(best_shot(position)).text("en")
    'White takes two men'
    """
    return _gains(shot).format(
        side=colour(shot.side),
        other=colour(shot.side.opponent),
        t=pieces_text(shot.taken),
        l=pieces_text(shot.lost),
    )


def _gains(shot: Shot) -> Text:
    """Return what a shot takes, with its places still open: `side`, `other`, `t` taken and `l` lost."""
    if shot.ends:
        return Message("{side} leaves {other} without a move")
    if not shot.taken.pieces:
        if shot.lost.pieces:
            return Message("{side} gives {l} and gets a king")
        return Message("{side} gets a king")
    if not shot.lost.pieces:
        if shot.promoted:
            return Message("{side} takes {t}, and gets a king")
        return Message("{side} takes {t}")
    if shot.gives:
        if shot.promoted:
            return Message("{side} gives {l} and takes {t}, and gets a king")
        return Message("{side} gives {l} and takes {t}")
    if shot.promoted:
        return Message("{side} takes {t} for {l}, and gets a king")
    return Message("{side} takes {t} for {l}")


def _motif_of(shot: Shot) -> Motif:
    if shot.ends:
        return Motif.WIN
    if shot.promoted and shot.won <= 0:
        return Motif.KING
    return Motif.SHOT if shot.gives else Motif.TAKES


def _shot_text(shot: Shot) -> Text:
    first = _move(shot.steps[0])
    if shot.ends:
        said = Message("{move} wins: {gains} ({line}).")
    elif shot.gives:
        said = Message("{move} is a shot: {gains} ({line}).")
    elif len(shot.steps) > 1:
        said = Message("{move}: {gains} ({line}).")
    else:
        said = Message("{move}: {gains}.")
    return said.format(move=first, gains=gains_text(shot), line=line_text(shot.steps))


def _exchange(shot: Shot, midway: bool) -> MoveReason | None:
    if midway and not shot.lost.pieces:
        said = Message("{move} takes {t} back: the exchange is even.")
        words = said.format(move=_move(shot.steps[0]), t=pieces_text(shot.taken))
        return MoveReason(Motif.EXCHANGE, words, shot.moves)
    if not shot.taken.pieces or shot.taken != shot.lost:
        return None
    kept = opposition(shot.after)
    changed = kept is shot.side and opposition(shot.steps[0].before) is shot.side.opponent
    if changed:
        said = Message("{move} exchanges {t} for {l} ({line}) and takes the opposition.")
    else:
        said = Message("{move} exchanges {t} for {l} ({line}).")
    words = said.format(
        move=_move(shot.steps[0]),
        t=pieces_text(shot.taken),
        l=_pronoun(shot.lost),
        line=line_text(shot.steps),
    )
    return MoveReason(Motif.OPPOSITION if changed else Motif.EXCHANGE, words, shot.moves)


def _pronoun(count: PieceCount) -> Text:
    """Say as many again: una per una, due per due."""
    if count.men and count.kings:
        return Message("as many")
    return Message("one", context="a man") if count.men == 1 else in_words(count.pieces)


def _quiet(step: BalanceStep) -> MoveReason | None:
    """What a move does that neither gives nor takes."""
    if step.move.is_capture or not is_plain(step.before.rules):
        return None
    return _run(step) or _parries(step) or _threatens(step) or _locks(step) or _opposes(step)


def _run(step: BalanceStep) -> MoveReason | None:
    place = step.move.destination
    if step.move.promotes:
        if any(place in move.captured for move in step.after.moves()):
            return None
        said = Message("{move} gets a king.")
        return MoveReason(Motif.RUN, said.format(move=_move(step)), (step.move,), (place,))
    run = run_of(step.after, place)
    if run is None:
        return None
    said = Message(
        "{move}: the man becomes a king in one move and nobody can stop it.",
        plural="{move}: the man becomes a king in {count} moves and nobody can stop it.",
    )
    words = said.format(move=_move(step), n=run.moves, count=in_words(run.moves))
    return MoveReason(Motif.RUN, words, (step.move,), (place,))


def _parries(step: BalanceStep) -> MoveReason | None:
    """The other side had a shot if this one had passed, and has none of that worth after the move."""
    feared = threat(step.before)
    if feared is None or feared.gain < 2:
        return None
    if step.after.detect() or _gain(step.after) > 0:
        return None
    said = Message("{move} meets the threat {threat}, by which {gains}.")
    words = said.format(move=_move(step), threat=line_text(feared.steps), gains=gains_text(feared))
    return MoveReason(Motif.PARRIES, words, (step.move,))


def _gain(position: Position) -> int:
    """Return what the side to move can get by force, in halves of a man."""
    shot = best_shot(position)
    return shot.gain if shot else 0


def _threatens(step: BalanceStep) -> MoveReason | None:
    now = threat(step.after)
    if now is None or now.gain < 2 or now.steps[0].before.side is not step.side:
        return None
    before = _gain(step.before)
    if before >= now.gain:
        return None
    said = Message("{move} threatens {threat}: {gains}.")
    words = said.format(move=_move(step), threat=line_text(now.steps), gains=gains_text(now))
    return MoveReason(Motif.THREAT, words, (step.move,))


def _locks(step: BalanceStep) -> MoveReason | None:
    shut = locked_kings(step)
    if not shut:
        return None
    said = Message("{move} locks the king on {square} in: it has no move left.")
    return MoveReason(
        Motif.LOCKS, said.format(move=_move(step), square=_name(step.after, shut[0])), (step.move,), shut
    )


def _opposes(step: BalanceStep) -> MoveReason | None:
    if opposition(step.after) is not step.side:
        return None
    said = Message("{move}: {side} has the opposition, and keeps it if nothing is exchanged.")
    return MoveReason(Motif.OPPOSITION, said.format(move=_move(step), side=colour(step.side)), (step.move,))


def _proved(steps: Sequence[BalanceStep], score: Score) -> MoveReason | None:
    """The search has proved a win, though its line is not written to the end."""
    if not score.is_win or score.side is not steps[0].side or score.plies is None:
        return None
    said = Message("{move} wins, in {n} plies at the most.")
    return MoveReason(Motif.PROVED, said.format(move=_move(steps[0]), n=score.plies), _moves(steps))


# ----------------------------------------------------------------------------------------------- a mistake


def reason_against(
    position: Position,
    played: Move,
    reply: Sequence[Move],
    after: Score,
    best: Sequence[Move],
    before: Score,
    *,
    history: Sequence[Position] = (),
) -> MoveReason:
    """Return what a mistake costs, and what was better.

    Args:
        position: where it was made.
        played: the mistake.
        reply: the best play after it, the other side's move first.
        after: the score after it.
        best: the best play instead, its first move first.
        before: the score of that.
        history: the positions before, oldest first.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> start = ITALIAN.start()
    >>> even = Score(0, start.side)
    >>> reason_against(start, start.moves()[0], (), even, start.moves()[1:2], even).motif.value
    'better'
    """
    [step] = walk(position, [played])
    harm = _harm(step, reply, after, best, settled(history, position))
    if harm is None:
        return _better(position, played, best, before, after, history)
    if not best:
        return harm
    told = reason_for(position, best, before, history=history)
    parts = [harm.text, Message("Better {best}.", best=_move(walk(position, best)[0]))]
    if told is not None and told.motif in _STRONG:
        parts.append(told.text)
    return MoveReason(harm.motif, Joined(tuple(parts)), harm.moves, harm.squares)


def _harm(
    step: BalanceStep, reply: Sequence[Move], after: Score, best: Sequence[Move], since: Position
) -> MoveReason | None:
    """What the other side gets after a mistake that it would not get after the best move."""
    answers = walk(step.after, reply)
    if not answers:
        return _lost_at_once(step)
    shot = prove(step.after, answers[0].move, hint=_moves(answers), since=since)
    if shot is not None and shot.gain > max(0, _worst(step.before, best, since)) and _lasts(shot):
        return _allows(step, shot)
    seen = after.seen_by(answers[0].side)
    if seen.is_win and answers[-1].after.winner() is answers[0].side:
        said = Message("{move} loses: after {line} {end}.")
        if len(answers) > TOLD:
            said = Message("{move} loses, in {n} plies at the most: in the end {end}.")
        words = said.format(
            move=_move(step), line=line_text(answers), end=_how_it_ended(answers), n=seen.plies
        )
        return MoveReason(Motif.WIN, words, _moves((step, *answers)))
    return _lets_through(step, answers[0])


def _worst(position: Position, best: Sequence[Move], since: Position) -> int:
    """Return what the other side gets by force after the best move, in halves of a man."""
    steps = walk(position, best)
    if len(steps) < 2:
        return 0
    shot = prove(steps[0].after, steps[1].move, hint=_moves(steps[1:]), since=since)
    return shot.gain if shot is not None else 0


def _lost_at_once(step: BalanceStep) -> MoveReason | None:
    if step.after.winner() is not step.side.opponent:
        return None
    said = Message("{move} loses: the game is over.")
    return MoveReason(Motif.WIN, said.format(move=_move(step)), (step.move,))


def _allows(step: BalanceStep, shot: Shot) -> MoveReason:
    if shot.gives:
        said = Message("{move} allows the shot {line}: {gains}.")
    else:
        said = Message("{move} loses: with {line} {gains}.")
    words = said.format(move=_move(step), line=line_text(shot.steps), gains=gains_text(shot))
    return MoveReason(_motif_of(shot), words, (step.move, *shot.moves))


def _lets_through(step: BalanceStep, answer: BalanceStep) -> MoveReason | None:
    if answer.move.is_capture or answer.move.promotes:
        return None
    run = run_of(answer.after, answer.move.destination)
    if run is None:
        return None
    said = Message(
        "{move} lets the man through: after {answer} it becomes a king in one move and nobody can stop it.",
        plural="{move} lets the man through: after {answer} it becomes a king in {count} moves "
        "and nobody can stop it.",
    )
    words = said.format(move=_move(step), answer=_move(answer), n=run.moves, count=in_words(run.moves))
    return MoveReason(Motif.RUN, words, (step.move, answer.move), (answer.move.destination,))


def _better(
    position: Position,
    played: Move,
    best: Sequence[Move],
    before: Score,
    after: Score,
    history: Sequence[Position],
) -> MoveReason:
    if not best:
        return MoveReason(Motif.BETTER, capital(score_text(after)))
    words = _compared(position, played, best[0], before, after)
    told = reason_for(position, best, before, history=history)
    if told is None:
        return MoveReason(Motif.BETTER, words, tuple(best))
    return MoveReason(told.motif, Joined((words, told.text)), tuple(best))


def _compared(position: Position, played: Move, best: Move, before: Score, after: Score) -> Text:
    """Say how the game stands by the better move, and how by the one that was played."""
    curve = curve_of(position.rules.slug)
    with_best, with_played = standing(before, curve), standing(after, curve)
    said = _comparison(with_best, with_played, position.side)
    words = said.format(
        best=format_move(position, best),
        move=format_move(position, played),
        a=with_best.text,
        b=with_played.text,
        c=with_played.alone,
        x=score_text(before),
        y=score_text(after),
    )
    return capital(words)


def _comparison(with_best: StandingWords, with_played: StandingWords, mover: Side) -> Text:
    if with_best.leader is not with_played.leader:
        return Message("Better {best}: {a}; after {move} {b} ({x}, {y}).")
    if with_best.leader is None:
        return Message("Better {best}, though the difference is small ({x}, {y}).")
    ahead = with_best.leader is mover
    if with_best == with_played:
        if ahead:
            return Message("{b} in any case, but by more with {best} ({x}, {y}).")
        return Message("{b} in any case, but by less with {best} ({x}, {y}).")
    if ahead:
        return Message("Better {best}: {a}; after {move} only {c} ({x}, {y}).")
    return Message("Better {best}: {a}; after {move} {c} ({x}, {y}).")


def _move(step: BalanceStep) -> str:
    return format_move(step.before, step.move)


def _moves(steps: Sequence[BalanceStep]) -> tuple[Move, ...]:
    return tuple(step.move for step in steps)


def _name(position: Position, square: int) -> str:
    return square_name(ruleset_of(position), square)

"""How a position ends the game by itself: nothing to move, nobody left, the goal reached.

Draws by counting and repetition are judged in `draws`.
"""

from __future__ import annotations

from dataclasses import replace

from damiera._core import Position, Side
from damiera.game.draws import DrawRules, article_of, has_king_each
from damiera.game.outcome import Outcome, Termination
from damiera.game.sides import is_for_two, sides_of
from damiera.regulations.book import Rulebook
from damiera.regulations.citations import implements
from damiera.rules.pieces import pieces_of

__all__ = ["count_of", "decided", "decided_at_start"]


@implements("damiera.breakthrough.default:5.8", "damiera.cheskers.default:5.2")
def decided(position: Position, rules: DrawRules, book: Rulebook) -> Outcome | None:
    """Return how the game ends at a position, with the article of `book`; None if it goes on.

    Args:
        position: what stands on the board.
        rules: the draws as they hold in this game.
        book: the rulebook that judges it.
    Source:
        FID 2008, 9.2.2 and 9.2.3; FMJD, 7.2.2 and 7.2.3.

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> game = Game.start(ITALIAN)
    >>> decided(game.position, game.draw_rules, game.book) is None
    True
    """
    played = position.rules
    if played.family in ("stars", "corners"):
        return _arrived(position, book)
    if played.goal == "breakthrough" and (position.white_kings or position.black_kings):
        return _won(book, position.winner(), Termination.BREAKTHROUGH)
    if played.family == "chessmen" and not has_king_each(position):
        return _won(book, position.winner(), Termination.NO_KINGS)
    few = _few_pieces(position, rules, book)
    if few is not None or position.has_moves():
        return few
    return _given_up(position, rules, book) if played.goal == "lose" else _stuck(position, book)


@implements("stock:no-pieces")
def decided_at_start(position: Position, rules: DrawRules, book: Rulebook) -> Outcome | None:
    """Return the result of a start position in which somebody has nothing left to play with.

    >>> from damiera.game.state import Game
    >>> from damiera.notation.fen import parse_fen
    >>> from damiera.rules.ruleset import ITALIAN
    >>> game, bare = Game.start(ITALIAN), parse_fen("W:W18:B", ITALIAN).position()
    >>> decided_at_start(bare, game.draw_rules, game.book).winner.name
    'WHITE'

    Source:
        FID 2008, 9.2.3: who has no pieces left has lost.
    """
    bare = position.rules.family == "draughts" and not count_of(position, position.side.opponent)
    if bare and position.rules.goal == "win":
        return _won(book, position.side, Termination.NO_PIECES)
    if bare and position.rules.goal == "lose":
        return _won(book, position.side.opponent, Termination.GAVE_ALL)
    return decided(position, rules, book)


@implements("fid.italian:9.2.2", "fid.italian:9.2.3", "fid.english:9.2.2", "fid.english:9.2.3")
@implements("fmjd.international:7.2.2", "fmjd.international:7.2.3")
@implements("stock:no-moves", "stock:no-pieces")
def _stuck(position: Position, book: Rulebook) -> Outcome:
    """Return the win of the side not to move: the other has no move left, or no piece."""
    none = not count_of(position, position.side)
    return _won(book, position.side.opponent, Termination.NO_PIECES if none else Termination.NO_MOVES)


@implements("losing.fmjd.international:1.2", "losing.fmjd.international:1.3")
def _given_up(position: Position, rules: DrawRules, book: Rulebook) -> Outcome:
    """Return the result of a game played to lose: no piece left wins; blocked wins, or the fewer do."""
    mine, theirs = count_of(position, position.side), count_of(position, position.side.opponent)
    if mine == 0:
        return _won(book, position.side, Termination.GAVE_ALL)
    wins = rules.said.blocked == "wins" or mine < theirs
    winner = position.side if wins else position.side.opponent if mine > theirs else None
    return replace(_won(book, winner, Termination.BLOCKED), blocked=position.side)


@implements("damiera.turkish.default:5.8", "juegopedia.turkish.2019:1.11")
def _few_pieces(position: Position, rules: DrawRules, book: Rulebook) -> Outcome | None:
    """Return the end that some books set for one piece against one, or for a last piece."""
    said = rules.said
    if said.lone_pieces == "play" and not said.last_piece_loses:
        return None
    counts = {side: count_of(position, side) for side in (Side.WHITE, Side.BLACK)}
    if said.last_piece_loses and 1 in counts.values() and max(counts.values()) > 1:
        loser = Side.WHITE if counts[Side.WHITE] == 1 else Side.BLACK
        return _won(book, loser.opponent, Termination.LAST_PIECE)
    if said.lone_pieces == "play" or set(counts.values()) != {1} or position.detect():
        return None
    if said.lone_pieces == "draw":
        return _won(book, None, Termination.LONE_PIECES)
    if bool(position.white_kings) == bool(position.black_kings):
        return None
    return _won(book, Side.WHITE if position.white_kings else Side.BLACK, Termination.LONE_PIECES)


@implements("damiera.chinese-checkers.default:3.1", "damiera.chinese-checkers.default:3.2")
@implements("damiera.ugolki.default:3.1", "damiera.halma.default:3.1")
@implements("juegopedia.chinese-checkers.2019:1.3")
def _arrived(position: Position, book: Rulebook) -> Outcome | None:
    """Return the places on a star, or from corner to corner, once all but one are home or nobody moves."""
    if position.places is None:
        return None
    by_seat = dict(zip(position.rules.seats, sides_of(position.rules), strict=True))
    places = tuple(by_seat[seat] for seat in position.places)
    won = _won(book, places[0] if places else None, Termination.HOME)
    return won if is_for_two(position.rules) else replace(won, places=places)


def _won(book: Rulebook, winner: Side | None, termination: Termination) -> Outcome:
    return Outcome(winner, termination, article_of(book, termination))


def count_of(position: Position, side: Side) -> int:
    """Return the pieces of a side: those that it commands, and those that wait.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> count_of(ITALIAN.start(), Side.WHITE)
    12
    """
    if position.rules.family == "chessmen":
        return sum(piece.side is side for piece in pieces_of(position).values())
    if side is Side.WHITE:
        return len(position.white_men) + len(position.white_kings) + position.hands[0]
    return len(position.black_men) + len(position.black_kings) + position.hands[1]

"""What an event must be where somebody brings it in, and need not be in a log that is read again.

A log of an earlier version may have an irregularity under a kind that does not fit it, a loss under an
article that gives none, a ruling that nobody signed; nobody can record one so any more.
"""

from __future__ import annotations

import msgspec

from damiera.errors import DamieraError
from damiera.game.errors import CannotStand, OutOfOrder
from damiera.game.events import Event, Irregular, Refused, Replayed, Ruled
from damiera.game.irregular import IrregularKind, kinds_of
from damiera.game.irregular_fit import fitting_kinds, legal_move_done
from damiera.game.penalties import DRAW_TOPICS, LOSS_TOPICS, citable_draws, citable_losses, competition_losses
from damiera.game.procedures.board import article_given
from damiera.game.readings import moves_again
from damiera.game.state import Game
from damiera.messages import Joined, Message, Text, Verbatim
from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move
from damiera.regulations.book import article
from damiera.rules.setup import SetupProblem
from damiera.rules.squares import square_name
from damiera.service.errors import BadTerms, RefusedAct

__all__ = ["SAYS_NOTHING", "as_it_was_done"]


def as_it_was_done(game: Game, event: Event) -> Event:
    """Return the event; of an irregularity, with whose move it is once it stands.

    Raises:
        RefusedAct: for an irregularity whose kind does not fit what was done: it says what was done, and what
            would fit; for a loss or a draw by an article that carries none; for a ruling that puts more
            pieces on the board than there are, or a man where it is a king.
        BadTerms: for a ruling that says nothing or that nobody signed, or an article that does not exist,
            with the field.
    """
    _check_article(game, event)
    _check_board(game, event)
    if not isinstance(event, Irregular) or event.kind not in tuple(kinds_of(game.book)):
        return event
    kind = IrregularKind(event.kind)
    if game.position.rules.family != "draughts":
        return event
    try:
        fits = fitting_kinds(game, event)
    except CannotStand:  # the game says why
        return event
    if kind not in fits:
        raise RefusedAct(_unfit(game, event, kind, fits))
    return msgspec.structs.replace(event, again=moves_again(game, kind, event))


def _check_article(game: Game, event: Event) -> None:
    """Refuse a ruling that is empty or unsigned, and an article that is none or gives no such end."""
    match event:
        case Ruled(text=text) if not text.strip():
            raise BadTerms("text", SAYS_NOTHING)
        case Ruled(author=author) | Replayed(author=author) if not author.strip():
            raise BadTerms("author", _UNSIGNED)
        case Ruled(article=given, result=None) | Replayed(article=given):
            _existing(game, given)
        case Ruled(article=given, result="draw"):
            ref = _existing(game, given)
            if ref is not None and not DRAW_TOPICS.intersection(article(ref).governs):
                which = ", ".join(citable_draws(game.book))
                raise RefusedAct(_CARRIES_NO_DRAW.format(article=given, which=which))
        case Ruled(article=given) | Refused(article=given):
            ref = _existing(game, given)
            if ref is not None and not LOSS_TOPICS.intersection(article(ref).governs):
                which = ", ".join((*citable_losses(game.book), *competition_losses(game.book)))
                raise RefusedAct(_CARRIES_NO_LOSS.format(article=given, which=which))


def _check_board(game: Game, event: Event) -> None:
    """Refuse a ruling whose position cannot come: its problem is told."""
    if not isinstance(event, Ruled) or event.fen is None:
        return
    impossible = _TOO_MANY if game.crowns_by_hand else _TOO_MANY | _ON_LAST_ROW
    try:
        setup = parse_fen(event.fen, game.ruleset)
    except DamieraError:  # the game says why
        return
    if problems := setup.problems() & impossible:
        raise RefusedAct(Joined(setup.said(among=problems)))


def _existing(game: Game, given: str) -> str | None:
    """Return the reference of an article that is named. Raises `BadTerms`."""
    try:
        return article_given(game, given)
    except OutOfOrder as error:
        raise BadTerms("article", error.message) from None


def _unfit(game: Game, event: Irregular, kind: IrregularKind, fits: tuple[IrregularKind, ...]) -> Text:
    done = _done_words(game, event)
    if fits:
        names: Text = Joined(tuple(one.said for one in fits), ", ")
        return _OTHERS_FIT.format(done=done, kind=kind.said, fits=names)
    move = legal_move_done(game, event)
    if move is not None:
        return _LEGAL.format(done=done, kind=kind.said, move=format_move(game.position, move))
    return _NONE_FITS.format(done=done, kind=kind.said)


def _done_words(game: Game, event: Irregular) -> Text:
    """Return what was done, by its squares."""

    def listed(squares: tuple[int, ...], sign: str = ", ") -> str:
        return sign.join(square_name(game.ruleset, square) for square in squares)

    parts: list[Text] = []
    if event.path:
        parts.append(Verbatim(listed(event.path, "-")))
    if event.removed:
        parts.append(_OFF.format(squares=listed(event.removed)))
    if event.restored:
        parts.append(_BACK.format(squares=listed(tuple(square for square, _ in event.restored))))
    if event.crowned:
        parts.append(_CROWNED.format(squares=listed(event.crowned)))
    return Joined(tuple(parts), "; ") if parts else _NOTHING


_TOO_MANY = SetupProblem.TOO_MANY_WHITE | SetupProblem.TOO_MANY_BLACK
_ON_LAST_ROW = SetupProblem.WHITE_MAN_ON_LAST_ROW | SetupProblem.BLACK_MAN_ON_LAST_ROW
SAYS_NOTHING = Message("A ruling says something: write what you rule.")
_UNSIGNED = Message("A ruling is signed: write the name of the arbiter who rules.")
_CARRIES_NO_LOSS = Message("Nobody loses by article {article}. Articles by which a game is lost: {which}.")
_CARRIES_NO_DRAW = Message("No game is drawn by article {article}. Articles of draws: {which}.")
_OFF = Message("taken off {squares}")
_BACK = Message("put back {squares}")
_CROWNED = Message("crowned {squares}")
_NOTHING = Message("nothing on the board")
_OTHERS_FIT = Message('What was done: {done}. That is not "{kind}". What fits: {fits}.')
_LEGAL = Message(
    'What was done: {done}. That is not "{kind}" but the legal move {move}. Record it as a move.'
)
_NONE_FITS = Message(
    'What was done: {done}. That is not "{kind}", nor any other irregularity of this rulebook. '
    "Record it by a ruling that gives the position."
)

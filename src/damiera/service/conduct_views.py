"""Make how a game is conducted into what one viewer is shown, in their language."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from damiera._core import Side
from damiera.game.clock import ClockSettings, Face
from damiera.game.conduct import ConductEntry, Pending, article_on
from damiera.game.draws import MoveCount
from damiera.game.procedures.appeals import claim_words
from damiera.game.procedures.board import anomaly_window
from damiera.game.sides import SideName, side_name, side_named, side_text
from damiera.game.state import Game
from damiera.game.ways import Conditions, Way
from damiera.messages import Joined, Lang, Message, Text, Verbatim, day_and_month
from damiera.rules.squares import square_name
from damiera.service.links import article_link
from damiera.service.live import LiveGame
from damiera.service.views import (
    ArticleLink,
    AuctionView,
    ClaimView,
    ConductView,
    CountLine,
    GameView,
    LogLine,
    PendingView,
)

__all__ = ["auction_view", "blindfolded", "clock_note", "conduct_view", "contract_text"]

_LONGEST_LOG: Final = 200
_AUTHORS: Final = {
    "white": side_text(Side.WHITE),
    "black": side_text(Side.BLACK),
    "arbiter": Message("Arbiter"),
    "rules": Message("The rules"),
}
_HALTS: Final = {
    "sealed": Message("A move is sealed: the clocks stand."),
    "adjourned": Message("The arbiter has stopped the clocks."),
    "unstarted": Message("The clocks stand until the arbiter starts them."),
    "pause": Message("A pause by agreement: the clocks stand."),
    "interrupted": Message(
        "The computer slept or was switched off: the clocks stand as they were. Go on when everybody is here."
    ),
}
_DECIDES = Message("Only {side} decides, until a move is made or a piece that can move is touched.")
_WINDOW = Message(
    "It can still be annulled: {white} moves by White, {black} by Black, {minutes} minutes since the start."
)
_SHUT = Message("It cannot be annulled any more: five moves each, or ten minutes, have passed.")
_OPENING = Message("Opening {deck} no. {number}, seed {seed}")
_BY_LOT = Message("Taken off by lot: {squares}. Seed {seed}")
_NOT_BY_LOT = Message("Taken off first: {squares}.")
_CONTRACT = Message(
    "{side} has undertaken to win with at least {n} piece left.",
    plural="{side} has undertaken to win with at least {n} pieces left.",
)
_NO_CONTRACT = Message("Nobody has bid: the game is worth one point.")
_CONTRACT_SCORE = Message("By the contract: {score}.")
_ON_VACATION = Message("on vacation, {days} days left")
_ON_VACATION_UNTIL = Message("away until {day}")
_QUICK = Message("quick moves")
_PERIODS = Message("then {n} × {time}")
_PERIODS_OF_MOVES = Message("then {moves} moves in {time}")
_LAST_PERIOD = Message("last period")
_TO_GO = Message("{n} moves to the control")
_ONE_BLIND = Message("{side} plays without seeing the board.")
_BOTH_BLIND = Message("Both play without seeing the board.")
_SCORE = Message("White {white}, Black {black}")


def conduct_view(live: LiveGame, lang: Lang, now_ms: int) -> ConductView | None:
    """Return how a game is conducted; None for an ordinary game of which there is nothing to say."""
    game, conduct = live.game, live.game.conduct
    ordinary = game.conditions.way is Way.BOARD and not game.conditions.arbitrated
    if ordinary and not game.conditions.touch_move and not conduct.log and not game.tally.seen:
        return None
    article = game.conditions.article(game.book)
    is_open, white, black, elapsed = anomaly_window(game, now_ms)
    values = {"white": white, "black": black, "minutes": elapsed // 60_000}
    arbitrated = game.conditions.arbitrated
    return ConductView(
        way=game.conditions.way.value,
        way_text=game.conditions.way.said.text(lang),
        way_article=_link(article),
        way_note=_way_note(game.conditions).text(lang),
        arbitrated=arbitrated,
        touch_move=game.conditions.touch_binds,
        bound=conduct.bound,
        pending=_pending(game, conduct.pending, lang) if conduct.pending else None,
        uncrowned=tuple(sorted(conduct.uncrowned)),
        halt=conduct.halt or "",
        halt_text=_HALTS[conduct.halt].text(lang) if conduct.halt else "",
        pause_request=_named(conduct.pause_request),
        opening_text=_opening(game, lang),
        window_text=(_WINDOW.format(**values) if is_open else _SHUT).text(lang) if arbitrated else "",
        restarts=conduct.restarts,
        counts=tuple(_count(count, lang) for count in game.tally.seen),
        plies_to_draw=None if game.outcome else game.facts.plies_to_draw,
        log=tuple(_log_line(entry, lang) for entry in conduct.log[-_LONGEST_LOG:]),
        claims=tuple(
            ClaimView(
                side=side_name(claim.side),
                what=claim.what,
                text=claim_words(claim).text(lang),
                article=_link(claim.article),
            )
            for claim in conduct.claims
        ),
        replayed_as=conduct.replayed_as,
        replay_of=conduct.replay_of,
        screens=game.conditions.screens,
        notices=tuple(_log_line(entry, lang) for entry in conduct.notices),
        lost_by_moving=_link(article_on(game.book, "disturbed_board")) if arbitrated else None,
    )


def _log_line(entry: ConductEntry, lang: Lang) -> LogLine:
    return LogLine(
        at_ms=entry.at,
        time_text=datetime.fromtimestamp(entry.at / 1000).strftime("%H:%M:%S"),
        author=_AUTHORS[entry.author].text(lang) if entry.author in _AUTHORS else entry.author,
        text=entry.text.text(lang),
        article=_link(entry.article),
    )


def _way_note(agreed: Conditions) -> Text:
    """Return what the players should know of their way of playing: who does not see the board."""
    match agreed.blindfold:
        case ():
            return Verbatim("")
        case (name,):
            return _ONE_BLIND.format(side=side_text(side_named(name)))
        case _:
            return _BOTH_BLIND


def clock_note(face: Face, given: ClockSettings, lang: Lang = "en") -> Text:
    """Return what a clock shows beside its time: what it waits for, moves to the control, periods.

    Args:
        lang: in which a date is written, of who is away until then.
    """
    if face.away and face.until is not None:
        return _ON_VACATION_UNTIL.format(day=day_and_month(datetime.fromtimestamp(face.until / 1000), lang))
    if face.away:
        return _ON_VACATION.format(days=_days(face.vacation_ms))
    if face.quick:
        return _QUICK
    said = []
    if face.periods:
        said.append(_periods(face.periods, given))
    elif given.kind == "byo-yomi" and face.stage:
        said.append(_LAST_PERIOD)
    if face.to_go > 1 or (face.to_go and given.kind != "byo-yomi"):
        said.append(_TO_GO.format(n=face.to_go))
    return Joined(tuple(said), "; ")


def _periods(n: int, given: ClockSettings) -> Text:
    minutes, seconds = divmod(given.byo_ms // 1000, 60)
    time = f"{minutes} min" if minutes and not seconds else f"{given.byo_ms // 1000} s"
    if given.byo_moves > 1:
        time = f"{n} × {time}" if n > 1 else time
        return _PERIODS_OF_MOVES.format(moves=given.byo_moves, time=time)
    return _PERIODS.format(n=n, time=time)


def _days(ms: int) -> str:
    return f"{ms / 86_400_000:.1f}".removesuffix(".0")


def auction_view(game: Game, lang: Lang) -> AuctionView | None:
    """Return the contract's auction; None in a game without."""
    auction = game.auction
    if auction is None:
        return None
    score = game.contract_score
    said = _NO_CONTRACT.text(lang)
    if auction.contract is not None:
        declarer, number = auction.contract
        said = _CONTRACT.format(side=side_text(declarer), n=number).text(lang)
    return AuctionView(
        calls=auction.calls,
        first=side_name(auction.first),
        open=auction.is_open,
        turn=side_name(auction.turn),
        lowest=auction.highest + 1,
        highest=auction.most,
        contract="" if auction.is_open else said,
        score=_SCORE.format(white=score[0], black=score[1]).text(lang) if score is not None else "",
    )


def contract_text(game: Game, lang: Lang) -> str:
    """Return what each side gets by the contract, once the game is over; nothing in a game without."""
    score = game.contract_score
    if score is None:
        return ""
    said = _SCORE.format(white=score[0], black=score[1])
    return _CONTRACT_SCORE.format(score=said).text(lang)


def blindfolded(view: GameView) -> GameView:
    """Return a view without its board: whoever plays blindfold knows the moves, and nothing else.

    What may be played, and why not, would tell where the pieces stand.
    """
    return msgspec.structs.replace(
        view,
        hidden=True,
        fen="",
        start_fen="",
        start_pieces={},
        pieces={},
        moves=(),
        must=(),
        refusals={},
        book=None,
        history=tuple(msgspec.structs.replace(ply, path=(), captured=(), after=None) for ply in view.history),
    )


def _pending(game: Game, pending: Pending, lang: Lang) -> PendingView:
    decider = pending.side.opponent
    links = (article_on(game.book, topic) for topic in ("correction", "correction_until"))
    return PendingView(
        side=side_name(pending.side),
        decider=side_name(decider),
        text=pending.text.text(lang),
        decides_text=_DECIDES.format(side=side_text(decider)).text(lang),
        article=_link(pending.article),
        articles=tuple(article_link(ref) for ref in links if ref is not None),
    )


def _count(count: MoveCount, lang: Lang) -> CountLine:
    return CountLine(
        text=count.text(lang),
        white=count.white,
        black=count.black,
        limit=count.limit,
        article=_link(count.article),
        only=side_name(count.first) if count.one_side else None,
    )


def _opening(game: Game, lang: Lang) -> str:
    opening = game.opening
    if opening is None:
        return _taken_off(game).text(lang)
    said = _OPENING.format(deck=opening.deck or "-", number=opening.number, seed=opening.seed or "-")
    return said.text(lang)


def _taken_off(game: Game) -> Text:
    """Return which pieces were taken off before the first move, and how anyone can draw them again."""
    off, lot = game.conditions.without, game.conditions.lot
    if not off:
        return Verbatim("")
    listed = ", ".join(square_name(game.ruleset, square) for square in off)
    return (_BY_LOT if lot else _NOT_BY_LOT).format(squares=listed, seed=lot)


def _link(ref: str | None) -> ArticleLink | None:
    return article_link(ref) if ref is not None and ":" in ref else None


def _named(side: Side | None) -> SideName | None:
    return None if side is None else side_name(side)

"""Why two meet at a board, and why one of them does not meet another."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from damiera.errors import DamieraError
from damiera.messages import Lang
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.model import Event, Pairing, Round, RoundGame, entries, met
from damiera.tournament.pairing.why import why, why_not
from damiera.web.tournament.views.rounds import BoardReasons, board_row, is_even, playoffs_of

__all__ = ["board_reasons"]

_WHY_UP_TO: Final = 400
"""Above this many players the question why is answered only when it is asked."""


def board_reasons(
    live: LiveEvent, lang: Lang, round: int, board: int, versus: int | None, leg: int = 1
) -> BoardReasons | None:
    """Return one board of a round, and why these two meet; with `versus` why White does not meet another."""
    held = live.event.round(round)
    game = next((g for g in held.games if (g.board, g.leg) == (board, leg)), None) if held else None
    if game is None or held is None:
        return None
    row = board_row(live, game, lang)
    even = is_even(live, game)
    clock = live.announced.playoff_clock(playoffs_of(live, game) + 1) if even else ""
    shown = BoardReasons(row, game.protected, row.drawn, even, versus, clock)
    made, match = live.pairing(round), live.field.round(round)
    if made is None or match is None:
        return shown
    own = _own_pair(live, held, match, game)
    reasons = tuple[str, ...]() if len(live.event.players) > _WHY_UP_TO and not versus else _why(
        live.event, made, own, lang
    )  # fmt: skip
    seated = {n for g in match.games for n in (g.white, g.black) if n is not None}
    shown = replace(
        shown,
        pair=tuple(live.field.player(n).name for n in (own.white, own.black) if n is not None),
        met=_met_before(live.field, own, round),
        askable=reasons is not None,
        why=reasons or (),
        others=tuple(live.field.player(n) for n in sorted(seated - {own.white, own.black})),
    )
    if versus is None or versus not in seated:
        return shown
    answer = _why_not(live.event, made, own, versus, lang)
    return replace(shown, answer=answer, versus_name=live.field.player(versus).name) if answer else shown


def _own_pair(live: LiveEvent, held: Round, match: Round, game: RoundGame) -> RoundGame:
    """Return the pair of the pairing that a game belongs to: of players, or of teams."""
    if live.event.settings.boards:
        return match.games[game.match - 1]
    return next(g for g in held.games if g.board == game.board)


def _why(event: Event, made: Pairing, own: RoundGame, lang: Lang) -> tuple[str, ...] | None:
    """Return why a pair meets; None where nobody knows."""
    try:
        return tuple(t.text(lang) for t in why(event, made, own.white).said)
    except (DamieraError, KeyError):
        return None


def _why_not(event: Event, made: Pairing, own: RoundGame, versus: int, lang: Lang) -> str:
    """Return why White does not meet another; "" where nobody knows."""
    try:
        return why_not(event, made, own.white, versus).text(lang)
    except (DamieraError, KeyError):
        return ""


def _met_before(event: Event, game: RoundGame, round: int) -> tuple[str, ...]:
    return tuple(
        event.player(e.opponent).name
        for e in entries(event, game.white, round - 1)
        if e.opponent is not None and e.opponent in met(event).get(game.white, ()) and e.leg == 1
    )

"""What stands round a board on a page: the two plates, the terms, an offer, the position at a half-move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast, get_args

import msgspec
from markupsafe import Markup

from damiera.game.clock import ClockSettings
from damiera.game.sides import SideName, side_named, side_text
from damiera.messages import Lang, Number, translations
from damiera.notation.fen import parse_fen
from damiera.paper.geometry import geometry
from damiera.paper.svg import Marks, board
from damiera.rules.ruleset import ruleset
from damiera.service.views import ClockView, GameView, PlayerView
from damiera.web.common.numbers import whole

__all__ = ["Offer", "Plate", "ShownPosition", "draw", "offer", "plates", "shown_at", "terms", "timing"]

Seen = Literal["", "here", "away"]


class Plate(msgspec.Struct, frozen=True):
    """A player beside the board; `seen`: whether they are at a screen of theirs, where that says anything."""

    side: SideName
    player: PlayerView
    name: str
    colour: str
    sub: str
    clock: str
    running: bool
    disc: str
    note: str = ""
    seen: Seen = ""


class Offer(msgspec.Struct, frozen=True):
    """A proposal that waits for an answer; `accept` and `decline` are acts."""

    text: str
    accept: str
    accept_text: str
    decline: str
    decline_text: str


class ShownPosition(msgspec.Struct, frozen=True):
    """The position on the board: after `ply` half-moves, `live` if it is the last."""

    ply: int
    live: bool
    pieces: Mapping[int, str]
    last: tuple[int, ...]


def plates(view: GameView, flipped: bool, lang: Lang) -> tuple[tuple[Plate, ...], Plate]:
    """Return the plates above the board and the one below it: one's own, or White's."""
    all = [_plate(view, cast(SideName, side), lang) for side in view.players]
    if len(all) == 2:
        above, below = (0, 1) if flipped != (view.game.startswith("chinese-checkers")) else (1, 0)
        return (all[above],), all[below]
    own = next((i for i, plate in enumerate(all) if plate.side == view.you), 0)
    return (*all[own + 1 :], *all[:own]), all[own]


def _plate(view: GameView, side: SideName, lang: Lang) -> Plate:
    _ = translations(lang).gettext
    player = view.players[side]
    clock = view.clock
    return Plate(
        side=side,
        player=player,
        name=_name(view, side, player, lang),
        colour=_colour(view, side, player, lang),
        sub=_subtitle(view, side, player, lang),
        clock=_time(clock, side, lang) if clock else "",
        running=clock is not None and clock.running == side,
        disc=side[0] if len(view.players) == 2 and not _is_star(view) else side,
        note=_note(clock, side) if clock else "",
        seen=_seen(view, side, player),
    )


def _seen(view: GameView, side: SideName, player: PlayerView) -> Seen:
    """Whether a person is here, where people sit at screens of their own; nothing where that says nothing."""
    if player.kind != "human" or view.you == "both" or not view.id or _plays_again(view, side):
        return ""
    people = sum(other.kind in ("human", "open") for other in view.players.values())
    return ("here" if player.here else "away") if people > 1 else ""


def _plays_again(view: GameView, side: SideName) -> bool:
    """Tell whether somebody has left this board for that of the rematch they offer."""
    return view.rematch_offer is not None and side in view.rematch_offer.sides


def _is_star(view: GameView) -> bool:
    """Tell whether marbles are played with, of which each colour bears a sign."""
    return ruleset(view.game).core.by_seat


def _note(clock: ClockView, side: SideName) -> str:
    return clock.white_note if side == "white" else clock.black_note


def _name(view: GameView, side: SideName, player: PlayerView, lang: Lang) -> str:
    _ = translations(lang).gettext
    name = _("{name}, bot").format(name=player.name) if player.bot else player.name
    if view.you == side:
        name = _("{name} (you)").format(name=player.name)
    if player.level is not None:
        name = _("{name}, level {level}").format(name=player.name, level=player.level)
    return name


def _colour(view: GameView, side: SideName, player: PlayerView, lang: Lang) -> str:
    """Return the colour of one of more than two players, which their plate says below the name."""
    colour = side_text(side_named(side)).text(lang)
    return colour if len(view.players) > 2 and player.name != colour else ""


def _subtitle(view: GameView, side: SideName, player: PlayerView, lang: Lang) -> str:
    _ = translations(lang).gettext
    last = view.history[-1] if view.history else None
    if player.kind == "open":
        return ""
    if not view.outcome and side in (view.draw_offer, view.undo_request):
        return _("offers a draw") if side == view.draw_offer else _("asks to take back")
    if _considers_draw(view, side, player):
        return _("considers the draw")
    if not view.outcome and view.side == side:
        if view.you in (side, "both"):
            return "" if view.waiting and view.clock else _("your move")
        if player.kind == "engine":
            return _("is thinking")
        return _("to move") if player.here else _("to move, away")
    if _plays_again(view, side):
        return _("offers a rematch")
    is_away = not player.here and player.kind != "engine"
    if last is not None and last.side == side:
        move = last.text.replace("x", "×")
        return (_("moved {move}, away") if is_away and not view.outcome else _("moved {move}")).format(
            move=move
        )
    return _("away") if is_away else ""


def _considers_draw(view: GameView, side: SideName, player: PlayerView) -> bool:
    """Tell whether a computer thinks about a draw that it is offered."""
    return player.kind == "engine" and view.draw_offer not in (None, side) and not view.outcome


def _time(clock: ClockView, side: SideName, lang: Lang) -> str:
    """Return minutes and seconds, and hours and days when there are any."""
    seconds = max(0, clock.white_ms if side == "white" else clock.black_ms) // 1000
    hours, minutes = seconds // 3600, seconds // 60 % 60
    if hours >= 24:
        said = translations(lang).gettext("{n} d {time}")
        return said.format(n=hours // 24, time=f"{hours % 24}:{minutes:02}")
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def timing(settings: ClockSettings | None, lang: Lang) -> str:
    """Return how a game is timed: in a few words where that is usual, else in all of them."""
    if settings is None:
        return terms(None, None, lang)
    plain = ClockSettings(settings.base_ms, settings.increment_ms) if settings.base_ms else None
    return terms(settings.base_ms, settings.increment_ms, lang) if settings == plain else settings.text(lang)


def short_timing(settings: ClockSettings | None, lang: Lang) -> str:
    """Return the minutes and seconds of an everyday clock as players write them; nothing of any other.

    >>> short_timing(ClockSettings(180_000, 2_000), "en")
    '3+2'
    """
    if settings is None or settings != ClockSettings(settings.base_ms, settings.increment_ms):
        return ""
    return f"{Number(settings.base_ms / 60_000).text(lang)}+{settings.increment_ms // 1000}"


def terms(base_ms: int | None, increment_ms: int | None, lang: Lang) -> str:
    """Return what a game is played by, in a few words.

    >>> terms(900_000, 5_000, "en")
    '15 min + 5 s'
    >>> terms(1_800_000, 0, "en")
    '30 min'
    """
    _ = translations(lang).gettext
    if base_ms is None:
        return _("without a clock")
    minutes = Number(base_ms / 60_000).text(lang)
    if not increment_ms:
        return _("{minutes} min").format(minutes=minutes)
    return _("{minutes} min + {seconds} s").format(minutes=minutes, seconds=increment_ms // 1000)


def offer(view: GameView, lang: Lang) -> Offer | None:
    """Return what the other side proposes to this viewer, if anything."""
    _ = translations(lang).gettext
    if view.outcome is not None or view.you is None:
        return None
    words = {side: side_text(side_named(side)).text(lang) for side in get_args(SideName)}
    if view.draw_offer is not None and view.draw_offer != view.you:
        text = _("{side} offers a draw. Accept?").format(side=words[view.draw_offer])
        return Offer(text, "accept-draw", _("Accept"), "decline-draw", _("Play on"))
    if view.undo_request is not None and view.undo_request != view.you:
        text = _("{side} asks to take the move back. Allow it?").format(side=words[view.undo_request])
        return Offer(text, "accept-undo", _("Allow"), "decline-undo", _("Play on"))
    return None


def shown_at(view: GameView, wanted: str | None) -> ShownPosition:
    """Return the position that `?ply=` asks for; the last one if there is no such."""
    ply = whole(wanted)
    if ply is None or ply >= view.ply:
        last = view.history[-1].path if view.history and not view.hidden else ()
        return ShownPosition(view.ply, True, _by_number(view.pieces), last)
    pieces = dict(view.start_pieces)
    for played in view.history[:ply]:
        if view.hidden or played.after is not None:
            pieces = dict(played.after or {})
            continue
        man = pieces.pop(str(played.path[0]))
        for square in played.captured:
            pieces.pop(str(square), None)
        pieces[str(played.path[-1])] = man.upper() if played.promotes else man
    return ShownPosition(ply, False, _by_number(pieces), view.history[ply - 1].path if ply else ())


def _by_number(pieces: Mapping[str, str]) -> dict[int, str]:
    return {int(square): piece for square, piece in pieces.items()}


def draw(view: GameView, shown: ShownPosition, *, flipped: bool, lang: Lang) -> Markup:
    """Draw the board of a game as this viewer sees it, with what they can and must do."""
    _ = translations(lang).gettext
    at_bottom = _("{game}, Black at the bottom") if flipped else _("{game}, White at the bottom")
    can = () if view.must or not shown.live else tuple(dict.fromkeys(move.origin for move in view.moves))
    marks = Marks(can=can, must=view.must if shown.live else (), last=shown.last)
    shape = geometry(ruleset(view.game).core)
    return board(
        shape,
        shown.pieces,
        label=at_bottom.format(game=view.game_name),
        _=_,
        marks=marks,
        flipped=flipped,
        hands=_hands(view) if shape.hands and shown.live else (0, 0),
    )


def _hands(view: GameView) -> tuple[int, int]:
    """Return how many men of White and of Black wait to come back."""
    waiting = parse_fen(view.fen, ruleset(view.game)).hands
    return (0, 0) if view.hidden else waiting

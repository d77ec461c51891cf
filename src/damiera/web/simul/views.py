"""What the pages of a simultaneous display show: its form, its boards and standing, the strip of boards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar, Final, Literal

import msgspec
from markupsafe import Markup

from damiera._core import Side
from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings
from damiera.game.sides import side_text
from damiera.messages import Lang, Message, long_date
from damiera.notation.fen import parse_fen
from damiera.paper.boards import board_shape
from damiera.paper.svg import diagram
from damiera.records.displays import DisplayRecord
from damiera.records.games import GameRecord
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.identity import Visitor
from damiera.service.simul import Display, DisplayBoard, DisplayTerms
from damiera.web.common.pages import PageView
from damiera.web.common.qr import qr
from damiera.web.play.board_views import timing
from damiera.web.simul.forms import CLOCKS

__all__ = [
    "DisplayCardPage",
    "DisplayPage",
    "DisplayPart",
    "DisplayStrip",
    "DisplaysPage",
    "LookPage",
    "card_page",
    "display_page",
    "display_part",
    "display_strip",
    "displays_page",
    "look_page",
]

BoardState = Literal["waits", "thinks", "won", "drawn", "lost", "off", "free"]

_FOR_HOST: Final = Message("waits for you", context="board of a display")
_STATES: Final[dict[BoardState, Message]] = {
    "waits": Message("waits for the host"),
    "thinks": Message("thinks", context="board of a display"),
    "won": Message("the host won"),
    "drawn": Message("drawn"),
    "lost": Message("the guest won"),
    "off": Message("called off"),
    "free": Message("is here"),
}
_FAMILIES: Final = ("draughts",)


class BoardCell(msgspec.Struct, frozen=True):
    """A board in the grid.

    Attributes:
        state: what happens there, and `said` in words.
        mine: it is the reader's own. `may_go`: the reader may free it.
        drawn: its position; empty before the display begins, and for a host who plays blindfold.
        game: its game; empty before.
    """

    number: int
    name: str
    state: BoardState
    said: str
    since: int
    result: str
    mine: bool
    may_go: bool
    drawn: Markup
    game: str
    looks: int


class DisplayPart(PageView, frozen=True):
    """What changes of a display while one looks.

    Attributes:
        stage: gathering guests, being played, over, or called off.
        is_host: the reader gives it.
        next: the board that waits longest for the host; None if none does.
        target: what is said of a target; empty without one.
        may_join: the reader may take a board.
    """

    template: ClassVar[str] = "simul/_display.html"
    id: str
    stage: Literal["gathers", "played", "over", "off"]
    is_host: bool
    boards: tuple[BoardCell, ...]
    most: int
    won: int
    drawn_games: int
    lost: int
    waiting: int
    target: str
    next: BoardCell | None
    mine: BoardCell | None
    may_join: bool
    now: int


class DisplayPage(PageView, frozen=True):
    """The page of a display.

    Attributes:
        part: what changes while one looks.
        facts: its terms, in a few words.
        url, url_qr: where guests come in.
    """

    template: ClassVar[str] = "simul/display.html"
    id: str
    title: str
    host: str
    facts: tuple[str, ...]
    part: Markup
    url: str
    url_qr: Markup
    only_here: bool
    asks_name: bool
    is_host: bool
    gathers: bool
    wrong: str = ""


class ListedDisplay(msgspec.Struct, frozen=True):
    """A display in a list."""

    id: str
    title: str
    facts: str
    state: str


class NamedChoice(msgspec.Struct, frozen=True):
    """A choice of a form."""

    value: str
    name: str


class DisplaysPage(PageView, frozen=True):
    """The form of a new display, and those of the reader."""

    template: ClassVar[str] = "simul/new.html"
    asked: DisplayTerms
    games: tuple[NamedChoice, ...]
    clocks: tuple[str, ...]
    mine: tuple[ListedDisplay, ...]
    asks_name: bool
    wrong: str = ""
    field: str = ""


class DisplayStrip(PageView, frozen=True):
    """The boards of a display on the page of one of its games.

    Attributes:
        number: the board of this page.
        walks: the host's clock runs only at one board.
    """

    template: ClassVar[str] = "simul/_strip.html"
    id: str
    title: str
    number: int
    boards: tuple[BoardCell, ...]
    next: BoardCell | None
    is_host: bool
    walks: bool
    blindfold: bool
    looks: int
    won: int
    drawn_games: int
    lost: int
    waiting: int


class DisplayCardPage(PageView, frozen=True):
    """A display on paper.

    Attributes:
        looks: of a blindfold host; None of one who sees.
        url, url_qr: where it can be followed; empty where no other machine gets there.
    """

    template: ClassVar[str] = "simul/card.html"
    id: str
    title: str
    host: str
    facts: tuple[str, ...]
    boards: tuple[BoardCell, ...]
    has_begun: bool
    won: int
    drawn_games: int
    lost: int
    playing: int
    target: str
    looks: int | None
    url: str
    url_qr: Markup


class LookPage(PageView, frozen=True):
    """A board that a blindfold host looks at."""

    template: ClassVar[str] = "simul/look.html"
    id: str
    number: int
    name: str
    drawn: Markup
    game: str
    looks: int


def displays_page(
    asked: DisplayTerms,
    mine: Sequence[DisplayRecord],
    lang: Lang,
    *,
    asks_name: bool,
    wrong: str = "",
    field: str = "",
) -> DisplaysPage:
    """Return the form of a new display."""
    games = tuple(
        NamedChoice(slug, game.name.text(lang))
        for slug, game in CATALOGUE.items()
        if ruleset(slug).core.family in _FAMILIES and not slug.endswith("-losing")
    )
    listed = tuple(
        ListedDisplay(one.id, one.title, ", ".join(_facts(one, lang)), _stage_word(one, lang)) for one in mine
    )
    return DisplaysPage(asked, games, CLOCKS, listed, asks_name, wrong, field)


def display_page(
    display: Display,
    part: str,
    reader: Visitor | None,
    lang: Lang,
    *,
    url: str,
    only_here: bool,
    wrong: str = "",
) -> DisplayPage:
    """Return the page around what happens at a display."""
    record = display.record
    return DisplayPage(
        id=record.id,
        title=record.title,
        host=record.host_name,
        facts=_facts(record, lang),
        part=Markup(part),
        url=url,
        url_qr=qr(url),
        only_here=only_here,
        asks_name=reader is None or reader.is_unnamed,
        is_host=_is_host(display, reader),
        gathers=record.begun_at is None and record.ended_at is None,
        wrong=wrong,
    )


def display_part(display: Display, reader: Visitor | None, now: int, lang: Lang) -> DisplayPart:
    """Return what happens at a display, as one reader sees it."""
    record, score, is_host = display.record, display.score, _is_host(display, reader)
    cells = tuple(_cell(one, display, reader, now, lang) for one in display.boards)
    first = display.next_board()
    stage: Literal["gathers", "played", "over", "off"] = "gathers"
    if record.ended_at is not None:
        stage = "off"
    elif record.begun_at is not None:
        stage = "played" if score.playing else "over"
    return DisplayPart(
        id=record.id,
        stage=stage,
        is_host=is_host,
        boards=cells,
        most=record.most,
        won=score.won,
        drawn_games=score.drawn,
        lost=score.lost,
        waiting=sum(cell.state == "waits" for cell in cells),
        target=_target(display, lang),
        next=next((cell for cell in cells if first is not None and cell.number == first.number), None),
        mine=next((cell for cell in cells if cell.mine), None),
        may_join=stage == "gathers"
        and not is_host
        and not any(c.mine for c in cells)
        and len(cells) < record.most,
        now=now,
    )


def display_strip(
    display: Display, number: int, reader: Visitor | None, now: int, lang: Lang
) -> DisplayStrip:
    """Return the boards of a display as they stand on the page of the game at one of them."""
    part = display_part(display, reader, now, lang)
    following = display.next_board(after=number)
    return DisplayStrip(
        id=part.id,
        title=display.record.title,
        number=number,
        boards=part.boards,
        next=next(
            (c for c in part.boards if following is not None and c.number == following.number != number), None
        ),
        is_host=part.is_host,
        walks=display.record.walks,
        blindfold=display.record.blindfold,
        looks=len(display.looks),
        won=part.won,
        drawn_games=part.drawn_games,
        lost=part.lost,
        waiting=part.waiting,
    )


def card_page(display: Display, url: str, lang: Lang) -> DisplayCardPage:
    """Return what hangs at the door: the boards with their guests and results."""
    record, score = display.record, display.score
    cells = tuple(_cell(one, display, None, 0, lang) for one in display.boards)
    day = datetime.fromtimestamp((record.begun_at or record.created_at) / 1000)
    return DisplayCardPage(
        id=record.id,
        title=record.title,
        host=record.host_name,
        facts=(long_date(day, lang), *_facts(record, lang)),
        boards=cells,
        has_begun=record.begun_at is not None,
        won=score.won,
        drawn_games=score.drawn,
        lost=score.lost,
        playing=score.playing,
        target=_target(display, lang),
        looks=len(display.looks) if record.blindfold else None,
        url=url,
        url_qr=qr(url) if url else Markup(),
    )


def look_page(display: Display, number: int, game: GameRecord) -> LookPage:
    """Return a board as a blindfold host sees it who looks."""
    name = next((one.name for one in display.boards if one.number == number), "")
    looks = sum(look.number == number for look in display.looks)
    return LookPage(display.record.id, number, name, _drawn(game), game.id, looks)


def _is_host(display: Display, reader: Visitor | None) -> bool:
    return reader is not None and display.record.host_id == reader.id


def _cell(one: DisplayBoard, display: Display, reader: Visitor | None, now: int, lang: Lang) -> BoardCell:
    state = _state(one)
    is_host = _is_host(display, reader)
    mine = reader is not None and one.player_id == reader.id
    gathers = display.record.begun_at is None and display.record.ended_at is None
    hidden = is_host and display.record.blindfold and one.host_result is None
    return BoardCell(
        number=one.number,
        name=one.name,
        state=state,
        said=(_FOR_HOST if is_host and state == "waits" else _STATES[state]).text(lang),
        since=max(0, now - one.game.updated_at) // 1000 if state == "waits" and one.game else 0,
        result=_result(one),
        mine=mine,
        may_go=gathers and (mine or is_host),
        drawn=Markup() if one.game is None or hidden else _drawn(one.game),
        game=one.game.id if one.game else "",
        looks=sum(look.number == one.number for look in display.looks),
    )


def _state(one: DisplayBoard) -> BoardState:
    if one.game is None:
        return "free"
    if one.game.stand.score == "*":
        return "off"
    return one.host_result or ("waits" if one.waits_for_host else "thinks")


def _result(one: DisplayBoard) -> str:
    """Return the points of a finished game, the host's first."""
    score = one.game.stand.score if one.game else None
    if score is None or score == "*":
        return ""
    white, _, black = score.partition("-")
    return f"{white}–{black}" if one.side is Side.WHITE else f"{black}–{white}"


def _drawn(row: GameRecord) -> Markup:
    rules = ruleset(row.game)
    return diagram(board_shape(rules.slug), parse_fen(row.stand.fen, rules).standing)


def _time(written: str, lang: Lang) -> str:
    """Return what a clock is set to, in words where it can be read."""
    try:
        return timing(ClockSettings.parse(written), lang)
    except DamieraError:
        return written


def _facts(record: DisplayRecord, lang: Lang) -> tuple[str, ...]:
    facts = [ruleset(record.game).name.text(lang)]
    if record.side == "alternate":
        facts.append(Message("the host has White and Black in turn").text(lang))
    else:
        side = Side.WHITE if record.side == "white" else Side.BLACK
        facts.append(Message("the host has {side}", side=side_text(side)).text(lang))
    if not record.host_clock:
        facts.append(Message("without clocks").text(lang))
    elif record.host_clock == record.guest_clock:
        facts.append(_time(record.host_clock, lang))
    else:
        host, guest = _time(record.host_clock, lang), _time(record.guest_clock, lang)
        facts.append(Message("host {host}, guests {guest}", host=host, guest=guest).text(lang))
    if record.walks:
        facts.append(Message("the host's clock runs only where they are").text(lang))
    if record.blindfold:
        facts.append(Message("the host plays blindfold").text(lang))
    if record.target is not None:
        facts.append(Message("target {n} %", n=record.target).text(lang))
    return tuple(facts)


def _stage_word(record: DisplayRecord, lang: Lang) -> str:
    if record.ended_at is not None:
        return Message("called off").text(lang)
    if record.begun_at is not None:
        return Message("begun").text(lang)
    return Message("guests are coming").text(lang)


def _target(display: Display, lang: Lang) -> str:
    target, score = display.record.target, display.score
    if target is None or not score.boards or display.record.begun_at is None:
        return ""
    met = score.target_met(target)
    if met is None:
        return Message("{n} % so far, target {target} %", n=round(score.percent), target=target).text(lang)
    said = (
        Message("the target of {target} % is reached")
        if met
        else Message("the target of {target} % is missed")
    )
    return said.format(target=target).text(lang)

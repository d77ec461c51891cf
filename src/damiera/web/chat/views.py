"""What chats show: a panel with lines and phrases, the page of one line, and what moderators did."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar, Final

import msgspec

from damiera.messages import Lang, Message
from damiera.messages.dates import day_and_time
from damiera.records.chat import ChatLineRecord, ModerationRecord
from damiera.service.chat import (
    LONGEST_LINE,
    MUTE_HOURS,
    PHRASES,
    ChatAccess,
    ChatLineContext,
    club_of_room,
    game_of_room,
    phrases_for,
    words_of,
)
from damiera.web.common.pages import PageView

__all__ = [
    "ChatLinePage",
    "ChatLineView",
    "ChatPanel",
    "GameChatPart",
    "ModerationPage",
    "chat_panel",
    "line_page",
    "line_view",
    "moderation_page",
]

_REMOVED: Final = Message("taken away by a moderator")
_HOURS: Final[dict[int, Message]] = {
    1: Message("for an hour"),
    24: Message("for a day"),
    720: Message("for thirty days"),
}
_TITLES: Final[dict[str, Message]] = {
    "players": Message("Between the players"),
    "watchers": Message("Among the spectators"),
    "club": Message("Chat of the club"),
    "members": Message("Among the members"),
}
_ACTS: Final[dict[str, Message]] = {
    "remove": Message("took a line away"),
    "mute": Message("muted"),
    "unmute": Message("let speak again"),
    "close": Message("put a report away"),
}


class ChatLineView(msgspec.Struct, frozen=True):
    """A line as one reader sees it, on a page and on the wire.

    Attributes:
        text: in the reader's language. `removed`: it was taken away, and the text says so.
        mine: the reader said it.
    """

    id: str
    name: str
    text: str
    mine: bool = False
    removed: bool = False


class ChatPanel(msgspec.Struct, frozen=True):
    """One room as one reader sees it.

    Attributes:
        action: where a line is sent to.
        version: how far the room has come.
        phrases: the ready ones that are offered: name and words.
        refusal: why the reader may say nothing; empty if they may.
        may_write: whether in words of their own; `longest` letters at most.
        may_open: whether the reader opens and closes it; `is_closed` as it is.
    """

    room: str
    kind: str
    title: str
    action: str
    version: int
    lines: tuple[ChatLineView, ...]
    phrases: tuple[tuple[str, str], ...]
    refusal: str
    may_write: bool
    longest: int
    may_open: bool
    is_closed: bool


class GameChatPart(PageView, frozen=True):
    """The chat at a game: a panel for each room that the reader may read."""

    template: ClassVar[str] = "chat/_game.html"
    panels: tuple[ChatPanel, ...]
    wrong: str = ""


class ChatLinePage(PageView, frozen=True):
    """A line with those beside it, and what can be done about it.

    Attributes:
        back: the page where it was said.
        profile: the page of who said it, or the empty text for a guest.
        hours: for how long somebody may be muted: hours and words.
        wrong: why something was refused. `thanks`: a report was sent.
    """

    template: ClassVar[str] = "chat/line.html"
    line: ChatLineView
    beside: tuple[ChatLineView, ...]
    when: str
    back: str
    profile: str
    mine: bool
    may_report: bool
    is_admin: bool
    may_remove: bool
    muted: bool
    hours: tuple[tuple[int, str], ...]
    wrong: str = ""
    thanks: bool = False


class ModerationRow(msgspec.Struct, frozen=True):
    """Something a moderator did."""

    when: str
    by: str
    act: str
    about: str
    words: str


class ModerationPage(PageView, frozen=True):
    """What moderators did, the newest first."""

    template: ClassVar[str] = "chat/moderation.html"
    rows: tuple[ModerationRow, ...]


def line_view(line: ChatLineRecord, reader_id: str | None, lang: Lang) -> ChatLineView:
    """Return a line as somebody sees it."""
    is_removed = bool(line.removed_by)
    text = _REMOVED.text(lang) if is_removed else words_of(line, lang)
    return ChatLineView(line.id, line.name, text, line.player_id == reader_id, is_removed)


def chat_panel(
    room: str,
    access: ChatAccess,
    lines: Sequence[ChatLineRecord],
    reader_id: str | None,
    lang: Lang,
    *,
    version: int,
    action: str,
    is_over: bool = False,
) -> ChatPanel:
    """Return a room as somebody sees it."""
    kind = room.partition("-")[0]
    return ChatPanel(
        room=room,
        kind=kind,
        title=_TITLES[kind].text(lang),
        action=action,
        version=version,
        lines=tuple(line_view(line, reader_id, lang) for line in lines),
        phrases=tuple((id, PHRASES[id].text(lang)) for id in phrases_for(room, is_over=is_over)),
        refusal=access.refusal.text(lang) if access.refusal else "",
        may_write=access.may_write,
        longest=LONGEST_LINE,
        may_open=access.may_open,
        is_closed=access.is_closed,
    )


def line_page(
    found: ChatLineContext,
    reader_id: str | None,
    lang: Lang,
    *,
    profile: str,
    wrong: str = "",
    thanks: bool = False,
) -> ChatLinePage:
    """Return the page of a line."""
    at_game, club = game_of_room(found.line.room), club_of_room(found.line.room)
    mine = found.line.player_id == reader_id
    return ChatLinePage(
        line=line_view(found.line, reader_id, lang),
        beside=tuple(line_view(one, reader_id, lang) for one in found.beside),
        when=day_and_time(datetime.fromtimestamp(found.line.at / 1000), lang, year=True),
        back=f"/g/{at_game[1]}" if at_game else f"/clubs/{club}" if club else "/club",
        profile=profile,
        mine=mine,
        may_report=reader_id is not None and not mine,
        is_admin=found.is_admin,
        may_remove=found.may_remove,
        muted=found.muted,
        hours=tuple((hours, _HOURS[hours].text(lang)) for hours in MUTE_HOURS),
        wrong=wrong,
        thanks=thanks,
    )


def moderation_page(acts: Sequence[ModerationRecord], lang: Lang) -> ModerationPage:
    """Return the page of what moderators did."""
    return ModerationPage(tuple(_act(one, lang) for one in acts))


def _act(act: ModerationRecord, lang: Lang) -> ModerationRow:
    hours = int(act.words) if act.act == "mute" else 0
    return ModerationRow(
        when=day_and_time(datetime.fromtimestamp(act.at / 1000), lang, year=True),
        by=act.by_name,
        act=_ACTS[act.act].text(lang),
        about=act.about_name,
        words=_HOURS[hours].text(lang) if hours else act.words,
    )

"""The page of friends: who asks, who is here and plays, whom one has asked, what one lets others do."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar
from urllib.parse import quote

import msgspec
from markupsafe import Markup

from damiera.messages import Lang, Message
from damiera.rules.ruleset import ruleset
from damiera.service.friends import FriendOverview, FriendSight
from damiera.web.club.views import PACES, short_time
from damiera.web.common.pages import PageView

__all__ = ["FriendsPage", "FriendsPart", "friends_page", "friends_part"]


class FriendRow(msgspec.Struct, frozen=True):
    """A friend as a list shows them.

    Attributes:
        profile: their page.
        does: what they do now, in a few words; empty while they are not here.
        watch: the game that they play, to be watched; empty if there is none.
        handle: by which they can be challenged; empty if they cannot be now.
    """

    name: str
    profile: str
    does: str
    watch: str = ""
    handle: str = ""


class FriendsPart(PageView, frozen=True):
    """What changes while one looks.

    Attributes:
        game_name: what a challenge is for. `paces`: at which clocks: id and words.
    """

    template: ClassVar[str] = "people/_friends.html"
    game_name: str
    paces: tuple[tuple[str, str], ...]
    friends: tuple[FriendRow, ...]
    asking: tuple[FriendRow, ...]
    asked: tuple[FriendRow, ...]
    may_challenge: bool


class FriendsPage(PageView, frozen=True):
    """The page around it.

    Attributes:
        game: what a challenge is for.
        name: what was typed to ask somebody, where it was refused.
    """

    template: ClassVar[str] = "people/friends.html"
    part: Markup
    game: str
    may_ask: bool
    is_seen: bool
    name: str = ""
    wrong: str = ""


def friends_part(found: FriendOverview, handle: Callable[[str], str], game: str, lang: Lang) -> FriendsPart:
    """Return what changes while one looks.

    Args:
        handle: by which word somebody at the club is challenged, by their id; empty if they are not there.
        game: what a challenge is for.
    """
    rows = tuple(_row(one, handle, lang) for one in found.friends)
    return FriendsPart(
        game_name=ruleset(game).name.text(lang),
        paces=tuple((id, short_time(id, lang)) for id in PACES),
        friends=rows,
        asking=tuple(FriendRow(one.name, _profile(one.name), "") for one in found.asking),
        asked=tuple(FriendRow(one.name, _profile(one.name), "") for one in found.asked),
        may_challenge=any(row.handle for row in rows),
    )


def friends_page(
    part: str, found: FriendOverview, game: str, lang: Lang, *, name: str = "", wrong: str = ""
) -> FriendsPage:
    """Return the page around what changes."""
    return FriendsPage(
        part=Markup(part),
        game=game,
        may_ask=found.choice.may_ask,
        is_seen=found.choice.is_seen,
        name=name,
        wrong=wrong,
    )


def _row(one: FriendSight, handle: Callable[[str], str], lang: Lang) -> FriendRow:
    friend, game = one.friend, one.game
    if not one.is_here:
        return FriendRow(friend.name, _profile(friend.name), "")
    if game is None:
        free = handle(friend.player_id)
        return FriendRow(friend.name, _profile(friend.name), Message("is here").text(lang), "", free)
    others = (seat.name for seat in game.seats if seat.player_id not in (friend.player_id, None))
    other = next(others, "")
    plays = Message("plays {name}").format(name=other) if other else Message("plays the computer")
    said = f"{plays.text(lang)} · {ruleset(game.game).name.text(lang)}"
    return FriendRow(friend.name, _profile(friend.name), said, f"/g/{game.id}")


def _profile(name: str) -> str:
    return f"/people/{quote(name, safe='')}"

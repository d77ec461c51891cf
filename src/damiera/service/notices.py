"""What waits for somebody: challenges, boards of events, moves by correspondence, people who ask to come in.

Nothing of it is stored: it is what the rest of the memory says now. Whoever sends notices by other ways, such
as e-mail, asks here too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal
from urllib.parse import quote

import msgspec

from damiera.messages import Message, Text
from damiera.records.games import GameRecord
from damiera.service.challenges import Challenge
from damiera.service.friends import friend_state
from damiera.service.live import is_by_correspondence
from damiera.service.ports import StorePort, Transaction
from damiera.service.tournament.evening import ReadyBoard

__all__ = ["Notice", "NoticeService"]

NoticeKind = Literal["challenge", "board", "move", "friend", "club"]
MOST_GAMES: Final = 50
MOST: Final = 60

_CHALLENGE: Final = Message("{name} challenges you")
_MOVE: Final = Message("Your move against {name}")
_FRIEND: Final = Message("{name} asks to be your friend")
_CLUB: Final = Message("{name} asks to come into {club}")
_MATCH: Final = Message("{home} challenges {away}")
_BOARD: Final = Message("Your board is ready: {event}")
BoardsReady = Callable[[str], Sequence[ReadyBoard]]
"""Which boards of events wait for somebody."""


class Notice(msgspec.Struct, frozen=True):
    """Something that waits for somebody.

    Attributes:
        key: the same as long as it is the same thing: who has told of it need not tell again.
        text: in a sentence. `address`: the page where it is seen to.
    """

    key: str
    kind: NoticeKind
    text: Text
    address: str


class NoticeService:
    """The use case of whoever wants to know what waits for them."""

    def __init__(self, store: StorePort, boards: BoardsReady = lambda _: ()) -> None:
        self._store = store
        self._boards = boards

    def of(self, player_id: str, challenges: Sequence[Challenge] = ()) -> tuple[Notice, ...]:
        """Return what waits for somebody, what cannot wait first.

        Args:
            challenges: those in which they have a part.
        """
        found = [
            Notice(f"challenge-{one.id}", "challenge", _CHALLENGE.format(name=one.by.name), "/club")
            for one in challenges
            if one.to.id == player_id and one.state == "open"
        ]
        found += [
            Notice(f"board-{one.game}", "board", _BOARD.format(event=one.event), one.page)
            for one in self._boards(player_id)
        ]
        with self._store.read() as work:
            found += _moves(work, player_id)
            found += [
                Notice(f"friend-{one.name}", "friend", _FRIEND.format(name=one.name), "/friends")
                for one in work.friends.of(player_id)
                if friend_state(one, player_id) == "asks"
            ]
            found += _requests(work, player_id)
            found += _matches(work, player_id)
        return tuple(found[:MOST])


def _moves(work: Transaction, player_id: str) -> list[Notice]:
    return [
        Notice(f"move-{row.id}-{row.stand.ply}", "move", _MOVE.format(name=other), f"/g/{row.id}")
        for row in work.games.of_player(player_id, limit=MOST_GAMES)
        if (other := _waiting_opponent(row, player_id)) is not None
    ]


def _waiting_opponent(row: GameRecord, player_id: str) -> str | None:
    """Return who waits for a player's move by correspondence; None where nobody does."""
    if row.started_at is None or row.stand.score is not None or not is_by_correspondence(row):
        return None
    mine = {seat.side for seat in row.seats if seat.player_id == player_id}
    others = [seat.name for seat in row.seats if seat.player_id not in (None, player_id)]
    return others[0] if others and row.stand.turn in mine else None


def _requests(work: Transaction, player_id: str) -> list[Notice]:
    return [
        Notice(
            f"club-{club.id}-{quote(one.name)}",
            "club",
            _CLUB.format(name=one.name, club=club.name),
            f"/clubs/{club.id}",
        )
        for club, role in work.member_clubs.of_player(player_id)
        if role in ("founder", "admin")
        for one in work.member_clubs.members(club.id)
        if one.role == "asking"
    ]


def _matches(work: Transaction, player_id: str) -> list[Notice]:
    return [
        Notice(
            f"match-{one.id}",
            "club",
            _MATCH.format(home=one.home_name, away=one.away_name),
            f"/matches/{one.id}",
        )
        for club, role in work.member_clubs.of_player(player_id)
        if role in ("founder", "admin")
        for one in work.club_matches.of_club(club.id, limit=20)
        if one.state == "offered" and one.away_id == club.id
    ]

"""Taking one's data along, and leaving for good."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Final

from damiera.messages import Lang, Message
from damiera.service.archive import MOST_EXPORTED, ArchiveService
from damiera.service.contacts import choices_of
from damiera.service.errors import NotYours, ServiceError
from damiera.service.game_views import DELETED
from damiera.service.live import GameCache, LiveGame
from damiera.service.member_clubs import leave_clubs
from damiera.service.play import Play
from damiera.service.ports import Transaction
from damiera.service.rated_games import RatedGames
from damiera.service.studies import StudyService
from damiera.service.study_acts import study_file

__all__ = ["AccountData"]

MOST_CHANGES: Final = 100_000
AT_ONCE: Final = 50
_SIGN_IN: Final = Message("Sign in first: this belongs to an account.")


class AccountData:
    """The use cases of somebody who wants what is theirs, or wants to be gone."""

    def __init__(self, cache: GameCache, play: Play, archive: ArchiveService, rated: RatedGames) -> None:
        self._cache = cache
        self._rated = rated
        self._store = cache.store
        self._play = play
        self._archive = archive
        self._studies = StudyService(cache.store, cache.clock)

    def export(self, player_id: str, lang: Lang) -> bytes:
        """Return all that is kept of somebody, as a zip: `account.json`, `games.pdn`, `archive.pdn`, studies.

        Games carry the notes of their owner. Raises `NotYours` without an account.
        """
        facts, games, studies = self._facts(player_id)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("account.json", json.dumps(facts, ensure_ascii=False, indent=1))
            for number, first in enumerate(range(0, len(games), MOST_EXPORTED), 1):
                name = "games.pdn" if number == 1 else f"games-{number}.pdn"
                file.writestr(
                    name, self._archive.export(games[first : first + MOST_EXPORTED], player_id, lang)
                )
            for number, archived in enumerate(self._archived(player_id, lang), 1):
                file.writestr("archive.pdn" if number == 1 else f"archive-{number}.pdn", archived)
            for id in studies:
                text = study_file(self._studies.open_readable(id, player_id), {})
                file.writestr(f"studies/{id}.pdn", text)
        return packed.getvalue()

    def _facts(self, player_id: str) -> tuple[dict[str, object], Sequence[str], Sequence[str]]:
        """Return what is known of somebody, as JSON has it, their games, and their studies."""
        with self._store.read() as work:
            account = work.accounts.get(player_id)
            if account is None:
                raise NotYours(_SIGN_IN)
            total = work.games.count_of_player(player_id)
            games = [row.id for row in work.games.of_player(player_id, limit=total)]
            studies = work.studies.of_player(player_id, limit=MOST_CHANGES)
            facts = {
                "name": account.name,
                "role": account.role,
                "registered": account.since,
                "recovery_codes_left": work.accounts.codes_left(player_id),
                "devices": [
                    {"device": one.device, "since": one.created_at, "seen": one.seen_at}
                    for one in work.accounts.sessions(player_id)
                ],
                "ratings": [asdict(one) for one in work.ratings.of_player(player_id)],
                "rated_games": [asdict(one) for one in work.ratings.changes(player_id, limit=MOST_CHANGES)],
                "blocked": [name for _, name in work.accounts.blocked(player_id)],
                "friends": [
                    {"name": one.name, "since": one.accepted_at} for one in work.friends.of(player_id)
                ],
                "clubs": [
                    {"name": club.name, "role": role} for club, role in work.member_clubs.of_player(player_id)
                ],
                "bots": [
                    {"name": one.name, "since": bot.created_at}
                    for bot in work.bots.of_owner(player_id)
                    if (one := work.players.get(bot.player_id)) is not None
                ],
                "passkeys": [
                    {"name": one.name, "since": one.created_at, "used": one.used_at}
                    for one in work.passkeys.of_player(player_id)
                ],
                "openid": [
                    {
                        "issuer": one.issuer,
                        "subject": one.subject,
                        "name": one.name,
                        "since": one.created_at,
                        "used": one.used_at,
                    }
                    for one in work.openid.of_player(player_id)
                ],
                "vacations": [
                    {"begun": one.begun_at, "until": one.until_at}
                    for one in work.vacations.of_player(player_id)
                ],
                "told_browsers": [
                    {"service": one.endpoint.split("/")[2], "since": one.created_at}
                    for one in work.push_devices.of_player(player_id)
                ],
                "contact": _contact(work, player_id),
                "friend_choice": asdict(work.friends.choice(player_id)),
                "said": [
                    {"at": one.at, "room": one.room, "phrase": one.phrase, "text": one.body}
                    for one in work.chat.of_player(player_id, limit=MOST_CHANGES)
                ],
                "games": games,
                "studies": [
                    {"id": one.id, "title": one.title, "address": f"/study/{one.id}"} for one in studies
                ],
                "events": [
                    {"id": id, "name": name, "address": f"/hall/{id}/public"}
                    for id, name in work.phones.tournaments_of(player_id)
                ],
                "displays": [
                    {"id": one.id, "since": one.created_at, "address": f"/simul/{one.id}"}
                    for one in work.displays.of_player(player_id, limit=MOST_CHANGES)
                ],
            }
        return facts, games, [one.id for one in studies]

    def _archived(self, player_id: str, lang: Lang) -> list[str]:
        """Return the games that somebody brought in from files, by the ten thousands that one text holds."""
        with self._store.read() as work:
            ids: list[str] = []
            while page := work.archive.page(
                (player_id,), words=(), game_slug=None, limit=MOST_EXPORTED, offset=len(ids)
            ):
                ids += (row.id for row in page)
        parts = range(0, len(ids), MOST_EXPORTED)
        return [self._archive.export(ids[at : at + MOST_EXPORTED], player_id, lang) for at in parts]

    def unfinished(self, player_id: str) -> int:
        """Return how many games of somebody are not over."""
        with self._store.read() as work:
            return len(work.ratings.unfinished(player_id))

    def leave_games(self, player_id: str) -> Sequence[LiveGame]:
        """Leave all games of somebody who goes for good; return those that this has changed.

        Whoever waits for somebody to join waits no more; games under way are resigned, so that nobody sits
        before a board to which the other never comes back; where more than two play the engine takes over.
        Rated games are reckoned while there is somebody to be reckoned against.
        """
        with self._store.read() as work:
            unfinished = work.ratings.unfinished(player_id)
        left = [live for live in (self._leave(id, player_id) for id in unfinished) if live is not None]
        for ended in self._rated.ended():
            self._rated.settle(ended)
        return left

    def forget_some(self, player_id: str) -> bool:
        """Remove some of what is somebody's alone: imported games, and games that nobody else has played.

        To be called until it returns False, so that others may write meanwhile.
        """
        with self._store.write() as work:
            kept = work.archive.page((player_id,), words=(), game_slug=None, limit=AT_ONCE, offset=0)
            for row in kept:
                work.explorer.forget(row.id)
                work.archive.remove(row.id, player_id)
            alone = work.ratings.alone(player_id, limit=AT_ONCE)
            for id in alone:
                work.explorer.forget(id)
                work.games.remove(id)
                work.when_stored(partial(self._cache.forget, id))
        return bool(kept or alone)

    def delete(self, player_id: str) -> None:
        """Remove an account and its player.

        Games that others have played too stay theirs, with "deleted player" in the place of the name.
        """
        with self._store.write() as work:
            leave_clubs(work, player_id)
            for bot in work.bots.of_owner(player_id):  # nobody answers for it any more
                work.accounts.end_sessions(bot.player_id)
            for id in work.accounts.forget(player_id, DELETED.text("en")):
                work.when_stored(partial(self._cache.forget, id))

    def remove(self, player_id: str) -> None:
        """Do all of this at once, where nobody else waits to write."""
        self.leave_games(player_id)
        while self.forget_some(player_id):
            pass
        self.delete(player_id)

    def _leave(self, game_id: str, player_id: str) -> LiveGame | None:
        """Leave a game; None where it is gone, or cannot be left as it stands."""
        try:
            live = self._cache.load(game_id)
            if live.waiting:
                self._play.withdraw(game_id, player_id)
                return None
            return self._play.act(game_id, player_id, "resign")
        except ServiceError:
            return None


def _contact(work: Transaction, player_id: str) -> dict[str, object] | None:
    """Return how somebody is told of what waits for them."""
    kept = work.contacts.get(player_id)
    if kept is None:
        return None
    told = {kind: sorted(ways) for kind, ways in choices_of(kept).items()}
    return {"mail": kept.address, "confirmed": kept.confirmed_at, "language": kept.lang, "told": told}

"""Watching: the best game of the club first, by pace and by game, from one to the next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from damiera.records.games import GameRecord
from damiera.service.tv import TvGame, TvService, best_first
from damiera.web.common.settings import ServerSettings
from tests.unit.web.conftest import Person, Running
from tests.wording import shows


@pytest.fixture
def club(tmp_path: Path, run_server: Any) -> Iterator[Running]:
    """A server where nothing is played yet."""
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread", limits=False)) as server:
        yield server


def _play(server: Running, pace: str = "10+5", game: str = "italian") -> tuple[str, Person]:
    """Let two newcomers begin a game at the club; return it with one of them."""
    anna, bruno = server.person(), server.person()
    anna.post("/club/seek", game=game, pace=pace)
    [waits] = [one for one in server.parts.club.state(()).waiting if one.row.game == game]
    begun = bruno.post(f"/club/sit/{waits.row.id}")
    return begun.headers["location"].removeprefix("/g/"), bruno


def _shown(page: str) -> str:
    found = re.search(r'data-game="([^"]*)"', page)
    return found[1] if found else ""


def test_nothing_is_played(club: Running) -> None:
    assert shows(club.person().get("/tv").text, "No such game of the club is being played.")


def test_the_game_that_most_people_watch_is_shown(club: Running) -> None:
    first, _ = _play(club)
    second, player = _play(club, "3+2", "russian")
    watcher = club.person()
    assert _shown(watcher.get("/tv").text) == second  # the newest, while nobody watches
    with watcher.sit(first) as line, player.sit(second) as other:
        line.ask("ping", "pong")
        other.ask("ping", "pong")  # a player at their own board is no spectator
        page = watcher.get("/tv").text
        assert _shown(page) == first
        assert shows(page, "%(n)s spectator", n=1)
        assert watcher.get(f"/tv/{first}/now").json() == {"spectators": 1, "over": False, "best": second}
        assert _shown(watcher.get(f"/tv?at={second}").text) == second
    player.post(f"/g/{second}/act", what="resign")
    assert watcher.get(f"/tv/{second}/now").json() == {"spectators": 0, "over": True, "best": first}


def test_games_are_chosen_by_pace_and_by_game(club: Running) -> None:
    italian, _ = _play(club)
    russian, _ = _play(club, "3+2", "russian")
    watcher = club.person()
    for query, wanted in {
        "game=italian": italian,
        "speed=blitz": russian,
        "speed=rapid": italian,
        "game=russian&speed=rapid": "",
        "game=none&speed=fast": russian,
        f"game=italian&at={russian}": italian,
    }.items():
        assert _shown(watcher.get(f"/tv?{query}").text) == wanted, query


def test_one_goes_from_game_to_game_and_back(club: Running) -> None:
    games = [_play(club)[0], _play(club, game="russian")[0], _play(club, game="english")[0]]
    watcher = club.person()
    seen, page = [], watcher.get("/tv").text
    for _ in games:
        seen.append(_shown(page))
        onward = re.search(r'href="(/tv[^"]*)" rel="next"', page)
        assert onward
        page = watcher.get(onward[1].replace("&amp;", "&")).text
    assert sorted(seen) == sorted(games)
    assert _shown(page) == seen[0]


def test_a_game_with_a_friend_is_not_shown(club: Running) -> None:
    anna, bruno = club.person(), club.person()
    id = anna.begin(game="italian", friend=True, seat="white")
    bruno.post(f"/join/{anna.view(id)['invite']}")
    assert _shown(anna.get(f"/tv?at={id}").text) == ""


def test_stronger_players_come_before_newer_games(club: Running) -> None:
    id, _ = _play(club)
    other, _ = _play(club, game="russian")
    strong, weak = [
        TvGame(row, "rapid", strength)
        for row, strength in zip(_rows(club, id, other), (3400.0, 0.0), strict=True)
    ]
    assert best_first([weak, strong], lambda row: 0) == (strong, weak)
    assert best_first([strong, weak], lambda row: int(row.id == other)) == (weak, strong)


def _rows(server: Running, *ids: str) -> list[GameRecord]:
    found = {one.row.id: one.row for one in TvService(server.parts.store).games()}
    return [found[id] for id in ids]

"""The page of an arena: what a player is offered while they play, and what is said at the end."""

from __future__ import annotations

from damiera.service.arenas import LiveArena
from damiera.service.identity import Visitor
from damiera.tournament.arena import (
    ArenaAct,
    ArenaClosed,
    ArenaJoined,
    ArenaMeeting,
    ArenaPaused,
    ArenaResult,
    ArenaState,
    ArenaTerms,
)
from damiera.web.club.arena_views import arena_part
from tests.wording import words_of

TERMS = ArenaTerms(name="Noon", game="italian", pace="3+2", starts=0, ends=3_600_000)
ANNA = Visitor("p1", "Anna", has_account=True)
JOINED = (ArenaJoined("p1", "Anna"), ArenaJoined("p2", "Bruno"))


def shown(*acts: ArenaAct) -> str:
    live = LiveArena("a1", 0, TERMS, ArenaState())
    for act in (*JOINED, *acts):
        live = live.after(act, 10)
    return str(arena_part(live, ANNA, 20, "en"))


def test_who_sits_out_while_they_play_is_told_so_and_may_come_back() -> None:
    meeting = ArenaMeeting("g1", "p1", "p2")
    playing, resting = shown(meeting), shown(meeting, ArenaPaused("p1"))
    assert 'value="pause"' in playing
    assert 'value="join"' not in playing
    assert words_of("After this game you sit out.") in resting
    assert 'value="join"' in resting
    assert 'value="pause"' not in resting


def test_nothing_counts_double_once_an_arena_is_over() -> None:
    won: list[ArenaAct] = []
    for game in ("g1", "g2"):
        won += [ArenaMeeting(game, "p1", "p2"), ArenaResult(game, "white")]
    assert words_of("double") in shown(*won).split("<table", 1)[1]
    over = shown(*won, ArenaClosed())
    assert words_of("double") not in over.split("<table", 1)[1]
    assert "data-turns" not in over
    assert "data-turns" in shown()


def test_two_landmarks_have_no_name_in_common() -> None:
    page = shown()
    assert page.count('aria-labelledby="standing-title"') == 1

"""What each table promises to the use cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from sqlalchemy.exc import IntegrityError

from damiera.records.archive import ArchivedGame, RefusedGame
from damiera.records.contacts import ContactRecord, DeliveryRecord
from damiera.records.games import GameStand, GameTerms, SeatRecord
from damiera.records.vacations import VacationRecord
from damiera.store.database import Database, DatabaseTransaction, open_store
from tests.postgresql import BACKENDS, Postgres


@pytest.fixture(params=BACKENDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """Return a store on each kind of database."""
    if request.param == "sqlite":
        opened = open_store(tmp_path)
    else:
        server: Postgres = request.getfixturevalue("postgres")
        opened = open_store(server.ready())
    with opened.write() as work:
        work.players.add(id="anna", name="Anna", at=1)
        work.players.add(id="bruno", name="Bruno", at=1)
    yield opened
    opened.close()


def add_game(
    work: DatabaseTransaction,
    id: str,
    *,
    at: int = 10,
    black: Literal["human", "open", "engine"] = "human",
    clock: bool = False,
    rematch_of: str | None = None,
) -> None:
    terms = GameTerms(
        "italian",
        "fid.italian.2008",
        base_ms=60_000 if clock else None,
        increment_ms=0 if clock else None,
        conditions='{"way":"internet"}' if id == "agreed" else None,
    )
    work.games.add(
        id,
        terms,
        GameStand(0, "white", "W:W21:B1"),
        created_by="anna",
        rematch_of=rematch_of,
        at=at,
        started_at=None if black == "open" else at,
    )
    opponent = {
        "human": SeatRecord("black", "human", player_id="bruno", name="Bruno"),
        "engine": SeatRecord("black", "engine", level=3),
        "open": SeatRecord("black", "open", invite="code" + id),
    }
    work.games.add_seat(id, opponent[black])
    work.games.add_seat(id, SeatRecord("white", "human", player_id="anna", name="Anna"))


def stand(
    work: DatabaseTransaction,
    id: str,
    *,
    version: int = 1,
    at: int = 11,
    turn: str = "white",
    score: str | None = None,
    offer: str | None = None,
) -> bool:
    stand = GameStand(0, turn, "", draw_offer=offer, score=score)
    return work.games.accept(id, stand, version=version, at=at, player_id="anna", body="{}")


def test_sessions_belong_to_players(store: Database) -> None:
    with store.write() as work:
        work.players.open_session(token_hash="h1", player_id="anna", at=2)
        work.players.open_session(token_hash="h2", player_id="anna", at=2)
        found = work.players.of_session("h1")
        assert found is not None
        assert found.id == "anna"
        work.players.close_session("h1")
        assert work.players.of_session("h1") is None
        assert work.players.of_session("h2") == found


def test_a_game_comes_back_with_its_seats_white_first(store: Database) -> None:
    with store.write() as work:
        add_game(work, "g1", clock=True)
    with store.read() as work:
        game = work.games.get("g1")
        assert work.games.get("g2") is None
        assert work.games.version("g2") is None
        assert list(work.games.with_clock()) == ["g1"]
    assert game is not None
    assert (game.version, game.game, game.base_ms) == (1, "italian", 60_000)
    assert [(s.side, s.player_id) for s in game.seats] == [("white", "anna"), ("black", "bruno")]


def test_an_event_makes_the_next_version_and_only_once(store: Database) -> None:
    with store.write() as work:
        add_game(work, "g1")
        assert stand(work, "g1", at=11, turn="black")
        assert not stand(work, "g1", at=12, turn="white")
        assert work.games.version("g1") == 2
        assert [(e.seq, e.at, e.player_id) for e in work.games.events("g1", after=0, up_to=9)] == [
            (2, 11, "anna")
        ]
        assert list(work.games.events("g1", after=2, up_to=9)) == []
        assert list(work.games.events("g1", after=0, up_to=1)) == []
        game = work.games.get("g1")
        assert game is not None
        assert (game.stand.turn, game.updated_at) == ("black", 11)


def test_a_ply_is_played_once(store: Database) -> None:
    with store.write() as work:
        add_game(work, "g1")
        work.games.add_move("g1", ply=0, seq=2, path="21,17", at=11)
    with pytest.raises(IntegrityError), store.write() as work:
        work.games.add_move("g1", ply=0, seq=3, path="21,18", at=12)
    with store.write() as work:
        work.games.add_move("g1", ply=1, seq=3, path="1,5", at=12)
        assert work.games.drop_moves("g1", from_ply=1) == 1
        assert [(m.ply, m.path) for m in work.games.line("g1")] == [(0, "21,17")]


def test_an_open_seat_is_taken_once(store: Database) -> None:
    with store.write() as work:
        add_game(work, "g1", black="open")
        assert work.games.by_invite("codeg1") == "g1"
        assert not work.games.take_seat("g1", version=7, side="black", player_id="bruno", name="B", at=12)
        assert work.games.take_seat("g1", version=1, side="black", player_id="bruno", name="B", at=12)
        assert not work.games.take_seat("g1", version=2, side="black", player_id="anna", name="A", at=13)
        assert work.games.by_invite("codeg1") == "g1"
        assert work.games.by_invite("nothing") is None
        game = work.games.get("g1")
        assert game is not None
        assert [s.name for s in game.seats] == ["Anna", "B"]
        assert game.started_at == 12


def test_a_game_is_taken_away_whole(store: Database) -> None:
    with store.write() as work:
        add_game(work, "g1")
        stand(work, "g1")
        work.games.set_note("g1", "anna", ply=0, comment="x", mark="")
        work.games.remove("g1")
        assert work.games.get("g1") is None
        assert list(work.games.events("g1", after=0, up_to=9)) == []
        assert list(work.games.notes("g1", "anna")) == []


def test_a_game_has_one_rematch(store: Database) -> None:
    with store.write() as work:
        add_game(work, "g1")
        add_game(work, "g2", rematch_of="g1")
        assert work.games.rematch_of("g1") == "g2"
        assert work.games.rematch_of("g2") is None
        assert work.games.touch("g1", version=1, at=30)
        assert not work.games.touch("g1", version=1, at=30)
        assert work.games.version("g1") == 2
    with pytest.raises(IntegrityError), store.write() as work:
        add_game(work, "g3", rematch_of="g1")


def test_my_games_begin_with_those_that_wait_for_me(store: Database) -> None:
    with store.write() as work:
        for number, (id, turn, score) in enumerate(
            [
                ("mine", "white", None),
                ("his", "black", None),
                ("won", "black", "2-0"),
                ("newer", "white", None),
            ]
        ):
            add_game(work, id, at=10 + number)
            stand(work, id, at=10 + number, turn=turn, score=score)
        assert [g.id for g in work.games.of_player("anna", limit=9)] == ["newer", "mine", "his", "won"]
        assert [g.id for g in work.games.of_player("anna", limit=2, offset=1)] == ["mine", "his"]
        assert [g.id for g in work.games.of_player("bruno", limit=9)] == ["his", "newer", "mine", "won"]
        assert work.games.count_of_player("anna") == 4


def test_games_that_wait_for_the_engine(store: Database) -> None:
    with store.write() as work:
        for id, turn, offer, score in [
            ("to-move", "black", None, None),
            ("not-yet", "white", None, None),
            ("offer", "white", "white", None),
            ("its-own-offer", "white", "black", None),
            ("over", "black", None, "1-1"),
        ]:
            add_game(work, id, black="engine")
            stand(work, id, turn=turn, offer=offer, score=score)
        add_game(work, "people")
        stand(work, "people", turn="black")
        assert sorted(work.games.awaiting_engine()) == ["offer", "to-move"]


def test_notes_are_each_players_own(store: Database) -> None:
    with store.write() as work:
        add_game(work, "g1")
        work.games.set_note("g1", "anna", ply=3, comment="forte", mark="!")
        work.games.set_note("g1", "bruno", ply=3, comment="debole", mark="?")
        work.games.set_note("g1", "anna", ply=3, comment="fortissima", mark="!")
        assert [(n.ply, n.comment, n.mark) for n in work.games.notes("g1", "anna")] == [
            (3, "fortissima", "!")
        ]
        work.games.set_note("g1", "anna", ply=3, comment="", mark="")
        assert list(work.games.notes("g1", "anna")) == []
        assert len(work.games.notes("g1", "bruno")) == 1


def archive(
    work: DatabaseTransaction, id: str, *, player: str = "anna", search: str = "", digest: str | None = None
) -> bool:
    game = ArchivedGame(
        game="italian",
        white="W",
        black="B",
        event="E",
        date="2005",
        result="1-1",
        plies=2,
        tags="{}",
        start_fen=None,
        moves="21-17 10-13",
        pdn="[...]",
        number=int(id[1:]),
        search=search,
        digest=digest or id,
    )
    return work.archive.add(game, id=id, player_id=player, job_id=None, source="a.pdn", at=20)


def find(work: DatabaseTransaction, *words: str) -> list[str]:
    return [line.id for line in work.archive.page(["anna"], words=words, game_slug=None, limit=9, offset=0)]


def test_the_archive_knows_a_game_again(store: Database) -> None:
    with store.write() as work:
        assert archive(work, "a1", digest="same")
        assert not archive(work, "a2", digest="same")
        assert archive(work, "a3", player="bruno", digest="same")
        assert work.archive.counts(["anna"], words=[]) == {"italian": 1}
        assert work.archive.counts(["anna", "bruno"], words=[]) == {"italian": 2}
        assert work.archive.known(["bruno", "carla"], ["same", "other"]) == {"same"}
        assert work.archive.known(["carla"], ["same"]) == frozenset()
        kept = work.archive.get("a1")
        assert kept is not None
        assert kept.moves == "21-17 10-13"
        assert work.archive.get("a2") is None


def test_the_archive_is_searched_by_words(store: Database) -> None:
    with store.write() as work:
        archive(work, "a1", search="borghetti michele|ferrara 100% 2005")
        archive(work, "a2", search="gatta marco|ferrara 2006")
        assert find(work) == ["a1", "a2"]
        assert find(work, "ferrara") == ["a1", "a2"]
        assert find(work, "ferrara", "marco") == ["a2"]
        assert find(work, "100%") == ["a1"]
        assert find(work, "%") == ["a1"]
        assert find(work, "_") == []
        assert work.archive.counts(["anna"], words=["ferrara"]) == {"italian": 2}
        assert work.archive.counts(["anna"], words=["marco"]) == {"italian": 1}
        assert work.archive.counts(["anna"], words=["nobody"]) == {}


def test_only_the_owner_takes_a_game_out(store: Database) -> None:
    with store.write() as work:
        archive(work, "a1")
        work.archive.set_note("a1", "anna", ply=0, comment="x", mark="")
        assert not work.archive.remove("a1", "bruno")
        assert work.archive.remove("a1", "anna")
        assert list(work.archive.notes("a1", "anna")) == []


def test_a_note_in_the_archive_may_be_empty(store: Database) -> None:
    with store.write() as work:
        archive(work, "a1")
        work.archive.set_note("a1", "anna", ply=0, comment="x", mark="?")
        work.archive.set_note("a1", "anna", ply=0, comment="", mark="")
        assert [(n.ply, n.comment, n.mark) for n in work.archive.notes("a1", "anna")] == [(0, "", "")]


def add_import(work: DatabaseTransaction, id: str, game: str | None) -> None:
    work.imports.add(
        id=id,
        player_id="anna",
        name="a.pdn",
        total=3,
        data=b"abc",
        beginnings=True,
        game=game,
        overrules=False,
        judgement="{}",
        at=20,
    )


def test_an_import_without_a_game_waits_for_one_answer(store: Database) -> None:
    with store.write() as work:
        add_import(work, "j1", game=None)
        assert work.imports.running() == []
        assert work.imports.answer("j1", game="pool", overrules=True, at=21)
        assert not work.imports.answer("j1", game="english", overrules=False, at=22)
        [job] = work.imports.running()
        assert (job.game, job.overrules, job.judgement) == ("pool", True, "{}")


def test_an_import_advances_by_one_reader_at_a_time(store: Database) -> None:
    with store.write() as work:
        add_import(work, "j1", game="")
        assert [job.beginnings for job in work.imports.running()] == [True]
        advance = work.imports.advance
        assert advance("j1", expected=0, done=2, imported=1, duplicates=0, refused=1, at=21)
        assert not advance("j1", expected=0, done=2, imported=1, duplicates=0, refused=1, at=21)
        first, second = RefusedGame(2, 7, 3, '"r"', "x"), RefusedGame(1, 5, 1, '"s"', "")
        work.imports.add_error("j1", 2, second)
        work.imports.add_error("j1", 1, first)
        assert [j.id for j in work.imports.running()] == ["j1"]
        assert work.imports.data("j1") == b"abc"
        assert work.imports.finish("j1", status="stopped", total=3, at=22)
        assert not work.imports.finish("j1", status="done", total=3, at=23)
        assert not advance("j1", expected=2, done=3, imported=1, duplicates=0, refused=0, at=24)
        job = work.imports.get("j1")
        assert job is not None
        assert (job.status, job.total, job.done, job.imported, job.refused) == ("stopped", 3, 2, 1, 1)
        assert work.imports.data("j1") == b""
        assert work.imports.errors("j1", limit=9) == [first, second]
        assert [j.id for j in work.imports.of_player("anna", limit=5)] == ["j1"]


def test_what_was_agreed_and_what_is_sealed_is_kept(store: Database) -> None:
    with store.write() as work:
        add_game(work, "agreed")
        work.games.keep_sealed("agreed", "22-18")
    with store.read() as work:
        row = work.games.get("agreed")
    assert row is not None
    assert (row.conditions, row.sealed, row.created_by) == ('{"way":"internet"}', "22-18", "anna")
    with store.write() as work:
        work.games.keep_sealed("agreed", None)
    with store.read() as work:
        kept = work.games.get("agreed")
    assert kept is not None
    assert kept.sealed is None


def test_a_report_is_asked_for_advanced_and_ended_once(store: Database) -> None:
    with store.write() as work:
        work.analyses.ask("game-1", player_id="anna", total=9, nodes=100, at=1)
        work.analyses.ask("game-2", player_id="anna", total=9, nodes=100, at=2)
        assert list(work.analyses.waiting()) == ["game-1", "game-2"]
        assert (work.analyses.waiting_of("anna"), work.analyses.waiting_of("bruno")) == (2, 0)
        assert work.analyses.advance("game-1", done=4, at=3)
        assert work.analyses.advance("game-2", done=9, total=11, at=3)
        assert work.analyses.end("game-1", status="done", body="{}", why=None, at=4)
        assert not work.analyses.end("game-1", status="failed", body=None, why=None, at=5)
        assert not work.analyses.advance("game-1", done=5, at=5)
    with store.read() as work:
        report = work.analyses.report("game-1")
        assert report is not None
        assert (report.status, report.done, report.total, report.body) == ("done", 4, 9, "{}")
        longer = work.analyses.report("game-2")
        assert longer is not None
        assert (longer.done, longer.total) == (9, 11)
        assert work.analyses.report("game-3") is None


def test_puzzles_and_tries_are_each_players_own(store: Database) -> None:
    with store.write() as work:
        for body in ("old", "new"):
            work.analyses.add_puzzle("p1", player_id="anna", game_slug="italian", body=body, at=1)
        work.analyses.attempt("anna", "p1", tries=1, helped=0, solved_at=None)
        work.analyses.attempt("anna", "p1", tries=2, helped=1, solved_at=7)
    with store.read() as work:
        assert list(work.analyses.puzzles("anna", limit=9)) == ["new"]
        assert work.analyses.puzzle("p1", "bruno") is None
        [one] = work.analyses.tries("anna")
        assert (one.puzzle_id, one.tries, one.helped, one.solved_at) == ("p1", 2, 1, 7)
        assert not work.analyses.tries("bruno")


def test_a_duty_is_one_worker_s_until_it_frees_it_or_is_gone(store: Database) -> None:
    with store.write() as work:
        for id in ("one", "two"):
            work.workers.enter(id, at=1)
        assert work.workers.take("one", "general")
        assert not work.workers.take("two", "general")
        assert not work.workers.take("nobody", "other")
        assert work.workers.has("one", "general")
        work.workers.free("two", "general")
        assert work.workers.has("one", "general")
        work.workers.free("one", "general")
        assert work.workers.take("two", "general")
        work.workers.remove(["two"])
        assert work.workers.take("one", "general")


def test_who_a_worker_sees_goes_with_it(store: Database) -> None:
    with store.write() as work:
        work.workers.enter("one", at=1)
        work.workers.enter("two", at=1)
        assert work.workers.see("one", {"game.a": ["anna", "bruno"], "club.": ["anna"]}, changes=1)
        assert work.workers.see("two", {"game.a": ["anna"]}, changes=1)
        assert work.workers.see("one", {"game.a": ["bruno"], "club.": []}, changes=2)
        assert not work.workers.see("nobody", {"game.a": ["anna"]}, changes=1)
        seen = [(row.place, row.player_id) for row in work.workers.seen(["one"])]
        assert seen == [("game.a", "bruno")]
        assert work.workers.beat("one", at=5)
        assert [(w.id, w.beats, w.changes, w.heard_at) for w in work.workers.all()] == [
            ("one", 1, 2, 5),
            ("two", 0, 1, 1),
        ]
        work.workers.leave("one", at=6)
        assert work.workers.all()[0].has_left
        work.workers.remove(["one", "two"])
        assert not work.workers.beat("one", at=7)
        assert work.workers.seen(["one", "two"]) == []


def test_the_key_of_an_installation_is_made_once(store: Database) -> None:
    with store.write() as work:
        assert work.workers.key("first") == "first"
        work.workers.lightly()
        assert work.workers.key("second") == "first"


def test_vacations_are_numbered_ended_and_handed_over(store: Database) -> None:
    first, second = VacationRecord("anna", 1, 10, 20), VacationRecord("anna", 2, 30, 40)
    theirs = VacationRecord("bruno", 1, 5, 50)
    with store.write() as work:
        assert [work.vacations.add(one) for one in (first, second, theirs)] == [True, True, True]
        assert not work.vacations.add(replace(first, until_at=99))
        assert work.vacations.end("anna", at=33)
        assert not work.vacations.end("anna", at=33)
    with store.write() as work:
        assert work.vacations.of_player("anna") == [first, replace(second, until_at=33)]
        work.vacations.hand_over("anna", "bruno")
        assert work.vacations.of_player("anna") == []
        ends = [(one.number, one.until_at) for one in work.vacations.of_player("bruno")]
        assert ends == [(1, 50), (2, 20), (3, 33)]
    with store.write() as work:
        work.accounts.forget("bruno", "Deleted player")
        assert work.vacations.of_player("bruno") == []


def test_contacts_and_deliveries(store: Database) -> None:
    first = DeliveryRecord("d1", "anna", "mail", "move", "move-g-0", "a@b.example", 1, 10)
    with store.write() as work:
        assert work.contacts.secret("links", "one") == work.contacts.secret("links", "two") == "one"
        for address in ("", "a@b.example"):
            work.contacts.keep(ContactRecord("anna", address, 5, "it", "{}"))
        assert [one.player_id for one in work.contacts.at_address("a@b.example")] == ["anna"]
        assert work.contacts.touched(0) == []
        work.friends.ask("bruno", "anna", at=7)
        assert work.contacts.touched(7) == ["anna"]
        assert work.contacts.touched(8) == []
        assert work.contacts.schedule(first)
        assert not work.contacts.schedule(replace(first, id="d2", due_at=20)), "and keeps its time"
        assert work.contacts.due("mail", at=9, limit=9) == []
        [due] = work.contacts.due("mail", at=10, limit=9)
        reminder = replace(first, id="d3", kind="reminder", key="reminder-g-0")
        assert work.contacts.schedule(reminder)
        assert not work.contacts.schedule(replace(reminder, id="d4", due_at=20)), "but its time is another"
        assert [one.id for one in work.contacts.due("mail", at=19, limit=9)] == ["d1"]
        assert [one.id for one in work.contacts.due("mail", at=20, limit=9)] == ["d1", "d3"]
        work.contacts.drop("d3")
        assert work.contacts.begin(due, again_at=30)
        assert not work.contacts.begin(due, again_at=30)
        assert not work.contacts.schedule(first)
        [again] = work.contacts.due("mail", at=30, limit=9)
        assert (again.id, again.tries) == ("d1", 1)
        work.contacts.finish("d1", at=31, failure="no")
        assert work.contacts.waiting("mail") == 0
        assert [(one.address, name) for one, name in work.contacts.troubles(limit=9)] == [("", "Anna")]
        assert work.contacts.forget(31) == 0
        assert work.contacts.forget(32) == 1


def test_a_slow_game_touches_its_players(store: Database) -> None:
    with store.write() as work:
        work.contacts.keep(ContactRecord("anna", "", None, "it", "{}"))
        add_game(work, "quick", clock=True)
        assert work.contacts.touched(0) == []
        terms = GameTerms("italian", "fid.italian.2008", conditions='{"way":"correspondence"}')
        stand = GameStand(0, "white", "W:W21:B1")
        work.games.add("slow", terms, stand, created_by="anna", rematch_of=None, at=10, started_at=10)
        work.games.add_seat("slow", SeatRecord("white", "human", player_id="anna", name="Anna"))
        assert work.contacts.touched(10) == ["anna"]
        assert work.contacts.touched(11) == []

"""Make a data folder with an old program, to see that today's opens it: `data.sqlite3.xz` and
`made.json`, which says what is in it.

It was run at commit 417867d of this repository, the last one before sentences became messages and whose
tables are those of revision 0010. From the root of this tree, with that commit in another:

    git worktree add ../old 417867d            # and build its core there
    PYTHONPATH=../old/src:. python -m tests.olddata.write tests/olddata

Names are drawn from a fixed seed and the clock stands until it is moved, so that the same rows come out.
Today's program cannot write old data: it is for reading, and for making a folder of the next old commit.
"""

from __future__ import annotations

import json
import lzma
import random
import secrets
import sqlite3
import string
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from damiera._core import Position
from damiera.analysis.engine_view import EngineView, look
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import SearchLimits
from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings
from damiera.game.ways import Conditions, Way
from damiera.rating.lists import RatingListLine
from damiera.service.analysis_lines import read_line
from damiera.service.identity import Visitor
from damiera.service.live import LiveGame
from damiera.service.puzzle_views import shipped
from damiera.service.terms import NewGame, OpeningDraw
from damiera.service.tournament.event import Announcement, Appointment, LiveEvent
from damiera.service.tournament.games import PaperGameService
from damiera.service.tournament.groups import (
    FinalWanted,
    GroupWanted,
    dissolve_groups,
    make_final,
    make_groups,
)
from damiera.service.tournament.happenings import correct, happen_to, rate_by_list
from damiera.service.tournament.pairing import by_hand, pair_again, play_off, protect
from damiera.service.tournament.rulings import override, playoff
from damiera.service.tournament.teams import club_teams, put_team, team_leaves
from damiera.store.database import FILE_NAME
from damiera.tournament.model import EventPlayer, Kind, Pair, PlayerChange, System
from tests.olddata.found import Rooms, found_in

COMMIT = "417867d0cab4ceadb767bae66144b23ed2ab0830"
BEGIN_MS = 1_763_200_000_000  # November 2025
SECOND, MINUTE, DAY = 1_000, 60_000, 86_400_000

GOOD = """[Event "Coppa"]
[Site "Livorno"]
[Date "2004.05.0{n}"]
[White "Rossi, Ànna {n}"]
[Black "Bianchi"]
[GameType "22"]
[Result "1/2-1/2"]

{{Prima della partita.}} 1. 21-17 12-15 {{Una nota del file.}} 2. 23-19 $2 1/2-1/2

"""
BLUNDER = """[White "Anna"]
[Black "Bruno"]
[GameType "22"]
[Result "0-1"]

1. 21-17 12-15 2. 23-19 11-14 3. 19x12 8x15 4. 28-23 14-18 5. 22x13 9x18 6. 23-20 10-14
7. 20x11 6x15 8. 25-21 18x25 0-1

"""
DRAWN_OPENING = '[BallotPlies "15"]\n[Event "Col sorteggio"]\n' + BLUNDER
SILENT = '[White "Senza gioco"]\n[Black "X"]\n\n1. 21-17 12-15 2. 23-19 *\n\n'
WRONG = '[White "A"]\n[GameType "20"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n\n'
ILLEGAL = '[White "Illegale"]\n[GameType "22"]\n\n1. 21-17 12-15\n2. 22-15 *\n\n'
GARBLED = '[White "Rotta]\n[GameType "22"]\n\n1. 21-17 zz-15 *\n\n'
UNKNOWN = '[White "Ignota"]\n[GameType "99"]\n\n1. e4 e5 *\n\n'
POSITION = '[White "Finale"]\n[GameType "22"]\n[FEN "W:WK30,27:BK1"]\n[SetUp "1"]\n\n1. 30-26 1-5 *\n\n'
SHOT = (
    '[White "Colpo"]\n[GameType "22"]\n[Event "Problema"]\n[SetUp "1"]\n'
    '[FEN "W:W17,21,24,25,26,29,32:B3,4,8,9,10,14,19"]\n\n1. 32-28 4-7 *\n\n'
)
PDN_OF_A_BOARD = (
    '[White "{w}"]\n[Black "{b}"]\n[GameType "22"]\n[Result "1-0"]\n\n1. 21-17 12-15 2. 23-19 1-0\n'
)
TIMED = NewGame(friend=True, base_ms=15 * MINUTE, increment_ms=5 * SECOND)
DESK = NewGame(
    seat="both",
    names=("Rossi", "Bianchi"),
    conditions=Conditions(arbitrated=True, touch_move=True, automatic_count=False),
)


class Standing:
    """A clock that stands until it is moved."""

    now = BEGIN_MS

    def now_ms(self) -> int:
        return self.now


class Quick:
    """The built-in mind with few nodes."""

    def __init__(self, game: str, nodes: int = 4_000) -> None:
        self.engine = BuiltinEngine(game, hash_mb=8, learned=False)
        self.nodes = nodes

    def __call__(self, position: Position, history: Sequence[Position]) -> EngineView:
        return look(self.engine, position, (), SearchLimits(nodes=self.nodes), lines=2)


class Writer:
    """A folder being filled."""

    def __init__(self, folder: Path) -> None:
        self.clock = Standing()
        self.rooms = Rooms(folder, self.clock)
        self.made: dict[str, Any] = {
            kind: {} for kind in ("people", "games", "imports", "analyses", "explored", "events", "said")
        }
        self.people = {
            name: self._guest(name)
            for name in ("anna", "bruno", "carla", "dario", "elena", "phone1", "phone2", "phone3", "phone4")
        }

    def _guest(self, name: str) -> Visitor:
        came = self.rooms.identity.welcome(None, name=name.capitalize())
        self.made["people"][name] = {"id": came.visitor.id, "name": came.visitor.name, "token": came.token}
        return came.visitor

    def __getitem__(self, name: str) -> Visitor:
        return self.people[name]

    def wait(self, ms: int = 5 * SECOND) -> None:
        self.clock.now += ms

    # --- games ---

    def game(self, name: str, by: str, new: NewGame, *others: str) -> LiveGame:
        """Begin a game; `others` take its open seats."""
        live = self.rooms.play.create(self[by], new)
        self.made["games"][name] = live.id
        for seat, who in zip([s for s in live.row.seats if s.kind == "open"], others, strict=False):
            live = self.rooms.play.join(seat.invite or "", self[who])
        self.wait()
        return live

    def moves(self, live: LiveGame, n: int = 1, pick: Callable[[int], int] = lambda ply: 0) -> LiveGame:
        """Play so many moves, each by whoever is to move: the first of the list, or the one picked."""
        for _ in range(n):
            game = live.game
            if game.outcome is not None:
                return live
            position, seat = game.position, live.seat(game.side)
            legal = position.moves()
            move = legal[pick(game.ply) % len(legal)]
            path = position.paths(move)[0]
            self.wait()
            if seat.kind == "engine":
                live = self.rooms.engine_moves.play(live.id, live.version, path, tuple(move.drops))
            else:
                live = self.rooms.play.move(live.id, seat.player_id, game.ply, path, tuple(move.drops)).live
        return live

    def do(self, live: LiveGame, who: str, **fields: Any) -> LiveGame:
        """Let something beside a move happen."""
        self.wait()
        return self.rooms.conducting.do(live.id, self[who].id, fields)

    def act(self, live: LiveGame, who: str, what: Any, side: Any = None) -> LiveGame:
        self.wait()
        return self.rooms.play.act(live.id, self[who].id, what, side)

    # --- events ---

    def event(self, name: str, by: str, facts: Announcement, players: Sequence[EventPlayer]) -> str:
        """Make an event with its players."""
        live = self.rooms.hall.create(self[by], facts)
        self.made["events"][name] = live.id
        self.wait()
        self.rooms.hall.enter(live.id, self[by], players)
        self.wait()
        return live.id

    def change(self, id: str, step: Any, by: str = "anna") -> LiveEvent:
        self.wait()
        return self.rooms.hall.change(id, self[by], step)

    def report(self, id: str, round: int, board: int, result: str, **more: Any) -> LiveEvent:
        self.wait()
        return self.rooms.hall.report(id, self["anna"], round, board, result, **more)

    def play(self, id: str, round: int, results: Sequence[str], *, pair: bool = True) -> LiveEvent:
        """Pair a round and enter the results of the boards that have none, over and over the same ones."""
        self.wait()
        hall = self.rooms.hall
        live = hall.pair(id, self["anna"], round) if pair else hall.load(id)
        for n, game in enumerate(live.open_games):
            live = self.report(id, round, game.board, results[n % len(results)], leg=game.leg)
        return live


def people(n: int, first: int = 1) -> list[EventPlayer]:
    """Return some players, the strongest first."""
    return [
        EventPlayer(
            0, f"Giocatore {i}", elo=3000 - 10 * i, club=f"Circolo {i % 3}", sex="f" if i % 2 else "m"
        )
        for i in range(first, first + n)
    ]


# ------------------------------------------------------------------------------------------------ the games


def games(w: Writer) -> None:
    """Write games of many kinds, and in every state in which one can be left."""
    w.moves(w.game("computer", "anna", NewGame(level=3, seat="black")), 5)

    live = w.moves(w.game("resigned", "anna", NewGame(game="international", friend=True), "bruno"), 6)
    live = w.act(live, "bruno", "resign")
    w.rooms.archive.annotate(live.id, w["anna"].id, 0, "Una nota di Anna: «così»", "!")
    w.rooms.archive.annotate(live.id, w["anna"].id, 3, "L'errore", "??")
    w.rooms.archive.annotate(live.id, w["bruno"].id, 2, "Bruno's own", "")
    again = w.rooms.play.rematch(live.id, w["bruno"])
    w.made["games"]["rematch"] = again.id

    kings = NewGame(seat="both", fen="W:WK30:BK1,K2", names=("Verdi", "Neri"))
    _claimed(w, w.game("claimed", "carla", kings))

    live = w.moves(w.game("agreed", "anna", NewGame(game="english", friend=True), "carla"), 4)
    live = w.act(live, "anna", "ask-undo")
    live = w.act(live, "carla", "accept-undo")
    live = w.act(w.moves(live, 2), "anna", "offer-draw")
    w.act(live, "carla", "accept-draw")

    live = w.moves(w.game("flagged", "anna", replace(TIMED, base_ms=20 * SECOND, increment_ms=0), "dario"), 2)
    w.wait(MINUTE)
    w.rooms.play.claim_flag(live.id)

    _arbitrated(w)
    _in_other_ways(w)

    three = NewGame(game="chinese-checkers~seats=3", friend=True)
    w.moves(w.game("three", "anna", three, "bruno", "carla"), 8, lambda ply: ply)
    w.moves(w.game("towers", "anna", NewGame(game="bashni", seat="both")), 30, lambda ply: 3 * ply)
    w.moves(w.game("re-entry", "anna", NewGame(game="reentry", seat="both")), 40, lambda ply: 5 * ply)
    w.moves(w.game("hexdame", "anna", NewGame(game="hexdame", friend=True), "elena"), 10, lambda ply: ply)
    own = Conditions(house_name="Dama volante di zia Pina")
    flying = NewGame(game="italian~king-range=flying", seat="both", conditions=own)
    w.moves(w.game("house rules", "elena", flying), 12, lambda ply: 2 * ply)
    w.moves(w.game("played out", "elena", NewGame(game="italian-losing", seat="both")), 300, lambda ply: ply)
    w.game("invited", "anna", replace(TIMED, game="russian"))
    w.game("engine's strength", "anna", NewGame(game="brazilian", level=20))


def under_way(w: Writer) -> None:
    """Write the game whose clock runs: it is the last, for time goes by while the others are written."""
    live = w.moves(w.game("live", "anna", TIMED, "bruno"), 7)
    w.act(live, "anna" if live.game.side.name == "BLACK" else "bruno", "offer-draw")


def _claimed(w: Writer, live: LiveGame) -> None:
    """Move kings to and fro until the draw can be claimed, and claim it."""
    for path in 12 * ((30, 26), (1, 5), (26, 30), (5, 1)):
        if live.game.outcome is not None:
            return
        if live.game.can_claim_repetition:
            w.act(live, "carla", "claim-repetition", "white" if live.game.side.name == "WHITE" else "black")
            return
        w.wait()
        live = w.rooms.play.move(live.id, w["carla"].id, live.game.ply, path).live
    raise AssertionError("no claim")


def _arbitrated(w: Writer) -> None:
    """Write games on real boards: irregularities, rulings, a game begun anew."""
    live = w.game("ruled", "anna", replace(DESK, clock=ClockSettings(base_ms=60 * MINUTE)))
    live = w.do(live, "anna", e="irregular", side="white", kind="moved_wrongly", path=[22, 14])
    live = w.do(live, "anna", e="corrected", side="black")
    live = w.do(live, "anna", e="touched", side="white", square=22)
    live = w.do(live, "anna", e="moved", path=[22, 18])
    live = w.do(live, "anna", e="pressed", side="white")
    live = w.do(live, "anna", e="irregular", side="black", kind="moved_wrongly", path=[9, 17])
    live = w.do(live, "anna", e="let-stand", side="white")
    words = "Il Nero ha parlato con il pubblico: «ammonito»."
    live = w.do(
        live,
        "anna",
        e="ruled",
        text=words,
        author="Verdi",
        article="8.5",
        white_ms=40 * MINUTE,
        black_ms=35 * MINUTE,
    )
    w.made["said"]["ruling"] = words
    live = w.do(live, "anna", e="repetition-claimed", side="black", check_ms=2 * SECOND)
    w.do(live, "anna", e="adjourned", side="arbiter")

    live = w.game("begun anew", "anna", DESK)
    live = w.do(live, "anna", e="moved", path=[22, 18])
    live = w.do(live, "anna", e="moved", path=[9, 13])
    live = w.do(live, "anna", e="annulled", side="arbiter", anomaly="board")
    w.do(live, "anna", e="moved", path=[23, 19])

    live = w.game("refused", "bruno", DESK)
    w.do(live, "bruno", e="refused", side="white", article="8.5", author="Bruno")


def _in_other_ways(w: Writer) -> None:
    """Write games of the ways of art. 15, halted games, an auction, drawn openings."""
    slow = ClockSettings(5 * DAY, kind="correspondence", vacation_ms=10 * DAY)
    letters = NewGame(friend=True, clock=slow, conditions=Conditions(way=Way.CORRESPONDENCE))
    live = w.moves(w.game("by letter", "anna", letters, "dario"), 3)
    live = w.do(live, "anna", e="vacation-begun", side="white")
    w.wait(2 * DAY)

    stages = ClockSettings.parse("40/120,60+30")
    live = w.moves(w.game("paused", "anna", NewGame(friend=True, clock=stages), "bruno"), 3)
    live = w.do(live, "anna", e="pause-asked", side="white")
    w.do(live, "bruno", e="pause-accepted", side="black")

    sealed = NewGame(friend=True, base_ms=30 * MINUTE)
    live = w.moves(w.game("sealed", "anna", sealed, "bruno"), 2)
    w.do(live, "anna", e="seal", path=list(live.game.position.paths(live.game.position.moves()[1])[0]))

    blind = Conditions(way=Way.BLINDFOLD, blindfold=("white",))
    w.moves(w.game("blindfold", "anna", NewGame(friend=True, conditions=blind), "carla"), 4)

    hosted = Conditions(way=Way.SIMULTANEOUS, host="white", arbitrated=True)
    display = NewGame(seat="both", clock=ClockSettings(base_ms=90 * MINUTE), conditions=hosted)
    live = w.do(w.game("simultaneous", "anna", display), "anna", e="host-arrived")
    w.do(w.moves(live, 2), "anna", e="host-left")

    bids = NewGame(game="contract", friend=True, conditions=Conditions(auction=True))
    live = w.game("auction", "anna", bids, "bruno")
    for pieces in (1, 3, None, None):
        auction = live.game.auction
        if auction is None or not auction.is_open:
            break
        side = auction.turn.name.lower()
        who = "anna" if side == "white" else "bruno"
        live = (
            w.do(live, who, e="bid", side=side, pieces=pieces)
            if pieces
            else w.do(live, who, e="passed", side=side)
        )
    w.moves(live, 3)
    live = w.game("auction open", "anna", bids, "bruno")
    side = live.game.auction.turn.name.lower() if live.game.auction else ""
    w.do(live, "anna" if side == "white" else "bruno", e="bid", side=side, pieces=2)

    ballot = OpeningDraw(((22, 18), (10, 14)), "it-2m-43", 11, "seme")
    w.moves(w.game("ballot", "carla", NewGame(seat="both", ballot=ballot)), 3)
    eleven = Conditions(way=Way.ELEVEN_MEN, without=(3, 30), lot="Pisa {1}")
    w.moves(w.game("eleven men", "carla", NewGame(seat="both", conditions=eleven)), 3)


# ------------------------------------------------------------------------------------------------- archive


def archive(w: Writer) -> None:
    """Import files, write notes, judge games, keep puzzles, count openings."""
    rooms, anna = w.rooms, w["anna"]
    mixed = "".join(GOOD.format(n=n) for n in (1, 2, 3)) + ILLEGAL + BLUNDER + SILENT + GARBLED + WRONG
    mixed += GOOD.format(n=1) + UNKNOWN + POSITION + DRAWN_OPENING + SHOT
    _import(w, "mixed", "vecchie partite.pdn", mixed)
    _import(w, "with beginnings", "inizi.pdn", ILLEGAL + GARBLED, beginnings=True)
    waits = rooms.imports.start(anna.id, "a metà.pdn", "".join(GOOD.format(n=n) for n in (5, 6, 7)).encode())
    rooms.imports.step(waits.id, games=1)
    rooms.imports.stop(waits.id, anna.id, "it")
    w.made["imports"]["stopped"] = waits.id

    found = rooms.archive.search(anna.id, "en", size=100).items
    good = next(one for one in found if one.white.endswith("1"))
    rooms.archive.annotate(good.id, anna.id, 1, "Nota mia sull'archivio", "?!")
    blunder = next(one for one in found if one.plies == 16 and not one.event)
    lot = next(one for one in found if one.event == "Col sorteggio")
    w.made["archived"] = {"good": good.id, "blunder": blunder.id, "lot": lot.id}
    shot = next(one for one in found if one.event == "Problema")
    judged = {"blunder": blunder.id, "lot": lot.id, "shot": shot.id, "resigned": w.made["games"]["resigned"]}
    for name, id in judged.items():
        _judge(w, name, id)
    rooms.analysis.ask(good.id, anna.id)
    try:
        read_line("italian", "", "21-5")
    except DamieraError as error:
        rooms.analysis.fail(good.id, error.message)  # type: ignore[attr-defined, unused-ignore]
    w.made["analyses"]["failed"] = good.id
    _puzzles(w)
    while rooms.exploring.step():
        pass
    w.made["explored"] = {"italian": blunder.id, "international": w.made["games"]["resigned"]}


def _import(w: Writer, name: str, file: str, text: str, **more: Any) -> None:
    w.wait()
    job = w.rooms.imports.start(w["anna"].id, file, text.encode(), **more)
    w.made["imports"][name] = job.id
    while w.rooms.imports.step(job.id):
        w.wait(SECOND)


def _judge(w: Writer, name: str, id: str) -> None:
    """Judge a game with few nodes."""
    w.wait()
    w.rooms.analysis.ask(id, w["anna"].id)
    game = w.rooms.archive.record(id)[0].ruleset.slug
    for _ in w.rooms.analysis.work_on(id, Quick(game), Quick(game, 60_000)):
        pass
    progress = w.rooms.analysis.progress(id)
    assert progress is not None
    assert progress.report is not None
    w.made["analyses"][name] = id


def _puzzles(w: Writer) -> None:
    """Try a puzzle of one's own and two of the house; keep why the own ones are right."""
    solver, anna = w.rooms.puzzles, w["anna"].id
    own = [one for one in solver.puzzles(anna) if one.id not in shipped()]
    assert own
    w.made["reasons"] = {
        one.id: {"it": one.it, "en": one.en}
        for one in own  # as this program keeps them
    }
    solver.attempt(own[0].id, anna, own[0].solution[:1])
    first, second = list(shipped())[:2]
    solver.attempt(first, anna, shipped()[first].solution)
    solver.help(second, anna, solution=True)


# -------------------------------------------------------------------------------------------------- events


def events(w: Writer) -> None:
    """Run events of every system."""
    _individual(w)
    _matches(w)
    _groups(w)
    _teams(w)
    _knockout(w)
    _round_robin(w)
    _played_here(w)


def _individual(w: Writer) -> None:
    """Run an event with everything that may happen to a player, told by phones and taken back."""
    hall, rooms, anna = w.rooms.hall, w.rooms, w["anna"]
    facts = Announcement(
        "Trofeo «Città di Pisa»",
        place="Pisa",
        starts=date(2025, 11, 15),
        ends=date(2025, 11, 16),
        system=System.ROTATION,
        rounds=5,
        time_control="30+10",
        arbiter="Anna Rossi",
        deck="it-2m-43",
        seed="Livorno 7",
        notes="Portare\nla tessera.",
        prizes="Coppa\nMedaglia",
        exclusion="Niente telefoni.",
        timetable=(
            Appointment(date(2025, 11, 15), "9.30", "1-3", "Turni"),
            Appointment(date(2025, 11, 16), "9:00", "4-5", ""),
        ),
    )
    id = w.event("individual", "anna", facts, people(9))
    rooms.registration.open(id, anna, at_once=False)
    code = (rooms.registration.link(id) or _missing()).code
    asked = [
        rooms.registration.ask(id, code, w[name], EventPlayer(0, called, elo=2500, club="Nuovo"))
        for name, called in (("phone1", "Nuova Nina"), ("phone2", "Scartato Ugo"), ("phone3", "Attesa Rita"))
    ]
    w.wait()
    rooms.registration.accept(id, anna, asked[0].id)
    rooms.registration.refuse(id, anna, asked[1].id, "tessera scaduta")
    w.change(
        id,
        rate_by_list([RatingListLine("giocatore 1", 3210), RatingListLine("Giocatore 3", 2999)], "italian"),
    )
    w.change(
        id, correct(2, {"name": "Giocatore 2", "club": "Lucca", "province": "LU"}, seen=hall.load(id).version)
    )
    hall.join(hall.load(id).row.code, w["bruno"], "Bruno Bianchi")
    hall.number(id, anna, "elo")
    w.change(id, happen_to([9], PlayerChange.LATE, from_round=2, reason="treno"))
    hall.forbid(id, anna, 1, 2, absolute=True, reason="fratelli")
    hall.forbid(id, anna, 3, 4, absolute=False)
    hall.allow(id, anna, 3, 4)
    hall.check_in(id, anna, [1, 2, 3, 4, 5], here=True)
    live = hall.announce(
        id, anna, replace(hall.load(id).announced, prize_places=5), seen=hall.load(id).version
    )
    rooms.reports.switch(id, anna, on=True)

    live = hall.pair(id, anna, 1)
    one, two = live.event.rounds[0].games[:2]
    hall.swap(id, anna, 1, one.white, two.white, "richiesta delle due squadre")
    live = hall.turn(id, anna, 1, 3, "colore sbagliato")
    cards = {card.player.number: card.code for card in rooms.phones.cards(id, anna)}
    board = live.event.rounds[0].games[0]
    for name, number in (("phone3", board.white), ("phone4", board.black or 0)):
        rooms.phones.bind(id, w[name], cards[number])
    w.wait()
    rooms.reports.report(id, w["phone3"], 1, 1, "win")
    rooms.reports.report(id, w["phone4"], 1, 1, "draw")
    rooms.reports.report(id, w["phone4"], 1, 1, "win")
    rooms.phones.replace_code(id, anna, 7)
    live = w.report(id, 1, 2, "draw")
    live = hall.undo(id, anna, live.version, live.version, seen=live.version, reason="foglio letto male")
    w.report(id, 1, 2, "black-absent")
    w.play(id, 1, ("win", "loss", "draw"), pair=False)

    live = w.play(id, 2, ("loss", "draw", "win"))
    games = live.event.rounds[1].games
    w.change(id, happen_to([games[2].white], PlayerChange.FORFEITED, from_round=2, reason="ora"))
    w.change(id, happen_to([games[1].white], PlayerChange.WITHDRAWN, from_round=3))
    white, black = (live.event.player(n).name for n in (games[0].white, games[0].black or 0))
    PaperGameService(hall).attach(id, anna, 2, 1, PDN_OF_A_BOARD.format(w=white, b=black))

    live = hall.pair(id, anna, 3, only_present=False)
    w.report(id, 2, 1, "draw", reason="letto male il foglio")
    live = hall.load(id)
    out = live.event.rounds[2].games[0].white
    w.change(id, happen_to([out], PlayerChange.EXPELLED, from_round=3, reason="ha insultato l'arbitro"))
    w.play(id, 3, ("win", "draw"), pair=False)
    late = next(p.number for p in live.event.players if p.number not in (out, games[1].white, games[2].white))
    w.change(id, happen_to([late], PlayerChange.ABSENT, from_round=4, worth=Kind.HALF_BYE, reason="lavoro"))
    live = w.play(id, 4, ("win", "both-lost", "white-absent", "both-absent"))
    gone = next(g.white for g in live.event.rounds[3].games if g.black is not None)
    w.change(id, happen_to([gone], PlayerChange.EXCLUDED, from_round=4, reason="non aveva titolo"))
    w.change(id, override(games[1].white, "CTF", "malattia"))
    live = hall.pair(id, anna, 5)
    if live.open_games:
        w.report(id, 5, live.open_games[0].board, "win")
    w.made["said"]["withdrawn"] = live.event.player(games[1].white).name


def _missing() -> Any:
    raise AssertionError("not there")


def _matches(w: Writer) -> None:
    """Run an event of matches of two games, with openings for each board; paired again and by hand; over."""
    facts = Announcement(
        "Incontri", rounds=3, games=2, deck="it-2m-43", seed="x", ballots="board", scoring="1-½-0"
    )
    id = w.event("matches", "anna", facts, people(8))
    w.change(id, by_hand(1, [Pair(1, 2), Pair(3, 4), Pair(5, 6), Pair(7, 8)], "pilotato"))
    w.change(id, protect(1, 1, kept=True))
    w.change(id, pair_again(1, "altri da capo"))
    w.play(id, 1, ("win", "draw", "loss"), pair=False)
    w.play(id, 2, ("draw", "win"))
    w.play(id, 3, ("win",))
    w.rooms.hall.finish(id, w["anna"], over=True)

    dutch = w.event("dutch", "anna", Announcement("Olandese", system=System.DUTCH, rounds=4), people(7))
    w.change(dutch, lambda s: s.note("slots", toml=""))
    w.play(dutch, 1, ("win", "draw"))
    w.play(dutch, 2, ("loss", "win"))
    w.rooms.hall.pair(dutch, w["anna"], 3)


def _groups(w: Writer) -> None:
    """Run an event in two groups with a final, and one whose groups were taken back."""
    hall, anna = w.rooms.hall, w["anna"]
    halves = (GroupWanted("A", (1, 2, 3, 4), 3), GroupWanted("B", (5, 6, 7, 8), 2))
    id = w.event("in groups", "anna", Announcement("Gironi", system=System.ROUND_ROBIN), people(8))
    live = w.change(id, make_groups(halves))
    for group in live.groups:
        w.made["events"][f"group {group.name}"] = group.id
        for round in (1, 2, 3):
            inner = hall.pair(group.id, anna, round)
            for game in inner.open_games:
                won = "win" if game.white > (game.black or 0) else "loss"
                w.report(group.id, round, game.board, won)
    live = w.change(id, make_final(FinalWanted("Finale", 1, 2, System.KNOCKOUT)))
    final = live.groups[-1].id
    w.made["events"]["final"] = final
    w.play(final, 1, ("win", "loss"))
    hall.pair(final, anna, 2)

    taken = w.event("groups dissolved", "anna", Announcement("Sciolti"), people(8))
    w.change(taken, make_groups(halves))
    w.change(taken, dissolve_groups())


def _teams(w: Writer) -> None:
    """Run an event of teams on two boards; one team leaves."""
    id = w.event("teams", "anna", Announcement("Squadre", boards=2, rounds=3), people(9))
    live = w.change(id, club_teams())
    w.rooms.hall.enter(id, w["anna"], people(4, 10))
    numbers = [p.number for p in w.rooms.hall.load(id).event.players][-4:]
    live = w.change(id, put_team(None, "Riserve", numbers[:3], "Pisa"))
    live = w.change(id, put_team(live.event.teams[-1].number, "Le riserve", numbers, "Pisa"))
    w.play(id, 1, ("win", "draw", "loss"))
    w.play(id, 2, ("draw", "loss"))
    w.change(id, team_leaves(live.event.teams[0].number, "autobus"))
    w.rooms.hall.pair(id, w["anna"], 3)


def _knockout(w: Writer) -> None:
    """Run a knockout with a match for the third place and a match that needs one more game."""
    facts = Announcement("Coppa", system=System.KNOCKOUT, third_place=True)
    id = w.event("knockout", "anna", facts, people(6))
    live = w.play(id, 1, ("draw", "win"))
    even = next(g.board for g in live.event.rounds[0].games if g.result(live.event.settings.scoring) == "1-1")
    live = w.change(id, play_off(1, even))
    w.play(id, 1, ("loss",), pair=False)
    w.play(id, 2, ("loss", "win"))
    w.rooms.hall.pair(id, w["anna"], 3)


def _round_robin(w: Writer) -> None:
    """Run a small event that only a play-off can decide."""
    facts = Announcement("Girone", system=System.ROUND_ROBIN, tiebreaks="SB,direct", unplayed="zero")
    id = w.event("round robin", "carla", facts, people(4))
    hall = w.rooms.hall
    hall.join(hall.load(id).row.code, w["anna"], "Anna")
    for round in (1, 2, 3):
        w.play(id, round, ("draw",))
    w.change(id, playoff([3, 1, 2, 4], reason="lampo"))


def _played_here(w: Writer) -> None:
    """Run an event whose boards are games of this house: one is over, one under way."""
    rooms, anna = w.rooms, w["anna"]
    id = w.event("played here", "anna", Announcement("In rete", rounds=3), people(4))
    rooms.online.switch(id, anna, on=True, clock="30+10")
    live = rooms.hall.pair(id, anna, 1)
    cards = {card.player.number: card.code for card in rooms.phones.cards(id, anna)}
    names = iter(("phone1", "phone2", "phone3", "phone4"))
    sat: list[tuple[str, str, str]] = []
    for game in live.event.rounds[0].games:
        white, black = next(names), next(names)
        for name, number in ((white, game.white), (black, game.black or 0)):
            rooms.phones.bind(id, w[name], cards[number])
            played = rooms.online.sit(id, w[name], 1, game.board)
        sat.append((played, white, black))
        w.moves(rooms.play.load(played), 4)
    over, white, _ = sat[0]
    rooms.play.act(over, w[white].id, "resign")
    for ended in rooms.online.ended():
        rooms.online.record(ended)
    w.made["games"]["board over"], w.made["games"]["board under way"] = over, sat[1][0]


# ---------------------------------------------------------------------------------------------- the folder


def main(out: Path) -> None:
    """Write the folder and what is in it."""
    _same_every_time()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        w = Writer(folder)
        games(w)
        archive(w)
        events(w)
        under_way(w)
        told = found_in(w.rooms, w.made)
        w.rooms.close()
        (out / "data.sqlite3.xz").write_bytes(lzma.compress(_whole(folder / FILE_NAME), preset=9))
    kept = {"commit": COMMIT, "now": w.clock.now, "made": w.made, "found": told}
    (out / "made.json").write_text(_lines(kept) + "\n", encoding="utf-8")


def _lines(value: object, depth: int = 0) -> str:
    """Return JSON with a line for each thing: its outer four levels are broken up."""
    if not isinstance(value, dict) or depth > 3:
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    inner = ",\n".join(f"{json.dumps(key)}: {_lines(one, depth + 1)}" for key, one in sorted(value.items()))
    return f"{{\n{inner}\n}}"


def _whole(file: Path) -> bytes:
    """Return a database as one file, without what its write-ahead log would hold."""
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        raw.execute("PRAGMA journal_mode=DELETE")
        raw.execute("VACUUM")
    return file.read_bytes()


def _same_every_time() -> None:
    """Draw names and codes from a fixed seed."""
    drawn = random.Random(417867)
    letters = string.ascii_letters + string.digits

    def hexes(n: int = 32) -> str:
        return drawn.randbytes(n).hex()

    made: dict[str, Callable[..., Any]] = {
        "choice": drawn.choice,
        "randbelow": drawn.randrange,
        "token_hex": hexes,
        "token_urlsafe": lambda n=32: "".join(drawn.choices(letters, k=n)),
    }
    for name, draw in made.items():
        setattr(secrets, name, draw)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

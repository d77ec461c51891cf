"""What a data folder holds, told through the use cases as plain values.

`write.py` tells it with the old program when it makes the folder, and the test with today's: so only what
both offer is used here. Sentences are told where they were written down in the data; those that a program
makes anew at each look may be worded better by a later one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from damiera._core import Side
from damiera.service import ports
from damiera.service.analysis import Analysis
from damiera.service.archive import ArchiveService
from damiera.service.conduct import ConductService
from damiera.service.engine_moves import EngineMoves
from damiera.service.explorer import ExplorerService
from damiera.service.identity import Identity, Visitor
from damiera.service.imports import ImportService
from damiera.service.live import GameCache
from damiera.service.play import Play
from damiera.service.puzzle_views import shipped
from damiera.service.puzzles import PuzzleService
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.online import OnlineBoardService
from damiera.service.tournament.phones import PhoneService
from damiera.service.tournament.registration import Registration
from damiera.service.tournament.reports import ReportService
from damiera.store.database import open_store

__all__ = ["LANGS", "Made", "Rooms", "found_in"]

LANGS = ("it", "en")

Made = Mapping[str, Any]
"""What `write.py` made: for each kind of thing its names by what they are called in the test."""


class Rooms:
    """All use cases over a folder, at the time of a clock."""

    def __init__(self, folder: Path, clock: ports.ServerClock) -> None:
        self.clock = clock
        self.opened = open_store(folder)
        store: ports.StorePort = self.opened
        self.desk = GameCache(store, clock)
        self.identity = Identity(store, clock)
        self.play = Play(self.desk)
        self.conducting = ConductService(self.desk)
        self.engine_moves = EngineMoves(self.desk)
        self.archive = ArchiveService(self.desk)
        self.imports = ImportService(store, clock)
        self.analysis = Analysis(self.desk, self.archive)
        self.puzzles = PuzzleService(self.desk)
        self.exploring = ExplorerService(self.desk)
        self.hall = TournamentService(store, clock)
        self.phones = PhoneService(self.hall, store, clock)
        self.registration = Registration(self.hall, store, clock)
        self.reports = ReportService(self.hall)
        self.online = OnlineBoardService(self.hall, self.desk, store)
        self.hall.followers.append(self.online.follow)

    def close(self) -> None:
        """Close the database."""
        self.opened.close()


def found_in(rooms: Rooms, made: Made) -> dict[str, Any]:
    """Return all that is to be found in the folder, as JSON would hold it."""
    people = {name: Visitor(one["id"], one["name"]) for name, one in made["people"].items()}
    owner = people["anna"]
    told = {
        "people": {
            name: msgspec.to_builtins(rooms.identity.visitor(one["token"]))
            for name, one in made["people"].items()
        },
        "games": {name: _game(rooms, id, people) for name, id in made["games"].items()},
        "imports": {name: _import(rooms, id, owner) for name, id in made["imports"].items()},
        "archive": _archive(rooms, owner),
        "analyses": {name: _analysis(rooms, id) for name, id in made["analyses"].items()},
        "puzzles": _puzzles(rooms, owner),
        "explorer": _explorer(rooms, owner, made["explored"]),
        "events": {name: _event(rooms, id, people) for name, id in made["events"].items()},
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(told))
    return plain


# --- games ---


def _game(rooms: Rooms, id: str, people: Mapping[str, Visitor]) -> dict[str, Any]:
    live = rooms.play.load(id)
    game, now = live.game, rooms.clock.now_ms()
    clock, outcome, auction = game.clock, game.outcome, game.auction
    return {
        "game": game.ruleset.slug,
        "rulebook": game.rulebook,
        "version": live.version,
        "moves": [ply.text for ply in live.history],
        "paths": [ply.path for ply in live.history],
        "fen": game.position.fen,
        "side": game.side.name,
        "outcome": [outcome.score, outcome.termination] if outcome else None,
        "seats": [[s.side, s.kind, s.player_id, s.level, s.name, s.invite] for s in live.row.seats],
        "clock": [clock.remaining(side, now) for side in (Side.WHITE, Side.BLACK)] if clock else None,
        "running": clock.running.name if clock and clock.running else None,
        "conditions": msgspec.json.decode(game.conditions.encode()),
        "halt": game.conduct.halt,
        "restarts": game.conduct.restarts,
        "log": [[entry.at, entry.author] for entry in game.conduct.log],
        "offer": game.draw_offer.name if game.draw_offer is not None else None,
        "calls": auction.calls if auction is not None else None,
        "rematch": live.rematch,
        "notes": {
            name: [[n.ply, n.comment, n.mark] for n in rooms.archive.notes(id, who.id)]
            for name, who in people.items()
        },
    }


# --- archive ---


def _import(rooms: Rooms, id: str, owner: Visitor) -> dict[str, Any]:
    state = rooms.imports.state(id, owner.id, "en")
    return {
        "name": state.name,
        "status": state.status,
        "counts": [state.total, state.done, state.imported, state.duplicates, state.refused],
        "errors": {
            lang: [
                [e.game, e.line, e.column, e.reason, e.excerpt]
                for e in rooms.imports.errors(id, owner.id, lang)
            ]
            for lang in LANGS
        },
    }


def _archive(rooms: Rooms, owner: Visitor) -> list[dict[str, Any]]:
    out = []
    for line in rooms.archive.search(owner.id, "en", size=100).items:
        kept = rooms.archive.archived(line.id, owner.id, "en")
        out.append(
            {
                "id": line.id,
                "line": [line.game, line.white, line.black, line.event, line.date, line.score, line.plies],
                "place": [line.source, line.number],
                "tags": kept.tags,
                "comment": kept.comment,
                "moves": [ply.text for ply in kept.view.history],
                "notes": [[ply.comment, ply.mark] for ply in kept.view.history],
                "fen": kept.view.fen,
            }
        )
    return sorted(out, key=lambda one: str(one["id"]))


# --- analysis ---


def _analysis(rooms: Rooms, id: str) -> dict[str, Any]:
    progress = rooms.analysis.progress(id)
    assert progress is not None, id
    report = progress.report
    return {
        "status": [progress.status, progress.done, progress.total],
        "why": {lang: _words(progress.why, lang) for lang in LANGS} if progress.why else None,
        "report": _report(rooms, id, report) if report else None,
    }


def _report(rooms: Rooms, id: str, report: Any) -> dict[str, Any]:
    return {
        "facts": [report.start, report.out, report.depth, report.nodes, report.measured],
        "plies": [
            [one.ply, one.text, one.white, one.klass, one.sign, one.missed, one.best, one.line]
            for one in report.plies
        ],
        "scores": {lang: [_worded(one, "score", lang) for one in report.plies] for lang in LANGS},
        "said": {lang: [_worded(one, "said", lang) for one in report.plies] for lang in LANGS},
        "pdn": {lang: _annotated(rooms, id, report, lang) for lang in LANGS},
    }


def _words(text: Any, lang: str) -> str:
    if not hasattr(text, "text") and not hasattr(text, "get"):
        from damiera.tournament.steps import worded  # the steps of a pairing are codes since

        text = worded(text)
    return str(text.text(lang) if hasattr(text, "text") else text.get(lang))


def _worded(ply: Any, what: str, lang: str) -> str:
    """Return a sentence of a report, which the old program kept as a pair."""
    read = getattr(ply, f"{what}_in", None)
    return str(read(lang) if read else getattr(ply, what)[LANGS.index(lang)])


def _annotated(rooms: Rooms, id: str, report: Any, lang: str) -> str:
    read: Any = getattr(rooms.analysis, "annotated", None)
    return str(read(id, lang) if read else report.pdn[LANGS.index(lang)])


def _puzzles(rooms: Rooms, owner: Visitor) -> dict[str, Any]:
    own = [one for one in rooms.puzzles.puzzles(owner.id) if one.id not in shipped()]
    return {
        "own": [[one.id, one.game, one.fen, one.goal, one.solution, one.theme] for one in own],
        "fared": {
            id: [fared.tries, fared.helped, fared.solved]
            for id, fared in sorted(rooms.puzzles.fared(owner.id).items())
        },
    }


def _explorer(rooms: Rooms, owner: Visitor, ids: Mapping[str, str]) -> dict[str, Any]:
    out = {}
    for name, id in ids.items():
        start = rooms.archive.positions(id)[0]
        seen = rooms.exploring.explore(owner.id, start)
        out[name] = {
            "total": rooms.exploring.total(owner.id, start.rules.slug),
            "moves": [[one.text, one.tally.games] for one in seen.moves],
            "games": [[one.source, one.ply, one.facts.white, one.facts.black] for one in seen.games],
        }
    return out


# --- the hall ---


def _event(rooms: Rooms, id: str, people: Mapping[str, Visitor]) -> dict[str, Any]:
    live = rooms.hall.load(id)
    event, scoring = live.event, live.event.settings.scoring
    arbiter = next(who for who in people.values() if live.is_arbiter(who.id))
    link = rooms.registration.link(id)
    pairings = sorted(live.state.pairings.items())
    return {
        "name": live.row.name,
        "code": live.row.code,
        "version": live.version,
        "broken": rooms.hall.proved(id) is not None,
        "seal": live.log.entries[-1].digest,
        "arbiters": live.arbiters,
        "announced": msgspec.to_builtins(live.announced),
        "settings": msgspec.to_builtins(event.settings),
        "over": live.over,
        "players": [msgspec.to_builtins(one) for one in event.players],
        "teams": [msgspec.to_builtins(one) for one in event.teams],
        "here": sorted(live.here),
        "rounds": [
            {
                "number": r.number,
                "closed": r.closed,
                "games": [
                    [g.board, g.leg, g.white, g.black, g.kind, g.match, g.result(scoring)] for g in r.games
                ],
            }
            for r in event.rounds
        ],
        "standing": [
            [r.number, r.rank, r.technical, r.points, r.played, r.won, r.drawn, r.lost, r.left]
            for r in live.standing.rows
        ],
        "criteria": {str(n): made.criteria for n, made in pairings},
        "trace": {
            lang: {str(n): [_words(s, lang) for s in made.trace] for n, made in pairings} for lang in LANGS
        },
        "ballots": {str(n): msgspec.to_builtins(one) for n, one in sorted(live.ballots.items())},
        "board ballots": [msgspec.to_builtins(one) for _, one in sorted(live.board_ballots.items())],
        "playoffs": live.playoffs,
        "overrides": {str(n): [one.author, one.reason] for n, one in sorted(live.overrides.items())},
        "groups": [msgspec.to_builtins(one) for one in live.groups],
        "part of": msgspec.to_builtins(live.part_of),
        "slots": live.slots,
        "cards": [[c.player.name, c.code, c.phones] for c in rooms.phones.cards(id, arbiter)],
        "phones": {
            name: player.name for name, who in people.items() if (player := rooms.phones.who_is(id, who.id))
        },
        "link": [link.code, link.at_once] if link else None,
        "asked": [
            [one.id, one.at, one.player.name, one.state, one.number, one.reason]
            for who in people.values()
            for one in rooms.registration.asked_by(id, who.id)
        ],
        "waiting": [one.id for one in rooms.registration.waiting(id)],
    }

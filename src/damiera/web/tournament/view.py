"""What the pages of the tournament hall show: an event as tables, lists and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from damiera.errors import DamieraError
from damiera.game.openings import deck
from damiera.messages import Lang, Message, short_date
from damiera.notation.moves import best_route
from damiera.paper.geometry import geometry
from damiera.paper.svg import Marks, diagram
from damiera.rating.categories import letters
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import ruleset
from damiera.service.tournament.event import LiveEvent, RoundDraw, result_name
from damiera.service.tournament.reports import REPORTED
from damiera.tournament.model import (
    Event,
    EventPlayer,
    Kind,
    RoundGame,
    System,
    available,
    entries,
    met,
    score,
    status,
)
from damiera.tournament.pairing.knockout import winner
from damiera.tournament.pairing.why import why, why_not
from damiera.web.tournament.standings import column, standing_now
from damiera.web.tournament.words import CHANGES, KINDS, SYSTEMS, short_result

__all__ = ["board_facts", "desk_facts", "head_facts", "player_rows", "public_facts"]

_WHY_UP_TO: Final = 400
"""Above this many players the question why is answered only when it is asked."""


def head_facts(live: LiveEvent, lang: Lang) -> dict[str, Any]:
    """Return what stands above every page of an event."""
    event, facts = live.event, live.announced
    return {
        "id": live.id,
        "name": event.name,
        "place": event.place,
        "dates": _dates(event, lang),
        "game": ruleset(event.game).name.text(lang),
        "book": _book(facts.rulebook, lang),
        "system": SYSTEMS[event.settings.system].text(lang),
        "players": len(event.players),
        "clock": event.time_control,
        "version": live.version,
        "over": live.over,
        "rounds": event.played_rounds,
        "planned": live.planned,
        "bracket": event.settings.system is System.KNOCKOUT,
        "teams": bool(event.settings.boards),
        "groups": live.groups,
        "part_of": live.part_of,
    }


def _book(id: str, lang: Lang) -> str:
    try:
        return rulebook(id).short.text(lang)
    except DamieraError:
        return id


def _dates(event: Event, lang: Lang) -> str:
    days = [short_date(d, lang) for d in dict.fromkeys((event.starts, event.ends)) if d]
    return " – ".join(days)


def steps(live: LiveEvent, shown: int) -> list[dict[str, Any]]:
    """Return the rounds as steps: those played, the one now, those to come."""
    current = live.event.played_rounds
    last = max(current, live.planned, 1)
    return [
        {
            "number": n,
            "state": "done" if n < current else "now" if n == current else "later",
            "shown": n == shown,
        }
        for n in range(1, last + 1)
    ]


def desk_facts(live: LiveEvent, lang: Lang, round: int | None, board: int | None) -> dict[str, Any]:
    """Return the desk: a round's boards, what is missing, which board is asked about."""
    event = live.event
    shown = round if round and event.round(round) else event.played_rounds
    held = event.round(shown)
    games = held.games if held else ()
    rows = [_row(live, game, lang) for game in games]
    paired = [r for r in rows if not r["bye"]]
    done = sum(r["over"] for r in paired)
    waiting = [r for r in paired if not r["over"]]
    coming = live.next_round()
    return {
        "round": shown,
        "current": shown == event.played_rounds,
        "steps": steps(live, shown),
        "rows": rows,
        "boards": len(paired),
        "done": done,
        "missing": len(waiting),
        "percent": 100 * done // len(paired) if paired else 0,
        "next": coming.number,
        "waits": coming.waits.text(lang) if coming.waits else "",
        "closed": bool(held and held.closed),
        "manual": held.reason if held and held.manual else "",
        "labels": [(name, short_result(name, event.settings.scoring)) for name in REPORTED],
        "ballot": _ballot(live, shown, lang),
        "ballot_links": _ballot_links(live, shown),
        "matches": _matches(live, shown),
        "untouched": bool(held) and all(g.white_mark is None for g in games),
        "absent": len(set(available(event, coming.number)) - live.here),
        "checked": len(live.here),
        "asked": board,
    }


def _row(live: LiveEvent, game: RoundGame, lang: Lang) -> dict[str, Any]:
    event = live.event
    name = result_name(game)
    scoring = event.settings.scoring

    def side(number: int | None) -> dict[str, Any]:
        if number is None:
            return {"number": None, "name": "", "points": "", "club": ""}
        player = event.player(number)
        points = scoring.said(score(event, number, game.round - 1))
        return {"number": number, "name": player.name, "points": points, "club": player.club}

    return {
        "board": game.board,
        "leg": game.leg,
        "white": side(game.white),
        "black": side(game.black),
        "bye": game.black is None or game.kind is Kind.ANNULLED,
        "kind": KINDS[game.kind].text(lang) if game.kind in KINDS else "",
        "worth": scoring.said(scoring.points(game.kind, None)) if game.black is None else "",
        "result": name,
        "said": game.result(scoring),
        "usual": name in ("win", "draw", "loss", "none"),
        "over": game.is_over,
        "even": _is_even(live, game) and _is_last(live, game),
        "protected": game.protected,
        "drawn": _drawn_said(live, live.board_ballots.get((game.round, game.match or game.board)), lang),
    }


def _ballot(live: LiveEvent, round: int, lang: Lang) -> dict[str, Any] | None:
    """Return the opening drawn for a round, with its diagram, its seed and where it can be checked."""
    drawn = live.ballots.get(round)
    if drawn is None:
        return None
    chosen = deck(drawn.deck)
    opening, game = chosen.opening(drawn.number), chosen.ruleset
    position, route = opening.start(game), tuple[int, ...]()
    for move in opening.played(game):
        route = best_route(position, move)
        position = position.play(move)
    said = opening.said(game).text(lang)
    marks = Marks(last=route) if route else Marks(marked=[there for _, there in opening.placed])
    return {
        "deck": drawn.deck,
        "name": chosen.name.text(lang),
        "number": drawn.number,
        "seed": drawn.seed,
        "said": said,
        "picture": diagram(geometry(game.core), position.pieces, label=said, marks=marks),
    }


def board_facts(
    live: LiveEvent, lang: Lang, round: int, board: int, versus: int | None, leg: int = 1
) -> dict[str, Any] | None:
    """Return one board of a round, and why these two meet; with `versus` why White does not meet another."""
    event = live.event
    held = event.round(round)
    game = next((g for g in held.games if (g.board, g.leg) == (board, leg)), None) if held else None
    if game is None or not held:
        return None
    row = _row(live, game, lang)
    facts: dict[str, Any] = {
        "row": row,
        "why": [],
        "met": [],
        "others": [],
        "askable": False,
        "versus": versus,
        "answer": "",
        "protected": game.protected,
        "ballot": row["drawn"],
        "even": _is_even(live, game),
    }
    made, field = live.pairing(round), live.field
    match = field.round(round)
    first = next(g for g in held.games if g.board == game.board)
    own = first if not event.settings.boards or match is None else match.games[game.match - 1]
    if made is None or match is None:
        return facts
    facts["pair"] = [field.player(n).name for n in (own.white, own.black) if n is not None]
    facts["met"] = _met_before(field, own, round)
    facts["askable"] = True
    if len(event.players) <= _WHY_UP_TO or versus:
        try:
            facts["why"] = [t.text(lang) for t in why(event, made, own.white).said]
        except (DamieraError, KeyError):
            facts["askable"] = False
    seated = [n for g in match.games for n in (g.white, g.black) if n is not None]
    facts["others"] = [field.player(n) for n in sorted(set(seated) - {own.white, own.black})]
    if versus is not None and versus in seated:
        try:
            answer = why_not(event, made, own.white, versus)
            facts["answer"] = answer.text(lang)
            facts["versus_name"] = field.player(versus).name
        except (DamieraError, KeyError):
            facts["answer"] = ""
    return facts


def _is_last(live: LiveEvent, game: RoundGame) -> bool:
    """Tell whether no other game follows at the board of a game, in its round."""
    held = live.event.round(game.round)
    return held is not None and not any(g.board == game.board and g.leg > game.leg for g in held.games)


def _is_even(live: LiveEvent, game: RoundGame) -> bool:
    """Tell whether a knockout match has no winner though all its games are over."""
    event = live.event
    held = event.round(game.round)
    if (
        event.settings.system is not System.KNOCKOUT
        or event.settings.boards
        or game.black is None
        or not held
    ):
        return False
    over = all(g.is_over for g in held.games if g.board == game.board)
    return over and winner(event, game.round, game.white, game.black) is None


def _drawn_said(live: LiveEvent, drawn: RoundDraw | None, lang: Lang) -> str:
    """Return the opening of a board in words; "" if the round has one for all, or none."""
    if drawn is None:
        return ""
    chosen = deck(drawn.deck)
    return f"{chosen.opening(drawn.number).said(chosen.ruleset).text(lang)} ({drawn.number})"


def _ballot_links(live: LiveEvent, round: int) -> dict[int, str]:
    """Return where the opening of each board can be drawn again, by its board."""
    return {
        board: f"/openings/{b.deck}?{urlencode({'seed': b.seed, 'round': round, 'board': board})}#result"
        for (held, board), b in live.board_ballots.items()
        if held == round
    }


def _matches(live: LiveEvent, round: int) -> dict[int, dict[str, Any]]:
    """Return the matches of teams, by the first board of each: who meets, the board points so far."""
    event, held, paired = live.event, live.event.round(round), live.field.round(round)
    if not event.settings.boards or held is None or paired is None:
        return {}
    out: dict[int, dict[str, Any]] = {}
    for match in paired.games:
        games = [g for g in held.games if g.match == match.board]
        sides = [match.white, *([match.black] if match.black else [])]
        out[min(g.board for g in games)] = {
            "table": match.board,
            "names": [live.field.player(n).name for n in sides],
            "points": [event.settings.scoring.said(_board_sum(event, games, n)) for n in sides],
        }
    return out


def _board_sum(event: Event, games: Sequence[RoundGame], team: int) -> int:
    """Return what the boards of a match have brought a team."""
    members = next(t.members for t in event.teams if t.number == team)
    points = event.settings.scoring.points
    return sum(
        points(g.kind, g.white_mark if g.white in members else g.black_mark)
        for g in games
        if g.white in members or g.black in members
    )


def _met_before(event: Event, game: RoundGame, round: int) -> list[str]:
    return [
        event.player(e.opponent).name
        for e in entries(event, game.white, round - 1)
        if e.opponent is not None and e.opponent in met(event).get(game.white, ()) and e.leg == 1
    ]


# --- players ---------------------------------------------------------------------------------------------


def player_rows(live: LiveEvent, lang: Lang) -> list[dict[str, Any]]:
    """Return the list of players with what may be done to each."""
    event = live.event
    coming = event.played_rounds + 1
    paired = {n for g in event.games for n in (g.white, g.black)}
    return [
        {
            "player": player,
            "category": letters(player.category),
            "here": player.number in live.here,
            "state": _state(event, player, coming, lang),
            "away": status(event, player.number, coming) is not None,
            "removable": player.number not in paired,
            "points": event.settings.scoring.said(score(event, player.number)),
        }
        for player in sorted(event.players, key=lambda p: p.number)
    ]


def _state(event: Event, player: EventPlayer, coming: int, lang: Lang) -> str:
    held = status(event, player.number, coming)
    if held is None:
        return ""
    said = CHANGES[held.change].text(lang)
    since = Message("from round {n}").format(n=held.from_round).text(lang)
    return f"{said} {since}" + (f": {held.reason}" if held.reason else "")


def public_facts(live: LiveEvent, lang: Lang) -> dict[str, Any]:
    """Return what phones in the hall see: the boards of the round under way, and the standing."""
    facts = desk_facts(live, lang, None, None)
    finder = []
    for row in facts["rows"]:
        for own, other, colour in (("white", "black", "w"), ("black", "white", "b")):
            if row[own]["number"] is not None and row["leg"] == 1:
                finder.append({
                    "name": row[own]["name"], "board": row["board"], "colour": colour,
                    "bye": row["bye"], "opponent": row[other]["name"],
                })  # fmt: skip
    finder.sort(key=lambda f: str(f["name"]).casefold())
    whole = standing_now(live) if live.event.players else None
    rows = [
        {
            "rank": row.rank,
            "name": whole.names[row.number],
            "points": whole.points_said(row),
            "values": whole.values_said(row),
        }
        for row in whole.ranked
    ] if whole and live.event.rounds else []  # fmt: skip
    columns = [column(c) for c in whole.rules.tiebreaks] if whole else []
    return {**facts, "finder": finder, "standing": rows, "columns": columns}

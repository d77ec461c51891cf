"""What the pages of the tournament hall show: an event as tables, lists and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Final

from damiera.errors import DamieraError
from damiera.game.openings import deck, decks_of
from damiera.lang import Lang, Text
from damiera.notation.moves import best_route
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import ruleset
from damiera.service.hall import RESULTS, LiveEvent, result_name
from damiera.tournament.log import Entry
from damiera.tournament.model import (
    Change,
    Event,
    Game,
    Kind,
    Mark,
    Player,
    Scoring,
    System,
    entries,
    met,
    score,
    status,
)
from damiera.tournament.model import Entry as Line
from damiera.tournament.pairing.why import why, why_not
from damiera.tournament.standings import (
    Rules,
    Standing,
    StandingRow,
    classification,
    classifications,
    club_classification,
    parse_tiebreaks,
    standing,
)
from damiera.tournament.tiebreak.catalogue import tiebreak
from damiera.web.geometry import geometry
from damiera.web.svg import Marks, diagram

__all__ = [
    "CHANGES",
    "SYSTEMS",
    "board_facts",
    "desk_facts",
    "head_facts",
    "log_groups",
    "player_rows",
    "public_facts",
    "result_choices",
    "standing_facts",
    "standing_now",
]

_WHY_UP_TO: Final = 400
"""Above this many players the question why is answered only when it is asked."""

SYSTEMS: Final[dict[System, Text]] = {
    System.OPTIMAL: Text("italo-svizzero ottimo (Damiera)", "Swiss, best pairing (Damiera)"),
    System.ROTATION: Text("italo-svizzero a rotazione (federale)", "Italian Swiss by rotation (federation)"),
    System.DUTCH: Text("svizzero olandese (FIDE)", "Swiss, Dutch system (FIDE)"),
    System.ROUND_ROBIN: Text("girone all'italiana", "all play all"),
    System.KNOCKOUT: Text("eliminazione diretta", "knockout"),
}

CHANGES: Final[dict[Change, Text]] = {
    Change.LATE: Text("entra in ritardo", "enters late"),
    Change.ABSENT: Text("assente", "absent"),
    Change.WITHDRAWN: Text("ritirato", "withdrawn"),
    Change.FORFEITED: Text("non si presenta", "does not appear"),
    Change.EXPELLED: Text("espulso", "expelled"),
    Change.EXCLUDED: Text("escluso", "excluded"),
}

_RESULTS: Final[dict[str, Text]] = {
    "both-lost": Text("perdono tutti e due", "both lose"),
    "black-absent": Text("il Nero non c'è", "Black is absent"),
    "white-absent": Text("il Bianco non c'è", "White is absent"),
    "both-absent": Text("non c'è nessuno dei due", "neither is there"),
    "none": Text("ancora nessun risultato", "no result yet"),
}
_KINDS: Final = {
    Kind.BYE: Text("riposa", "rests"),
    Kind.FULL_BYE: Text("riposo chiesto", "rest asked for"),
    Kind.HALF_BYE: Text("riposo chiesto", "rest asked for"),
    Kind.ZERO_BYE: Text("assente", "absent"),
    Kind.ANNULLED: Text("annullata", "annulled"),
}
_AGAINST_WHITE: Final = Text("col Bianco contro", "as White against")
_AGAINST_BLACK: Final = Text("col Nero contro", "as Black against")


def result_choices(scoring: Scoring, lang: Lang) -> list[dict[str, str]]:
    """Return every result there is, by name, as the form for unusual ones offers them."""
    return [{"name": name, "said": _result_said(name, scoring, lang)} for name in RESULTS]


def _result_said(name: str, scoring: Scoring, lang: Lang) -> str:
    short = _short(name, scoring)
    return (
        f"{short} · {_RESULTS[name].get(lang)}"
        if name in _RESULTS and short
        else short or _RESULTS[name].get(lang)
    )


def _short(name: str, scoring: Scoring) -> str:
    white, black, kind = RESULTS[name]
    if white is None:
        return ""
    return Game(1, 1, 1, 2, white, black, kind).result(scoring)


def head_facts(live: LiveEvent, lang: Lang) -> dict[str, Any]:
    """Return what stands above every page of an event."""
    event, facts = live.event, live.announced
    return {
        "id": live.id,
        "name": event.name,
        "place": event.place,
        "dates": _dates(event, lang),
        "game": ruleset(event.game).name.get(lang),
        "book": _book(facts.rulebook, lang),
        "system": SYSTEMS[event.settings.system].get(lang),
        "players": len(event.players),
        "clock": event.time_control,
        "version": live.version,
        "over": live.over,
        "rounds": event.played_rounds,
        "planned": live.planned,
    }


def _book(id: str, lang: Lang) -> str:
    try:
        return rulebook(id).short.get(lang)
    except DamieraError:
        return id


def _dates(event: Event, lang: Lang) -> str:
    def said(day: Any) -> str:
        return f"{day.day}/{day.month}/{day.year}" if lang == "it" else f"{day:%d %b %Y}"

    days = [said(d) for d in dict.fromkeys((event.starts, event.ends)) if d]
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
        "waits": coming.waits.get(lang) if coming.waits else "",
        "closed": bool(held and held.closed),
        "manual": held.reason if held and held.manual else "",
        "labels": [(name, _short(name, event.settings.scoring)) for name in ("win", "draw", "loss")],
        "ballot": _ballot(live, shown, lang),
        "absent": len(event.players) - len(live.here),
        "checked": len(live.here),
        "asked": board,
    }


def _row(live: LiveEvent, game: Game, lang: Lang) -> dict[str, Any]:
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
        "kind": _KINDS[game.kind].get(lang) if game.kind in _KINDS else "",
        "worth": scoring.said(scoring.points(game.kind, None)) if game.black is None else "",
        "result": name,
        "said": game.result(scoring),
        "usual": name in ("win", "draw", "loss", "none"),
        "over": game.is_over,
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
    said = opening.said(game).get(lang)
    marks = Marks(last=route) if route else Marks(marked=[there for _, there in opening.placed])
    return {
        "deck": drawn.deck,
        "name": chosen.name.get(lang),
        "number": drawn.number,
        "seed": drawn.seed,
        "said": said,
        "picture": diagram(geometry(game.core), position.pieces, label=said, marks=marks),
    }


def board_facts(
    live: LiveEvent, lang: Lang, round: int, board: int, versus: int | None
) -> dict[str, Any] | None:
    """Return one board of a round, and why these two meet; with `versus` why White does not meet another."""
    event = live.event
    held = event.round(round)
    game = next((g for g in held.games if g.board == board), None) if held else None
    if game is None or not held:
        return None
    row = _row(live, game, lang)
    facts: dict[str, Any] = {"row": row, "why": [], "others": [], "versus": versus, "answer": ""}
    made = live.pairing(round)
    if made is None:
        return facts
    if len(event.players) <= _WHY_UP_TO or versus:
        try:
            facts["why"] = [t.get(lang) for t in why(event, made, game.white).said]
        except (DamieraError, KeyError):
            facts["why"] = []
        facts["met"] = _met_before(event, game, round)
    seated = [n for g in held.games for n in (g.white, g.black) if n is not None]
    facts["others"] = [event.player(n) for n in sorted(set(seated) - {game.white, game.black})]
    if versus is not None and versus in seated:
        try:
            answer = why_not(event, made, game.white, versus)
            facts["answer"] = answer.text(lang)
            facts["versus_name"] = event.player(versus).name
        except (DamieraError, KeyError):
            facts["answer"] = ""
    return facts


def _met_before(event: Event, game: Game, round: int) -> list[str]:
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
            "here": player.number in live.here,
            "state": _state(event, player, coming, lang),
            "away": status(event, player.number, coming) is not None,
            "removable": player.number not in paired,
            "points": event.settings.scoring.said(score(event, player.number)),
        }
        for player in sorted(event.players, key=lambda p: p.number)
    ]


def _state(event: Event, player: Player, coming: int, lang: Lang) -> str:
    held = status(event, player.number, coming)
    if held is None:
        return ""
    said = CHANGES[held.change].get(lang)
    since = Text("dal turno {n}", "from round {n}").format(n=held.from_round).get(lang)
    return f"{said} {since}" + (f": {held.reason}" if held.reason else "")


# --- standings -------------------------------------------------------------------------------------------


def standing_now(live: LiveEvent, after: int | None = None) -> Standing:
    """Return the standing by the tie-breaks that were announced."""
    codes = parse_tiebreaks(live.announced.tiebreaks)
    return standing(live.event, Rules(codes) if codes else None, after)


def standing_facts(
    live: LiveEvent, lang: Lang, *, after: int | None, by: str, opened: int | None
) -> dict[str, Any]:
    """Return the standing after a round: everybody, or the classifications asked for."""
    event = live.event
    shown = after if after and event.round(after) else event.played_rounds
    whole = standing_now(live, shown)
    ranks = {r.number: r.rank for r in whole.rows}
    columns = [(_column(code), _column_name(code, lang)) for code in whole.rules.tiebreaks]
    tables: list[dict[str, Any]] = []

    def table(title: str, rows: Sequence[StandingRow]) -> None:
        tables.append({
            "title": title,
            "rows": [_standing_row(live, whole, row, ranks, lang, opened) for row in rows],
        })  # fmt: skip

    clubs: list[dict[str, Any]] = []
    if by in ("category", "province", "group"):
        for fact, rows in classifications(whole, event, by).items():  # type: ignore[arg-type]
            table(fact, rows)
    elif by == "women":
        women = {p.number for p in event.players if p.sex == "f"}
        table("", classification(whole, lambda n: n in women))
    elif by == "club":
        clubs = [
            {
                "rank": c.rank,
                "club": c.club,
                "points": event.settings.scoring.said(c.points),
                "players": [event.player(n).name for n in c.counted],
            }
            for c in club_classification(whole, event)
        ]
    else:
        table("", whole.rows)
    return {
        "after": shown,
        "rounds": [r.number for r in event.rounds if r.number <= shown],
        "all_rounds": [r.number for r in event.rounds],
        "columns": columns,
        "tables": tables,
        "clubs": clubs,
        "by": by,
        "steps": [_step_said(live, s, lang) for s in whole.steps],
        "open": len(live.open_games) if shown == event.played_rounds else 0,
    }


def _column(code: str) -> str:
    return "=" if code == "direct" else tiebreak(code).short


def _column_name(code: str, lang: Lang) -> str:
    return (
        Text("incontro diretto", "direct encounter").get(lang)
        if code == "direct"
        else tiebreak(code).name.get(lang)
    )


def _step_said(live: LiveEvent, step: Any, lang: Lang) -> str:
    said = getattr(step, "said", None)
    return said.get(lang) if isinstance(said, Text) else ""


def _standing_row(
    live: LiveEvent,
    whole: Standing,
    row: StandingRow,
    ranks: dict[int, int | None],
    lang: Lang,
    opened: int | None,
) -> dict[str, Any]:
    event = live.event
    player = event.player(row.number)
    return {
        "number": row.number,
        "rank": row.rank,
        "name": player.name,
        "club": player.club,
        "category": player.category,
        "elo": player.elo,
        "points": whole.points_said(row),
        "values": whole.values_said(row),
        "cells": _cells(event, row.number, whole.after_round, ranks, lang),
        "record": f"{row.won} {row.drawn} {row.lost}",
        "left": CHANGES[row.left].get(lang) if row.left else "",
        "sums": _sums(live, whole, row, lang) if opened == row.number else None,
    }


def _cells(
    event: Event, number: int, after: int, ranks: dict[int, int | None], lang: Lang
) -> list[dict[str, Any]]:
    out = []
    own = entries(event, number, after)
    for round, lines in groupby(own, key=lambda e: e.round):
        out.append({"round": round, "games": [_cell(event, e, ranks, lang) for e in lines]})
    return out


def _cell(event: Event, line: Line, ranks: dict[int, int | None], lang: Lang) -> dict[str, Any]:
    scoring = event.settings.scoring
    if line.opponent is None:
        return {
            "bye": True,
            "points": scoring.said(line.points),
            "said": _KINDS.get(line.kind, _KINDS[Kind.ZERO_BYE]).get(lang),
        }
    under_way = line.mark is None and line.kind is not Kind.ANNULLED
    return {
        "bye": False,
        "rank": ranks.get(line.opponent) or f"n{line.opponent}",
        "white": line.colour == "white",
        "points": "" if under_way else scoring.said(line.points),
        "mark": {Mark.WIN: "w", Mark.DRAW: "d", Mark.LOSS: "l", None: ""}[line.mark],
        "forfeit": line.kind is Kind.FORFEIT,
        "annulled": line.kind is Kind.ANNULLED,
        "said": (_AGAINST_WHITE if line.colour == "white" else _AGAINST_BLACK).get(lang),
        "who": event.player(line.opponent).name,
    }


def _sums(live: LiveEvent, whole: Standing, row: StandingRow, lang: Lang) -> dict[str, Any]:
    """Return every addend of a player's tie-breaks, and what puts the one above him there."""
    unit = whole.books.sheet.unit
    lines = []
    for code, value in zip(whole.rules.tiebreaks, row.values, strict=True):
        if value is None:
            continue
        kind = tiebreak(code)
        parts = [
            {
                "said": kind.said(a.value, unit),
                "reason": a.reason.get(lang),
                "cut": a.cut,
                "name": whole.names.get(a.opponent, "") if a.opponent else "",
                "round": a.round,
            }
            for a in whole.addends(row.number, code)
        ]
        lines.append({
            "short": kind.short,
            "name": kind.name.get(lang),
            "value": kind.said(value, unit),
            "parts": parts,
            "means": kind.means.get(lang) if kind.means else "",
        })  # fmt: skip
    return {"lines": lines, "above": _above(whole, row, lang)}


_ABOVE: Final = Text(
    "Dopo {name}: decide {what}, {a} contro {b}.", "Behind {name}: {what} decides, {a} to {b}."
)
_SHARED: Final = Text("Alla pari con {name}.", "Level with {name}.")
_STEP: Final = Text(
    "Pari a punti e quozienti con {name}: decide la procedura di spareggio.",
    "Level on points and quotients with {name}: the tie-break procedure decides.",
)
_POINTS: Final = Text("il punteggio", "the score")


def _above(whole: Standing, row: StandingRow, lang: Lang) -> str:
    if row.rank is None:
        return ""
    rows = whole.ranked
    place = next(i for i, r in enumerate(rows) if r.number == row.number)
    if not place:
        return ""
    up = rows[place - 1]
    name = whole.names[up.number]
    if up.rank == row.rank:
        return _SHARED.format(name=name).get(lang)
    if up.points != row.points:
        a, b = whole.points_said(up), whole.points_said(row)
        return _ABOVE.format(name=name, what=_POINTS, a=a, b=b).get(lang)
    ups, mine = whole.values_said(up), whole.values_said(row)
    for code, a, b in zip(whole.rules.tiebreaks, ups, mine, strict=True):
        if a != b:
            return _ABOVE.format(name=name, what=tiebreak(code).name, a=a, b=b).get(lang)
    return _STEP.format(name=name).get(lang)


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
    columns = [_column(c) for c in whole.rules.tiebreaks] if whole else []
    return {**facts, "finder": finder, "standing": rows, "columns": columns}


# --- the log ---------------------------------------------------------------------------------------------


def log_groups(live: LiveEvent, lang: Lang, *, last: int | None = None) -> list[dict[str, Any]]:
    """Return the log, newest first: the lines of one moment together, and whether they still count."""
    counted = {e.number for e in live.log.effective()}
    names = {p.number: p.name for p in live.event.players}
    groups = [
        list(g)
        for _, g in groupby(live.log.entries, key=lambda e: (e.at, e.who, e.act == "result" and e.number))
    ]
    out = []
    for group in reversed(groups[-last:] if last else groups):
        kept = [e for e in group if e.number in counted]
        out.append({
            "first": group[0].number,
            "last": group[-1].number,
            "at": _time(group[0].at),
            "who": group[0].who,
            "said": _group_said(group, live, names, lang),
            "reason": next((e.why for e in group if e.why and e.why != "—"), ""),
            "undone": not kept and group[0].act != "undo",
            "undoable": bool(kept) and group[0].number > 1,
            "hash": group[-1].digest,
        })  # fmt: skip
    return out


def _time(at: int) -> dict[str, str]:
    moment = datetime.fromtimestamp(at / 1000, UTC).astimezone()
    return {
        "iso": moment.isoformat(timespec="seconds"),
        "short": f"{moment:%H:%M}",
        "day": f"{moment:%Y-%m-%d}",
    }


def _group_said(group: Sequence[Entry], live: LiveEvent, names: dict[int, str], lang: Lang) -> str:
    acts = [e.act for e in group]
    if acts[0] == "create":
        return Text("Torneo aperto", "Event opened").get(lang)
    if group[-1].act == "note" and group[-1].data.get("about") == "numbered":
        how = {"elo": Text("per Elo", "by Elo"), "name": Text("per nome", "by name")}.get(
            str(group[-1].data["how"]),
            Text("a sorte, seme {s}", "by lot, seed {s}").format(s=group[-1].data["seed"]),
        )
        return Text("Numeri di partenza {how}", "Start numbers {how}").format(how=how).get(lang)
    if acts.count("enter") > 1:
        return Text("{n} iscritti", "{n} players entered").format(n=acts.count("enter")).get(lang)
    chosen = [e for e in group if e.act not in ("close", "note")] or list(group)
    if chosen[-1].act == "pair" or len({e.act for e in chosen}) == 1:
        chosen = chosen[-1:] if chosen[-1].act in ("pair",) else chosen
    if len(chosen) > 4:
        more = Text("e altri {n}", "and {n} more").format(n=len(chosen) - 3).get(lang)
        return "; ".join([*(_said(e, live, names, lang) for e in chosen[:3]), more])
    return "; ".join(_said(e, live, names, lang) for e in chosen)


def _said(entry: Entry, live: LiveEvent, names: dict[int, str], lang: Lang) -> str:
    data = entry.data
    scoring = live.event.settings.scoring

    def who(number: Any) -> str:
        return names.get(int(number), f"n. {number}")

    match entry.act:
        case "change":
            text = Text("Dati del torneo cambiati", "Facts of the event changed")
        case "enter":
            text = Text("Iscritto: {p}", "Entered: {p}").format(p=data["name"])
        case "edit":
            text = Text("Dati corretti: {p}", "Facts corrected: {p}").format(p=who(data["number"]))
        case "remove":
            text = Text("Tolto dall'elenco: n. {p}", "Taken from the list: no. {p}").format(p=data["number"])
        case "status":
            what = CHANGES[Change(data["change"])]
            text = Text("{p}: {what} dal turno {r}", "{p}: {what} from round {r}").format(
                p=who(data["player"]), what=what, r=data["from_round"]
            )
        case "return":
            text = Text("{p} rientra dal turno {r}", "{p} is back from round {r}").format(
                p=who(data["player"]), r=data["round"]
            )
        case "forbid":
            text = Text("Coppia vietata: {a} – {b}", "Kept apart: {a} – {b}").format(
                a=who(data["a"]), b=who(data["b"])
            )
        case "allow":
            text = Text("Coppia di nuovo ammessa: {a} – {b}", "May meet again: {a} – {b}").format(
                a=who(data["a"]), b=who(data["b"])
            )
        case "pair":
            said = Text("Turno {r} abbinato a mano", "Round {r} paired by hand")
            plain = Text("Turno {r} abbinato", "Round {r} paired")
            text = (said if data.get("manual") else plain).format(r=data["round"])
        case "swap":
            text = Text("Turno {r}: {a} e {b} si scambiano", "Round {r}: {a} and {b} change seats").format(
                r=data["round"], a=who(data["a"]), b=who(data["b"])
            )
        case "turn":
            text = Text(
                "Turno {r}, tavolo {b}: colori scambiati", "Round {r}, board {b}: colours turned"
            ).format(r=data["round"], b=data["board"])
        case "result":
            text = _result_line(data, scoring)
        case "close":
            text = Text("Turno {r} chiuso", "Round {r} closed").format(r=data["round"])
        case "undo":
            text = _undo_line(entry, live, names, lang)
        case "note":
            text = _note_line(data)
        case _:
            text = Text(entry.act, entry.act)
    return text.get(lang)


def _result_line(data: Any, scoring: Scoring) -> Text:
    kind = Kind(data["kind"])
    marks = [None if data[k] is None else Mark(data[k]) for k in ("white", "black")]
    now: str | Text = Game(1, 1, 1, 2, marks[0], marks[1], kind).result(scoring)
    was = _short(str(data.get("was", "none")), scoring)
    where = Text("Turno {r}, tavolo {b}: ", "Round {r}, board {b}: ").format(r=data["round"], b=data["board"])
    now = now or Text("nessun risultato", "no result")
    if was:
        change = Text("da {was} a {now}", "{was} to {now}").format(was=was, now=now)
        return Text(where.it + change.it, where.en + change.en)
    plain = Text("{now}", "{now}").format(now=now)
    return Text(where.it + plain.it, where.en + plain.en)


def _undo_line(entry: Entry, live: LiveEvent, names: dict[int, str], lang: Lang) -> Text:
    if "act" in entry.data:
        target = live.log.entries[int(entry.data["act"]) - 1 : int(entry.data["act"])]
    else:
        target = live.log.entries[int(entry.data["after"]) : entry.number - 1]
    said = _group_said(target, live, names, lang) if target else ""
    return Text("Annullato: {what}", "Undone: {what}").format(what=said)


def _note_line(data: Any) -> Text:
    about = data.get("about")
    if about == "check-in":
        n = len(data["players"])
        here = Text("Presenti: {n}", "Checked in: {n}")
        away = Text("Non più presenti: {n}", "No longer here: {n}")
        return (here if data["here"] else away).format(n=n)
    if about == "over":
        return (
            Text("Torneo chiuso", "Event closed")
            if data["over"]
            else Text("Torneo riaperto", "Event reopened")
        )
    return Text(str(data.get("text", "")), str(data.get("text", "")))


def deck_choices(lang: Lang, game: str) -> list[tuple[str, str]]:
    """Return the lists that openings of a game can be drawn from."""
    return [(id, deck(id).name.get(lang)) for id in decks_of(game) if deck(id).openings]

"""The log of an event in sentences, and what of it still counts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from damiera.lang import Lang, Text
from damiera.service.hall.event import LiveEvent
from damiera.tournament.log import Entry
from damiera.tournament.model import Change, Game, Kind, Mark, Scoring
from damiera.web.hall.phones import note_said
from damiera.web.hall.words import CHANGES, short_result

__all__ = ["log_groups"]


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
            "players": _by_players(group[0]),
            "hash": group[-1].digest,
        })  # fmt: skip
    return out


def _by_players(entry: Entry) -> bool:
    """Tell whether players wrote a line: the desk's quick undo takes back what arbiters did."""
    return entry.data.get("about") in ("reported", "online", "game") or entry.data.get("by") in (
        "players",
        "board",
    )


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
        case "team":
            text = Text("Squadra: {t}", "Team: {t}").format(t=data["name"])
        case "protect":
            kept = Text("Turno {r}: tavolo {b} conservato", "Round {r}: board {b} kept as it is")
            free = Text("Turno {r}: tavolo {b} non più conservato", "Round {r}: board {b} kept no more")
            text = (kept if data.get("protected", True) else free).format(r=data["round"], b=data["board"])
        case "extra":
            text = Text(
                "Turno {r}, tavolo {b}: un'altra partita", "Round {r}, board {b}: one more game"
            ).format(r=data["round"], b=data["board"])
        case "result":
            text = _result_line(data, scoring)
        case "close":
            text = Text("Turno {r} chiuso", "Round {r} closed").format(r=data["round"])
        case "undo":
            text = _undo_line(entry, live, names, lang)
        case "note":
            text = note_said(data, scoring) or _note_line(data, names)
        case _:
            text = Text(entry.act, entry.act)
    return text.get(lang)


def _result_line(data: Any, scoring: Scoring) -> Text:
    kind = Kind(data["kind"])
    marks = [None if data[k] is None else Mark(data[k]) for k in ("white", "black")]
    now: str | Text = Game(1, 1, 1, 2, marks[0], marks[1], kind).result(scoring)
    was = short_result(str(data.get("was", "none")), scoring)
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


def _note_line(data: Any, names: dict[int, str]) -> Text:
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
    known = _NOTES.get(str(about))
    if known is not None:
        shown = {k: names.get(int(v), v) if k == "player" else v for k, v in data.items()}
        if about == "playoff":
            shown["who"] = ", ".join(names.get(int(n), f"n. {n}") for n in data["order"])
        return known.format(**{"who": "", "player": "", "author": "", **shown})
    return Text(str(data.get("text", "")), str(data.get("text", "")))


_NOTES = {
    "playoff": Text("Spareggio: {who}", "Play-off: {who}"),
    "override": Text("Elo, decisione per {player}: {author}", "Elo, a decision on {player}: {author}"),
    "groups": Text("Formati i gruppi", "Groups made"),
    "part-of": Text("Gruppo di {name}", "A group of {name}"),
    "announced": Text("Dati del torneo cambiati", "Facts of the event changed"),
}

"""The log of an event in sentences, and what of it still counts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Final

import msgspec

from damiera.lang import Lang, Text
from damiera.service.hall.event import LiveEvent, is_bound
from damiera.tournament.log import Entry
from damiera.tournament.model import Change, Game, Kind, Mark, Scoring, System
from damiera.web.hall.phones import note_said
from damiera.web.hall.words import CHANGES, FIELDS, PERSONAL, SYSTEMS, short_result

__all__ = ["log_groups"]


def log_groups(live: LiveEvent, lang: Lang, *, last: int | None = None) -> list[dict[str, Any]]:
    """Return the log, newest first: the lines of one moment together, and whether they still count."""
    counted = {e.number for e in live.log.effective()}
    past = _Past(live)
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
            "said": _group_said(group, live, past, lang),
            "reason": next((e.why for e in group if e.why and e.why != "—"), ""),
            "undone": not kept and group[0].act != "undo",
            "undoable": bool(kept) and group[0].number > 1,
            "bound": is_bound(group),
            "players": _by_players(group[0]),
            "hash": group[-1].digest,
        })  # fmt: skip
    return out


class _Past:
    """What was known as each line was written: of players, teams, and what was announced.

    Numbers are given anew and players taken from the list: who is meant is whoever had the number then. Lines
    that were taken back tell nothing, unless nothing else is known.
    """

    def __init__(self, live: LiveEvent) -> None:
        self._teams = {-t.number: t.name for t in live.event.teams}
        self._known: dict[object, list[tuple[int, Mapping[str, Any]]]] = {}
        self._tell(live.log.effective())
        self._tell(e for e in live.log.entries if e.act == "enter" and e.data["number"] not in self._known)

    def _tell(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            match entry.act:
                case "enter":
                    self._keep(entry.data["number"], entry, {})
                case "edit":
                    self._keep(entry.data["number"], entry, self.before(entry.data["number"], entry))
                case "note" if entry.data.get("about") == "announced":
                    self._known.setdefault("", []).append((entry.number, _plain(entry.data["facts"])))

    def _keep(self, number: int, entry: Entry, before: Mapping[str, Any]) -> None:
        self._known.setdefault(number, []).append((entry.number, {**before, **_plain(entry.data)}))

    def before(self, number: object, entry: Entry) -> Mapping[str, Any]:
        """Return what was known of a player before a line; of the event for the number ""."""
        return self._at(number, entry.number - 1)

    def _at(self, number: object, line: int) -> Mapping[str, Any]:
        known = self._known.get(number, [])
        at = bisect_right(known, line, key=lambda one: one[0])
        return known[at - 1][1] if at else {}

    def name(self, number: Any, entry: Entry) -> str:
        """Return who had a number as a line was written: a player, or a team where it is negative."""
        named = self._at(int(number), entry.number).get("name") or self._teams.get(int(number))
        return str(named or f"n. {number}")

    def change(self, entry: Entry) -> Text:
        """Say what a line changed of a player's facts."""
        before = self.before(entry.data["number"], entry)
        new = {k: v for k, v in _plain(entry.data).items() if (before.get(k) or None) != (v or None)}
        parts = [_fact(PERSONAL[k], v) for k, v in new.items() if k in PERSONAL]
        return _listed(Text("Dati corretti: {p}", "Facts corrected: {p}").format(
            p=self.name(entry.data["number"], entry)
        ), parts)  # fmt: skip

    def announcement(self, entry: Entry) -> Text:
        """Say what a line changed of what is announced."""
        before, now = self.before("", entry), _plain(entry.data["facts"])
        parts = [
            _fact(FIELDS[k], _worded(k, v)) for k, v in now.items() if k in FIELDS and before.get(k) != v
        ]
        return _listed(Text("Dati del torneo cambiati", "Facts of the event changed"), parts)


def _plain(facts: Any) -> dict[str, Any]:
    """Return facts as they are stored."""
    plain: dict[str, Any] = msgspec.to_builtins(facts)
    return plain


def _worded(name: str, value: Any) -> Any:
    return SYSTEMS[System(value)] if name == "system" else value


def _fact(label: Text, value: Any) -> Text:
    """Return a fact with its new value, where that is a number or a few words."""
    if isinstance(value, bool) or not isinstance(value, int | str | Text) or len(str(value)) > _FEW:
        return label
    said = value if isinstance(value, Text) else Text(f" {value or '–'}", f" {value or '–'}")
    return Text(f"{label.it} {said.it.strip()}", f"{label.en} {said.en.strip()}")


_FEW: Final = 60


def _listed(said: Text, parts: Sequence[Text]) -> Text:
    if not parts:
        return said
    return Text(
        f"{said.it}: {', '.join(p.it for p in parts)}", f"{said.en}: {', '.join(p.en for p in parts)}"
    )


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


def _group_said(group: Sequence[Entry], live: LiveEvent, past: _Past, lang: Lang) -> str:
    acts = [e.act for e in group]
    if acts[0] == "create":
        return Text("Torneo aperto", "Event opened").get(lang)
    whole = next(
        (e for e in group if e.act == "note" and e.data.get("about") in ("groups", "announced")), None
    )
    if whole is not None:
        return (past.announcement(whole) if whole.data["about"] == "announced" else _grouped(whole)).get(lang)
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
        return "; ".join([*(_said(e, live, past, lang) for e in chosen[:3]), more])
    return "; ".join(_said(e, live, past, lang) for e in chosen)


def _said(entry: Entry, live: LiveEvent, past: _Past, lang: Lang) -> str:
    data = entry.data
    scoring = live.event.settings.scoring

    def who(number: Any) -> str:
        return past.name(number, entry)

    match entry.act:
        case "change":
            text = Text("Dati del torneo cambiati", "Facts of the event changed")
        case "enter":
            text = Text("Iscritto: {p}", "Entered: {p}").format(p=data["name"])
        case "edit":
            text = past.change(entry)
        case "remove":
            text = Text("Tolto dall'elenco: {p}", "Taken from the list: {p}").format(p=who(data["number"]))
        case "status":
            text = _status_line(data, who(data["player"]))
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
            text = _listed(
                Text("Squadra {t}", "Team {t}").format(t=data["name"]),
                [Text(who(n), who(n)) for n in data["members"]],
            )
        case "accelerate":
            text = Text("{p}: punti in più per l'abbinamento", "{p}: more points for the pairing").format(
                p=who(data["player"])
            )
        case "reopen":
            text = Text("Turno {r} riaperto", "Round {r} reopened").format(r=data["round"])
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
            text = _undo_line(entry, live, past, lang)
        case "note":
            ranked = -1 if live.event.settings.boards else 1  # teams are ranked where teams play
            text = note_said(data, scoring) or _note_line(data, who, ranked)
        case _:
            text = Text(entry.act, entry.act)
    return text.get(lang)


def _status_line(data: Mapping[str, Any], who: str) -> Text:
    first, last = data["from_round"], data.get("until_round")
    if last == first:
        span = Text("{p}: {what} nel turno {r}", "{p}: {what} in round {r}")
    elif last is None:
        span = Text("{p}: {what} dal turno {r}", "{p}: {what} from round {r}")
    else:
        span = Text("{p}: {what} dal turno {r} al {u}", "{p}: {what} from round {r} to {u}")
    said = span.format(p=who, what=CHANGES[Change(data["change"])], r=first, u=last)
    worth = _WORTH.get(str(data.get("worth")))
    return Text(said.it + worth.it, said.en + worth.en) if worth else said


_WORTH: Final[dict[str, Text]] = {
    Kind.HALF_BYE: Text(", vale una patta", ", worth a draw"),
    Kind.FULL_BYE: Text(", vale una vittoria", ", worth a win"),
}


def _grouped(entry: Entry) -> Text:
    names = [Text(g["name"], g["name"]) for g in map(_plain, entry.data["groups"])]
    if not names:
        return Text("Gruppi sciolti", "Groups dissolved")
    return _listed(Text("Formati i gruppi", "Groups made"), names)


def _result_line(data: Any, scoring: Scoring) -> Text:
    kind = Kind(data["kind"])
    marks = [None if data[k] is None else Mark(data[k]) for k in ("white", "black")]
    now: str | Text = Game(1, 1, 1, 2, marks[0], marks[1], kind).result(scoring)
    was = short_result(str(data.get("was", "none")), scoring)
    one = Text("Turno {r}, tavolo {b}: ", "Round {r}, board {b}: ")
    later = Text("Turno {r}, tavolo {b}, partita {n}: ", "Round {r}, board {b}, game {n}: ")
    leg = data.get("leg", 1)
    where = (one if leg == 1 else later).format(r=data["round"], b=data["board"], n=leg)
    now = now or Text("nessun risultato", "no result")
    if was:
        change = Text("da {was} a {now}", "{was} to {now}").format(was=was, now=now)
        return Text(where.it + change.it, where.en + change.en)
    plain = Text("{now}", "{now}").format(now=now)
    return Text(where.it + plain.it, where.en + plain.en)


def _undo_line(entry: Entry, live: LiveEvent, past: _Past, lang: Lang) -> Text:
    if "act" in entry.data:
        target = live.log.entries[int(entry.data["act"]) - 1 : int(entry.data["act"])]
    else:
        target = live.log.entries[int(entry.data["after"]) : entry.number - 1]
    said = _group_said(target, live, past, lang) if target else ""
    return Text("Annullato: {what}", "Undone: {what}").format(what=said)


def _note_line(data: Any, who: Callable[[Any], str], ranked: int) -> Text:
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
    if about == "playoff":
        held, back = (
            Text("Spareggio: {who}", "Play-off: {who}"),
            Text("Spareggio ritirato: {who}", "Play-off taken back: {who}"),
        )
        return (held if data["held"] else back).format(who=", ".join(who(ranked * n) for n in data["order"]))
    if about == "override":
        return Text("Elo, decisione per {player}: {author}", "Elo, a decision on {player}: {author}").format(
            player=who(data["player"]), author=data["author"]
        )
    if about == "slots":
        kept, gone = (
            Text("Elo: tabelle proprie", "Elo: tables of our own"),
            Text("Elo: tabelle di Damiera", "Elo: Damiera's tables"),
        )
        return kept if data["toml"] else gone
    if about == "final":
        line = Text(
            "Finale formata: {name}, posti {a}–{b} di ogni gruppo",
            "Final made: {name}, places {a}–{b} of each group",
        )
        return line.format(name=data["name"], a=data["first"], b=data["last"])
    if about == "part-of":
        if data.get("final"):
            return Text("Finale di {name}", "A final of {name}").format(name=data["name"])
        return Text("Gruppo di {name}", "A group of {name}").format(name=data["name"])
    return Text(str(data.get("text", "")), str(data.get("text", "")))

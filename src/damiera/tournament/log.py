"""The arbiter's acts as an append-only log, each entry chained to the one before it by SHA-256.

Every act (who, when, why, what) is an entry; an event's snapshot is rebuilt from the entries. Nothing is
ever taken away: undoing and correcting are acts of their own, and everything that follows is counted again.
A changed, missing or exchanged entry breaks the chain, and `verify` says where.

| act | data |
|---|---|
| `create`, `change` | fields of the event (name, place, dates, ...) and `settings` |
| `enter`, `edit`, `remove` | a player; fields to change; who is struck off before he has played |
| `team` | a team and its members |
| `status`, `return` | lateness, absence, withdrawal, forfeit, expulsion, exclusion; a return |
| `forbid`, `allow` | a pair that must or should not meet |
| `accelerate` | points a player is paired with |
| `pair` | a round: its system and pairs; `manual` asks for a reason |
| `extra` | one more game of a knockout match that is even, colours reversed |
| `swap`, `turn`, `protect` | two players change seats; a board changes colours; a board is kept |
| `result` | of a board (and leg); of a round already closed it asks for a reason |
| `close`, `reopen` | a round |
| `note` | a ruling in words (`about`, `text`) |
| `undo` | `act`: one entry, or `after`: all entries after this one |
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import msgspec

from damiera.decoding import prepared
from damiera.errors import DamieraError
from damiera.lang import Text
from damiera.regulations.citing import implements
from damiera.tournament.check import check_pairs
from damiera.tournament.errors import BadEvent, TournamentError
from damiera.tournament.model import (
    EFFECTS,
    Acceleration,
    Change,
    Event,
    ForbiddenPair,
    Game,
    Kind,
    Mark,
    Pair,
    Pairing,
    Player,
    Round,
    Settings,
    Status,
    System,
    Team,
    entries,
    with_round,
)
from damiera.tournament.pairing.knockout import winner
from damiera.tournament.pairing.making import round_of
from damiera.tournament.pairing.round_robin import rounds_needed
from damiera.tournament.pairing.teams import as_teams

__all__ = ["ACTS", "Broken", "Entry", "Log", "Stale", "dump", "load", "verify"]

Data = Mapping[str, Any]
GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class Entry:
    """One act.

    Attributes:
        number: 1 for the first.
        at: when, milliseconds since 1970, UTC.
        who: the arbiter, as known to the house.
        act: one of `ACTS`, or "undo".
        data: what, as JSON knows it.
        why: the reason, in the arbiter's words; empty where none is asked for.
        previous: the digest of the entry before; 64 zeros for the first.
        digest: SHA-256 of all of this.
    """

    number: int
    at: int
    who: str
    act: str
    data: Data
    why: str
    previous: str
    digest: str

    def computed(self) -> str:
        """The digest this entry should have."""
        return _digest(self.number, self.at, self.who, self.act, self.data, self.why, self.previous)


def _digest(number: int, at: int, who: str, act: str, data: Data, why: str, previous: str) -> str:
    said = {
        "number": number,
        "at": at,
        "who": who,
        "act": act,
        "data": data,
        "why": why,
        "previous": previous,
    }
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


class Broken(TournamentError):
    """A log whose chain does not hold. Carries `number`, the first entry that is wrong."""

    def __init__(self, number: int, reason: Text) -> None:
        self.number = number
        said = Text(
            "Il registro è stato alterato all'atto {n}: {why}.", "The log was altered at act {n}: {why}."
        )
        super().__init__(said.format(n=number, why=reason))


class Stale(TournamentError):
    """An act decided on an event that has changed meanwhile. Carries `since`: the acts not yet seen."""

    def __init__(self, since: tuple[Entry, ...]) -> None:
        self.since = since
        said = Text(
            "Nel frattempo {who} ha fatto altri atti ({n}): guarda com'è ora l'evento e ripeti.",
            "Meanwhile {who} has acted ({n}): look at the event as it stands and repeat.",
        )
        who = ", ".join(sorted({e.who for e in since}))
        super().__init__(said.format(who=who, n=len(since)))


def verify(entries: Sequence[Entry]) -> Broken | None:
    """Where the chain is broken; None if it holds from the first entry to the last."""
    previous = GENESIS
    for number, entry in enumerate(entries, 1):
        if entry.number != number:
            missing = Text("manca l'atto {n}", "act {n} is missing").format(n=number)
            return Broken(number, missing)
        if entry.previous != previous:
            return Broken(number, Text("non segue l'atto precedente", "it does not follow the act before it"))
        if entry.computed() != entry.digest:
            return Broken(number, Text("il contenuto è cambiato", "its content has changed"))
        previous = entry.digest
    return None


@dataclass(frozen=True, slots=True)
class Log:
    """A log and the event it tells. A value: `add` gives a new one, or refuses and leaves this one alone."""

    entries: tuple[Entry, ...] = ()
    event: Event = field(default_factory=Event)

    @property
    def head(self) -> str:
        """The digest of the last entry: who knows it can prove the whole log."""
        return self.entries[-1].digest if self.entries else GENESIS

    def add(
        self,
        act: str,
        data: Data,
        *,
        who: str,
        at: int,
        why: str = "",
        seen: int | None = None,
    ) -> Log:
        """Append an act.

        Args:
            seen: the number of the last entry its author knew; other acts since then refuse it.
        Raises:
            Stale: somebody else has acted meanwhile.
            BadEvent: the act does not fit the event as it stands.
        """
        if seen is not None and seen < len(self.entries):
            raise Stale(self.entries[seen:])
        plain: Data = json.loads(json.dumps(msgspec.to_builtins(data)))
        number = len(self.entries) + 1
        digest = _digest(number, at, who, act, plain, why, self.head)
        entry = Entry(number, at, who, act, plain, why, self.head, digest)
        grown = (*self.entries, entry)
        event = _replayed(grown) if act == "undo" else _applied(self.event, entry)
        return Log(grown, event)

    def until(self, number: int) -> Event:
        """The event as it stood after entry `number`."""
        return _replayed(self.entries[:number])

    def effective(self) -> tuple[Entry, ...]:
        """The acts that count: all but the undone ones and the undoing."""
        return tuple(_effective(self.entries))


_entry_decoder = msgspec.json.Decoder(Entry)


def load(text: str) -> Log:
    """A log from its lines of JSON, verified and replayed.

    Raises:
        Broken: where the chain does not hold, or a line is no entry.
    """
    found: list[Entry] = []
    for number, line in enumerate((x for x in text.splitlines() if x.strip()), 1):
        try:
            found.append(_entry_decoder.decode(line))
        except msgspec.DecodeError:
            raise Broken(number, Text("la riga non si legge", "the line cannot be read")) from None
    broken = verify(found)
    if broken is not None:
        raise broken
    return Log(tuple(found), _replayed(found))


def dump(log: Log) -> str:
    """The log as lines of JSON, one entry a line."""
    return "".join(msgspec.json.encode(entry).decode() + "\n" for entry in log.entries)


def _effective(log: Iterable[Entry]) -> list[Entry]:
    """An undo takes away entries before it, other undoings too: undoing an undo brings the acts back."""
    held = list(log)
    gone: set[int] = set()
    for entry in reversed(held):
        if entry.act != "undo" or entry.number in gone:
            continue
        if "after" in entry.data:
            gone.update(range(int(entry.data["after"]) + 1, entry.number))
        else:
            gone.add(int(entry.data["act"]))
    return [e for e in held if e.number not in gone and e.act != "undo"]


def _replayed(log: Sequence[Entry]) -> Event:
    for entry in log:
        if entry.act == "undo":
            _check_undo(entry)
    event = Event()
    for entry in _effective(log):
        event = _applied(event, entry)
    return event


def _check_undo(entry: Entry) -> None:
    target = entry.data.get("act", entry.data.get("after"))
    low = 1 if "act" in entry.data else 0
    if not isinstance(target, int) or not low <= target < entry.number:
        raise _bad("Non c'è alcun atto {n} da annullare.", "There is no act {n} to undo.", n=target)
    _reason(entry)


def _applied(event: Event, entry: Entry) -> Event:
    act = ACTS.get(entry.act)
    if act is None:
        raise _bad("Atto sconosciuto: {a}.", "Unknown act: {a}.", a=entry.act)
    try:
        return act(event, entry)
    except DamieraError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _bad(
            "L'atto {n} ({a}) non è completo: {e}.", "Act {n} ({a}) is not complete: {e}.",
            n=entry.number, a=entry.act, e=error,
        ) from None  # fmt: skip


def _bad(it: str, en: str, **values: object) -> BadEvent:
    return BadEvent(Text(it, en).format(**values))


def _reason(entry: Entry) -> None:
    if not entry.why.strip():
        raise _bad("Questo atto vuole un motivo.", "This act needs a reason.")


prepared(Settings, Event, Player, Team, Status, ForbiddenPair, Acceleration)


def _made(kind: type[Any], before: object, data: Data) -> Any:
    """A dataclass value with some fields changed by plain data."""
    names = {f.name for f in fields(kind) if f.init}
    if unknown := sorted(set(data) - names):
        raise _bad("Campi sconosciuti: {f}.", "Unknown fields: {f}.", f=", ".join(unknown))
    plain = msgspec.to_builtins(before) if before is not None else {}
    return msgspec.convert({**{k: v for k, v in plain.items() if k in names}, **data}, kind, strict=False)


# --- the acts ---------------------------------------------------------------------------------------------

_FACTS = (
    "name", "place", "federation", "starts", "ends", "game", "arbiter", "deputies", "time_control",
    "dates", "extra",
)  # fmt: skip


def _change(event: Event, entry: Entry) -> Event:
    data = dict(entry.data)
    said = data.pop("settings", {})
    settings: Settings = _made(Settings, event.settings, said)
    if event.rounds and settings.scoring != event.settings.scoring:
        raise _bad(
            "Il punteggio non si cambia dopo il primo appaiamento.",
            "The scoring cannot be changed once a round is paired.",
        )
    _check_scoring(settings)
    if unknown := sorted(set(data) - set(_FACTS)):
        raise _bad("Campi sconosciuti: {f}.", "Unknown fields: {f}.", f=", ".join(unknown))
    facts: Event = _made(Event, None, data)
    return replace(event, settings=settings, **{k: getattr(facts, k) for k in data})


def _check_scoring(settings: Settings) -> None:
    scoring = settings.scoring
    if not scoring.loss <= scoring.draw <= scoring.win or 2 * scoring.draw > scoring.win + scoring.loss:
        raise _bad(
            "Due patte non possono valere più di una vittoria e una sconfitta.",
            "Two draws cannot be worth more than a win and a loss.",
        )
    if max(scoring.bye, scoring.full_bye) > scoring.win:
        raise _bad("Il riposo non può valere più di una vittoria.", "A rest cannot be worth more than a win.")


def _enter(event: Event, entry: Entry) -> Event:
    player: Player = _made(Player, None, entry.data)
    _check_named(player)
    if any(p.number == player.number for p in event.players):
        raise _bad("Il numero {n} è già di un altro.", "Number {n} is someone else's.", n=player.number)
    event = replace(event, players=(*event.players, player))
    if event.played_rounds and not any(s.player == player.number for s in event.statuses):
        late = Status(player.number, Change.LATE, event.played_rounds + 1, reason=entry.why)
        event = replace(event, statuses=(*event.statuses, late))
    return event


def _check_named(player: Player) -> None:
    if player.number < 1 or not player.name.strip():
        raise _bad("Un giocatore ha un numero e un nome.", "A player has a number and a name.")


def _edit(event: Event, entry: Entry) -> Event:
    before = event.player(int(entry.data["number"]))
    after: Player = _made(Player, before, entry.data)
    _check_named(after)
    return replace(event, players=tuple(after if p.number == before.number else p for p in event.players))


def _remove(event: Event, entry: Entry) -> Event:
    player = event.player(int(entry.data["number"]))
    if any(player.number in (g.white, g.black) for g in event.games):
        raise _bad(
            "{n} è già stato appaiato: può ritirarsi o essere escluso, non cancellato.",
            "{n} has been paired already: he can withdraw or be excluded, not deleted.", n=player.name,
        )  # fmt: skip
    return replace(
        event,
        players=tuple(p for p in event.players if p.number != player.number),
        statuses=tuple(s for s in event.statuses if s.player != player.number),
        forbidden=tuple(f for f in event.forbidden if player.number not in (f.a, f.b)),
        accelerations=tuple(a for a in event.accelerations if a.player != player.number),
        teams=tuple(
            replace(t, members=tuple(m for m in t.members if m != player.number)) for t in event.teams
        ),
    )


def _team(event: Event, entry: Entry) -> Event:
    team: Team = _made(Team, None, entry.data)
    for number in team.members:
        event.player(number)
        other = next((t for t in event.teams if number in t.members and t.number != team.number), None)
        if other is not None:
            raise _bad(
                "Il {n} è già nella squadra {t}.", "{n} is in team {t} already.", n=number, t=other.name
            )
    return replace(event, teams=(*(t for t in event.teams if t.number != team.number), team))


def _known(event: Event, number: int) -> None:
    """A player's number, or a team's with a minus sign."""
    if number >= 0:
        event.player(number)
    elif not any(t.number == -number for t in event.teams):
        raise _bad("Nessuna squadra ha il numero {n}.", "No team has number {n}.", n=-number)


def _status(event: Event, entry: Entry) -> Event:
    status: Status = _made(Status, None, {**entry.data, "reason": entry.why})
    _known(event, status.player)
    if status.from_round < 1 or (status.until_round is not None and status.until_round < status.from_round):
        raise _bad("I turni di questa assenza non esistono.", "The rounds of this absence do not exist.")
    if status.change in (Change.EXPELLED, Change.EXCLUDED):
        _reason(entry)
    event = replace(event, statuses=(*event.statuses, status))
    return _settled(event, status)


@implements("fid.competition.2008:9.4")
def _settled(event: Event, status: Status) -> Event:
    """What a change does to games already there."""
    effect = EFFECTS[status.change]
    if effect.annuls or (effect.lasts and _too_few(event, status)):
        return _mapped(event, status.player, lambda g: replace(g, kind=Kind.ANNULLED))
    if not effect.loses_round:
        return event

    def lose(game: Game) -> Game:
        if game.round != status.from_round or game.black is None:
            return game
        if game.is_over and status.change is Change.FORFEITED:
            return game
        white = Mark.LOSS if game.white == status.player else Mark.WIN
        black = Mark.WIN if white is Mark.LOSS else Mark.LOSS
        return replace(game, white_mark=white, black_mark=black, kind=Kind.FORFEIT)

    return _mapped(event, status.player, lose)


@implements("fid.competition.2008:6")
def _too_few(event: Event, status: Status) -> bool:
    """Has someone who leaves an all-play-all played less than half of it? (Our default: games annulled.)"""
    if event.settings.system is not System.ROUND_ROBIN or event.settings.boards:
        return False
    return 2 * sum(e.played for e in entries(event, status.player)) < rounds_needed(event)


def _mapped(event: Event, player: int, change: Callable[[Game], Game]) -> Event:
    rounds = tuple(
        replace(r, games=tuple(change(g) if player in (g.white, g.black) else g for g in r.games))
        for r in event.rounds
    )
    return replace(event, rounds=rounds)


def _return(event: Event, entry: Entry) -> Event:
    number, round = int(entry.data["player"]), int(entry.data["round"])
    _known(event, number)
    out = []
    for status in event.statuses:
        if status.player != number or not status.holds(round):
            out.append(status)
        elif status.change in (Change.EXPELLED, Change.EXCLUDED):
            raise _bad(
                "Chi è stato espulso o escluso non rientra.", "Who was expelled or excluded cannot return."
            )
        elif status.from_round < round:
            out.append(replace(status, until_round=round - 1))
    return replace(event, statuses=tuple(out))


def _forbid(event: Event, entry: Entry) -> Event:
    pair: ForbiddenPair = _made(ForbiddenPair, None, {"reason": entry.why, **entry.data})
    if pair.a == pair.b:
        raise _bad("Ci vogliono due giocatori diversi.", "Two different players are needed.")
    if (pair.a < 0) != (pair.b < 0):
        raise _bad("Due giocatori o due squadre.", "Two players or two teams.")
    for number in (pair.a, pair.b):
        _known(event, number)
    return replace(event, forbidden=(*event.forbidden, pair))


def _allow(event: Event, entry: Entry) -> Event:
    both = {int(entry.data["a"]), int(entry.data["b"])}
    return replace(event, forbidden=tuple(f for f in event.forbidden if {f.a, f.b} != both))


def _accelerate(event: Event, entry: Entry) -> Event:
    given: Acceleration = _made(Acceleration, None, entry.data)
    _known(event, given.player)
    return replace(event, accelerations=(*event.accelerations, given))


def _pair(event: Event, entry: Entry) -> Event:
    number = int(entry.data["round"])
    manual = bool(entry.data.get("manual", False))
    system = System(entry.data.get("system", event.settings.system))
    pairs = tuple(Pair(int(w), int(b) or None) for w, b in entry.data["pairs"])
    if manual:
        _reason(entry)
    _check_turn(event, number)
    _check_pairs(as_teams(event) if event.settings.boards else event, number, pairs, manual)
    made = round_of(event, Pairing(number, system, pairs), manual=manual, reason=entry.why)
    return with_round(event, made)


def _check_turn(event: Event, number: int) -> None:
    if number not in (event.played_rounds, event.played_rounds + 1) or number < 1:
        raise _bad(
            "Si appaia il turno {n}, non il {r}.", "The round to pair is {n}, not {r}.",
            n=event.played_rounds + 1, r=number,
        )  # fmt: skip
    held = event.round(number)
    if held is not None and any(g.black is not None and g.white_mark is not None for g in held.games):
        raise _bad(
            "Il turno {r} ha già dei risultati: annullali prima.",
            "Round {r} has results: undo them first.",
            r=number,
        )
    before = event.round(number - 1)
    waiting = [g.board for g in before.games if not g.is_over] if before is not None else []
    if waiting:
        raise _bad(
            "Nel turno {r} mancano i risultati delle damiere {b}.",
            "Round {r} lacks the results of boards {b}.",
            r=number - 1, b=", ".join(map(str, waiting)),
        )  # fmt: skip


_NEVER = {"unknown", "twice", "absent"}


def _check_pairs(event: Event, number: int, pairs: tuple[Pair, ...], manual: bool) -> None:
    """What no arbiter may do by hand either; a system's pairing must be lawful altogether."""
    if any(p.white == p.black for p in pairs):
        raise _bad("Nessuno incontra sé stesso.", "Nobody meets himself.")
    if event.settings.system in (System.ROUND_ROBIN, System.KNOCKOUT):
        numbers = [n for p in pairs for n in (p.white, p.black) if n is not None]
        if len(set(numbers)) < len(numbers):
            raise _bad("Un giocatore è appaiato due volte.", "A player is paired twice.")
        return
    for finding in check_pairs(event, number, pairs).findings:
        grave = finding.rule in _NEVER or (finding.rule in ("rematch", "missing", "forbidden") and not manual)
        if finding.gravity == "error" and grave:
            raise BadEvent(finding.said)


def _open_round(event: Event, number: int) -> Round:
    held = event.round(number)
    if held is None:
        raise _bad("Il turno {r} non c'è ancora.", "There is no round {r} yet.", r=number)
    return held


def _swap(event: Event, entry: Entry) -> Event:
    """Two players change seats, on all legs of their boards."""
    _reason(entry)
    held, a, b = _open_round(event, int(entry.data["round"])), int(entry.data["a"]), int(entry.data["b"])
    seats = {n for g in held.games for n in (g.white, g.black)}
    if a == b or not {a, b} <= seats:
        raise _bad("Ci vogliono due giocatori del turno.", "Two players of the round are needed.")
    change: dict[int | None, int] = {a: b, b: a}

    def moved(game: Game) -> Game:
        if not {game.white, game.black} & {a, b}:
            return game
        if game.white_mark is not None:
            raise _bad("La damiera {b} ha già un risultato.", "Board {b} has a result.", b=game.board)
        black = None if game.black is None else change.get(game.black, game.black)
        return replace(game, white=change.get(game.white, game.white), black=black)

    return with_round(
        event, replace(held, games=tuple(moved(g) for g in held.games), manual=True, reason=entry.why)
    )


def _board(event: Event, entry: Entry) -> tuple[Round, Game]:
    held = _open_round(event, int(entry.data["round"]))
    board, leg = int(entry.data["board"]), int(entry.data.get("leg", 1))
    found = [g for g in held.games if g.board == board and g.leg == leg]
    if not found:
        raise _bad(
            "Nel turno {r} non c'è la damiera {b}.", "Round {r} has no board {b}.", r=held.number, b=board
        )
    return held, found[0]


def _exchanged(event: Event, held: Round, before: Game, after: Game) -> Event:
    return with_round(event, replace(held, games=tuple(after if g is before else g for g in held.games)))


def _turn(event: Event, entry: Entry) -> Event:
    """Two players change colours, in all the games they play at their board."""
    _reason(entry)
    held, first = _board(event, entry)
    if first.black is None or any(g.white_mark is not None for g in held.games if g.board == first.board):
        raise _bad("I colori si cambiano prima di giocare.", "Colours change before play only.")
    games = tuple(
        replace(g, white=g.black or 0, black=g.white) if g.board == first.board else g for g in held.games
    )
    return with_round(event, replace(held, games=games))


def _protect(event: Event, entry: Entry) -> Event:
    held, game = _board(event, entry)
    return _exchanged(event, held, game, replace(game, protected=bool(entry.data.get("protected", True))))


def _extra(event: Event, entry: Entry) -> Event:
    """A knockout match that is even goes on: one more game at its board, colours reversed."""
    held, first = _board(event, entry)
    legs = [g for g in held.games if g.board == first.board]
    last = legs[-1]
    if event.settings.system is not System.KNOCKOUT or event.settings.boards or last.black is None:
        raise _bad(
            "Spareggi al tavolo solo nell'eliminazione diretta.", "Only knockout matches are played off."
        )
    if held.number != event.played_rounds or any(not g.is_over for g in legs):
        raise _bad("Alla damiera {b} si gioca ancora.", "Board {b} is still being played.", b=first.board)
    if winner(event, held.number, last.white, last.black) is not None:
        raise _bad("Alla damiera {b} c'è già chi passa.", "Board {b} has its winner already.", b=first.board)
    more = replace(
        last, white=last.black, black=last.white, white_mark=None, black_mark=None, kind=Kind.PLAYED,
        leg=last.leg + 1, advantage=None,
    )  # fmt: skip
    at = held.games.index(last) + 1
    return with_round(event, replace(held, games=(*held.games[:at], more, *held.games[at:]), closed=False))


_FITTING = {
    (Mark.WIN, Mark.LOSS), (Mark.LOSS, Mark.WIN), (Mark.DRAW, Mark.DRAW), (Mark.LOSS, Mark.LOSS),
}  # fmt: skip


def _result(event: Event, entry: Entry) -> Event:
    held, game = _board(event, entry)
    if held.closed:
        _reason(entry)
    if game.black is None:
        raise _bad(
            "La damiera {b} è un riposo: non ha risultato.", "Board {b} is a rest: no result.", b=game.board
        )
    kind = Kind(entry.data.get("kind", Kind.PLAYED))
    white, black = (None if entry.data[k] is None else Mark(entry.data[k]) for k in ("white", "black"))
    cleared = white is None and black is None
    if not cleared and (white, black) not in _FITTING:
        raise _bad(
            "Risultato impossibile: {w} e {b}.", "An impossible result: {w} and {b}.", w=white, b=black
        )
    if kind not in (Kind.PLAYED, Kind.FORFEIT) or (kind is Kind.FORFEIT and white is Mark.DRAW):
        raise _bad("Risultato impossibile per forfait.", "An impossible result by forfeit.")
    advantage = entry.data.get("advantage")
    if advantage not in (None, "white", "black") or (advantage and white is not Mark.DRAW):
        raise _bad("Il vantaggio si segna solo in una patta.", "An advantage belongs to a draw only.")
    after = replace(
        game, white_mark=white, black_mark=black, kind=Kind.PLAYED if cleared else kind, advantage=advantage
    )
    return _exchanged(event, held, game, after)


def _close(event: Event, entry: Entry) -> Event:
    held = _open_round(event, int(entry.data["round"]))
    waiting = [g.board for g in held.games if not g.is_over]
    if waiting:
        raise _bad(
            "Mancano i risultati delle damiere {b}.",
            "Results are missing on boards {b}.",
            b=", ".join(map(str, waiting)),
        )
    return with_round(event, replace(held, closed=True))


def _reopen(event: Event, entry: Entry) -> Event:
    _reason(entry)
    return with_round(event, replace(_open_round(event, int(entry.data["round"])), closed=False))


def _note(event: Event, entry: Entry) -> Event:
    str(entry.data["text"])
    return event


ACTS: Mapping[str, Callable[[Event, Entry], Event]] = {
    "create": _change,
    "change": _change,
    "enter": _enter,
    "edit": _edit,
    "remove": _remove,
    "team": _team,
    "status": _status,
    "return": _return,
    "forbid": _forbid,
    "allow": _allow,
    "accelerate": _accelerate,
    "pair": _pair,
    "swap": _swap,
    "turn": _turn,
    "protect": _protect,
    "extra": _extra,
    "result": _result,
    "close": _close,
    "reopen": _reopen,
    "note": _note,
}

"""What happens to players: one act each, several players at once, and facts corrected by two arbiters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from damiera.lang import Text
from damiera.rating.lists import Listed
from damiera.service.errors import BadTerms, Conflict
from damiera.service.hall.sitting import Sitting, Step
from damiera.tournament.errors import BadEvent
from damiera.tournament.model import Change, Kind, status
from damiera.tournament.players_csv import apply_list

__all__ = ["correct", "happen_to", "rate_by_list"]

_NOBODY = Text("Scegli almeno un giocatore.", "Choose one player at least.")
_PLAYED = Text(
    "{n} è già stato abbinato: non può entrare in ritardo, ma essere assente.",
    "{n} has been paired already: he cannot enter late, but he can be absent.",
)
_TOO_EARLY = Text("Chi tarda entra dal turno {n} in poi.", "Who is late enters from round {n} on.")
_NOT_LATER = Text(
    "Chi non ha diritto di giocare è escluso subito: al più dal turno {n}.",
    "Who is not entitled to play is excluded at once: from round {n} at the latest.",
)
_MEANWHILE = Text(
    "Intanto {who} ha corretto lo stesso giocatore: {what}. Il tuo è ancora qui sotto, guarda e ripeti.",
    "Meanwhile {who} has corrected the same player: {what}. Yours is still below; look and repeat.",
)
_NOT_LISTED = Text("Nessuno di questi giocatori è nella lista.", "None of these players is in the list.")


def happen_to(
    numbers: Sequence[int],
    change: Change,
    *,
    from_round: int,
    until_round: int | None = None,
    worth: Kind = Kind.ZERO_BYE,
    reason: str = "",
) -> Step:
    """Let the same happen to several players, to all of them or to nobody."""

    def step(sitting: Sitting) -> None:
        if not numbers:
            raise BadTerms("player", _NOBODY)
        coming = sitting.log.event.played_rounds + 1
        if change is Change.EXCLUDED and from_round > coming:
            raise BadTerms("from_round", _NOT_LATER.format(n=coming))
        for number in dict.fromkeys(numbers):
            sitting.log.event.player(number)
            data: dict[str, Any] = {"player": number, "change": change, "from_round": from_round}
            if change is Change.ABSENT:
                data |= {"until_round": until_round or from_round, "worth": worth}
            if change is Change.LATE:
                _late(sitting, number, from_round)
            sitting.act("status", data, reason)

    return step


def _late(sitting: Sitting, number: int, from_round: int) -> None:
    """Make room for a late entry: of who has not been paired, in a round to come."""
    event = sitting.log.event
    if any(number in (g.white, g.black) for g in event.games):
        raise BadEvent(_PLAYED.format(n=event.player(number).name))
    if from_round <= event.played_rounds:
        raise BadEvent(_TOO_EARLY.format(n=event.played_rounds + 1))
    coming = event.played_rounds + 1
    held = status(event, number, coming)
    if held is not None and held.change is Change.LATE:
        sitting.act("return", {"player": number, "round": coming})


def correct(number: int, facts: Mapping[str, Any], *, seen: int) -> Step:
    """Correct what is known of a player, unless another arbiter has done so since `seen`."""

    def step(sitting: Sitting) -> None:
        live = sitting.live
        since = [e for e in live.log.entries[seen:] if e.act == "edit" and e.data.get("number") == number]
        if since:
            now = msgspec.to_builtins(live.event.player(number))
            was = msgspec.to_builtins(live.log.until(seen).player(number))
            theirs = [name for name in now if now[name] != was[name]]
            what = ", ".join(f"{name} {now[name]}" for name in theirs if _differs(now[name], facts.get(name)))
            who = ", ".join(sorted({e.who for e in since}))
            if what:
                raise Conflict(live.version, _MEANWHILE.format(who=who, what=what))
        sitting.act("edit", {**facts, "number": number})

    return step


def _differs(now: object, mine: object) -> bool:
    """Tell whether writing `mine` would change what is there now."""
    return bool(msgspec.to_builtins(mine) != now)


def rate_by_list(listed: Sequence[Listed], discipline: str = "") -> Step:
    """Give players the ratings and categories of a list; who is not in it stays as he is."""

    def step(sitting: Sitting) -> None:
        before = sitting.log.event.players
        changed = [
            (new, old)
            for old, new in zip(before, apply_list(before, listed, discipline), strict=True)
            if new != old
        ]
        if not changed:
            raise BadEvent(_NOT_LISTED)
        for new, old in changed:
            now, was = msgspec.to_builtins(new), msgspec.to_builtins(old)
            facts = {name: value for name, value in now.items() if value != was[name]}
            sitting.act("edit", {**facts, "number": new.number})

    return step

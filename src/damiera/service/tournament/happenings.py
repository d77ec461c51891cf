"""What happens to players: one act each, several players at once, and facts corrected by two arbiters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import structs

from damiera.messages import Message
from damiera.rating.lists import RatingListLine
from damiera.service.errors import BadTerms, Conflict
from damiera.service.tournament.transaction import EventTransaction, Step
from damiera.tournament.acts import EditAct, ReturnAct, StatusAct
from damiera.tournament.errors import BadTournament
from damiera.tournament.log import LogRecord
from damiera.tournament.model import EventPlayer, Kind, PlayerChange, status
from damiera.tournament.players_csv import apply_list, read_rating_list

__all__ = [
    "change_called",
    "correct",
    "facts_of",
    "happen_to",
    "listed_ratings",
    "rate_by_list",
    "worth_called",
]

_NOBODY = Message("Choose one player at least.")
_PLAYED = Message("{n} has been paired already: they cannot enter late, but they can be absent.")
_TOO_EARLY = Message("Who is late enters from round {n} on.")
_NOT_LATER = Message("Who is not entitled to play is excluded at once: from round {n} at the latest.")
_MEANWHILE = Message(
    "Meanwhile {who} has corrected the same player: {what}. Yours is still below; look and repeat."
)
_CORRECTED = (
    "name", "elo", "category", "club", "province", "sex", "born", "card", "federation", "title", "group",
    "ratings",
)  # fmt: skip
_NO_CHANGE = Message("This cannot happen.")
_NOT_LISTED = Message("None of these players is in the list.")


def happen_to(
    numbers: Sequence[int],
    change: PlayerChange,
    *,
    from_round: int,
    until_round: int | None = None,
    worth: Kind = Kind.ZERO_BYE,
    reason: str = "",
) -> Step:
    """Let the same happen to several players, to all of them or to nobody."""

    def step(transaction: EventTransaction) -> None:
        if not numbers:
            raise BadTerms("player", _NOBODY)
        coming = transaction.log.event.played_rounds + 1
        if change is PlayerChange.EXCLUDED and from_round > coming:
            raise BadTerms("from_round", _NOT_LATER.format(n=coming))
        for number in dict.fromkeys(numbers):
            transaction.log.event.player(number)
            told = StatusAct(player=number, change=change, from_round=from_round)
            if change is PlayerChange.ABSENT:
                told = msgspec.structs.replace(told, until_round=until_round or from_round, worth=worth)
            if change is PlayerChange.LATE:
                _late(transaction, number, from_round)
            transaction.act(told, reason)

    return step


def _late(transaction: EventTransaction, number: int, from_round: int) -> None:
    """Make room for a late entry: of whoever has not been paired, in a round to come."""
    event = transaction.log.event
    if any(number in (g.white, g.black) for g in event.games):
        raise BadTournament(_PLAYED.format(n=event.player(number).name))
    if from_round <= event.played_rounds:
        raise BadTournament(_TOO_EARLY.format(n=event.played_rounds + 1))
    coming = event.played_rounds + 1
    held = status(event, number, coming)
    if held is not None and held.change is PlayerChange.LATE:
        transaction.act(ReturnAct(player=number, round=coming))


def change_called(word: str) -> PlayerChange:
    """Return what happens to a player, by its name. Raises `BadTerms` of the field "change"."""
    try:
        return PlayerChange(word)
    except ValueError:
        raise BadTerms("change", _NO_CHANGE) from None


def worth_called(word: str) -> Kind:
    """Return what an absence is worth: "half" a draw, "full" a win, anything else nothing."""
    return {"half": Kind.HALF_BYE, "full": Kind.FULL_BYE}.get(word, Kind.ZERO_BYE)


def facts_of(player: EventPlayer) -> Mapping[str, object]:
    """Return what can be corrected of a player, by field."""
    return {name: getattr(player, name) for name in _CORRECTED}


def correct(number: int, facts: Mapping[str, Any], *, seen: int) -> Step:
    """Correct what is known of a player, unless another arbiter has done so since `seen`."""

    def step(transaction: EventTransaction) -> None:
        live = transaction.live
        since = [line.entry for line in live.log.lines[seen:] if _edits(line, number)]
        if since:
            now = msgspec.to_builtins(live.event.player(number))
            was = msgspec.to_builtins(live.log.until(seen).player(number))
            theirs = [name for name in now if now[name] != was[name]]
            what = ", ".join(f"{name} {now[name]}" for name in theirs if _differs(now[name], facts.get(name)))
            who = ", ".join(sorted({e.who for e in since}))
            if what:
                raise Conflict(live.version, _MEANWHILE.format(who=who, what=what))
        transaction.act(EditAct(number=number, **facts))

    return step


def _edits(line: LogRecord, number: int) -> bool:
    return isinstance(line.act, EditAct) and line.act.number == number


def _differs(now: object, mine: object) -> bool:
    """Tell whether writing `mine` would change what is there now."""
    return bool(msgspec.to_builtins(mine) != now)


def listed_ratings(data: bytes | str) -> Sequence[RatingListLine]:
    """Return the lines of a rating list. Raises what says which line cannot be read."""
    return read_rating_list(data)


def rate_by_list(listed: Sequence[RatingListLine], discipline: str = "") -> Step:
    """Give players the ratings and categories of a list; who is not in it stays as they are."""

    def step(transaction: EventTransaction) -> None:
        before = transaction.log.event.players
        changed = [
            (new, old)
            for old, new in zip(before, apply_list(before, listed, discipline), strict=True)
            if new != old
        ]
        if not changed:
            raise BadTournament(_NOT_LISTED)
        for new, old in changed:
            names = [
                f.name for f in structs.fields(EventPlayer) if getattr(new, f.name) != getattr(old, f.name)
            ]
            transaction.act(EditAct(number=new.number, **{name: getattr(new, name) for name in names}))

    return step

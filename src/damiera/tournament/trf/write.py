"""Writing tournament report files: fixed columns, read again by `read_trf` before they are given out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Literal

from damiera.messages import Message
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import (
    Event,
    EventPlayer,
    GameMark,
    Kind,
    PlayerChange,
    PlayerGame,
    Scoring,
    Status,
    System,
    entries,
    score,
    status,
)
from damiera.tournament.pairing.teams import as_teams
from damiera.tournament.trf.kind import by_draws, kind_of, opened, with_planned
from damiera.tournament.trf.read import is_kept, is_national, read_trf
from damiera.tournament.trf.teams import team_records

__all__ = ["write_trf"]

Version = Literal["trf16", "trf26"]
_OWN = {"first_colour", "boards"}
_UNSEEN = ("Cc", "Cs")
_BREAKS = r"[\r\n]+"
_CHESS = Scoring(halved=True)
_BYE = {Kind.BYE: "U", Kind.FULL_BYE: "F", Kind.HALF_BYE: "H", Kind.ZERO_BYE: "Z"}


def write_trf(event: Event, version: Version = "trf26", *, ranks: Mapping[int, int] | None = None) -> str:
    """The event as a report file.

    Args:
        version: "trf16" with the XX records of pairing programs, or "trf26" with the records of 2026.
        ranks: places by start number; by points, then number, if they are not given.
    Raises:
        BadTournament: what the format cannot hold: matches of teams that were played on, numbers over 9999.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> write_trf(event).splitlines()[0][:3]
    '062'
    """
    played_on = any(game.leg > event.settings.games for game in event.games)
    if played_on and event.settings.system is not System.KNOCKOUT:
        raise BadTournament(
            Message("The TRF format has no room for matches that were played on: export the event instead.")
        )
    if any(p.number > 9999 or p.number < 1 for p in event.players):
        raise BadTournament(Message("Numbers in a TRF run from 1 to 9999."))
    draws = by_draws(event)
    event = opened(with_planned(event))
    places = ranks or _places(event)
    lines = [*_head(event, version)]
    lines += [_player_line(event, p, places.get(p.number, 0)) for p in event.players]
    lines += [*_national(event), *_teams(event, version), *_tail(event, version)]
    lines += [f"### Round {round}: {number} goes on by a draw" for round, number in draws]
    text = "".join(line.rstrip() + "\r\n" for line in lines)
    read_trf(text)
    return text


def _places(event: Event) -> dict[int, int]:
    order = sorted((p.number for p in event.players), key=lambda n: (-score(event, n), n))
    return {number: place for place, number in enumerate(order, 1)}


def _flat(text: str, width: int | None = None) -> str:
    """The text on one line, of `width` columns at most: a break in a name would begin another record."""
    shown = "".join(" " if unicodedata.category(c) in _UNSEEN else c for c in text)
    return " ".join(shown.split())[:width].rstrip()


def _date(when: date | None) -> str:
    return f"{when:%Y/%m/%d}" if when else ""


def _head(event: Event, version: Version) -> Iterable[str]:
    texts = (
        ("012", event.name), ("022", event.place), ("032", event.federation), ("042", _date(event.starts)),
        ("052", _date(event.ends)), ("062", str(len(event.players))),
        ("072", str(sum(p.elo > 0 for p in event.players))), ("082", str(len(event.teams) or "")),
        ("102", event.arbiter), *(("112", name) for name in event.deputies), ("122", event.time_control),
    )  # fmt: skip
    for tag, text in texts:
        if text:
            yield f"{tag} {_flat(text)}"
    kind = kind_of(event)
    if kind and "092" not in dict(event.extra):
        yield f"092 {kind}"
    for tag, text in event.extra:
        if tag not in _OWN and is_kept(tag):
            yield f"{tag} {' '.join(re.split(_BREAKS, text))}"
    if event.dates:
        yield "132".ljust(91) + "  ".join(f"{d:%y/%m/%d}" if d else " " * 8 for d in event.dates)
    colour = dict(event.extra).get("first_colour", "")
    if version == "trf26":
        if event.settings.rounds:
            yield f"142 {event.settings.rounds}"
        if colour:
            yield f"152 {colour[0].upper()}"
        if event.settings.scoring != _CHESS:
            yield _scoring_26(event.settings.scoring)
    else:
        if event.settings.rounds:
            yield f"XXR {event.settings.rounds}"
        if colour:
            yield f"XXC {colour}1"
        if event.settings.scoring != _CHESS:
            yield _scoring_16(event.settings.scoring)


def _decimal(scoring: Scoring, points: int) -> str:
    """Points in the four columns there are: "11.5", or "186" where more than two digits are needed."""
    text = f"{points / 2:.1f}" if scoring.halved else f"{points:.1f}"
    short = text.removesuffix(".0") if len(text) > 4 else text
    if len(short) > 4:
        raise BadTournament(Message("{text} points do not fit in a TRF.", text=text))
    return short


def _scoring_26(scoring: Scoring) -> str:
    """Record 162, if forfeits and byes asked for are worth what the format takes them for; else XXS.

    Only what differs from what the format takes for granted is said (a win 1, a draw 1/2, a loss and an
    absence 0, the bye a win): programs that read the letter of an absence otherwise take the record then.
    """
    usual = (scoring.forfeit_win, scoring.full_bye, scoring.half_bye, scoring.forfeit_loss)
    if usual != (scoring.win, scoring.win, scoring.draw, scoring.zero_bye):
        return _scoring_16(scoring)
    codes = (
        ("W", scoring.win, _CHESS.win),
        ("D", scoring.draw, _CHESS.draw),
        ("L", scoring.loss, 0),
        ("A", scoring.zero_bye, 0),
        ("P", scoring.bye, scoring.win),
    )
    said = [
        f"{code}{_decimal(scoring, points):>4}"
        for code, points, taken in codes
        if points != taken or (code in "WD" and not scoring.halved)
    ]
    return "162  " + "    ".join(said)


def _scoring_16(scoring: Scoring) -> str:
    codes = (
        ("W", scoring.win), ("D", scoring.draw), ("L", scoring.loss),
        ("ZPB", scoring.zero_bye), ("HPB", scoring.half_bye),
        ("FPB", scoring.full_bye), ("PAB", scoring.bye), ("FW", scoring.forfeit_win),
        ("FL", scoring.forfeit_loss),
    )  # fmt: skip
    return "XXS " + " ".join(f"{c}={_decimal(scoring, p)}" for c, p in codes)


def _player_line(event: Event, player: EventPlayer, place: int) -> str:
    sex = {"m": "m", "f": "w", None: ""}[player.sex]
    points = _decimal(event.settings.scoring, score(event, player.number))
    start = (
        f"001 {player.number:>4} {sex:1}{_flat(player.title, 3):>3} {_flat(player.name, 33):33} "
        f"{player.elo if 0 < player.elo <= 9999 else '':>4} {_flat(player.federation, 3):3} "
        f"{_flat(player.card, 11):>11} {_flat(player.born, 10):10} {points:>4} {place:>4}"
    )
    boards = event.settings.boards > 0
    return start + "".join("  " + _cell(e, boards) for e in entries(event, player.number))


def _cell(entry: PlayerGame, boards: bool) -> str:
    if entry.opponent is None:
        alone = boards and entry.kind is Kind.FULL_BYE  # nobody came to the board
        return f"0000 - {'+' if alone else _BYE.get(entry.kind, 'Z')}"
    if entry.kind is Kind.ANNULLED:
        return "0000 - Z"
    colour = "w" if entry.colour == "white" else "b"
    return f"{entry.opponent:>4} {colour} {_result(entry)}"


def _result(entry: PlayerGame) -> str:
    if entry.mark is None:
        return " "
    if entry.kind is Kind.FORFEIT:
        return "+" if entry.mark is GameMark.WIN else "-"
    played = {GameMark.WIN: "1W", GameMark.DRAW: "=D", GameMark.LOSS: "0L"}[entry.mark]
    return played[0] if entry.rated else played[1]


def _national(event: Event) -> Iterable[str]:
    tag = event.federation[:3].upper()
    if not is_national(tag):
        tag = "ITA"
    for p in event.players:
        if p.national_elo or p.category or p.province:
            elo = str(p.national_elo) if 0 < p.national_elo <= 9999 else ""
            start = f"{tag} {p.number:>4}  {_flat(p.category, 3):>3} {'':33} {elo:>4}"
            yield f"{start} {_flat(p.province, 3):3} {_flat(p.card, 11):>11}"


def _teams(event: Event, version: Version) -> Iterable[str]:
    if version == "trf26":
        yield from team_records(event, 2 if event.settings.scoring.halved else 1)
        return
    for team in event.teams:
        yield f"013 {_flat(team.name, 32):32}" + " ".join(f"{n:>4}" for n in team.members)


def _tail(event: Event, version: Version) -> Iterable[str]:
    coming = event.played_rounds + 1
    yield from _byes(event, version, coming)
    for a in event.accelerations:
        points, number = _decimal(_worth_of(event, a.player), a.points), abs(a.player)
        if version == "trf26":
            columns = f"{points:>4} {'':4}" if a.player < 0 else f"{'':4} {points:>4}"
            yield f"250 {columns} {a.first:03} {a.last:03} {number:>4} {number:>4}"
    if version == "trf16":
        yield from _accelerations(event)
    for pair in event.forbidden:
        if not pair.absolute or (pair.a < 0) != (event.settings.boards > 0):
            continue
        if version == "trf26":
            last = pair.last or max(event.settings.rounds, pair.first, 999)
            yield f"260 {pair.first:03} {last:03} {abs(pair.a):>4} {abs(pair.b):>4}"
        elif pair.holds(coming):
            yield f"XXP {abs(pair.a)} {abs(pair.b)}"


def _worth_of(event: Event, player: int) -> Scoring:
    """The scale of a player's points, or of a team's, whose number is negative."""
    settings = event.settings
    return (settings.match_scoring if player < 0 else None) or settings.scoring


def _byes(event: Event, version: Version, coming: int) -> Iterable[str]:
    """The players who miss the next round, and absences already known for later ones."""
    field = as_teams(event) if event.settings.boards else event
    held = {
        round: [s for p in field.players if (s := status(field, p.number, round)) is not None]
        for round in range(1 if event.settings.boards else coming, coming + 1)
    }
    if version == "trf16":
        if held[coming]:
            yield "XXZ " + " ".join(str(s.player) for s in held[coming])
        return
    for round, away in held.items():
        for kind, letter in ((Kind.FULL_BYE, "F"), (Kind.HALF_BYE, "H"), (Kind.ZERO_BYE, "Z")):
            numbers = [s.player for s in away if _worth(s) is kind]
            if numbers:
                yield f"240 {letter} {round:03} " + " ".join(f"{n:>4}" for n in numbers)


def _worth(held: Status) -> Kind:
    return held.worth if held.change is PlayerChange.ABSENT else Kind.ZERO_BYE


def _accelerations(event: Event) -> Iterable[str]:
    by_player: dict[int, dict[int, int]] = {}
    for a in event.accelerations:
        own = by_player.setdefault(a.player, {})
        for round in range(a.first, a.last + 1):
            own[round] = own.get(round, 0) + a.points
    for number, rounds in sorted(by_player.items()):
        scale = _worth_of(event, number)
        points = (_decimal(scale, rounds.get(r, 0)) for r in range(1, max(rounds) + 1))
        yield f"XXA {abs(number):>4} " + " ".join(f"{p:>4}" for p in points)

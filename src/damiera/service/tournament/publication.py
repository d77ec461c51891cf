"""What other programs read of an event: its timetable as a calendar file, players and results as a feed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final

import msgspec
from msgspec import structs

from damiera.messages import Lang, Message
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.announcement import Appointment
from damiera.tournament.model import EventPlayer, RoundGame
from damiera.tournament.sections import SectionRule

__all__ = ["FEED_VERSION", "calendar_file", "event_feed", "has_days"]

FEED_VERSION: Final = 1
_ROUND: Final = Message("Round {n}")
_ROUNDS: Final = Message("Rounds {a}-{b}")
_LONGEST_LINE: Final = 75
"""Octets of a line of a calendar file, without its end (RFC 5545, 3.1)."""


def has_days(live: LiveEvent) -> bool:
    """Tell whether a day is announced: a calendar file without any is none (RFC 5545, 3.6)."""
    event = live.event
    return bool(event.starts or event.ends or any(one.day for one in live.announced.timetable))


def calendar_file(live: LiveEvent, lang: Lang) -> str:
    """Return the timetable of an event as a calendar file (RFC 5545); its days where there is no timetable.

    Times are those of the place where the event is played, without a zone, as they are announced.
    """
    entries = [
        line
        for number, one in enumerate(live.announced.timetable, 1)
        if one.day
        for line in _appointment(live, one, number, lang)
    ]
    entries = entries or list(_days(live, lang))
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Damiera//Event//EN", *entries]
    return "".join(f"{_folded(line)}\r\n" for line in (*lines, "END:VCALENDAR"))


def _days(live: LiveEvent, lang: Lang) -> Iterator[str]:
    starts = live.event.starts or live.event.ends
    if starts is None:
        return
    last = max(live.event.ends or starts, starts)
    yield from _entry(live, 0, live.name(lang), [f"DTSTART;VALUE=DATE:{_day(starts)}", _until(last)])


def _appointment(live: LiveEvent, one: Appointment, number: int, lang: Lang) -> Iterator[str]:
    assert one.day is not None
    what = ", ".join(filter(None, (_rounds(one.rounds, lang), one.what)))
    said = ": ".join(filter(None, (live.name(lang), what)))
    if one.begins:
        when = ["DTSTART:{}T{:02}{:02}00".format(_day(one.day), *one.begins)]
    else:
        when = [f"DTSTART;VALUE=DATE:{_day(one.day)}", _until(one.day)]
    yield from _entry(live, number, said, when)


def _rounds(text: str, lang: Lang) -> str:
    """Return the rounds of a line of the timetable in words."""
    words = [word.strip() for word in text.replace("–", "-").split("-") if word.strip()]
    if len(words) == 2:
        return _ROUNDS.format(a=words[0], b=words[1]).text(lang)
    return _ROUND.format(n=text).text(lang) if text else ""


def _entry(live: LiveEvent, number: int, said: str, when: list[str]) -> Iterator[str]:
    changed = live.log.lines[-1].entry.at if live.log.lines else 0
    stamp = datetime.fromtimestamp(changed / 1000, UTC)
    yield "BEGIN:VEVENT"
    yield f"UID:{live.row.id}-{number}@damiera"
    yield f"DTSTAMP:{stamp:%Y%m%dT%H%M%SZ}"
    yield from when
    yield "SUMMARY:" + _escaped(said)
    if live.event.place:
        yield "LOCATION:" + _escaped(live.event.place)
    yield "END:VEVENT"


def _day(day: date) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"


def _until(last: date) -> str:
    """Return the end of an entry of whole days: the day after its last, which it does not hold."""
    return f"DTEND;VALUE=DATE:{_day(last + timedelta(days=1) if last < date.max else last)}"


def _escaped(text: str) -> str:
    """Return a text with what RFC 5545, 3.3.11 escapes.

    >>> _escaped("Livorno, via Roma; 2")
    'Livorno\\\\, via Roma\\\\; 2'
    """
    marked = re.sub(r"([\\;,])", r"\\\1", text)
    return " ".join(marked.split())


def _folded(line: str) -> str:
    """Return a line parted as RFC 5545, 3.1 asks: no part over 75 octets, no letter cut."""
    parts, size = [""], 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > _LONGEST_LINE:
            parts.append(" ")
            size = 1
        parts[-1] += letter
        size += octets
    return "\r\n".join(parts)


def event_feed(live: LiveEvent, lang: Lang) -> bytes:
    """Return an event as JSON for other programs: what its public pages show, nothing else of its players.

    The object has `format`, `version` (of the format), `lang`, `seq` (how many acts there are), the facts of
    the event and its `sections`: one without a name where it is played as one field. A section that was
    proposed says as what (`called`: "women", "under:18"), and its name is worded in the language.
    """
    event, facts = live.event, live.announced
    return msgspec.json.format(
        msgspec.json.encode(
            {
                "format": "damiera-event",
                "version": FEED_VERSION,
                "lang": lang,
                "id": live.id,
                "seq": live.version,
                "name": live.name(lang),
                "place": event.place,
                "starts": event.starts,
                "ends": event.ends,
                "game": event.game,
                "rulebook": facts.rulebook,
                "over": live.over,
                "sections": [_section(part, lang) for part in live.inner],
            }
        ),
        indent=1,
    )


def _section(live: LiveEvent, lang: Lang) -> dict[str, object]:
    event, section = live.event, live.section
    whole = live.standing if event.players else None
    return {
        "name": section.title.text(lang) if section else "",
        "called": section.called if section else "",
        "rule": _rule(section.rule) if section else {},
        "system": event.settings.system.value,
        "planned": live.planned,
        "teams": [{"number": t.number, "name": t.name, "members": t.members} for t in event.teams],
        "players": [_player(one) for one in event.players],
        "rounds": [
            {"number": held.number, "games": [_game(live, game) for game in held.games]}
            for held in event.rounds
        ],
        "tiebreaks": list(whole.rules.tiebreaks) if whole else [],
        "standing": [
            {
                "rank": row.rank,
                "number": row.number,
                "points": whole.points_said(row),
                "values": list(whole.values_said(row)),
            }
            for row in (whole.rows if whole else ())
            if whole
        ],
    }


def _rule(rule: SectionRule) -> dict[str, object]:
    """Return what a rule says; nothing where players are put in by hand."""
    return {
        one.name: value for one in structs.fields(rule) if (value := getattr(rule, one.name)) != one.default
    }


def _player(player: EventPlayer) -> dict[str, object]:
    return {
        "number": player.number,
        "name": player.name,
        "club": player.club,
        "category": player.category,
        "elo": player.elo,
    }


def _game(live: LiveEvent, game: RoundGame) -> dict[str, object]:
    return {
        "board": game.board,
        "called": live.board_name(game.round, game.board),
        "leg": game.leg,
        "white": game.white,
        "black": game.black,
        "kind": game.kind.value,
        "result": game.result(live.event.settings.scoring) if game.is_over else "",
    }

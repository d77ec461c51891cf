"""RFC 5545: the timetable of an event as a calendar file that other programs can read."""

from __future__ import annotations

from datetime import date

import pytest

from damiera.records.tournaments import TournamentRecord
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.publication import calendar_file
from damiera.tournament.acts import AnnouncedFacts, CreateAct
from damiera.tournament.announcement import Announcement, Appointment
from damiera.tournament.log import Log

DAY = date(2026, 5, 1)


def calendar(
    *timetable: Appointment, name: str = "Coppa", starts: date | None = None, ends: date | None = None
) -> list[str]:
    """Return the lines of an event's calendar file."""
    log = Log().add(CreateAct(name=name, starts=starts, ends=ends), who="arbiter", at=0)
    log = log.add(AnnouncedFacts(facts=Announcement(name, timetable=timetable)), who="arbiter", at=0)
    row = TournamentRecord("t1", name, "{}", "k7m2", "p1", 1, 9, 1)
    return calendar_file(LiveEvent(row, (("p1", "Anna"),), log), "it").split("\r\n")


def test_rfc_5545_3_6_1_an_appointment_with_a_time_starts_then() -> None:
    lines = calendar(Appointment(DAY, "9:30", "1-3", "Prima parte"))
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert {
        "DTSTART:20260501T093000",
        "SUMMARY:Coppa: Turni 1-3\\, Prima parte",
        "DTSTAMP:19700101T000000Z",
    } <= set(lines)


@pytest.mark.parametrize(("time", "when"), [("15", "150000"), ("ore 9", "090000"), ("14.30", "143000")])
def test_an_hour_is_a_time_however_it_is_written(time: str, when: str) -> None:
    lines = calendar(Appointment(DAY, time, "4"))
    assert {f"DTSTART:20260501T{when}", "SUMMARY:Coppa: Turno 4"} <= set(lines)


@pytest.mark.parametrize("time", ["", "mattina", "25:00", "2 pm"])
def test_rfc_5545_3_6_1_an_appointment_without_a_time_takes_the_day(time: str) -> None:
    lines = calendar(Appointment(DAY, time, "", "Arrivi"))
    assert {"DTSTART;VALUE=DATE:20260501", "DTEND;VALUE=DATE:20260502"} <= set(lines)


def test_without_a_timetable_the_days_of_the_event_are_one_entry() -> None:
    lines = calendar(starts=DAY, ends=date(2026, 5, 3))
    assert {"DTSTART;VALUE=DATE:20260501", "DTEND;VALUE=DATE:20260504"} <= set(lines)
    assert lines.count("BEGIN:VEVENT") == 1


def test_without_any_day_there_is_no_entry() -> None:
    assert "BEGIN:VEVENT" not in calendar(Appointment(None, "9:30", "", "Arrivi"))


def test_rfc_5545_3_3_11_a_text_cannot_end_its_line() -> None:
    lines = calendar(Appointment(DAY, "", "", "uno, due;\ntre \\ END:VEVENT"))
    assert "SUMMARY:Coppa: uno\\, due\\; tre \\\\ END:VEVENT" in lines
    assert lines.count("END:VEVENT") == 1


def test_rfc_5545_3_1_no_line_is_longer_than_75_octets_and_no_letter_is_cut() -> None:
    name = "Città è perché " * 10
    lines = calendar(Appointment(DAY, "", "", "x"), name=name.strip())
    assert max(len(line.encode()) for line in lines) <= 75
    assert "\r\n".join(lines).replace("\r\n ", "").count(name.strip()) == 1

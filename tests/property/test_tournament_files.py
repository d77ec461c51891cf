"""Report files of events with any names: what we write we read, other programs too, and nothing by half."""

from __future__ import annotations

import random
import unicodedata
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from damiera.testing.tournaments import played_event
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import Event, EventPlayer, EventSettings, Scoring, Team, scores
from damiera.tournament.players_csv import BadPlayersFile, CsvProblem, read_players
from damiera.tournament.trf import TrfError, TrfProblem, parse_trf, read_trf, write_trf

Version = Literal["trf16", "trf26"]
VERSIONS: tuple[Version, ...] = ("trf16", "trf26")

ANY = st.text(max_size=45)
NASTY = st.sampled_from(
    [
        *("", " ", "001    9 m", "# not a remark", "162  W 9.0", "XXR 99", "a\nb", "a\r\n001    1 m"),
        *("a\tb", "\0", "Niccolò D'Ùrso", "Łukasz Żółć", "Δημήτρης", "عمر", "李小龙", "é" * 40),
        *("a\u2028b", "👩‍👩‍👧 Rossi", "a\u0085b", "\ufeffRossi", "x" * 300, "Rossi  Mario", "  Rossi "),
        *("Rossi,Mario;\"'", "\u202eissoR", "a\x1cb\x0bc"),
    ]
)
WORDS = ANY | NASTY
EVENTS = tuple(played_event(5 + size, 3, size, unrest=0.05) for size in range(4))


def flat(text: str) -> str:
    return " ".join("".join(" " if unicodedata.category(c) == "Cc" else c for c in text).split())


@st.composite
def events(draw: st.DrawFn) -> Event:
    event = draw(st.sampled_from(EVENTS))
    players = tuple(
        structs.replace(
            p,
            name=draw(WORDS), title=draw(WORDS), federation=draw(WORDS), card=draw(WORDS), born=draw(WORDS),
            category=draw(WORDS), province=draw(WORDS), elo=draw(st.integers(-5, 20_000)),
            national_elo=draw(st.integers(-5, 20_000)), club=draw(WORDS),
        )
        for p in event.players
    )  # fmt: skip
    squad = Team(1, draw(WORDS), tuple(p.number for p in players[:2]))
    return replace(
        event,
        name=draw(WORDS), place=draw(WORDS), federation=draw(WORDS), arbiter=draw(WORDS),
        deputies=(draw(WORDS), draw(WORDS)), time_control=draw(WORDS), players=players,
        starts=draw(st.none() | st.just(date(2026, 11, 21))),
        teams=(squad,) if draw(st.booleans()) else (),
        extra=(("012", draw(WORDS)), ("boards", "unknown")) if draw(st.booleans()) else (),
        settings=EventSettings(rounds=draw(st.integers(0, 20)), scoring=draw(st.sampled_from(
            [Scoring(), Scoring(halved=True), Scoring(win=3, forfeit_win=3, bye=1, full_bye=3)]
        ))),
    )  # fmt: skip


@given(event=events(), version=st.sampled_from(VERSIONS))
@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_what_we_write_we_read_whatever_the_names(event: Event, version: Version) -> None:
    report = parse_trf(write_trf(event, version).encode())
    back = report.event
    assert report.warnings == ()
    assert [p.number for p in back.players] == [p.number for p in event.players]
    for mine, theirs in zip(event.players, back.players, strict=True):
        assert theirs.name == flat(flat(mine.name)[:33])
        assert (theirs.elo, theirs.sex) == (mine.elo if 0 < mine.elo <= 9999 else 0, mine.sex)
        assert theirs.national_elo == (mine.national_elo if 0 < mine.national_elo <= 9999 else 0)
    assert scores(back) == scores(event)
    assert [{frozenset((g.white, g.black)) for g in r.games} for r in back.rounds] == [
        {frozenset((g.white, g.black)) for g in r.games} for r in event.rounds
    ]
    assert back.settings.scoring == event.settings.scoring
    assert [t.members for t in back.teams] == [t.members for t in event.teams]
    assert read_trf(write_trf(back, version)).rounds == back.rounds


@given(text=st.text(max_size=60), version=st.sampled_from(VERSIONS))
@settings(max_examples=60)
def test_facts_of_the_event_come_back(text: str, version: Version) -> None:
    event = replace(EVENTS[0], name=text, place=text, arbiter=text, time_control=text, federation=text)
    back = read_trf(write_trf(event, version))
    wanted = flat(text)
    for name in ("name", "place", "arbiter", "time_control", "federation"):
        assert getattr(back, name) == wanted


@pytest.mark.parametrize("seed", range(10))
def test_another_program_reads_what_we_write(seed: int, tmp_path: Path) -> None:
    """py4swiss finds the same players, points and games in our file, and pairs the next round of it."""
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    event = played_event(
        8 + 3 * seed, 3, seed, settings=EventSettings(rounds=5, scoring=Scoring(halved=True))
    )
    names = ("Niccolò Ùrso", "De Rossi, Anna", "X" * 60, "Łukasz", "O'Hara")
    event = replace(
        event,
        players=tuple(structs.replace(p, name=names[p.number % 5], federation="ITA") for p in event.players),
    )
    file = tmp_path / "event.trf"
    file.write_bytes(write_trf(event, "trf16").encode())
    theirs = TrfParser.parse(file)
    lines = {s.starting_number: s for s in theirs.player_sections}
    assert set(lines) == {p.number for p in event.players}
    for number, points in scores(event).items():
        assert lines[number].points_times_ten == 5 * points
        assert len(lines[number].results) == 3
    pairs = DutchEngine.generate_pairings(theirs)
    seated = {n for p in pairs for n in (p.white, p.black) if n}
    assert seated == set(lines)


# --- nothing by half ----------------------------------------------------------------------------------------


def damaged(text: str, draw: random.Random, times: int) -> str:
    letters = list(text)
    for _ in range(times):
        place = draw.randrange(len(letters))
        match draw.randrange(4):
            case 0:
                letters[place] = draw.choice("0123456789 wb-+=HFUZ\n\tX?è\x00;\",'")
            case 1:
                del letters[place]
            case 2:
                letters.insert(place, draw.choice('0 9w\n;"'))
            case _:
                cut = letters[place : place + draw.randrange(30)]
                at = draw.randrange(len(letters))
                letters[at:at] = cut
    return "".join(letters)


def read(text: str) -> tuple[Event | None, tuple[TrfProblem, ...]]:
    try:
        return read_trf(text), ()
    except TrfError as error:
        return None, error.problems


def read_list(text: str) -> tuple[tuple[EventPlayer, ...], tuple[CsvProblem, ...]]:
    try:
        return read_players(text).players, ()
    except BadPlayersFile as error:
        return (), error.problems


@pytest.mark.parametrize("version", VERSIONS)
def test_a_damaged_report_is_read_whole_or_refused_with_places(version: Version) -> None:
    draw = random.Random(f"damaged {version}")
    refused = 0
    for turn in range(300):
        text = write_trf(EVENTS[turn % len(EVENTS)], version)
        broken = damaged(text, draw, 1 + turn % 5)
        event, problems = read(broken)
        lines = broken.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for problem in problems:
            assert 1 <= problem.line <= len(lines)
            assert problem.column >= 1
            assert problem.reason.text("it")
            assert problem.text("en").startswith(f"line {problem.line}, column {problem.column}: ")
        if event is None:
            refused += 1
            assert problems
        else:
            assert scores(read_trf(write_trf(event, version))) == scores(event)
    assert refused > 50


def test_a_damaged_list_of_players_is_read_whole_or_refused_with_places() -> None:
    draw = random.Random("damaged list")
    good = "N.;Giocatore;Elo;Nascita;Sesso\n" + "".join(
        f'{n};"Cognome {n}, Nome";{1000 + n};19{50 + n};{"mf"[n % 2]}\n' for n in range(1, 15)
    )
    assert len(read_players(good).players) == 14
    refused = 0
    for turn in range(300):
        broken = damaged(good, draw, 1 + turn % 4)
        found, problems = read_list(broken)
        assert bool(found) != bool(problems)
        assert all(p.line >= 1 and p.column >= 0 and p.reason.text("it") for p in problems)
        assert len({p.number for p in found}) == len(found)
        refused += bool(problems)
    assert refused > 100


def test_an_event_the_format_cannot_hold_is_refused_and_not_cut() -> None:
    huge = replace(
        EVENTS[0], players=(*EVENTS[0].players, structs.replace(EVENTS[0].players[0], number=10_000))
    )
    for version in VERSIONS:
        with pytest.raises(BadTournament, match="9999"):
            write_trf(huge, version)

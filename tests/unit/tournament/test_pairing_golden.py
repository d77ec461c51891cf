"""Golden files of pairing, one an article or criterion: see `tests/golden/pairing/README.md`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from damiera.regulations.book import article
from damiera.tournament.effects import counted
from damiera.tournament.errors import Unpairable
from damiera.tournament.model import (
    Event,
    EventPlayer,
    EventSettings,
    ForbiddenPair,
    GameMark,
    Kind,
    Round,
    RoundGame,
    Status,
    System,
)
from damiera.tournament.pairing import pair, why_not
from damiera.tournament.pairing.optimal import CRITERIA
from damiera.tournament.pairing.rotation import DEFAULTS

FOLDER = Path(__file__).parents[2] / "golden" / "pairing"
GIVEN = sorted(FOLDER.glob("*.toml"))
RESULTS: dict[str, tuple[Kind, GameMark | None, GameMark | None]] = {
    "": (Kind.PLAYED, None, None),
    "1": (Kind.PLAYED, GameMark.WIN, GameMark.LOSS),
    "=": (Kind.PLAYED, GameMark.DRAW, GameMark.DRAW),
    "0": (Kind.PLAYED, GameMark.LOSS, GameMark.WIN),
    "+": (Kind.FORFEIT, GameMark.WIN, GameMark.LOSS),
    "-": (Kind.FORFEIT, GameMark.LOSS, GameMark.WIN),
}


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """What is given: `README.md` tells each field."""

    rule: str
    system: System
    players: int | list[dict[str, Any]]
    article: str = ""
    criterion: str = ""
    rounds: list[str] = []
    settings: dict[str, Any] = {}
    statuses: list[Status] = []
    forbidden: list[ForbiddenPair] = []
    instead: list[tuple[int, int]] = []
    otherwise: dict[str, Any] = {}


def read(text: str, *, otherwise: bool = False) -> Given:
    """Read a file; `otherwise`: with what it says there in the place of what it says first."""
    said = tomllib.loads(text)
    return msgspec.convert(said | said["otherwise"] if otherwise else said, type=Given)


def event_of(given: Given) -> Event:
    """The event as it stands before the round that is to be paired, with what its statuses do to games."""
    if isinstance(given.players, int):
        players = tuple(EventPlayer(n, f"P{n}", 2000 - 10 * n) for n in range(1, given.players + 1))
    else:
        named = [
            {"number": n, "name": f"P{n}", "elo": 2000 - 10 * n} | p for n, p in enumerate(given.players, 1)
        ]
        players = msgspec.convert(named, tuple[EventPlayer, ...])
    made = Event(
        players=players,
        rounds=tuple(round_of(number, text) for number, text in enumerate(given.rounds, 1)),
        statuses=tuple(given.statuses),
        forbidden=tuple(given.forbidden),
        settings=msgspec.convert({"system": given.system} | given.settings, EventSettings),
    )
    return counted(made)


def round_of(number: int, text: str) -> Round:
    """A round of the past: "1-2 1, 3-4 =, 5-"."""
    games = []
    for board, said in enumerate(text.split(","), 1):
        seats, _, result = said.strip().partition(" ")
        white, _, black = seats.partition("-")
        kind, mine, theirs = RESULTS[result]
        if black:
            games.append(RoundGame(number, board, int(white), int(black), mine, theirs, kind))
        else:
            games.append(RoundGame(number, board, int(white), None, kind=Kind.BYE))
    return Round(number, tuple(games), closed=True)


def answer(given: Given) -> Iterator[str]:
    """The pairs, then what speaks for them: the steps of the reading, or the criteria that are not nought."""
    event = event_of(given)
    try:
        pairing = pair(event)
    except Unpairable as refused:
        yield f"unpairable: {numbers(refused.blocked)} can meet only {numbers(refused.rivals)}"
        return
    yield " ".join(f"{p.white}-{p.black or ''}" for p in pairing.pairs)
    yield from (f"  {step}" for step in pairing.trace)
    if pairing.criteria:
        yield "  " + (
            ", ".join(f"{name} {value}" for name, value in pairing.criteria if value) or "nothing amiss"
        )
    for a, b in given.instead:
        told = why_not(event, pairing, a, b or None)
        cost = "" if told.forced is None else f" {told.forced}, not {told.chosen}"
        yield f"  not {a}-{b or ''}: {told.rule}{cost}"


def numbers(of: tuple[int, ...]) -> str:
    return " ".join(map(str, of)) or "nobody"


def answers(text: str) -> list[str]:
    """All that a file asks, line by line."""
    out = list(answer(read(text)))
    return [*out, "otherwise", *answer(read(text, otherwise=True))] if read(text).otherwise else out


@pytest.mark.parametrize("file", GIVEN, ids=lambda file: file.stem)
def test_each_article_and_criterion_pairs_as_its_golden_file(file: Path) -> None:
    told = file.with_suffix(".expected").read_text(encoding="utf-8").splitlines()
    assert answers(file.read_text(encoding="utf-8")) == [line for line in told if not line.startswith("#")]


@pytest.mark.parametrize("file", GIVEN, ids=lambda file: file.stem)
def test_a_golden_file_shows_its_rule(file: Path) -> None:
    """It names the rule, says why, and either pairs otherwise without it or tells a pair that it forbids."""
    given = read(file.read_text(encoding="utf-8"))
    expected = file.with_suffix(".expected").read_text(encoding="utf-8")
    assert file.stem == f"{given.system.value}_{given.article.partition(':')[2] or given.criterion}"
    assert given.article == "" or article(given.article).software
    assert expected.startswith("# ")
    if given.otherwise:
        told = [line for line in expected.splitlines() if not line.startswith(("#", " "))]
        before, after = told[: told.index("otherwise")], told[told.index("otherwise") + 1 :]
        assert before != after
    else:
        assert given.instead or given.system is System.ROTATION, "nothing here can show the rule"


def test_every_criterion_and_every_default_has_a_golden_file() -> None:
    stems = {file.stem for file in GIVEN}
    assert {file.stem for file in FOLDER.glob("*.expected")} == stems
    assert {f"optimal_{name}" for name in (*CRITERIA, "rest", "absolute", "later")} <= stems
    assert {f"rotation_{number}" for number in ("V.2", "V.3", "V.4", "V.5", "9.4")} <= stems
    defaults = {"rotation_second-meeting", "rotation_blocks", "rotation_white", "rotation_rest"}
    defaults.add("rotation_third-colour")
    decided = ("C3", "C5", "C6", "C8", *(f"C{n}" for n in range(10, 18)), "4.2", "4.3", "4.4")
    assert {f"dutch-2026_{name}" for name in decided} <= stems
    assert len(defaults) == len(DEFAULTS)
    assert defaults <= stems

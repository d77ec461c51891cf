"""What the tests of the hall's pages share: an event made, filled, paired by its forms."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

NAMES = ("Rossi Anna", "Bianchi Bruno", "Verdi Carla", "Neri Dario", "Russo Elena", "Greco Fabio")
TABLE = "Nome;Elo;Circolo;Sesso\n" + "\n".join(
    f"{name};{3000 - 10 * n};Circolo {n % 2};{'f' if n % 2 else 'm'}" for n, name in enumerate(NAMES)
)
TWO_CLUBS = "Nome;Elo;Circolo\n" + "\n".join(
    f"{name} {n};{3000 - n};{club}"
    for n, (name, club) in enumerate([("Ala", "Roma"), ("Bea", "Lodi"), ("Cia", "Pisa")] * 3)
)


def opened(person: Any, **facts: str) -> str:
    """Make an event and return its address."""
    answer = person.post("/hall", **{"name": "Trofeo", "rounds": "3", **facts})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removesuffix("/players")


def filled(person: Any, table: str = TABLE, **facts: str) -> str:
    """Make an event with six players."""
    event = opened(person, **facts)
    answer = person.post(f"{event}/players/import", list=table)
    assert answer.status_code == 303, said(answer)
    return event


def paired(person: Any, round: int = 1, **facts: str) -> str:
    """Make an event with a round paired; White wins in those before it."""
    event = filled(person, **facts)
    for number in range(1, round + 1):
        answer = person.post(f"{event}/pair", round=str(number))
        assert answer.status_code == 303, said(answer)
        if number < round:
            for board in ("1", "2", "3"):
                report(person, event, number, board, "win")
    return event


def report(person: Any, event: str, round: int, board: str, result: str, **more: str) -> Any:
    """Enter a result."""
    return person.post(f"{event}/result", round=str(round), board=board, result=result, **more)


def said(answer: Any) -> str:
    """Return a page without its marks."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))

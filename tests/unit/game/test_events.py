"""Events as JSON: stable, and damaged text gets a clear error."""

from __future__ import annotations

from typing import get_args

import pytest

from damiera.game.errors import BadGameEvent
from damiera.game.events import (
    CountRequested,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Event,
    Flagged,
    Moved,
    RepetitionClaimed,
    Resigned,
    UndoAccepted,
    UndoAsked,
    UndoDeclined,
    decode,
    encode,
)
from damiera.game.procedures.table import PROCEDURES
from damiera.game.state import Game
from damiera.rules.ruleset import ITALIAN

# The text on the right is what stores hold: changing it would orphan every stored game.
STORED: list[tuple[Event, str]] = [
    (Moved(path=(22, 18), at=1200), '{"e":"moved","path":[22,18],"at":1200}'),
    (Moved(path=(20, 11, 4), at=0, side="white"), '{"e":"moved","path":[20,11,4],"at":0,"side":"white"}'),
    (Resigned(side="black", at=7), '{"e":"resigned","side":"black","at":7}'),
    (DrawOffered(side="white", at=7), '{"e":"draw-offered","side":"white","at":7}'),
    (DrawAccepted(side="black", at=7), '{"e":"draw-accepted","side":"black","at":7}'),
    (DrawDeclined(side="black", at=7), '{"e":"draw-declined","side":"black","at":7}'),
    (RepetitionClaimed(side="white", at=7), '{"e":"repetition-claimed","side":"white","at":7}'),
    (
        RepetitionClaimed(side="arbiter", at=7, check_ms=9),
        '{"e":"repetition-claimed","side":"arbiter","at":7,"check_ms":9}',
    ),
    (CountRequested(side="arbiter", at=7), '{"e":"count-requested","side":"arbiter","at":7}'),
    (Flagged(at=7), '{"e":"flagged","at":7}'),
    (UndoAsked(side="white", at=7), '{"e":"undo-asked","side":"white","at":7}'),
    (UndoAccepted(side="black", at=7), '{"e":"undo-accepted","side":"black","at":7}'),
    (UndoDeclined(side="black", at=7), '{"e":"undo-declined","side":"black","at":7}'),
]


@pytest.mark.parametrize(("event", "text"), STORED, ids=lambda value: type(value).__name__)
def test_json_is_stable(event: Event, text: str) -> None:
    assert encode(event).decode() == text
    assert decode(text) == event
    assert decode(text.encode()) == event


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "truncated"),
        ('{"e":"moved","path":[22,18]', "truncated"),
        ('{"e":"danced","at":1}', "$.e"),
        ('{"side":"white","at":1}', "`e`"),
        ('{"e":"moved","path":[22],"at":1}', "$.path"),
        ('{"e":"moved","path":[22,0],"at":1}', "$.path"),
        ('{"e":"moved","path":[22,18],"at":-1}', "$.at"),
        ('{"e":"moved","path":[22,18],"at":"now"}', "$.at"),
        ('{"e":"moved","path":[22,18],"at":1,"colour":"white"}', "colour"),
        ('{"e":"resigned","side":"arbiter","at":1}', "$.side"),
        ('{"e":"resigned","at":1}', "side"),
        ("[1]", "object"),
        (b'{"e":"flagged","at":1,"\xff":1}', "utf-8"),
        ('{"e":"\ud800"}', "surrogates"),
    ],
)
def test_damaged_text_says_where(text: str | bytes, place: str) -> None:
    with pytest.raises(BadGameEvent) as refusal:
        decode(text)
    assert place in refusal.value.reason
    assert refusal.value.reason in str(refusal.value)
    assert refusal.value.text("it").startswith("Non è un evento")


def test_a_long_text_is_quoted_in_part() -> None:
    with pytest.raises(BadGameEvent) as refusal:
        decode('{"e":"' + "x" * 5000)
    assert len(refusal.value.excerpt) == 81


def test_a_list_of_squares_becomes_a_tuple() -> None:
    assert Moved(path=[22, 18], at=1) == Moved(path=(22, 18), at=1)  # type: ignore[arg-type]
    assert hash(Moved(path=[22, 18], at=1)) == hash(Moved(path=(22, 18), at=1))  # type: ignore[arg-type]


def test_every_event_has_its_procedure() -> None:
    assert set(PROCEDURES) == set(get_args(Event))


def test_a_procedure_takes_its_own_events_only() -> None:
    with pytest.raises(TypeError, match="Moved"):
        PROCEDURES[Moved](Game.start(ITALIAN), Resigned(side="white", at=0))

"""Logs written before acts had types: they verify, load, and tell what they told.

`logs/*.damiera` hold every act and every kind of note there was; `logs/*.json` is what was read from them
then: standings, desk, phones, the lines that count.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from damiera.service.tournament.acts import TournamentService
from damiera.tournament.log import dump, load, verify
from tests.unit.service.kit import App
from tests.unit.web.logfacts import facts_of

LOGS = sorted((Path(__file__).parent / "logs").glob("*.damiera"))
ACTS = {
    "create", "change", "enter", "edit", "remove", "team", "status", "return", "forbid", "allow",
    "accelerate", "pair", "swap", "turn", "protect", "extra", "result", "close", "reopen", "undo",
}  # fmt: skip
NOTES = {
    "announced", "check-in", "over", "numbered", "playoff", "override", "groups", "slots", "part-of",
    "final", "reporting", "plays-online", "door", "new-code", "reported", "online", "game", "admitted",
    "refused", "refused-all",
}  # fmt: skip


@pytest.fixture
def parts(tmp_path: Path) -> Any:
    made = App(tmp_path)
    yield made
    made.close()


def test_the_logs_hold_every_act_and_every_kind_of_note() -> None:
    entries = [e for path in LOGS for e in load(path.read_text(encoding="utf-8")).entries]
    assert {e.act for e in entries} == ACTS | {"note"}
    assert {e.data["about"] for e in entries if e.act == "note"} == NOTES


@pytest.mark.slow
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_old_log_tells_what_it_told(parts: App, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    live = TournamentService(parts.store, parts.clock).restore(parts.guest("Anna"), text)
    assert verify(live.log.entries) is None
    assert dump(live.log) == text
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    now = facts_of(live)
    assert told.keys() == now.keys()
    for name, facts in told.items():
        assert _same(facts, now[name]) == facts, name


def _same(told: Any, now: Any) -> Any:
    """What is read now, without facts that pages did not show then."""
    if isinstance(told, dict) and isinstance(now, dict):
        return {name: _same(value, now[name]) for name, value in told.items() if name in now}
    if isinstance(told, list) and isinstance(now, list) and len(told) == len(now):
        return [_same(a, b) for a, b in zip(told, now, strict=True)]
    return now

"""Certificates of pairings: made when a round is paired, kept in the log, and verified from the log alone.

The input of a pairing is all that its system looks at: numbers, Elo, club, province and federation of the
players, the games of the rounds before, what happened to whom, who must or should not meet, accelerations,
teams, the lot of colours, boards that are kept, and settings that are not the usual ones. Its hash is that of
this as JSON, so that a result of an earlier round which is corrected later does not touch the certificate: it
is verified against the event as it stood at that line of the log.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from typing import Final, Literal

import msgspec
from msgspec import structs

from damiera.tournament.acts import PairAct, UndoAct
from damiera.tournament.check import RoundCheck, check_pairs
from damiera.tournament.log import Log
from damiera.tournament.model import Event, EventSettings, Pair, Pairing, System
from damiera.tournament.pairing.optimal import CRITERIA
from damiera.tournament.pairing.teams import as_teams
from damiera.tournament.pairing_certificate import PairingCertificate, PairingVerdict
from damiera.tournament.state import EventState

__all__ = [
    "CertificateState",
    "CertifiedRound",
    "certificate_of",
    "certified_rounds",
    "edition_of",
    "input_hash",
]

CertificateState = Literal["holds", "input", "verdict", "none"]
"""What a certificate is worth: see `CertifiedRound`."""

_BY_TEXT: Final = {
    System.DUTCH_2026: "FIDE C.04.3, 1 February 2026",
    System.DUTCH: "FIDE C.04.3, 2017",
    System.ROTATION: "FID, Capo V, 1-5",
    System.ROUND_ROBIN: "Berger",
    System.SCHEVENINGEN: "Scheveningen, Damiera, 2026",
    System.KEIZER: "Keizer, Damiera, 2026",
}


def edition_of(system: System, settings: EventSettings | None = None) -> str:
    """Return the text of rules by which a system pairs, as certificates name it.

    Where nobody has published one it is ours, by the year in which it came into force; of `optimal` the
    criteria are named in the order of their weight, of a knockout what the seeds are.

    >>> edition_of(System.OPTIMAL, EventSettings(criteria=("score", "colour")))
    'optimal, Damiera, 2026: score > colour'
    >>> edition_of(System.KNOCKOUT)
    'knockout, Damiera, 2026: seeds by elo'
    """
    own = settings or EventSettings()
    if system is System.OPTIMAL:
        return f"optimal, Damiera, 2026: {' > '.join(own.criteria or CRITERIA)}"
    if system is System.KNOCKOUT:
        return f"knockout, Damiera, 2026: seeds by {own.seeds}"
    return _BY_TEXT[system]


class CertifiedRound(msgspec.Struct, frozen=True):
    """A pairing in the log, and what its certificate is worth.

    Attributes:
        line: the number of the entry; `section`: 0 for the whole event.
        state: it holds; the event was another (`input`); the check says something else (`verdict`); the log
            is of an earlier version and has none (`none`).

    >>> CertifiedRound(12, 0, 3, "holds", None).round
    3
    """

    line: int
    section: int
    round: int
    state: CertificateState
    certificate: PairingCertificate | None


def input_hash(event: Event, round: int) -> str:
    """Return the SHA-256 of what a pairing of a round is computed from; later rounds do not matter.

    >>> from damiera.tournament.random_events import played_event
    >>> event = played_event(6, 3)
    >>> input_hash(event, 2) == input_hash(played_event(6, 1), 2)
    True
    """
    told = {
        "round": round,
        "players": [[p.number, p.elo, p.club, p.province, p.federation] for p in event.players],
        "games": [
            [g.round, g.board, g.leg, g.white, g.black or 0, g.white_mark, g.black_mark, g.kind, g.match]
            for held in event.rounds
            if held.number < round
            for g in held.games
        ],
        "kept": [
            [g.white, g.black or 0]
            for held in event.rounds
            if held.number == round
            for g in held.games
            if g.protected and g.leg == 1
        ],
        "statuses": [[s.player, s.change, s.from_round, s.until_round, s.worth] for s in event.statuses],
        "forbidden": [[f.a, f.b, f.absolute, f.first, f.last] for f in event.forbidden],
        "accelerations": [[a.player, a.points, a.first, a.last] for a in event.accelerations],
        "teams": [[t.number, list(t.members)] for t in event.teams],
        "colour": dict(event.extra).get("first_colour", ""),
        "options": _options(event),
    }
    return hashlib.sha256(msgspec.json.encode(told)).hexdigest()


def certificate_of(event: Event, made: Pairing) -> PairingCertificate:
    """Return the certificate of a pairing that was made of an event just now.

    >>> from damiera.tournament.random_events import played_event
    >>> from damiera.tournament.pairing import pair
    >>> event = played_event(6, 2)
    >>> certificate_of(event, pair(event)).verdict.lawful
    True
    """
    verdict = _verdict(_found(event, made.round, made.pairs))
    edition, own = edition_of(made.system, event.settings), _version()
    return PairingCertificate(input_hash(event, made.round), edition, own, verdict, _options(event))


@cache
def _version() -> str:
    """The version that is installed: read once, for it takes 20 ms."""
    return version("damiera")


def certified_rounds(log: Log) -> Iterator[CertifiedRound]:
    """Yield every pairing of a log that counts, each certificate compared with the event as it stood then.

    >>> from damiera.testing.tournaments import played_log
    >>> [(one.round, one.state) for one in certified_rounds(played_log(6, 2))]
    [(1, 'holds'), (2, 'holds')]
    """
    paired = [line for line in replace(log, section=0).effective() if isinstance(line.act, PairAct)]
    found = {
        line.number: _known.get(line.entry.digest)
        if isinstance(line.act, PairAct) and line.act.certificate
        else "none"
        for line in paired
    }
    if None in found.values():
        found.update(_counted(log, {number for number, state in found.items() if state is None}))
    for line in paired:
        if isinstance(line.act, PairAct):
            state, held = found[line.number] or "none", line.act.certificate or None
            yield CertifiedRound(line.number, line.section, line.act.round, state, held)


_known: dict[str, CertificateState] = {}
"""What certificates are worth, by the digest of their line: it seals all that they are counted from."""
_MOST_KNOWN: Final = 10_000


_reached: tuple[int, str, EventState] | None = None
"""How far was counted last: a pairing's line, its digest, and the state before it."""


def _since(log: Log, asked: set[int], undoing: list[int]) -> tuple[int, EventState] | None:
    """Return from where the lines asked for can be counted; None where nothing before them is known."""
    if (known := _reached) is None:
        return None
    number, digest, before = known
    if number > min(asked) or (undoing and undoing[-1] > number) or number > len(log.lines):
        return None
    return (number, before) if log.lines[number - 1].entry.digest == digest else None


def _counted(log: Log, asked: set[int]) -> dict[int, CertificateState]:
    """Return what the certificates of some lines are worth, compared with the event as it stood then."""
    global _reached
    undoing = [line.number for line in log.lines if isinstance(line.act, UndoAct)]
    found: dict[int, CertificateState] = {}
    for line, before in log.pairings(_since(log, asked, undoing)):
        _reached = line.number, line.entry.digest, before
        if line.number in asked and isinstance(line.act, PairAct) and line.act.certificate:
            if undoing and undoing[-1] > line.number:  # what was taken back since then counted still
                event = replace(log, section=line.section).until(line.number - 1)
            else:
                event = (before.sections[line.section].state if line.section else before).event
            found[line.number] = _state(event, line.act, line.act.certificate)
            while len(_known) >= _MOST_KNOWN:
                _known.pop(next(iter(_known)), None)
            _known[line.entry.digest] = found[line.number]
    return found


def _state(event: Event, act: PairAct, held: PairingCertificate) -> CertificateState:
    if held.input != input_hash(event, act.round):
        return "input"
    pairs = tuple(Pair(white, black or None) for white, black in act.pairs)
    found = _found(event, act.round, pairs)
    return "holds" if held.verdict in (_verdict(found), _verdict_before(found)) else "verdict"


def _found(event: Event, round: int, pairs: tuple[Pair, ...]) -> RoundCheck:
    return check_pairs(as_teams(event) if event.settings.boards else event, round, pairs)


def _verdict(said: RoundCheck) -> PairingVerdict:
    remarks = sum(finding.gravity != "error" for finding in said.findings)
    return PairingVerdict(said.lawful, said.boards, said.gaps, said.least, said.clashes, remarks)


def _verdict_before(said: RoundCheck) -> PairingVerdict:
    """The verdict of a program that did not know what a top scorer of the last round may."""
    graver = tuple(
        structs.replace(one, gravity="error")
        if one.gravity == "note" and one.rule in ("row", "balance")
        else one
        for one in said.findings
    )
    return _verdict(structs.replace(said, findings=graver))


def _options(event: Event) -> tuple[tuple[str, str], ...]:
    """The settings that are not the usual ones, by name, each as JSON."""
    usual, own = EventSettings(), event.settings
    names = [f.name for f in structs.fields(EventSettings) if getattr(own, f.name) != getattr(usual, f.name)]
    return tuple((name, msgspec.json.encode(getattr(own, name)).decode()) for name in sorted(names))

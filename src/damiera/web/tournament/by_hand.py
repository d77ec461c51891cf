"""Pairing by hand: what a form or a pairing file says, and what the check has to say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from damiera.messages import Lang, Message
from damiera.service.errors import BadTerms
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.check import RoundFinding, check_pairs
from damiera.tournament.model import EventPlayer, Pair, available
from damiera.web.common.numbers import whole
from damiera.web.tournament.requests import number_of

__all__ = ["hand_facts", "pairs_of", "people_of", "said_name", "someone"]

MOST_BOARDS: Final = 600
_NOBODY = Message("'{word}' is nobody: write number or name.")
_SEVERAL = Message("'{word}' is several: write the number.")
_TWO = Message("'{w}': two numbers a line.")
_COUNT = Message("The first line says {n} pairs, but there are {m}.")


def people_of(live: LiveEvent, round: int) -> list[EventPlayer]:
    """Return who can be paired in a round: players, or teams as players."""
    here = set(available(live.field, round))
    return [p for p in sorted(live.field.players, key=lambda p: p.number) if p.number in here]


def said_name(player: EventPlayer) -> str:
    """Return a player as the fields of a form show him."""
    return f"{player.number} {player.name}"


def someone(word: str, people: Sequence[EventPlayer], field: str) -> int | None:
    """Return whom a field names, by number or by name; None if it is empty.

    Raises:
        BadTerms: if it is nobody, or several.
    """
    word = " ".join(word.split())
    if not word or word == "0":
        return None
    number = whole(word.split()[0].rstrip("."))
    if number is not None:
        if any(p.number == number for p in people):
            return number
        raise BadTerms(field, _NOBODY.format(word=word[:40]))
    found = [p.number for p in people if p.name.casefold() == word.casefold()]
    found = found or [p.number for p in people if p.name.casefold().startswith(word.casefold())]
    if len(found) != 1:
        raise BadTerms(field, (_SEVERAL if found else _NOBODY).format(word=word[:40]))
    return found[0]


def pairs_of(fields: Mapping[str, str], people: Sequence[EventPlayer]) -> list[Pair]:
    """Return the pairs of a form: of its boards, or of a pairing file pasted into it. Rests come last.

    Raises:
        BadTerms: with the field that names nobody.
    """
    pairs = _pasted(fields["pairs"]) if fields.get("pairs", "").strip() else []
    for n in range(1, MOST_BOARDS + 1):
        if f"white{n}" not in fields and f"black{n}" not in fields:
            break
        white = someone(fields.get(f"white{n}", ""), people, f"white{n}")
        black = someone(fields.get(f"black{n}", ""), people, f"black{n}")
        if white is not None or black is not None:
            pairs.append(Pair(white or black or 0, black if white is not None else None))
    return sorted(pairs, key=lambda p: p.black is None)


def _pasted(text: str) -> list[Pair]:
    """Two start numbers a line, White first; one alone, or with 0, rests. A first line may count them."""
    lines = [line.replace("-", " ").replace(",", " ").split() for line in text.splitlines()]
    lines = [words for words in lines if words]
    if len(lines) > 1 and len(lines[0]) == 1 and all(len(words) == 2 for words in lines[1:]):
        counted = number_of(lines[0][0], "pairs")
        if counted != len(lines) - 1:
            raise BadTerms("pairs", _COUNT.format(n=counted, m=len(lines) - 1))
        lines = lines[1:]
    pairs = []
    for words in lines:
        if len(words) > 2:
            raise BadTerms("pairs", _TWO.format(w=" ".join(words)[:40]))
        numbers = [number_of(word, "pairs") for word in words]
        pairs.append(Pair(numbers[0], (numbers[1] or None) if len(numbers) == 2 else None))
    return pairs


def hand_facts(live: LiveEvent, lang: Lang, round: int, pairs: Sequence[Pair]) -> dict[str, Any]:
    """Return the form of a round by hand: its boards, who is still to be paired, what the check says."""
    people = people_of(live, round)
    names = {p.number: said_name(p) for p in live.field.players}
    seated = Counter(n for p in pairs for n in (p.white, p.black) if n)
    rows = [(names.get(p.white, str(p.white)), names.get(p.black or 0, "")) for p in pairs]
    empty = max(0, (len(people) - sum(seated.values()) + 1) // 2)
    findings = check_pairs(live.field, round, pairs).findings if pairs else ()
    return {
        "round": round,
        "rows": rows + [("", "")] * empty,
        "people": [(said_name(p), _about(p)) for p in people],
        "missing": [said_name(p) for p in people if p.number not in seated],
        "findings": [_finding(f, lang) for f in findings if f.rule != "missing"],
        "checked": bool(pairs),
    }


def _about(player: EventPlayer) -> str:
    return " · ".join(filter(None, (str(player.elo or ""), player.club, player.province)))


def _finding(finding: RoundFinding, lang: Lang) -> dict[str, str]:
    return {"gravity": finding.gravity, "said": finding.text(lang)}

"""Pairs as an arbiter writes them: by number or name, pasted from a file, filled up by the system."""

from __future__ import annotations

from collections.abc import Sequence

from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.model import EventPlayer, Pair, available
from damiera.tournament.pairing.systems import pair

__all__ = [
    "filled_up",
    "held_pairs",
    "pasted_pairs",
    "people_of",
    "round_to_pair",
    "said_name",
    "someone",
    "written_pairs",
]

_NOBODY = Message("'{word}' is nobody: write number or name.")
_SEVERAL = Message("'{word}' is several: write the number.")
_TWO = Message("'{w}': two numbers a line.")
_NO_NUMBER = Message("'{word}' is no number.")
_COUNT = Message("The first line says {n} pairs, but there are {m}.")
_AWAY = Message("{p} does not play in round {r}: choose somebody else.")
_TWICE = Message("{p} is at two boards: take them from one.")
_LONGEST_NUMBER = 6


def people_of(live: LiveEvent, round: int) -> tuple[EventPlayer, ...]:
    """Return who can be paired in a round: players, or teams as players."""
    here = set(available(live.field, round))
    return tuple(p for p in sorted(live.field.players, key=lambda p: p.number) if p.number in here)


def said_name(player: EventPlayer) -> str:
    """Return a player as the fields of a form show them."""
    return f"{player.number} {player.name}"


def someone(word: str, people: Sequence[EventPlayer], field: str) -> int | None:
    """Return whom a field names, by number or by name; None if it is empty.

    Raises:
        BadTerms: if it is nobody, or several.
    """
    word = " ".join(word.split())
    if not word or word == "0":
        return None
    first = word.split()[0].rstrip(".")
    if first.isascii() and first.isdecimal() and len(first) < _LONGEST_NUMBER:
        if any(p.number == int(first) for p in people):
            return int(first)
        raise BadTerms(field, _NOBODY.format(word=word[:40]))
    found = [p.number for p in people if p.name.casefold() == word.casefold()]
    found = found or [p.number for p in people if p.name.casefold().startswith(word.casefold())]
    if len(found) != 1:
        raise BadTerms(field, (_SEVERAL if found else _NOBODY).format(word=word[:40]))
    return found[0]


def written_pairs(
    boards: Sequence[tuple[str, str]], pasted: str, people: Sequence[EventPlayer]
) -> list[Pair]:
    """Return the pairs of boards, each White and Black as written, after those of a pasted pairing file.

    Rests come last.

    Raises:
        BadTerms: with the field that names nobody: "white3", "black3", or "pairs" for the file.
    """
    pairs = pasted_pairs(pasted) if pasted.strip() else []
    for n, (one, other) in enumerate(boards, 1):
        white, black = someone(one, people, f"white{n}"), someone(other, people, f"black{n}")
        if white is not None or black is not None:
            pairs.append(Pair(white or black or 0, black if white is not None else None))
    return sorted(pairs, key=lambda p: p.black is None)


def pasted_pairs(text: str) -> list[Pair]:
    """Return the pairs of a pairing file: two start numbers a line, White first; one alone, or with 0, rests.

    A first line may count them.

    Raises:
        BadTerms: of the field "pairs".

    >>> pasted_pairs("2\\n1 4\\n3 0")
    [Pair(white=1, black=4), Pair(white=3, black=None)]
    """
    lines = [line.replace("-", " ").replace(",", " ").split() for line in text.splitlines()]
    lines = [words for words in lines if words]
    if len(lines) > 1 and len(lines[0]) == 1 and all(len(words) == 2 for words in lines[1:]):
        counted = _number(lines[0][0])
        if counted != len(lines) - 1:
            raise BadTerms("pairs", _COUNT.format(n=counted, m=len(lines) - 1))
        lines = lines[1:]
    pairs = []
    for words in lines:
        if len(words) > 2:
            raise BadTerms("pairs", _TWO.format(w=" ".join(words)[:40]))
        numbers = [_number(word) for word in words]
        pairs.append(Pair(numbers[0], (numbers[1] or None) if len(numbers) == 2 else None))
    return pairs


def _number(word: str) -> int:
    if not word.isdecimal() or not word.isascii() or len(word) > _LONGEST_NUMBER:
        raise BadTerms("pairs", _NO_NUMBER.format(word=word[:20]))
    return int(word)


def round_to_pair(live: LiveEvent, wanted: int | None = None) -> int:
    """Return the last round while it has no result, unless the next is wanted; else the one to come."""
    last = live.event.round(live.event.played_rounds)
    coming = live.event.played_rounds + 1
    untouched = last is not None and all(g.white_mark is None for g in last.games)
    return live.event.played_rounds if untouched and wanted != coming else coming


def held_pairs(live: LiveEvent, round: int) -> list[Pair]:
    """Return the pairs of a round as they are; none before it is paired."""
    held = live.field.round(round)
    return [Pair(g.white, g.black) for g in held.games if g.leg == 1] if held else []


def filled_up(live: LiveEvent, round: int, pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs chosen, and the others by the system. A single name is left for the system.

    Raises:
        BadTerms: for whoever cannot be paired in this round.
        BadTournament: if it cannot be paired yet; Unpairable: if no lawful pairing exists.
    """
    here = set(available(live.field, round))
    _check_here(live, round, pairs, here)
    alone = len(here) % 2 == 1
    fixed = [p for p in pairs if p.black is not None or alone]
    made = pair(live.event, round, fixed=fixed)
    chosen = [p for p in made.pairs if p in fixed or Pair(p.black or 0, p.white) in fixed]
    return sorted([*chosen, *(p for p in made.pairs if p not in chosen)], key=lambda p: p.black is None)


def _check_here(live: LiveEvent, round: int, pairs: Sequence[Pair], here: set[int]) -> None:
    """Raise `BadTerms` for whoever cannot be paired in a round, or is twice among the pairs."""
    names = {p.number: said_name(p) for p in live.field.players}
    seated = set[int]()
    for n, chosen in enumerate(pairs, 1):
        for side, number in (("white", chosen.white), ("black", chosen.black)):
            if number is None:
                continue
            who = names.get(number, str(number))
            if number not in here:
                raise BadTerms(f"{side}{n}", _AWAY.format(p=who, r=round))
            if number in seated:
                raise BadTerms(f"{side}{n}", _TWICE.format(p=who))
            seated.add(number)

"""The titles of an event: classifications over its sections, the prizes offered, and who takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from damiera.messages import Joined, Message, Text, Verbatim
from damiera.service.errors import BadTerms
from damiera.service.tournament.event import EventAwards, LiveEvent, PrizeOffered
from damiera.service.tournament.transaction import EventTransaction, Step
from damiera.tournament import acts
from damiera.tournament.standings import place_text
from damiera.tournament.titles import (
    EventPart,
    GivenPrize,
    Title,
    all_titles,
    allot,
    is_title_key,
    title_keys,
)

__all__ = [
    "event_parts",
    "given_prizes",
    "offer",
    "offered_by_announcement",
    "prize_reasons",
    "title_name",
    "titles_of",
]

MOST_PRIZES = 300
_TOOK = Message("{who}, place {n} there, takes {prize} instead: one player, one prize, the best.")
_PRIZE = Message("{title}, {place}")
_PARTED = Message("Shared place with {who}: the money is put together and parted.")
_DECIDED = Message("Shared place with {who}: the technical classification decides.")
_NOBODY = Message("Nobody is left in this classification.")
_TOO_MANY = Message("An event has at most {n} prizes.")
_NO_TITLE = Message("There is no classification '{c}'.")
_TWICE = Message("Place {n} of one classification has two prizes: write both as one.")
_PLACE = Message("A prize is for the first place or a later one.")


def event_parts(live: LiveEvent) -> tuple[EventPart, ...]:
    """Return the sections of an event with their standings, or the event where it is one field."""
    return tuple(
        EventPart(
            part.log.section,
            part.section.title if part.section else Verbatim(""),
            part.event,
            part.standing,
        )
        for part in live.whole.inner
    )


def titles_of(live: LiveEvent, parts: Sequence[EventPart] | None = None) -> Mapping[str, Title]:
    """Return every classification that parts the field, and those that have a prize, by key."""
    known, whole = event_parts(live) if parts is None else parts, live.whole
    offered = [prize.of for prize in whole.state.awards.prizes]
    facts = whole.announced
    day = facts.ends or facts.starts
    return all_titles(
        known,
        dict.fromkeys((*title_keys(known), *offered)),
        best=facts.club_best,
        under=facts.under,
        year=day.year if day else 0,
        clubs_by=whole.state.awards.clubs_by,
    )


def given_prizes(live: LiveEvent, titles: Mapping[str, Title] | None = None) -> tuple[GivenPrize, ...]:
    """Return who takes each prize as the standings are now, in the order in which they are announced."""
    return allot(live.whole.state.awards, titles_of(live) if titles is None else titles)


def title_name(titles: Mapping[str, Title], key: str) -> Text:
    """Return what a classification is called; its key where nobody fits it any more."""
    held = titles.get(key)
    return held.name if held is not None and held.name.text("en") else Verbatim(key)


def prize_reasons(one: GivenPrize, titles: Mapping[str, Title]) -> tuple[Text, ...]:
    """Return why a prize is whose it is: who was passed over for a better one, what a shared place does."""
    if not one.name:
        return (_NOBODY,)
    said: list[Text] = [
        _TOOK.format(
            who=passed.name,
            n=passed.place,
            prize=_PRIZE.format(
                title=title_name(titles, passed.took.of), place=place_text(passed.took.place)
            ),
        )
        for passed in one.passed
    ]
    if one.shared_with:
        who = Joined(tuple(Verbatim(name) for name in one.shared_with), ", ")
        said.append((_PARTED if one.parted else _DECIDED).format(who=who))
    return tuple(said)


def offered_by_announcement(live: LiveEvent) -> tuple[PrizeOffered, ...]:
    """Return the prizes that the announcement makes: its lines, place by place, for each title it asks for.

    A title is each section, or the general classification where there are none, and what is announced beside
    it; of an event in sections by sex, men and women are sections already.
    """
    whole, facts = live.whole, live.whole.announced
    there = title_keys(event_parts(live))
    lines = [line.strip() for line in facts.prizes.splitlines() if line.strip()]
    keys = [key for key in there if key.startswith("section:")] or ["overall"]
    sexes = {one.rule.sex for one in whole.sections}
    for wanted in facts.classifications:
        if wanted in ("men", "women") and ("m" if wanted == "men" else "f") in sexes:
            continue
        if wanted == "category":
            keys += [key for key in there if key.startswith("category:")]
        elif wanted in there:
            keys.append(wanted)
    return tuple(
        PrizeOffered(key, place, lines[place - 1] if place <= len(lines) else "")
        for key in keys
        for place in range(1, facts.prize_places + 1)
    )


def offer(awards: EventAwards) -> Step:
    """Write down the prizes of an event, and the rules by which they are given.

    Raises:
        BadTerms: for a classification there cannot be, a place below the first, a place with two prizes.
    """

    def step(transaction: EventTransaction) -> None:
        _check(awards)
        if awards != transaction.log.whole.awards:
            transaction.act(acts.AwardsAct(awards=awards))

    return step


def _check(awards: EventAwards) -> None:
    if len(awards.prizes) > MOST_PRIZES:
        raise BadTerms("prizes", _TOO_MANY.format(n=MOST_PRIZES))
    named: set[tuple[str, int]] = set()
    for at, prize in enumerate(awards.prizes, 1):
        if not is_title_key(prize.of):
            raise BadTerms(f"of{at}", _NO_TITLE.format(c=prize.of))
        if prize.place < 1:
            raise BadTerms(f"place{at}", _PLACE)
        if (prize.of, prize.place) in named:
            raise BadTerms(f"place{at}", _TWICE.format(n=prize.place))
        named.add((prize.of, prize.place))

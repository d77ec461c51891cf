"""The archive of players: found while a name is typed, written, merged and parted again.

Merging writes one thing: whom somebody was merged into. Rows, spellings, ratings and events of both stay
their own, so that taking it back gives everything back, and both ids lead to the person for ever.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from damiera.messages import Message
from damiera.records.federation import FederationPersonRecord, FederationRatingRecord
from damiera.service.errors import BadTerms, NotFound, RefusedAct
from damiera.service.federation.acts import (
    CandidatesAcceptedAct,
    FederationActLine,
    PeopleApartAct,
    PeopleMergedAct,
    PersonFacts,
    PersonWrittenAct,
    PlayerLinkedAct,
    RatingCorrectedAct,
    TakenBackAct,
    broken_at,
    line_of_act,
    written_down,
)
from damiera.service.federation.duplicates import LikelyDuplicate, likely_duplicates
from damiera.service.federation.people import (
    ArchivedPerson,
    facts_of_row,
    person_of,
    row_of,
    tidied,
    words_of_person,
)
from damiera.service.federation.spelling import card_key, name_key, written_words
from damiera.service.identity import Visitor
from damiera.service.names import new_id
from damiera.service.ports import ServerClock, StorePort, Transaction

__all__ = ["FederationRegister", "people_of_roots", "root_of"]

MOST_FOUND: Final = 12
MOST_LISTED: Final = 100
_MOST_WORDS: Final = 6

_NOBODY: Final = Message("Nobody in the archive has this number.")
_NOBODY_SO: Final = Message("Nobody in the archive has this card, name or address.")
_SEVERAL: Final = Message("Several people can be meant: {who}. Write the card, or the address of the page.")
_SAME: Final = Message("These are one person already.")
_CARD: Final = Message("Card {card} is {name}'s already.")
_NO_ACT: Final = Message("There is no act {n} to take back.")
_TAKEN_BACK: Final = Message("Act {n} was taken back already.")
_STAYS: Final = Message("This act cannot be taken back: do the contrary.")
_CHANGED_SINCE: Final = Message("{name} was changed again since: change them by hand.")


class FederationRegister:
    """The use cases of the archive. Threads may share it."""

    def __init__(self, store: StorePort, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock
        self._duplicates: tuple[object, tuple[LikelyDuplicate, ...]] | None = None

    # --- looking ---

    def found(self, text: str, *, limit: int = MOST_FOUND) -> tuple[ArchivedPerson, ...]:
        """Return whoever has a word that begins with each word of a text, the likeliest first.

        Words are parts of names, in any order and without accents, and cards.
        """
        words = _asked(text)
        if not words:
            return ()
        with self._store.read() as work:
            roots = work.federation.found(words, limit=limit)
            return people_of_roots(work, roots)

    def person(self, id: str) -> ArchivedPerson:
        """Return somebody; by the id of whoever was merged into them too. Raises `NotFound`."""
        with self._store.read() as work:
            root = root_of(work, id)
            return people_of_roots(work, [root])[0]

    def meant(self, field: str, text: str) -> str:
        """Return the id of whoever is meant by the address of their page, their card, or their name.

        Raises:
            BadTerms: for `field`, if nobody is, or several are.
        """
        id = text.strip().rpartition("/")[2]
        with self._store.read() as work:
            if work.federation.get(id) is not None:
                return id
            held = {
                row.root_id for row in work.federation.by_cards([card_key(text)] if card_key(text) else [])
            }
            words = _asked(text)
            likely = people_of_roots(work, work.federation.found(words, limit=MOST_FOUND)) if words else ()
        key = name_key(text)
        so = {one.id for one in likely if key in map(name_key, (one.facts.name, *one.spellings))}
        found = held or so or {one.id for one in likely}
        if len(found) > 1:
            who = ", ".join(sorted({one.facts.name for one in likely if one.id in found}))
            raise BadTerms(field, _SEVERAL.format(who=who))
        if not found:
            raise BadTerms(field, _NOBODY_SO)
        return found.pop()

    def listed(self, *, after: str = "", candidates: bool = False) -> tuple[ArchivedPerson, ...]:
        """Return people in order of their names, those that follow a `name_key`; or the candidates alone."""
        with self._store.read() as work:
            rows = work.federation.page(candidates=candidates, after=after, limit=MOST_LISTED)
            return people_of_roots(work, [row.id for row in rows])

    def counts(self) -> tuple[int, int]:
        """Return how many people there are, and how many of them are candidates."""
        with self._store.read() as work:
            return work.federation.counts()

    def duplicates(self) -> tuple[LikelyDuplicate, ...]:
        """Return pairs that may be one person, the likeliest first; not those that were kept apart.

        They are looked for once for each state of the archive: among 50,000 people that takes seconds.
        """
        with self._store.read() as work:
            last = work.federation.last_act()
            state = (last.seq if last else 0, work.federation.counts())
            kept = self._duplicates
            if kept is not None and kept[0] == state:
                return kept[1]
            people = work.federation.everybody()
            lines = [line_of_act(one) for one in work.federation.acts(kinds=("apart", "undo"))]
        undone = {one.act.seq for one in lines if isinstance(one.act, TakenBackAct)}
        apart = [
            (one.act.one, one.act.other)
            for one in lines
            if isinstance(one.act, PeopleApartAct) and one.seq not in undone
        ]
        found = likely_duplicates(people, apart)
        self._duplicates = state, found
        return found

    def history(self, person: ArchivedPerson) -> Sequence[FederationRatingRecord]:
        """Return somebody's ratings, the oldest first."""
        with self._store.read() as work:
            return work.federation.ratings([person.id, *(row.id for row in person.members)])

    def acts(self, *, kinds: Sequence[str] = (), last: int = 0) -> tuple[FederationActLine, ...]:
        """Return what was done, the oldest first; of some kinds alone, and of these the `last` alone."""
        with self._store.read() as work:
            records = work.federation.acts(kinds=kinds)
        return tuple(line_of_act(one) for one in records[-last:])

    def names_in(self, lines: Sequence[FederationActLine]) -> Mapping[str, str]:
        """Return the names of people whom acts are about, by their ids."""
        ids = [id for line in lines for id in _about(line)]
        with self._store.read() as work:
            rows = [row for id in dict.fromkeys(ids) if (row := work.federation.get(id))]
        return {row.id: row.name for row in rows}

    def proved(self) -> int | None:
        """Return the number of the first act that was altered after it was written; None if none was."""
        with self._store.read() as work:
            return broken_at(work.federation.acts())

    # --- writing ---

    def add(self, who: Visitor, facts: PersonFacts) -> ArchivedPerson:
        """Add somebody. Raises `BadTerms` for what makes no person, or a card that somebody has."""
        facts, id = tidied(facts), new_id()
        now = self._clock.now_ms()
        with self._store.write() as work:
            _check_card(work, facts, "")
            work.federation.add([row_of(id, facts, at=now)], words_of_person(id, facts))
            written_down(work, PersonWrittenAct(person=id, facts=facts), who, now)
        return self.person(id)

    def edit(self, who: Visitor, id: str, facts: PersonFacts) -> ArchivedPerson:
        """Change what is known of somebody; the name they had stays one of their spellings.

        Raises:
            NotFound: if there is nobody.
            BadTerms: for what makes no person, or a card that somebody else has.
        """
        facts = tidied(facts)
        now = self._clock.now_ms()
        with self._store.write() as work:
            row = _row(work, root_of(work, id))
            before = facts_of_row(row)
            if facts == before:
                return people_of_roots(work, [row.id])[0]
            _check_card(work, facts, row.id)
            _write(work, row, facts, now)
            written_down(work, PersonWrittenAct(person=row.id, facts=facts, before=before), who, now)
        return self.person(id)

    def accept(self, who: Visitor, ids: Iterable[str]) -> int:
        """Let candidates be people of the archive; return how many were."""
        now = self._clock.now_ms()
        with self._store.write() as work:
            rows = work.federation.of_roots(ids)
            fresh = tuple(sorted(row.id for row in rows if row.candidate))
            if fresh:
                work.federation.accept(fresh)
                written_down(work, CandidatesAcceptedAct(people=fresh), who, now)
        return len(fresh)

    # --- one person twice ---

    def merge(self, who: Visitor, kept: str, gone: str, reasons: Sequence[str] = ()) -> ArchivedPerson:
        """Let two be one person: `gone` leads to `kept` from now on. Raises `NotFound`, `RefusedAct`."""
        now = self._clock.now_ms()
        with self._store.write() as work:
            kept, gone = root_of(work, kept), root_of(work, gone)
            if kept == gone:
                raise RefusedAct(_SAME)
            rows = work.federation.of_roots([gone])
            work.federation.set_roots({row.id: kept for row in rows})
            work.federation.accept([kept])
            act = PeopleMergedAct(kept=kept, gone=gone, reasons=tuple(reasons))
            written_down(work, act, who, now)
        return self.person(kept)

    def keep_apart(self, who: Visitor, one: str, other: str) -> None:
        """Say that two who look alike are two people, so that they are proposed no more."""
        now = self._clock.now_ms()
        with self._store.write() as work:
            one, other = sorted((root_of(work, one), root_of(work, other)))
            if one == other:
                raise RefusedAct(_SAME)
            written_down(work, PeopleApartAct(one=one, other=other), who, now)

    def take_back(self, who: Visitor, seq: int, reason: str = "") -> None:
        """Take an act back.

        Raises:
            NotFound: if there is none.
            RefusedAct: if it was taken back before, is of a kind that stays, or others build on it.
        """
        now = self._clock.now_ms()
        with self._store.write() as work:
            lines = [line_of_act(one) for one in work.federation.acts(kinds=_UNDOABLE)]
            line = next((one for one in lines if one.seq == seq), None)
            if line is None:
                known = work.federation.acts(after=seq - 1, limit=1)
                if not known or known[0].seq != seq:
                    raise NotFound(str(seq), _NO_ACT.format(n=seq))
                raise RefusedAct(_STAYS)
            undone = {one.act.seq for one in lines if isinstance(one.act, TakenBackAct)}
            if seq in undone:
                raise RefusedAct(_TAKEN_BACK.format(n=seq))
            _undo(work, line, now)
            written_down(work, TakenBackAct(seq=seq, reason=" ".join(reason.split())[:300]), who, now)

    def link(self, who: Visitor, event: str, key: int, person: str) -> None:
        """Say who a player of an event is. Raises `NotFound`."""
        now = self._clock.now_ms()
        with self._store.write() as work:
            root = root_of(work, person)
            held = next((one for one in work.federation.entries(event) if one.key == key), None)
            if held is None:
                raise NotFound(str(key), _NOBODY)
            if held.person_id == root:
                return
            work.federation.link(event, key, person_id=root, linked="hand")
            act = PlayerLinkedAct(event=event, key=key, player="", person=root, before=held.person_id)
            written_down(work, act, who, now)


def _about(line: FederationActLine) -> tuple[str, ...]:
    act = line.act
    if isinstance(act, PeopleMergedAct):
        return act.kept, act.gone
    if isinstance(act, PeopleApartAct):
        return act.one, act.other
    if isinstance(act, PlayerLinkedAct | RatingCorrectedAct):
        return (act.person,)
    return act.people if isinstance(act, CandidatesAcceptedAct) else ()


_UNDOABLE: Final = ("person", "merge", "apart", "undo")


def people_of_roots(work: Transaction, roots: Sequence[str]) -> tuple[ArchivedPerson, ...]:
    """Return people by the ids of their roots, in this order, with all that is theirs."""
    rows: dict[str, list[FederationPersonRecord]] = defaultdict(list)
    for row in work.federation.of_roots(roots):
        rows[row.root_id].append(row)
    owner = {row.id: root for root, own in rows.items() for row in own}
    spellings: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for id, name in work.federation.spellings(owner):
        spellings[owner[id]].append((id, name))
    ratings = defaultdict(list)
    for one in work.federation.ratings(owner):
        ratings[owner[one.person_id]].append(one)
    categories = defaultdict(list)
    for held in work.federation.categories(owner):
        categories[owner[held.person_id]].append(held)
    return tuple(
        person_of(root, rows[root], spellings[root], ratings[root], categories[root])
        for root in roots
        if root in rows
    )


def root_of(work: Transaction, id: str) -> str:
    """Return whom an id leads to. Raises `NotFound`."""
    return _row(work, id).root_id


def _row(work: Transaction, id: str) -> FederationPersonRecord:
    row = work.federation.get(id)
    if row is None:
        raise NotFound(id, _NOBODY)
    return row


def _asked(text: str) -> list[str]:
    """Return the words that somebody looks for, a card's among them."""
    words = list(dict.fromkeys(written_words(text)))[:_MOST_WORDS]
    has_digits = any(c.isdigit() for c in text)
    return [card_key(text)] if has_digits and len(words) > 1 else words


def _check_card(work: Transaction, facts: PersonFacts, own: str) -> None:
    """Raise `BadTerms` if a card is somebody else's."""
    for row in work.federation.by_cards([card_key(facts.card)]):
        if own not in (row.id, row.root_id):
            raise BadTerms("card", _CARD.format(card=facts.card, name=row.name))


def _write(work: Transaction, row: FederationPersonRecord, facts: PersonFacts, now: int) -> None:
    """Write somebody's facts; the name they had stays a spelling."""
    spellings = [name for _, name in work.federation.spellings([row.id])]
    names = [name for name in dict.fromkeys([*spellings, row.name]) if name != facts.name]
    fresh = row_of(row.id, facts, at=now, since=row.since, root=row.root_id)
    spelled = [(row.id, name, name_key(name)) for name in names]
    work.federation.change(fresh, words_of_person(row.id, facts, names), spelled)


def _undo(work: Transaction, line: FederationActLine, now: int) -> None:
    act = line.act
    if isinstance(act, PeopleMergedAct):
        _part(work, act.gone, line.seq)
    elif isinstance(act, PersonWrittenAct) and act.before is not None:
        row = _row(work, act.person)
        if facts_of_row(row) != act.facts:
            raise RefusedAct(_CHANGED_SINCE.format(name=row.name))
        _write(work, row, act.before, now)
    elif not isinstance(act, PeopleApartAct):
        raise RefusedAct(_STAYS)


def _part(work: Transaction, gone: str, seq: int) -> None:
    """Give somebody who was merged back all who were theirs before."""
    lines = [line_of_act(one) for one in work.federation.acts(kinds=("merge", "undo"))]
    undone = {one.act.seq for one in lines if isinstance(one.act, TakenBackAct)}
    into: Mapping[str, str] = {
        one.act.gone: one.act.kept
        for one in lines
        if isinstance(one.act, PeopleMergedAct) and one.seq not in undone and one.seq != seq
    }
    rows = work.federation.of_roots([root_of(work, gone)])
    roots = {row.id: _end(row.id, into) for row in rows}
    work.federation.set_roots({row.id: roots[row.id] for row in rows if roots[row.id] != row.root_id})


def _end(id: str, into: Mapping[str, str]) -> str:
    while id in into:
        id = into[id]
    return id

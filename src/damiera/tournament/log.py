"""The arbiter's acts as an append-only log, each entry chained to the one before it by SHA-256.

Every act (who, when, why, what) is an entry; an event's state is folded from the entries. Nothing is ever
taken away: undoing and correcting are acts of their own, and everything that follows is counted again.
A changed, missing or exchanged entry breaks the chain (`damiera.tournament.chain`).

`damiera.tournament.acts` says what an entry may hold, `damiera.tournament.procedures` what each act makes of
the event. An act that is malformed, or does not fit the event as it stands, is refused and never appended; a
file that holds one is refused with the number of the entry. Only what is stored already opens all the same:
such an entry stays in the chain, counts for nothing, and `Log.idle` says why.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

import msgspec
from msgspec import UNSET

from damiera.errors import DamieraError
from damiera.messages import Message, Text, Verbatim
from damiera.tournament.acts import Act, Malformed, PairAct, ResultAct, UndoAct, decode, encode, word_of
from damiera.tournament.chain import GENESIS, BrokenLog, LogEntry, sealed, verify
from damiera.tournament.errors import BadTournament, TournamentError
from damiera.tournament.model import Event
from damiera.tournament.procedures.games import all_resulted
from damiera.tournament.procedures.refusals import bad, need_reason
from damiera.tournament.procedures.sections import OF_A_SECTION, followed, within
from damiera.tournament.procedures.table import PROCEDURES
from damiera.tournament.state import EventState

__all__ = ["BrokenLog", "Log", "LogEntry", "LogRecord", "StaleLog", "Unfit", "dump", "load", "verify"]


class StaleLog(TournamentError):
    """An act decided on an event that has changed meanwhile. Carries `since`: the acts not yet seen."""

    def __init__(self, since: tuple[LogEntry, ...]) -> None:
        self.since = since
        said = Message("Meanwhile {who} has acted ({n}): look at the event as it stands and repeat.")
        who = ", ".join(sorted({e.who for e in since}))
        super().__init__(said.format(who=who, n=len(since)))


class Unfit(BadTournament):
    """An act of a file that does not fit the event as it stands then. Carries `number` and `reason`."""

    def __init__(self, number: int, act: str, reason: Text) -> None:
        self.number, self.act, self.reason = number, act, reason
        said = Message("Entry {n}, `{a}`: {why}")
        super().__init__(said.format(n=number, a=act, why=reason))


class LogRecord(msgspec.Struct, frozen=True):
    """An entry with the act it holds; None where it is none, and `unread` says why. 0 is no `section`.

    >>> from damiera.tournament.acts import CreateAct, EnterAct
    >>> log = Log().add(CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> log = log.add(EnterAct(number=1, name="Rossi"), who="arbiter", at=5)
    >>> log.lines[0].number, log.lines[0].act.name
    (1, 'Coppa')
    """

    entry: LogEntry
    act: Act | None
    unread: Text | None = None
    section: int = 0

    @property
    def number(self) -> int:
        """The number of the entry."""
        return self.entry.number


@dataclass(frozen=True, slots=True)
class Log:
    """A log and the event it tells. A value: `add` gives a new one, or refuses and leaves this one alone.

    Attributes:
        lines: the entries, each with its act.
        state: what they tell: of the event, or of the section it is looked at from.
        idle: stored entries that count for nothing, by number, and why.
        section: the section it is looked at from; 0: the whole event.

    >>> from damiera.tournament.acts import CreateAct, EnterAct
    >>> log = Log().add(CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> log = log.add(EnterAct(number=1, name="Rossi"), who="arbiter", at=5)
    >>> [player.name for player in log.event.players], log.until(1).players
    (['Rossi'], ())
    """

    lines: tuple[LogRecord, ...] = ()
    state: EventState = field(default_factory=EventState)
    idle: Mapping[int, Text] = field(default_factory=dict)
    section: int = 0
    _whole: EventState | None = field(default=None, compare=False, repr=False)

    @property
    def whole(self) -> EventState:
        """The state of the whole event, wherever it is looked at from."""
        return self._whole or self.state

    def within(self, section: int) -> Log:
        """The log as a section sees it: its state, and acts that happen there; 0: the whole event again.

        Raises:
            BadTournament: where there is no such section.

        >>> from damiera.tournament.acts import CreateAct, SectionAct
        >>> log = Log().add(CreateAct(name="Coppa"), who="arbiter", at=0)
        >>> log = log.add(SectionAct(number=1, name="Women"), who="arbiter", at=0)
        >>> log.within(1).event.name
        'Coppa · Women'
        """
        return _seen(self.lines, self.whole, self.idle, section)

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """The entries of the chain."""
        return tuple(line.entry for line in self.lines)

    @property
    def event(self) -> Event:
        """The event as it counts: with what statuses do to its games."""
        return self.state.event

    @property
    def head(self) -> str:
        """The digest of the last entry: who knows it can prove the whole log."""
        return self.lines[-1].entry.digest if self.lines else GENESIS

    def add(self, act: Act, *, who: str, at: int, why: str = "", seen: int | None = None) -> Log:
        """Append an act.

        Args:
            seen: the number of the last entry its author knew; other acts since then refuse it.
        Raises:
            StaleLog: somebody else has acted meanwhile.
            BadTournament: the act does not fit the event as it stands.
            TypeError: for an act with facts that its class does not allow.
        """
        if seen is not None and seen < len(self.lines):
            raise StaleLog(self.entries[seen:])
        line = self._line(act, len(self.lines) + 1, self.head, who=who, at=at, why=why)
        grown = (*self.lines, line)
        if not isinstance(act, UndoAct):
            after = _applied(self.whole, line)
            after.carry(self.whole)
            return _seen(grown, after, self.idle, self.section)
        idle: dict[int, Text] = {}

        def refused(line: LogRecord, error: DamieraError) -> None:
            if line.number not in self.idle:
                raise error
            idle[line.number] = _said(error)

        return _seen(grown, _folded(grown, refused), idle, self.section)

    def add_all(self, told: Iterable[Act], *, who: str, at: int, why: str = "") -> Log:
        """Append several acts as `add` does each, results of a round counted together; none is an undo.

        Raises:
            BadTournament: an act does not fit the event as it stands then: none is appended.
            TypeError: for an act with facts that its class does not allow.

        >>> from damiera.tournament.acts import CreateAct, EnterAct
        >>> both = [CreateAct(name="Coppa"), EnterAct(number=1, name="Rossi")]
        >>> Log().add_all(both, who="arbiter", at=0).event.players[0].name
        'Rossi'
        """
        lines, previous = list[LogRecord](), self.head
        for number, act in enumerate(told, len(self.lines) + 1):
            lines.append(self._line(act, number, previous, who=who, at=at, why=why))
            previous = lines[-1].entry.digest
        if not lines:
            return self
        after = deque(_strides(lines, _raised, self.whole), maxlen=1)[0][2]
        after.carry(self.whole)
        return _seen((*self.lines, *lines), after, self.idle, self.section)

    def _line(self, act: Act, number: int, previous: str, *, who: str, at: int, why: str) -> LogRecord:
        """Return the line of an act that happens where the log is looked at from."""
        word, data = encode(act)
        section = self.section if isinstance(act, OF_A_SECTION) else 0
        try:
            read = decode(word, data)
        except Malformed as error:  # the caller made it so: no fault of whoever acts
            raise TypeError(str(error)) from error
        kept = {**data, _SECTION: section} if section else data
        return LogRecord(sealed(number, at, who, word, kept, why, previous), read, section=section)

    def until(self, number: int) -> Event:
        """The event as it stood after entry `number`."""
        state = _folded(self.lines[:number], _passed)
        return _part(state, self.section).event

    def effective(self) -> tuple[LogRecord, ...]:
        """The lines that count: all but the undone ones, the undoing, and the idle; in a section its own."""
        found = (line for line in _effective(self.lines, _passed) if line.number not in self.idle)
        return tuple(line for line in found if self.section in (0, line.section))

    def told(self) -> Iterator[tuple[LogRecord, EventState, EventState]]:
        """The lines that count, each with the state of the whole event before and after it.

        Raises:
            BadTournament: for a line that was not read as an act.
        """
        before = EventState()
        for line in replace(self, section=0).effective():
            after = _applied(before, line)
            yield line, before, after
            before = after

    def pairings(self, since: tuple[int, EventState] | None = None) -> Iterator[tuple[LogRecord, EventState]]:
        """The pairings that count, each with the state of the whole event before it.

        Args:
            since: the number of a line from which on they are wanted, and the state before it.
        Raises:
            BadTournament: for a line that was not read as an act.

        >>> from damiera.testing.tournaments import played_log
        >>> [before.event.played_rounds for _, before in played_log(4, 2).pairings()]
        [0, 1]
        """
        first, known = since or (1, EventState())
        lines = [line for line in replace(self, section=0).effective() if line.number >= first]
        for line, before, _ in _strides(lines, _raised, known):
            if isinstance(line.act, PairAct):
                yield line, before


_entry_decoder = msgspec.json.Decoder(LogEntry)


def load(text: str, *, stored: bool = False) -> Log:
    """A log from its lines of JSON, verified and folded.

    Args:
        stored: it is this server's own log, and opens whatever it holds: what is or fits no act is idle.
    Raises:
        BrokenLog: where the chain does not hold, or a line is no entry.
        Malformed: for the first entry that is no act, with its number and field.
        BadTournament: for the first act that does not fit the event, with its number.

    >>> from damiera.tournament.acts import CreateAct, EnterAct
    >>> log = Log().add(CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> log = log.add(EnterAct(number=1, name="Rossi"), who="arbiter", at=5)
    >>> load(dump(log)) == log
    True
    """
    found: list[LogEntry] = []
    for number, text_line in enumerate((x for x in text.splitlines() if x.strip()), 1):
        try:
            found.append(_entry_decoder.decode(text_line))
        except msgspec.DecodeError:
            raise BrokenLog(number, Message("the line cannot be read")) from None
    broken = verify(found)
    if broken is not None:
        raise broken
    lines = tuple(_read(entry, stored=stored) for entry in found)
    idle: dict[int, Text] = {}

    def refused(line: LogRecord, error: DamieraError) -> None:
        if not stored:
            word = word_of(line.entry.act, line.entry.data)
            raise Unfit(line.number, word, _said(error))
        idle[line.number] = _said(error)

    return Log(lines, _folded(lines, refused), idle)


def dump(log: Log) -> str:
    """The log as lines of JSON, one entry a line.

    >>> from damiera.tournament.acts import CreateAct, EnterAct
    >>> log = Log().add(CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> log = log.add(EnterAct(number=1, name="Rossi"), who="arbiter", at=5)
    >>> len(dump(log).splitlines())
    2
    """
    return "".join(msgspec.json.encode(line.entry).decode() + "\n" for line in log.lines)


_SECTION: Final = "section"
"""What tells, among the fields of an entry, in which section its act happened."""
_NO_NUMBER = Message("`{f}`: not a valid value")
_NONE_SUCH = Message("This section is no more: look at the event.")


def _seen(lines: tuple[LogRecord, ...], whole: EventState, idle: Mapping[int, Text], section: int) -> Log:
    """Return a log as a section sees it. Raises `BadTournament` where there is no such section."""
    if not section:
        return Log(lines, whole, idle)
    if section not in whole.sections:
        raise BadTournament(_NONE_SUCH)
    return Log(lines, whole.sections[section].state, idle, section, whole)


def _part(whole: EventState, section: int) -> EventState:
    """Return what a section was like; of one that was not there yet, nothing."""
    if not section:
        return whole
    return whole.sections[section].state if section in whole.sections else EventState()


def _read(entry: LogEntry, *, stored: bool) -> LogRecord:
    section, facts = entry.data.get(_SECTION, 0), entry.data
    try:
        if _SECTION in facts:
            facts = {name: value for name, value in facts.items() if name != _SECTION}
            if type(section) is not int or section < 1:
                raise Malformed(entry.act, _SECTION, _NO_NUMBER.format(f=_SECTION))
        number = section if isinstance(section, int) else 0
        return LogRecord(entry, decode(entry.act, facts), section=number)
    except Malformed as error:
        if not stored:
            raise Malformed(error.act, error.path, error.reason, entry.number) from None
        return LogRecord(entry, None, error.reason)


_Refused = Callable[[LogRecord, DamieraError], None]
"""What is done about an entry that is no act, or does not fit: it may raise, or note it and go on."""


def _passed(line: LogRecord, error: DamieraError) -> None:
    """Pass over what was found idle before."""


def _raised(line: LogRecord, error: DamieraError) -> None:
    raise error


def _said(error: DamieraError) -> Text:
    return error.message


def _folded(lines: Sequence[LogRecord], refused: _Refused) -> EventState:
    """The one fold: from the lines that count to what they tell."""
    last = deque(_strides(_effective(lines, refused), refused), maxlen=1)
    return last[0][2] if last else EventState()


def _strides(
    lines: Iterable[LogRecord], refused: _Refused, before: EventState | None = None
) -> Iterator[tuple[LogRecord, EventState, EventState]]:
    """Yield the first of lines that go together, with the state before and after them.

    Results of a round that follow on each other go together: they are most of a log, and the round is then
    written anew once. `before` is the state before the first line.
    """
    before = before or EventState()
    for _, run in groupby(lines, _goes_with):
        first, *others = run
        together = bool(others) and bool(first.section) == bool(before.sections)
        if together and (not first.section or first.section in before.sections):
            after = _results(before, [first, *others], refused)
            yield first, before, after
            before = after
            continue
        for line in (first, *others):
            after = before
            try:
                after = _applied(before, line)
            except DamieraError as error:
                refused(line, error)
            yield line, before, after
            before = after


def _goes_with(line: LogRecord) -> tuple[int, int, int]:
    """Return what is the same for results of one round, and for no two other lines."""
    return (line.section, line.act.round, 0) if isinstance(line.act, ResultAct) else (0, 0, line.number)


def _results(state: EventState, run: Sequence[LogRecord], refused: _Refused) -> EventState:
    by_entry = {line.number: line for line in run}

    def wrong(entry: LogEntry, error: DamieraError) -> None:
        refused(by_entry[entry.number], error)

    told = [(line.act, line.entry) for line in run if isinstance(line.act, ResultAct)]

    def happened(inner: EventState) -> EventState:
        return all_resulted(inner, told, wrong)

    return within(state, run[0].section, told[0][0], happened) if run[0].section else happened(state)


def _effective(lines: Sequence[LogRecord], refused: _Refused) -> list[LogRecord]:
    """An undo takes away entries before it, other undoings too: undoing an undo brings the acts back."""
    gone: set[int] = set()
    undoing = [line for line in lines if isinstance(line.act, UndoAct) and _undoes(line, line.act, refused)]
    for line in reversed(undoing):
        if line.number in gone or not isinstance(line.act, UndoAct):
            continue
        if line.act.after is not UNSET:
            gone.update(range(line.act.after + 1, line.number))
        elif line.act.act is not UNSET:
            gone.add(line.act.act)
    return [line for line in lines if line.number not in gone and not isinstance(line.act, UndoAct)]


def _undoes(line: LogRecord, act: UndoAct, refused: _Refused) -> bool:
    target, low = (act.act, 1) if act.act is not UNSET else (act.after, 0)
    try:
        if target is UNSET or not low <= target < line.number:
            raise bad(Message("There is no act {n} to undo."), n=target or "?")
        need_reason(line.entry)
    except BadTournament as error:
        refused(line, error)
        return False
    return True


def _applied(state: EventState, line: LogRecord) -> EventState:
    """What an act makes of an event."""
    if line.act is None:
        raise BadTournament(line.unread or Verbatim(""))
    act, procedure = line.act, PROCEDURES[type(line.act)]

    def happened(told: EventState) -> EventState:
        return procedure(told, act, line.entry)

    if line.section:
        return within(state, line.section, act, happened)
    return followed(state, act, line.entry, happened)

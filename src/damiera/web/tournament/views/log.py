"""The log of an event in sentences, and what of it still counts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby, islice, zip_longest
from typing import ClassVar, Final, assert_never

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Joined, Lang, Message, Text, Verbatim
from damiera.service.tournament.event import Announcement, LiveEvent, by_players, is_bound
from damiera.service.tournament.rights import ROLES
from damiera.tournament import acts
from damiera.tournament.log import LogRecord
from damiera.tournament.model import Kind, RoundGame, Scoring, System, board_name
from damiera.tournament.sections import proposed_name
from damiera.tournament.state import EventState
from damiera.web.tournament.views.head import EventPage, event_head, refusal
from damiera.web.tournament.views.phones import note_said
from damiera.web.tournament.views.words import CHANGES, DRAW_FOR, FIELDS, PERSONAL, SYSTEMS, short_result

__all__ = ["EventLogPage", "LogGroup", "log_groups", "log_page"]

PAGE_GROUPS: Final = 100
_UNREAD: Final = Message("A line that cannot be read ({a}): {why}")
_IDLE: Final = Message("A line that does not count ({a}): {why}")


_READ_AGAIN: Final = Message("Round {r}, board {b}: slip read a second time, {what}")
_PERSON_LINES: Final[Mapping[str, Message]] = {
    "given": Message("Code given to {name}, {role}"),
    "renewed": Message("Another code given to {name}, {role}"),
    "named": Message("From here on called {name}, {role}"),
    "withdrawn": Message("Code withdrawn from {name}, {role}"),
}


class LogTime(msgspec.Struct, frozen=True):
    """When something happened: for machines, as hour and minute, and as a day."""

    iso: str
    short: str
    day: str


class LogGroup(msgspec.Struct, frozen=True):
    """Lines of the log of one moment.

    Attributes:
        undone: whether none of them counts any more; `undoable`: whether they can be taken back.
        bound: they tell of other events too, and are not taken back by themselves.
        players: players wrote them.
        hash: the seal of the last line.
        proof: the certificate of the round paired there; "" where none was.
    """

    first: int
    last: int
    at: LogTime
    who: str
    said: str
    reason: str
    undone: bool
    undoable: bool
    bound: bool
    players: bool
    hash: str
    proof: str


class EventLogPage(EventPage, kw_only=True, frozen=True):
    """A page of the log, newest first.

    Attributes:
        broken: where the chain breaks, "" where it holds; `digest`: the seal of its last line.
        lines: how many there are in all.
        page: from 1; `pages`: how many there are.
    """

    template: ClassVar[str] = "tournament/log.html"
    tab: str = "log"
    groups: tuple[LogGroup, ...]
    broken: str
    lines: int
    digest: str
    page: int
    pages: int


def log_page(
    live: LiveEvent,
    lang: Lang,
    broken: DamieraError | None,
    wrong: DamieraError | None = None,
    page: int = 1,
) -> EventLogPage:
    """Return a page of the log, the last where there are fewer; `broken` says where its chain breaks."""
    past = _Past(live)
    moments = [list(g) for _, g in groupby(live.log.lines, key=_moment)][::-1]
    pages = max(1, -(-len(moments) // PAGE_GROUPS))
    page = min(max(page, 1), pages)
    shown = moments[(page - 1) * PAGE_GROUPS : page * PAGE_GROUPS]
    return EventLogPage(
        head=event_head(live, lang),
        groups=tuple(_group(group, live, past, lang) for group in shown),
        page=page,
        pages=pages,
        broken=refusal(broken, lang),
        lines=live.version,
        digest=live.log.head,
        wrong=refusal(wrong, lang),
    )


def log_groups(live: LiveEvent, lang: Lang, last: int) -> tuple[LogGroup, ...]:
    """Return the end of the log, newest first: the lines of one moment together, and whether they count."""
    past = _Past(live)
    own = (
        line for line in reversed(live.log.lines) if not live.section or line.section in (0, live.log.section)
    )
    newest = (list(g) for _, g in groupby(own, key=_moment))
    return tuple(_group(group[::-1], live, past, lang) for group in islice(newest, last))


def _group(group: Sequence[LogRecord], live: LiveEvent, past: _Past, lang: Lang) -> LogGroup:
    entries = [line.entry for line in group]
    kept = any(past.counts(line) for line in group)
    return LogGroup(
        first=group[0].number,
        last=group[-1].number,
        at=_time(entries[0].at),
        who=entries[0].who,
        said=_group_said(group, live, past, lang),
        reason=next((e.why for e in entries if e.why and e.why != "—"), ""),
        undone=not kept and not isinstance(group[0].act, acts.UndoAct),
        undoable=kept and group[0].number > 1,
        bound=is_bound(group),
        players=by_players(group[0]),
        hash=entries[-1].digest,
        proof=next(filter(None, (_proof(line, lang) for line in reversed(group))), ""),
    )


_LAWFUL = Message(
    "Certificate: {edition}, version {v}, computed from {h}. Check: lawful, {b} boards, colours denied {n}."
)
_NOT_LAWFUL = Message("Certificate: {edition}, version {v}, computed from {h}. Check: not lawful.")


def _proof(line: LogRecord, lang: Lang) -> str:
    """Say what the certificate of a pairing tells; "" where there is none."""
    held = line.act.certificate if isinstance(line.act, acts.PairAct) else None
    if not held:
        return ""
    said = _LAWFUL if held.verdict.lawful else _NOT_LAWFUL
    facts = {"edition": held.edition, "v": held.version, "h": held.input[:12]}
    return said.format(**facts, b=held.verdict.boards, n=held.verdict.denied).text(lang)


def _moment(line: LogRecord) -> tuple[object, ...]:
    """Lines of one moment are shown together, but for results: each may be taken back."""
    alone = isinstance(line.act, acts.ResultAct) or line.act is None
    return line.entry.at, line.entry.who, alone and line.number


_NAMING = (
    acts.EnterAct
    | acts.EditAct
    | acts.RemoveAct
    | acts.AnnouncedFacts
    | acts.SectionAct
    | acts.RemoveSectionAct
)
"""What changes players, sections or what is announced."""


class _Past:
    """What was known as each line was written: of players, teams, and what was announced.

    Numbers are given anew and players taken from the list: who is meant is whoever had the number then. Lines
    that were taken back tell nothing, unless nothing else is known. The log is only counted again where
    something of this kind was told since: not for the last results of a round.
    """

    def __init__(self, live: LiveEvent) -> None:
        self._log = log = live.log.within(0)
        self._numbers: list[int] = []
        self._states: list[EventState] = []
        effective = log.effective()
        self._counted = {line.number for line in effective}
        self._settled = max((line.number for line in effective if isinstance(line.act, _NAMING)), default=0)
        self._idle = live.log.idle
        self._teams = {-t.number: t.name for t in live.event.teams}
        self._entered = {
            line.act.number: line.act.name for line in live.log.lines if isinstance(line.act, acts.EnterAct)
        }

    def counts(self, line: LogRecord) -> bool:
        """Tell whether a line counts."""
        return line.number in self._counted

    def why_idle(self, line: LogRecord) -> Text | None:
        """Return why a line that was stored counts for nothing; None where that is not so."""
        return line.unread or self._idle.get(line.number)

    def at(self, number: int) -> EventState:
        """Return players and what was announced as they stood after a line."""
        if number >= self._settled:
            return self._log.whole
        if not self._numbers:
            for line, _, after in self._log.told():
                self._numbers.append(line.number)
                self._states.append(after)
        place = bisect_right(self._numbers, number)
        return self._states[place - 1] if place else EventState()

    def section(self, line: LogRecord) -> Text | None:
        """Return the section in which a line happened; None where that was the whole event."""
        held = self.at(line.number).sections.get(line.section) or self._log.whole.sections.get(line.section)
        return held.title if held else None

    def section_named(self, number: int, line: LogRecord) -> Text:
        """Return how a section was called as a line was written."""
        held = self.at(line.number - 1).sections.get(number) or self._log.whole.sections.get(number)
        return held.title if held else Verbatim(f"n. {number}")

    def name(self, number: int, line: LogRecord) -> str:
        """Return who had a number as a line was written: a player, or a team where it is negative."""
        known = _name(self.at(line.number), number) or _name(self.at(line.number - 1), number)
        return known or self._teams.get(number) or self._entered.get(number) or f"n. {number}"

    def board(self, round: int, board: int, line: LogRecord) -> str:
        """Return what a board was called as a line was written: its number, or its table and place there."""
        told = self._log.whole.told
        if not told.settings.boards:
            return str(board)
        held = told.round(round)
        if held is None or all(game.board != board for game in held.games):  # taken back since
            held = self._log.until(line.number).round(round)
        return board_name(held, board) if held is not None else str(board)

    def change(self, act: acts.EditAct, line: LogRecord) -> Text:
        """Say what a line changed of a player's facts."""
        before = self.at(line.number - 1)
        player = next((p for p in before.told.players if p.number == act.number), None)
        new = {k: v for k, v in acts.given(act).items() if (getattr(player, k, None) or None) != (v or None)}
        parts = [_fact(PERSONAL[k], v) for k, v in new.items() if k in PERSONAL]
        return _listed(Message("Facts corrected: {p}").format(p=self.name(act.number, line)), parts)

    def announcement(self, act: acts.AnnouncedFacts, line: LogRecord) -> Text:
        """Say what a line changed of what is announced."""
        before, now = _plain(self.at(line.number - 1).announced), _plain(act.facts)
        parts = [
            _fact(FIELDS[k], _worded(k, v)) for k, v in now.items() if k in FIELDS and before.get(k) != v
        ]
        return _listed(Message("Facts of the event changed"), parts)


def _name(state: EventState, number: int) -> str:
    return next((p.name for p in state.told.players if p.number == number), "")


def _plain(facts: Announcement) -> Mapping[str, object]:
    """Return facts as they are stored."""
    plain: Mapping[str, object] = msgspec.to_builtins(facts)
    return plain


def _worded(name: str, value: object) -> object:
    return SYSTEMS[System(str(value))] if name == "system" else value


def _fact(label: Text, value: object) -> Text:
    """Return a fact with its new value, where that is a number or a few words."""
    if isinstance(value, bool) or not isinstance(value, int | str | Text) or len(str(value)) > _FEW:
        return label
    return Joined((label, value if isinstance(value, Text) else Verbatim(str(value or "–"))))


_FEW: Final = 60


def _listed(said: Text, parts: Sequence[Text]) -> Text:
    if not parts:
        return said
    return Message("{said}: {listed}", said=said, listed=Joined(parts, ", "))


def _time(at: int) -> LogTime:
    moment = datetime.fromtimestamp(at / 1000, UTC).astimezone()
    return LogTime(moment.isoformat(timespec="seconds"), f"{moment:%H:%M}", f"{moment:%Y-%m-%d}")


def _group_said(group: Sequence[LogRecord], live: LiveEvent, past: _Past, lang: Lang) -> str:
    told = [line.act for line in group]
    if isinstance(told[0], acts.CreateAct):
        return Message("Event opened").text(lang)
    for line in group:
        if isinstance(line.act, acts.AnnouncedFacts):
            return past.announcement(line.act, line).text(lang)
        if isinstance(line.act, acts.GroupsNote):
            return _grouped(line.act).text(lang)
    if isinstance(told[-1], acts.NumberedNote):
        return _numbered(told[-1]).text(lang)
    entered = sum(isinstance(act, acts.EnterAct) for act in told)
    if entered > 1:
        return Message("{n} players entered").format(n=entered).text(lang)
    chosen = [line for line in group if not isinstance(line.act, acts.CloseAct | acts.NoteAct)] or list(group)
    if isinstance(chosen[-1].act, acts.PairAct):
        chosen = chosen[-1:]
    said = [_said(line, live, past, lang) for line in chosen[: 3 if len(chosen) > 4 else 4]]
    if len(chosen) > 4:
        said.append(Message("and {n} more").format(n=len(chosen) - 3).text(lang))
    return "; ".join(said)


def _numbered(act: acts.NumberedNote) -> Text:
    ways = {"elo": Message("by Elo"), "name": Message("by name")}
    by_lot = Message("by lot, seed {s}").format(s=act.seed)
    return Message("Start numbers {how}").format(how=ways.get(act.how, by_lot))


def _said(line: LogRecord, live: LiveEvent, past: _Past, lang: Lang) -> str:
    idle = past.why_idle(line)
    if line.act is None or idle is not None:
        word = acts.word_of(line.entry.act, line.entry.data)
        return (_UNREAD if line.act is None else _IDLE).format(a=word, why=idle or "").text(lang)
    if isinstance(line.act, acts.UndoAct):
        return _undo_line(line.act, line, live, past, lang)
    said = _act_said(line.act, line, live, past)
    section = past.section(line)
    return (_IN_SECTION.format(s=section, said=said) if section else said).text(lang)


def _act_said(act: acts.Act, line: LogRecord, live: LiveEvent, past: _Past) -> Text:
    """Return an act in words."""
    match act:
        case (
            acts.EnterAct()
            | acts.EditAct()
            | acts.RemoveAct()
            | acts.TeamAct()
            | acts.StatusAct()
            | acts.ReturnAct()
        ):
            return _player_said(act, line, past)
        case acts.SectionAct() | acts.RemoveSectionAct() | acts.AssignAct():
            return _section_said(act, line, past)
        case acts.AwardsAct():
            return Message("Prizes: {n}").format(n=len(act.awards.prizes))
        case acts.ForbidAct() | acts.AllowAct() | acts.AccelerateAct():
            return _pair_said(act, line, past)
        case acts.PairAct() | acts.SwapAct() | acts.TurnAct() | acts.ProtectAct() | acts.ExtraAct():
            return _round_said(act, line, past)
        case acts.LineUpAct():
            seats = [n for pair in zip_longest(act.white, act.black, fillvalue=0) for n in pair if n]
            told = Message("Round {r}, table {t}: who plays").format(r=act.round, t=act.table)
            return _listed(told, [Verbatim(past.name(n, line)) for n in seats])
        case acts.ResultAct():
            return _result_line(act, past.board(act.round, act.board, line), live.event.settings.scoring)
        case acts.CloseAct():
            return Message("Round {r} closed").format(r=act.round)
        case acts.ReopenAct():
            return Message("Round {r} reopened").format(r=act.round)
        case acts.CreateAct() | acts.ChangeAct() | acts.UndoAct():
            return Message("Facts of the event changed")
        case (
            acts.AnnouncedFacts()
            | acts.CheckInNote()
            | acts.OverNote()
            | acts.ScreenNote()
            | acts.NoticeNote()
            | acts.LogoNote()
            | acts.RoundClockNote()
            | acts.NumberedNote()
            | acts.PlayOffNote()
            | acts.OverriddenNote()
            | acts.GroupsNote()
            | acts.SlotsNote()
            | acts.PartOfNote()
            | acts.FinalMadeNote()
            | acts.PersonNote()
            | acts.SecondEntryNote()
            | acts.RulingNote()
        ):
            return _event_said(act, line, live, past)
        case _:
            return note_said(act, live.event.settings.scoring, lambda r, b: past.board(r, b, line))


def _player_said(
    act: acts.EnterAct | acts.EditAct | acts.RemoveAct | acts.TeamAct | acts.StatusAct | acts.ReturnAct,
    line: LogRecord,
    past: _Past,
) -> Text:
    match act:
        case acts.EnterAct():
            return Message("Entered: {p}").format(p=act.name)
        case acts.EditAct():
            return past.change(act, line)
        case acts.RemoveAct():
            return Message("Taken from the list: {p}").format(p=past.name(act.number, line))
        case acts.TeamAct():
            named = [past.name(n, line) for n in act.members]
            return _listed(Message("Team {t}").format(t=act.name), [Verbatim(name) for name in named])
        case acts.StatusAct():
            return _status_line(act, past.name(act.player, line))
        case acts.ReturnAct():
            return Message("{p} is back from round {r}").format(p=past.name(act.player, line), r=act.round)
        case _:
            assert_never(act)


_IN_SECTION: Final = Message("{s}: {said}", context="what happened in a section")


def _section_said(
    act: acts.SectionAct | acts.RemoveSectionAct | acts.AssignAct, line: LogRecord, past: _Past
) -> Text:
    match act:
        case acts.SectionAct():
            known = act.number in past.at(line.number - 1).sections
            told = Message("Section changed: {s}") if known else Message("Section made: {s}")
            return told.format(s=proposed_name(act.called) or act.name)
        case acts.RemoveSectionAct():
            return Message("Section taken away: {s}").format(s=past.section_named(act.number, line))
        case acts.AssignAct(into=0):
            return Message("{p}: in no section").format(p=past.name(act.player, line))
        case acts.AssignAct():
            put = Message("{p}: to section {s}")
            return put.format(p=past.name(act.player, line), s=past.section_named(act.into, line))
        case _:
            assert_never(act)


def _pair_said(
    act: acts.ForbidAct | acts.AllowAct | acts.AccelerateAct, line: LogRecord, past: _Past
) -> Text:
    match act:
        case acts.ForbidAct():
            return Message("Kept apart: {a} – {b}").format(a=past.name(act.a, line), b=past.name(act.b, line))
        case acts.AllowAct():
            return Message("May meet again: {a} – {b}").format(
                a=past.name(act.a, line), b=past.name(act.b, line)
            )
        case acts.AccelerateAct():
            return Message("{p}: more points for the pairing").format(p=past.name(act.player, line))
        case _:
            assert_never(act)


def _round_said(
    act: acts.PairAct | acts.SwapAct | acts.TurnAct | acts.ProtectAct | acts.ExtraAct,
    line: LogRecord,
    past: _Past,
) -> Text:
    match act:
        case acts.PairAct():
            by_hand = Message("Round {r} paired by hand")
            plain = Message("Round {r} paired")
            return (by_hand if act.manual is True else plain).format(r=act.round)
        case acts.SwapAct():
            return Message("Round {r}: {a} and {b} change seats").format(
                r=act.round, a=past.name(act.a, line), b=past.name(act.b, line)
            )
        case acts.TurnAct():
            board = past.board(act.round, act.board, line)
            return Message("Round {r}, board {b}: colours turned").format(r=act.round, b=board)
        case acts.ProtectAct():
            kept = Message("Round {r}: board {b} kept as it is")
            free = Message("Round {r}: board {b} kept no more")
            board = past.board(act.round, act.board, line)
            return (kept if act.protected else free).format(r=act.round, b=board)
        case acts.ExtraAct():
            return _playoff_line(act, past.board(act.round, act.board, line))
        case _:
            assert_never(act)


def _playoff_line(act: acts.ExtraAct, board: str) -> Text:
    if act.clock and act.games == 2:
        told = Message("Round {r}, board {b}: play-off of two games, {c}")
    elif act.clock:
        told = Message("Round {r}, board {b}: play-off, {c}")
    elif act.games == 2:
        told = Message("Round {r}, board {b}: two more games")
    else:
        told = Message("Round {r}, board {b}: one more game")
    said = told.format(r=act.round, b=board, c=act.clock or "")
    more = [DRAW_FOR[act.draw_for]] if act.draw_for else []
    if act.rated is False:
        more.append(_UNRATED)
    return _listed(said, more) if more else said


_UNRATED: Final = Message("not for Elo")


def _status_line(act: acts.StatusAct, who: str) -> Text:
    status = act.status("")
    first, last = status.from_round, status.until_round
    if last == first:
        span = Message("{p}: {what} in round {r}")
    elif last is None:
        span = Message("{p}: {what} from round {r}")
    else:
        span = Message("{p}: {what} from round {r} to {u}")
    said = span.format(p=who, what=CHANGES[status.change], r=first, u=last)
    worth = _WORTH.get(status.worth)
    return Joined((said, worth), "") if worth else said


_WORTH: Final[dict[Kind, Text]] = {
    Kind.HALF_BYE: Message(", worth a draw"),
    Kind.FULL_BYE: Message(", worth a win"),
}


def _grouped(act: acts.GroupsNote) -> Text:
    names = [Verbatim(group.name) for group in act.groups]
    if not names:
        return Message("Groups dissolved")
    return _listed(Message("Groups made"), names)


def _result_line(act: acts.ResultAct, board: str, scoring: Scoring) -> Text:
    now: str | Text = RoundGame(1, 1, 1, 2, act.white, act.black, act.kind).result(scoring)
    was = short_result(act.was or "none", scoring)
    one = Message("Round {r}, board {b}: ")
    later = Message("Round {r}, board {b}, game {n}: ")
    where = (one if act.leg == 1 else later).format(r=act.round, b=board, n=act.leg)
    now = now or Message("no result")
    if was:
        change = Message("{was} to {now}").format(was=was, now=now)
        return Joined((where, change), "")
    return Joined((where, Verbatim(now) if isinstance(now, str) else now), "")


def _undo_line(act: acts.UndoAct, line: LogRecord, live: LiveEvent, past: _Past, lang: Lang) -> str:
    first, last = (act.act, act.act) if act.act else ((act.after or 0) + 1, line.number - 1)
    target = live.log.lines[first - 1 : last]
    said = _group_said(target, live, past, lang) if target else ""
    return Message("Undone: {what}").format(what=said).text(lang)


_EventAct = (
    acts.AnnouncedFacts
    | acts.CheckInNote
    | acts.OverNote
    | acts.ScreenNote
    | acts.NoticeNote
    | acts.LogoNote
    | acts.RoundClockNote
    | acts.NumberedNote
    | acts.PlayOffNote
    | acts.OverriddenNote
    | acts.GroupsNote
    | acts.SlotsNote
    | acts.PartOfNote
    | acts.FinalMadeNote
    | acts.PersonNote
    | acts.SecondEntryNote
    | acts.RulingNote
)


def _event_said(act: _EventAct, line: LogRecord, live: LiveEvent, past: _Past) -> Text:
    match act:
        case acts.AnnouncedFacts():
            return past.announcement(act, line)
        case acts.NumberedNote():
            return _numbered(act)
        case acts.GroupsNote():
            return _grouped(act)
        case acts.CheckInNote():
            here = Message("Checked in: {n}")
            away = Message("No longer here: {n}")
            return (here if act.here else away).format(n=len(act.players))
        case acts.OverNote():
            shut, open = Message("Event closed"), Message("Event reopened")
            return shut if act.over else open
        case acts.ScreenNote():
            set_up, away = Message("Screen of the hall: {name}"), Message("Screen taken away: {name}")
            return (set_up if act.shows else away).format(name=act.name)
        case acts.NoticeNote():
            said, still = Message("On the screens: {text}"), Message("On the screens: nothing any more")
            return said.format(text=act.text) if act.text else still
        case acts.LogoNote():
            shown, gone = Message("Logo on the prints"), Message("No logo on the prints any more")
            return shown if act.picture else gone
        case acts.RoundClockNote():
            started, stopped = Message("Clock of round {r}"), Message("Clock of round {r} taken away")
            return (started if act.at else stopped).format(r=act.round)
        case acts.PlayOffNote():
            held = Message("Play-off: {who}")
            back = Message("Play-off taken back: {who}")
            ranked = -1 if live.event.settings.boards else 1  # teams are ranked where teams play
            who = ", ".join(past.name(ranked * n, line) for n in act.order)
            return (held if act.held else back).format(who=who)
        case acts.OverriddenNote():
            return Message("Elo, a decision on {player}: {author}").format(
                player=past.name(act.player, line), author=act.author
            )
        case acts.SlotsNote():
            kept = Message("Elo: tables of our own")
            gone = Message("Elo: Damiera's tables")
            return kept if act.toml else gone
        case acts.FinalMadeNote():
            final = Message("Final made: {name}, places {a}–{b} of each group")
            return final.format(name=act.name, a=act.first, b=act.last)
        case acts.PartOfNote():
            last = Message("A final of {name}")
            group = Message("A group of {name}")
            return (last if act.final else group).format(name=act.name)
        case acts.SecondEntryNote():
            what = short_result(act.result, live.event.settings.scoring)
            return _READ_AGAIN.format(r=act.round, b=past.board(act.round, act.board, line), what=what)
        case acts.PersonNote():
            return _PERSON_LINES[act.change].format(name=act.name, role=ROLES[act.role])
        case acts.RulingNote():
            return Verbatim(act.text)
        case _:
            assert_never(act)

"""The screens of the hall: what each shows, what all say, the clock of the round; the logo on the prints."""

from __future__ import annotations

from dataclasses import replace

from damiera.messages import Message
from damiera.tournament import acts
from damiera.tournament.chain import LogEntry
from damiera.tournament.procedures.refusals import bad
from damiera.tournament.state import EventScreen, EventState, RoundClock

__all__ = ["MOST_SCREENS", "MOST_WORDS", "clocked", "marked", "noticed", "screened"]

MOST_SCREENS = 50
"""How many screens an event has at most."""
MOST_WORDS = 200
"""How many letters a notice has at most."""
_TOO_MANY = Message("An event has at most {n} screens: take one away first.")
_TOO_LONG = Message("A notice has at most {n} letters.")
_NO_ROUND = Message("There is no round {r}.")


def screened(state: EventState, act: acts.ScreenNote, entry: LogEntry) -> EventState:
    """A screen shows something else, or is taken away.

    Raises:
        BadTournament: for one screen more than an event has.

    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> log = log.add(acts.ScreenNote(name="Entrance", shows=("pairings",)), who="arbiter", at=0)
    >>> list(log.state.screens)
    ['Entrance']
    """
    others = {name: screen for name, screen in state.screens.items() if name != act.name}
    if not act.shows:
        return replace(state, screens=others)
    if len(others) >= MOST_SCREENS:
        raise bad(_TOO_MANY, n=MOST_SCREENS)
    shows = tuple(dict.fromkeys(act.shows))
    made = EventScreen(act.name, shows, act.seconds, act.dark, act.large)
    return replace(state, screens={**others, act.name: made})


def noticed(state: EventState, act: acts.NoticeNote, entry: LogEntry) -> EventState:
    """All screens say something, or nothing any more.

    Raises:
        BadTournament: for more than fits on a screen.

    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> log.add(acts.NoticeNote(text="Lunch at one"), who="arbiter", at=0).state.notice
    'Lunch at one'
    """
    text = " ".join(act.text.split())
    if len(text) > MOST_WORDS:
        raise bad(_TOO_LONG, n=MOST_WORDS)
    return replace(state, notice=text)


def marked(state: EventState, act: acts.LogoNote, entry: LogEntry) -> EventState:
    """The prints have a logo, or none any more.

    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> log.add(acts.LogoNote(picture="iVBORw0KGgo="), who="arbiter", at=0).state.logo
    'iVBORw0KGgo='
    """
    return replace(state, logo=act.picture)


def clocked(state: EventState, act: acts.RoundClockNote, entry: LogEntry) -> EventState:
    """The clock of a round is started, set anew, or taken away.

    Raises:
        BadTournament: for a round that nobody has paired.

    >>> from damiera.tournament.log import Log
    >>> log = Log().add(acts.CreateAct(name="Coppa"), who="arbiter", at=0)
    >>> log.add(acts.RoundClockNote(round=1, at=0), who="arbiter", at=0).state.clock is None
    True
    """
    if not act.at:
        return replace(state, clock=None)
    states = [state, *(section.state for section in state.sections.values())]
    if all(one.told.round(act.round) is None for one in states):
        raise bad(_NO_ROUND, r=act.round)
    return replace(state, clock=RoundClock(act.round, act.at, act.minutes))

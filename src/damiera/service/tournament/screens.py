"""The screens of the hall: what each shows, what all say, the clock of the round; the logo on the prints."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence

from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.tournament.transaction import EventTransaction, Step
from damiera.tournament.acts import LogoNote, NoticeNote, RoundClockNote, ScreenNote
from damiera.tournament.announcement import ScreenContent

__all__ = ["set_up", "show_logo", "show_notice", "start_clock", "stop_clock", "take_away"]

_NO_NAME = Message("A screen has a name of at most 40 letters.")
_NOTHING = Message("Choose what the screen shows.")
_SECONDS = Message("A page is shown from 4 to 300 seconds.")
_MINUTES = Message("From 0 to 1440 minutes.")
_MINUTE_MS = 60_000


def set_up(
    name: str, shows: Sequence[ScreenContent], seconds: int, *, dark: bool = False, large: bool = False
) -> Step:
    """Let a screen show something, page after page."""
    called = " ".join(name.split())
    if not 1 <= len(called) <= 40:
        raise BadTerms("name", _NO_NAME)
    if not shows:
        raise BadTerms("shows", _NOTHING)
    if not 4 <= seconds <= 300:
        raise BadTerms("seconds", _SECONDS)
    act = ScreenNote(name=called, shows=tuple(shows), seconds=seconds, dark=dark, large=large)
    return lambda transaction: transaction.act(act)


def take_away(name: str) -> Step:
    """Forget what a screen shows."""
    act = ScreenNote(name=" ".join(name.split())[:40] or "–", shows=())
    return lambda transaction: transaction.act(act)


def show_notice(text: str) -> Step:
    """Let all screens say something; nothing if it is empty."""
    return lambda transaction: transaction.act(NoticeNote(text=" ".join(text.split())))


def show_logo(picture: bytes) -> Step:
    """Let the prints have a logo, a PNG file; none, if it is empty."""
    return lambda transaction: transaction.act(LogoNote(picture=b64encode(picture).decode()))


def start_clock(round: int, minutes_until: int, minutes: int) -> Step:
    """Start the clock of a round, which begins in some minutes."""
    if not (0 <= minutes_until <= 1440 and 0 <= minutes <= 1440):
        raise BadTerms("minutes", _MINUTES)

    def step(transaction: EventTransaction) -> None:
        at = transaction.now + minutes_until * _MINUTE_MS
        transaction.act(RoundClockNote(round=round, at=at, minutes=minutes))

    return step


def stop_clock() -> Step:
    """Take the clock from the screens."""
    return lambda transaction: transaction.act(RoundClockNote(round=0, at=0))

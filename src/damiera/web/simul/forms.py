"""The form of a new display."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from damiera.service.simul import MOST_BOARDS, DisplayTerms
from damiera.web.common.forms import form_reader

__all__ = ["CLOCKS", "DisplayForm", "display_terms", "read_display"]

CLOCKS: Final = ("", "10+5", "15+10", "20+10", "30+10", "30+30", "45", "60", "60+30", "90")


class DisplayForm(msgspec.Struct, frozen=True):
    """What a host fills in."""

    title: str = ""
    game: str = "italian"
    side: Literal["white", "black", "alternate"] = "white"
    host_clock: str = ""
    guest_clock: str = ""
    walks: bool = False
    blindfold: bool = False
    target: Annotated[int, Meta(ge=1, le=100)] | None = None
    most: Annotated[int, Meta(ge=2, le=MOST_BOARDS)] = 20


read_display = form_reader(DisplayForm)


def display_terms(form: DisplayForm) -> DisplayTerms:
    """Return what was asked for."""
    has_clock = bool(form.host_clock.strip() or form.guest_clock.strip())
    return DisplayTerms(
        title=form.title,
        game=form.game,
        side=form.side,
        host_clock=form.host_clock,
        guest_clock=form.guest_clock,
        walks=form.walks and has_clock,
        blindfold=form.blindfold,
        target=form.target,
        most=form.most,
    )

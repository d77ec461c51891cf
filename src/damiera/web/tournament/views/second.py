"""The slips of a round read a second time: what is to be read, and where two readings differ."""

from __future__ import annotations

from collections.abc import Set
from typing import ClassVar, Final, Literal

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang
from damiera.service.tournament.event import LiveEvent, result_name
from damiera.service.tournament.results import entered_by
from damiera.tournament.acts import ResultName
from damiera.tournament.model import RoundGame
from damiera.web.tournament.views.head import EventPage, event_head, refusal
from damiera.web.tournament.views.rounds import slip_check
from damiera.web.tournament.views.words import result_choices, short_result

__all__ = ["SecondReadingPage", "second_page"]

_OFFERED: Final[tuple[ResultName, ...]] = ("win", "draw", "loss", "black-absent", "white-absent")


class SlipRow(msgspec.Struct, frozen=True):
    """A board whose slip is read a second time.

    Attributes:
        name: what the board is called: its number, "2.3" where teams meet.
        state: "open": nothing is entered; "yours": the reader entered it; "ready": to be read; "same" or
            "differs": as a second reading found it.
        said: who read what, where they differ.
    """

    board: int
    name: str
    leg: int
    white: str
    black: str
    state: Literal["open", "yours", "ready", "same", "differs"]
    said: str


class SlipChoice(msgspec.Struct, frozen=True):
    """A result that a slip may say: its name, in words and in figures."""

    name: str
    said: str
    short: str


class SecondReadingPage(EventPage, kw_only=True, frozen=True):
    """The slips of a round, to be read a second time without seeing what was entered.

    Attributes:
        same, differ: how many were found the same, and not.
    """

    template: ClassVar[str] = "tournament/second.html"
    tab: str = "desk"
    round: int
    rows: tuple[SlipRow, ...]
    choices: tuple[SlipChoice, ...]
    same: int
    differ: int


def second_page(
    live: LiveEvent,
    lang: Lang,
    round: int,
    reader: str,
    *,
    arbiter: bool,
    wrong: DamieraError | None = None,
) -> SecondReadingPage:
    """Return the slips of a round as somebody (`reader`, a name of the log) may read them a second time."""
    held, scoring = live.event.round(round), live.event.settings.scoring
    games = [game for game in (held.games if held else ()) if game.black is not None]
    entered = entered_by(live, round)
    yours = {place for place, who in entered.items() if who == reader}
    rows = tuple(_row(live, lang, game, yours) for game in games)
    said = {choice.name: choice.said for choice in result_choices(scoring, lang)}
    return SecondReadingPage(
        head=event_head(live, lang),
        arbiter=arbiter,
        round=round,
        rows=rows,
        choices=tuple(SlipChoice(name, said[name], short_result(name, scoring)) for name in _OFFERED),
        same=sum(row.state == "same" for row in rows),
        differ=sum(row.state == "differs" for row in rows),
        wrong=refusal(wrong, lang),
    )


def _row(live: LiveEvent, lang: Lang, game: RoundGame, yours: Set[tuple[int, int]]) -> SlipRow:
    names = [live.event.player(n).name if n is not None else "" for n in (game.white, game.black)]
    check = slip_check(live, lang, game)
    state: Literal["open", "yours", "ready", "same", "differs"] = "ready"
    if result_name(game) == "none":
        state = "open"
    elif check is not None:
        state = "same" if check.same else "differs"
    elif (game.board, game.leg) in yours:
        state = "yours"
    said = check.said if check is not None and state == "differs" else ""
    return SlipRow(
        game.board, live.board_name(game.round, game.board), game.leg, names[0], names[1], state, said
    )

"""What a person filled in, as the terms of a new game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, cast

from starlette.datastructures import FormData

from damiera.errors import DamieraError
from damiera.lang import Lang, Text
from damiera.rules.errors import UnknownOption
from damiera.rules.options import options_of, with_options
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.errors import BadTerms
from damiera.service.terms import DEFAULT_LEVEL, NewGame
from damiera.web.i18n import translations
from damiera.web.table import terms

__all__ = ["CLOCKS", "LOSING", "OPTION", "Chosen", "clock_choices", "new_game", "text_of"]

LOSING: Final = "-losing"
OPTION: Final = "opt-"

CLOCKS: Final[Mapping[str, tuple[int, int] | None]] = {
    "none": None,
    "3+2": (180_000, 2_000),
    "5+3": (300_000, 3_000),
    "10+5": (600_000, 5_000),
    "15+5": (900_000, 5_000),
    "30+10": (1_800_000, 10_000),
}


SeatName = Literal["white", "black", "red", "green", "blue", "yellow", "both", "lot"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The form as it was filled in, to be shown again if something is wrong."""

    game: str = "italian"
    against: str = "engine"
    level: int = DEFAULT_LEVEL
    seat: str = "white"
    clock: str = "none"
    fen: str = ""
    rulebook: str = ""
    losing: bool = False
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Chosen:
        """Read a form or a query; what is missing stays as usual.

        >>> Chosen.of({"game": "german~landing=adjacent", "opt-first": "black"}).slug()
        'german~first=black~landing=adjacent'
        """
        plain = cls()
        level = given.get("level", "")
        game, losing, options = _taken_apart(given.get("game", plain.game))
        named = {key.removeprefix(OPTION): value for key, value in given.items() if key.startswith(OPTION)}
        return cls(
            game=game,
            against=given.get("against", plain.against),
            level=int(level) if level.isdecimal() and len(level) < 4 else plain.level,
            seat=given.get("seat", plain.seat),
            clock=given.get("clock", plain.clock),
            fen=given.get("fen", ""),
            rulebook=given.get("rulebook", ""),
            losing=losing or bool(given.get("losing")),
            options={**options, **named},
        )

    def slug(self) -> str:
        """Return the one name of the game with all that is chosen; a name nobody knows as it was given.

        Options that the game does not have are left out: they were chosen for another.

        Raises:
            BadTerms: for options that cannot be.
        """
        if "~" in self.game:
            return self.game
        twin = f"{self.game}{LOSING}"
        base = twin if self.losing and twin in CATALOGUE else self.game
        if base not in CATALOGUE:
            return base
        known = {setting.option.name for setting in options_of(CATALOGUE[base])}
        try:
            return with_options(base, {k: v for k, v in self.options.items() if k in known}).slug
        except UnknownOption as error:
            raise BadTerms("game", Text(error.text("it"), error.text("en"))) from error


def _taken_apart(game: str) -> tuple[str, bool, Mapping[str, str]]:
    """Return the game of the catalogue, whether it is played to lose, and its options; house rules whole."""
    try:
        rules = ruleset(game)
    except DamieraError:
        return game, False, {}
    if rules.is_house:
        return rules.slug, False, {}
    base = rules.base.removesuffix(LOSING)
    return base, base != rules.base, rules.chosen


def clock_choices(lang: Lang) -> list[tuple[str, str, str]]:
    """Return the clocks a form offers: id, name, what it feels like."""
    _ = translations(lang).gettext
    hints = {
        "none": _("think as long as you like"),
        "3+2": _("lightning"),
        "5+3": _("quick"),
        "10+5": _("quick, with time to look"),
        "15+5": _("semi-rapid"),
        "30+10": _("calm"),
    }
    return [(id, terms(*times, lang) if times else _("No clock"), hints[id]) for id, times in CLOCKS.items()]


def new_game(chosen: Chosen, path: tuple[int, ...] = ()) -> NewGame:
    """Return the game that a form asks for.

    Raises:
        BadTerms: for a choice that the form does not offer.
    """
    if chosen.clock not in CLOCKS:
        raise BadTerms(
            "clock", Text("Questo orologio non c'è: scegline uno.", "There is no such clock: choose one.")
        )
    times = CLOCKS[chosen.clock]
    seat = "both" if chosen.against == "here" else "lot" if chosen.seat == "any" else chosen.seat
    return NewGame(
        game=chosen.slug(),
        seat=cast(SeatName, seat),
        level=chosen.level if chosen.against == "engine" else None,
        friend=chosen.against == "friend",
        base_ms=times[0] if times else None,
        increment_ms=times[1] if times else 0,
        fen=chosen.fen.strip() or None,
        rulebook=chosen.rulebook or None,
        path=path,
    )


def text_of(form: FormData) -> dict[str, str]:
    """Return the text fields of a form."""
    return {name: value for name, value in form.items() if isinstance(value, str)}

"""What a person filled in, as the terms of a new game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, cast

from damiera.engine.levels import LEVELS
from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings
from damiera.game.openings import decks_of, draw, start_of
from damiera.game.sides import SideName
from damiera.game.ways import Conditions, Way
from damiera.messages import Lang, Message, translations
from damiera.rules.errors import UnknownOption
from damiera.rules.options import options_of, with_options
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.errors import BadTerms
from damiera.service.terms import DEFAULT_LEVEL, NewGame, OpeningDraw
from damiera.web.common.numbers import whole
from damiera.web.play.board_page import terms
from damiera.web.play.event_forms import squares

__all__ = [
    "CLOCKS",
    "LOSING",
    "OPTION",
    "NewGameForm",
    "clock_choices",
    "level_advice",
    "level_choices",
    "new_game",
]

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


_TYPED: Final = (
    "timing", "deck", "seed", "way", "blind", "host", "without", "scoresheet", "auction",
    "white_name", "black_name", "house_name",
)  # fmt: skip
_TICKED: Final = ("touch", "desk", "unrecorded", "promotional")
SeatName = Literal["white", "black", "red", "green", "blue", "yellow", "both", "lot"]


@dataclass(frozen=True, slots=True)
class NewGameForm:
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
    timing: str = ""
    deck: str = ""
    seed: str = ""
    way: str = "board"
    blind: str = "black"
    host: str = "white"
    without: str = ""
    touch: bool = False
    desk: bool = False
    unrecorded: bool = False
    promotional: bool = False
    scoresheet: str = "fid2008"
    auction: str = "yes"
    white_name: str = ""
    black_name: str = ""
    house_name: str = ""

    @property
    def is_special(self) -> bool:
        """Whether anything was chosen of the ways of playing, so that the form shows it at once."""
        ticks = (self.touch, self.desk, self.unrecorded, self.promotional)
        return self.way != "board" or any(ticks) or bool(self.without)

    @classmethod
    def of(cls, given: Mapping[str, str]) -> NewGameForm:
        """Read a form or a query; what is missing stays as usual.

        >>> NewGameForm.of({"game": "german~landing=adjacent", "opt-first": "black"}).slug()
        'german~first=black~landing=adjacent'
        """
        plain = cls()
        level = whole(given.get("level"), digits=3)
        game, losing, options = _taken_apart(given.get("game", plain.game))
        named = {key.removeprefix(OPTION): value for key, value in given.items() if key.startswith(OPTION)}
        more: dict[str, Any] = {name: given[name] for name in _TYPED if name in given}
        more |= {name: bool(given.get(name)) for name in _TICKED}
        return cls(
            game=game,
            against=given.get("against", plain.against),
            level=plain.level if level is None else level,
            seat=given.get("seat", plain.seat),
            clock=given.get("clock", plain.clock),
            fen=given.get("fen", ""),
            rulebook=given.get("rulebook", ""),
            losing=losing or bool(given.get("losing")),
            options={**options, **named},
            **more,
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
            raise BadTerms("game", error.message) from error

    def book(self) -> str | None:
        """Return the rulebook chosen, as the game with its options has it; None where it was of another game.

        >>> NewGameForm(game="italian", losing=True, rulebook="fid.italian.2006").book()
        'losing.fid.italian.2006'
        """
        try:
            books = ruleset(self.slug()).rulebooks
        except DamieraError:
            return None
        return next((one for one in books if _edition(one) == _edition(self.rulebook)), None)


def _edition(book: str) -> str:
    """Return the rulebook that another was made from, for a game played to lose or with changes."""
    return book.rpartition("+")[2].removeprefix("losing.")


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


def level_choices(lang: Lang) -> list[tuple[str, list[tuple[int, str]]]]:
    """Return the levels a form offers, number and name, five by five under who plays like that."""
    _ = translations(lang).gettext
    groups = (_("Beginners"), _("Club players"), _("Tournament players"), _("Masters"))
    named = [(settings.number, settings.name.text(lang)) for settings in LEVELS]
    each = len(named) // len(groups)
    return [(group, named[each * n : each * (n + 1)]) for n, group in enumerate(groups)]


def level_advice(lang: Lang) -> list[tuple[int, str, str]]:
    """Return where to begin: a level, who may take it, and what it does."""
    _ = translations(lang).gettext
    return [
        (1, _("who has just learned the moves"), _("it overlooks most shots and leaves men to be taken")),
        (3, _("who plays now and then, in the family"), _("it overlooks two shots in five")),
        (5, _("who knows the common shots"), _("it overlooks one in ten")),
        (9, _("who plays at a club"), _("it overlooks no shot and looks three half-moves ahead")),
    ]


def new_game(chosen: NewGameForm, path: tuple[int, ...] = ()) -> NewGame:
    """Return the game that a form asks for.

    Raises:
        BadTerms: for a choice that the form does not offer.
    """
    if chosen.clock not in CLOCKS:
        raise BadTerms("clock", Message("There is no such clock: choose one."))
    times = CLOCKS[chosen.clock]
    timing = chosen.timing.strip()
    seat = "both" if chosen.against == "here" else "lot" if chosen.seat == "any" else chosen.seat
    new = NewGame(
        game=chosen.slug(),
        seat=cast(SeatName, seat),
        level=chosen.level if chosen.against == "engine" else None,
        friend=chosen.against == "friend",
        base_ms=times[0] if times and not timing else None,
        increment_ms=times[1] if times and not timing else 0,
        fen=chosen.fen.strip() or None,
        rulebook=chosen.book(),
        path=path,
        clock=_timing(timing) if timing else None,
        names=(chosen.white_name, chosen.black_name),
        conditions=_conditions(chosen),
    )
    drawn_from = chosen.deck or _deck_of_eleven(chosen)
    return _drawn(new, chosen, drawn_from) if drawn_from else new


def _timing(text: str) -> ClockSettings:
    """Return the clock that somebody wrote, such as `60+30` or `5d`. Raises `BadTerms`."""
    try:
        return ClockSettings.parse(text)
    except DamieraError as error:
        raise BadTerms("clock", error.message) from error


def _conditions(chosen: NewGameForm) -> Conditions:
    """Return the way of playing, and what else was agreed. Raises `BadTerms` for what is not offered."""
    try:
        way = Way(chosen.way)
    except ValueError:
        said = Message("There is no such way of playing: choose one.")
        raise BadTerms("way", said) from None
    blind: tuple[SideName, ...] = ()
    if way is Way.BOTH_BLINDFOLD:
        blind = ("white", "black")
    elif way in (Way.BLINDFOLD, Way.BLINDFOLD_SIMULTANEOUS):
        blind = (_side(chosen.host if way is Way.BLINDFOLD_SIMULTANEOUS else chosen.blind),)
    hosted = way in (Way.SIMULTANEOUS, Way.BLINDFOLD_SIMULTANEOUS)
    return Conditions(
        way=way,
        arbitrated=chosen.desk,
        touch_move=chosen.touch or chosen.desk,
        recorded=not chosen.unrecorded,
        automatic_count=not chosen.desk,
        promotional=chosen.promotional,
        blindfold=blind,
        host=_side(chosen.host) if hosted else None,
        without=_without(chosen) if way in (Way.ODDS_PIECES, Way.ELEVEN_MEN) and not chosen.deck else (),
        auction=chosen.auction == "yes" and chosen.slug().partition("~")[0] == "contract",
        house_name=chosen.house_name,
        scoresheet="fid2020-proposal" if chosen.scoresheet == "fid2020-proposal" else "fid2008",
    )


def _side(name: str) -> SideName:
    return "black" if name == "black" else "white"


def _without(chosen: NewGameForm) -> tuple[int, ...]:
    """Return the squares whose pieces are taken off, as they were written."""
    rules = ruleset(chosen.slug())
    if chosen.without.strip():
        return squares(chosen.without, rules, "without")
    return ()


def _deck_of_eleven(chosen: NewGameForm) -> str:
    """Return the deck of the men to take off, where eleven each play and none are named; else nothing."""
    if chosen.way != Way.ELEVEN_MEN or chosen.without.strip():
        return ""
    return next((id for id in decks_of(chosen.slug()) if id.endswith("-11m")), "")


_ONE_START = Message(
    "An opening by lot begins from the usual position: leave out the opening, or the position or the odds."
)


def _drawn(new: NewGame, chosen: NewGameForm, deck: str) -> NewGame:
    """Return the game with an opening drawn by lot. Raises `BadTerms` if there is none to draw."""
    rules = ruleset(new.game)
    if new.fen or chosen.way == Way.ODDS_PIECES:
        raise BadTerms("deck", _ONE_START)
    try:
        drawn = draw(deck, chosen.seed.strip() or None)
        start, moves = start_of(drawn, rules)
    except DamieraError as error:
        raise BadTerms("deck", error.message) from error
    paths, position = [], start
    for move in moves:
        paths.append(position.paths(move)[0])
        position = position.play(move)
    ballot = OpeningDraw(tuple(paths), deck, drawn.number, drawn.seed) if paths else None
    if drawn.opening.removed:
        agreed = replace(new.conditions, way=Way.ELEVEN_MEN, without=drawn.opening.removed, lot=drawn.seed)
        return replace(new, ballot=ballot, conditions=agreed)
    fen = start.fen if start != rules.start() else new.fen
    lot = "" if paths else f"{deck} {drawn.number} {drawn.seed}"
    return replace(new, fen=fen, ballot=ballot, conditions=replace(new.conditions, lot=lot))

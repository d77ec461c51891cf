"""What is to be printed: the event, and everything a sheet of paper tells beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypedDict

from msgspec import structs

from damiera.errors import DamieraError
from damiera.game.openings.drawing import DrawnOpening
from damiera.game.openings.model import Opening
from damiera.messages import Lang, Message, Text, long_date
from damiera.paper.fonts import BOX, clean, missing
from damiera.rating.elo_rubele import RatingReport
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.tournament.model import (
    Event,
    EventPlayer,
    Kind,
    PlayerChange,
    Round,
    RoundGame,
    System,
    board_names,
    status,
)
from damiera.tournament.pairing.teams import as_teams, board_points
from damiera.tournament.standings import Rules, Standing, points_before, points_words, standing, team_standing

__all__ = [
    "CHANGES",
    "Paper",
    "PrintError",
    "PrintJob",
    "PrintOptions",
    "PrintedDraw",
    "PrintedPrize",
    "PrintedTitle",
    "plain_name",
    "said_date",
    "unprintable",
]

Paper = Literal["A4", "A3"]

_NO_ROUND = Message("Round {n} is not paired yet: there is nothing to print here.")
_NOBODY = Message("No player has entered: there is nothing to print.")
_ONE = Message("No. {n}")
_ROUND = Message("Round {n}")
CHANGES = {
    PlayerChange.LATE: Message("enters later"),
    PlayerChange.ABSENT: Message("absent"),
    PlayerChange.WITHDRAWN: Message("withdrawn"),
    PlayerChange.FORFEITED: Message("forfeit"),
    PlayerChange.EXPELLED: Message("expelled"),
    PlayerChange.EXCLUDED: Message("excluded"),
}
_RESTS = {
    Kind.BYE: Message("bye", context="has a bye"),
    Kind.FULL_BYE: Message("bye asked for"),
    Kind.HALF_BYE: Message("bye asked for"),
    Kind.ZERO_BYE: Message("absent"),
}
_TURN = Message("rests")
_IDLE = Message("does not play")
_NOBODY_OPPOSITE = Message("nobody opposite")


def _named_once(teams: Event) -> Event:
    """Return an event of teams without the club of those who bear its name."""
    return replace(
        teams, players=tuple(structs.replace(t, club="") if t.club == t.name else t for t in teams.players)
    )


class PrintError(DamieraError):
    """Something that cannot be printed."""

    def __init__(self, message: Text) -> None:
        self.message = message
        super().__init__(message.text("en"))


@dataclass(frozen=True, slots=True)
class PrintedDraw:
    """An opening drawn by lot: from which list, and from which seed."""

    opening: Opening
    deck: str
    seed: str

    @classmethod
    def of(cls, drawn: DrawnOpening) -> PrintedDraw:
        """Return what is printed of a draw."""
        return cls(drawn.opening, drawn.deck.id, drawn.seed)


@dataclass(frozen=True, slots=True)
class PrintedPrize:
    """A prize over all sections as it is printed: of which title, what it is, who takes it and why.

    `general`: it is of the standing of a section, or of the event where it has none.
    """

    title: Text
    place: int
    what: str
    name: str
    number: int
    club: str
    worth: Fraction
    reasons: tuple[Text, ...] = ()
    general: bool = False


@dataclass(frozen=True, slots=True)
class PrintedTitle:
    """A classification of clubs over all sections: place, name, points and who counts for each."""

    title: Text
    lines: tuple[tuple[int, str, str, str], ...]


class PrintOptions(TypedDict, total=False):
    """What a `PrintJob` holds beside its event and language, by the same names."""

    number: int
    paper: Paper
    time: str
    printed: datetime | None
    address: str
    link: Callable[[RoundGame], str] | None
    drawn: PrintedDraw | Mapping[int, PrintedDraw] | None
    rules: Rules | None
    rated: RatingReport | None
    counted: Standing | None
    money: Sequence[int]
    places: int
    share: Literal["technical", "equal"]
    medals: bool
    keepsakes: bool
    announced: str
    classified: Sequence[str]
    under: int
    club_best: int
    top: int
    line: str
    signed: str
    logo: bytes
    deadline: str
    exclusion: str
    settled: bool
    board_points: Mapping[tuple[int, int], str]
    members: Mapping[int, str]
    of_players: PrintJob | None
    parts: Sequence[PrintJob]
    won: Sequence[PrintedPrize]
    clubs: Sequence[PrintedTitle]


@dataclass(frozen=True)
class PrintJob:
    """An event on its way to paper.

    Attributes:
        event: the event.
        lang: the language of the sheets.
        number: the round meant; the last one there is, if 0.
        paper: the size of the lists for the wall.
        time: when the round begins, as it is to be written.
        printed: when this was printed; not written, if None.
        address: where the event is followed; lists for the wall show it as a code to be scanned.
        link: where the result of a game is entered: the code on its slip; the address, if nobody says.
        drawn: the opening drawn for all boards, or for each by its number (0: for the others).
        rules: how the standing is made; the event's own way, if None.
        rated: the rating report, where another than the usual one is meant.
        counted: the standing, where it is already made.
        money: prizes in whole euro, by place.
        places: how many prizes each classification has.
        share: whom the money of a shared place goes to; see `damiera.tournament.standings.prizes`.
        medals: the first three of each classification take gold, silver and bronze.
        keepsakes: everybody takes a medal.
        announced: the prizes in words, as announced, a line each.
        classified: the classifications with prizes beside the general one; those there are, if empty.
        under: of the classification by age, players younger than this at the end of the year.
        club_best: how many players of a club count for it.
        top: certificates are for places up to this one; for everybody, if 0.
        line: words of one's own on each certificate; `signed`: where and when it is signed.
        logo: a picture (PNG) over each list and on each certificate; none, if empty.
        deadline: until when entries are taken; entry forms show it.
        exclusion: what a player may not do or bring; entry forms show it.
        settled: all rounds there will be are played: who is level then plays off.
        board_points: of teams: what their boards won, by team and round, as printed.
        members: of teams: the names of those who sat at a board.
        of_players: of teams: the job of their players.
        parts: of an event in sections: the job of each; what is printed of the whole is printed of all.
        won: the prizes over all sections; `clubs`: the classifications of clubs that go with them.
    """

    event: Event
    lang: Lang = "it"
    number: int = 0
    paper: Paper = "A4"
    time: str = ""
    printed: datetime | None = None
    address: str = ""
    link: Callable[[RoundGame], str] | None = None
    drawn: PrintedDraw | Mapping[int, PrintedDraw] | None = None
    rules: Rules | None = None
    rated: RatingReport | None = None
    counted: Standing | None = None
    money: Sequence[int] = ()
    places: int = 3
    share: Literal["technical", "equal"] = "technical"
    medals: bool = True
    keepsakes: bool = False
    announced: str = ""
    classified: Sequence[str] = ()
    under: int = 18
    club_best: int = 3
    top: int = 0
    line: str = ""
    signed: str = ""
    logo: bytes = b""
    deadline: str = ""
    exclusion: str = ""
    settled: bool = True
    board_points: Mapping[tuple[int, int], str] = field(default_factory=dict)
    members: Mapping[int, str] = field(default_factory=dict)
    of_players: PrintJob | None = None
    parts: Sequence[PrintJob] = ()
    won: Sequence[PrintedPrize] = ()
    clubs: Sequence[PrintedTitle] = ()

    @cached_property
    def written(self) -> str:
        """All that people wrote of the event, in no order: what the fonts must have letters for."""
        event = self.event
        own = (event.name, event.place, event.time_control, event.arbiter, event.players, event.teams)
        more = "".join(part.event.name for part in self.parts) + "".join(one.what for one in self.won)
        return (
            f"{own}{self.time}{self.announced}{self.deadline}{self.exclusion}{self.line}{self.signed}{more}"
        )

    def said(self, text: Text, **values: object) -> str:
        """Return a sentence in the language of the sheets."""
        return (text.format(**values) if values else text).text(self.lang)

    @property
    def round_number(self) -> int:
        """The number of the round meant."""
        return self.number or self.event.played_rounds

    @property
    def round_said(self) -> str:
        """`Turno 5`."""
        return self.said(_ROUND, n=self.round_number)

    @cached_property
    def round(self) -> Round:
        """The round meant.

        Raises:
            PrintError: if it is not paired.
        """
        found = self.event.round(self.round_number)
        if found is None or not found.games:
            raise PrintError(_NO_ROUND.format(n=self.round_number or 1))
        return found

    @cached_property
    def before(self) -> Mapping[int, str]:
        """What everybody has before the round, as printed, by start number."""
        points = points_before(self.event, self.round_number)
        return {number: points_words(self.event, made) for number, made in points.items()}

    @cached_property
    def games(self) -> tuple[RoundGame, ...]:
        """The games of the round that have two players; of a match the first."""
        return tuple(
            g for g in self.round.games if g.black is not None and g.leg == 1 and g.kind is not Kind.ANNULLED
        )

    @cached_property
    def idle(self) -> tuple[tuple[EventPlayer, str], ...]:
        """Who does not play in the round, and why."""
        rests = {g.white: g.kind for g in self.round.games if g.black is None}
        turns, teams = self.event.settings.system is System.ROUND_ROBIN, self.event.settings.boards
        knockout = self.event.settings.system is System.KNOCKOUT
        busy = {n for g in self.games for n in (g.white, g.black)}
        out = []
        for player in self.event.players:
            if player.number in busy:
                continue
            held = status(self.event, player.number, self.round_number)
            if knockout and held is None and player.number not in rests:
                continue  # out since a round before
            why = _RESTS[rests[player.number]] if player.number in rests else _IDLE
            if teams and rests.get(player.number) is Kind.FULL_BYE:
                why = _NOBODY_OPPOSITE
            if held is None and turns and rests.get(player.number) is Kind.ZERO_BYE:
                why = _TURN  # nobody is absent whose turn it is
            if held is not None and rests.get(player.number) is not Kind.BYE:
                why = CHANGES[held.change]
            out.append((player, self.said(why)))
        return tuple(out)

    @cached_property
    def players(self) -> tuple[EventPlayer, ...]:
        """Everyone entered.

        Raises:
            PrintError: if nobody is.
        """
        if not self.event.players:
            raise PrintError(_NOBODY)
        return self.event.players

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Everyone's name as it is printed, by start number."""
        return {p.number: plain_name(p, self.lang) for p in self.event.players}

    @cached_property
    def standing(self) -> Standing:
        """The standing after the round meant."""
        return self.counted or standing(self.event, self.rules, self.round_number)

    @property
    def by_teams(self) -> PrintJob:
        """The job with teams in the place of players, where teams play."""
        if not self.event.settings.boards:
            return self
        whole = team_standing(self.event, self.rules, self.round_number)
        said = self.event.settings.scoring.said
        boards = {
            (team.number, n): said(
                board_points(self.event, team.number, n) - board_points(self.event, team.number, n - 1)
            )
            for team in self.event.teams
            for n in range(1, self.round_number + 1)
        }
        return replace(
            self, event=_named_once(as_teams(self.event)), counted=whole, board_points=boards,
            members=self._members(), of_players=self,
        )  # fmt: skip

    def _members(self) -> Mapping[int, str]:
        """Return who has sat at a board of each team, in the order of its list."""
        seated = {
            n
            for held in self.event.rounds if held.number <= self.round_number
            for game in held.games if game.kind is not Kind.BYE
            for n in (game.white, game.black)
        }  # fmt: skip
        names = {p.number: p.name for p in self.event.players}
        return {t.number: ", ".join(names[n] for n in t.members if n in seated) for t in self.event.teams}

    def board(self, game: RoundGame) -> str:
        """Return the name of a board: in a team event the table, and which board of the match it is."""
        return self._board_names.get(game.board, str(game.board))

    @cached_property
    def _board_names(self) -> Mapping[int, str]:
        return board_names(self.round)

    @cached_property
    def game(self) -> Ruleset:
        """The game that is played."""
        return ruleset(self.event.game)

    def opening(self, board: int) -> PrintedDraw | None:
        """Return the opening drawn for a board."""
        if isinstance(self.drawn, Mapping):
            return self.drawn.get(board) or self.drawn.get(0)
        return self.drawn

    @cached_property
    def date(self) -> str:
        """The day of the round, or the days of the event; the day of printing, if neither is known."""
        event, at = self.event, self.round_number - 1
        day = event.dates[at] if 0 <= at < len(event.dates) else None
        if day is not None:
            return said_date(day, self.lang)
        return self.dates or (said_date(self.printed.date(), self.lang) if self.printed else "")

    @cached_property
    def dates(self) -> str:
        """The days of the event; '' if nobody says."""
        first, last = self.event.starts, self.event.ends
        if first and last and first != last:
            whole = said_date(last, self.lang)
            if (first.year, first.month) == (last.year, last.month):
                return f"{said_date(first, self.lang).split()[0]}-{whole}"
            return f"{said_date(first, self.lang)} - {whole}"
        only = first or last
        return said_date(only, self.lang) if only else ""


def said_date(day: date, lang: Lang) -> str:
    """Return a date in words.

    >>> said_date(date(2026, 11, 1), "it"), said_date(date(2026, 11, 21), "en")
    ('1 novembre 2026', '21 November 2026')
    """
    return long_date(day, lang)


def plain_name(player: EventPlayer, lang: Lang) -> str:
    """Return a player's name as it is printed; the number where no font has any of its letters.

    >>> [plain_name(EventPlayer(7, name), "it") for name in ("Иванов", "𒀀𒀁", "' 1", "")]
    ['Иванов', 'N. 7', "' 1", 'N. 7']
    """
    name = clean(player.name)
    kept = BOX not in name or any(sign.isalpha() for sign in name)
    return name if name and kept else _ONE.format(n=player.number).text(lang)


def unprintable(event: Event) -> tuple[tuple[EventPlayer, str], ...]:
    """Return the players whose names have letters that no font has, and which letters these are.

    >>> unprintable(Event(players=(EventPlayer(1, "Čížek"), EventPlayer(2, "Anna 𒀀"))))[0][1]
    '𒀀'
    """
    found = ((p, missing(p.name)) for p in event.players)
    return tuple((p, letters) for p, letters in found if letters)

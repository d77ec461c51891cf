"""What can happen in an event: one class an act, told apart by the word of the act.

An entry of the log holds an act as JSON: its word (`act`) and its fields (`data`). What is no act of the
arbiter's on players and rounds stands there as a `note`, whose kind is told by `about` among its fields:

    {"act": "result", "data": {"round": 1, "board": 3, "white": "win", "black": "loss"}, ...}
    {"act": "note", "data": {"about": "check-in", "text": "", "players": [1, 2], "here": true}, ...}

`decode` and `encode` go between that and the classes here. Fields that earlier versions wrote and nobody
reads any more are passed over; what must be there, or is of another type, is refused with its path.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from damiera.decoding import prepared
from damiera.messages import Joined, Message, Text
from damiera.tournament.announcement import Announcement, EventAwards, RoundDraw, ScreenContent
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import (
    Acceleration,
    Colour,
    ColourRule,
    EventPlayer,
    EventRole,
    ForbiddenPair,
    GameMark,
    Kind,
    Scoring,
    Sex,
    System,
)
from damiera.tournament.model import (
    PlayerChange as Happening,
)
from damiera.tournament.model import (
    Status as Standing,
)
from damiera.tournament.model import (
    Team as Side,
)
from damiera.tournament.pairing_certificate import PairingCertificate
from damiera.tournament.sections import SectionRule
from damiera.tournament.steps import Step, StepNote

__all__ = [
    "AccelerateAct",
    "Act",
    "ActFacts",
    "AdmittedNote",
    "AllowAct",
    "AnnouncedFacts",
    "AssignAct",
    "AwardsAct",
    "ChangeAct",
    "CheckInNote",
    "CloseAct",
    "CreateAct",
    "EditAct",
    "EnterAct",
    "EveningNote",
    "ExtraAct",
    "FinalMadeNote",
    "ForbidAct",
    "GameKeptNote",
    "GroupLinkNote",
    "GroupsNote",
    "LineUpAct",
    "LogoNote",
    "LookedNote",
    "Malformed",
    "NewCodeNote",
    "NoteAct",
    "NoticeNote",
    "NumberedNote",
    "OnlineNote",
    "OverNote",
    "OverriddenNote",
    "PairAct",
    "PartOfNote",
    "PersonNote",
    "PlayOffNote",
    "PlaysOnlineNote",
    "ProtectAct",
    "RefusedAllNote",
    "RefusedNote",
    "RegistrationNote",
    "RemoveAct",
    "RemoveSectionAct",
    "ReopenAct",
    "ReportedNote",
    "ReportedResult",
    "ReportingNote",
    "ResultAct",
    "ResultName",
    "ReturnAct",
    "RoundClockNote",
    "RulingNote",
    "ScreenNote",
    "SecondEntryNote",
    "SectionAct",
    "SettingsFacts",
    "SlotsNote",
    "StatusAct",
    "SwapAct",
    "TeamAct",
    "TurnAct",
    "UndoAct",
    "decode",
    "encode",
    "given",
    "word_of",
]

ResultName = Literal[
    "win", "draw", "loss", "both-lost", "black-absent", "white-absent", "both-absent", "none"
]
"""A result as the log keeps it, seen from White where it has a winner."""


_Elo = Annotated[int, Meta(ge=0, le=999_999)]

ReportedResult = Literal["win", "draw", "loss"]
"""What players may report."""


class _Act(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """An act of the arbiter's, of a player's, or of a board played here."""


class _Strict(_Act, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An act whose fields are facts to be kept: one that is misspelt must not be lost."""


def given(facts: msgspec.Struct) -> dict[str, Any]:
    """Return the fields that were told, by name.

    >>> given(SettingsFacts(rounds=7))
    {'rounds': 7}
    """
    told = {name: getattr(facts, name) for name in facts.__struct_fields__}
    return {name: value for name, value in told.items() if value is not UNSET}


# --- the event --------------------------------------------------------------------------------------------


class SettingsFacts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings that change; the others stay.

    >>> given(SettingsFacts(cycles=2))
    {'cycles': 2}
    """

    system: System | UnsetType = UNSET
    rounds: Annotated[int, Meta(ge=0, le=999)] | UnsetType = UNSET
    cycles: Annotated[int, Meta(ge=1, le=9)] | UnsetType = UNSET
    games: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET
    match_points: bool | UnsetType = UNSET
    scoring: Scoring | UnsetType = UNSET
    colours: ColourRule | UnsetType = UNSET
    criteria: tuple[str, ...] | UnsetType = UNSET
    weak_rounds: int | UnsetType = UNSET
    weak_by: tuple[str, ...] | UnsetType = UNSET
    acceleration: int | UnsetType = UNSET
    late_points: Literal["zero", "half", "full"] | UnsetType = UNSET
    last_bye_lowest: bool | UnsetType = UNSET
    third_place: bool | UnsetType = UNSET
    boards: Annotated[int, Meta(ge=0, le=99)] | UnsetType = UNSET
    seed: str | UnsetType = UNSET
    seeds: Literal["elo", "number"] | UnsetType = UNSET
    match_scoring: Scoring | UnsetType | None = UNSET


class ActFacts(_Strict, frozen=True, kw_only=True):
    """Facts of the event that are told or changed; the others stay.

    >>> given(ActFacts(name="Coppa"))
    {'name': 'Coppa'}
    """

    name: str | UnsetType = UNSET
    place: str | UnsetType = UNSET
    federation: str | UnsetType = UNSET
    starts: date | UnsetType | None = UNSET
    ends: date | UnsetType | None = UNSET
    game: str | UnsetType = UNSET
    arbiter: str | UnsetType = UNSET
    deputies: tuple[str, ...] | UnsetType = UNSET
    time_control: str | UnsetType = UNSET
    dates: tuple[date | None, ...] | UnsetType = UNSET
    extra: tuple[tuple[str, str], ...] | UnsetType = UNSET
    settings: SettingsFacts | UnsetType = UNSET


class CreateAct(ActFacts, frozen=True, kw_only=True, tag="create"):
    """The event is opened.

    >>> encode(CreateAct(name="Coppa", starts=date(2026, 5, 1)))
    ('create', {'name': 'Coppa', 'starts': '2026-05-01'})
    """


class ChangeAct(ActFacts, frozen=True, kw_only=True, tag="change"):
    """Facts or settings of the event change.

    >>> encode(ChangeAct(settings=SettingsFacts(rounds=7)))
    ('change', {'settings': {'rounds': 7}})
    """


# --- players ----------------------------------------------------------------------------------------------


class EnterAct(_Strict, frozen=True, kw_only=True, tag="enter"):
    """A player is entered: see `model.Player`.

    >>> encode(EnterAct(number=1, name="Rossi", elo=3000))[1]["elo"]
    3000
    """

    number: int
    name: str
    elo: _Elo = 0
    category: str = ""
    club: str = ""
    province: str = ""
    sex: Sex | None = None
    born: str = ""
    card: str = ""
    federation: str = ""
    title: str = ""
    group: str = ""
    national_elo: _Elo = 0
    ratings: tuple[tuple[str, _Elo], ...] = ()

    @classmethod
    def of(cls, player: EventPlayer) -> EnterAct:
        """Return the act that enters a player."""
        return cls(**{name: getattr(player, name) for name in cls.__struct_fields__})

    @property
    def player(self) -> EventPlayer:
        """The player who is entered."""
        return EventPlayer(**given(self))


class EditAct(_Strict, frozen=True, kw_only=True, tag="edit"):
    """Facts of a player change; the others stay.

    >>> encode(EditAct(number=1, elo=3040))
    ('edit', {'number': 1, 'elo': 3040})
    """

    number: int
    name: str | UnsetType = UNSET
    elo: _Elo | UnsetType = UNSET
    category: str | UnsetType = UNSET
    club: str | UnsetType = UNSET
    province: str | UnsetType = UNSET
    sex: Sex | UnsetType | None = UNSET
    born: str | UnsetType = UNSET
    card: str | UnsetType = UNSET
    federation: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    group: str | UnsetType = UNSET
    national_elo: _Elo | UnsetType = UNSET
    ratings: tuple[tuple[str, _Elo], ...] | UnsetType = UNSET


class RemoveAct(_Act, frozen=True, kw_only=True, tag="remove"):
    """A player is struck off before having played.

    >>> encode(RemoveAct(number=1))
    ('remove', {'number': 1})
    """

    number: int


class TeamAct(_Strict, frozen=True, kw_only=True, tag="team"):
    """A team is entered or changed; `members` in the order of the boards.

    >>> encode(TeamAct(number=1, name="Livorno", members=(1, 2)))
    ('team', {'number': 1, 'name': 'Livorno', 'members': [1, 2], 'club': ''})
    """

    number: int
    name: str
    members: tuple[int, ...] = ()
    club: str = ""

    @property
    def team(self) -> Side:
        """The team as it is from now on."""
        return Side(**given(self))


class SectionAct(_Strict, frozen=True, kw_only=True, tag="section"):
    """A section is made or changed: whom the rule admits and no section has is put in it.

    `called`: what it was proposed as, if its name is not one of the arbiter's own: it is then said in the
    language of whoever reads it, and `name` is how it was written.

    >>> encode(SectionAct(number=1, name="Women", rule=SectionRule(sex="f")))[1]["rule"]["sex"]
    'f'
    """

    number: Annotated[int, Meta(ge=1, le=99)]
    name: str
    called: str = ""
    rule: SectionRule = SectionRule()
    system: System = System.OPTIMAL
    rounds: Annotated[int, Meta(ge=0, le=99)] = 0
    cycles: Annotated[int, Meta(ge=1, le=2)] = 1
    tiebreaks: str = ""
    unplayed: str = ""


class RemoveSectionAct(_Strict, frozen=True, kw_only=True, tag="remove-section"):
    """A section without rounds is taken away: its players are in none then.

    >>> encode(RemoveSectionAct(number=1))
    ('remove-section', {'number': 1})
    """

    number: int


class AssignAct(_Strict, frozen=True, kw_only=True, tag="assign"):
    """A player is put into a section by hand, whatever its rule says; 0: into none.

    >>> encode(AssignAct(player=7, into=2))
    ('assign', {'player': 7, 'into': 2})
    """

    player: int
    into: int


class AwardsAct(_Strict, frozen=True, kw_only=True, tag="awards"):
    """The prizes of the event, and the rules by which they are given, as they are from now on.

    >>> encode(AwardsAct(awards=EventAwards(single=False)))[1]["awards"]["single"]
    False
    """

    awards: EventAwards


class StatusAct(_Strict, frozen=True, kw_only=True, tag="status"):
    """Lateness, absence, withdrawal, forfeit, expulsion, exclusion; the reason is the entry's.

    >>> encode(StatusAct(player=1, change=Happening.ABSENT, from_round=2, until_round=2))
    ('status', {'player': 1, 'change': 'absent', 'from_round': 2, 'until_round': 2})
    """

    player: int
    change: Happening
    from_round: int
    until_round: int | UnsetType | None = UNSET
    worth: Kind | UnsetType = UNSET

    def status(self, reason: str) -> Standing:
        """What it makes of the player."""
        return Standing(**given(self), reason=reason)


class ReturnAct(_Act, frozen=True, kw_only=True, tag="return"):
    """A player who was away plays again from a round on.

    >>> encode(ReturnAct(player=1, round=3))
    ('return', {'player': 1, 'round': 3})
    """

    player: int
    round: int


class ForbidAct(_Strict, frozen=True, kw_only=True, tag="forbid"):
    """Two who must not meet (`absolute`), or should not.

    >>> encode(ForbidAct(a=1, b=2))
    ('forbid', {'a': 1, 'b': 2, 'absolute': True})
    """

    a: int
    b: int
    absolute: bool = True
    first: int | UnsetType = UNSET
    last: int | UnsetType | None = UNSET
    reason: str | UnsetType = UNSET

    def pair(self, reason: str) -> ForbiddenPair:
        """The pair kept apart; the entry's reason where none is its own."""
        return ForbiddenPair(**{"reason": reason, **given(self)})


class AllowAct(_Act, frozen=True, kw_only=True, tag="allow"):
    """Two may meet after all.

    >>> encode(AllowAct(a=1, b=2))
    ('allow', {'a': 1, 'b': 2})
    """

    a: int
    b: int


class AccelerateAct(_Strict, frozen=True, kw_only=True, tag="accelerate"):
    """Points that a player is paired with in rounds `first` to `last`.

    >>> encode(AccelerateAct(player=1, points=2, first=1, last=2))
    ('accelerate', {'player': 1, 'points': 2, 'first': 1, 'last': 2})
    """

    player: int
    points: int
    first: int
    last: int

    @property
    def acceleration(self) -> Acceleration:
        """What is given."""
        return Acceleration(**given(self))


# --- rounds -----------------------------------------------------------------------------------------------


class PairAct(_Act, frozen=True, kw_only=True, tag="pair"):
    """A round is paired, or paired again.

    Attributes:
        pairs: White and Black of each, 0 for a rest.
        manual: by the arbiter's hand, with a reason.
        criteria, steps: why it is so; `trace`: the steps in the sentences of earlier versions.
        ballot, ballots: the opening drawn for the round, or for each of its boards.
        certificate: what it was computed from, and how it was judged; logs of earlier versions have none.

    >>> encode(PairAct(round=1, pairs=((1, 2), (3, 0))))
    ('pair', {'round': 1, 'pairs': [[1, 2], [3, 0]]})
    """

    round: int
    pairs: tuple[tuple[int, int], ...]
    system: System | UnsetType = UNSET
    manual: bool | UnsetType = UNSET
    criteria: tuple[tuple[str, int], ...] | UnsetType = UNSET
    steps: tuple[Step, ...] | UnsetType = UNSET
    trace: tuple[tuple[str, str], ...] | UnsetType = UNSET
    ballot: RoundDraw | UnsetType | None = UNSET
    ballots: tuple[RoundDraw, ...] | UnsetType = UNSET
    certificate: PairingCertificate | UnsetType = UNSET

    @property
    def told(self) -> tuple[Step, ...]:
        """The steps, whichever version wrote them."""
        if self.steps is not UNSET:
            return self.steps
        return tuple(StepNote(it, en) for it, en in self.trace or ())


class SwapAct(_Act, frozen=True, kw_only=True, tag="swap"):
    """Two players of a round change seats.

    >>> encode(SwapAct(round=1, a=1, b=3))
    ('swap', {'round': 1, 'a': 1, 'b': 3})
    """

    round: int
    a: int
    b: int


class TurnAct(_Act, frozen=True, kw_only=True, tag="turn"):
    """The two at a board change colours.

    >>> encode(TurnAct(round=1, board=1))
    ('turn', {'round': 1, 'board': 1})
    """

    round: int
    board: int


class LineUpAct(_Act, frozen=True, kw_only=True, tag="line-up"):
    """Who plays for two teams at a table, board by board; 0 is a board left empty.

    `white` is the team that has White on the first board.

    >>> encode(LineUpAct(round=1, table=1, white=(1, 2), black=(5, 0)))
    ('line-up', {'round': 1, 'table': 1, 'white': [1, 2], 'black': [5, 0]})
    """

    round: int
    table: int
    white: tuple[int, ...]
    black: tuple[int, ...]


class ProtectAct(_Act, frozen=True, kw_only=True, tag="protect"):
    """A board stays as it is when the round is paired again, or does not any more.

    >>> encode(ProtectAct(round=1, board=1))
    ('protect', {'round': 1, 'board': 1, 'protected': True})
    """

    round: int
    board: int
    leg: int | UnsetType = UNSET
    protected: bool = True


class ExtraAct(_Act, frozen=True, kw_only=True, tag="extra"):
    """A play-off of a knockout match that is even: one more game with the colours reversed, or two.

    Attributes:
        clock: what it is played with, in words, where that is another clock than the event's.
        games: 1, or 2 with colours turned between them; both are played.
        draw_for: who goes on if the last of these games is drawn.
        rated: whether these games count for ratings.

    >>> encode(ExtraAct(round=1, board=1, clock="5+3"))
    ('extra', {'round': 1, 'board': 1, 'clock': '5+3'})
    """

    round: int
    board: int
    clock: Annotated[str, Meta(max_length=60)] | UnsetType = UNSET
    games: Annotated[int, Meta(ge=1, le=2)] | UnsetType = UNSET
    draw_for: Colour | UnsetType = UNSET
    rated: bool | UnsetType = UNSET


class ResultAct(_Act, frozen=True, kw_only=True, tag="result"):
    """The result of a board; both marks None take it back.

    `was`: what stood there before. `by`: who told it, where it was not an arbiter.

    >>> encode(ResultAct(round=1, board=1, white=GameMark.WIN, black=GameMark.LOSS))
    ('result', {'round': 1, 'board': 1, 'white': 'win', 'black': 'loss', 'leg': 1, 'kind': 'played'})
    """

    round: int
    board: int
    white: GameMark | None
    black: GameMark | None
    leg: int = 1
    kind: Kind = Kind.PLAYED
    advantage: Colour | UnsetType | None = UNSET
    was: ResultName | UnsetType = UNSET
    by: Literal["players", "board"] | UnsetType = UNSET


class CloseAct(_Act, frozen=True, kw_only=True, tag="close"):
    """The results of a round are confirmed.

    >>> encode(CloseAct(round=1))
    ('close', {'round': 1})
    """

    round: int


class ReopenAct(_Act, frozen=True, kw_only=True, tag="reopen"):
    """The results of a round are open again.

    >>> encode(ReopenAct(round=1))
    ('reopen', {'round': 1})
    """

    round: int


class UndoAct(_Act, frozen=True, kw_only=True, tag="undo"):
    """One entry does not count (`act`), or all after one (`after`).

    >>> encode(UndoAct(act=7))
    ('undo', {'act': 7})
    """

    act: int | UnsetType = UNSET
    after: int | UnsetType = UNSET


# --- notes ------------------------------------------------------------------------------------------------


class NoteAct(_Act, frozen=True, kw_only=True):
    """What is written down beside the acts on players and rounds.

    >>> encode(OverNote(over=False, text="One game is missing."))
    ('note', {'about': 'over', 'text': 'One game is missing.', 'over': False})
    """

    text: str = ""


class AnnouncedFacts(NoteAct, frozen=True, kw_only=True, tag="note/announced"):
    """What is announced of the event.

    >>> word_of(*encode(AnnouncedFacts(facts=Announcement(name="Coppa"))))
    'announced'
    """

    facts: Announcement


class CheckInNote(NoteAct, frozen=True, kw_only=True, tag="note/check-in"):
    """Players are here, or are not after all.

    >>> encode(CheckInNote(players=(1, 2), here=True))
    ('note', {'about': 'check-in', 'text': '', 'players': [1, 2], 'here': True})
    """

    players: tuple[int, ...]
    here: bool


class OverNote(NoteAct, frozen=True, kw_only=True, tag="note/over"):
    """The event is closed, or opened again.

    >>> encode(OverNote(over=True))
    ('note', {'about': 'over', 'text': '', 'over': True})
    """

    over: bool
    why: str | UnsetType = UNSET


class ScreenNote(NoteAct, frozen=True, kw_only=True, tag="note/screen"):
    """What a screen of the hall shows, in turn, each page for so many seconds; nothing: it is taken away.

    >>> encode(ScreenNote(name="Entrance", shows=("pairings",), seconds=12))[1]["shows"]
    ['pairings']
    """

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    shows: tuple[ScreenContent, ...]
    seconds: Annotated[int, Meta(ge=4, le=300)] = 12
    dark: bool = False
    large: bool = False


class NoticeNote(NoteAct, frozen=True, kw_only=True, tag="note/notice"):
    """What every screen of the hall says until something else is said; no text: nothing.

    >>> encode(NoticeNote(text="Lunch at one"))
    ('note', {'about': 'notice', 'text': 'Lunch at one'})
    """


class LogoNote(NoteAct, frozen=True, kw_only=True, tag="note/logo"):
    """The logo on the prints of the event, a PNG file in base64; nothing: there is none any more.

    >>> encode(LogoNote(picture="iVBORw0KGgo="))[1]["about"]
    'logo'
    """

    picture: Annotated[str, Meta(max_length=200_000, pattern=r"^(iVBORw0KGgo[A-Za-z0-9+/]*=*)?$")]


class RoundClockNote(NoteAct, frozen=True, kw_only=True, tag="note/round-clock"):
    """The clock of a round: when play begins, in milliseconds since 1970, and how long it lasts at most.

    `at` 0: there is no clock; `minutes` 0: it counts upwards.

    >>> encode(RoundClockNote(round=1, at=60_000, minutes=90))[1]["minutes"]
    90
    """

    round: int
    at: Annotated[int, Meta(ge=0, le=99_999_999_999_999)]
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 0


class NumberedNote(NoteAct, frozen=True, kw_only=True, tag="note/numbered"):
    """Start numbers were given anew: `new` by the old ones, by Elo, name or lot.

    >>> encode(NumberedNote(how="lot", seed="x", new={"1": 2, "2": 1}))
    ('note', {'about': 'numbered', 'text': '', 'how': 'lot', 'seed': 'x', 'new': {'1': 2, '2': 1}})
    """

    how: str
    seed: str
    new: dict[Annotated[str, Meta(pattern=r"^[0-9]{1,9}$")], int]


class PlayOffNote(NoteAct, frozen=True, kw_only=True, tag="note/playoff"):
    """The order in which a play-off ended; `held` False: it does not hold after all.

    >>> encode(PlayOffNote(order=(2, 1)))
    ('note', {'about': 'playoff', 'text': '', 'order': [2, 1], 'held': True})
    """

    order: tuple[int, ...]
    held: bool = True
    why: str | UnsetType = UNSET


class OverriddenNote(NoteAct, frozen=True, kw_only=True, tag="note/override"):
    """A commission lets a player gain rating; no author takes it back.

    >>> encode(OverriddenNote(player=1, author="CTF", reason="illness"))
    ('note', {'about': 'override', 'text': '', 'player': 1, 'author': 'CTF', 'reason': 'illness'})
    """

    player: int
    author: str
    reason: str = ""


class GroupLinkNote(msgspec.Struct, frozen=True, kw_only=True):
    """An event that a group is played in.

    >>> GroupLinkNote(id="a", name="A").name
    'A'
    """

    id: str
    name: str


class GroupsNote(NoteAct, frozen=True, kw_only=True, tag="note/groups"):
    """The event is played in groups; none: in one field again.

    >>> encode(GroupsNote(groups=(GroupLinkNote(id="a", name="A"),)))
    ('note', {'about': 'groups', 'text': '', 'groups': [{'id': 'a', 'name': 'A'}]})
    """

    groups: tuple[GroupLinkNote, ...]


class SlotsNote(NoteAct, frozen=True, kw_only=True, tag="note/slots"):
    """The arbiter's own rating tables; none: those of the edition.

    >>> encode(SlotsNote(toml=""))
    ('note', {'about': 'slots', 'text': '', 'toml': ''})
    """

    toml: str


class PartOfNote(NoteAct, frozen=True, kw_only=True, tag="note/part-of"):
    """The event is a group, or the final, of another.

    >>> encode(PartOfNote(id="main", name="Coppa"))
    ('note', {'about': 'part-of', 'text': '', 'id': 'main', 'name': 'Coppa', 'final': False})
    """

    id: str
    name: str
    final: bool = False


class FinalMadeNote(NoteAct, frozen=True, kw_only=True, tag="note/final"):
    """A final is made of places `first` to `last` of each group.

    >>> encode(FinalMadeNote(id="final", name="Final", first=1, last=2))
    ('note', {'about': 'final', 'text': '', 'id': 'final', 'name': 'Final', 'first': 1, 'last': 2})
    """

    id: str
    name: str
    first: int
    last: int


class ReportingNote(NoteAct, frozen=True, kw_only=True, tag="note/reporting"):
    """Players may report results, or not any more.

    >>> encode(ReportingNote(on=True))
    ('note', {'about': 'reporting', 'text': '', 'on': True})
    """

    on: bool


class PlaysOnlineNote(NoteAct, frozen=True, kw_only=True, tag="note/plays-online"):
    """Boards are played here, with a clock, or not any more.

    >>> encode(PlaysOnlineNote(on=True, clock="15+5"))
    ('note', {'about': 'plays-online', 'text': '', 'on': True, 'clock': '15+5'})
    """

    on: bool
    clock: str | UnsetType = UNSET


class EveningNote(NoteAct, frozen=True, kw_only=True, tag="note/evening"):
    """The event is an evening played here: who may join, and when its rounds begin.

    Attributes:
        club: whose members may join; "" for anybody with an account.
        starts: when the first round is paired, in milliseconds since 1970; 0: when an arbiter pairs it.
        wait: minutes after which whoever has not come to their board forfeits.
        pause: seconds between the last result of a round and the next round.
        by_itself: whether rounds are paired at their time, or by an arbiter alone.
        rated: whether the games change the ratings of accounts.
        open: whether people may join by themselves.
        match: the match between clubs that it is; not told for others.
        bots: whether programs may join; not told where they may not.

    >>> encode(EveningNote(club="k3m9", starts=0))[1]["wait"]
    5
    """

    club: str
    starts: Annotated[int, Meta(ge=0, le=99_999_999_999_999)]
    wait: Annotated[int, Meta(ge=1, le=60)] = 5
    pause: Annotated[int, Meta(ge=0, le=3600)] = 60
    by_itself: bool = True
    rated: bool = False
    open: bool = True
    match: str | UnsetType = UNSET
    bots: bool | UnsetType = UNSET


class LookedNote(NoteAct, frozen=True, kw_only=True, tag="note/looked"):
    """It was looked who has come to the boards of an evening that were made some time before `until` (ms).

    >>> encode(LookedNote(until=60_000))
    ('note', {'about': 'looked', 'text': '', 'until': 60000})
    """

    until: Annotated[int, Meta(ge=0, le=99_999_999_999_999)]


class RegistrationNote(NoteAct, frozen=True, kw_only=True, tag="note/door"):
    """Registration is opened or closed; `line`: the entry that made the link, this one where not told.

    >>> encode(RegistrationNote(open=True, at_once=False))
    ('note', {'about': 'door', 'text': '', 'open': True, 'at_once': False})
    """

    open: bool
    at_once: bool
    line: int | UnsetType | None = UNSET


class NewCodeNote(NoteAct, frozen=True, kw_only=True, tag="note/new-code"):
    """A player gets another code.

    >>> encode(NewCodeNote(number=1))
    ('note', {'about': 'new-code', 'text': '', 'number': 1})
    """

    number: int


class ReportedNote(NoteAct, frozen=True, kw_only=True, tag="note/reported"):
    """One of two players tells the result of their board, as White's chair sees it.

    >>> word_of(*encode(ReportedNote(round=1, board=1, colour="white", result="win")))
    'reported'
    """

    round: int
    board: int
    colour: Colour
    result: ReportedResult
    leg: int = 1


class OnlineNote(NoteAct, frozen=True, kw_only=True, tag="note/online"):
    """A board is played in a game on this server.

    >>> word_of(*encode(OnlineNote(round=1, board=1, game="g", white=1, black=2)))
    'online'
    """

    round: int
    board: int
    game: str
    white: int
    black: int
    leg: int = 1


class GameKeptNote(NoteAct, frozen=True, kw_only=True, tag="note/game"):
    """The moves of a board, as PDN; "" takes them away. `game`: the game on this server that it was.

    >>> encode(GameKeptNote(round=1, board=1, pdn="1. 22-18 *"))
    ('note', {'about': 'game', 'text': '', 'round': 1, 'board': 1, 'pdn': '1. 22-18 *', 'leg': 1})
    """

    round: int
    board: int
    pdn: str
    leg: int = 1
    game: str | UnsetType = UNSET


class AdmittedNote(NoteAct, frozen=True, kw_only=True, tag="note/admitted"):
    """Somebody who asked to play is entered.

    >>> encode(AdmittedNote(request="r"))
    ('note', {'about': 'admitted', 'text': '', 'request': 'r'})
    """

    request: str


class RefusedNote(NoteAct, frozen=True, kw_only=True, tag="note/refused"):
    """Somebody who asked to play is turned away.

    >>> encode(RefusedNote(name="Verdi"))
    ('note', {'about': 'refused', 'text': '', 'name': 'Verdi'})
    """

    name: str


class RefusedAllNote(NoteAct, frozen=True, kw_only=True, tag="note/refused-all"):
    """All who waited are turned away.

    >>> encode(RefusedAllNote(count=3))
    ('note', {'about': 'refused-all', 'text': '', 'count': 3})
    """

    count: int


class PersonNote(NoteAct, frozen=True, kw_only=True, tag="note/person"):
    """Somebody was given a code of their own, or another one; theirs opens nothing any more; or they are
    called `name` from here on, and whoever wrote the entry is how they were called.

    >>> encode(PersonNote(name="Anna Rossi", role=EventRole.RESULTS, change="given"))
    ('note', {'about': 'person', 'text': '', 'name': 'Anna Rossi', 'role': 'results', 'change': 'given'})
    """

    name: str
    role: EventRole
    change: Literal["given", "renewed", "withdrawn", "named"]


class SecondEntryNote(NoteAct, frozen=True, kw_only=True, tag="note/second-entry"):
    """Somebody else has read the slip of a board, for as long as these two sit there: `result` as it says.

    >>> word_of(*encode(SecondEntryNote(round=1, board=1, result="win", white=1, black=2)))
    'second-entry'
    """

    round: int
    board: int
    leg: int = 1
    result: ResultName
    white: int
    black: int


class RulingNote(NoteAct, frozen=True, kw_only=True, tag="note/"):
    """A ruling in the arbiter's words, about whatever they say.

    >>> encode(RulingNote(text="Board 3 plays on."))
    ('note', {'about': '', 'text': 'Board 3 plays on.'})
    """

    text: Annotated[str, Meta(min_length=1)]
    about: str = ""


Act = (
    CreateAct
    | ChangeAct
    | EnterAct
    | EditAct
    | RemoveAct
    | TeamAct
    | SectionAct
    | RemoveSectionAct
    | AssignAct
    | AwardsAct
    | StatusAct
    | ReturnAct
    | ForbidAct
    | AllowAct
    | AccelerateAct
    | PairAct
    | SwapAct
    | TurnAct
    | LineUpAct
    | ProtectAct
    | ExtraAct
    | ResultAct
    | CloseAct
    | ReopenAct
    | UndoAct
    | AnnouncedFacts
    | CheckInNote
    | OverNote
    | ScreenNote
    | NoticeNote
    | LogoNote
    | RoundClockNote
    | NumberedNote
    | PlayOffNote
    | OverriddenNote
    | GroupsNote
    | SlotsNote
    | PartOfNote
    | FinalMadeNote
    | ReportingNote
    | PlaysOnlineNote
    | EveningNote
    | LookedNote
    | RegistrationNote
    | NewCodeNote
    | ReportedNote
    | OnlineNote
    | GameKeptNote
    | AdmittedNote
    | RefusedNote
    | RefusedAllNote
    | PersonNote
    | SecondEntryNote
    | RulingNote
)
"""Anything that can be written in a tournament's log."""

TAGS: Final[Mapping[str, type]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Act)}
"""Every act by its word; notes as "note/" with what they are about."""

prepared(*TAGS.values())


# --- JSON -------------------------------------------------------------------------------------------------


class Malformed(BadTournament):
    """What an entry holds is no act.

    Attributes:
        act: its word; of a note, what it is about.
        path: the field that is wrong, as "players[0]"; "" for the act itself.
        reason: what is wrong with it.
        number: which entry it is, where that is known.
    """

    def __init__(self, act: str, path: str, reason: Text, number: int | None = None) -> None:
        self.act, self.path, self.reason, self.number = act, path, reason, number
        if number is None:
            super().__init__(Message("Act `{a}`: {why}.").format(a=act, why=reason))
            return
        at = Message("Entry {n}, `{a}`: {why}.").format(n=number, a=act, why=reason)
        unknown = isinstance(reason, Message) and any(reason.is_a(one) for one in _PERHAPS_NEWER)
        super().__init__(Joined((at, _NEWER)) if unknown else at)


_UNKNOWN_ACT = Message("unknown act")
_UNKNOWN_FIELD = Message("unknown field `{f}`")
_NO_VALUE = Message("`{f}`: not a valid value")
_PERHAPS_NEWER = (_UNKNOWN_ACT, _UNKNOWN_FIELD, _NO_VALUE)
"""What this program does not know, and a later one may."""
_NEWER = Message("If a newer Damiera wrote the file, update this one.")


def word_of(act: str, data: Mapping[str, object]) -> str:
    """Return how an entry calls its act: by its word, a note by what it is about.

    >>> word_of("note", {"about": "playoff"}), word_of("pair", {"round": 1})
    ('playoff', 'pair')
    """
    return str(data.get("about") or act) if act == "note" else act


def decode(act: str, data: Mapping[str, object]) -> Act:
    """Return the act that an entry holds.

    Raises:
        Malformed: for a word that is no act, or facts that do not fit it.

    >>> decode("pair", {"round": 1, "pairs": [[1, 2]]}).pairs
    ((1, 2),)
    """
    tag, word = act, word_of(act, data)
    if act == "note":
        about = data.get("about", "")
        tag = f"note/{about}"
        if tag not in TAGS and isinstance(about, str) and data.get("text"):
            tag = "note/"
    if tag not in TAGS or tag == "note":
        raise Malformed(word, "", _UNKNOWN_ACT)
    try:
        found: Act = msgspec.convert({**data, "type": tag}, TAGS[tag], strict=False)
    except msgspec.ValidationError as error:
        raise _malformed(word, str(error)) from None
    return found


def encode(act: Act) -> tuple[str, dict[str, Any]]:
    """Return the word and the fields of an act, as an entry holds them.

    >>> encode(PairAct(round=1, pairs=((1, 2),)))
    ('pair', {'round': 1, 'pairs': [[1, 2]]})
    """
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(act))
    word, _, about = data.pop("type").partition("/")
    if isinstance(act, NoteAct):
        data = {"about": about, **data}
    return word, data


_AT = re.compile(r"^(?P<what>.*?)(?: - at `\$?\.?(?P<path>[^`]*)`)?$", re.DOTALL)
_MISSING = re.compile(r"missing required field `([^`]+)`")
_UNKNOWN = re.compile(r"unknown field `([^`]+)`")
_EXPECTED = re.compile(r"^Expected (.+), got (.+)$")


def _malformed(act: str, error: str) -> Malformed:
    """Say what the decoder found wrong, and where."""
    parts = _AT.match(error)
    what, path = (parts["what"], parts["path"] or "") if parts else (error, "")
    if found := _MISSING.search(what):
        path = f"{path}.{found[1]}".lstrip(".")
        return Malformed(act, path, Message("missing `{f}`").format(f=path))
    if found := _UNKNOWN.search(what):
        path = f"{path}.{found[1]}".lstrip(".")
        return Malformed(act, path, _UNKNOWN_FIELD.format(f=path))
    if found := _EXPECTED.match(what):
        wanted, got = (one.replace("`", "") for one in found.groups())
        said = Message("`{f}`: expected {a}, got {b}")
        return Malformed(act, path, said.format(f=path, a=wanted, b=got))
    return Malformed(act, path, _NO_VALUE.format(f=path))

"""The ways of playing of art. 15, and what was agreed before the first move.

| way | FID 2008 | what the game enforces |
|---|---|---|
| over the board | 15.1.1 | nothing more |
| simultaneous | 15.1.2 | one side is the host, whose clock runs only while at the board |
| correspondence | 15.1.3 | the moves are recorded, a move sent is not taken back, touching means nothing |
| blindfold against sighted | 15.1.4 | one side does not see the board and cannot touch it |
| blindfold simultaneous | 15.1.5 | the host does not see the boards |
| both blindfold | 15.1.6 | neither side sees the board |
| internet | 15.1.7 | no arbiter at the board: an illegal move is not possible |
| blind players | 15.1.8 | the pieces may be felt: touching binds nobody; see `procedures.spoken` |
| odds of pieces | 15.1.9 | one side begins without the named pieces |
| odds of time | 15.1.10 | the clocks of the sides differ |
| eleven men each | 15.1.11 | each side begins without one man, drawn by lot |
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

import msgspec

from damiera._core import Position, Side
from damiera.game.clock import ClockSettings
from damiera.game.errors import BadConditions
from damiera.game.sides import SideName, is_for_two, side_named
from damiera.messages import Message, Text
from damiera.regulations.book import Rulebook
from damiera.regulations.citations import implements
from damiera.rules.pieces import pieces_of
from damiera.rules.ruleset import Ruleset
from damiera.rules.setup import Setup

__all__ = ["Conditions", "PlayerScreens", "ScoresheetRule", "Way"]

ScoresheetRule = Literal["fid2008", "fid2020-proposal"]
"""Which text governs the score sheet: FID's rules of 2008, or the draft of 2020."""
PlayerScreens = Literal["none", "claim", "move"]
"""What players do at screens of their own in a game with an arbiter."""


@implements("fid.italian:15.1")
class Way(StrEnum):
    """A way of playing. `topic` is what a rulebook's article on it governs.

    Source:
        FID 2008, 15.1 [fid.italian].

    >>> Way("correspondence").said.text("en")
    'Correspondence'
    """

    BOARD = "board"
    SIMULTANEOUS = "simultaneous"
    CORRESPONDENCE = "correspondence"
    BLINDFOLD = "blindfold"
    BLINDFOLD_SIMULTANEOUS = "blindfold-simultaneous"
    BOTH_BLINDFOLD = "both-blindfold"
    INTERNET = "internet"
    BLIND_PLAYERS = "blind-players"
    ODDS_PIECES = "odds-pieces"
    ODDS_TIME = "odds-time"
    ELEVEN_MEN = "eleven-men"

    @property
    def topic(self) -> str:
        """What a rulebook's article on this way of playing governs."""
        return f"form_{self.value.replace('-', '_')}"

    @property
    def said(self) -> Text:
        """The way of playing as people call it."""
        return _SAID[self]


_SAID: dict[Way, Text] = {
    Way.BOARD: Message("Over the board"),
    Way.SIMULTANEOUS: Message("Simultaneous"),
    Way.CORRESPONDENCE: Message("Correspondence"),
    Way.BLINDFOLD: Message("One blindfold"),
    Way.BLINDFOLD_SIMULTANEOUS: Message("Blindfold simultaneous"),
    Way.BOTH_BLINDFOLD: Message("Both blindfold"),
    Way.INTERNET: Message("Over the Internet"),
    Way.BLIND_PLAYERS: Message("Blind players"),
    Way.ODDS_PIECES: Message("Odds of pieces"),
    Way.ODDS_TIME: Message("Odds of time"),
    Way.ELEVEN_MEN: Message("Eleven men each"),
}

_AUCTIONED = "contract"
_HOSTED = (Way.SIMULTANEOUS, Way.BLINDFOLD_SIMULTANEOUS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What was agreed before the first move, beside the game, the rulebook and the clock.

    Attributes:
        way: the way of playing.
        arbitrated: a game on a real board, written down by an arbiter: what is against the rules can happen,
            and is recorded. Otherwise it is not possible.
        touch_move: a piece touched must be moved (art. 3.7).
        recorded: the moves are written down by the players.
        automatic_count: the count of king moves begins by itself.
        count_limit: king moves by each player in place of the rulebook's; None for the rulebook's.
        promotional: an event where the arbiter may lower the count further (art. 11).
        blindfold: the sides that do not see the board.
        host: who gives the simultaneous display.
        host_walks: over the net too, the host's clock of this board runs only while the host is at it.
        without: the squares whose pieces are taken off before the first move: odds, or men drawn by lot.
        lot: the public seed by which they were drawn; empty if nothing was drawn.
        auction: the contract's auction comes before the first move.
        scoresheet: which wording of art. 4.4.5 of Capo III a press of the clock is judged by.
        house_name: what the players call the house rules they play; empty for a game of the catalogue.
        screens: what the players do at screens of their own, where there is an arbiter: nothing, as
            the arbiter writes for both; claim, consent and demand, at a real board; or move there too.
        arbiter_starts: the clocks stand until the arbiter starts them, which begins the round.
        first_move_s: seconds that each side has for its first move, during which its clock does not run; the
            game is called off when they are over. 0 where the clock runs from the start of the game.

    >>> Conditions(way=Way.ELEVEN_MEN, without=(3, 30)).encode()
    '{"way":"eleven-men","without":[3,30]}'
    """

    way: Way = Way.BOARD
    arbitrated: bool = False
    touch_move: bool = False
    recorded: bool = True
    automatic_count: bool = True
    count_limit: int | None = None
    promotional: bool = False
    blindfold: tuple[SideName, ...] = ()
    host: SideName | None = None
    host_walks: bool = False
    without: tuple[int, ...] = ()
    lot: str = ""
    auction: bool = False
    scoresheet: ScoresheetRule = "fid2008"
    house_name: str = ""
    first_move_s: int = 0
    screens: PlayerScreens = "none"
    arbiter_starts: bool = False

    @property
    def touch_binds(self) -> bool:
        """Whether a touched piece must be moved: not where pieces are felt, nor where none is at hand."""
        return self.touch_move and self.way not in (Way.BLIND_PLAYERS, Way.CORRESPONDENCE)

    def sees(self, side: Side) -> bool:
        """Tell whether a side sees the board."""
        return all(side_named(name) is not side for name in self.blindfold)

    def encode(self) -> str:
        """Return the conditions as JSON: what differs from an ordinary game."""
        own = {
            name: value
            for name, value in msgspec.to_builtins(self).items()
            if value != msgspec.to_builtins(_USUAL)[name]
        }
        return msgspec.json.encode(own).decode()

    @classmethod
    def decode(cls, text: str | bytes) -> Conditions:
        """Return the conditions that `encode` wrote.

        Raises:
            BadConditions: for anything else.

        >>> Conditions.decode('{"way":"correspondence"}').way.value
        'correspondence'
        """
        try:
            return _decoder.decode(text).conditions()
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            said = Message("The conditions of the game cannot be read: {why}.")
            raise BadConditions("conditions", said.format(why=str(error))) from None

    @implements("fid.italian:15.1.1", "fid.italian:15.1.2", "fid.italian:15.1.3", "fid.italian:15.1.4")
    @implements("fid.italian:15.1.5", "fid.italian:15.1.6", "fid.italian:15.1.7", "fid.italian:15.1.8")
    def check(self, rules: Ruleset, clock: ClockSettings | None) -> None:
        """Refuse conditions that contradict one another, or the game.

        Raises:
            BadConditions: with the field it is about, what is wrong and what would be right.
        Source:
            FID 2008, 15.1.1 to 15.1.8 [fid.italian].
        """
        usual = Conditions(recorded=self.recorded, automatic_count=self.automatic_count)
        if self != usual and not is_for_two(rules.core):
            raise BadConditions("way", _FOR_TWO)
        if clock is not None and not is_for_two(rules.core):
            raise BadConditions("clock", _CLOCK_FOR_TWO)
        blind = len(set(self.blindfold))
        wanted = {Way.BLINDFOLD: 1, Way.BLINDFOLD_SIMULTANEOUS: 1, Way.BOTH_BLINDFOLD: 2}.get(self.way, 0)
        if blind != wanted or blind != len(self.blindfold):
            raise BadConditions("blindfold", _BLIND.format(way=self.way.said, number=wanted))
        if (self.host is not None) != (self.way in _HOSTED):
            raise BadConditions("host", _HOST)
        if self.host_walks and self.host is None:
            raise BadConditions("host", _HOST)
        if self.way is Way.BLINDFOLD_SIMULTANEOUS and self.blindfold != (self.host,):
            raise BadConditions("blindfold", _HOST_BLIND)
        if self.way is Way.CORRESPONDENCE and (self.touch_move or not self.recorded or self.arbitrated):
            raise BadConditions("way", _CORRESPONDENCE)
        if self.way is Way.INTERNET and self.arbitrated:
            raise BadConditions("arbitrated", _INTERNET)
        if self.screens != "none" and not self.arbitrated:
            raise BadConditions("screens", _SCREENS)
        if self.arbiter_starts and (not self.arbitrated or self.auction):
            raise BadConditions("arbiter_starts", _STARTED)
        if self.auction and rules.slug.partition("~")[0] != _AUCTIONED:
            raise BadConditions("auction", _NO_AUCTION)
        self._check_odds(rules, clock)

    @implements("fid.italian:15.1.9", "fid.italian:15.1.10", "fid.italian:15.1.11")
    def _check_odds(self, rules: Ruleset, clock: ClockSettings | None) -> None:
        if self.way is Way.ODDS_TIME and (clock is None or clock.black is None):
            raise BadConditions("clock", _ODDS_TIME)
        if bool(self.without) != (self.way in (Way.ODDS_PIECES, Way.ELEVEN_MEN)):
            raise BadConditions("without", _WITHOUT)
        if not self.without:
            return
        standing = pieces_of(rules.start())
        owners = [standing[square].side for square in self.without if square in standing]
        if rules.core.family not in ("draughts", "reentry") or not len(owners) == len(self.without) == len(
            set(self.without)
        ):
            raise BadConditions("without", _NO_PIECE)
        if self.way is Way.ODDS_PIECES and (len(set(owners)) != 1 or len(owners) >= len(standing) // 2):
            raise BadConditions("without", _ONE_SIDE)
        if self.way is Way.ELEVEN_MEN and (len(owners), set(owners)) != (2, {Side.WHITE, Side.BLACK}):
            raise BadConditions("without", _ONE_EACH)

    def start(self, rules: Ruleset) -> Position | None:
        """Return the position in which the game begins; None for the game's own.

        >>> from damiera.rules.ruleset import ITALIAN
        >>> Conditions(way=Way.ODDS_PIECES, without=(21,)).start(ITALIAN).white_men[0]
        22
        """
        if not self.without:
            return None
        usual, off = Setup.from_position(rules.start()), frozenset(self.without)
        left = replace(usual, white_men=usual.white_men - off, black_men=usual.black_men - off)
        return left.position()

    def without_exchanged(self, rules: Ruleset) -> tuple[int, ...]:
        """Return what is taken off where each player has the other colour: odds stay with who gives them.

        Men drawn by lot stay: their squares can be checked by the seed.

        >>> from damiera.rules.ruleset import ITALIAN
        >>> Conditions(way=Way.ODDS_PIECES, without=(21, 30)).without_exchanged(ITALIAN)
        (3, 12)
        """
        begun = self.start(rules)
        if begun is None or self.way is not Way.ODDS_PIECES:
            return self.without
        left = pieces_of(begun.rotated())
        return tuple(square for square in pieces_of(rules.start()) if square not in left)

    def clocked_host(self) -> Side | None:
        """Return whose clock runs only at the board: the host's of a simultaneous display on real boards.

        Over the net the host sees all boards at once, and their clocks run as everybody's, unless it was
        agreed that the host walks from board to board there too.

        >>> walking = Conditions(way=Way.SIMULTANEOUS, host="white", host_walks=True)
        >>> walking.clocked_host().name, replace(walking, host_walks=False).clocked_host()
        ('WHITE', None)
        """
        if self.host is None or not (self.arbitrated or self.host_walks):
            return None
        return side_named(self.host)

    def article(self, book: Rulebook) -> str | None:
        """Return the reference of the article on this way of playing; None where the book has none."""
        return book.ref(self.way.topic) if book.governs(self.way.topic) else None


class _Written(msgspec.Struct, forbid_unknown_fields=True):
    """The conditions as they are written: every field may be left out."""

    way: Way = Way.BOARD
    arbitrated: bool = False
    touch_move: bool = False
    recorded: bool = True
    automatic_count: bool = True
    count_limit: int | None = None
    promotional: bool = False
    blindfold: tuple[SideName, ...] = ()
    host: SideName | None = None
    host_walks: bool = False
    without: tuple[int, ...] = ()
    lot: str = ""
    auction: bool = False
    scoresheet: ScoresheetRule = "fid2008"
    house_name: str = ""
    first_move_s: int = 0
    screens: PlayerScreens = "none"
    arbiter_starts: bool = False

    def conditions(self) -> Conditions:
        return Conditions(**{name: getattr(self, name) for name in self.__struct_fields__})


_decoder = msgspec.json.Decoder(_Written)
_USUAL = Conditions()

_FOR_TWO = Message("This way of playing is for two: leave it out.")
_CLOCK_FOR_TWO = Message("A clock is for two: with more players there is none.")
_BLIND = Message("“{way}” needs {number} players blindfold: say which.")
_HOST = Message("Name who gives the display in a simultaneous, and only there.")
_HOST_BLIND = Message("In a blindfold simultaneous it is the host who does not see.")
_CORRESPONDENCE = Message(
    "By correspondence the moves are recorded, and there is no arbiter at the board and no touching."
)
_INTERNET = Message(
    "Over the Internet an irregular move is not possible: the arbiter's desk is for a real board."
)
_SCREENS = Message("Who sits where is chosen in a game with an arbiter: choose the arbiter's desk first.")
_STARTED = Message("It is an arbiter who starts the clocks, in a game without an auction.")
_ODDS_TIME = Message("Odds of time need two different clocks: write them as 15+5 vs 5.")
_NO_AUCTION = Message("Only the contract has an auction.")
_WITHOUT = Message("Name the pieces to take off at odds of pieces or with eleven men, and only there.")
_NO_PIECE = Message("Only pieces that are there at the start can be taken off, each once.")
_ONE_SIDE = Message("Odds are given by one side only, and it must keep a piece at least.")
_ONE_EACH = Message("One man of each side is taken off.")

"""What can happen in a game: one class an event, told apart in JSON by the field `e`.

A game is the sum of its events, so this JSON is what a store keeps. Every event has `at`, the time it
happened in integer milliseconds of one and the same clock (where its zero is does not matter). `side` is
`"white"` or `"black"`; a claim and a request for the count may also come from `"arbiter"`.

    {"e": "moved", "path": [22, 18], "at": 1200}
    {"e": "moved", "path": [20, 11, 4], "at": 2400, "side": "white"}
    {"e": "repetition-claimed", "side": "black", "at": 9000, "check_ms": 60000}
    {"e": "irregular", "side": "white", "kind": "omitted_capture", "path": [22, 18], "at": 12000}
    {"e": "flagged", "at": 600000}

The events of a game on a real board (touched, irregular, corrected, annulled, ruled, ...) are what an arbiter
writes down: see `damiera.game.conduct`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from damiera.game.errors import BadGameEvent
from damiera.game.sides import SideName
from damiera.regulations.citations import implements

__all__ = [
    "AbsenceClaimed",
    "Adjourned",
    "Announced",
    "Annulled",
    "Anomaly",
    "Balloted",
    "Bid",
    "CalledOff",
    "CaptureFault",
    "ClaimRuled",
    "ClaimSubject",
    "Claimant",
    "Claimed",
    "Consented",
    "Corrected",
    "CountRequested",
    "Crowned",
    "DrawAccepted",
    "DrawDeclined",
    "DrawOffered",
    "Event",
    "Flagged",
    "HostArrived",
    "HostLeft",
    "ImproperCapture",
    "Interrupted",
    "Irregular",
    "LetStand",
    "Moved",
    "Opened",
    "Passed",
    "PauseAccepted",
    "PauseAsked",
    "PauseDeclined",
    "PieceLetter",
    "Pressed",
    "QuickMoves",
    "Refused",
    "Repeated",
    "RepetitionClaimed",
    "ReplayOf",
    "Replayed",
    "Resigned",
    "Resumed",
    "Ruled",
    "Sealed",
    "TimeGiven",
    "Touched",
    "UndoAccepted",
    "UndoAsked",
    "UndoDeclined",
    "VacationBegun",
    "VacationEnded",
    "decode",
    "encode",
]

Claimant = SideName | Literal["arbiter"]
"""The side that claims a draw, or the arbiter who finds it."""

# JSON numbers a browser can hold exactly.
_Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
_Square = Annotated[int, msgspec.Meta(ge=1, le=999)]
_Words = Annotated[str, msgspec.Meta(max_length=400)]
_Fen = Annotated[str, msgspec.Meta(max_length=2000)]

Anomaly = Literal["board", "colours", "setup"]
"""What was wrong at the start: how the board lay, who had which colour, or how the pieces stood."""

CaptureFault = Literal["unclear", "out_of_order"]
"""What was wrong with how a capture was done: not shown piece by piece, or collected in a wrong order."""

ClaimSubject = Literal["irregularity", "start", "position"]
"""What a player claims: the opponent's irregularity, a wrong start, that the position is restored."""

PieceLetter = Literal["w", "W", "b", "B"]
"""A man or a king (capital) of White or Black."""


class _Event(
    msgspec.Struct, frozen=True, gc=False, tag_field="e", forbid_unknown_fields=True, omit_defaults=True
):
    """Common to all events."""


@implements("fid.italian:3.2", "fid.english:3.2")
@implements("fid.italian.2006:3.2", "fid.italian.2006:3.3", "fid.english:5.10")
@implements("fmjd.international:3.7", "fmjd.international:4.4")
class Moved(_Event, frozen=True, tag="moved"):
    """The side to move played: `path` is origin and destination, with the landings between them if need be.

    The landings may be left out where origin and destination say enough. `side`, if given, must be to move.
    `drops` are the squares where men come back before the move, in the game that has such. `crowned` is
    False where, on a real board that nobody records, the man that reached the last row was not crowned.

    Source:
        FID 2008, 3.2, 3.2.b, 5.4, 5.5 [fid.italian].
        FID English 2008, 3.2, 3.2.b, 5.4, 5.5, 5.10 [fid.english].
        FID 2006, 3.2, 3.3 [fid.italian.2006].
        FMJD, 3.7, 4.4 [fmjd.international].

    >>> print(encode(Moved(path=(22, 18), at=1200)).decode())
    {"e":"moved","path":[22,18],"at":1200}
    """

    path: Annotated[tuple[_Square, ...], msgspec.Meta(min_length=2)]
    at: _Milliseconds
    side: SideName | None = None
    drops: tuple[_Square, ...] = ()
    crowned: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.path, tuple):
            msgspec.structs.force_setattr(self, "path", tuple(self.path))


class Resigned(_Event, frozen=True, tag="resigned"):
    """`side` gives the game up; it need not be to move.

    >>> print(encode(Resigned(side="white", at=5)).decode())
    {"e":"resigned","side":"white","at":5}
    """

    side: SideName
    at: _Milliseconds


class DrawOffered(_Event, frozen=True, tag="draw-offered"):
    """`side` offers a draw; the offer stands until the opponent answers or moves.

    >>> print(encode(DrawOffered(side="white", at=5)).decode())
    {"e":"draw-offered","side":"white","at":5}
    """

    side: SideName
    at: _Milliseconds


class DrawAccepted(_Event, frozen=True, tag="draw-accepted"):
    """`side` accepts the draw its opponent offered.

    >>> print(encode(DrawAccepted(side="black", at=9)).decode())
    {"e":"draw-accepted","side":"black","at":9}
    """

    side: SideName
    at: _Milliseconds


class DrawDeclined(_Event, frozen=True, tag="draw-declined"):
    """`side` declines the draw its opponent offered.

    >>> print(encode(DrawDeclined(side="black", at=9)).decode())
    {"e":"draw-declined","side":"black","at":9}
    """

    side: SideName
    at: _Milliseconds


class RepetitionClaimed(_Event, frozen=True, tag="repetition-claimed"):
    """`side` claims that the position on the board has come often enough for a draw.

    Checking the claim took `check_ms`, during which the clocks stand still; 0 where a program checks.

    >>> print(encode(RepetitionClaimed(side="white", at=5)).decode())
    {"e":"repetition-claimed","side":"white","at":5}
    """

    side: Claimant
    at: _Milliseconds
    check_ms: _Milliseconds = 0


class CountRequested(_Event, frozen=True, tag="count-requested"):
    """`side` asks for the count of moves; the arbiter may impose it, where allowed with a lower `limit`.

    >>> print(encode(CountRequested(side="arbiter", at=5, limit=20)).decode())
    {"e":"count-requested","side":"arbiter","at":5,"limit":20}
    """

    side: Claimant
    at: _Milliseconds
    limit: Annotated[int, msgspec.Meta(ge=1, le=999)] | None = None


@implements("fmjd.international:7.2.4", "stock:time")
class Flagged(_Event, frozen=True, tag="flagged"):
    """The side whose clock runs has no time left at `at`.

    Source:
        FMJD, 7.2.4 [fmjd.international].

    >>> print(encode(Flagged(at=300_000)).decode())
    {"e":"flagged","at":300000}
    """

    at: _Milliseconds


class CalledOff(_Event, frozen=True, tag="called-off"):
    """`side` calls the game off before the second move of either: it ends without a result.

    >>> print(encode(CalledOff(side="black", at=5)).decode())
    {"e":"called-off","side":"black","at":5}
    """

    side: SideName
    at: _Milliseconds


class TimeGiven(_Event, frozen=True, tag="time-given"):
    """`side` gives its opponent so many milliseconds of time.

    >>> print(encode(TimeGiven(side="white", at=5)).decode())
    {"e":"time-given","side":"white","at":5}
    """

    side: SideName
    at: _Milliseconds
    ms: Annotated[int, msgspec.Meta(ge=1000, le=3_600_000)] = 15_000


class AbsenceClaimed(_Event, frozen=True, tag="absence-claimed"):
    """`side` claims the game, which the opponent has left: who records it knows that they are away.

    >>> print(encode(AbsenceClaimed(side="white", at=5)).decode())
    {"e":"absence-claimed","side":"white","at":5}
    """

    side: SideName
    at: _Milliseconds


class UndoAsked(_Event, frozen=True, tag="undo-asked"):
    """`side` asks to go back to where it was to move before its last move.

    >>> print(encode(UndoAsked(side="white", at=5)).decode())
    {"e":"undo-asked","side":"white","at":5}
    """

    side: SideName
    at: _Milliseconds


class UndoAccepted(_Event, frozen=True, tag="undo-accepted"):
    """`side` lets its opponent take the move back.

    >>> print(encode(UndoAccepted(side="black", at=9)).decode())
    {"e":"undo-accepted","side":"black","at":9}
    """

    side: SideName
    at: _Milliseconds


class UndoDeclined(_Event, frozen=True, tag="undo-declined"):
    """`side` does not let its opponent take the move back.

    >>> print(encode(UndoDeclined(side="black", at=9)).decode())
    {"e":"undo-declined","side":"black","at":9}
    """

    side: SideName
    at: _Milliseconds


class Balloted(_Event, frozen=True, tag="balloted"):
    """The opening drawn by lot is on the board: its moves are played moves, and cost nobody time.

    `deck`, `number` and `seed` say which ballot it is and how anyone can verify the draw.

    >>> print(encode(Balloted(paths=((21, 17), (9, 13)), at=0, deck="it-2m-43", number=1)).decode())
    {"e":"balloted","paths":[[21,17],[9,13]],"at":0,"deck":"it-2m-43","number":1}
    """

    paths: Annotated[tuple[tuple[_Square, ...], ...], msgspec.Meta(min_length=1, max_length=12)]
    at: _Milliseconds
    deck: _Words = ""
    number: Annotated[int, msgspec.Meta(ge=0, le=99_999)] = 0
    seed: _Words = ""


class Bid(_Event, frozen=True, tag="bid"):
    """`side` undertakes to win with `pieces` left, where the game begins with an auction.

    >>> print(encode(Bid(side="black", pieces=5, at=5)).decode())
    {"e":"bid","side":"black","pieces":5,"at":5}
    """

    side: SideName
    pieces: Annotated[int, msgspec.Meta(ge=1, le=99)]
    at: _Milliseconds


class Passed(_Event, frozen=True, tag="passed"):
    """`side` bids no more.

    >>> print(encode(Passed(side="white", at=9)).decode())
    {"e":"passed","side":"white","at":9}
    """

    side: SideName
    at: _Milliseconds


class Touched(_Event, frozen=True, tag="touched"):
    """`side` touched what stands on `square`; `adjust` if it was announced, to straighten the piece.

    On a board made to be felt the piece was `lifted` out of its hole, or only felt.

    >>> print(encode(Touched(side="white", square=22, at=5)).decode())
    {"e":"touched","side":"white","square":22,"at":5}
    """

    side: SideName
    square: _Square
    at: _Milliseconds
    adjust: bool = False
    lifted: bool = False


class Announced(_Event, frozen=True, tag="announced"):
    """`side`, to move, announced a move aloud, at a board of blind players.

    `path` and `drops` are what those of `Moved` are.

    >>> print(encode(Announced(side="white", path=(22, 18), at=5)).decode())
    {"e":"announced","side":"white","path":[22,18],"at":5}
    """

    side: SideName
    path: Annotated[tuple[_Square, ...], msgspec.Meta(min_length=2)]
    at: _Milliseconds
    drops: tuple[_Square, ...] = ()


class Repeated(_Event, frozen=True, tag="repeated"):
    """`side` repeated what its opponent had announced; `path` if it was not heard as it was said.

    >>> print(encode(Repeated(side="black", at=9)).decode())
    {"e":"repeated","side":"black","at":9}
    """

    side: SideName
    at: _Milliseconds
    path: tuple[_Square, ...] = ()
    drops: tuple[_Square, ...] = ()


class Consented(_Event, frozen=True, tag="consented"):
    """`side` lets the opponent, who gave notice, straighten a piece.

    >>> print(encode(Consented(side="black", at=5)).decode())
    {"e":"consented","side":"black","at":5}
    """

    side: SideName
    at: _Milliseconds


class Crowned(_Event, frozen=True, tag="crowned"):
    """`side` crowns the man on `square`, left uncrowned when it arrived: its own late, or the opponent's.

    >>> print(encode(Crowned(side="white", square=3, at=5)).decode())
    {"e":"crowned","side":"white","square":3,"at":5}
    """

    side: SideName
    square: _Square
    at: _Milliseconds


class Irregular(_Event, frozen=True, tag="irregular"):
    """`side` did something against the rules of moving and capturing, and so it stands on the board.

    `kind` is one of `damiera.game.irregular.IrregularKind`. The piece on the first square of `path` stands on
    its last one, `removed` were taken off, `restored` were put back, `crowned` were made kings; the opponent
    is to move. `again`: once it stands it is `side` that moves, which had not moved or took its move back.

    >>> print(encode(Irregular(side="white", kind="moved_wrongly", at=5, path=(22, 14))).decode())
    {"e":"irregular","side":"white","kind":"moved_wrongly","at":5,"path":[22,14]}
    """

    side: SideName
    kind: _Words
    at: _Milliseconds
    path: tuple[_Square, ...] = ()
    removed: tuple[_Square, ...] = ()
    crowned: tuple[_Square, ...] = ()
    restored: tuple[tuple[_Square, PieceLetter], ...] = ()
    again: bool = False


class ImproperCapture(_Event, frozen=True, tag="improper-capture"):
    """`side` captured, but did not show it clearly, or took the pieces off out of their order.

    The capture is played. The opponent may demand that it is done again (`Corrected`), or let it stand.

    >>> print(encode(ImproperCapture(side="white", kind="unclear", path=(22, 6), at=5)).decode())
    {"e":"improper-capture","side":"white","kind":"unclear","path":[22,6],"at":5}
    """

    side: SideName
    kind: CaptureFault
    path: Annotated[tuple[_Square, ...], msgspec.Meta(min_length=2)]
    at: _Milliseconds
    crowned: bool = True


class Corrected(_Event, frozen=True, tag="corrected"):
    """`side` has the irregularity of its opponent put right, all of it.

    >>> print(encode(Corrected(side="black", at=9)).decode())
    {"e":"corrected","side":"black","at":9}
    """

    side: Claimant
    at: _Milliseconds


class LetStand(_Event, frozen=True, tag="let-stand"):
    """`side` lets the irregularity of its opponent stand.

    >>> print(encode(LetStand(side="black", at=9)).decode())
    {"e":"let-stand","side":"black","at":9}
    """

    side: Claimant
    at: _Milliseconds


class Annulled(_Event, frozen=True, tag="annulled"):
    """What was played is annulled for a wrong start, and the game begins again.

    `by_direction`: the direction of the event gave the wrong colours, so that nobody pays for the time.

    >>> print(encode(Annulled(side="arbiter", anomaly="board", at=5)).decode())
    {"e":"annulled","side":"arbiter","anomaly":"board","at":5}
    """

    side: Claimant
    anomaly: Anomaly
    at: _Milliseconds
    by_direction: bool = False


class Refused(_Event, frozen=True, tag="refused"):
    """The arbiter declares that `side` refuses a provision of the rules: it loses.

    >>> print(encode(Refused(side="white", at=5, article="8.5")).decode())
    {"e":"refused","side":"white","at":5,"article":"8.5"}
    """

    side: SideName
    at: _Milliseconds
    article: _Words = ""
    author: _Words = ""


class Ruled(_Event, frozen=True, tag="ruled"):
    """The arbiter ruled. What they did not touch stays as it is.

    `fen` puts the pieces, and the turn, as they say; `asked_by` is who demanded it, if a player did, and
    `ply` how many moves had been played when it happened, if some have been since. `white_ms` and
    `black_ms` set the clocks; `void_count` annuls the counts under way; `result` ends the game.

    >>> print(encode(Ruled(text="A glass fell.", at=5, white_ms=60_000)).decode())
    {"e":"ruled","text":"A glass fell.","at":5,"white_ms":60000}
    """

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
    at: _Milliseconds
    author: _Words = ""
    article: _Words = ""
    fen: _Fen | None = None
    white_ms: _Milliseconds | None = None
    black_ms: _Milliseconds | None = None
    void_count: bool = False
    result: Literal["white", "black", "draw"] | None = None
    asked_by: SideName | None = None
    ply: Annotated[int, msgspec.Meta(ge=0, le=9999)] | None = None


class Claimed(_Event, frozen=True, tag="claimed"):
    """`side` asks the arbiter for what the rules give them; `text` says why.

    `ply` is how many moves had been played when it happened; left out, it happened now.

    >>> print(encode(Claimed(side="white", what="position", at=5)).decode())
    {"e":"claimed","side":"white","what":"position","at":5}
    """

    side: SideName
    what: ClaimSubject
    at: _Milliseconds
    text: _Words = ""
    ply: Annotated[int, msgspec.Meta(ge=0, le=9999)] | None = None


class ClaimRuled(_Event, frozen=True, tag="claim-ruled"):
    """The arbiter upholds the claim of `side`, or rejects it. What follows from it is recorded by itself.

    >>> print(encode(ClaimRuled(side="white", upheld=True, at=9)).decode())
    {"e":"claim-ruled","side":"white","upheld":true,"at":9}
    """

    side: SideName
    upheld: bool
    at: _Milliseconds
    text: _Words = ""
    author: _Words = ""


class Replayed(_Event, frozen=True, tag="replayed"):
    """The arbiter declares that the game is to be replayed: it ends without a result, `game` takes its place.

    >>> print(encode(Replayed(game="k7", at=9, article="7.8")).decode())
    {"e":"replayed","game":"k7","at":9,"article":"7.8"}
    """

    game: _Words
    at: _Milliseconds
    text: _Words = ""
    author: _Words = ""
    article: _Words = ""


class ReplayOf(_Event, frozen=True, tag="replay-of"):
    """This game takes the place of another, which is kept under the name `game`.

    >>> print(encode(ReplayOf(game="k7", at=9)).decode())
    {"e":"replay-of","game":"k7","at":9}
    """

    game: _Words
    at: _Milliseconds
    article: _Words = ""


class Pressed(_Event, frozen=True, tag="pressed"):
    """`side` pressed the clock; `moved` and `recorded` (plies written down) tell whether it might.

    >>> print(encode(Pressed(side="white", at=5, recorded=3)).decode())
    {"e":"pressed","side":"white","at":5,"recorded":3}
    """

    side: SideName
    at: _Milliseconds
    moved: bool = True
    recorded: Annotated[int, msgspec.Meta(ge=0, le=9999)] | None = None


class Sealed(_Event, frozen=True, tag="sealed"):
    """`side`, to move, put its move into an envelope: see `damiera.game.sealed_moves`. The clocks stand.

    >>> Sealed(side="white", envelope=64 * "0", at=5).side
    'white'
    """

    side: SideName
    envelope: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    at: _Milliseconds


class Opened(_Event, frozen=True, tag="opened"):
    """The envelope is opened: the move that was in it is played and the game goes on.

    `drops` are the squares where men come back before it.

    >>> print(encode(Opened(path=(22, 18), salt="3f", at=5)).decode())
    {"e":"opened","path":[22,18],"salt":"3f","at":5}
    """

    path: Annotated[tuple[_Square, ...], msgspec.Meta(min_length=2)]
    salt: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    at: _Milliseconds
    drops: tuple[_Square, ...] = ()


class Adjourned(_Event, frozen=True, tag="adjourned"):
    """The game is broken off as it stands; the clocks stand: by the arbiter, or to call the arbiter.

    >>> print(encode(Adjourned(side="arbiter", at=5)).decode())
    {"e":"adjourned","side":"arbiter","at":5}
    """

    side: Claimant
    at: _Milliseconds


class Resumed(_Event, frozen=True, tag="resumed"):
    """A game broken off, or paused by agreement, goes on.

    >>> print(encode(Resumed(side="arbiter", at=9)).decode())
    {"e":"resumed","side":"arbiter","at":9}
    """

    side: Claimant
    at: _Milliseconds


class Interrupted(_Event, frozen=True, tag="interrupted"):
    """The program that keeps the time did not run from `at` to `until`: the clocks stand as they were.

    The computer slept, or was switched off: nobody could play meanwhile, and nobody has lost time by it.
    Where it `goes_on` the program ran and could store nothing: the clocks stood, and run on from `until`.

    >>> print(encode(Interrupted(at=5, until=900_000)).decode())
    {"e":"interrupted","at":5,"until":900000}
    """

    at: _Milliseconds
    until: _Milliseconds
    goes_on: bool = False


class PauseAsked(_Event, frozen=True, tag="pause-asked"):
    """`side` asks that both clocks stand for a while.

    >>> print(encode(PauseAsked(side="white", at=5)).decode())
    {"e":"pause-asked","side":"white","at":5}
    """

    side: SideName
    at: _Milliseconds


class PauseAccepted(_Event, frozen=True, tag="pause-accepted"):
    """`side` agrees: both clocks stand until either resumes.

    >>> print(encode(PauseAccepted(side="black", at=9)).decode())
    {"e":"pause-accepted","side":"black","at":9}
    """

    side: SideName
    at: _Milliseconds


class PauseDeclined(_Event, frozen=True, tag="pause-declined"):
    """`side` does not agree to a pause.

    >>> print(encode(PauseDeclined(side="black", at=9)).decode())
    {"e":"pause-declined","side":"black","at":9}
    """

    side: SideName
    at: _Milliseconds


class VacationBegun(_Event, frozen=True, tag="vacation-begun"):
    """`side` goes on vacation in a game by correspondence; `until`: its last moment, None: while it has some.

    >>> print(encode(VacationBegun(side="white", at=5)).decode())
    {"e":"vacation-begun","side":"white","at":5}
    >>> print(encode(VacationBegun(side="white", at=5, until=86_400_005)).decode())
    {"e":"vacation-begun","side":"white","at":5,"until":86400005}
    """

    side: SideName
    at: _Milliseconds
    until: _Milliseconds | None = None


class VacationEnded(_Event, frozen=True, tag="vacation-ended"):
    """`side` is back.

    >>> print(encode(VacationEnded(side="white", at=9)).decode())
    {"e":"vacation-ended","side":"white","at":9}
    """

    side: SideName
    at: _Milliseconds


class HostArrived(_Event, frozen=True, tag="host-arrived"):
    """Who gives the simultaneous display is at this board.

    >>> print(encode(HostArrived(at=5)).decode())
    {"e":"host-arrived","at":5}
    """

    at: _Milliseconds


class HostLeft(_Event, frozen=True, tag="host-left"):
    """Who gives the simultaneous display has gone on to the next board.

    >>> print(encode(HostLeft(at=9)).decode())
    {"e":"host-left","at":9}
    """

    at: _Milliseconds


class QuickMoves(_Event, frozen=True, tag="quick-moves"):
    """The arbiter begins, or ends, to count the moves aloud: so many seconds for each.

    >>> print(encode(QuickMoves(begin=True, at=5)).decode())
    {"e":"quick-moves","begin":true,"at":5}
    """

    begin: bool
    at: _Milliseconds


Event = (
    Moved
    | Resigned
    | DrawOffered
    | DrawAccepted
    | DrawDeclined
    | RepetitionClaimed
    | CountRequested
    | Flagged
    | CalledOff
    | TimeGiven
    | AbsenceClaimed
    | UndoAsked
    | UndoAccepted
    | UndoDeclined
    | Balloted
    | Bid
    | Passed
    | Touched
    | Announced
    | Repeated
    | Consented
    | Crowned
    | Irregular
    | ImproperCapture
    | Corrected
    | LetStand
    | Annulled
    | Refused
    | Ruled
    | Claimed
    | ClaimRuled
    | Replayed
    | ReplayOf
    | Pressed
    | Sealed
    | Opened
    | Adjourned
    | Interrupted
    | Resumed
    | PauseAsked
    | PauseAccepted
    | PauseDeclined
    | VacationBegun
    | VacationEnded
    | HostArrived
    | HostLeft
    | QuickMoves
)
"""Anything that can happen in a game: what `append` of a game takes, and what is stored."""

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_EXCERPT = 80


def encode(event: Event) -> bytes:
    """Return the event as JSON in UTF-8.

    >>> encode(Resigned(side="white", at=5))
    b'{"e":"resigned","side":"white","at":5}'
    """
    return _encoder.encode(event)


def decode(data: bytes | str) -> Event:
    """Return the event that `encode` wrote.

    Raises:
        BadGameEvent: if the text is damaged, is no event, or has a field that no event has.

    >>> decode('{"e":"moved","path":[22,18],"at":1200}')
    Moved(path=(22, 18), at=1200, side=None, drops=(), crowned=True)
    """
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadGameEvent(str(error), _excerpt(data)) from None


def _excerpt(data: bytes | str) -> str:
    text = data if isinstance(data, str) else data.decode("utf-8", errors="replace")
    return text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…"

"""People who have done something here, and what an account keeps of them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "AbuseReportRecord",
    "AccountRecord",
    "FriendChoiceRecord",
    "FriendRecord",
    "OpponentRecord",
    "PlayerRecord",
    "RatedGameRecord",
    "RatingChangeRecord",
    "RatingRecord",
    "SessionRecord",
]


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A person who has done something here; a guest until they ask for more.

    Attributes:
        id: what stands for them in games and archives.
        name: what they are called; they may change it.
        created_at: when they did the first thing that was kept, in milliseconds since 1970.
        role: what somebody with an account may do: `player`, `arbiter` or `admin`; None for a guest.
        is_bot: whether they are a program.

    >>> PlayerRecord("p1", "Anna", 1_700_000_000_000).name
    'Anna'
    """

    id: str
    name: str
    created_at: int
    role: str | None = None
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class AccountRecord:
    """Somebody who comes in with a name and a password.

    Attributes:
        player_id: the player that they are.
        name: what they are called.
        key: the name as names are compared.
        password: the hash of their password, with how it was made.
        role: `player`, `arbiter` or `admin`.
        since: when they registered, in milliseconds since 1970.

    >>> AccountRecord("p1", "Anna", "anna", "$argon2id$...", "player", 1_700_000_000_000).role
    'player'
    """

    player_id: str
    name: str
    key: str
    password: str
    role: str
    since: int


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A device on which somebody is known.

    Attributes:
        token_hash: the hash of what the device shows.
        created_at: when it came in, in milliseconds since 1970.
        device: what it says it is; empty where it was not asked.
        seen_at: when it was last heard of; None if not since.

    >>> SessionRecord("5d41", 1_700_000_000_000, "Firefox, Linux").seen_at is None
    True
    """

    token_hash: str
    created_at: int
    device: str
    seen_at: int | None = None


@dataclass(frozen=True, slots=True)
class RatingRecord:
    """Somebody's rating in one game at one speed, by Glicko-2.

    Attributes:
        game: the game (slug).
        speed: by which clocks: `blitz`, `rapid`, `standard` or `post`.
        rating: points.
        deviation: one standard deviation, in points.
        volatility: how much the strength is expected to change; no unit.
        games: how many games it rests on.
        at: when it last changed, in milliseconds since 1970.

    >>> RatingRecord("italian", "rapid", 1662.3, 290.3, 0.06, 1, 1_700_000_000_000).games
    1
    """

    game: str
    speed: str
    rating: float
    deviation: float
    volatility: float
    games: int
    at: int


@dataclass(frozen=True, slots=True)
class RatingChangeRecord:
    """What one rated game did to a rating.

    Attributes:
        game_id: the game that was played.
        game: its kind (slug).
        speed: by which clocks it was played.
        at: when it was rated, in milliseconds since 1970.
        score: 1 for a win, 0.5 for a draw, 0 for a loss.
        before, after: the points before and after it.
        deviation: one standard deviation after it, in points.
        opponent: the points of the other player before it.

    >>> RatingChangeRecord("g1", "italian", "rapid", 1_700_000_000_000, 1, 1500, 1662.3, 290.3, 1500).score
    1
    """

    game_id: str
    game: str
    speed: str
    at: int
    score: float
    before: float
    after: float
    deviation: float
    opponent: float


@dataclass(frozen=True, slots=True)
class RatedGameRecord:
    """What accounts have agreed of a game.

    Attributes:
        rated: whether its result changes their ratings.
        private: whether it is kept out of what others see of its players.
        settled: whether nothing is to be done about its rating any more.

    >>> RatedGameRecord(rated=True, private=False).settled
    False
    """

    rated: bool
    private: bool
    settled: bool = False


@dataclass(frozen=True, slots=True)
class AbuseReportRecord:
    """What somebody told the people who run this server about another.

    Attributes:
        id: its name.
        reporter, about: what who tells, and whom it is about, were called then.
        reporter_id, about_id: who they are; None once their account is gone.
        words: what was told.
        game_id: the game it is about; empty where it is about none.
        evidence: the game as it stood then, as PDN; empty without one.
        at: when, in milliseconds since 1970.
        closed_at, closed_by: when, and by whom, it was put away; None and empty before.

    >>> AbuseReportRecord(
    ...     "r1", "Anna", "p1", "Bruno", "p2", "He insults people.", "", "", 1_700_000_000_000
    ... ).closed_at is None
    True
    """

    id: str
    reporter: str
    reporter_id: str | None
    about: str
    about_id: str | None
    words: str
    game_id: str
    evidence: str
    at: int
    closed_at: int | None = None
    closed_by: str = ""


@dataclass(frozen=True, slots=True)
class FriendRecord:
    """Another with whom somebody is friends, or would be.

    Attributes:
        player_id, name: the other.
        asked_by: who asked: the id of one of the two. `at`: when, in milliseconds since 1970.
        accepted_at: when the other agreed; None before.
        is_seen: whether the other lets friends see when they are here.

    >>> FriendRecord("p2", "Bruno", "p1", 1_700_000_000_000, None, True).accepted_at is None
    True
    """

    player_id: str
    name: str
    asked_by: str
    at: int
    accepted_at: int | None
    is_seen: bool


@dataclass(frozen=True, slots=True)
class FriendChoiceRecord:
    """What somebody lets others do.

    Attributes:
        may_ask: whether others may ask to be friends.
        is_seen: whether friends see when they are here and what they play.

    >>> FriendChoiceRecord().may_ask
    True
    """

    may_ask: bool = True
    is_seen: bool = True


@dataclass(frozen=True, slots=True)
class OpponentRecord:
    """How many games somebody has won, drawn and lost against another, who is called `name`.

    >>> OpponentRecord("Marta", won=2, drawn=1, lost=0).won
    2
    """

    name: str
    won: int
    drawn: int
    lost: int

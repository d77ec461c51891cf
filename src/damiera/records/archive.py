"""Games that came from files, and the files on their way into an archive."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ArchiveFacts", "ArchiveRecord", "ArchiveSummary", "ArchivedGame", "ImportRecord", "RefusedGame"]


@dataclass(frozen=True, slots=True)
class ArchiveFacts:
    """What a file tells of a game.

    Attributes:
        game, plies, result: what was played.
        white, black, event, date: who, where and when; empty where the file does not know.
        number: which game of its file.
    """

    game: str
    white: str
    black: str
    event: str
    date: str
    result: str
    plies: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedGame(ArchiveFacts):
    """A game as its file has it, for the archive, with what it is found by.

    Attributes:
        start_fen, moves: where it begins, None where the game has its own start; the main line.
        tags, pdn: all that the file said, its tags as JSON.
        search: the text that is searched.
        digest: what it is known again by.
    """

    tags: str
    start_fen: str | None
    moves: str
    pdn: str
    search: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveSummary(ArchiveFacts):
    """What a list shows of an archived game: whose it is, and the name of its file (`source`)."""

    id: str
    player_id: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveRecord(ArchiveSummary):
    """A whole archived game: `tags` is JSON, `moves` the main line, `pdn` everything the file said."""

    tags: str
    start_fen: str | None
    moves: str
    pdn: str


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """A PDN file on its way into an archive: `done` of `total` games were read.

    `status` is running, done or stopped. With `beginnings` the legal moves of a game that stops being legal
    are kept.
    """

    id: str
    player_id: str
    name: str
    created_at: int
    updated_at: int
    status: str
    total: int
    done: int
    imported: int
    duplicates: int
    refused: int
    beginnings: bool


@dataclass(frozen=True, slots=True)
class RefusedGame:
    """A game of a file that was refused: which, where, and why.

    `reason` is the message as `damiera.messages.to_data` writes it, in JSON.
    """

    game: int
    line: int
    column: int
    reason: str
    excerpt: str

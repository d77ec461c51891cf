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
        number: which game of its file, from 1.

    >>> ArchiveFacts("italian", "Rossi", "Bianchi", "Coppa", "2008.05.01", "2-0", 41, 1).white
    'Rossi'
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

    >>> game = ArchivedGame(
    ...     game="italian", white="Rossi", black="Bianchi", event="Coppa", date="2008.05.01", result="2-0",
    ...     plies=3, number=1, tags="{}", start_fen=None, moves="22-18 10-14 18-11", pdn="1. 22-18 10-14 …",
    ...     search="rossi bianchi coppa", digest="5f1c",
    ... )
    >>> game.moves.split()[0]
    '22-18'
    """

    tags: str
    start_fen: str | None
    moves: str
    pdn: str
    search: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveSummary(ArchiveFacts):
    """What a list shows of an archived game: whose it is, and the name of its file (`source`).

    >>> summary = ArchiveSummary(
    ...     game="italian", white="Rossi", black="Bianchi", event="", date="", result="1-1", plies=60,
    ...     number=2, id="a1", player_id="p1", source="coppa.pdn",
    ... )
    >>> summary.source, summary.number
    ('coppa.pdn', 2)
    """

    id: str
    player_id: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveRecord(ArchiveSummary):
    """A whole archived game: `tags` is JSON, `moves` the main line, `pdn` everything the file said.

    >>> game = ArchiveRecord(
    ...     game="italian", white="Rossi", black="Bianchi", event="", date="", result="1-1", plies=2,
    ...     number=2, id="a1", player_id="p1", source="coppa.pdn", tags="{}", start_fen=None,
    ...     moves="22-18 10-14", pdn="1. 22-18 10-14 1-1",
    ... )
    >>> len(game.moves.split()) == game.plies
    True
    """

    tags: str
    start_fen: str | None
    moves: str
    pdn: str


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """A PDN file on its way into an archive.

    Attributes:
        name: the name of the file.
        status: running, done or stopped.
        done, total: how many games were read, of how many.
        imported, duplicates, refused: what became of those that were read.
        beginnings: whether the legal moves of a game that stops being legal are kept.
        game: what somebody has said its games are; empty where the file says it, None while they are asked.
        overrules: whether `game` counts for the games too that say by a tag what they are.
        judgement: what the file is taken for, as JSON.

    >>> files = ImportRecord("i1", "p1", "coppa.pdn", 1, 9, "running", 100, 40, 37, 1, 2, False)
    >>> files.imported + files.duplicates + files.refused == files.done
    True
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
    game: str | None = ""
    overrules: bool = False
    judgement: str = ""


@dataclass(frozen=True, slots=True)
class RefusedGame:
    """A game of a file that was refused.

    Attributes:
        game: which game of the file, from 1.
        line, column: where the file goes wrong, from 1.
        reason: the message as `damiera.messages.to_data` writes it, in JSON.
        excerpt: the text there.

    >>> RefusedGame(3, 41, 7, '{"id": "No such move."}', "12. 9-18").line
    41
    """

    game: int
    line: int
    column: int
    reason: str
    excerpt: str

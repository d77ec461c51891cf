"""Finding games again: one's own, those brought in from files, and what one has written about them.

An archive is its owner's; what is imported at the machine itself, from the command line, is the server's own
and in everybody's archive. Whoever knows a game's name may read it; who played it, or has it in
their archive, may annotate it, and each player's notes are their own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

import msgspec

from damiera._core import Position, Side
from damiera.errors import DamieraError
from damiera.game.outcome import Outcome
from damiera.game.sides import side_name
from damiera.messages import Lang, Message, Text
from damiera.notation.pdn.model import PdnGame, PdnMove, readable
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn
from damiera.records.archive import ArchiveRecord, ArchiveSummary
from damiera.records.games import GameRecord, NoteRecord
from damiera.regulations.book import rulebook
from damiera.rules.crowning import becomes_king, leaves_board
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.service.errors import BadTerms, NotFound, NotYours
from damiera.service.game_views import due_text, game_line, pieces_view, with_notes
from damiera.service.identity import LOCAL_PLAYER
from damiera.service.live import GameCache, LiveGame, after_view, captured_in_order, clock_of
from damiera.service.ports import Transaction
from damiera.service.record import (
    Earlier,
    annotated_parts,
    check_note,
    earlier_of,
    earlier_parts,
    position_at,
    record_of,
    told_parts,
)
from damiera.service.views import (
    ArchivedView,
    ArchiveLineView,
    ArchivePage,
    DrawFactsView,
    GamePage,
    GameView,
    OutcomeView,
    PlayerView,
    PlyView,
)

__all__ = ["LARGEST_PAGE", "MOST_EXPORTED", "ArchiveService", "folded", "players_seen_by", "white_first"]

PAGE: Final = 30
LARGEST_PAGE: Final = 200
"""The most games that a page of the archive may hold."""
MOST_EXPORTED: Final = 5_000
"""The most games that one export holds."""
_NOT_OVER: Final = Message("Notes are written when the game is over.")


class ArchiveService:
    """The use cases of somebody who looks for a game, replays it, writes about it, takes it away."""

    def __init__(self, cache: GameCache) -> None:
        self._cache = cache
        self._store = cache.store

    def my_games(self, player_id: str, lang: Lang, *, page: int = 1, size: int = PAGE) -> GamePage:
        """Return a player's games: unfinished first, among them those that wait for them."""
        page, size = max(1, page), _size(size)
        with self._store.read() as work:
            rows = work.games.of_player(player_id, limit=size, offset=(page - 1) * size)
            total = work.games.count_of_player(player_id)
        lines = tuple(game_line(row, player_id, lang, self._due_text(row, player_id, lang)) for row in rows)
        return GamePage(items=lines, total=total, page=page, pages=_pages(total, size))

    def _due_text(self, row: GameRecord, player_id: str, lang: Lang) -> str:
        """Say by when the move of an unfinished game is due; nothing where its clock counts no days."""
        settings = clock_of(row)
        if settings is None or not settings.counts_days or row.stand.score is not None:
            return ""
        live = self._cache.load(row.id)
        return due_text(live, live.sides_of(player_id), self._cache.clock.now_ms(), lang)

    def search(
        self,
        player_id: str | None,
        lang: Lang,
        *,
        query: str = "",
        game: str | None = None,
        page: int = 1,
        size: int = PAGE,
    ) -> ArchivePage:
        """Return the games of a player's archive that have all words of the query in their tags.

        Case and accents make no difference. The newest file comes first, its games in the file's order.
        A stranger (None) finds the server's own games.
        """
        page, size = max(1, page), _size(size)
        words = folded(query).split()
        with self._store.read() as work:
            rows = work.archive.page(
                players_seen_by(player_id), words=words, game_slug=game, limit=size, offset=(page - 1) * size
            )
            counts = work.archive.counts(players_seen_by(player_id), words=words)
        total = counts.get(game, 0) if game else sum(counts.values())
        return ArchivePage(
            items=tuple(_line(row, lang) for row in rows),
            total=total,
            page=page,
            pages=_pages(total, size),
            query=query,
            game=game,
            kinds=counts,
        )

    def archived(self, archive_id: str, viewer: str | None, lang: Lang) -> ArchivedView:
        """Return an archived game to be replayed. Raises `NotFound`."""
        with self._store.read() as work:
            row = _archived(work, archive_id)
            notes = work.archive.notes(archive_id, viewer) if viewer else ()
        game = _read(row)
        return ArchivedView(
            view=_archived_view(row, game, notes, lang),
            tags=game.tags,
            source=row.source,
            number=row.number,
            comment=_before_first_move(game),
            yours=viewer is not None and row.player_id in players_seen_by(viewer),
        )

    def remove(self, archive_id: str, player_id: str) -> None:
        """Take a game out of a player's archive. Raises `NotFound` if it is not there."""
        with self._store.write() as work:
            if not work.archive.remove(archive_id, player_id):
                raise NotFound(archive_id)
            work.explorer.forget(archive_id)

    def notes(self, game_id: str, player_id: str | None) -> Sequence[NoteRecord]:
        """Return a player's notes on a played game; none to a stranger."""
        if player_id is None:
            return ()
        with self._store.read() as work:
            return work.games.notes(game_id, player_id)

    def annotate(self, game_id: str, player_id: str, ply: int, comment: str, mark: str = "") -> None:
        """Write a note at half-move `ply` (0 is the first) of a game of one's own, played or archived.

        Raises:
            NotFound, NotYours: if there is no such game, or it is another's.
            BadTerms: if the note cannot be kept, or the game is not over.
        """
        with self._store.read() as work:
            kept = work.archive.get(game_id)
        if kept is not None:
            self._annotate_archived(kept, player_id, ply, comment, mark)
        else:
            self._annotate_played(self._cache.load(game_id), player_id, ply, comment, mark)

    def positions(self, game_id: str) -> tuple[Position, ...]:
        """Return every position of a game, played or archived. Raises `NotFound`."""
        found = self._find(game_id)
        return found.game.positions if isinstance(found, LiveGame) else _read(found).all_positions

    def fen(self, game_id: str, ply: int | None = None) -> str:
        """Return the position after `ply` half-moves, the last one if none is named. Raises `NotFound`."""
        return position_at(self.positions(game_id), ply).fen

    def pdn(self, game_id: str, viewer: str | None = None, lang: Lang = "en") -> str:
        """Return a game as PDN, with the viewer's notes if they may write any. Raises `NotFound`."""
        with self._store.read() as work:
            return self._written(work, game_id, viewer, lang)

    def record(
        self, game_id: str, viewer: str | None = None, lang: Lang = "en"
    ) -> tuple[PdnGame, Outcome | None]:
        """Return a game as it is written down, and how it ended where we saw it end. Raises `NotFound`."""
        with self._store.read() as work:
            written = self._record(work, game_id, viewer, lang)
            played = None if work.archive.get(game_id) else self._cache.fetch(work, game_id)
        return written, played.game.outcome if played else None

    def earlier(self, game_id: str, viewer: str | None = None, lang: Lang = "en") -> tuple[Earlier, ...]:
        """Return what was played before the moves of `record`, where the board changed without a move.

        What happened beside the moves of a game played here is told in the language `lang`.

        Raises:
            NotFound: if there is no such game.
        """
        with self._store.read() as work:
            row = work.archive.get(game_id)
            if row is not None:
                notes = work.archive.notes(game_id, viewer) if viewer else ()
                return earlier_parts(annotated_parts(_read(row), notes))
            notes = work.games.notes(game_id, viewer) if viewer else ()
            live = self._cache.fetch(work, game_id)
            return told_parts(earlier_of(live, notes), record_of(live, notes, lang))

    def export(self, game_ids: Sequence[str], viewer: str | None = None, lang: Lang = "en") -> str:
        """Return several games, played or archived, as one PDN text, in the order given.

        Raises:
            NotFound: if one of them is not there.
            BadTerms: for none, or too many at once.
        """
        if not 0 < len(game_ids) <= MOST_EXPORTED:
            said = Message("Choose 1 to {most} games.")
            raise BadTerms("games", said.format(most=MOST_EXPORTED))
        with self._store.read() as work:
            return "\n".join(self._written(work, id, viewer, lang) for id in game_ids)

    def export_search(
        self, player_id: str | None, *, query: str = "", game: str | None = None, lang: Lang = "en"
    ) -> str:
        """Return all games that `search` finds as one PDN text; empty if there are none."""
        with self._store.read() as work:
            words = folded(query).split()
            rows = work.archive.page(
                players_seen_by(player_id), words=words, game_slug=game, limit=MOST_EXPORTED, offset=0
            )
            return "\n".join(self._written(work, row.id, player_id, lang) for row in rows)

    def _written(self, work: Transaction, game_id: str, viewer: str | None, lang: Lang) -> str:
        """Return a game as PDN; one that was brought in with the tags that it had."""
        is_archived = work.archive.get(game_id) is not None
        return write_pdn(self._record(work, game_id, viewer, lang), tags="kept" if is_archived else "strict")

    def _record(self, work: Transaction, game_id: str, viewer: str | None, lang: Lang = "en") -> PdnGame:
        row = work.archive.get(game_id)
        if row is not None:
            return annotated_parts(_read(row), work.archive.notes(game_id, viewer) if viewer else ())
        notes = work.games.notes(game_id, viewer) if viewer else ()
        return record_of(self._cache.fetch(work, game_id), notes, lang)

    def _find(self, game_id: str) -> LiveGame | ArchiveRecord:
        with self._store.read() as work:
            return work.archive.get(game_id) or self._cache.fetch(work, game_id)

    def _annotate_archived(
        self, row: ArchiveRecord, player_id: str, ply: int, comment: str, mark: str
    ) -> None:
        if row.player_id not in players_seen_by(player_id):
            raise NotYours(_NOT_YOUR_ARCHIVE)
        comment, mark = check_note(ply, row.plies, comment, mark)
        with self._store.write() as work:
            work.archive.set_note(row.id, player_id, ply=ply, comment=comment, mark=mark)

    def _annotate_played(self, live: LiveGame, player_id: str, ply: int, comment: str, mark: str) -> None:
        if not live.sides_of(player_id):
            raise NotYours(_NOT_YOUR_GAME)
        if live.game.outcome is None:
            raise BadTerms("game", _NOT_OVER)
        comment, mark = check_note(ply, live.game.ply, comment, mark)
        with self._store.write() as work:
            work.games.set_note(live.id, player_id, ply=ply, comment=comment, mark=mark)


_NOT_YOUR_ARCHIVE: Final = Message("This game is in another's archive: you may read it, not write in it.")
_NOT_YOUR_GAME: Final = Message("Notes are for who played the game: you may copy its PDN.")


def folded(text: str) -> str:
    """Return a text as it is searched: without case and accents.

    >>> folded("Niccolò ROSSI")
    'niccolo rossi'
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def white_first(game: PdnGame) -> str:
    """Return White's points and Black's; `*` for an unfinished game, `0-0` for one lost by both."""
    if game.result in ("*", "0-0"):
        return game.result
    match game.winner:
        case Side.WHITE:
            return "2-0"
        case Side.BLACK:
            return "0-2"
        case _:
            return "1-1"


def players_seen_by(player_id: str | None) -> tuple[str, ...]:
    """Return the owners of the games in a player's archive: the player, and the server's own."""
    return (LOCAL_PLAYER,) if player_id in (None, LOCAL_PLAYER) else (player_id, LOCAL_PLAYER)


def _size(size: int) -> int:
    return min(max(1, size), LARGEST_PAGE)


def _pages(total: int, size: int) -> int:
    return max(1, -(-total // size))


def _line(row: ArchiveSummary, lang: Lang) -> ArchiveLineView:
    return ArchiveLineView(
        id=row.id,
        game=row.game,
        game_name=ruleset(row.game).name.text(lang),
        white=row.white,
        black=row.black,
        event=row.event,
        date=row.date,
        score=row.result,
        plies=row.plies,
        source=row.source,
        number=row.number,
    )


def _archived(work: Transaction, archive_id: str) -> ArchiveRecord:
    row = work.archive.get(archive_id)
    if row is None:
        raise NotFound(archive_id)
    return row


def _read(row: ArchiveRecord) -> PdnGame:
    """Return the archived game; its PDN is our own writing and was legal when it was stored."""
    game = next(read_pdn(row.pdn, asked=ruleset(row.game)))
    if isinstance(game, DamieraError):
        raise game
    return game


def _archived_view(row: ArchiveRecord, game: PdnGame, notes: Sequence[NoteRecord], lang: Lang) -> GameView:
    positions = game.all_positions
    last, rules = positions[-1], game.ruleset
    outcome = _archived_outcome(row, lang)
    white = _person(row.white, Message("White"), lang)
    black = _person(row.black, Message("Black"), lang)
    return GameView(
        id=row.id,
        version=0,
        game=rules.slug,
        game_name=rules.name.text(lang),
        rulebook=rules.rulebooks[0],
        rulebook_name=rulebook(rules.rulebooks[0]).short.text(lang),
        lang=lang,
        fen=last.fen,
        start_fen=game.parts[0].start.fen,
        start_pieces=pieces_view(positions[0]),
        pieces=pieces_view(last),
        ply=len(positions) - 1,
        side=side_name(last.side),
        you=None,
        white=white,
        black=black,
        players={"white": white, "black": black},
        turn_text=outcome.line if outcome else "",
        moves=(),
        must=(),
        refusals={},
        book=None,
        history=with_notes(_history(game, positions), notes),
        clock=None,
        outcome=outcome,
        draw_offer=None,
        undo_request=None,
        can_undo=False,
        thinking=False,
        facts=_facts(last, rules),
    )


def _person(name: str, colour: Text, lang: Lang) -> PlayerView:
    return PlayerView(name=name or colour.text(lang), kind="human")


def _history(game: PdnGame, positions: Sequence[Position]) -> tuple[PlyView, ...]:
    """Return the moves of all parts; behind the last of a part why the board changed without a move."""
    out: list[PlyView] = []
    for part in game.parts:
        out += (_ply(ply, played, positions[ply]) for ply, played in enumerate(part.mainline, len(out)))
        if out and part.text:
            said = " ".join(filter(None, [out[-1].comment, part.text]))
            out[-1] = msgspec.structs.replace(out[-1], comment=said)
    if not game.earlier:
        return tuple(out)
    # A browser plays moves; what changed without one it must be told.
    return tuple(msgspec.structs.replace(one, after=pieces_view(positions[one.ply + 1])) for one in out)


def _before_first_move(game: PdnGame) -> str:
    """Return what is said before the first move: why the board changed too, where it did so at once."""
    said = list[str]()
    for part in game.parts:
        said.append(readable(part.comment))
        if part.mainline:
            break
        said.append(part.text)
    return " ".join(filter(None, said))


def _ply(ply: int, played: PdnMove, before: Position) -> PlyView:
    move = played.move
    path = before.paths(move)[0]
    return PlyView(
        ply=ply,
        text=played.text,
        path=path,
        captured=captured_in_order(before, move, path),
        promotes=becomes_king(before.rules, move),
        leaves=leaves_board(before.rules, move),
        becomes=move.becomes,
        side=side_name(before.side),
        comment=readable(played.comment),
        mark=played.strength,
        after=after_view(before, move),
        drops=move.drops,
    )


def _archived_outcome(row: ArchiveRecord, lang: Lang) -> OutcomeView | None:
    """Return the result that the file gives; how the game came to it, the file does not say."""
    said = _RESULTS.get(row.result)
    if said is None:
        return None
    winner, title = said
    return OutcomeView(
        score=row.result,
        winner=side_name(winner) if winner is not None else None,
        termination="",
        title=title.text(lang),
        text="",
        article=None,
        points=row.result,
        line=f"{title.text(lang)} {row.result}.",
    )


_RESULTS: Final[dict[str, tuple[Side | None, Text]]] = {
    "2-0": (Side.WHITE, Message("White wins")),
    "0-2": (Side.BLACK, Message("Black wins")),
    "1-1": (None, Message("Draw")),
    "0-0": (None, Message("Lost by both")),
}


def _facts(position: Position, rules: Ruleset) -> DrawFactsView:
    return DrawFactsView(
        white_pieces=len(position.white_men) + len(position.white_kings),
        black_pieces=len(position.black_men) + len(position.black_kings),
        repetition=1,
        repetition_limit=None,
        repetition_claimable=False,
        count=None,
        count_text="",
        count_claimable=False,
    )

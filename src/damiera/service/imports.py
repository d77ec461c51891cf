"""Bringing a PDN file into an archive, a few games at a time.

The file is kept until it is read to its end, so the work goes on when the page is closed and after a restart.
Each `step` is one transaction: what it has counted is in the archive, what was stopped is kept, and of two
processes that step the same import one finds the work done. A game that is there already is known by what it
says, not by its name.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, cast

import msgspec
from cachetools import LRUCache

from damiera.errors import DamieraError
from damiera.messages import Joined, Lang, Message, Text, Verbatim, from_data, to_data
from damiera.notation.pdn.decode import decode
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.guess import is_said_wrongly
from damiera.notation.pdn.judgement import FileJudgement, judge
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import PdnReader
from damiera.notation.pdn.writer import write_pdn
from damiera.records.archive import ArchivedGame, ImportRecord, RefusedGame
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.service.archive import folded, white_first
from damiera.service.errors import BadTerms, NotFound, NotYours
from damiera.service.identity import LOCAL_PLAYER
from damiera.service.names import new_id
from damiera.service.ports import ServerClock, StorePort, Transaction
from damiera.service.views import ImportErrorView, ImportView, LikelyGameView

__all__ = ["ImportService", "count_games", "games_fitting"]

LARGEST_FILE: Final = 64 * 1024 * 1024
GAMES_A_STEP: Final = 50
ERRORS_SHOWN: Final = 100
_READERS_KEPT: Final = 8
_NAME_LENGTH: Final = 120
# A tag of our own, in the archive's list only: a tag of the text said wrongly which game it is.
_TOLD_BY_MOVES: Final = "DamieraGuessed"
_GUESSED: Final = Message("The tags of some games cannot be right; the moves tell which game it is: {games}.")
_AS_ANSWERED: Final = Message("Games without tag are read as {game}: so it was answered.")
_ALL_AS_ANSWERED: Final = Message("All games are read as {game}: so it was answered.")
_WAITS: Final = Message("It waits for you: which game is it?")
_KEPT: Final = Message(
    "{reason} The legal beginning, {n} plies, is in the archive with the rest as a remark."
)

Status = Literal["running", "done", "stopped"]


class _Taken(msgspec.Struct, frozen=True):
    """What came of a game of a file: a game for the archive, an error, or both: its legal beginning."""

    game: ArchivedGame | None
    error: PdnError | None


class _Counts(msgspec.Struct):
    """What one step has made of its games."""

    imported: int = 0
    duplicates: int = 0
    refused: int = 0


class ImportService:
    """The use cases of somebody with a PDN file."""

    def __init__(self, store: StorePort, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock
        self._readers: LRUCache[str, PdnReader] = LRUCache(_READERS_KEPT)
        self._lock = threading.Lock()

    def start(
        self,
        player_id: str,
        name: str,
        data: bytes,
        lang: Lang = "it",
        *,
        beginnings: bool = False,
        game: str = "",
        overrules: bool = True,
    ) -> ImportView:
        """Take a file; `step` reads it. One whose games are not certain waits for `answer`.

        With `beginnings` a game that stops being legal is told as refused, and its legal moves are kept all
        the same, with the rest of it as a remark. `game` names what its games are: all of them, or without
        `overrules` those that do not say it by a tag; empty where the file says or shows it.

        Raises:
            BadTerms: if it is empty, larger than 64 MiB, or no text; if there is no such game.
        """
        _check(data)
        said = _known_game(game) if game else None
        text, job_id, now = decode(data), new_id(), self._clock.now_ms()
        found = judge(text)
        answer = "" if found.is_sure else None
        with self._store.write() as work:
            work.imports.add(
                id=job_id,
                player_id=player_id,
                name=_tidy(name),
                total=count_games(text),
                data=data,
                beginnings=beginnings,
                game=answer if said is None else said.slug,
                overrules=said is not None and overrules,
                judgement=_judgement(found, said if overrules else None),
                at=now,
            )
        return self.state(job_id, player_id, lang)

    def answer(
        self, job_id: str, player_id: str, game: str, lang: Lang, *, overrules: bool = False
    ) -> ImportView:
        """Say which game the games of a waiting file are; an answer that comes too late changes nothing.

        Raises:
            NotFound, NotYours: if there is no such import, or it is another's.
            BadTerms: if there is no such game.
        """
        said = _known_game(game)
        with self._store.write() as work:
            _own(work, job_id, player_id)
            work.imports.answer(job_id, game=said.slug, overrules=overrules, at=self._clock.now_ms())
        return self.state(job_id, player_id, lang)

    def step(self, job_id: str, *, games: int = GAMES_A_STEP) -> bool:
        """Read some more games; return whether there may be more to read.

        Most of the time goes into reading, outside any transaction: a thread of its own suits it, so that
        nobody who plays waits for it.

        Raises:
            NotFound: if there is no such import.
        """
        with self._lock:
            with self._store.read() as work:
                job = _job(work, job_id)
            if job.status != "running" or job.game is None:
                self._readers.pop(job_id, None)
                return False
            items = _next_items(self._reader(job), games)
            rows = [_taken(item, job) for item in items]
            ended = len(items) < games
            self._keep(job, rows, ended=ended)
            if ended:
                self._readers.pop(job_id, None)
            return not ended

    def state(self, job_id: str, player_id: str, lang: Lang) -> ImportView:
        """Return how far an import has come, to whoever began it. Raises `NotFound`, `NotYours`."""
        with self._store.read() as work:
            job = _own(work, job_id, player_id)
            errors = work.imports.errors(job_id, limit=ERRORS_SHOWN)
            guessed = work.archive.marked(player_id, job_id, _TOLD_BY_MOVES)
        view = msgspec.structs.replace(_view(job, errors, lang), guessed=_guessed(guessed).text(lang))
        told_otherwise = sum(guessed.values()) >= job.imported > 0
        return msgspec.structs.replace(view, judgement="") if told_otherwise else view

    def errors(self, job_id: str, player_id: str, lang: Lang) -> tuple[ImportErrorView, ...]:
        """Return all that was refused, to be saved as a list. Raises `NotFound`, `NotYours`."""
        with self._store.read() as work:
            job = _own(work, job_id, player_id)
            found = work.imports.errors(job_id, limit=job.refused)
        return tuple(_error_view(error, lang) for error in found)

    def mine(self, player_id: str, lang: Lang, *, limit: int = 10) -> tuple[ImportView, ...]:
        """Return a player's latest imports, without their errors."""
        with self._store.read() as work:
            return tuple(_view(job, (), lang) for job in work.imports.of_player(player_id, limit=limit))

    def stop(self, job_id: str, player_id: str, lang: Lang) -> ImportView:
        """Stop an import and keep what it has brought in. Raises `NotFound`, `NotYours`."""
        with self._store.write() as work:
            job = _own(work, job_id, player_id)
            work.imports.finish(
                job_id, status="stopped", total=max(job.total, job.done), at=self._clock.now_ms()
            )
        return self.state(job_id, player_id, lang)

    def unfinished(self) -> list[str]:
        """Return the imports to go on with, the oldest first: all of them after a restart."""
        with self._store.read() as work:
            return [job.id for job in work.imports.running()]

    def _reader(self, job: ImportRecord) -> PdnReader:
        """Return the reader of a file, standing where the import stands."""
        reader = self._readers.pop(job.id, None)
        if reader is None or reader.number != job.done:
            with self._store.read() as work:
                reader = _reader_of(job, work.imports.data(job.id))
            while reader.number < job.done and reader.next() is not None:
                pass
        self._readers[job.id] = reader
        return reader

    def _keep(self, job: ImportRecord, rows: Sequence[_Taken], *, ended: bool) -> None:
        """Store what was read, unless another process has done so or the import was stopped."""
        now, done, counts = self._clock.now_ms(), job.done + len(rows), _Counts()
        with self._store.write() as work:
            if not _advance(work, job, job.done, done, _Counts(), now):
                return
            digests = [taken.game.digest for taken in rows if taken.game is not None]
            known = work.archive.known((job.player_id, LOCAL_PLAYER), digests)
            for taken in rows:
                _store(work, job, taken, known, counts)
            _advance(work, job, done, done, counts, now)
            if ended:
                work.imports.finish(job.id, status="done", total=done, at=now)


def count_games(text: str) -> int:
    """Return about how many games a text holds, by its blocks of tags; at least 1.

    >>> count_games('[White "A"]\\n\\n1. 21-17 *\\n\\n[White "B"]\\n1. 22-18 *')
    2
    """
    games, in_tags = 0, False
    for line in text.splitlines():
        plain = line.lstrip()
        if plain:
            games += plain.startswith("[") and not in_tags
            in_tags = plain.startswith("[")
    return max(1, games)


def _reader_of(job: ImportRecord, data: bytes) -> PdnReader:
    said = ruleset(job.game) if job.game else None
    return PdnReader(data, asked=said) if job.overrules else PdnReader(data, default=said)


def _known_game(name: str) -> Ruleset:
    try:
        return ruleset(name)
    except DamieraError as error:
        raise BadTerms("game", error.message) from None


def games_fitting(text: str) -> tuple[Ruleset, ...]:
    """Return the games of draughts in which a text without tags is possible, the likeliest first.

    >>> [one.slug for one in games_fitting("1. c3-d4 f6-g5 2. b2-c3 g5-h4 *")]
    ['russian', 'brazilian', 'czech']
    """
    return tuple(one.ruleset for one in judge(text).candidates if one.n)


def _judgement(found: FileJudgement, asked: Ruleset | None) -> str:
    """Return what is kept of a judgement: what is said of it, and what the games may be."""
    text = found.text if asked is None else found.text_where_asked(asked)
    likely = [] if asked is not None or found.is_sure else [(c.ruleset.slug, c.n) for c in found.candidates]
    return msgspec.json.encode({"text": to_data(text), "likely": likely}).decode()


def _judgement_view(job: ImportRecord, lang: Lang) -> tuple[str, tuple[LikelyGameView, ...]]:
    """Return what is said of the games, and what they may be while somebody is asked."""
    if not job.judgement:
        return "", ()
    kept = msgspec.json.decode(job.judgement)
    if kept["likely"] and job.game:
        said = _ALL_AS_ANSWERED if job.overrules else _AS_ANSWERED
        return said.format(game=ruleset(job.game).name).text(lang), ()
    likely = [
        LikelyGameView(slug=slug, name=ruleset(slug).name.text(lang), n=n) for slug, n in kept["likely"]
    ]
    return from_data(kept["text"]).text(lang), tuple(likely)


def _next_items(reader: PdnReader, games: int) -> list[PdnGame | PdnError]:
    """Return the next games of a file; fewer than asked for at its end."""
    items: list[PdnGame | PdnError] = []
    while len(items) < games and (item := reader.next()) is not None:
        items.append(item)
    return items


def _advance(
    work: Transaction, job: ImportRecord, expected: int, done: int, counts: _Counts, now: int
) -> bool:
    return work.imports.advance(
        job.id,
        expected=expected,
        done=done,
        imported=counts.imported,
        duplicates=counts.duplicates,
        refused=counts.refused,
        at=now,
    )


def _taken(item: PdnGame | PdnError, job: ImportRecord) -> _Taken:
    if not isinstance(item, PdnError):
        return _Taken(_archived(item, job.name), None)
    kept = item.beginning if job.beginnings else None
    return _Taken(_archived(kept, job.name) if kept is not None else None, item)


def _store(
    work: Transaction, job: ImportRecord, taken: _Taken, known: Collection[str], counts: _Counts
) -> None:
    game = taken.game
    if taken.error is not None:
        counts.refused += 1
        kept = game.plies if game is not None else 0
        work.imports.add_error(job.id, job.refused + counts.refused, _refused(taken.error, kept))
    if game is None:
        return
    if game.digest not in known and _add(work, job, game):
        counts.imported += 1
    else:
        counts.duplicates += 1


def _add(work: Transaction, job: ImportRecord, game: ArchivedGame) -> bool:
    return work.archive.add(
        game, id=new_id(), player_id=job.player_id, job_id=job.id, source=job.name, at=job.created_at
    )


def _archived(game: PdnGame, file_name: str) -> ArchivedGame:
    tags = game.tags
    moves = " ".join(ply.text for ply in game.mainline)
    told = {_TOLD_BY_MOVES: game.ruleset.slug} if is_said_wrongly(game) else {}
    start = game.start.fen if game.start != game.ruleset.start() else None
    return ArchivedGame(
        game=game.ruleset.slug,
        white=_known(tags, "White"),
        black=_known(tags, "Black"),
        event=_known(tags, "Event"),
        date=_known(tags, "Date")[:40],
        result=white_first(game),
        plies=sum(len(part.mainline) for part in game.parts),
        tags=msgspec.json.encode(tags | told).decode(),
        start_fen=start,
        moves=moves,
        pdn=write_pdn(game, tags="kept"),
        number=game.number,
        search=folded(" | ".join([*tags.values(), file_name])),
        digest=_digest(game, start, moves),
    )


def _digest(game: PdnGame, start: str | None, moves: str) -> str:
    """Return what makes two games the same: who, where, when, which round, every move, the result."""
    who = [_known(game.tags, name) for name in ("White", "Black", "Event", "Date", "Round")]
    whole = [game.ruleset.slug, start or "", moves, game.result, *(folded(value) for value in who)]
    for part in game.earlier:
        whole += [part.start.fen, *(ply.text for ply in part.mainline)]
    return hashlib.sha256(msgspec.json.encode(whole)).hexdigest()


def _known(tags: dict[str, str], name: str) -> str:
    value = tags.get(name, "").strip()
    return "" if value.strip("?.- ") == "" else value


def _refused(error: PdnError, kept: int) -> RefusedGame:
    """Return what is written of a refused game of which `kept` half-moves stay."""
    reason = _KEPT.format(reason=error.reason, n=kept) if kept else error.reason
    kept_as = msgspec.json.encode(to_data(reason)).decode()
    return RefusedGame(error.game, error.line, error.column, kept_as, error.excerpt)


def _check(data: bytes) -> None:
    if not data.strip():
        raise BadTerms("file", Message("The file is empty: choose another."))
    if len(data) > LARGEST_FILE:
        said = Message("The file has {size} MB, more than {most}: split it.")
        size = -(-len(data) // (1024 * 1024))
        raise BadTerms("file", said.format(size=size, most=LARGEST_FILE // (1024 * 1024)))
    if b"\x00" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadTerms(
            "file",
            Message("This is no text file: a PDN also opens in an editor."),
        )


def _tidy(name: str) -> str:
    """Return a file's name without its folders and unprintable signs."""
    base = name.replace("\\", "/").rpartition("/")[2]
    return "".join(sign for sign in base if sign.isprintable()).strip()[:_NAME_LENGTH] or "games.pdn"


def _job(work: Transaction, job_id: str) -> ImportRecord:
    job = work.imports.get(job_id)
    if job is None:
        raise NotFound(job_id, Message("There is no such import."))
    return job


def _own(work: Transaction, job_id: str, player_id: str) -> ImportRecord:
    job = _job(work, job_id)
    if job.player_id != player_id:
        raise NotYours(Message("This import is another's."))
    return job


def _view(job: ImportRecord, errors: Sequence[RefusedGame], lang: Lang) -> ImportView:
    judgement, likely = _judgement_view(job, lang)
    asking = job.status == "running" and job.game is None
    return ImportView(
        id=job.id,
        name=job.name,
        status="asking" if asking else cast(Status, job.status),
        total=max(job.total, job.done),
        done=job.done,
        imported=job.imported,
        duplicates=job.duplicates,
        refused=job.refused,
        seconds_left=_seconds_left(job),
        errors=tuple(_error_view(error, lang) for error in errors),
        text=(_WAITS if asking else _summary(job)).text(lang),
        judgement=judgement,
        likely=likely if asking else (),
    )


def _seconds_left(job: ImportRecord) -> int | None:
    if job.status != "running" or not job.done:
        return None
    spent = max(0, job.updated_at - job.created_at)
    return -(-spent * max(0, job.total - job.done) // job.done // 1000)


def _summary(job: ImportRecord) -> Text:
    """Return what has come of it so far in one sentence."""
    said = _read_games(job.done)
    rest = [
        Message("{n} already there").format(n=job.duplicates) if job.duplicates else None,
        _unreadable(job.refused) if job.refused else None,
        Message("stopped here") if job.status == "stopped" else None,
    ]
    return Message("{parts}.", parts=Joined((said, *(part for part in rest if part)), ", "))


def _guessed(games: Mapping[str, int]) -> Text:
    """Return which games the file did not say, or said wrongly; nothing where it said them all."""
    if not games:
        return Verbatim("")
    found = [(ruleset(slug).name, number) for slug, number in games.items()]
    told = (Message("{name} ({n})", name=name, n=number) for name, number in found)
    return _GUESSED.format(games=Joined(tuple(told), ", "))


def _read_games(n: int) -> Text:
    return Message("{n} game read", plural="{n} games read", n=n)


def _unreadable(n: int) -> Text:
    return Message("{n} not readable", plural="{n} not readable", n=n)


def _error_view(error: RefusedGame, lang: Lang) -> ImportErrorView:
    reason = from_data(msgspec.json.decode(error.reason))
    place = Message("Game {game}, line {line}, column {column}: {reason}").format(
        game=error.game, line=error.line, column=error.column, reason=reason
    )
    return ImportErrorView(
        game=error.game,
        line=error.line,
        column=error.column,
        reason=reason.text(lang),
        excerpt=error.excerpt,
        text=place.text(lang),
    )

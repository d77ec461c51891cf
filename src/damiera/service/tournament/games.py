"""The games of an event: moves brought to a board from a file, and all games as one PDN."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Final

from damiera._core import Side
from damiera.messages import Joined, Message, Text
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.results import result_of
from damiera.notation.pdn.writer import write_pdn, write_pdn_file
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.service.errors import BadTerms
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.results import game_at
from damiera.service.tournament.transaction import EventTransaction
from damiera.tournament.acts import GameKeptNote
from damiera.tournament.model import Event, GameMark, Kind, RoundGame, board_name
from damiera.tournament.state import AttachedGame, Place

__all__ = ["PaperGameService", "event_pdn"]

MOST_BYTES: Final = 64 * 1024
MOST_OF_EVENT: Final = 2 * 1024 * 1024
MOST_TOLD: Final = 8
_EMPTY: Final = Message("There is no PDN game here.")
_SEVERAL: Final = Message("There are several games here: a board has one.")
_OTHER_GAME: Final = Message("This is a game of {a}: here it is {b}.")
_TOO_LONG: Final = Message("The game is too long.")
_NO_MOVES: Final = Message("The game has no moves.")
_TOO_LARGE: Final = Message("The file is too large.")
_NOTHING: Final = Message("Games that find no board: {n}. Nothing was kept.")
_NO_BOARD: Final = Message("Line {line}: {names}, no such board in this event, or not just one.")
_BYE: Final = Message("Nobody plays at this board.")


class PaperGameService:
    """The use cases of moves on paper."""

    def __init__(self, tournaments: TournamentService) -> None:
        self._tournaments = tournaments

    def attach(
        self, id: str, who: Visitor, round: int, board: int, data: bytes | str, *, leg: int = 1
    ) -> LiveEvent:
        """Keep the moves of a board; its result stays what was entered.

        Raises:
            BadTerms: if the text is not one game of this event, with line and column.
            NotFound: if there is no such board.
        """
        pdn = self._read(id, data)

        def step(transaction: EventTransaction) -> None:
            if game_at(transaction.log.event, round, board, leg).black is None:
                raise BadTerms("board", _BYE)
            transaction.act(GameKeptNote(round=round, board=board, leg=leg, pdn=pdn))

        return self._tournaments.change(id, who, step, closed=True)

    def attach_all(self, id: str, who: Visitor, data: bytes | str) -> tuple[LiveEvent, int]:
        """Keep the moves of many boards from one PDN: all of its games find their boards, or none is kept.

        A game finds its board by the names of White and Black, and by its Round where they met more often.

        Returns:
            The event, and how many boards have moves by it.
        Raises:
            BadTerms: for games that cannot be read, or whose board there is not, each with its line.
        """
        live = self._tournaments.load(id)
        if len(data) > MOST_OF_EVENT:
            raise BadTerms("file", _TOO_LARGE)
        found = list(read_pdn(data, default=ruleset(live.event.game)))
        if not found:
            raise BadTerms("file", _EMPTY)
        placed, wrong = _placed(live, found)
        if wrong:
            raise BadTerms("file", _listed(wrong))

        def step(transaction: EventTransaction) -> None:
            for (round, board, leg), pdn in placed.items():
                transaction.act(GameKeptNote(round=round, board=board, leg=leg, pdn=pdn))

        return self._tournaments.change(id, who, step, closed=True), len(placed)

    def detach(self, id: str, who: Visitor, round: int, board: int, *, leg: int = 1) -> LiveEvent:
        """Take the moves of a board away again."""

        def step(transaction: EventTransaction) -> None:
            if (round, board, leg) in transaction.log.state.margin.games:
                transaction.act(GameKeptNote(round=round, board=board, leg=leg, pdn=""))

        return self._tournaments.change(id, who, step, closed=True)

    def _read(self, id: str, data: bytes | str) -> str:
        rules = ruleset(self._tournaments.load(id).event.game)
        if len(data) > MOST_BYTES:
            raise BadTerms("pdn", _TOO_LONG)
        found = list(read_pdn(data, default=rules))
        if not found:
            raise BadTerms("pdn", _EMPTY)
        if len(found) > 1:
            raise BadTerms("pdn", _SEVERAL)
        game = found[0]
        if not isinstance(game, PdnGame):
            raise BadTerms("pdn", game.message)
        if not game.mainline:
            raise BadTerms("pdn", _NO_MOVES)
        if game.ruleset.slug != rules.slug:
            raise BadTerms("pdn", _OTHER_GAME.format(a=game.ruleset.name, b=rules.name))
        return write_pdn(game)


def _placed(live: LiveEvent, found: Sequence[PdnGame | PdnError]) -> tuple[dict[Place, str], list[Text]]:
    """Return the board of each game, and what stands in the way of those that have none."""
    rules, event = ruleset(live.event.game), live.event
    met: dict[tuple[frozenset[str], frozenset[str]], list[RoundGame]] = {}
    for game in event.games:
        if game.black is not None:
            names = (_words(event.player(game.white).name), _words(event.player(game.black).name))
            met.setdefault(names, []).append(game)
    placed: dict[Place, str] = {}
    wrong: list[Text] = []
    for one in found:
        if not isinstance(one, PdnGame):
            wrong.append(one.message)
            continue
        games = met.get((_words(one.tags.get("White", "")), _words(one.tags.get("Black", ""))), [])
        fits = _of_round(event, games, one.tags.get("Round", ""))
        place = (fits.round, fits.board, fits.leg) if fits else None
        if place is None or place in placed or one.ruleset.slug != rules.slug or not one.mainline:
            two = f"{one.tags.get('White', '?')} - {one.tags.get('Black', '?')}"
            wrong.append(_NO_BOARD.format(line=one.line, names=two))
        else:
            placed[place] = write_pdn(one)
    return placed, wrong


def _of_round(event: Event, games: Sequence[RoundGame], written: str) -> RoundGame | None:
    """Return the game that a Round tag ("3", "3.12", "3.12.2") names; the only one if it names none.

    Of teams "3.2.4" is board 4 at table 2 of round 3.
    """
    parts = [str(int(word)) for word in written.split(".") if word.isdecimal() and len(word) < 5]
    for place in (_place, _counted_place):
        fits = [g for g in games if place(event, g)[: len(parts)] == parts]
        if len(fits) == 1:
            return fits[0]
    fits = [g for g in games if parts and str(g.round) == parts[0]]
    return fits[0] if len(fits) == 1 else None


def _place(event: Event, game: RoundGame) -> list[str]:
    """Return round, board as it is called (where teams meet its table and its place there), and leg."""
    held = event.round(game.round)
    called = board_name(held, game.board) if held else str(game.board)
    return [str(game.round), *called.split("."), str(game.leg)]


def _counted_place(event: Event, game: RoundGame) -> list[str]:
    """Return round, board as it is counted through the round, and leg: files of earlier versions say so."""
    return [str(game.round), str(game.board), str(game.leg)]


def _words(name: str) -> frozenset[str]:
    """Return a name as it is compared: "Rossi, Anna" and "Anna ROSSI" are one."""
    return frozenset(name.casefold().replace(",", " ").split())


def _listed(wrong: Sequence[Text]) -> Text:
    shown, more = wrong[:MOST_TOLD], len(wrong) - MOST_TOLD
    tail = [Message("and {n} more.", plural="and {n} more.", n=more)] if more > 0 else []
    return Joined((_NOTHING.format(n=len(wrong)), *shown, *tail), "\n")


def event_pdn(live: LiveEvent) -> str:
    """Return all games of an event that were played or are under way, by round and board, as one PDN text.

    A board without moves has its heading and its result; rests and forfeits are no games.
    """
    return write_pdn_file([game for part in live.inner for game in _all(part)])


def _all(live: LiveEvent) -> Iterator[PdnGame]:
    rules, kept = ruleset(live.event.game), live.margin.games
    for held in live.event.rounds:
        for game in held.games:
            if game.black is not None and game.kind is Kind.PLAYED:
                yield _written(live.event, game, kept.get((game.round, game.board, game.leg)), rules)


def _written(event: Event, game: RoundGame, kept: AttachedGame | None, rules: Ruleset) -> PdnGame:
    found = next(iter(read_pdn(kept.pdn, default=rules)), None) if kept is not None else None
    written = found if isinstance(found, PdnGame) else PdnGame({}, rules, rules.start())
    assert game.black is not None
    day = _day(event, game.round)
    head = {
        "Event": event.name,
        "Site": event.place or "?",
        "Date": day.strftime("%Y.%m.%d") if day else "????.??.??",
        "Round": ".".join(_place(event, game)[: None if event.settings.games > 1 else -1]),
        "White": event.player(game.white).name,
        "Black": event.player(game.black).name,
    }
    rest = {name: value for name, value in written.tags.items() if name not in (*head, "Result")}
    return replace(written, tags={**head, **rest}, result=_result(game, rules) or written.result)


def _day(event: Event, round: int) -> date | None:
    days = event.dates
    found = days[round - 1] if round <= len(days) else None
    found = found or event.starts
    return found.date() if isinstance(found, datetime) else found


def _result(game: RoundGame, rules: Ruleset) -> str:
    marks = (game.white_mark, game.black_mark)
    if marks[0] is None:
        return ""
    if marks == (GameMark.LOSS, GameMark.LOSS):
        return "0-0"
    winner = {GameMark.WIN: Side.WHITE, GameMark.LOSS: Side.BLACK}.get(marks[0])
    return result_of(winner, rules)

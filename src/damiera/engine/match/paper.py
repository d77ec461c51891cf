"""The games of a match as PDN, and a match taken up again from them."""

from __future__ import annotations

from dataclasses import replace

from damiera._core import Side
from damiera.engine.errors import MatchError
from damiera.engine.match.referee import MatchGame
from damiera.engine.match.settings import MatchSettings
from damiera.engine.match.verdict import MatchGameEnding, MatchGameResult
from damiera.messages import Message, Verbatim
from damiera.notation.pdn.model import PdnGame, pdn_game
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.results import result_of
from damiera.notation.pdn.writer import write_pdn

__all__ = ["read_played", "to_pdn"]


def to_pdn(settings: MatchSettings, played: MatchGame, date: str = "????.??.??") -> str:
    """Return a game of a match as PDN; what `read_played` needs stands in its tags.

    Args:
        settings: what was played.
        played: the game.
        date: for the Date tag, as PDN writes dates.
    Source:
        PDN 3.0.

    >>> from damiera.engine.limits import SearchLimits
    >>> from damiera.engine.match.boards import play_match
    >>> from damiera.engine.match.openings import openings_from
    >>> from damiera.engine.spec import EngineSpec
    >>> from damiera.rules.ruleset import ITALIAN
    >>> two = (EngineSpec.parse("builtin:hash=1"), EngineSpec.parse("builtin:hash=1,learned=0"))
    >>> starts = openings_from(ITALIAN, "none", seed=1, count=1)
    >>> settings = MatchSettings(ITALIAN, two, starts, games=2, limits=SearchLimits(depth=1), max_plies=4)
    >>> [first, _] = play_match(settings)
    >>> to_pdn(settings, first).splitlines()[3]
    '[Round "1"]'
    """
    names = [settings.engines[settings.engine_at(played.number, s)].name for s in (Side.WHITE, Side.BLACK)]
    clock = settings.clock.time_control() if settings.clock else {}
    tags = {
        "Event": "Engine match",
        "Date": date,
        "Round": str(played.number),
        "White": names[0],
        "Black": names[1],
        **clock,
        "Pace": settings.pace,
        "Opening": settings.start(played.number).name,
        "BallotPlies": str(len(settings.start(played.number).moves) or ""),
        "Termination": str(played.verdict.ending),
        "Thought": " ".join(f"{ms}/{n}" for ms, n in zip(played.thought_ms, played.answers, strict=True)),
        "Processor": _used(played),
        "Match": settings.digest,
    }
    result = result_of(played.verdict.winner, settings.game)
    tags = {name: value for name, value in tags.items() if value}
    game = pdn_game(settings.game, played.moves, start=played.start, tags=tags, result=result)
    return write_pdn(replace(game, closing=str(played.verdict.said)))


def _used(played: MatchGame) -> str:
    """Return microseconds of the processors and nodes of both engines; nothing if one does not tell."""
    both = zip(played.processor_us, played.nodes, strict=True)
    return "" if None in played.processor_us else " ".join(f"{us}/{nodes}" for us, nodes in both)


def read_played(settings: MatchSettings, text: str) -> tuple[list[MatchGame], str]:
    """Return the games of this match that a PDN text holds, and the text without a damaged last game.

    Raises:
        MatchError: for games of another match, and for damage before the last game.

    >>> from damiera.engine.limits import SearchLimits
    >>> from damiera.engine.match.boards import play_match
    >>> from damiera.engine.match.openings import openings_from
    >>> from damiera.engine.spec import EngineSpec
    >>> from damiera.rules.ruleset import ITALIAN
    >>> two = (EngineSpec.parse("builtin:hash=1"), EngineSpec.parse("builtin:hash=1,learned=0"))
    >>> starts = openings_from(ITALIAN, "none", seed=1, count=1)
    >>> settings = MatchSettings(ITALIAN, two, starts, games=2, limits=SearchLimits(depth=1), max_plies=4)
    >>> games = sorted(play_match(settings), key=lambda played: played.number)
    >>> text = "\\n".join(to_pdn(settings, played) for played in games)
    >>> again, whole = read_played(settings, text)
    >>> [played.moves for played in again] == [played.moves for played in games], whole == text
    (True, True)
    """
    entries = list(read_pdn(text, default=settings.game))
    whole = text.rstrip().endswith("*")
    if entries and not (whole and isinstance(entries[-1], PdnGame)):
        entries.pop()  # the game that was being written when the match was killed
    played: dict[int, MatchGame] = {}
    kept = []
    for entry in entries:
        if not isinstance(entry, PdnGame):
            raise MatchError(_DAMAGED.format(line=entry.line, why=entry.message))
        if entry.tags.get("Match") != settings.digest:
            raise MatchError(_OTHER_MATCH.format(line=entry.line))
        if entry.result == "*":
            continue
        game = _read_one(settings, entry)
        if game.number not in played:
            played[game.number] = game
            kept.append(write_pdn(entry))
    return list(played.values()), "\n".join(kept)


def _read_one(settings: MatchSettings, entry: PdnGame) -> MatchGame:
    tags = entry.tags
    try:
        number = int(tags.get("Round", ""))
        ending = MatchGameEnding(tags.get("Termination", ""))
        figures = [[int(n) for n in word.split("/")] for word in tags.get("Thought", "").split()]
        (ms_a, n_a), (ms_b, n_b) = figures
        used = [[int(n) for n in word.split("/")] for word in tags.get("Processor", "").split()]
        (us_a, nodes_a), (us_b, nodes_b) = used or ((None, 0), (None, 0))
    except ValueError:
        raise MatchError(_OTHER_MATCH.format(line=entry.line)) from None
    verdict = MatchGameResult(entry.winner, ending, Verbatim(entry.closing))
    thought, answers = (ms_a, ms_b), (n_a, n_b)
    return MatchGame(
        number, entry.start, entry.moves, verdict, thought, answers, (us_a, us_b), (nodes_a, nodes_b)
    )


_DAMAGED = Message("Line {line}: {why}")
_OTHER_MATCH = Message(
    "Line {line}: the game is of another match (other engines, pace, openings or seed). Use another file."
)

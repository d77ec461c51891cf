"""A game that was played here, written down: as PDN with its notes, and as the FEN of its positions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec import structs

from damiera._core import Position, Side
from damiera.game.outcome import Termination
from damiera.game.sides import side_name
from damiera.messages import Lang, Message, Text, Verbatim
from damiera.notation.pdn.model import ConductRemark, PdnGame, PdnPart, pdn_game
from damiera.notation.pdn.results import result_of
from damiera.records.games import NoteRecord
from damiera.service.errors import BadTerms, NotFound
from damiera.service.live import LiveGame, clock_of, move_due

__all__ = [
    "LONGEST_COMMENT",
    "MARKS",
    "Earlier",
    "annotated",
    "annotated_parts",
    "check_note",
    "earlier_of",
    "earlier_parts",
    "position_at",
    "record_of",
    "told_parts",
]

MARKS: Final = ("!", "!!", "?", "??", "?!", "!?", "*")
"""The signs of FID's art. 13 that stand behind a move. `?!` looks weak and is strong, `!?` the reverse."""

LONGEST_COMMENT: Final = 2_000
"""The longest comment on a move, in characters."""
_LONGEST_TIME_MS: Final = 1000 * 3_600_000
"""Readers of PDN take three digits of hours."""
_KEPT_COMMAND: Final = re.compile(r"\[%(?!conduct|jump|end)[A-Za-z][^\]]*\]")
_TERMINATIONS: Final = {
    Termination.TIME: "time forfeit",
    Termination.RESIGNATION: "resignation",
    Termination.AGREEMENT: "agreement",
}


def record_of(live: LiveGame, notes: Sequence[NoteRecord] = (), lang: Lang = "en") -> PdnGame:
    """Return a game as PDN tells it, finished or not.

    Where the board changed without a move, what was played before is kept as earlier parts, each with the
    reason of the change in the language `lang`. A move of a game with clocks has what its player's showed.
    """
    game = live.game
    over = game.outcome if game.outcome is not None and game.outcome.score != "*" else None
    result = "*" if over is None else result_of(over.winner, game.ruleset)
    first = game.conduct.jumps[-1].ply if game.conduct.jumps else 0
    written = pdn_game(
        game.ruleset,
        game.moves[first:],
        start=game.positions[first],
        tags=_tags(live),
        result=result,
    )
    parts = [
        PdnPart(
            part.record.start, part.record.mainline, "", _remark(part.text.text(lang)), part.article or ""
        )
        for part in earlier_of(live, notes)
    ]
    written = _with_ballot(replace(written, earlier=tuple(parts)), live)
    noted = _with_clocks(annotated(written, [replace(n, ply=n.ply - first) for n in notes]), game.clock_times)
    return _with_conduct(noted, live, lang) if game.conditions.arbitrated else noted


def _with_clocks(written: PdnGame, times: Sequence[int | None]) -> PdnGame:
    """Return the record with what a clock showed after each move, before what is said of it."""
    parts, begin = list[PdnPart](), 0
    for part in written.parts:
        end = begin + len(part.mainline)
        moves = [
            one
            if left is None or left >= _LONGEST_TIME_MS
            else replace(one, comment=_joined(f"[%clk {_clock(left)}]", (one.comment,)))
            for one, left in zip(part.mainline, times[begin:end], strict=True)
        ]
        parts.append(replace(part, mainline=tuple(moves)))
        begin = end
    *earlier, last = parts
    return replace(written, earlier=tuple(earlier), mainline=last.mainline)


def _clock(left_ms: int) -> str:
    """Return whole seconds as PDN has them, with the hours."""
    seconds = left_ms // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _with_conduct(written: PdnGame, live: LiveGame, lang: Lang) -> PdnGame:
    """Return the record with all that the arbiter wrote down beside the moves, behind the move before it.

    What changed the board is told by the parts themselves.
    """
    conduct = live.game.conduct
    told = {(jump.ply, jump.text, jump.article) for jump in conduct.jumps}
    remarks = defaultdict[int, list[str]](list)
    for entry in conduct.log:
        if (entry.ply, entry.text, entry.article) not in told:
            text = _remark(entry.text.text(lang)).replace("[", "(").replace("]", ")")
            remark = ConductRemark(text, entry.article or "")
            remarks[min(entry.ply, live.game.ply)].append(remark.written)
    parts, begin = list[PdnPart](), 0
    for part in written.parts:
        moves = [
            replace(one, comment=_joined(one.comment, remarks.pop(ply, ())))
            for ply, one in enumerate(part.mainline, begin + 1)
        ]
        first = _joined(part.comment, remarks.pop(0, ()))
        parts.append(replace(part, comment=first, mainline=tuple(moves)))
        begin += len(moves)
    *earlier, last = parts
    return replace(written, earlier=tuple(earlier), mainline=last.mainline, comment=last.comment)


def _joined(comment: str, remarks: Sequence[str]) -> str:
    return " ".join(filter(None, (comment, *remarks)))


class Earlier(msgspec.Struct, frozen=True):
    """What was played before the board changed without a move.

    Attributes:
        record: the moves, from the position in which they began.
        text: why the board changed: an irregularity that stands, a ruling.
        article: reference of the article.
        after: what stood on the board then.
    """

    record: PdnGame
    text: Text
    article: str | None
    after: Position


def earlier_of(live: LiveGame, notes: Sequence[NoteRecord] = ()) -> tuple[Earlier, ...]:
    """Return what was played before the moves of `record_of`, a part for every change without a move."""
    game, out = live.game, list[Earlier]()
    begin, start = 0, game.positions[0]
    for jump in game.conduct.jumps:
        first = jump.before if jump.ply == begin else start
        tags = {} if out or game.opening is None else {"BallotPlies": str(len(game.opening.paths))}
        part = pdn_game(game.ruleset, game.moves[begin : jump.ply], start=first, tags=tags)
        noted = annotated(part, [replace(n, ply=n.ply - begin) for n in notes])
        out.append(Earlier(noted, jump.text, jump.article, jump.after))
        begin, start = jump.ply, jump.after
    return tuple(out)


def told_parts(parts: Sequence[Earlier], written: PdnGame) -> tuple[Earlier, ...]:
    """Return the earlier parts of a game with all that its record tells of their moves."""
    return tuple(
        structs.replace(part, record=replace(part.record, comment=told.comment, mainline=told.mainline))
        for part, told in zip(parts, written.earlier, strict=True)
    )


def earlier_parts(game: PdnGame) -> tuple[Earlier, ...]:
    """Return the earlier parts of a game of a file, as `earlier_of` does for one that was played here."""
    out = []
    for part, after in zip(game.earlier, game.parts[1:], strict=True):
        record = replace(game, start=part.start, mainline=part.mainline, comment=part.comment, earlier=())
        out.append(Earlier(record, Verbatim(part.text), part.article or None, after.start))
    return tuple(out)


def _with_ballot(written: PdnGame, live: LiveGame) -> PdnGame:
    """Return the record with the ballot, if one was drawn, told before the first move of the whole game."""
    opening = live.game.opening
    if opening is None or not opening.deck:
        return written
    said = f"Ballot {opening.deck} {opening.number}, seed {opening.seed}."
    if not written.earlier:
        return replace(written, comment=said)
    first, *rest = written.earlier
    return replace(written, earlier=(replace(first, comment=said), *rest))


def _remark(text: str) -> str:
    """Return a text as a comment of PDN holds it: one paragraph without braces."""
    return " ".join(text.replace("{", "(").replace("}", ")").split())


def annotated_parts(game: PdnGame, notes: Sequence[NoteRecord]) -> PdnGame:
    """Return a game with notes in place of what was said at their moves, counted through all its parts."""
    parts, begin = list[PdnPart](), 0
    for part in game.parts:
        alone = replace(game, start=part.start, mainline=part.mainline, earlier=())
        noted = annotated(alone, [replace(n, ply=n.ply - begin) for n in notes])
        parts.append(replace(part, mainline=noted.mainline))
        begin += len(part.mainline)
    *earlier, last = parts
    return replace(game, earlier=tuple(earlier), mainline=last.mainline)


def annotated(game: PdnGame, notes: Sequence[NoteRecord]) -> PdnGame:
    """Return a game with notes in place of what was said at their moves; clocks and drawings stay."""
    moves = list(game.mainline)
    for note in notes:
        if 0 <= note.ply < len(moves):
            kept = " ".join(_KEPT_COMMAND.findall(moves[note.ply].comment))
            comment = _joined(kept, (note.comment,))
            moves[note.ply] = replace(moves[note.ply], comment=comment, strength=note.mark)
    return replace(game, mainline=tuple(moves))


def position_at(positions: Sequence[Position], ply: int | None) -> Position:
    """Return the position after `ply` half-moves; the last one if none is named.

    Raises:
        NotFound: if the game has no such half-move.
    """
    if ply is None:
        return positions[-1]
    if not 0 <= ply < len(positions):
        said = Message("This game has {n} half-moves.")
        raise NotFound(str(ply), said.format(n=len(positions) - 1))
    return positions[ply]


def check_note(ply: int, plies: int, comment: str, mark: str) -> tuple[str, str]:
    """Return a note fit to be kept: one paragraph, a known sign.

    Raises:
        BadTerms: if the comment is too long, the sign is unknown, or there is no such half-move.
    """
    if not 0 <= ply < plies:
        said = Message("The game has {n} half-moves.")
        raise BadTerms("ply", said.format(n=plies))
    tidy = " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", comment).split())
    if len(tidy) > LONGEST_COMMENT:
        said = Message("The comment has {n} characters: {most} at most.")
        raise BadTerms("comment", said.format(n=len(tidy), most=LONGEST_COMMENT))
    if mark and mark not in MARKS:
        said = Message("There is no sign '{mark}': {known}.")
        raise BadTerms("mark", said.format(mark=mark, known=" ".join(MARKS)))
    return tidy, mark


def _tags(live: LiveGame) -> dict[str, str]:
    """Return the tags of a game: each seat of it has its colour's, at tables for more than two as well."""
    row, outcome = live.row, live.game.outcome
    tags = {
        "Event": "Damiera",
        "Site": "?",
        "Date": datetime.fromtimestamp(row.created_at / 1000, UTC).strftime("%Y.%m.%d"),
        "Round": "-",
        **{side_name(side).capitalize(): _name(live, side) for side in live.game.sides},
    }
    if live.game.opening is not None and not live.game.conduct.jumps:
        tags["BallotPlies"] = str(len(live.game.opening.paths))
    if live.game.conduct.replay_of:
        tags["ReplayOf"] = live.game.conduct.replay_of
    if live.game.conduct.replayed_as:
        tags["ReplayedAs"] = live.game.conduct.replayed_as
    settings = clock_of(row)
    if settings is not None:
        tags |= settings.time_control()
    if (due := move_due(live)) is not None:
        tags["MoveDue"] = datetime.fromtimestamp(due / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if outcome is not None and outcome.termination in _TERMINATIONS:
        tags["Termination"] = _TERMINATIONS[outcome.termination]
    return tags


def _name(live: LiveGame, side: Side) -> str:
    seat = live.seat(side)
    if seat.kind == "engine":
        return f"Damiera, level {seat.level}"
    return seat.name or "?"

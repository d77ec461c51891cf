"""A whole game of every game of the catalogue, and what a listener hears of it: `python -m tests.spoken`.

Each file of `tests/golden/spoken` is one game: its name, then a line a ply with the squares passed (men that
come back before a stroke), the words with squares first and all that is taken, and the words with pieces
first and no more than landings; last, how it ended. The command plays the games anew, by chance with a fixed
seed, and writes the files: look at the difference before it is kept.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from damiera._core import Move
from damiera.engine.builtin import BuiltinEngine
from damiera.game.events import Moved
from damiera.game.sides import side_named, side_text
from damiera.game.state import Game
from damiera.messages import Lang
from damiera.notation import heard as heard_module
from damiera.rules.ruleset import CATALOGUE, Ruleset
from damiera.rules.squares import square_name
from damiera.service.game_views import outcome_view, pieces_view
from damiera.service.live import ply_view
from damiera.service.spoken import move_words
from damiera.service.views import PlyView

FOLDER = Path(__file__).parent / "golden" / "spoken"
NUMBERS = Path(heard_module.__file__).parent / "heard_words" / "numbers.json"
TRIES = 12
LONGEST = 300


@dataclass(frozen=True, slots=True)
class HeardGame:
    """A recorded game, and what is said of it: in both word orders, a line a ply and one for the end."""

    game: Game
    squares_first: tuple[str, ...]
    pieces_first: tuple[str, ...]


def played(ruleset: Ruleset) -> Game:
    """Return a whole game by chance, the shortest of some that ended; on a star the engine plays."""
    if ruleset.core.family in ("stars", "corners"):
        return _by_engine(ruleset)
    games = [_by_chance(ruleset, random.Random(f"{ruleset.slug} {seed}")) for seed in range(TRIES)]
    ended = [game for game in games if game.outcome is not None]
    return min(ended, key=lambda game: game.ply)


def _by_chance(ruleset: Ruleset, chance: random.Random) -> Game:
    game = Game.start(ruleset)
    while game.outcome is None and game.ply < LONGEST:
        move = chance.choice(game.position.moves())
        path = chance.choice(game.position.paths(move))
        game = game.apply(Moved(path=path, drops=move.drops, at=game.ply))
    return game


def _by_engine(ruleset: Ruleset) -> Game:
    game, engine = Game.start(ruleset), BuiltinEngine(ruleset.slug)
    while game.outcome is None and game.ply < LONGEST:
        position = game.position
        move = engine.choose(position, history=game.positions[:-1], level=10, seed=game.ply).move
        game = game.apply(Moved(path=position.paths(move)[0], drops=move.drops, at=game.ply))
    return game


def plies(game: Game) -> Iterator[tuple[PlyView, dict[str, str]]]:
    """Return the moves of a game with the pieces before each."""
    for ply in range(game.ply):
        yield ply_view(game, ply), pieces_view(game.positions[ply])


def heard(game: Game, lang: Lang = "en") -> HeardGame:
    """Return what is said of a game in a language."""
    full, short = list[str](), list[str]()
    for ply, before in plies(game):
        side = side_text(side_named(ply.side)).text(lang)
        first = move_words(game.ruleset, ply, before, detail="full", order="square").text(lang)
        other = move_words(game.ruleset, ply, before, detail="short", order="piece").text(lang)
        full.append(f"{side}: {first}.")
        short.append(f"{side}: {other}.")
    end = outcome_view(game.outcome, lang).line if game.outcome else ""
    return HeardGame(game, (*full, end), (*short, end))


def written(heard_game: HeardGame) -> str:
    """Return the file of a game."""
    lines = [heard_game.game.ruleset.slug]
    rows = zip(heard_game.squares_first, heard_game.pieces_first, strict=True)
    for ply, (first, other) in enumerate(rows):
        if ply < heard_game.game.ply:
            lines.append(f"{_way(heard_game.game, ply)}\t{first}\t{other}")
        else:
            lines.append(f"\t{first}")
    return "\n".join(lines) + "\n"


def _way(game: Game, ply: int) -> str:
    drops = "".join(f"{square}/" for square in game.moves[ply].drops)
    return drops + "-".join(map(str, game.paths[ply]))


def recorded(slug: str) -> Game:
    """Return the game that a file holds, played again from its squares."""
    game = Game.start(CATALOGUE[slug])
    for line in path_of(slug).read_text(encoding="utf-8").splitlines()[1:]:
        way = line.split("\t")[0]
        if way:
            *drops, path = way.split("/")
            game = game.apply(Moved(path=_squares(path), drops=tuple(map(int, drops)), at=game.ply))
    return game


def _squares(way: str) -> tuple[int, ...]:
    return tuple(int(square) for square in way.split("-"))


def path_of(slug: str) -> Path:
    """Return where the game of a name is kept."""
    return FOLDER / f"{slug}.txt"


FAMILIES = ("italian", "russian", "turkish", "bashni", "reentry", "hexdame")
"""Six games of different families: numbers, letters, straight moves, towers, men that come back, hexagons."""

_SAID: dict[Lang, tuple[str, str]] = {
    "it": ("da {0} a {1}", "mangio da {0} a {1}"),
    "fr": ("{0} va en {1}", "{0} prend en {1}"),
    "en": ("{0} to {1}", "{0} takes {1}"),
}


def sentence(game: Game, ply: int, lang: Lang) -> str:
    """Return how a player may say a move of a game."""
    return in_words(game.ruleset, game.moves[ply], game.paths[ply], lang)


def in_words(ruleset: Ruleset, move: Move, path: Sequence[int], lang: Lang) -> str:
    """Return how a player may say a move: every square passed, in words."""
    *between, last = [square_in_words(ruleset, square, lang) for square in (*move.drops, *path)]
    return _SAID[lang][move.is_capture].format(" ".join(between), last)


def square_in_words(ruleset: Ruleset, square: int, lang: Lang) -> str:
    """Return a square as it is said: "ventidue", "acca due"."""
    name = square_name(ruleset, square)
    if name.isdigit():
        return _numbers()[lang][int(name) - 1][0]
    return f"{name[0]} {_numbers()[lang][int(name[1:]) - 1][0]}"


@cache
def _numbers() -> dict[Lang, list[list[str]]]:
    table: dict[Lang, list[list[str]]] = json.loads(NUMBERS.read_text(encoding="utf-8"))
    return table


def main(slugs: Sequence[str] = ()) -> None:
    """Play the games anew and write their files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for slug in slugs or CATALOGUE:
        path_of(slug).write_text(written(heard(played(CATALOGUE[slug]))), encoding="utf-8")


if __name__ == "__main__":
    main()

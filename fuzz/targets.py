"""What is fed with anything at all: nothing but our own errors may come out.

A target takes bytes and returns nothing. The first byte or two choose the game and a position; the rest is
text. A `DamieraError` is an answer; every other exception is a finding, and so is an answer that contradicts
itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

import msgspec

from damiera._core import Position
from damiera.engine.hub.text import parse_board, parse_line
from damiera.engine.hub.text import parse_move as parse_hub_move
from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings
from damiera.game.events import decode, encode
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.notation.clipboard import read_game, read_position
from damiera.notation.errors import IllegalMove
from damiera.notation.fen import format_fen, parse_fen
from damiera.notation.moves import format_move, parse_move
from damiera.notation.pdn.bulk import read_bulk
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import TagStyle, write_pdn
from damiera.rules.custom import read_house_rules
from damiera.rules.explain import explain_move
from damiera.rules.ruleset import CATALOGUE, Ruleset
from damiera.tournament.acts import decode as decode_act
from damiera.tournament.check import check_event, check_pairs
from damiera.tournament.log import Log, dump, load
from damiera.tournament.model import scores
from damiera.tournament.pairing.systems import pair
from damiera.tournament.players_csv import read_players, read_rating_list, write_players
from damiera.tournament.standings import standing
from damiera.tournament.trf import parse_trf, read_trf, write_trf
from fuzz.scripts import Bytes, begun, event

Target = Callable[[bytes], None]

GAMES: tuple[Ruleset, ...] = tuple(CATALOGUE.values())
STYLES: tuple[TagStyle, ...] = ("strict", "kept")
MOST_EVENTS = 40
MOST_GAMES = 20
MOST_MOVES = 40
MOST_PLAYERS = 60

TARGETS: dict[str, Target] = {}


def target(fed: Target) -> Target:
    """Name a target by its function, and let it answer with our own errors."""

    def fenced(data: bytes) -> None:
        try:
            fed(data)
        except DamieraError as error:
            told(error)

    TARGETS[fed.__name__] = fenced
    return fenced


def told(error: DamieraError) -> None:
    """An error says something, in both languages."""
    assert error.text("it")
    assert error.text("en")


def refused(error: IllegalMove) -> None:
    """What is refused is not explained as legal."""
    assert not error.explanation.legal


def chosen(data: bytes) -> tuple[Ruleset, bytes]:
    """The game that the first byte chooses, and what is left."""
    return GAMES[data[0] % len(GAMES)] if data else GAMES[0], data[1:]


def text_of(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")


def walked(ruleset: Ruleset, choices: bytes) -> Position:
    """A position of the game, reached by a move a byte."""
    position = ruleset.start()
    for choice in choices:
        moves = position.moves()
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return position


@target
def pdn(data: bytes) -> None:
    """A file: games and errors, in order; a game that was read is written, and reads back the same."""
    games = [game for game in islice(read_pdn(data), MOST_GAMES) if isinstance(game, PdnGame)]
    for game in games:
        for style in STYLES:
            (again,) = read_pdn(write_pdn(game, tags=style), default=game.ruleset)
            assert isinstance(again, PdnGame), again
            assert replace(again, tags=game.tags) == game, (again, game)
            assert write_pdn(again, tags=style) == write_pdn(game, tags=style)
    for _ in islice(read_bulk(data), MOST_GAMES):
        pass


@target
def fen(data: bytes) -> None:
    """A position of any game: what is legal is written, and reads back the same."""
    ruleset, rest = chosen(data)
    position = parse_fen(text_of(rest), ruleset).position()
    assert parse_fen(format_fen(position), ruleset).position() == position
    for move in position.moves()[:MOST_MOVES]:
        position.play(move)


@target
def move(data: bytes) -> None:
    """A move tried in a position of any game: it is legal and reads back, or it is explained."""
    ruleset, rest = chosen(data)
    length = rest[0] % 32 if rest else 0
    position = walked(ruleset, rest[1 : 1 + length])
    text = rest[1 + length :]
    if text:
        explain_move(position, tuple(text[:6]))
    try:
        played = parse_move(position, text_of(text))
    except IllegalMove as error:
        refused(error)
        raise
    assert played in position.moves()
    assert parse_move(position, format_move(position, played)) == played


@target
def events(data: bytes) -> None:
    """What was agreed as JSON, the clock in short, then an event a line: a game takes each or refuses it.

    What it took replays to the same game.
    """
    ruleset, rest = chosen(data)
    agreed, clock, *lines = [*rest.split(b"\n"), b"", b""]
    begun = Game.start(
        ruleset,
        conditions=Conditions.decode(agreed) if agreed else None,
        clock=ClockSettings.parse(text_of(clock)) if clock else None,
    )
    game = begun
    for line in lines[:MOST_EVENTS]:
        try:
            game = game.apply(decode(line))
        except DamieraError as error:
            told(error)
    assert begun.replay(decode(encode(event)) for event in game.events) == game
    assert game.facts.white_pieces >= 0
    assert game.outcome is None or game.outcome.text("en")


@target
def script(data: bytes) -> None:
    """Events of every kind that nearly fit: a game takes each or refuses it, and stays sound."""
    source = Bytes(data)
    game = start = begun(source)
    now = 0
    for _ in range(MOST_EVENTS):
        if not source:
            break
        now += source.take() * 50
        try:
            game = game.apply(event(game, source, now))
        except DamieraError as error:
            told(error)
    assert start.replay(decode(encode(kept)) for kept in game.events) == game
    assert len(game.positions) == len(game.tallies) == game.ply + 1
    assert game.facts.white_pieces >= 0
    assert game.outcome is None or game.outcome.text("it")


@target
def clocks(data: bytes) -> None:
    """The time of a game, in short or as PDN has it: what is read is written, and reads back the same."""
    text = text_of(data)
    try:
        by_tag = ClockSettings.from_time_control(text)
    except DamieraError as error:
        told(error)
    else:
        assert by_tag is None or by_tag.text("it")
    settings = ClockSettings.parse(text)
    assert ClockSettings.parse(settings.code) == settings
    assert ClockSettings.decode(settings.encode()) == settings


@target
def hub(data: bytes) -> None:
    """A line of the Hub protocol, a board and a move in it."""
    ruleset, rest = chosen(data)
    text = text_of(rest)
    try:
        parse_line(text)
    except DamieraError as error:
        told(error)
    board, _, tried = text.partition(" ")
    position = parse_board(board, ruleset.core)
    assert parse_hub_move(position, tried) in position.moves()


@target
def clipboard(data: bytes) -> None:
    """Whatever another program left on the clipboard: a position, a game."""
    text = text_of(data)
    try:
        read_position(text)
    except DamieraError as error:
        told(error)
    read_game(text)


@target
def house(data: bytes) -> None:
    """House rules as TOML or JSON."""
    read_house_rules(text_of(data))


@target
def trf(data: bytes) -> None:
    """A report file of a tournament: read whole or refused; what was read is written, and reads back alike.

    The next round of a small one is paired, and judged lawful.
    """
    event = parse_trf(data).event
    for version in ("trf16", "trf26"):
        back = read_trf(write_trf(event, "trf16" if version == "trf16" else "trf26"))
        assert scores(back) == scores(event)
    check_event(event)
    standing(event)
    if len(event.players) <= MOST_PLAYERS and all(g.is_over for g in event.games):
        found = pair(event)
        absolute = dict(found.criteria)["absolute"]
        assert check_pairs(event, found.round, found.pairs).lawful or absolute


@target
def players(data: bytes) -> None:
    """A list of players as CSV, or a rating list: read whole or refused; written, it reads back the same."""
    try:
        read_rating_list(data)
    except DamieraError as error:
        told(error)
    found = read_players(data).players
    assert read_players(write_players(found)).players == found


@target
def log(data: bytes) -> None:
    """The acts of an arbiter, one a line: each is taken or refused; those taken replay to the same event."""
    whole = Log()
    for line in text_of(data).split("\n")[:MOST_EVENTS]:
        try:
            said = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError):
            continue
        act, why = said.pop("do", ""), said.pop("why", "")
        try:
            whole = whole.add(decode_act(str(act), said), who="A", at=1, why=str(why))
        except DamieraError as error:
            told(error)
    assert load(dump(whole)).event == whole.event
    standing(whole.event)

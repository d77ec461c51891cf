"""The engine on two streams: what is said to it, what it answers."""

from __future__ import annotations

import io
import pkgutil
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from damiera import _core
from damiera.engine.hub.server import HubServer, run_hub
from damiera.engine.hub.text import format_board, parse_line, parse_move
from tests.unit.engine.conftest import GAMES, Driver

Maker = Callable[[str], Driver]


def spoken(game: str, *lines: str) -> list[str]:
    """What the engine answers to a whole input, read to its end."""
    out = io.StringIO()
    run_hub(io.StringIO("".join(line + "\n" for line in lines)), out, game)
    return out.getvalue().splitlines()


def test_the_handshake_names_the_engine_and_its_parameters() -> None:
    lines = [parse_line(text) for text in spoken("italian", "hub", "init")]
    search = _core.search_params()
    assert [line.command for line in lines] == ["id", *["param"] * (9 + len(search)), "wait", "ready"]
    assert lines[0].fields["name"] == "Damiera"
    params = {line.fields["name"]: line.fields for line in lines[1:-2]}
    assert params["variant"] == {
        "name": "variant",
        "value": "italian",
        "type": "enum",
        "values": " ".join(_core.slugs()),
    }
    assert (params["level"]["min"], params["level"]["max"], params["level"]["value"]) == ("0", "20", "0")
    assert params["ponder"] == {"name": "ponder", "value": "false", "type": "bool"}
    whole = {"level", "threads", "hash", "multipv", "seed", "draw-in", "lag"}
    assert set(params) == {"variant", "ponder", *whole, *search}
    usual, least, most = search["probe-depth"]
    told = [int(params["probe-depth"][field]) for field in ("value", "min", "max")]
    assert told == [usual, least, most]


def test_a_game_that_grows_is_taken_back_or_changes_is_read_as_if_anew() -> None:
    rules = _core.rules("italian")
    whole = "22-18 12-16 21-17 8-12"
    board = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
    tellings = [
        *("pos moves=", 'pos moves="22-18"', f'pos moves="{whole}"', 'pos moves="22-18 12-16"'),
        *(
            'pos moves="22-18 10-13"',
            f'pos moves="{whole} 17-14 1-32"',
            f'pos pos={board} moves="{whole}"',
            "pos",
        ),
    ]
    seen = []

    def told() -> Iterator[str]:
        for telling in tellings:
            yield telling + "\n"
            seen.append(server.question[:2])

    out = io.StringIO()
    server = HubServer(told(), out, "italian")  # type: ignore[arg-type]  # it reads lines and nothing else
    server.run()
    for telling, asked in zip(tellings, seen, strict=True):
        fresh = HubServer(io.StringIO(telling + "\n"), io.StringIO(), "italian")
        fresh.run()
        if "1-32" not in telling:
            assert asked == fresh.question[:2]
    assert seen[-1] == (rules.start(), [])
    assert [parse_line(text).command for text in out.getvalue().splitlines()] == ["error"]


def test_search_parameters_are_set_before_init() -> None:
    search = ["level depth=8", "go think"]
    told = [
        spoken("italian", *words, *search) for words in ([], ["set-param name=reduce-from value=9", "init"])
    ]
    nodes = [max(int(parse_line(text).fields.get("nodes", "0")) for text in lines) for lines in told]
    assert nodes[0] < nodes[1]  # with fewer reductions there is more to visit
    lines = [parse_line(text) for text in spoken("italian", "set-param name=probe-depth value=1")]
    assert [line.command for line in lines] == ["error"]


@pytest.mark.parametrize("game", GAMES)
def test_a_limited_search_told_before_the_input_ends_is_finished(game: str) -> None:
    lines = [parse_line(text) for text in spoken(game, "level depth=5", "go think")]
    assert [line.command for line in lines] == ["info"] * 5 + ["done"]
    assert [line.fields["depth"] for line in lines[:-1]] == ["1", "2", "3", "4", "5"]
    start = _core.rules(game).start()
    best = parse_move(start, lines[-1].fields["move"])
    assert parse_move(start, lines[-2].fields["pv"].split()[0]) == best
    assert parse_move(start.play(best), lines[-1].fields["ponder"])


def test_a_position_is_a_board_and_the_moves_since() -> None:
    start = _core.rules("international").start()
    told = spoken(
        "international",
        f'pos pos={format_board(start)} moves="32-28 19-23 28x19x23"',
        "level depth=3",
        "go think",
    )
    position = start
    for text in ("32-28", "19-23", "28x19x23"):
        position = position.play(parse_move(position, text))
    done = parse_line(told[-1])
    assert done.command == "done"
    assert parse_move(position, done.fields["move"]).is_capture, "14x23 or 13x24 must take back"


def test_moves_before_the_position_count_as_repetition() -> None:
    board = "W" + "".join("W" if n == 25 else "B" if n == 5 else "e" for n in range(1, 33))
    shuffle = " ".join(3 * ["25-22 5-9 22-25 9-5"])
    alone = spoken("english", f"pos pos={board}", "level depth=4", "go think")
    thrice = spoken("english", f'pos pos={board} moves="{shuffle}"', "level depth=4", "go think")
    assert parse_line(alone[-2]).fields["score"] != "0.00"
    assert parse_line(thrice[-2]).fields["score"] == "0.00", "a fourth time is a draw"


def test_limits_beyond_counting_are_cut() -> None:
    searched = spoken("english", "level depth=99999999999999999999 nodes=200", "go think")
    assert parse_line(searched[-1]).command == "done"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pos pos=Wbb", "33 letters"),
        ('pos moves="22-18 22-18"', "22-18"),
        ("set-param name=level value=21", "0 to 20"),
        ("set-param name=variant value=chess", "one of italian english international"),
        ("level depth=deep", "a number"),
        ("level depth=-1", "depth is -1"),
        ('pos pos="', "column"),
        ("pos pos=W" + "e" * 31 + "b", "damiera"),
    ],
)
def test_what_cannot_be_done_is_an_error_message_and_no_more(line: str, message: str) -> None:
    if message == "damiera":
        told = spoken("italian", line, "go think", "ping")
        message = "No legal move"
    else:
        told = spoken("italian", line, "ping")
    error = parse_line(told[0])
    assert error.command == "error"
    assert message in error.fields["message"]
    assert told[1:] == ["pong"]


def test_a_search_that_breaks_is_an_error_message_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("damiera.engine.builtin._think", broken)
    told = spoken("italian", "level depth=3", "go think", "ping")
    assert sorted(told) == ["error message=MemoryError", "pong"]


def failing_once(error: Exception, real: Callable[..., Any]) -> Callable[..., Any]:
    """What fails when it is called first, and then does what it should."""
    left = [error]

    def call(*args: object, **kwargs: object) -> object:
        if left:
            raise left.pop()
        return real(*args, **kwargs)

    return call


@pytest.mark.parametrize(
    ("place", "lines"),
    [
        ("BuiltinEngine", ["init", "init"]),
        ("BuiltinEngine", ["go think", "go think"]),
        ("BuiltinEngine.clear", ["init", "new-game", "new-game", "go think"]),
        ("version", ["hub", "hub"]),
        ("_read_limits", ["level depth=1", "level depth=1", "go think"]),
        ("parse_move", ['pos moves="23-19"', 'pos moves="23-19"', "go think"]),
        ("threading.Thread.start", ["go think", "go think"]),
    ],
)
def test_whatever_breaks_is_answered_and_the_next_command_is_served(
    place: str, lines: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    where = f"damiera.engine.hub.server.{place}"
    real = pkgutil.resolve_name(where)
    healthy = spoken("italian", "set-param name=level value=1", *lines[-1:])
    monkeypatch.setattr(where, failing_once(RuntimeError("out of order"), real))
    told = spoken("italian", "set-param name=level value=1", *lines)
    assert 'error message="out of order"' in told
    assert [text.split()[0] for text in told[-len(healthy) :]] == [text.split()[0] for text in healthy]
    assert caplog.messages == ["A command of Hub failed."]


def test_an_engine_that_cannot_be_made_answers_all_that_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("damiera.engine.hub.server.BuiltinEngine", broken)
    told = spoken("italian", "init", 'pos moves="23-19"', "new-game", "level depth=1", "go think", "ping")
    error = 'error message="[Errno 24] Too many open files"'
    assert told == [error, error, "pong"]


@pytest.mark.parametrize("where", ["threading.Thread.start", "damiera.engine.builtin.check_question"])
def test_after_pondering_that_broke_the_next_search_has_its_limits(
    hub: Maker, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = hub("italian")
    driver.send("level depth=2", "go think")
    driver.until("done")
    monkeypatch.setattr(where, failing_once(RuntimeError("out of order"), pkgutil.resolve_name(where)))
    driver.send("go ponder")
    driver.until("error")
    driver.send("go think")
    driver.until("done")


def test_unknown_commands_and_parameters_are_ignored() -> None:
    assert spoken("italian", "xyzzy a=1", "set-param name=book value=true", "", "ping") == ["pong"]


def test_quit_ends_at_once() -> None:
    assert spoken("italian", "level infinite", "go think", "quit", "ping")[-1].startswith("done")


def test_the_variant_may_be_changed_and_normal_means_international() -> None:
    board = format_board(_core.rules("international").start())
    told = spoken(
        "italian", "set-param name=variant value=normal", "init", f"pos pos={board}", "level depth=1", "go"
    )
    assert told[0] == "ready"
    assert told[-1].startswith("done move=")


def test_several_lines_are_numbered() -> None:
    told = spoken("english", "set-param name=multipv value=3", "level depth=4", "go analyze")
    infos = [parse_line(text).fields for text in told[:-1]]
    assert [info["multipv"] for info in infos] == ["1", "2", "3"] * 4
    assert len({info["pv"].split()[0] for info in infos[-3:]}) == 3
    assert [float(info["score"]) for info in infos[-3:]] == sorted(
        (float(info["score"]) for info in infos[-3:]), reverse=True
    )


def test_a_level_plays_and_a_seed_repeats_it() -> None:
    asked = ("set-param name=level value=2", "set-param name=seed value=7", "go think")
    first, second = spoken("italian", *asked), spoken("italian", *asked)
    assert [parse_line(text).command for text in first] == ["info", "done"]
    assert first[-1] == second[-1]


@pytest.mark.parametrize("mode", ["think", "analyze", "ponder"])
def test_stop_is_heard_while_thinking(hub: Maker, mode: str) -> None:
    driver = hub("international")
    driver.send("level infinite", f"go {mode}")
    driver.until("info")
    driver.send("ping")
    driver.until("pong", 1.0)
    asked = time.monotonic()
    driver.send("stop")
    driver.until("done", 2.0)
    assert time.monotonic() - asked < 1.0
    driver.send("ping")
    assert driver.until("pong", 1.0)


def test_stop_straight_after_go_still_gives_a_move(hub: Maker) -> None:
    driver = hub("italian")
    for _ in range(20):
        driver.send("level infinite", "go think", "stop")
        assert parse_move(_core.rules("italian").start(), parse_line(driver.until("done")).fields["move"])


def test_what_must_wait_for_the_end_of_a_search_is_refused(hub: Maker) -> None:
    driver = hub("italian")
    driver.send("level infinite", "go think", "new-game")
    assert "stop first" in driver.until("error")
    driver.send("stop")
    driver.until("done")


@pytest.mark.slow
def test_pondering_says_nothing_final_until_it_is_told(hub: Maker) -> None:
    driver = hub("proof-english-6x6")
    driver.send("level depth=6", "go ponder")
    driver.until("info")
    while not driver.quiet_for(0.3):
        assert not any(line.startswith("done") for line in driver.transcript)
    driver.send("ponder-hit")
    driver.until("done")


def test_a_ponder_hit_starts_the_limits(hub: Maker) -> None:
    driver = hub("international")
    driver.send("level move-time=0.1", "go ponder")
    driver.until("info")
    time.sleep(0.2)
    assert not any(line.startswith("done") for line in driver.transcript)
    asked = time.monotonic()
    driver.send("ponder-hit")
    driver.until("done")
    assert 0.08 < time.monotonic() - asked < 2.0


def test_what_was_pondered_counts(hub: Maker) -> None:
    driver = hub("italian")
    driver.send("set-param name=ponder value=true", "level time=4", "go ponder")
    driver.until("info")
    time.sleep(0.5)
    asked = time.process_time()  # of the thread that searches, too
    driver.send("ponder-hit")
    driver.until("done")
    assert time.process_time() - asked < 0.1


def test_a_level_waits_for_the_opponent_and_then_plays(hub: Maker) -> None:
    driver = hub("italian")
    driver.send("set-param name=level value=3", "go ponder")
    assert driver.quiet_for(0.2)
    driver.send("ponder-hit")
    assert parse_move(_core.rules("italian").start(), parse_line(driver.until("done")).fields["move"])


def test_a_stop_ends_pondering_and_the_next_search_has_its_limits(hub: Maker) -> None:
    driver = hub("italian")
    for _ in range(5):
        driver.send("level move-time=0.05", "go ponder", "stop")
        driver.until("done")
    driver.send("go think")
    driver.until("done", 5.0)


@pytest.mark.parametrize("value", ["", "1", "yes"])
def test_a_parameter_that_is_true_or_false(value: str) -> None:
    (line,) = spoken("italian", f'set-param name=ponder value="{value}"')
    assert "true or false" in line


@pytest.mark.parametrize(
    "clock",
    [
        "time=0",
        "time=-5",
        "time=1e12 inc=1e300",
        "time=0.01 moves=1e300",
        "time=1e-9 inc=-4 moves=0",
        "time=nan",
    ],
)
def test_an_absurd_clock_is_answered(hub: Maker, clock: str) -> None:
    driver = hub("english")
    driver.send(f"level {clock} depth=5", "go think")
    assert parse_line(driver.until("done", 5.0)).fields["move"]


def test_a_clock_is_heeded(hub: Maker) -> None:
    driver = hub("english")
    asked = time.monotonic()
    driver.send("level time=8 inc=0.1 moves=20", "go think")
    driver.until("done")
    assert 0.1 < time.monotonic() - asked < 2.0


@pytest.mark.parametrize("limit", ["infinite", "depth=99"])
def test_an_endless_search_ends_with_the_input(
    hub: Maker, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damiera.engine.hub.server.PATIENCE_AT_END_S", 0.1)
    driver = hub("english")
    driver.send(f"level {limit}", "go think")
    driver.until("info")
    driver.end_input()
    driver.until("done")
    driver.server.join(5)
    assert not driver.server.is_alive()


def test_bytes_that_are_no_text_are_a_wrong_command_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(
        io.BytesIO(b"\xff\xfe \x80\nset-param name=variant value=\xed\xb2\x80\nping\n"), "ascii"
    )
    stdout = io.StringIO()
    run_hub(stdin, stdout, "italian")
    assert stdout.getvalue().splitlines()[-1] == "pong"


def test_after_a_position_that_was_refused_no_other_one_is_thought_about() -> None:
    lines = ["level depth=1", "pos moves=99-1", "go think", "pos", "go think"]
    answers = [line for line in spoken("italian", *lines) if not line.startswith("info")]
    assert [line.split()[0] for line in answers] == ["error", "error", "done"]
    assert "pos first" in answers[1]


def test_an_error_does_not_repeat_a_megabyte() -> None:
    (answer,) = spoken("italian", "pos pos=" + "W" * 1_000_000)
    assert len(answer) < 300


@pytest.mark.parametrize(("name", "game"), [("bt", "breakthrough"), ("losing", "antidraughts")])
def test_the_names_that_other_programs_have_for_games(name: str, game: str) -> None:
    answers = spoken("italian", f"set-param name=variant value={name}", "hub")
    assert f"name=variant value={game}" in answers[1]


def test_digits_of_other_scripts_are_no_numbers() -> None:
    (answer,) = spoken("italian", "set-param name=level value=\u0663")
    assert answer.startswith("error")

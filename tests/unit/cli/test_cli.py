"""The command line is a contract: other programs call it."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from damiera.cli.machine_check import MachineGrade
from damiera.cli.main import COMMANDS, main
from damiera.cli.public_check import check_public
from damiera.rules.ruleset import CATALOGUE, sections
from damiera.web.app.serve import PortRefused, listen
from tests.wording import words_of

COUP = "W:W22,23,26,31,32:B14,18,19"


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(args)
    out = capsys.readouterr()
    return int(stop.value.code or 0), out.out, out.err


def run_json(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    code, out, err = run(capsys, *args)
    assert code == 0, err
    return json.loads(out)


def test_games_lists_the_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    games = {entry["game"]: entry for entry in run_json(capsys, "games", "--json")}
    assert list(games) == list(CATALOGUE)
    assert games["italian"]["pdn"] == "22,W,8,8,N2,1"
    assert games["english"]["first"] == "black"
    assert games["international"]["squares"] == 50
    assert {entry["section"] for entry in games.values()} == {section.key for section in sections()}
    assert [o["default"] for o in games["german"]["options"]] == ["any", "white"]
    assert games["german"]["doubts"][0]["it"]


def test_games_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert "italian" in out
    assert "10×10" in out


def test_moves_of_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    entry = run_json(capsys, "moves", "italian", "--json")
    assert entry["game"] == "italian"
    assert entry["outcome"] is None
    assert {m["notation"] for m in entry["moves"]} == {
        "21-17", "21-18", "22-18", "22-19", "23-19", "23-20", "24-20",
    }  # fmt: skip
    first = entry["moves"][0]
    assert set(first) == {"notation", "from", "to", "captured", "promotes", "paths"}
    assert first["paths"] == [[first["from"], first["to"]]]


def test_moves_reads_many_positions(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{COUP}\n\nnonsense\nB:W21:B17\n"))
    code, out, _ = run(capsys, "moves", "italian", "-", "--json")
    objects = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert len(objects) == 3
    assert objects[1]["line"] == 3
    assert objects[1]["error"]
    assert "error" not in objects[0]
    assert "error" not in objects[2]


def test_moves_refuses_a_line_that_is_no_utf8_and_reads_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a file of an older program has it; where there is no locale Python lets such bytes through."""
    for more in ((), ("--explain",)):
        lines = io.BytesIO(b"W:W\xe9:B1\n\xff\xfe\nB:W21:B17\n")
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(lines, "utf-8", errors="surrogateescape"))
        code, out, _ = run(capsys, "moves", "italian", "-", *more)
        first, second, third = (json.loads(line) for line in out.splitlines())
        assert (code, first["line"], second["line"]) == (2, 1, 2)
        assert "\ufffd" in first["error"]
        assert "moves" in third


def test_moves_says_who_has_won(capsys: pytest.CaptureFixture[str]) -> None:
    entry = run_json(capsys, "moves", "italian", "W:W:B1", "--json")
    assert entry["moves"] == []
    assert entry["outcome"]["winner"] == "black"
    assert entry["outcome"]["article"] == "fid.italian.2008:9.2.3"


def test_moves_explains(capsys: pytest.CaptureFixture[str]) -> None:
    entry = run_json(capsys, "moves", "italian", COUP, "--json", "--explain", "--lang", "it")
    assert "fid.italian.2008:6.1" in entry["why"]["articles"]
    code, out, _ = run(capsys, "moves", "italian", COUP, "--explain", "--lang", "en")
    assert code == 0
    assert "x" in out


def test_explain_names_the_article(capsys: pytest.CaptureFixture[str]) -> None:
    why = run_json(capsys, "explain", "italian", "W:W25,K24:B21,20", "25x18", "--json", "--lang", "en")
    assert why["legal"] is False
    assert why["articles"][0] == "fid.italian.2008:6.7"
    assert why["required"] == ["24x15"]
    code, out, _ = run(capsys, "explain", "italian", "start", "22-18", "--lang", "it")
    assert code == 0
    assert out.strip()


def test_explain_refuses_what_is_no_move(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "explain", "italian", "start", "hello")
    assert code == 2
    assert "Traceback" not in err
    assert err.strip()


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_json(capsys, "perft", "italian", "6", "--json") == {
        "game": "italian",
        "fen": "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "depth": 6,
        "nodes": 36473,
    }
    divided = run_json(capsys, "perft", "english", "5", "--divide", "--json")
    assert sum(divided["divide"].values()) == divided["nodes"] == 7361


def test_analyse_finds_the_only_good_move(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "analyse", "italian", "W:WK14:B10", "--depth", "4", "--json")
    assert code == 0
    last = json.loads(out.splitlines()[-1])
    assert last["pv"] == ["14x5"]
    assert last["score_cp"] > 20_000


@pytest.mark.parametrize(
    "args",
    [
        ["perft", "ludo", "3"],
        ["perft", "italian", "0"],
        ["analyse", "italian", "W:WK14:B10", "--time", "nan"],
        ["moves", "italian", "W:W33:B1"],
        ["moves", "italian", "W:W1:B1,1"],
        ["nonsense"],
        ["perft", "italian", "3", "--fen", "W:W21:Bx"],
        ["pdn", "check", "no-such-file.pdn"],
    ],
    ids=" ".join,
)
def test_bad_input_is_one_clear_message_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], args: list[str]
) -> None:
    code, _, err = run(capsys, *args)
    assert code == 2
    assert len(err.strip()) > 10
    assert "Traceback" not in err


HOSTILE = f"W:WK50:B{','.join(f'{first}-{first + 5}' for first in (15, 29, 43, 57, 71, 85))}"


@pytest.mark.parametrize(
    "args", [["moves", "south-african", HOSTILE], ["explain", "south-african", HOSTILE, "50-1"]]
)
def test_a_hostile_position_is_refused_clearly(capsys: pytest.CaptureFixture[str], args: list[str]) -> None:
    code, _, err = run(capsys, *args)
    assert (
        code,
        err.count(
            words_of(
                "Here a capture has more routes than can be counted: take some of the pieces to be "
                "captured off."
            )
        ),
    ) == (2, 1)


@pytest.mark.parametrize("game", ["bashni", "lasca"])
def test_a_tower_of_thirteen_is_refused_clearly(capsys: pytest.CaptureFixture[str], game: str) -> None:
    code, _, err = run(capsys, "moves", game, f"W:a1={'w' * 13},c3=b")
    assert code == 2
    assert "White has 13 pieces" in err


def test_a_hostile_position_among_many_is_refused_on_its_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written_out = HOSTILE
    for first in (15, 29, 43, 57, 71, 85):
        written_out = written_out.replace(f"{first}-{first + 5}", ",".join(map(str, range(first, first + 6))))
    canonical = written_out.replace("W:WK50", "W:WK50,98")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{canonical}\n"))
    code, out, _ = run(capsys, "moves", "south-african", "-")
    assert code == 2
    assert (
        words_of(
            "Here a capture has more routes than can be counted: take some of the pieces to be captured off."
        )
        in json.loads(out)["error"]
    )


def test_unknown_game_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "perft", "italain", "3")
    assert code == 2
    assert "italian" in err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = run(capsys, name, "--help")
    assert code == 0
    assert "Usage: damiera" in out


def test_play_a_short_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("moves\n1-5\n22-18\nbook\nundo\nresign\n"))
    code, out, _ = run(capsys, "play", "italian", "--level", "1", "--seed", "7", "--lang", "en")
    assert code == 0
    assert "21-17" in out
    assert "0-2" in out
    assert "9.2.1" in out


@pytest.mark.parametrize("colour", ["white", "black"])
def test_play_where_men_come_back(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, colour: str
) -> None:
    """Either side enters its man, and says where."""
    monkeypatch.setattr("sys.stdin", io.StringIO("@30/18-13\nfen\nquit\n" if colour == "white" else "quit\n"))
    args = ("--fen", "W:W18:B1,2:R1,0", "--colour", colour, "--level", "1", "--seed", "1", "--lang", "en")
    code, out, err = run(capsys, "play", "reentry", *args)
    assert (code, err) == (0, "")
    assert ("W13,30:" in out) if colour == "white" else ("@" in out)


def test_play_takes_back_only_what_is_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Black has made no move yet: White's stays on the board, and is not made again."""
    monkeypatch.setattr("sys.stdin", io.StringIO("undo\nfen\nquit\n"))
    args = ("--colour", "black", "--level", "1", "--seed", "7", "--lang", "en")
    code, out, _ = run(capsys, "play", "italian", *args)
    assert code == 0
    assert words_of("There is nothing to take back.") in out
    board, _, fen = out.partition("There is nothing to take back.")
    assert not re.search(r"^\d+-\d+$", fen, re.MULTILINE)
    assert re.search(r"^\d+-\d+$", board, re.MULTILINE)


@pytest.mark.parametrize(
    ("slug", "fen", "keys"),
    [
        ("reentry", "W:W18:B1,2:R1,0", {"drops", "leaves"}),
        ("bashni", "W:c3=w,d4=b,h8=b", {"after"}),
        ("russian", "W:Wc3:Bd4,h8", set()),
        ("chinese-checkers", "", {"-captured"}),
        ("ugolki", "", {"-captured"}),
        ("halma", "", {"-captured"}),
    ],
)
def test_moves_say_what_their_family_has(
    capsys: pytest.CaptureFixture[str], slug: str, fen: str, keys: set[str]
) -> None:
    entry = run_json(capsys, "moves", slug, *([fen] if fen else []), "--json")
    usual = {"notation", "from", "to", "captured", "promotes", "paths"}
    expected = usual - {"captured"} if "-captured" in keys else usual | keys
    first = entry["moves"][0]
    assert set(first) == expected
    if slug in ("bashni", "russian"):
        assert (first["from"], first["to"], first["captured"]) == ("c3", "e5", ["d4"])
    if slug == "bashni":
        assert first["after"] == "B:h8=b,e5=bw"
    if slug == "reentry":
        assert {tuple(move["drops"]) for move in entry["moves"]} == {(29,), (30,), (31,), (32,)}


@pytest.mark.parametrize(("typed", "wanted"), [("22x13", "→ 22x15"), ("c3xb4", "→ c3xe5")])
def test_what_is_to_be_captured_is_written_as_the_move_was_typed(
    capsys: pytest.CaptureFixture[str], typed: str, wanted: str
) -> None:
    assert run(capsys, "explain", "brazilian", "W:Wc3:Bd4", typed)[1].splitlines()[-1] == wanted


def test_moves_say_what_a_man_becomes(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "moves", "cheskers", "W:Wa7,Kc1:BKh6", "--lang", "en")
    assert [line.split("  ")[1:] for line in out.splitlines()[1:]] == [
        ["a7-b8=K", words_of("becomes a king")],
        ["a7-b8=B", words_of("becomes a bishop")],
        ["a7-b8=C", words_of("becomes a camel")],
        ["c1-b2"],
        ["c1-d2"],
    ]
    _, out, _ = run(capsys, "moves", "cheskers", "W:Wa7,Kc1:BKh6", "--json")
    told = [(move["becomes"], move["paths"]) for move in json.loads(out)["moves"][:3]]
    assert told == [(kind, [["a7", "b8"]]) for kind in "KBC"]
    _, out, _ = run(capsys, "moves", "italian", "W:W6:B20", "--lang", "en")
    promotes = words_of("promotes", context="command line")
    assert out.splitlines()[1:] == [f"  6-2  {promotes}", f"  6-3  {promotes}"]


def test_a_position_as_another_program_writes_it(capsys: pytest.CaptureFixture[str]) -> None:
    hub = "W" + "e" * 8 + "b" + "e" * 12 + "w" + "e" * 10
    assert run(capsys, "moves", "italian", hub) == run(capsys, "moves", "italian", "W:W22:B9")


def test_a_text_that_is_no_position_is_told_as_a_fen(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "moves", "italian", "W:W99")
    assert code == 2
    assert "99" in err


@pytest.mark.parametrize(
    "words",
    [
        ("moves", "italian", "W:W40:B1"),
        ("moves", "nogame"),
        ("match", "builtin", "stockfish", "--game", "italian"),
        ("match", "builtin", "hub:/no/such/engine", "--game", "italian", "--games", "1"),
        ("match", "builtin", "builtin", "--game", "italian", "--openings", "nodeck"),
        ("match", "builtin", "builtin", "--game", "italian", "--sprt", "5,0"),
        ("dxp", "connect", "127.0.0.1:0", "italian"),
        ("endgame", "probe", "frisian", "W:W32:B1", "--folder", "/no/such/folder"),
    ],
)
def test_errors_are_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("DAMIERA_LANG", "en")
    code, _, english = run(capsys, *words)
    told, _, italian = run(capsys, *words, "--lang", "it")
    assert code == told != 0
    assert english != italian
    assert run(capsys, *words)[2] == english, "the next command is told nothing of it"


def test_a_file_to_write_is_looked_at_before_the_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    games = tmp_path / "games.pdn"
    games.write_text("1. 22-18 12-15 *")
    none = tmp_path / "none"
    missing = words_of("there is no folder {name}: make it, or name another file", name=str(none))
    for out, said in (("", words_of("name a file")), (str(none / "out.pdn"), missing)):
        for command in (("annotate",), ("pdn", "convert")):
            code, _, err = run(capsys, *command, str(games), "--out", out)
            assert (code, said in err) == (2, True), (command, out, err)


def test_a_dash_is_standard_output_and_no_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.pdn").write_text("1. 22-18 12-15 *")
    for command in (("pdn", "convert", "games.pdn"), ("picture", "italian")):
        assert run(capsys, *command, "--out", "-") == run(capsys, *command)
    code, out, err = run(capsys, "pdn", "sheet", "games.pdn", "--out", "-")
    assert (code, out) == (2, "")
    assert words_of("this cannot go to standard output: name a file") in err
    assert [path.name for path in tmp_path.iterdir()] == ["games.pdn"]


def test_a_limit_of_nodes_is_one_that_can_be_counted(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "analyse", "italian", "start", "--nodes", str(10**23))
    assert code == 2
    assert str(10**12) in err


def test_a_stream_that_is_closed_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a shell closes them, `>&-`: what is written goes nowhere, and input is at its end."""
    for stream, args in (("stdout", ("picture", "italian")), ("stdin", ("moves", "italian", "-"))):
        with monkeypatch.context() as closed:
            closed.setattr(sys, stream, None)
            with pytest.raises(SystemExit) as stop:
                main(args)
        assert not stop.value.code, stream


def test_a_move_is_explained_however_a_collection_writes_it(capsys: pytest.CaptureFixture[str]) -> None:
    for move in ("22-18", "22.18", "2218", "22–18", "22-18!", " 22 - 18 "):
        assert run_json(capsys, "explain", "italian", "start", move, "--json")["legal"], move


def test_what_cannot_be_the_name_of_a_machine_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    name = "é..x"
    code, _, err = run(capsys, "dxp", "listen", "italian", "--port", "0", "--host", name)
    assert (code, name in err) == (2, True)
    with pytest.raises(PortRefused):
        listen(name, 0)
    assert [report.grade for report in check_public(f"https://{name}")] == [MachineGrade.WRONG]


NO_ADDRESSES = ["", "bin.dat", "http://[::1", "https://", "https://dama.example:99999", "ftp://x"]


@pytest.mark.parametrize("option", ["--server", "--join"])
@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_a_bot_is_told_what_is_no_address(
    capsys: pytest.CaptureFixture[str], option: str, address: str
) -> None:
    server = "https://dama.example"
    code, _, told = run(capsys, "bot", "--token", "x", "--server", server, option, address, "--lang", "en")
    assert code == 2
    said = '"{value}" is no address: write one such as {example}.'
    assert words_of(said, value=address, example=server) in told


def test_a_bot_is_told_what_is_no_token(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_bytes(b"\xff\x00 two words")
    args = ("--server", "https://dama.example", "--token-file", str(file), "--lang", "en")
    code, _, told = run(capsys, "bot", *args)
    assert code == 2
    said = "This is no token of a bot: it is one word without spaces, as the account's page showed it."
    assert words_of(said) in told


@pytest.mark.parametrize("address", ["", "nats://[::1", "nats://a:99999", "http://a", "nats://a,,nats://b"])
def test_an_engine_worker_is_told_what_is_no_address(
    capsys: pytest.CaptureFixture[str], address: str
) -> None:
    code, _, told = run(capsys, "engine-worker", "--nats", address, "--lang", "en")
    assert code == 2
    wrong = "" if ",," in address else address
    said = '"{value}" is no address: write one such as {example}.'
    assert words_of(said, value=wrong, example="nats://dama.example") in told

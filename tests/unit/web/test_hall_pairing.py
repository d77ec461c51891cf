"""Rounds by hand, teams, matches, systems: what the desk offers beside one button."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

import pytest

from damiera.messages import Message
from damiera.service.tournament import announcement
from damiera.tournament.certificate import certified_rounds, edition_of
from damiera.tournament.log import load
from damiera.tournament.model import System
from tests.unit.web.hallkit import NAMES, TWO_CLUBS, filled, opened, paired, report, said
from tests.wording import shows, words_of


def test_a_first_round_chosen_by_hand_with_the_check_speaking(anna: Any) -> None:
    event = filled(anna, weak_rounds="1", weak_club="yes")
    form = anna.get(f"{event}/hand").text
    assert form.count('name="white') == 3
    assert words_of("%(n)s still to pair:", n=6, num=6) in said(anna.get(f"{event}/hand"))
    rows = {"round": "1", "white1": f"1 {NAMES[0]}", "black1": "Verdi Carla", "white2": "2", "black2": "2"}
    answer = anna.post(f"{event}/hand", **rows, do="check")
    text = said(answer)
    assert answer.status_code == 200
    assert (
        words_of("{a} and {b} are both of {what}.", what="Circolo 0", a="Rossi Anna (1)", b="Verdi Carla (3)")
        in text
    )
    assert words_of("Against the rules:") in text
    assert "2 Bianchi" not in text.partition(words_of("%(n)s still to pair:", n=3, num=3))[2][:60]
    assert "4 Neri Dario" in text
    assert anna.get(event).text.count("data-board") == 0  # nothing was paired
    rows |= {"black2": "5"}
    filled_up = anna.post(f"{event}/hand", **rows, do="fill")
    assert words_of("%(n)s still to pair:", n=3, num=3) not in said(filled_up)
    assert 'name="white3" value=' in filled_up.text
    rows |= {"white3": "4", "black3": "6"}
    assert anna.post(f"{event}/hand", **rows, do="pair").status_code == 422  # a reason is needed
    assert anna.post(f"{event}/hand", **rows, do="pair", reason="pilotato").status_code == 303
    assert (words_of("Changed by hand:") + " pilotato") in said(anna.get(event))
    assert f'value="1 {NAMES[0]}"' in anna.get(f"{event}/hand").text


NOBODY = Message("'{word}' is nobody: write number or name.")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"white1": "99", "black1": "1"}, NOBODY.format(word="99")),
        ({"white1": "Nobody", "black1": "1"}, NOBODY.format(word="Nobody")),
        ({"white1": "R", "black1": "1"}, Message("'{word}' is several: write the number.", word="R")),
        ({"pairs": "3\n1 2\n3 4"}, Message("The first line says {n} pairs, but there are {m}.", n=3, m=2)),
        ({"pairs": "1 2 3"}, Message("'{w}': two numbers a line.", w="1 2 3")),
        ({"pairs": "1 x"}, Message("'{word}' is no number.", word="x")),
    ],
)
def test_boards_that_name_nobody_are_refused_and_stay_as_typed(
    anna: Any, fields: dict[str, str], words: Message
) -> None:
    event = filled(anna)
    answer = anna.post(f"{event}/hand", round="1", do="check", **fields)
    assert answer.status_code == 422
    assert shows(said(answer), words)
    for value in fields.values():
        assert value.splitlines()[0] in answer.text


def test_a_pairing_file_of_another_program_is_judged_before_it_is_taken(anna: Any) -> None:
    event = paired(anna, 2)
    anna.post(f"{event}/undo", first="1", last="1", seen="1")
    live_pairs = "3\n1 4\n5 2\n3 6"
    answer = anna.post(f"{event}/hand", round="2", do="check", pairs=live_pairs)
    assert answer.status_code == 200
    assert shows(said(answer), "{a} and {b} have already met.")
    assert (
        anna.post(f"{event}/hand", round="2", do="pair", pairs="1 2\n1 3", reason="file").status_code == 422
    )
    assert shows(
        said(anna.post(f"{event}/hand", round="2", do="check", pairs="1 2\n1 3")),
        "{n} is paired more than once.",
    )


def test_a_board_is_kept_when_the_round_is_made_again(anna: Any) -> None:
    event = paired(anna)
    assert anna.post(f"{event}/protect", round="1", board="2", kept="yes").status_code == 303
    assert words_of("kept as it is") in said(anna.get(event))
    before = anna.get(f"{event}/hand").text
    anna.post(f"{event}/players/1", do="status", change="absent", **{"from": "1"}, reason="treno")
    assert anna.post(f"{event}/again", round="1").status_code == 422
    assert anna.post(f"{event}/again", round="1", reason="assente il n. 1").status_code == 303
    after = anna.get(event).text
    board = before.partition('name="white2" value="')[2].partition('"')[0].partition(" ")[2]
    assert board in said(anna.get(event))
    assert f"<b>{NAMES[0]}</b>" not in after
    assert f"{NAMES[0]}: absent in round 1, treno." in said(anna.get(event))
    report(anna, event, 1, "1", "win")
    refused = anna.post(f"{event}/again", round="1", reason="ancora")
    assert refused.status_code == 422
    assert "has results" in said(refused)


def test_two_arbiters_who_pair_by_hand_lose_nothing(anna: Any) -> None:
    event = filled(anna)
    seen = anna.get(f"{event}/hand").text.partition('name="seen" value="')[2].partition('"')[0]
    mine = {
        "round": "1",
        "white1": "1",
        "black1": "2",
        "white2": "3",
        "black2": "4",
        "white3": "5",
        "black3": "6",
    }
    assert anna.post(f"{event}/hand", **mine, seen=seen, reason="sorteggio").status_code == 303
    other = {**mine, "black1": "3", "white2": "2"}
    answer = anna.post(f"{event}/hand", **other, seen=seen, reason="altro")
    assert answer.status_code == 409
    assert shows(
        said(answer),
        "Meanwhile {who} has done something else ({n} act): here it is as it stands; look and repeat.",
    )
    assert 'name="black1" value="3 Verdi Carla"' in answer.text
    assert 'value="altro"' in answer.text
    assert words_of("Changed by hand:") + " sorteggio" in said(anna.get(event))


@pytest.mark.slow
def test_teams_by_boards(anna: Any) -> None:
    event = filled(anna, TWO_CLUBS, boards="3", rounds="2")
    assert anna.post(f"{event}/pair", round="1").status_code == 422
    assert words_of("It takes at least two teams.") in said(anna.get(event))
    assert anna.post(f"{event}/teams", do="clubs").status_code == 303
    assert "3 teams" in said(anna.get(f"{event}/teams"))
    taken = anna.post(f"{event}/teams", name="Nuova", seat1="1", seat2="2")
    assert taken.status_code == 422
    assert words_of("{n} is in team {t} already.", n=1, t="Roma") in said(taken)
    assert 'value="Nuova"' in taken.text
    swapped = {"number": "1", "name": "Lodi", "seat1": "8", "seat2": "5", "seat3": "2"}
    assert anna.post(f"{event}/teams", **swapped).status_code == 303
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    text = said(anna.get(event))
    assert "Table 1" in text
    assert "0-0" in text
    for board in ("1", "2", "3"):
        assert report(anna, event, 1, board, "win").status_code == 303
    text = said(anna.get(event))
    drawn_by_lot = ("Lodi", "Roma"), ("Roma", "Lodi")
    white, black = drawn_by_lot["Table 1 · Roma" in text]
    assert f"Table 1 · {white} – {black} 4-2" in text
    table = anna.get(f"{event}/standings")
    assert "Roma" in table.text
    assert "Board points" in table.text
    # 2 points of the match, quotients, 4 of the boards, and the Elo at the end
    assert re.search(rf" 2 {white} (Roma )?2 0 0 4 as White against 3 2 1 0 0 \d{{4}} ", said(table))
    assert "Ala 0" in said(anna.get(f"{event}/standings?by=players"))
    for path in ("/crosstable", "/event.trf", "/standings.csv", "/ratings", "/check", "/about", "/public"):
        assert anna.get(event + path).status_code == 200, path
    assert "Change seats" not in said(anna.get(event))
    assert anna.get(f"{event}?board=1").status_code == 200
    assert anna.post(f"{event}/teams", do="leave", number="3").status_code == 303
    assert "withdrawn" in said(anna.get(f"{event}/teams"))
    assert anna.post(f"{event}/pair", round="2").status_code == 303


def test_a_match_of_two_games_a_board_has_one_heading(anna: Any) -> None:
    event = filled(anna, TWO_CLUBS, boards="3", rounds="2", games="2")
    assert anna.post(f"{event}/teams", do="clubs").status_code == 303
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    tables = re.findall(r"Table (\d+) ·", said(anna.get(event)))
    assert tables[:1] == ["1"]
    assert len(tables) == len(set(tables))
    for path in ("/public", "/screen"):  # the hall reads which teams meet, too
        page = said(anna.get(event + path))
        assert "Lodi" in page, path
        assert "Roma" in page, path
    assert 'class="match"' in anna.get(f"{event}/screen").text
    site = zipfile.ZipFile(io.BytesIO(anna.get(f"{event}/site.zip").content))
    round_one = site.read("round-1.html").decode()
    assert "1b" in round_one
    assert round_one.count('class="match-head"') == len(tables)
    assert "event.ics" not in site.namelist()  # no day is announced: it would hold nothing
    assert "event.ics" not in anna.get(f"{event}/print").text


def test_after_the_last_round_earlier_ones_lead_on_too(anna: Any) -> None:
    event = paired(anna, 2, rounds="2")
    for board in ("1", "2", "3"):
        assert report(anna, event, 2, board, "win").status_code == 303
    for path in ("", "?round=1"):
        desk = anna.get(event + path).text
        assert 'id="after-last"' in desk, path
        assert 'id="pair"' not in desk, path


def test_a_team_needs_a_name_and_players_that_are_there(anna: Any) -> None:
    event = filled(anna, boards="2")
    for fields, words in (
        ({"name": " "}, "A team has a name"),
        ({"name": "A", "seat1": "1", "seat2": "1"}, "twice"),
        ({"name": "A", "seat1": "77"}, "is nobody"),
        ({"name": "A", "number": "9"}, "No team has number 9"),
    ):
        answer = anna.post(f"{event}/teams", **fields)
        assert answer.status_code == 422
        assert words in said(answer)


def test_two_arbiters_at_one_team_lose_nothing(anna: Any) -> None:
    event = filled(anna, boards="2")
    anna.post(f"{event}/teams", name="Alfa", seat1="1", seat2="2")
    seen = anna.get(f"{event}/teams").text.partition('name="seen" value="')[2].partition('"')[0]
    first = {"number": "1", "name": "Alfa", "seat1": "1", "seat2": "3", "seen": seen}
    assert anna.post(f"{event}/teams", **first).status_code == 303
    answer = anna.post(f"{event}/teams", **{**first, "seat2": "4 Neri Dario"})
    assert answer.status_code == 409
    assert shows(
        said(answer),
        "Meanwhile {who} has changed the same team: here it is as it stands, yours is still below it.",
    )
    assert 'value="4 Neri Dario"' in answer.text
    assert "Verdi Carla" in said(answer)
    seen = answer.text.partition('name="seen" value="')[2].partition('"')[0]
    assert anna.post(f"{event}/teams", **{**first, "seat2": "4", "seen": seen}).status_code == 303


def test_a_match_of_two_games_with_an_opening_for_each_pairing(anna: Any) -> None:
    event = paired(anna, games="2", match_points="yes", deck="it-2m-43", ballots="board", seed="Livorno")
    html = anna.get(event).text
    assert html.count('data-leg="2"') == 3
    report(anna, event, 1, "1", "win", leg="1")
    report(anna, event, 1, "1", "draw", leg="2")
    assert "1" in said(anna.get(f"{event}/standings"))
    second = anna.get(f"{event}?board=1&leg=2").text.partition('id="board"')[2]
    assert '<input type="hidden" name="leg" value="2">' in second
    assert report(anna, event, 1, "2", "black-absent", leg="2").status_code == 303
    link = re.search(r'<a href="(/openings/it-2m-43[^"]+)#result">[^<]+\((\d+)\)', html)
    assert link
    assert f"Number {link[2]}" in anna.get(link[1].replace("&amp;", "&")).text
    numbers = {part.partition("(")[2].partition(")")[0] for part in html.split('muted num">')[1:]}
    assert len(numbers) > 1


def test_the_bracket_of_a_knockout_from_the_first_round_to_the_third_place(anna: Any) -> None:
    event = filled(anna, system="knockout", third_place="yes", rounds="0")
    page = said(anna.get(f"{event}/crosstable"))
    assert "Bracket" in page
    assert words_of("winner of round {r}, match {n}", r="1", n=2) in page
    assert "Final" in page
    for number in (1, 2):
        assert anna.post(f"{event}/pair", round=str(number)).status_code == 303
        for board in re.findall(r'data-board="(\d+)"', anna.get(event).text):
            report(anna, event, number, board, "win")
    assert anna.post(f"{event}/pair", round="3").status_code == 303
    page = said(anna.get(f"{event}/crosstable"))
    assert words_of("For the third place") in page
    assert "winner of" not in page
    standings = anna.get(f"{event}/standings")
    assert not shows(
        said(standings), "A round without a game counts in the quotients as: %(rule)s."
    )  # a knockout has none
    for name in NAMES[:2]:
        assert f'<span title="{name}">{name}</span>' in standings.text
    assert shows(
        said(standings),
        "In a round's column: the opponent and the points made; the open disc is White, the full "
        "one Black; f is a forfeit.",
    )
    opened_rows = [said(anna.get(f"{event}/standings?row={n}")) for n in range(1, 7)]
    assert (
        sum(shows(page, "{name} came further in the bracket.") for page in opened_rows) == 2
    )  # 1-2, 3-4, 5-6 are level


def test_an_even_match_of_a_knockout_goes_on(anna: Any) -> None:
    event = filled(anna, "Nome;Elo\nUno;4\nDue;3\nTre;2\nQuattro;1", system="knockout", rounds="0")
    anna.post(f"{event}/pair", round="1")
    assert anna.post(f"{event}/extra", round="1", board="1").status_code == 422  # still being played
    report(anna, event, 1, "1", "draw")
    report(anna, event, 1, "2", "win")
    even_first = "The match at board {b} is even: it is played off first."
    assert shows(said(anna.post(f"{event}/pair", round="2")), even_first, b="1")
    assert shows(
        said(anna.get(f"{event}?board=1")),
        "This match is even: a play-off with the colours reversed, until somebody is ahead.",
    )
    desk = anna.get(event)
    assert shows(said(desk), even_first, b="1")
    assert re.search(r'id="pair" disabled aria-describedby="waits"', desk.text)  # which match, said beside it
    assert shows(said(desk), "No winner yet at board %(b)s", b="1")
    assert "Round 1 is complete" not in said(desk)
    even = re.escape(words_of("Even: a play-off decides"))
    assert re.findall(rf'href="[^"]*&amp;board=(\d)#board">{even}', desk.text) == ["1"]
    assert anna.post(f"{event}/extra", round="1", board="1").status_code == 303
    assert 'data-board="1" data-leg="2"' in anna.get(event).text
    report(anna, event, 1, "1", "win", leg="2")
    assert anna.post(f"{event}/extra", round="1", board="1").status_code == 422  # it has its winner
    assert not shows(said(anna.get(event)), "Even: a play-off decides")
    assert "Round 1 is complete" in said(anna.get(event))
    assert anna.post(f"{event}/pair", round="2").status_code == 303
    assert "Quattro" in said(anna.get(event))
    assert shows(said(anna.get(f"{event}/log")), "Round {r}, board {b}: one more game")


def test_an_even_knockout_match_is_played_off_by_other_clocks_and_a_draw_can_decide(anna: Any) -> None:
    listed = "Nome;Elo\nUno;4\nDue;3\nTre;2\nQuattro;1"
    event = filled(anna, listed, system="knockout", rounds="0", playoff_clocks="10+5, 5+3")
    anna.post(f"{event}/pair", round="1")
    report(anna, event, 1, "1", "draw")
    report(anna, event, 1, "2", "win")
    assert 'value="10+5"' in anna.get(f"{event}?board=1").text
    far = anna.post(f"{event}/extra", round="1", board="1", clock="x" * 61)
    assert far.status_code == 422
    assert 'id="playoff-clock"' in far.text, "the desk says it, at the board"
    assert shows(said(far), "A clock is said in {n} letters at most.", n=60)
    assert anna.post(f"{event}/extra", round="1", board="1", clock="10+5", games="2").status_code == 303
    shown = said(anna.get(event))
    assert shown.count(words_of("play-off", context="a game of it") + ", 10+5") == 2
    report(anna, event, 1, "1", "win", leg="2")
    assert anna.post(f"{event}/pair", round="2").status_code == 422, "both games of a play-off are played"
    report(anna, event, 1, "1", "win", leg="3")  # colours turned: one each
    assert 'value="5+3"' in anna.get(f"{event}?board=1").text, "the next clock"
    anna.post(f"{event}/extra", round="1", board="1", clock="5+3", draw_for="black", rated="yes")
    assert shows(said(anna.get(event)), "a draw takes Black on")
    report(anna, event, 1, "1", "draw", leg="4")
    assert not shows(said(anna.get(event)), "Even: a play-off decides")
    assert anna.post(f"{event}/pair", round="2").status_code == 303
    live = load(anna.get(f"{event}/event.damiera").text).event
    game = live.rounds[0].games[3]
    assert (game.clock, game.draw_for, game.rated) == ("5+3", "black", True)
    assert game.black in (live.rounds[1].games[0].white, live.rounds[1].games[0].black)
    assert [g.rated for g in live.rounds[0].games if g.board == 1] == [True, False, False, True]
    assert "1d" in said(anna.get(f"{event}/card/1")), "each game of the match has its letter"
    log = said(anna.get(f"{event}/log"))
    assert shows(log, "Round {r}, board {b}: play-off of two games, {c}", r=1, b=1, c="10+5")


def test_what_games_and_matches_are_worth_is_written_in_the_form(anna: Any) -> None:
    listed = "Nome;Elo\nUno;4\nDue;3\nTre;2\nQuattro;1"
    event = filled(anna, listed, points="3-1-0")
    anna.post(f"{event}/pair", round="1")
    report(anna, event, 1, "1", "win")
    assert "3-0" in said(anna.get(event))
    held = load(anna.get(f"{event}/event.damiera").text).event.settings.scoring
    assert (held.win, held.draw, held.loss, held.bye, held.forfeit_loss) == (3, 1, 0, 3, 0)
    assert re.search(r'name="points"[^>]*value="3-1-0"', anna.get(f"{event}/settings").text)
    seen = re.search(r'name="seen" value="(\d+)"', anna.get(f"{event}/settings").text)
    assert seen is not None
    form = {"name": "Trofeo", "rounds": "3", "seen": seen[1]}
    late = anna.post(f"{event}/settings", **form, points="2-1-0")
    assert late.status_code == 422
    assert shows(said(late), "What a game or a match is worth cannot change once a round is paired.")
    assert anna.post(f"{event}/settings", **form, points="3-1-0", place="Livorno").status_code == 303


@pytest.mark.parametrize("word", ["3", "1-2-3", "0-0-0", "a-b-c", "3-1-0-0", "1.25-1-0", "999-1-0"])
def test_a_scoring_that_is_none_is_refused_in_its_field(anna: Any, word: str) -> None:
    for name in ("points", "team_points"):
        refused = anna.post("/hall", **{"name": "Trofeo", "rounds": "3", name: word})
        assert refused.status_code == 422, name
        assert shows(said(refused), "'{word}' is no scoring: write win, draw and loss, as 3-1-0.", word=word)


def test_the_square_of_all_play_all(anna: Any) -> None:
    event = filled(anna, system="round-robin", cycles="2", rounds="0")
    anna.post(f"{event}/pair", round="1")
    report(anna, event, 1, "1", "win")
    assert "Round 10" in said(anna.get(event))
    html = anna.get(f"{event}/crosstable").text
    assert html.count('class="c own"') == 6
    assert '<td class="c">2</td>' in html


def test_who_blocks_a_round_is_named(anna: Any) -> None:
    event = opened(anna, rounds="9")
    anna.post(f"{event}/players/import", list="Nome\nUno\nDue\nTre\nQuattro")
    for number in (1, 2, 3):
        anna.post(f"{event}/pair", round=str(number))
        for board in ("1", "2"):
            report(anna, event, number, board, "draw")
    answer = anna.post(f"{event}/pair", round="4")
    assert answer.status_code == 422
    assert any(name in said(answer) for name in ("Uno (1)", "Due (2)"))


def test_who_has_left_is_not_missed_at_the_desk(anna: Any) -> None:
    event = paired(anna)
    for board in ("1", "2", "3"):
        report(anna, event, 1, board, "win")
    for number in (1, 2, 3):
        anna.post(f"{event}/players/{number}", do="here")
    gone = {"p5": "yes", "p6": "yes"}
    anna.post(f"{event}/players/happen", change="withdrawn", reason="away", **{"from": "2"}, **gone)
    assert words_of("%(n)s has not checked in: leave them out of this round", n=1, num=1) in said(
        anna.get(event)
    )


@pytest.mark.parametrize("path", ["/pair", "/hand", "/again", "/swap", "/turn", "/result"])
def test_an_empty_form_of_a_round_says_which_field_is_missing(anna: Any, path: str) -> None:
    event = paired(anna)
    answer = anna.post(f"{event}{path}")
    assert answer.status_code == 422
    assert words_of("'{field}' is empty: fill it in.", field="round") in said(answer)


def test_who_does_not_play_is_not_filled_up_by_the_system(anna: Any) -> None:
    event = filled(anna)
    anna.post(f"{event}/players/2", do="status", change="absent", **{"from": "1"}, until="1")
    rows = {"round": "1", "white1": "1", "black1": "2"}
    answer = anna.post(f"{event}/hand", **rows, do="fill")
    assert answer.status_code == 422
    assert words_of(
        "{p} does not play in round {r}: choose somebody else.", p="2 Bianchi Bruno", r=1
    ) in said(answer)
    assert 'value="2 Bianchi Bruno"' in answer.text
    twice = anna.post(f"{event}/hand", **{**rows, "black1": "3", "white2": "3", "black2": "4"}, do="fill")
    assert twice.status_code == 422
    assert words_of("{p} is at two boards: take them from one.", p="3 Verdi Carla") in said(twice)


def test_the_dutch_system_of_2026_comes_with_the_app_and_tells_the_rule_that_decided(
    anna: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcement, "find_spec", lambda _name: None)
    event = paired(anna, 2, system="dutch-2026")
    board = anna.get(f"{event}?round=2&board=1&versus=3")
    assert board.status_code == 200
    order = "All criteria are equal: in the order of article {article} the pairing made comes first."
    worse = "{name} ({article}), group of {p}: {what}. {x} in the pairing made, {y} with this pair."
    assert shows(said(board), order) or shows(said(board), worse)
    assert shows(said(board), "Group of {p}: {players}, {pairs}.")
    log = anna.get(f"{event}/log")
    assert log.status_code == 200
    assert shows(said(anna.get(event)), "Swiss, Dutch system (FIDE)")


def test_the_log_shows_the_certificate_of_a_round_and_it_holds(anna: Any) -> None:
    event = paired(anna, round=2)
    text = said(anna.get(f"{event}/log"))
    said_so = "Certificate: {edition}, version {v}, computed from {h}. Check: not lawful."
    edition = edition_of(System.OPTIMAL)
    start = words_of(said_so, edition=edition, v="x", h="y").partition(" x")[0]
    assert text.count(start) == 2
    log = load(anna.get(f"{event}/event.damiera").text)
    assert [one.state for one in certified_rounds(log)] == ["holds", "holds"]
    holds = words_of("The certificate was counted anew from the log: it holds.")
    assert said(anna.get(f"{event}/check")).count(holds) == 2


def test_an_even_match_of_teams_in_a_knockout_is_played_off_at_every_board(anna: Any) -> None:
    event = filled(anna, TWO_CLUBS, boards="2", system="knockout", rounds="0")
    anna.post(f"{event}/teams", do="clubs")
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    open_seats = re.findall(
        r'class="open[^"]*"[^>]*data-board="(\d+)" data-leg="(\d+)"', anna.get(event).text
    )
    assert len(open_seats) == 2, "two teams of three meet at two boards; the third has a bye"
    for board, leg in open_seats:
        report(anna, event, 1, board, "draw", leg=leg)
    desk = said(anna.get(event))
    assert shows(desk, "No winner yet at table %(b)s", b="2")
    assert shows(desk, "The match at table {b} is even: it is played off first.", b="2")
    board = open_seats[-1][0]
    shown = anna.get(f"{event}?board={board}")
    assert shows(
        said(shown),
        "This match is even: a play-off at every board, with the colours reversed, until a team is ahead.",
    )
    assert 'id="playoff-draw"' not in shown.text
    assert shows(
        said(anna.post(f"{event}/extra", round="1", board=board, draw_for="white")),
        "A draw takes no team on.",
    )
    assert anna.post(f"{event}/extra", round="1", board=board).status_code == 303
    more = re.findall(r'class="open[^"]*"[^>]*data-board="(\d+)" data-leg="2"', anna.get(event).text)
    assert more == [board for board, _ in open_seats]
    assert anna.post(f"{event}/extra", round="1", board=board).status_code == 422, "it is being played"
    report(anna, event, 1, more[0], "draw", leg="2")
    report(anna, event, 1, more[1], "win", leg="2")
    assert "Round 1 is complete" in said(anna.get(event))
    assert anna.post(f"{event}/pair", round="2").status_code == 303
    assert comes_back(anna, event)


def comes_back(person: Any, event: str) -> bool:
    """Tell whether the report file of an event, brought in, gives the same standing and the same file."""
    told = person.get(f"{event}/event.trf")
    answer = person.http.post(
        "/hall/import", files={"file": ("event.trf", told.content)}, headers={"Origin": person.base}
    )
    assert answer.status_code == 303, said(answer)
    again = "/".join(answer.headers["location"].split("/")[:3]).partition("?")[0]
    assert person.get(f"{again}/standings.csv").text == person.get(f"{event}/standings.csv").text
    return bool(person.get(f"{again}/event.trf").text == told.text)


def test_matches_of_teams_of_two_games_come_back_from_their_report_file(anna: Any) -> None:
    table = "Nome;Elo;Circolo\n" + "\n".join(
        f"{club} {n};{3000 - 100 * place - n};{club}" for place, club in enumerate("ABCDEF") for n in (1, 2)
    )
    event = filled(anna, table, boards="2", games="2", rounds="3")
    anna.post(f"{event}/teams", do="clubs")
    decided = {
        ("5", "1"): "win",
        ("6", "1"): "loss",
    }  # the last match: a file puts it first from its second round on
    for number in (1, 2):
        assert anna.post(f"{event}/pair", round=str(number)).status_code == 303
        for board, leg in re.findall(r'data-board="(\d+)" data-leg="(\d+)"', anna.get(event).text):
            report(anna, event, number, board, decided.get((board, leg), "draw"), leg=leg)
    assert comes_back(anna, event)


def test_an_even_final_is_played_off_before_there_are_final_standings(anna: Any) -> None:
    event = filled(anna, "Nome;Elo\nUno;4\nDue;3", system="knockout", rounds="0")
    anna.post(f"{event}/pair", round="1")
    report(anna, event, 1, "1", "draw")
    desk = anna.get(event)
    assert shows(said(desk), "The match at board {b} is even: it is played off first.", b="1")
    assert 'id="after-last"' not in desk.text
    anna.post(f"{event}/extra", round="1", board="1")
    report(anna, event, 1, "1", "win", leg="2")
    assert 'id="after-last"' in anna.get(event).text


def test_of_teams_a_players_card_is_the_players_and_a_seat_with_nobody_opposite_is_told_so(anna: Any) -> None:
    event = filled(anna, TWO_CLUBS, boards="3", rounds="2")
    anna.post(f"{event}/teams", do="clubs")
    anna.post(f"{event}/pair", round="1")
    desk = anna.get(event)
    table = re.search(r"lineup\?round=1&amp;table=(\d)", desk.text)
    assert table
    page = anna.get(f"{event}/lineup?round=1&table={table[1]}").text
    seats = dict(re.findall(r'<select class="field" id="(\w+)".*?<option value="(\d+)" selected', page, re.S))
    answer = anna.post(f"{event}/lineup", round="1", table=table[1], **{**seats, "black3": "0"})
    assert answer.status_code == 303, said(answer)
    alone = seats["white3"]
    assert shows(said(anna.get(event)), "nobody opposite")
    assert shows(said(anna.get(f"{event}/card/{alone}")), "nobody opposite")
    report(anna, event, 1, "1", "win")
    report(anna, event, 1, "2", "draw")
    made = next(game for game in load(anna.get(f"{event}/event.damiera").text).event.games if game.board == 1)
    assert {int(seats["white1"]), int(seats["black1"])} == {made.white, made.black}
    winner = anna.get(f"{event}/card/{made.white}").text
    assert re.search(r"<dd>2</dd>\s*<dt>points", winner), (
        "points of their own, not those of the team so numbered"
    )
    assert f"by=players&amp;row={made.white}" in winner
    assert f'/card/{made.white}">' in anna.get(f"{event}/public").text


def test_boards_of_teams_are_called_on_every_screen_as_on_paper(server: Any) -> None:
    """The slip said 2.3, the desk 6, and the search found neither."""
    anna = server.person("en")
    event = filled(anna, TWO_CLUBS + "\nDia;2900;Bari\nEva;2899;Bari\nFea;2898;Bari", boards="3", rounds="2")
    assert anna.post(f"{event}/teams", do="clubs").status_code == 303
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    desk = anna.get(event).text
    assert re.findall(r'data-board="(\d+)" data-leg="1"\s+data-name="([^"]+)"', desk) == [
        ("1", "1.1"), ("2", "1.2"), ("3", "1.3"), ("4", "2.1"), ("5", "2.2"), ("6", "2.3"),
    ]  # fmt: skip
    assert anna.get(f"{event}?find=2.3").headers["location"].endswith("#b6")
    assert anna.get(f"{event}?find=2").headers["location"].endswith("#b4")
    assert anna.get(f"{event}?find=6").status_code == 404
    for board in "1234":
        report(anna, event, 1, board, "win")
    refused = said(anna.post(f"{event}/pair", round="2"))
    assert "Boards 2.2, 2.3." in refused
    assert "2.3" in said(anna.get(f"{event}/public"))
    assert '<span class="n muted">2.3' in anna.get(f"{event}/second").text
    cards = [said(anna.get(f"{event}/card/{number}")) for number in range(1, 13)]
    assert sum("board 2.3" in card for card in cards) == 2

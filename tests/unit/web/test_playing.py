"""Beginning, joining and playing a game by plain forms, and through the API."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from damiera.engine import draws
from damiera.engine.levels import LEVELS, USUAL
from damiera.rules.ruleset import CATALOGUE
from damiera.service.conduct import AWAY_MS
from damiera.web.play import screens
from damiera.web.play.tastes import FIRST, tastes
from tests.unit.web.hallkit import said
from tests.wording import shows, words_of

TWO_WAYS = "W:W17,20,22,23,24,25,26,28,29,30,31:B1,3,4,5,7,8,9,10,11,18,19"


def _game_of(answer: Any) -> str:
    assert answer.status_code == 303, answer.text
    found = re.fullmatch(r"/g/(\w+)", answer.headers["Location"])
    assert found is not None
    return found[1]


def test_first_move_from_home_begins_a_game_against_the_usual_level(anna: Any) -> None:
    game = anna.begin(game="italian", path=[22, 18])
    view = anna.wait(game, lambda v: v["ply"] == 2)
    assert view["you"] == "white"
    assert view["black"]["level"] == USUAL
    assert view["history"][0]["text"] == "22-18"


def test_the_line_for_moves_shows_one_of_the_game(anna: Any) -> None:
    type_it = words_of("type a move: %(move)s", move="c3-c4")
    assert f'placeholder="{type_it}"' in anna.get(f"/g/{anna.begin(game='turkish')}").text


def test_the_same_without_script(anna: Any) -> None:
    form = {"game": "italian", "against": "engine", "level": "3", "seat": "white", "clock": "none"}
    game = _game_of(anna.post("/new", **form, move="22-18"))
    assert anna.view(game)["history"][0]["text"] == "22-18"


def test_the_session_cookie_comes_with_the_first_deed_and_is_closed_to_scripts(server: Any) -> None:
    stranger = server.person()
    stranger.get("/")
    assert stranger.cookie("damiera_session") is None
    answer = stranger.http.post("/api/games", json={}, headers={"Origin": stranger.base})
    cookie = answer.headers["Set-Cookie"].lower()
    assert "damiera_session_" in cookie
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_the_form_offers_every_level_by_number_and_name(anna: Any) -> None:
    text = anna.get("/new").text
    offered = re.findall(r'name="level" value="(\d+)"( checked)? aria-(?:label="([^"]+)"|describedby)', text)
    friendly = [taste.level for taste in tastes("en")]
    assert offered == [
        *((str(number), " checked" * (number == FIRST), "") for number in friendly),
        *(
            (str(one.number), "", f"{one.number}, {one.name.text('en')}")
            for one in LEVELS
            if one.number not in friendly
        ),
    ]
    assert re.findall(r'<label for="level-(\d+)"', text) == [str(number) for number in friendly]
    assert re.findall(r'role="group" aria-label="([^"]+)"', text)[:4] == [
        "Beginners",
        "Club players",
        "Tournament players",
        "Masters",
    ]


def test_the_form_says_where_to_begin_and_no_more_than_the_levels_do(anna: Any) -> None:
    text = anna.get("/new").text
    said = re.findall(r'<b class="num">(\d+)</b> <span>([^<]+)<span class="muted">: ([^<]+)<', text)
    does = {int(n): what for n, _, what in said}
    assert said[0][:2] == ("1", words_of("who has just learned the moves"))
    first, third, fifth, ninth = (LEVELS[n - 1] for n in sorted(does))
    assert shows(does[1], "it overlooks most shots and leaves men to be taken")
    assert first.overlooks > 0.5
    assert first.overlooks**2 > 0.5
    assert shows(does[3], "it overlooks two shots in five")
    assert third.overlooks == 0.4
    assert shows(does[5], "it overlooks one in ten")
    assert fifth.overlooks == 0.1
    assert shows(does[9], "it overlooks no shot and looks three half-moves ahead")
    assert (ninth.overlooks, ninth.limits.depth) == (0, 3)


def test_new_game_takes_game_colour_level_and_clock(anna: Any) -> None:
    form = {"game": "english", "against": "engine", "level": "5", "seat": "white", "clock": "15+5"}
    view = anna.view(_game_of(anna.post("/new", **form)))
    assert (view["game"], view["you"], view["black"]["level"]) == ("english", "white", 5)
    assert view["clock"]["increment_ms"] == 5000
    moved = anna.wait(view["id"], lambda v: v["ply"] == 1)  # in English draughts Black begins
    assert moved["side"] == "white"


def test_new_game_offers_the_options_of_the_game_with_the_recommended_one_chosen(anna: Any) -> None:
    html = anna.get("/new?game=german").text
    for option in CATALOGUE["german"].entry.options:
        usual = re.search(rf'name="opt-{option.name}"\s+value="{option.default}" checked', html)
        assert usual is not None
    assert html.count("<small>recommended</small>") == len(CATALOGUE["german"].entry.options)
    assert shows(
        html,
        "Reconstructed: one source only, or sources that disagree, or a proposal of ours. Its "
        "rules say what is doubtful.",
    )
    assert 'class="pick"' in html
    assert html.count('<svg class="board') == 1  # the picture of the game


@pytest.mark.parametrize(
    ("way", "drawn"), [("", False), ("odds-time", False), ("odds-pieces", True), ("eleven-men", True)]
)
def test_the_board_of_odds_is_drawn_only_where_pieces_are_taken_off(anna: Any, way: str, drawn: bool) -> None:
    html = anna.get(f"/new?game=italian&way={way}").text
    assert ('id="odds-board"' in html) is drawn


def test_options_and_losing_make_the_slug_of_the_game(anna: Any) -> None:
    form = {"game": "german", "against": "here", "opt-landing": "adjacent", "opt-first": "white"}
    assert anna.view(_game_of(anna.post("/new", **form)))["game"] == "german~landing=adjacent"
    lost = anna.post("/new", game="italian", against="here", losing="yes")
    assert anna.view(_game_of(lost))["game"] == "italian-losing"
    # an option chosen for another game is let go
    other = anna.post("/new", **{**form, "game": "italian"})
    assert anna.view(_game_of(other))["game"] == "italian"


def test_the_edition_of_the_rules_is_chosen_in_the_form(anna: Any) -> None:
    html = anna.get("/new?game=italian&rulebook=fid.italian.2006").text
    books = re.findall(r'<option value="((?:fid|juegopedia)[.][^"]*)"( selected)?>', html)
    assert [id for id, _ in books] == list(CATALOGUE["italian"].rulebooks)
    assert [id for id, selected in books if selected] == ["fid.italian.2006"]
    form = {"against": "here", "rulebook": "fid.italian.2006"}
    assert anna.view(_game_of(anna.post("/new", game="italian", **form)))["rulebook"] == "fid.italian.2006"
    lost = anna.view(_game_of(anna.post("/new", game="italian", losing="yes", **form)))
    assert (lost["game"], lost["rulebook"]) == ("italian-losing", "losing.fid.italian.2006")
    # a book chosen for another game is let go, and where there is one only nothing is asked
    assert anna.view(_game_of(anna.post("/new", game="english", **form)))["rulebook"] == "fid.english.2008"
    assert 'id="rulebook"' not in anna.get("/new?game=czech").text


def test_eleven_men_are_drawn_where_none_are_named(anna: Any) -> None:
    view = anna.view(
        _game_of(anna.post("/new", game="italian", against="here", way="eleven-men", seed="Pisa"))
    )
    assert {piece.lower() for piece in view["pieces"].values()} == {"w", "b"}
    assert len(view["pieces"]) == 22
    named = anna.view(
        _game_of(anna.post("/new", game="italian", against="here", way="eleven-men", without="3, 30"))
    )
    assert not {"3", "30"} & named["pieces"].keys()


@pytest.mark.parametrize("more", [{"fen": "W:WK1:BK32"}, {"way": "odds-pieces", "without": "21"}])
def test_an_opening_by_lot_and_another_start_are_told_apart(anna: Any, more: dict[str, str]) -> None:
    answer = anna.post("/new", game="italian", against="here", deck="it-2m-43", **more)
    assert answer.status_code == 422
    assert re.search(r'id="deck-wrong".*An opening by lot begins from the usual position', answer.text)


def test_a_variant_of_the_address_is_chosen_in_the_form(anna: Any) -> None:
    html = anna.get("/new?game=german-losing~landing=adjacent").text
    assert '<option value="german" selected>' in html
    assert re.search(r'name="losing"[^>]* checked', html)
    assert re.search(r'name="opt-landing"\s+value="adjacent" checked', html)


def test_the_name_of_house_rules_stays_with_the_game_and_its_rematch(anna: Any) -> None:
    slug = "english~king-range=flying"
    page = anna.get(f"/rules/{slug}?name=Zia%20Rosa").text
    assert f"/new?game={slug.replace('=', '%3D')}&amp;house_name=Zia%20Rosa" in page
    form = anna.get("/new", params={"game": slug, "house_name": "Zia Rosa"}).text
    assert '<input type="hidden" name="house_name" value="Zia Rosa">' in form
    told = {"game": slug, "against": "here", "seat": "white", "clock": "none", "house_name": " Zia \n Rosa "}
    game = _game_of(anna.post("/new", **told))
    assert anna.view(game)["game_name"] == "Zia Rosa"
    assert "Zia Rosa" in anna.get("/games").text
    anna.post(f"/g/{game}/act", what="resign")
    again = _game_of(anna.post(f"/g/{game}/rematch"))
    assert anna.view(again)["game_name"] == "Zia Rosa"


def test_a_game_of_the_catalogue_keeps_its_own_name(anna: Any) -> None:
    told = {"game": "english", "against": "here", "clock": "none", "house_name": "Zia Rosa"}
    assert anna.view(_game_of(anna.post("/new", **told)))["game_name"] == "English draughts"


def test_house_rules_are_played_against_the_computer(anna: Any) -> None:
    slug = "english~king-range=flying"
    assert (
        words_of("House rules from: {game}", game="English draughts")
        in anna.get("/new", params={"game": slug}).text
    )
    game = _game_of(anna.post("/new", game=slug, against="engine", level="1", seat="white"))
    assert anna.wait(game, lambda v: v["ply"] == 1)["game"] == slug


def test_a_table_says_that_its_game_is_reconstructed(anna: Any) -> None:
    assert "reconstructed" in anna.get(f"/g/{anna.begin(game='contract', seat='both')}").text
    assert "reconstructed" not in anna.get(f"/g/{anna.begin(game='italian', seat='both')}").text


@pytest.mark.parametrize(
    ("form", "place"),
    [
        ({"fen": "W:W99:B1"}, "fen-wrong"),
        ({"fen": "W:W1:B2"}, "fen-wrong"),
        ({"fen": "nonsense"}, "fen-wrong"),
        ({"level": "21"}, "level-wrong"),
        ({"game": "chess"}, "game-wrong"),
        ({"clock": "1+1"}, "clock-wrong"),
        ({"way": "odds-pieces", "against": "here"}, "without-wrong"),
    ],
)
def test_bad_terms_are_said_at_the_head_and_beside_their_field_and_nothing_begins(
    server: Any, form: dict[str, str], place: str
) -> None:
    person = server.person()
    answer = person.post("/new", **form)
    assert answer.status_code == 422
    assert f'id="{place}"' in answer.text
    head = answer.text[answer.text.index('role="alert"') : answer.text.index('class="terms"')]
    assert f'href="#{place}"' in head
    assert 'class="gline' not in person.get("/games").text


def test_a_position_can_be_tried_for_two(anna: Any) -> None:
    game = _game_of(anna.post("/new", game="italian", against="here", fen=TWO_WAYS))
    html = anna.get(f"/g/{game}").text
    assert anna.view(game)["you"] == "both"
    assert html.count('class="must"') == 1
    assert words_of("You must capture", context="position-capture") in html
    assert 'data-article="6.6"' in html


def test_a_typed_move_is_played_and_a_wrong_one_explained_by_article(anna: Any) -> None:
    game = _game_of(anna.post("/new", game="italian", against="here"))
    assert anna.post(f"/g/{game}/say", text="22-18").status_code == 303
    refused = anna.post(f"/g/{game}/say", text="11-20")
    assert refused.status_code == 409
    assert 'id="reply"' in refused.text
    assert "data-article=" in refused.text
    unreadable = anna.post(f"/g/{game}/say", text="22 to heaven")
    assert unreadable.status_code == 422
    assert 'id="reply"' in unreadable.text
    assert anna.view(game)["ply"] == 1


def test_an_ambiguous_capture_is_asked_about(anna: Any) -> None:
    game = anna.begin(game="italian", seat="both", fen=TWO_WAYS)
    answer = anna.post(f"/g/{game}/say", text="22x6")
    assert answer.status_code == 200
    assert "22x6: which way?" in answer.text
    assert anna.post(f"/g/{game}/say", text="22x13x6").status_code == 303
    assert anna.view(game)["history"][0]["path"] == [22, 13, 6]


def test_actions_work_as_forms(anna: Any) -> None:
    game = anna.begin(game="italian", seat="both")
    anna.post(f"/g/{game}/say", text="22-18")
    assert anna.post(f"/g/{game}/act", what="ask-undo").status_code == 303
    assert anna.view(game)["ply"] == 0
    assert anna.post(f"/g/{game}/act", what="resign").status_code == 303
    html = anna.get(f"/g/{game}").text
    assert "Game over" in html
    assert anna.view(game)["outcome"]["score"] == "0-2"
    assert anna.post(f"/g/{game}/act", what="resign").status_code == 409
    assert anna.post(f"/g/{game}/act", what="dance").status_code == 422


def test_an_invitation_tells_what_is_not_as_in_every_game(anna: Any, bruno: Any) -> None:
    terms = {"game": "italian", "against": "friend", "seat": "white", "clock": "none"}
    game = _game_of(anna.post("/new", **terms, way="simultaneous", host="white", fen="W:W25,K32:B14"))
    asked = bruno.get(f"/join/{anna.view(game)['invite']}").text
    assert "<p>In simultanea · da un&#39;altra posizione</p>" in asked
    plain = bruno.get(f"/join/{anna.view(_game_of(anna.post('/new', **terms)))['invite']}").text
    assert "In simultanea" not in plain
    assert "da un&#39;altra posizione" not in plain


def test_a_friend_joins_by_code_and_others_only_watch(anna: Any, bruno: Any, server: Any) -> None:
    game = anna.begin(game="italian", friend=True)
    code = anna.view(game)["invite"]
    assert code in anna.get(f"/g/{game}").text
    asked = bruno.get(f"/join/{code}")
    assert asked.status_code == 200
    assert words_of("you have Black", "it") in asked.text
    joined = bruno.post(f"/join/{code}", name="Bruno")
    assert _game_of(joined) == game
    assert bruno.view(game)["you"] == "black"
    assert anna.view(game)["black"]["name"] == "Bruno"
    stranger = server.person()
    late = stranger.get(f"/join/{code}")
    assert late.status_code == 409
    assert f'href="/g/{game}"' in late.text
    assert stranger.post(f"/join/{code}").status_code == 404
    wrong = stranger.get("/join?code=0000-0000")
    assert wrong.status_code == 404
    assert shows(wrong.text, "Ask for the code again: it is written beside the board of who invited you.")
    assert stranger.view(game)["you"] is None
    assert stranger.view(game)["moves"] == []
    assert stranger.post(f"/g/{game}/say", text="22-18").status_code == 403
    assert bruno.post(f"/g/{game}/say", text="22-18").status_code == 403


def test_who_invites_finds_his_own_game_behind_the_code(anna: Any) -> None:
    game = anna.begin(game="italian", friend=True)
    code = anna.view(game)["invite"].upper()
    assert anna.get(f"/join?code={code}").headers["Location"] == f"/g/{game}"


def test_a_game_nobody_joined_can_be_taken_away(anna: Any, bruno: Any) -> None:
    game = anna.begin(game="italian", friend=True)
    assert bruno.post(f"/g/{game}/withdraw").status_code == 403
    assert anna.post(f"/g/{game}/withdraw").status_code == 303
    assert anna.get(f"/g/{game}").status_code == 404


def test_a_name_too_long_is_refused_in_words(anna: Any, bruno: Any) -> None:
    game = anna.begin(game="italian", friend=True)
    answer = bruno.post(f"/join/{anna.view(game)['invite']}", name="x" * 41)
    assert answer.status_code == 422
    assert "40" in answer.text


def test_replay_notes_and_files(anna: Any) -> None:
    game = anna.begin(game="italian", seat="both")
    for move in ("22-18", "11-15"):
        anna.post(f"/g/{game}/say", text=move)
    first = anna.get(f"/g/{game}?ply=1").text
    assert 'data-square="18" data-piece="w"' in first
    assert 'data-square="15"' in first
    assert anna.get(f"/g/{game}.fen?ply=0").text.startswith("W:W21,22")
    for ply in ("0", "x", "9" * 5_000):
        assert anna.post(f"/g/{game}/note", ply=ply, mark="!", comment="bold").status_code == 422
    anna.post(f"/g/{game}/act", what="resign")
    kept = anna.post(f"/g/{game}/note", ply="0", mark="!", comment="bold")
    assert kept.headers["Location"] == f"/g/{game}?ply=1"
    pdn = anna.get(f"/g/{game}.pdn")
    assert "22-18!" in pdn.text
    assert "{bold}" in pdn.text.replace("{ bold }", "{bold}")
    assert pdn.headers["Content-Type"].startswith("text/plain")
    assert anna.post(f"/g/{game}/note", ply="0", mark="&", comment="").status_code == 422


def test_rematch_swaps_colours_and_is_the_same_for_both(anna: Any) -> None:
    game = anna.begin(game="italian", seat="white", level=1)
    anna.post(f"/g/{game}/act", what="resign")
    again = _game_of(anna.post(f"/g/{game}/rematch"))
    assert anna.view(again)["you"] == "black"
    assert _game_of(anna.post(f"/g/{game}/rematch")) == again
    assert anna.wait(again, lambda v: v["ply"] == 1)["side"] == "black"


def test_a_rematch_is_offered_and_accepted(anna: Any, bruno: Any) -> None:
    game = anna.begin(friend=True, clock={"base_ms": 60_000, "increment_ms": 0})
    bruno.post(f"/join/{anna.view(game)['invite']}")
    anna.post(f"/g/{game}/act", what="resign")
    again = _game_of(anna.post(f"/g/{game}/rematch"))
    assert anna.view(again)["waiting"] is True
    waiting = anna.get(f"/g/{again}").text
    assert 'id="awaits"' in waiting, "the offer is with Bruno"
    assert 'id="invite"' not in waiting, "the seat is nobody else's"
    page = bruno.get(f"/g/{game}").text
    assert words_of("Accept the rematch", "it") in page
    assert words_of("offers a rematch", "it") in page
    assert 'data-seen="away"' not in page, "Anna waits at the other board"
    assert words_of("Go to the rematch") in anna.get(f"/g/{game}").text
    with anna.sit(again) as talk:  # she is there, however long all this took
        talk.ask("hello", "state")
        assert _game_of(bruno.post(f"/g/{game}/rematch")) == again
    assert bruno.view(again)["you"] == "white"
    clock = bruno.view(again)["clock"]
    assert (clock["running"], clock["first"]) == (None, "white")  # the first move starts it


def test_who_waits_at_the_board_hears_that_there_will_be_no_rematch(anna: Any, bruno: Any) -> None:
    game = anna.begin(friend=True)
    bruno.post(f"/join/{anna.view(game)['invite']}")
    anna.post(f"/g/{game}/act", what="resign")
    again = _game_of(anna.post(f"/g/{game}/rematch"))
    with anna.sit(again) as talk:
        talk.ask("hello", "state")
        assert bruno.post(f"/g/{game}/rematch", what="decline").status_code == 303
        assert shows(talk.hear("failed")["text"], "{name} does not want to play again: this game is no more.")
    assert bruno.get(f"/g/{again}").status_code == 404
    assert words_of("Accept the rematch", "it") not in bruno.get(f"/g/{game}").text
    assert bruno.post(f"/g/{game}/rematch", what="decline").status_code == 303


def test_a_rematch_that_is_taken_back_leads_to_the_game_that_is_over(anna: Any, bruno: Any) -> None:
    game = anna.begin(friend=True)
    bruno.post(f"/join/{anna.view(game)['invite']}")
    anna.post(f"/g/{game}/act", what="resign")
    again = _game_of(anna.post(f"/g/{game}/rematch"))
    assert bruno.view(game)["rematch_offer"] is not None
    with bruno.sit(game) as talk:
        version = talk.ask("hello", "state")["view"]["version"]
        assert _game_of(anna.post(f"/g/{again}/withdraw")) == game
        assert talk.view(version + 1)["rematch_offer"] is None
    assert bruno.get(f"/g/{again}").status_code == 404
    assert _game_of(bruno.post(f"/g/{game}/rematch")) != again, "the other may offer now"


def test_my_games_shows_unfinished_first_and_home_offers_them(server: Any) -> None:
    person = server.person()
    assert words_of("Your games will be here") in person.get("/games").text
    done = person.begin(game="italian", seat="both")
    person.post(f"/g/{done}/act", what="resign")
    running = person.begin(game="italian", seat="both")
    html = person.get("/games").text
    assert html.index(f"/g/{running}") < html.index(f"/g/{done}")
    home = person.get("/").text
    assert f"/g/{running}" in home
    assert f"/g/{done}" not in home


@pytest.mark.parametrize(
    "slug",
    [
        "russian",
        "turkish",
        "hexdame",
        "bashni",
        "chinese-checkers",
        "reentry",
        "ugolki",
        "cheskers",
        "halma",
        "halma~seats=4",
    ],
)
def test_my_games_shows_the_board_of_any_game(server: Any, slug: str) -> None:
    """However a game writes its squares: by letters, as towers, as marbles, with men beside the board."""
    person = server.person()
    game = person.begin(game=slug, seat="both")
    person.post(f"/g/{game}/say", text=person.view(game)["moves"][0]["text"])
    page = person.get("/games")
    assert page.status_code == 200
    drawn = page.text.split('class="glist"')[1].split("</ul>")[0].count('class="pc"')
    standing = person.view(game)["pieces"].values()
    assert drawn == (len(standing) if slug == "chinese-checkers" else sum(map(len, standing)))


def test_a_draw_is_offered_only_where_two_play(anna: Any) -> None:
    two, six = (
        anna.begin(game="italian", seat="both"),
        anna.begin(game="chinese-checkers~seats=6", seat="both"),
    )
    assert 'value="offer-draw"' in anna.get(f"/g/{two}").text
    assert 'value="offer-draw"' not in anna.get(f"/g/{six}").text


def test_the_engine_takes_the_draw_or_not_but_answers(anna: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = anna.begin(game="italian", level=1, path=[22, 18])
    anna.wait(game, lambda v: v["ply"] == 2)
    anna.post(f"/g/{game}/act", what="offer-draw")
    answered = anna.wait(game, lambda v: v["outcome"] is not None or v["draw_offer"] is None)
    assert answered["outcome"] is None, "not in the opening"
    monkeypatch.setattr(draws, "EARLIEST_PLY", 0)
    ending = anna.begin(game="italian", level=1, fen="W:WK29,K30:BK1,K2")
    anna.post(f"/g/{ending}/act", what="offer-draw")
    over = anna.wait(ending, lambda v: v["outcome"] is not None or v["draw_offer"] is None)
    assert over["outcome"]["score"] == "1-1"  # the test's mind thinks that all positions are equal


def test_a_game_is_claimed_from_who_has_left_it(
    anna: Any, bruno: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = anna.begin(seat="white", friend=True, clock={"base_ms": 300_000, "increment_ms": 3000})
    bruno.post(f"/join/{anna.view(game)['invite']}", name="Bruno")
    claim = {"e": "absence-claimed", "side": "white"}
    with anna.sit(game) as talk:
        talk.ask("hello", "state")
        with bruno.sit(game) as other:
            other.ask("hello", "state")
            here = anna.post(f"/g/{game}/do", **claim)
            assert anna.view(game)["claim_ms"] is None
            assert re.search('id="gone"[^>]* hidden>', anna.get(f"/g/{game}").text)
        away = anna.wait(game, lambda view: not view["black"]["here"])
        assert 0 < away["claim_ms"] <= AWAY_MS
        assert bruno.view(game)["claim_ms"] is None, "nobody is away from who has left"
        refused = anna.post(f"/g/{game}/do", **claim)
        gone = time.monotonic() + 61
        monkeypatch.setattr(screens, "monotonic", lambda: gone)
        assert anna.view(game)["claim_ms"] == 0
        assert re.search('id="gone"[^>]*do">', anna.get(f"/g/{game}").text), "without scripts too"
        assert anna.post(f"/g/{game}/do", **claim).status_code == 303
    for answer in (here, refused):
        assert answer.status_code == 409
        assert shows(
            said(answer),
            "The game can be claimed when the opponent has been away for {least}: now it is {gone}.",
        )
    assert anna.view(game)["outcome"]["score"] == "2-0"


def test_what_players_settle_between_themselves_is_offered_to_them(anna: Any, bruno: Any) -> None:
    game = anna.begin(seat="white", friend=True, clock={"base_ms": 300_000, "increment_ms": 3000})
    bruno.post(f"/join/{anna.view(game)['invite']}", name="Bruno")
    assert {"called-off", "time-given", "absence-claimed"} <= set(anna.view(game)["rights"])
    page = anna.get(f"/g/{game}").text
    assert 'id="among-players"' in page
    assert anna.post(f"/g/{game}/do", e="time-given", side="white").status_code == 303
    assert anna.view(game)["clock"]["black_ms"] > 310_000
    assert bruno.post(f"/g/{game}/do", e="called-off", side="black").status_code == 303
    assert anna.view(game)["outcome"]["score"] == "*"


def test_answers_are_laid_ahead_on_the_page_of_a_game_by_days(anna: Any, bruno: Any) -> None:
    page = anna.post("/new", against="friend", game="italian", seat="white", way="correspondence", days="5d")
    game = _game_of(page)
    bruno.post(f"/join/{anna.view(game)['invite']}")
    anna.post(f"/g/{game}/say", text="22-18")
    assert 'id="plan"' not in bruno.get(f"/g/{game}").text
    assert 'id="plan"' in anna.get(f"/g/{game}").text
    assert anna.post(f"/g/{game}/do", e="plan", text="10-13 18-14").status_code == 303
    assert "10-13 18-14" in anna.get(f"/g/{game}").text
    assert "10-13 18-14" not in bruno.get(f"/g/{game}").text
    assert shows(
        anna.post(f"/g/{game}/do", e="plan", text="10-13").text,
        "Line {n} ends with a move of the opponent: add your answer to it.",
        n=1,
    )
    bruno.post(f"/g/{game}/say", text="10-13")
    assert [ply["text"] for ply in bruno.view(game)["history"]] == ["22-18", "10-13", "18-14"]


def test_a_plate_says_what_its_player_offers(anna: Any, bruno: Any) -> None:
    """On a page loaded anew it was not told; and nobody who waits for another has a move to make."""
    game = anna.begin(friend=True, clock={"base_ms": 60_000, "increment_ms": 0})
    mine = f'<span class="sub">{words_of("your move")}</span>'
    assert mine not in anna.get(f"/g/{game}").text
    bruno.post(f"/join/{anna.view(game)['invite']}")
    assert mine in anna.get(f"/g/{game}").text
    anna.post(f"/g/{game}/act", what="offer-draw")
    for who, lang in ((anna, "en"), (bruno, "it")):
        assert f'<span class="sub">{words_of("offers a draw", lang)}</span>' in who.get(f"/g/{game}").text

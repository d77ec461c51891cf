"""What the desk and the players' page let be chosen: articles that carry something, claims, a replay."""

from __future__ import annotations

import re
from typing import Any

from damiera.web.common.assets import asset


def _begun(person: Any, fen: str = "W:W22,24:B5,18") -> str:
    answer = person.post("/new", game="italian", against="here", clock="none", desk="yes", fen=fen)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"]).rpartition("/")[2]


def _numbers(page: str, list_id: str) -> list[str]:
    """The articles of a list on the page."""
    found = re.search(rf'<select[^>]* id="{list_id}".*?</select>', page, re.DOTALL)
    assert found is not None
    return re.findall(r'<option value="([^"]+)"', found[0])


def test_a_refusal_cites_only_articles_by_which_a_player_loses(anna: Any) -> None:
    page = anna.get(f"/g/{_begun(anna)}").text
    losses = _numbers(page, "refused-article")
    assert "9.2.5" in losses
    assert not {"3.7", "7.8"} & set(losses)


def test_a_ruling_cites_powers_losses_and_draws(anna: Any) -> None:
    page = anna.get(f"/g/{_begun(anna)}").text
    assert {"7.8", "9.2.5", "9.3.a"} <= set(_numbers(page, "ruling-article"))
    assert "3.1" not in _numbers(page, "ruling-article")
    assert "9.2.5" not in _numbers(page, "replay-article")


def test_every_article_of_the_lists_is_taken_by_the_desk(anna: Any) -> None:
    for article in _numbers(anna.get(f"/g/{_begun(anna)}").text, "refused-article"):
        game = _begun(anna)
        answer = anna.post(f"/g/{game}/do", e="refused", side="white", article=article)
        assert (article, answer.status_code) == (article, 303)
        assert anna.view(game)["outcome"]["winner"] == "black"


def test_pieces_are_handled_where_they_are_men_and_kings(anna: Any) -> None:
    page = anna.get(f"/g/{_begun(anna)}").text
    assert 'id="hands-begin"' in page
    assert asset("js/game/byhand.js") in page
    without_script = re.search(r"<noscript>.*?</noscript>", page, re.DOTALL)
    assert without_script is not None
    assert 'id="kind"' in without_script[0]
    assert 'id="kind"' not in re.sub(r"<noscript>.*?</noscript>", "", page, flags=re.DOTALL)
    answer = anna.post("/new", game="lasca", against="here", clock="none", desk="yes")
    towers = anna.get(answer.headers["Location"]).text
    assert 'id="hands-begin"' not in towers
    assert 'id="kind"' in towers or "door-irregular" in towers


def test_a_game_is_replayed_from_the_desk_and_the_old_one_leads_to_it(anna: Any) -> None:
    game = _begun(anna)
    answer = anna.post(f"/g/{game}/do", e="replay", text="A glass fell.", article="7.8", author="Verdi")
    assert answer.status_code == 303
    new = anna.view(game)["conduct"]["replayed_as"]
    assert f'href="/g/{new}"' in anna.get(f"/g/{game}").text
    assert f'href="/g/{game}"' in anna.get(f"/g/{new}").text


def test_a_claim_is_shown_to_the_arbiter_who_rules_on_it(anna: Any) -> None:
    game = _begun(anna)
    anna.post(f"/g/{game}/do", e="claimed", side="white", what="position", text="It moved.")
    page = anna.get(f"/g/{game}").text
    assert 'value="claim-ruled"' in page
    assert "7.8" in page
    assert anna.post(f"/g/{game}/do", e="claim-ruled", side="white", upheld="yes").status_code == 303
    assert anna.view(game)["conduct"]["claims"] == []


def test_a_refusal_may_cite_an_article_on_competitions_by_which_a_game_is_lost(anna: Any) -> None:
    answer = anna.post("/new", game="italian", against="here", clock="none", desk="yes")
    game = str(answer.headers["Location"]).rpartition("/")[2]
    assert 'value="fid.competition.2008:9.4"' in anna.get(f"/g/{game}").text
    fields = {"e": "refused", "side": "white"}
    none = anna.post(f"/g/{game}/do", **fields, article="fid.competition.2008:9.3")  # how ties are broken
    assert none.status_code == 409
    assert anna.post(f"/g/{game}/do", **fields, article="fid.competition.2008:9.4").status_code == 303
    assert anna.view(game)["outcome"]["winner"] == "black"


def test_an_irregularity_is_by_whoever_has_to_move_until_another_is_chosen(anna: Any) -> None:
    """It said White, though the wrong move tried on the board was Black's."""
    for fen, side in (("W:W22,24:B5,18", "white"), ("B:W22,24:B5,18", "black")):
        page = anna.get(f"/g/{_begun(anna, fen)}/panels?path=5-14").text
        for door in ("irregular", "touched"):
            assert re.findall(rf'id="{door}-(\w+)" checked', page) == [side]

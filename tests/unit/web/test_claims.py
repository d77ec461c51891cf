"""Claims and replays on the pages of a game with an arbiter, by plain forms."""

from __future__ import annotations

from typing import Any

from damiera.messages import Message
from tests.wording import words_of


def _begun(person: Any) -> str:
    answer = person.post("/new", game="italian", against="here", clock="none", desk="yes")
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"]).rpartition("/")[2]


def _do(person: Any, game: str, **fields: str) -> Any:
    return person.http.post(f"/g/{game}/do", data=fields, headers={"Origin": person.base})


def test_a_claim_is_recorded_shown_and_ruled_on(server: Any, anna: Any) -> None:
    game, stranger = _begun(anna), server.person()
    assert _do(anna, game, e="moved", path="22-18").status_code == 303
    late = _do(anna, game, e="claimed", side="white", what="position", ply="0")
    assert late.status_code == 409
    assert (
        words_of(
            "{side} has moved since, on move {n}, and has lost the right to claim this.",
            n=1,
            side=Message("White"),
        )
        in late.text
    )
    assert (
        _do(anna, game, e="claimed", side="black", what="position", ply="0", text="Urtata").status_code == 303
    )
    page = anna.get(f"/g/{game}").text
    assert 'id="claim-black"' in page
    assert "Urtata" in page
    assert words_of("Uphold it") in page
    seen = stranger.get(f"/g/{game}").text
    assert 'id="claim-black"' in seen
    assert words_of("Uphold it") not in seen
    assert _do(anna, game, e="claim-ruled", side="black", upheld="yes", author="Rossi").status_code == 303
    assert 'id="claim-black"' not in anna.get(f"/g/{game}").text
    assert anna.view(game)["conduct"]["log"][-1]["author"] == "Rossi"


def test_a_game_is_replayed_and_each_leads_to_the_other(anna: Any) -> None:
    game = _begun(anna)
    assert _do(anna, game, e="moved", path="22-18").status_code == 303
    unsigned = _do(anna, game, e="replay", text="Caduta")
    assert unsigned.status_code == 422
    assert words_of("A ruling is signed: write the name of the arbiter who rules.") in unsigned.text
    assert _do(anna, game, e="replay", text="Caduta", author="Rossi").status_code == 303
    old = anna.view(game)
    new = old["conduct"]["replayed_as"]
    assert (old["outcome"]["score"], old["ply"], old["rematch"]) == ("*", 1, new)
    assert f'href="/g/{new}"' in anna.get(f"/g/{game}").text
    assert f'href="/g/{game}"' in anna.get(f"/g/{new}").text
    assert (anna.view(new)["outcome"], anna.view(new)["ply"]) == (None, 0)
    for page in ("/", "/archive", f"/g/{game}/sheet", f"/g/{game}/pdn"):
        assert anna.get(page).status_code in (200, 404), page
    assert _do(anna, new, e="moved", path="22-18").status_code == 303

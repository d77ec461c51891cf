"""The arbiter's desk by the ten rules: notice is given, and the opponent's consent is waited for."""

from __future__ import annotations

from typing import Any

from tests.wording import words_of


def _begun(person: Any, rulebook: str) -> str:
    answer = person.post("/new", game="italian", against="here", clock="none", desk="yes", rulebook=rulebook)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"]).rpartition("/")[2]


def _did(person: Any, game: str, **fields: str) -> int:
    answer = person.http.post(f"/g/{game}/do", data=fields, headers={"Origin": person.base})
    return int(answer.status_code)


def test_the_desk_asks_for_the_consent_and_records_it(anna: Any) -> None:
    game = _begun(anna, "fid.italian.ten-rules")
    assert 'id="consented"' not in anna.get(f"/g/{game}").text
    assert _did(anna, game, e="touched", side="white", square="22", adjust="yes") == 303
    page = anna.get(f"/g/{game}").text
    assert words_of("The opponent consents: %(square)s may be straightened", square="22") in page
    assert _did(anna, game, e="consented", side="black") == 303
    page = anna.get(f"/g/{game}").text
    assert (
        words_of("{side} consents: the piece on {square} is straightened.", side="Black", square="22") in page
    )
    assert 'id="consented"' not in page
    assert anna.view(game)["conduct"]["bound"] is None


def test_by_the_regulation_notice_is_enough(anna: Any) -> None:
    game = _begun(anna, "fid.italian.2008")
    assert _did(anna, game, e="touched", side="white", square="22", adjust="yes") == 303
    page = anna.get(f"/g/{game}").text
    assert (
        words_of("{side} gives notice and straightens the piece on {square}.", side="White", square="22")
        in page
    )
    assert 'id="consented"' not in page


def test_a_third_side_is_refused_and_nothing_breaks(anna: Any) -> None:
    game = _begun(anna, "fid.italian.2008")
    assert _did(anna, game, e="resigned", side="red") < 500
    assert anna.view(game)["outcome"] is None

"""The arbiter's board over HTTP: what hands did is read, and recorded as it was read."""

from __future__ import annotations

from typing import Any

import pytest

from damiera.messages import Lang, Message
from tests.wording import words_of


def _begun(person: Any, fen: str, **more: str) -> str:
    answer = person.post("/new", game="italian", against="here", clock="none", desk="yes", fen=fen, **more)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"]).rpartition("/")[2]


def _ask(person: Any, game: str, body: Any, what: str = "hands") -> Any:
    return person.http.post(f"/api/games/{game}/{what}", json=body, headers={"Origin": person.base})


LIFT, PUT = {"a": "lift", "square": 22}, {"a": "put", "square": 13}


def test_what_hands_did_is_read_and_recorded(anna: Any) -> None:
    game = _begun(anna, "W:W22,24:B5,18")
    answer = _ask(anna, game, {"side": "white", "acts": [LIFT, PUT]})
    assert answer.status_code == 200
    told = answer.json()
    assert told["fen"] == "W:W13,24:B5,18"
    assert (told["pieces"]["13"], "22" in told["pieces"], told["hand"]) == ("w", False, None)
    [reading] = told["readings"]
    assert (reading["kind"], reading["article"]) == ("irregular", "fid.italian.2008:8.1.10")
    assert reading["name"] == words_of("Left the captured piece")
    assert reading["link"] == {"number": "8.1.10", "href": "/book/fid.italian.2008/8#a8.1.10"}
    assert reading["event"] == {
        "e": "irregular",
        "side": "white",
        "kind": "left_captured",
        "path": [22, 13],
    }
    assert words_of("It is put right, all of it.") in reading["remedies"]
    before = anna.view(game)
    assert (before["ply"], before["conduct"]["pending"]) == (0, None)
    recorded = _ask(anna, game, reading["event"], "events")
    assert recorded.status_code == 200
    assert (recorded.json()["id"], recorded.json()["fen"]) == (game, "B:W13,24:B5,18")
    pending = anna.view(game)["conduct"]["pending"]
    assert (pending["decider"], pending["article"]["number"]) == ("black", "8.1.10")


def test_a_piece_in_the_hand_is_shown_and_read_as_nothing_yet(anna: Any) -> None:
    game = _begun(anna, "W:W22,24:B5,18")
    told = _ask(anna, game, {"acts": [LIFT]}).json()
    assert (told["hand"], told["readings"], "22" in told["pieces"]) == (
        {"square": 22, "piece": "w"},
        [],
        False,
    )


def test_several_events_are_recorded_together_or_not_at_all(anna: Any) -> None:
    game = _begun(anna, "W:W22,24:B5", touch="yes")
    acts = [{"a": "lift", "square": 22}, {"a": "put", "square": 22}]
    acts += [{"a": "lift", "square": 24}, {"a": "put", "square": 20}]
    [reading] = _ask(anna, game, {"side": "white", "acts": acts}).json()["readings"]
    assert [event["e"] for event in reading["before"]] == ["touched"]
    both = [*reading["before"], reading["event"]]
    wrong = _ask(anna, game, [*reading["before"], {"e": "moved", "path": [24, 21]}], "events")
    assert wrong.status_code == 409
    assert anna.view(game)["conduct"]["bound"] is None
    assert _ask(anna, game, both, "events").status_code == 200
    assert anna.view(game)["conduct"]["pending"]["article"]["number"] == "8.1.3"


@pytest.mark.parametrize(
    ("acts", "why", "n", "square"),
    [
        ([PUT], Message("there is nothing in the hand. Lift a piece first."), 1, 13),
        ([LIFT, LIFT], Message("there is a piece in the hand. Put it down first."), 2, 22),
        ([LIFT, {"a": "put", "square": 24}], Message("a piece stands there. Take an empty square."), 2, 24),
        (
            [{"a": "remove", "square": 30}],
            Message("there is no piece. Take a square where one stands."),
            1,
            30,
        ),
        (
            [{"a": "lift", "square": 99}],
            Message("the board has no square of this number. Take one of the board's."),
            1,
            99,
        ),
        (
            [{"a": "restore", "square": n, "piece": "w"} for n in range(6, 18)],
            Message("this side has all its pieces on the board already. Remove one first."),
            11,
            16,
        ),
        (
            [{"a": "uncrown", "square": 22}],
            Message("there is a man. Only a king can be made a man again."),
            1,
            22,
        ),
    ],
)
@pytest.mark.parametrize("lang", ["en", "it", "fr"])
def test_what_hands_cannot_do_is_told_by_its_number(
    server: Any, lang: Lang, acts: Any, why: Message, n: int, square: int
) -> None:
    person = server.person(lang)
    game = _begun(person, "W:W22,24:B5,18")
    answer = _ask(person, game, {"side": "white", "acts": acts})
    assert answer.status_code == 422
    said = words_of("Act {n}, square {square}: {reason}", lang, n=n, square=square, reason=why)
    assert answer.json() == {"code": "bad-message", "text": said}


@pytest.mark.parametrize(
    "body",
    [
        [],
        {"acts": [{"a": "throw", "square": 1}]},
        {"side": "red", "acts": []},
        {"acts": [LIFT] * 201},
        {"acts": [{"a": "lift", "square": 10**30}]},
        {"acts": [{"a": "restore", "square": 18, "piece": "x"}]},
    ],
)
def test_a_body_that_is_no_list_of_acts_is_refused(anna: Any, body: Any) -> None:
    assert _ask(anna, _begun(anna, "W:W22,24:B5,18"), body).status_code == 422


@pytest.mark.parametrize("body", [[], "x", [1], {"e": "nothing"}, [{"e": "flagged"}] * 9])
def test_a_body_that_is_no_event_is_refused(anna: Any, body: Any) -> None:
    assert _ask(anna, _begun(anna, "W:W22,24:B5,18"), body, "events").status_code == 422


def test_only_the_arbiter_asks_and_records(server: Any, anna: Any) -> None:
    game, stranger = _begun(anna, "W:W22,24:B5,18"), server.person()
    for what, body in (("hands", {"acts": []}), ("events", {"e": "moved", "path": [22, 13]})):
        assert _ask(stranger, game, body, what).status_code == 403
        assert stranger.http.post(f"/api/games/{game}/{what}", json=body).status_code == 403
        elsewhere = {"Origin": "http://elsewhere.example"}
        assert anna.http.post(f"/api/games/{game}/{what}", json=body, headers=elsewhere).status_code == 403
    assert _ask(anna, "nowhere", {"acts": []}).status_code == 404


def test_a_game_that_is_over_or_of_towers_is_not_read(anna: Any) -> None:
    game = _begun(anna, "W:W22,24:B5,18")
    assert _ask(anna, game, {"e": "resigned", "side": "white"}, "events").status_code == 200
    assert _ask(anna, game, {"acts": []}).json()["code"] == "over"
    towers = anna.post("/new", game="lasca", against="here", clock="none", desk="yes")
    name = str(towers.headers["Location"]).rpartition("/")[2]
    assert _ask(anna, name, {"acts": []}).json()["code"] == "refused"

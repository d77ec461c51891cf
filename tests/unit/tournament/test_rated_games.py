"""What ratings see of an event: which games count, who may gain, which rating is meant."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from msgspec import structs

from damiera.messages import Message
from damiera.rating.event import Override
from damiera.tournament.model import (
    Event,
    EventPlayer,
    GameMark,
    Kind,
    PlayerChange,
    Round,
    RoundGame,
    Status,
)
from damiera.tournament.rated_games import entrants, rate_event, rated_games
from tests.wording import holds, words_of

W, D, L = GameMark.WIN, GameMark.DRAW, GameMark.LOSS


def four() -> Event:
    players = (
        EventPlayer(1, "Rossi", 2000, "Maestro", "Torre", card="9"),
        EventPlayer(2, "Bianchi", 1990, "cm"),
        EventPlayer(3, "Verdi", 0, "Under 16", title="P"),
        EventPlayer(4, "Neri", 1980, ratings=(("english", 700),)),
    )
    rounds = (
        Round(1, (RoundGame(1, 1, 1, 2, W, L), RoundGame(1, 2, 3, 4, D, D))),
        Round(
            2,
            (
                RoundGame(2, 1, 1, 3, W, L, Kind.FORFEIT),
                RoundGame(2, 2, 2, None, kind=Kind.BYE),
                RoundGame(2, 3, 4, None, kind=Kind.ZERO_BYE),
            ),
        ),
        Round(3, (RoundGame(3, 1, 1, 4, L, L), RoundGame(3, 2, 2, 3, D, D, Kind.ANNULLED))),
        Round(4, (RoundGame(4, 1, 2, 4),)),
    )
    return Event("Four", players, rounds, starts=date(2022, 3, 1), ends=date(2022, 3, 2))


def test_only_games_over_the_board_to_a_result_count() -> None:
    games = rated_games(four())
    assert [(g.round, g.first, g.second, g.points) for g in games if g.left_out is None] == [
        (1, 1, 2, 2),
        (1, 3, 4, 1),
    ]
    why = [g.left_out.text("it") for g in games if g.left_out is not None]
    assert why == [
        "forfait",
        "riposo",
        "assente",
        words_of("a result that no game has", "it"),
        "annullata",
        "non finita",
    ]


def test_a_game_declared_unrated_does_not_count() -> None:
    event = four()
    first = event.rounds[0]
    friendly = structs.replace(first, games=(structs.replace(first.games[0], rated=False), *first.games[1:]))
    games = rated_games(replace(event, rounds=(friendly, *event.rounds[1:])))
    assert games[0].left_out is not None
    assert holds(games[0].left_out, Message("not rated"))


def test_players_as_ratings_know_them() -> None:
    rossi, bianchi, verdi, neri = entrants(four())
    assert (rossi.rating, rossi.category, rossi.card, rossi.club) == (2000, "maestro", "9", "Torre")
    assert bianchi.category == "candidato-maestro"
    assert (verdi.rating, verdi.category) == (None, "provinciale")
    assert neri.category == ""
    assert entrants(replace(four(), game="english"))[3].rating == 700


def test_a_rating_of_another_game_is_not_taken() -> None:
    only_italian = EventPlayer(1, "A", 3000, ratings=(("italian", 3000),))
    event = replace(four(), players=(only_italian, *four().players[1:]), game="english")
    assert entrants(event)[0].rating is None


@pytest.mark.parametrize(
    ("change", "until", "ending"),
    [
        (PlayerChange.WITHDRAWN, None, "withdrawn"),
        (PlayerChange.WITHDRAWN, 2, "finished"),
        (PlayerChange.FORFEITED, None, "forfeited"),
        (PlayerChange.EXPELLED, None, "disqualified"),
        (PlayerChange.EXCLUDED, None, "disqualified"),
        (PlayerChange.ABSENT, None, "finished"),
        (PlayerChange.LATE, None, "finished"),
    ],
)
def test_how_it_ended(change: PlayerChange, until: int | None, ending: str) -> None:
    event = replace(four(), statuses=(Status(1, change, 2, until),))
    assert entrants(event)[0].ending == ending


def test_a_game_lost_by_forfeit_bars_gains_as_not_appearing_does() -> None:
    """Preface, point 13: who forfeits gains no rating, through whichever door the arbiter wrote it."""
    by_status = replace(four(), statuses=(Status(3, PlayerChange.FORFEITED, 2),))
    assert [e.ending for e in entrants(four())] == ["finished", "finished", "forfeited", "finished"]
    assert entrants(by_status)[2].ending == "forfeited"
    both = structs.replace(four().rounds[1].games[0], white_mark=L)
    two = replace(four(), rounds=(four().rounds[0], Round(2, (both,))))
    assert [e.ending for e in entrants(two)] == ["forfeited", "finished", "forfeited", "finished"]


def test_an_absence_asked_for_bars_no_gain() -> None:
    """In an all-play-all it loses the game by forfeit all the same."""
    asked = replace(four(), statuses=(Status(3, PlayerChange.ABSENT, 2, 2),))
    assert entrants(asked)[2].ending == "finished"


def test_no_gain_unless_decided() -> None:
    event = replace(four(), statuses=(Status(1, PlayerChange.WITHDRAWN, 4),))
    assert rate_event(event).changes[0].final == 2000
    decided = rate_event(event, overrides={1: Override("CTF", "malattia")})
    assert decided.changes[0].final > 2000
    assert "CTF: malattia" in " ".join(line.said("it") for line in decided.changes[0].trace)


def test_the_last_day_decides_the_edition() -> None:
    assert rate_event(four()).edition.id == "fid.elo-rubele.2021"
    old = replace(four(), starts=date(2020, 12, 30), ends=date(2020, 12, 31))
    assert rate_event(old).edition.id == "fid.elo-rubele.2008"
    full, half = rate_event(old).changes[0], rate_event(old, weight=50).changes[0]
    assert half.variation * 2 == full.variation
    foreign = rate_event(four(), scope="international").changes[0]
    assert foreign.bonus == 15

"""Who may do what with accounts: every route for every kind of visitor, as a table."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher
from starlette.routing import Route

from damiera.service.passwords import PasswordHashing
from damiera.web.people import account_routes, profile_routes
from tests.unit.web.conftest import Person, Running

PASSWORD = "quattro mosse al centro"
KINDS = ("stranger", "guest", "player", "arbiter", "admin")
SIGN_IN = "/sign-in?back=/account"
HOME, ACCOUNT, REPORTS = "/", "/account", "/reports"

# What each kind of visitor gets, in the order of KINDS: a status, or the page that they are sent to.
MAY: dict[tuple[str, str], tuple[int | str, int | str, int | str, int | str, int | str]] = {
    ("GET", "/register"): (200, 200, ACCOUNT, ACCOUNT, ACCOUNT),
    ("POST", "/register"): (422, 422, 422, 422, 422),
    ("GET", "/sign-in"): (200, 200, ACCOUNT, ACCOUNT, ACCOUNT),
    ("POST", "/sign-in"): (403, 403, 403, 403, 403),
    ("GET", "/recover"): (200, 200, 200, 200, 200),
    ("POST", "/recover"): (422, 422, 422, 422, 422),
    ("GET", "/account"): (SIGN_IN, SIGN_IN, 200, 200, 200),
    ("POST", "/account"): (SIGN_IN, SIGN_IN, ACCOUNT, ACCOUNT, ACCOUNT),
    ("GET", "/account/export"): (SIGN_IN, SIGN_IN, 200, 200, 200),
    ("GET", "/people/{name}"): (200, 200, 200, 200, 200),
    ("POST", "/people/{name}"): (403, 403, "/people/Zeno", "/people/Zeno", "/people/Zeno"),
    ("GET", "/reports"): (403, 403, 403, 403, 200),
    ("POST", "/reports"): (403, 403, 403, 403, REPORTS),
    ("POST", "/sign-out"): (HOME, HOME, HOME, HOME, HOME),
}
FORMS = {"/account": {"do": "end-others"}, "/people/{name}": {"do": "block"}, "/reports": {"report": "none"}}


@pytest.fixture(scope="module")
def people(server: Running) -> dict[str, Person]:
    """Return one of each kind."""
    server.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
    found = {kind: server.person() for kind in KINDS}
    server.parts.accounts.add("Zeno")
    found["guest"].begin(game="italian", level=1)
    for kind in KINDS[2:]:
        name = f"Anna {kind}"
        assert found[kind].post("/register", name=name, password=PASSWORD).status_code == 200
        server.parts.accounts.set_role(name, kind)
    return found


def test_the_table_has_every_route() -> None:
    routes = {
        (method, route.path)
        for room in (account_routes, profile_routes)
        for route in room.ROUTES
        if isinstance(route, Route)
        for method in set(route.methods or ()) - {"HEAD"}
    }
    assert routes == set(MAY)


@pytest.mark.parametrize(("method", "path"), MAY)
@pytest.mark.parametrize("kind", KINDS)
def test_what_each_may_do(
    server: Running, people: dict[str, Person], kind: str, method: str, path: str
) -> None:
    person, wanted = people[kind], MAY[method, path][KINDS.index(kind)]
    there = path.replace("{name}", "Zeno")
    if path == "/sign-out" and kind in KINDS[2:]:  # on a device of its own: the others are asked more
        person = server.person()
        person.post("/sign-in", name=f"Anna {kind}", password=PASSWORD)
    answer = person.get(there) if method == "GET" else person.post(there, **FORMS.get(path, {}))
    assert answer.headers.get("location", answer.status_code) == wanted

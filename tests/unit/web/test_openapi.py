"""The document of the routes under `/api`: each stands in it, with what is sent to it."""

from __future__ import annotations

import json

from fuzz.openapi import BODIES, api_routes, document

BARE = {  # what is sent to them stands in the address
    "/api/bot/arenas/{id}",
    "/api/bot/boards/{id}",
    "/api/bot/evenings/{id}",
    "/api/bot/seats/{id}",
    "/api/bot/seeks/{id}/back",
}


def test_every_route_of_the_interface_stands_in_its_document() -> None:
    routes = api_routes()
    posted = {route.path for route in routes if "POST" in (route.methods or ())}
    assert posted == BODIES.keys() | BARE
    made = document(routes, {"id": ("g1",)})
    assert sum(map(len, made["paths"].values())) == len(routes)
    text = json.dumps(made)
    for name in made["components"]["schemas"]:
        assert f'"#/components/schemas/{name}"' in text
    body = made["paths"]["/api/games"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"$ref": "#/components/schemas/WantedGame"}
    assert {"enum": ["g1"]} in made["paths"]["/api/games/{id}"]["get"]["parameters"][0]["schema"]["anyOf"]

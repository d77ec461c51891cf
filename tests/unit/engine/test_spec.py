"""The names of engines."""

from __future__ import annotations

import pytest

from damiera.engine.errors import MatchError
from damiera.engine.spec import EngineSpec


def test_engines_are_named() -> None:
    assert EngineSpec.parse("builtin").name == "Damiera"
    assert EngineSpec.parse("builtin:level=3,threads=2").threads == 2
    assert EngineSpec.parse("builtin:probe-depth=3,hash=8").search == (("probe-depth", 3),)
    assert EngineSpec.parse("hub:'my engine' --hub").command == ("my engine", "--hub")
    spec = EngineSpec.parse("hub(book=false, bb-size=5,dir=/opt/sc an):./scan hub")
    assert (spec.command, spec.folder) == (("./scan", "hub"), "/opt/sc an")
    assert spec.params == (("book", "false"), ("bb-size", "5"))
    assert spec.name == "scan hub"
    assert EngineSpec.parse("dxp:localhost").address == ("localhost", 27531)
    assert EngineSpec.parse("dxp:[::1]:5000").name == "DXP ::1:5000"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "scan",
        "hub:",
        "hub:'",
        "hub(book):x",
        "hub(=1):x",
        "hub(a=1)",
        "dxp:",
        "dxp:x:0",
        "builtin:level=0",
        "builtin:level=99",
        "builtin:level=x",
        "builtin:book=1",
        "builtin:probe-depth=1",
        pytest.param("builtin:level=" + "9" * 5_000, id="many digits"),
        pytest.param("dxp:x:" + "9" * 5_000, id="many digits of a port"),
    ],
)
def test_other_names_are_refused(text: str) -> None:
    with pytest.raises(MatchError) as refusal:
        EngineSpec.parse(text)
    assert refusal.value.text("it") != refusal.value.text("en")

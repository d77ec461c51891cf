"""What a browser is sent of our scripts, and which of them a page fetches at once."""

from __future__ import annotations

from damiera.web.common.assets import STATIC, _uncommented, asset, modules


def test_comments_of_their_own_lines_are_not_sent_and_lines_keep_their_numbers() -> None:
    script = b'/**\n * What it is.\n */\nimport "./a.js"; // said\n  // alone\n/** @type {X} */ (y).z();\n'
    assert _uncommented(script) == b'\n\n\nimport "./a.js"; // said\n\n/** @type {X} */ (y).z();\n'
    for path in STATIC.rglob("*.js"):
        text = path.read_bytes()
        assert _uncommented(text).count(b"\n") == text.count(b"\n"), path.name


def test_a_page_knows_all_modules_that_its_script_imports() -> None:
    found = modules("js/game/walk.js")
    assert found[0] == asset("js/game/walk.js")
    assert {asset("js/game/line.js"), asset("js/board/position.js")} <= set(found)
    assert len(found) == len(set(found))

"""What a browser is sent of our scripts, and which of them a page fetches at once."""

from __future__ import annotations

import re

from damiera.web.common.assets import (
    _IMPORT,
    STATIC,
    _uncommented,
    _unremarked,
    asset,
    imported,
    modules,
)
from damiera.web.common.i18n import script_strings


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


def test_what_a_script_imports_now_and_later_is_known() -> None:
    found = imported("js/game/play.js", later=True)
    assert "js/game/ahead.js" in found
    assert "js/game/ahead.js" not in imported("js/game/play.js")
    for path in STATIC.rglob("*.js"):
        text = _uncommented(path.read_bytes()).decode()
        assert len(re.findall(r'\bfrom "\.|^import "\.', text, re.MULTILINE)) == len(_IMPORT.findall(text)), (
            path
        )


def test_remarks_in_a_style_are_not_sent() -> None:
    assert _unremarked(b"a { b: c; } /* why\n so */\nd { e: f }\n") == b"a { b: c; } \n\nd { e: f }\n"
    for path in STATIC.rglob("*.css"):
        assert not re.search(
            r"""(?:content: ?"[^"\n]*|url\([^)\n]*)/\*""", path.read_text(encoding="utf-8")
        ), path


def test_a_page_carries_the_words_of_its_own_scripts_alone() -> None:
    every = script_strings("it")
    game = script_strings("it", "js/page.js", "js/game/play.js")
    hall = script_strings("it", "js/page.js", "js/hall-enter.js")
    acts, ahead = script_strings("it", "js/game/actions.js"), script_strings("it", "js/game/ahead.js")
    assert {*acts, *ahead, ""} <= set(game) < set(every)
    assert {key: every[key] for key in game} == game
    assert not set(acts) <= set(hall)
    assert len(str(game)) < len(str(every)) * 0.7

"""A page that asks for something goes on when the server is gone in the middle of its answer."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from damiera import web

SCRIPTS = Path(web.__file__).parent / "static" / "js"
ASKING = """
const { textOf, jsonOf } = await import(process.argv[1]);
const { pageNow } = await import(process.argv[2]);
const cut = () => Promise.reject(new TypeError("Failed to fetch"));
const answers = {
  whole: async () => ({ ok: true, text: async () => "1", json: async () => 1 }),
  cut: async () => ({ ok: true, text: cut, json: cut }),
  refused: async () => ({ ok: false, text: async () => "no", json: async () => "no" }),
  away: cut,
};
const told = {};
globalThis.location = { href: "/" };
globalThis.DOMParser = class { parseFromString(html) { return html; } };
for (const [name, answer] of Object.entries(answers)) {
  globalThis.fetch = answer;
  told[name] = [await textOf("/"), await jsonOf("/"), await pageNow()];
}
console.log(JSON.stringify(told));
"""


def test_an_answer_that_is_cut_off_is_none() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    modules = [(SCRIPTS / name).as_uri() for name in ("answers.js", "fresh.js")]
    done = subprocess.run(
        [node, "--input-type=module", "-e", ASKING, *modules], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == {
        "whole": ["1", 1, "1"],
        "cut": [None, None, None],
        "refused": [None, None, None],
        "away": [None, None, None],
    }

"""The pictures of the documentation can be taken again from the pages as they are."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from playwright.sync_api import Browser

PICTURES = Path(__file__).parents[2] / "docs" / "images"


@pytest.mark.slow
def test_every_picture_of_the_documentation_can_be_taken_again(
    browser: Browser, roomy_server: str, tmp_path: Path
) -> None:
    runpy.run_path(str(PICTURES / "shots.py"))["Photographer"](browser, roomy_server, tmp_path).all()
    assert {picture.name for picture in tmp_path.iterdir()} == {
        picture.name for picture in PICTURES.glob("*.png")
    }

"""Every sound of every set, made and measured: none is silent, none clips, none is like another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route

from damiera.web.common.assets import STATIC

HOST = "http://localhost/"
SETS = ("wood", "stone", "bells")
SOUNDS = ("move", "capture", "must", "low", "offer", "illegal", "end")
RENDER = """async ([sound, set, volume]) => {
  const root = document.documentElement;
  root.dataset.sounds = set;
  root.dataset.volume = volume;
  let seed = 1;
  Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const rate = 44100;
  const silent = new OfflineAudioContext(1, rate * 2, rate);
  Object.defineProperty(silent, "state", { get: () => "running" });
  window.AudioContext = function () { return silent; };
  window.turn = (window.turn ?? 0) + 1;
  const sounds = await import(`/js/game/sounds.js?${window.turn}`);
  sounds.readySounds();
  document.dispatchEvent(new Event("pointerdown"));
  await sounds.play(sound);
  const heard = (await silent.startRendering()).getChannelData(0);
  const last = heard.findLastIndex((one) => Math.abs(one) > 0.001);
  const told = heard.subarray(0, last + 1);
  const crossings = told.filter((one, at) => at && one > 0 !== told[at - 1] > 0).length;
  return [
    told.reduce((most, one) => Math.max(most, Math.abs(one)), 0),
    Math.sqrt(told.reduce((sum, one) => sum + one * one, 0) / told.length),
    told.length / rate,
    crossings / 2 / (told.length / rate),
  ];
}"""


class Heard(NamedTuple):
    """What a sound is: the loudest of it, how loud it is on the whole (1 is all there is), seconds, hertz."""

    peak: float
    loudness: float
    length_s: float
    hertz: float

    def is_like(self, other: Heard) -> bool:
        """Whether neither the length nor the pitch differs by a tenth."""
        return all(
            max(one, two) < 1.1 * min(one, two)
            for one, two in ((self.length_s, other.length_s), (self.hertz, other.hertz))
        )


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(HOST).partition("?")[0]
    if path:
        route.fulfill(path=STATIC / path)
    else:
        route.fulfill(content_type="text/html", body="<!doctype html><title>.</title>")


@pytest.fixture(scope="module")
def bench(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.route("**/*", _serve)
    page.goto(HOST)
    yield page
    page.close()


def heard(page: Page, sound: str, set: str = "wood", volume: str = "full") -> Heard:
    return Heard(*page.evaluate(RENDER, [sound, set, volume]))


@pytest.mark.parametrize("set", SETS)
def test_every_sound_is_heard_whole_and_is_no_other(bench: Page, set: str) -> None:
    made = {sound: heard(bench, sound, set) for sound in SOUNDS}
    for sound, one in made.items():
        assert 0.05 <= one.peak <= 0.9, sound
        assert one.loudness >= 0.015, sound
        assert 0.02 <= one.length_s <= 1.2, sound
        assert one.hertz > 180, f"{sound}: a telephone does not give lower ones"
    for first, second in combinations(SOUNDS, 2):
        assert not made[first].is_like(made[second]), (first, second)
    assert made["capture"].length_s > 1.4 * made["move"].length_s


@pytest.mark.parametrize("sound", SOUNDS)
def test_every_set_sounds_otherwise(bench: Page, sound: str) -> None:
    for first, second in combinations(SETS, 2):
        assert not heard(bench, sound, first).is_like(heard(bench, sound, second)), (first, second)


@pytest.mark.parametrize("set", SETS)
def test_the_volume_is_as_chosen(bench: Page, set: str) -> None:
    for sound in SOUNDS:
        full = heard(bench, sound, set)
        assert heard(bench, sound, set, "half").peak == pytest.approx(0.4 * full.peak, rel=0.01), sound
        assert heard(bench, sound, set, "low").peak == pytest.approx(0.15 * full.peak, rel=0.01), sound

"""The tests that the core has in its own language, compiled and run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
TOOLS = Path(sys.executable).parent


@pytest.mark.deep
def test_the_core_holds_by_itself(tmp_path: Path) -> None:
    cmake, ninja = TOOLS / "cmake", TOOLS / "ninja"
    settings = ["-DDAMIERA_TESTS=ON", "-DDAMIERA_WERROR=ON", "-DCMAKE_BUILD_TYPE=Debug"]
    _run(cmake, "-S", ROOT, "-B", tmp_path, "-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}", *settings)
    _run(cmake, "--build", tmp_path, "--target", "damiera_tests")
    assert "0 failures" in _run(tmp_path / "cpp" / "tests" / "damiera_tests")


def _run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout

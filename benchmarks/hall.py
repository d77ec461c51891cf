"""A large event in the app: what each of its pages costs, and a result entered at the desk.

The log of an event (1,000 players, nine rounds, the last one just paired) is brought into a server of its
own. Then every page is asked for twice, the second answer being what somebody sees who comes back: processor
time of the server's process, and bytes as they are sent, compressed. Results are entered one by one at boards
all over the round.
The processor's clock of another process is read where there is one (Linux).
"""

from __future__ import annotations

import argparse
import gzip
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from damiera.testing.tournaments import played_log
from damiera.tournament.log import dump

__all__ = ["PAGES", "main"]

PAGES = (
    "", "?round=1", "?board=7", "?show=open", "/second", "/players", "/players/1", "/settings", "/log",
    "/log?page=3", "/public", "/public?round=3", "/card/1", "/standings", "/standings?table=technical",
    "/crosstable", "/ratings", "/check", "/about", "/games", "/groups", "/sections", "/titles", "/people",
    "/hand?round=9", "/phones", "/teams", "/screens", "/screen", "/print", "/report", "/me",
)  # fmt: skip
"""The pages of an event, as the arbiter opens them."""
LIMIT_S, LIMIT_B = 0.3, 150_000
ROOMY = """
import sys
from damiera.web.common import limits
begun = limits.RequestLimits.__init__
limits.RequestLimits.__init__ = lambda self: begun(self) or [
    setattr(self, name, limits.Limiter(10_000, 1_000))
    for name in list(vars(self))
] and None
from damiera.cli.main import main
main(sys.argv[1:])
"""


@dataclass(frozen=True, slots=True)
class EventServer:
    """A server with an event, and who brought it in."""

    process: subprocess.Popen[str]
    http: httpx.Client
    event: str

    def processor_s(self) -> float:
        """Seconds of processor that the server has taken since it began."""
        return time.clock_gettime((~self.process.pid << 3) | 2)  # clock_getcpuclockid(3)

    def memory_mb(self, kind: str = "VmRSS") -> float:
        """What the server's process holds in memory."""
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        found = re.search(rf"{kind}:\s+(\d+)", text)
        return int(found[1]) / 1000 if found else 0.0

    def get(self, path: str) -> tuple[float, int, httpx.Response]:
        """Ask for a page: seconds of processor, bytes sent, and the answer."""
        before = self.processor_s()
        with self.http.stream("GET", path) as answer:
            raw = b"".join(answer.iter_raw())
        took = self.processor_s() - before
        text = gzip.decompress(raw) if answer.headers.get("content-encoding") == "gzip" else raw
        return took, len(raw), httpx.Response(answer.status_code, headers={}, content=text)

    def result(self, round: int, board: int, result: str) -> float:
        """Enter a result as the desk's script does; seconds of processor."""
        before = self.processor_s()
        fields = {"round": str(round), "board": str(board), "leg": "1", "result": result, "was": "none"}
        answer = self.http.post(
            f"{self.event}/result",
            data=fields,
            headers={"Accept": "application/json", "Origin": str(self.http.base_url).rstrip("/")},
        )
        assert answer.status_code == 200, answer.text
        return self.processor_s() - before


@contextmanager
def event_server(players: int, rounds: int) -> Iterator[EventServer]:
    """Run a server that has been brought an event."""
    with tempfile.TemporaryDirectory() as data, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
        free.close()
        command = [sys.executable, "-c", ROOMY, "serve", "--no-browser", "--port", str(port), "--data", data]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert process.stdout is not None
        base = f"http://127.0.0.1:{port}"
        next(line for line in process.stdout if base in line)
        with httpx.Client(base_url=base, timeout=60, headers={"Accept-Encoding": "gzip"}) as http:
            sent = {"file": ("event.damiera", dump(played_log(players, rounds)).encode(), "text/plain")}
            answer = http.post("/hall/import", files=sent, headers={"Origin": base})
            assert answer.status_code == 303, answer.text
            event = "/".join(str(answer.headers["location"]).split("/")[:3])
            try:
                yield EventServer(process, http, event)
            finally:
                process.terminate()
                process.wait(10)
                process.stdout.close()


def main(argv: Sequence[str] | None = None) -> None:
    """Print processor seconds and bytes of each page, of a result, and the memory after all of it."""
    parser = argparse.ArgumentParser(prog="benchmarks hall", description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--results", type=int, default=40)
    parser.add_argument("--pages", nargs="+", default=PAGES)
    options = parser.parse_args(argv)
    with event_server(options.players, options.rounds) as server:
        begun = server.memory_mb()
        for path in options.pages:
            _print_page(server, path)
        after, most = server.memory_mb(), server.memory_mb("VmHWM")
        print(f"memory {begun:.0f} MB before, {after:.0f} MB after, {most:.0f} most")
        boards = [1 + (options.players // 2 - 1) * i // options.results for i in range(options.results)]
        took = [1000 * server.result(options.rounds, board, "draw") for board in dict.fromkeys(boards)]
        print(f"a result  median {statistics.median(took):.1f} ms (aim: 5)   least {min(took):.1f}", end="")
        print(f"   the first {took[0]:.1f}   most of the others {max(took[1:]):.1f}")
        print("after a result:")
        for path in ("", "/public", "/standings", "/ratings", "/card/1"):
            server.result(options.rounds, boards.pop() + 1, "win")
            _print_page(server, path)


def _print_page(server: EventServer, path: str) -> None:
    first, _, _ = server.get(server.event + path)
    again, sent, answer = server.get(server.event + path)
    over = "  <-- over" if first > LIMIT_S or sent > LIMIT_B else ""
    said = f"{path or '/':30} {answer.status_code}  {first:.3f} s  again {again:.3f} s  {sent / 1000:6.1f} kB"
    print(said + over, flush=True)


if __name__ == "__main__":
    main()

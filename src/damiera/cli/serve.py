"""`damiera serve`: the app in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from damiera.cli.common import language

__all__ = ["command"]


@click.command("serve")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="0: any free port."
)
@click.option("--lan", is_flag=True, help="Open the app to the other screens of the house.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Data folder.")
@click.option("--database", default=None, help="Database URL instead of the folder's own file.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def command(port: int, lan: bool, data: Path | None, database: str | None, no_browser: bool) -> int:
    """Start the app, print its address, open the browser."""
    from damiera.web.serve import serve

    host = "0.0.0.0" if lan else "127.0.0.1"
    return serve(
        host=host,
        port=port,
        data_dir=data,
        database=database,
        open_browser=not no_browser,
        lang=language(),
    )

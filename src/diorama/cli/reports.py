"""Commands that end in a page to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diorama.cli.base import Seed, app


@app.command()
def demo(
    out: Annotated[Path, typer.Option(help="The folder to write.")] = Path("demo"),
    seed: Seed = 7,
) -> None:
    """Build a few worlds and write an HTML page that shows them with their masks and depth."""
    from diorama.progress import track
    from diorama.report import write_gallery
    from diorama.report.gallery import demo_views

    out.mkdir(parents=True, exist_ok=True)
    page = out / "index.html"
    write_gallery(track(demo_views(seed), "building", total=8), page, title="Worlds from Diorama")
    print(f"open {page}")

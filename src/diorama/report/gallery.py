"""A gallery: one self-contained HTML page of views with their masks, depth and exact numbers."""

from __future__ import annotations

import base64
import html
import io
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from PIL import Image

from diorama.sight import View, look
from diorama.sight.files import depth_colours, label_colours
from diorama.world.layouts import get_layout

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 0 auto; padding: 1rem; }
section { margin: 2.5rem 0; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: .5rem; }
figure { margin: 0; } img { width: 100%; height: auto; border-radius: .4rem; display: block; }
figcaption { font-size: .85rem; opacity: .75; }
table { border-collapse: collapse; font-size: .9rem; margin-top: .6rem; }
td, th { padding: .1rem .8rem .1rem 0; text-align: left; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
summary { cursor: pointer; }
"""


def write_gallery(views: Iterable[View], path: str | Path, *, title: str) -> None:
    """Write the page view by view; it appears under its name only when whole."""
    path = Path(path)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8") as page:
            page.write(
                f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport "
                f"content='width=device-width, initial-scale=1'><title>{html.escape(title)}</title>"
                f"<style>{_STYLE}</style><h1>{html.escape(title)}</h1>\n"
            )
            for view in views:
                page.write(_section(view))
            page.write("</html>\n")
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def demo_views(seed: int) -> Iterator[View]:
    """The worlds of the demonstration."""
    wishes: list[tuple[str, dict[str, object]]] = [
        ("kitchen_counter", {"objects": 16, "chains": (4, 3)}),
        ("office_desk", {"objects": 12, "stacks": 2}),
        ("dining_table", {"objects": 14, "filled": 2, "glossy": True}),
        ("living_room_floor", {"objects": 12}),
        ("playroom_floor", {"objects": 14, "chains": (3,)}),
        ("bookshelf", {"objects": 12}),
        ("billiard_table", {"objects": 7}),
        ("crossing", {"objects": 7}),
    ]
    for name, wish in wishes:
        yield look(get_layout(name)(seed=seed, **wish))


def _section(view: View) -> str:
    sight = view.sight()
    pictures = [
        ("picture (draft)", view.image()),
        ("what is seen of each object", Image.fromarray(label_colours(sight))),
        ("depth", Image.fromarray(depth_colours(sight))),
    ]
    figures = "".join(
        f"<figure><img alt='{html.escape(words)}' src='{_data_uri(picture)}'><figcaption>{html.escape(words)}"
        f"</figcaption></figure>"
        for words, picture in pictures
    )
    rows = "".join(
        f"<tr><td>{html.escape(view.world[n].phrase)}<td class=n>{100 * sight.visible_fraction(n):.0f} %"
        f"<td>{html.escape(', '.join(sight.occluders(n, least_px=5)))}"
        for n in sight.inventory
    )
    name = html.escape(view.world.layout.replace("_", " "))
    return (
        f"<section><h2>{name} <small>seed {view.world.seed}</small></h2><div class=row>{figures}</div>"
        f"<details><summary>{len(sight.inventory)} objects</summary><table><tr><th>object<th>visible"
        f"<th>behind{rows}</table></details></section>\n"
    )


def _data_uri(picture: Image.Image) -> str:
    buffer = io.BytesIO()
    picture.save(buffer, "WEBP", quality=82)
    return "data:image/webp;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")

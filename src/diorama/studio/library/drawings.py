"""What can be drawn of a sample from exact sight. Runs in a process of its own, so it imports nothing of the web."""

from __future__ import annotations

import colorsys
import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from scipy.ndimage import binary_dilation, binary_erosion

from diorama.data import Sample, load
from diorama.data.dataset import SHARDS
from diorama.data.shards import read_rows
from diorama.data.show import after_picture, outlined
from diorama.errors import DioramaError
from diorama.sight import Sight, depth_colours, label_colours, see
from diorama.world import to_glb

BODY = "body-"
_CLEAR = 150
"""Of 255: how much of an overlay covers the picture."""
_MARK = (255, 60, 60)


@dataclass(frozen=True)
class Place:
    """Where a sample is: the dataset's folder, the file, the row group, the row, and the id that must be there."""

    folder: str
    shard: str
    group: int
    row: int
    id: str


@dataclass(frozen=True)
class Drawable:
    """A sample and what its view shows, computed once for all drawings of it."""

    sample: Sample

    @cached_property
    def sight(self) -> Sight:
        return see(*self.sample.view("drawing it"))


def drawing(place: Place, what: str) -> bytes:
    """Draw, in the process that does nothing else."""
    drawable = _drawable(place)
    if drawable.sample.world is None:
        raise DioramaError("a sample without a world cannot be drawn")
    if what.startswith(BODY):
        return _png(one_body(drawable, what.removeprefix(BODY)))
    return DRAWINGS[what](drawable)


@lru_cache(maxsize=4)
def _drawable(place: Place) -> Drawable:
    """The sample there; whoever looks at one drawing looks at the next one of the same sample."""
    data = load(place.folder)
    found = next(read_rows(data.folder / SHARDS / place.shard, place.group, [place.row]))
    if found.id != place.id:
        raise DioramaError("the dataset has changed: an admin can look again")
    return Drawable(found)


def boxes(drawable: Drawable) -> Image.Image:
    """The visible rectangle of each object, with its phrase."""
    sight = drawable.sight
    canvas = Image.new("RGBA", (sight.camera.width, sight.camera.height))
    pen, font = ImageDraw.Draw(canvas), ImageFont.load_default(13)
    for k, name in enumerate(sight.inventory):
        rows, columns = np.nonzero(sight.visible(name))
        if not len(rows):
            continue
        colour = _hue(k)
        left, top, right, bottom = (int(v) for v in (columns.min(), rows.min(), columns.max(), rows.max()))
        pen.rectangle((left, top, right, bottom), outline=colour, width=2)
        label = drawable.sample.phrases.get(name, name).removeprefix("the ")
        area = pen.textbbox((left + 3, max(top - 15, 0)), label, font=font)
        pen.rectangle((area[0] - 3, area[1] - 1, area[2] + 3, area[3] + 1), fill=(20, 20, 20, 215))
        pen.text((left + 3, max(top - 15, 0)), label, fill="white", font=font)
    return canvas


def masks(drawable: Drawable) -> Image.Image:
    """Each object in a colour of its own."""
    sight = drawable.sight
    return _over(label_colours(sight), sight.ids >= 0)


def depth(drawable: Drawable) -> Image.Image:
    """Near is light, far is dark."""
    sight = drawable.sight
    return _over(depth_colours(sight), np.isfinite(sight.depth), clear=235)


def one_body(drawable: Drawable, name: str) -> Image.Image:
    """One object: where it is seen in red, where it is hidden behind others in outline."""
    sight = drawable.sight
    if name not in sight.crops:
        raise LookupError(name)
    whole = sight.silhouette(name)
    pixels = np.zeros((*whole.shape, 4), np.uint8)
    pixels[sight.visible(name)] = (*_MARK, 110)
    edge = binary_dilation(whole, iterations=2) & ~binary_erosion(whole)
    pixels[edge] = (*_MARK, 255)
    return Image.fromarray(pixels)


def _after(drawable: Drawable) -> bytes:
    picture = after_picture(drawable.sample)
    if picture is None:
        raise LookupError("after")
    return _png(picture)


def world_page(drawable: Drawable) -> bytes:
    """The world as a page that can be turned and zoomed, with all it needs inside."""
    import trimesh
    from trimesh.viewer.notebook import scene_to_html

    world, _camera = drawable.sample.view("a 3D view")
    scene = trimesh.load(io.BytesIO(to_glb(world)), file_type="glb", force="scene")
    page: str = scene_to_html(scene)
    return page.encode()


DRAWINGS: dict[str, Callable[[Drawable], bytes]] = {
    "boxes": lambda drawable: _png(boxes(drawable)),
    "masks": lambda drawable: _png(masks(drawable)),
    "depth": lambda drawable: _png(depth(drawable)),
    "answer": lambda drawable: _png(outlined(drawable.sample)),
    "after": _after,
    "world": world_page,
}


def _over(colours: NDArray[np.uint8], where: NDArray[np.bool_], clear: int = _CLEAR) -> Image.Image:
    alpha = np.where(where, clear, 0).astype(np.uint8)
    return Image.fromarray(np.dstack([colours, alpha]))


def _hue(k: int) -> tuple[int, int, int]:
    """A colour that differs from those of its neighbours."""
    red, green, blue = colorsys.hsv_to_rgb(k * 0.381966 % 1, 0.75, 1)
    return round(255 * red), round(255 * green), round(255 * blue)


def _png(picture: Image.Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "PNG", compress_level=3)
    return stream.getvalue()

"""What can be drawn of a sample from exact sight. Runs in a process of its own, so it imports nothing of the web."""

from __future__ import annotations

import colorsys
import io
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from scipy.ndimage import binary_dilation, binary_erosion

from diorama.data import Sample, load
from diorama.data.show import after_picture, outlined
from diorama.errors import DioramaError
from diorama.sight import Sight, depth_colours, label_colours, see

BODY = "body-"
_CLEAR = 150
"""Of 255: how much of an overlay covers the picture."""
_MARK = (255, 60, 60)


def drawing(folder: str, sample_id: str, what: str) -> bytes:
    """Draw, in the process that does nothing else."""
    sample = load(folder).get(sample_id)
    if sample.world is None:
        raise DioramaError("a sample without a world cannot be drawn")
    if what.startswith(BODY):
        return _png(one_body(sample, what.removeprefix(BODY)))
    return DRAWINGS[what](sample)


def boxes(sample: Sample) -> Image.Image:
    """The visible rectangle of each object, with its phrase."""
    sight = _sight(sample)
    canvas = Image.new("RGBA", (sight.camera.width, sight.camera.height))
    pen, font = ImageDraw.Draw(canvas), ImageFont.load_default(13)
    for k, name in enumerate(sight.inventory):
        rows, columns = np.nonzero(sight.visible(name))
        if not len(rows):
            continue
        colour = _hue(k)
        left, top, right, bottom = (int(v) for v in (columns.min(), rows.min(), columns.max(), rows.max()))
        pen.rectangle((left, top, right, bottom), outline=colour, width=2)
        label = sample.phrases.get(name, name).removeprefix("the ")
        area = pen.textbbox((left + 3, max(top - 15, 0)), label, font=font)
        pen.rectangle((area[0] - 3, area[1] - 1, area[2] + 3, area[3] + 1), fill=(20, 20, 20, 215))
        pen.text((left + 3, max(top - 15, 0)), label, fill="white", font=font)
    return canvas


def masks(sample: Sample) -> Image.Image:
    """Each object in a colour of its own."""
    sight = _sight(sample)
    return _over(label_colours(sight), sight.ids >= 0)


def depth(sample: Sample) -> Image.Image:
    """Near is light, far is dark."""
    sight = _sight(sample)
    return _over(depth_colours(sight), np.isfinite(sight.depth), clear=235)


def one_body(sample: Sample, name: str) -> Image.Image:
    """One object: where it is seen in red, where it is hidden behind others in outline."""
    sight = _sight(sample)
    if name not in sight.crops:
        raise LookupError(name)
    whole = sight.silhouette(name)
    pixels = np.zeros((*whole.shape, 4), np.uint8)
    pixels[sight.visible(name)] = (*_MARK, 110)
    edge = binary_dilation(whole, iterations=2) & ~binary_erosion(whole)
    pixels[edge] = (*_MARK, 255)
    return Image.fromarray(pixels)


def _after(sample: Sample) -> bytes:
    picture = after_picture(sample)
    if picture is None:
        raise LookupError("after")
    return _png(picture)


def world_page(sample: Sample) -> bytes:
    """The world as a page that can be turned and zoomed, with all it needs inside."""
    import trimesh
    from trimesh.viewer.notebook import scene_to_html

    from diorama.world import to_glb

    world, _camera = sample.view("a 3D view")
    scene = trimesh.load(io.BytesIO(to_glb(world)), file_type="glb", force="scene")
    page: str = scene_to_html(scene)
    return page.encode()


DRAWINGS: dict[str, Callable[[Sample], bytes]] = {
    "boxes": lambda sample: _png(boxes(sample)),
    "masks": lambda sample: _png(masks(sample)),
    "depth": lambda sample: _png(depth(sample)),
    "answer": lambda sample: _png(outlined(sample)),
    "after": _after,
    "world": world_page,
}


def _sight(sample: Sample) -> Sight:
    world, camera = sample.view("drawing it")
    return see(world, camera)


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

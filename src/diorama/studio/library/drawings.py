"""What can be drawn of a sample from exact sight. Runs in a process of its own, so it imports nothing of the web."""

from __future__ import annotations

import colorsys
import io
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

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
from diorama.world.cameras import basis
from diorama.world.gltf import Z_UP_TO_Y_UP

BODY = "body-"
_CLEAR = 150
"""Of 255: how much of an overlay covers the picture."""
_MARK = (255, 60, 60)
LAMP = 1.3
"""How much too bright the lamp of the page is."""
ROOM = 3
"""Things so many times as large as all bodies together are the room."""


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
    labels = []
    for k, name in enumerate(sight.inventory):
        rows, columns = np.nonzero(sight.visible(name))
        if len(rows):
            left, top = int(columns.min()), int(rows.min())
            pen.rectangle((left, top, int(columns.max()), int(rows.max())), outline=_hue(k), width=2)
            labels.append((left + 3, max(top - 15, 0), drawable.sample.phrases.get(name, name).removeprefix("the ")))
    for left, top, label in labels:  # over all boxes
        area = pen.textbbox((left, top), label, font=font)
        pen.rectangle((area[0] - 3, area[1] - 1, area[2] + 3, area[3] + 1), fill=(20, 20, 20, 225))
        pen.text((left, top), label, fill="white", font=font)
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
    """The world as a page that can be turned and zoomed, seen as the camera sees it, with all it needs inside."""
    import trimesh
    from trimesh.viewer.notebook import scene_to_html

    world, camera = drawable.sample.view("a 3D view")
    scene: Any = trimesh.load(io.BytesIO(to_glb(world)), file_type="glb", force="scene")
    _leave_out_rooms(scene, {body.name for body in world.bodies})
    for geometry in scene.geometry.values():  # the page has a strong lamp and no gamma: this is between
        look = geometry.visual.material
        shown = (np.asarray(look.baseColorFactor[:3]) / 255.0) ** (1 / 1.6) / LAMP
        look.baseColorFactor = np.append(255 * shown, 255).round().astype(np.uint8)
    fovx = math.degrees(2 * math.atan(math.tan(math.radians(camera.fovy_deg / 2)) * camera.width / camera.height))
    scene.camera = trimesh.scene.Camera(fov=(fovx, camera.fovy_deg))
    right, down, forward = basis(camera)
    pose = np.eye(4)
    pose[:3, :3] = np.stack([right, -down, -forward], axis=1)
    pose[:3, 3] = camera.position
    scene.camera_transform = Z_UP_TO_Y_UP @ pose
    page: str = scene_to_html(scene)
    return page.encode()


def _leave_out_rooms(scene: Any, bodies: set[str]) -> None:
    """Drop walls and floors, which dwarf what stands in them: the view turns about the middle of all that is there."""
    names = {node: scene.graph[node][1] for node in scene.graph.nodes_geometry}
    boxes = {node: scene.geometry[name].bounding_box.extents.max() for node, name in names.items()}
    own = [node for node in names if node.split("/")[0] in bodies]
    if not own:
        return
    corners = np.concatenate([_corners(scene, node) for node in own])
    spread = float(np.ptp(corners, axis=0).max())
    scene.delete_geometry({names[node] for node in names if node not in own and boxes[node] > ROOM * spread})


def _corners(scene: Any, node: str) -> NDArray[np.float64]:
    """The two corners of a node's box, in the scene."""
    import trimesh

    pose, name = scene.graph[node]
    corners: NDArray[np.float64] = trimesh.transform_points(scene.geometry[name].bounding_box.vertices, pose)
    return np.stack([corners.min(0), corners.max(0)])


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

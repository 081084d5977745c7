"""Small worlds that tests build by hand: a reader can see what must be true of them."""

from __future__ import annotations

from collections.abc import Sequence

from diorama.world import Body, Camera, Surface, World, build_shape, make_body, replace, settle
from diorama.world.layouts import empty
from diorama.world.layouts.furniture import rectangle
from diorama.world.model import Vec3


def floor_with(*bodies: Body, reflectance: float = 0.0) -> World:
    """Bodies on a bare floor whose top is z = 0."""
    world = empty()
    top = Surface(
        name="top", fixture="floor", position=(0.0, 0.0, 0.0), outline=rectangle(20, 20), reflectance=reflectance
    )
    return replace(world, bodies=tuple(bodies), surfaces=(top,))


def block(name: str, at: Vec3, scale: float = 1.0) -> Body:
    """A toy cube (about 10 cm) under a name of its own, its bottom centre at `at`."""
    return make_body("building block", seed=0, name=name, scale=scale, position=at)


def ball(name: str, at: Vec3, scale: float = 1.0) -> Body:
    """A billiard ball (radius 28.57 mm) whose lowest point is at `at`."""
    return make_body("billiard ball", seed=0, name=name, scale=scale, position=at)


def row(*names: str, gap: float = 0.4, scales: Sequence[float] | None = None) -> World:
    """Cubes one behind the other along +y; a camera at −y looks along the row."""
    sizes = scales or [1.0] * len(names)
    return floor_with(*(block(n, (0.0, gap * i, 0.0), s) for i, (n, s) in enumerate(zip(names, sizes, strict=True))))


def level_camera(distance: float = 2.0, height: float = 0.05, *, fovy_deg: float = 30.0) -> Camera:
    """A camera at −y, looking level along +y."""
    return Camera(
        position=(0.0, -distance, height), target=(0.0, 0.0, height), fovy_deg=fovy_deg, width=360, height=240
    )


def pile(*bodies: tuple[str, str, Vec3]) -> World:
    """Bodies by name, noun and place, at rest on a bare floor."""
    made = tuple(make_body(noun, name=name, seed=0, position=at) for name, noun, at in bodies)
    world = settle(replace(empty(), bodies=made))
    assert world is not None
    return world


def top_of(noun: str) -> float:
    """How high the flat top of a thing is."""
    flat = build_shape(noun, 0).top
    assert flat is not None
    return flat.height


def tower_on_suitcase() -> World:
    """A tin on a book on a suitcase, and a mug beside the book on the suitcase."""
    low, high = top_of("suitcase"), top_of("suitcase") + top_of("book")
    return pile(
        ("suitcase", "suitcase", (0, 0, 0)),
        ("book", "book", (0, -0.06, low)),
        ("tin", "tin", (0, -0.06, high)),
        ("mug", "mug", (0, 0.12, low)),
    )

"""A world as a MuJoCo model: collision parts for physics, and on request meshes to look at.

The solver settings are the ones under which small balls do not sink through thin bases and stacks of ten
boxes stay within half a millimetre: a 2 ms step, stiff contacts, elliptic cones, rolling friction.
"""

from __future__ import annotations

import copy
import logging
import math
from collections.abc import Hashable, Mapping
from itertools import combinations

import mujoco
import numpy as np
from numpy.typing import NDArray

from diorama.world.assets.registry import build_shape, get_asset
from diorama.world.materials import Material, material
from diorama.world.model import Block, Body, Fixture, Quat, World
from diorama.world.poses import rotation
from diorama.world.shape import Part, Shape
from diorama.world.textures import texture

log = logging.getLogger(__name__)
mujoco.set_mju_user_warning(lambda text: log.info("MuJoCo: %s", text))  # else it writes a file into the user's folder

TIMESTEP = 0.002
FINE_TIMESTEP = 0.0005
"""For worlds in which something bounces: a bounce must last several steps and still be short."""
BOUNCE_STEPS = 8
"""Steps that a bounce lasts."""
SOLREF = (0.004, 1.0)
FRICTION = (0.8, 0.005, 0.001)
REPEATS_PER_METRE = {"speckle": 5.0, "veins": 1.2, "weave": 4.0, "grain": 1.6, "tiles": 1.7}
COLLISION_GROUP = 3
VISUAL_GROUP = 2

KEPT_MODELS = 4
"""Compiled models that are remembered: those of the world in hand and of a few parts of it."""

_MODELS: dict[Hashable, mujoco.MjModel] = {}

_GEOM = mujoco.mjtGeom
_KINDS = {
    "box": _GEOM.mjGEOM_BOX,
    "sphere": _GEOM.mjGEOM_SPHERE,
    "cylinder": _GEOM.mjGEOM_CYLINDER,
    "capsule": _GEOM.mjGEOM_CAPSULE,
    "hull": _GEOM.mjGEOM_MESH,
}


def to_spec(
    world: World,
    *,
    physics: bool = True,
    visuals: bool = True,
    textures: bool = False,
    timestep: float | None = None,
) -> mujoco.MjSpec:
    """The MuJoCo description of a world.

    Without `visuals` it has nothing but collision parts; without `physics` nothing but looks, and each body
    is posed by hand (a mocap body) instead of by the laws of motion.
    """
    spec = mujoco.MjSpec()
    spec.modelname = world.layout or "diorama"
    spec.option.timestep = timestep or usual_timestep(world)
    spec.option.gravity = (0, 0, -world.gravity)
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    builder = _Builder(spec, physics, visuals, textures)
    glossy = {(s.fixture, s.block): s.reflectance for s in world.surfaces if s.glossy}
    for fixture in world.fixtures:
        builder.add_fixture(fixture, glossy)
    for body in world.bodies:
        builder.add_body(body)
    if physics:
        builder.add_rebounds(world)
    if visuals:
        _add_light(spec, world)
    return spec


def usual_timestep(world: World) -> float:
    """Seconds a step, unless told otherwise."""
    return FINE_TIMESTEP if any(b.bounce > 0 for b in world.bodies) else TIMESTEP


def compile_world(world: World, *, timestep: float | None = None) -> mujoco.MjModel:
    """A model ready to step, with nothing to look at.

    Most of the work is about shapes, so the last few models are kept and posed anew when the same bodies stand
    elsewhere. The result is the same, bit for bit, as that of compiling again.
    """
    if any(b.hinge is not None for b in world.bodies):
        return _compile(world, timestep)
    key = _mechanics(world, timestep)
    if key in _MODELS and all(_is_unit(b.quaternion) for b in world.bodies):
        model = copy.copy(_MODELS[key])
        _pose(model, world)
        return model
    model = _compile(world, timestep)
    _MODELS[key] = copy.copy(model)
    while len(_MODELS) > KEPT_MODELS:
        del _MODELS[next(iter(_MODELS))]
    return model


def _compile(world: World, timestep: float | None) -> mujoco.MjModel:
    spec = to_spec(world, visuals=False, timestep=timestep)
    spec.compiler.usethread = False  # hundreds of tiny meshes: threads cost more than they bring
    return spec.compile()


def _mechanics(world: World, timestep: float | None) -> Hashable:
    """All that a model without looks depends on, but for where the bodies are and how fast they move."""
    things = tuple((build_shape(b.noun, b.seed), get_asset(b.noun).density, b.noun, b.seed) for b in world.bodies)
    ways = tuple((b.name, b.scale, b.fixed, b.bounce, b.grip) for b in world.bodies)
    return world.layout, world.gravity, timestep or usual_timestep(world), world.fixtures, things, ways


def _is_unit(quaternion: Quat) -> bool:
    """Whether MuJoCo takes a quaternion as it is: one of another length it would correct when compiling."""
    return abs(math.sqrt(sum(v * v for v in quaternion)) - 1.0) < 2e-15


def _pose(model: mujoco.MjModel, world: World) -> None:
    """Put bodies where the world has them, and all that MuJoCo derives from their first poses after them."""
    for body in world.bodies:
        index = model.body(body.name).id
        model.body_pos[index], model.body_quat[index] = body.position, body.quaternion
        if not body.fixed:
            start = int(model.jnt_qposadr[model.body_jntadr[index]])
            model.qpos0[start : start + 7] = model.qpos_spring[start : start + 7] = (*body.position, *body.quaternion)
    mujoco.mj_setConst(model, mujoco.MjData(model))
    if model.nv:
        model.stat.meaninertia = sum(model.dof_M0.tolist()) / model.nv


def to_mjcf(world: World) -> str:
    """MJCF text that MuJoCo opens anywhere: meshes are inline."""
    spec = to_spec(world)
    spec.compile()
    return str(spec.to_xml())


def _add_light(spec: mujoco.MjSpec, world: World) -> None:
    spec.add_texture(
        name="sky",
        type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_FLAT,
        width=8,
        height=48,
        rgb1=world.background,
        rgb2=world.background,
    )
    head = spec.visual.headlight
    head.ambient, head.diffuse, head.specular = (0.42,) * 3, (0.22,) * 3, (0.05,) * 3
    for light in world.lights:
        aim = np.subtract(light.target, light.position)
        spec.worldbody.add_light(
            type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL if light.kind == "sun" else mujoco.mjtLightType.mjLIGHT_SPOT,
            pos=light.position,
            dir=aim / np.linalg.norm(aim),
            castshadow=light.shadow,
            cutoff=80,
            exponent=2,
            ambient=(0, 0, 0),
            diffuse=np.asarray(light.rgb) * light.strength * 0.55,
            specular=np.asarray(light.rgb) * light.strength * 0.25,
        )


class _Builder:
    """Adds things to one spec, sharing the meshes and materials they have in common."""

    def __init__(self, spec: mujoco.MjSpec, physics: bool, visuals: bool, textures: bool) -> None:
        self.spec = spec
        self.physics = physics
        self.visuals = visuals
        self.textures = textures
        self.meshes: set[str] = set()
        self.materials: set[str] = set()
        self.images: set[str] = set()

    def add_body(self, body: Body) -> None:
        shape = build_shape(body.noun, body.seed)
        frame = self.spec.worldbody.add_body(
            name=body.name, pos=body.position, quat=body.quaternion, mocap=not self.physics
        )
        if self.physics:
            self._add_mechanics(frame, body, shape)
        if self.visuals:
            for index, piece in enumerate(shape.pieces):
                mesh = self._mesh(
                    f"{body.noun}-{body.seed}-{body.scale!r}/{index}", piece.vertices * body.scale, piece.faces
                )
                frame.add_geom(
                    name=f"{body.name}/look{index}",
                    type=_GEOM.mjGEOM_MESH,
                    meshname=mesh,
                    contype=0,
                    conaffinity=0,
                    group=VISUAL_GROUP,
                    mass=0,
                    material=self._material(material(body.finish[piece.slot])),
                )

    def _add_mechanics(self, frame: mujoco.MjsBody, body: Body, shape: Shape) -> None:
        if body.hinge is not None:
            into = rotation(body.quaternion).T
            frame.add_joint(
                name=body.name,
                type=mujoco.mjtJoint.mjJNT_HINGE,
                damping=body.hinge.damping,
                pos=into @ np.subtract(body.hinge.anchor, body.position),
                axis=into @ np.asarray(body.hinge.axis),
            )
        elif not body.fixed:
            frame.add_freejoint(name=body.name)
        _set_inertia(frame, shape, get_asset(body.noun).density, body.scale)
        for index, part in enumerate(shape.parts):
            self._add_part(frame, body, index, part)

    def add_rebounds(self, world: World) -> None:
        """Balls that bounce off each other do so without friction, or they would throw each other sideways."""
        balls = [b for b in world.bodies if b.bounce > 0 and not b.fixed]
        for a, b in combinations(balls, 2):
            for i in range(len(build_shape(a.noun, a.seed).parts)):
                for k in range(len(build_shape(b.noun, b.seed).parts)):
                    self.spec.add_pair(
                        geomname1=f"{a.name}/part{i}",
                        geomname2=f"{b.name}/part{k}",
                        condim=1,
                        solref=_rebound(math.sqrt(a.bounce * b.bounce), self.spec.option.timestep),
                        solimp=(0.99, 0.99, 0.001, 0.5, 2),
                    )

    def add_fixture(self, fixture: Fixture, glossy: Mapping[tuple[str, int], float]) -> None:
        frame = self.spec.worldbody.add_body(name=fixture.name)
        for index, block in enumerate(fixture.blocks):
            fields = self._block_geometry(f"{fixture.name}/{index}", block)
            if self.visuals:
                reflectance = glossy.get((fixture.name, index), 0.0)
                fields["material"] = self._material(material(block.material), reflectance, flat=True)
            solid = 1 if block.solid and self.physics else 0
            geom = frame.add_geom(
                name=f"{fixture.name}/{index}",
                pos=block.position,
                quat=block.quaternion,
                contype=solid,
                conaffinity=solid,
                condim=6,
                friction=FRICTION,
                solref=SOLREF,
                group=1,
                **fields,
            )
            if block.belt is not None:
                geom.surfacevel[:3] = block.belt

    def _block_geometry(self, name: str, block: Block) -> dict[str, object]:
        if block.kind == "prism":
            (half,) = block.size
            corners = np.array([(x, y, z) for z in (-half, half) for x, y in block.outline])
            return {"type": _GEOM.mjGEOM_MESH, "meshname": self._hull(name, corners)}
        size = np.zeros(3)
        size[: len(block.size)] = block.size
        return {"type": _KINDS[block.kind], "size": size}

    def _add_part(self, frame: mujoco.MjsBody, body: Body, index: int, part: Part) -> None:
        fields: dict[str, object] = {"pos": np.asarray(part.position) * body.scale, "quat": part.quaternion}
        if part.kind == "hull":
            name = f"{body.noun}-{body.seed}-{body.scale!r}/part{index}"
            fields = {"meshname": self._hull(name, part.points * body.scale)}
        else:
            size = np.zeros(3)
            size[: len(part.size)] = np.asarray(part.size) * body.scale
            fields["size"] = size
        geom = frame.add_geom(
            name=f"{body.name}/part{index}",
            type=_KINDS[part.kind],
            group=COLLISION_GROUP,
            condim=6,
            friction=FRICTION if body.grip is None else (body.grip, *FRICTION[1:]),
            solref=SOLREF,
            mass=0,
            **fields,
        )
        if body.bounce > 0 or body.grip is not None:
            geom.priority = 1  # its bounce and its grip, not those of what it meets
        if body.bounce > 0:
            geom.solref = _rebound(body.bounce, self.spec.option.timestep)
            geom.solimp[:2] = 0.99

    def _mesh(self, name: str, vertices: NDArray[np.float64], faces: NDArray[np.int32]) -> str:
        if name not in self.meshes:
            self.meshes.add(name)
            self.spec.add_mesh(
                name=name,
                uservert=vertices.ravel(),
                userface=faces.ravel(),
                inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL,
            )
        return name

    def _hull(self, name: str, points: NDArray[np.float64]) -> str:
        if name not in self.meshes:
            self.meshes.add(name)
            self.spec.add_mesh(name=name, uservert=points.ravel(), inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX)
        return name

    def _material(self, stuff: Material, reflectance: float = 0.0, *, flat: bool = False) -> str:
        """The material's name in the spec; `flat` patterns lie on the xy plane, others wrap around."""
        name = f"{stuff.name}/{'flat' if flat else 'round'}/{reflectance!r}"
        if name not in self.materials:
            self.materials.add(name)
            gloss = 1 - stuff.roughness
            shown = self.spec.add_material(
                name=name,
                rgba=(*stuff.rgb, 1),
                specular=0.6 * gloss,
                shininess=gloss,
                metallic=stuff.metallic,
                roughness=stuff.roughness,
                reflectance=reflectance,
                emission=0.6 if stuff.kind == "glow" else 0,
            )
            if self.textures and stuff.texture:
                shown.rgba = (1, 1, 1, 1)
                shown.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = self._texture(stuff, flat)
                shown.texuniform = flat
                shown.texrepeat = (REPEATS_PER_METRE.get(stuff.texture, 2.5),) * 2 if flat else (1, 1)
        return name

    def _texture(self, stuff: Material, flat: bool) -> str:
        name = f"{stuff.name}/{'flat' if flat else 'round'}"
        if name not in self.images:
            self.images.add(name)
            pixels = texture(stuff.name)
            side = len(pixels)
            added = self.spec.add_texture(
                name=name,
                width=side,
                height=side if flat else 6 * side,
                nchannel=3,
                type=mujoco.mjtTexture.mjTEXTURE_2D if flat else mujoco.mjtTexture.mjTEXTURE_CUBE,
            )
            added.data = pixels.tobytes() if flat else np.concatenate([pixels] * 6).tobytes()
        return name


def _rebound(bounce: float, timestep: float) -> tuple[float, float]:
    """Stiffness and damping (in MuJoCo's direct form) of a contact that gives back a share of the speed."""
    loss = -math.log(bounce)
    damping = loss / math.hypot(math.pi, loss)
    pace = math.pi / (BOUNCE_STEPS * timestep) / math.sqrt(1 - damping**2)
    return -(pace**2), -2 * damping * pace


def _set_inertia(frame: mujoco.MjsBody, shape: Shape, density: float, scale: float) -> None:
    properties = shape.mass_properties
    inertia = properties.inertia * density * scale**5
    frame.explicitinertial = True
    frame.mass = properties.volume * density * scale**3
    frame.ipos = properties.centre * scale
    frame.fullinertia = (inertia[0, 0], inertia[1, 1], inertia[2, 2], inertia[0, 1], inertia[0, 2], inertia[1, 2])

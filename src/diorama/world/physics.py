"""Time: stepping a world, letting it come to rest, and what touches what meanwhile.

MuJoCo does the work; the same world steps to the same state, bit for bit, on the same machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import mujoco
import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from diorama.errors import DioramaError
from diorama.world.assets.registry import build_shape
from diorama.world.mjcf import compile_world
from diorama.world.model import ORIGIN, Body, Vec3, World, replace

Array = NDArray[np.float64]

REST_SPEED = 0.001
"""m/s: a world is at rest when no point of any body moves faster."""
RESTLESS = 1.0
"""Seconds after which a world that is not at rest yet is looked at more closely: most are within half of it."""
OVERLAP = 0.001
"""Metres: the deepest that two things in a sound world may be in each other."""
AWAY = 100.0
"""Metres: how far off, in all directions, things are put that were taken away."""


@dataclass(frozen=True)
class Touch:
    """Two things (bodies or fixtures) in contact from `start` to `end`, in seconds."""

    a: str
    b: str
    start: float
    end: float
    position: tuple[float, float, float]
    """Where they first met."""


@dataclass(frozen=True)
class Motion:
    """What a world did: sampled poses of every body, and every touch."""

    world: World
    """Where it began."""
    times: Array
    positions: Array
    """(times, bodies, 3)"""
    quaternions: Array
    """(times, bodies, 4)"""
    velocities: Array
    spins: Array
    contacts: tuple[Touch, ...]

    def at(self, seconds: float) -> World:
        """The world at the recorded moment nearest to `seconds`."""
        return self._world(int(np.abs(self.times - seconds).argmin()))

    @property
    def final(self) -> World:
        return self._world(len(self.times) - 1)

    def path(self, name: str) -> Array:
        """Positions of one body over time."""
        index = self.world.names.index(self.world[name].name)
        path: Array = self.positions[:, index]
        return path

    def followed_by(self, later: Motion) -> Motion:
        """This and then another motion of the same bodies, as one."""
        shift = float(self.times[-1])
        contacts = tuple(Touch(t.a, t.b, t.start + shift, t.end + shift, t.position) for t in later.contacts)
        return Motion(
            self.world,
            np.concatenate([self.times, later.times[1:] + shift]),
            np.concatenate([self.positions, later.positions[1:]]),
            np.concatenate([self.quaternions, later.quaternions[1:]]),
            np.concatenate([self.velocities, later.velocities[1:]]),
            np.concatenate([self.spins, later.spins[1:]]),
            self.contacts + contacts,
        )

    def touched(self, a: str, b: str) -> bool:
        return any({t.a, t.b} == {a, b} for t in self.contacts)

    def _world(self, k: int) -> World:
        moved = tuple(
            replace(
                body,
                position=tuple(self.positions[k, i].tolist()),
                quaternion=tuple(self.quaternions[k, i].tolist()),
                velocity=tuple(self.velocities[k, i].tolist()),
                spin=tuple(self.spins[k, i].tolist()),
            )
            for i, body in enumerate(self.world.bodies)
        )
        return replace(self.world, bodies=moved)


class Simulation:
    """A world in motion: one compiled model and its state, stepped as far as needed."""

    def __init__(self, world: World, *, timestep: float | None = None) -> None:
        self.world = world
        self.model = compile_world(world, timestep=timestep)
        self.data = mujoco.MjData(self.model)
        self._set_velocities()
        mujoco.mj_forward(self.model, self.data)
        self._stale = False

    @property
    def seconds(self) -> float:
        return float(self.data.time)

    @property
    def timestep(self) -> float:
        return float(self.model.opt.timestep)

    def step(self, count: int = 1) -> None:
        """Advance by `count` time steps."""
        mujoco.mj_step(self.model, self.data, count)
        self._stale = True
        if not np.isfinite(self.data.qacc).all() or self.data.warning[mujoco.mjtWarning.mjWARN_BADQACC].number:
            raise DioramaError("the simulation became unstable: do bodies overlap at the start?")

    def speed(self) -> float:
        """The speed of the fastest point of any body, m/s (turning counts at the body's own radius)."""
        return float(self.paces().max()) if self._bodies.size else 0.0

    def paces(self) -> Array:
        """The speed of the fastest point of each body, m/s."""
        velocity, spin = self._velocities()
        paces: Array = np.linalg.norm(velocity, axis=1) + np.linalg.norm(spin, axis=1) * self._radii
        return paces

    def state(self) -> World:
        """The world as it is now."""
        positions, quaternions = self.poses()
        velocities, spins = self._velocities()
        one = Motion(self.world, np.zeros(1), positions[None], quaternions[None], velocities[None], spins[None], ())
        return one.final

    def poses(self) -> tuple[Array, Array]:
        """Positions and quaternions of all bodies, in the world's order."""
        self._refresh()
        return self.data.xpos[self._bodies].copy(), self.data.xquat[self._bodies].copy()

    def touching(self) -> dict[tuple[str, str], Array]:
        """Pairs in contact now and where; each pair once, in alphabetical order."""
        contact = self.data.contact
        if not len(contact.dist):
            return {}
        bodies = np.sort(self.model.geom_bodyid[contact.geom], axis=1)
        _, first = np.unique(bodies[:, 0] * self.model.nbody + bodies[:, 1], return_index=True)
        positions = contact.pos
        pairs: dict[tuple[str, str], Array] = {}
        for index in first.tolist():
            a, b = sorted(self._names[i] for i in bodies[index])
            pairs[a, b] = positions[index].copy()
        return pairs

    def place(self, name: str) -> Array:
        """Where a free body is now."""
        address = int(self.model.joint(name).qposadr[0])
        place: Array = self.data.qpos[address : address + 3].copy()
        return place

    def hold(self, name: str, velocity: Vec3, turning: float = 0.0) -> None:
        """Give a free body a velocity, whatever it is doing: a motor in it would.

        It stays as level as it is and turns about its own upright axis, `turning` in radians a second.
        """
        address = int(self.model.joint(name).dofadr[0])
        self.data.qvel[address : address + 6] = (*velocity, 0.0, 0.0, turning)

    def front(self, name: str) -> tuple[float, float]:
        """Which way a free body's front points on the ground: a direction of length 1."""
        address = int(self.model.joint(name).qposadr[0])
        w, x, y, z = self.data.qpos[address + 3 : address + 7].tolist()
        ahead = (1 - 2 * (y * y + z * z), 2 * (x * y + w * z))
        length = math.hypot(*ahead) or 1.0
        return ahead[0] / length, ahead[1] / length

    def pose(self, world: World) -> None:
        """Put the same bodies where another world has them, at once; contacts are found anew."""
        for body in world.bodies:
            if body.hinge is not None:
                raise DioramaError(f"{body.phrase} hangs on an axle and cannot be put elsewhere")
            if self.world[body.name].fixed:
                self.model.body(body.name).pos, self.model.body(body.name).quat = body.position, body.quaternion
            else:
                start = int(self.model.joint(body.name).qposadr[0])
                self.data.qpos[start : start + 7] = (*body.position, *body.quaternion)
        mujoco.mj_kinematics(self.model, self.data)
        mujoco.mj_comPos(self.model, self.data)
        mujoco.mj_collision(self.model, self.data)

    def restart(self) -> None:
        """Go back to where the world began."""
        mujoco.mj_resetData(self.model, self.data)
        self._set_velocities()
        mujoco.mj_forward(self.model, self.data)
        self._stale = False

    def take_away(self, name: str) -> None:
        """Put a free body out of everything's reach: the rest goes on as if it were gone, without another model."""
        index = self.world.names.index(name)
        start, speed = int(self.model.joint(name).qposadr[0]), int(self.model.joint(name).dofadr[0])
        self.data.qpos[start : start + 3] = (AWAY, AWAY * (index + 1), AWAY)
        self.data.qvel[speed : speed + 6] = 0
        mujoco.mj_forward(self.model, self.data)

    def put(self, name: str, position: Vec3) -> None:
        """Put a free body elsewhere at once, turned as it is; contacts are found anew."""
        start = int(self.model.joint(name).qposadr[0])
        self.data.qpos[start : start + 3] = position
        mujoco.mj_kinematics(self.model, self.data)
        mujoco.mj_comPos(self.model, self.data)
        mujoco.mj_collision(self.model, self.data)

    def overlaps(self, name: str) -> dict[str, float]:
        """How deep a body is in each other thing that it touches, metres."""
        found: dict[str, float] = {}
        contact = self.data.contact
        for (a, b), dist in zip(self.model.geom_bodyid[contact.geom].tolist(), contact.dist.tolist(), strict=True):
            pair = {self._names[a], self._names[b]}
            if name in pair and len(pair) == 2:
                (other,) = pair - {name}
                found[other] = max(found.get(other, 0.0), -dist)
        return found

    def forces(self) -> dict[tuple[str, str], Array]:
        """The force, N, with which the first of two things in contact pushes the second; each pair in both orders."""
        found: dict[tuple[str, str], Array] = {}
        local = np.zeros(6)
        for index in range(self.data.ncon):
            contact = self.data.contact[index]
            mujoco.mj_contactForce(self.model, self.data, index, local)
            push = contact.frame.reshape(3, 3).T @ local[:3]
            a, b = (self._names[i] for i in self.model.geom_bodyid[contact.geom])
            for pair, force in (((a, b), push), ((b, a), -push)):
                found[pair] = found.get(pair, np.zeros(3)) + force
        return found

    def weight(self, name: str) -> float:
        """How heavy a body is, N."""
        return float(self.model.body(name).mass[0]) * self.world.gravity

    def depth(self) -> float:
        """How far the deepest pair overlaps, metres."""
        dist = self.data.contact.dist
        return float(max(0.0, -dist.min())) if len(dist) else 0.0

    @cached_property
    def _names(self) -> list[str]:
        return [self.model.body(i).name for i in range(self.model.nbody)]

    @cached_property
    def _bodies(self) -> NDArray[np.int64]:
        return np.array([self.model.body(n).id for n in self.world.names], dtype=np.int64)

    @cached_property
    def _radii(self) -> Array:
        sizes = [np.linalg.norm(build_shape(b.noun, b.seed).size) * b.scale / 2 for b in self.world.bodies]
        return np.array(sizes)

    def _velocities(self) -> tuple[Array, Array]:
        """Linear velocity of each body's origin and angular velocity, in world coordinates."""
        self._refresh()
        count = len(self.world.bodies)
        linear, angular = np.zeros((count, 3)), np.zeros((count, 3))
        both = np.zeros(6)
        for i, body in enumerate(self._bodies):
            mujoco.mj_objectVelocity(self.model, self.data, mujoco.mjtObj.mjOBJ_XBODY, body, both, 0)
            angular[i], linear[i] = both[:3], both[3:]
        return linear, angular

    def _refresh(self) -> None:
        """Bring poses and velocities up to the end of the last step: MuJoCo leaves those of its beginning."""
        if self._stale:
            mujoco.mj_kinematics(self.model, self.data)
            mujoco.mj_comPos(self.model, self.data)
            mujoco.mj_comVel(self.model, self.data)
            self._stale = False

    def _set_velocities(self) -> None:
        for body in self.world.bodies:
            if body.fixed or not (any(body.velocity) or any(body.spin)):
                continue
            address = int(self.model.joint(body.name).dofadr[0])
            if body.hinge is not None:
                axis = np.asarray(body.hinge.axis) / np.linalg.norm(body.hinge.axis)
                self.data.qvel[address] = float(axis @ np.asarray(body.spin))
                continue
            into = Rotation.from_quat(body.quaternion, scalar_first=True).inv()
            self.data.qvel[address : address + 3] = body.velocity
            self.data.qvel[address + 3 : address + 6] = into.apply(body.spin)


def simulate(
    world: World,
    seconds: float,
    *,
    every: float = 0.01,
    timestep: float | None = None,
    steer: Callable[[Simulation], None] | None = None,
    watch: int = 1,
) -> Motion:
    """Let time pass and record it: poses `every` so many seconds, contacts at every step, or at each `watch`-th one.

    `steer` is called before each step and may act on the simulation (`hold` a body at a velocity).

    >>> from diorama.world.layouts import empty
    >>> from diorama.world.bodies import make_body
    >>> ball = make_body("tennis ball", seed=1, position=(0, 0, 0.5))
    >>> motion = simulate(replace(empty(), bodies=(ball,)), seconds=1)
    >>> [t.b for t in motion.contacts]
    ['tennis ball', 'tennis ball']
    """
    if not (np.isfinite(seconds) and seconds > 0):
        raise DioramaError(f"seconds must be more than 0; got {seconds}")
    simulation = Simulation(world, timestep=timestep)
    stride = max(1, round(every / simulation.timestep))
    steps = max(1, round(seconds / simulation.timestep))
    frames = [_snapshot(simulation)]
    log = _TouchLog()
    log.note(0.0, simulation.touching())
    for step in range(1, steps + 1):
        if steer is not None:
            steer(simulation)
        simulation.step()
        if step % watch == 0:
            log.note(simulation.seconds, simulation.touching())
        if step % stride == 0 or step == steps:
            frames.append(_snapshot(simulation))
    times, positions, quaternions, velocities, spins = (np.stack(c) for c in zip(*frames, strict=True))
    return Motion(world, times, positions, quaternions, velocities, spins, log.close(simulation.seconds))


def settle(world: World, *, limit: float = 6.0, hold: float = 0.1, deepest: float = OVERLAP) -> World | None:
    """Let a world come to rest and stop it there.

    At rest means that nothing has moved faster than `REST_SPEED` for `hold` seconds. None if it still moves
    after `limit` seconds, or rests with two things deeper in each other than `deepest`.
    """
    simulation = Simulation(world)
    stride = max(1, round(hold / 2 / simulation.timestep))
    calm, doubted = 0, False
    while calm < 2:
        if simulation.seconds >= limit:
            return None
        if simulation.seconds >= RESTLESS and not doubted:
            doubted = True
            if _rolls_on(simulation, stride, limit):
                return None
        simulation.step(stride)
        calm = calm + 1 if simulation.speed() < REST_SPEED else 0
    if simulation.depth() > deepest:
        return None
    state = simulation.state()
    return replace(state, bodies=tuple(replace(b, velocity=ORIGIN, spin=ORIGIN) for b in state.bodies))


def _rolls_on(simulation: Simulation, stride: int, limit: float) -> bool:
    """Whether what still moves will surely move until `limit`, found without stepping all the rest with it.

    Most bodies lie still by now, and what keeps a world awake is one thing that slowly rolls away. It is followed alone
    among the others, which are held; if it meets one of them, or comes near to resting, the answer is no.
    """
    moving = simulation.paces() > REST_SPEED / 2
    now = simulation.state()
    bodies = zip(now.bodies, moving.tolist(), strict=True)
    few = Simulation(replace(now, bodies=tuple(b if moves else _held(b) for b, moves in bodies)))
    held = np.zeros(few.model.nbody, bool)
    held[few._bodies[~moving]] = True
    for _ in range(math.ceil((limit - simulation.seconds) / few.timestep / stride)):
        for _ in range(stride):
            few.step()
            if held[few.model.geom_bodyid[few.data.contact.geom]].any():
                return False
        if few.speed() < 2 * REST_SPEED:
            return False
    return True


def _held(body: Body) -> Body:
    return replace(body, fixed=True, hinge=None, velocity=ORIGIN, spin=ORIGIN)


def overlap_depth(world: World) -> float:
    """How far the deepest pair of things overlaps, metres; 0 for a sound world."""
    return Simulation(world).depth()


def touching(world: World) -> set[tuple[str, str]]:
    """The pairs in contact at this moment."""
    return set(Simulation(world).touching())


def _snapshot(simulation: Simulation) -> tuple[Array, ...]:
    return np.asarray(simulation.seconds), *simulation.poses(), *simulation._velocities()


class _TouchLog:
    """Joins per-step contacts into touches with a start and an end."""

    GAP = 0.02
    """Seconds: a shorter break (a rattle) does not end a touch."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], tuple[float, float, Array]] = {}
        self._done: list[Touch] = []

    def note(self, now: float, pairs: dict[tuple[str, str], Array]) -> None:
        for pair, position in pairs.items():
            start, last, first = self._open.get(pair, (now, now, position))
            if now - last > self.GAP:
                self._finish(pair, start, last, first)
                start, first = now, position
            self._open[pair] = (start, now, first)

    def close(self, now: float) -> tuple[Touch, ...]:
        for pair, (start, last, first) in self._open.items():
            self._finish(pair, start, now if now - last <= self.GAP else last, first)
        return tuple(sorted(self._done, key=lambda t: (t.start, t.a, t.b)))

    def _finish(self, pair: tuple[str, str], start: float, end: float, position: Array) -> None:
        x, y, z = position.tolist()
        self._done.append(Touch(pair[0], pair[1], round(start, 6), round(end, 6), (x, y, z)))

"""The `photo` renderer: Blender Cycles in processes of its own, kept warm, several side by side."""

from __future__ import annotations

import atexit
import os
import queue
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError, UnknownName
from diorama.sight.mounted import camera_at
from diorama.sight.photo.blender.presets import PRESETS
from diorama.sight.photo.description import describe_camera, describe_poses, describe_scene
from diorama.sight.photo.worker import MEMORY_BYTES, Worker, WorkerFailed, check_installed
from diorama.sight.video import frame_times
from diorama.world import Camera, Motion, World

Pixels = NDArray[np.uint8]

USUAL = "standard"
ATTEMPTS = 3
"""How often a picture is tried, each time by a new process if the last one crashed or hung."""


@dataclass(frozen=True)
class Still:
    """One picture to take."""

    world: World
    camera: Camera
    muted: tuple[str, ...] = ()
    """Bodies whose mirror image is left out."""
    indices: bool = False
    """Whether to bring the index and depth passes too."""


@dataclass(frozen=True)
class Photo:
    """A picture, and if asked for the object at each pixel (−1 for none) and its depth."""

    rgb: Pixels
    ids: NDArray[np.int32] | None = None
    depth: NDArray[np.float32] | None = None


class PhotoRenderer:
    """Takes pictures with a number of Blender processes, which start when first needed.

    >>> from diorama.world.layouts import tray                        # doctest: +SKIP
    >>> with PhotoRenderer(workers=2, preset="fast") as renderer:      # doctest: +SKIP
    ...     photos = list(renderer.photos(Still(w, c) for w, c in views))
    """

    def __init__(
        self,
        *,
        workers: int = 1,
        preset: str = "standard",
        seconds: float | None = None,
        memory_bytes: int = MEMORY_BYTES,
    ) -> None:
        if preset not in PRESETS:
            raise UnknownName("preset", preset, PRESETS)
        if workers < 1:
            raise DioramaError(f"workers must be at least 1; got {workers}")
        check_installed()
        self.preset = preset
        self._seconds = seconds
        self.workers = [Worker(cores=cores, memory_bytes=memory_bytes) for cores in core_shares(workers)]
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self.workers:
            self._idle.put(worker)

    def photo(self, shot: Still) -> Photo:
        """Take one picture."""
        with self._worker() as worker:
            return self._take(worker, object(), _describe(shot), None, {"indices": shot.indices}, shot.camera)

    def photos(self, shots: Iterable[Still]) -> Iterator[Photo]:
        """Take many, in order, with all workers; only a few are held at a time."""
        with ThreadPoolExecutor(len(self.workers)) as pool:
            waiting: deque[Future[Photo]] = deque()
            try:
                for shot in shots:
                    waiting.append(pool.submit(self.photo, shot))
                    if len(waiting) > 2 * len(self.workers):
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for future in waiting:
                    future.cancel()

    def film(
        self, motion: Motion, camera: Camera, *, fps: int = 24, blur: bool = False, rides: str = ""
    ) -> Iterator[Pixels]:
        """Pictures of a recorded motion, `fps` a second; the scene is built once. The camera may ride on a body.

        `blur` opens the shutter for half of each frame.
        """
        description = describe_scene(motion.world, camera)
        key = object()
        with self._worker() as worker:
            for seconds in frame_times(motion, fps):
                poses = describe_poses(motion.at(seconds))
                wishes = {"until": describe_poses(motion.at(seconds + 0.5 / fps))} if blur else {}
                eye = camera_at(camera, rides, motion, seconds)
                yield self._take(worker, key, description, poses, wishes, eye).rgb

    def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            worker.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @contextmanager
    def _worker(self) -> Iterator[Worker]:
        worker = self._idle.get()
        try:
            yield worker
        finally:
            self._idle.put(worker)

    def _take(
        self,
        worker: Worker,
        key: object,
        description: dict[str, Any],
        poses: dict[str, Any] | None,
        wishes: dict[str, Any],
        camera: Camera,
    ) -> Photo:
        seconds = self._seconds or patience(camera, self.preset)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                eye = None if poses is None else describe_camera(camera)
                found = worker.picture(
                    key, description, self.preset, poses=poses, camera=eye, wishes=wishes, seconds=seconds
                )
            except WorkerFailed as failure:
                if attempt == ATTEMPTS:
                    raise DioramaError(f"{failure}; tried {ATTEMPTS} times") from None
                continue
            ids = found["index"].astype(np.int32) - 1 if "index" in found else None
            return Photo(found["rgb"].astype(np.uint8), ids, found.get("depth"))
        raise AssertionError("unreachable")


def patience(camera: Camera, preset: str) -> float:
    """Seconds after which a picture is given up: twenty times what it takes on two slow cores."""
    megapixels = camera.width * camera.height / 1e6
    return 60.0 + 25.0 * megapixels * PRESETS[preset].samples


def core_shares(workers: int) -> list[list[int]]:
    """The processor cores for which each worker makes threads; an empty share means all."""
    if workers == 1 or not hasattr(os, "sched_getaffinity"):
        return [[] for _ in range(workers)]
    cores = sorted(os.sched_getaffinity(0))
    each = max(1, len(cores) // workers)
    return [[cores[(k * each + i) % len(cores)] for i in range(each)] for k in range(workers)]


@cache
def shared_renderer(preset: str) -> PhotoRenderer:
    """The renderer behind `view.image(renderer="photo")`: one warm process until this one ends."""
    renderer = PhotoRenderer(preset=preset)
    atexit.register(renderer.close)
    return renderer


def take(world: World, camera: Camera, *, preset: str = "standard", muted: Sequence[str] = ()) -> Pixels:
    """One photo of a world."""
    return shared_renderer(preset).photo(Still(world, camera, tuple(muted))).rgb


class SharedPhoto:
    """The `photo` renderer by name: one warm Blender process for each preset, until this process ends."""

    @property
    def presets(self) -> tuple[str, ...]:
        return (USUAL, *(name for name in PRESETS if name != USUAL))

    def picture(self, world: World, camera: Camera, *, muted: Sequence[str] = (), preset: str = "") -> Pixels:
        return take(world, camera, preset=preset or USUAL, muted=muted)

    def film(
        self, motion: Motion, camera: Camera, *, fps: int, preset: str = "", rides: str = ""
    ) -> Iterator[Pixels]:
        return shared_renderer(preset or USUAL).film(motion, camera, fps=fps, blur=True, rides=rides)


PHOTO = SharedPhoto()


def _describe(shot: Still) -> dict[str, Any]:
    return describe_scene(shot.world, shot.camera, muted=shot.muted)

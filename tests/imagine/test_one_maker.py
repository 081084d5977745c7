"""Two processes that share a cache make a clip once."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from diorama.imagine.one_maker import LOCKS, one_maker

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files cannot be locked in this way")

MAKES = """
import sys, time
import numpy as np
from diorama.imagine.generators.registry import GeneratorMaker, GeneratorSpec, Known
from diorama.imagine.imagining import imagine
from diorama.imagine.tracks import Track, Tracks
from diorama.sight.clips import Frame, make_clip

class Slow:
    def imagine(self, picture, tracks, description, frames, seed):
        with open(sys.argv[1], "a") as log:
            log.write("made\\n")
        time.sleep(1.0)
        return make_clip(Frame(k / 16, np.full((32, 32, 3), 90 + k, np.uint8)) for k in range(frames))

spec = GeneratorSpec(GeneratorMaker("slow", lambda known: Slow(), False, 1, ()))
points = np.full((4, 2), 9.0)
tracks = Tracks((Track(points, np.ones(4, bool)),))
print(len(imagine(spec, Known(None, None, None), np.zeros((32, 32, 3), np.uint8), tracks, "", 4, 0)))
"""
HOLDS = """
import sys, time
from diorama.imagine.one_maker import one_maker
with one_maker(sys.argv[1]):
    print("has it", flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_the_second_process_takes_what_the_first_one_made(tmp_path: Path) -> None:
    log = tmp_path / "log"
    runs = [subprocess.Popen([sys.executable, "-c", MAKES, str(log)], stdout=subprocess.PIPE) for _ in range(2)]
    said = [run.communicate(timeout=120)[0] for run in runs]
    assert said[0] == said[1] and int(said[0]) > 0
    assert log.read_text() == "made\n"


def test_the_lock_of_a_killed_process_is_free_and_others_are_no_hindrance() -> None:
    run = subprocess.Popen([sys.executable, "-c", HOLDS, "a"], stdout=subprocess.PIPE)
    assert run.stdout is not None and run.stdout.readline() == b"has it\n"
    with one_maker("b"):
        pass
    run.kill()
    began = time.monotonic()
    with one_maker("a"):
        assert time.monotonic() - began < 30
    run.wait()
    run.stdout.close()


def test_no_lock_is_left_and_none_is_needed(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with one_maker("a"):
        assert [path.name for path in (cache / LOCKS).iterdir()] == ["a.lock"]
    assert not list((cache / LOCKS).iterdir())
    monkeypatch.setenv("DIORAMA_CACHE", "off")
    with one_maker("a"):
        pass
    monkeypatch.setenv("DIORAMA_CACHE", os.devnull)
    with one_maker("a"):
        pass

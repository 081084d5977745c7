"""The house rules that a machine can check: who imports whom, and how light the front door is."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import diorama

SOURCE = Path(diorama.__file__).parent
ROOMS = ("world", "sight", "whatif", "suites", "perceive", "data", "ask", "lab", "report", "studio")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""
        elif isinstance(node, ast.ImportFrom):
            assert "blender" in path.parts, f"{path}: write imports in full"


def test_each_room_imports_only_from_rooms_above_it() -> None:
    broken = []
    for path in SOURCE.rglob("*.py"):
        room = path.relative_to(SOURCE).parts[0]
        if room not in ROOMS:
            continue
        for name in imports(path):
            parts = name.split(".")
            is_room = parts[0] == "diorama" and len(parts) > 1 and parts[1] in ROOMS
            if is_room and ROOMS.index(parts[1]) > ROOMS.index(room):
                broken.append(f"{path.relative_to(SOURCE)} imports {name}")
            assert parts[:2] != ["diorama", "cli"], f"{path} imports the command line"
    assert not broken


def test_private_modules_stay_in_their_room() -> None:
    for path in SOURCE.rglob("*.py"):
        room = path.relative_to(SOURCE).parts[0]
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "diorama" and any(p.startswith("_") for p in parts[1:]):
                assert parts[1] == room, f"{path} reaches into {name}"


def test_only_the_blender_folder_imports_bpy() -> None:
    guests = [p for p in SOURCE.rglob("*.py") if any(n.split(".")[0] == "bpy" for n in imports(p))]
    assert all("blender" in p.parts for p in guests)


def test_only_the_engine_folder_imports_inspect() -> None:
    """Reading, scoring, statistics and reports work without it."""
    guests = [p for p in SOURCE.rglob("*.py") if any(n.split(".")[0] == "inspect_ai" for n in imports(p))]
    assert guests and all("engine" in p.parts for p in guests)


def test_importing_diorama_brings_nothing_heavy() -> None:
    heavy = "mujoco numpy trimesh embreex av scipy pydantic inspect_ai torch"
    code = f"import sys, diorama, diorama.cli; print([m for m in {heavy.split()!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_resolves() -> None:
    for name in diorama.__all__:
        assert getattr(diorama, name) is not None

"""The house rules that a machine can check: who imports whom, and how light the front door is."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import diorama
from diorama.kinds import KINDS

SOURCE = Path(diorama.__file__).parent
ROOMS = (
    "world", "sight", "whatif", "kinds", "suites", "data", "perceive", "imagine", "ask", "reward", "footage",
    "exchange", "lab", "report", "studio",
)  # fmt: skip


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


ANSWERS = {kind.answer.__name__ for _, kind in KINDS.working()}
"""Choice, ObjectSet, Plan, Swaps."""


def switches_on_a_kind(code: str) -> Iterator[str]:
    """Lines that ask which kind an answer is of: by its class, or by the name of its kind."""
    for node in ast.walk(ast.parse(code)):
        asked = False
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, sort]):
                asked = bool(ANSWERS & names_in(sort))
            case ast.MatchClass(cls=sort):
                asked = bool(ANSWERS & names_in(sort))
            case ast.MatchValue(value=ast.Constant(value=str() as name)):
                asked = name in KINDS
            case ast.Compare(left=left, comparators=others):
                sides = [left, *others]
                asked = any("kind" in name for side in sides for name in names_in(side)) and any(
                    isinstance(c, ast.Constant) and c.value in KINDS.names() for side in sides for c in ast.walk(side)
                )
                asked = asked or any(ANSWERS & names_in(side) for side in sides)  # type(answer) is Choice
        if asked:
            yield f"line {getattr(node, 'lineno', '?')}"


def names_in(node: ast.AST) -> set[str]:
    """The last names of all that an expression speaks of."""
    found = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    return found | {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}


def test_only_kinds_ask_which_kind_an_answer_is_of() -> None:
    """A new kind is one file: nothing else has to learn of it. Suites know the answers of their own tasks."""
    suites = [p for p in (SOURCE / "suites").iterdir() if p.is_dir()]
    others = [p for p in SOURCE.rglob("*.py") if not any(p.is_relative_to(q) for q in (SOURCE / "kinds", *suites))]
    assert others
    found = {
        str(path.relative_to(SOURCE)): lines
        for path in others
        if (lines := list(switches_on_a_kind(path.read_text(encoding="utf-8"))))
    }
    assert not found


@pytest.mark.parametrize(
    "code",
    [
        "if isinstance(answer, Choice): pass",
        "if isinstance(answer, kinds.ObjectSet | Swaps): pass",
        "if isinstance(key.answer, (Choice, Plan)): pass",
        "match answer:\n    case Choice(option=o): pass",
        "match answer:\n    case kinds.Plan(): pass",
        "match answer.kind:\n    case 'choice' | 'swaps': pass",
        "if record.answer_kind == 'plan': pass",
        "if 'plan' != answer.kind: pass",
        "if sample.kind.name in ('choice', 'objects'): pass",
        "x = 1 if kind == 'swaps' else 2",
        "if type(answer) is Plan: pass",
    ],
)
def test_the_rule_about_kinds_sees_what_it_forbids(code: str) -> None:
    assert list(switches_on_a_kind(code))


@pytest.mark.parametrize(
    "code",
    [
        "if media.kind == 'image': pass",
        "if isinstance(part, TextPart): pass",
        "x = kind_of(answer).size(answer)",
        "answer = Choice(option='Yes')",
        "if plan == other: pass",
        "match part:\n    case TextPart(text=t): pass",
    ],
)
def test_the_rule_about_kinds_lets_the_rest_pass(code: str) -> None:
    assert not list(switches_on_a_kind(code))


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

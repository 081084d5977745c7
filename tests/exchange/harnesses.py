"""The harnesses themselves, each in an environment of its own; see `scripts/harness-tools`."""

from __future__ import annotations

import json
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import diorama

ROOT = Path(__file__).parent.parent.parent
FOLDER = Path(os.environ.get("DIORAMA_HARNESSES", ROOT / ".harnesses"))


@cache
def python_of(tool: str) -> Path:
    """The interpreter of a tool, which is installed if it is not there: that takes minutes and gigabytes."""
    place = FOLDER / tool
    if not (place / ".complete").exists():
        subprocess.run(["bash", str(ROOT / "scripts" / "harness-tools"), str(FOLDER), tool], check=True)
    return place / "bin" / "python"


def run(tool: str, *words: object, cwd: Path, **environment: str) -> str:
    """Run a tool's Python; what it prints."""
    env = {
        **os.environ, "PYTHONPATH": str(Path(diorama.__file__).parent.parent), "HF_HUB_OFFLINE": "1",
        "HF_HOME": str(cwd / "hf"), "NO_PROXY": "127.0.0.1", "OPENAI_API_KEY": "none", **environment,
    }  # fmt: skip
    done = subprocess.run(
        [str(python_of(tool)), *map(str, words)], cwd=cwd, env=env, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]
    return done.stdout


def last_json(text: str) -> Any:
    """What a script printed in its last line."""
    return json.loads(text.strip().splitlines()[-1])

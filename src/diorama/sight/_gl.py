"""One off-screen OpenGL context for each thread, made when first needed and kept.

MuJoCo chooses its OpenGL flavour when it is first imported, which a user may have done long before; making
the context here keeps pictures independent of import order. Contexts do not survive a fork.
"""

from __future__ import annotations

import importlib
import os
import sys
import threading
from typing import Protocol

from diorama.errors import MissingSystemLibrary


class Context(Protocol):
    def make_current(self) -> None: ...


_LOCAL = threading.local()


def current_context() -> Context:
    """This thread's context, current."""
    made: tuple[int, Context] | None = getattr(_LOCAL, "made", None)
    if made is None or made[0] != os.getpid():
        made = os.getpid(), _new_context()
        _LOCAL.made = made
    made[1].make_current()
    return made[1]


def _new_context() -> Context:
    flavour = os.environ.get("MUJOCO_GL") or ("egl" if sys.platform == "linux" else "glfw")
    try:
        context: Context = importlib.import_module(f"mujoco.{flavour}").GLContext(64, 64)
        context.make_current()
    except Exception as error:  # the many ways in which drivers fail
        detail = (str(error).splitlines() or [""])[0]
        raise MissingSystemLibrary(
            f"no off-screen OpenGL through {flavour} ({type(error).__name__}: {detail}); "
            "on Debian or Ubuntu run: apt-get install libegl1 libgl1 libgl1-mesa-dri"
        ) from error
    return context

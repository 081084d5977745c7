"""Studio: browse, review, annotate and take the test, in a browser, by several people.

This room imports all rooms above it. Each screen is a folder with routes, templates and tables, and a line in
`screens.py`; `web/` is under all of them, `storage/` keeps what people decide, `work/` keeps people out of each
other's way.

    from diorama.studio import Settings, serve
    serve(Settings(folder=Path("bench")))          # what `diorama studio bench` does
"""

from __future__ import annotations

import importlib.util

from diorama.errors import DioramaError

_NEEDED = ("fastapi", "uvicorn", "sqlalchemy", "jinja2", "argon2", "python_multipart")
if not all(map(importlib.util.find_spec, _NEEDED)):
    raise DioramaError("the studio needs more packages: pip install 'diorama[studio]'")

# ruff: noqa: E402
from diorama.studio.app import make_app, open_studio
from diorama.studio.serving import serve
from diorama.studio.settings import Settings

__all__ = ["Settings", "make_app", "open_studio", "serve"]

"""The `causal` suite: what would happen if something moved? Four tasks at two levels, multiple choice.

Every module here is imported, and so its tasks and checks are registered: adding a task is adding a file.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

"""All benchmarks, each printed as a ratio to a baseline that runs beside it.

Run with `make bench`, or one by its name: `python bench/run.py sight`.
"""

from __future__ import annotations

import importlib
import sys

NAMES = (
    "startup", "sight", "settle", "worlds", "photo", "structure", "causal", "logic", "video", "report", "scoring",
    "plans", "ask", "warp", "physics_imagination", "lab", "exchange_import", "exchange_export", "reward",
    "perceive_providers", "perceive_construct", "studio", "studio_review", "studio_sittings",
)  # fmt: skip


def main() -> None:
    for name in sys.argv[1:] or NAMES:
        print(f"— {name}")
        importlib.import_module(name).main()


if __name__ == "__main__":
    main()

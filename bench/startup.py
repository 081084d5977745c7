"""How long a user waits before anything happens; the baseline is an interpreter that does nothing."""

from __future__ import annotations

import subprocess
import sys

from clock import medians


def main() -> None:
    def run(*words: str) -> None:
        subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)

    bare, imported, helped = medians(
        lambda: run("-c", "pass"), lambda: run("-c", "import diorama"), lambda: run("-m", "diorama.cli", "--help")
    )
    print(f"import diorama: {imported - bare:.3f} s over a bare interpreter's {bare:.3f} s (limit 0.5)")
    print(f"diorama --help: {helped:.3f} s, {helped / bare:.1f}× a bare interpreter (limit 0.7)")

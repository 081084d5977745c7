"""Ctrl-C at any moment ends a command with its own exit code, also while libraries are being imported."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from diorama.interrupts import EXIT_CODE, INTERRUPTED

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
SWALLOWER = """
try:
    import slow_module
except BaseException:
    slow_module = None
print("went on", flush=True)
"""


def started(code: str) -> subprocess.Popen[str]:
    """Python with that code, which minds Ctrl-C even if these tests run in the background."""
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip


def test_ctrl_c_in_an_import_is_not_swallowed(tmp_path: Path) -> None:
    """One library imports another and would go on without it, whatever the reason."""
    (tmp_path / "slow_module.py").write_text("print('importing', flush=True)\nimport time\ntime.sleep(30)\n")
    (tmp_path / "swallower.py").write_text(SWALLOWER)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from diorama.interrupts import ending_in_imports\n"
        "with ending_in_imports():\n"
        "    import swallower\n"
    )
    process = started(code)
    assert process.stdout is not None and process.stdout.readline() == "importing\n"
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert (process.returncode, output, errors) == (EXIT_CODE, "", INTERRUPTED + "\n")


def test_ctrl_c_elsewhere_is_an_exception_as_usual() -> None:
    code = (
        "import time\nfrom diorama.interrupts import ending_in_imports\n"
        "with ending_in_imports():\n"
        "    try:\n        print('waiting', flush=True)\n        time.sleep(30)\n"
        "    except KeyboardInterrupt:\n        print('caught', flush=True)\n"
    )
    process = started(code)
    assert process.stdout is not None and process.stdout.readline() == "waiting\n"
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=30)
    assert (process.returncode, output) == (0, "caught\n")

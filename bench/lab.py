"""What the laboratory's instruments cost: tracing against whole runs, DGAR against one run, and their memory.

Run with `python bench/run.py lab`. On a model of about 100 M random parameters, the sites of a trace should take less
than a third of the time of whole runs, with equal results; DGAR at most 1.15 of one run.
"""

from __future__ import annotations

import io
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from PIL import Image

from clock import medians, seconds
from diorama.ask.question import Picture, Request
from diorama.lab import load_subject, run_pass, sites_of
from diorama.lab.attention import last_attention
from diorama.lab.prompt import Prompt, prepare
from diorama.lab.sites import chosen_sites
from diorama.lab.subject import Subject
from diorama.lab.tracing import Where, clean_run, corrupted_run, restored_probability

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.lab.tiny import save_tiny

TEXT = {
    "hidden_size": 640, "intermediate_size": 1792, "num_hidden_layers": 14, "num_attention_heads": 10, "head_dim": 64,
}  # fmt: skip
VISION = {
    "depth": 12, "hidden_size": 512, "intermediate_size": 2048, "num_heads": 8, "out_hidden_size": 640,
    "deepstack_visual_indexes": [2, 5, 8],
}  # fmt: skip
WIDTH, HEIGHT = 384, 256
ALONE = """
import resource, sys
sys.path.insert(0, sys.argv[1])
import lab
subject, prompt = lab.model(sys.argv[2])
lab.WORK[sys.argv[3]](subject, prompt)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
"""


def main() -> None:
    with TemporaryDirectory() as folder:
        save_tiny("qwen3_vl", Path(folder), vision=VISION, mrope_section=[16, 8, 8], **TEXT)
        subject, prompt = model(folder)
        count = sum(weights.numel() for weights in subject.model.parameters())
        patches = prompt.grid.rows * prompt.grid.columns
        print(f"{count / 1e6:.0f} M parameters, {prompt.length} tokens, {patches} patches")
        tracing(subject, prompt)
        looking(subject, prompt)
        memory(folder)


def model(folder: str) -> tuple[Subject, Prompt]:
    """The model, and a picture of noise with a question."""
    torch: Any = import_module("torch")
    torch.set_num_threads(1)
    stream = io.BytesIO()
    pixels = np.random.default_rng(0).integers(0, 255, (HEIGHT, WIDTH, 3), np.uint8)
    Image.fromarray(pixels).save(stream, "PNG")
    subject = load_subject(folder, device="cpu", dtype="float32")
    words = "If the red ball were removed, which objects would become fully visible? Name them all."
    return subject, prepare(subject, Request((Picture(stream.getvalue()), words)), thought="")


def tracing(subject: Subject, prompt: Prompt) -> None:
    """Every site of the preset, begun there or run whole."""
    clean = clean_run(subject, prompt)
    region = np.zeros((prompt.grid.rows, prompt.grid.columns), bool)
    region[4:9, 8:14] = True
    noisy = corrupted_run(subject, prompt, clean, region, 1)
    sites = chosen_sites(subject, "paper")
    ways: tuple[Where, Where] = ("all", "region")
    for where in ways:
        found: dict[bool, list[float]] = {}

        def restore(naive: bool, where: Where = where, found: dict[bool, list[float]] = found) -> None:
            found[naive] = [
                restored_probability(subject, prompt, clean, noisy, [site], where, naive=naive) for site in sites
            ]

        quick, slow = seconds(lambda: restore(False)), seconds(lambda: restore(True))
        equal = "equal to the bit" if found[False] == found[True] else "DIFFERENT"
        print(f"{len(sites)} sites, {where} restored: {slow / quick:.1f}× as fast as whole runs, {equal}")


def looking(subject: Subject, prompt: Prompt) -> None:
    plain, watched = medians(lambda: run_pass(subject, prompt), lambda: last_attention(subject, prompt), runs=5)
    print(f"DGAR: {watched / plain:.2f} of one run (at most 1.15)")


def _trace(subject: Subject, prompt: Prompt) -> None:
    clean = clean_run(subject, prompt)
    region = np.zeros((prompt.grid.rows, prompt.grid.columns), bool)
    region[4:9, 8:14] = True
    noisy = corrupted_run(subject, prompt, clean, region, 1)
    for site in chosen_sites(subject, "paper"):
        restored_probability(subject, prompt, clean, noisy, [site], "region")


WORK = {
    "one run": lambda subject, prompt: run_pass(subject, prompt),
    "DGAR": lambda subject, prompt: last_attention(subject, prompt),
    "tracing": _trace,
}


def memory(folder: str) -> None:
    """The peak of each in a process of its own; tracing keeps the states of two runs."""
    found = {}
    for name in WORK:
        command = [sys.executable, "-c", ALONE, str(Path(__file__).parent), folder, name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found[name] = float(done.stdout.split()[-1])
    subject, prompt = model(folder)
    states = run_pass(subject, prompt, keep=sites_of(subject)).states.values()
    kept = sum(state.numel() * state.element_size() for state in states)
    base = found["one run"]
    both = 2 * kept / 1e6
    print(f"peak of one run {base:.0f} MB; DGAR {found['DGAR'] / base:.2f} of that; states kept {both:.0f} MB")
    print(f"tracing: {found['tracing'] / (base + both):.2f} of one run and what is kept (at most 1.3)")


if __name__ == "__main__":
    main()

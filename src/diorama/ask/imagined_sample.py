"""One sample imagined stage by stage, as files to look at: `diorama cow run`."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from diorama.ask.evaluate import Order, evaluate
from diorama.ask.imagined_runs import COW, score_imaginations
from diorama.ask.run_files import artefacts_of
from diorama.ask.source import Selection
from diorama.ask.strategies import read_way
from diorama.ask.strategies.cow import ABOUT, DRAWN
from diorama.errors import DioramaError
from diorama.imagine.kept import CLIP, DESCRIPTION, HEADING, PLACE, TRACKS
from diorama.sight.clips import limited, spread_frames

ORACLES = "cow(instance='oracle', motion='oracle', tracks='oracle', pick='even')"
NOBODY = "diorama/oracle"
"""A player that answers without looking: with it, only the imagination is of interest."""
STRIP = "strip.png"
FILES = (DESCRIPTION, PLACE, HEADING, TRACKS, DRAWN, CLIP, ABOUT)
STRIP_FRAMES, STRIP_PX = 5, 360


def imagine_sample(
    folder: Path,
    sample: str,
    out: Path,
    *,
    strategy: str = "",
    model: str = "",
    roles: Mapping[str, str] | None = None,
    base_url: str = "",
    model_args: dict[str, Any] | None = None,
) -> list[str]:
    """Imagine one sample, write what came of every stage, and say in lines how it compares with the truth."""
    way = read_way(strategy or (COW if model else ORACLES))
    if way.strategy.name != COW:
        raise DioramaError(f"--strategy is cow with arguments here; got '{way.strategy.name}'")
    if not model and "model" in (way.arguments["instance"], way.arguments["motion"]):
        raise DioramaError("a model does stages of this strategy: give --model, or instance='oracle', motion='oracle'")
    out.mkdir(parents=True, exist_ok=True)
    for name in (*FILES, STRIP):  # of an earlier run
        (out / name).unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as logs:
        order = Order(
            folder, model or NOBODY, strategy=way.spec, select=Selection(ids=[sample]), roles=roles or {},
            base_url=base_url, model_args=model_args or {}, logs=Path(logs),
        )  # fmt: skip
        result = evaluate(order)
        (scored,) = score_imaginations(result.path).answers
        kept = artefacts_of(result.path)
        for artefact in scored.record.artefacts:
            shutil.copyfile(kept / artefact.path, out / artefact.name)
    _strip(out)
    record = scored.record
    (out / "answer.txt").write_text(f"{record.verdict.value}\n{record.note}\n{record.reply}\n", "utf-8")
    ended = record.verdict.value.replace("_", " ") if model or record.note else "imagined"
    lines = [f"{sample}: {ended}" + (f" ({record.note})" if record.note else "")]
    lines += [f"{name}: {100 * rate:.0f} %" for name, rate in sorted(scored.rates.items())]
    lines += [f"{name}: {error:.2f}" for name, error in sorted(scored.errors.items())]
    return [*lines, *([f"not compared: {scored.unscored}"] if scored.unscored else []), f"→ {out}"]


def _strip(out: Path) -> None:
    """The tracks and some frames of the clip side by side, as far as there are any."""
    panels = []
    if (out / DRAWN).is_file():
        panels.append(("tracks", Image.open(out / DRAWN).convert("RGB")))
    if (out / CLIP).is_file():
        for frame in spread_frames((out / CLIP).read_bytes(), STRIP_FRAMES):
            panels.append((f"{frame.seconds:.2f} s", limited(frame.pixels, STRIP_PX)))
    if not panels:
        return
    small = [(words, _small(picture)) for words, picture in panels]
    height = max(picture.height for _, picture in small)
    strip = Image.new("RGB", (sum(picture.width for _, picture in small), height + 18), "white")
    pen, left = ImageDraw.Draw(strip), 0
    for words, picture in small:
        strip.paste(picture, (left, 18))
        pen.text((left + 4, 3), words, fill="black")
        left += picture.width
    strip.save(out / STRIP)


def _small(picture: Image.Image) -> Image.Image:
    picture = picture.copy()
    picture.thumbnail((STRIP_PX, STRIP_PX))
    return picture


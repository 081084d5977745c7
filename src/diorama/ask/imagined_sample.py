"""One sample imagined stage by stage, as files to look at: `diorama cow run`."""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from diorama.ask.evaluate import INTERRUPTED, Order, check_order, evaluate
from diorama.ask.imagined_runs import COW, Scored, score_imaginations
from diorama.ask.line_files import whole_lines
from diorama.ask.own_folder import OwnFolder
from diorama.ask.records import Record
from diorama.ask.run_files import ENDING, artefacts_of
from diorama.ask.source import Selection
from diorama.ask.strategies import read_way
from diorama.ask.strategies.cow import ABOUT, DRAWN
from diorama.data.drawing import png
from diorama.errors import DioramaError, harmless, short
from diorama.imagine.kept import CLIP, DESCRIPTION, HEADING, PLACE, TRACKS
from diorama.sight.clips import limited, spread_frames

ORACLES = "cow(instance='oracle', motion='oracle', tracks='oracle', pick='even')"
NOBODY = "diorama/oracle"
"""A player that answers without looking: with it, only the imagination is of interest."""
ANSWER, STRIP, MARKER = "answer.txt", "strip.png", ".diorama-cow"
FILES = (ANSWER, DESCRIPTION, PLACE, HEADING, TRACKS, DRAWN, CLIP, ABOUT, STRIP)
STRIP_FRAMES, STRIP_PX = 5, 360


@dataclass(frozen=True)
class Look:
    """What came of one sample."""

    lines: tuple[str, ...]
    """How it ended and how its stages compare with the truth, for people."""
    complete: bool
    """Whether there is an answer, and every file could be written."""


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
) -> Look:
    """Imagine one sample, write what came of every stage, and say in lines how it compares with the truth.

    All that can be wrong with the order and the folder is found before anybody is asked. If the answer cannot be
    written after all, the logs of the run stay, and the message says where.
    """
    way = read_way(strategy or (COW if model else ORACLES))
    if way.strategy.name != COW:
        raise DioramaError(f"--strategy is cow with arguments here; got '{way.strategy.name}'")
    if not model and "model" in (way.arguments["instance"], way.arguments["motion"]):
        raise DioramaError("a model does stages of this strategy: give --model, or instance='oracle', motion='oracle'")
    order = Order(
        folder, model or NOBODY, strategy=way.spec, select=Selection(ids=[sample]), roles=roles or {},
        base_url=base_url, model_args=model_args or {},
    )  # fmt: skip
    check_order(order)
    with OwnFolder(out, MARKER, FILES) as place, _logs() as logs:
        result = evaluate(replace(order, logs=logs))
        if not result.records:
            if result.broken_off == INTERRUPTED:
                raise KeyboardInterrupt
            raise DioramaError(f"{sample} was not asked: {result.broken_off}")
        (record,) = result.records
        place.write(ANSWER, _answer_text(record).encode())
        missing = list(_stages(record, artefacts_of(result.path), place))
        place.put_in_place()
        scored = _scored(record, result.path)
    ended = record.verdict.value.replace("_", " ") if model or record.note else "imagined"
    lines = [f"{sample}: {ended}" + (f" ({record.note})" if record.note else ""), *missing]
    lines += [f"{name}: {100 * rate:.0f} %" for name, rate in sorted(scored.rates.items())]
    lines += [f"{name}: {error:.2f}" for name, error in sorted(scored.errors.items())]
    lines += [f"not compared: {scored.unscored}"] if scored.unscored else []
    return Look((*lines, f"→ {out}"), not record.to_ask_again and not missing)


@contextmanager
def _logs() -> Iterator[Path]:
    """A folder for the logs of the run, which stays if somebody was asked and what came of it could not be written."""
    logs = Path(tempfile.mkdtemp(prefix="diorama-cow-"))
    try:
        yield logs
    except DioramaError as error:
        if any(map(_answers, logs.glob(f"*{ENDING}"))):
            raise DioramaError(f"{error}; what came of it is kept in {logs}") from None
        if str(logs) not in str(error):  # else it says what to do with them
            shutil.rmtree(logs, ignore_errors=True)
        raise
    except BaseException:
        shutil.rmtree(logs, ignore_errors=True)
        raise
    shutil.rmtree(logs, ignore_errors=True)


def _answers(path: Path) -> bool:
    return len(whole_lines(path)) > 1


def _answer_text(record: Record) -> str:
    """The verdict, its reason and the reply, without what a terminal would obey."""
    lines = [record.verdict.value, record.note, *record.reply.splitlines()]
    return "".join(f"{harmless(line)}\n" for line in lines)


def _stages(record: Record, kept: Path, place: OwnFolder) -> Iterator[str]:
    """Write what the stages have kept, and the strip; a line for each file that cannot be written."""
    files: dict[str, bytes] = {}
    for artefact in record.artefacts:
        try:
            files[artefact.name] = (kept / artefact.path).read_bytes()
            place.write(artefact.name, files[artefact.name])
        except DioramaError as error:
            yield str(error)
        except OSError as error:
            yield f"{artefact.name} was kept and cannot be read: {error.strerror or error}"
    try:
        if strip := _strip(files):
            place.write(STRIP, strip)
    except DioramaError as error:
        yield str(error)
    except Exception as error:  # a clip that another model has made: decoders raise all sorts of things
        yield f"{STRIP} cannot be drawn: {short(error)}"


def _scored(record: Record, path: Path) -> Scored:
    """How the stages compare with the truth; an answer is there whatever goes wrong with that."""
    try:
        (scored,) = score_imaginations(path).answers
    except DioramaError as error:
        return Scored(record, unscored=str(error))
    return scored


def _strip(files: Mapping[str, bytes]) -> bytes:
    """The tracks and some frames of the clip side by side, as far as there are any, as a PNG file."""
    panels = []
    if DRAWN in files:
        panels.append(("tracks", Image.open(io.BytesIO(files[DRAWN])).convert("RGB")))
    if CLIP in files:
        for frame in spread_frames(files[CLIP], STRIP_FRAMES):
            panels.append((f"{frame.seconds:.2f} s", limited(frame.pixels, STRIP_PX)))
    if not panels:
        return b""
    small = [(words, _small(picture)) for words, picture in panels]
    height = max(picture.height for _, picture in small)
    strip = Image.new("RGB", (sum(picture.width for _, picture in small), height + 18), "white")
    pen, left = ImageDraw.Draw(strip), 0
    for words, picture in small:
        strip.paste(picture, (left, 18))
        pen.text((left + 4, 3), words, fill="black")
        left += picture.width
    return png(strip)


def _small(picture: Image.Image) -> Image.Image:
    picture = picture.copy()
    picture.thumbnail((STRIP_PX, STRIP_PX))
    return picture

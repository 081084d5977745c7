"""Reading pictures that we did not make: whatever comes is upright, in three colours, and not too large."""

from __future__ import annotations

import io
import warnings
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from diorama.errors import DioramaError, short
from diorama.perceive.percepts import Pixels

MOST_PIXELS = 50_000_000
MOST_BYTES = 1 << 30
FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF")
"""What is opened: others may call programs or read further files."""
PAPER = (255, 255, 255)
"""What shows through where a picture is transparent."""


def read_picture(source: str | Path | bytes, name: str = "") -> Pixels:
    """A picture as its viewers see it: turned as its EXIF says, grey and transparent ones in colours on white."""
    name = name or (short(source) if not isinstance(source, bytes) else "the picture")
    data = source if isinstance(source, bytes) else _bytes_of(Path(source), name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limit below is stricter
            picture = Image.open(io.BytesIO(data), formats=FORMATS)
            if picture.width * picture.height > MOST_PIXELS:
                raise Image.DecompressionBombError
            upright = ImageOps.exif_transpose(picture)
            return np.array(_on_paper(upright))
    except Image.DecompressionBombError:
        raise DioramaError(f"{name} has more than {MOST_PIXELS:,} pixels: make it smaller") from None
    except UnidentifiedImageError:  # its own words name an object in memory
        raise DioramaError(f"{name} is no picture that can be read: it is none of {', '.join(FORMATS)}") from None
    except (OSError, ValueError, SyntaxError, MemoryError) as error:
        raise DioramaError(f"{name} is no picture that can be read: {short(error, 80)}") from None


def _bytes_of(path: Path, name: str) -> bytes:
    """What is in a file; devices and pipes, which may have no end, and files larger than any picture are refused."""
    try:
        if path.exists() and not path.is_dir() and not path.is_file():
            raise DioramaError(f"cannot read {name}: it is a device or a pipe, and no file")
        if path.stat().st_size > MOST_BYTES:
            raise DioramaError(f"{name} has more than {MOST_BYTES:,} bytes: make it smaller")
        return path.read_bytes()
    except OSError as error:
        raise DioramaError(f"cannot read {name}: {error.strerror or error}") from None


def _on_paper(picture: Image.Image) -> Image.Image:
    if picture.mode in ("I;16", "I;16B", "I", "F"):  # more than 8 bits of grey
        values = np.asarray(picture, np.float64)
        top = 65535.0 if picture.mode.startswith("I;16") else max(1.0, float(values.max()))
        return Image.fromarray((255 * (values / top).clip(0, 1)).astype(np.uint8)).convert("RGB")
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    colours = picture.convert("RGBA")
    paper = Image.new("RGBA", colours.size, (*PAPER, 255))
    return Image.alpha_composite(paper, colours).convert("RGB")

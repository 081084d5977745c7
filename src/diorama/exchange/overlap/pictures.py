"""Fingerprints of pictures: one that only the same pixels have, and one that survives compression and scaling."""

from __future__ import annotations

import io
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Bits = NDArray[np.uint8]
"""256 bits, packed in 32 bytes."""

SIDE = 16
"""Rows and columns of neighbours that are compared: 256 bits."""
NEAR = 19
"""Bits that near duplicates may differ in. Of 51,651 pairs of pictures of different scenes none differed in fewer than
27; the same picture as a JPEG of quality 50, or scaled to a quarter, in at most 18."""
BANDS, BAND_BITS = 20, 12
"""Bands by which near pictures are found: of 19 bits that differ, some band has none, so none is missed."""
FEWEST_SET = 8
"""A print with fewer set bits is of an even surface, and says nothing."""
STEP = 3.0
"""Grey levels by which a patch must be lighter than the next to its right; less is noise, which a JPEG changes."""
MOST_PIXELS = 100_000_000
_SHUFFLED = np.random.default_rng(16).permutation(SIDE * SIDE)
"""So that each band of bits comes from all over the picture: walls and skies are the same everywhere."""


def pixels_of(data: bytes) -> Image.Image | None:
    """A picture file as RGB; None if it is no picture or far too large."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return None
            return picture.convert("RGB")
    except Exception:  # decoders raise all sorts of things at what others made
        return None


def same_print(picture: Image.Image) -> int:
    """A number that only the same pixels in the same size have."""
    return number_of(f"{picture.width}x{picture.height}".encode() + picture.tobytes())


def near_print(picture: Image.Image, *, mirrored: bool = False) -> Bits:
    """Where the picture gets darker from left to right, in 16 × 16 places: nearly the same for nearly the same."""
    grey = picture.convert("L").resize((SIDE + 1, SIDE), Image.Resampling.BOX)
    levels = np.asarray(grey, dtype=np.float32)
    if mirrored:
        levels = levels[:, ::-1]
    bits = (levels[:, :-1] > levels[:, 1:] + STEP).ravel()[_SHUFFLED]
    return np.packbits(bits)


def bands_of(prints: Bits) -> NDArray[np.uint16]:
    """The bands of some prints (n × 32 bytes): n × 20 small numbers."""
    bits = np.unpackbits(prints.reshape(-1, SIDE * SIDE // 8), axis=1)[:, : BANDS * BAND_BITS]
    powers = 1 << np.arange(BAND_BITS, dtype=np.uint16)
    bands: NDArray[np.uint16] = (bits.reshape(-1, BANDS, BAND_BITS) * powers).sum(axis=2).astype(np.uint16)
    return bands


def differing(one: Bits, many: Bits) -> NDArray[np.int64]:
    """In how many bits each of many prints differs from one."""
    counts: NDArray[np.int64] = _SET[many ^ one].sum(axis=1, dtype=np.int64)
    return counts


_SET = np.array([bin(byte).count("1") for byte in range(256)], dtype=np.uint8)


def says_something(one: Bits) -> bool:
    """Whether a picture has enough edges to be known again by its print."""
    return int(_SET[one].sum()) >= FEWEST_SET


def number_of(data: bytes) -> int:
    """Sixty-four bits of a checksum."""
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")

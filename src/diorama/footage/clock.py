"""Times as people read and type them: ``0:04.200``, and back without loss."""

from __future__ import annotations

from diorama.footage.replies import seconds_in


def clock(seconds: float) -> str:
    """Minutes and seconds, in milliseconds; in microseconds where that is needed to say the same."""
    micros = round(seconds * 1e6)
    digits = 3 if micros % 1000 == 0 else 6
    whole, part = divmod(micros, 1_000_000)
    rest = f"{part // 10 ** (6 - digits):0{digits}d}"
    minutes, last = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 100:
        return f"{whole}.{rest}"
    return f"{hours}:{minutes:02d}:{last:02d}.{rest}" if hours else f"{minutes}:{last:02d}.{rest}"


def read_clock(text: str) -> float | None:
    """Seconds from a text such as ``4.2`` or ``1:04.2``; None if it is no time."""
    found = seconds_in(text)
    return None if found is None else round(found, 6)

"""Do the stored pictures show what is asked, as far as their task looks at them (`Task.look`)?"""

from __future__ import annotations

from collections.abc import Iterator

from diorama.data.checks.case import Case, NotChecked
from diorama.data.checks.pictures import stored_pixels
from diorama.data.drawing import OUTCOME
from diorama.errors import DioramaError
from diorama.sight import Shot
from diorama.sight.renderers import Pixels
from diorama.suites import Rejected
from diorama.suites.meaning import Mismatch


def shows_what_is_asked(case: Case) -> Iterator[Mismatch]:
    """The task's gate on pictures lets the stored ones pass; whatever else it looks at is drawn again."""
    if case.task.looked is None:
        return
    shots = tuple(shot for shot in case.sample.shots if shot.role != OUTCOME)
    try:
        case.task.look_at(case.query, shots, case.easel.knowing(_stored(case, shots)))
    except Rejected as reason:
        yield Mismatch("pictures that show what is asked", str(reason))
    except DioramaError as error:
        raise NotChecked(f"{error}") from None


def _stored(case: Case, shots: tuple[Shot, ...]) -> list[tuple[Shot, Pixels]]:
    """The stills of a sample; those that are damaged or of another size are left to the check of pictures."""
    media = {m.stem: m for m in case.sample.media}
    stills = [(shot, stored_pixels(media[shot.stem])) for shot in shots if shot.kind == "image" and shot.stem in media]
    return [
        (shot, pixels) for shot, pixels in stills
        if not isinstance(pixels, Mismatch) and pixels.shape[:2] == (shot.camera.height, shot.camera.width)
    ]  # fmt: skip

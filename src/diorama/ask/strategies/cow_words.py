"""What the strategy `cow` says to models and generators, apart from the questions of its first two stages."""

from __future__ import annotations

import re
from typing import Literal

from diorama.imagine.instance import instance_request_words
from diorama.imagine.motion import WORDS, Cue, Heading, angle_between, heading_request_words, unit_vector
from diorama.perceive.spots import CONVENTIONS, spot_request_words

Pick = Literal["first", "even", "video"]
"""What a model is shown of a clip: its first frames, some spread over it, or all of it."""
CLIP_REQUEST = "Make a short clip that begins with this picture, from the same camera."
CUT = {
    "after": "The next picture is the last frame of this clip. The question is about what happens after it:",
    "before": "The next picture is the first frame of this clip. The question is about what happened before it:",
}
BACKWARDS = (
    "Tell the direction as if time ran backwards from that picture: towards where the thing was before. It is where it "
    "comes from."
)


def cue_in(question: str) -> Cue:
    """What tells a direction, by the words of a question, which everybody can read.

    >>> cue_in("The red candle slides against the blue arrow."), cue_in("The tractor drives forward.")
    ('arrow', 'front')
    """
    if re.search(r"\barrow", question, re.I):
        return "arrow"
    return "fall" if re.search(r"\b(?:fall|drop|releas|let go|flight|fly|flies|thrown)", question, re.I) else "front"


def motion_words(description: str, heading: Heading) -> str:
    """What happens, in one sentence for a generator.

    >>> motion_words("the red ball", Heading((0.0, 1.0), falls=True))
    'The red ball falls. Everything else stays, and the camera does not move.'
    >>> motion_words("the car", Heading((-0.7, 0.7)))
    'The car moves steadily towards the lower left of the picture. Everything else stays, and the camera does not move.'
    """
    does = "disappears" if heading.gone else "falls" if heading.falls else "stays"
    if heading.direction is not None and not heading.gone and not heading.falls:
        turn = {word: angle_between(unit_vector(degrees), heading.direction) for word, degrees in WORDS.items()}
        where = {"up": "top", "down": "bottom"}
        word = min(turn, key=lambda word: turn[word])
        does = f"moves steadily towards the {where.get(word, word)} of the picture"
    return f"{description[:1].upper()}{description[1:]} {does}. Everything else stays, and the camera does not move."


def introduction(description: str, pick: Pick, count: int, unseen: str = "") -> str:
    """A sentence that says what the frames are."""
    what = {
        "video": "a short clip",
        "first": f"the first {count} frames of a short clip, in order",
        "even": f"{count} frames of a short clip, in order and spread evenly from its beginning to its end",
    }[pick]
    begins = {"": "the picture", "after": "the last frame of the clip", "before": "the first frame of the clip"}[unseen]
    back = " and going back in time from there" if unseen == "before" else ""
    return (
        f"To help you, here is {what}: it shows what the question supposes to happen to {description}, beginning with "
        f"{begins}{back}. It was imagined by a program and may be wrong; go by what you were shown where they disagree."
    )


def all_words() -> tuple[str, ...]:
    """Everything that the stages may send, so that a change of any of these words makes another run."""
    cues: tuple[Cue, ...] = ("front", "arrow", "fall")
    picks: tuple[Pick, ...] = ("first", "even", "video")
    return (
        instance_request_words("QUESTION"),
        *(heading_request_words("QUESTION", "THING", cue) for cue in cues),
        *(spot_request_words(convention, (640, 480)) for convention in CONVENTIONS.values()),
        *(introduction("THING", pick, 3, unseen) for pick in picks for unseen in ("", "after", "before")),
        *(motion_words("THING", heading) for heading in (Heading((1.0, 0.0)), Heading(falls=True), Heading(gone=True))),
        CLIP_REQUEST, *CUT.values(), BACKWARDS,
    )  # fmt: skip

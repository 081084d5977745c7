"""Records of footage: clips and candidate questions, as people and programs read and edit them.

All times are seconds of the video, counted from its first picture.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from diorama.data.sample import Slug
from diorama.world.model import Plain

Seconds = Annotated[float, Field(ge=0, lt=1e6)]
Line = Annotated[str, Field(max_length=2000)]
RecordId = Annotated[Slug, Field(max_length=90)]
Direction = Literal["forward", "backward"]
"""What is asked about comes after what is shown, or before it."""
Viewpoint = Literal["ego", "exo", "exo-exo", "ego-exo", "exo-ego"]
"""Who sees: the one who acts, or somebody else. Of two, the first is of the clip, the second of the answer."""
TWO_VIEWS = ("exo-exo", "ego-exo", "exo-ego")
"""Viewpoints that need a reference image, which shows the view from which to answer."""
Scene = Literal["performance", "animals", "sports", "daily_life", "machines", "driving", "other", ""]


class QuestionType(StrEnum):
    """What a question is about."""

    RELATION = "relation"
    PLANNING = "planning"
    RELATIVE_DISTANCE = "relative-distance"
    RELATIVE_SPEED = "relative-speed"
    RELATIVE_SIZE = "relative-size"
    SPATIAL_STATE = "spatial-state"
    APPEARANCE_ORDER = "appearance-order"
    COUNTING = "counting"


class Status(StrEnum):
    """What a reviewer has decided."""

    PENDING = "pending"
    KEPT = "kept"
    REJECTED = "rejected"


class Reason(StrEnum):
    """Why a candidate was rejected."""

    WRONG_TYPE = "wrong_type"
    UNCLEAR_VIEWPOINT = "unclear_viewpoint"
    FAULTY_QUESTION = "faulty_question"
    WRONG_TIMES = "wrong_times"
    FAULTY_OPTIONS = "faulty_options"
    UNANSWERABLE = "unanswerable"
    ALREADY_VISIBLE = "already_visible"
    AMBIGUOUS_REFERENCE = "ambiguous_reference"


REASONS = {
    Reason.WRONG_TYPE: "it belongs to another type",
    Reason.UNCLEAR_VIEWPOINT: "one cannot tell from whose view it is meant",
    Reason.FAULTY_QUESTION: "its words, what it asks about or the moment it names are unclear",
    Reason.WRONG_TIMES: "the cut, the beginning or the end should be elsewhere",
    Reason.FAULTY_OPTIONS: "an option is doubled, absurd or right too, or the answer is wrong",
    Reason.UNANSWERABLE: "nobody could answer it, and no change would help",
    Reason.ALREADY_VISIBLE: "the part that is shown gives the answer away",
    Reason.AMBIGUOUS_REFERENCE: "a place or thing that it names could be several",
}
"""What each reason means: the six of the paper's Figure 20, and two that its appendix B.3 adds."""


class Caption(Plain):
    """What happens in a stretch of a clip."""

    start: Seconds
    end: Seconds
    text: Annotated[str, Field(min_length=1, max_length=2000)]


class Clip(Plain):
    """A stretch of a video that questions can be asked about."""

    id: RecordId
    video: Annotated[str, Field(min_length=1, max_length=4000)]
    """Where the file is; a path that is not absolute starts at the folder of the records."""
    video_bytes: int = Field(ge=0)
    """The size of that file: another one under the same name would not fit the times."""
    start: Seconds
    end: Seconds
    fps: float = Field(gt=0)
    variable_rate: bool = False
    width: int = Field(gt=0)
    height: int = Field(gt=0)
    rotation_deg: Literal[0, 90, 180, 270] = 0
    motion: float = Field(default=0.0, ge=0)
    blur: float = Field(default=0.0, ge=0)
    strip: str = ""
    """A row of small pictures, for people."""
    camera: Literal["ego", "exo", ""] = ""
    scene: Scene = ""
    reference: str = ""
    """A picture of the same scene from another view, if there is one."""
    views: tuple[Annotated[str, Field(min_length=1, max_length=4000)], ...] = ()
    """Other films of the same scene; their times run along with those of the video."""
    captions: tuple[Caption, ...] = ()
    status: Status = Status.PENDING
    why: Line = ""
    """Why a model or a person rejected it."""
    notes: Line = ""

    @property
    def seconds(self) -> float:
        return self.end - self.start

    @model_validator(mode="after")
    def _in_order(self) -> Clip:
        if self.end <= self.start:
            raise ValueError(f"it ends at {self.end:g} s and begins at {self.start:g} s")
        return self


class Candidate(Plain):
    """A question that was proposed, and what became of it.

    What is wrong with its times, options and images is said by `checks`, so that a record can be stored half done.
    """

    id: RecordId
    clip: RecordId
    question: Line
    type: QuestionType
    direction: Direction
    viewpoint: Viewpoint
    reference: str = ""
    """The image that shows the view from which to answer, where there are two views; or a film that does."""
    reference_at: Seconds | None = None
    """The moment of that film, if it is one."""
    start: Seconds
    end: Seconds
    cut: Seconds
    """What is shown ends here (forward) or begins here (backward)."""
    asks_from: Seconds
    asks_to: Seconds
    """The unseen moments that the question is about."""
    options: tuple[Line, ...] = ()
    """The answer among them; their order does not matter."""
    answer: Line
    caption: str = ""
    why: Line = ""
    """Why this is the answer."""
    status: Status = Status.PENDING
    reason: Reason | Literal[""] = ""
    notes: Line = ""
    """A reviewer's."""
    made_by: str = ""
    """The model that proposed it."""

    @model_validator(mode="after")
    def _decided(self) -> Candidate:
        if self.status is Status.REJECTED and not self.reason:
            raise ValueError(f"it is rejected without a reason: give one of {', '.join(Reason)}")
        if self.status is not Status.REJECTED and self.reason:
            raise ValueError(f"it is {self.status} and has a reason to be rejected: clear one of both")
        return self

    @property
    def shown(self) -> tuple[float, float]:
        """The part that a model sees."""
        return (self.start, self.cut) if self.direction == "forward" else (self.cut, self.end)

    @property
    def unseen(self) -> tuple[float, float]:
        return (self.cut, self.end) if self.direction == "forward" else (self.start, self.cut)

    @property
    def horizon_seconds(self) -> float:
        """How far the moments that are asked about reach from the cut."""
        return round(abs((self.asks_to if self.direction == "forward" else self.asks_from) - self.cut), 3)


def located(folder: Path, name: str) -> Path:
    """Where a file that a record names is."""
    return Path(name) if Path(name).is_absolute() else folder / name

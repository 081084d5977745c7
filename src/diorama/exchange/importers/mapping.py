"""The file that says which field of a table holds what (``--map fields.toml``)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from diorama.errors import DioramaError, first_fault, short
from diorama.kinds import KINDS
from diorama.world.model import Plain

Names = tuple[str, ...] | str
Needed = Annotated[Names, Field(min_length=1)]
IN_QUESTION = "in the question"


class Fields(Plain):
    """Which field of a table holds what; several names are tried in turn."""

    id: Names = ("index", "id", "question_id", "qid")
    question: Needed = ("question", "query", "prompt")
    answer: Needed = ("answer", "gt_answer", "ground_truth", "label")
    options: Names = ("options", "choices")
    """A field with a list, several fields with one option each, or ``in the question``; else columns A, B, C …"""
    images: Names = ("image", "images", "image_path", "picture", "img", "file_name")
    videos: Names = ("video", "videos", "video_path")
    objects: Names = ("objects",)
    """What a reply can name, for answers that name objects."""
    task: Names = ("category", "task", "type")
    level: Names = ("level", "difficulty")
    hint: Names = ("hint",)
    source: Names = ()
    scene: Names = ()
    """What questions that are not independent share; unless given, the picture."""
    viewpoint: Names = ()


class TableMap(Plain):
    """What a table holds, as a user says it."""

    suite: Annotated[str, Field(pattern=r"^[a-z0-9-]*$", max_length=60)] = ""
    """The suite that reports show it as; unless given, the name of the table."""
    kind: str = "choice"
    """Of its answers."""
    task: str = ""
    """For every row, where no field says it."""
    level: str = ""
    answer_is: Literal["", "letter", "text", "index"] = ""
    """How the right option is given; an index counts from 0. Unless given: a text that is an option, or a letter."""
    fields: Fields = Fields()


def read_mapping(path: Path | None) -> TableMap:
    """The mapping of a file; without one, usual names, among them those of VLMEvalKit."""
    if path is None:
        return TableMap()
    try:
        plain = tomllib.loads(path.read_text("utf-8-sig"))
        found = TableMap.model_validate(plain)
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    except ValidationError as error:
        raise DioramaError(f"{path}: {first_fault(error)}; there is {_known()}") from None
    except (ValueError, RecursionError) as error:
        raise DioramaError(f"{path} is no TOML: {short(error, 100)}") from None
    KINDS.get(found.kind)
    return found


def names(said: Names) -> tuple[str, ...]:
    """The names of fields as a tuple."""
    return (said,) if isinstance(said, str) else said


def _known() -> str:
    own = [name for name in TableMap.model_fields if name != "fields"]
    return f"{', '.join(own)}, and in [fields] {', '.join(Fields.model_fields)}"

"""Grounding DINO: things by their names, from weights of the transformers library.

The model reads all names as one text. Its library cuts a label out of that text token by token, which can be a part of
a name or of two; here each name has its own tokens, and a box gets the name whose tokens fit it best.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from diorama.errors import DioramaError, short
from diorama.perceive.percepts import Detect, Found, Pixels
from diorama.perceive.providers.weights import Loaded, check_weights, load
from diorama.perceive.providers.wishes import checked_names, checked_picture, clipped, distinct
from diorama.perceive.registry import provider
from diorama.sight import Shot

OVERLAP = 0.7
"""Two boxes with one name that share more of their union are one thing."""
ENDS = ". "
"""Ends a name in the text."""


@provider("detect", "grounding_dino")
def grounding_dino(
    shot: Shot | None,
    *,
    model: str = "IDEA-Research/grounding-dino-base",
    threshold: float = 0.3,
    device: str = "auto",
    download: bool = False,
) -> Detect:
    """Grounding DINO, also the models of MM-Grounding-DINO."""
    return _Dino(model, threshold, device, download)


@grounding_dino.check
def _can_look(*, model: str, device: str, download: bool, **others: Any) -> None:
    check_weights("grounding_dino", model=model, device=device, download=download)


@dataclass(frozen=True)
class _Part:
    """Names that are looked for in one pass: their text, and the tokens of each."""

    tokens: Any
    spans: list[tuple[str, int, int]]


@dataclass(frozen=True)
class _Dino:
    model: str
    threshold: float
    device: str
    download: bool

    def __call__(self, picture: Pixels, names: Sequence[str]) -> list[Found]:
        names, picture = checked_names(names), checked_picture(picture)
        dino = load("AutoModelForZeroShotObjectDetection", self.model, device=self.device, download=self.download,
                    words=True)  # fmt: skip
        seen = dino.pictures(Image.fromarray(picture), return_tensors="pt")
        found: list[Found] = []
        for part in _parts(dino, names):
            told = dino.run(**dict(seen), **part.tokens)
            found += self._in_picture(told, part, picture.shape)
        return distinct(found, OVERLAP)

    def _in_picture(self, told: Any, part: _Part, shape: tuple[int, ...]) -> Iterator[Found]:
        """The boxes of one pass that are sure enough, with the names that fit them best."""
        scores = told.logits[0].float().sigmoid().cpu().numpy()
        middles = told.pred_boxes[0].float().cpu().numpy()
        height, width = shape[:2]
        for query, (x, y, across, down) in enumerate(middles.tolist()):
            score, name = max((float(scores[query, start:end].max()), name) for name, start, end in part.spans)
            edges = ((x - across / 2) * width, (y - down / 2) * height, (x + across / 2) * width,
                     (y + down / 2) * height)  # fmt: skip
            if score >= self.threshold and (box := clipped(edges, shape)):
                yield Found(name, box, score)


def _parts(dino: Loaded, names: Sequence[str]) -> Iterator[_Part]:
    """As many names in one text as the model can read, and so on until all have been asked for."""
    most = min(int(dino.model.config.max_text_len), int(dino.words.model_max_length))
    waiting: list[str] = []
    for name in names:
        if len(_text_tokens(dino, [name])["input_ids"][0]) > most:
            raise DioramaError(f"the name '{short(name, 60)}' is longer than grounding_dino can read: shorten it")
        if waiting and len(_text_tokens(dino, [*waiting, name])["input_ids"][0]) > most:
            yield _part(dino, waiting)
            waiting = []
        waiting.append(name)
    yield _part(dino, waiting)


def _part(dino: Loaded, names: Sequence[str]) -> _Part:
    text = _text_tokens(dino, names)
    places = text.pop("offset_mapping")[0].tolist()
    spans, at = [], 0
    for name in names:
        end = at + len(_read_as(name))
        own = [k for k, (first, last) in enumerate(places) if first < end and last > at and last > first]
        if not own:
            raise DioramaError(f"grounding_dino cannot read the name '{short(name, 60)}': write it in Latin letters")
        spans.append((name, own[0], own[-1] + 1))
        at = end + len(ENDS)
    return _Part(dict(text), spans)


def _text_tokens(dino: Loaded, names: Sequence[str]) -> Any:
    text = ENDS.join(map(_read_as, names)) + ENDS.strip()
    return dino.words(text, return_tensors="pt", return_offsets_mapping=True, return_token_type_ids=True)


def _read_as(name: str) -> str:
    """A name as the model reads it: in lower case, and without the sign that ends names."""
    return name.replace(".", " ").lower()

"""Hold-outs: what a training split must not hold, so that a test split shows what was learned and not what was seen.

A rule is written ``layout=desk``, ``noun=mug``, ``seed=100-200``, ``wording=0.2``, ``wording=collision.ask_any``,
``suite=…``, ``task=…``, ``level=…``. A sample that has any of it goes to the test split, and so does every other sample
of the same scene: a scene is never in both.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from pydantic_core import from_json

from diorama.data import load
from diorama.data.columns import damage_named
from diorama.data.dataset import SHARDS
from diorama.data.shards import read_columns
from diorama.errors import DioramaError, UnknownName, short

Split = Literal["train", "test"]
KINDS = ("layout", "level", "noun", "seed", "suite", "task", "wording")
"""What can be held out."""
_RANGE = re.compile(r"(\d{1,19})(?:-(\d{1,19}))?")
_SHARE = re.compile(r"0?\.\d+")
_NUMBER = re.compile(r"[-+]?[\d.]+")
_COLUMNS = ("id", "suite", "task", "level", "seed", "words", "world", "objects")


@dataclass(frozen=True)
class Traits:
    """What a sample has that can be held out, by kind."""

    id: str
    scene: str
    values: Mapping[str, frozenset[str]]
    seed: int


@dataclass(frozen=True)
class Rule:
    """One thing that is held out."""

    what: str
    value: str

    def __str__(self) -> str:
        return f"{self.what}={self.value}"

    def holds(self, sample: Traits) -> bool:
        """Whether a sample has it."""
        if self.what == "seed":
            low, high = _range(self.value)
            return low <= sample.seed <= high
        if self.what == "wording" and _SHARE.fullmatch(self.value):
            return any(_fraction(text) < float(self.value) for text in sample.values["wording"] if ":" in text)
        return self.value in sample.values[self.what]


@dataclass(frozen=True)
class Splits:
    """In which split each sample is, and how many each rule moved."""

    of: Mapping[str, Split]
    by_rule: Counter[str] = field(default_factory=Counter)
    same_scene: int = 0
    """Samples that are in the test split only because their scene is."""


def read_rules(given: Sequence[str]) -> tuple[Rule, ...]:
    """The rules in words such as ``layout=desk``."""
    rules = []
    for text in given:
        what, mark, value = text.partition("=")
        if not mark or not value.strip():
            raise DioramaError(f"--hold-out {short(text, 60)}: write what is held out as layout=desk or wording=0.2")
        if what not in KINDS:
            raise DioramaError(f"--hold-out: {UnknownName('thing to hold out', what, KINDS)}")
        if what == "seed":
            _range(value)
        if what == "wording" and _NUMBER.fullmatch(value.strip()) and not _SHARE.fullmatch(value.strip()):
            raise DioramaError(f"--hold-out wording={short(value, 40)}: a share lies between 0 and 1, as wording=0.2")
        rules.append(Rule(what, value.strip()))
    return tuple(rules)


def split(folder: Path, wanted: Collection[str], rules: Sequence[Rule]) -> Splits:
    """The split of every wanted sample of a dataset; a rule that fits none of them is an error.

    Nothing left to train on is one too. Reads no pictures, and holds ids and scenes only.
    """
    if not rules:
        return Splits(dict.fromkeys(wanted, "train"))
    scenes: dict[str, str] = {}
    held: set[str] = set()
    known: dict[str, set[str]] = {rule.what: set() for rule in rules}
    by_rule: Counter[str] = Counter()
    for sample in _traits(folder):
        if sample.id not in wanted:
            continue
        scenes[sample.id] = sample.scene
        for what in known:
            known[what] |= sample.values.get(what, frozenset())
        hit = [rule for rule in rules if rule.holds(sample)]
        by_rule.update(str(rule) for rule in hit)
        if hit:
            held.add(sample.id)
    for rule in rules:
        if not by_rule[str(rule)]:
            if rule.what == "wording" and _SHARE.fullmatch(rule.value):
                least = min((_fraction(text) for text in known["wording"] if ":" in text), default=1.0)
                more = f"the least share that does is wording={math.ceil(1000 * least) / 1000}"
                raise DioramaError(f"--hold-out {rule}: none of these wordings is used here; {more}")
            if rule.what == "seed":
                raise DioramaError(f"--hold-out {rule}: no sample has it")
            raise DioramaError(f"--hold-out: {UnknownName(rule.what, rule.value, known[rule.what])}")
    apart = {scenes[name] for name in held}
    of: dict[str, Split] = {name: "test" if scene in apart else "train" for name, scene in scenes.items()}
    test = sum(where == "test" for where in of.values())
    if test == len(of):
        raise DioramaError("--hold-out leaves nothing to train on: hold out less")
    return Splits(of, by_rule, test - len(held))


def _traits(folder: Path) -> Iterator[Traits]:
    data = load(folder)
    for shard in data.shards:
        for row in read_columns(data.folder / SHARDS / shard, _COLUMNS):
            with damage_named(row["id"]):
                found = _of_row(row)
            yield found


def _of_row(row: Mapping[str, Any]) -> Traits:
    world = {} if row["world"] is None else from_json(row["world"])
    objects = {} if row["objects"] is None else from_json(row["objects"])
    nouns = {body["noun"] for body in world.get("bodies", ())}
    nouns |= {said.removeprefix("the ") for said in objects.values()}
    nouns |= {said.rsplit(" ", 1)[-1] for said in objects.values()}
    words = [] if row["words"] is None else from_json(row["words"])
    texts = {name for w in words for name in (w["wording"], f"{w['wording']}:{w['choice']}")}
    layout = world.get("layout") or ""
    values = {
        "layout": frozenset({layout} - {""}), "noun": frozenset(nouns), "wording": frozenset(texts),
        "suite": frozenset({row["suite"]}), "task": frozenset({row["task"]}), "level": frozenset({row["level"]}),
    }  # fmt: skip
    scene = f"{layout}-{world['seed']}" if layout else row["id"]
    return Traits(row["id"], scene, values, row["seed"])


def _range(value: str) -> tuple[int, int]:
    match = _RANGE.fullmatch(value.strip())
    if match is None:
        raise DioramaError(f"--hold-out seed={short(value, 40)}: write a number or a range, as seed=100-200")
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high:
        raise DioramaError(f"--hold-out seed={value}: the range ends before it begins")
    return low, high


def _fraction(text: str) -> float:
    """A number from 0 to 1 that a text always has."""
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") / 2.0**64

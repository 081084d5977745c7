"""Keys as one JSON text each: only what scoring a reply needs, and nothing that has to be looked up elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pydantic_core import from_json

from diorama.errors import DioramaError, short
from diorama.kinds import Key, QueryDigest, Thing, get_kind, kind_of, read_answer

VERSION = 1
MARK = "diorama_key"
"""The field by which a text is known to be a key; no reply has a reason to write it."""
MOST_HELD = 512
"""Keys that are kept read, since a group of replies to one question comes together."""


def key_text(key: Key) -> str:
    """A key as the text that is stored beside a prompt; its bytes depend on nothing else."""
    kind = kind_of(key.answer)
    lean = kind.without_world(key)
    names = {name: f"#{k}" for k, name in enumerate(lean.things)}
    solution = lean.answer.model_dump(mode="json")
    if kind.bodies(lean.answer):  # else it speaks of things in words, and none of these is a name
        solution = _renamed(solution, names)
    plain: dict[str, Any] = {MARK: VERSION, "id": lean.sample_id, "solution": solution}
    optional = {
        "question": lean.question,
        "options": list(lean.options),
        "things": [_plain_thing(thing) for thing in lean.things.values()],
        "scenery": list(lean.scenery),
        "lenient": lean.lenient,
        "facts": [] if lean.query is None else sorted(name for name, holds in lean.query if holds is True),
    }
    plain |= {name: value for name, value in optional.items() if value}
    return json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def read_key(text: str) -> Key:
    """The key in a text that `key_text` wrote; anything else is an error."""
    if not isinstance(text, str):
        raise DioramaError(f"a key of a reward is a text, not {type(text).__name__}: pass on what `key_text` wrote")
    return key_of_text(text)


@lru_cache(maxsize=MOST_HELD)
def key_of_text(text: str) -> Key:
    try:
        plain = from_json(text)
        if plain[MARK] != VERSION:
            raise DioramaError(f"a key of version {short(plain[MARK], 20)}: this program reads version {VERSION}")
        for name in ("options", "things", "scenery", "facts"):
            if not isinstance(plain.get(name, []), list):
                raise ValueError(f"its '{name}' is no list")
        facts = plain.get("facts", [])
        key = Key(
            sample_id=str(plain["id"]), scene=str(plain["id"]), suite="", task="", level="",
            answer=read_answer(json.dumps(plain["solution"])),
            question=str(plain.get("question", "")), options=tuple(map(str, plain.get("options", ()))),
            things={f"#{k}": _thing(thing) for k, thing in enumerate(plain.get("things", ()))},
            scenery=tuple(map(str, plain.get("scenery", ()))), lenient=plain.get("lenient") is True,
            query=QueryDigest.model_validate(dict.fromkeys(facts, True)) if facts else None,
        )  # fmt: skip
        kind = get_kind(key.answer.kind)
        kind.check(key.answer, key.options)
        if lost := [name for name in kind.bodies(key.answer) if kind.names_objects and name not in key.things]:
            raise ValueError(f"its solution names '{short(lost[0], 20)}', which is not among its things")
    except DioramaError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise DioramaError(f"not a key of a reward ({short(error, 80)}): write it with `key_text`") from None
    return key


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The same data with other names of bodies: a solution may hold a hundred sequences of them."""
    if isinstance(value, dict):
        return {field: _renamed(inner, names) for field, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


def _plain_thing(thing: Thing) -> list[Any]:
    """Phrase, noun and colours, without what is empty or follows from the phrase."""
    if thing.colours:
        return [thing.phrase, thing.noun, sorted(thing.colours)]
    return [thing.phrase, thing.noun]


def _thing(plain: list[Any]) -> Thing:
    phrase, noun, *colours = plain
    return Thing(str(phrase), str(noun), frozenset(map(str, colours[0])) if colours else frozenset())

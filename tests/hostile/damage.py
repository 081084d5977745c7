"""Damaged datasets: rows that no build would write, in files whose checksums fit."""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

from diorama.data.columns import SCHEMA
from diorama.data.dataset import SHARDS
from diorama.data.manifest import FILE

Row = dict[str, Any]
Damage = Callable[[Row], object]


def damaged(folder: Path, damage: Damage) -> None:
    """Change the first row of every shard; the manifest is made to fit."""
    manifest = json.loads((folder / FILE).read_text())
    for name, shard in manifest["shards"].items():
        path = folder / SHARDS / name
        rows = pq.read_table(path).to_pylist()
        damage(rows[0])
        pq.write_table(pa.Table.from_pylist(rows, schema=SCHEMA), path)
        data = path.read_bytes()
        shard |= {"bytes": len(data), "sha256": sha256(data).hexdigest()}
    (folder / FILE).write_text(json.dumps(manifest))


def column(name: str, value: object) -> Damage:
    return lambda row: row.update({name: value})


def inside(name: str, *path: str | int, value: object) -> Damage:
    """Another value deep in a column of JSON."""

    def damage(row: Row) -> None:
        whole = json.loads(row[name])
        place = whole
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
        row[name] = json.dumps(whole)

    return damage


def picture(data: bytes) -> Damage:
    return lambda row: row["image"][0].update(bytes=data)


def twice(row: Row) -> None:
    """Two bodies of the world with one name."""
    world = json.loads(row["world"])
    world["bodies"].append(world["bodies"][0])
    row["world"] = json.dumps(world)


def wide_png(width: int = 30_000, height: int = 30_000) -> bytes:
    """A picture that says it is huge, in few bytes."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 2, 0, 0, 0])
    rows = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def cut_png() -> bytes:
    stream = io.BytesIO()
    Image.effect_noise((64, 64), 50).convert("RGB").save(stream, "PNG")
    return stream.getvalue()[:900]


NAN = float("nan")
DEEP = "[" * 100_000 + "]" * 100_000
DAMAGES: dict[str, Damage] = {
    "bad JSON in the answer": column("answer", "{"),
    "bad JSON in the world": column("world", "{nonsense"),
    "bad JSON in the shots": column("shots", "]"),
    "bad JSON in the query": column("query", '{"a":'),
    "bad JSON in the trace": column("trace", "{"),
    "JSON of another shape": column("answer", "[1, 2]"),
    "endlessly deep JSON": column("trace", DEEP),
    "a NaN margin": column("margin", NAN),
    "an infinite margin": column("margin", float("inf")),
    "no id": column("id", None),
    "an id that is a path": column("id", "../../etc/passwd"),
    "no question": column("question", None),
    "no kind": column("kind", None),
    "an unknown kind": column("kind", "riddle"),
    "an unknown suite": column("suite", "elsewhere"),
    "an unknown task": column("task", "T99"),
    "a negative seed": column("seed", -5),
    "no options": column("options", None),
    "an option twice": column("options", ["Yes", "Yes"]),
    "an answer that is no option": inside("answer", "option", value="Perhaps"),
    "a world without shots": column("shots", None),
    "shots without a world": column("world", None),
    "no camera": inside("shots", 0, "camera", value=None),
    "a camera of no size": inside("shots", 0, "camera", "width", value=0),
    "a camera of a million pixels a side": inside("shots", 0, "camera", "width", value=1_000_000),
    "two bodies of one name": twice,
    "an unknown noun": inside("world", "bodies", 0, "noun", value="flurb"),
    "a body nowhere": inside("world", "bodies", 0, "position", value=[NAN, 0, 0]),
    "a body far away": inside("world", "bodies", 0, "position", value=[1e300, 0, 0]),
    "no bodies": inside("world", "bodies", value=[]),
    "a query about nobody": column(
        "query", '{"form":"any","move":{"kind":"move","name":"ghost","way":"forward","distance":1.0}}'
    ),
    "no picture": column("image", []),
    "an empty picture": picture(b""),
    "a picture that is text": picture(b"this is no picture"),
    "a picture that is SVG": picture(b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
    "a picture that is cut off": picture(cut_png()),
    "a picture 30,000 pixels wide": picture(wide_png()),
    "media that are not listed": column("media_kinds", []),
    "media of no kind": column("media_kinds", [None]),
    "colours for a terminal in the question": column("question", "\x1b[31mred\x1b]0;title\x07"),
    "markup in the question": column("question", "<script>alert(1)</script> [bold]x[/bold] | a | b |"),
}

REFUSED: dict[str, str] = {
    "bad JSON in the answer": "not an answer: it is no JSON",
    "bad JSON in the world": "not a world",
    "bad JSON in the shots": "is damaged: expected value",
    "bad JSON in the query": "its query does not belong to causal collision",
    "bad JSON in the trace": "is damaged: EOF while parsing",
    "JSON of another shape": "not an answer: it has no kind",
    "endlessly deep JSON": "recursion limit exceeded",
    "a NaN margin": "margin: Input should be a finite number",
    "an infinite margin": "margin: Input should be a finite number",
    "no id": "row 0 has no id; delete the file and build again",
    "an id that is a path": "sample '../../etc/passwd' is damaged: id",
    "no question": "question: Input should be a valid string",
    "no kind": "row 0 has no kind; delete the file and build again",
    "an unknown kind": "no kind of answer named 'riddle'",
    "an unknown task": "no task of causal named 'T99'",
    "a negative seed": "seed: Input should be greater than or equal to 0",
    "no options": "options: Input should be a valid tuple",
    "an option twice": "options: the same text twice",
    "an answer that is no option": "the right option 'Perhaps' is not among the",
    "a world without shots": "it has a world without shots, or shots without",
    "shots without a world": "it has a world without shots, or shots without",
    "no camera": "camera: Input should be a valid dictionary",
    "a camera of no size": "camera.width: Input should be greater than",
    "a camera of a million pixels a side": "camera.width: Input should be less than",
    "two bodies of one name": "two bodies",
    "a body nowhere": "bodies.0.position.0: Input should be a finite number",
    "no picture": "its image is missing",
    "an empty picture": "data: Data should have at least 1 byte",
    "media that are not listed": "its lists of media are missing or differ in length",
    "media of no kind": "media of an unknown kind: None",
}
"""Damages for which `eval` asks nothing, and words of the line that says why; the others can be asked."""

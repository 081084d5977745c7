"""Small releases in the layouts of the papers' authors, with the defects that theirs have."""

from __future__ import annotations

import base64
import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

from diorama.data import Dataset, load
from diorama.exchange import Imported, ImportOrder, import_release

Row = dict[str, Any]
YES_NO = "Answer by (A) Yes, (B) No or (C) Not sure."
COURSES = (
    "(A) initially both visible, then one occludes the other;\n(B) never occluded;\n"
    "(C) initially not occluded, then occluded, then revealed;\n(D) occluded at the end;"
)
LOST = (
    "Is it enough? A. Remove the cup; B. There is no collision; C. Remove the vase; D. Removing the cup is sufficient; "
    "emove the box; F. Not sure"
)
"""A question of which the letter of an option was lost, as one of the release."""


def png(number: int, *, size: tuple[int, int] = (48, 32), sort: str = "PNG") -> bytes:
    """A small picture, another one for each number."""
    pixels = np.random.default_rng(number).integers(0, 255, (4, 6, 3)).astype(np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(pixels).resize(size, Image.Resampling.NEAREST).save(buffer, sort)
    return buffer.getvalue()


def base64_of(number: int) -> str:
    return base64.b64encode(png(number)).decode()


def causal_rows() -> dict[str, list[Row]]:
    """By configuration: ids repeat, options are written in many ways, and `not_sure` is wrong in places."""
    collision = [
        ("Collision_Level_1_0", f"Could the car bump into something?\n\n{YES_NO}", "A", "C"),
        ("Collision_Level_1_0", f"Would it hit the vase?\n\n{YES_NO}", "(B)", "C"),
        ("Collision_Level_1_1", "Could the truck hit it? A. Yes; B. No; C. Not Sure.", "B", "C"),
        ("Collision_Level_2_30", "What else? A. Remove the cup; B. There is no collision; C. Removing the vase is "
         "sufficient; D. Not sure; E.Removing the tall lamp", "E", "D"),
        ("Collision_Level_2_31", LOST, "A", "F"),
    ]  # fmt: skip
    physics = [
        ("Physics_Level_1_", "Will the ball go into the goal?\nAnswer by (A) Not sure; (B) Yes; (C) No.", "C", "A"),
        ("Physics_Level_1_", "Will the ball go into the goal?\nAnswer by (A) Not sure; (B) Yes; (C) No.", "B", "A"),
        ("Physics_Level_1_", "Will the ball go into the goal?\nAnswer by (A) Not sure; (B) Yes; (C) No.", "C", "A"),
        ("Physics_Level_2_", f"Will any ball score?\n{YES_NO}", "B", "C"),
    ]
    occlusion = [
        ("Occlusion_Level_2_", f"How does it go on?\n{COURSES}", "C", "C"),
        ("Occlusion_Level_1_", "Would it be revealed?\nAnswer by (A) Revealed; (B) Not sure; (C) Occluded.", "A", "C"),
    ]
    compatibility = [("Compatibility_Level_2_", f"Can it fit into the box?\n {YES_NO}", "A", "C")]
    found: dict[str, list[Row]] = {}
    number = 0
    parts = {"collision": collision, "physics": physics, "occlusion": occlusion, "compatibility": compatibility}
    for config, rows in parts.items():
        found[config] = []
        for row_id, question, answer, not_sure in rows:
            number += 1
            image = {"bytes": png(number), "path": f"{number}.png"}
            found[config].append({"id": row_id, "question": question, "answer": answer, "image": image,
                                  "not_sure": not_sure})  # fmt: skip
    found["realworld"] = [
        {"id": f"real_{k}", "type": kind, "question": "Will it fit?", "options": ["None", "N/A", "Not sure"],
         "answer": "N/A", "image": {"bytes": png(90 + k), "path": f"r{k}.png"}}
        for k, kind in enumerate(("compatibility", "physics"))
    ]  # fmt: skip
    return found


def causalspatial(folder: Path) -> Path:
    """Parquet by configuration."""
    for config, rows in causal_rows().items():
        (folder / config).mkdir(parents=True)
        pq.write_table(pa.Table.from_pylist(rows), folder / config / "train-00000-of-00001.parquet")
    return folder


def plan(*steps: tuple[str, *tuple[int, ...]]) -> Row:
    """Steps with the numbers of those that they need, as SpatiaLQA writes them."""
    return {
        f"step{k}": {"content": content, "precondition": [f"step{n}" for n in needs]}
        for k, (content, *needs) in enumerate(steps, start=1)
    }


LAPTOP = plan(
    ("Remove the stapler from the top of the book",), ("Remove the keys from the top of the book",),
    ("Remove the toilet paper from the top of the laptop",), ("Remove the book from the top of the laptop", 1, 2),
    ("Pick up the laptop", 3, 4),
)  # fmt: skip


def spatialqa(folder: Path) -> Path:
    """One JSON list, pictures in folders of scenes."""
    for k, scene in enumerate(("12-office-1", "13-kitchen-2")):
        (folder / "images" / scene).mkdir(parents=True)
        (folder / "images" / scene / "1.png").write_bytes(png(200 + k))
    address = "https://example.org/annotation/images/13-kitchen-2/1.png"
    rows: list[Row] = [
        {"id": "q1", "image": "images/12-office-1/1.png", "question": "Pick up the laptop", "answer": LAPTOP,
         "source": "manual"},
        {"id": "q2", "image": [address], "question": "Pick up the tray", "source": "subgraph_extraction",
         "answer": plan(("Remove the cup from the tray",), ("Pick up the tray", 1))},
        {"id": "q2", "image": [address], "question": "Pick up the tray", "answer": LAPTOP, "source": "manual"},
        {"id": "q3", "image": address, "question": "Pick up the cup", "answer": plan(("Lift", 2), ("Look", 1))},
        {"id": "q4", "image": address, "question": "Pick up the cup", "answer": plan(("Lift", 7))},
        {"id": "q5", "image": "images/12-office-1/9.png", "question": "Pick up the cup", "answer": LAPTOP},
    ]  # fmt: skip
    (folder / "annotation_all.json").write_text(json.dumps(rows, ensure_ascii=False, indent=4), "utf-8")
    return folder


STRUCTURE: tuple[Row, ...] = (
    {"id": "s1", "image": "0001.png", "task": "T1", "target": "red mug", "prompt": "If the red mug were removed …?",
     "ground_truth": ["blue vase", "the book"]},
    {"id": "s2", "image": "0001.png", "task": "T2", "target": "lamp", "prompt": "What must go to see the lamp?",
     "ground_truth": ["The book", "red mug"]},
    {"id": "s3", "image": "0001.png", "task": "T1", "target": "lamp", "prompt": "If the lamp were removed …?",
     "ground_truth": []},
    {"id": "s4", "image": "0002", "task": "5", "prompt": "One swap to reach the order …?",
     "ground_truth": ["swap the pear with the apple"]},
    {"id": "s5", "image": "0002", "task": "T6: multi-swap", "prompt": "Swaps to reach the order …?",
     "ground_truth": ["infeasible"]},
    {"id": "s6", "image": "0002", "task": "T6", "prompt": "Swaps …?",
     "ground_truth": [["apple", "pear"], ["fig", "pear"]]},
    {"id": "s7", "image": "0002", "task": "T9", "prompt": "What?", "ground_truth": ["pear"]},
)  # fmt: skip


def structure(folder: Path) -> Path:
    """A folder of pictures and a table of JSON lines."""
    (folder / "images").mkdir(parents=True)
    for k in (1, 2):
        (folder / "images" / f"{k:04d}.png").write_bytes(png(300 + k))
    write_lines(folder / "samples.jsonl", STRUCTURE)
    return folder


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    path.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), "utf-8")
    return path


def write_tsv(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    """As pandas writes it."""
    listed = list(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(listed[0]), delimiter="\t", lineterminator="\n", restval="")
        writer.writeheader()
        writer.writerows(listed)
    return path


def mcq(index: int, **more: Any) -> Row:
    """A row of a table for VLMEvalKit."""
    row = {"index": index, "image": base64_of(index), "question": f"What is {index}?", "A": "None", "B": "N/A",
           "C": "null", "D": "", "answer": "B", "category": "counting", "hint": ""}  # fmt: skip
    return {**row, **more}


def imported(name: str, source: Path | str, out: Path, **more: Any) -> tuple[Dataset, Imported]:
    """What a release becomes."""
    made = import_release(ImportOrder(str(source), out, **more), name)
    return load(out), made

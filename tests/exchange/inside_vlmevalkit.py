"""Runs in VLMEvalKit's environment: what its dataset classes and ours make of the exported tables, as one line of JSON.

`vlmeval` imports all of its models and their libraries at once; the two names are replaced by empty packages in the
same places, so that its dataset classes are imported alone.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import types
from hashlib import sha256
from pathlib import Path
from typing import Any

found = importlib.util.find_spec("vlmeval")
assert found is not None and found.origin is not None
root = Path(found.origin).parent
for name, place in (("vlmeval", root), ("vlmeval.dataset", root / "dataset")):
    module = types.ModuleType(name)
    module.__path__ = [str(place)]
    sys.modules[name] = module

import pandas as pd  # noqa: E402
from PIL import Image  # noqa: E402
from vlmeval.dataset.image_mcq import CustomMCQDataset  # type: ignore[import-not-found]  # noqa: E402
from vlmeval.dataset.image_vqa import CustomVQADataset  # type: ignore[import-not-found]  # noqa: E402
from vlmeval.smp import dump  # type: ignore[import-not-found]  # noqa: E402

out = Path(sys.argv[1])
sys.path.insert(0, str(out))
import diorama_vlmevalkit as ours  # type: ignore[import-not-found]  # noqa: E402


def shown(message: list[dict[str, str]]) -> list[str]:
    """Texts as they are, pictures by their pixels, clips by their bytes."""
    seen = []
    for part in message:
        if part["type"] == "image":
            seen.append("image " + sha256(Image.open(part["value"]).convert("RGB").tobytes()).hexdigest())
        elif part["type"] == "video":
            seen.append("video " + sha256(Path(part["value"]).read_bytes()).hexdigest())
        else:
            seen.append(part["value"])
    return seen


def prompts(dataset: Any, **settings: Any) -> dict[str, list[str]]:
    return {
        str(dataset.data.iloc[k]["id"]): shown(dataset.build_prompt(k, **settings)) for k in range(len(dataset.data))
    }


replies: dict[str, str] = json.loads(sys.argv[2])
report: dict[str, Any] = {}
for path in sorted(out.glob("*.tsv")):
    form = path.stem.split("_")[-2]
    if form == "VIDEO":
        dataset = ours.DioramaClips(path.stem)
        report["clips ours"] = prompts(dataset, video_llm=True)
        frames = ours.DioramaClips(path.stem, nframe=4)
        report["frames ours"] = prompts(frames)
    else:
        theirs = (CustomMCQDataset if form == "choices" else CustomVQADataset)(path.stem)
        report[f"{form} theirs"] = prompts(theirs)
        dataset = ours.DioramaPictures(path.stem)
        report[f"{form} ours"] = prompts(dataset)
    table = dataset.data.drop(columns=["image"], errors="ignore").copy()
    table["prediction"] = [replies.get(name, "N/A") for name in table["id"]]
    for ending in ("xlsx", "tsv", "json"):
        file = str(out.parent / f"model_{path.stem}.{ending}")
        dump(table if ending != "json" else pd.DataFrame(table), file)
        report[f"{form} scored {ending}"] = dataset.evaluate(file)
print(json.dumps(report))

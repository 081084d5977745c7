"""Diorama's questions in VLMEvalKit, prompted with its models and scored by Diorama's rules.

Put beside the tables (`*.tsv`) that `diorama export --to vlmevalkit` wrote. From the folder of VLMEvalKit's `run.py`:

    LMUData=EXPORT PYTHONPATH=EXPORT python -m diorama_vlmevalkit --data NAME --model MODEL

runs `run.py` with these classes known to it; a clip's table is `NAME` (the file), `NAME_8frame` or `NAME_1fps`. Without
this file, tables of pictures still run (`--mode infer`); `diorama score` scores what comes out.
"""

from __future__ import annotations

import json
import os
import os.path as osp
import runpy
import string
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
from vlmeval.dataset.image_base import ImageBaseDataset  # type: ignore[import-not-found]
from vlmeval.dataset.video_base import VideoBaseDataset  # type: ignore[import-not-found]

HERE = Path(__file__).resolve().parent
GUARD = "\u00a0"
"""Ends texts that pandas would misread elsewhere, such as ``None``; nobody is shown it."""
CLIPS = "_VIDEO_"


def tables(clips: bool) -> list[str]:
    return sorted(p.stem for p in HERE.glob("*.tsv") if (CLIPS in p.stem) == clips)


def read_table(name: str) -> pd.DataFrame:
    """Every cell as the text that it is; an option that there is not is missing."""
    data = pd.read_csv(HERE / f"{name}.tsv", sep="\t", dtype=str, keep_default_na=False)
    data = data.map(lambda text: text.removesuffix(GUARD))
    data["index"] = [int(k) for k in data["index"]]
    return data


def worded(line: Any) -> str:
    """The question and its options; a free question says itself how the answer is wanted."""
    options = [f"{k}. {line[k]}" for k in string.ascii_uppercase if k in line and line[k] != ""]
    if not options:
        return str(line["question"])
    return "\n".join([line["question"], *options, "", "Reply with the letter of one option and nothing else."])


def scored(prediction_file: str) -> dict[str, float]:
    """The share of right answers, over all and by task, by Diorama's rules."""
    from diorama.ask.scoring import score_reply
    from diorama.data import read_keys
    from diorama.exchange.foreign_replies import read_foreign_replies
    from diorama.kinds import Verdict

    replies = {name: reply for (name, _), reply in read_foreign_replies([Path(prediction_file)], "vlmevalkit").items()}
    right: dict[str, list[bool]] = {"Overall": []}
    for key in read_keys(HERE / "diorama-keys"):
        if key.sample_id in replies:
            correct = score_reply(key, replies[key.sample_id]).verdict is Verdict.CORRECT
            right["Overall"].append(correct)
            right.setdefault(f"{key.suite} {key.task}", []).append(correct)
    return {name: sum(found) / max(1, len(found)) for name, found in right.items()}


class DioramaPictures(ImageBaseDataset):  # type: ignore[misc]
    """Questions about pictures."""

    TYPE = "VQA"

    @classmethod
    def supported_datasets(cls) -> list[str]:
        return tables(clips=False)

    def load_data(self, dataset: str) -> pd.DataFrame:
        return read_table(dataset)

    def build_prompt(self, line: Any) -> list[dict[str, str]]:
        line = self.data.iloc[line] if isinstance(line, int) else line
        pictures = [{"type": "image", "value": path} for path in self.dump_image(line)]
        return [*pictures, {"type": "text", "value": worded(line)}]

    def evaluate(self, eval_file: str, **judge_kwargs: Any) -> dict[str, float]:
        return scored(eval_file)


class DioramaClips(VideoBaseDataset):  # type: ignore[misc]
    """Questions about clips, perhaps with pictures beside them, in the order in which they are to be shown."""

    TYPE = "Video-VQA"

    @classmethod
    def supported_datasets(cls) -> list[str]:
        return tables(clips=True)

    def prepare_dataset(self, dataset: str) -> dict[str, str]:
        return {"root": str(HERE / dataset), "data_file": str(HERE / f"{dataset}.tsv")}

    def __init__(self, dataset: str, pack: bool = False, nframe: int = 0, fps: float = -1) -> None:
        super().__init__(dataset=dataset, pack=pack, nframe=nframe, fps=fps)
        self.data = read_table(dataset)

    def build_prompt(self, line: Any, video_llm: bool = False) -> list[dict[str, str]]:
        line = self.data.iloc[line] if isinstance(line, int) else line
        found = []
        for part in json.loads(line["parts"]):
            ((kind, what),) = part.items()
            if kind == "video" and not video_llm and self.split_frame:
                os.makedirs(osp.dirname(osp.join(self.frame_root, what)), exist_ok=True)
                frames = self.save_video_frames(what.removesuffix(".mp4"))
                found += [{"type": "image", "value": frame} for frame in frames]
            elif kind in ("video", "image"):
                found.append({"type": kind, "value": osp.join(self.data_root, what)})
            else:
                found.append({"type": "text", "value": worded(line) if kind == "question" else what})
        return found

    def evaluate(self, eval_file: str, **judge_kwargs: Any) -> dict[str, float]:
        return scored(eval_file)


def register() -> None:
    """Make the tables known to VLMEvalKit by their names."""
    from vlmeval import dataset  # type: ignore[import-not-found]
    from vlmeval.dataset.video_dataset_config import supported_video_datasets  # type: ignore[import-not-found]

    dataset.DATASET_CLASSES[:0] = [DioramaPictures, DioramaClips]
    for name in tables(clips=True):
        supported_video_datasets[name] = partial(DioramaClips, dataset=name)
        supported_video_datasets[f"{name}_8frame"] = partial(DioramaClips, dataset=name, nframe=8)
        supported_video_datasets[f"{name}_1fps"] = partial(DioramaClips, dataset=name, fps=1.0)


if __name__ == "__main__":
    register()
    sys.argv[0] = "run.py"
    runpy.run_path("run.py", run_name="__main__")

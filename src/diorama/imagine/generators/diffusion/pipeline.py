"""The image-to-video pipeline with one change: what it is shown of the picture is injected with paths."""

from __future__ import annotations

from typing import Any

import numpy as np

from diorama.imagine.generators.diffusion.injection import injected
from diorama.imagine.generators.fitting import Paths


def tracked(plain: Any) -> Any:
    """The class of pipelines like `plain` that follow their `paths`, an attribute to be set before each clip."""

    def prepare_latents(self: Any, *args: Any, **kwargs: Any) -> tuple[Any, Any]:
        latents, condition = plain.prepare_latents(self, *args, **kwargs)
        return latents, condition if self.paths is None else _injected(condition, self.paths)

    return type("TrackedPipeline", (plain,), {"prepare_latents": prepare_latents, "paths": None})


def _injected(condition: Any, paths: Paths) -> Any:
    """The same for a batch of tensors, on whichever device they are."""
    import torch

    clips = [injected(clip, paths) for clip in condition.float().cpu().numpy()]
    return torch.from_numpy(np.stack(clips)).to(condition)

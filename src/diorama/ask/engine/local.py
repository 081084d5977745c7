"""`diorama-hf/PATH`: a vision-language model of the transformers library on this machine, with pictures and frames.

The engine's own `hf/` refuses all media. Questions are answered one at a time: in a batch, padding can change answers.
"""

from __future__ import annotations

import io
import threading
import time
from base64 import b64decode
from typing import Any

import anyio
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ContentImage,
    ContentText,
    ContentVideo,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo
from PIL import Image

from diorama.errors import DioramaError
from diorama.sight.clips import spread_frames

MOST_TOKENS = 1024
FRAMES = 8
"""How many pictures stand for a video, unless `frames` says otherwise."""


TEMPLATE_WISHES = "chat_template_kwargs"
"""What servers call the arguments that are handed on to a model's chat template; here they are called the same."""


class LocalAPI(ModelAPI):
    """A model in memory. It is loaded by `ready`, not when it is made: the engine makes copies just to ask its name."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        device: str | None = None,
        dtype: str = "auto",
        frames: int = FRAMES,
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config or GenerateConfig())
        self.frames = int(frames)
        self._wishes = {"device": device, "dtype": dtype, **model_args}
        self._loaded: tuple[Any, Any] | None = None
        self._lock = threading.Lock()

    def ready(self) -> tuple[Any, Any]:
        """Processor and model, loaded once."""
        from diorama.ask.engine.weights import load_vlm

        if self._loaded is None:
            self._loaded = load_vlm(self.model_name, **self._wishes)
        return self._loaded

    def template(self) -> str:
        """The model's chat template."""
        return str(getattr(self.ready()[0], "chat_template", "") or "")

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        chat = [{"role": m.role, "content": self._parts(m)} for m in input]
        return await anyio.to_thread.run_sync(self._answer, chat, config)

    def max_connections(self) -> int:
        return 1

    def max_tokens(self) -> int | None:
        return MOST_TOKENS

    def _parts(self, message: ChatMessage) -> list[dict[str, Any]]:
        if isinstance(message.content, str):
            return [{"type": "text", "text": message.content}]
        parts: list[dict[str, Any]] = []
        for content in message.content:
            match content:
                case ContentText():
                    parts.append({"type": "text", "text": content.text})
                case ContentImage():
                    parts.append(
                        {"type": "image", "image": Image.open(io.BytesIO(_bytes(content.image))).convert("RGB")}
                    )
                case ContentVideo():
                    parts += [
                        {"type": "image", "image": frame} for frame in frames_of(_bytes(content.video), self.frames)
                    ]
                case _:
                    raise DioramaError(f"a local model cannot be sent {content.type}")
        return parts

    def _answer(self, chat: list[dict[str, Any]], config: GenerateConfig) -> ModelOutput:
        import torch

        with self._lock, torch.inference_mode():
            processor, model = self.ready()
            start = time.perf_counter()
            inputs = processor.apply_chat_template(
                chat,
                add_generation_prompt=True,
                tokenize=True,
                return_dict=True,
                return_tensors="pt",
                **(config.extra_body or {}).get(TEMPLATE_WISHES, {}),
            ).to(model.device)
            if config.seed is not None:
                torch.manual_seed(config.seed)
            tokens = model.generate(**inputs, **_generation(config))
            asked = int(inputs["input_ids"].shape[1])
            written = tokens[0, asked:]
            text = processor.batch_decode([written], skip_special_tokens=True)[0].strip()
            seconds = time.perf_counter() - start
        limit = config.max_tokens or MOST_TOKENS
        return ModelOutput(
            model=self.model_name,
            choices=[
                ChatCompletionChoice(
                    message=ChatMessageAssistant(content=text, model=self.model_name, source="generate"),
                    stop_reason="max_tokens" if len(written) >= limit else "stop",
                )
            ],
            usage=ModelUsage(input_tokens=asked, output_tokens=len(written), total_tokens=asked + len(written)),
            time=seconds,
        )


@modelapi(name="diorama-hf")
def local() -> type[ModelAPI]:
    return LocalAPI


def frames_of(video: bytes, count: int) -> list[Image.Image]:
    """Pictures spread evenly over a video, its first and last among them."""
    return [Image.fromarray(frame.pixels) for frame in spread_frames(video, count)]


def _generation(config: GenerateConfig) -> dict[str, Any]:
    """Greedy unless a temperature is given: the same question gets the same answer."""
    wishes: dict[str, Any] = {"max_new_tokens": config.max_tokens or MOST_TOKENS, "do_sample": bool(config.temperature)}
    if config.temperature:
        wishes["temperature"] = config.temperature
        wishes.update({k: v for k, v in (("top_p", config.top_p), ("top_k", config.top_k)) if v is not None})
    return wishes


def _bytes(uri: str) -> bytes:
    return b64decode(uri.split("base64,", 1)[1])

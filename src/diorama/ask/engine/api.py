"""`diorama-api/MODEL`: any server that speaks OpenAI's chat completions (vLLM, SGLang, …), with videos too.

The engine's own provider for such servers refuses videos; the servers themselves take them as `video_url`.
"""

from __future__ import annotations

import os
from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageUser, ContentText, ContentVideo, GenerateConfig, ModelAPI, modelapi

from diorama.errors import DioramaError

URL, KEY = "DIORAMA_API_BASE_URL", "DIORAMA_API_KEY"
MARK = "\x00video {number}\x00"


@modelapi(name="diorama-api")
def video_api() -> type[ModelAPI]:
    try:
        from inspect_ai.model._providers.openai_compatible import OpenAICompatibleAPI
    except ImportError:
        raise DioramaError("diorama-api needs the OpenAI client: pip install 'diorama[eval]'") from None

    class VideoAPI(OpenAICompatibleAPI):
        def __init__(
            self,
            model_name: str,
            base_url: str | None = None,
            api_key: str | None = None,
            config: GenerateConfig | None = None,
            **model_args: Any,
        ) -> None:
            url = base_url or os.environ.get(URL)
            if not url:
                raise DioramaError(f"diorama-api needs an address: give --base-url http://HOST:PORT/v1 or set {URL}")
            model_args.setdefault("max_retries", 0)  # the engine retries; twice would be too often
            super().__init__(
                model_name,
                base_url=url,
                api_key=api_key or os.environ.get(KEY) or "none",
                config=config or GenerateConfig(),
                service="diorama-api",
                **model_args,
            )

        async def messages_to_openai(self, input: list[ChatMessage]) -> list[Any]:
            plain, videos = without_videos(input)
            return [_with_videos(message, videos) for message in await super().messages_to_openai(plain)]

    return VideoAPI


def without_videos(messages: list[ChatMessage]) -> tuple[list[ChatMessage], dict[str, str]]:
    """The messages with a marked text in place of each video, and the videos by mark."""
    videos: dict[str, str] = {}

    def part(content: Any) -> Any:
        if not isinstance(content, ContentVideo):
            return content
        mark = MARK.format(number=len(videos))
        videos[mark] = content.video
        return ContentText(text=mark)

    changed = [
        m.model_copy(update={"content": [part(c) for c in m.content]})
        if isinstance(m, ChatMessageUser) and not isinstance(m.content, str)
        else m
        for m in messages
    ]
    return changed, videos


def _with_videos(message: Any, videos: dict[str, str]) -> Any:
    content = message.get("content")
    if not isinstance(content, list):
        return message
    return {**message, "content": [_video(videos[c["text"]]) if c.get("text") in videos else c for c in content]}


def _video(uri: str) -> dict[str, Any]:
    return {"type": "video_url", "video_url": {"url": uri}}

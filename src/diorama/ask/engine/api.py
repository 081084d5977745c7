"""`diorama-api/MODEL`: any server that speaks OpenAI's chat completions (vLLM, SGLang, …), with videos too.

The engine's own provider for such servers refuses videos; the servers themselves take them as `video_url`.
"""

from __future__ import annotations

import os
from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageUser, ContentText, ContentVideo, GenerateConfig, ModelAPI, modelapi

from diorama.ask.failures import MalformedReply, ServerError, error_message
from diorama.errors import DioramaError, short

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

        async def _generate_completion(self, request: dict[str, Any], config: GenerateConfig) -> Any:
            return checked_completion(await super()._generate_completion(request, config))

        def should_retry(self, ex: BaseException) -> Any:
            return isinstance(ex, ServerError) or super().should_retry(ex)

        def handle_bad_request(self, ex: Any) -> Any:
            """An error is a failure with the server's words, unless its code says that a filter or a limit is why."""
            return super().handle_bad_request(ex) if getattr(ex, "code", None) else ex

        async def messages_to_openai(self, input: list[ChatMessage]) -> list[Any]:
            plain, videos = without_videos(input)
            return [_with_videos(message, videos) for message in await super().messages_to_openai(plain)]

    return VideoAPI


def checked_completion(completion: Any) -> Any:
    """A completion in which everything is of the type that it should have, or an error that says what is not.

    Clients build completions from any JSON object, without a look at its fields.
    """
    plain = completion.model_dump(warnings=False) if hasattr(completion, "model_dump") else completion
    if not isinstance(plain, dict):
        raise MalformedReply(f"the server sent {short(repr(plain), 60)} instead of a completion")
    if plain.get("error"):
        raise ServerError(error_message(plain) or "the server sent an error without a word")
    choices = plain.get("choices")
    if not isinstance(choices, list) or not choices:
        raise MalformedReply("the server sent no choices")
    for choice, whole in zip(choices, completion.choices, strict=True):
        message = choice.get("message") if isinstance(choice, dict) else None
        if not isinstance(message, dict):
            raise MalformedReply("the server sent a choice without a message")
        content = message.get("content")
        if isinstance(content, list):
            whole.message.content = "".join(_text_of(part) for part in content)
        elif content is not None and not isinstance(content, str):
            raise MalformedReply(f"the server sent {short(repr(content), 60)} as the text of a message")
    if not isinstance(plain.get("usage"), dict):
        completion.usage = None
    return completion


def _text_of(part: Any) -> str:
    text = part.get("text") if isinstance(part, dict) else part
    return text if isinstance(text, str) else ""


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

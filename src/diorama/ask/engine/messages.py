"""Requests as the engine's messages, and as its log keeps them: text, and checksums in place of pictures."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Literal, cast

from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    ContentVideo,
    ModelOutput,
)

from diorama.ask.question import Picture, Request


def to_messages(request: Request) -> list[ChatMessage]:
    """The messages to send for a request."""
    user = ChatMessageUser(content=[_content(part) for part in request.parts])
    return [ChatMessageSystem(content=request.system), user] if request.system else [user]


def to_note(request: Request) -> ChatMessage:
    """A request as the log keeps it: each picture is its name and checksum."""
    parts = [part if isinstance(part, str) else _described(part) for part in request.parts]
    return ChatMessageUser(content="\n\n".join([request.system, *parts] if request.system else parts))


def said_and_shown(output: ModelOutput) -> str:
    """The text of a reply and the data URIs of the pictures and videos in it."""
    content = output.message.content if output.choices else ""
    if isinstance(content, str):
        return content
    pictures = [part.image for part in content if isinstance(part, ContentImage)]
    videos = [part.video for part in content if isinstance(part, ContentVideo)]
    return "\n".join([output.completion, *pictures, *videos])


def _content(part: str | Picture) -> Content:
    if isinstance(part, str):
        return ContentText(text=part)
    uri = f"data:{part.mime};base64,{b64encode(part.data).decode()}"
    if part.kind == "video":
        ending = part.name.rsplit(".", 1)[-1].lower()
        known = ending if ending in ("mp4", "mpeg", "mov") else "mp4"
        return ContentVideo(video=uri, format=cast(Literal["mp4", "mpeg", "mov"], known))
    return ContentImage(image=uri)


def _described(picture: Picture) -> str:
    return f"[{picture.kind} {picture.name}, {len(picture.data)} bytes, sha256 {sha256(picture.data).hexdigest()}]"

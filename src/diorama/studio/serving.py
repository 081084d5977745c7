"""Running a studio on this machine."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from diorama.errors import DioramaError
from diorama.studio.app import make_app, open_studio
from diorama.studio.library.indexing import look_again
from diorama.studio.people.invites import first_link
from diorama.studio.settings import Settings
from diorama.studio.studio import Studio

SWITCH_SECONDS = 0.0005
"""How long a thread may keep others waiting: a save lets go of the interpreter at each statement, and others wait for
the save."""


def serve(settings: Settings, say: Callable[[str], None] = print) -> None:
    """Serve until stopped; `say` is told the address and, if nobody is there yet, a link for the first person."""
    listening = listen(settings)
    with listening:
        settings = replace(settings, port=listening.getsockname()[1])
        studio = open_studio(settings)
        for line in opening_lines(studio):
            say(line)
        config = uvicorn.Config(
            make_app(studio), log_level="warning", access_log=False, server_header=False,
            proxy_headers=bool(settings.public_url), forwarded_allow_ips="127.0.0.1",
            timeout_keep_alive=30, timeout_graceful_shutdown=5,
        )  # fmt: skip
        sys.setswitchinterval(SWITCH_SECONDS)
        uvicorn.Server(config).run(sockets=[listening])


def opening_lines(studio: Studio) -> list[str]:
    """Look at the folder, and say where the studio is and how to get in."""
    found = look_again(studio)
    with studio.storage.writing() as db:
        token = first_link(db, studio.clock())
    address = studio.settings.address
    lines = [found.line(), f"the studio is at {address}"]
    if token is not None:
        lines.append(f"sign in as the first person, once: {address}/join/{token}")
    return lines


def listen(settings: Settings) -> socket.socket:
    """A socket at the address of the settings."""
    try:
        info = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)[0]
        listening = socket.socket(*info[:3])  # with its protocol named, asyncio sends answers without delay
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(info[4])
        listening.listen(1024)  # whoever comes before the server is ready waits a moment
    except OSError as error:
        raise DioramaError(
            f"cannot listen on {settings.host}, port {settings.port}: {error.strerror or error}; name another --port"
        ) from None
    return listening

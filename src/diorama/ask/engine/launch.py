"""Running a task in the engine with settings for benchmarks: small logs, limits, and no sample that ends the run."""

from __future__ import annotations

import gc
import math
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import anyio
from inspect_ai import Task
from inspect_ai import eval as engine_eval
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import GenerateConfig, Model, get_model

from diorama.ask.engine import api, players
from diorama.ask.engine.calling import Patience
from diorama.ask.engine.local import TEMPLATE_WISHES, LocalAPI
from diorama.ask.engine.state import ARTEFACTS, LISTENER, SLOTS, Listener
from diorama.errors import DioramaError, short
from diorama.interrupts import as_usual

OURS = (api.video_api, players.players)
"""Importing these registers them with the engine; the entry point does so only where the package is installed."""

SPARE = 0.5
"""Extra samples, as a share of the connections, that the engine prepares or finishes while others are in flight."""

GARBAGE = 50_000
"""New objects before Python's garbage collector runs."""


@dataclass(frozen=True)
class Limits:
    """How many connections and retries to use, and how long to wait."""

    connections: int = 10
    retries: int = 5
    attempt_seconds: int = 300
    """For one attempt, even while the server is still sending."""
    patience: Patience = field(default_factory=Patience)


def open_model(name: str, *, base_url: str = "", args: dict[str, Any] | None = None) -> Model:
    """A model by name, or one line that says what is wrong: no key, no such provider, nothing installed for it."""
    try:
        model = get_model(name, base_url=base_url or None, memoize=False, **(args or {}))
        if isinstance(model.api, LocalAPI):
            model.api.ready()
        return model
    except DioramaError:
        raise
    except PrerequisiteError as error:
        raise DioramaError(f"cannot use the model '{name}': {_plain(error.message)}") from None
    except TypeError as error:
        raise DioramaError(f"the model '{name}' does not take these arguments: {short(error)}") from None
    except (ValueError, ImportError, OSError, RuntimeError) as error:
        raise DioramaError(f"cannot use the model '{name}': {short(error)}") from None


def check_reachable(model: Model) -> None:
    """Check that the model's own server can be reached before any question is sent to it."""
    address = str(model.api.base_url or "")
    try:
        url = urlsplit(address)
        _ = url.port  # a port that is none is an error here
    except ValueError as error:
        raise DioramaError(f"--base-url is no address: {short(error)}") from None
    if address and (url.scheme not in ("http", "https") or not url.hostname):
        raise DioramaError(f"--base-url {short(address, 80)} is no address: write http://HOST:PORT/v1")
    if url.scheme not in ("http", "https") or not url.hostname or _proxied(url.scheme):
        return
    try:
        socket.create_connection((url.hostname, url.port or (443 if url.scheme == "https" else 80)), timeout=10).close()
    except OSError as error:
        raise DioramaError(f"nothing answers at {url.scheme}://{url.netloc}: {error.strerror or error}") from None


def patient(model: Model, limits: Limits) -> None:
    """Make a model wait before each retry as the limits say."""
    setattr(model.api, "retry_wait", lambda: limits.patience)  # noqa: B010 - a method, replaced for this model


def limited(model: Model, limits: Limits) -> Model:
    """The model with its retries and waiting times set by the limits."""
    patient(model, limits)
    model.config = model.config.merge(
        GenerateConfig(max_retries=limits.retries, attempt_timeout=limits.attempt_seconds)
    )  # fmt: skip
    return model


def check_switch(model: Model, config: dict[str, Any]) -> None:
    """Check that a model on this machine can be told whether to think, if it is to be told."""
    wishes = (config.get("extra_body") or {}).get(TEMPLATE_WISHES) or {}
    if isinstance(model.api, LocalAPI) and (lost := [w for w in wishes if w not in model.api.template()]):
        raise DioramaError(
            f"the chat template of '{model}' knows no '{lost[0]}', so it cannot be told whether to think: "
            "--thinking default leaves it to the model"
        )


@dataclass(frozen=True)
class Crew:
    """The model under test, and all other models by their roles."""

    model: Model
    roles: dict[str, Model] = field(default_factory=dict)


@dataclass(frozen=True)
class Launch:
    """Where and how a task is run."""

    logs: Path
    limits: Limits
    listener: Listener
    artefacts: Path | None = None
    config: dict[str, Any] = field(default_factory=dict)
    """How the model generates."""
    notes: dict[str, Any] = field(default_factory=dict)
    """Kept in the engine's log."""


def run(task: Task, crew: Crew, launch: Launch) -> None:
    """Run a task until it ends, is interrupted or is called off; by then the listener has every record."""
    limits, model = launch.limits, crew.model
    for each in (model, *crew.roles.values()):
        patient(each, limits)
    at_once = 1 if isinstance(model.api, LocalAPI) else limits.connections
    as_usual()
    heard, slots = LISTENER.set(launch.listener), SLOTS.set(anyio.Semaphore(at_once))
    kept = ARTEFACTS.set(launch.artefacts)
    try:
        with _collecting_less():
            done = engine_eval(
                task,
                model=model,
                model_roles=dict(crew.roles) or None,
                metadata=launch.notes,
                log_dir=str(launch.logs),
                log_format="eval",
                log_header_only=True,
                log_images=False,
                log_model_api=False,
                log_buffer=200,  # every flush copies the whole log
                log_realtime=False,  # a killed run is recovered from the file of answers, at a fifth of the cost
                log_level="critical",
                display="none",
                score_display=False,
                fail_on_error=False,
                ctl_server=False,
                max_samples=at_once + math.ceil(SPARE * at_once),
                max_connections=at_once,
                max_retries=limits.retries,
                attempt_timeout=limits.attempt_seconds,
                **launch.config,
            )
    except PrerequisiteError as error:
        raise DioramaError(_plain(error.message)) from None
    except OSError as error:  # of the engine's own log
        raise DioramaError(_broken_off(repr(error), launch.logs)) from None
    finally:
        LISTENER.reset(heard)
        SLOTS.reset(slots)
        ARTEFACTS.reset(kept)
    _check(done, launch.logs)


@contextmanager
def _collecting_less() -> Iterator[None]:
    """Run Python's garbage collector less often: the engine makes thousands of small objects for every question."""
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def _check(logs: list[Any], folder: Path) -> None:
    """Raise what ended a run early; the engine swallows Ctrl-C and returns a cancelled log, or none."""
    if not logs or any(log.status == "cancelled" for log in logs):
        raise KeyboardInterrupt
    for log in logs:
        if log.status == "error" and log.error is not None:
            raise DioramaError(_broken_off(log.error.message, folder))


def _broken_off(message: str, folder: Path) -> str:
    """Why the engine ended, in words; it writes an error of the system as Python does."""
    system = re.match(r"\w*Error\((\d+), '", message)
    why = f"{folder}: {os.strerror(int(system[1]))}" if system else short(message)
    return f"the run broke off: {why}"


def _proxied(scheme: str) -> bool:
    names = (f"{scheme}_proxy", f"{scheme.upper()}_PROXY", "all_proxy", "ALL_PROXY")
    return any(os.environ.get(name) for name in names)


def _plain(message: Any) -> str:
    """A message that the engine formats for a terminal, as one line of text."""
    from rich.text import Text

    return short(Text.from_markup(str(message)).plain)

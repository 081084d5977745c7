"""The application that commands are added to, how it ends, and the options that several commands share."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from diorama.errors import DioramaError, harmless
from diorama.interrupts import INTERRUPTED, ending_in_imports

if TYPE_CHECKING:
    from PIL.Image import Image

app = typer.Typer(
    help="Build 3D worlds, intervene, and ask vision-language models what would happen if.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Seed = Annotated[int, typer.Option(help="The same seed gives the same bytes.")]
Renderer = Annotated[str, typer.Option(help="draft (fast), photo (Blender, needs diorama[photo]), or a plug-in's.")]
Preset = Annotated[str | None, typer.Option(help="A renderer's quality; for photo: fast, standard (usual) or best.")]
Packs = Annotated[list[Path] | None, typer.Option("--pack", help="A folder with a pack.toml of more assets.")]


def main() -> None:
    """Run the command line: mistakes of the user are one line and exit code 2, never a traceback."""
    logging.basicConfig(format="diorama: %(message)s", level=logging.WARNING)
    try:
        if strange := [word for word in sys.argv if harmless(word) != word]:
            raise DioramaError(f"'{harmless(strange[0])}' has characters that cannot be written: give it another name")
        with ending_in_imports():
            app()
    except SystemExit as end:  # Typer makes a silent one of Ctrl-C
        if isinstance(getattr(end.__context__, "__cause__", None), KeyboardInterrupt):
            print(INTERRUPTED, file=sys.stderr)
        raise
    except DioramaError as error:
        print(f"diorama: {harmless(str(error))}", file=sys.stderr)
        raise SystemExit(2) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None
    except OSError as error:  # a full or read-only disk, a folder in the place of a file
        if error.errno is None:
            raise
        what = f"{error.filename}: " if error.filename else ""
        print(harmless(f"diorama: {what}{error.strerror or error}"), file=sys.stderr)
        raise SystemExit(2) from None


def _version(asked: bool) -> None:
    if asked:
        from diorama import __version__

        print(__version__)
        raise typer.Exit


@app.callback()
def _root(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False) -> None:
    pass


FAILURES_LEFT = 3
"""Exit code of a run that went to its end, but some questions of which have no answer."""


def say_if_unfinished(folder: Path) -> None:
    """A line on standard error if a dataset is not finished."""
    from diorama.data import load

    manifest = load(folder).manifest
    if found := manifest.unfinished:
        more = "`diorama redraw` goes on with it" if manifest.plan.redrawn_from else "`diorama build` goes on with it"
        print(f"diorama: {folder} is unfinished: {found}; {more}", file=sys.stderr)


def save_png(picture: Image, path: Path) -> None:
    """Write a picture, completely or not at all; a full disk is said with the name of the file."""
    from io import BytesIO

    from diorama.data import whole_file

    data = BytesIO()
    picture.save(data, "PNG")
    with whole_file(path) as file:
        file.write(data.getvalue())


def check_parent(path: Path, ending: str) -> None:
    """Refuse a path that cannot be written, before any work is done for it."""
    if path.suffix.lower() != ending:
        raise DioramaError(f"{path}: the name must end in {ending}")
    if not path.resolve().parent.is_dir():
        raise DioramaError(f"{path}: there is no folder {path.resolve().parent}")

"""Which names are looked for in a picture: those that a user lists, for all pictures or for each, or usual ones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from diorama.errors import DioramaError, short
from diorama.perceive.providers.wishes import checked_names

MOST_BYTES = 1 << 20


@dataclass(frozen=True)
class Labels:
    """Names to look for."""

    shared: tuple[str, ...] = ()
    """In every picture."""
    folder: Path | None = None
    """Where `kitchen.txt` lists those for `kitchen.jpg`."""

    def of(self, picture: Path) -> tuple[str, ...]:
        """The names for a picture; a list that is not there or holds a double is an error that names the file."""
        return self.shared if self.folder is None else _listed(self.folder / f"{picture.stem}.txt")


def read_labels(text: str | None) -> Labels:
    """``mug, red box``; a text file with a name a line; a folder with such a file for each picture; or usual names."""
    if text is None:
        return Labels(usual_names())
    if not text.strip():
        raise DioramaError("--names is empty: give names with commas, a text file or a folder of text files")
    place = Path(text)
    try:
        if place.is_dir():
            return Labels(folder=place)
        if place.is_file():
            return Labels(_listed(place))
    except OSError:  # too long for the name of a file
        return Labels(tuple(checked_names(text.split(","))))
    if place.suffix.lower() == ".txt" or text.startswith(("/", "./", "../", "~")):
        raise DioramaError(f"there is no {short(text, 80)}: --names takes names, a text file or a folder of text files")
    return Labels(tuple(checked_names(text.split(","))))


def usual_names() -> tuple[str, ...]:
    """The nouns of all things that our own scenes are furnished with."""
    from diorama.world.assets import assets

    return tuple(noun for noun, asset in assets().items() if not asset.pack)


def _listed(file: Path) -> tuple[str, ...]:
    try:
        if file.stat().st_size > MOST_BYTES:
            raise DioramaError(f"{short(file)} is too large for a list of names")
        lines = file.read_text("utf-8-sig").replace(",", "\n").splitlines()
        return tuple(checked_names([line for line in lines if line.strip()]))
    except OSError as error:
        raise DioramaError(f"cannot read the names in {short(file)}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise DioramaError(f"{short(file)} is no list of names: it is not UTF-8 text") from None
    except DioramaError as error:
        raise DioramaError(f"{short(file)}: {error}") from None

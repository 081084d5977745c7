"""Pages from templates: everything is escaped, and a name that a template does not know is an error."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from diorama.studio.web.files import Files
from diorama.studio.web.visit import Visit, new_key

if TYPE_CHECKING:
    from diorama.studio.web.screen import Screen


class Pages:
    """The templates of all screens; those of a screen are under its name."""

    def __init__(self, screens: Sequence[Screen], files: Files) -> None:
        self._screens = screens
        self._templates = _environment(tuple((s.name, s.folder / "templates") for s in screens))
        self._templates.globals["static"] = files.address

    def render(self, template: str, visit: Visit, **values: Any) -> str:
        def keys() -> Markup:
            return Markup(
                '<input type="hidden" name="_form" value="{}"><input type="hidden" name="_once" value="{}">'
            ).format(visit.form_token(), new_key())

        shown = [s for s in self._screens if s.title and visit.me is not None and visit.me.may(s.roles)]
        return self._templates.get_template(template).render(visit=visit, me=visit.me, keys=keys, nav=shown, **values)


def moment(value: datetime) -> Markup:
    """A moment for people, in UTC; a script shows it in the reader's own zone."""
    return Markup('<time datetime="{}">{}</time>').format(
        value.isoformat(timespec="seconds"), f"{value:%Y-%m-%d %H:%M} UTC"
    )


@cache
def _environment(folders: tuple[tuple[str, Path], ...]) -> Environment:
    """Templates, compiled once for all studios of a process."""
    loader = PrefixLoader({name: FileSystemLoader(folder) for name, folder in folders})
    made = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )  # fmt: skip
    made.filters["moment"] = moment
    made.filters["words"] = lambda text: str(text).replace("_", " ")
    return made

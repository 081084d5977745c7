"""Films of clips for those who have opened them; nobody else can fetch a byte of them."""

from __future__ import annotations

from starlette.responses import Response

from diorama.studio.footage.films import clip_picture, film, times, view_of
from diorama.studio.footage.places import clip_of, folder_of, project_of
from diorama.studio.footage.seen import has_taken
from diorama.studio.footage.tables import ClipRow, ProjectRow
from diorama.studio.people.roles import Role
from diorama.studio.web.ranges import inside, ranged, ranged_file
from diorama.studio.web.refusals import Forbidden, NotFound
from diorama.studio.web.screen import Screen
from diorama.studio.web.visit import Here, Visit

WORKERS = frozenset({Role.ANNOTATOR})


def add_to(screen: Screen) -> None:
    """Declare the routes."""
    screen.page("/footage/{project}/clips/{clip}/film/{view}", roles=WORKERS)(clip_film)
    screen.page("/footage/{project}/clips/{clip}/frames/{view}", roles=WORKERS)(clip_frames)
    screen.page("/footage/{project}/clips/{clip}/picture", roles=WORKERS)(picture)
    screen.page("/footage/{project}/clips/{clip}/strip", roles=WORKERS)(strip)


def clip_film(visit: Here, project: int, clip: str, view: int) -> Response:
    """The whole clip, as one of its films shows it."""
    at, row = _opened(visit, project, clip)
    shown, folder = view_of(folder_of(visit, at), row.clip, view), folder_of(visit, at)
    visit.db.close()  # cutting takes long: others need the connection
    return ranged_file(visit.request, film(folder, shown, (shown.start, shown.end)), "video/mp4")


def clip_frames(visit: Here, project: int, clip: str, view: int) -> Response:
    """When each frame of it begins."""
    at, row = _opened(visit, project, clip)
    shown, folder = view_of(folder_of(visit, at), row.clip, view), folder_of(visit, at)
    visit.db.close()
    found = times(folder, shown, (shown.start, shown.end))
    return visit.data({"times": list(found.times), "cuts": list(found.cuts), "end": shown.end})


def picture(visit: Here, project: int, clip: str) -> Response:
    """The picture of the other view."""
    at, row = _opened(visit, project, clip)
    return ranged(visit.request, clip_picture(folder_of(visit, at), row.clip), "image/jpeg")


def strip(visit: Here, project: int, clip: str) -> Response:
    """Eight small pictures of the clip."""
    at, row = _opened(visit, project, clip)
    if not row.clip.strip:
        raise NotFound
    return ranged_file(visit.request, inside(folder_of(visit, at), row.clip.strip), "image/jpeg")


def _opened(visit: Visit, project: int, clip: str) -> tuple[ProjectRow, ClipRow]:
    at = project_of(visit, project)
    row = clip_of(visit, at, clip)
    if not has_taken(visit, at, row.id):
        raise Forbidden("Open the clip first: then its questions are validated by others.")
    return at, row

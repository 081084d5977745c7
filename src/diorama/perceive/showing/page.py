"""A page about one picture: what is in it, how far, who hides whom, and what can be asked. It loads nothing."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

import numpy as np
from PIL import Image

from diorama.perceive.construct.question import Asking, Question
from diorama.perceive.construct.seen import Gate
from diorama.perceive.showing.drawings import colour_of, depth_drawing, graph_drawing, smaller, things_drawing

WIDEST, HIGHEST = 960, 1440
"""Pixels of a picture on the page, at most."""
QUALITY = 78
CSP = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def html_page(title: str, asking: Asking, gates: Sequence[Gate], questions: Sequence[Question]) -> str:
    """The page, as one file; whatever comes from pictures and detectors is escaped."""
    seen = smaller(asking.seen, WIDEST, HIGHEST)
    drawings = (
        ("The picture", Image.fromarray(seen.picture)),
        ("What is in it", things_drawing(seen)),
        (f"How far it is: bright is near ({'metres' if seen.depth.metric else 'without a unit'})",
         depth_drawing(seen.depth)),
        ("Who hides whom", graph_drawing(seen, asking.graph)),
    )  # fmt: skip
    css = files("diorama.perceive.showing").joinpath("page.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{CSP}">'
        f"<title>{escape(title)}</title><style>{css}</style></head><body>\n"
        f"<h1>{escape(title)}</h1>\n"
        f'<div class="pictures">{"".join(_figure(*each) for each in drawings)}</div>\n'
        f"<h2>Things</h2>\n{_things(asking)}\n<h2>Gates of the picture</h2>\n{_gates(gates)}\n"
        f"<h2>Questions</h2>\n{_questions(asking, questions)}\n</body></html>\n"
    )


def _figure(caption: str, picture: Image.Image) -> str:
    data = io.BytesIO()
    picture.convert("RGB").save(data, "WEBP", quality=QUALITY, method=4)
    source = f"data:image/webp;base64,{base64.b64encode(data.getvalue()).decode()}"
    alt = escape(caption)
    return (
        f'<figure><img alt="{alt}" width="{picture.width}" height="{picture.height}" src="{source}">'
        f"<figcaption>{alt}</figcaption></figure>"
    )


def _things(asking: Asking) -> str:
    graph, rows = asking.graph, []
    for k, thing in enumerate(asking.seen.things):
        red, green, blue = colour_of(k)
        hides = sorted(graph.successors(thing.name)) if thing.name in graph else []
        named = "" if thing.phrase else ' <span class="no">(others are called so too)</span>'
        rows.append(
            f'<td><i class="colour" style="background:rgb({red},{green},{blue})"></i>{escape(thing.name)}{named}</td>'
            f"{_number(thing.confidence, 2)}{_number(thing.depth, 3)}"
            f'<td class="number">{int(thing.mask.sum()):,}</td><td>{escape(", ".join(hides)) or "–"}</td>'
        )
    return _table(("name", "confidence", "depth", "pixels", "hides"), rows)


def _gates(gates: Iterable[Gate]) -> str:
    rows = [f"<td>{escape(gate.name)}</td>{_verdict(gate.passed)}{_number(gate.measure, 3)}{_number(gate.threshold, 3)}"
            f"<td>{escape(', '.join(gate.about))}</td>" for gate in gates]  # fmt: skip
    return _table(("gate", "", "measured", "limit", "about"), rows)


def _questions(asking: Asking, questions: Sequence[Question]) -> str:
    if not questions:
        return '<p class="soft">The picture allows none.</p>'
    names = {thing.name: thing.phrase or thing.name for thing in asking.seen.things}
    rows = []
    for question in questions:
        answered = question.answered
        about = ", ".join(names.get(body, body) for body in question.query.bodies())
        objecting = ", ".join(gate.name for gate in answered.gates if not gate.passed)
        words = "–" if answered.answer is None else answered.answer.words(names)
        rows.append(
            f"<td>{escape(question.task)}</td><td>{escape(about)}</td><td>{escape(words)}</td>"
            f"{_verdict(answered.accepted)}<td>{escape(objecting)}</td>"
        )
    return _table(("task", "about", "answer", "", "gates that object"), rows)


def _table(head: Sequence[str], rows: Sequence[str]) -> str:
    cells = "".join(f"<th>{escape(each)}</th>" for each in head)
    body = "".join(f"<tr>{row}</tr>\n" for row in rows)
    return f'<div class="wide"><table><thead><tr>{cells}</tr></thead><tbody>\n{body}</tbody></table></div>'


def _number(value: float, digits: int) -> str:
    return f'<td class="number">{f"{value:.{digits}f}" if np.isfinite(value) else "–"}</td>'


def _verdict(passed: bool) -> str:
    return "<td>passed</td>" if passed else '<td class="no">rejected</td>'

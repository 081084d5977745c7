"""The gallery: one card for each sample, with its picture, question, options, truth, trace and replies.

Whatever a model wrote is text here: escaped, cut where it is too long, never interpreted.
"""

from __future__ import annotations

import base64
import io
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from pathlib import Path

from PIL import Image

from diorama.ask import Record, Verdict
from diorama.ask.explain import pieces
from diorama.ask.records import Artefact
from diorama.ask.source import Source, even_shares
from diorama.ask.tables import account, ratio_measures
from diorama.data import Media, Sample
from diorama.data.keys import key_of
from diorama.data.show import after_picture, outlined, still_of
from diorama.errors import DioramaError
from diorama.kinds import Key, Mark, kind_of, lettered_options
from diorama.report.layout import task_name
from diorama.report.rows import Row

PICTURE_PX = 640
"""Width of a picture on a card."""
REPLY_CHARS = 4000
"""Longer replies are cut here, and the card says so."""
TRACE_CHARS = 3000
MOST_ARTEFACTS = 12
"""Artefacts shown for one answer."""
MOST_BYTES = 20_000_000
"""The gallery ends at this length, so that a report opens on a phone."""

WORDS = {
    Verdict.CORRECT: "correct",
    Verdict.INCORRECT: "incorrect",
    Verdict.HALLUCINATED: "hallucinated",
    Verdict.NOT_SURE: "not sure",
    Verdict.UNREAD: "unread",
    Verdict.REFUSED: "refused",
    Verdict.FAILED: "failed",
    Verdict.TOOL_FAILED: "tool failed",
    Verdict.UNSCORED: "unscored",
}


@dataclass(frozen=True)
class Gallery:
    """What the cards are made from."""

    source: Source | None = None
    """The dataset; without it cards have no picture and no trace."""
    most: int = 200
    proofs: bool = False
    """Whether to draw the right answers too, which takes a second per sample."""
    artefacts: Mapping[str, Path] = field(default_factory=dict)
    """The folder of each run's artefacts, by the run's key."""


def chosen(rows: Sequence[Row], most: int) -> list[str]:
    """Ids of the samples to show: evenly spread over tasks and levels, and over each of them."""
    ids_by_cell: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for row in rows:
        for record in row.records:
            ids_by_cell[record.suite, record.task, record.level].add(record.sample_id)
    queues = [sorted(ids_by_cell[key]) for key in sorted(ids_by_cell)]
    share = even_shares([len(q) for q in queues], most)
    return [q[int(k * len(q) / n)] for q, n in zip(queues, share, strict=True) for k in range(n)]


def cards(rows: Sequence[Row], gallery: Gallery, ids: Sequence[str]) -> Iterator[str]:
    """The cards of some samples, until the gallery is full."""
    source = gallery.source
    answers: dict[str, dict[int, list[Record]]] = {sample_id: {} for sample_id in ids}
    for row in rows:
        for record in row.records:
            if record.sample_id in answers:
                answers[record.sample_id].setdefault(row.index, []).append(record)
    length = 0
    for sample_id in ids:
        sample = source.data.get(sample_id) if source is not None and sample_id in source.entries else None
        card = _card(sample_id, sample, rows, answers[sample_id], gallery)
        length += len(card)
        if length > MOST_BYTES:
            return
        yield card


def _card(
    sample_id: str, sample: Sample | None, rows: Sequence[Row], by_row: dict[int, list[Record]], gallery: Gallery
) -> str:
    first = next(iter(by_row.values()))[0]
    verdicts = " ".join(sorted({f"{row}:{r.verdict.value}" for row, records in by_row.items() for r in records}))
    key = key_of(sample) if sample is not None else None
    answers = "".join(_answer(row, by_row[row.index], gallery, key) for row in rows if row.index in by_row)
    margin = f" · margin {first.margin:.3g}" if first.margin is not None else ""
    return (
        f'<article class="card" id="{escape(sample_id)}" data-suite="{escape(first.suite)}" '
        f'data-task="{escape(first.task)}" data-level="{escape(first.level)}" data-verdicts="{verdicts}">'
        f'<div class="see">{_pictures(sample) if sample else ""}</div>'
        f'<div class="read"><p class="where"><b>{escape(task_name(first.suite, first.task, first.level))}</b> '
        f"{escape(sample_id)}{margin}</p>"
        f"{_question(sample) if sample else ''}"
        f'<p class="truth"><span>Truth</span> {escape(first.truth)}</p>'
        f"{_trace(sample, gallery.proofs) if sample else ''}"
        f'<div class="answers">{answers}</div></div></article>\n'
    )


def _question(sample: Sample) -> str:
    right = sample.answer_words()
    options = "".join(
        f"<li{' class=right' if option == right else ''}><b>{letter}</b> {escape(option)}</li>"
        for letter, option in lettered_options(sample.options)
    )
    listed = f"<ul class=options>{options}</ul>" if options else ""
    return f'<p class="question">{escape(sample.question)}</p>{listed}'


def _trace(sample: Sample, proofs: bool) -> str:
    """Why this is the answer: the intervention, the numbers, and the checks it passed."""
    facts: dict[str, object] = dict(sorted(sample.trace.items()))
    if sample.query is not None:
        facts = {"what is asked": sample.query.model_dump(mode="json"), **facts}
    if sample.gates:
        facts["gates passed"] = ", ".join(sample.gates)
    rows = "".join(f"<dt>{escape(key.replace('_', ' '))}</dt><dd>{_fact(value)}</dd>" for key, value in facts.items())
    drawn = f"<div class=proofs>{_proofs(sample)}</div>" if proofs else ""
    return f"<details class=trace><summary>Why: the trace</summary>{drawn}<dl>{rows}</dl></details>" if rows else ""


def _fact(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return escape(_cut(text, TRACE_CHARS))


def _answer(row: Row, records: Sequence[Record], gallery: Gallery, key: Key | None) -> str:
    """One row's replies to a sample: a dot for each repeat, and every reply inside."""
    ordered = sorted(records, key=lambda r: r.repeat)  # each person has a repeat of their own
    first = ordered[0]
    dots = "".join(f'<i class="dot v-{r.verdict.value}" title="{WORDS[r.verdict]}"></i>' for r in ordered)
    short = first.read_as or (first.failure.value.replace("_", " ") if first.failure else first.note)
    words = "".join(_words(r, len(ordered) > 1, key) + _artefacts(r, row, gallery) for r in ordered)
    return (
        f'<details class="answer" data-row="{row.index}"><summary><i class="swatch c{row.index}"></i>'
        f"<b>{escape(row.label)}</b> <span class=dots>{dots}</span> "
        f'<span class="v-{first.verdict.value}">{WORDS[first.verdict]}</span> '
        f"<span class=short>{escape(_cut(short, 160))}</span></summary>{words}</details>"
    )


def _words(record: Record, several: bool, key: Key | None) -> str:
    facts = [record.person or f"repeat {record.repeat + 1}"] if several else []
    facts += [WORDS[record.verdict]] if several else []
    facts += [record.failure.value.replace("_", " ")] if record.failure else []
    facts += [record.note] if record.note else []
    facts += [flag.replace("_", " ") + (": yes" if on else ": no") for flag, on in sorted(record.flags.items())]
    facts += [f"{name.replace('_', ' ')} {value:.3g}" for name, value in sorted(_scores(record).items())]
    facts += [f"{record.seconds:.1f} s"] if record.seconds is not None else []
    facts += [f"{record.output_tokens} tokens"] if record.output_tokens is not None else []
    text = "<pre class=none>no words</pre>"
    if record.reply:
        text = f"<pre>{_marked(_cut(record.reply, REPLY_CHARS), key)}</pre>"
    return f'<p class="facts">{escape(" · ".join(facts))}</p>{text}'


def _scores(record: Record) -> dict[str, float]:
    """The graded scores of one reply, without the counts that they are ratios of."""
    own, divided = account([record]), ratio_measures([record.answer_kind])
    ratios = {name: rate for name, rate in own.ratios.rates.items() if not divided[name].detail}
    return {name: each.rate for name, each in own.means.items()} | ratios


def _marked(reply: str, key: Key | None) -> str:
    """A reply with what it mentions marked; pointing at a mark shows what it is taken for."""
    if key is None:
        return escape(reply)
    return "".join(
        escape(piece) if mark is None else _mark(piece, mark)
        for piece, mark in pieces(reply, kind_of(key.answer).marks(key, reply))
    )


def _mark(piece: str, mark: Mark) -> str:
    kind = "" if mark.fits else ' class="unknown"'
    return f'<mark{kind} title="{escape(mark.means)}">{escape(piece)}</mark>'


def _pictures(sample: Sample) -> str:
    """What was shown to the model."""
    return "".join(
        _shown(m, f"{m.role}, first frame" if m.kind == "video" else m.label) for m in sample.media
    )


def _proofs(sample: Sample) -> str:
    """What proves the truth: its outlines, and a picture of what would follow."""
    if sample.world is None or not any(m.kind == "image" for m in sample.media):
        return ""
    drawn = _figure(outlined(sample), "truth", "The answer in green, what is asked about in red.")
    after = after_picture(sample)
    return drawn if after is None else drawn + _figure(after, "after", "What would follow.")


def _figure(picture: Image.Image, role: str, caption: str) -> str:
    picture.thumbnail((PICTURE_PX, PICTURE_PX))
    stream = io.BytesIO()
    picture.save(stream, "WEBP", quality=72, method=2)
    uri = "data:image/webp;base64," + base64.b64encode(stream.getvalue()).decode("ascii")
    note = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return (
        f'<figure><img loading=lazy width="{picture.width}" height="{picture.height}" alt="{escape(role)}" '
        f'src="{uri}">{note}</figure>'
    )


def _artefacts(record: Record, row: Row, gallery: Gallery) -> str:
    """The artefacts that a strategy kept for an answer; a file that has changed since is only mentioned."""
    folder = gallery.artefacts.get(row.key)
    shown = [] if folder is None else [_artefact(a, folder) for a in record.artefacts[:MOST_ARTEFACTS]]
    return f"<div class=artefacts>{''.join(shown)}</div>" if any(shown) else ""


def _artefact(artefact: Artefact, folder: Path) -> str:
    path = (folder / artefact.path).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        return ""
    data = path.read_bytes()
    if sha256(data).hexdigest() != artefact.sha256:
        return f"<p class=facts>{escape(artefact.name)} was changed since and is not shown</p>"
    if artefact.kind in ("image", "video"):
        if not data:
            return f"<p class=facts>{escape(artefact.name)} is empty</p>"
        media = Media(role="artefact", kind=artefact.kind, data=data, name=artefact.name)
        return _shown(media, artefact.name)
    text = escape(_cut(data.decode("utf-8", "replace"), REPLY_CHARS))
    return f"<p class=facts>{escape(artefact.name)}</p><pre>{text}</pre>"


def _shown(media: Media, caption: str) -> str:
    """A picture or the first frame of a video; one that cannot be read is named, and the page goes on."""
    try:
        return _figure(still_of(media), media.role, caption)
    except DioramaError as error:
        return f"<p class=facts>{escape(str(error))}</p>"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]} … [cut: {len(text):,} characters in all]"

"""The gallery: one card for each sample, with its picture, question, options, truth and trace, and what each row said.

Whatever a model wrote is text here: escaped, cut where it is endless, never interpreted.
"""

from __future__ import annotations

import base64
import io
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from string import ascii_uppercase

from PIL import Image

from diorama.ask import Record, Verdict
from diorama.ask.source import Source
from diorama.data import Media, Sample
from diorama.data.show import after_picture, outlined
from diorama.report.layout import task_name
from diorama.report.rows import Row
from diorama.suites import Choice

PICTURE_PX = 640
"""Width of a picture on a card."""
REPLY_CHARS = 4000
"""Longer replies are cut here, and the card says so."""
TRACE_CHARS = 3000
MOST_BYTES = 20_000_000
"""No more cards once the gallery is this long: a report must open on a phone."""

WORDS = {
    Verdict.CORRECT: "correct",
    Verdict.INCORRECT: "incorrect",
    Verdict.HALLUCINATED: "hallucinated",
    Verdict.NOT_SURE: "not sure",
    Verdict.UNREAD: "unread",
    Verdict.REFUSED: "refused",
    Verdict.FAILED: "failed",
    Verdict.UNSCORED: "unscored",
}


def chosen(rows: Sequence[Row], most: int) -> list[str]:
    """Ids of the samples to show: evenly spread over tasks and levels, and over each of them."""
    found: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for row in rows:
        for record in row.records:
            found[record.suite, record.task, record.level].add(record.sample_id)
    queues = [sorted(found[key]) for key in sorted(found)]
    share = _shares([len(q) for q in queues], most)
    return [q[int(k * len(q) / n)] for q, n in zip(queues, share, strict=True) for k in range(n)]


def cards(rows: Sequence[Row], source: Source | None, ids: Sequence[str], proofs: bool = False) -> Iterator[str]:
    """The cards of some samples, until the gallery is full. Without the dataset they have no picture and no trace."""
    said: dict[str, dict[int, list[Record]]] = {sample_id: {} for sample_id in ids}
    for row in rows:
        for record in row.records:
            if record.sample_id in said:
                said[record.sample_id].setdefault(row.index, []).append(record)
    length = 0
    for sample_id in ids:
        sample = source.data.get(sample_id) if source is not None and sample_id in source.places else None
        card = _card(sample_id, sample, rows, said[sample_id], proofs)
        length += len(card)
        if length > MOST_BYTES:
            return
        yield card


def _card(
    sample_id: str, sample: Sample | None, rows: Sequence[Row], said: dict[int, list[Record]], proofs: bool
) -> str:
    first = next(iter(said.values()))[0]
    verdicts = " ".join(sorted({f"{row}:{r.verdict.value}" for row, records in said.items() for r in records}))
    answers = "".join(_answer(row, said[row.index]) for row in rows if row.index in said)
    margin = f" · margin {first.margin:.3g}" if first.margin is not None else ""
    return (
        f'<article class="card" id="{escape(sample_id)}" data-suite="{escape(first.suite)}" '
        f'data-task="{escape(first.task)}" data-level="{escape(first.level)}" data-verdicts="{verdicts}">'
        f'<div class="see">{_pictures(sample) if sample else ""}</div>'
        f'<div class="read"><p class="where"><b>{escape(task_name(first.suite, first.task, first.level))}</b> '
        f"{escape(sample_id)}{margin}</p>"
        f"{_question(sample) if sample else ''}"
        f'<p class="truth"><span>Truth</span> {escape(first.truth)}</p>'
        f"{_trace(sample, proofs) if sample else ''}"
        f'<div class="answers">{answers}</div></div></article>\n'
    )


def _question(sample: Sample) -> str:
    right = sample.answer.option if isinstance(sample.answer, Choice) else None
    options = "".join(
        f"<li{' class=right' if option == right else ''}><b>{letter}</b> {escape(option)}</li>"
        for letter, option in zip(ascii_uppercase, sample.options, strict=False)
    )
    listed = f"<ul class=options>{options}</ul>" if options else ""
    return f'<p class="question">{escape(sample.question)}</p>{listed}'


def _trace(sample: Sample, proofs: bool) -> str:
    """Why this is the answer: the intervention, the numbers, and the checks it passed."""
    facts = dict(sorted(sample.trace.items()))
    if sample.intervention is not None:
        facts = {"what if": sample.intervention, **facts}
    if sample.gates:
        facts["gates passed"] = ", ".join(sample.gates)
    rows = "".join(f"<dt>{escape(key.replace('_', ' '))}</dt><dd>{_fact(value)}</dd>" for key, value in facts.items())
    drawn = f"<div class=proofs>{_proofs(sample)}</div>" if proofs else ""
    return f"<details class=trace><summary>Why: the trace</summary>{drawn}<dl>{rows}</dl></details>" if rows else ""


def _fact(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return escape(_cut(text, TRACE_CHARS))


def _answer(row: Row, records: Sequence[Record]) -> str:
    """One row's words; each repeat is a dot, and all of them are inside."""
    ordered = sorted(records, key=lambda r: r.repeat)
    first = ordered[0]
    dots = "".join(f'<i class="dot v-{r.verdict.value}" title="{WORDS[r.verdict]}"></i>' for r in ordered)
    short = first.read_as or (first.failure.value.replace("_", " ") if first.failure else first.note)
    words = "".join(_words(r, len(ordered) > 1) for r in ordered)
    return (
        f'<details class="answer" data-row="{row.index}"><summary><i class="swatch c{row.index}"></i>'
        f"<b>{escape(row.label)}</b> <span class=dots>{dots}</span> "
        f'<span class="v-{first.verdict.value}">{WORDS[first.verdict]}</span> '
        f"<span class=short>{escape(_cut(short, 160))}</span></summary>{words}</details>"
    )


def _words(record: Record, several: bool) -> str:
    facts = [f"repeat {record.repeat + 1}"] if several else []
    facts += [WORDS[record.verdict]] if several else []
    facts += [record.failure.value.replace("_", " ")] if record.failure else []
    facts += [record.note] if record.note else []
    facts += [flag.replace("_", " ") + (": yes" if on else ": no") for flag, on in sorted(record.flags.items())]
    facts += [f"{record.seconds:.1f} s"] if record.seconds is not None else []
    facts += [f"{record.output_tokens} tokens"] if record.output_tokens is not None else []
    said = f"<pre>{escape(_cut(record.reply, REPLY_CHARS))}</pre>" if record.reply else "<pre class=none>no words</pre>"
    return f'<p class="facts">{escape(" · ".join(facts))}</p>{said}'


def _pictures(sample: Sample) -> str:
    """What was shown to the model."""
    return "".join(
        _figure(_still(m), m.role, f"{m.role}, first frame" if m.kind == "video" else "") for m in sample.media
    )


def _proofs(sample: Sample) -> str:
    """What proves the truth: its outlines, and a picture of what would follow."""
    if sample.camera is None or not any(m.kind == "image" for m in sample.media):
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


def _still(media: Media) -> Image.Image:
    """A picture as it is, or a video's first frame."""
    if media.kind == "image":
        return Image.open(io.BytesIO(media.data)).convert("RGB")
    import av

    with av.open(io.BytesIO(media.data), "r") as film:
        return Image.fromarray(next(film.decode(video=0)).to_ndarray(format="rgb24"))


def _shares(sizes: Sequence[int], most: int) -> list[int]:
    """How many of each to take: one each in turn until there are enough or no more."""
    taken = [0] * len(sizes)
    while sum(taken) < min(most, sum(sizes)):
        for k, size in enumerate(sizes):
            if taken[k] < size and sum(taken) < most:
                taken[k] += 1
    return taken


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]} … [cut: {len(text):,} characters in all]"
